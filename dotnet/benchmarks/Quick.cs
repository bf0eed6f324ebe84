// The quick look: for every case two ways run in alternating rounds of half a millisecond; the ratio of their lower quartiles is what counts:
// rounds in which the machine did something else are the slow ones. Equality is checked when the case is made.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;

namespace TONL.NET.Benchmarks;

public static class Quick
{
    private const int Rounds = 201;
    private const double RoundMilliseconds = 0.5;

    public static void Run(string filter)
    {
        var cases = Cases.Documents.Select(name => (name, (Func<Case>)(() => Cases.Document(name))))
            .Concat(Cases.Micros.Select(name => (name, (Func<Case>)(() => Cases.Micro(name)))))
            .Concat(new[] { 10, 1000, 100_000 }.Select(rows => ($"table-{rows}", (Func<Case>)(() => Cases.Table(rows)))))
            .Where(c => c.Item1.Contains(filter, StringComparison.Ordinal));
        Console.WriteLine($".NET {Environment.Version}");
        Console.WriteLine("| case | way | STJ us | TONL us | ratio | STJ B | TONL B |");
        Console.WriteLine("|---|---|---|---|---|---|---|");
        foreach (var (name, make) in cases)
        {
            var c = make();
            var buffer = new TonlBufferWriter(c.Tonl.Length + 16);
            (string Way, Action Json, Action Tonl)[] ways =
            [
                ("encode", () => c.EncodeJson(), () => c.EncodeTonl()),
                ("encode to buffer", () => c.EncodeJson(), () => { buffer.Clear(); c.EncodeTonl(buffer); }
                ),
                ("decode", () => c.DecodeJson(), () => c.DecodeTonl()),
                ("encode reflection", () => c.EncodeJsonReflection(), () => c.EncodeTonlReflection()),
                ("decode reflection", () => c.DecodeJsonReflection(), () => c.DecodeTonlReflection()),
            ];
            Compare(name, ways);
        }
    }

    /// <summary>Warms all ways, so that the compiler is done with them, then measures one after the other.</summary>
    internal static void Compare(string name, (string Way, Action Json, Action Tonl)[] ways)
    {
        for (var step = 0; step < 30; step++)
        {
            Array.ForEach(ways, way => Warm(way.Json));
            Array.ForEach(ways, way => Warm(way.Tonl));
            Thread.Sleep(20); // the compiler works beside
        }

        foreach (var (way, json, tonl) in ways)
        {
            Compare(name, way, json, tonl);
        }
    }

    /// <summary>One way again and again, for a profiler; negative seconds are a number of calls.</summary>
    public static void Loop(string name, string way, double seconds)
    {
        var c = name.StartsWith("table-", StringComparison.Ordinal) ? Cases.Table(int.Parse(name.AsSpan(6), System.Globalization.CultureInfo.InvariantCulture))
            : Cases.Micros.Contains(name) ? Cases.Micro(name) : Cases.Document(name);
        var buffer = new TonlBufferWriter(c.Tonl.Length + 16);
        Action action = way switch
        {
            "encode" => () => { buffer.Clear(); c.EncodeTonl(buffer); }
            ,
            "decode" => () => c.DecodeTonl(),
            "encode-json" => () => c.EncodeJson(),
            "from-json" => () => { buffer.Clear(); TonlJson.FromJson(c.Json, buffer); }
            ,
            "to-json" => () => { buffer.Clear(); TonlJson.ToJson(c.Tonl, (System.Buffers.IBufferWriter<byte>)buffer); }
            ,
            _ => () => c.DecodeJson(),
        };
        var clock = Stopwatch.StartNew();
        long calls = 0;
        while (seconds < 0 ? calls < -seconds : clock.Elapsed.TotalSeconds < seconds)
        {
            for (var i = 0; i < 100; i++)
            {
                action();
            }

            calls += 100;
        }

        Console.WriteLine(FormattableString.Invariant($"{name} {way}: {clock.Elapsed.TotalMicroseconds / calls:F3} us"));
    }

    /// <summary>Times of two ways, in microseconds.</summary>
    internal static (double A, double B) Times(Action a, Action b)
    {
        for (var step = 0; step < 30; step++)
        {
            Warm(a);
            Warm(b);
            Thread.Sleep(20);
        }

        return Measure(a, b);
    }

    /// <summary>Mean time of a call and the pauses of the garbage collector in it, in microseconds.</summary>
    internal static (double All, double Collecting) Collecting(Action action)
    {
        var clock = Stopwatch.StartNew();
        var (pauses, calls) = (GC.GetTotalPauseDuration(), 0);
        while (clock.ElapsedMilliseconds < 1000)
        {
            action();
            calls++;
        }

        return (clock.Elapsed.TotalMicroseconds / calls, (GC.GetTotalPauseDuration() - pauses).TotalMicroseconds / calls);
    }

    private static (double A, double B) Measure(Action a, Action b)
    {
        var (countA, countB) = (CallsOfRound(a), CallsOfRound(b));
        List<double> timesA = [], timesB = [];
        var clock = Stopwatch.StartNew();
        for (var round = 0; round < Rounds && (round < 11 || clock.ElapsedMilliseconds < 1000); round++)
        {
            timesA.Add(Time(a, countA));
            timesB.Add(Time(b, countB));
        }

        return (Quartile(timesA), Quartile(timesB));
    }

    private static void Compare(string name, string way, Action json, Action tonl)
    {
        var (a, b) = Measure(json, tonl);
        Console.WriteLine(FormattableString.Invariant(
            $"| {name} | {way} | {a:F3} | {b:F3} | {b / a:F2} | {Allocated(json)} | {Allocated(tonl)} |"));
    }

    private static void Warm(Action action)
    {
        var clock = Stopwatch.StartNew();
        while (clock.ElapsedMilliseconds < 12)
        {
            action();
        }
    }

    private static int CallsOfRound(Action action)
    {
        var best = double.MaxValue;
        for (var round = 0; round < 20; round++)
        {
            best = Math.Min(best, Time(action, 1 + (int)(20 / Math.Max(best, 0.1))));
        }

        return Math.Max(1, (int)(RoundMilliseconds * 1000 / best));
    }

    private static double Time(Action action, int count)
    {
        var start = Stopwatch.GetTimestamp();
        for (var call = 0; call < count; call++)
        {
            action();
        }

        return Stopwatch.GetElapsedTime(start).TotalMicroseconds / count;
    }

    private static long Allocated(Action action)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var call = 0; call < 8; call++)
        {
            action();
        }

        return (GC.GetAllocatedBytesForCurrentThread() - before) / 8;
    }

    private static double Quartile(List<double> times)
    {
        times.Sort();
        return times[times.Count / 4];
    }
}
