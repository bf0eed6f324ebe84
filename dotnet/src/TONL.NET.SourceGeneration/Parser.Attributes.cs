// Parser: what attributes say, TONL.NET's own first, System.Text.Json's where they mean the same (contract 5.5).

using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal static class AttributeFacts
{
    private const string Own = "TONL.NET.";
    private const string Json = "System.Text.Json.Serialization.";

    /// <summary>
    /// The attribute of a symbol by its name without namespace and suffix: <c>Tonl</c> + name, else, where System.Text.Json's count,
    /// <c>Json</c> + name.
    /// </summary>
    public static AttributeData? Find(ISymbol symbol, string name, bool json) =>
        FindExact(symbol, Own + "Tonl" + name + "Attribute") ?? (json ? FindExact(symbol, Json + "Json" + name + "Attribute") : null);

    public static AttributeData? FindExact(ISymbol symbol, string fullName) => All(symbol, fullName).FirstOrDefault();

    public static IEnumerable<AttributeData> All(ISymbol symbol, string fullName)
    {
        var found = symbol.GetAttributes().Where(a => a.AttributeClass is { } type && Naming.DefinitionName(type) == fullName).ToList();

        // an override has the attributes of what it overrides, as reflection sees it
        return found.Count == 0 && symbol is IPropertySymbol { OverriddenProperty: { } overridden } ? All(overridden, fullName) : found;
    }

    public static string? StringArgument(AttributeData? attribute) =>
        attribute is { ConstructorArguments.Length: > 0 } ? attribute.ConstructorArguments[0].Value as string : null;

    public static ITypeSymbol? TypeArgument(AttributeData attribute) =>
        attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value as ITypeSymbol : null;

    public static int? IntArgument(AttributeData? attribute) =>
        attribute is { ConstructorArguments.Length: > 0 } ? attribute.ConstructorArguments[0].Value as int? : null;

    public static object? Named(AttributeData attribute, string name)
    {
        foreach (var pair in attribute.NamedArguments)
        {
            if (pair.Key == name && pair.Value.Kind != TypedConstantKind.Array)
            {
                return pair.Value.Value;
            }
        }

        return null;
    }

    /// <summary>Number of the JsonIgnoreCondition; 1 = Always when the attribute names none.</summary>
    public static int? IgnoreCondition(ISymbol member, bool json) =>
        Find(member, "Ignore", json) is { } attribute ? Named(attribute, "Condition") as int? ?? 1 : null;

    /// <summary>Converter type of TonlConverterAttribute.</summary>
    public static INamedTypeSymbol? Converter(ISymbol symbol) =>
        FindExact(symbol, Own + "TonlConverterAttribute") is { ConstructorArguments.Length: > 0 } attribute
            ? attribute.ConstructorArguments[0].Value as INamedTypeSymbol
            : null;

    /// <summary>JsonConverter(typeof(JsonStringEnumConverter)) or its generic form: enum by name.</summary>
    public static bool HasStringEnumConverter(ISymbol symbol) =>
        FindExact(symbol, Json + "JsonConverterAttribute") is { ConstructorArguments.Length: > 0 } attribute
        && attribute.ConstructorArguments[0].Value is INamedTypeSymbol converter
        && Naming.DefinitionName(converter) == Json + "JsonStringEnumConverter";

    /// <summary>Members of an enum with JsonStringEnumMemberName.</summary>
    public static IEnumerable<EnumNameSpec> EnumNames(ITypeSymbol type)
    {
        foreach (var field in type.GetMembers().OfType<IFieldSymbol>().Where(f => f.IsConst))
        {
            if (StringArgument(FindExact(field, Json + "JsonStringEnumMemberNameAttribute")) is { } given)
            {
                yield return new EnumNameSpec(field.Name, given);
            }
        }
    }

    /// <summary>Discriminator's name; null when the type is not polymorphic.</summary>
    public static string? Discriminator(INamedTypeSymbol type, bool json)
    {
        var polymorphic = Find(type, "Polymorphic", json);
        if (polymorphic is null && !DerivedAttributes(type, json).Any())
        {
            return null;
        }

        if (polymorphic is null)
        {
            return "$type";
        }

        return (Named(polymorphic, "DiscriminatorName") ?? Named(polymorphic, "TypeDiscriminatorPropertyName")) as string ?? "$type";
    }

    /// <summary>A setting of JsonPolymorphic, or null.</summary>
    public static object? JsonPolymorphic(INamedTypeSymbol type, string name, bool json) =>
        json && FindExact(type, Json + "JsonPolymorphicAttribute") is { } attribute ? Named(attribute, name) : null;

    /// <summary>The attributes that list derived types: the own ones if there are any, else those of System.Text.Json.</summary>
    public static IEnumerable<AttributeData> DerivedAttributes(INamedTypeSymbol type, bool json)
    {
        var own = All(type, Own + "TonlDerivedTypeAttribute").ToList();
        return own.Count > 0 || !json ? own : All(type, Json + "JsonDerivedTypeAttribute");
    }

    public static Callbacks CallbacksOf(INamedTypeSymbol type)
    {
        var callbacks = Callbacks.None;
        foreach (var contract in type.AllInterfaces)
        {
            callbacks |= Naming.DefinitionName(contract) switch
            {
                Json + "IJsonOnSerializing" => Callbacks.OnSerializing,
                Json + "IJsonOnSerialized" => Callbacks.OnSerialized,
                Json + "IJsonOnDeserializing" => Callbacks.OnDeserializing,
                Json + "IJsonOnDeserialized" => Callbacks.OnDeserialized,
                _ => Callbacks.None,
            };
        }

        return callbacks;
    }
}
