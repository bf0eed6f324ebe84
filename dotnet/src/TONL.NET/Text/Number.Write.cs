// Numbers to their canonical text (1.1).
// Doubles: r = round(|x| * 10^k) for k = 0, 2, 4, 6; where r / 10^k gives x back and r has at most 15 digits, its digits are the shortest text
// (both divisions are exact-rounded); everything else takes the runtime's shortest digits. A test holds both ways equal.
using System;
using System.Buffers.Text;
using System.Globalization;

namespace TONL.NET.Text;

internal static partial class Number
{
    /// <summary>Canonical text of a double (1.1) into at least <see cref="MaxDouble"/> bytes.</summary>
    public static int Write(double value, Span<byte> output)
    {
        double abs = Math.Abs(value);
        if (abs <= MaxSafe && TryWriteShort(value, abs, output, out int written))
        {
            return written;
        }

        return WriteSlow(value, output);
    }

    /// <summary>The general way: the runtime's shortest digits, laid out anew.</summary>
    public static int WriteSlow(double value, Span<byte> output)
    {
        if (!double.IsFinite(value))
        {
            return Word(double.IsNaN(value) ? "NaN"u8 : value > 0 ? "Infinity"u8 : "-Infinity"u8, output);
        }

        Span<byte> raw = stackalloc byte[MaxDouble];
        value.TryFormat(raw, out int n, "R", CultureInfo.InvariantCulture);
        return Layout(raw[..n], output, Math.Abs(value) > MaxSafe && Math.Floor(value) == value);
    }

    public static int Write(float value, Span<byte> output)
    {
        if (!float.IsFinite(value))
        {
            return WriteSlow(value, output);
        }

        Span<byte> raw = stackalloc byte[MaxDouble];
        value.TryFormat(raw, out int n, "R", CultureInfo.InvariantCulture);
        return Layout(raw[..n], output, Math.Abs(value) > MaxSafe && MathF.Floor(value) == value);
    }

    public static int Write(Half value, Span<byte> output)
    {
        if (!Half.IsFinite(value))
        {
            return WriteSlow((double)value, output);
        }

        Span<byte> raw = stackalloc byte[MaxDouble];
        ((IUtf8SpanFormattable)value).TryFormat(raw, out int n, "R", CultureInfo.InvariantCulture);
        return Layout(raw[..n], output, false);
    }

    private static bool TryWriteShort(double value, double abs, Span<byte> output, out int written)
    {
        written = 0;
        long m = (long)abs;
        if (m == abs)
        {
            if (m == 0 && double.IsNegative(value))
            {
                return (written = Word("-0"u8, output)) > 0;
            }

            written = Words.Signed(double.IsNegative(value) ? -m : m, output);
            return true;
        }

        if (abs is < 1e-3 or >= 1e9)
        {
            return false;
        }

        double scaled = Math.Round(abs * 100);
        int decimals = 2;
        if (scaled / 100 != abs)
        {
            decimals = 4;
            scaled = Math.Round(abs * 1e4);
            if (scaled / 1e4 != abs)
            {
                decimals = 6;
                scaled = Math.Round(abs * 1e6);
                if (scaled / 1e6 != abs || scaled >= 1e15)
                {
                    return false;
                }
            }
        }

        // scaled / 10^decimals is abs to the last bit, so its whole part is m
        long r = (long)scaled;
        while (r % 10 == 0)
        {
            r /= 10;
            decimals--;
        }

        int i = 0;
        if (double.IsNegative(value))
        {
            output[i++] = (byte)'-';
        }

        i += Words.Digits((ulong)m, output[i..]);
        output[i++] = (byte)'.';
        Words.Fixed((uint)(r - (m * (long)Powers[decimals])), decimals, output[i..]);
        written = i + decimals;
        return true;
    }

    /// <summary>From the runtime's shortest text to ECMAScript's layout; <paramref name="exponent"/> forces the exponent form.</summary>
    private static int Layout(ReadOnlySpan<byte> raw, Span<byte> output, bool exponent)
    {
        int i = 0;
        int o = 0;
        if (raw[0] == '-')
        {
            output[o++] = (byte)'-';
            i = 1;
        }

        // digits d1..dk without leading or trailing zeros, value = 0.d1..dk x 10^n
        Span<byte> digits = stackalloc byte[MaxDouble];
        int k = 0, n = 0;
        bool point = false;
        for (; i < raw.Length && (raw[i] | 0x20) != 'e'; i++)
        {
            if (raw[i] == '.')
            {
                point = true;
                continue;
            }

            if (k == 0 && raw[i] == '0')
            {
                n -= point ? 1 : 0;
                continue;
            }

            digits[k++] = raw[i];
            n += point ? 0 : 1;
        }

        if (i < raw.Length)
        {
            Utf8Parser.TryParse(raw[(i + (raw[i + 1] == '+' ? 2 : 1))..], out int e, out _);
            n += e;
        }

        while (k > 0 && digits[k - 1] == '0')
        {
            k--;
        }

        if (k == 0)
        {
            output[o++] = (byte)'0';
            return o;
        }

        return LayoutDigits(digits[..k], n, output, o, exponent);
    }

    private static int LayoutDigits(ReadOnlySpan<byte> digits, int n, Span<byte> output, int o, bool exponent)
    {
        int k = digits.Length;
        if (!exponent && n > 0 && n <= 21)
        {
            int whole = Math.Min(k, n);
            digits[..whole].CopyTo(output[o..]);
            o += whole;
            if (k <= n)
            {
                output.Slice(o, n - k).Fill((byte)'0');
                return o + n - k;
            }

            output[o++] = (byte)'.';
            digits[n..].CopyTo(output[o..]);
            return o + k - n;
        }

        if (!exponent && n > -6 && n <= 0)
        {
            output[o++] = (byte)'0';
            output[o++] = (byte)'.';
            output.Slice(o, -n).Fill((byte)'0');
            o -= n;
            digits.CopyTo(output[o..]);
            return o + k;
        }

        output[o++] = digits[0];
        if (k > 1)
        {
            output[o++] = (byte)'.';
            digits[1..].CopyTo(output[o..]);
            o += k - 1;
        }

        output[o++] = (byte)'e';
        output[o++] = (byte)(n - 1 < 0 ? '-' : '+');
        Utf8Formatter.TryFormat(Math.Abs(n - 1), output[o..], out int e);
        return o + e;
    }
}
