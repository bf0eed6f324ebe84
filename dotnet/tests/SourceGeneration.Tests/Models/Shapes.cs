// One type for each shape of contract section 5; all are registered in ShapeContext, so that the same values go through reflection
// and through generated code.

#pragma warning disable CA1051 // fields are what is tested
using System;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Numerics;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace TONL.NET.SourceGeneration.Tests.Models;

public enum Color { Red, Green = 5, Blue = -3 }

public enum Huge : ulong { None, Max = ulong.MaxValue }

[Flags]
public enum Access { None = 0, Read = 1, Write = 2, All = 3 }

[JsonConverter(typeof(JsonStringEnumConverter))]
public enum Named { First, Second }

public class Scalars
{
    public bool Bool { get; set; }
    public byte Byte { get; set; }
    public sbyte SByte { get; set; }
    public short Short { get; set; }
    public ushort UShort { get; set; }
    public int Int { get; set; }
    public uint UInt { get; set; }
    public long Long { get; set; }
    public ulong ULong { get; set; }
    public Int128 Int128 { get; set; }
    public UInt128 UInt128 { get; set; }
    public nint NInt { get; set; }
    public nuint NUInt { get; set; }
    public BigInteger Big { get; set; }
    public float Float { get; set; }
    public double Double { get; set; }
    public Half Half { get; set; }
    public decimal Decimal { get; set; }
    public char Char { get; set; }
    public string String { get; set; } = "";
    public DateTime DateTime { get; set; }
    public DateTimeOffset DateTimeOffset { get; set; }
    public DateOnly DateOnly { get; set; }
    public TimeOnly TimeOnly { get; set; }
    public TimeSpan TimeSpan { get; set; }
    public Guid Guid { get; set; }
    public Uri? Uri { get; set; }
    public Version? Version { get; set; }
    public byte[]? Bytes { get; set; }
    public Color Color { get; set; }
    public Huge Huge { get; set; }
    public Access Access { get; set; }
    public Named Named { get; set; }
}

public class Nullables
{
    public int? Int { get; set; }
    public double? Double { get; set; }
    public DateTime? When { get; set; }
    public Guid? Id { get; set; }
    public Color? Color { get; set; }
    public Point? Point { get; set; }
    public decimal? Amount { get; set; }
    public char? Letter { get; set; }
    public Int128? Wide { get; set; }
    public string? Text { get; set; }
    public List<int?>? Numbers { get; set; }
    public List<string?>? Texts { get; set; }
}

public struct Point
{
    public int X { get; set; }
    public int Y { get; set; }
}

public readonly record struct Spot(double Lat, double Lon);

public readonly struct Fixed
{
    public Fixed(int units, string name)
    {
        Units = units;
        Name = name;
    }

    public int Units { get; }
    public string Name { get; }
}

public record Person(string Name, int Age = 18, Address? Home = null);

public record Address(string Street, string City);

public record Employee(string Name, int Age, string Title) : Person(Name, Age)
{
    public decimal Salary { get; set; }
    public string? Note { get; init; } = "none";
}

public class InitOnly
{
    public int Id { get; init; } = 7;
    public string Name { get; init; } = "unset";
    public List<int>? Items { get; init; }
}

public sealed class Sparse
{
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? Name { get; set; }
    public int Id { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public Color Kind { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public decimal Price { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public double? Score { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public string? Text { get; set; }
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public Address? Where { get; set; }
}

public class RequiredMembers
{
    public required int Id { get; set; }
    public required string Name { get; init; }
    [JsonRequired] public bool Flag { get; set; }
    public string? Optional { get; set; } = "kept";
}

public class WithConstructor
{
    public WithConstructor() => Origin = "default";

    [TonlConstructor]
    public WithConstructor(int id, string origin = "constructor")
    {
        Id = id;
        Origin = origin;
    }

    public int Id { get; }
    public string Origin { get; }
    public string Extra { get; set; } = "";
}

public class BaseType
{
    public int Alpha { get; set; }
    public virtual string Zeta { get; set; } = "";
}

public class Inherited : BaseType
{
    public override string Zeta { get; set; } = "";
    public int Middle { get; set; }
}

public class Keywords
{
    public int @class { get; set; }
    public string @event { get; set; } = "";
    public bool @params { get; set; }
}

internal class Hidden
{
    public int Id { get; set; }
    public Nested? Child { get; set; }

    internal class Nested
    {
        public string Text { get; set; } = "";
    }
}

public class Collections
{
    public int[]? Array { get; set; }
    public string[]? Texts { get; set; }
    public int[][]? Jagged { get; set; }
    public List<int>? List { get; set; }
    public List<List<int>>? Lists { get; set; }
    public IEnumerable<int>? Enumerable { get; set; }
    public ICollection<string>? ICollection { get; set; }
    public IList<double>? IList { get; set; }
    public IReadOnlyCollection<int>? IReadOnlyCollection { get; set; }
    public IReadOnlyList<int>? IReadOnlyList { get; set; }
    public ISet<int>? ISet { get; set; }
    public IReadOnlySet<int>? IReadOnlySet { get; set; }
    public HashSet<string>? HashSet { get; set; }
    public SortedSet<int>? SortedSet { get; set; }
    public Queue<int>? Queue { get; set; }
    public Stack<int>? Stack { get; set; }
    public LinkedList<int>? LinkedList { get; set; }
    public ObservableCollection<int>? Observable { get; set; }
    public Collection<int>? Collection { get; set; }
    public ConcurrentQueue<int>? ConcurrentQueue { get; set; }
    public ConcurrentStack<int>? ConcurrentStack { get; set; }
    public ImmutableArray<int> ImmutableArray { get; set; }
    public ImmutableList<int>? ImmutableList { get; set; }
    public ImmutableHashSet<int>? ImmutableHashSet { get; set; }
    public ImmutableSortedSet<int>? ImmutableSortedSet { get; set; }
    public ImmutableQueue<int>? ImmutableQueue { get; set; }
    public ImmutableStack<int>? ImmutableStack { get; set; }
    public FrozenSet<int>? FrozenSet { get; set; }
    public List<Color>? Colors { get; set; }
    public List<char>? Chars { get; set; }
    public List<ulong>? ULongs { get; set; }
    public List<bool>? Bools { get; set; }
    public List<Guid>? Guids { get; set; }
    public Numbers? Own { get; set; }
}

public class Numbers : Collection<int>
{
}

public class Dictionaries
{
    public Dictionary<string, int>? Strings { get; set; }
    public Dictionary<int, string>? Ints { get; set; }
    public Dictionary<Guid, bool>? Guids { get; set; }
    public Dictionary<Color, int>? Colors { get; set; }
    public Dictionary<DateOnly, decimal>? Days { get; set; }
    public Dictionary<string, Address>? Objects { get; set; }
    public Dictionary<string, List<int>>? Lists { get; set; }
    public Dictionary<string, Dictionary<string, int?>>? Nested { get; set; }
    public Dictionary<string, object?>? Dynamic { get; set; }
    public IDictionary<string, int>? IDictionary { get; set; }
    public IReadOnlyDictionary<string, int>? IReadOnly { get; set; }
    public SortedDictionary<string, int>? Sorted { get; set; }
    public SortedList<int, string>? SortedList { get; set; }
    public ConcurrentDictionary<string, int>? Concurrent { get; set; }
    public ImmutableDictionary<string, int>? Immutable { get; set; }
    public ImmutableSortedDictionary<string, int>? ImmutableSorted { get; set; }
    public FrozenDictionary<string, int>? Frozen { get; set; }
}

public class Tree
{
    public int Value { get; set; }
    public Tree? Left { get; set; }
    public Tree? Right { get; set; }
    public List<Tree>? Children { get; set; }
}

public class Box<T>
{
    public T? Value { get; set; }
    public List<T>? More { get; init; }
}

public class Attributes
{
    [TonlPropertyName("first name")] public string FirstName { get; set; } = "";
    [JsonPropertyName("last-name")] public string LastName { get; set; } = "";
    [TonlIgnore] public string Secret { get; set; } = "default";
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? MaybeNull { get; set; }
    [TonlIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int MaybeDefault { get; set; }
    [TonlPropertyOrder(-1)] public int Early { get; set; }
    [JsonPropertyOrder(9)] public int Alate { get; set; }
    [TonlInclude] public int Field;
    [JsonInclude] internal string Internal { get; set; } = "";
    [TonlInclude] private int Private { get; set; }
    public int Unincluded;
    [JsonConverter(typeof(JsonStringEnumConverter))] public Color AsName { get; set; }

    public void SetPrivate(int value) => Private = value;

    public int GetPrivate() => Private;
}

public class Extended
{
    public int Id { get; set; }
    [TonlExtensionData] public Dictionary<string, object?>? Rest { get; set; }
}

[TonlPolymorphic(DiscriminatorName = "kind")]
[TonlDerivedType(typeof(Circle), "circle")]
[TonlDerivedType(typeof(Square), "square")]
public abstract class Shape
{
    public string Name { get; set; } = "";
}

public class Circle : Shape
{
    public double Radius { get; set; }
}

public class Square : Shape
{
    public int Side { get; set; }
    public Address? At { get; set; }
}

[JsonDerivedType(typeof(Plain), 1)]
[JsonDerivedType(typeof(Fancy), 2)]
public class Plain
{
    public int Id { get; set; }
}

public class Fancy : Plain
{
    public string Color { get; set; } = "";
}

public interface IThing
{
    int Id { get; }
    string Name { get; set; }
}

public class Thing : IThing
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public int NotOfTheInterface { get; set; }
}

public class Viewed
{
    public IThing? Thing { get; set; }
    public List<IThing>? Things { get; set; }
}

public class Holder
{
    public object? Anything { get; set; }
    public JsonNode? Node { get; set; }
    public (int, string) Pair { get; set; }
    public KeyValuePair<string, int> Entry { get; set; }
    public Spot Spot { get; set; }
    public Fixed Fixed { get; set; }
    public List<Shape>? Shapes { get; set; }
    public List<Point>? Points { get; set; }
    public List<Person?>? People { get; set; }
}

public sealed class Money
{
    public decimal Amount { get; init; }
    public string Currency { get; init; } = "";
}

public sealed class MoneyConverter : TonlConverter<Money>
{
    public override object? ToTonl(Money value, TonlOptions options) =>
        value is null ? null : value.Amount.ToString(System.Globalization.CultureInfo.InvariantCulture) + " " + value.Currency;

    public override Money? FromTonl(object? value, TonlOptions options) =>
        value is string text && text.Split(' ') is [var amount, var currency]
            ? new Money { Amount = decimal.Parse(amount, System.Globalization.CultureInfo.InvariantCulture), Currency = currency }
            : null;
}

[TonlConverter(typeof(LevelConverter))]
public sealed class Level
{
    public int Value { get; init; }
}

public sealed class LevelConverter : TonlConverter<Level>
{
    public override object? ToTonl(Level value, TonlOptions options) => value?.Value;

    public override Level? FromTonl(object? value, TonlOptions options) => value is null ? null : new() { Value = Convert.ToInt32(value, null) };
}

public class Converted
{
    [TonlConverter(typeof(MoneyConverter))] public Money? Price { get; set; }
    public Level? Level { get; set; }
    public List<Level>? Levels { get; set; }
}

public record Line(int Id, string Name, double? Price, bool InStock, DateTime? Since, Color Color);

[TonlSerializable(typeof(Scalars))]
[TonlSerializable(typeof(Nullables))]
[TonlSerializable(typeof(Point))]
[TonlSerializable(typeof(Spot))]
[TonlSerializable(typeof(Fixed))]
[TonlSerializable(typeof(Person))]
[TonlSerializable(typeof(Employee))]
[TonlSerializable(typeof(InitOnly))]
[TonlSerializable(typeof(RequiredMembers))]
[TonlSerializable(typeof(Sparse))]
[TonlSerializable(typeof(List<Sparse>))]
[TonlSerializable(typeof(WithConstructor))]
[TonlSerializable(typeof(Inherited))]
[TonlSerializable(typeof(Keywords))]
[TonlSerializable(typeof(Hidden))]
[TonlSerializable(typeof(Collections))]
[TonlSerializable(typeof(Dictionaries))]
[TonlSerializable(typeof(Tree))]
[TonlSerializable(typeof(Box<int>))]
[TonlSerializable(typeof(Box<Address>))]
[TonlSerializable(typeof(Attributes))]
[TonlSerializable(typeof(Extended))]
[TonlSerializable(typeof(Shape))]
[TonlSerializable(typeof(Plain))]
[TonlSerializable(typeof(Holder))]
[TonlSerializable(typeof(Viewed))]
[TonlSerializable(typeof(Converted))]
[TonlSerializable(typeof(List<Line>))]
[TonlSerializable(typeof(int[]))]
[TonlSerializable(typeof(Line[]))]
[TonlSerializable(typeof(Dictionary<string, Line>))]
[TonlSerializable(typeof(List<Shape>))]
[TonlSerializable(typeof(List<Employee>))]
internal partial class ShapeContext : TonlSerializerContext
{
}
