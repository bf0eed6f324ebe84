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
