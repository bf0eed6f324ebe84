// Contract 7.3: whatever the user's code looks like, what is generated compiles without a warning: keywords as names, types nested privately, code
// without a namespace, without nullable annotations, obsolete types. And the example of the README, as it stands.

using System;
using System.IO;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Output;

public class UserCodeTests
{
    private const string Keywords = """
        using System; using System.Collections.Generic; using TONL.NET;
        namespace @event.@class.My_Ns1
        {
            public class @class { public int @int { get; set; } public string? @namespace { get; init; } public required string @record { get; set; } public int @field; [TonlInclude] private int @private { get; set; } public int Use() => @private; }
            public record @struct(int @event, string @params = "x", params int[] @in);
            public enum @enum { @if, @else }
            public class G<T, @new> where T : class where @new : struct
            {
                public T? A { get; set; }
                public List<@new>? C { get; set; }
                public class In<U> { public T? X { get; init; } [TonlInclude] internal U? Y { get; set; } }
            }
            internal sealed class Inner { public Dictionary<@enum, List<Inner?>>? D { get; set; } public (int A, string? B) T { get; set; } public dynamic? Dyn { get; set; } public int?[][]? J { get; set; } }
            public static partial class Host
            {
                private class P { public int A { get; set; } public Nested? N { get; set; } public struct Nested { public int Z { get; set; } } }
                [TonlSerializable(typeof(P))] [TonlSerializable(typeof(List<P>))] private partial class @default : TonlSerializerContext { }
                public static string Go() => TonlSerializer.Serialize(new P(), @default.Default.P);
            }
            [TonlSerializable(typeof(@class))] [TonlSerializable(typeof(@struct))] [TonlSerializable(typeof(G<string, int>))] [TonlSerializable(typeof(G<List<int>, Guid>.In<int?>))]
            [TonlSerializable(typeof(Inner))] [TonlSerializable(typeof(@enum))] [TonlSerializable(typeof(Dictionary<string, G<object, DateTime>>))]
            internal partial class @return : TonlSerializerContext { }
        }
        """;

    private const string NamesOfGeneratedCode = """
        using TONL.NET;
        [TonlSerializable] public class GlobalType { public int A { get; set; } public global::System.Collections.Generic.List<GlobalType>? System { get; set; } public int TONL { get; set; } public int Context { get; set; } public int writer { get; set; } public int reader { get; set; } public int names { get; set; } public string? value { get; set; } public string? members { get; set; } public int scope { get; set; } public int parent { get; set; } }
        [TonlSerializable(typeof(GlobalType))] [TonlSerializable(typeof(System2.Object))] public partial class GlobalContext : TonlSerializerContext { }
        namespace System2 { public class Object { public String? S { get; set; } } public class String { public int Int32 { get; set; } } }
        """;

    private const string WithoutNullable = """
        #nullable disable
        using System; using System.Collections.Generic; using TONL.NET;
        namespace N
        {
            public class H { public string A { get; set; } public List<string> B { get; set; } public int? C { get; set; } [Obsolete("x")] public int D { get; set; } }
            [Obsolete] public class Old { public int A { get; set; } }
            [TonlSerializable(typeof(H))]
        #pragma warning disable CS0612
            [TonlSerializable(typeof(Old))]
        #pragma warning restore CS0612
            public partial class C : TonlSerializerContext { }
        }
        """;

    private const string EqualNames = """
        using TONL.NET;
        namespace N
        {
            public class A { [TonlSerializable] public class X { public int P { get; set; } } [TonlSerializable] public class Y { public int P { get; set; } } }
            public class B { [TonlSerializable] public class X { public int Q { get; set; } } public class C { [TonlSerializable] public struct X { public int R { get; set; } } } }
            [TonlSerializable] public class Y { public int Z { get; set; } public item? First { get; set; } public Item? Second { get; set; } }
            public class Item { public int I { get; set; } }
            public class @item { public int I { get; set; } }
            public static class Use
            {
                public static string Go() => Generated.XTonlSerializer.SerializeToString(new A.X()) + Generated.BXTonlSerializer.SerializeToString(new B.X())
                    + Generated.BCXTonlSerializer.SerializeToString(default) + Generated.YTonlSerializer.SerializeToString(new Y()) + Generated.AYTonlSerializer.SerializeToString(new A.Y());
            }
        }
        """;

    private const string NamesThatDifferInCase = """
        using TONL.NET;
        namespace N
        {
            public class Tt { public int A { get; set; } }
            public class tT { public int B { get; set; } }
            [TonlSerializable(typeof(Tt))] public partial class Ctx : TonlSerializerContext { }
            [TonlSerializable(typeof(Tt))] [TonlSerializable(typeof(tT))] public partial class CTX : TonlSerializerContext { }
            [TonlSerializable(typeof(tT))] public partial class cTx : TonlSerializerContext { [TonlSerializable(typeof(N.Tt))] public partial class Tt : TonlSerializerContext { } }
            [TonlSerializable] public class Self { public int A { get; set; } }
            [TonlSerializable] public class SELF { public int B { get; set; } }
        }
        """;

    [Theory(DisplayName = "7.3 output [W]: compiles without a warning whatever the user's code looks like")]
    [InlineData(Keywords)]
    [InlineData(NamesOfGeneratedCode)]
    [InlineData(WithoutNullable)]
    [InlineData(EqualNames)]
    [InlineData(NamesThatDifferInCase)]
    public void Compiles(string source)
    {
        var run = GeneratorRun.Of(source);
        Assert.Empty(run.Reported);
        Assert.Empty(run.CompilerErrors);
    }

    [Fact(DisplayName = "10.4 README [W]: the example compiles as it stands and gives the text that it shows")]
    public void ReadmeExample()
    {
        var tests = typeof(UserCodeTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "TestSources").Value!;
        var readme = File.ReadAllText(Path.Combine(tests, "..", "..", "..", "README.md")).ReplaceLineEndings("\n");
        var start = readme.IndexOf("```csharp\n", StringComparison.Ordinal) + "```csharp\n".Length;
        var example = readme[start..readme.IndexOf("\n```", start, StringComparison.Ordinal)];
        Assert.Empty(Program(example).Output.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning));

        // the same with its two results handed out, before the first type
        var types = example.IndexOf("\npublic ", StringComparison.Ordinal);
        var told = example.Insert(types, "\nSystem.AppContext.SetData(\"readme\", new object?[] { text, System.Linq.Enumerable.SequenceEqual(orders, back!) });\n");
        using var stream = new MemoryStream();
        var emitted = Program(told).Output.Emit(stream, cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(emitted.Success, string.Join("\n", emitted.Diagnostics));
        var entry = Assembly.Load(stream.ToArray()).EntryPoint!;
        entry.Invoke(null, [Array.Empty<string>()]);
        var result = (object?[])AppContext.GetData("readme")!;
        var shown = string.Join("\n", example.Split('\n').Where(l => l.StartsWith("//", StringComparison.Ordinal)).Select(l => l[2..][1..]));
        Assert.Equal(shown, result[0]);
        Assert.Equal(true, result[1]);
    }

    private static (Compilation Output, int Reported) Program(string source)
    {
        var input = GeneratorRun.Compile(source).WithOptions(new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
        GeneratorRun.Driver().RunGeneratorsAndUpdateCompilation(input, out var output, out var reported, TestContext.Current.CancellationToken);
        return (output, reported.Length);
    }
}
