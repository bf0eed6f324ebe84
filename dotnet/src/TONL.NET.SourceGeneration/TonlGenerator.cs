// Entry of the source generator: only the pipeline. Attribute -> Parser (symbols to model) -> Emitter (model to text).
// The model holds no symbols, so an edit elsewhere leaves it equal and nothing is emitted again; diagnostics leave by a
// pipeline of their own, because a moved location must not regenerate code.

using System;
using System.Globalization;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

/// <summary>Generates contexts and serializers for types with <c>[TonlSerializable]</c>.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class TonlGenerator : IIncrementalGenerator
{
    /// <summary>Name of the step whose output is the model of one context; the incremental tests look at it.</summary>
    public const string ModelStep = "TonlModel";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var parsed = context.SyntaxProvider.ForAttributeWithMetadataName(
            Parser.SerializableAttribute,
            static (node, _) => node is TypeDeclarationSyntax,
            static (syntax, cancellation) => Invariant(Parser.Parse, syntax, cancellation));
        var options = context.SyntaxProvider.ForAttributeWithMetadataName(
            Parser.OptionsAttribute,
            static (node, _) => node is TypeDeclarationSyntax,
            static (syntax, cancellation) => Invariant(Parser.ParseOptions, syntax, cancellation));

        var models = parsed.Select(static (result, _) => result?.Context).WithTrackingName(ModelStep);
        // file names are compared without regard to case, and all contexts share them
        var doubles = models.Collect().Select(static (all, _) => Emitter.DoubleNames(all));
        context.RegisterSourceOutput(models.Combine(doubles), static (output, pair) => Emit(output, pair.Left, pair.Right));
        context.RegisterSourceOutput(parsed.Select(static (result, _) => result?.Diagnostics), Report);
        context.RegisterSourceOutput(options.Select(static (result, _) => result?.Diagnostics), Report);
    }

    private static void Emit(SourceProductionContext output, ContextSpec? model, EquatableArray<string> doubleNames)
    {
        if (model is null)
        {
            return;
        }

        foreach (var (hint, text) in new Emitter(model).Files(doubleNames))
        {
            output.CancellationToken.ThrowIfCancellationRequested();
            output.AddSource(hint, text);
        }
    }

    private static void Report(SourceProductionContext output, EquatableArray<DiagnosticSpec>? diagnostics)
    {
        foreach (var diagnostic in diagnostics ?? EquatableArray<DiagnosticSpec>.Empty)
        {
            output.ReportDiagnostic(diagnostic.ToDiagnostic());
        }
    }

    // Display strings of symbols and numbers must not depend on the culture of the machine that builds.
    private static ParseResult? Invariant(
        Func<GeneratorAttributeSyntaxContext, CancellationToken, ParseResult?> parse,
        GeneratorAttributeSyntaxContext syntax,
        CancellationToken cancellation)
    {
#pragma warning disable RS1035 // the culture is put back before the call returns
        var culture = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
            return parse(syntax, cancellation);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
#pragma warning restore RS1035
    }
}
