// Model -> text: the straight-line code of one object type that the core calls when the options leave names and order as they
// are by default: members of an object, cells of a row. Everything else is walked by the plan, so that one engine decides.

using System.Collections.Generic;
using System.Linq;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private static readonly HashSet<string> Direct = new()
    {
        "bool", "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "double", "float", "decimal", "char", "string",
        "global::System.DateTime", "global::System.DateTimeOffset", "global::System.Guid",
    };

    /// <summary>Whether straight-line writing gives what the plan gives: no callbacks, no extension data.</summary>
    private static bool CanWriteStraight(TypeSpec type) =>
        type.EmitWrite
        && type.Callbacks == Callbacks.None
        && type.Members.All(m => m is { IsExtensionData: false, IgnoreCondition: null or 0 or WhenWritingDefault or WhenWritingNull })
        && (type.Members.Count <= 64 || !type.Members.Any(MayBeLeftOut));

    private const int WhenWritingDefault = 2, WhenWritingNull = 3;

    private static bool MayBeLeftOut(MemberSpec member) =>
        member.IgnoreCondition == WhenWritingDefault
        || (member.IgnoreCondition == WhenWritingNull && CanBeNull(member));

    private static bool CanBeNull(MemberSpec member) => !member.Type.IsValueType || member.Type.Name.EndsWith("?", System.StringComparison.Ordinal);

    /// <summary>Members may be left out: then the handlers are told which are there.</summary>
    private static bool IsSparse(TypeSpec type) => type.Members.Any(MayBeLeftOut);

    private void EmitHandlerReferences(SourceWriter writer, TypeSpec type)
    {
        if (CanWriteStraight(type) && IsSparse(type))
        {
            writer.Line($"Present = static ({type.Ref.Name} value) => __Present{type.Id}(value),");
            writer.Line($"WriteSome = static (ref {Tonl}TonlWriter writer, {Metadata}TonlNames names, {type.Ref.Name} value, ulong present) => __Write{type.Id}(ref writer, names, value, present),");
            writer.Line($"WriteSomeCells = static (ref {Tonl}TonlWriter writer, {type.Ref.Name} value, ulong present, ulong columns) => __Row{type.Id}(ref writer, value, present, columns),");
        }
        else if (CanWriteStraight(type))
        {
            writer.Line($"WriteMembers = static (ref {Tonl}TonlWriter writer, {Metadata}TonlNames names, {type.Ref.Name} value) => __Write{type.Id}(ref writer, names, value),");
            writer.Line($"WriteRow = static (ref {Tonl}TonlWriter writer, {type.Ref.Name} value) => __Row{type.Id}(ref writer, value),");
        }

        if (CanReadStraight(type))
        {
            writer.Line($"Read = static (ref {Tonl}TonlReader reader, {Metadata}TonlNames names) => __Read{type.Id}(ref reader, names),");
        }
    }

    private void EmitHandlers(SourceWriter writer, TypeSpec type)
    {
        if (CanWriteStraight(type))
        {
            if (IsSparse(type))
            {
                EmitPresent(writer, type);
            }

            EmitWriteMembers(writer, type);
            EmitWriteRow(writer, type);
        }

        if (CanReadStraight(type))
        {
            EmitRead(writer, type);
        }
    }

    /// <summary>Members in the order of canonical text: by order attribute, then by name in UTF-16 units.</summary>
    private static IEnumerable<(MemberSpec Member, int Index)> Canonical(TypeSpec type) =>
        type.Members
            .Select((member, index) => (member, index))
            .Where(m => !m.member.IsExtensionData && (!m.member.IsField || m.member.IsIncluded))
            .OrderBy(m => m.member.Order)
            .ThenBy(m => m.member.TonlName, System.StringComparer.Ordinal);

    private void EmitPresent(SourceWriter writer, TypeSpec type)
    {
        ulong always = 0;
        foreach (var (member, index) in Canonical(type))
        {
            always |= MayBeLeftOut(member) ? 0 : 1UL << index;
        }

        writer.Open($"private static ulong __Present{type.Id}({type.Ref.Name} value)");
        writer.Line($"ulong present = {Bits(always)};");
        foreach (var (member, index) in Canonical(type).Where(m => MayBeLeftOut(m.Member)))
        {
            var get = ValueExpression(type, member);
            writer.Open(CanBeNull(member)
                ? $"if ({get} is not null)"
                : $"if (!global::System.Collections.Generic.EqualityComparer<{member.Type.Name}>.Default.Equals({get}, default))");
            writer.Line($"present |= {Bits(1UL << index)};");
            writer.Close();
        }

        writer.Line("return present;");
        writer.Close();
        writer.Line();
    }

    private static string Bits(ulong bits) => "0x" + bits.ToString("X", System.Globalization.CultureInfo.InvariantCulture) + "UL";

    private void EmitWriteMembers(SourceWriter writer, TypeSpec type)
    {
        var sparse = IsSparse(type);
        writer.Open($"private static void __Write{type.Id}(ref {Tonl}TonlWriter writer, {Metadata}TonlNames names, {type.Ref.Name} value{(sparse ? ", ulong present" : "")})");
        foreach (var (member, index) in Canonical(type))
        {
            if (MayBeLeftOut(member))
            {
                writer.Open($"if ((present & {Bits(1UL << index)}) != 0)");
                EmitWriteMember(writer, type, member, index);
                writer.Close();
            }
            else
            {
                EmitWriteMember(writer, type, member, index);
            }
        }

        writer.Close();
        writer.Line();
    }

    private void EmitWriteMember(SourceWriter writer, TypeSpec type, MemberSpec member, int index)
    {
        var get = ValueExpression(type, member);
        var kind = _types.TryGetValue(member.Type.Name, out var memberType) && member.Converter is null ? memberType.Kind : Model.TypeKind.Converted;
        if (kind == Model.TypeKind.Scalar && Direct.Contains(member.Type.Name))
        {
            writer.Line($"writer.Write(names[{index}], {get});");
        }
        else if (kind == Model.TypeKind.Nullable && Direct.Contains(memberType!.Element!.Name))
        {
            writer.Open($"if ({get} is {{ }} item{index})");
            writer.Line($"writer.Write(names[{index}], item{index});");
            writer.Close();
            writer.Open("else");
            writer.Line($"writer.WriteNull(names[{index}]);");
            writer.Close();
        }
        else
        {
            writer.Line($"writer.Write(names[{index}], {get}, {MemberPlanReference(type, member, index)});");
        }
    }

    private void EmitWriteRow(SourceWriter writer, TypeSpec type)
    {
        var sparse = IsSparse(type);
        writer.Open($"private static bool __Row{type.Id}(ref {Tonl}TonlWriter writer, {type.Ref.Name} value{(sparse ? ", ulong present, ulong columns" : "")})");
        foreach (var (member, index) in Canonical(type))
        {
            if (MayBeLeftOut(member))
            {
                writer.Open($"if ((present & {Bits(1UL << index)}) != 0)");
                EmitCell(writer, type, member, index);
                writer.Close();
                writer.Open($"else if ((columns & {Bits(1UL << index)}) != 0)");
                writer.Line("writer.CellMissing();");
                writer.Close();
            }
            else
            {
                EmitCell(writer, type, member, index);
            }
        }

        writer.Line("return true;");
        writer.Close();
        writer.Line();
    }

    private void EmitCell(SourceWriter writer, TypeSpec type, MemberSpec member, int index)
    {
        var get = ValueExpression(type, member);
        var kind = _types.TryGetValue(member.Type.Name, out var memberType) && member.Converter is null ? memberType.Kind : Model.TypeKind.Converted;
        if (kind == Model.TypeKind.Scalar && Direct.Contains(member.Type.Name))
        {
            writer.Line($"writer.Cell({get});");
        }
        else if (kind == Model.TypeKind.Nullable && Direct.Contains(memberType!.Element!.Name))
        {
            writer.Open($"if ({get} is {{ }} item{index})");
            writer.Line($"writer.Cell(item{index});");
            writer.Close();
            writer.Open("else");
            writer.Line("writer.CellNull();");
            writer.Close();
        }
        else
        {
            writer.Open($"if (!writer.Cell({get}, {MemberPlanReference(type, member, index)}))");
            writer.Line("return false;");
            writer.Close();
        }
    }

    // a `dynamic` member would make the call dynamic, which a ref struct cannot take part in
    private string ValueExpression(TypeSpec type, MemberSpec member) =>
        (member.Type.Name == "object" ? "(object)" : "") + GetExpression(type, member, "value", false);

    /// <summary>The plan of a member: shared per type, or a field of its own where an attribute changes it.</summary>
    private string MemberPlanReference(TypeSpec type, MemberSpec member, int index) =>
        HasOwnPlan(member) ? $"__Plan{type.Id}_{index}()" : Plan(member.Type);

    private static bool HasOwnPlan(MemberSpec member) => member.Converter is not null || member.EnumByName;
}
