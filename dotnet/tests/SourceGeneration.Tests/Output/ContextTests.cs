// Contract 7.1 and 7.2: what a context, its type infos and a type's own serializer look like from outside.

using System;
using System.Collections.Generic;
using System.Linq;
using TONL.NET.SourceGeneration.Tests.Models;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Output;

public interface IShown
{
    int Id { get; }
}

public abstract class Abstract
{
    public int Id { get; set; }
}

[TonlSerializable]
public class Annotated
{
    public int Id { get; set; }
    public string Name { get; set; } = "";
    public Color Color { get; set; }
    public Guid Key { get; set; }
    public DateTime When { get; set; }
    public int? Maybe { get; set; }
    public decimal Price { get; set; }
    public Address? Home { get; set; }
    public List<int>? Numbers { get; set; }
}

[TonlSourceGenerationOptions(Delimiter = '|', IndentSize = 4, PrettyDelimiters = true, KeyOrder = TonlKeyOrder.Source, EnumFormat = TonlEnumFormat.Name)]
[TonlSerializable(typeof(Person), TypeInfoPropertyName = "Human")]
[TonlSerializable(typeof(List<Line>))]
internal partial class OptionContext : TonlSerializerContext
{
}

[TonlSerializable(typeof(int))]
[TonlSerializable(typeof(string))]
[TonlSerializable(typeof(DateTime))]
[TonlSerializable(typeof(IShown))]
[TonlSerializable(typeof(Abstract))]
[TonlSerializable(typeof(Person))]
[TonlSerializable(typeof(InitOnly))]
[TonlSerializable(typeof(RequiredMembers))]
[TonlSerializable(typeof(Point))]
[TonlSerializable(typeof(WithConstructor))]
[TonlSerializable(typeof(List<int>))]
[TonlSerializable(typeof(Dictionary<string, List<int>>))]
[TonlSerializable(typeof(int[][]))]
[TonlSerializable(typeof(Line), GenerationMode = TonlSourceGenerationMode.Metadata)]
[TonlSerializable(typeof(Address), GenerationMode = TonlSourceGenerationMode.Serialization)]
[TonlSerializable(typeof(Tree), GenerateDeserializer = false)]
internal partial class SurfaceContext : TonlSerializerContext
{
}

public class ContextTests
{
    [Fact(DisplayName = "7.2 Default [T]: the same instance every time")]
    public void DefaultIsShared() => Assert.Same(SurfaceContext.Default, SurfaceContext.Default);

    [Fact(DisplayName = "7.2 properties [T]: named after the type, arrays and arguments spelled out")]
    public void PropertyNames()
    {
        Assert.Equal(typeof(List<int>), SurfaceContext.Default.ListOfInt32.Type);
        Assert.Equal(typeof(Dictionary<string, List<int>>), SurfaceContext.Default.DictionaryOfStringAndListOfInt32.Type);
        Assert.Equal(typeof(int[][]), SurfaceContext.Default.Int32ArrayArray.Type);
        Assert.Equal(typeof(Person), OptionContext.Default.Human.Type);
        Assert.Same(SurfaceContext.Default.Person, SurfaceContext.Default.Person);
    }

    [Fact(DisplayName = "7.2 primitives [T]: registered directly they have no property and no type info")]
    public void Primitives()
    {
        Assert.Null(SurfaceContext.Default.GetTypeInfo(typeof(int)));
        Assert.Null(SurfaceContext.Default.GetTypeInfo(typeof(string)));
        Assert.Null(SurfaceContext.Default.GetTypeInfo(typeof(DateTime)));
        Assert.Null(typeof(SurfaceContext).GetProperty("Int32"));
    }

    [Fact(DisplayName = "7.1 GetTypeInfo [T]: the property's object; unknown types raise, naming the type")]
    public void GetTypeInfo()
    {
        Assert.Same(SurfaceContext.Default.Person, SurfaceContext.Default.GetTypeInfo(typeof(Person)));
        Assert.Same(SurfaceContext.Default.Person, SurfaceContext.Default.GetTypeInfo<Person>());
        Assert.Same(SurfaceContext.Default, SurfaceContext.Default.Person.OriginatingContext);
        Assert.Contains("Uri", Assert.Throws<InvalidOperationException>(() => SurfaceContext.Default.GetTypeInfo<Uri>()).Message, StringComparison.Ordinal);
    }

    [Fact(DisplayName = "7.2 CreateObject [T]: null for interfaces, abstract types, records; set for concrete classes")]
    public void CreateObject()
    {
        Assert.Null(SurfaceContext.Default.IShown.CreateObject);
        Assert.Null(SurfaceContext.Default.Abstract.CreateObject);
        Assert.NotNull(SurfaceContext.Default.IShown.Properties);
        Assert.NotNull(SurfaceContext.Default.Abstract.Properties);
        Assert.Null(SurfaceContext.Default.Person.CreateObject);
        Assert.Null(SurfaceContext.Default.WithConstructor.CreateObject);
        Assert.NotNull(SurfaceContext.Default.InitOnly.CreateObject!());
    }

    [Fact(DisplayName = "7.2 Properties [T]: in full, SetValue only where a value can be set afterwards")]
    public void Properties()
    {
        var person = SurfaceContext.Default.Person.Properties!;
        Assert.Equal(["Name", "Age", "Home"], person.Select(p => p.Name));
        Assert.Equal([false, false, true], person.Select(p => p.IsNullable));
        Assert.Equal("Ann", person[0].GetValue(new Person("Ann")));
        Assert.All(person, p => Assert.Null(p.SetValue));
        Assert.All(SurfaceContext.Default.InitOnly.Properties!, p => Assert.Null(p.SetValue));
        Assert.All(SurfaceContext.Default.Point.Properties!, p => Assert.Null(p.SetValue));
        Assert.Null(SurfaceContext.Default.RequiredMembers.Properties!.First(p => p.Name == "Id").SetValue);
        var tree = new Tree();
        var set = ShapeContext.Default.Tree.Properties!.First(p => p.Name == "Value").SetValue!;
        set(tree, 5);
        Assert.Equal(5, tree.Value);
    }

    [Fact(DisplayName = "7.2 modes [W]: Metadata has no Serialize, Serialization no Properties and no reading; the text is the same")]
    public void Modes()
    {
        Assert.Null(SurfaceContext.Default.Line.Serialize);
        Assert.NotNull(SurfaceContext.Default.Line.Properties);
        Assert.NotNull(SurfaceContext.Default.Person.Serialize);
        Assert.Null(SurfaceContext.Default.Address.Properties);
        Assert.NotNull(SurfaceContext.Default.Address.Serialize);
        var line = new Line(1, "n", 1.5, true, null, Color.Green);
        Assert.Equal(TonlSerializer.SerializeToString(line), TonlSerializer.SerializeToString(line, SurfaceContext.Default.Line));
        Assert.Equal(line, TonlSerializer.Deserialize(TonlSerializer.SerializeToString(line), SurfaceContext.Default.Line));
        var address = new Address("s", "c");
        var text = TonlSerializer.SerializeToString(address, SurfaceContext.Default.Address);
        Assert.Equal(TonlSerializer.SerializeToString(address), text);
        Assert.Throws<InvalidOperationException>(() => TonlSerializer.Deserialize(text, SurfaceContext.Default.Address));
        Assert.Throws<InvalidOperationException>(() => TonlSerializer.Deserialize("root:\n  Value: 1", SurfaceContext.Default.Tree));
    }

    [Fact(DisplayName = "7.2 options attribute [W]: takes effect through Default.Options; unset ones keep their defaults")]
    public void OptionsTakeEffect()
    {
        var options = OptionContext.Default.Options!;
        Assert.Equal(('|', 4, true), (options.Delimiter, options.IndentSize, options.PrettyDelimiters));
        Assert.Equal((TonlKeyOrder.Source, TonlEnumFormat.Name, "1.0"), (options.KeyOrder, options.EnumFormat, options.Version));
        var text = TonlSerializer.SerializeToString(new Person("Ann", 3), OptionContext.Default.Human);
        Assert.Equal("#version 1.0\n#delimiter |\nroot{Name,Age,Home}:\n    Name: Ann\n    Age: 3\n    Home: null", text);
        var lines = new List<Line> { new(1, "a", 1, true, null, Color.Green) };
        Assert.Contains("    1 | a | 1 | true | null | Green", TonlSerializer.SerializeToString(lines, OptionContext.Default.ListOfLine), StringComparison.Ordinal);
        Assert.Equal(lines, TonlSerializer.Deserialize(TonlSerializer.SerializeToString(lines, OptionContext.Default.ListOfLine), OptionContext.Default.ListOfLine));
    }

    [Fact(DisplayName = "7.2 options [W]: new C(options) and options of the call override the attribute")]
    public void OptionsOverride()
    {
        var dense = new OptionContext(TonlOptions.Dense);
        Assert.Same(TonlOptions.Dense, dense.Options);
        Assert.Equal("Age:3\nHome:null\nName:Ann", TonlSerializer.SerializeToString(new Person("Ann", 3), dense.Human));
        Assert.Equal("Age:3\nHome:null\nName:Ann", TonlSerializer.SerializeToString(new Person("Ann", 3), OptionContext.Default.Human, TonlOptions.Dense));
    }

    [Fact(DisplayName = "7.2 transitive types [W]: referenced types have metadata too")]
    public void Transitive()
    {
        Assert.NotNull(SurfaceContext.Default.GetTypeInfo(typeof(List<Tree>)));
        Assert.NotNull(ShapeContext.Default.GetTypeInfo(typeof(Circle)));
    }

    [Fact(DisplayName = "7.1 combined contexts [W]: the first that answers wins; none that answers raises, naming the type")]
    public void Combined()
    {
        var options = new TonlOptions { TypeInfoResolver = TonlTypeInfoResolver.Combine(OptionContext.Default, null, SurfaceContext.Default) };
        Assert.Same(OptionContext.Default.Human, options.TypeInfoResolver.GetTypeInfo(typeof(Person)));
        Assert.Same(SurfaceContext.Default.InitOnly, options.TypeInfoResolver.GetTypeInfo(typeof(InitOnly)));
        Assert.Contains("Id: 4", TonlSerializer.SerializeToString(new InitOnly { Id = 4 }, options), StringComparison.Ordinal);
        Assert.Equal(4, TonlSerializer.Deserialize<InitOnly>("root{Id}:\n  Id: 4", options)!.Id);
        Assert.Contains("Uri", Assert.Throws<InvalidOperationException>(() => TonlSerializer.SerializeToString(new List<Uri>(), options)).Message, StringComparison.Ordinal);
    }

    [Fact(DisplayName = "7.2 null [W]: a null root is root: null")]
    public void NullRoot() => Assert.EndsWith("root: null", TonlSerializer.SerializeToString(null!, SurfaceContext.Default.Person), StringComparison.Ordinal);

    [Fact(DisplayName = "7.2 self [T]: names, dictionary values and text of an annotated type")]
    public void Self()
    {
        var value = new Annotated
        {
            Id = 1,
            Name = "n",
            Color = Color.Green,
            Key = new Guid("6f9619ff-8b86-d011-b42d-00c04fc964ff"),
            When = new DateTime(2025, 6, 15, 0, 0, 0, DateTimeKind.Utc),
            Price = 1.25m,
            Home = new Address("s", "c"),
            Numbers = [1, 2],
        };
        Assert.Equal(["Color", "Home", "Id", "Key", "Maybe", "Name", "Numbers", "Price", "When"], Generated.AnnotatedTonlSerializer.PropertyNames);
        var members = Generated.AnnotatedTonlSerializer.Serialize(value);
        Assert.Equal(1, members["Id"]);
        Assert.Equal(5L, members["Color"]);
        Assert.Equal("6f9619ff-8b86-d011-b42d-00c04fc964ff", members["Key"]);
        Assert.Equal("2025-06-15T00:00:00.0000000Z", members["When"]);
        Assert.Null(members["Maybe"]);
        var text = Generated.AnnotatedTonlSerializer.SerializeToString(value);
        Assert.Equal(TonlSerializer.SerializeToString(value), text);
        foreach (var source in new[] { members, TonlSerializer.DeserializeToDictionary(text)! })
        {
            var back = Generated.AnnotatedTonlSerializer.Deserialize(source);
            Assert.Equal(TonlSerializer.SerializeToString(value), TonlSerializer.SerializeToString(back));
        }

        Assert.Throws<ArgumentNullException>(() => Generated.AnnotatedTonlSerializer.Serialize(null!));
        Assert.Throws<ArgumentNullException>(() => Generated.AnnotatedTonlSerializer.Deserialize(null!));
        Assert.Throws<ArgumentNullException>(() => Generated.AnnotatedTonlSerializer.SerializeToString(null!));
    }

    [Fact(DisplayName = "7.2 HonorJsonAttributes [W]: false has the effect that it has on reflection")]
    public void WithoutJsonAttributes()
    {
        var options = new TonlOptions { HonorJsonAttributes = false };
        var value = new JsonMarked { Ignored = new OnlyIgnored { Value = 1 }, Text = "t", Named = Named2.First, Node = new JsonLeaf { Id = 1 } };
        var text = TonlSerializer.Serialize(value, EdgeContext.Default.JsonMarked, options);
        Assert.Contains("\n  Text: t", text, StringComparison.Ordinal);
        Assert.Contains("Ignored:\n    Value: 1", text, StringComparison.Ordinal);
        Assert.DoesNotContain("$type", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Included", text, StringComparison.Ordinal);
        Assert.Equal(1, TonlSerializer.Deserialize("Ignored:\n  Value: 1\nNobody: 2", EdgeContext.Default.JsonMarked, options)!.Ignored!.Value);
        Assert.Equal("E_UNMAPPED", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize("Needed: 1\nNobody: 2", EdgeContext.Default.JsonMarked)).Code);
        Assert.Null(typeof(EdgeContext).GetProperty("OnlyIgnored"));
        Assert.True(TonlSerializer.Deserialize("A: 1", EdgeContext.Default.TwoConstructors)!.IsMarked);
        Assert.False(TonlSerializer.Deserialize("A: 1", EdgeContext.Default.TwoConstructors, options)!.IsMarked);
    }

    [Fact(DisplayName = "7.2 properties [W]: built-in types beyond the primitives have one when they are registered")]
    public void RegisteredScalars()
    {
        Assert.Equal("#version 1.0\nroot: AQI=", TonlSerializer.Serialize([1, 2], EdgeContext.Default.ByteArray));
        Assert.Equal(typeof(Guid?), EdgeContext.Default.NullableOfGuid.Type);
        Assert.Equal(5, TonlSerializer.Deserialize("root: 5", EdgeContext.Default.Object));
    }

    private sealed class HexConverter : TonlConverter<int>
    {
        public override object? ToTonl(int value, TonlOptions options) => "0x" + value.ToString("X", null);

        public override int FromTonl(object? value, TonlOptions options) => Convert.ToInt32(((string)value!)[2..], 16);
    }

    [Fact(DisplayName = "7.2 converters [W]: those of the options come before generated reading and writing")]
    public void OptionConverters()
    {
        var options = new TonlOptions { Converters = { new HexConverter() } };
        List<Line> lines = [new(10, "a", 1.5, true, null, Color.Green), new(11, "b", null, false, null, Color.Green)];
        var text = TonlSerializer.Serialize(lines, ShapeContext.Default.ListOfLine, options);
        Assert.Equal(TonlSerializer.Serialize(lines, options), text);
        Assert.Contains("0xA", text, StringComparison.Ordinal);
        Assert.Equal(lines, TonlSerializer.Deserialize(text, ShapeContext.Default.ListOfLine, options));
        var line = TonlSerializer.Serialize(lines[0], ShapeContext.Default.Line, options);
        Assert.Equal(lines[0], TonlSerializer.Deserialize(line, ShapeContext.Default.Line, options));
    }
}
