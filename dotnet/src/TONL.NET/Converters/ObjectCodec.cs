// Objects: members in order, fast handlers of generated code under plain options, ignore conditions, extension data, constructors, required members.
// What depends on the value (conditions, extension data) is captured; fixed flat members may be rows of tables.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using System.Threading;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal static class ObjectCodec
{
    public static TonlCodec<T> Make<T>(TonlObjectInfo<T> info, TonlBinding binding) => new ObjectCodec<T>(info, binding);
}

/// <summary>A discriminator to be written as first member by the object codec of a derived type.</summary>
internal interface IDiscriminated<T>
{
    void WriteWith(ref TonlWriter writer, TonlName name, T value, TonlName discriminatorName, object discriminator);
}

internal sealed partial class ObjectCodec<T>(TonlObjectInfo<T> info, TonlBinding binding) : TonlCodec<T>, IDiscriminated<T>
{
    private State? _state;
    private TonlSlots? _freeSlots;

    private sealed class State
    {
        public required TonlMember<T>?[] Members; // by index of the info
        public required TonlMember<T>[] Order; // written, in order
        public required TonlNames Names;
        public Word Header, BareHeader; // what follows the key of an object with all members
        public byte[]? TableColumns;
        public TonlWriteMembers<T>? Straight; // the generated writer, where the options allow it
        public ulong All, Impossible; // bits of the members that are written, and of those that are no columns
        public bool IsFast; // all members are always there: written straight
        public bool IsSparse; // some members may be left out, and that is all
        public TonlMember<T>? Extension;
        public ExtensionAccess? Access;
        public TonlMember<T>[]? Nested; // reference types that are containers unless null; found when first asked
        public bool IsConditional;
        public bool[]? Required;
        public int[] SlotOf = []; // by member index; -1 for none
        public TonlSlotInfo[]? Slots;
        public bool Serializing, Serialized, Deserializing, Deserialized;
        public bool HasCallbacks;
    }

    public override ObjectCodec<T>? Rows => this;

    /// <summary>The text between the braces of a table's header; null where the type cannot be a row, or not always with all members.</summary>
    public byte[]? TableColumns => Bound.TableColumns;

    /// <summary>Whether members may be left out, and nothing else is against rows.</summary>
    public bool IsSparse => Bound.IsSparse;

    /// <summary>The names, and the order of the columns.</summary>
    public TonlNames Names => Bound.Names;

    /// <summary>Members that can never be columns; bits are those of the members' indices, here and below.</summary>
    public ulong Impossible => Bound.Impossible;

    public override bool IsContainer => true;

    /// <summary>Whether a member is known to hold a container, so that no row needs to be tried.</summary>
    public bool HoldsContainer(T value)
    {
        State state = Bound;
        state.Nested ??= Array.FindAll(state.Order, member => !member.MemberType.IsValueType && member.IsContainer);
        foreach (TonlMember<T> member in state.Nested)
        {
            if (!member.IsNull(ref value))
            {
                return true;
            }
        }

        return false;
    }

    public int ColumnCount => Bound.Order.Length;

    private State Bound => _state ?? Bind();

    // ---- writing

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
        if (present == state.All && !writer.IsBare)
        {
            writer.BeginObject(name, state.Header);
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

    // ---- reading

    public override T? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default(T) is null ? default : throw reader.NullFor("an object");
        }

        State state = Bound;
        if (info.Create is null && info.CreateWith is null)
        {
            throw reader.Fail(ErrorCodes.Unsupported, $"{typeof(T)} has no usable constructor and cannot be read");
        }

        bool ruled = info.Unmapped is not null || reader.HasUnknownRules;
        TonlReader.UnknownRules before = ruled ? reader.EnterRules(info.Unmapped) : default;
        T value = state.Extension is not null ? ReadWithExtension(ref reader, state)
            : info.Read is { } handler && !state.HasCallbacks && !binding.HasConverters && binding.DefaultIgnore == JsonIgnoreCondition.Never ? handler(ref reader, state.Names)
            : info.Create is not null ? ReadMutable(ref reader, state) : ReadSlots(ref reader, state);
        if (ruled)
        {
            reader.LeaveRules(before);
        }

        if (state.Deserialized)
        {
            ((IJsonOnDeserialized)value!).OnDeserialized();
        }

        return value;
    }

    private T ReadMutable(ref TonlReader reader, State state)
    {
        T value = info.Create!();
        if (state.Deserializing)
        {
            ((IJsonOnDeserializing)value!).OnDeserializing();
        }

        reader.BeginObject(state.Names, out TonlScope scope);
        if (state.Required is null)
        {
            for (int i; (i = reader.NextMember(ref scope)) >= 0;)
            {
                state.Members[i]!.Read(ref reader, ref value);
            }

            return value;
        }

        var seen = new bool[state.Required.Length];
        for (int i; (i = reader.NextMember(ref scope)) >= 0;)
        {
            state.Members[i]!.Read(ref reader, ref value);
            seen[i] = true;
        }

        CheckRequired(ref reader, state, seen);
        return value;
    }

    private T ReadSlots(ref TonlReader reader, State state)
    {
        TonlSlots slots = Interlocked.Exchange(ref _freeSlots, null) ?? NewSlots(state);
        foreach (TonlSlot slot in slots.Items)
        {
            slot.Reset();
        }

        bool[]? seen = state.Required is null ? null : new bool[state.Required.Length];
        reader.BeginObject(state.Names, out TonlScope scope);
        for (int i; (i = reader.NextMember(ref scope)) >= 0;)
        {
            state.Members[i]!.Read(ref reader, slots.Items[state.SlotOf[i]]);
            if (seen is not null)
            {
                seen[i] = true;
            }
        }

        CheckRequired(ref reader, state, seen);
        return Construct(state, slots);
    }

    private T Construct(State state, TonlSlots slots)
    {
        T value = info.CreateWith!(slots);
        int own = info.Slots!.Length;
        for (int i = 0; i < state.Members.Length; i++)
        {
            if (state.Members[i] is { CanSet: true } member && state.SlotOf[i] >= own && slots.Items[state.SlotOf[i]].IsSet)
            {
                member.Set(ref value, slots.Items[state.SlotOf[i]]);
            }
        }

        foreach (TonlSlot slot in slots.Items)
        {
            slot.Reset(); // keeps nothing alive
        }

        _freeSlots = slots;
        return value;
    }

    private TonlSlots NewSlots(State state)
    {
        var slots = new TonlSlots(info.Slots!, state.Members.Length);
        for (int i = 0; i < state.Members.Length; i++)
        {
            if (state.Members[i] is { } member && state.SlotOf[i] >= info.Slots!.Length)
            {
                slots.Items[state.SlotOf[i]] = member.NewSlot();
            }
        }

        return slots.Filled();
    }

    private T ReadWithExtension(ref TonlReader reader, State state)
    {
        reader.PeekKind(); // unknown names need the value on a tape
        Dictionary<string, object?>? extra = null;
        var seen = new bool[state.Members.Length];
        TonlSlots? slots = info.Create is null ? NewSlots(state) : null;
        if (slots is not null)
        {
            foreach (TonlSlot slot in slots.Items)
            {
                slot.Reset();
            }
        }

        T value = info.Create is not null ? info.Create() : default!;
        reader.BeginObject(state.Names, out TonlScope scope);
        for (int i; (i = reader.NextMemberOrUnknown(ref scope, out string? unknown)) != -1;)
        {
            if (i == -2)
            {
                (extra ??= [])[unknown!] = state.Access!.ReadNext(ref reader);
                continue;
            }

            seen[i] = true;
            if (slots is null)
            {
                state.Members[i]!.Read(ref reader, ref value);
            }
            else
            {
                state.Members[i]!.Read(ref reader, slots.Items[state.SlotOf[i]]);
            }
        }

        if (state.Required is not null)
        {
            CheckRequired(ref reader, state, seen);
        }

        if (slots is not null)
        {
            value = Construct(state, slots);
        }

        if (extra is not null)
        {
            SetExtension(state, ref value, extra);
        }

        return value;
    }

    private static void SetExtension(State state, ref T value, Dictionary<string, object?> extra)
    {
        TonlMember<T> member = state.Extension!;
        if (state.Access!.Fill(member.MemberType, member.GetBoxed(ref value), extra) is { } made)
        {
            member.SetBoxed(ref value, made);
        }
    }

    private static void CheckRequired(ref TonlReader reader, State state, bool[]? seen)
    {
        if (seen is null || state.Required is null)
        {
            return;
        }

        for (int i = 0; i < seen.Length; i++)
        {
            if (state.Required[i] && !seen[i])
            {
                throw reader.Missing(state.Names, i);
            }
        }
    }
}
