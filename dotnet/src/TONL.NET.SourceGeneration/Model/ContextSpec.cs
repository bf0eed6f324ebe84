// Model of the generator: one context class, or one annotated type (which gets a context of its own inside its static class).

namespace TONL.NET.SourceGeneration.Model;

/// <summary>Everything that the emitter needs for one context.</summary>
internal sealed record ContextSpec(string? Namespace, string Name, string HintName)
{
    /// <summary>Declarations around and including the context, outermost first, such as <c>public partial class C</c>.</summary>
    public EquatableArray<string> Declarations { get; init; } = EquatableArray<string>.Empty;

    /// <summary>All types of the graph in the order of their discovery.</summary>
    public EquatableArray<TypeSpec> Types { get; init; } = EquatableArray<TypeSpec>.Empty;

    /// <summary>Assignments of the options attribute as C# source, <c>Delimiter = '|'</c>.</summary>
    public EquatableArray<string> OptionAssignments { get; init; } = EquatableArray<string>.Empty;

    /// <summary>The user declares a parameterless constructor.</summary>
    public bool HasDefaultConstructor { get; init; }

    /// <summary>The user declares a constructor that takes options.</summary>
    public bool HasOptionsConstructor { get; init; }

    /// <summary>The annotated type when the context belongs to a type; null for a context class of the user.</summary>
    public TypeRef? SelfType { get; init; }

    /// <summary>Accessibility keyword of the static class.</summary>
    public string Accessibility { get; init; } = "internal";
}
