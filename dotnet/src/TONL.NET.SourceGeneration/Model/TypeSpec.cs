// Model of the generator: everything the emitter knows of one type of the graph. Parser -> TypeSpec -> Emitter.

namespace TONL.NET.SourceGeneration.Model;

/// <summary>The family that decides how a type is written and read.</summary>
internal enum TypeKind
{
    /// <summary>Built-in scalar; the core owns text and parsing.</summary>
    Scalar,

    /// <summary>Dynamic value: object, JsonNode, JsonElement and the untyped collections; the core owns it.</summary>
    Dynamic,

    /// <summary>Enum.</summary>
    Enum,

    /// <summary>Nullable value type; <see cref="TypeSpec.Element"/> is the underlying type.</summary>
    Nullable,

    /// <summary>One-dimensional array.</summary>
    Array,

    /// <summary>Any other sequence of <see cref="TypeSpec.Element"/>.</summary>
    Collection,

    /// <summary>Dictionary from <see cref="TypeSpec.Key"/> to <see cref="TypeSpec.Element"/>.</summary>
    Dictionary,

    /// <summary>Class, struct or interface with members.</summary>
    Object,

    /// <summary>Type with a converter of its own.</summary>
    Converted,
}

/// <summary>How elements of a collection are walked without an enumerator object.</summary>
internal enum WalkKind
{
    /// <summary>By foreach over the type itself.</summary>
    Enumerate,

    /// <summary>T[]: a span.</summary>
    Array,

    /// <summary>List&lt;T&gt; and subclasses: CollectionsMarshal.AsSpan.</summary>
    List,

    /// <summary>ImmutableArray&lt;T&gt;: AsSpan, default is null.</summary>
    ImmutableArray,

    /// <summary>Memory&lt;T&gt; of something else than bytes.</summary>
    Memory,

    /// <summary>ReadOnlyMemory&lt;T&gt; of something else than bytes.</summary>
    ReadOnlyMemory,
}

/// <summary>One type of the graph.</summary>
internal sealed record TypeSpec(TypeRef Ref, string Id, TypeKind Kind)
{
    /// <summary>Name of the context's property; null when the type gets none.</summary>
    public string? PropertyName { get; init; }

    /// <summary>Key of <see cref="Ref"/> of the element, the value of a dictionary, or the underlying type.</summary>
    public TypeRef? Element { get; init; }

    /// <summary>Key type of a dictionary.</summary>
    public TypeRef? Key { get; init; }

    /// <summary>For collections: how they are walked.</summary>
    public WalkKind Walk { get; init; }

    /// <summary>
    /// Body of the lambda that makes the collection from <c>items</c> (a List of elements or of pairs); null: cannot be read.
    /// </summary>
    public string? CreateFromItems { get; init; }

    /// <summary>Members of an object in declaration order, base first.</summary>
    public EquatableArray<MemberSpec> Members { get; init; } = EquatableArray<MemberSpec>.Empty;

    /// <summary>Parameters of the chosen constructor; null: no usable constructor, the type cannot be read.</summary>
    public EquatableArray<ParameterSpec>? Parameters { get; init; }

    /// <summary>How generated code reaches the marked constructor where C# does not let it be called; else null.</summary>
    public ConstructorAccessSpec? ConstructorAccess { get; init; }

    /// <summary>Whether <c>new T()</c> compiles without setting required members.</summary>
    public bool HasDefaultConstructor { get; init; }

    /// <summary>Whether the chosen constructor sets all required members by itself.</summary>
    public bool SetsRequiredMembers { get; init; }

    /// <summary>Interface or abstract class.</summary>
    public bool IsAbstract { get; init; }

    /// <summary>ValueTuple: its fields count as members.</summary>
    public bool IsTuple { get; init; }

    /// <summary>Whether a value may be part of a cycle (reference type); needs the core's cycle check.</summary>
    public bool CanCycle { get; init; }

    /// <summary>Discriminator's member name when the type is polymorphic.</summary>
    public string? Discriminator { get; init; }

    /// <summary>Number of the JsonUnknownDerivedTypeHandling; 0 = values of types that are not listed fail.</summary>
    public int UnknownDerivedTypes { get; init; }

    /// <summary>Whether an unknown discriminator means the type itself.</summary>
    public bool IgnoresUnknownDiscriminators { get; init; }

    /// <summary>Derived types of a polymorphic type.</summary>
    public EquatableArray<DerivedSpec> Derived { get; init; } = EquatableArray<DerivedSpec>.Empty;

    /// <summary>Converter type of the type attribute.</summary>
    public TypeRef? Converter { get; init; }

    /// <summary>Enum written by name because of JsonStringEnumConverter.</summary>
    public bool EnumByName { get; init; }

    /// <summary>Members of an enum that JsonStringEnumMemberName names: name, given name.</summary>
    public EquatableArray<EnumNameSpec> EnumNames { get; init; } = EquatableArray<EnumNameSpec>.Empty;

    /// <summary>JsonUnmappedMemberHandling of the type; null: the options decide.</summary>
    public int? UnmappedHandling { get; init; }

    /// <summary>Whether the write handler is wanted (modes, GenerateSerializer).</summary>
    public bool EmitWrite { get; init; } = true;

    /// <summary>Whether Properties, plan and read handler are wanted.</summary>
    public bool EmitRead { get; init; } = true;

    /// <summary>The type as it is without the attributes of System.Text.Json; null where they change nothing.</summary>
    public TypeSpec? WithoutJson { get; init; }

    /// <summary>Callbacks of System.Text.Json that the type implements.</summary>
    public Callbacks Callbacks { get; init; }
}

/// <summary>The interfaces of the IJsonOnDeserialized family.</summary>
[System.Flags]
internal enum Callbacks
{
    /// <summary>No interface.</summary>
    None = 0,

    /// <summary>IJsonOnSerializing.</summary>
    OnSerializing = 1,

    /// <summary>IJsonOnSerialized.</summary>
    OnSerialized = 2,

    /// <summary>IJsonOnDeserializing.</summary>
    OnDeserializing = 4,

    /// <summary>IJsonOnDeserialized.</summary>
    OnDeserialized = 8,
}

/// <summary>An enum member with a name of its own.</summary>
internal sealed record EnumNameSpec(string Name, string Given);

/// <summary>Unsafe accessor of a constructor, with its parameters' types as the type's definition names them.</summary>
internal sealed record ConstructorAccessSpec(AccessorSpec Accessor, EquatableArray<string> OpenParameterTypes);

/// <summary>One listed derived type; the discriminator is C# source of a string or int literal.</summary>
internal sealed record DerivedSpec(TypeRef Type, string? DiscriminatorLiteral);

/// <summary>One constructor parameter; <paramref name="DefaultLiteral"/> is C# source, null without a default.</summary>
internal sealed record ParameterSpec(string Name, TypeRef Type, string? DefaultLiteral, string? MemberName, bool IsReadable);
