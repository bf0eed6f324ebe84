// Model -> text: the static class `{Namespace}.Generated.{Type}TonlSerializer` of an annotated type (contract 7.2), with a private
// context that holds the plans.

using System.Linq;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private void EmitSelf(SourceWriter writer)
    {
        var type = _types[_context.SelfType!.Name];
        var name = type.Ref.Name;
        var members = type.Members.Where(m => !m.IsExtensionData && (!m.IsField || m.IsIncluded)).ToList();
        writer.Line($"/// <summary>Serializer of <c>{XmlText(name)}</c>.</summary>");
        writer.Open($"{_context.Accessibility} static partial class {_context.Name}");
        writer.Line("/// <summary>TONL names of the members in the order in which they are written.</summary>");
        var names = members.OrderBy(m => m.Order).ThenBy(m => m.TonlName, System.StringComparer.Ordinal).Select(m => SourceWriter.Literal(m.TonlName));
        writer.Line($"public static readonly string[] PropertyNames = [{string.Join(", ", names)}];");
        writer.Line();
        EmitSelfText(writer, type);
        EmitSelfToDictionary(writer, type, members);
        EmitSelfFromDictionary(writer, type);
        writer.Open($"private sealed partial class Context : {Tonl}TonlSerializerContext");
        EmitDefault(writer, "Context");
        EmitGetTypeInfo(writer);
        writer.Close();
        writer.Close();
    }

    private static void EmitSelfText(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        writer.Line("/// <summary>The value as TONL text.</summary>");
        writer.Open($"public static string SerializeToString({name} value, {Tonl}TonlOptions? options = null)");
        EmitNullCheck(writer, type, "value");
        writer.Line($"return {Tonl}TonlSerializer.SerializeToString<{name}>(value, Context.Default.{Naming.Escape(type.PropertyName!)}, options);");
        writer.Close();
        writer.Line();
        foreach (var (method, summary) in new[]
        {
            ("WriteProperties", "Writes the members, one line each."),
            ("WriteRow", "Writes the members as the cells of a table row."),
            ("WriteRowInline", "Writes the members as cells without a line end."),
        })
        {
            writer.Line($"/// <summary>{summary}</summary>");
            writer.Open($"public static void {method}(ref {Tonl}TonlWriter writer, {name} value)");
            EmitNullCheck(writer, type, "value");
            writer.Line($"{Metadata}TonlGenerated.{method}(ref writer, value, Context.__Plan{type.Id}());");
            writer.Close();
            writer.Line();
        }
    }

    private static void EmitNullCheck(SourceWriter writer, TypeSpec type, string parameter)
    {
        if (!type.Ref.IsValueType)
        {
            writer.Line($"global::System.ArgumentNullException.ThrowIfNull({parameter});");
        }
    }

    private void EmitSelfToDictionary(SourceWriter writer, TypeSpec type, System.Collections.Generic.List<MemberSpec> members)
    {
        var dictionary = "global::System.Collections.Generic.Dictionary<string, object?>";
        writer.Line("/// <summary>The members as dynamic values.</summary>");
        writer.Open($"public static {dictionary} Serialize({type.Ref.Name} value)");
        EmitNullCheck(writer, type, "value");
        writer.Line($"var members = new {dictionary}({members.Count});");
        foreach (var member in members)
        {
            var get = HiddenGet(type, member);
            writer.Line($"members[{SourceWriter.Literal(member.TonlName)}] = {ToDynamic(member, get)};");
        }

        writer.Line("return members;");
        writer.Close();
        writer.Line();
    }

    private string HiddenGet(TypeSpec type, MemberSpec member) =>
        member.GetterHidden ? "Context." + GetExpression(type, member, "value", false) : GetExpression(type, member, "value", false);

    private string ToDynamic(MemberSpec member, string value)
    {
        if (!_types.TryGetValue(member.Type.Name, out var type))
        {
            return value;
        }

        return type.Kind == Model.TypeKind.Nullable
            ? $"{value} is {{ }} {"item" + member.ClrName} ? {Box(type.Element!.Name, "item" + member.ClrName)} : null"
            : Box(type.Ref.Name, value);
    }

    private string Box(string type, string value) => _types[type].Kind == Model.TypeKind.Enum
        ? $"(object)unchecked((long){value})"
        : type switch
        {
            "global::System.Guid" => $"(object){value}.ToString(\"D\")",
            "global::System.DateTime" => $"(object){value}.ToString(\"O\", global::System.Globalization.CultureInfo.InvariantCulture)",
            _ => $"(object?){value}",
        };

    private void EmitSelfFromDictionary(SourceWriter writer, TypeSpec type)
    {
        writer.Line("/// <summary>An object from dynamic values, as DeserializeToDictionary or Serialize give them.</summary>");
        writer.Open($"public static {type.Ref.Name} Deserialize(global::System.Collections.Generic.Dictionary<string, object?> members)");
        writer.Line("global::System.ArgumentNullException.ThrowIfNull(members);");
        writer.Line($"return {Metadata}TonlGenerated.FromDictionary<{type.Ref.Name}>(members, Context.__Plan{type.Id}(), Context.Default);");
        writer.Close();
        writer.Line();
    }
}
