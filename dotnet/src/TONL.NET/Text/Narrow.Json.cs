// Strings and names of JSON: their end and what they hold, found together a vector at a time. The classes are those of Narrow, so that a writer of TONL
// need not look at the text again. A vector is only read where all of it lies in the input; near its end the plain twins take over.
using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace TONL.NET.Text;

internal static partial class Narrow
{
    // the first n of the last 16 bytes from 16 - n on are set
    private static ReadOnlySpan<byte> Masks =>
    [
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    // letters of identifiers, bit by bit: 1 digits, 2 rows 4 and 6, 4 rows 5 and 7, 8 the underscore
    private static Vector128<byte> LetterLow => Vector128.Create((byte)5, 7, 7, 7, 7, 7, 7, 7, 7, 7, 6, 2, 2, 2, 2, 10);
    private static Vector128<byte> LetterHigh => Vector128.Create((byte)0, 0, 0, 1, 2, 12, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0);

    /// <summary>The first quote, backslash or control character (the length of the text where there is none), and the classes of what lies before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int JsonStringEnd(ReadOnlySpan<byte> json, int start, byte delimiter, out uint classes)
    {
        if (start <= json.Length - 16 && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported))
        {
            Vector128<byte> bytes = At(json, start), kinds = Classify(bytes, Vector128.Create(delimiter));
            uint stop = Stops(bytes);
            if (stop != 0)
            {
                int length = BitOperations.TrailingZeroCount(stop);
                uint notable = (~Vector128.Equals(kinds, Vector128<byte>.Zero).ExtractMostSignificantBits() | bytes.ExtractMostSignificantBits()) & ((1u << length) - 1);
                classes = notable == 0 ? 0 : First(bytes, kinds, length);
                return start + length;
            }
        }

        return JsonStringEndFar(json, start, delimiter, out classes);
    }

    private static int JsonStringEndFar(ReadOnlySpan<byte> json, int start, byte delimiter, out uint classes)
    {
        classes = 0;
        int at = start;
        if (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported)
        {
            Vector128<byte> split = Vector128.Create(delimiter);
            for (; at <= json.Length - 16; at += 16)
            {
                Vector128<byte> bytes = At(json, at), kinds = Classify(bytes, split);
                uint stop = Stops(bytes);
                int length = stop == 0 ? 16 : BitOperations.TrailingZeroCount(stop);
                classes |= First(bytes, kinds, length);
                if (stop != 0)
                {
                    return at + length;
                }
            }
        }

        at = JsonStringEndSlow(json, at, delimiter, out uint rest);
        classes |= rest;
        return at;
    }

    /// <summary>Its plain twin.</summary>
    public static int JsonStringEndSlow(ReadOnlySpan<byte> json, int start, byte delimiter, out uint classes)
    {
        int at = start;
        while (at < json.Length && json[at] >= 0x20 && json[at] is not ((byte)'"' or (byte)'\\'))
        {
            at++;
        }

        classes = ClassesSlow(json[start..at], delimiter);
        return at;
    }

    /// <summary>The same end for a name, and whether what lies before it is an identifier.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int JsonNameEnd(ReadOnlySpan<byte> json, int start, out bool identifier)
    {
        if (start <= json.Length - 16 && (Ssse3.IsSupported || AdvSimd.Arm64.IsSupported))
        {
            Vector128<byte> bytes = At(json, start);
            uint stop = Stops(bytes);
            if (stop != 0)
            {
                int length = BitOperations.TrailingZeroCount(stop);
                uint other = Vector128.Equals(Letters(bytes), Vector128<byte>.Zero).ExtractMostSignificantBits() & ((1u << length) - 1);
                identifier = other == 0 && length > 0 && !Number.IsDigit(json[start]);
                return start + length;
            }
        }

        return JsonNameEndSlow(json, start, out identifier);
    }

    /// <summary>Its plain twin.</summary>
    public static int JsonNameEndSlow(ReadOnlySpan<byte> json, int start, out bool identifier)
    {
        int end = JsonStringEndSlow(json, start, 0, out _);
        identifier = Quote.IsIdentifier(json[start..end]);
        return end;
    }

    /// <summary>Whether the text at one place stands at another one, too, and a quote behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsNameAgain(ReadOnlySpan<byte> json, int name, int length, int at)
    {
        if ((uint)length <= 15 && (uint)at <= (uint)(json.Length - 16) && (uint)name < (uint)at)
        {
            uint same = Vector128.Equals(At(json, name), At(json, at)).ExtractMostSignificantBits();
            return (~same & ((1u << length) - 1)) == 0 && json[at + length] == '"';
        }

        return length < json.Length - at && json[at + length] == '"' && json.Slice(at, length).SequenceEqual(json.Slice(name, length));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Stops(Vector128<byte> bytes) =>
        (Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\'))
            | Vector128.LessThan(bytes, Vector128.Create((byte)0x20))).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Letters(Vector128<byte> bytes)
    {
        Vector128<byte> high = Vector128.ShiftRightLogical(bytes, 4);
        Vector128<byte> low = bytes & Vector128.Create((byte)15);
        return Ssse3.IsSupported
            ? Ssse3.Shuffle(LetterLow, low) & Ssse3.Shuffle(LetterHigh, high)
            : AdvSimd.Arm64.VectorTableLookup(LetterLow, low) & AdvSimd.Arm64.VectorTableLookup(LetterHigh, high);
    }

    /// <summary>The classes of the first bytes of a vector.</summary>
    private static uint First(Vector128<byte> bytes, Vector128<byte> kinds, int length)
    {
        Vector128<byte> mask = At(Masks, 16 - length);
        return Bits(kinds & mask) | ((bytes & mask).ExtractMostSignificantBits() != 0 ? Wide : 0);
    }

    /// <summary>The 16 bytes from a place that is at least so many before the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> At(ReadOnlySpan<byte> text, int at)
    {
        ReadOnlySpan<byte> bytes = text.Slice(at, 16);
        return Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(bytes));
    }
}
