// Objects from text: members set as they come, values kept for a constructor, members without a place, required ones.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using System.Threading;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed partial class ObjectCodec<T>
{
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
