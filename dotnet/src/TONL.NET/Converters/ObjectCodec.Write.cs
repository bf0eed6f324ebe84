// Objects to text: straight where the type allows it, from the bits of the members that are there, or by way of a capture.
using System;
using System.Text.Json.Serialization;
using System.Threading;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed partial class ObjectCodec<T>
{
    public override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
            return;
        }

        State state = Bound;
        if (writer.IsCapturing || !(state.IsFast || state.IsSparse))
        {
            WriteSlow(ref writer, name, value, state);
        }
        else if (state.IsFast)
        {
            WriteStraight(ref writer, name, ref value, state);
        }
        else
        {
            WriteSparse(ref writer, name, ref value, state);
        }
    }

    private void WriteStraight(ref TonlWriter writer, TonlName name, ref T value, State state)
    {
        if (writer.IsBare)
        {
            writer.BeginObject(name, state.BareHeader);
        }
        else
        {
            writer.BeginObject(name, state.Header);
        }

        if (state.Straight is { } handler)
        {
            handler(ref writer, state.Names, value);
        }
        else
        {
            WriteMembers(ref writer, ref value, state);
        }

        writer.EndObject();
    }

    private void WriteSparse(ref TonlWriter writer, TonlName name, ref T value, State state)
    {
        ulong present = Present(value);
        if (writer.IsBare)
        {
            writer.BeginObject(name, present == 0 ? ObjectCodec.EmptyHeader : state.BareHeader);
        }
        else if (state.TryHeader(present, out Word header))
        {
            writer.BeginObject(name, header);
        }
        else
        {
            writer.BeginObject(name, state.Names, present);
        }

        if (binding.IsPlain && info.WriteSome is { } handler)
        {
            handler(ref writer, state.Names, value, present);
        }
        else
        {
            foreach (TonlMember<T> member in state.Order)
            {
                if ((present >> member.Index & 1) != 0)
                {
                    member.Write(ref writer, ref value);
                }
            }
        }

        writer.EndObject();
    }

    /// <summary>Which members a value has.</summary>
    public ulong Present(T value)
    {
        if (binding.IsPlain && info.Present is { } handler)
        {
            return handler(value);
        }

        ulong present = 0;
        foreach (TonlMember<T> member in Bound.Order)
        {
            present |= member.IsLeftOut(ref value) ? 0 : 1UL << member.Index;
        }

        return present;
    }

    /// <summary>Writes the cells of the given columns; false where a member is a container.</summary>
    public bool WriteRow(ref TonlWriter writer, T value, ulong present, ulong columns)
    {
        if (binding.IsPlain && info.WriteSomeCells is { } handler)
        {
            return handler(ref writer, value, present, columns);
        }

        foreach (TonlMember<T> member in Bound.Order)
        {
            if ((present >> member.Index & 1) != 0)
            {
                if (!member.WriteCell(ref writer, ref value))
                {
                    return false;
                }
            }
            else if ((columns >> member.Index & 1) != 0)
            {
                writer.CellMissing();
            }
        }

        return true;
    }

    /// <summary>Writes the cells; false where the value is null or a member is a container.</summary>
    public bool WriteRow(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            return false;
        }

        if (binding.IsPlain && info.WriteRow is { } handler)
        {
            return handler(ref writer, value);
        }

        foreach (TonlMember<T> member in Bound.Order)
        {
            if (!member.WriteCell(ref writer, ref value))
            {
                return false;
            }
        }

        return true;
    }

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            writer.CellNull();
            return true;
        }

        return false;
    }

    public void WriteWith(ref TonlWriter writer, TonlName name, T value, TonlName discriminatorName, object discriminator)
    {
        State state = Bound;
        WriteCaptured(ref writer, name, ref value, state, discriminatorName, discriminator);
    }

    private void WriteMembers(ref TonlWriter writer, ref T value, State state)
    {
        if (binding.IsPlain && info.WriteMembers is { } handler)
        {
            handler(ref writer, state.Names, value);
            return;
        }

        foreach (TonlMember<T> member in state.Order)
        {
            member.Write(ref writer, ref value);
        }
    }

    private void WriteSlow(ref TonlWriter writer, TonlName name, T value, State state)
    {
        if (state.Serializing)
        {
            ((IJsonOnSerializing)value!).OnSerializing();
        }

        if (!writer.IsCapturing && state.IsConditional)
        {
            Tape tape = Tape.Rent();
            writer.BeginCapture(tape);
            WriteCaptured(ref writer, TonlName.Element, ref value, state, null, null);
            writer.EndCapture();
            writer.WriteTape(tape, default, 0, name);
            Tape.Return(tape);
        }
        else if (writer.IsCapturing)
        {
            WriteCaptured(ref writer, name, ref value, state, null, null);
        }
        else
        {
            WriteStraight(ref writer, name, ref value, state);
        }

        if (state.Serialized)
        {
            ((IJsonOnSerialized)value!).OnSerialized();
        }
    }

    private void WriteCaptured(ref TonlWriter writer, TonlName name, ref T value, State state, TonlName? discriminatorName, object? discriminator)
    {
        Capture capture = writer.Captured!;
        bool tracked = capture.Tracks && !typeof(T).IsValueType;
        if (tracked)
        {
            capture.Enter(value!, name);
        }

        writer.BeginCaptured(name);
        if (discriminatorName is not null)
        {
            if (discriminator is int number)
            {
                writer.Write(discriminatorName, number);
            }
            else
            {
                writer.Write(discriminatorName, (string)discriminator!);
            }
        }

        if (!state.IsConditional)
        {
            WriteMembers(ref writer, ref value, state);
        }
        else
        {
            foreach (TonlMember<T> member in state.Order)
            {
                if (!member.IsLeftOut(ref value))
                {
                    member.Write(ref writer, ref value);
                }
            }

            if (state.Extension is { } extension)
            {
                state.Access!.Write(ref writer, extension.GetBoxed(ref value), state.Names);
            }
        }

        writer.EndObject();
        if (tracked)
        {
            capture.Leave();
        }
    }
}
