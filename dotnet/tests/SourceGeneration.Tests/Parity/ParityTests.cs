// The first rule of the contract: generated code writes the bytes and reads the values of reflection, for every shape and option.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Parity;

public class ParityTests
{
    private static readonly (string Name, TonlOptions? Options)[] OptionSets =
    [
        ("none", null),
        ("default", TonlOptions.Default),
        ("dense", TonlOptions.Dense),
        ("pipe", new TonlOptions { Delimiter = '|' }),
        ("tab pretty", new TonlOptions { Delimiter = '\t', PrettyDelimiters = true }),
        ("semicolon pretty", new TonlOptions { Delimiter = ';', PrettyDelimiters = true, IndentSize = 4 }),
        ("auto delimiter", new TonlOptions { AutoDelimiter = true }),
        ("source order", new TonlOptions { KeyOrder = TonlKeyOrder.Source }),
        ("bare", new TonlOptions { Headers = TonlHeaderStyle.Bare, ColonSpace = false, Version = null }),
        ("open", new TonlOptions { Root = TonlRootStyle.Open }),
        ("hints", new TonlOptions { IncludeTypeHints = true }),
        ("compatible", new TonlOptions { Layout = TonlLayout.Compatible, PrettyDelimiters = true }),
        ("snake case", new TonlOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase }),
        ("without nulls", new TonlOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull }),
        ("without defaults", new TonlOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault }),
        ("fields", new TonlOptions { IncludeFields = true }),
        ("enum names", new TonlOptions { EnumFormat = TonlEnumFormat.Name }),
        ("strict", new TonlOptions { StrictMode = true }),
        ("without json", new TonlOptions { HonorJsonAttributes = false }),
        ("without json, snake case", new TonlOptions { HonorJsonAttributes = false, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower, KeyOrder = TonlKeyOrder.Source }),
        ("case sensitive", new TonlOptions { PropertyNameCaseInsensitive = false }),
    ];

    public static IEnumerable<object[]> Names => OptionSets.Select(o => new object[] { o.Name });

    [Theory(DisplayName = "7.2 parity [W]: bytes and values of generated code are those of reflection")]
    [MemberData(nameof(Names))]
    public void Generated_equals_reflection(string name)
    {
        var options = OptionSets.First(o => o.Name == name).Options;
        var differences = new List<string>();
        foreach (var sample in Values.All())
        {
            var expected = Try(() => sample.Reflected(options));
            var actual = Try(() => sample.Generated(options));
            if (expected != actual)
            {
                differences.Add($"{sample.Name} written:\n{expected}\n--- generated:\n{actual}");
                continue;
            }

            if (expected.StartsWith("! ", StringComparison.Ordinal))
            {
                continue;
            }

            var bytes = sample.Reflected(options);
            var reflected = Try(() => sample.ReadReflectedWriteReflected(bytes, options));
            var generated = Try(() => sample.ReadGeneratedWriteReflected(bytes, options));
            if (reflected != generated)
            {
                differences.Add($"{sample.Name} read by reflection:\n{reflected}\n--- by generated code:\n{generated}\n--- from:\n{expected}");
            }
            else if (reflected != expected && !sample.Name.Contains("interfaces", StringComparison.Ordinal) && name is not ("without nulls" or "without defaults"))
            {
                differences.Add($"{sample.Name} does not come back:\n{reflected}\n--- from:\n{expected}");
            }
        }

        Assert.True(differences.Count == 0, $"{differences.Count} differences\n" + string.Join("\n=====\n", differences.Take(8)));
    }

    [Fact(DisplayName = "7.2 parity [W]: text cut at every byte gives the same result or the same error")]
    public void Truncated()
    {
        var differences = new List<string>();
        foreach (var sample in Values.All().Where(s => !s.Name.Contains("string", StringComparison.Ordinal)))
        {
            var bytes = sample.Reflected(null);
            for (var length = 0; length < bytes.Length && bytes.Length < 1500; length += 1 + (bytes.Length / 200))
            {
                var cut = bytes.AsSpan(0, length).ToArray();
                var reflected = Try(() => sample.ReadReflectedWriteReflected(cut, null));
                var generated = Try(() => sample.ReadGeneratedWriteReflected(cut, null));
                if (reflected != generated)
                {
                    differences.Add($"{sample.Name} cut at {length}:\n{reflected}\n--- generated:\n{generated}\n--- from:\n{Encoding.UTF8.GetString(cut)}");
                }
            }
        }

        Assert.True(differences.Count == 0, $"{differences.Count} differences\n" + string.Join("\n=====\n", differences.Take(8)));
    }

    [Theory(DisplayName = "7.2 parity [W]: changed text gives the same result or the same error, through a document too")]
    [InlineData(false)]
    [InlineData(true)]
    public void Changed(bool strict)
    {
        byte[][] lines = ["\n"u8.ToArray(), "\nroot{"u8.ToArray(), "\n  junk\n    "u8.ToArray(), "\n[1]: x\n"u8.ToArray(), "\"\"\""u8.ToArray(), "\n  a:\n"u8.ToArray(), "1e999"u8.ToArray()];
        const string Marks = ",:|\"\\{}[]#@ \n\t0123456789-+.eEntfau\r_";
        var random = new Random(4711);
        var options = new TonlOptions { StrictMode = strict };
        var differences = new List<string>();
        foreach (var sample in Values.All())
        {
            var bytes = sample.Reflected(null);
            for (var round = 0; round < 20 && bytes.Length < 4000; round++)
            {
                var changed = bytes.ToList();
                for (var change = 0; change <= round % 3; change++)
                {
                    Change(changed, random, (byte)Marks[random.Next(Marks.Length)]);
                }

                if (round % 5 == 4)
                {
                    changed.InsertRange(random.Next(changed.Count), lines[random.Next(lines.Length)]); // whole lines, and beginnings of them
                }

                var text = changed.ToArray();
                var reflected = Try(() => sample.ReadReflectedWriteReflected(text, options));
                var generated = Try(() => sample.ReadGeneratedWriteReflected(text, options));
                var document = Try(() => sample.ReadDocumentWriteReflected(text, options));
                if (reflected != generated || reflected != document)
                {
                    differences.Add($"{sample.Name}:\n{reflected}\n--- generated:\n{generated}\n--- document:\n{document}\n--- from:\n{Encoding.UTF8.GetString(text)}");
                }
            }
        }

        Assert.True(differences.Count == 0, $"{differences.Count} differences\n" + string.Join("\n=====\n", differences.Take(8)));
    }

    private static void Change(List<byte> text, Random random, byte mark)
    {
        var at = random.Next(text.Count);
        switch (random.Next(5))
        {
            case 0:
                text[at] = mark;
                break;
            case 1:
                text.Insert(at, mark);
                break;
            case 2 when text.Count > 1:
                text.RemoveAt(at);
                break;
            case 3:
                text.InsertRange(random.Next(text.Count), text.GetRange(at, Math.Min(random.Next(20), text.Count - at)));
                break;
            default:
                text[at] = (byte)random.Next(256);
                break;
        }
    }

    // Code and path are part of parity, the words of messages too: both paths end in the same readers.
    private static string Try(Func<byte[]> action)
    {
        try
        {
            return Encoding.UTF8.GetString(action());
        }
        catch (TonlException e)
        {
            return $"! {e.Code} {e.LineNumber}:{e.Position} {e.Path} {e.Message}";
        }
        catch (InvalidOperationException e)
        {
            return "! InvalidOperationException " + e.GetType().Name;
        }
    }
}
