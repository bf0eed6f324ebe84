// Objects: members in order, fast handlers of generated code under plain options, ignore conditions, extension data, constructors, required members.
// What depends on the value (conditions, extension data) is captured; fixed flat members may be rows of tables.
using System;
using System.Text.Json.Serialization;
using System.Threading;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal static class ObjectCodec
{
    /// <summary>What follows the key of an object without members.</summary>
    public static readonly Word EmptyHeader = new("{}:\n"u8);

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

        // headers of objects that lack members, as met: few, since most types lack the same ones again and again
        private SomeHeader[] _some = [];

        private readonly record struct SomeHeader(ulong Present, Word Header);

        /// <summary>The header of an object with only the members of <paramref name="present"/>; false where too many are known already.</summary>
        public bool TryHeader(ulong present, out Word header)
        {
            SomeHeader[] known = _some;
            foreach (ref readonly SomeHeader some in known.AsSpan())
            {
                if (some.Present == present)
                {
                    header = some.Header;
                    return true;
                }
            }

            header = default;
            if (known.Length >= MostHeaders)
            {
                return false;
            }

            header = new Word(Names.HeaderOf(present));
            _some = [.. known, new SomeHeader(present, header)];
            return true;
        }

        private const int MostHeaders = 8;
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
}
