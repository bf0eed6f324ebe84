// Symbols -> model. One Parser works for one context: it starts with the registered types and follows members, elements and
// keys until the graph is closed. What it returns holds no symbol, syntax or compilation.

using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

/// <summary>What one run of the parser found.</summary>
internal sealed record ParseResult(ContextSpec? Context, EquatableArray<DiagnosticSpec> Diagnostics);

internal sealed partial class Parser
{
    public const string SerializableAttribute = "TONL.NET.TonlSerializableAttribute";
    public const string OptionsAttribute = "TONL.NET.TonlSourceGenerationOptionsAttribute";
    private const string ContextBase = "TONL.NET.TonlSerializerContext";

    private readonly Compilation _compilation;
    private readonly INamedTypeSymbol _owner;
    private readonly CancellationToken _cancellation;
    private readonly List<DiagnosticSpec> _diagnostics = new();
    private readonly Dictionary<string, TypeSpec> _types = new();
    private readonly List<string> _order = new();
    private readonly Queue<ITypeSymbol> _pending = new();
    private readonly HashSet<string> _ids = new(System.StringComparer.OrdinalIgnoreCase); // part of file names
    private readonly HashSet<string> _propertyNames = new() { "Default", "Options", "GetTypeInfo", "Equals", "GetHashCode", "ToString", "GetType", "MemberwiseClone", "Finalize" };
    private readonly Dictionary<string, Registration> _registered = new();
    private readonly List<INamedTypeSymbol> _objects = new();
    private int _contextMode;
    private bool _json = true;
    private bool _quiet;

    private Parser(Compilation compilation, INamedTypeSymbol owner, CancellationToken cancellation)
    {
        _compilation = compilation;
        _owner = owner;
        _cancellation = cancellation;
        _propertyNames.Add(owner.Name);
    }

    private sealed record Registration(string? PropertyName, int Mode, bool Write, bool Read, Location? Location);

    /// <summary>Context class with its registrations, or an annotated type.</summary>
    public static ParseResult? Parse(GeneratorAttributeSyntaxContext syntax, CancellationToken cancellation)
    {
        if (syntax.TargetSymbol is not INamedTypeSymbol owner || !IsFirstAnnotatedPart(syntax, owner))
        {
            return null;
        }

        var parser = new Parser(syntax.SemanticModel.Compilation, owner, cancellation);
        var context = DerivesFromContext(owner) ? parser.ParseContext() : parser.ParseSelf();
        return new ParseResult(context, parser._diagnostics.ToEquatable());
    }

    /// <summary>Options on something that is no context: TONL002.</summary>
    public static ParseResult? ParseOptions(GeneratorAttributeSyntaxContext syntax, CancellationToken cancellation)
    {
        if (syntax.TargetSymbol is not INamedTypeSymbol owner || DerivesFromContext(owner))
        {
            return null;
        }

        var parser = new Parser(syntax.SemanticModel.Compilation, owner, cancellation);
        parser.Report("TONL002", owner.Locations.FirstOrDefault(), owner.ToDisplayString());
        return new ParseResult(null, parser._diagnostics.ToEquatable());
    }

    private static bool DerivesFromContext(INamedTypeSymbol type)
    {
        for (var current = type.BaseType; current is not null; current = current.BaseType)
        {
            if (Naming.DefinitionName(current) == ContextBase)
            {
                return true;
            }
        }

        return false;
    }

    // A partial class may carry the attribute on several of its parts: only the first part makes the model.
    private static bool IsFirstAnnotatedPart(GeneratorAttributeSyntaxContext syntax, INamedTypeSymbol owner)
    {
        var first = AttributeFacts.All(owner, SerializableAttribute)
            .Select(a => a.ApplicationSyntaxReference)
            .Where(r => r is not null)
            .OrderBy(r => r!.SyntaxTree.FilePath, System.StringComparer.Ordinal)
            .ThenBy(r => r!.Span.Start)
            .FirstOrDefault();
        return first is null
            || (first.SyntaxTree == syntax.TargetNode.SyntaxTree && syntax.TargetNode.FullSpan.Contains(first.Span));
    }

    private ContextSpec? ParseContext()
    {
        var declarations = Declarations(_owner);
        var options = AttributeFacts.FindExact(_owner, OptionsAttribute);
        _contextMode = options is null ? 0 : AttributeFacts.Named(options, "GenerationMode") as int? ?? 0;
        foreach (var attribute in AttributeFacts.All(_owner, SerializableAttribute))
        {
            if (AttributeFacts.TypeArgument(attribute) is { } type)
            {
                Register(type, attribute);
            }
        }

        Close();
        DescribeWithoutJson();
        if (declarations is null)
        {
            return null;
        }

        return new ContextSpec(NamespaceOf(_owner), _owner.Name, HintName(_owner))
        {
            Declarations = declarations.ToEquatable(),
            Types = TypesInOrder(),
            OptionAssignments = options is null ? EquatableArray<string>.Empty : Assignments(options).ToEquatable(),
            HasDefaultConstructor = DeclaresConstructor(0),
            HasOptionsConstructor = DeclaresConstructor(1),
        };
    }

    private ContextSpec? ParseSelf()
    {
        var attribute = AttributeFacts.All(_owner, SerializableAttribute).First();
        if (_owner.IsGenericType || OuterTypes(_owner).Any(t => t.IsGenericType))
        {
            Report("TONL009", LocationOf(attribute), _owner.ToDisplayString());
            return null;
        }

        Register(_owner, attribute);
        Close();
        DescribeWithoutJson();
        if (!_registered.ContainsKey(Naming.FullName(_owner)))
        {
            return null;
        }

        var space = NamespaceOf(_owner) is { } name ? name + ".Generated" : "TONL.NET.Generated";
        var className = (IsNameTaken() ? string.Concat(OuterTypes(_owner).Select(t => t.Name)) : "") + _owner.Name + "TonlSerializer";
        if (_compilation.GetTypeByMetadataName(space + "." + className) is not null)
        {
            return null;
        }

        return new ContextSpec(space, className, HintName(_owner) + ".Self")
        {
            Types = TypesInOrder(),
            SelfType = Naming.Ref(_owner),
            Accessibility = OuterTypes(_owner).Append(_owner).All(t => t.DeclaredAccessibility == Accessibility.Public) ? "public" : "internal",
        };
    }

    /// <summary>
    /// Whether another annotated type of the namespace has the serializer's name: one that is not nested, or else the first of the nested ones.
    /// </summary>
    private bool IsNameTaken()
    {
        if (_owner.ContainingType is null)
        {
            return false;
        }

        var own = Naming.FullName(_owner);
        return Nested(_owner.ContainingNamespace.GetTypeMembers()).Any(t =>
            t.Name == _owner.Name
            && !SymbolEqualityComparer.Default.Equals(t, _owner)
            && (t.ContainingType is null || string.CompareOrdinal(Naming.FullName(t), own) < 0)
            && AttributeFacts.All(t, SerializableAttribute).Any());
    }

    private static IEnumerable<INamedTypeSymbol> Nested(IEnumerable<INamedTypeSymbol> types) => types.SelectMany(t => Nested(t.GetTypeMembers()).Prepend(t));

    private void Register(ITypeSymbol type, AttributeData attribute)
    {
        var location = LocationOf(attribute);
        if (type is INamedTypeSymbol { IsUnboundGenericType: true } || type.TypeKind == Microsoft.CodeAnalysis.TypeKind.TypeParameter)
        {
            Report("TONL009", location, type.ToDisplayString());
            return;
        }

        if (!IsReachable(type, DerivesFromContext(_owner) ? _owner : _compilation.Assembly))
        {
            Report("TONL008", location, type.ToDisplayString());
            return;
        }

        if (type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Error || IsPlainPrimitive(type))
        {
            return;
        }

        if (!Families.IsSupported(type))
        {
            Report("TONL003", location, "registered type", type.ToDisplayString());
            return;
        }

        var name = Naming.FullName(type);
        var propertyName = AttributeFacts.Named(attribute, "TypeInfoPropertyName") as string;
        if (_registered.ContainsKey(name))
        {
            return;
        }

        var property = propertyName is { Length: > 0 } ? propertyName : Naming.PropertyName(type);
        if (_propertyNames.Contains(property) && _registered.All(r => r.Value.PropertyName != property))
        {
            property = UniqueProperty(type);
        }

        var twin = _registered.FirstOrDefault(r => r.Value.PropertyName == property);
        if (twin.Key is not null)
        {
            Report("TONL006", location, twin.Key.Replace("global::", ""), type.ToDisplayString(), property);
            return;
        }

        var mode = AttributeFacts.Named(attribute, "GenerationMode") as int? ?? 0;
        _registered.Add(name, new Registration(
            property,
            mode == 0 ? _contextMode : mode,
            AttributeFacts.Named(attribute, "GenerateSerializer") as bool? ?? true,
            AttributeFacts.Named(attribute, "GenerateDeserializer") as bool? ?? true,
            location));
        _propertyNames.Add(property);
        Enqueue(type);
    }

    /// <summary>Whether generated code can name the type: accessible, and not local to a file.</summary>
    private bool IsReachable(ITypeSymbol type, ISymbol within) => _compilation.IsSymbolAccessibleWithin(type, within) && !IsFileLocal(type);

    private static bool IsFileLocal(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsFileLocal(array.ElementType),
        INamedTypeSymbol named => named.IsFileLocal || (named.ContainingType is { } outer && IsFileLocal(outer)) || named.TypeArguments.Any(IsFileLocal),
        _ => false,
    };

    /// <summary>Primitives, string and DateTime registered directly get no property (contract 7.2).</summary>
    private static bool IsPlainPrimitive(ITypeSymbol type) =>
        type.SpecialType is >= SpecialType.System_Boolean and <= SpecialType.System_String or SpecialType.System_DateTime;

    private TypeRef Enqueue(ITypeSymbol type)
    {
        var reference = Naming.Ref(type);
        if (!_types.ContainsKey(reference.Name) && !_order.Contains(reference.Name))
        {
            _order.Add(reference.Name);
            _pending.Enqueue(type);
        }

        return reference;
    }

    private void Close()
    {
        while (_pending.Count > 0)
        {
            _cancellation.ThrowIfCancellationRequested();
            var type = _pending.Dequeue();
            _types[Naming.FullName(type)] = Describe(type);
        }
    }

    private EquatableArray<TypeSpec> TypesInOrder() => _order.Select(name => _types[name]).ToEquatable();

    private string UniqueId(ITypeSymbol type)
    {
        var name = new string(Naming.PropertyName(type).Select(ch => SyntaxFacts.IsIdentifierPartCharacter(ch) ? ch : '_').ToArray());
        var id = name;
        for (var suffix = 2; !_ids.Add(id); suffix++)
        {
            id = name + suffix.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        return id;
    }

    private string UniqueProperty(ITypeSymbol type)
    {
        var name = Naming.PropertyName(type);
        var unique = name;
        for (var suffix = 2; !_propertyNames.Add(unique); suffix++)
        {
            unique = name + suffix.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }

        return unique;
    }

    private List<string>? Declarations(INamedTypeSymbol type)
    {
        var declarations = new List<string>();
        foreach (var part in OuterTypes(type).Append(type))
        {
            var syntax = part.DeclaringSyntaxReferences.FirstOrDefault()?.GetSyntax(_cancellation) as TypeDeclarationSyntax;
            if (syntax is null || !syntax.Modifiers.Any(SyntaxKind.PartialKeyword))
            {
                Report("TONL001", part.Locations.FirstOrDefault(), part.ToDisplayString());
                return null;
            }

            var keyword = syntax is RecordDeclarationSyntax record
                ? ("record " + record.ClassOrStructKeyword.ValueText).TrimEnd()
                : syntax.Keyword.ValueText;
            var parameters = syntax.TypeParameterList?.ToString() ?? "";
            declarations.Add("partial " + keyword + " " + Naming.Escape(part.Name) + parameters);
        }

        return declarations;
    }

    private static IEnumerable<INamedTypeSymbol> OuterTypes(INamedTypeSymbol type)
    {
        var outer = new Stack<INamedTypeSymbol>();
        for (var current = type.ContainingType; current is not null; current = current.ContainingType)
        {
            outer.Push(current);
        }

        return outer;
    }

    private bool DeclaresConstructor(int parameters) =>
        _owner.InstanceConstructors.Any(c => !c.IsImplicitlyDeclared && c.Parameters.Length == parameters);

    private static IEnumerable<string> Assignments(AttributeData options)
    {
        foreach (var pair in options.NamedArguments)
        {
            if (pair.Key != "GenerationMode" && pair.Value.Kind != TypedConstantKind.Error)
            {
                yield return pair.Key + " = " + pair.Value.ToCSharpStringQualified();
            }
        }
    }

    private static string? NamespaceOf(INamedTypeSymbol type) =>
        type.ContainingNamespace is { IsGlobalNamespace: false } space ? space.ToDisplayString() : null;

    private static string HintName(INamedTypeSymbol type) =>
        new(type.ToDisplayString().Select(ch => char.IsLetterOrDigit(ch) || ch is '.' or '_' ? ch : '_').ToArray());

    private static Location? LocationOf(AttributeData attribute) =>
        attribute.ApplicationSyntaxReference is { } reference
            ? Location.Create(reference.SyntaxTree, reference.Span)
            : null;

    private void Report(string id, Location? location, params string[] arguments)
    {
        if (_quiet)
        {
            return;
        }

        var spec = new DiagnosticSpec(id, LocationSpec.From(location ?? _owner.Locations.FirstOrDefault()), arguments.ToEquatable());
        if (!_diagnostics.Contains(spec))
        {
            _diagnostics.Add(spec);
        }
    }
}
