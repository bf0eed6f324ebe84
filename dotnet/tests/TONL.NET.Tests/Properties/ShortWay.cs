// The short way of typed reading (text in place) against the long one (tape): over canonical texts of a model and over thousands of mutations of
// them, whatever the short way accepts must be the value of the long one. Fixed seed, printed text on failure.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using TONL.NET.Metadata;
using TONL.NET.Text;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class ShortWay
{
    public sealed class Model
    {
        public int A { get; set; }

        public string? B { get; set; }

        public double C { get; set; }

        public Dictionary<string, int>? D { get; set; }

        public bool F { get; set; }

        public decimal G { get; set; }

        public Inner? In { get; set; }

        public List<Row>? Items { get; set; }

        public List<Inner>? Nested { get; set; }

        public object? O { get; set; }

        public string?[]? Tags { get; set; }

        public List<List<int>>? Z { get; set; }
    }

    public sealed class Row
    {
        public int Id { get; set; }

        public string? Name { get; set; }

        public double? Price { get; set; }
    }

    public sealed record Inner(string? K, int[]? N, DateTime When);

    private static readonly string[] s_texts = ["", "x", "a,b", "a: b", " x ", "true", "12", "null", "q\"q", "a\nb", "[x]", "{y}", "é", "😀", "a\\", "#c", "undefined", "-", "long text of many words, with a comma"];

    [Fact(DisplayName = "10.4 short way [W]: a line that means nothing takes no lines with it")]
    public void LinesAfterNothing()
    {
        Row row = TonlSerializer.Deserialize<Row>("rot{Id}:\n  Id: 1\nroot{Id,I\n  Name: x")!;
        Assert.Equal((0, "x"), (row.Id, row.Name));
    }

    [Fact(DisplayName = "10.4 short way [W]: equal to the tape on canonical texts and on mutations")]
    public void EqualToTape()
    {
        var random = new Random(20261121);
        TonlOptions[] all =
        [
            TonlOptions.Default, new() { Delimiter = '|' }, new() { PrettyDelimiters = true }, new() { KeyOrder = TonlKeyOrder.Source, IndentSize = 4 },
            TonlOptions.Dense, new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, new() { ColonSpace = false, Headers = TonlHeaderStyle.Bare }, new() { Delimiter = '\t' },
        ];
        int accepted = 0;
        for (int i = 0; i < 400; i++)
        {
            Model model = Make(random);
            TonlOptions write = all[i % all.Length];
            string text = TonlSerializer.SerializeToString(model, write);
            Compare(text, mustAccept: write == TonlOptions.Default && model.Z is null && model.D is null && !text.Contains("\"\"\"", StringComparison.Ordinal));
            for (int m = 0; m < 25; m++)
            {
                accepted += Compare(Mutate(text, random), false) ? 1 : 0;
            }
        }

        Assert.InRange(accepted, 500, int.MaxValue);
    }

    private static bool Compare(string text, bool mustAccept)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        TonlBinding binding = TonlOptions.Default.Binding;
        TonlCodec<Model> codec = binding.PlanOf<Model>().Codec(binding);
        Model? quick;
        bool taken;
        try
        {
            quick = null;
            taken = (Bytes.Look(bytes) & ~TextMarks.Wide) == 0 && TonlReader.TryReadText(bytes, TonlOptions.Default, codec, out quick);
        }
        catch (TonlException)
        {
            return false; // header lines are checked on both ways
        }

        if (!taken)
        {
            Assert.False(mustAccept, "not taken by the short way:\n" + text);
            return false;
        }

        Model? slow;
        try
        {
            slow = Engine.ReadFromTape(bytes, codec, TonlOptions.Default);
        }
        catch (TonlException e)
        {
            Assert.Fail($"the tape refuses ({e.Message}) what the short way took:\n{text}");
            return false;
        }

        string a = TonlSerializer.SerializeToString(slow), b = TonlSerializer.SerializeToString(quick);
        Assert.True(a == b, $"the ways differ on:\n{text}\n--- tape:\n{a}\n--- short way:\n{b}");
        return true;
    }

    internal static string Mutate(string text, Random random)
    {
        var chars = new StringBuilder(text);
        for (int n = random.Next(1, 4); n > 0 && chars.Length > 1; n--)
        {
            int at = random.Next(chars.Length);
            switch (random.Next(6))
            {
                case 0:
                    chars.Remove(at, 1);
                    break;
                case 1:
                    chars.Insert(at, ":{}[]\",\n #@\\01a-_|.\u00a0"[random.Next(20)]);
                    break;
                case 2:
                    chars[at] = ":{}[]\",\n #@\\01a-_|.\u00a0"[random.Next(20)];
                    break;
                case 3:
                    List<string> lines = [.. chars.ToString().Split('\n')];
                    lines.Insert(random.Next(lines.Count), lines[random.Next(lines.Count)]);
                    chars = new StringBuilder(string.Join('\n', lines));
                    break;
                case 4:
                    lines = [.. chars.ToString().Split('\n')];
                    lines.RemoveAt(random.Next(lines.Count));
                    chars = new StringBuilder(string.Join('\n', lines));
                    break;
                default:
                    chars.Insert(at, new[] { "undefined", "null", "[0]:", "\n\n", "  ", "\"\"\"", "a: b", "\r" }[random.Next(8)]);
                    break;
            }
        }

        return chars.ToString();
    }

    internal static Model Make(Random random)
    {
        string Text() => s_texts[random.Next(s_texts.Length)];
        T? Maybe<T>(Func<T> make)
            where T : class => random.Next(4) == 0 ? null : make();
        Inner Inner() => new(Maybe(Text), Maybe(() => Enumerable.Range(0, random.Next(4)).ToArray()), new DateTime(2025, 1, 1).AddMinutes(random.Next()));
        List<T> Many<T>(Func<T> make) => Enumerable.Range(0, random.Next(4)).Select(_ => make()).ToList();
        return new Model
        {
            A = random.Next(-100, 100),
            B = Maybe(Text),
            C = random.Next(5) == 0 ? random.NextDouble() * 1e20 : random.Next(1000) / 8.0,
            D = Maybe(() => Enumerable.Range(0, random.Next(3)).ToDictionary(i => Text() + i, i => i)),
            F = random.Next(2) == 0,
            G = random.Next(10000) / 100m,
            In = Maybe(Inner),
            Items = Maybe(() => Many(() => new Row { Id = random.Next(), Name = Maybe(Text), Price = random.Next(3) == 0 ? null : random.Next(99) / 4.0 })),
            Nested = Maybe(() => Many(Inner)),
            O = Maybe<object>(() => random.Next(2) == 0 ? Text() : new List<object?> { 1, Text() }),
            Tags = Maybe(() => Many(() => Maybe(Text)).ToArray()),
            Z = Maybe(() => Many(() => Many(() => random.Next(9)))),
        };
    }
}
