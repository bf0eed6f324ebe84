// Model of the generator: a diagnostic without symbols or syntax, so that it can be compared and cached.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace TONL.NET.SourceGeneration.Model;

/// <summary>Place in a source file.</summary>
internal sealed record LocationSpec(string Path, TextSpan Span, LinePositionSpan Lines)
{
    public static LocationSpec? From(Location? location) =>
        location?.SourceTree is { } tree
            ? new LocationSpec(tree.FilePath, location.SourceSpan, location.GetLineSpan().Span)
            : null;

    public Location ToLocation() => Location.Create(Path, Span, Lines);
}

/// <summary>One diagnostic of the parser.</summary>
internal sealed record DiagnosticSpec(string Id, LocationSpec? Location, EquatableArray<string> Arguments)
{
    public Diagnostic ToDiagnostic() =>
        Diagnostic.Create(
            Diagnostics.ById(Id),
            Location?.ToLocation() ?? Microsoft.CodeAnalysis.Location.None,
            System.Linq.Enumerable.ToArray<object>(Arguments));
}
