// Diagnostics of the generator: the closed list TONL001-TONL009 of the contract's section 7.3. Each has a page
// docs/diagnostics/TONL00N.md with the cure and a test that triggers it alone.

using System;
using Microsoft.CodeAnalysis;

namespace TONL.NET.SourceGeneration;

internal static class Diagnostics
{
    private const string Category = "TONL.NET";

    public static readonly DiagnosticDescriptor NotPartial = Error(
        "TONL001",
        "Context is not partial",
        "`{0}` must be declared `partial`, and every type around it too, so that its serialization code can be added");

    public static readonly DiagnosticDescriptor NotAContext = Error(
        "TONL002",
        "Options on a class that is no context",
        "`{0}` carries `[TonlSourceGenerationOptions]` but does not derive from `TonlSerializerContext`");

    public static readonly DiagnosticDescriptor UnsupportedMember = Warning(
        "TONL003",
        "Member cannot be serialized",
        "`{0}` of type `{1}` cannot be serialized and is left out");

    public static readonly DiagnosticDescriptor DuplicateName = Error(
        "TONL004",
        "Two members with one name",
        "`{0}` and `{1}` of `{2}` both have the TONL name `{3}`");

    public static readonly DiagnosticDescriptor NoConstructor = Warning(
        "TONL005",
        "No usable constructor",
        "`{0}` has no constructor that can be used for reading: it can be written, not read");

    public static readonly DiagnosticDescriptor DuplicateProperty = Error(
        "TONL006",
        "Two registered types with one property name",
        "`{0}` and `{1}` both give the context property `{2}`: set `TypeInfoPropertyName` on one of them");

    public static readonly DiagnosticDescriptor BadDerivedType = Error(
        "TONL007",
        "Derived type does not fit",
        "derived type `{0}` of `{1}`: {2}");

    public static readonly DiagnosticDescriptor NotAccessible = Error(
        "TONL008",
        "Registered type is not accessible",
        "`{0}` is not accessible from generated code: make it and the types around it at least `internal`");

    public static readonly DiagnosticDescriptor OpenGeneric = Error(
        "TONL009",
        "Open generic type registered",
        "`{0}` has open type parameters: register a closed type such as `typeof(List<int>)`");

    public static DiagnosticDescriptor ById(string id) => id switch
    {
        "TONL001" => NotPartial,
        "TONL002" => NotAContext,
        "TONL003" => UnsupportedMember,
        "TONL004" => DuplicateName,
        "TONL005" => NoConstructor,
        "TONL006" => DuplicateProperty,
        "TONL007" => BadDerivedType,
        "TONL008" => NotAccessible,
        "TONL009" => OpenGeneric,
        _ => throw new ArgumentOutOfRangeException(nameof(id), id, "no such diagnostic"),
    };

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, Category, DiagnosticSeverity.Error, isEnabledByDefault: true);

    private static DiagnosticDescriptor Warning(string id, string title, string message) =>
        new(id, title, message, Category, DiagnosticSeverity.Warning, isEnabledByDefault: true);
}
