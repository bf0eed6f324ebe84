// Members that may be left out, written straight, against the same members as dictionaries, which go by way of the tape: the same text, alone and in
// arrays of every mixture (table, table with missing cells, block), under several options. And what is written is read back.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class LeftOut
{
    public sealed class Flat
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? A { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int B { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public double? C { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public List<int>? D { get; set; }

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        [JsonPropertyName("e f")]
        public string? E { get; set; }

        public Dictionary<string, object?> Members()
        {
            var members = new Dictionary<string, object?>();
            Add(members, "A", A);
            Add(members, "B", B == 0 ? null : B);
            Add(members, "C", C);
            Add(members, "D", D?.Select(item => (object?)item).ToList());
            Add(members, "e f", E);
            return members;
        }

        private static void Add(Dictionary<string, object?> members, string name, object? value)
        {
            if (value is not null)
            {
                members.Add(name, value);
            }
        }
    }

    public sealed class Holder
    {
        public List<Flat>? Items { get; set; }

        public Flat? One { get; set; }
    }

    private static readonly string[] s_texts = ["x", "a,b", "[", "]", " x ", "12", "true", "q\"q", "a\nb", "{y}", "é", "a\\", ""];

    [Theory(DisplayName = "5.5 ignore conditions [W]: objects with members left out are the same text as dictionaries without them")]
    [InlineData(false)]
    [InlineData(true)]
    public void SameAsDictionaries(bool mostlyThere)
    {
        var random = new Random(mostlyThere ? 5 : 6);
        TonlOptions[] all = [TonlOptions.Default, TonlOptions.Dense, new() { Delimiter = '\t' }, new() { Delimiter = '|', PrettyDelimiters = true }, new() { Headers = TonlHeaderStyle.Bare }];
        for (int round = 0; round < 3000; round++)
        {
            List<Flat> items = [.. Enumerable.Range(0, random.Next(0, 6)).Select(_ => Make(random, mostlyThere))];
            var holder = new Holder { Items = items, One = Make(random, mostlyThere) };
            var plain = new Dictionary<string, object?> { ["Items"] = items.Select(item => (object?)item.Members()).ToList(), ["One"] = holder.One.Members() };
            foreach (TonlOptions options in all)
            {
                string text = TonlSerializer.SerializeToString(holder, options);
                Assert.Equal(TonlSerializer.SerializeToString(plain, options), text);
                Holder back = TonlSerializer.Deserialize<Holder>(text, options)!;
                Assert.Equal(text, TonlSerializer.SerializeToString(back, options));
            }
        }
    }

    private static Flat Make(Random random, bool mostlyThere)
    {
        bool There() => random.Next(mostlyThere ? 6 : 2) > 0;
        return new Flat
        {
            A = There() ? s_texts[random.Next(s_texts.Length)] : null,
            B = There() ? random.Next(-3, 4) : 0,
            C = There() ? random.Next(8) / 4.0 : null,
            D = random.Next(12) == 0 ? [1, 2] : null,
            E = There() ? s_texts[random.Next(3)] : null,
        };
    }
}
