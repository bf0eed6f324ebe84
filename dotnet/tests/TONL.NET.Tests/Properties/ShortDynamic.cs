// Dynamic members written without a tape, against the same members in a dictionary, which go by way of one: the same text under every kind of options.
using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class ShortDynamic
{
    public sealed class Holder
    {
        public object? A { get; set; }

        public List<object?>? B { get; set; }

        public object? C { get; set; }
    }

    private static readonly object?[] s_scalars =
        [null, true, false, 0, -5, 7_000_000_000, 0.5, -0.0, 1e300, "", "x", "a,b", "[", " x ", "12", "true", "q\"q", "a\nb", "{y}", "é", "a\\", "a\u2028b", "\ud800"];

    private static readonly string[] s_keys = ["a", "B", "_c", "d1", "e f", "1g", "", "é", "key", "A", "z", "y", "x", "h\u2028"];

    [Theory(DisplayName = "2.1 dynamic values [W]: members of type object are the same text as in a dictionary")]
    [InlineData(1)]
    [InlineData(2)]
    public void SameText(int seed)
    {
        TonlOptions[] all =
        [
            new(), TonlOptions.Dense, new() { KeyOrder = TonlKeyOrder.Source }, new() { Delimiter = '|', PrettyDelimiters = true },
            new() { IncludeTypeHints = true }, new() { IndentSize = 5, Headers = TonlHeaderStyle.Bare }, new() { Layout = TonlLayout.Compatible },
            new() { DictionaryKeyPolicy = System.Text.Json.JsonNamingPolicy.KebabCaseUpper },
        ];
        var random = new Random(seed);
        for (int round = 0; round < 3_000; round++)
        {
            var holder = new Holder { A = Value(random, 2), B = random.Next(3) == 0 ? null : List(random, 1), C = Value(random, 1) };
            var members = new Dictionary<string, object?> { ["A"] = holder.A, ["B"] = holder.B, ["C"] = holder.C };
            foreach (TonlOptions options in all)
            {
                TonlOptions outer = options.DictionaryKeyPolicy is null ? options : new TonlOptions(options) { PropertyNamingPolicy = options.DictionaryKeyPolicy };
                string expected, actual;
                try
                {
                    expected = TonlSerializer.SerializeToString(members, options);
                }
                catch (TonlException e)
                {
                    TonlException other = Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(holder, outer));
                    Assert.Equal((e.Code, e.Path), (other.Code, other.Path));
                    continue;
                }

                actual = TonlSerializer.SerializeToString(holder, outer);
                Assert.Equal(expected, actual);
            }
        }
    }

    private static object? Value(Random random, int depth) => random.Next(4) switch
    {
        0 => s_scalars[random.Next(s_scalars.Length)],
        1 => List(random, depth),
        2 => random.Next(2) == 0 ? List(random, depth).ToArray() : List(random, depth),
        _ => Members(random, depth),
    };

    private static List<object?> List(Random random, int depth) =>
        [.. Enumerable.Range(0, random.Next(4)).Select(_ => depth == 0 || random.Next(4) > 0 ? s_scalars[random.Next(s_scalars.Length)] : Value(random, depth - 1))];

    private static Dictionary<string, object?> Members(Random random, int depth)
    {
        var members = new Dictionary<string, object?>();
        for (int i = random.Next(10); i > 0; i--)
        {
            members[s_keys[random.Next(s_keys.Length - (random.Next(3) > 0 ? 4 : 0))]] =
                depth == 0 || random.Next(5) > 0 ? s_scalars[random.Next(s_scalars.Length)] : Value(random, depth - 1);
        }

        return members;
    }
}
