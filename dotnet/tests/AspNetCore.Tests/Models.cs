using System.Collections.Generic;
using System.Linq;

namespace TONL.NET.AspNetCore.Tests;

public record Line(int Id, string Name, decimal Price);

public record Order(int Number, string Customer, List<Line> Lines)
{
    public static Order Sample { get; } = new(7, "Åsa, \"the\" Great 😀", [new(1, "pen", 1.50m), new(2, "ink", 12m)]);

    public decimal Total() => Lines.Sum(l => l.Price);
}

[TonlSerializable(typeof(Order))]
public partial class ShopContext : TonlSerializerContext
{
}
