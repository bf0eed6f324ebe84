// Objects to TONL text and back, without anything generated.

using System.Collections.Generic;
using TONL.NET;

namespace Samples;

public static class Quickstart
{
    public record Item(int Id, string Name, decimal Price);

    public record Order(int Number, string Customer, List<Item> Items);

    public static (string Text, string Dense, string Error) Run()
    {
        var order = new Order(7, "Ada", [new(1, "pen", 1.50m), new(2, "ink, blue", 12m)]);

        // #version 1.0
        // root{Customer,Items,Number}:
        //   Customer: Ada
        //   Items[2]{Id,Name,Price}:
        //     1,pen,1.50
        //     2,"ink, blue",12
        //   Number: 7
        string text = TonlSerializer.SerializeToString(order);
        Order back = TonlSerializer.Deserialize<Order>(text)!;

        // the smallest form that reads back the same
        string dense = TonlSerializer.SerializeToString(back, TonlOptions.Dense);

        // errors carry a code, line, column and the path of the member
        TonlSerializer.TryDeserialize<Order>("root{Number}:\n  Number: seven", out _, out TonlException? error);
        return (text, dense, $"{error!.Code} at {error.LineNumber}:{error.Position}, {error.Path}");
    }
}
