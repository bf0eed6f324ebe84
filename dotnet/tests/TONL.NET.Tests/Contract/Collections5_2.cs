// Contract 5.2: collections and dictionaries of every family.
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Collections5_2
{
    public sealed record Item(int Id, string Name);

    public sealed class Many<T>
    {
        public T? Value { get; set; }
    }

    public sealed class Own : Collection<int>;

    [Fact(DisplayName = "5.2 collections [W]: every family keeps its elements in order")]
    public void Families()
    {
        int[] n = [3, 1, 2];
        Sequence<int[], int>(n, n);
        Sequence<List<int>, int>([.. n], n);
        Sequence<IEnumerable<int>, int>(n.ToList(), n);
        Sequence<ICollection<int>, int>(n.ToList(), n);
        Sequence<IList<int>, int>(n.ToList(), n);
        Sequence<IReadOnlyCollection<int>, int>(n.ToList(), n);
        Sequence<IReadOnlyList<int>, int>(n.ToList(), n);
        Sequence<ISet<int>, int>(n.ToHashSet(), n);
        Sequence<IReadOnlySet<int>, int>(n.ToHashSet(), n);
        Sequence<HashSet<int>, int>([.. n], n);
        Sequence<SortedSet<int>, int>([.. n], [1, 2, 3]);
        Sequence<Queue<int>, int>(new Queue<int>(n), n);
        Sequence<Stack<int>, int>(new Stack<int>(n), [2, 1, 3]);
        Sequence<LinkedList<int>, int>(new LinkedList<int>(n), n);
        Sequence<ObservableCollection<int>, int>([.. n], n);
        Sequence<ConcurrentQueue<int>, int>(new ConcurrentQueue<int>(n), n);
        Sequence<ConcurrentBag<int>, int>(new ConcurrentBag<int>(n), new ConcurrentBag<int>(n).ToArray());
        Sequence<ConcurrentStack<int>, int>(new ConcurrentStack<int>(n), [2, 1, 3]);
        Sequence<ImmutableArray<int>, int>([.. n], n);
        Sequence<ImmutableList<int>, int>([.. n], n);
        Sequence<ImmutableHashSet<int>, int>([.. n], [.. ImmutableHashSet.Create(n)]);
        Sequence<ImmutableSortedSet<int>, int>([.. n], [1, 2, 3]);
        Sequence<ImmutableQueue<int>, int>([.. n], n);
        Sequence<ImmutableStack<int>, int>(ImmutableStack.CreateRange(n), [2, 1, 3]);
        Sequence<FrozenSet<int>, int>(n.ToFrozenSet(), [.. n.ToFrozenSet()]);
        Sequence<Own, int>([3, 1, 2], n);
        Sequence<Memory<int>, int>(n, n, m => m.ToArray());
    }

    [Fact(DisplayName = "5.2 collections [W]: of objects, arrays, nulls, nothing")]
    public void Elements()
    {
        Doors.Check(new List<Item> { new(1, "a"), new(2, "b,c") });
        Doors.Check(new[] { new[] { 1, 2 }, [], [3] });
        Doors.Check(new List<List<List<int>>> { new() { new() { 1 }, new() }, new() });
        Doors.Check(new List<Item?> { null, new(1, "a") });
        Doors.Check(new List<Item?> { null, null });
        Doors.Check(new List<int?> { 1, null });
        Doors.Check(new List<string?> { "", null, "null", " x", "a\nb", "\"", "[x", "{y}", "a: b" });
        Doors.Check(Array.Empty<Item>());
        Doors.Check(new Many<List<Item>> { Value = [] });
        Doors.Check(new Many<List<Item>>());
        Doors.Check(new Many<Item[]> { Value = [new(1, "\"q\"")] });
        Doors.Check(new Many<List<Many<int?>>> { Value = [new() { Value = 1 }, new()] });
        Doors.Check(new Many<List<Many<Item>>> { Value = [new() { Value = null }, new()] });
        Doors.Check(new Many<List<Many<Item>>> { Value = [new() { Value = null }, new() { Value = new(1, "x") }] });
        Doors.Check(Enumerable.Range(0, 400).ToArray());
        Doors.Check(new Many<string[]> { Value = Enumerable.Range(0, 300).Select(i => "word" + i).ToArray() });
        Doors.Check(default(ImmutableArray<int>), null, (a, b) => Assert.Equal(a.IsDefault, b.IsDefault));
    }

    [Fact(DisplayName = "5.2 dictionaries [W]: every family")]
    public void Dictionaries()
    {
        var d = new Dictionary<string, int> { ["b"] = 1, ["a"] = 2, ["my-key"] = 3, [""] = 4 };
        Pairs<Dictionary<string, int>>(d);
        Pairs<IDictionary<string, int>>(d);
        Pairs<IReadOnlyDictionary<string, int>>(d);
        Pairs<SortedDictionary<string, int>>(new(d));
        Pairs<SortedList<string, int>>(new(d));
        Pairs<ConcurrentDictionary<string, int>>(new(d));
        Pairs<ImmutableDictionary<string, int>>(d.ToImmutableDictionary());
        Pairs<ImmutableSortedDictionary<string, int>>(d.ToImmutableSortedDictionary());
        Pairs<FrozenDictionary<string, int>>(d.ToFrozenDictionary());
        Pairs<ReadOnlyDictionary<string, int>>(new(d));
    }

    [Fact(DisplayName = "5.2 keys [W]: any scalar")]
    public void Keys()
    {
        Doors.Check(new Dictionary<int, string> { [1] = "a", [-2] = "b" });
        Doors.Check(new Dictionary<long, Item> { [1L << 40] = new(1, "x") });
        Doors.Check(new Dictionary<Guid, int> { [Guid.Empty] = 1 });
        Doors.Check(new Dictionary<DayOfWeek, int> { [DayOfWeek.Friday] = 1, [(DayOfWeek)99] = 2 });
        Doors.Check(new Dictionary<bool, int> { [true] = 1, [false] = 2 });
        Doors.Check(new Dictionary<char, int> { [':'] = 1, ['x'] = 2 });
        Doors.Check(new Dictionary<DateTime, int> { [new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc)] = 1 });
        Doors.Check(new Dictionary<DateOnly, int> { [new DateOnly(2020, 1, 1)] = 1 });
        Doors.Check(new Dictionary<TimeSpan, int> { [TimeSpan.FromMinutes(1)] = 1 });
        Doors.Check(new Dictionary<decimal, int> { [1.5m] = 1 });
        Doors.Check(new Dictionary<Uri, int> { [new Uri("http://a/")] = 1 });
    }

    [Fact(DisplayName = "5.2 keys [W]: two keys with one text are E_DUPLICATE_KEY")]
    public void EqualKeys()
    {
        var d = new Dictionary<object, int> { [1] = 1, ["1"] = 2 };
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString<object>((IDictionary)d));
        Assert.Equal("E_DUPLICATE_KEY", e.Code);
        var policy = new TonlOptions { DictionaryKeyPolicy = System.Text.Json.JsonNamingPolicy.CamelCase };
        e = Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(new Dictionary<string, int> { ["A"] = 1, ["a"] = 2 }, policy));
        Assert.Equal(("E_DUPLICATE_KEY", "$.a"), (e.Code, e.Path));
    }

    [Fact(DisplayName = "4 DictionaryKeyPolicy [W]: for names; keys of other types are read back")]
    public void PolicyOfNames()
    {
        var policy = new TonlOptions { DictionaryKeyPolicy = System.Text.Json.JsonNamingPolicy.SnakeCaseUpper };
        Doors.Check(new Dictionary<DateTime, int> { [new DateTime(2020, 1, 1, 2, 3, 4, DateTimeKind.Utc)] = 1 }, policy);
        Doors.Check(new Dictionary<Guid, int> { [new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff")] = 1 }, policy);
        Doors.Check(new Dictionary<Uri, int> { [new Uri("http://a/Bc")] = 1 }, policy);
        Assert.Equal("#version 1.0\nroot:\n  AB_C: 1", TonlSerializer.Serialize(new Dictionary<string, int> { ["abC"] = 1 }, policy));
        Assert.Equal("#version 1.0\nroot:\n  FRIDAY: 1", TonlSerializer.Serialize(new Dictionary<DayOfWeek, int> { [DayOfWeek.Friday] = 1 }, policy));
        Assert.Equal("#version 1.0\nroot:\n  2020-01-01: 1", TonlSerializer.Serialize(new System.Collections.Hashtable { [new DateOnly(2020, 1, 1)] = 1 }, policy));
    }

    [Fact(DisplayName = "5.2 dictionaries [W]: source order on request")]
    public void SourceOrder() => Assert.Equal(
        "#version 1.0\nroot{b,a}:\n  b: 1\n  a: 2",
        TonlSerializer.SerializeToString(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2 }, new TonlOptions { KeyOrder = TonlKeyOrder.Source }));

    [Fact(DisplayName = "5.2 enumerables [W]: enumerated once")]
    public void Once()
    {
        int runs = 0;
        IEnumerable<int> Numbers()
        {
            runs++;
            yield return 1;
            yield return 2;
        }

        Assert.Equal("#version 1.0\nroot[2]: 1,2", TonlSerializer.SerializeToString(Numbers()));
        Assert.Equal(1, runs);
    }

    [Fact(DisplayName = "5.2 unsupported [W]: E_UNSUPPORTED with path")]
    public void Unsupported()
    {
        foreach (object value in new object[] { new Many<Type> { Value = typeof(int) }, new Many<int[,]> { Value = new int[1, 1] }, new Many<Action> { Value = () => { } } })
        {
            TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(value));
            Assert.Equal(("E_UNSUPPORTED", "$.Value"), (e.Code, e.Path));
        }
    }

    private static void Sequence<TCollection, T>(TCollection value, T[] order, Func<TCollection, T[]>? items = null)
    {
        items ??= c => [.. (IEnumerable<T>)c!];
        string text = Doors.Check(new Many<TCollection> { Value = value }, null, (a, b) => Assert.Equal(items(a!.Value!), items(b!.Value!)));
        Assert.Equal($"#version 1.0\nroot:\n  Value[{order.Length}]: {string.Join(",", order)}", text);
        Doors.Check(value, null, (a, b) => Assert.Equal(items(a!), items(b!)));
    }

    private static void Pairs<TDictionary>(TDictionary value)
        where TDictionary : IEnumerable<KeyValuePair<string, int>>
    {
        string text = Doors.Check(value, null, (a, b) => Assert.Equal(a!.OrderBy(p => p.Key), b!.OrderBy(p => p.Key)));
        Assert.Equal("#version 1.0\nroot{\"\",a,b,my-key}:\n  \"\": 4\n  a: 2\n  b: 1\n  my-key: 3", text);
    }
}
