// The attributes that steer binding. Each has an equivalent in System.Text.Json that is honoured too; own attributes win.
using System;
using System.Text.Json.Serialization;

namespace TONL.NET;

/// <summary>The name of a member in TONL text.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class TonlPropertyNameAttribute : Attribute
{
    /// <summary>Names the member.</summary>
    public TonlPropertyNameAttribute(string name) => Name = name ?? throw new ArgumentNullException(nameof(name));

    /// <summary>The name in the text.</summary>
    public string Name { get; }
}

/// <summary>Leaves a member out, always or under a condition.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class TonlIgnoreAttribute : Attribute
{
    /// <summary>When the member is left out.</summary>
    public JsonIgnoreCondition Condition { get; set; } = JsonIgnoreCondition.Always;
}

/// <summary>The place of a member among the others; lower comes first, default 0.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class TonlPropertyOrderAttribute : Attribute
{
    /// <summary>Sets the order.</summary>
    public TonlPropertyOrderAttribute(int order) => Order = order;

    /// <summary>The order.</summary>
    public int Order { get; }
}

/// <summary>Takes in a non-public property or a field.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class TonlIncludeAttribute : Attribute;

/// <summary>The constructor that reading uses.</summary>
[AttributeUsage(AttributeTargets.Constructor)]
public sealed class TonlConstructorAttribute : Attribute;

/// <summary>The converter of a member or type.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field | AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum | AttributeTargets.Interface)]
public sealed class TonlConverterAttribute : Attribute
{
    /// <summary>Names the converter, a <see cref="TonlConverter"/> with a parameterless constructor.</summary>
    public TonlConverterAttribute(
        [System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers(System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type converterType) =>
        ConverterType = converterType ?? throw new ArgumentNullException(nameof(converterType));

    /// <summary>The converter's type.</summary>
    [System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers(System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    public Type ConverterType { get; }
}

/// <summary>A base type whose objects name their type in a member.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface)]
public sealed class TonlPolymorphicAttribute : Attribute
{
    /// <summary>The name of the member that names the type.</summary>
    public string DiscriminatorName { get; set; } = "$type";
}

/// <summary>A type derived from the marked one, and its discriminator.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true)]
public sealed class TonlDerivedTypeAttribute : Attribute
{
    /// <summary>A derived type named by text.</summary>
    public TonlDerivedTypeAttribute(Type derivedType, string discriminator)
    {
        DerivedType = derivedType ?? throw new ArgumentNullException(nameof(derivedType));
        Discriminator = discriminator ?? throw new ArgumentNullException(nameof(discriminator));
    }

    /// <summary>A derived type named by a number.</summary>
    public TonlDerivedTypeAttribute(Type derivedType, int discriminator)
    {
        DerivedType = derivedType ?? throw new ArgumentNullException(nameof(derivedType));
        Discriminator = discriminator;
    }

    /// <summary>The derived type.</summary>
    public Type DerivedType { get; }

    /// <summary>The discriminator: a string or an int.</summary>
    public object Discriminator { get; }
}

/// <summary>The member that takes what no other member has: <c>Dictionary&lt;string, object?&gt;</c> or <c>JsonObject</c>.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class TonlExtensionDataAttribute : Attribute;

/// <summary>Asks the source generator for code: on a context class for the given type, or on a type itself.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true)]
public sealed class TonlSerializableAttribute : Attribute
{
    /// <summary>Marks the type itself.</summary>
    public TonlSerializableAttribute() { }

    /// <summary>Registers a type in a context.</summary>
    public TonlSerializableAttribute(Type type) => Type = type;

    /// <summary>The registered type.</summary>
    public Type? Type { get; }

    /// <summary>Whether writing code is made; true.</summary>
    public bool GenerateSerializer { get; set; } = true;

    /// <summary>Whether reading code is made; true.</summary>
    public bool GenerateDeserializer { get; set; } = true;

    /// <summary>What is made for this type.</summary>
    public TonlSourceGenerationMode GenerationMode { get; set; }

    /// <summary>The name of the context's property for this type.</summary>
    public string? TypeInfoPropertyName { get; set; }
}

/// <summary>Options of a context's <c>Default</c>; what is not set keeps the default of <see cref="TonlOptions"/>.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class TonlSourceGenerationOptionsAttribute : Attribute
{
    /// <summary>What is made for the types that do not say so themselves.</summary>
    public TonlSourceGenerationMode GenerationMode { get; set; }

    /// <summary>See <see cref="TonlOptions.Delimiter"/>.</summary>
    public char Delimiter { get; set; } = ',';

    /// <summary>See <see cref="TonlOptions.PrettyDelimiters"/>.</summary>
    public bool PrettyDelimiters { get; set; }

    /// <summary>See <see cref="TonlOptions.IndentSize"/>.</summary>
    public int IndentSize { get; set; } = 2;

    /// <summary>See <see cref="TonlOptions.Layout"/>.</summary>
    public TonlLayout Layout { get; set; } = TonlLayout.Canonical;

    /// <summary>See <see cref="TonlOptions.KeyOrder"/>.</summary>
    public TonlKeyOrder KeyOrder { get; set; }

    /// <summary>See <see cref="TonlOptions.EnumFormat"/>.</summary>
    public TonlEnumFormat EnumFormat { get; set; }
}
