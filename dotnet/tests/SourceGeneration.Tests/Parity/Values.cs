// Values for the parity run: usual ones, borders, and strings that need every form of quoting.

using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Linq;
using System.Numerics;
using System.Text.Json.Nodes;
using TONL.NET.SourceGeneration.Tests.Models;

namespace TONL.NET.SourceGeneration.Tests.Parity;

/// <summary>One value with its static type.</summary>
internal abstract class Sample
{
    public required string Name { get; init; }

    public abstract byte[] Generated(TonlOptions? options);

    public abstract byte[] Reflected(TonlOptions? options);

    public abstract byte[] ReadGeneratedWriteReflected(byte[] tonl, TonlOptions? options);

    public abstract byte[] ReadReflectedWriteReflected(byte[] tonl, TonlOptions? options);

    public abstract byte[] ReadDocumentWriteReflected(byte[] tonl, TonlOptions? options);

    public override string ToString() => Name;
}

internal sealed class Sample<T> : Sample
{
    public required T Value { get; init; }

    private static TonlTypeInfo<T> Info => ShapeContext.Default.GetTypeInfo(typeof(T)) as TonlTypeInfo<T> ?? EdgeContext.Default.GetTypeInfo<T>();

    public override byte[] Generated(TonlOptions? options) => TonlSerializer.SerializeToBytes(Value, Info, options);

    public override byte[] Reflected(TonlOptions? options) => TonlSerializer.SerializeToBytes(Value, options);

    public override byte[] ReadGeneratedWriteReflected(byte[] tonl, TonlOptions? options) =>
        TonlSerializer.SerializeToBytes(TonlSerializer.Deserialize(tonl, Info, options), options);

    public override byte[] ReadReflectedWriteReflected(byte[] tonl, TonlOptions? options) =>
        TonlSerializer.SerializeToBytes(TonlSerializer.Deserialize<T>(tonl, options), options);

    public override byte[] ReadDocumentWriteReflected(byte[] tonl, TonlOptions? options)
    {
        using var document = TonlDocument.Parse(tonl, options);
        return TonlSerializer.SerializeToBytes(document.RootElement.Deserialize<T>(options), options);
    }
}

internal static class Values
{
    private static readonly string[] Strings =
    [
        "", " ", "plain", "true", "null", "-0", "1e5", "0x1", "a,b", "a|b;c\td", " edge ", "\"q\"", "a\"b", "\\", "a\\", "\\n", "line\nfeed",
        "cr\rlf\r\n", "\"\"\"", "x\"\"\"y", "[x", "x]", "{x}", "a: b", "#c", "@at", "é😀", "\u2028", "\ufeff", "\u00a0x", "root", "[0]", "a[1]:",
        "\ud800", "+5", ".5", "5.", "Infinity", "undefined", "x\ty", "- item", new string('x', 300),
    ];

    public static IEnumerable<Sample> All() => Objects().Concat(Containers()).Concat(Edges());

    private static IEnumerable<Sample> Edges()
    {
        yield return Of("tuple of nine", (1, 2, 3, 4, 5, 6, 7, 8, "nine"));
        yield return Of("attributes of the overridden member", new Overriding());
        yield return Of("defaults", new JsonMarked());
        yield return Of("full", new JsonMarked
        {
            Ignored = new OnlyIgnored { Value = 1 },
            Needed = 2,
            Text = "t",
            Rare = "r",
            Color = Color.Green,
            Named = Named2.First,
            Node = new JsonLeaf { Id = 1, Leaf = 2 },
            Nodes = [new JsonLeaf { Id = 3 }, new JsonLeaf { Id = 4 }],
            Made = new TwoConstructors(4),
        });
        yield return Of("table", new List<JsonNodeBase> { new JsonLeaf { Id = 1, Leaf = 2 }, new JsonLeaf { Id = 2 } });
        yield return Of("nothing more", new JsonExtra());
        yield return Of("more", new JsonExtra { A = 1, More = new() { ["b"] = 2, ["c"] = new List<object?> { 1, "x" } } });
        yield return Of("hidden constructor", Factored<string>.Make("s"));
        yield return Of("nulls", new Untyped());
        yield return Of("interfaces", new Untyped
        {
            List = [1, "a"],
            Sequence = new[] { 1, 2 },
            Map = new Dictionary<string, int> { ["a"] = 1 },
            Table = new System.Collections.Hashtable { ["z"] = 1 },
            Memory = new[] { 1, 2 },
            Addresses = new Address?[] { new("s", "c"), null },
        });
        yield return Of("made of a sequence", new Tags(["a", "b"]));
        yield return Of("made of a dictionary", new Frozen(new Dictionary<string, int> { ["a"] = 1 }));
        yield return Of("dynamic", new System.Dynamic.ExpandoObject());
        yield return Of("with Add", new Bag { 1, 2 });
        yield return Of("with a hidden Add", Models.Sealed.Of(1, 2));
        yield return Of<byte[]?>("null", null);
        yield return Of<byte[]?>("bytes", [1, 2]);
        yield return Of("guid", new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"));
        yield return Of<Guid?>("null", null);
        yield return Of<object?>("number", 5);
    }

    private static Sample<T> Of<T>(string name, T value) => new() { Name = typeof(T).Name + " " + name, Value = value };

    private static IEnumerable<Sample> Objects()
    {
        yield return Of("usual", Full());
        yield return Of("defaults", new Scalars());
        yield return Of("borders", new Scalars
        {
            SByte = sbyte.MinValue,
            Short = short.MinValue,
            Int = int.MinValue,
            Long = long.MinValue,
            ULong = ulong.MaxValue,
            Int128 = Int128.MinValue,
            UInt128 = UInt128.MaxValue,
            Double = double.MaxValue,
            Float = float.Epsilon,
            Half = Half.MaxValue,
            Decimal = decimal.MinValue,
            Char = '"',
            String = "\ud800",
            DateTime = DateTime.MaxValue,
            TimeSpan = TimeSpan.MinValue,
            Huge = Huge.Max,
            Access = (Access)64,
            Color = (Color)99,
            Big = BigInteger.Pow(10, 60),
        });
        yield return Of("specials", new Scalars { Double = double.NaN, Float = float.NegativeInfinity, Half = Half.NegativeZero });
        foreach (var (text, index) in Strings.Select((s, i) => (s, i)))
        {
            yield return Of("string " + index, new Scalars { String = text, Char = text.Length > 0 ? text[0] : 'x' });
        }

        yield return Of("nulls", new Nullables());
        yield return Of("values", new Nullables
        {
            Int = 1,
            Double = -0.0,
            When = new DateTime(2025, 6, 15, 1, 2, 3, DateTimeKind.Utc),
            Id = Guid.Empty,
            Color = Color.Green,
            Point = new Point { X = 1 },
            Amount = 1.10m,
            Letter = 'x',
            Wide = 5,
            Text = "t",
            Numbers = [1, null, 3],
            Texts = ["a", null, ""],
        });
        yield return Of("struct", new Point { X = -1, Y = int.MaxValue });
        yield return Of("record struct", new Spot(1.5, -2));
        yield return Of("readonly struct", new Fixed(3, "three"));
        yield return Of("record", new Person("Ann", 30, new Address("Main, 1", "X: Y")));
        yield return Of("defaults", new Person("Bob"));
        yield return Of("derived record", new Employee("Cat", 40, "CTO") { Salary = 1.50m, Note = null });
        yield return Of("init", new InitOnly { Id = 1, Name = "n", Items = [1, 2] });
        yield return Of("required", new RequiredMembers { Id = 1, Name = "n", Flag = true, Optional = null });
        yield return Of("left out", new Sparse { Id = 1 });
        yield return Of("partly left out", new Sparse { Id = 2, Name = "n", Kind = Color.Green, Where = new Address("s", "c") });
        yield return Of("rows, all the same", new List<Sparse> { new() { Id = 1, Name = "a", Price = 1.5m }, new() { Id = 2, Name = "b, c", Price = 2 } });
        yield return Of("rows, nearly", new List<Sparse> { new() { Id = 1, Name = "a" }, new() { Id = 2, Name = "b", Score = 1.25 }, new() { Id = 3, Score = 0 } });
        yield return Of("rows, first missing", new List<Sparse> { new() { Id = 1 }, new() { Id = 2, Kind = Color.Green }, new() { Id = 3, Kind = Color.Green } });
        yield return Of("rows, too rare", new List<Sparse> { new() { Id = 1, Name = "a" }, new() { Id = 2, Text = "b" }, new() { Id = 3, Score = 1, Price = 1 } });
        yield return Of("rows, nested", new List<Sparse> { new() { Id = 1 }, new() { Id = 2, Where = new Address("a", "b") } });
        yield return Of("rows, null", new List<Sparse?> { new() { Id = 1 }, null }.ConvertAll(item => item!));
        yield return Of("constructor", new WithConstructor(3, "o") { Extra = "e" });
        yield return Of("inherited", new Inherited { Alpha = 1, Zeta = "z", Middle = 2 });
        yield return Of("keywords", new Keywords { @class = 1, @event = "e", @params = true });
        yield return Of("internal", new Hidden { Id = 1, Child = new Hidden.Nested { Text = "t" } });
        yield return Of("tree", new Tree { Value = 1, Left = new Tree { Value = 2, Right = new Tree { Value = 3 } }, Children = [new Tree { Value = 4 }, new Tree { Value = 5 }] });
        yield return Of("generic", new Box<int> { Value = 3, More = [1, 2] });
        yield return Of("generic of record", new Box<Address> { Value = new Address("s", "c"), More = [new Address("a", "b"), new Address("c,d", "e")] });
        var attributes = new Attributes { FirstName = "A", LastName = "B", Secret = "no", MaybeNull = "x", MaybeDefault = 1, Early = 2, Alate = 3, Field = 4, Internal = "i", Unincluded = 5, AsName = Color.Green };
        attributes.SetPrivate(77);
        yield return Of("all", attributes);
        yield return Of("absent", new Attributes());
        yield return Of("extension", new Extended { Id = 1, Rest = new() { ["a"] = 1, ["b"] = "x", ["c"] = new List<object?> { 1, "two", null } } });
        yield return Of("no extension", new Extended { Id = 1 });
        yield return Of<Shape>("circle", new Circle { Name = "c", Radius = 1.5 });
        yield return Of<Shape>("square", new Square { Name = "s", Side = 2, At = new Address("a", "b") });
        yield return Of<Plain>("base", new Plain { Id = 1 });
        yield return Of<Plain>("derived", new Fancy { Id = 1, Color = "red" });
        yield return Of("converted", new Converted { Price = new Money { Amount = 1.5m, Currency = "EUR" }, Level = new Level { Value = 3 }, Levels = [new Level { Value = 1 }, new Level { Value = 2 }] });
        yield return Of("nothing converted", new Converted());
    }

    private static IEnumerable<Sample> Containers()
    {
        yield return Of("empty", new Collections());
        yield return Of("full", new Collections
        {
            Array = [1, 2],
            Texts = Strings,
            Jagged = [[1, 2], [], [3]],
            List = [],
            Lists = [[1], [2, 3], []],
            Enumerable = [1, 2],
            ICollection = ["a"],
            IList = [1.5, 2],
            IReadOnlyCollection = [1],
            IReadOnlyList = [2],
            ISet = new HashSet<int> { 1 },
            IReadOnlySet = new HashSet<int> { 2 },
            HashSet = ["x"],
            SortedSet = [3, 1, 2],
            Queue = new Queue<int>([1, 2, 3]),
            Stack = new Stack<int>([1, 2, 3]),
            LinkedList = new LinkedList<int>([1, 2]),
            Observable = [1],
            Collection = [2],
            ConcurrentQueue = new ConcurrentQueue<int>([1, 2]),
            ConcurrentStack = new ConcurrentStack<int>([1, 2]),
            ImmutableArray = [1, 2],
            ImmutableList = [1, 2],
            ImmutableHashSet = [1],
            ImmutableSortedSet = [2, 1],
            ImmutableQueue = [1, 2],
            ImmutableStack = ImmutableStack.Create(1, 2),
            FrozenSet = FrozenSet.ToFrozenSet([1]),
            Colors = [Color.Red, Color.Blue],
            Chars = ['a', ',', '"'],
            ULongs = [ulong.MaxValue],
            Bools = [true, false],
            Guids = [Guid.Empty],
            Own = [1, 2],
        });
        yield return Of("empty", new Dictionaries());
        yield return Of("full", new Dictionaries
        {
            Strings = new() { ["b"] = 1, ["a"] = 2, [""] = 3, ["x y"] = 4 },
            Ints = new() { [10] = "ten", [-2] = "two" },
            Guids = new() { [Guid.Empty] = true },
            Colors = new() { [Color.Green] = 1 },
            Days = new() { [new DateOnly(2025, 1, 2)] = 1.0m },
            Objects = new() { ["k"] = new Address("a", "b"), ["j"] = new Address("c", "d") },
            Lists = new() { ["l"] = [1, 2], ["e"] = [] },
            Nested = new() { ["n"] = new() { ["x"] = null, ["y"] = 1 } },
            Dynamic = new() { ["i"] = 1, ["s"] = "x", ["l"] = new List<object?> { 1, null }, ["d"] = 1.5, ["b"] = true, ["n"] = null },
            IDictionary = new Dictionary<string, int> { ["a"] = 1 },
            IReadOnly = new Dictionary<string, int> { ["a"] = 1 },
            Sorted = new() { ["z"] = 1, ["a"] = 2 },
            SortedList = new() { [2] = "b", [1] = "a" },
            Concurrent = new(new Dictionary<string, int> { ["a"] = 1 }),
            Immutable = ImmutableDictionary.CreateRange<string, int>([new("a", 1)]),
            ImmutableSorted = ImmutableSortedDictionary.CreateRange<string, int>([new("b", 1), new("a", 2)]),
            Frozen = new Dictionary<string, int> { ["f"] = 1 }.ToFrozenDictionary(),
        });
        yield return Of("holder", new Holder
        {
            Anything = new Dictionary<string, object?> { ["a"] = 1 },
            Node = JsonNode.Parse("""{"a":[1,2,{"b":null}]}"""),
            Pair = (1, "x"),
            Entry = new("k", 2),
            Spot = new(1, 2),
            Fixed = new(1, "f"),
            Shapes = [new Circle { Name = "c", Radius = 1 }, new Square { Name = "s", Side = 2 }],
            Points = [new Point { X = 1 }, new Point { Y = 2 }],
            People = [new Person("a"), null, new Person("b", 2)],
        });
        yield return Of("interfaces", new Viewed { Thing = new Thing { Id = 1, Name = "n" }, Things = [new Thing { Id = 2, Name = "m" }] });
        yield return Of("table", Lines(5));
        yield return Of("table with forms", Strings.Select((s, i) => new Line(i, s, i / 8.0, i % 2 == 0, null, Color.Red)).ToList());
        yield return Of("rows one by one unsafe", new List<Line> { new(1, "\"q\"", 1, true, null, Color.Red), new(2, "[", null, false, null, Color.Red) });
        yield return Of("null rows", new List<Line> { null!, new(1, "a", 1, true, null, Color.Red) });
        yield return Of("no rows", new List<Line>());
        yield return Of("array", Lines(3).ToArray());
        yield return Of("dictionary", Lines(3).ToDictionary(l => l.Name));
        yield return Of("ints", new[] { 1, -2, int.MaxValue });
        yield return Of("no ints", Array.Empty<int>());
        yield return Of("shapes", new List<Shape> { new Circle { Name = "a", Radius = 1 }, new Circle { Name = "b", Radius = 2 } });
        yield return Of("employees", new List<Employee> { new("a", 1, "t") { Salary = 1 }, new("b", 2, "u") { Note = "x,y" } });
    }

    private static List<Line> Lines(int count) =>
        Enumerable.Range(1, count).Select(i => new Line(i, "name " + i, i % 2 == 0 ? null : i * 1.25, i % 2 == 0, new DateTime(2025, 1, i), (Color)(i % 3))).ToList();

    private static Scalars Full() => new()
    {
        Bool = true,
        Byte = 1,
        SByte = -1,
        Short = -2,
        UShort = 2,
        Int = -3,
        UInt = 3,
        Long = -4,
        ULong = 4,
        Int128 = -5,
        UInt128 = 5,
        NInt = -6,
        NUInt = 6,
        Big = 7,
        Float = 0.1f,
        Double = 0.1,
        Half = (Half)1.5,
        Decimal = 1.10m,
        Char = 'c',
        String = "s",
        DateTime = new DateTime(2025, 6, 15, 10, 30, 0, DateTimeKind.Utc),
        DateTimeOffset = new DateTimeOffset(2025, 6, 15, 10, 30, 0, TimeSpan.FromHours(2)),
        DateOnly = new DateOnly(2025, 6, 15),
        TimeOnly = new TimeOnly(2, 30, 0, 5),
        TimeSpan = TimeSpan.FromMinutes(150),
        Guid = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
        Uri = new Uri("http://x.y/z?a=b"),
        Version = new Version(1, 2, 3),
        Bytes = [1, 2, 3],
        Color = Color.Green,
        Huge = Huge.None,
        Access = Access.All,
        Named = Named.Second,
    };
}
