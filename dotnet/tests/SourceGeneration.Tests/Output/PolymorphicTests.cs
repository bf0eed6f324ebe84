// Contract 5.5: what JsonPolymorphic says beyond the discriminator's name, by reflection and by generated code, through string, bytes, stream and document.

using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Json.Serialization;
using System.Threading.Tasks;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Output;

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind", UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType, IgnoreUnrecognizedTypeDiscriminators = true)]
[JsonDerivedType(typeof(Car), "car")]
public class Vehicle
{
    public int Wheels { get; set; }
}

public class Car : Vehicle
{
    public int Doors { get; set; }
}

public class Cabrio : Car
{
    public bool Open { get; set; }
}

[JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
[JsonDerivedType(typeof(Node), "node")]
[JsonDerivedType(typeof(Leaf), "leaf")]
public class Node
{
    public int Id { get; set; }
}

public class Leaf : Node
{
    public string Color { get; set; } = "";
}

public class Needle : Leaf
{
    public int Length { get; set; }
}

public class Twig : Node
{
    public int Length { get; set; }
}

[JsonPolymorphic(UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
[JsonDerivedType(typeof(IRead), "r")]
[JsonDerivedType(typeof(IWrite), "w")]
public interface IAccess
{
    int Id { get; }
}

public interface IRead : IAccess
{
    bool Fast { get; }
}

public interface IWrite : IAccess
{
    bool Safe { get; }
}

public sealed class Reader : IRead
{
    public int Id => 1;

    public bool Fast => true;

    public int Hidden => 2;
}

public sealed class Both : IRead, IWrite
{
    public int Id => 1;

    public bool Fast => true;

    public bool Safe => false;
}

[TonlSerializable(typeof(List<Vehicle>))]
[TonlSerializable(typeof(List<Node>))]
[TonlSerializable(typeof(List<IAccess>))]
internal partial class PolymorphicContext : TonlSerializerContext
{
}

public class PolymorphicTests
{
    private static readonly TonlOptions s_reflected = new();
    private static readonly TonlOptions s_generated = new() { TypeInfoResolver = PolymorphicContext.Default };

    public static TheoryData<bool> Paths => [false, true];

    [Theory(DisplayName = "5.5 polymorphism [W]: FallBackToBaseType writes types that are not listed as the base, other settings count by reflection and generated alike")]
    [MemberData(nameof(Paths))]
    public async Task BaseType(bool generated)
    {
        var options = generated ? s_generated : s_reflected;
        List<Vehicle> values = [new Car { Wheels = 4, Doors = 5 }, new Cabrio { Wheels = 4, Doors = 2, Open = true }, new Vehicle { Wheels = 1 }];
        await Written(values, options, "#version 1.0\nroot[3]:\n  [0]{kind,Doors,Wheels}:\n    kind: car\n    Doors: 5\n    Wheels: 4\n  [1]:\n    Wheels: 4\n  [2]:\n    Wheels: 1");
        await Read<List<Vehicle>>(
            "root[3]:\n  [0]{kind,Doors}:\n    kind: car\n    Doors: 3\n  [1]{kind,Wheels}:\n    kind: boat\n    Wheels: 0\n  [2]{Wheels,kind}:\n    Wheels: 2\n    kind: 7",
            new TonlOptions(options) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow },
            list =>
            {
                Assert.Equal(3, Assert.IsType<Car>(list[0]).Doors);
                Assert.Equal(0, Assert.IsType<Vehicle>(list[1]).Wheels);
                Assert.Equal(2, Assert.IsType<Vehicle>(list[2]).Wheels);
            });
    }

    [Theory(DisplayName = "5.5 polymorphism [W]: FallBackToNearestAncestor writes types that are not listed as the nearest that is")]
    [MemberData(nameof(Paths))]
    public async Task NearestAncestor(bool generated)
    {
        var options = generated ? s_generated : s_reflected;
        List<Node> values = [new Needle { Id = 1, Color = "g", Length = 9 }, new Twig { Id = 2, Length = 8 }];
        await Written(values, options, "#version 1.0\nroot[2]{$type,Color,Id}:\n  leaf,g,1\n  node,,2");
        var e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<Node>>("root[1]:\n  [0]{$type,Id}:\n    $type: twig\n    Id: 1", options));
        Assert.Equal(("E_TYPE", 3, 12), (e.Code, e.LineNumber, e.Position));
    }

    [Theory(DisplayName = "5.5 polymorphism [W]: of two listed interfaces none is nearer")]
    [MemberData(nameof(Paths))]
    public async Task Interfaces(bool generated)
    {
        var options = generated ? s_generated : s_reflected;
        await Written(new List<IAccess> { new Reader() }, options, "#version 1.0\nroot[1]{$type,Fast,Id}:\n  r,true,1");
        var e = Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(new List<IAccess> { new Both() }, options));
        Assert.Equal("E_UNSUPPORTED", e.Code);
    }

    [Theory(DisplayName = "5.5 polymorphism [W]: without attributes of System.Text.Json none of them counts")]
    [MemberData(nameof(Paths))]
    public void WithoutJson(bool generated)
    {
        var options = new TonlOptions(generated ? s_generated : s_reflected) { HonorJsonAttributes = false };
        Assert.Equal("#version 1.0\nroot[1]{Wheels}:\n  4", TonlSerializer.SerializeToString(new List<Vehicle> { new Car { Wheels = 4, Doors = 5 } }, options));
    }

    private static async Task Written<T>(T value, TonlOptions options, string expected)
    {
        Assert.Equal(expected, TonlSerializer.SerializeToString(value, options));
        Assert.Equal(expected, Encoding.UTF8.GetString(TonlSerializer.SerializeToBytes(value, options)));
        using var stream = new MemoryStream();
        await TonlSerializer.SerializeAsync(stream, value, options, TestContext.Current.CancellationToken);
        Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
    }

    private static async Task Read<T>(string text, TonlOptions options, Action<T> check)
    {
        check(TonlSerializer.Deserialize<T>(text, options)!);
        check(TonlSerializer.Deserialize<T>(Encoding.UTF8.GetBytes(text), options)!);
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(text));
        check((await TonlSerializer.DeserializeAsync<T>(stream, options, TestContext.Current.CancellationToken))!);
        using var document = TonlDocument.Parse(text);
        check(document.RootElement.Deserialize<T>(options)!);
    }
}
