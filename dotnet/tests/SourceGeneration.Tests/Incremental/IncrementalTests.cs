// The pipeline's promise: equal source or an edit elsewhere regenerates nothing, and the model holds no symbol.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Incremental;

public class IncrementalTests
{
    private const string Model = """
        using System.Collections.Generic;
        using TONL.NET;
        namespace N;
        public enum E { A, B }
        public record Item(int Id, string Name, double? Price, E Kind);
        public class Order { public List<Item> Items { get; set; } = new(); public Dictionary<string, Item>? ByName { get; init; } public required int Number { get; set; } }
        [TonlSerializable(typeof(Order))]
        public partial class C : TonlSerializerContext { }
        """;

    private static (IncrementalStepRunReason[] Model, IncrementalStepRunReason[] Output) Edit(string before, string after) =>
        Edit(GeneratorRun.Compile(before, "class Other { }"), c => c.ReplaceSyntaxTree(c.SyntaxTrees[0], Tree(after)));

    private static (IncrementalStepRunReason[] Model, IncrementalStepRunReason[] Output) Edit(
        CSharpCompilation first, Func<CSharpCompilation, CSharpCompilation> edit)
    {
        var driver = GeneratorRun.Driver().RunGenerators(first);
        driver = driver.RunGenerators(edit(first));
        var result = driver.GetRunResult().Results.Single();
        return (
            result.TrackedSteps[TonlGenerator.ModelStep].SelectMany(s => s.Outputs).Select(o => o.Reason).ToArray(),
            result.TrackedOutputSteps.Values.SelectMany(s => s).SelectMany(s => s.Outputs).Select(o => o.Reason).ToArray());
    }

    private static SyntaxTree Tree(string text, string path = "Source0.cs") =>
        CSharpSyntaxTree.ParseText(text, new CSharpParseOptions(LanguageVersion.Latest), path);

    private static void Nothing(IncrementalStepRunReason[] reasons)
    {
        Assert.NotEmpty(reasons);
        Assert.All(reasons, r => Assert.True(r is IncrementalStepRunReason.Cached or IncrementalStepRunReason.Unchanged, r.ToString()));
    }

    [Fact(DisplayName = "7.2 incremental [W]: the same source again is cached")]
    public void SameSource()
    {
        var (model, output) = Edit(Model, Model);
        Nothing(model);
        Nothing(output);
    }

    [Fact(DisplayName = "7.2 incremental [W]: an edit in another file regenerates nothing")]
    public void EditElsewhere()
    {
        var (model, output) = Edit(
            GeneratorRun.Compile(Model, "class Other { }"),
            c => c.ReplaceSyntaxTree(c.SyntaxTrees[1], Tree("class Other { int _added; void M() { } }", "Source1.cs")));
        Nothing(model);
        Nothing(output);
    }

    [Fact(DisplayName = "7.2 incremental [W]: a new file regenerates nothing")]
    public void NewFile()
    {
        var (model, output) = Edit(GeneratorRun.Compile(Model), c => c.AddSyntaxTrees(Tree("class New { }", "New.cs")));
        Nothing(model);
        Nothing(output);
    }

    [Fact(DisplayName = "7.2 incremental [W]: comments and white space before the types regenerate nothing")]
    public void EquivalentSource()
    {
        var (model, output) = Edit(Model, Model.Replace("namespace N;", "// moved\n\n\nnamespace N;", StringComparison.Ordinal));
        Nothing(model);
        Nothing(output);
    }

    [Fact(DisplayName = "7.2 incremental [W]: a method body regenerates nothing")]
    public void MethodBody()
    {
        var before = Model.Replace("public required int", "public int Sum() => 1; public required int", StringComparison.Ordinal);
        var (model, output) = Edit(before, before.Replace("=> 1;", "=> 2 + 3;", StringComparison.Ordinal));
        Nothing(model);
        Nothing(output);
    }

    [Fact(DisplayName = "7.2 incremental [W]: a new member regenerates")]
    public void NewMember()
    {
        var (model, _) = Edit(Model, Model.Replace("public required int", "public int Added { get; set; } public required int", StringComparison.Ordinal));
        Assert.Contains(IncrementalStepRunReason.Modified, model);
    }

    [Fact(DisplayName = "7.2 incremental [W]: a changed attribute regenerates")]
    public void ChangedAttribute()
    {
        var (model, _) = Edit(Model, Model.Replace("typeof(Order))", "typeof(Order), TypeInfoPropertyName = \"Other\")", StringComparison.Ordinal));
        Assert.Contains(IncrementalStepRunReason.Modified, model);
    }

    [Fact(DisplayName = "7.2 incremental [W]: the model holds no symbol, syntax or plain ImmutableArray")]
    public void ModelHoldsNoSymbols()
    {
        var driver = GeneratorRun.Driver().RunGenerators(GeneratorRun.Compile(Model));
        var steps = driver.GetRunResult().Results.Single().TrackedSteps[TonlGenerator.ModelStep];
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        foreach (var (value, _) in steps.SelectMany(s => s.Outputs))
        {
            Walk(value, seen);
        }

        Assert.True(seen.Count > 20, "the walk reached the model");
    }

    private static void Walk(object? value, HashSet<object> seen)
    {
        if (value is null || value is string || value.GetType().IsPrimitive || value is Type || value is Delegate || !seen.Add(value))
        {
            return;
        }

        Assert.False(value is ISymbol or SyntaxNode or SyntaxTree or SyntaxReference or Compilation or Location, value.GetType().FullName);
        Assert.False(value.GetType() is { IsGenericType: true } g && g.Name.StartsWith("ImmutableArray", StringComparison.Ordinal), value.GetType().FullName);
        if (value is IEnumerable items)
        {
            foreach (var item in items)
            {
                Walk(item, seen);
            }
        }

        foreach (var field in value.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        {
            Walk(field.GetValue(value), seen);
        }
    }
}
