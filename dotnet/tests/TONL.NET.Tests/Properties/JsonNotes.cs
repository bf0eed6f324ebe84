// What the JSON tokenizer notes for the writer of TONL (what strings hold, numbers that stay, shapes of objects) must change nothing: random JSON texts are
// written once with the notes and once without them, under every kind of options. Fixed seed, printed text on failure.
using System;
using System.Text;
using System.Text.Json;
using TONL.NET.Document;
using TONL.NET.Text;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class JsonNotes
{
    private static readonly string[] s_names = ["a", "b", "id", "name", "Name", "averylongnameofmany", "x y", "", "é", "__proto__", "1st", "a.b", "\\u0061c", "#k", "[1]", "k:", "日本", "ﬀ", "😀"];

    private static readonly string[] s_strings =
    [
        "", "x", "abc", "eight888", "sixteen sixteen!", "seventeen long txt", "a long text of many words, with a comma", "a, b", "k: v", "{y}", "[x]", "#c", " x", "x ", " ", "true", "null", "NaN",
        "12", "-1.5e3", "2025-01-01", "2025-01-01T10:00:00Z", "1.2.3", "é", "São Paulo", "a\u2028b", "\u00a0x", "日本語", "😀 smile", "\\n", "a\\nb", "q\\\"q", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\ude00x",
        "C:\\\\dir", "x|y", "x;y", "tab\\there", "\\\"\\\"\\\"", "\u007f", "\\u2028", "ends\\\\", "undefined", "-", "é, ü: ö", "0x1F", "\\/",
    ];

    private static readonly string[] s_scalars = ["1", "0", "-0", "12345678901234567890", "1.5", "1.50", "0.001", "0.0000001", "1e5", "1E-7", "123456.789012345678", "-2.25", "true", "false", "null", "100.0", "1e400"];

    [Fact(DisplayName = "10.2 JSON to TONL [W]: what the tokenizer notes changes nothing, under every kind of options")]
    public void ChangesNothing()
    {
        var random = new Random(20261122);
        TonlOptions[] all =
        [
            TonlOptions.Default, new() { Delimiter = '|' }, new() { Delimiter = ';', PrettyDelimiters = true }, new() { KeyOrder = TonlKeyOrder.Source, IndentSize = 4 }, TonlOptions.Dense,
            new() { Layout = TonlLayout.Compatible }, new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, new() { ColonSpace = false, Headers = TonlHeaderStyle.Bare },
            new() { Delimiter = '\t' }, new() { IncludeTypeHints = true }, new() { AutoDelimiter = true }, new() { Root = TonlRootStyle.Open }, new() { IndentSize = 16 },
        ];
        for (int i = 0; i < 4000; i++)
        {
            var text = new StringBuilder();
            Value(random, text, 0);
            Compare(text.ToString(), all[i % all.Length]);
        }
    }

    [Theory(DisplayName = "10.2 JSON to TONL [W]: names are compared with those of the object before, and shapes with shapes")]
    [InlineData("""[{"b":1,"a":2},{"b":3,"a":4},{"b":5,"a":6,"c":7},{"b":8,"a":9,"c":10},{"b":11},{"a":12,"b":13}]""")]
    [InlineData("""[{"b":{},"a":[1]},{"b":{},"a":[2]},{"b":{"x":1},"a":[]},{"b":{"x":2},"a":[{"x":3},{"x":4}]}]""")]
    [InlineData("""[{"a":1,"a":2},{"a":1,"a":3},{"b":{"c":1,"d":2},"b":{"c":3,"d":4}},{"b":{"c":5,"d":6},"b":7}]""")]
    [InlineData("""[{"a":{"q":{"r":1}},"b":0,"a":{"q":{"r":2}}},{"a":{"q":{"r":3}},"b":4}]""")]
    [InlineData("""[{"ab":1},{"a":2},{"abc":3},{"ab\u0020":4},{"ab":5}]""")]
    [InlineData("""{"k":[{"a":1,"b":2},{"a":3,"b":4}],"l":[{"b":5,"a":6},{"b":7,"a":8}],"m":[{"a":[1,2],"b":2},{"a":[],"b":4}]}""")]
    [InlineData("""[{"\u0061":1,"b":2},{"a":3,"b":4},{"\u0061":5,"b":6}]""")]
    public void Neighbours(string json)
    {
        foreach (TonlOptions options in (TonlOptions[])[TonlOptions.Default, new() { KeyOrder = TonlKeyOrder.Source }, new() { IncludeTypeHints = true }])
        {
            Compare(json, options);
        }
    }

    [Fact(DisplayName = "10.2 JSON to TONL [W]: objects with more members than a shape has")]
    public void Wide()
    {
        var random = new Random(7);
        foreach (int count in (int[])[31, 32, 33, 40, 100])
        {
            var text = new StringBuilder("[");
            for (int row = 0; row < 3; row++)
            {
                text.Append(row == 0 ? "{" : ",{");
                for (int i = 0; i < count; i++)
                {
                    text.Append(i == 0 ? "" : ",").Append('"').Append("name").Append(random.Next(row == 2 ? 5 * count : 2_000_000_000)).Append("\":").Append(i);
                }

                text.Append('}');
            }

            Compare(text.Append(']').ToString(), TonlOptions.Default);
        }
    }

    [Fact(DisplayName = "10.2 JSON to TONL [W]: bytes that are no UTF-8 are refused wherever they stand")]
    public void NoUtf8()
    {
        foreach (string json in (string[])["[\"abc\"]", "{\"abc\":1}", "[\"a\\nb\"]", "[\"a long text of more than sixteen bytes\"]", "{\"a long name of more than sixteen bytes\":1}", "[{\"abc\":1},{\"abc\":2}]"])
        {
            for (int i = 0; i < json.Length; i++)
            {
                byte[] bytes = Encoding.UTF8.GetBytes(json);
                bytes[i] = 0xFF;
                using var output = new TonlBufferWriter();
                Assert.ThrowsAny<JsonException>(() => TonlJson.FromJson(bytes, output));
            }
        }
    }

    [Fact(DisplayName = "10.4 strings [W]: the vector ways to the end of JSON strings and names equal the plain ones")]
    public void EndsEqualPlain()
    {
        const string Alphabet = "abcXYZ019_ -./@,|;:{}#\\[]\"é€\u2028\t";
        var random = new Random(11);
        for (int round = 0; round < 30_000; round++)
        {
            var text = new StringBuilder();
            int length = random.Next(0, 60), common = random.Next(1, Alphabet.Length + 1);
            for (int i = 0; i < length; i++)
            {
                text.Append(Alphabet[random.Next(random.Next(16) == 0 ? Alphabet.Length : Math.Min(common, 11))]);
            }

            byte[] bytes = Encoding.UTF8.GetBytes(text.ToString());
            int start = random.Next(0, Math.Min(bytes.Length, 20) + 1);
            foreach (char delimiter in ",|;\t")
            {
                int expected = Narrow.JsonStringEndSlow(bytes, start, (byte)delimiter, out uint plain);
                Assert.Equal(expected, Narrow.JsonStringEnd(bytes, start, (byte)delimiter, out uint classes));
                Assert.Equal(plain, classes);
            }

            int end = Narrow.JsonNameEndSlow(bytes, start, out bool slow);
            Assert.Equal(end, Narrow.JsonNameEnd(bytes, start, out bool identifier));
            Assert.Equal(slow, identifier);
        }
    }

    private static void Compare(string json, TonlOptions options)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(json);
        Tape tape = Tape.Rent();
        try
        {
            int root = JsonText.Read(bytes, tape);
            for (int i = 0; i < tape.Count; i++)
            {
                tape.Tokens[i].Classes = 0;
                tape.Tokens[i].Flags &= ~(TokenFlags.Shaped | TokenFlags.Flat | TokenFlags.Plain | TokenFlags.Final);
            }

            TonlWriter writer = Engine.WriteTape(tape, bytes, root, options);
            string expected = Encoding.UTF8.GetString(writer.Written);
            writer.Release();
            Assert.Equal(expected, TonlJson.FromJson(json, options));
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    private static void Value(Random random, StringBuilder text, int depth)
    {
        int kind = random.Next(depth == 0 ? 3 : depth > 4 ? 10 : 14);
        if (depth == 0 || kind >= 10)
        {
            if (kind % 2 == 0)
            {
                Object(random, text, depth, null);
            }
            else
            {
                Array(random, text, depth);
            }
        }
        else if (kind < 6)
        {
            text.Append('"').Append(s_strings[random.Next(s_strings.Length)]).Append('"');
        }
        else
        {
            text.Append(s_scalars[random.Next(s_scalars.Length)]);
        }
    }

    private static void Array(Random random, StringBuilder text, int depth)
    {
        int count = random.Next(6), plain = random.Next(3);
        string[]? names = plain == 0 ? Names(random) : null;
        text.Append('[');
        for (int i = 0; i < count; i++)
        {
            text.Append(i == 0 ? "" : random.Next(9) == 0 ? " ,\n" : ",");
            if (names is not null && random.Next(12) != 0)
            {
                Object(random, text, random.Next(2) == 0 ? 9 : depth, names);
            }
            else
            {
                Value(random, text, plain == 1 ? 9 : depth + 1);
            }
        }

        text.Append(']');
    }

    private static string[] Names(Random random)
    {
        var names = new string[random.Next(1, 6)];
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = s_names[random.Next(random.Next(3) == 0 ? s_names.Length : 6)];
        }

        return names;
    }

    private static void Object(Random random, StringBuilder text, int depth, string[]? names)
    {
        names ??= random.Next(8) == 0 ? [] : Names(random);
        text.Append(random.Next(9) == 0 ? "{ " : "{");
        for (int i = 0; i < names.Length; i++)
        {
            text.Append(i == 0 ? "" : ",").Append('"').Append(names[i]).Append(random.Next(9) == 0 ? "\" : " : "\":");
            Value(random, text, depth + 1);
        }

        text.Append('}');
    }
}
