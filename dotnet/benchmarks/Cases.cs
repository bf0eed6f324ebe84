// What is measured: a value with the metadata of both serializers, its JSON and TONL bytes. Making a case checks first that all
// ways agree: TONL by generated code = TONL by reflection, and the value read back from TONL gives the same JSON.

using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace TONL.NET.Benchmarks;

public abstract class Case
{
    protected Case(string name) => Name = name;

    public string Name { get; }

    public byte[] Json { get; protected set; } = [];

    public byte[] Tonl { get; protected set; } = [];

    public abstract byte[] EncodeTonl();

    public abstract void EncodeTonl(IBufferWriter<byte> output);

    public abstract byte[] EncodeTonlReflection();

    public abstract byte[] EncodeJson();

    public abstract byte[] EncodeJsonReflection();

    public abstract object? DecodeTonl();

    public abstract object? DecodeTonlReflection();

    public abstract object? DecodeJson();

    public abstract object? DecodeJsonReflection();

    public abstract string EncodeNewtonsoft();

    public abstract object? DecodeNewtonsoft();

    public abstract string EncodeServiceStack();

    public abstract object? DecodeServiceStack();

    public abstract string EncodeYaml();

    public abstract object? DecodeYaml();
}

public sealed class Case<T> : Case
    where T : class
{
    private readonly T _value;
    private readonly TonlTypeInfo<T> _tonl;
    private readonly JsonTypeInfo<T> _json;
    private readonly string _newtonsoft;
    private readonly string _serviceStack;
    private readonly string _yaml;
    private readonly YamlDotNet.Serialization.ISerializer _yamlWriter = new YamlDotNet.Serialization.SerializerBuilder().Build();
    private readonly YamlDotNet.Serialization.IDeserializer _yamlReader = new YamlDotNet.Serialization.DeserializerBuilder().Build();

    public Case(string name, T value, TonlTypeInfo<T> tonl, JsonTypeInfo<T> json, bool peers = true)
        : base(name)
    {
        _value = value;
        _tonl = tonl;
        _json = json;
        Json = EncodeJson();
        Tonl = EncodeTonl();
        _newtonsoft = peers ? EncodeNewtonsoft() : "";
        _serviceStack = peers ? EncodeServiceStack() : "";
        _yaml = peers ? EncodeYaml() : "";
        Check();
    }

    public override byte[] EncodeTonl() => TonlSerializer.SerializeToBytes(_value, _tonl);

    public override void EncodeTonl(IBufferWriter<byte> output) => TonlSerializer.Serialize(output, _value, _tonl);

    public override byte[] EncodeTonlReflection() => TonlSerializer.SerializeToBytes(_value);

    public override byte[] EncodeJson() => JsonSerializer.SerializeToUtf8Bytes(_value, _json);

    public override byte[] EncodeJsonReflection() => JsonSerializer.SerializeToUtf8Bytes(_value);

    public override object? DecodeTonl() => TonlSerializer.Deserialize(Tonl, _tonl);

    public override object? DecodeTonlReflection() => TonlSerializer.Deserialize<T>(Tonl);

    public override object? DecodeJson() => JsonSerializer.Deserialize(Json, _json);

    public override object? DecodeJsonReflection() => JsonSerializer.Deserialize<T>(Json);

    public override string EncodeNewtonsoft() => Newtonsoft.Json.JsonConvert.SerializeObject(_value);

    public override object? DecodeNewtonsoft() => Newtonsoft.Json.JsonConvert.DeserializeObject<T>(_newtonsoft);

    public override string EncodeServiceStack() => ServiceStack.Text.JsonSerializer.SerializeToString(_value);

    public override object? DecodeServiceStack() => ServiceStack.Text.JsonSerializer.DeserializeFromString<T>(_serviceStack);

    public override string EncodeYaml() => _yamlWriter.Serialize(_value);

    public override object? DecodeYaml() => _yamlReader.Deserialize<T>(_yaml);

    private void Check()
    {
        Same(Tonl, EncodeTonlReflection(), "reflection writes other bytes than generated code");
        Same(Json, JsonSerializer.SerializeToUtf8Bytes((T?)DecodeTonl(), _json!), "generated code reads another value");
        Same(Json, JsonSerializer.SerializeToUtf8Bytes((T?)DecodeTonlReflection(), _json!), "reflection reads another value");
        var output = new ArrayBufferWriter<byte>();
        EncodeTonl(output);
        Same(Tonl, output.WrittenSpan, "the buffer gets other bytes");
    }

    private void Same(ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual, string what)
    {
        if (!expected.SequenceEqual(actual))
        {
            throw new InvalidOperationException($"{Name}: {what}");
        }
    }
}

public static class Cases
{
    public static string Data =>
        Environment.GetEnvironmentVariable("STELE_DATA") is { Length: > 0 } data ? data : Path.Combine("..", "shared", "data");

    public static Case Document(string name) => name switch
    {
        "northwind" => Load(name, TonlModels.Default.Northwind, JsonModels.Default.Northwind),
        "sample" => Load(name, TonlModels.Default.Sample, JsonModels.Default.Sample),
        "nested-project" => Load(name, TonlModels.Default.NestedProject, JsonModels.Default.NestedProject),
        "sample-users" => Load(name, TonlModels.Default.ListOfListedUser, JsonModels.Default.ListListedUser),
        _ => throw new ArgumentOutOfRangeException(nameof(name)),
    };

    public static IEnumerable<string> Documents => ["northwind", "sample", "nested-project", "sample-users"];

    public static Case Micro(string name) => name switch
    {
        "record" => new Case<SimpleRecord>(name, new(42, "Alice Johnson", 31, true, 98.25), TonlModels.Default.SimpleRecord, JsonModels.Default.SimpleRecord),
        "poco" => new Case<SimplePoco>(name, new() { Id = 42, Name = "Alice Johnson", Age = 31, Active = true, Score = 98.25 }, TonlModels.Default.SimplePoco, JsonModels.Default.SimplePoco),
        "20-properties" => new Case<Large>(name, MakeLarge(), TonlModels.Default.Large, JsonModels.Default.Large),
        _ => throw new ArgumentOutOfRangeException(nameof(name)),
    };

    public static IEnumerable<string> Micros => ["record", "poco", "20-properties"];

    public static Case Table(int rows)
    {
        var random = new Random(20260101);
        string[] first = ["Alice", "Bob", "Chloé", "Dmitri", "Eve", "Farid", "Grace", "Heidi"];
        string[] cities = ["Berlin", "México D.F.", "London", "São Paulo", "Kyōto", "Oslo, Norway"];
        var list = Enumerable.Range(1, rows)
            .Select(id => new Row(
                id,
                first[random.Next(first.Length)] + " " + (char)('A' + random.Next(26)) + ".",
                $"user{id}@example.com",
                cities[random.Next(cities.Length)],
                Math.Round(random.NextDouble() * 100, 2),
                random.Next(2) == 0,
                random.NextInt64(10_000_000_000),
                random.Next(1, 100_000) / 100m))
            .ToList();
        return new Case<List<Row>>($"table-{rows}", list, TonlModels.Default.ListOfRow, JsonModels.Default.ListRow, rows <= 1000);
    }

    private static Case<T> Load<T>(string name, TonlTypeInfo<T> tonl, JsonTypeInfo<T> json)
        where T : class
    {
        var text = File.ReadAllText(Path.Combine(Data, "tonl-fixtures", name + ".json"));

        // untyped parts (audit trail) as both serializers can write them
        var value = TonlSerializer.Deserialize(TonlJson.FromJson(text), tonl)!;
        var expected = JsonSerializer.Serialize(JsonSerializer.Deserialize(text, json), json!);
        var actual = JsonSerializer.Serialize(value, json);
        if (expected != actual)
        {
            throw new InvalidOperationException($"{name}: the model loses something");
        }

        return new Case<T>(name, value, tonl, json);
    }

    private static Large MakeLarge() => new()
    {
        Property01 = 1,
        Property02 = "second",
        Property03 = 3.5,
        Property04 = true,
        Property05 = 5_000_000_000,
        Property06 = "a longer text, with a comma",
        Property07 = -7,
        Property08 = 0.125,
        Property09 = false,
        Property10 = null,
        Property11 = 11,
        Property12 = "twelve",
        Property13 = 1e10,
        Property14 = true,
        Property15 = -15,
        Property16 = "sixteen",
        Property17 = 17,
        Property18 = 99.99,
        Property19 = new DateTime(2025, 11, 1, 18, 10, 0, DateTimeKind.Utc),
        Property20 = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
    };
}
