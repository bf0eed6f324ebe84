// Each diagnostic of contract 7.3 is triggered alone, by the smallest source that does it.

using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Diagnostics;

public class DiagnosticTests
{
    private const string Head = "using System;\nusing System.Collections.Generic;\nusing TONL.NET;\nnamespace N;\n";

    private static void Only(string id, DiagnosticSeverity severity, string source, string? inMessage = null)
    {
        var run = GeneratorRun.Of(Head + source);
        Assert.Empty(run.Result.Results.Where(r => r.Exception is not null));
        Assert.Equal([id], run.Ids);
        var found = run.Reported[0];
        Assert.Equal(severity, found.DefaultSeverity);
        Assert.Equal("TONL.NET", found.Descriptor.Category);
        Assert.Contains(inMessage ?? "", found.GetMessage(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);
        Assert.True(found.Location.GetLineSpan().IsValid, "has a place");
    }

    [Fact(DisplayName = "7.3 TONL001 [W]: context that is not partial")]
    public void TONL001_NotPartial() =>
        Only("TONL001", DiagnosticSeverity.Error, "public class A { public int X { get; set; } }\n[TonlSerializable(typeof(A))] public class C : TonlSerializerContext { public override TonlTypeInfo? GetTypeInfo(Type type) => null; }", "N.C");

    [Fact(DisplayName = "7.3 TONL001 [W]: containing type that is not partial")]
    public void TONL001_OuterNotPartial() =>
        Only("TONL001", DiagnosticSeverity.Error, "public class A { public int X { get; set; } }\npublic class Outer { [TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { } }", "N.Outer");

    [Fact(DisplayName = "7.3 TONL002 [W]: options on a class that is no context")]
    public void TONL002_NotAContext() =>
        Only("TONL002", DiagnosticSeverity.Error, "[TonlSourceGenerationOptions(IndentSize = 4)] public partial class C { }", "N.C");

    [Theory(DisplayName = "7.3 TONL003 [W]: member of a type that cannot be serialized")]
    [InlineData("Action")]
    [InlineData("Type")]
    [InlineData("int[,]")]
    [InlineData("List<Func<int>>")]
    [InlineData("Dictionary<List<int>, int>")]
    [InlineData("System.Reflection.MethodInfo")]
    public void TONL003_UnsupportedMember(string type) =>
        Only("TONL003", DiagnosticSeverity.Warning, $"public class A {{ public int X {{ get; set; }} public {type}? Bad {{ get; set; }} }}\n[TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext {{ }}", "Bad");

    [Fact(DisplayName = "7.3 TONL004 [W]: two members with the same TONL name")]
    public void TONL004_DuplicateName() =>
        Only("TONL004", DiagnosticSeverity.Error, "public class A { public int X { get; set; } [TonlPropertyName(\"X\")] public int Y { get; set; } }\n[TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { }", "X");

    [Theory(DisplayName = "7.3 TONL005 [W]: no usable constructor")]
    [InlineData("private A() { }")]
    [InlineData("public A(int x) { } public A(string y) { }")]
    public void TONL005_NoConstructor(string constructors) =>
        Only("TONL005", DiagnosticSeverity.Warning, $"public class A {{ {constructors} public int Z {{ get; set; }} }}\n[TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext {{ }}", "N.A");

    [Fact(DisplayName = "7.3 TONL006 [W]: two registered types with one property name")]
    public void TONL006_DuplicateProperty() =>
        Only("TONL006", DiagnosticSeverity.Error, "public class A { public int X { get; set; } }\npublic static class S { public class A { public int X { get; set; } } }\n[TonlSerializable(typeof(A))] [TonlSerializable(typeof(S.A))] public partial class C : TonlSerializerContext { }", "TypeInfoPropertyName");

    [Theory(DisplayName = "7.3 TONL007 [W]: derived type that does not fit")]
    [InlineData("[TonlDerivedType(typeof(string), \"s\")]")]
    [InlineData("[TonlDerivedType(typeof(B), \"b\"), TonlDerivedType(typeof(D), \"b\")]")]
    public void TONL007_BadDerived(string attribute) =>
        Only("TONL007", DiagnosticSeverity.Error, attribute + " public class A { public int X { get; set; } }\npublic class B : A { }\npublic class D : A { }\n[TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { }", "N.A");

    [Fact(DisplayName = "7.3 TONL008 [W]: registered type that is not accessible")]
    public void TONL008_NotAccessible()
    {
        var source = "public class O { private class P { public int X { get; set; } } [TonlSerializable] private class Q { public int X { get; set; } } }";
        Only("TONL008", DiagnosticSeverity.Error, source, "N.O.Q");
    }

    [Fact(DisplayName = "7.3 TONL008 [W]: type local to a file")]
    public void TONL008_FileLocal() =>
        Only("TONL008", DiagnosticSeverity.Error, "file class F { public int X { get; set; } }\n[TonlSerializable(typeof(List<F>))] public partial class C : TonlSerializerContext { }", "N.F");

    [Theory(DisplayName = "7.3 TONL009 [W]: open generic registered")]
    [InlineData("[TonlSerializable(typeof(List<>))] public partial class C : TonlSerializerContext { }")]
    [InlineData("[TonlSerializable] public class G<T> { public T? X { get; set; } }")]
    public void TONL009_OpenGeneric(string source) => Only("TONL009", DiagnosticSeverity.Error, source);

    [Fact(DisplayName = "7.3 pages [W]: every diagnostic has a page with the cure")]
    public void EveryDiagnosticHasAPage()
    {
        var tests = typeof(DiagnosticTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "TestSources").Value!;
        for (var number = 1; number <= 9; number++)
        {
            var page = Path.Combine(tests, "..", "..", "..", "docs", "diagnostics", $"TONL00{number}.md");
            Assert.Contains("## Cure", File.ReadAllText(page), StringComparison.Ordinal);
        }
    }

    [Fact(DisplayName = "7.3 never throws [W]: erroneous source gives compiler errors only")]
    public void GeneratorNeverThrows()
    {
        string[] broken =
        [
            "[TonlSerializable(typeof(Missing))] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable(null!)] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable] public partial class C : TonlSerializerContext { }",
            "public class A { public Missing X { get; set; } public int this[int i] => i; public static int S { get; set; } }\n[TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable(typeof(int*))] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable(typeof(Span<int>))] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable(typeof(void))] public partial class C : TonlSerializerContext { }",
            "[TonlSerializable(typeof(R))] public partial class C : TonlSerializerContext { } public record R(R? Next, R Self, List<R[]> All);",
        ];
        foreach (var source in broken)
        {
            var run = GeneratorRun.Of(Head + source);
            Assert.All(run.Result.Results, r => Assert.Null(r.Exception));
        }
    }
}
