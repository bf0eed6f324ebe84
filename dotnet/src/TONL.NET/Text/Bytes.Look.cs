// One look over a whole text for what keeps it from the short way of reading: bytes beyond ASCII (which ask for a check of the encoding), carriage
// returns, and three quotes in a row. A test holds the vector way equal to the plain one.
using System;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace TONL.NET.Text;

/// <summary>What a text holds.</summary>
[Flags]
internal enum TextMarks
{
    None = 0,

    /// <summary>A byte beyond ASCII.</summary>
    Wide = 1,

    /// <summary>A carriage return.</summary>
    Return = 2,

    /// <summary>Three quotes in a row.</summary>
    Triple = 4,
}

internal static partial class Bytes
{
    public static TextMarks Look(ReadOnlySpan<byte> text)
    {
        if (text.Length < 32)
        {
            return LookSlow(text);
        }

        ref byte at = ref MemoryMarshal.GetReference(text);
        Vector256<byte> all = Vector256<byte>.Zero, returns = Vector256<byte>.Zero;
        ulong quotes = 0, triple = 0;
        int i = 0;
        for (; i <= text.Length - 32; i += 32)
        {
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref at, (nuint)i);
            all |= bytes;
            returns |= Vector256.Equals(bytes, Vector256.Create((byte)'\r'));
            quotes = (quotes >> 32) | ((ulong)Vector256.Equals(bytes, Vector256.Create((byte)'"')).ExtractMostSignificantBits() << 32);
            triple |= quotes & (quotes << 1) & (quotes << 2);
        }

        if (i < text.Length)
        {
            // the last block overlaps the one before; of its quotes only the new ones follow those
            Vector256<byte> bytes = Vector256.LoadUnsafe(ref at, (nuint)text.Length - 32);
            all |= bytes;
            returns |= Vector256.Equals(bytes, Vector256.Create((byte)'\r'));
            uint last = Vector256.Equals(bytes, Vector256.Create((byte)'"')).ExtractMostSignificantBits();
            quotes = (quotes >> 32) | ((ulong)(last >> (32 - (text.Length - i))) << 32);
            triple |= quotes & (quotes << 1) & (quotes << 2);
        }

        TextMarks marks = all.ExtractMostSignificantBits() != 0 ? TextMarks.Wide : TextMarks.None;
        marks |= returns != Vector256<byte>.Zero ? TextMarks.Return : TextMarks.None;
        return marks | (triple != 0 ? TextMarks.Triple : TextMarks.None);
    }

    /// <summary>Its plain twin.</summary>
    public static TextMarks LookSlow(ReadOnlySpan<byte> text)
    {
        TextMarks marks = TextMarks.None;
        int quotes = 0;
        foreach (byte b in text)
        {
            quotes = b == '"' ? quotes + 1 : 0;
            marks |= b >= 0x80 ? TextMarks.Wide : b == '\r' ? TextMarks.Return : quotes == 3 ? TextMarks.Triple : TextMarks.None;
        }

        return marks;
    }
}
