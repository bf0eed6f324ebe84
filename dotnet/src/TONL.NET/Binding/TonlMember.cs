// A member bound to options: its name, its codec, typed access without boxing.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;

namespace TONL.NET.Metadata;

internal abstract class TonlMember<TParent>
{
    protected TonlMember(TonlName name, int index)
    {
        Name = name;
        Index = index;
    }

    public TonlName Name { get; }

    public int Index { get; }

    /// <summary>Whether the member may be left out on writing.</summary>
    public bool IsConditional { get; protected init; }

    public abstract bool CanWrite { get; }

    public abstract bool CanSet { get; }

    /// <summary>Whether a value can never be a cell, unless null.</summary>
    public abstract bool IsScalar { get; }

    /// <summary>Whether values other than null are always containers.</summary>
    public abstract bool IsContainer { get; }

    public abstract void Write(ref TonlWriter writer, ref TParent parent);

    public abstract bool WriteCell(ref TonlWriter writer, ref TParent parent);

    public abstract bool IsLeftOut(ref TParent parent);

    public abstract void Read(ref TonlReader reader, ref TParent parent);

    public abstract void Read(ref TonlReader reader, TonlSlot slot);

    public abstract void Set(ref TParent parent, TonlSlot slot);

    public abstract TonlSlot NewSlot();

    public abstract bool IsNull(ref TParent parent);

    public abstract object? GetBoxed(ref TParent parent);

    public abstract void SetBoxed(ref TParent parent, object? value);

    public abstract Type MemberType { get; }
}

internal sealed class TonlMember<TParent, TMember> : TonlMember<TParent>
{
    private readonly TonlMemberInfo<TParent, TMember> _info;
    private readonly TonlBinding _binding;
    private readonly JsonIgnoreCondition _condition;
    private TonlCodec<TMember>? _codec;

    public TonlMember(TonlMemberInfo<TParent, TMember> info, TonlBinding binding, TonlName name, int index)
        : base(name, index)
    {
        _info = info;
        _binding = binding;
        _condition = info.Ignore ?? (info.IsExtensionData ? JsonIgnoreCondition.Never : binding.DefaultIgnore);
        bool nullable = default(TMember) is null;
        IsConditional = _condition == JsonIgnoreCondition.WhenWritingDefault || (_condition == JsonIgnoreCondition.WhenWritingNull && nullable);
    }

    public override Type MemberType => typeof(TMember);

    public override bool CanWrite => _info.Get is not null && (int)_condition != 4; // 4 = WhenWriting, of newer runtimes

    public override bool CanSet => _info.Set is not null && (int)_condition != 5; // 5 = WhenReading

    public override bool IsScalar => Codec.IsScalar;

    public override bool IsContainer => Codec.IsContainer;

    private TonlCodec<TMember> Codec => _codec ??= _info.Converter is { } converter ? ConverterCodecMaker<TMember>.Codec(converter()) : _info.Plan().Codec(_binding);

    public override void Write(ref TonlWriter writer, ref TParent parent) => Codec.Write(ref writer, Name, _info.Get!(ref parent));

    public override bool WriteCell(ref TonlWriter writer, ref TParent parent) => Codec.WriteCell(ref writer, _info.Get!(ref parent));

    public override bool IsLeftOut(ref TParent parent)
    {
        if (!IsConditional)
        {
            return false;
        }

        TMember value = _info.Get!(ref parent);
        return value is null || (default(TMember) is not null && EqualityComparer<TMember>.Default.Equals(value, default));
    }

    public override void Read(ref TonlReader reader, ref TParent parent) => _info.Set!(ref parent, Codec.Read(ref reader)!);

    public override void Read(ref TonlReader reader, TonlSlot slot)
    {
        ((TonlSlot<TMember>)slot).Value = Codec.Read(ref reader);
        slot.IsSet = true;
    }

    public override void Set(ref TParent parent, TonlSlot slot) => _info.Set!(ref parent, ((TonlSlot<TMember>)slot).Value!);

    public override TonlSlot NewSlot() => new TonlSlot<TMember>(new TonlSlotInfo<TMember> { Name = "" });

    public override bool IsNull(ref TParent parent) => _info.Get!(ref parent) is null;

    public override object? GetBoxed(ref TParent parent) => _info.Get!(ref parent);

    public override void SetBoxed(ref TParent parent, object? value) => _info.Set!(ref parent, (TMember)value!);
}
