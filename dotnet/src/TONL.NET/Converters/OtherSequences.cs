// Memory of anything but bytes; sequences and dictionaries without element types, which hold dynamic values.
using System;
using System.Collections;
using System.Collections.Generic;
using TONL.NET.Document;
using TONL.NET.Metadata;

namespace TONL.NET;

/// <summary>Memory of anything but bytes.</summary>
internal sealed class MemoryCodec<TMemory, T>(
    TonlBinding binding, Func<TonlTypePlan<T>> element, Func<TMemory, ReadOnlyMemory<T>> get, Func<T[], TMemory> make) : SequenceBase<TMemory, T>(binding, element)
{
    public override void Write(ref TonlWriter writer, TonlName name, TMemory value) => WriteItems(ref writer, name, get(value).Span, null);

    public override TMemory? Read(ref TonlReader reader) => make(ReadItems(ref reader).ToArray());
}

/// <summary>Sequences without an element type: dynamic values.</summary>
internal sealed class UntypedCodec<T>(Func<object?, T?>? create) : CapturedCodec<T>
{
    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            writer.CellNull();
        }

        return value is null;
    }

    public override T? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default;
        }

        if (create is null)
        {
            throw reader.Fail(ErrorCodes.Unsupported, $"{typeof(T)} cannot be read");
        }

        bool wantsObject = typeof(IDictionary).IsAssignableFrom(typeof(T));
        if (reader.PeekKind() != (wantsObject ? Kind.Object : Kind.Array))
        {
            throw reader.Mismatch(wantsObject ? "an object" : "an array");
        }

        return create(Dynamic.ReadNext(ref reader));
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, T value) => Dynamic.WriteUntyped(ref writer, name, value);
}
