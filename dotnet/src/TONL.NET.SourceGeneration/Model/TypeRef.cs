// Model of the generator: a type by its names only, never by its symbol.

namespace TONL.NET.SourceGeneration.Model;

/// <summary>
/// A type as emitted code names it. <paramref name="Name"/> starts with <c>global::</c> (or is a C# keyword) and has no nullable
/// annotation on the outside; <paramref name="IsValueType"/> decides whether a <c>?</c> can be added.
/// </summary>
internal sealed record TypeRef(string Name, bool IsValueType)
{
    /// <summary>The name with <c>?</c> when the type can hold null; only for annotations.</summary>
    public string Annotated => IsValueType || Name.EndsWith("?", System.StringComparison.Ordinal) ? Name : Name + "?";
}
