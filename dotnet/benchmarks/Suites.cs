// BenchmarkDotNet tables: documents, micro types, tables, each against System.Text.Json (both modes) and the other libraries.

using System.Collections.Generic;
using BenchmarkDotNet.Attributes;

namespace TONL.NET.Benchmarks;

[MemoryDiagnoser]
[HideColumns("Error", "StdDev", "Median", "RatioSD", "Gen0", "Gen1", "Gen2", "Alloc Ratio")]
public class Documents
{
    private Case _case = null!;

    public static IEnumerable<string> Names => Cases.Documents;

    [ParamsSource(nameof(Names))]
    public string Name { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _case = Cases.Document(Name);

    [Benchmark(Baseline = true)]
    public object EncodeStj() => _case.EncodeJson();

    [Benchmark]
    public object EncodeStjReflection() => _case.EncodeJsonReflection();

    [Benchmark]
    public object EncodeTonl() => _case.EncodeTonl();

    [Benchmark]
    public object EncodeTonlReflection() => _case.EncodeTonlReflection();

    [Benchmark]
    public object EncodeNewtonsoft() => _case.EncodeNewtonsoft();

    [Benchmark]
    public object EncodeServiceStack() => _case.EncodeServiceStack();

    [Benchmark]
    public object EncodeYaml() => _case.EncodeYaml();

    [Benchmark]
    public object? DecodeStj() => _case.DecodeJson();

    [Benchmark]
    public object? DecodeStjReflection() => _case.DecodeJsonReflection();

    [Benchmark]
    public object? DecodeTonl() => _case.DecodeTonl();

    [Benchmark]
    public object? DecodeTonlReflection() => _case.DecodeTonlReflection();

    [Benchmark]
    public object? DecodeNewtonsoft() => _case.DecodeNewtonsoft();

    [Benchmark]
    public object? DecodeServiceStack() => _case.DecodeServiceStack();

    [Benchmark]
    public object? DecodeYaml() => _case.DecodeYaml();
}

[MemoryDiagnoser]
[HideColumns("Error", "StdDev", "Median", "RatioSD", "Gen0", "Gen1", "Gen2", "Alloc Ratio")]
public class Micro
{
    private Case _case = null!;

    public static IEnumerable<string> Names => Cases.Micros;

    [ParamsSource(nameof(Names))]
    public string Name { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _case = Cases.Micro(Name);

    [Benchmark(Baseline = true)]
    public object EncodeStj() => _case.EncodeJson();

    [Benchmark]
    public object EncodeTonl() => _case.EncodeTonl();

    [Benchmark]
    public object EncodeTonlReflection() => _case.EncodeTonlReflection();

    [Benchmark]
    public object? DecodeStj() => _case.DecodeJson();

    [Benchmark]
    public object? DecodeTonl() => _case.DecodeTonl();

    [Benchmark]
    public object? DecodeTonlReflection() => _case.DecodeTonlReflection();
}

[MemoryDiagnoser]
[HideColumns("Error", "StdDev", "Median", "RatioSD", "Gen0", "Gen1", "Gen2", "Alloc Ratio")]
public class Tables
{
    private readonly TonlBufferWriter _buffer = new(1 << 16);
    private Case _case = null!;

    [Params(10, 100, 1_000, 10_000, 100_000)]
    public int Rows { get; set; }

    [GlobalSetup]
    public void Setup() => _case = Cases.Table(Rows);

    [Benchmark(Baseline = true)]
    public object EncodeStj() => _case.EncodeJson();

    [Benchmark]
    public object EncodeTonl() => _case.EncodeTonl();

    [Benchmark]
    public int EncodeTonlToBuffer()
    {
        _buffer.Clear();
        _case.EncodeTonl(_buffer);
        return _buffer.WrittenCount;
    }

    [Benchmark]
    public object? DecodeStj() => _case.DecodeJson();

    [Benchmark]
    public object? DecodeTonl() => _case.DecodeTonl();

    [Benchmark]
    public object? DecodeTonlReflection() => _case.DecodeTonlReflection();
}
