// Contract 2, DeserializeAsyncEnumerable: what is read element by element is what is read whole, value for value and error for error.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Elements2
{
    public record Row(int A, string? B);

    private static readonly string[] s_rows =
    [
        "root[2]{A,B}:\n  1,x\n  2,y",
        "#version 1.0\n\nroot[2]{A,B}:\n\n  1,x\n\n\n  2,y\n\n",
        "root[2]{A,B}:\n  1,x\n  2,y\n# the end\n",
        "#delimiter |\nroot[2]{A,B}:\n  1|x,\n  2|\"y|\"",
        "root[3]{A,B}:\n  1,x\n  2,y",
        "root[1]{A,B}:\n  1,x\n  2,y",
        "root[2]{A,B}:\n  1,x\n  2,y,z",
        "root[2]{A,B}:\n  1,x\n  2",
        "root[2]{A,B}:\n  1,x\n  q,y",
        "root[2]{A:u32,B}:\n  1,x\n  -1,y",
        "root[2]{A,B}:\n  1,x\n  2,\"y",
        "root[2]{A,B}:\n  1,x\n  2,\"y\" z",
        "root[2]:\n  [0]{A,B}:\n    A: 1\n    B: x\n  [1]:\n    A: 2\n    B: y",
        "root[3]:\n  [0]:\n    A: 1\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    A: 3\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n     B: x\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    junk\n  [1]:\n    A: 2",
        "root[2]:\n  [1]:\n    A: 1\n  [0]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n  [2]:\n    A: 2",
        "root[12]:\n" + string.Concat(Enumerable.Range(0, 12).Select(i => $"  [{i}]:\n    A: {(i == 11 ? "x" : "1")}\n")),
        "\r#delimiter |\nroot[2]{A,B}:\n  1|x\n  2|y",
        " #version 1.0\n#delimiter |\nroot[1]{A,B}:\n  1|x",
        "root[2]{A,B}:\n  1,x\njunk\n  2,y",
        "root[1]{A,B}:\n  1,x\nother: 1",
        "root[2]:\n  [0]:\n    A: 1\n [1]:\n  A: 2",
        "root[0]:",
        "",
        "root: 5",
        "a: 1",
        "root[1]{A,B}: 1,x",
        "root: null",
        "#delimiter x\nroot[1]{A,B}:\n  1,x",
        "root[1]{A,\"B}:\n  1,x",
        "root[99999999999999999999]:",
        "@tonl v1\nroot[1]{A,B}:\n  1,x",
        "@other: 1\nroot[1]{A,B}:\n  1,x",
        "root[1]{A,B}:\n  1,x\n\"k\"[1]{a}:\n  1",
        "root[2]{A,B}:\n  1,x\n  k: \"\"\"z",
        "root[2]{A,B}:\n  1,x\\,y\n  x\\,y,2",
        "root[2]:\n  [0]: null\n    [1]: null\n  [2]:\n    A: 3",
        "root[2]:\n  [0]:\n    A: 1\n    B: \"\"\"x\n  y\nz\"\"\"\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    B: \"\"\"x\n  y\n z\"\"\"\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    B: \"\"\"x\n  y\n  [1]:\n    A: 2",
        "root[3]:\n  [0]:\n    A: 1\n  [1]{A,B}x\n  [1]:\n    A: y",
    ];

    private static readonly string[] s_texts =
    [
        "root[3]:\n  [5]a\n  [1]: x\n  [7] ,[8]",
        "root[2]:\n  a,b\n  c: d",
        "root[2]:\n  [0]: a\n    [1]: b\n      [2]: c",
        "root[2]:\n  \"a\": b\n  \"c\" d: ",
        "root[1]:\n  [0]: a\n\u00a0",
    ];

    // where a text is cut off, bent or doubled at random: reading by elements is reading whole, as far as the lines went that were read
    [Fact(DisplayName = "2 IAsyncEnumerable [W]: over mutated texts the same values, or the error that the lines read so far have")]
    public async Task Mutated()
    {
        var random = new Random(41);
        string[] seeds = [.. s_rows, .. s_numbers, .. s_texts];
        string[] junk = [",", ":", "\n", "\n  ", "\n    ", "\"", "\"\"\"", "[1]", "[0]:", "{A}", "x", "9", "#", "\\", "|", "\t", "\r", "é", "root[1]:\n", "null", "undefined"];
        for (int i = 0; i < 6000; i++)
        {
            string text = seeds[random.Next(seeds.Length)];
            for (int n = random.Next(1, 4); n > 0; n--)
            {
                int at = random.Next(text.Length + 1), length = Math.Min(random.Next(6), text.Length - at);
                text = random.Next(4) switch
                {
                    0 => text.Remove(at, length),
                    1 => text.Insert(random.Next(text.Length + 1), text.Substring(at, length * 3 < text.Length - at ? length * 3 : length)),
                    2 => text[..at],
                    _ => text.Insert(at, junk[random.Next(junk.Length)]),
                };
            }

            var options = new TonlOptions { StrictMode = i % 3 == 0, AutoDelimiter = i % 7 == 0, Delimiter = i % 11 == 0 ? '|' : ',' };
            if (i % 2 == 0)
            {
                await SameOrEarlier<Row>(text, options);
            }
            else
            {
                await SameOrEarlier<object>(text, options);
            }
        }
    }

    private static async Task SameOrEarlier<T>(string text, TonlOptions options)
    {
        string whole = Whole<T>(text, options), streamed = await Streamed<T>(text, options, 5);
        if (whole == streamed || (whole == "E_TYPE 1:1 $" && streamed == "#version 1.0\nroot[0]:") || (whole == "#version 1.0\nroot: null" && streamed == "#version 1.0\nroot[0]:"))
        {
            return; // nothing but comments, or null, is no elements
        }

        Assert.True(char.IsAsciiLetterUpper(streamed[0]), $"{text}\n-- whole --\n{whole}\n-- streamed --\n{streamed}");
        string[] lines = text.Split('\n');
        var lenient = new TonlOptions(options) { StrictMode = false };
        if (Enumerable.Range(1, lines.Length).Any(n => string.Join('\n', lines[..n]) is var start && (Whole<T>(start, options) == streamed || Whole<T>(start, lenient) == streamed)))
        {
            return;
        }

        // what was handed out stays: an element that comes late, a second root
        int line = int.Parse(streamed.Split(' ')[1].Split(':')[0], CultureInfo.InvariantCulture);
        Assert.True(
            streamed.StartsWith("E_INDEX", StringComparison.Ordinal) ? lines[..(line - 1)].Any(earlier => earlier.TrimStart().Length < earlier.Length)
                : streamed.StartsWith("E_DUPLICATE_KEY", StringComparison.Ordinal) && lines[line - 1].StartsWith("root", StringComparison.Ordinal),
            $"{text}\n-- whole --\n{whole}\n-- streamed --\n{streamed}");
    }

    private static async Task<string> Streamed<T>(string text, TonlOptions options, int step)
    {
        var items = new List<T?>();
        try
        {
            await foreach (T? item in TonlSerializer.DeserializeAsyncEnumerable<T>(new DripStream(Encoding.UTF8.GetBytes(text), step), options))
            {
                items.Add(item);
            }

            return TonlSerializer.Serialize(items);
        }
        catch (TonlException e)
        {
            return Told(e);
        }
    }

    [Theory(DisplayName = "2 IAsyncEnumerable [W]: bytes that are no UTF-8 are found in every line, also in comments")]
    [InlineData("#c \xff\nroot[1]: 1", 1, 4)]
    [InlineData("root[2]:\n  1\n# \xff", 3, 3)]
    [InlineData("\ufeffroot[1]:\n  é\xff", 2, 4)]
    public async Task Utf8(string text, int line, int column)
    {
        byte[] bytes = [.. text.SelectMany(c => c == '\xff' ? [(byte)0xff] : Encoding.UTF8.GetBytes([c]))];
        TonlException whole = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<string>>(bytes));
        TonlException streamed = await Assert.ThrowsAsync<TonlException>(async () =>
        {
            await foreach (string? item in TonlSerializer.DeserializeAsyncEnumerable<string>(new DripStream(bytes, 2), TonlOptions.Default))
            {
                Assert.NotNull(item);
            }
        });
        Assert.Equal(("E_UTF8", line, column), (whole.Code, whole.LineNumber, whole.Position));
        Assert.Equal((whole.Code, whole.LineNumber, whole.Position, whole.ByteOffset), (streamed.Code, streamed.LineNumber, streamed.Position, streamed.ByteOffset));
    }

    [Fact(DisplayName = "4 AutoDelimiter [W]: elements from a stream are cut at the delimiter that the first cells tell")]
    public async Task Guessed() => Assert.Equal(
        "#version 1.0\nroot[2]{A,B}:\n  1,x\n  2,\"y,\"",
        await Streamed<Row>("root[2]{A,B}:\n  1|x\n  2|y,", new TonlOptions { AutoDelimiter = true }, 3));

    [Fact(DisplayName = "4 MaxInputLength [W]: a line without end is refused before it is read whole")]
    public async Task EndlessLine() => Assert.Equal("E_LIMIT 1:1 ", await Streamed<Row>("root[1]: " + new string('x', 1 << 20), new TonlOptions { MaxInputLength = 1000 }, 4096));

    private static readonly string[] s_numbers =
    [
        "root[3]: 1,2,3",
        "root[4]: 1,2,3",
        "root[3]: 1,x,3",
        "root[4]:\n  1,2,3,4",
        "root[5]:\n  1,2,3,4",
        "root[3]:\n  [0]: 1\n  [1]: 2\n  [2]: 3",
        "root[3]:\n  [0]: 1\n  [1]: x\n  [2]: 3",
        "root[3]:\n  [0]: 1\n  [2]: 3",
        "root[99]: 1\n",
        "root[2]: 1,2\n  3",
    ];

    public static TheoryData<bool> Both => [true, false];

    [Theory(DisplayName = "2 IAsyncEnumerable [W]: values, codes, lines, columns and paths are those of reading the text whole")]
    [MemberData(nameof(Both))]
    public async Task AsWhole(bool strict)
    {
        var options = new TonlOptions { StrictMode = strict };
        foreach (string text in s_rows)
        {
            await Same<Row>(text, options, strict);
        }

        foreach (string text in s_numbers)
        {
            await Same<int>(text, options, strict);
            await Same<int?>(text, options, strict);
        }

        foreach (string text in s_texts)
        {
            await Same<string>(text, options, strict);
        }
    }

    private static async Task Same<T>(string text, TonlOptions options, bool strict)
    {
        string whole = Whole<T>(text, options);
        foreach (int step in new[] { 1, 7, 100_000 })
        {
            string streamed = await Streamed<T>(text, options, step);

            // lenient reading may sort elements that came late, which a stream has handed out by then
            bool late = !strict && text.Contains("[1]:\n    A: 1\n  [0]", StringComparison.Ordinal);
            Assert.Equal(late ? "E_INDEX 4:3 " : whole, streamed);
        }
    }

    private static string Whole<T>(string text, TonlOptions options)
    {
        try
        {
            return text.Length == 0 ? "#version 1.0\nroot[0]:" : TonlSerializer.Serialize(TonlSerializer.Deserialize<List<T>>(text, options) ?? (text == "root: null" ? [] : null));
        }
        catch (TonlException e)
        {
            return Told(e);
        }
    }

    private static string Told(TonlException e) => $"{e.Code} {e.LineNumber}:{e.Position} {e.Path}";
}
