// Runs the generator over source text, as the compiler would, and compiles what comes out with nullable and warnings as errors.

using System;
using System.Collections.Immutable;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace TONL.NET.SourceGeneration.Tests;

internal sealed record GeneratorRun(
    CSharpCompilation Input, Compilation Output, ImmutableArray<Diagnostic> Reported, GeneratorDriverRunResult Result)
{
    private static readonly ImmutableArray<MetadataReference> References =
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetFileName(path) is var file && (file.StartsWith("System.", StringComparison.Ordinal)
                || file is "mscorlib.dll" or "netstandard.dll" or "TONL.NET.dll"))
            .Select(path => (MetadataReference)MetadataReference.CreateFromFile(path))
            .ToImmutableArray();

    private static readonly CSharpParseOptions ParseOptions = new(LanguageVersion.Latest);

    /// <summary>Ids of what the generator reported, sorted.</summary>
    public string[] Ids => Reported.Select(d => d.Id).Order(StringComparer.Ordinal).ToArray();

    /// <summary>Compiler errors and warnings of the whole compilation.</summary>
    public string[] CompilerErrors => Output.GetDiagnostics()
        .Where(d => d.Severity >= DiagnosticSeverity.Warning)
        .Select(d => d.ToString())
        .ToArray();

    public string[] Files => Result.GeneratedTrees.Select(t => t.ToString()).ToArray();

    public static CSharpCompilation Compile(params string[] sources) =>
        CSharpCompilation.Create(
            "Generated.Test",
            sources.Select((text, index) => CSharpSyntaxTree.ParseText(text, ParseOptions, $"Source{index}.cs")),
            References,
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                nullableContextOptions: NullableContextOptions.Enable,
                generalDiagnosticOption: ReportDiagnostic.Error,
                warningLevel: 9999));

    public static CSharpGeneratorDriver Driver() =>
        CSharpGeneratorDriver.Create(
            [new TonlGenerator().AsSourceGenerator()],
            parseOptions: ParseOptions,
            driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

    public static GeneratorRun Of(params string[] sources)
    {
        var input = Compile(sources);
        var driver = Driver().RunGeneratorsAndUpdateCompilation(input, out var output, out var reported);
        return new GeneratorRun(input, output, reported, driver.GetRunResult());
    }
}
