// Models of the AOT program: the families of contract section 5 that matter without a JIT (generic instantiation over value types,
// private and init-only setters, polymorphism, collections that are made by generated code).

using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;

namespace TONL.NET.Aot;

public enum Color { Red, Green = 5 }

public record Item(int Id, string Name, double? Price, Color Color);

public readonly record struct Spot(double Lat, double Lon);

public class Order
{
    public required int Number { get; init; }
    public string? Customer { get; set; }
    public DateTime Placed { get; init; }
    public Guid Key { get; set; }
    public decimal Total { get; set; }
    public Spot Where { get; set; }
    public List<Item> Items { get; set; } = [];
    public Dictionary<string, Item>? ByName { get; set; }
    public Dictionary<Color, int>? Counts { get; set; }
    public ImmutableArray<int> Numbers { get; set; }
    public FrozenSet<string>? Tags { get; set; }
    public Order? Previous { get; set; }
    public object? Anything { get; set; }
    public Box<Spot>? Boxed { get; set; }
    public Int128 Wide { get; set; }
}

public class Box<T>
{
    public T? Value { get; init; }
}

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
}

public class Hidden
{
    [TonlInclude] private int Secret { get; set; }

    public void Set(int value) => Secret = value;

    public int Get() => Secret;
}

[TonlSerializable(typeof(Order))]
[TonlSerializable(typeof(List<Shape>))]
[TonlSerializable(typeof(List<Item>))]
[TonlSerializable(typeof(Hidden))]
[TonlSerializable(typeof(int[]))]
public partial class AotContext : TonlSerializerContext
{
}

public record Hello(int Id, string Text);

[TonlSerializable(typeof(Hello))]
public partial class HelloContext : TonlSerializerContext
{
}
