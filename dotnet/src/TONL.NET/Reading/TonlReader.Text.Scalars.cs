// The short way, scalars: numbers digit by digit without looking for their end first, strings up to the delimiter or line feed. Whatever is
// not plainly what is wanted goes to a tape of one token (ScalarToTape), where the general code takes it.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlReader
{
    /// <summary>Whether a value may end here; the cursor for after it is then in _after.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool EndsAt(int at)
    {
        ReadOnlySpan<byte> text = _text;
        if ((uint)at >= (uint)text.Length)
        {
            _after = at;
            return true;
        }

        byte b = text[at];
        if (b == '\n')
        {
            _after = _what == At.Cell ? at : at + 1;
            return true;
        }

        if (_what != At.Cell)
        {
            return false;
        }

        if (b == _split)
        {
            _after = at;
            return true;
        }

        return b == ' ' && EndsAfterSpaces(at);
    }

    private bool EndsAfterSpaces(int at)
    {
        while (at < _text.Length && _text[at] == ' ')
        {
            at++;
        }

        _after = at;
        return at >= _text.Length || _text[at] == '\n' || _text[at] == _split;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TextDone() => _cursor = _after;

    private readonly bool IsScalar => _what is At.Scalar or At.Element or At.Cell;

    private bool TextNull()
    {
        int at = _cursor;
        if ((uint)at < (uint)_text.Length && _text[at] == 'n' && IsScalar && _text[at..].StartsWith("null"u8) && EndsAt(at + 4))
        {
            _cursor = _after;
            return true;
        }

        return false;
    }

    private bool TextBoolean(out bool value)
    {
        int at = _cursor;
        value = false;
        if (!IsScalar)
        {
            return _failed;
        }

        ReadOnlySpan<byte> text = _text[at..];
        if (text.StartsWith("true"u8) && EndsAt(at + 4))
        {
            value = true;
            _cursor = _after;
            return true;
        }

        if (text.StartsWith("false"u8) && EndsAt(at + 5))
        {
            _cursor = _after;
            return true;
        }

        return false;
    }

    private bool TextInteger(out long value)
    {
        value = 0;
        if (!IsScalar)
        {
            _after = _cursor;
            return _failed;
        }

        ReadOnlySpan<byte> text = _text;
        int i = _cursor;
        bool negative = (uint)i < (uint)text.Length && text[i] == '-';
        if (negative)
        {
            i++;
        }

        int first = i;
        long digits = 0;
        while ((uint)i < (uint)text.Length && (uint)(text[i] - '0') <= 9)
        {
            digits = (digits * 10) + (text[i] - '0');
            i++;
        }

        if (i == first || i - first > 18 || !EndsAt(i))
        {
            return false;
        }

        value = negative ? -digits : digits;
        return true;
    }

    private bool TextDouble(out double value)
    {
        value = 0;
        if (!TryDigits(15, out ulong digits, out int scale, out bool negative))
        {
            return _failed;
        }

        // both are exact: 15 digits fit 53 bits, powers of ten up to 22 are doubles, and the quotient is rounded once
        double result = scale == 0 ? digits : digits / s_powers[scale];
        value = negative ? -result : result;
        _cursor = _after;
        return true;
    }

    private static readonly double[] s_powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

    private bool TextDecimal(out decimal value)
    {
        value = 0;
        if (!TryDigits(18, out ulong digits, out int scale, out bool negative) || (negative && digits == 0))
        {
            return _failed;
        }

        value = new decimal((int)digits, (int)(digits >> 32), 0, negative, (byte)scale);
        _cursor = _after;
        return true;
    }

    /// <summary>Digits with at most one point between them, and nothing else in the value.</summary>
    private bool TryDigits(int most, out ulong digits, out int scale, out bool negative)
    {
        ReadOnlySpan<byte> text = _text;
        int i = _cursor;
        digits = 0;
        scale = 0;
        negative = (uint)i < (uint)text.Length && text[i] == '-';
        if (!IsScalar)
        {
            return false;
        }

        if (negative)
        {
            i++;
        }

        int first = i;
        while ((uint)i < (uint)text.Length && (uint)(text[i] - '0') <= 9)
        {
            digits = (digits * 10) + (uint)(text[i] - '0');
            i++;
        }

        int count = i - first;
        if (count == 0)
        {
            return false;
        }

        if ((uint)i < (uint)text.Length && text[i] == '.')
        {
            int point = ++i;
            while ((uint)i < (uint)text.Length && (uint)(text[i] - '0') <= 9)
            {
                digits = (digits * 10) + (uint)(text[i] - '0');
                i++;
            }

            scale = i - point;
            count += scale;
            if (scale == 0)
            {
                return false;
            }
        }

        return count <= most && EndsAt(i);
    }

    private bool TextString(out string? value)
    {
        value = null;
        if (!IsScalar)
        {
            return _failed;
        }

        int at = _cursor;
        byte first = _text[at];
        if (first == '"')
        {
            return QuotedString(at, out value);
        }

        if (!BareEnd(at, out int end))
        {
            return _failed;
        }

        ReadOnlySpan<byte> s = _text[at..end];
        if (first is (byte)'n' or (byte)'u')
        {
            if (s.SequenceEqual("null"u8))
            {
                _cursor = _after;
                return true;
            }

            if (s.SequenceEqual("undefined"u8))
            {
                Fail();
                return true;
            }
        }

        value = Bytes.String(_text, at, end - at);
        _cursor = _after;
        return true;
    }

    /// <summary>The text of a scalar without escapes, for dates and the like; TextDone takes it.</summary>
    private bool TextSpan(out ReadOnlySpan<byte> text)
    {
        text = default;
        if (!IsScalar || _failed)
        {
            return false;
        }

        int at = _cursor;
        if (_text[at] == '"')
        {
            int length = _text[(at + 1)..].IndexOfAny((byte)'"', (byte)'\\', (byte)'\n');
            int close = at + 1 + length;
            if (length <= 0 || _text[close] != '"' || !EndsAt(close + 1))
            {
                return false;
            }

            text = _text.Slice(at + 1, length);
            return true;
        }

        if (!BareEnd(at, out int end))
        {
            return false;
        }

        text = _text[at..end];
        return true;
    }

    private bool QuotedString(int at, out string? value)
    {
        value = null;
        int close = Bytes.QuoteEnd(_text, at + 1);
        if (close >= _text.Length || _text[close] != '"' || (close + 1 < _text.Length && _text[close + 1] == '"') || !EndsAt(close + 1))
        {
            return false; // escapes, or an error: by way of the tape
        }

        value = close == at + 1 ? "" : Bytes.String(_text, at + 1, close - at - 1);
        _cursor = _after;
        return true;
    }

    /// <summary>The end of the bare text at the cursor, white space at its end taken off; false and failed where it is not canonical.</summary>
    private bool BareEnd(int at, out int end)
    {
        ReadOnlySpan<byte> text = _text;
        end = _what == At.Scalar ? Bytes.LineEnd(text, at) : Bytes.CellEnd(text, at, _split);
        if (end < text.Length && text[end] != '\n' && (_what != At.Cell || text[end] != _split))
        {
            Fail();
            return false;
        }

        _after = _what == At.Cell || end == text.Length ? end : end + 1;
        byte last = text[end - 1], first = text[at];
        if ((byte)(last - 33) >= 95 || (byte)(first - 33) >= 95)
        {
            return Trimmed(at, ref end);
        }

        return true;
    }

    private bool Trimmed(int at, ref int end)
    {
        ReadOnlySpan<byte> s = _text[at..end];
        if (Space.At(s, 0) > 0)
        {
            Fail();
            return false;
        }

        end = at + Space.TrimEnd(s).Length;
        return true;
    }

    /// <summary>The current scalar as the one token of a tape.</summary>
    private void ScalarToTape(Tape tape)
    {
        int at = _cursor;
        if (_text[at] == '"')
        {
            int feed = _text[at..].IndexOf((byte)'\n');
            int after = Cells.AddString(tape, Kind.String, _text, at, feed < 0 ? _text.Length : at + feed);
            if (!EndsAt(after))
            {
                Fail();
                throw Refused();
            }
        }
        else if (!BareEnd(at, out int end) || !Cells.AddInferred(tape, _text, at, end))
        {
            Fail();
            throw Refused();
        }

        _cursor = _after;
    }

    private void SkipScalar()
    {
        TextToTape();
        _tape = null;
    }
}
