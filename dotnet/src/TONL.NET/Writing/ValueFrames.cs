// The open containers of the general writer and the order of their members; rented for one value. Sorting of names by UTF-16 units.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed class ValueFrames
{
    [ThreadStatic]
    private static ValueFrames? t_free;

    public Frame[] Items = new Frame[16];
    public int Count;
    public int[] Order = new int[64];
    public int OrderCount;

    public struct Frame
    {
        public int Position; // objects: start in Order; arrays: token of the next element
        public int Length;
        public int Next; // number of the next child
        public bool IsObject;
    }

    public static ValueFrames Rent()
    {
        ValueFrames frames = t_free ?? new ValueFrames();
        t_free = null;
        return frames;
    }

    public static void Return(ValueFrames? frames)
    {
        if (frames is not null)
        {
            frames.Count = 0;
            frames.OrderCount = 0;
            if (frames.Order.Length > 1 << 16)
            {
                frames.Order = new int[64];
            }

            t_free = frames;
        }
    }

    public void Push(Frame frame)
    {
        if (Count == Items.Length)
        {
            Array.Resize(ref Items, Count * 2);
        }

        Items[Count++] = frame;
    }

    public Span<int> TakeOrder(int count)
    {
        if (Order.Length - OrderCount < count)
        {
            Array.Resize(ref Order, Math.Max(checked(OrderCount + count), Order.Length * 2));
        }

        OrderCount += count;
        return Order.AsSpan(OrderCount - count, count);
    }
}

/// <summary>Sorts name tokens by their UTF-16 units: insertion for few, merge for many (linear memory, never quadratic).</summary>
internal readonly ref struct NameOrder(Tape tape, ReadOnlySpan<byte> source)
{
    private readonly ReadOnlySpan<byte> _source = source;

    public const int Few = 32;

    /// <summary>The names of an object with few members, sorted as they are found: first by their first eight bytes as one number.</summary>
    public void Gather(int container, Span<int> names)
    {
        Span<ulong> keys = stackalloc ulong[Few];
        int n = 0;
        for (int i = container + 1; n < names.Length; i = tape.After(i + 1), n++)
        {
            ulong key = Key(tape.Text(tape.Tokens[i], _source));
            int j = n;
            for (; j > 0 && (keys[j - 1] > key || (keys[j - 1] == key && Compare(names[j - 1], i) > 0)); j--)
            {
                keys[j] = keys[j - 1];
                names[j] = names[j - 1];
            }

            keys[j] = key;
            names[j] = i;
        }
    }

    /// <summary>The first eight bytes; less where the text is less. From the first character beyond U+0FFF on all keys are equal: there the order of bytes is not that of UTF-16.</summary>
    internal static ulong Key(ReadOnlySpan<byte> text)
    {
        if (text.Length >= 8 && System.Buffers.Binary.BinaryPrimitives.ReadUInt64BigEndian(text) is var whole && (whole & 0x8080808080808080) == 0)
        {
            return whole;
        }

        ulong key = 0;
        for (int i = 0; i < 8; i++)
        {
            byte b = i < text.Length ? text[i] : (byte)0;
            if (b >= 0xE1)
            {
                return (key << (8 * (8 - i))) | (i == 0 ? ulong.MaxValue : ulong.MaxValue >> (8 * i));
            }

            key = (key << 8) | b;
        }

        return key;
    }

    public void Sort(Span<int> names)
    {
        if (names.Length <= 16)
        {
            for (int i = 1; i < names.Length; i++)
            {
                int name = names[i], j = i;
                for (; j > 0 && Compare(names[j - 1], name) > 0; j--)
                {
                    names[j] = names[j - 1];
                }

                names[j] = name;
            }

            return;
        }

        int half = names.Length / 2; // depth of recursion: log2 of the number of names
        Sort(names[..half]);
        Sort(names[half..]);
        int[] left = names[..half].ToArray();
        int a = 0, b = half, to = 0;
        while (a < left.Length)
        {
            names[to++] = b < names.Length && Compare(left[a], names[b]) > 0 ? names[b++] : left[a++];
        }
    }

    public int Compare(int a, int b) => tape.IsRanked && tape.Tokens[a].Pos != tape.Tokens[b].Pos
        ? tape.Tokens[a].Pos.CompareTo(tape.Tokens[b].Pos)
        : Utf8Text.Compare(tape.Text(tape.Tokens[a], _source), tape.Text(tape.Tokens[b], _source));
}
