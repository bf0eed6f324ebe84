// Every generated file of a few small models is kept as text and compared. STELE_GEN=1 rewrites the files and deletes stale ones;
// a difference is reviewed as a change of behaviour.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.Output;

public class BaselineTests
{
    private static readonly Dictionary<string, string> Cases = new()
    {
        ["Record"] = """
            public record Item(int Id, string Name, double? Price);
            [TonlSerializable(typeof(Item))] public partial class C : TonlSerializerContext { }
            """,
        ["Poco"] = """
            public enum Kind { A, B }
            public class Order
            {
                public int Number { get; set; }
                public Kind Kind { get; set; }
                public string? Note { get; init; }
                public List<Line> Lines { get; set; } = new();
                public Dictionary<string, int>? Totals { get; set; }
            }
            public struct Line { public int Id { get; set; } public decimal Price { get; set; } }
            [TonlSerializable(typeof(Order))] public partial class C : TonlSerializerContext { }
            """,
        ["Required"] = """
            public class R { public required int Id { get; init; } public required string Name { get; set; } public bool Flag { get; set; } }
            [TonlSerializable(typeof(R))] public partial class C : TonlSerializerContext { }
            """,
        ["Polymorphic"] = """
            [TonlDerivedType(typeof(B), "b")] public abstract class A { public int X { get; set; } }
            public class B : A { public int Y { get; set; } }
            [TonlSerializable(typeof(A))] public partial class C : TonlSerializerContext { }
            """,
        ["Options"] = """
            public class A { public int X { get; set; } }
            [TonlSourceGenerationOptions(Delimiter = '|', IndentSize = 4, KeyOrder = TonlKeyOrder.Source)]
            [TonlSerializable(typeof(A), TypeInfoPropertyName = "TheA")] public partial class C : TonlSerializerContext { }
            """,
        ["Self"] = """
            [TonlSerializable] public class A { public int X { get; set; } public System.Guid Id { get; set; } public A? Next { get; set; } }
            """,
        ["JsonAttributes"] = """
            public enum E { [System.Text.Json.Serialization.JsonStringEnumMemberName("first")] A, B }
            public class Only { public int V { get; set; } }
            public class J
            {
                [System.Text.Json.Serialization.JsonPropertyName("id")] public int Number { get; set; }
                [System.Text.Json.Serialization.JsonIgnore] public Only? Ignored { get; set; }
                public E E { get; set; }
            }
            [TonlSerializable(typeof(J))] public partial class C : TonlSerializerContext { }
            """,
        ["HiddenConstructor"] = """
            public class H<T> where T : class { [TonlConstructor] private H(T value, int count = 2) { Value = value; Count = count; } public T Value { get; } public int Count { get; } }
            [TonlSerializable(typeof(H<string>))] [TonlSerializable(typeof(System.Guid))] public partial class C : TonlSerializerContext { }
            """,
        ["Generic"] = """
            public class Box<T> where T : notnull { public T? Value { get; init; } }
            [TonlSerializable(typeof(Box<int>))] public partial class C : TonlSerializerContext { }
            """,
    };

    public static IEnumerable<object[]> Names => Cases.Keys.Select(name => new object[] { name });

    private static string Folder(string name) => Path.Combine(
        typeof(BaselineTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "TestSources").Value!, "Baselines", name);

    [Theory(DisplayName = "7.2 Baseline [W]: generated files are those that were reviewed")]
    [MemberData(nameof(Names))]
    public void Baseline(string name)
    {
        var run = GeneratorRun.Of("#nullable enable\nusing System.Collections.Generic;\nusing TONL.NET;\nnamespace N;\n" + Cases[name]);
        Assert.Empty(run.Reported);
        Assert.True(run.CompilerErrors.Length == 0, string.Join("\n", run.CompilerErrors));
        var files = run.Result.Results.Single().GeneratedSources.ToDictionary(s => s.HintName + ".txt", s => s.SourceText.ToString());
        var folder = Folder(name);
        if (Environment.GetEnvironmentVariable("STELE_GEN") == "1")
        {
            Directory.CreateDirectory(folder);
            foreach (var stale in Directory.GetFiles(folder).Where(f => !files.ContainsKey(Path.GetFileName(f))))
            {
                File.Delete(stale);
            }

            foreach (var (file, text) in files)
            {
                File.WriteAllText(Path.Combine(folder, file), text);
            }
        }

        Assert.Equal(files.Keys.Order(StringComparer.Ordinal), Directory.GetFiles(folder).Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal));
        foreach (var (file, text) in files)
        {
            Assert.Equal(File.ReadAllText(Path.Combine(folder, file)), text);
        }
    }
}
