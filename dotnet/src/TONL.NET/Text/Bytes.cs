// Looking ahead in text, a vector at a time, where values are short: spaces at the start of a line, the end of a bare text, a name that is expected, and
// ASCII made a string. A vector is only read where all of it lies in the text; near its end the plain twins take over. A test holds both equal.
using System;
using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace TONL.NET.Text;

internal static partial class Bytes
{
    // bytes that end a bare text or make it a case for the tape: quotes, colons (a line with one may be classified otherwise), escaped delimiters
    private static readonly SearchValues<byte> s_lineEnd = SearchValues.Create("\n\":"u8);
    private static readonly SearchValues<byte> s_commaEnd = SearchValues.Create("\n\":\\,"u8);
    private static readonly SearchValues<byte> s_pipeEnd = SearchValues.Create("\n\":\\|"u8);
    private static readonly SearchValues<byte> s_semicolonEnd = SearchValues.Create("\n\":\\;"u8);
    private static readonly SearchValues<byte> s_tabEnd = SearchValues.Create("\n\":\\\t"u8);

    /// <summary>Number of spaces from a place on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Spaces(ReadOnlySpan<byte> text, int at)
    {
        if (at <= text.Length - 16)
        {
            uint other = ~Vector128.Equals(At(text, at), Vector128.Create((byte)' ')).ExtractMostSignificantBits();
            int count = BitOperations.TrailingZeroCount(other);
            if (count < 16)
            {
                return count;
            }
        }

        return SpacesSlow(text, at);
    }

    public static int SpacesSlow(ReadOnlySpan<byte> text, int at)
    {
        int i = at;
        while ((uint)i < (uint)text.Length && text[i] == ' ')
        {
            i++;
        }

        return i - at;
    }

    /// <summary>Whether the word stands at a place; false also where that cannot be seen at once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has(ReadOnlySpan<byte> text, int at, in Word word)
    {
        if (word.Length > 16 || at > text.Length - 16)
        {
            return false;
        }

        uint same = Vector128.Equals(At(text, at), Vector128.LoadUnsafe(ref MemoryMarshal.GetArrayDataReference(word.Bytes))).ExtractMostSignificantBits();
        return (same | (~0u << word.Length)) == ~0u;
    }

    /// <summary>The first line feed, -1 where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LineFeed(ReadOnlySpan<byte> text)
    {
        if (text.Length >= 16)
        {
            uint found = Vector128.Equals(At(text, 0), Vector128.Create((byte)'\n')).ExtractMostSignificantBits();
            if (found != 0)
            {
                return BitOperations.TrailingZeroCount(found);
            }
        }

        return text.IndexOf((byte)'\n');
    }

    /// <summary>The first line feed, quote or colon; the length of the text where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LineEnd(ReadOnlySpan<byte> text, int at)
    {
        if (at <= text.Length - 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"'))
                | Vector128.Equals(bytes, Vector128.Create((byte)':'));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return LineEndFar(text, at);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int LineEndFar(ReadOnlySpan<byte> text, int at)
    {
        for (; at <= text.Length - 16; at += 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)':'));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return LineEndSlow(text, at);
    }

    public static int LineEndSlow(ReadOnlySpan<byte> text, int at)
    {
        int length = text[at..].IndexOfAny(s_lineEnd);
        return length < 0 ? text.Length : at + length;
    }

    /// <summary>The same, or a backslash or the delimiter.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CellEnd(ReadOnlySpan<byte> text, int at, byte split)
    {
        if (at <= text.Length - 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"'))
                | Vector128.Equals(bytes, Vector128.Create((byte)':')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\'))
                | Vector128.Equals(bytes, Vector128.Create(split));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return CellEndFar(text, at, split);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int CellEndFar(ReadOnlySpan<byte> text, int at, byte split)
    {
        for (; at <= text.Length - 16; at += 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)':')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\')) | Vector128.Equals(bytes, Vector128.Create(split));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return CellEndSlow(text, at, split);
    }

    public static int CellEndSlow(ReadOnlySpan<byte> text, int at, byte split)
    {
        int length = text[at..].IndexOfAny(split switch
        {
            (byte)',' => s_commaEnd,
            (byte)'|' => s_pipeEnd,
            (byte)';' => s_semicolonEnd,
            _ => s_tabEnd,
        });
        return length < 0 ? text.Length : at + length;
    }

    /// <summary>The first quote, backslash or line feed; the length of the text where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int QuoteEnd(ReadOnlySpan<byte> text, int at)
    {
        if (at <= text.Length - 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"'))
                | Vector128.Equals(bytes, Vector128.Create((byte)'\\'));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return QuoteEndFar(text, at);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int QuoteEndFar(ReadOnlySpan<byte> text, int at)
    {
        for (; at <= text.Length - 16; at += 16)
        {
            Vector128<byte> bytes = At(text, at);
            Vector128<byte> found = Vector128.Equals(bytes, Vector128.Create((byte)'\n')) | Vector128.Equals(bytes, Vector128.Create((byte)'"')) | Vector128.Equals(bytes, Vector128.Create((byte)'\\'));
            if (found != Vector128<byte>.Zero)
            {
                return at + BitOperations.TrailingZeroCount(found.ExtractMostSignificantBits());
            }
        }

        return QuoteEndSlow(text, at);
    }

    public static int QuoteEndSlow(ReadOnlySpan<byte> text, int at)
    {
        int length = text[at..].IndexOfAny((byte)'"', (byte)'\\', (byte)'\n');
        return length < 0 ? text.Length : at + length;
    }

    /// <summary>Part of a text that is UTF-8, as a string; not empty.</summary>
    public static string String(ReadOnlySpan<byte> text, int at, int length)
    {
        if (length > 32 || at > text.Length - 32)
        {
            return Utf8Text.Decode(text.Slice(at, length));
        }

        uint wide = At(text, at).ExtractMostSignificantBits();
        if (length > 16)
        {
            wide |= At(text, at + 16).ExtractMostSignificantBits() << 16;
        }

        ReadOnlySpan<byte> part = text.Slice(at, length);
        return (wide << (32 - length)) == 0 ? string.Create(length, part, static (chars, bytes) => Widen(bytes, chars)) : Utf8Text.Decode(part);
    }

    /// <summary>At most 32 ASCII characters, straight into the string: from the start and from the end, which may overlap.</summary>
    private static void Widen(ReadOnlySpan<byte> bytes, Span<char> chars)
    {
        int length = chars.Length;
        if (bytes.Length != length)
        {
            throw new ArgumentException("as many bytes as characters expected");
        }

        ref byte from = ref MemoryMarshal.GetReference(bytes);
        ref ushort to = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(chars));
        if (length >= 16)
        {
            (Vector128<ushort> low, Vector128<ushort> high) = Vector128.Widen(Vector128.LoadUnsafe(ref from));
            low.StoreUnsafe(ref to);
            high.StoreUnsafe(ref to, 8);
            (low, high) = Vector128.Widen(Vector128.LoadUnsafe(ref from, (nuint)length - 16));
            low.StoreUnsafe(ref to, (nuint)length - 16);
            high.StoreUnsafe(ref to, (nuint)length - 8);
        }
        else if (length >= 8)
        {
            ulong first = Unsafe.ReadUnaligned<ulong>(ref from), last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, length - 8));
            Vector128.WidenLower(Vector128.CreateScalar(first).AsByte()).StoreUnsafe(ref to);
            Vector128.WidenLower(Vector128.CreateScalar(last).AsByte()).StoreUnsafe(ref to, (nuint)length - 8);
        }
        else
        {
            for (int i = 0; i < chars.Length; i++)
            {
                chars[i] = (char)bytes[i];
            }
        }
    }

    /// <summary>The 16 bytes from a place that is at least so many before the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> At(ReadOnlySpan<byte> text, int at)
    {
        ReadOnlySpan<byte> bytes = text.Slice(at, 16);
        return Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(bytes));
    }
}
