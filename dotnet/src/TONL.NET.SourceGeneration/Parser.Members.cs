// Symbols -> model, third step: the members of one object type (contract 5.3), base first, in declaration order.

using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Parser
{
    private List<MemberSpec> MembersOf(INamedTypeSymbol type)
    {
        var members = new List<MemberSpec>();
        foreach (var level in Levels(type))
        {
            // properties before fields, as reflection has them
            foreach (var symbol in level.GetMembers().OrderBy(s => s is IFieldSymbol ? 1 : 0))
            {
                var member = symbol switch
                {
                    IPropertySymbol property => Property(property, level),
                    IFieldSymbol field => Field(field, level),
                    _ => null,
                };
                if (member is null)
                {
                    continue;
                }

                // an override or a hiding member takes the place of the inherited one
                var earlier = members.FindIndex(m => m.ClrName == member.ClrName);
                if (earlier >= 0)
                {
                    members[earlier] = member;
                }
                else
                {
                    members.Add(member);
                }
            }
        }

        ReportDuplicates(type, members);
        return members;
    }

    private static IEnumerable<INamedTypeSymbol> Levels(INamedTypeSymbol type)
    {
        if (type.TypeKind == Microsoft.CodeAnalysis.TypeKind.Interface)
        {
            return type.AllInterfaces.Reverse().Append(type);
        }

        var levels = new Stack<INamedTypeSymbol>();
        for (INamedTypeSymbol? current = type; current is not null && current.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType); current = current.BaseType)
        {
            levels.Push(current);
        }

        return levels;
    }

    private MemberSpec? Property(IPropertySymbol property, INamedTypeSymbol level)
    {
        var included = AttributeFacts.Find(property, "Include", _json) is not null;
        if (property.IsStatic || property.IsIndexer || property.GetMethod is null || property.ExplicitInterfaceImplementations.Length > 0
            || (!included && (property.DeclaredAccessibility != Accessibility.Public || property.GetMethod.DeclaredAccessibility != Accessibility.Public)))
        {
            return null;
        }

        var setter = property.SetMethod;
        var canSet = setter is not null && (included || setter.DeclaredAccessibility == Accessibility.Public);
        return Member(property, property.Type, level) is { } member
            ? member with
            {
                CanGet = true,
                CanSet = canSet,
                IsInitOnly = canSet && setter!.IsInitOnly,
                IsRequiredKeyword = property.IsRequired,
                IsRequired = property.IsRequired || IsJsonRequired(property),
                IsIncluded = included,
                GetterHidden = property.GetMethod.DeclaredAccessibility != Accessibility.Public,
                SetterHidden = canSet && setter!.DeclaredAccessibility != Accessibility.Public,
                Accessor = property.GetMethod.DeclaredAccessibility != Accessibility.Public
                    || (canSet && (setter!.DeclaredAccessibility != Accessibility.Public || setter.IsInitOnly))
                    ? AccessorOf(level, property.OriginalDefinition.Type)
                    : null,
            }
            : null;
    }

    private MemberSpec? Field(IFieldSymbol field, INamedTypeSymbol level)
    {
        var included = AttributeFacts.Find(field, "Include", _json) is not null;
        if (field.IsStatic || field.IsConst || field.IsImplicitlyDeclared || field.AssociatedSymbol is not null
            || (!included && field.DeclaredAccessibility != Accessibility.Public))
        {
            // the items of a ValueTuple are fields that the compiler declares
            if (!(level.IsTupleType && field is { IsStatic: false, DeclaredAccessibility: Accessibility.Public } && IsTupleItem(field)))
            {
                return null;
            }
        }

        if (level.IsTupleType && !IsTupleItem(field))
        {
            return null;
        }

        return Member(field, field.Type, level) is { } member
            ? member with
            {
                CanGet = true,
                CanSet = !field.IsReadOnly,
                IsField = !level.IsTupleType,
                IsRequiredKeyword = field.IsRequired,
                IsRequired = field.IsRequired || IsJsonRequired(field),
                IsIncluded = included,
                GetterHidden = field.DeclaredAccessibility != Accessibility.Public,
                SetterHidden = !field.IsReadOnly && field.DeclaredAccessibility != Accessibility.Public,
                Accessor = field.DeclaredAccessibility != Accessibility.Public ? AccessorOf(level, field.OriginalDefinition.Type) : null,
            }
            : null;
    }

    private static AccessorSpec AccessorOf(INamedTypeSymbol level, ITypeSymbol openType)
    {
        var chain = OuterTypes(level).Append(level).ToList();
        var parameters = chain.SelectMany(t => t.OriginalDefinition.TypeParameters).ToList();
        var arguments = chain.SelectMany(t => t.TypeArguments).ToList();
        return new AccessorSpec(
            parameters.Count == 0 ? "" : "<" + string.Join(", ", parameters.Select(p => Naming.Escape(p.Name))) + ">",
            string.Concat(parameters.Select(ConstraintsOf)),
            arguments.Count == 0 ? "" : "<" + string.Join(", ", arguments.Select(Naming.FullName)) + ">",
            Naming.FullName(level.OriginalDefinition),
            Naming.FullName(openType),
            level.IsValueType);
    }

    private static string ConstraintsOf(ITypeParameterSymbol parameter)
    {
        var constraints = new List<string>();
        if (parameter.HasUnmanagedTypeConstraint)
        {
            constraints.Add("unmanaged");
        }
        else if (parameter.HasValueTypeConstraint)
        {
            constraints.Add("struct");
        }
        else if (parameter.HasReferenceTypeConstraint)
        {
            constraints.Add(parameter.ReferenceTypeConstraintNullableAnnotation == NullableAnnotation.Annotated ? "class?" : "class");
        }
        else if (parameter.HasNotNullConstraint)
        {
            constraints.Add("notnull");
        }

        constraints.AddRange(parameter.ConstraintTypes.Select(Naming.FullName));
        if (parameter is { HasConstructorConstraint: true, HasValueTypeConstraint: false, HasUnmanagedTypeConstraint: false })
        {
            constraints.Add("new()");
        }

        return constraints.Count == 0 ? "" : " where " + Naming.Escape(parameter.Name) + " : " + string.Join(", ", constraints);
    }

    // Item8 and further ones are the compiler's words for the items of Rest
    private static bool IsTupleItem(IFieldSymbol field) =>
        field.Name is "Item1" or "Item2" or "Item3" or "Item4" or "Item5" or "Item6" or "Item7" or "Rest";

    private bool IsJsonRequired(ISymbol symbol) =>
        _json && AttributeFacts.FindExact(symbol, "System.Text.Json.Serialization.JsonRequiredAttribute") is not null;

    private MemberSpec? Member(ISymbol symbol, ITypeSymbol type, INamedTypeSymbol level)
    {
        var condition = AttributeFacts.IgnoreCondition(symbol, _json);
        if (condition == 1)
        {
            return null;
        }

        var converter = AttributeFacts.Converter(symbol);
        if (converter is null && !Families.IsSupported(type))
        {
            Report("TONL003", symbol.Locations.FirstOrDefault(l => l.IsInSource), symbol.ToDisplayString(), type.ToDisplayString());
            return null;
        }

        if (!IsReachable(type, _owner))
        {
            Report("TONL003", symbol.Locations.FirstOrDefault(l => l.IsInSource), symbol.ToDisplayString(), type.ToDisplayString());
            return null;
        }

        var name = AttributeFacts.Find(symbol, "PropertyName", _json);
        return new MemberSpec(symbol.Name, converter is null ? Enqueue(type) : Naming.Ref(type), Naming.Ref(level))
        {
            ExplicitName = AttributeFacts.StringArgument(name),
            Order = AttributeFacts.IntArgument(AttributeFacts.Find(symbol, "PropertyOrder", _json)) ?? 0,
            IgnoreCondition = condition,
            IsNullable = type.NullableAnnotation == NullableAnnotation.Annotated
                || type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T,
            IsExtensionData = AttributeFacts.Find(symbol, "ExtensionData", _json) is not null,
            Converter = converter is null ? null : Naming.Ref(converter),
            EnumByName = _json && AttributeFacts.HasStringEnumConverter(symbol),
        };
    }

    private void ReportDuplicates(INamedTypeSymbol type, List<MemberSpec> members)
    {
        var byName = new Dictionary<string, MemberSpec>();
        foreach (var member in members.Where(m => !m.IsExtensionData && (!m.IsField || m.IsIncluded)))
        {
            if (byName.TryGetValue(member.TonlName, out var earlier))
            {
                var location = type.GetMembers(member.ClrName).FirstOrDefault()?.Locations.FirstOrDefault(l => l.IsInSource);
                Report("TONL004", location, earlier.ClrName, member.ClrName, type.ToDisplayString(), member.TonlName);
            }
            else
            {
                byName.Add(member.TonlName, member);
            }
        }
    }
}
