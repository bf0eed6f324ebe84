// A program that is published with NativeAOT and then run by the tests: exit code 0 when everything held. With TonlHello=true it is
// the smallest program that writes and reads one record (its size and first call are measured), with TonlHello=empty only a Main.

using System;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Text;

namespace TONL.NET.Aot;

public static class Program
{
#if EMPTY
    public static int Main()
    {
        Console.WriteLine("hello");
        return 0;
    }
#elif HELLO
    public static int Main()
    {
        var start = Stopwatch.GetTimestamp();
        var bytes = TonlSerializer.SerializeToBytes(new Hello(1, "hello"), HelloContext.Default.Hello);
        var first = Stopwatch.GetElapsedTime(start);
        var back = TonlSerializer.Deserialize(bytes, HelloContext.Default.Hello);
        Console.WriteLine(Encoding.UTF8.GetString(bytes));
        Console.WriteLine("first call us: " + first.TotalMicroseconds.ToString(System.Globalization.CultureInfo.InvariantCulture));
        return back == new Hello(1, "hello") ? 0 : 1;
    }
#else
    private static int s_passed;
    private static int s_failed;

    public static int Main()
    {
        Check("order", RoundTripOrder);
        Check("polymorphic list", Shapes);
        Check("table", Table);
        Check("table that falls back to blocks", UnsafeTable);
        Check("hidden member", HiddenMember);
        Check("array", () => TonlSerializer.Deserialize(TonlSerializer.SerializeToBytes([1, 2, 3], AotContext.Default.Int32Array), AotContext.Default.Int32Array)!.SequenceEqual([1, 2, 3]));
        Check("options", Options);
        Check("dictionary", () => TonlSerializer.DeserializeToDictionary("root:\n  a[2]: 1,x") is { } d && d["a"] is List<object?> { Count: 2 });
        Check("document", () => TonlDocument.Parse("root{a,b}:\n  a: 1\n  b: x").RootElement.GetProperty("b").GetString() == "x");
        Check("to JSON", () => TonlJson.ToJson("root{a,b}:\n  a: 1\n  b: x") == "{\"a\":1,\"b\":\"x\"}");
        Check("from JSON", () => TonlJson.FromJson("{\"a\":1}") == "#version 1.0\nroot:\n  a: 1");
        Check("combined", Combined);
        Check("error", Error);
        Console.WriteLine($"{s_passed} passed, {s_failed} failed, 0 skipped");
        return s_failed == 0 ? 0 : 1;
    }

    private static void Check(string name, Func<bool> test)
    {
        try
        {
            if (test())
            {
                s_passed++;
                return;
            }

            Console.WriteLine("FAIL " + name);
        }
        catch (Exception e)
        {
            Console.WriteLine("FAIL " + name + ": " + e);
        }

        s_failed++;
    }

    private static Order MakeOrder() => new()
    {
        Number = 7,
        Customer = "Åsa \"the\" 😀",
        Placed = new DateTime(2025, 6, 15, 1, 2, 3, DateTimeKind.Utc),
        Key = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
        Total = 12.50m,
        Where = new Spot(1.5, -2),
        Items = [new(1, "a,b", 1.5, Color.Green), new(2, "c", null, Color.Red)],
        ByName = new() { ["x y"] = new(3, "", 0, Color.Red) },
        Counts = new() { [Color.Green] = 2 },
        Numbers = [1, 2],
        Tags = new[] { "t" }.ToFrozenSet(),
        Previous = new Order { Number = 6 },
        Anything = 5,
        Boxed = new Box<Spot> { Value = new Spot(3, 4) },
        Wide = Int128.MaxValue,
    };

    private static bool RoundTripOrder()
    {
        var bytes = TonlSerializer.SerializeToBytes(MakeOrder(), AotContext.Default.Order);
        var back = TonlSerializer.Deserialize(bytes, AotContext.Default.Order)!;
        return back is { Number: 7, Previous.Number: 6, Boxed.Value.Lat: 3 }
            && back.Items.SequenceEqual(MakeOrder().Items)
            && bytes.AsSpan().SequenceEqual(TonlSerializer.SerializeToBytes(back, AotContext.Default.Order));
    }

    private static bool Shapes()
    {
        List<Shape> shapes = [new Circle { Name = "c", Radius = 2 }, new Square { Name = "s", Side = 3 }];
        var back = TonlSerializer.Deserialize(TonlSerializer.SerializeToString(shapes, AotContext.Default.ListOfShape), AotContext.Default.ListOfShape)!;
        return back is [Circle { Radius: 2 }, Square { Side: 3 }];
    }

    private static bool Table()
    {
        var items = Enumerable.Range(0, 1000).Select(i => new Item(i, "name " + i, i / 4.0, Color.Green)).ToList();
        return TonlSerializer.Deserialize(TonlSerializer.SerializeToBytes(items, AotContext.Default.ListOfItem), AotContext.Default.ListOfItem)!.SequenceEqual(items);
    }

    private static bool UnsafeTable()
    {
        List<Item> items = [new(1, "\"q\"", null, Color.Red), new(2, "[", 1, Color.Red)];
        return TonlSerializer.Deserialize(TonlSerializer.SerializeToBytes(items, AotContext.Default.ListOfItem), AotContext.Default.ListOfItem)!.SequenceEqual(items);
    }

    private static bool HiddenMember()
    {
        var hidden = new Hidden();
        hidden.Set(42);
        return TonlSerializer.Deserialize(TonlSerializer.SerializeToString(hidden, AotContext.Default.Hidden), AotContext.Default.Hidden)!.Get() == 42;
    }

    private static bool Options()
    {
        foreach (var options in new[]
        {
            TonlOptions.Dense, new TonlOptions { Delimiter = '|' }, new TonlOptions { IncludeTypeHints = true }, new TonlOptions { KeyOrder = TonlKeyOrder.Source },
            new TonlOptions { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, new TonlOptions { EnumFormat = TonlEnumFormat.Name },
            new TonlOptions { PropertyNamingPolicy = System.Text.Json.JsonNamingPolicy.CamelCase },
        })
        {
            var text = TonlSerializer.SerializeToString(MakeOrder(), AotContext.Default.Order, options);
            var back = TonlSerializer.Deserialize(text, AotContext.Default.Order, options)!;
            if (TonlSerializer.SerializeToString(back, AotContext.Default.Order, options) != text)
            {
                return false;
            }
        }

        return true;
    }

    private static bool Combined()
    {
        var resolver = TonlTypeInfoResolver.Combine(HelloContext.Default, AotContext.Default);
        return resolver.GetTypeInfo(typeof(Order)) == AotContext.Default.Order && resolver.GetTypeInfo(typeof(Hello)) == HelloContext.Default.Hello;
    }

    private static bool Error()
    {
        try
        {
            TonlSerializer.Deserialize("root{Number}:\n  Number: x", AotContext.Default.Order);
            return false;
        }
        catch (TonlException e)
        {
            return e is { Code: "E_TYPE", LineNumber: 2 };
        }
    }
#endif
}
