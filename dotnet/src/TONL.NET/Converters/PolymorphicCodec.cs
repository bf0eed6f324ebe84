// Types with derived types: the discriminator is written first and found at any place on reading.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET.Metadata;

internal abstract class DerivedCodec<TBase>
{
    public required object? Discriminator { get; init; }

    public required Type Type { get; init; }

    public abstract void Write(ref TonlWriter writer, TonlName name, TBase value, TonlName discriminatorName);

    public abstract TBase? Read(ref TonlReader reader);
}

internal sealed class DerivedCodec<TBase, TDerived> : DerivedCodec<TBase>
    where TDerived : TBase
{
    private readonly TonlCodec<TDerived> _codec;

    [System.Diagnostics.CodeAnalysis.SetsRequiredMembers]
    public DerivedCodec(object? discriminator, TonlCodec<TDerived> codec)
    {
        Discriminator = discriminator;
        Type = typeof(TDerived);
        _codec = codec;
    }

    public override void Write(ref TonlWriter writer, TonlName name, TBase value, TonlName discriminatorName)
    {
        if (Discriminator is not null && _codec is IDiscriminated<TDerived> discriminated)
        {
            discriminated.WriteWith(ref writer, name, (TDerived)value!, discriminatorName, Discriminator);
        }
        else
        {
            _codec.Write(ref writer, name, (TDerived)value!);
        }
    }

    public override TBase? Read(ref TonlReader reader) => _codec.Read(ref reader);
}

internal sealed class PolymorphicCodec<T>(TonlObjectInfo<T> info, TonlBinding binding) : CapturedCodec<T>
{
    private readonly TonlName _discriminatorName = new(info.DiscriminatorName ?? "$type", int.MinValue);
    private DerivedCodec<T>[]? _derived;
    private TonlCodec<T>? _self;

    private DerivedCodec<T>[] Derived => _derived ??= Array.ConvertAll(info.Derived!, d => d.Bind(binding));

    private TonlCodec<T> Self => _self ??= ObjectCodec.Make(info, binding);

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            writer.CellNull();
            return true;
        }

        return false;
    }

    public override T? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default;
        }

        if (reader.PeekKind() != Kind.Object)
        {
            throw reader.Mismatch("an object");
        }

        Tape tape = reader.CurrentTape!;
        int found = Find(tape, reader.Source, reader.CurrentToken);
        bool makes = info.Create is not null || info.CreateWith is not null;
        if (found < 0)
        {
            foreach (DerivedCodec<T> derived in Derived)
            {
                if (derived.Discriminator is null && derived.Type == typeof(T))
                {
                    return derived.Read(ref reader);
                }
            }

            return makes
                ? Self.Read(ref reader)
                : throw reader.Fail(ErrorCodes.Type, $"a member `{_discriminatorName.Text}` that names the type expected, none found");
        }

        ReadOnlySpan<byte> text = tape.Text(tape.Tokens[found], reader.Source);
        foreach (DerivedCodec<T> derived in Derived)
        {
            if (Matches(derived.Discriminator, text))
            {
                // the discriminator is no member of the type: unknown-member checks must not see it
                reader.AllowName(_discriminatorName.Text);
                return derived.Read(ref reader);
            }
        }

        if (info.IgnoresUnknownDiscriminators && makes)
        {
            reader.AllowName(_discriminatorName.Text);
            return Self.Read(ref reader);
        }

        throw Reading.Errors.At(
            reader.Source, ErrorCodes.Type, $"the name of a type derived from {typeof(T).Name} expected, `{Reading.Errors.Excerpt(text)}` found", tape.Tokens[found].Pos);
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, T value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
            return;
        }

        Type type = value.GetType();
        foreach (DerivedCodec<T> derived in Derived)
        {
            if (derived.Type == type)
            {
                derived.Write(ref writer, name, value, _discriminatorName);
                return;
            }
        }

        DerivedCodec<T>? ancestor = null;
        if (type != typeof(T) && !TryFallBack(type, out ancestor))
        {
            throw writer.Unsupported(name, type);
        }

        if (ancestor is null)
        {
            Self.Write(ref writer, name, value);
        }
        else
        {
            ancestor.Write(ref writer, name, value, _discriminatorName);
        }
    }

    /// <summary>The listed type that stands for one that is not, where the attribute asks for that; false where nothing does.</summary>
    private bool TryFallBack(Type type, out DerivedCodec<T>? listed)
    {
        listed = null;
        switch (info.UnknownDerivedTypes)
        {
            case JsonUnknownDerivedTypeHandling.FallBackToBaseType:
                listed = Array.Find(Derived, derived => derived.Type == typeof(T));
                return true;
            case JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor:
                DerivedCodec<T>[] ancestors = Array.FindAll(Derived, derived => derived.Type.IsAssignableFrom(type));
                DerivedCodec<T>[] nearest = Array.FindAll(ancestors, one => Array.TrueForAll(ancestors, other => other == one || !one.Type.IsAssignableFrom(other.Type)));
                listed = nearest.Length == 1 ? nearest[0] : null;
                return nearest.Length <= 1; // of two interfaces none is nearer
            default:
                return false;
        }
    }

    private int Find(Tape tape, ReadOnlySpan<byte> source, int container)
    {
        for (int i = container + 1; i < tape.Tokens[container].Start; i = tape.After(i + 1))
        {
            if (tape.Text(tape.Tokens[i], source).SequenceEqual(_discriminatorName.Utf8))
            {
                return tape.Tokens[i + 1].IsScalar ? i + 1 : -1;
            }
        }

        return -1;
    }

    private static bool Matches(object? discriminator, ReadOnlySpan<byte> text) => discriminator switch
    {
        string name => Utf8Text.Decode(text) == name,
        int number => System.Buffers.Text.Utf8Parser.TryParse(text, out int value, out int used) && used == text.Length && value == number,
        _ => false,
    };
}
