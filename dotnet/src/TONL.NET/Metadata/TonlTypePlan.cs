// Plans: what is known of a type before options are. Reflection fills them at run time, generated code with closed generic calls; both end here.
// A plan is bound to options once (TonlBinding) and gives a codec, which does the reading and writing.
using System;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;

namespace TONL.NET.Metadata;

/// <summary>For generated code: a type's plan.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class TonlTypePlan
{
    private protected TonlTypePlan() { }

    /// <summary>The planned type.</summary>
    public abstract Type Type { get; }

    internal abstract TonlCodec UntypedCodec(TonlBinding binding);
}

/// <summary>For generated code: a plan of <typeparamref name="T"/>, made by <see cref="TonlPlans"/>.</summary>
/// <typeparam name="T">The planned type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class TonlTypePlan<T> : TonlTypePlan
{
    private TonlCodec<T>? _plain;

    private protected TonlTypePlan() { }

    /// <inheritdoc/>
    public override Type Type => typeof(T);

    /// <summary>A codec that has not looked at other plans yet, so that types may contain themselves.</summary>
    internal abstract TonlCodec<T> NewCodec(TonlBinding binding);

    internal TonlCodec<T> Codec(TonlBinding binding)
    {
        if (binding.IsPlain)
        {
            return _plain ??= binding.Codec(this);
        }

        return binding.Codec(this);
    }

    internal sealed override TonlCodec UntypedCodec(TonlBinding binding) => Codec(binding);
}

/// <summary>For generated code: sets a member; by reference so that structs work.</summary>
/// <typeparam name="TParent">The type that has the member.</typeparam>
/// <typeparam name="TMember">The member's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate void TonlSetter<TParent, in TMember>(ref TParent parent, TMember value);

/// <summary>For generated code: gets a member; by reference so that structs are not copied.</summary>
/// <typeparam name="TParent">The type that has the member.</typeparam>
/// <typeparam name="TMember">The member's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate TMember TonlGetter<TParent, out TMember>(ref TParent parent);

/// <summary>For generated code: writes the members of an object, in the default order, each with one call of the writer.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate void TonlWriteMembers<in T>(ref TonlWriter writer, TonlNames names, T value);

/// <summary>For generated code: writes the cells of a row, in the default order; false when a member is a container.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool TonlWriteRow<in T>(ref TonlWriter writer, T value);

/// <summary>For generated code: which members a value has, one bit for each index of <see cref="TonlObjectInfo{T}.Members"/>.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate ulong TonlPresent<in T>(T value);

/// <summary>For generated code: writes the members whose bits are set.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate void TonlWriteSome<in T>(ref TonlWriter writer, TonlNames names, T value, ulong present);

/// <summary>For generated code: writes the cells of a row of the given columns; false when a member is a container.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate bool TonlWriteSomeCells<in T>(ref TonlWriter writer, T value, ulong present, ulong columns);

/// <summary>For generated code: reads the body of an object; indices are those of <see cref="TonlObjectInfo{T}.Members"/>.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public delegate T TonlReadObject<out T>(ref TonlReader reader, TonlNames names);

/// <summary>For generated code: what is known of an object type.</summary>
/// <typeparam name="T">The object's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlObjectInfo<T>
{
    /// <summary>Members in declaration order, base first; nothing sorted or renamed, ignored ones (Always) left out.</summary>
    public required Func<TonlMemberInfo<T>[]> Members { get; init; }

    /// <summary>Makes an empty object: parameterless constructor, or default of a struct. Null where <see cref="CreateWith"/> is needed or nothing can be made.</summary>
    public Func<T>? Create { get; init; }

    /// <summary>Makes an object from values read before: constructor parameters, then init-only and required members. Values by slot.</summary>
    public Func<TonlSlots, T>? CreateWith { get; init; }

    /// <summary>The slots of <see cref="CreateWith"/>: constructor parameters in order, then members that are set while making.</summary>
    public TonlSlotInfo[]? Slots { get; init; }

    /// <summary>Fast writer for plain options, or null: then members are walked.</summary>
    public TonlWriteMembers<T>? WriteMembers { get; init; }

    /// <summary>Fast row writer for plain options, or null.</summary>
    public TonlWriteRow<T>? WriteRow { get; init; }

    /// <summary>Which members a value has, where some may be left out; then the two writers below stand for the two above.</summary>
    public TonlPresent<T>? Present { get; init; }

    /// <summary>Fast writer where members may be left out, or null.</summary>
    public TonlWriteSome<T>? WriteSome { get; init; }

    /// <summary>Fast row writer where members may be left out, or null.</summary>
    public TonlWriteSomeCells<T>? WriteSomeCells { get; init; }

    /// <summary>Fast reader, or null: then members are walked. It is used under all options where the type has no extension data and no derived types.</summary>
    public TonlReadObject<T>? Read { get; init; }

    /// <summary>The discriminator's name where the type is polymorphic.</summary>
    public string? DiscriminatorName { get; init; }

    /// <summary>What happens to a value whose type is not listed: by default writing raises <c>E_UNSUPPORTED</c>.</summary>
    public JsonUnknownDerivedTypeHandling UnknownDerivedTypes { get; init; }

    /// <summary>Whether an unknown discriminator means the type itself; by default reading raises <c>E_TYPE</c>.</summary>
    public bool IgnoresUnknownDiscriminators { get; init; }

    /// <summary>The derived types where the type is polymorphic; the type itself may be among them.</summary>
    public TonlDerivedInfo<T>[]? Derived
    {
        get => _derived;
        init
        {
            _derived = value;
            Polymorphic = static (info, binding) => new PolymorphicCodec<T>(info, binding);
        }
    }

    private readonly TonlDerivedInfo<T>[]? _derived;

    /// <summary>Makes the codec of a polymorphic type; named only where there are derived types, so that other programs are trimmed of it.</summary>
    internal Func<TonlObjectInfo<T>, TonlBinding, TonlCodec<T>>? Polymorphic { get; private init; }

    /// <summary>Unmapped member handling set on the type, or null.</summary>
    public JsonUnmappedMemberHandling? Unmapped { get; init; }
}

/// <summary>For generated code: a value that is read before the object is made.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class TonlSlotInfo
{
    private protected TonlSlotInfo() { }

    /// <summary>Index of the member that fills the slot, or -1: then <see cref="Name"/> is read for the parameter alone.</summary>
    public int Member { get; init; } = -1;

    /// <summary>The parameter's or member's CLR name.</summary>
    public required string Name { get; init; }

    internal abstract TonlSlot NewSlot();

    internal abstract Type SlotType { get; }
}

/// <summary>For generated code: a typed slot.</summary>
/// <typeparam name="TMember">The parameter's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlSlotInfo<TMember> : TonlSlotInfo
{
    /// <summary>The parameter's default.</summary>
    public TMember? Default { get; init; }

    /// <summary>The plan, needed where <see cref="TonlSlotInfo.Member"/> is -1.</summary>
    public Func<TonlTypePlan<TMember>>? Plan { get; init; }

    internal override TonlSlot NewSlot() => new TonlSlot<TMember>(this);

    internal override Type SlotType => typeof(TMember);
}

/// <summary>For generated code: values read before an object is made.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlSlots
{
    internal readonly TonlSlot[] Items;

    /// <param name="infos">The slots that the maker takes.</param>
    /// <param name="members">At most so many more for members that are set afterwards.</param>
    internal TonlSlots(TonlSlotInfo[] infos, int members)
    {
        Items = new TonlSlot[infos.Length + members];
        for (int i = 0; i < infos.Length; i++)
        {
            Items[i] = infos[i].NewSlot();
        }
    }

    private TonlSlots(TonlSlot[] items) => Items = items;

    /// <summary>The same without the places that were not used, which are at the end.</summary>
    internal TonlSlots Filled()
    {
        int length = Items.Length;
        while (length > 0 && Items[length - 1] is null)
        {
            length--;
        }

        return new TonlSlots(Items[..length]);
    }

    /// <summary>The value read for a slot, or its default.</summary>
    public TMember Get<TMember>(int index) => ((TonlSlot<TMember>)Items[index]).Value!;

    /// <summary>Whether the text had the slot's value.</summary>
    public bool IsSet(int index) => Items[index].IsSet;
}

internal abstract class TonlSlot
{
    public bool IsSet;

    public abstract void Reset();

}

internal sealed class TonlSlot<TMember>(TonlSlotInfo<TMember> info) : TonlSlot
{
    public TMember? Value;

    public override void Reset()
    {
        Value = info.Default;
        IsSet = false;
    }
}

/// <summary>For generated code: a derived type and its discriminator.</summary>
/// <typeparam name="TBase">The polymorphic type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class TonlDerivedInfo<TBase>
{
    private protected TonlDerivedInfo() { }

    /// <summary>A string, an int, or null: written without one.</summary>
    public object? Discriminator { get; init; }

    internal abstract Type DerivedType { get; }

    internal abstract DerivedCodec<TBase> Bind(TonlBinding binding);
}

/// <summary>For generated code: a derived type.</summary>
/// <typeparam name="TBase">The polymorphic type.</typeparam>
/// <typeparam name="TDerived">The derived type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlDerivedInfo<TBase, TDerived> : TonlDerivedInfo<TBase>
    where TDerived : TBase
{
    /// <summary>The derived type's plan, not itself polymorphic.</summary>
    public required Func<TonlTypePlan<TDerived>> Plan { get; init; }

    internal override Type DerivedType => typeof(TDerived);

    internal override DerivedCodec<TBase> Bind(TonlBinding binding) => new DerivedCodec<TBase, TDerived>(Discriminator, Plan().Codec(binding));
}

/// <summary>For generated code: a member.</summary>
/// <typeparam name="TParent">The type that has the member.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class TonlMemberInfo<TParent>
{
    private protected TonlMemberInfo() { }

    /// <summary>The member's CLR name.</summary>
    public required string ClrName { get; init; }

    /// <summary>The name from an attribute, or null: the naming policy decides.</summary>
    public string? Name { get; init; }

    /// <summary>The order from an attribute.</summary>
    public int Order { get; init; }

    /// <summary>The condition from an attribute, or null.</summary>
    public JsonIgnoreCondition? Ignore { get; init; }

    /// <summary>Whether reading raises <c>E_MISSING</c> without the member.</summary>
    public bool Required { get; init; }

    /// <summary>A public field that is a member only with <see cref="TonlOptions.IncludeFields"/>.</summary>
    public bool NeedsIncludeFields { get; init; }

    /// <summary>Takes what no other member has.</summary>
    public bool IsExtensionData
    {
        get => Extension is not null;
        init => Extension = value ? new ExtensionData() : null;
    }

    internal ExtensionAccess? Extension { get; private init; }

    /// <summary>Set while making the object (constructor parameter, init-only): slot of <see cref="TonlObjectInfo{T}.Slots"/>, or -1.</summary>
    public int Slot { get; init; } = -1;

    /// <summary>The value may be changed in place where it cannot be set (never, at present).</summary>
    internal abstract TonlMember<TParent> Bind(TonlBinding binding, TonlName name, int index);
}

/// <summary>For generated code: a member of a known type.</summary>
/// <typeparam name="TParent">The type that has the member.</typeparam>
/// <typeparam name="TMember">The member's type.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlMemberInfo<TParent, TMember> : TonlMemberInfo<TParent>
{
    /// <summary>The plan of the member's type.</summary>
    public required Func<TonlTypePlan<TMember>> Plan { get; init; }

    /// <summary>The converter from an attribute, or null.</summary>
    public Func<TonlConverter>? Converter { get; init; }

    /// <summary>Gets the member, or null: then it is not written.</summary>
    public TonlGetter<TParent, TMember>? Get { get; init; }

    /// <summary>Sets the member, or null: then it is not read (unless it has a slot).</summary>
    public TonlSetter<TParent, TMember>? Set { get; init; }

    internal override TonlMember<TParent> Bind(TonlBinding binding, TonlName name, int index) =>
        new TonlMember<TParent, TMember>(this, binding, name, index);
}
