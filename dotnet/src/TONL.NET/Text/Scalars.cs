// Scalar texts of host types that are no plain numbers: dates (ISO 8601), Guids, integers of any size. Invariant, UTF-8, no culture.
using System;
using System.Buffers.Text;
using System.Globalization;
using System.Numerics;

namespace TONL.NET.Text;

internal static class Scalars
{
    /// <summary>Largest exponent that is expanded when a numeral is read as an integer.</summary>
    private const int MaxExponent = 10_000;

    public static bool TryDateTime(ReadOnlySpan<byte> text, out DateTime value)
    {
        if (text.Length is >= 27 and <= 33 && Utf8Parser.TryParse(text, out value, out int used, 'O') && used == text.Length)
        {
            return true;
        }

        Span<char> chars = stackalloc char[64];
        value = default;
        return Ascii(text, chars, out ReadOnlySpan<char> s)
            && DateTime.TryParse(s, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind, out value)
            && LooksIso(s);
    }

    public static bool TryDateTimeOffset(ReadOnlySpan<byte> text, out DateTimeOffset value)
    {
        if (text.Length == 33 && Utf8Parser.TryParse(text, out value, out int used, 'O') && used == text.Length)
        {
            return true;
        }

        Span<char> chars = stackalloc char[64];
        value = default;
        return Ascii(text, chars, out ReadOnlySpan<char> s)
            && DateTimeOffset.TryParse(s, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out value)
            && LooksIso(s);
    }

    public static bool TryGuid(ReadOnlySpan<byte> text, out Guid value) =>
        Utf8Parser.TryParse(text, out value, out int used, 'D') && used == text.Length;

    public static bool Ascii(ReadOnlySpan<byte> text, Span<char> buffer, out ReadOnlySpan<char> chars)
    {
        chars = default;
        if (text.Length > buffer.Length || System.Text.Ascii.ToUtf16(text, buffer, out int n) != System.Buffers.OperationStatus.Done)
        {
            return false;
        }

        chars = buffer[..n];
        return true;
    }

    /// <summary>The integral value of a numeral: digits, or with a fraction of zeros, or an exponent.</summary>
    public static bool TryInteger(ReadOnlySpan<byte> text, out BigInteger value, out bool tooLarge)
    {
        tooLarge = false;
        value = default;
        if (Number.IsInteger(text))
        {
            return BigInteger.TryParse(Utf8Text.Decode(text), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);
        }

        int e = text.IndexOfAny((byte)'e', (byte)'E');
        ReadOnlySpan<byte> mantissa = e < 0 ? text : text[..e];
        long exponent = e < 0 ? 0 : Exponent(text[e..]);

        Span<byte> all = mantissa.Length <= 256 ? stackalloc byte[256] : new byte[mantissa.Length];
        int n = 0, point = -1;
        foreach (byte b in mantissa)
        {
            if (b == '.')
            {
                point = n;
            }
            else
            {
                all[n++] = b;
            }
        }

        long scale = exponent - (point < 0 ? 0 : n - point);
        while (n > 1 && all[n - 1] == '0' && all[n - 2] != '-')
        {
            n--;
            scale++;
        }

        if (!BigInteger.TryParse(Utf8Text.Decode(all[..n]), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value))
        {
            return false;
        }

        if (value.IsZero || scale == 0)
        {
            return true;
        }

        if (scale < 0)
        {
            return false;
        }

        if (scale > MaxExponent)
        {
            tooLarge = true;
            return false;
        }

        value *= BigInteger.Pow(10, (int)scale);
        return true;
    }

    /// <summary>The same where 64 bits are enough, without big integers; <paramref name="tooLarge"/> where they are not.</summary>
    public static bool TryLong(ReadOnlySpan<byte> text, out long value, out bool tooLarge)
    {
        value = 0;
        tooLarge = false;
        bool negative = false, fraction = false;
        ulong digits = 0;
        long scale = 0, zeros = 0;
        int i = 0;
        for (; i < text.Length && (text[i] | 0x20) != 'e'; i++)
        {
            byte b = text[i];
            if (b is (byte)'-' or (byte)'.')
            {
                negative |= b == '-';
                fraction |= b == '.';
                continue;
            }

            scale -= fraction ? 1 : 0;
            zeros++;
            if (b != '0')
            {
                tooLarge |= !TryScale(ref digits, zeros) || digits > ulong.MaxValue - (uint)(b - '0');
                digits += (uint)(b - '0');
                zeros = 0;
            }
        }

        if (digits == 0 && !tooLarge)
        {
            return true;
        }

        scale += zeros + Exponent(text[i..]);
        if (scale < 0)
        {
            tooLarge = false; // no integer at all
            return false;
        }

        tooLarge |= !TryScale(ref digits, scale) || digits > (negative ? 1UL << 63 : long.MaxValue);
        value = negative ? (long)(0 - digits) : (long)digits;
        return !tooLarge;
    }

    private static bool TryScale(ref ulong digits, long power)
    {
        for (; power > 0 && digits != 0; power--)
        {
            if (digits > ulong.MaxValue / 10)
            {
                return false;
            }

            digits *= 10;
        }

        return true;
    }

    /// <summary>The exponent after <c>e</c>; huge ones count as far beyond everything.</summary>
    private static long Exponent(ReadOnlySpan<byte> text)
    {
        if (text.Length < 2)
        {
            return 0;
        }

        ReadOnlySpan<byte> digits = text[1] == '+' ? text[2..] : text[1..];
        return Utf8Parser.TryParse(digits, out long exponent, out int used) && used == digits.Length
            ? Math.Clamp(exponent, -long.MaxValue / 4, long.MaxValue / 4)
            : digits[0] == '-' ? -long.MaxValue / 4 : long.MaxValue / 4;
    }

    private static bool LooksIso(ReadOnlySpan<char> s) => s.Length >= 8 && char.IsAsciiDigit(s[0]) && s.IndexOf('-') == 4;
}
