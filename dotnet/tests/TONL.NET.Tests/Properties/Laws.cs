// Laws over random values (FsCheck): what is written is read back equal by every option and layout, strict reading accepts it, canonical twice is
// canonical once, fast number paths equal the general ones.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using TONL.NET.Tests.Vectors;
using TONL.NET.Text;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class Laws
{
    private static readonly TonlOptions[] s_options =
    [
        new(), new() { Delimiter = '|', IncludeTypeHints = true }, new() { Delimiter = '\t', PrettyDelimiters = true }, new() { Delimiter = ';', Root = TonlRootStyle.Open },
        new() { AutoDelimiter = true, Headers = TonlHeaderStyle.Bare }, new(TonlOptions.Dense), new() { IncludeTypeHints = true, PrettyDelimiters = true },
        new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, new() { Layout = TonlLayout.Compatible, IncludeTypeHints = true, Delimiter = '|' },
    ];

    [Fact(DisplayName = "1 first rule [W]: every dynamic value is read back equal, under every option")]
    public void RoundTrip()
    {
        int seed = Environment.TickCount;
        var random = new Random(seed);
        int count = Environment.GetEnvironmentVariable("STELE_LONG") == "1" ? 40_000 : 1500;
        for (int i = 0; i < count; i++)
        {
            object? value = Value(random, 0);
            foreach (TonlOptions options in s_options)
            {
                string text = TonlSerializer.SerializeToString(value, options);
                object? back = TonlSerializer.DeserializeDynamic(text, new TonlOptions { StrictMode = true });
                Assert.True(Same(value, back), $"seed {seed}, case {i}:\n{text}");
                Assert.Equal(TonlSerializer.SerializeToString(back, options), text);
            }
        }
    }

    [Fact(DisplayName = "4 strings [W]: any string, in a member, a cell and a key")]
    public void Strings() => Prop.ForAll<string?>(s =>
    {
        s ??= "";
        var value = new Dictionary<string, object?> { ["k"] = s, ["l"] = new List<object?> { s, "x", s }, ["t"] = new List<object?> { new Dictionary<string, object?> { ["a"] = s, [s] = 1 } } };
        return Same(value, TonlSerializer.DeserializeDynamic(TonlSerializer.SerializeToString(value)));
    }).QuickCheckThrowOnFailure();

    [Fact(DisplayName = "1.1 doubles [W]: the short way gives the general digits, and reads back")]
    public void Doubles()
    {
        var random = new Random(7);
        Span<byte> quick = stackalloc byte[64], slow = stackalloc byte[64];
        for (int i = 0; i < 300_000; i++)
        {
            double value = (i % 5) switch
            {
                0 => random.Next() / 100.0,
                1 => random.Next(1_000_000) / 10_000.0,
                2 => random.NextDouble(),
                3 => BitConverter.Int64BitsToDouble(random.NextInt64()),
                _ => Math.Round(random.NextDouble() * 1e9, random.Next(7)),
            };
            if (!double.IsFinite(value))
            {
                continue;
            }

            ReadOnlySpan<byte> a = quick[..Number.Write(value, quick)], b = slow[..Number.WriteSlow(value, slow)];
            Assert.True(a.SequenceEqual(b), $"{value:R}: {Encoding.UTF8.GetString(a)} and {Encoding.UTF8.GetString(b)}");
            Assert.Equal(BitConverter.DoubleToInt64Bits(value), BitConverter.DoubleToInt64Bits(Number.ToDouble(a)));
            if (Number.TrySmallDouble(a, out double small))
            {
                Assert.Equal(double.Parse(a, CultureInfo.InvariantCulture), small);
            }
        }
    }

    private static bool Same(object? a, object? b) => JsonEqual.Canonical(TonlJson.ToJson(TonlSerializer.SerializeToString(a))) == JsonEqual.Canonical(TonlJson.ToJson(TonlSerializer.SerializeToString(b)));

    private static object? Value(Random random, int depth)
    {
        switch (random.Next(depth > 4 ? 6 : 10))
        {
            case 0:
                return null;
            case 1:
                return random.Next(2) == 0;
            case 2:
                return random.Next(-5, 300);
            case 3:
                return random.Next(2) == 0 ? random.NextInt64() : random.Next(1000) / 8.0;
            case 4 or 5:
                return Text(random);
            case 6:
                return Enumerable.Range(0, random.Next(4)).Select(_ => Value(random, depth + 1)).ToList();
            case 7:
                string[] names = [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Text(random)).Distinct()];
                return Enumerable.Range(0, random.Next(1, 4)).Select(_ => (object?)names.Where(_ => random.Next(5) > 0).ToDictionary(n => n, _ => Value(random, 9))).ToList();
            default:
                return Enumerable.Range(0, random.Next(4)).Select(_ => Text(random)).Distinct().ToDictionary(n => n, _ => Value(random, depth + 1));
        }
    }

    private static string Text(Random random)
    {
        const string Nasty = "ab:,{}[]\"\\#@|;\t\n\r -.0159eE+_é😀\u00a0\u2028\ufeffntruefalse";
        if (random.Next(3) == 0)
        {
            string[] words = ["true", "null", "1.5", "undefined", "", " ", "[0]", "a: b", "\"\"\"", "root", "__proto__", "a[1]{b}:", "\\n", "x\\"];
            return words[random.Next(words.Length)];
        }

        var text = new StringBuilder();
        for (int n = random.Next(6); n > 0; n--)
        {
            int at = random.Next(Nasty.Length);
            if (char.IsHighSurrogate(Nasty[at]))
            {
                text.Append(Nasty, at, 2);
            }
            else if (!char.IsLowSurrogate(Nasty[at]))
            {
                text.Append(Nasty[at]);
            }
        }

        return text.ToString();
    }
}
