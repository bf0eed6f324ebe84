// Symbols -> model, second step: one type. Family, constructor, polymorphism, modes; members are in Parser.Members.

using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Parser
{
    private TypeSpec Describe(ITypeSymbol type)
    {
        var family = Families.Of(type) ?? new Family(Model.TypeKind.Dynamic);
        var name = Naming.FullName(type);
        _registered.TryGetValue(name, out var registration);
        var mode = registration?.Mode ?? _contextMode;
        var named = type as INamedTypeSymbol;
        var converter = named is null ? null : AttributeFacts.Converter(named);
        var kind = converter is null ? family.Kind : Model.TypeKind.Converted;
        var spec = new TypeSpec(Naming.Ref(type), UniqueId(type), kind)
        {
            PropertyName = registration?.PropertyName ?? (HasOwnProperty(kind) && !_quiet ? UniqueProperty(type) : null),
            Element = family.Element is null || converter is not null ? null : Enqueue(family.Element),
            Key = family.Key is null || converter is not null ? null : Enqueue(family.Key),
            Walk = family.Walk,
            CreateFromItems = family.Create,
            EmitWrite = mode != 1 && (registration?.Write ?? true),
            EmitRead = mode != 2 && (registration?.Read ?? true),
            EnumByName = kind == Model.TypeKind.Enum && AttributeFacts.HasStringEnumConverter(type),
            EnumNames = kind == Model.TypeKind.Enum ? AttributeFacts.EnumNames(type).ToEquatable() : EquatableArray<EnumNameSpec>.Empty,
            Converter = converter is null ? null : Naming.Ref(converter),
            CanCycle = type.IsReferenceType,
        };
        if (kind != Model.TypeKind.Object || named is null)
        {
            return spec;
        }

        _objects.Add(named);
        return DescribeObject(named, spec);
    }

    /// <summary>
    /// What object types are where the attributes of System.Text.Json do not count (HonorJsonAttributes = false), for those that differ.
    /// Types that only this reaches get no property, and nothing is reported: the user has not asked for them.
    /// </summary>
    private void DescribeWithoutJson()
    {
        _quiet = true;
        for (var index = 0; index < _objects.Count; index++)
        {
            _cancellation.ThrowIfCancellationRequested();
            var type = _objects[index];
            var spec = _types[Naming.FullName(type)];
            _json = false;
            var other = DescribeObject(type, spec with { Derived = EquatableArray<DerivedSpec>.Empty });
            _json = true;
            if (!other.Equals(spec))
            {
                _types[spec.Ref.Name] = spec with { WithoutJson = other with { Id = UniqueId(type), PropertyName = null, EmitWrite = false, EmitRead = false } };
            }

            Close();
        }
    }

    private static bool HasOwnProperty(Model.TypeKind kind) =>
        kind is not (Model.TypeKind.Scalar or Model.TypeKind.Dynamic or Model.TypeKind.Nullable);

    private TypeSpec DescribeObject(INamedTypeSymbol type, TypeSpec spec)
    {
        var members = MembersOf(type);
        var isAbstract = type.IsAbstract || type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Interface;
        var constructor = isAbstract ? null : ChooseConstructor(type, members);
        if (constructor is null && !isAbstract)
        {
            Report("TONL005", type.Locations.FirstOrDefault(l => l.IsInSource), type.ToDisplayString());
        }

        spec = spec with
        {
            Members = members.ToEquatable(),
            IsAbstract = isAbstract,
            IsTuple = type.IsTupleType,
            Parameters = constructor?.Parameters.Select(p => Parameter(p, members)).ToEquatable(),
            HasDefaultConstructor = !isAbstract && HasUsableDefault(type) && !members.Any(m => m.IsRequiredKeyword),
            SetsRequiredMembers = constructor is not null
                && AttributeFacts.FindExact(constructor, "System.Diagnostics.CodeAnalysis.SetsRequiredMembersAttribute") is not null,
            ConstructorAccess = constructor is null || _compilation.IsSymbolAccessibleWithin(constructor, _owner)
                ? null
                : new ConstructorAccessSpec(
                    AccessorOf(type, type.OriginalDefinition),
                    constructor.OriginalDefinition.Parameters.Select(p => Naming.FullName(p.Type)).ToEquatable()),
            Callbacks = AttributeFacts.CallbacksOf(type),
            UnmappedHandling = !_json ? null : AttributeFacts.IntArgument(AttributeFacts.FindExact(
                type, "System.Text.Json.Serialization.JsonUnmappedMemberHandlingAttribute")),
            Discriminator = AttributeFacts.Discriminator(type, _json),
            UnknownDerivedTypes = AttributeFacts.JsonPolymorphic(type, "UnknownDerivedTypeHandling", _json) as int? ?? 0,
            IgnoresUnknownDiscriminators = AttributeFacts.JsonPolymorphic(type, "IgnoreUnrecognizedTypeDiscriminators", _json) is true,
        };
        return spec.Discriminator is null ? spec : spec with { Derived = DerivedOf(type).ToEquatable() };
    }

    private static bool HasUsableDefault(INamedTypeSymbol type) =>
        type.IsValueType || type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public);

    private IMethodSymbol? ChooseConstructor(INamedTypeSymbol type, List<MemberSpec> members)
    {
        var all = type.InstanceConstructors.Where(c => !c.IsStatic).ToList();
        var reachable = all.Where(c => _compilation.IsSymbolAccessibleWithin(c, _owner)).ToList();
        var marked = all.FirstOrDefault(c => AttributeFacts.FindExact(c, "TONL.NET.TonlConstructorAttribute") is not null)
            ?? all.FirstOrDefault(c => AttributeFacts.Find(c, "Constructor", _json) is not null);
        if (marked is not null)
        {
            return marked;
        }

        var open = reachable.Where(c => c.DeclaredAccessibility == Accessibility.Public).ToList();
        var matching = open
            .Where(c => c.Parameters.Length > 0 && c.Parameters.All(p => MemberFor(p, members) is not null))
            .OrderByDescending(c => c.Parameters.Length)
            .FirstOrDefault();
        if (type.IsValueType)
        {
            // a struct's members that nobody can set are only reachable through a constructor
            var needs = matching is not null && matching.Parameters.Any(p => MemberFor(p, members) is { CanSet: false });
            return needs ? matching : open.FirstOrDefault(c => c.Parameters.Length == 0) ?? type.InstanceConstructors.FirstOrDefault(c => c.Parameters.Length == 0);
        }

        return open.FirstOrDefault(c => c.Parameters.Length == 0) ?? (open.Count == 1 ? open[0] : matching);
    }

    private static MemberSpec? MemberFor(IParameterSymbol parameter, List<MemberSpec> members) =>
        members.FirstOrDefault(m => m.ClrName == parameter.Name)
        ?? members.FirstOrDefault(m => string.Equals(m.ClrName, parameter.Name, System.StringComparison.OrdinalIgnoreCase));

    private ParameterSpec Parameter(IParameterSymbol parameter, List<MemberSpec> members)
    {
        var member = MemberFor(parameter, members);
        var matches = member is not null && member.Type.Name == Naming.FullName(parameter.Type);
        var readable = matches || Families.IsSupported(parameter.Type);
        return new ParameterSpec(
            parameter.Name,
            readable && !matches ? Enqueue(parameter.Type) : Naming.Ref(parameter.Type),
            parameter.HasExplicitDefaultValue ? Constants.DefaultOf(parameter) : null,
            matches ? member!.ClrName : null,
            readable);
    }

    private IEnumerable<DerivedSpec> DerivedOf(INamedTypeSymbol type)
    {
        var seen = new HashSet<string>();
        var derived = new List<DerivedSpec>();
        foreach (var attribute in AttributeFacts.DerivedAttributes(type, _json))
        {
            if (AttributeFacts.TypeArgument(attribute) is not INamedTypeSymbol candidate)
            {
                continue;
            }

            var discriminator = attribute.ConstructorArguments.Length > 1 ? attribute.ConstructorArguments[1].ToCSharpStringQualified() : null;
            var conversion = _compilation.ClassifyCommonConversion(candidate, type);
            if (!conversion.IsImplicit || conversion.IsUserDefined)
            {
                Report("TONL007", LocationOf(attribute), candidate.ToDisplayString(), type.ToDisplayString(), "it is not assignable to the base");
            }
            else if (discriminator is not null && !seen.Add(discriminator))
            {
                Report("TONL007", LocationOf(attribute), candidate.ToDisplayString(), type.ToDisplayString(), "the discriminator is used twice");
            }
            else
            {
                derived.Add(new DerivedSpec(SymbolEqualityComparer.Default.Equals(candidate, type) ? Naming.Ref(type) : Enqueue(candidate), discriminator));
            }
        }

        return derived;
    }
}
