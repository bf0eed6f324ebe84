// Between UTF-16 strings and UTF-8 bytes, lone surrogates included: inside the library they travel as three bytes (ED A0..BF xx, "WTF-8").
// Text that is written never holds them raw: the quoting rules turn them into \uXXXX. Also: lengths and order in UTF-16 units.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;

namespace TONL.NET.Text;

internal static class Utf8Text
{
    /// <summary>Encodes into <paramref name="output"/>, which has 3 bytes for each unit; the number of bytes.</summary>
    public static int Encode(ReadOnlySpan<char> text, Span<byte> output, out bool lone)
    {
        lone = false;
        OperationStatus status = Utf8.FromUtf16(text, output, out int read, out int written, replaceInvalidSequences: false);
        if (status == OperationStatus.Done)
        {
            return written;
        }

        lone = true;
        while (read < text.Length)
        {
            int unit = text[read++]; // the lone surrogate that stopped the encoder
            output[written++] = (byte)(0xE0 | (unit >> 12));
            output[written++] = (byte)(0x80 | ((unit >> 6) & 0x3F));
            output[written++] = (byte)(0x80 | (unit & 0x3F));
            Utf8.FromUtf16(text[read..], output[written..], out int r, out int w, replaceInvalidSequences: false);
            read += r;
            written += w;
        }

        return written;
    }

    public static byte[] Encode(string text)
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(text.Length * 3);
        byte[] result = rented.AsSpan(0, Encode(text, rented, out _)).ToArray();
        ArrayPool<byte>.Shared.Return(rented);
        return result;
    }

    /// <summary>The string of valid UTF-8 or, where lone surrogates are, of WTF-8.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static string Decode(ReadOnlySpan<byte> text)
    {
        if (text.Length == 0)
        {
            return "";
        }

        return text.Length <= 48 && Ascii.IsValid(text) ? AsciiString(text) : DecodeSlow(text);
    }

    public static bool HasLone(ReadOnlySpan<byte> text)
    {
        for (int i = 0; ;)
        {
            int at = text[i..].IndexOf((byte)0xED);
            if (at < 0)
            {
                return false;
            }

            i += at + 1;
            if (i < text.Length && text[i] >= 0xA0)
            {
                return true;
            }
        }
    }

    /// <summary>The unit of a lone surrogate at a place, or -1.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int LoneAt(ReadOnlySpan<byte> text, int i) =>
        text[i] == 0xED && i + 2 < text.Length && text[i + 1] >= 0xA0 ? 0xD000 | ((text[i + 1] & 0x3F) << 6) | (text[i + 2] & 0x3F) : -1;

    /// <summary>Length in UTF-16 units.</summary>
    public static int Units(ReadOnlySpan<byte> text)
    {
        int units = 0;
        foreach (byte b in text)
        {
            units += (sbyte)b >= -64 ? b >= 0xF0 ? 2 : 1 : 0;
        }

        return units;
    }

    /// <summary>Length in code points.</summary>
    public static int Points(ReadOnlySpan<byte> text)
    {
        int points = 0;
        foreach (byte b in text)
        {
            points += (sbyte)b >= -64 ? 1 : 0;
        }

        return points;
    }

    /// <summary>Order by UTF-16 units: as bytes, except that supplementary characters come before U+E000 to U+FFFF.</summary>
    public static int Compare(ReadOnlySpan<byte> a, ReadOnlySpan<byte> b)
    {
        int same = a.CommonPrefixLength(b);
        if (same == a.Length || same == b.Length)
        {
            return a.Length - b.Length;
        }

        int x = a[same], y = b[same];
        if (x < 0xED && y < 0xED && (x < 0x80 || y < 0x80 || (x >= 0xC0 && y >= 0xC0)))
        {
            return x - y;
        }

        while (same > 0 && (sbyte)a[same] < -64)
        {
            same--;
        }

        return CompareUnits(a[same..], b[same..]);
    }

    private static int CompareUnits(ReadOnlySpan<byte> a, ReadOnlySpan<byte> b) =>
        string.CompareOrdinal(DecodeSlow(a[..Math.Min(a.Length, Step(a))]), DecodeSlow(b[..Math.Min(b.Length, Step(b))])) is var first && first != 0
            ? first
            : string.CompareOrdinal(DecodeSlow(a), DecodeSlow(b));

    private static int Step(ReadOnlySpan<byte> text)
    {
        int i = 1;
        while (i < text.Length && (sbyte)text[i] < -64)
        {
            i++;
        }

        return i;
    }

    private static string AsciiString(ReadOnlySpan<byte> text) => string.Create(text.Length, text, static (chars, bytes) => Ascii.ToUtf16(bytes, chars, out _));

    private static string DecodeSlow(ReadOnlySpan<byte> text)
    {
        if (!HasLone(text))
        {
            return Encoding.UTF8.GetString(text);
        }

        var result = new StringBuilder(text.Length);
        for (int i = 0; i < text.Length;)
        {
            int unit = LoneAt(text, i);
            if (unit >= 0)
            {
                result.Append((char)unit);
                i += 3;
                continue;
            }

            int end = i + 1;
            while (end < text.Length && LoneAt(text, end) < 0)
            {
                end++;
            }

            result.Append(Encoding.UTF8.GetString(text[i..end]));
            i = end;
        }

        return result.ToString();
    }
}
