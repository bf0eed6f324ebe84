// White space of the format (paragraph 2) on UTF-8: used for trimming and by the quoting rules. No state, spans in and out.
// The set: U+0009-000D 0020 00A0 1680 2000-200A 2028 2029 202F 205F 3000 FEFF; not U+0085, not U+200B.
using System;
using System.Runtime.CompilerServices;

namespace TONL.NET.Text;

internal static class Space
{
    /// <summary>Length in bytes of the white space character at the start, 0 where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int At(ReadOnlySpan<byte> text, int i)
    {
        byte b = text[i];
        if (b < 0x80)
        {
            return b == ' ' || (uint)(b - 9) <= 4 ? 1 : 0;
        }

        return Wide(text, i, b);
    }

    /// <summary>Length in bytes of the white space character that ends before <paramref name="end"/>, 0 where there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Before(ReadOnlySpan<byte> text, int end)
    {
        byte b = text[end - 1];
        if (b < 0x80)
        {
            return b == ' ' || (uint)(b - 9) <= 4 ? 1 : 0;
        }

        return WideBefore(text, end);
    }

    public static ReadOnlySpan<byte> Trim(ReadOnlySpan<byte> text) => TrimEnd(TrimStart(text));

    public static ReadOnlySpan<byte> TrimStart(ReadOnlySpan<byte> text)
    {
        int i = 0;
        while (i < text.Length && At(text, i) is var n and > 0)
        {
            i += n;
        }

        return text[i..];
    }

    public static ReadOnlySpan<byte> TrimEnd(ReadOnlySpan<byte> text)
    {
        int end = text.Length;
        while (end > 0 && Before(text, end) is var n and > 0)
        {
            end -= n;
        }

        return text[..end];
    }

    public static bool AtEdge(ReadOnlySpan<byte> text) => text.Length > 0 && (At(text, 0) > 0 || Before(text, text.Length) > 0);

    public static bool IsBlank(ReadOnlySpan<byte> text) => TrimStart(text).Length == 0;

    /// <summary>Whether U+2028 or U+2029 stands in the text: line ends for the reference's patterns.</summary>
    public static bool HasLineSeparator(ReadOnlySpan<byte> text)
    {
        for (int i = 0; ;)
        {
            int at = text[i..].IndexOf("\u2028"u8[..2]);
            if (at < 0)
            {
                return false;
            }

            i += at + 2;
            if (i < text.Length && text[i] is 0xA8 or 0xA9)
            {
                return true;
            }
        }
    }

    /// <summary>White space beyond ASCII, as a UTF-16 unit.</summary>
    public static bool IsWide(char c) =>
        c is '\u00A0' or '\u1680' or (>= '\u2000' and <= '\u200A') or '\u2028' or '\u2029' or '\u202F' or '\u205F' or '\u3000' or '\uFEFF';

    private static int Wide(ReadOnlySpan<byte> text, int i, byte b)
    {
        if (b == 0xC2)
        {
            return i + 1 < text.Length && text[i + 1] == 0xA0 ? 2 : 0;
        }

        if (b is not (0xE1 or 0xE2 or 0xE3 or 0xEF) || i + 2 >= text.Length)
        {
            return 0;
        }

        return IsWide(b, text[i + 1], text[i + 2]) ? 3 : 0;
    }

    private static int WideBefore(ReadOnlySpan<byte> text, int end)
    {
        if (end >= 2 && text[end - 1] == 0xA0 && text[end - 2] == 0xC2)
        {
            return 2;
        }

        return end >= 3 && IsWide(text[end - 3], text[end - 2], text[end - 1]) ? 3 : 0;
    }

    private static bool IsWide(byte a, byte b, byte c) => a switch
    {
        0xE1 => b == 0x9A && c == 0x80,
        0xE2 => b == 0x80 ? c is (>= 0x80 and <= 0x8A) or 0xA8 or 0xA9 or 0xAF : b == 0x81 && c == 0x9F,
        0xE3 => b == 0x80 && c == 0x80,
        0xEF => b == 0xBB && c == 0xBF,
        _ => false,
    };
}
