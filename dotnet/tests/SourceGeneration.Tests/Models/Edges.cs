// Shapes at the edges: System.Text.Json's attributes in every place, overridden members, constructors that are not public, untyped collections.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace TONL.NET.SourceGeneration.Tests.Models;

public class Overridden
{
    [JsonPropertyName("renamed")]
    public virtual int Name { get; set; } = 1;

    [TonlIgnore]
    public virtual int Gone { get; set; }
}

public class Overriding : Overridden
{
    public override int Name { get; set; } = 2;

    public override int Gone { get; set; } = 3;
}

[JsonConverter(typeof(JsonStringEnumConverter))]
public enum Named2
{
    [JsonStringEnumMemberName("first one")]
    First,
    Second,
}

[JsonDerivedType(typeof(JsonLeaf), "leaf")]
public class JsonNodeBase
{
    public int Id { get; set; }
}

public class JsonLeaf : JsonNodeBase
{
    public int Leaf { get; set; }
}

public class TwoConstructors
{
    [JsonConstructor]
    public TwoConstructors(int a)
    {
        A = a;
        IsMarked = true;
    }

    public TwoConstructors() { }

    public int A { get; set; }

    [TonlIgnore]
    public bool IsMarked { get; }
}

/// <summary>Everything of System.Text.Json that a type can carry.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public class JsonMarked
{
    [JsonIgnore]
    public OnlyIgnored? Ignored { get; set; }

    [JsonInclude]
    internal int Included { get; set; } = 4;

    [JsonRequired]
    public int Needed { get; set; }

    [JsonPropertyName("x y")]
    public string? Text { get; set; }

    [JsonPropertyOrder(-3)]
    public int Early { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Rare { get; set; }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    public Color Color { get; set; }

    public Named2 Named { get; set; }

    public JsonNodeBase? Node { get; set; }

    public List<JsonNodeBase>? Nodes { get; set; }

    public TwoConstructors? Made { get; set; }
}

public class OnlyIgnored
{
    public int Value { get; set; }
}

public class JsonExtra
{
    public int A { get; set; }

    [JsonExtensionData]
    public Dictionary<string, object?>? More { get; set; }
}

public class Factored<T>
    where T : class
{
    [TonlConstructor]
    private Factored(T item, int count)
    {
        Item = item;
        Count = count;
    }

    public T Item { get; }

    public int Count { get; }

    public required int Extra { get; set; }

    public static Factored<T> Make(T item) => new(item, 2) { Extra = 3 };
}

public class Untyped
{
    public ArrayList? List { get; set; }

    public IEnumerable? Sequence { get; set; }

    public IDictionary? Map { get; set; }

    public Hashtable? Table { get; set; }

    public Memory<int> Memory { get; set; }

    public ReadOnlyMemory<Address?> Addresses { get; set; }
}

/// <summary>A sequence with an Add, no collection of the framework's interface.</summary>
public class Bag : IEnumerable<int>
{
    private readonly List<int> _items = [];

    public void Add(int item) => _items.Add(item);

    public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>A collection whose Add is not its own.</summary>
public class Sealed : ICollection<int>
{
    private readonly List<int> _items = [];

    public int Count => _items.Count;

    public bool IsReadOnly => false;

    void ICollection<int>.Add(int item) => _items.Add(item);

    public void Clear() => _items.Clear();

    public bool Contains(int item) => _items.Contains(item);

    public void CopyTo(int[] array, int arrayIndex) => _items.CopyTo(array, arrayIndex);

    public bool Remove(int item) => _items.Remove(item);

    public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public static Sealed Of(params int[] items)
    {
        var made = new Sealed();
        made._items.AddRange(items);
        return made;
    }
}

public class Tags(IEnumerable<string> items) : IReadOnlyCollection<string>
{
    private readonly List<string> _items = [.. items];

    public int Count => _items.Count;

    public IEnumerator<string> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

public class Frozen(IDictionary<string, int> items) : System.Collections.ObjectModel.ReadOnlyDictionary<string, int>(items);

[TonlSerializable(typeof(Tags))]
[TonlSerializable(typeof(Frozen))]
[TonlSerializable(typeof(System.Dynamic.ExpandoObject))]
[TonlSerializable(typeof(Bag))]
[TonlSerializable(typeof(Sealed))]
[TonlSerializable(typeof(Overriding))]
[TonlSerializable(typeof(JsonMarked))]
[TonlSerializable(typeof(List<JsonNodeBase>))]
[TonlSerializable(typeof(JsonExtra))]
[TonlSerializable(typeof(Factored<string>))]
[TonlSerializable(typeof(Untyped))]
[TonlSerializable(typeof(byte[]))]
[TonlSerializable(typeof(Guid))]
[TonlSerializable(typeof(Guid?))]
[TonlSerializable(typeof(object))]
[TonlSerializable(typeof((int, int, int, int, int, int, int, int, string)))]
internal partial class EdgeContext : TonlSerializerContext
{
}
