// Contract 5.3 to 5.5: members, construction, cycles, converters, attributes, polymorphism.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Objects5_3
{
    public record Person(string Name, int Age = 7, string? Email = null);

    public class Base
    {
        public int B { get; set; }

        public virtual string V { get; set; } = "";
    }

    public class Derived : Base
    {
        public int A { get; set; }

        public override string V { get; set; } = "d";
    }

    public struct Point
    {
        public int X { get; set; }

        public int Y { get; set; }
    }

    public readonly struct Fixed(int x, string y)
    {
        public int X { get; } = x;

        public string Y { get; } = y;
    }

    public record struct Pair(int L, string R);

    public readonly record struct Half2(int L, string R);

    public class Init
    {
        public required int Id { get; init; }

        public string Name { get; init; } = "def";

        public int Computed => Id + 1;

        public int Hidden { get; private set; } = 3;

        public int this[int i] => i;
    }

    public class Node
    {
        public string? Name { get; set; }

        public Node? Self { get; set; }

        public List<Node>? Children { get; set; }
    }

    public class Attributed
    {
        [TonlPropertyName("my name")]
        public int Own { get; set; }

        [JsonPropertyName("theirs")]
        public int Json { get; set; }

        [TonlIgnore]
        public int Gone { get; set; } = 9;

        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public string? Maybe { get; set; }

        [TonlPropertyOrder(-1)]
        public int Zed { get; set; }

        [TonlInclude]
        internal int Inner { get; set; }

        [JsonInclude]
        public int Field;

        public int PlainField;
    }

    public class Extra
    {
        public int Id { get; set; }

        [TonlExtensionData]
        public Dictionary<string, object?>? More { get; set; }
    }

    public class ExtraJson
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public JsonObject? More { get; set; }
    }

    [TonlPolymorphic(DiscriminatorName = "kind")]
    [TonlDerivedType(typeof(Circle), "circle")]
    [TonlDerivedType(typeof(Square), 2)]
    public abstract class Shape
    {
        public string? Label { get; set; }
    }

    public class Circle : Shape
    {
        public double R { get; set; }
    }

    public class Square : Shape
    {
        public double Side { get; set; }
    }

    public class Hexagon : Shape;

    [JsonPolymorphic]
    [JsonDerivedType(typeof(Dog), "dog")]
    public class Animal
    {
        public string? Name { get; set; }
    }

    public class Dog : Animal
    {
        public bool Good { get; set; }
    }

    public sealed class Celsius(double degrees)
    {
        public double Degrees => degrees;
    }

    public sealed class CelsiusConverter : TonlConverter<Celsius>
    {
        public override object? ToTonl(Celsius value, TonlOptions options) => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{value.Degrees} C");

        public override Celsius? FromTonl(object? value, TonlOptions options) => new(double.Parse(((string)value!)[..^2], System.Globalization.CultureInfo.InvariantCulture));
    }

    public sealed class Weather
    {
        [TonlConverter(typeof(CelsiusConverter))]
        public Celsius? T { get; set; }
    }

    public sealed class Tree
    {
        public JsonNode? Node { get; set; }

        public JsonElement Element { get; set; }
    }

    public sealed class Two
    {
        public int A { get; set; }

        [TonlPropertyName("A")]
        public int B { get; set; }
    }

    public sealed class ManyConstructors
    {
        public ManyConstructors(int a) => A = a;

        [TonlConstructor]
        public ManyConstructors(int a, string b)
        {
            A = a;
            B = b + "!";
        }

        public int A { get; }

        public string? B { get; }
    }

    [Fact(DisplayName = "5.3 members [W]: inherited, overridden, ordered by name")]
    public void Inheritance()
    {
        Assert.Equal("#version 1.0\nroot{A,B,V}:\n  A: 1\n  B: 2\n  V: x", Doors.Check(new Derived { A = 1, B = 2, V = "x" }));
        Assert.Equal("#version 1.0\nroot{B,V,A}:\n  B: 2\n  V: x\n  A: 1", Doors.Check(new Derived { A = 1, B = 2, V = "x" }, new TonlOptions { KeyOrder = TonlKeyOrder.Source }));
        Assert.Equal("#version 1.0\nroot{B,V}:\n  B: 2\n  V: x", TonlSerializer.SerializeToString<Base>(new Derived { A = 1, B = 2, V = "x" }));
    }

    [Fact(DisplayName = "5.3 construction [T]: records, defaults of parameters, missing members")]
    public void Records()
    {
        Doors.Check(new Person("Ann", 3, "a@b"));
        Assert.Equal(new Person("Ann"), TonlSerializer.Deserialize<Person>("root:\n  Name: Ann"));
        Assert.Equal(new Person(null!, 7), TonlSerializer.Deserialize<Person>(""));
        Assert.Equal(new Person("Ann", 5), TonlSerializer.Deserialize<Person>("NAME: Ann\nage: 5\nother: x"));
        Doors.Check(new ManyConstructors(1, "b"), null, (a, b) => Assert.Equal(a!.A, b!.A == 1 ? 1 : 0), roundTripText: false);
    }

    [Fact(DisplayName = "5.3 structs [W]: mutable, readonly, record structs, tuples")]
    public void Structs()
    {
        Doors.Check(new Point { X = 1, Y = 2 });
        Doors.Check(new Fixed(1, "y"));
        Doors.Check(new Pair(1, "r"));
        Doors.Check(new Half2(1, "r"));
        Doors.Check((1, "a", 2.5));
        Doors.Check(Tuple.Create(1, "a"));
        Doors.Check(new KeyValuePair<string, int>("k", 1));
        Doors.Check<Point?>(new Point { X = 1 });
        Doors.Check(new[] { new Pair(1, "r"), new Pair(2, "s") });
    }

    [Fact(DisplayName = "5.3 required [W]: E_MISSING names the member")]
    public void Required()
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<Init>>("root[1]{Name}:\n  x"));
        Assert.Equal(("E_MISSING", "$[0]"), (e.Code, e.Path));
        Assert.Contains("Id", e.Message, StringComparison.Ordinal);
        Init init = TonlSerializer.Deserialize<Init>("Id: 4\nHidden: 8\nComputed: 9")!;
        Assert.Equal((4, "def", 3), (init.Id, init.Name, init.Hidden));
        Assert.Equal("#version 1.0\nroot{Computed,Hidden,Id,Name}:\n  Computed: 5\n  Hidden: 3\n  Id: 4\n  Name: def", TonlSerializer.SerializeToString(init));
    }

    [Fact(DisplayName = "5.3 cycles [T]: TonlCircularReferenceException names the key; shared references are fine")]
    public void Cycles()
    {
        var node = new Node { Name = "a" };
        node.Self = node;
        TonlCircularReferenceException e = Assert.Throws<TonlCircularReferenceException>(() => TonlSerializer.SerializeToString(node));
        Assert.Equal(("E_CYCLE", "$.Self"), (e.Code, e.Path));
        Assert.Contains("Self", e.Message, StringComparison.Ordinal);
        var dictionary = new Dictionary<string, object?>();
        dictionary["self"] = dictionary;
        Assert.Contains("self", Assert.Throws<TonlCircularReferenceException>(() => TonlSerializer.SerializeToString(dictionary)).Message, StringComparison.Ordinal);
        var list = new List<object?>();
        list.Add(list);
        Assert.Throws<TonlCircularReferenceException>(() => TonlSerializer.SerializeToString(list));
        var children = new Node { Children = [] };
        children.Children.Add(children);
        Assert.Throws<TonlCircularReferenceException>(() => TonlSerializer.SerializeToString(children));
        var shared = new Node { Name = "s" };
        Doors.Check(new Node { Self = shared, Children = [shared, shared] });
    }

    [Fact(DisplayName = "5.5 attributes [W]: names, ignore, order, include; own ones and those of System.Text.Json")]
    public void Attributes()
    {
        var value = new Attributed { Own = 1, Json = 2, Zed = 3, Inner = 4, Field = 5, PlainField = 6 };
        Assert.Equal("#version 1.0\nroot{Zed,Field,Inner,my name,theirs}:\n  Zed: 3\n  Field: 5\n  Inner: 4\n  my name: 1\n  theirs: 2", Doors.Check(value, null, (a, b) => Assert.Equal(a!.Inner, b!.Inner)));
        value.Maybe = "x";
        string text = TonlSerializer.SerializeToString(value, new TonlOptions { HonorJsonAttributes = false, IncludeFields = true });
        Assert.Equal("#version 1.0\nroot{Zed,Field,Inner,Json,Maybe,PlainField,my name}:\n  Zed: 3\n  Field: 5\n  Inner: 4\n  Json: 2\n  Maybe: x\n  PlainField: 6\n  my name: 1", text);
        Assert.Throws<InvalidOperationException>(() => TonlSerializer.SerializeToString(new Two()));
    }

    [Fact(DisplayName = "5.5 ignore conditions [W]: rows of such objects follow the half-uniform rule")]
    public void Conditions()
    {
        var options = new TonlOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        Assert.Equal("#version 1.0\nroot[2]{Age,Email,Name}:\n  1,,a\n  2,e,b", Doors.Check(new[] { new Person("a", 1), new Person("b", 2, "e") }, options));
        Assert.Equal("#version 1.0\nroot{}:", TonlSerializer.SerializeToString(new Person(null!, 0), new TonlOptions { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault }));
    }

    [Fact(DisplayName = "5.5 naming [W]: policies both ways")]
    public void Naming()
    {
        var options = new TonlOptions { PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower, DictionaryKeyPolicy = JsonNamingPolicy.CamelCase };
        Assert.Equal("#version 1.0\nroot{children,name,self}:\n  children: null\n  name: x\n  self: null", Doors.Check(new Node { Name = "x" }, options));
        Assert.Equal("#version 1.0\nroot:\n  ab: 1", TonlSerializer.SerializeToString(new Dictionary<string, int> { ["Ab"] = 1 }, options));
    }

    [Fact(DisplayName = "5.5 extension data [W]: unknown members are kept")]
    public void Extension()
    {
        const string Text = "#version 1.0\nroot{Id,a,b}:\n  Id: 1\n  a[2]: 1,2\n  b: x";
        Assert.Equal(Text, Doors.Check(new Extra { Id = 1, More = new() { ["a"] = new List<object?> { 1, 2 }, ["b"] = "x" } }));
        ExtraJson read = TonlSerializer.Deserialize<ExtraJson>(Text)!;
        Assert.Equal("[1,2]", read.More!["a"]!.ToJsonString());
        Assert.Equal(Text, TonlSerializer.SerializeToString(read));
    }

    [Fact(DisplayName = "4 unmapped members [W]: E_UNMAPPED on request")]
    public void Unmapped()
    {
        var options = new TonlOptions { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Person>("Name: a\nOther: 1", options));
        Assert.Equal(("E_UNMAPPED", 2, 1), (e.Code, e.LineNumber, e.Position));
        Assert.IsType<Circle>(TonlSerializer.Deserialize<Shape>("kind: circle\nR: 1", options));
    }

    [Fact(DisplayName = "5.5 polymorphism [W]: discriminator first, found anywhere, unknown is E_TYPE, unlisted is E_UNSUPPORTED")]
    public void Polymorphism()
    {
        string text = Doors.Check<Shape>(new Circle { R = 1.5, Label = "c" }, null, (a, b) => Assert.Equal(((Circle)a!).R, Assert.IsType<Circle>(b).R));
        Assert.Equal("#version 1.0\nroot{kind,Label,R}:\n  kind: circle\n  Label: c\n  R: 1.5", TonlSerializer.SerializeToString<Shape>(new Circle { R = 1.5, Label = "c" }, new TonlOptions { KeyOrder = TonlKeyOrder.Source }));
        Assert.Contains("kind: circle", text, StringComparison.Ordinal);
        Assert.Equal(2.5, Assert.IsType<Square>(TonlSerializer.Deserialize<Shape>("Side: 2.5\nkind: 2")).Side);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Shape>("kind: oval")).Code);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Shape>("R: 1")).Code);
        Assert.Equal("E_UNSUPPORTED", Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString<Shape>(new Hexagon())).Code);
        Doors.Check<List<Shape>>([new Circle { R = 1 }, new Square { Side = 2 }], null, (a, b) => Assert.Equal(a!.Select(s => s.GetType()), b!.Select(s => s.GetType())));
        Doors.Check<List<Animal>>([new Dog { Good = true, Name = "d" }, new() { Name = "x" }], null, (a, b) => Assert.Equal(a!.Select(s => s.GetType()), b!.Select(s => s.GetType())));
    }

    [Fact(DisplayName = "5.4 converters [W]: on a member, in the options, failures wrapped")]
    public void Converters()
    {
        Assert.Equal("#version 1.0\nroot:\n  T: 21.5 C", Doors.Check(new Weather { T = new(21.5) }));
        var options = new TonlOptions();
        options.Converters.Add(new CelsiusConverter());
        Assert.Equal("#version 1.0\nroot[2]: 1 C,2 C", Doors.Check(new List<Celsius> { new(1), new(2) }, options));
        Assert.True(options.IsReadOnly);
        Assert.Throws<InvalidOperationException>(() => options.IndentSize = 3);
        Assert.Throws<InvalidOperationException>(() => options.Converters.Add(new CelsiusConverter()));
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Weather>("T: abc"));
        Assert.Equal((1, 4, "$.T"), (e.LineNumber, e.Position, e.Path));
        Assert.IsType<FormatException>(e.InnerException);
    }

    [Fact(DisplayName = "5.3 json values [W]: JsonNode, JsonElement, JsonDocument both ways")]
    public void JsonValues()
    {
        var tree = new Tree { Node = JsonNode.Parse("{\"a\":[1,{\"b\":null}],\"n\":12345678901234567890}"), Element = JsonDocument.Parse("[1.5,\"x\"]").RootElement };
        string text = TonlSerializer.SerializeToString(tree);
        Tree read = TonlSerializer.Deserialize<Tree>(text)!;
        Assert.Equal(tree.Node!.ToJsonString(), read.Node!.ToJsonString());
        Assert.Equal("[1.5,\"x\"]", read.Element.GetRawText());
        Assert.Equal(text, TonlSerializer.SerializeToString(read));
        Assert.Equal("[1,2]", TonlSerializer.Deserialize<JsonArray>("root[2]: 1,2")!.ToJsonString());
        Assert.Equal("{\"a\":1}", TonlSerializer.Deserialize<JsonDocument>("a: 1")!.RootElement.GetRawText());
    }

    [Fact(DisplayName = "5.3 object [W]: by run-time type out, dynamic values in")]
    public void ObjectMembers()
    {
        string text = TonlSerializer.SerializeToString(new Dictionary<string, object?> { ["p"] = new Person("a"), ["i"] = 1, ["l"] = new[] { new Point { X = 1 } } });
        Assert.Equal("#version 1.0\nroot{i,l,p}:\n  i: 1\n  l[1]{X,Y}:\n    1,0\n  p{Age,Email,Name}:\n    Age: 7\n    Email: null\n    Name: a", text);
        Dictionary<string, object?> read = TonlSerializer.DeserializeToDictionary(text)!;
        Assert.IsAssignableFrom<IList<Dictionary<string, object?>>>(read["l"]);
        Assert.Equal(1, read["i"]);
    }

    [Fact(DisplayName = "2 mismatch [T]: a scalar asked of an object text is its default; else E_TYPE")]
    public void Mismatch()
    {
        Assert.Equal(0, TonlSerializer.Deserialize<int>("a: 1\nb: 2"));
        Assert.Null(TonlSerializer.Deserialize<string>("root[2]: 1,2"));
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<int>("a: 1\nb: 2", new TonlOptions { StrictMode = true })).Code);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Person>("root[2]: 1,2")).Code);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<int>>("a: 1\nb: 2")).Code);
        Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Person>("root: x")).Code);
    }

    [Fact(DisplayName = "8 path [W]: the way to the value that failed")]
    public void Paths()
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Dictionary<string, List<Point>>>("root{a b}:\n  a b[2]{X,Y}:\n    1,2\n    3,z"));
        Assert.Equal(("E_TYPE", "$['a b'][1].Y", 4, 7), (e.Code, e.Path, e.LineNumber, e.Position));
    }
}
