// Model -> text: type info and plan of one type. The plan is closed generic calls and static lambdas; the core walks it under
// any options, exactly as it walks the plans that reflection makes.

using System.Linq;
using TONL.NET.SourceGeneration.Model;

namespace TONL.NET.SourceGeneration;

internal sealed partial class Emitter
{
    private void EmitType(SourceWriter writer, TypeSpec type)
    {
        if (type.PropertyName is not null)
        {
            EmitTypeInfo(writer, type);
        }

        EmitPlan(writer, type);
        if (type.Kind == Model.TypeKind.Object)
        {
            EmitAccessors(writer, type);
            EmitMembers(writer, type);
            EmitOwnPlans(writer, type);
            EmitHandlers(writer, type);
        }

        if (type.WithoutJson is { } other)
        {
            // no handlers: members are walked
            EmitObjectInfo(writer, other);
            EmitAccessors(writer, other);
            EmitMembers(writer, other);
            EmitOwnPlans(writer, other);
        }
    }

    private void EmitTypeInfo(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        writer.Line($"private {Tonl}TonlTypeInfo<{name}>? __info{type.Id};");
        writer.Line();
        writer.Line($"/// <summary>Metadata of <c>{XmlText(name)}</c>.</summary>");
        writer.Line($"public {Tonl}TonlTypeInfo<{name}> {Naming.Escape(type.PropertyName!)} =>");
        writer.Line($"    __info{type.Id} ?? global::System.Threading.Interlocked.CompareExchange(ref __info{type.Id}, __Info{type.Id}(), null) ?? __info{type.Id};");
        writer.Line();
        writer.Line($"private {Tonl}TonlTypeInfo<{name}> __Info{type.Id}() => new(static () => __Plan{type.Id}())");
        writer.Line("{");
        writer.Indent();
        writer.Line("OriginatingContext = this,");
        if (type.EmitWrite)
        {
            writer.Line($"Serialize = static (ref {Tonl}TonlWriter writer, {name} value) => {Metadata}TonlGenerated.Write(ref writer, value, __Plan{type.Id}()),");
        }

        if (type.EmitRead)
        {
            writer.Line($"Deserialize = static (ref {Tonl}TonlReader reader) => {Metadata}TonlGenerated.Read(ref reader, __Plan{type.Id}()),");
            if (type.Kind == Model.TypeKind.Object)
            {
                if (type.HasDefaultConstructor && type.Parameters is { Count: 0 })
                {
                    writer.Line($"CreateObject = static () => new {name}(),");
                }

                writer.Line($"Properties = __Properties{type.Id}(),");
            }
        }
        else
        {
            writer.Line("WriteOnly = true,");
        }

        writer.Outdent();
        writer.Line("};");
        writer.Line();
        if (type.EmitRead && type.Kind == Model.TypeKind.Object)
        {
            EmitProperties(writer, type);
        }
    }

    private void EmitProperties(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        writer.Line($"private static {Tonl}TonlPropertyInfo<{name}>[] __Properties{type.Id}() =>");
        writer.Line("[");
        writer.Indent();
        foreach (var member in type.Members.Where(m => !m.IsField || m.IsIncluded))
        {
            var canSet = member is { CanSet: true, IsInitOnly: false, IsRequiredKeyword: false } && !type.Ref.IsValueType;
            writer.Line("new()");
            writer.Line("{");
            writer.Indent();
            writer.Line($"Name = {SourceWriter.Literal(member.TonlName)},");
            writer.Line($"PropertyType = typeof({member.Type.Name}),");
            writer.Line($"IsNullable = {Bool(member.IsNullable)},");
            writer.Line($"GetValue = static parent => {GetExpression(type, member, "parent", false)},");
            if (canSet)
            {
                writer.Line($"SetValue = static (parent, value) => {SetStatement(type, member, "parent", $"({member.Type.Name})value!")},");
            }

            writer.Outdent();
            writer.Line("},");
        }

        writer.Outdent();
        writer.Line("];");
        writer.Line();
    }

    private void EmitPlan(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        writer.Line($"private static {Metadata}TonlTypePlan<{name}>? __plan{type.Id};");
        writer.Line();
        writer.Line($"internal static {Metadata}TonlTypePlan<{name}> __Plan{type.Id}() => __plan{type.Id} ??= {PlanExpression(type)};");
        writer.Line();
        if (type.Kind == Model.TypeKind.Object)
        {
            EmitObjectInfo(writer, type);
        }
    }

    private string PlanExpression(TypeSpec type)
    {
        var name = type.Ref.Name;
        switch (type.Kind)
        {
            case Model.TypeKind.Scalar or Model.TypeKind.Dynamic or Model.TypeKind.Nullable:
                return Plan(type);
            case Model.TypeKind.Enum:
                return EnumPlan(type, type.EnumByName);
            case Model.TypeKind.Array:
                return $"{Metadata}TonlPlans.Array<{type.Element!.Name}>({LazyPlan(type.Element)})";
            case Model.TypeKind.Collection when type.Walk == WalkKind.List:
                return $"{Metadata}TonlPlans.List<{type.Element!.Name}>({LazyPlan(type.Element)})";
            case Model.TypeKind.Collection when type.Walk == WalkKind.Memory:
                return $"{Metadata}TonlPlans.Memory<{type.Element!.Name}>({LazyPlan(type.Element)})";
            case Model.TypeKind.Collection when type.Walk == WalkKind.ReadOnlyMemory:
                return $"{Metadata}TonlPlans.ReadOnlyMemory<{type.Element!.Name}>({LazyPlan(type.Element)})";
            case Model.TypeKind.Collection:
                return $"{Metadata}TonlPlans.Collection<{name}, {type.Element!.Name}>({LazyPlan(type.Element)}, {CreateLambda(type)})";
            case Model.TypeKind.Dictionary:
                return $"{Metadata}TonlPlans.Dictionary<{name}, {type.Key!.Name}, {type.Element!.Name}>({LazyPlan(type.Key)}, {LazyPlan(type.Element)}, {CreateLambda(type)})";
            case Model.TypeKind.Converted:
                return $"{Metadata}TonlPlans.Converter<{name}>(static () => new {type.Converter!.Name}())";
            default:
                return ObjectPlan(type, "__Object" + type.Id, type.WithoutJson is null ? null : "__Object" + type.WithoutJson.Id);
        }
    }

    private static string EnumPlan(TypeSpec type, bool byName)
    {
        var names = string.Join(", ", type.EnumNames.Select(n => $"[{SourceWriter.Literal(n.Name)}] = {SourceWriter.Literal(n.Given)}"));
        var given = names.Length == 0 ? "" : $", new global::System.Collections.Generic.Dictionary<string, string> {{ {names} }}";
        return $"{Metadata}TonlPlans.Enum<{type.Ref.Name}>({Bool(byName)}{given})";
    }

    private static string ObjectPlan(TypeSpec type, string info, string? withoutJson) =>
        $"{Metadata}TonlPlans.Object<{type.Ref.Name}>({info}(){(withoutJson is null ? "" : $", static () => {withoutJson}()")})";

    /// <summary>The plan of a type as one of the derived types of another: its own derived types do not count.</summary>
    private string BodyPlan(TypeSpec type) => type.Discriminator is null
        ? Plan(type)
        : ObjectPlan(type, "__Body" + type.Id, type.WithoutJson is { } other ? (other.Discriminator is null ? "__Object" : "__Body") + other.Id : null);

    private static string CreateLambda(TypeSpec type) => type.CreateFromItems is null ? "null" : "static items => " + type.CreateFromItems;

    private void EmitObjectInfo(SourceWriter writer, TypeSpec type)
    {
        EmitObjectInfo(writer, type, "__Object", type.Discriminator is not null);
        if (type.Discriminator is not null)
        {
            // the type as one of its own derived types: members only
            EmitObjectInfo(writer, type, "__Body", false);
        }
    }

    private void EmitObjectInfo(SourceWriter writer, TypeSpec type, string method, bool polymorphic)
    {
        var name = type.Ref.Name;
        writer.Line($"private static {Metadata}TonlObjectInfo<{name}> {method}{type.Id}() => new()");
        writer.Line("{");
        writer.Indent();
        writer.Line($"Members = static () => __Members{type.Id}(),");
        if (type.Parameters is { Count: 0 } && type.HasDefaultConstructor)
        {
            writer.Line($"Create = static () => new {name}(),");
        }
        else if (type.Parameters is not null)
        {
            EmitCreateWith(writer, type);
        }

        if (polymorphic)
        {
            EmitDerived(writer, type);
        }

        if (type.UnmappedHandling is { } handling)
        {
            writer.Line($"Unmapped = (global::System.Text.Json.Serialization.JsonUnmappedMemberHandling){handling},");
        }

        if (!polymorphic)
        {
            EmitHandlerReferences(writer, type);
        }

        writer.Outdent();
        writer.Line("};");
        writer.Line();
    }

    private void EmitDerived(SourceWriter writer, TypeSpec type)
    {
        writer.Line($"DiscriminatorName = {SourceWriter.Literal(type.Discriminator!)},");
        if (type.UnknownDerivedTypes != 0)
        {
            writer.Line($"UnknownDerivedTypes = (global::System.Text.Json.Serialization.JsonUnknownDerivedTypeHandling){type.UnknownDerivedTypes},");
        }

        WriteFlag(writer, "IgnoresUnknownDiscriminators", type.IgnoresUnknownDiscriminators);
        writer.Line("Derived =");
        writer.Line("[");
        foreach (var derived in type.Derived)
        {
            var target = _types[derived.Type.Name];
            var plan = BodyPlan(target);
            var discriminator = derived.DiscriminatorLiteral is null ? "" : $"Discriminator = {derived.DiscriminatorLiteral}, ";
            writer.Line($"    new {Metadata}TonlDerivedInfo<{type.Ref.Name}, {derived.Type.Name}> {{ {discriminator}Plan = static () => {plan} }},");
        }

        writer.Line("],");
    }

    private void EmitCreateWith(SourceWriter writer, TypeSpec type)
    {
        var slots = SlotsOf(type);
        writer.Line("CreateWith = static slots => " + NewExpression(type, (index, reference) => $"slots.Get<{reference.Name}>({index})") + ",");
        writer.Line("Slots =");
        writer.Line("[");
        writer.Indent();
        foreach (var slot in slots)
        {
            var member = slot.Member < 0 ? "" : $", Member = {slot.Member}";
            var byDefault = slot.Default is null ? "" : $", Default = {slot.Default}";
            var plan = slot.Member >= 0 || !slot.IsReadable ? "" : ", Plan = " + LazyPlan(slot.Type);
            writer.Line($"new {Metadata}TonlSlotInfo<{slot.Type.Name}> {{ Name = {SourceWriter.Literal(slot.Name)}{member}{byDefault}{plan} }},");
        }

        writer.Outdent();
        writer.Line("],");
    }

    private void EmitMembers(SourceWriter writer, TypeSpec type)
    {
        var name = type.Ref.Name;
        var slots = SlotsOf(type);
        writer.Line($"private static {Metadata}TonlMemberInfo<{name}>[] __Members{type.Id}() =>");
        writer.Line("[");
        writer.Indent();
        for (var index = 0; index < type.Members.Count; index++)
        {
            EmitMember(writer, type, type.Members[index], slots.FindIndex(s => s.Member == index));
        }

        writer.Outdent();
        writer.Line("];");
        writer.Line();
    }

    private void EmitOwnPlans(SourceWriter writer, TypeSpec type)
    {
        for (var index = 0; index < type.Members.Count; index++)
        {
            var member = type.Members[index];
            if (HasOwnPlan(member))
            {
                var field = $"__plan{type.Id}_{index}";
                writer.Line($"private static {Metadata}TonlTypePlan<{member.Type.Name}>? {field};");
                writer.Line();
                writer.Line($"private static {Metadata}TonlTypePlan<{member.Type.Name}> __Plan{type.Id}_{index}() => {field} ??= {MemberPlan(member)};");
                writer.Line();
            }
        }
    }

    private void EmitMember(SourceWriter writer, TypeSpec type, MemberSpec member, int slot)
    {
        var name = type.Ref.Name;
        writer.Line($"new {Metadata}TonlMemberInfo<{name}, {member.Type.Name}>");
        writer.Line("{");
        writer.Indent();
        writer.Line($"ClrName = {SourceWriter.Literal(member.ClrName)},");
        if (member.ExplicitName is not null)
        {
            writer.Line($"Name = {SourceWriter.Literal(member.ExplicitName)},");
        }

        if (member.Order != 0)
        {
            writer.Line($"Order = {member.Order.ToString(System.Globalization.CultureInfo.InvariantCulture)},");
        }

        if (member.IgnoreCondition is { } condition)
        {
            writer.Line($"Ignore = (global::System.Text.Json.Serialization.JsonIgnoreCondition){condition},");
        }

        WriteFlag(writer, "Required", member.IsRequired && !(type.SetsRequiredMembers && member.IsRequiredKeyword));
        WriteFlag(writer, "NeedsIncludeFields", member is { IsField: true, IsIncluded: false });
        WriteFlag(writer, "IsExtensionData", member.IsExtensionData);
        if (slot >= 0)
        {
            writer.Line($"Slot = {slot},");
        }

        writer.Line($"Plan = static () => {MemberPlanReference(type, member, MemberIndex(type, member.ClrName))},");

        writer.Line($"Get = static (ref {name} parent) => {GetExpression(type, member, "parent", true)},");
        if (member.CanSet && slot < 0)
        {
            writer.Line($"Set = static (ref {name} parent, {member.Type.Name} value) => {SetStatement(type, member, "parent", "value")},");
        }

        writer.Outdent();
        writer.Line("},");
    }

    private static void WriteFlag(SourceWriter writer, string name, bool value)
    {
        if (value)
        {
            writer.Line(name + " = true,");
        }
    }

    private string MemberPlan(MemberSpec member)
    {
        if (member.Converter is not null)
        {
            return $"{Metadata}TonlPlans.Converter<{member.Type.Name}>(static () => new {member.Converter.Name}())";
        }

        var type = _types[member.Type.Name];
        if (!member.EnumByName)
        {
            return Plan(type);
        }

        return type switch
        {
            { Kind: Model.TypeKind.Enum } => EnumPlan(type, true),
            { Kind: Model.TypeKind.Nullable } when _types[type.Element!.Name].Kind == Model.TypeKind.Enum =>
                $"{Metadata}TonlPlans.Nullable<{type.Element.Name}>({EnumPlan(_types[type.Element.Name], true)})",
            _ => Plan(type),
        };
    }

    private static string XmlText(string text) => text.Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");
}
