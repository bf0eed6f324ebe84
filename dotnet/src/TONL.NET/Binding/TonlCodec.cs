// Codecs: both directions for one host type under given options. Made from plans (Metadata) by TonlBinding; generated and reflected types meet here.
using System;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Metadata;

namespace TONL.NET;

internal abstract class TonlCodec
{
    public abstract Type Type { get; }

    /// <summary>The type of the values, also where the codec stands for a type known at run time.</summary>
    public virtual Type ValueType => Type;

    /// <summary>Whether values are never containers: then a list of them is an array of scalars.</summary>
    public virtual bool IsScalar => false;

    /// <summary>Whether values other than null are always containers.</summary>
    public virtual bool IsContainer => false;

    public abstract void WriteObject(ref TonlWriter writer, TonlName name, object? value);

    public abstract object? ReadObject(ref TonlReader reader);

    /// <summary>Writes a value that is not null as a cell; false where it is a container.</summary>
    public virtual bool WriteCellObject(ref TonlWriter writer, object value) => false;
}

internal abstract class TonlCodec<T> : TonlCodec
{
    public sealed override Type Type => typeof(T);

    /// <summary>Writes a value under a name, with all its lines (or into the capture).</summary>
    public abstract void Write(ref TonlWriter writer, TonlName name, T value);

    /// <summary>Writes a value as a cell; false, with nothing to rely on, where it is a container.</summary>
    public virtual bool WriteCell(ref TonlWriter writer, T value) => false;

    /// <summary>Reads the value at the reader.</summary>
    public abstract T? Read(ref TonlReader reader);

    /// <summary>Objects of fixed flat columns that may be rows; null for all others.</summary>
    public virtual ObjectCodec<T>? Rows => null;

    public sealed override void WriteObject(ref TonlWriter writer, TonlName name, object? value)
    {
        if (value is null && default(T) is not null)
        {
            writer.WriteNull(name);
        }
        else
        {
            Write(ref writer, name, (T)value!);
        }
    }

    public sealed override object? ReadObject(ref TonlReader reader) => Read(ref reader);

    // ---- dictionary keys

    public virtual bool CanBeKey => false;

    public virtual string ToKey(T value) => throw new NotSupportedException();

    public virtual bool TryFromKey(ReadOnlySpan<byte> text, out T value)
    {
        value = default!;
        return false;
    }
}

/// <summary>Codecs whose values are written from a tape: dictionaries, dynamic values, polymorphism, converters.</summary>
internal abstract class CapturedCodec<T> : TonlCodec<T>
{
    public sealed override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        if (writer.IsCapturing)
        {
            WriteCaptured(ref writer, name, value);
            return;
        }

        if (TryStraight(ref writer, name, value))
        {
            return;
        }

        Tape tape = Tape.Rent();
        writer.BeginCapture(tape);
        WriteCaptured(ref writer, TonlName.Element, value);
        writer.EndCapture();
        writer.WriteTape(tape, default, 0, name);
        Tape.Return(tape);
    }

    /// <summary>Writes a value that needs no tape; false, with nothing written, for all others.</summary>
    protected virtual bool TryStraight(ref TonlWriter writer, TonlName name, T value) => false;

    /// <summary>Writes into the writer's capture.</summary>
    protected abstract void WriteCaptured(ref TonlWriter writer, TonlName name, T value);
}
