// Model -> text: straight-line reading of one object type. The core's reader announces members by index (expected order first, names
// only on a miss); generated code sends each value to its member. Objects with a parameterless constructor are filled in place,
// others are made from locals at the end, and members that did not come keep what the type's own initializers gave them.

using System.Collections.Generic;
using System.Linq;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private static readonly Dictionary<string, string> ReadMethods = new()
    {
        ["bool"] = "ReadBoolean",
        ["byte"] = "ReadByte",
        ["sbyte"] = "ReadSByte",
        ["short"] = "ReadInt16",
        ["ushort"] = "ReadUInt16",
        ["int"] = "ReadInt32",
        ["uint"] = "ReadUInt32",
        ["long"] = "ReadInt64",
        ["ulong"] = "ReadUInt64",
        ["double"] = "ReadDouble",
        ["float"] = "ReadSingle",
        ["decimal"] = "ReadDecimal",
        ["char"] = "ReadChar",
        ["string"] = "ReadString",
        ["global::System.DateTime"] = "ReadDateTime",
        ["global::System.DateTimeOffset"] = "ReadDateTimeOffset",
        ["global::System.Guid"] = "ReadGuid",
    };

    /// <summary>Whether straight-line reading is possible: all that can be set is set by a parameter, the initializer, or afterwards.</summary>
    private static bool CanReadStraight(TypeSpec type) =>
        type.EmitRead
        && type.Callbacks == Callbacks.None
        && type.Parameters is not null
        && type.Parameters.All(p => p.MemberName is not null)
        && type.Members.All(m => !m.IsExtensionData);

    private void EmitRead(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        var slots = SlotsOf(type);
        var inPlace = slots.Count == 0;
        writer.Open($"private static {name} __Read{type.Id}(ref {Tonl}TonlReader reader, {Metadata}TonlNames names)");
        var required = RequiredMembers(type);
        if (inPlace)
        {
            writer.Line($"var value = new {name}();");
        }
        else
        {
            EmitLocals(writer, type, slots);
        }

        for (var word = 0; word < (required.Count + 63) / 64; word++)
        {
            writer.Line($"ulong seen{word} = 0;");
        }

        writer.Line("int member;");
        writer.Line("reader.BeginObject(names, out var scope);");
        writer.Open("while ((member = reader.NextMember(ref scope)) >= 0)");
        writer.Open("switch (member)");
        for (var index = 0; index < type.Members.Count; index++)
        {
            if (IsRead(type, slots, index))
            {
                EmitReadCase(writer, type, slots, required, index);
            }
        }

        writer.Line("default:");
        writer.Line("    reader.Skip();");
        writer.Line("    break;");
        writer.Close();
        writer.Close();
        writer.Line();
        EmitRequiredCheck(writer, required);
        if (!inPlace)
        {
            writer.Line("var value = " + NewExpression(type, (index, _) => "slot" + Text(index)) + ";");
            for (var index = 0; index < type.Members.Count; index++)
            {
                if (IsRead(type, slots, index) && slots.All(s => s.Member != index))
                {
                    writer.Open($"if (has{index})");
                    writer.Line(SetStatement(type, type.Members[index], "value", "late" + Text(index)) + ";");
                    writer.Close();
                    writer.Line();
                }
            }
        }

        writer.Line("return value;");
        writer.Close();
        writer.Line();
    }

    private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);

    private static bool IsRead(TypeSpec type, List<Slot> slots, int index) =>
        type.Members[index].CanSet || slots.Any(s => s.Member == index);

    /// <summary>Indices of members without which reading fails.</summary>
    private static List<int> RequiredMembers(TypeSpec type) =>
        Enumerable.Range(0, type.Members.Count)
            .Where(i => type.Members[i].IsRequired && !(type.SetsRequiredMembers && type.Members[i].IsRequiredKeyword))
            .ToList();

    private static void EmitLocals(SourceWriter writer, TypeSpec type, List<Slot> slots)
    {
        for (var index = 0; index < slots.Count; index++)
        {
            writer.Line($"{slots[index].Type.Name} slot{index} = {slots[index].Default ?? "default"};");
        }

        for (var index = 0; index < type.Members.Count; index++)
        {
            if (IsRead(type, slots, index) && slots.All(s => s.Member != index))
            {
                writer.Line($"{type.Members[index].Type.Name} late{index} = default;");
                writer.Line($"bool has{index} = false;");
            }
        }
    }

    private void EmitReadCase(SourceWriter writer, TypeSpec type, List<Slot> slots, List<int> required, int index)
    {
        var member = type.Members[index];
        writer.Line($"case {index}:");
        writer.Indent();
        var slot = slots.FindIndex(s => s.Member == index);
        var read = ReadExpression(type, member, index);
        if (slot >= 0)
        {
            writer.Line($"slot{slot} = {read};");
        }
        else if (slots.Count == 0)
        {
            writer.Line(SetStatement(type, member, "value", read) + ";");
        }
        else
        {
            writer.Line($"late{index} = {read};");
            writer.Line($"has{index} = true;");
        }

        var bit = required.IndexOf(index);
        if (bit >= 0)
        {
            writer.Line($"seen{bit / 64} |= 1UL << {bit % 64};");
        }

        writer.Line("break;");
        writer.Outdent();
    }

    private string ReadExpression(TypeSpec type, MemberSpec member, int index)
    {
        if (!HasOwnPlan(member))
        {
            if (ReadMethods.TryGetValue(member.Type.Name, out var method))
            {
                return $"reader.{method}()";
            }

            if (_types[member.Type.Name] is { Kind: Model.TypeKind.Nullable, Element: { } element } && ReadMethods.TryGetValue(element.Name, out method))
            {
                return $"reader.TryReadNull() ? ({member.Type.Name})null : reader.{method}()";
            }
        }

        return $"reader.Read({MemberPlanReference(type, member, index)})";
    }

    private static void EmitRequiredCheck(SourceWriter writer, List<int> required)
    {
        for (var position = 0; position < required.Count; position++)
        {
            writer.Open($"if ((seen{position / 64} & (1UL << {position % 64})) == 0)");
            writer.Line($"throw reader.Missing(names, {required[position]});");
            writer.Close();
            writer.Line();
        }
    }
}
