// Parser: which family a type belongs to (contract 5.1 and 5.2), by the name of its definition. No symbols leave this file except
// as arguments; the same table exists in the core for reflection and the parity tests hold both equal.

using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

/// <summary>What a type is, before its members are looked at.</summary>
internal readonly record struct Family(
    Model.TypeKind Kind,
    ITypeSymbol? Element = null,
    ITypeSymbol? Key = null,
    WalkKind Walk = WalkKind.Enumerate,
    string? Create = null);

internal static class Families
{
    private static readonly HashSet<string> Scalars = new()
    {
        "System.Int128", "System.UInt128", "System.Half", "System.Numerics.BigInteger", "System.Guid", "System.DateTimeOffset",
        "System.DateOnly", "System.TimeOnly", "System.TimeSpan", "System.Uri", "System.Version", "System.IntPtr", "System.UIntPtr",
    };

    private static readonly HashSet<string> DynamicTypes = new()
    {
        "System.Text.Json.Nodes.JsonNode", "System.Text.Json.Nodes.JsonObject", "System.Text.Json.Nodes.JsonArray",
        "System.Text.Json.Nodes.JsonValue", "System.Text.Json.JsonElement", "System.Text.Json.JsonDocument",
        "TONL.NET.TonlElement", "TONL.NET.TonlDocument",
    };

    private static readonly HashSet<string> Untyped = new()
    {
        "System.Collections.IEnumerable", "System.Collections.ICollection", "System.Collections.IList",
        "System.Collections.IDictionary", "System.Collections.ArrayList", "System.Collections.Hashtable",
    };

    // Text of the lambda's body: `items` is a List<T> of elements, {T} the type itself, {E} element, {K} key.
    private static readonly Dictionary<string, string> Sequences = new()
    {
        ["System.Collections.Generic.List"] = "items",
        ["System.Collections.Generic.IEnumerable"] = "items",
        ["System.Collections.Generic.ICollection"] = "items",
        ["System.Collections.Generic.IList"] = "items",
        ["System.Collections.Generic.IReadOnlyCollection"] = "items",
        ["System.Collections.Generic.IReadOnlyList"] = "items",
        ["System.Collections.Generic.ISet"] = "new global::System.Collections.Generic.HashSet<{E}>(items)",
        ["System.Collections.Generic.IReadOnlySet"] = "new global::System.Collections.Generic.HashSet<{E}>(items)",
        ["System.Collections.Generic.HashSet"] = "new {T}(items)",
        ["System.Collections.Generic.SortedSet"] = "new {T}(items)",
        ["System.Collections.Generic.Queue"] = "new {T}(items)",
        ["System.Collections.Generic.LinkedList"] = "new {T}(items)",
        ["System.Collections.Generic.Stack"] = "new {T}(global::System.Linq.Enumerable.Reverse<{E}>(items))",
        ["System.Collections.Concurrent.ConcurrentStack"] = "new {T}(global::System.Linq.Enumerable.Reverse<{E}>(items))",
        ["System.Collections.Concurrent.ConcurrentQueue"] = "new {T}(items)",
        ["System.Collections.Concurrent.ConcurrentBag"] = "new {T}(global::System.Linq.Enumerable.Reverse<{E}>(items))",
        ["System.Collections.ObjectModel.Collection"] = "new {T}(items)",
        ["System.Collections.ObjectModel.ObservableCollection"] = "new {T}(items)",
        ["System.Collections.ObjectModel.ReadOnlyCollection"] = "new {T}(items)",
        ["System.Collections.Immutable.ImmutableArray"] = "global::System.Collections.Immutable.ImmutableArray.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.ImmutableList"] = "global::System.Collections.Immutable.ImmutableList.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.IImmutableList"] = "global::System.Collections.Immutable.ImmutableList.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.ImmutableHashSet"] = "global::System.Collections.Immutable.ImmutableHashSet.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.IImmutableSet"] = "global::System.Collections.Immutable.ImmutableHashSet.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.ImmutableSortedSet"] = "global::System.Collections.Immutable.ImmutableSortedSet.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.ImmutableQueue"] = "global::System.Collections.Immutable.ImmutableQueue.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.IImmutableQueue"] = "global::System.Collections.Immutable.ImmutableQueue.CreateRange<{E}>(items)",
        ["System.Collections.Immutable.ImmutableStack"] = "global::System.Collections.Immutable.ImmutableStack.CreateRange<{E}>(global::System.Linq.Enumerable.Reverse<{E}>(items))",
        ["System.Collections.Immutable.IImmutableStack"] = "global::System.Collections.Immutable.ImmutableStack.CreateRange<{E}>(global::System.Linq.Enumerable.Reverse<{E}>(items))",
        ["System.Collections.Frozen.FrozenSet"] = "global::System.Collections.Frozen.FrozenSet.ToFrozenSet<{E}>(items)",
    };

    // `items` may hold a key twice, the last one wins: the pairs go through `made`, a Dictionary
    private static readonly Dictionary<string, string> Maps = new()
    {
        ["System.Collections.Generic.Dictionary"] = "made",
        ["System.Collections.Generic.IDictionary"] = "made",
        ["System.Collections.Generic.IReadOnlyDictionary"] = "made",
        ["System.Collections.Generic.SortedDictionary"] = "new {T}(made)",
        ["System.Collections.Generic.SortedList"] = "new {T}(made)",
        ["System.Collections.Concurrent.ConcurrentDictionary"] = "new {T}(made)",
        ["System.Collections.ObjectModel.ReadOnlyDictionary"] = "new {T}(made)",
        ["System.Collections.Immutable.ImmutableDictionary"] = "global::System.Collections.Immutable.ImmutableDictionary.CreateRange<{K}, {E}>(made)",
        ["System.Collections.Immutable.IImmutableDictionary"] = "global::System.Collections.Immutable.ImmutableDictionary.CreateRange<{K}, {E}>(made)",
        ["System.Collections.Immutable.ImmutableSortedDictionary"] = "global::System.Collections.Immutable.ImmutableSortedDictionary.CreateRange<{K}, {E}>(made)",
        ["System.Collections.Frozen.FrozenDictionary"] = "global::System.Collections.Frozen.FrozenDictionary.ToFrozenDictionary<{K}, {E}>(made)",
    };

    /// <summary>Family of a type, or null when it cannot be serialized at all.</summary>
    public static Family? Of(ITypeSymbol type)
    {
        switch (type.SpecialType)
        {
            case SpecialType.System_Object:
                return new Family(Model.TypeKind.Dynamic);
            case SpecialType.System_Boolean or SpecialType.System_Char or SpecialType.System_String or SpecialType.System_DateTime
                or SpecialType.System_Decimal or SpecialType.System_Double or SpecialType.System_Single
                or SpecialType.System_SByte or SpecialType.System_Byte or SpecialType.System_Int16 or SpecialType.System_UInt16
                or SpecialType.System_Int32 or SpecialType.System_UInt32 or SpecialType.System_Int64 or SpecialType.System_UInt64
                or SpecialType.System_IntPtr or SpecialType.System_UIntPtr:
                return new Family(Model.TypeKind.Scalar);
        }

        return type switch
        {
            { TypeKind: Microsoft.CodeAnalysis.TypeKind.Dynamic } => new Family(Model.TypeKind.Dynamic),
            IArrayTypeSymbol array => OfArray(array),
            INamedTypeSymbol named => OfNamed(named),
            _ => null,
        };
    }

    /// <summary>Whether the type and everything it is made of can be serialized (members of objects are judged one by one).</summary>
    public static bool IsSupported(ITypeSymbol type) =>
        Of(type) is { } family
        && (family.Element is null || IsSupported(family.Element))
        && (family.Key is null || IsKey(family.Key));

    private static bool IsKey(ITypeSymbol type) =>
        Of(type) is { } family && (family.Kind is Model.TypeKind.Scalar or Model.TypeKind.Enum
            || (family.Kind == Model.TypeKind.Dynamic && type.SpecialType == SpecialType.System_Object));

    private static Family? OfArray(IArrayTypeSymbol array)
    {
        if (array.Rank != 1)
        {
            return null;
        }

        return array.ElementType.SpecialType == SpecialType.System_Byte
            ? new Family(Model.TypeKind.Scalar)
            : new Family(Model.TypeKind.Array, array.ElementType, Walk: WalkKind.Array, Create: "items.ToArray()");
    }

    private static Family? OfNamed(INamedTypeSymbol type)
    {
        if (type.TypeKind is Microsoft.CodeAnalysis.TypeKind.Delegate or Microsoft.CodeAnalysis.TypeKind.Pointer
                or Microsoft.CodeAnalysis.TypeKind.Error
            || type.IsRefLikeType || type.IsStatic || type.IsUnboundGenericType)
        {
            return null;
        }

        if (type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Enum)
        {
            return new Family(Model.TypeKind.Enum);
        }

        if (type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T)
        {
            return new Family(Model.TypeKind.Nullable, type.TypeArguments[0]);
        }

        var name = Naming.DefinitionName(type);
        if (Scalars.Contains(name) || IsByteMemory(type, name))
        {
            return new Family(Model.TypeKind.Scalar);
        }

        if (DynamicTypes.Contains(name) || (Untyped.Contains(name) && !type.IsGenericType))
        {
            return new Family(Model.TypeKind.Dynamic);
        }

        if (name == "System.Type" || name.StartsWith("System.Reflection.", System.StringComparison.Ordinal) || IsDelegateLike(type))
        {
            return null;
        }

        if (name is "System.Memory" or "System.ReadOnlyMemory" && type.TypeArguments.Length == 1)
        {
            return new Family(Model.TypeKind.Collection, type.TypeArguments[0], Walk: name == "System.Memory" ? WalkKind.Memory : WalkKind.ReadOnlyMemory);
        }

        return OfCollection(type, name) ?? new Family(Model.TypeKind.Object);
    }

    private static bool IsByteMemory(INamedTypeSymbol type, string name) =>
        name is "System.Memory" or "System.ReadOnlyMemory"
        && type.TypeArguments.Length == 1
        && type.TypeArguments[0].SpecialType == SpecialType.System_Byte;

    private static bool IsDelegateLike(INamedTypeSymbol type) =>
        type.SpecialType is SpecialType.System_Delegate or SpecialType.System_MulticastDelegate;

    private static Family? OfCollection(INamedTypeSymbol type, string name)
    {
        var self = Naming.FullName(type);
        if (Implements(type, "System.Collections.Generic.IDictionary", 2) is { } map
            || (Implements(type, "System.Collections.Generic.IReadOnlyDictionary", 2) is { } readOnly && (map = readOnly) is not null))
        {
            var key = map.TypeArguments[0];
            var value = map.TypeArguments[1];
            var create = Maps.TryGetValue(name, out var known) && type.IsGenericType
                ? MakeDictionary + "return " + known + "; }"
                : HasPublicDefaultConstructor(type) && Implements(type, "System.Collections.Generic.IDictionary", 2) is not null ? "TONL:fill"
                : TakenBy(type, "System.Collections.Generic.IDictionary", key, value) is { } parameter ? MakeDictionary + $"return new {self}(({parameter})made); }}"
                : null;
            return new Family(Model.TypeKind.Dictionary, value, key, Create: Fill(create, self, value, key));
        }

        if (Implements(type, "System.Collections.Generic.IEnumerable", 1) is { } sequence)
        {
            var element = sequence.TypeArguments[0];
            var create = Sequences.TryGetValue(name, out var known) && type.IsGenericType
                ? known
                : (TakenBy(type, "System.Collections.Generic.IEnumerable", element)
                    ?? TakenBy(type, "System.Collections.Generic.IList", element)
                    ?? TakenBy(type, "System.Collections.Generic.List", element)) is { } parameter ? $"new {self}(({parameter})items)"
                : !HasPublicDefaultConstructor(type) ? null
                : HasAdd(type, element) ? "TONL:add"
                : !type.IsValueType && type.AllInterfaces.Any(i => Naming.DefinitionName(i) == "System.Collections.Generic.ICollection") ? "TONL:collect"
                : null;
            return new Family(Model.TypeKind.Collection, element, Walk: WalkOf(type, name), Create: Fill(create, self, element, null));
        }

        return null;
    }

    /// <summary>The parameter's type of a public constructor that takes the given collection alone.</summary>
    private static string? TakenBy(INamedTypeSymbol type, string definition, params ITypeSymbol[] arguments) =>
        type.IsAbstract ? null : type.InstanceConstructors
            .Where(c => c is { DeclaredAccessibility: Accessibility.Public, Parameters.Length: 1 })
            .Select(c => c.Parameters[0].Type)
            .OfType<INamedTypeSymbol>()
            .Where(p => Naming.DefinitionName(p) == definition && Enumerable.SequenceEqual<ITypeSymbol>(p.TypeArguments, arguments, SymbolEqualityComparer.Default))
            .Select(Naming.FullName)
            .FirstOrDefault();

    private const string MakeDictionary =
        "{ var made = new global::System.Collections.Generic.Dictionary<{K}, {E}>(items.Count); foreach (var item in items) { made[item.Key] = item.Value; } ";

    private static string? Fill(string? pattern, string self, ITypeSymbol element, ITypeSymbol? key) => pattern switch
    {
        null => null,
        "TONL:add" => "{ var made = new " + self + "(); foreach (var item in items) { made.Add(item); } return made; }",
        "TONL:collect" => "{ var made = new " + self + "(); foreach (var item in items) { ((global::System.Collections.Generic.ICollection<"
            + Naming.FullName(element) + ">)made).Add(item); } return made; }",
        "TONL:fill" => "{ global::System.Collections.Generic.IDictionary<" + Naming.FullName(key!) + ", " + Naming.FullName(element) + "> made = new " + self
            + "(); foreach (var item in items) { made[item.Key] = item.Value; } return (" + self + ")made; }",
        _ => pattern.Replace("{T}", self)
            .Replace("{E}", Naming.FullName(element))
            .Replace("{K}", key is null ? "" : Naming.FullName(key)),
    };

    private static WalkKind WalkOf(INamedTypeSymbol type, string name) => name switch
    {
        "System.Collections.Generic.List" => WalkKind.List,
        "System.Collections.Immutable.ImmutableArray" => WalkKind.ImmutableArray,
        _ => WalkKind.Enumerate,
    };

    private static INamedTypeSymbol? Implements(INamedTypeSymbol type, string definition, int arity)
    {
        if (Matches(type))
        {
            return type;
        }

        return type.AllInterfaces.FirstOrDefault(Matches);

        bool Matches(INamedTypeSymbol candidate) =>
            candidate.TypeArguments.Length == arity && Naming.DefinitionName(candidate) == definition;
    }

    private static bool HasPublicDefaultConstructor(INamedTypeSymbol type) =>
        type is { IsAbstract: false }
        && type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public);

    private static bool HasAdd(INamedTypeSymbol type, ITypeSymbol element)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            if (current.GetMembers("Add").OfType<IMethodSymbol>().Any(m =>
                    m is { IsStatic: false, DeclaredAccessibility: Accessibility.Public, Parameters.Length: 1 }
                    && SymbolEqualityComparer.Default.Equals(m.Parameters[0].Type, element)))
            {
                return true;
            }
        }

        return false;
    }
}
