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
        long exponent = 0;
        if (e >= 0)
        {
            ReadOnlySpan<byte> digits = text[(e + 1)..];
            digits = digits.Length > 0 && digits[0] == '+' ? digits[1..] : digits;
            if (!Utf8Parser.TryParse(digits, out exponent, out int used) || used != digits.Length)
            {
                exponent = digits.Length > 0 && digits[0] == '-' ? -long.MaxValue / 2 : long.MaxValue / 2;
            }
        }

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

    private static bool LooksIso(ReadOnlySpan<char> s) => s.Length >= 8 && char.IsAsciiDigit(s[0]) && s.IndexOf('-') == 4;
}
