// The shapes of a JSON text's objects: which names they have, in the order in which TONL writes them. Neighbours in an array mostly have the same names in
// the same order, so names are sorted, and the header of the object is made, once for each shape. Belongs to one tape and is cleared with it.
using System;
using System.Buffers.Binary;

namespace TONL.NET.Document;

internal sealed class Shapes
{
    /// <summary>Objects with more members have no shape.</summary>
    public const int MostMembers = 32;

    /// <summary>The tokenizer's open containers, kept for the next text.</summary>
    public JsonTokens.Open[] Stack = new JsonTokens.Open[16];

    private readonly ulong[] _keys = new ulong[MostMembers];
    private readonly int[] _names = new int[MostMembers];
    private int[] _order = new int[128];
    private int _orderCount;
    private Shape[] _shapes = new Shape[16];
    private int _count;

    public struct Shape
    {
        /// <summary>Where the order of its members begins.</summary>
        public int First;

        public int Count;

        /// <summary>The bytes of all names where they are identifiers of the input, else -1.</summary>
        public int NamesLength;

        /// <summary>Where the header between braces stands in the text that is being written.</summary>
        public int Header;

        /// <summary>0 where it has not been written yet.</summary>
        public int HeaderLength;
    }

    public ref Shape this[int number] => ref _shapes[number];

    /// <summary>The members of a shape, by their places in the objects, in the order of writing.</summary>
    public ReadOnlySpan<int> Order(int number)
    {
        ref Shape shape = ref _shapes[number];
        return _order.AsSpan(shape.First, shape.Count);
    }

    public void Clear()
    {
        _count = 0;
        _orderCount = 0;
        if (_order.Length > 1 << 14)
        {
            _order = new int[128];
            _shapes = new Shape[16];
            Stack = new JsonTokens.Open[16];
        }
    }

    /// <summary>The number of a new shape for an object whose members are all on the tape; -1 where a name stands twice.</summary>
    public int Add(Tape tape, ReadOnlySpan<byte> json, int container, int count)
    {
        if (_order.Length - _orderCount < count)
        {
            Array.Resize(ref _order, _order.Length * 2);
        }

        if (_count == _shapes.Length)
        {
            Array.Resize(ref _shapes, _count * 2);
        }

        Span<int> order = _order.AsSpan(_orderCount, count);
        if (!Sort(tape, json, container, order, out int length))
        {
            return -1;
        }

        _shapes[_count] = new Shape { First = _orderCount, Count = count, NamesLength = length };
        _orderCount += count;
        return _count++;
    }

    /// <summary>The names of an object of the shape in the order of writing, as indices of tokens.</summary>
    public void Place(Tape tape, int container, Span<int> names)
    {
        Token[] tokens = tape.Tokens;
        ReadOnlySpan<int> order = Order(tokens[container].Pos);
        if ((tokens[container].Flags & TokenFlags.Flat) != 0)
        {
            for (int i = 0; i < order.Length; i++)
            {
                names[i] = container + 1 + (2 * order[i]);
            }

            return;
        }

        int[] places = _names;
        for (int i = container + 1, n = 0; n < order.Length; i = tape.After(i + 1), n++)
        {
            places[n] = i;
        }

        for (int i = 0; i < order.Length; i++)
        {
            names[i] = places[order[i]];
        }
    }

    /// <summary>Insertion by the first eight bytes of each name as one number, then by all of it; false at the first double.</summary>
    private bool Sort(Tape tape, ReadOnlySpan<byte> json, int container, Span<int> order, out int length)
    {
        const TokenFlags Plain = TokenFlags.Plain | TokenFlags.Quoted;
        length = 0;
        ulong[] keys = _keys;
        int[] names = _names;
        var compare = new NameOrder(tape, json);
        for (int i = container + 1, n = 0; n < order.Length; i = tape.After(i + 1), n++)
        {
            names[n] = i;
            ref Token token = ref tape.Tokens[i];
            length = length >= 0 && token.Flags == Plain ? checked(length + token.Length) : -1;
            ulong key = Key(tape, json, token);
            int j = n;
            for (; j > 0 && keys[j - 1] >= key; j--)
            {
                if (keys[j - 1] == key && compare.Compare(names[order[j - 1]], i) is var difference && difference <= 0)
                {
                    if (difference == 0)
                    {
                        return false;
                    }

                    break;
                }

                keys[j] = keys[j - 1];
                order[j] = order[j - 1];
            }

            keys[j] = key;
            order[j] = n;
        }

        return true;
    }

    private static ulong Key(Tape tape, ReadOnlySpan<byte> json, in Token token)
    {
        if (token.Flags == (TokenFlags.Quoted | TokenFlags.Plain) && token.Start <= json.Length - 8)
        {
            ulong key = BinaryPrimitives.ReadUInt64BigEndian(json[token.Start..]);
            return token.Length >= 8 ? key : key & ~(ulong.MaxValue >> (8 * token.Length));
        }

        return NameOrder.Key(tape.Text(token, json));
    }
}
