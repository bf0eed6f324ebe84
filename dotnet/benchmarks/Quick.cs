// The quick look: for every case two ways run in alternating rounds of a few milliseconds; the ratio of the medians is what counts,
// because what else the machine does hits both. Equality is checked when the case is made.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;

namespace TONL.NET.Benchmarks;

public static class Quick
{
    private const int Rounds = 21;
    private const double RoundMilliseconds = 4;

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
            Compare(name, "encode", () => c.EncodeJson(), () => c.EncodeTonl());
            Compare(name, "encode to buffer", () => c.EncodeJson(), () => { buffer.Clear(); c.EncodeTonl(buffer); });
            Compare(name, "decode", () => c.DecodeJson(), () => c.DecodeTonl());
            Compare(name, "encode reflection", () => c.EncodeJsonReflection(), () => c.EncodeTonlReflection());
            Compare(name, "decode reflection", () => c.DecodeJsonReflection(), () => c.DecodeTonlReflection());
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

    private static void Compare(string name, string way, Action json, Action tonl)
    {
        var jsonCount = Warm(json);
        var tonlCount = Warm(tonl);
        var jsonTimes = new List<double>();
        var tonlTimes = new List<double>();
        for (var round = 0; round < Rounds; round++)
        {
            jsonTimes.Add(Time(json, jsonCount));
            tonlTimes.Add(Time(tonl, tonlCount));
        }

        var (a, b) = (Median(jsonTimes), Median(tonlTimes));
        Console.WriteLine(FormattableString.Invariant(
            $"| {name} | {way} | {a:F3} | {b:F3} | {b / a:F2} | {Allocated(json)} | {Allocated(tonl)} |"));
    }

    /// <summary>Runs until tiering is over and gives the count of calls that fill a round.</summary>
    private static int Warm(Action action)
    {
        var clock = Stopwatch.StartNew();
        var calls = 0;
        while (clock.ElapsedMilliseconds < 350)
        {
            action();
            calls++;
        }

        return Math.Max(1, (int)(calls * RoundMilliseconds / clock.Elapsed.TotalMilliseconds));
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

    private static double Median(List<double> times)
    {
        times.Sort();
        return times[times.Count / 2];
    }
}
