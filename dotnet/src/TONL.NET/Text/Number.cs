// Numerals (paragraphs 1.1 and 4): recognising them, their values and their canonical text, without the current culture. Numbers to text: Number.Write.
using System;
using System.Buffers.Text;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace TONL.NET.Text;

internal static partial class Number
{
    /// <summary>Longest canonical text of a double.</summary>
    public const int MaxDouble = 32;

    private const double MaxSafe = 9007199254740991;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsDigit(byte b) => (uint)(b - '0') <= 9;

    /// <summary>All digits, with an optional minus.</summary>
    public static bool IsInteger(ReadOnlySpan<byte> s)
    {
        int i = s.Length > 0 && s[0] == '-' ? 1 : 0;
        return i < s.Length && Digits(s, i) == s.Length;
    }

    /// <summary>The format's numerals: <c>-?[0-9]+ | -?[0-9]*\.[0-9]+ | -?[0-9]+\.?[0-9]*[eE][+-]?[0-9]+</c>.</summary>
    public static bool IsNumeral(ReadOnlySpan<byte> s)
    {
        if (s.Length == 0 || s[0] > '9')
        {
            return false;
        }

        int i = s[0] == '-' ? 1 : 0;
        int end = Digits(s, i);
        bool whole = end > i;
        if (end == s.Length)
        {
            return whole;
        }

        bool point = s[end] == '.', fraction = false;
        if (point)
        {
            int from = end + 1;
            end = Digits(s, from);
            fraction = end > from;
            if (end == s.Length)
            {
                return fraction;
            }
        }

        if (!whole || (s[end] | 0x20) != 'e')
        {
            return false;
        }

        end++;
        if (end < s.Length && s[end] is (byte)'+' or (byte)'-')
        {
            end++;
        }

        return end < s.Length && Digits(s, end) == s.Length;
    }

    /// <summary>true false null undefined NaN Infinity -Infinity.</summary>
    public static bool IsKeyword(ReadOnlySpan<byte> s) => s.Length switch
    {
        3 => s.SequenceEqual("NaN"u8),
        4 => s.SequenceEqual("true"u8) || s.SequenceEqual("null"u8),
        5 => s.SequenceEqual("false"u8),
        8 => s.SequenceEqual("Infinity"u8),
        9 => s.SequenceEqual("undefined"u8) || s.SequenceEqual("-Infinity"u8),
        _ => false,
    };

    public static bool IsSpecial(ReadOnlySpan<byte> s) => IsKeyword(s) || IsNumeral(s);

    /// <summary>A numeral that the reference itself keeps as text (4.2).</summary>
    public static bool ReferenceKeeps(ReadOnlySpan<byte> s)
    {
        if (!IsNumeral(s))
        {
            return false;
        }

        double value = ToDouble(s);
        return IsInteger(s) ? Math.Abs(value) > MaxSafe : !double.IsFinite(value);
    }

    /// <summary>The nearest double of a numeral; infinity beyond.</summary>
    public static double ToDouble(ReadOnlySpan<byte> s)
    {
        if (TrySmallDouble(s, out double value))
        {
            return value;
        }

        return Utf8Parser.TryParse(s, out value, out int used) && used == s.Length
            ? value
            : double.Parse(s, NumberStyles.Float, CultureInfo.InvariantCulture);
    }

    /// <summary>At most 15 digits and 22 decimals: m / 10^k of two exact doubles.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TrySmallDouble(ReadOnlySpan<byte> s, out double value)
    {
        value = 0;
        int i = 0;
        bool negative = false;
        if (s.Length > 0 && s[0] == '-')
        {
            negative = true;
            i = 1;
        }

        if (s.Length - i > 16)
        {
            return false;
        }

        long mantissa = 0;
        int digits = 0, decimals = -1;
        for (; i < s.Length; i++)
        {
            uint d = (uint)(s[i] - '0');
            if (d <= 9)
            {
                mantissa = (mantissa * 10) + d;
                digits++;
            }
            else if (s[i] == '.' && decimals < 0)
            {
                decimals = digits;
            }
            else
            {
                return false;
            }
        }

        if (digits is 0 or > 15)
        {
            return false;
        }

        value = mantissa;
        if (decimals >= 0)
        {
            value /= Powers[digits - decimals];
        }

        if (negative)
        {
            value = -value;
        }

        return true;
    }

    private static ReadOnlySpan<double> Powers =>
        [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16];

    /// <summary>Canonical text of a numeral (1, 1.1) into at least length + <see cref="MaxDouble"/> bytes.</summary>
    public static int Canonical(ReadOnlySpan<byte> numeral, Span<byte> output)
    {
        if (IsInteger(numeral))
        {
            int sign = numeral[0] == '-' ? 1 : 0;
            int from = sign;
            while (from < numeral.Length - 1 && numeral[from] == '0')
            {
                from++;
            }

            numeral[..sign].CopyTo(output);
            numeral[from..].CopyTo(output[sign..]);
            return sign + numeral.Length - from;
        }

        if (IsKeyword(numeral))
        {
            return Word(numeral, output);
        }

        if (IsCanonicalDecimal(numeral))
        {
            return Word(numeral, output);
        }

        double value = ToDouble(numeral);
        return double.IsFinite(value) ? Write(value, output) : Opaque(numeral, output);
    }

    /// <summary>Whether a numeral overflows binary64 (and is not all digits).</summary>
    public static bool IsOpaque(ReadOnlySpan<byte> numeral) => !IsInteger(numeral) && !IsKeyword(numeral) && !double.IsFinite(ToDouble(numeral));

    /// <summary>At most 15 digits with a point, no exponent, no trailing or needless leading zero, not below 1e-6: already shortest.</summary>
    private static bool IsCanonicalDecimal(ReadOnlySpan<byte> s)
    {
        if (s.Length > 16 || s[^1] is (byte)'0' or (byte)'.')
        {
            return false;
        }

        int i = s[0] == '-' ? 1 : 0;
        int point = s.IndexOf((byte)'.');
        if (point <= i || (s[i] == '0' && point > i + 1) || s.Length - i > 16)
        {
            return false;
        }

        if (s[i] == '0' && s[(point + 1)..].StartsWith("00"u8))
        {
            return false;
        }

        return Digits(s, i) == point && Digits(s, point + 1) == s.Length;
    }

    /// <summary>An overflowing numeral in JSON's grammar: no leading zeros, no point without digits.</summary>
    private static int Opaque(ReadOnlySpan<byte> s, Span<byte> output)
    {
        int i = 0, o = 0;
        if (s[0] == '-')
        {
            output[o++] = (byte)'-';
            i = 1;
        }

        while (i + 1 < s.Length && s[i] == '0' && IsDigit(s[i + 1]))
        {
            i++;
        }

        if (s[i] == '.')
        {
            output[o++] = (byte)'0';
        }

        for (; i < s.Length; i++)
        {
            if (s[i] != '.' || (i + 1 < s.Length && IsDigit(s[i + 1])))
            {
                output[o++] = s[i];
            }
        }

        return o;
    }

    private static int Digits(ReadOnlySpan<byte> s, int i)
    {
        while (i < s.Length && IsDigit(s[i]))
        {
            i++;
        }

        return i;
    }

    private static int Word(ReadOnlySpan<byte> word, Span<byte> output)
    {
        word.CopyTo(output);
        return word.Length;
    }
}
