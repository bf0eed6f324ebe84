// Contract 3: the Compatible layout point by point, the decoder's additions, and the switch of the application.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.Loader;
using System.Text;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Compatible3
{
    private static readonly TonlOptions s_compatible = new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true };

    private static string Written(object value, TonlOptions? options = null) => TonlSerializer.SerializeToString(value, options ?? s_compatible)["#version 1.0\n".Length..];

    private static Dictionary<string, object?> Of(string name, object? value) => new() { [name] = value };

    private static object? Read(string text, TonlOptions? options = null) => TonlSerializer.DeserializeDynamic(text, options);

    [Fact(DisplayName = "3 C1 [T]: a space after delimiters, around them in the Canonical layout")]
    public void Delimiters()
    {
        int[] numbers = [1, 2, 3];
        Assert.Equal("root:\n  a[3]: 1, 2, 3", Written(Of("a", numbers)));
        Assert.Equal("root:\n  a[3]: 1,2,3", Written(Of("a", numbers), new TonlOptions { Layout = TonlLayout.Compatible }));
        Assert.Equal("root:\n  a[3]: 1 , 2 , 3", Written(Of("a", numbers), new TonlOptions { PrettyDelimiters = true }));
        Assert.Equal("#delimiter |\nroot:\n  a[3]: 1| 2| 3", Written(Of("a", numbers), new TonlOptions(s_compatible) { Delimiter = '|' }));
        Assert.Equal("root:\n  items[2]{id,name}:\n    1, Widget\n    2, Gadget", Written(Of("items", new[] { new { id = 1, name = "Widget" }, new { id = 2, name = "Gadget" } })));
    }

    [Theory(DisplayName = "3 C2 [T]: names that are quoted")]
    [InlineData("a-b", true)]
    [InlineData("a.b", true)]
    [InlineData("a[b", true)]
    [InlineData("a]", true)]
    [InlineData("a#", true)]
    [InlineData("a@", true)]
    [InlineData("a b", true)]
    [InlineData("1a", true)]
    [InlineData("abc", false)]
    [InlineData("_a1", false)]
    [InlineData("ä", false)]
    [InlineData("a$", false)]
    public void Names(string name, bool quoted)
    {
        string key = quoted ? $"\"{name}\"" : name;
        Assert.Equal(quoted, TonlWriter.KeyNeedsQuoting(name));
        Assert.Equal($"root:\n  {key}: 1", Written(Of(name, 1)));
        Assert.Equal($"root:\n  {key}[2]: 1, 2", Written(Of(name, new[] { 1, 2 })));
        Assert.Equal($"root[1]{{{key}}}:\n  1", Written(new[] { Of(name, 1) }));
        Assert.Equal(1, ((Dictionary<string, object?>)Read($"root:\n  {key}: 1")!)[name]);
    }

    [Theory(DisplayName = "3 C3 [T]: strings that are quoted")]
    [InlineData("+5", true)]
    [InlineData("5.", true)]
    [InlineData("+5.5e+10", true)]
    [InlineData("[x]", true)]
    [InlineData("a]", true)]
    [InlineData("", true)]
    [InlineData("true", true)]
    [InlineData("undefined", true)]
    [InlineData("-1", true)]
    [InlineData(" x", true)]
    [InlineData("a,b", true)]
    [InlineData("a#b", true)]
    [InlineData("hello world", false)]
    [InlineData("TRUE", false)]
    [InlineData("1a", false)]
    [InlineData("a|b", false)]
    public void Strings(string value, bool quoted)
    {
        Assert.Equal(quoted, new TonlWriter(new TonlBufferWriter(), s_compatible).NeedsQuoting(value));
        Assert.Equal("root:\n  s: " + (quoted ? $"\"{value}\"" : value), Written(Of("s", value)));
        Assert.Equal(value, ((List<object?>)Read(TonlSerializer.Serialize(new[] { value, "z" }, s_compatible))!)[0]);
    }

    [Fact(DisplayName = "3 C4 [T]: a quote inside is doubled, the first character excepted")]
    public void Quotes()
    {
        Assert.Equal("root:\n  a: \"say \"\"hi\"\"\"", Written(Of("a", "say \"hi\"")));
        Assert.Equal("root:\n  a: \"\\\"hi\"\"\"", Written(Of("a", "\"hi\"")));
        Assert.Equal("say \"hi\"", ((Dictionary<string, object?>)Read("a: \"say \"\"hi\"\"\"")!)["a"]);
    }

    [Fact(DisplayName = "3 C5 [T]: flat objects under a name take one line, others a block")]
    public void OneLine()
    {
        Assert.Equal("root:\n  user{age,name}: 30, Alice", Written(Of("user", new { name = "Alice", age = 30 })));
        Assert.Equal("root:\n  user{age,name}: 30, Alice", Written(Of("user", new { name = "Alice", age = 30 }), new TonlOptions(s_compatible) { ColonSpace = false, IncludeTypeHints = false }));
        Assert.Equal("root:\n  user:\n    a{}:", Written(Of("user", Of("a", new Dictionary<string, object?>()))));
        Assert.Equal("root:\n  user:\n    a\\b: 1", Written(Of("user", Of("a\\b", 1))));
        Assert.Equal("root{age,name}:\n  age: 30\n  name: Alice", Written(new { name = "Alice", age = 30 }));
    }

    [Fact(DisplayName = "3 D1 [T]: one-line objects in cell form and in the form of the profile")]
    public void CellForm()
    {
        var row = (Dictionary<string, object?>)((Dictionary<string, object?>)Read("u{a:u32,\"b c\"}: 1, x")!)["u"]!;
        Assert.Equal((1, "x"), (row["a"], row["b c"]));
        row = (Dictionary<string, object?>)((Dictionary<string, object?>)Read("\"u v\"{a,b}: a: 1 b: x y")!)["u v"]!;
        Assert.Equal((1, "x y"), (row["a"], row["b"]));
        Assert.Single((Dictionary<string, object?>)((Dictionary<string, object?>)Read("u{a,b}: 1")!)["u"]!);
        Assert.Single((Dictionary<string, object?>)((Dictionary<string, object?>)Read("u{a}: 1, 2")!)["u"]!);
        Assert.Equal("E_ROW_WIDTH", Assert.Throws<TonlException>(() => Read("u{a}: 1, 2", new TonlOptions { StrictMode = true })).Code);
        Assert.Equal("E_SYNTAX", Assert.Throws<TonlException>(() => Read("u{a}: \"x\" y")).Code);
    }

    [Fact(DisplayName = "3 D4 [W]: a bare +5 is a string")]
    public void Plus() => Assert.Equal("+5", ((Dictionary<string, object?>)Read("a: +5")!)["a"]);

    [Fact(DisplayName = "3 delimiter [T]: the header decides, unless the options ask for another than comma")]
    public void Explicit()
    {
        const string Text = "#delimiter |\nroot[2]: a,b|c";
        Assert.Equal(["a,b", "c"], (List<object?>)Read(Text)!);
        Assert.Equal(["a,b|c"], (List<object?>)Read(Text, new TonlOptions { Delimiter = ';' })!);
    }

    [Fact(DisplayName = "3 switch [W]: TONL.NET.CompatibleLayout makes Compatible with pretty delimiters the default of an application")]
    public void Switch()
    {
        const string Name = "TONL.NET.CompatibleLayout";
        Assert.Equal(TonlLayout.Canonical, TonlOptions.Default.Layout); // this application has read the switch by now
        var context = new AssemblyLoadContext("another application", isCollectible: true);
        try
        {
            AppContext.SetSwitch(Name, true);
            Assembly other = context.LoadFromAssemblyPath(typeof(TonlOptions).Assembly.Location);
            Type type = other.GetType("TONL.NET.TonlOptions")!;
            object fresh = Activator.CreateInstance(type)!;
            Assert.Equal("Compatible", type.GetProperty("Layout")!.GetValue(fresh)!.ToString());
            Assert.Equal(true, type.GetProperty("PrettyDelimiters")!.GetValue(fresh));
            object canonical = type.GetProperty("Canonical")!.GetValue(null)!;
            Assert.Equal("Canonical", type.GetProperty("Layout")!.GetValue(canonical)!.ToString());
            Assert.Equal(false, type.GetProperty("PrettyDelimiters")!.GetValue(canonical));
            Assert.Equal("Canonical", type.GetProperty("Layout")!.GetValue(type.GetProperty("Dense")!.GetValue(null))!.ToString());
            MethodInfo write = other.GetType("TONL.NET.TonlSerializer")!.GetMethod("SerializeToString", [typeof(object), typeof(Type), type])!;
            Assert.Equal("#version 1.0\nroot:\n  \"a-b\"[2]: 1, 2", write.Invoke(null, [Of("a-b", new[] { 1, 2 }), typeof(Dictionary<string, object?>), null]));
        }
        finally
        {
            AppContext.SetSwitch(Name, false);
            context.Unload();
        }
    }
}
