// Parser: names of types. One display format for everything that is emitted, and the property names of contract 7.2.

using System.Linq;
using System.Text;
using Microsoft.CodeAnalysis;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal static class Naming
{
    private static readonly SymbolDisplayFormat Format = SymbolDisplayFormat.FullyQualifiedFormat
        .WithMiscellaneousOptions(
            SymbolDisplayMiscellaneousOptions.UseSpecialTypes
            | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
            | SymbolDisplayMiscellaneousOptions.ExpandValueTuple);

    /// <summary>The name that emitted code uses: <c>global::</c> in front, tuples as ValueTuple, no nullable annotations.</summary>
    public static string FullName(ITypeSymbol type) =>
        type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Dynamic ? "object" : type.ToDisplayString(Format);

    /// <summary>The reference that the model keeps.</summary>
    public static TypeRef Ref(ITypeSymbol type) => new(FullName(type), type.IsValueType);

    /// <summary>Full metadata-like name of the definition, <c>System.Collections.Generic.List</c>, without arity.</summary>
    public static string DefinitionName(INamedTypeSymbol type)
    {
        var name = new StringBuilder(type.Name);
        for (var outer = type.ContainingType; outer is not null; outer = outer.ContainingType)
        {
            name.Insert(0, outer.Name + "+");
        }

        return type.ContainingNamespace is { IsGlobalNamespace: false } space
            ? space.ToDisplayString() + "." + name
            : name.ToString();
    }

    /// <summary>Property name: type name + <c>Of</c> + arguments joined by <c>And</c>; arrays end in <c>Array</c>.</summary>
    public static string PropertyName(ITypeSymbol type)
    {
        switch (type)
        {
            case IArrayTypeSymbol array:
                return PropertyName(array.ElementType) + "Array";
            case INamedTypeSymbol { IsGenericType: true } named:
                var arguments = named.TypeArguments.Select(PropertyName);
                return named.Name + "Of" + string.Join("And", arguments);
            default:
                return type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Dynamic ? "Object" : type.Name;
        }
    }

    /// <summary>Escapes a member or parameter name that is a C# keyword.</summary>
    public static string Escape(string name) =>
        Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None
        || Microsoft.CodeAnalysis.CSharp.SyntaxFacts.GetContextualKeywordKind(name) != Microsoft.CodeAnalysis.CSharp.SyntaxKind.None
            ? "@" + name
            : name;
}
