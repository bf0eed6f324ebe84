// Properties of the emitted source: it compiles without a warning whatever the user has, and the handlers use no reflection, no
// dictionary of objects and no boxing.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Output;

public class OutputTests
{
    private const string Head = "using System;\nusing System.Collections.Generic;\nusing System.Collections.Immutable;\nusing TONL.NET;\nnamespace N;\n";

    public static IEnumerable<object[]> Sources => new Dictionary<string, string>
    {
        ["unregistered nested type"] = "public class A { public B? Child { get; set; } } public class B { public int X { get; set; } }",
        ["nullable references"] = "public interface I { int X { get; } } public class A { public I? One { get; set; } public List<int>? Two { get; set; } public List<string?>? Three { get; set; } }",
        ["dictionary of ints"] = "public class A { public Dictionary<int, int> D { get; set; } = new(); }",
        ["internal type"] = "internal class A { public int X { get; set; } }",
        ["keyword members"] = "public class A { public int @class { get; set; } public int @record { get; set; } public int value { get; set; } public int writer { get; set; } public int names { get; set; } public int parent { get; set; } }",
        ["keyword type"] = "public class @event { public int X { get; set; } } public class A { public @event? E { get; set; } }",
        ["record with extra property"] = "public record A(int X) { public string? Extra { get; set; } }",
        ["dates"] = "public class A { public DateOnly D { get; set; } public TimeOnly? T { get; set; } }",
        ["lists of chars and ulongs"] = "public class A { public List<char>? C { get; set; } public List<ulong>? U { get; set; } public ulong[]? V { get; set; } }",
        ["equal simple names"] = "public class A { public X.T? One { get; set; } public Y.T? Two { get; set; } } public static class X { public class T { public int P { get; set; } } } public static class Y { public class T { public int Q { get; set; } } }",
        ["generics"] = "public class A { public G<int>? I { get; set; } public G<string>? S { get; set; } public G<G<A>>? Deep { get; set; } } public class G<T> { public T? V { get; init; } }",
        ["constrained generics"] = "public class A { public G<int, A>? I { get; set; } } public class G<T, U> where T : struct where U : class, new() { public T V { get; init; } public U? W { get; init; } }",
        ["inherited generics"] = "public class A : G<int> { public int Own { get; set; } } public class G<T> { public T? V { get; init; } }",
        ["required and init"] = "public class A { public required int X { get; init; } public required string Y { get; set; } public int Z { get; init; } = 4; }",
        ["required in record"] = "public record A(int X) { public required string Y { get; init; } }",
        ["set by constructor"] = "public class A { [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public A(int x) { X = x; } public required int X { get; init; } }",
        ["structs"] = "public struct A { public int X { get; set; } public B Y { get; set; } } public readonly record struct B(int P, string Q);",
        ["ref readonly struct"] = "public readonly struct A { public A(int x) { X = x; } public int X { get; } }",
        ["recursive"] = "public class A { public A? Next { get; set; } public List<A>? All { get; set; } public Dictionary<string, A>? Map { get; set; } }",
        ["obsolete"] = "public class A { [Obsolete(\"no\")] public int X { get; set; } [Obsolete] public B? Y { get; set; } } [Obsolete] public class B { public int Z { get; set; } }",
        ["tuples"] = "public class A { public (int a, string b) T { get; set; } public List<(int, int)>? L { get; set; } }",
        ["names of members"] = "public class A { public int Default { get; set; } public int Options { get; set; } public int GetTypeInfo { get; set; } public int C { get; set; } public int A1 { get; set; } }",
        ["default values"] = "public enum E { P, Q } public class A { public A(int i = -1, string? s = \"a\\\"b\", double d = double.NaN, E e = E.Q, E? n = E.Q, char c = '\\n', decimal m = 1.5m, DateTime t = default, long l = long.MinValue, byte b = 3, float f = 1e10f) { I = i; S = s; D = d; En = e; N = n; C = c; M = m; T = t; L = l; B = b; F = f; } public int I { get; } public string? S { get; } public double D { get; } public E En { get; } public E? N { get; } public char C { get; } public decimal M { get; } public DateTime T { get; } public long L { get; } public byte B { get; } public float F { get; } }",
        ["interfaces"] = "public interface P { int X { get; set; } } public interface Q { int X { get; set; } } public interface R : P { int Y { get; } } public class A { public R? One { get; set; } }",
        ["explicit members"] = "public interface P { int X { get; set; } } public class A : P { int P.X { get; set; } public int Y { get; set; } public int this[int i] => i; public static int S { get; set; } public int WriteOnly { set { } } }",
        ["hidden member"] = "public class Base { public int X { get; set; } public object? Y { get; set; } } public class A : Base { public new string? X { get; set; } public new int Y { get; set; } }",
        ["static members"] = "public class A { public static A Instance { get; } = new(); public const int K = 1; public int X { get; set; } }",
        ["immutables"] = "public class A { public ImmutableArray<int> X { get; set; } public ImmutableDictionary<string, ImmutableList<A>>? Y { get; set; } }",
        ["nested in generic"] = "public class O<T> { public class Inner { public T? V { get; init; } } } public class A { public O<int>.Inner? I { get; set; } }",
        ["private members included"] = "public class A { [TonlInclude] private int X { get; set; } [TonlInclude] private string? _f; public int Y { get; private set; } public string? F() => _f; public void G(string s) => _f = s; }",
        ["nullable struct"] = "public struct S { public int X { get; set; } } public class A { public S? V { get; set; } public List<S?>? L { get; set; } public Dictionary<string, S?>? D { get; set; } }",
        ["dynamic"] = "public class A { public dynamic? D { get; set; } public object? O { get; set; } }",
        ["enum of ulong"] = "public enum E : ulong { X = ulong.MaxValue } public class A { public E V { get; set; } public Dictionary<E, E>? D { get; set; } }",
        ["type named like helpers"] = "public class TonlSerializer { public int X { get; set; } } public class A { public TonlSerializer? S { get; set; } public System2.Linq.Enumerable? E { get; set; } } ",
        ["unicode names"] = "public class A { public int Größe { get; set; } public string? 名前 { get; init; } }",
        ["callbacks"] = "public class A : System.Text.Json.Serialization.IJsonOnDeserialized { public int X { get; set; } public void OnDeserialized() { } }",
        ["no members"] = "public class A { }",
        ["wide"] = "public class A { " + string.Concat(Enumerable.Range(0, 200).Select(i => $"public int P{i} {{ get; set; }} ")) + "}",
    }.Select(pair => new object[] { pair.Key, pair.Value });

    private static string Source(string types) =>
        Head + types.Replace("System2.Linq.Enumerable", "N.System2.Linq.Enumerable", StringComparison.Ordinal)
        + (types.Contains("System2", StringComparison.Ordinal) ? " public static class System2 { public static class Linq { public class Enumerable { public int Z { get; set; } } } }" : "")
        + "\n[TonlSerializable(typeof(A))]\n" + (types.Contains("internal class A", StringComparison.Ordinal) ? "internal" : "public") + " partial class C : TonlSerializerContext { }\n";

    [Theory(DisplayName = "7.3 output [W]: compiles without a warning under nullable and warnings as errors")]
    [MemberData(nameof(Sources))]
    public void Compiles(string name, string types)
    {
        var run = GeneratorRun.Of(Source(types));
        Assert.All(run.Result.Results, r => Assert.Null(r.Exception));
        Assert.Empty(run.Reported);
        Assert.True(run.CompilerErrors.Length == 0, name + "\n" + string.Join("\n", run.CompilerErrors.Take(5)) + "\n" + string.Join("\n", run.Files));
    }

    [Fact(DisplayName = "7.3 output [W]: one type in two contexts, global namespace, nested contexts, same names in two namespaces")]
    public void SeveralContexts()
    {
        var run = GeneratorRun.Of("""
            using TONL.NET;
            using System.Collections.Generic;
            public class A { public int X { get; set; } public B<int>? Y { get; set; } }
            public class B<T> { public T? Z { get; init; } }
            [TonlSerializable(typeof(A))] [TonlSerializable(typeof(List<A>))] public partial class C1 : TonlSerializerContext { }
            [TonlSerializable(typeof(A))] internal sealed partial class C2 : TonlSerializerContext { }
            public partial class Outer<T> { internal partial struct Middle { [TonlSerializable(typeof(A))] internal partial class C1 : TonlSerializerContext { } } }
            namespace M { public class A { public int X { get; set; } } [TonlSerializable(typeof(A))] public partial class C1 : TonlSerializerContext { } }
            namespace M.Two { [TonlSerializable] public class A { public int X { get; set; } } [TonlSerializable] internal record struct S(int X); }
            [TonlSerializable] public class G { public int X { get; set; } public M.A? Other { get; set; } }
            """, """
            using TONL.NET;
            [TonlSerializable(typeof(int[]))] public partial class C1 { }
            """);
        Assert.Empty(run.Reported);
        Assert.True(run.CompilerErrors.Length == 0, string.Join("\n", run.CompilerErrors));
    }

    [Fact(DisplayName = "7.2 context [W]: constructors of the user are kept")]
    public void OwnConstructors()
    {
        var run = GeneratorRun.Of(Head + "public class A { public int X { get; set; } } [TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { public C() : base(TonlOptions.Dense) { } public C(TonlOptions options) : base(options) { } }");
        Assert.True(run.CompilerErrors.Length == 0, string.Join("\n", run.CompilerErrors));
    }

    [Theory(DisplayName = "7.2 handlers [W]: no reflection, no Dictionary<string, object?>, no boxing in the written and read code")]
    [MemberData(nameof(Sources))]
    public void HandlersAreTyped(string name, string types)
    {
        var run = GeneratorRun.Of(Source(types));
        foreach (var tree in run.Result.GeneratedTrees)
        {
            var text = tree.ToString();
            Assert.DoesNotMatch(new Regex(@"System\.Reflection|GetProperty\(|GetField\(|GetMethod\(|Activator\.|MakeGeneric|\.GetType\(\)|Dictionary<string, object\??>"), text.Replace("Dictionary<string, object>", "", StringComparison.Ordinal).Contains("Serialize(", StringComparison.Ordinal) ? "" : text);
            var model = run.Output.GetSemanticModel(tree);
            foreach (var method in tree.GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>().Where(m => Regex.IsMatch(m.Identifier.Text, "^__(Write|Row|Read|Members|Plan|Object)")))
            {
                if (model.GetOperation(method) is { } operation)
                {
                    Assert.True(!Boxes(operation), name + " boxes in " + method);
                }
            }
        }
    }

    private static bool Boxes(IOperation operation) => operation.DescendantsAndSelf()
        .OfType<IConversionOperation>()
        .Any(c => c.GetConversion().IsBoxing && c.Type?.SpecialType == SpecialType.System_Object && !IsDiscriminator(c));

    private static bool IsDiscriminator(IConversionOperation conversion) => conversion.Parent is ISimpleAssignmentOperation { Target: IPropertyReferenceOperation { Property.Name: "Discriminator" } };
}
