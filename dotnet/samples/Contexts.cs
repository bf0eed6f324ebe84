// Source generation: the compiler writes the serialization code, so that it needs no reflection, trims and compiles ahead of time.

using System.Collections.Generic;
using TONL.NET;

namespace Samples;

public record City(string Name, double Lat, double Lon);

public record Trip(City From, City To, List<City> Stops);

// types that Trip refers to need not be listed
[TonlSerializable(typeof(Trip))]
[TonlSourceGenerationOptions(Delimiter = '|', IndentSize = 4)]
public partial class TripContext : TonlSerializerContext
{
}

[TonlSerializable(typeof(Dictionary<string, int>))]
public partial class CountContext : TonlSerializerContext
{
}

public static class Contexts
{
    public static (string Text, Trip Back, string Counts) Run()
    {
        var oslo = new City("Oslo", 59.91, 10.75);
        var trip = new Trip(oslo, new City("Rome", 41.9, 12.5), [oslo]);
        string text = TonlSerializer.SerializeToString(trip, TripContext.Default.Trip);
        Trip back = TonlSerializer.Deserialize(text, TripContext.Default.Trip)!;

        // several contexts behind one options object: what none of them knows raises, nothing falls back to reflection
        var options = new TonlOptions { TypeInfoResolver = TonlTypeInfoResolver.Combine(TripContext.Default, CountContext.Default) };
        string counts = TonlSerializer.SerializeToString(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, options);
        return (text, back, counts);
    }
}
