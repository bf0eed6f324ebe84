// From a type's description to what writing and reading need under the options: names, order, slots, headers. Done once for each binding.
using System;
using System.Collections.Generic;
using System.Text.Json.Serialization;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed partial class ObjectCodec<T>
{
    // ---- binding

    private State Bind()
    {
        TonlMemberInfo<T>[] infos = info.Members();
        var members = new TonlMember<T>?[infos.Length];
        var names = new TonlName?[infos.Length];
        var required = new bool[infos.Length];
        TonlMember<T>? extension = null;
        var taken = new Dictionary<string, string>();
        var order = new List<(TonlMember<T> Member, int Order)>();
        for (int i = 0; i < infos.Length; i++)
        {
            TonlMemberInfo<T> member = infos[i];
            if (member.NeedsIncludeFields && !binding.IncludeFields)
            {
                continue;
            }

            string name = member.Name ?? binding.NamingPolicy?.ConvertName(member.ClrName) ?? member.ClrName;
            var tonlName = new TonlName(name, member.Order);
            TonlMember<T> bound = member.Bind(binding, tonlName, i);
            if (member.IsExtensionData)
            {
                extension = bound;
                continue;
            }

            if (!taken.TryAdd(name, member.ClrName))
            {
                throw new InvalidOperationException($"the members {taken[name]} and {member.ClrName} of {typeof(T)} have the same TONL name `{name}`");
            }

            members[i] = bound;
            names[i] = tonlName;
            required[i] = member.Required;
            if (bound.CanWrite)
            {
                order.Add((bound, member.Order));
            }
        }

        TonlMember<T>[] written = Sorted(order);
        return Describe(infos, members, names, required, extension, written);
    }

    private TonlMember<T>[] Sorted(List<(TonlMember<T> Member, int Order)> order)
    {
        // insertion keeps equal ones in declaration order
        for (int i = 1; i < order.Count; i++)
        {
            (TonlMember<T> Member, int Order) item = order[i];
            int j = i;
            for (; j > 0 && Before(item, order[j - 1]); j--)
            {
                order[j] = order[j - 1];
            }

            order[j] = item;
        }

        var result = new TonlMember<T>[order.Count];
        for (int i = 0; i < result.Length; i++)
        {
            result[i] = order[i].Member;
        }

        return result;
    }

    private bool Before((TonlMember<T> Member, int Order) a, (TonlMember<T> Member, int Order) b) =>
        a.Order != b.Order ? a.Order < b.Order : binding.Sorted && string.CompareOrdinal(a.Member.Name.Text, b.Member.Name.Text) < 0;

    private State Describe(
        TonlMemberInfo<T>[] infos, TonlMember<T>?[] members, TonlName?[] names, bool[] required, TonlMember<T>? extension, TonlMember<T>[] written)
    {
        int slots = info.Slots?.Length ?? 0;
        var slotOf = new int[infos.Length];
        var readable = new bool[infos.Length];
        for (int i = 0; i < infos.Length; i++)
        {
            slotOf[i] = members[i] is null ? -1 : infos[i].Slot;
            if (info.CreateWith is not null && info.Create is null && members[i] is { CanSet: true } && slotOf[i] < 0)
            {
                slotOf[i] = slots++;
            }

            readable[i] = members[i] is { } member && (info.Create is not null ? member.CanSet : slotOf[i] >= 0);
            required[i] &= members[i] is not null;
        }

        bool conditional = extension is not null;
        foreach (TonlMember<T> member in written)
        {
            conditional |= member.IsConditional;
        }

        var state = new State
        {
            Members = members,
            Order = written,
            Names = new TonlNames(names, Array.ConvertAll(written, m => m.Index), readable),
            IsConditional = conditional,
            Extension = extension,
            Access = Array.Find(infos, info => info.Extension is not null)?.Extension,
            Required = Array.IndexOf(required, true) >= 0 ? required : null,
            SlotOf = slotOf,
            Slots = info.Slots,
            Serializing = Implements<IJsonOnSerializing>(),
            Serialized = Implements<IJsonOnSerialized>(),
            Deserializing = Implements<IJsonOnDeserializing>(),
            Deserialized = Implements<IJsonOnDeserialized>(),
        };
        state.HasCallbacks = state.Serializing || state.Serialized || state.Deserializing || state.Deserialized;
        if (!conditional && !state.HasCallbacks && written.Length is > 0 and <= 10_000 && Array.TrueForAll(written, m => !Quote.ColumnImpossible(m.Name.Utf8, false)))
        {
            state.TableColumns = JoinColumns(written);
        }

        state.Straight = binding.IsPlain ? info.WriteMembers : null;
        state.IsFast = !conditional && !state.HasCallbacks;
        state.IsSparse = conditional && !state.HasCallbacks && extension is null && infos.Length <= 64 && binding.Sorted;
        foreach (TonlMember<T> member in state.IsSparse ? written : [])
        {
            state.All |= 1UL << member.Index;
            state.Impossible |= Quote.ColumnImpossible(member.Name.Utf8, false) ? 1UL << member.Index : 0;
        }

        state.Header = new Word(written.Length == 0 ? "{}:\n"u8 : written.Length == 1 ? ":\n"u8 : state.Names.Header);
        state.BareHeader = new Word(written.Length == 0 ? "{}:\n"u8 : ":\n"u8);
        _state = state;
        return state;
    }

    /// <summary>Whether values of the type have an interface: asked of an array, which needs no reflection (and keeps the type loader out of small programs).</summary>
    private static bool Implements<TInterface>()
        where TInterface : class => default(T) is not null ? default(T) is TInterface : (object)Array.Empty<T>() is TInterface[];

    private static byte[] JoinColumns(TonlMember<T>[] members)
    {
        var bytes = new List<byte>();
        foreach (TonlMember<T> member in members)
        {
            if (member != members[0])
            {
                bytes.Add((byte)',');
            }

            bytes.AddRange(member.Name.Column);
        }

        return [.. bytes];
    }
}
