// dotnet run -c Release -f net10.0 -- quick [FILTER]      a minute, alternating rounds, ratios to System.Text.Json
// dotnet run -c Release -f net10.0 -- transcode [FILTER]  JSON to TONL and back, beside Utf8JsonReader and Utf8JsonWriter
// dotnet run -c Release -f net10.0 -- growth              what a byte costs from 5 KB to 20 MB
// dotnet run -c Release -f net10.0 -- sizes               bytes of every document
// dotnet run -c Release -f net10.0 -- loop sample encode 5  one way for some seconds, for a profiler
// dotnet run -c Release -f net10.0 -- --job short --filter *Documents*      BenchmarkDotNet; once per framework

using BenchmarkDotNet.Running;

namespace TONL.NET.Benchmarks;

public static class Program
{
    public static int Main(string[] args)
    {
        switch (args is [var first, ..] ? first : "")
        {
            case "quick":
                Quick.Run(args.Length > 1 ? args[1] : "");
                return 0;
            case "transcode":
                Transcode.Run(args.Length > 1 ? args[1] : "");
                return 0;
            case "growth":
                Transcode.Growth();
                return 0;
            case "sizes":
                Sizes.Print();
                return 0;
            case "loop":
                Quick.Loop(args[1], args[2], args.Length > 3 ? double.Parse(args[3], System.Globalization.CultureInfo.InvariantCulture) : 5);
                return 0;
            default:
                BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args);
                return 0;
        }
    }
}
