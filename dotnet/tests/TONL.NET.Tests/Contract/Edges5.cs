// Contract 5, seen from its edges: null of every family, converters on nullable members, rules of types within types, attributes of newer runtimes.
using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Edges5
{
    public class Holder<T>
    {
        public T? V { get; set; }
    }

    [Fact(DisplayName = "5.1 byte[] [W]: null is null, not an empty text")]
    public void NullBytes()
    {
        Assert.Equal("#version 1.0\nroot: null", Doors.Check<byte[]?>(null));
        Assert.Equal("#version 1.0\nroot:\n  V: null", Doors.Check(new Holder<byte[]>(), null, (a, b) => Assert.Null(b!.V)));
        Assert.Equal("#version 1.0\nroot[2]: null,\"\"", Doors.Check(new byte[]?[] { null, [] }));
        Assert.Equal("#version 1.0\nroot: null", TonlSerializer.SerializeToString<Memory<byte>?>(null));
    }

    [Fact(DisplayName = "2 mismatch [W]: Uri and Version are no scalars whose default an object text gives")]
    public void NoDefault()
    {
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Uri>("a: 1")).Code);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Version>("a: 1")).Code);
        Assert.Null(TonlSerializer.Deserialize<string>("a: 1"));
        Assert.Equal(TimeSpan.Zero, TonlSerializer.Deserialize<TimeSpan>("a: 1"));
        Assert.Equal(0, TonlSerializer.Deserialize("a: 1", typeof(int)));
        Assert.Null(TonlSerializer.Deserialize("a: 1"u8, typeof(int?)));
        using TonlDocument document = TonlDocument.Parse("a: 1\nb[1]: 1");
        Assert.Equal(0, document.RootElement.Deserialize<int>());
        TonlException e = Assert.Throws<TonlException>(() => document.RootElement["b"].Deserialize<int>());
        Assert.Equal(("E_TYPE", "$.b", 2), (e.Code, e.Path, e.LineNumber));
    }

    public class RefLike
    {
        public int A { get; set; }

        public Span<int> Part => default;
    }

    [Fact(DisplayName = "5.2 unsupported [W]: a member that is a ref struct is E_UNSUPPORTED with path")]
    public void RefStructs()
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Serialize(new Holder<RefLike> { V = new RefLike() }));
        Assert.Equal(("E_UNSUPPORTED", "$.V.Part"), (e.Code, e.Path));
        e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<RefLike>("A: 1\nPart: 2"));
        Assert.Equal(("E_UNSUPPORTED", "$.Part", 2), (e.Code, e.Path, e.LineNumber));
        Assert.Equal(1, TonlSerializer.Deserialize<RefLike>("A: 1")!.A);
    }

    [Fact(DisplayName = "7.1 handlers [W]: a hand-made one need not end its last line")]
    public void HandMade()
    {
        var info = new TonlTypeInfo<RefLike> { Serialize = (ref TonlWriter writer, RefLike value) => writer.WriteKeyInt32("A", value.A) };
        Assert.Equal("#version 1.0\nA: 4", TonlSerializer.Serialize(new RefLike { A = 4 }, info));
    }

    public class HexConverter : TonlConverter<int>
    {
        public override object? ToTonl(int value, TonlOptions options) => "0x" + value.ToString("X", null);

        public override int FromTonl(object? value, TonlOptions options) => Convert.ToInt32(((string)value!)[2..], 16);
    }

    public class Hex
    {
        [TonlConverter(typeof(HexConverter))]
        public int? N { get; set; }
    }

    public class Failing : TonlConverter<Version>
    {
        public override object? ToTonl(Version value, TonlOptions options) => throw new FormatException("out");

        public override Version FromTonl(object? value, TonlOptions options) => throw new FormatException("in");
    }

    public readonly record struct Meters(int Value);

    public class MetersConverter : TonlConverter<Meters>
    {
        public override object? ToTonl(Meters value, TonlOptions options) => value.Value;

        public override Meters FromTonl(object? value, TonlOptions options) => new((int)value!);
    }

    public class ListConverter : TonlConverter<Meters>
    {
        public override object? ToTonl(Meters value, TonlOptions options) => new List<int> { value.Value };

        public override Meters FromTonl(object? value, TonlOptions options) => new((int)((List<object?>)value!)[0]!);
    }

    [Fact(DisplayName = "5.4 converters [W]: their values may be keys if they are scalars")]
    public void ConverterKeys()
    {
        var options = new TonlOptions { Converters = { new MetersConverter() } };
        string text = TonlSerializer.Serialize(new Dictionary<Meters, string> { [new(5)] = "a" }, options);
        Assert.Equal("#version 1.0\nroot:\n  5: a", text);
        Assert.Equal("a", TonlSerializer.Deserialize<Dictionary<Meters, string>>(text, options)![new Meters(5)]);
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Dictionary<Meters, string>>("x: a", options));
        Assert.Equal(("E_TYPE", "$.x", 1), (e.Code, e.Path, e.LineNumber));
        var lists = new TonlOptions { Converters = { new ListConverter() } };
        Assert.Equal("E_UNSUPPORTED", Assert.Throws<TonlException>(() => TonlSerializer.Serialize(new Dictionary<Meters, string> { [new(5)] = "a" }, lists)).Code);
    }

    public sealed record Name(string Text);

    public class NameConverter : TonlConverter<Name>
    {
        public override object? ToTonl(Name value, TonlOptions options) => value.Text;

        public override Name? FromTonl(object? value, TonlOptions options) => new((string)value!);
    }

    [Fact(DisplayName = "5.4 converters [W]: null is written without them, and so it is read")]
    public void ConvertersAndNull()
    {
        var options = new TonlOptions { Converters = { new NameConverter() } };
        Assert.Equal("#version 1.0\nroot[2]: a,null", Doors.Check<List<Name?>>([new("a"), null], options));
        Assert.Equal("#version 1.0\nroot:\n  V: null", Doors.Check(new Holder<Name>(), options));
        Assert.Equal("#version 1.0\nroot: null", Doors.Check<Name?>(null, options));
    }

    public class NoConverter : TonlConverter
    {
        public override bool CanConvert(Type type) => type == typeof(Version);
    }

    [Fact(DisplayName = "5.4 converters [W]: one of a struct on a nullable member never sees null")]
    public void NullableConverters()
    {
        Assert.Equal("#version 1.0\nroot:\n  N: 0x1F", Doors.Check(new Hex { N = 31 }));
        Assert.Equal("#version 1.0\nroot:\n  N: null", Doors.Check(new Hex()));
    }

    [Fact(DisplayName = "5.4 converters [W]: failures name the way to the value, in a row too; a converter of no type is misconfigured")]
    public void ConverterPaths()
    {
        var options = new TonlOptions { Converters = { new Failing() } };
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Serialize(new Holder<Version> { V = new Version(1, 0) }, options));
        Assert.Equal(("E_TYPE", "$.V"), (e.Code, e.Path));
        Assert.IsType<FormatException>(e.InnerException);
        e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<Version>>("root[2]{a,b}:\n  1,2\n  3,4", options));
        Assert.Equal(("E_TYPE", "$[0]", 2, 3), (e.Code, e.Path, e.LineNumber, e.Position));
        Assert.Throws<InvalidOperationException>(() => TonlSerializer.Serialize(new Version(1, 0), new TonlOptions { Converters = { new NoConverter() } }));
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
    public class Closed
    {
        public int A { get; set; }

        public Open? Inner { get; set; }
    }

    [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Skip)]
    public class Skipping
    {
        public Open? Inner { get; set; }
    }

    public class Open
    {
        public int B { get; set; }
    }

    [JsonDerivedType(typeof(Leaf), "leaf")]
    public class Node
    {
        public Open? Inner { get; set; }
    }

    public class Leaf : Node;

    [Fact(DisplayName = "4 unmapped members [W]: a type's attribute holds for its own members only, the path names the member")]
    public void UnmappedRules()
    {
        var disallow = new TonlOptions { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };
        Assert.Equal(2, TonlSerializer.Deserialize<Closed>("Inner{B,C}:\n  B: 2\n  C: 3")!.Inner!.B);
        Unmapped<Closed>("A: 1\nX: 2", "$.X", 2, null);
        Unmapped<Closed>("Inner:\n  C: 3", "$.Inner.C", 2, disallow);
        Assert.Null(TonlSerializer.Deserialize<Skipping>("X: 1", disallow)!.Inner);
        Unmapped<Skipping>("X: 1\nInner:\n  C: 3", "$.Inner.C", 3, disallow);
        Assert.IsType<Leaf>(TonlSerializer.Deserialize<Node>("$type: leaf", disallow));
        Unmapped<Node>("$type: leaf\nInner:\n  $type: 3", "$.Inner['$type']", 3, disallow);
        Assert.Equal(1, TonlSerializer.Deserialize<Closed>("A: 1\nX: 2", new TonlOptions { HonorJsonAttributes = false })!.A);
    }

    private static void Unmapped<T>(string text, string path, int line, TonlOptions? options)
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<T>(text, options));
        Assert.Equal(("E_UNMAPPED", path, line), (e.Code, e.Path, e.LineNumber));
    }

    public class ExtraElements
    {
        public int A { get; set; }

        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    public class ExtraNodes
    {
        [TonlExtensionData]
        public JsonObject? More { get; set; } = new() { ["kept"] = true };
    }

    public class ExtraWrong
    {
        [TonlExtensionData]
        public Dictionary<string, int>? More { get; set; }
    }

    [Fact(DisplayName = "5.5 extension data [W]: JsonElement values as System.Text.Json has them; a member of another type is misconfigured")]
    public void Extension()
    {
        ExtraElements read = TonlSerializer.Deserialize<ExtraElements>("A: 1\nB: 2\nC:\n  x: NaN")!;
        Assert.Equal("2", read.More!["B"].GetRawText());
        Assert.Equal("{\"x\":null}", read.More["C"].GetRawText());
        Assert.Equal("#version 1.0\nroot{A,B,C}:\n  A: 1\n  B: 2\n  C:\n    x: null", TonlSerializer.Serialize(read));
        Assert.Equal("{\"kept\":true,\"q\":null}", TonlSerializer.Deserialize<ExtraNodes>("q: NaN")!.More!.ToJsonString());
        Assert.Throws<InvalidOperationException>(() => TonlSerializer.Deserialize<ExtraWrong>("q: 1"));
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Serialize(new Holder<JsonNode> { V = JsonValue.Create(double.NaN) }));
        Assert.Equal("E_NUMBER", e.Code);
    }

    [Fact(DisplayName = "5.5 extension data [W]: a key that reading would give to a member is E_DUPLICATE_KEY")]
    public void ExtensionOfMember()
    {
        var value = new ExtraElements { A = 1, More = new() { ["a"] = JsonDocument.Parse("2").RootElement } };
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Serialize(value));
        Assert.Equal(("E_DUPLICATE_KEY", "$.a"), (e.Code, e.Path));
        Assert.Equal("#version 1.0\nroot{A,a}:\n  A: 1\n  a: 2", TonlSerializer.Serialize(value, new TonlOptions { PropertyNameCaseInsensitive = false }));
    }

    public enum Size
    {
        [JsonStringEnumMemberName("extra small")]
        Xs,
        Small,
    }

    [Flags]
    public enum Rights
    {
        None,
        [JsonStringEnumMemberName("r")]
        Read,
        [JsonStringEnumMemberName("w")]
        Write,
    }

    [Fact(DisplayName = "5.5 attributes [W]: JsonStringEnumMemberName names enum members, the CLR names are read too")]
    public void EnumMemberNames()
    {
        var names = new TonlOptions { EnumFormat = TonlEnumFormat.Name };
        Assert.Equal("#version 1.0\nroot[2]: extra small,Small", Doors.Check(new[] { Size.Xs, Size.Small }, names));
        Assert.Equal("#version 1.0\nroot: \"r, w\"", Doors.Check(Rights.Read | Rights.Write, names));
        Assert.Equal(Size.Xs, TonlSerializer.Deserialize<Size>("root: XS"));
        Assert.Equal("#version 1.0\nroot: Xs", TonlSerializer.Serialize(Size.Xs, new TonlOptions(names) { HonorJsonAttributes = false }));
        Assert.Equal("#version 1.0\nroot:\n  extra small: 1", Doors.Check(new Dictionary<Size, int> { [Size.Xs] = 1 }));
    }
}
