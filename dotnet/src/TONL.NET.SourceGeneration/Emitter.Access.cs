// Model -> text: how generated code reaches members and makes objects. Init-only and hidden members go through unsafe accessors
// (the runtime binds them without reflection, NativeAOT included), everything else is plain C#.

using System;
using System.Collections.Generic;
using System.Linq;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private sealed record Slot(string Name, TypeRef Type, int Member, string? Default, bool IsReadable);

    /// <summary>Values that must be known before the object exists: constructor parameters, then required members.</summary>
    private static List<Slot> SlotsOf(TypeSpec type)
    {
        var slots = new List<Slot>();
        if (type.Parameters is null || (type.Parameters.Count == 0 && type.HasDefaultConstructor))
        {
            return slots;
        }

        foreach (var parameter in type.Parameters)
        {
            slots.Add(new Slot(parameter.Name, parameter.Type, MemberIndex(type, parameter.MemberName), parameter.DefaultLiteral, parameter.IsReadable));
        }

        foreach (var member in InitializedMembers(type))
        {
            slots.Add(new Slot(member.ClrName, member.Type, MemberIndex(type, member.ClrName), null, true));
        }

        return slots;
    }

    private static int MemberIndex(TypeSpec type, string? clrName)
    {
        for (var index = 0; index < type.Members.Count && clrName is not null; index++)
        {
            if (type.Members[index].ClrName == clrName)
            {
                return index;
            }
        }

        return -1;
    }

    /// <summary>Members of the object initializer: required ones that no parameter sets.</summary>
    private static IEnumerable<MemberSpec> InitializedMembers(TypeSpec type) =>
        type.SetsRequiredMembers || type.ConstructorAccess is not null
            ? []
            : type.Members.Where(m => m is { IsRequiredKeyword: true, CanSet: true } && type.Parameters!.All(p => p.MemberName != m.ClrName));

    /// <summary><c>new T(a, b) { C = c }</c> with the value of each slot as the caller names it.</summary>
    private static string NewExpression(TypeSpec type, Func<int, TypeRef, string> value)
    {
        var slots = SlotsOf(type);
        var count = type.Parameters!.Count;
        var arguments = string.Join(", ", slots.Take(count).Select((slot, index) => value(index, slot.Type)));
        if (type.ConstructorAccess is { } access)
        {
            return $"__New{type.Id}{access.Accessor.Arguments}.New({arguments})";
        }

        var text = $"new {type.Ref.Name}({arguments})";

        // the compiler wants every required member in the initializer, also those that a parameter has set already
        var initial = type.SetsRequiredMembers
            ? []
            : type.Members.Where(m => m is { IsRequiredKeyword: true, CanSet: true })
                .Select(m => Naming.Escape(m.ClrName) + " = " + value(slots.FindIndex(s => s.Member == MemberIndex(type, m.ClrName)), m.Type))
                .ToList();
        return initial.Count == 0 ? text : text + " { " + string.Join(", ", initial) + " }";
    }

    private string GetExpression(TypeSpec type, MemberSpec member, string parent, bool byReference)
    {
        if (member is { GetterHidden: true, Accessor: { } accessor })
        {
            var target = (accessor.TargetIsStruct ? "ref " : "") + parent;
            return $"{AccessorClass(type, accessor)}.Get_{member.ClrName}({target})";
        }

        // a member of a base interface may be ambiguous in the derived one
        return type.IsAbstract && member.DeclaringType.Name != type.Ref.Name
            ? $"(({member.DeclaringType.Name}){parent}).{Naming.Escape(member.ClrName)}"
            : $"{parent}.{Naming.Escape(member.ClrName)}";
    }

    private static string SetStatement(TypeSpec type, MemberSpec member, string parent, string value)
    {
        if (member is { SetsByAccessor: true, Accessor: { } accessor })
        {
            var target = (accessor.TargetIsStruct ? "ref " : "") + parent;
            return member.IsField
                ? $"{AccessorClass(type, accessor)}.Get_{member.ClrName}({target}) = {value}"
                : $"{AccessorClass(type, accessor)}.Set_{member.ClrName}({target}, {value})";
        }

        return type.IsAbstract && !type.Ref.IsValueType && member.DeclaringType.Name != type.Ref.Name
            ? $"(({member.DeclaringType.Name}){parent}).{Naming.Escape(member.ClrName)} = {value}"
            : $"{parent}.{Naming.Escape(member.ClrName)} = {value}";
    }

    private static string AccessorClass(TypeSpec type, AccessorSpec accessor) =>
        "__Access" + type.Id + (accessor.Arguments.Length == 0 ? "" : "_" + Math.Abs(StableHash(accessor.OpenTarget)).ToString(System.Globalization.CultureInfo.InvariantCulture)) + accessor.Arguments;

    private void EmitAccessors(SourceWriter writer, TypeSpec type)
    {
        if (type.ConstructorAccess is { } access)
        {
            var parameters = string.Join(", ", access.OpenParameterTypes.Select((name, index) => $"{name} p{index}"));
            writer.Open($"internal static class __New{type.Id}{access.Accessor.Parameters}{access.Accessor.Constraints}");
            writer.Line("[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.Constructor)]");
            writer.Line($"public static extern {access.Accessor.OpenTarget} New({parameters});");
            writer.Close();
            writer.Line();
        }

        var groups = type.Members.Where(m => m.Accessor is not null).GroupBy(m => AccessorClass(type, m.Accessor!));
        foreach (var group in groups)
        {
            var sample = group.First().Accessor!;
            var className = group.Key.Substring(0, group.Key.Length - sample.Arguments.Length);
            writer.Open($"internal static class {className}{sample.Parameters}{sample.Constraints}");
            foreach (var member in group)
            {
                EmitAccessor(writer, member, member.Accessor!);
            }

            writer.Close();
            writer.Line();
        }
    }

    private static void EmitAccessor(SourceWriter writer, MemberSpec member, AccessorSpec accessor)
    {
        const string Attribute = "[global::System.Runtime.CompilerServices.UnsafeAccessor(global::System.Runtime.CompilerServices.UnsafeAccessorKind.";
        var target = (accessor.TargetIsStruct ? "ref " : "") + accessor.OpenTarget + " target";
        if (member.IsField)
        {
            writer.Line($"{Attribute}Field, Name = {SourceWriter.Literal(member.ClrName)})]");
            writer.Line($"public static extern ref {accessor.OpenType} Get_{member.ClrName}({target});");
            return;
        }

        if (member.GetterHidden)
        {
            writer.Line($"{Attribute}Method, Name = {SourceWriter.Literal("get_" + member.ClrName)})]");
            writer.Line($"public static extern {accessor.OpenType} Get_{member.ClrName}({target});");
        }

        if (member.SetsByAccessor)
        {
            writer.Line($"{Attribute}Method, Name = {SourceWriter.Literal("set_" + member.ClrName)})]");
            writer.Line($"public static extern void Set_{member.ClrName}({target}, {accessor.OpenType} value);");
        }
    }

    // string.GetHashCode differs from run to run; names in generated code must not
    private static int StableHash(string text) => text.Aggregate(17, static (hash, ch) => unchecked((hash * 31) + ch) & 0xFFFFFF);
}
