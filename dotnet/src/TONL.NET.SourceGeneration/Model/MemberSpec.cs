// Model of the generator: one property or field of a type, with what its attributes say.

namespace TONL.NET.SourceGeneration.Model;

/// <summary>One member. Names of attributes are kept as found, options are applied at run time by the plan.</summary>
internal sealed record MemberSpec(string ClrName, TypeRef Type, TypeRef DeclaringType)
{
    /// <summary>Name of TonlPropertyName or JsonPropertyName.</summary>
    public string? ExplicitName { get; init; }

    /// <summary>Order of TonlPropertyOrder or JsonPropertyOrder.</summary>
    public int Order { get; init; }

    /// <summary>JsonIgnoreCondition by number; null without an attribute.</summary>
    public int? IgnoreCondition { get; init; }

    /// <summary>Member of the graph that is a field.</summary>
    public bool IsField { get; init; }

    /// <summary>TonlInclude or JsonInclude.</summary>
    public bool IsIncluded { get; init; }

    /// <summary>Getter (or field) is reachable from generated code.</summary>
    public bool CanGet { get; init; }

    /// <summary>There is a setter that reading may use.</summary>
    public bool CanSet { get; init; }

    /// <summary>The setter is init-only.</summary>
    public bool IsInitOnly { get; init; }

    /// <summary>The required keyword.</summary>
    public bool IsRequiredKeyword { get; init; }

    /// <summary>The required keyword or JsonRequired.</summary>
    public bool IsRequired { get; init; }

    /// <summary>The annotation admits null.</summary>
    public bool IsNullable { get; init; }

    /// <summary>TonlExtensionData or JsonExtensionData.</summary>
    public bool IsExtensionData { get; init; }

    /// <summary>Converter type of the member's attribute.</summary>
    public TypeRef? Converter { get; init; }

    /// <summary>Enum written by name (JsonStringEnumConverter on the member).</summary>
    public bool EnumByName { get; init; }

    /// <summary>How generated code reaches a setter or getter that C# does not let it call; null where plain C# does.</summary>
    public AccessorSpec? Accessor { get; init; }

    /// <summary>The getter is not public.</summary>
    public bool GetterHidden { get; init; }

    /// <summary>The setter is not public.</summary>
    public bool SetterHidden { get; init; }

    /// <summary>Reading sets the member through the accessor: hidden or init-only setter, or private field.</summary>
    public bool SetsByAccessor => CanSet && (SetterHidden || IsInitOnly);

    /// <summary>The name in TONL without a naming policy.</summary>
    public string TonlName => ExplicitName ?? ClrName;
}

/// <summary>
/// Declaration of an unsafe accessor: for members of generic types it must sit in a class with the same type parameters, so the
/// open names are kept beside the closed arguments.
/// </summary>
internal sealed record AccessorSpec(string Parameters, string Constraints, string Arguments, string OpenTarget, string OpenType, bool TargetIsStruct);
