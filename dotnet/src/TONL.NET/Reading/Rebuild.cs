// Rare repairs of a container that is about to close: members given twice (the last wins and takes the later place), elements whose index came late.
using System;
using System.Collections.Generic;
using TONL.NET.Document;

namespace TONL.NET.Reading;

internal static class Rebuild
{
    /// <summary>Drops earlier members of the same name; the number that stays. Names are hashed with the process's random seed.</summary>
    public static int Members(Tape tape, ReadOnlySpan<byte> text, int container, int count)
    {
        if (count <= Few && !HasDouble(tape, text, container, count))
        {
            return count;
        }

        int size = (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(8, count * 2));
        int[] table = System.Buffers.ArrayPool<int>.Shared.Rent(size);
        table.AsSpan(0, size).Clear();
        bool[]? dropped = null;
        var starts = new int[count];
        int n = 0;
        for (int i = container + 1; n < count; i = tape.After(i + 1), n++)
        {
            starts[n] = i;
            ReadOnlySpan<byte> name = tape.Text(tape.Tokens[i], text);
            var hasher = default(HashCode);
            hasher.AddBytes(name);
            int at = hasher.ToHashCode() & (size - 1);
            for (; table[at] != 0; at = (at + 1) & (size - 1))
            {
                if (tape.Text(tape.Tokens[starts[table[at] - 1]], text).SequenceEqual(name))
                {
                    dropped ??= new bool[count];
                    dropped[table[at] - 1] = true;
                    break;
                }
            }

            table[at] = n + 1;
        }

        System.Buffers.ArrayPool<int>.Shared.Return(table);
        if (dropped is null)
        {
            return count;
        }

        int to = container + 1, kept = 0;
        for (int m = 0; m < count; m++)
        {
            int end = m + 1 < count ? starts[m + 1] : tape.Count;
            if (!dropped[m])
            {
                Move(tape.Tokens, starts[m], end, to);
                to += end - starts[m];
                kept++;
            }
        }

        tape.Count = to;
        return kept;
    }

    private const int Few = 12;

    /// <summary>Whether two of a few names are equal: nearly always their lengths alone say no.</summary>
    private static bool HasDouble(Tape tape, ReadOnlySpan<byte> text, int container, int count)
    {
        Span<int> names = stackalloc int[Few];
        int n = 0;
        for (int i = container + 1; n < count; i = tape.After(i + 1), n++)
        {
            ref Token name = ref tape.Tokens[i];
            for (int m = 0; m < n; m++)
            {
                if (tape.Tokens[names[m]].Length == name.Length && tape.Text(tape.Tokens[names[m]], text).SequenceEqual(tape.Text(name, text)))
                {
                    return true;
                }
            }

            names[n] = i;
        }

        return false;
    }

    /// <summary>Puts elements at their indices; <paramref name="late"/> tells which places of the tape belong elsewhere.</summary>
    public static int Elements(Tape tape, int container, int count, List<(int Container, int Ordinal, int Index)> late)
    {
        var places = new int[count];
        int next = 0, waiting = 0, ordinal = 0;
        for (int i = container + 1; i < tape.Count; i = tape.After(i), ordinal++)
        {
            if (waiting < late.Count && late[waiting].Ordinal == ordinal)
            {
                places[late[waiting++].Index] = i;
            }
            else
            {
                places[next++] = i;
            }
        }

        Token[] copy = tape.Tokens.AsSpan(container + 1, tape.Count - container - 1).ToArray();
        int to = container + 1;
        foreach (int place in places)
        {
            int from = place - container - 1;
            int end = (copy[from].IsContainer ? copy[from].Start : place + 1) - container - 1;
            for (int i = from; i < end; i++)
            {
                Token token = copy[i];
                if (token.IsContainer)
                {
                    token.Start += to - place;
                }

                tape.Tokens[to + i - from] = token;
            }

            to += end - from;
        }

        tape.Count = to;
        return count;
    }

    private static void Move(Token[] tokens, int from, int end, int to)
    {
        int shift = to - from;
        if (shift == 0)
        {
            return;
        }

        for (int i = from; i < end; i++)
        {
            Token token = tokens[i];
            if (token.IsContainer)
            {
                token.Start += shift;
            }

            tokens[i + shift] = token;
        }
    }
}
