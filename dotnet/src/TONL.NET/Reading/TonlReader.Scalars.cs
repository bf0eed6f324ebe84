// Scalars of codecs and generated code: the value where it stands in the text, or its token; numerals bare or quoted, ranges checked, never cut.
using System;
using System.Buffers.Text;
using System.ComponentModel;
using System.Globalization;
using System.Numerics;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlReader
{
    // ---- scalars

    /// <summary>For generated code: reads a bool.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool ReadBoolean()
    {
        if (_tape is null && TextBoolean(out bool value))
        {
            return value;
        }

        Kind kind = PeekKind();
        if (kind is not (Kind.True or Kind.False))
        {
            throw Mismatch("true or false");
        }

        _at++;
        return kind == Kind.True;
    }

    /// <summary>For generated code: reads an int.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int ReadInt32()
    {
        if (_tape is null && TextInteger(out long value) && value == (int)value)
        {
            TextDone();
            return (int)value;
        }

        return (int)Integer(int.MinValue, int.MaxValue, "an integer of 32 bits");
    }

    /// <summary>For generated code: reads a long.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public long ReadInt64()
    {
        if (_tape is null && TextInteger(out long value))
        {
            TextDone();
            return value;
        }

        return Integer(long.MinValue, long.MaxValue, "an integer of 64 bits");
    }

    /// <summary>For generated code: reads a uint.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public uint ReadUInt32() => (uint)Integer(0, uint.MaxValue, "an integer from 0 to 4294967295");

    /// <summary>For generated code: reads a short.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public short ReadInt16() => (short)Integer(short.MinValue, short.MaxValue, "an integer of 16 bits");

    /// <summary>For generated code: reads a ushort.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ushort ReadUInt16() => (ushort)Integer(0, ushort.MaxValue, "an integer from 0 to 65535");

    /// <summary>For generated code: reads a byte.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public byte ReadByte() => (byte)Integer(0, byte.MaxValue, "an integer from 0 to 255");

    /// <summary>For generated code: reads an sbyte.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sbyte ReadSByte() => (sbyte)Integer(sbyte.MinValue, sbyte.MaxValue, "an integer from -128 to 127");

    /// <summary>For generated code: reads a ulong.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public ulong ReadUInt64()
    {
        ReadOnlySpan<byte> text = Numeral("an integer from 0 to 18446744073709551615");
        if (Utf8Parser.TryParse(text, out ulong value, out int used) && used == text.Length)
        {
            _at++;
            return value;
        }

        BigInteger big = BigInteger(text);
        if (big < 0 || big > ulong.MaxValue)
        {
            throw OutOfRange(text);
        }

        _at++;
        return (ulong)big;
    }

    /// <summary>For generated code: reads a double.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public double ReadDouble()
    {
        if (_tape is null && TextDouble(out double quick))
        {
            return quick;
        }

        ReadOnlySpan<byte> text = Numeral("a number");
        double value = ToDouble(text);
        if (double.IsInfinity(value) && !Number.IsKeyword(text))
        {
            throw Fail(ErrorCodes.Number, $"a number that a double can hold expected, `{Errors.Excerpt(text)}` found");
        }

        _at++;
        return value;
    }

    /// <summary>For generated code: reads a float.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public float ReadSingle()
    {
        ReadOnlySpan<byte> text = Numeral("a number");
        float value = Number.IsKeyword(text) ? (float)ToDouble(text) : float.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        if (float.IsInfinity(value) && !Number.IsKeyword(text))
        {
            throw Fail(ErrorCodes.Number, $"a number that a float can hold expected, `{Errors.Excerpt(text)}` found");
        }

        _at++;
        return value;
    }

    internal Half ReadHalf()
    {
        ReadOnlySpan<byte> text = Numeral("a number");
        Half value = Number.IsKeyword(text) ? (Half)ToDouble(text) : Half.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        if (Half.IsInfinity(value) && !Number.IsKeyword(text))
        {
            throw Fail(ErrorCodes.Number, $"a number that a Half can hold expected, `{Errors.Excerpt(text)}` found");
        }

        _at++;
        return value;
    }

    /// <summary>For generated code: reads a decimal from its digits.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public decimal ReadDecimal()
    {
        if (_tape is null && TextDecimal(out decimal quick))
        {
            return quick;
        }

        ReadOnlySpan<byte> text = Numeral("a decimal number");
        if (Number.IsKeyword(text))
        {
            throw Mismatch("a decimal number");
        }

        if (!decimal.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal value))
        {
            throw OutOfRange(text);
        }

        _at++;
        return value;
    }

    /// <summary>For generated code: reads a string; null for null, the text for a number or bool.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public string? ReadString()
    {
        if (_tape is null && TextString(out string? quick))
        {
            return quick;
        }

        Kind kind = PeekKind();
        switch (kind)
        {
            case Kind.Null:
                _at++;
                return null;
            case Kind.True:
                _at++;
                return "true";
            case Kind.False:
                _at++;
                return "false";
            case Kind.Number or Kind.String:
                string value = Utf8Text.Decode(_tape!.Text(_tape.Tokens[_at], _text));
                _at++;
                return value;
            default:
                throw Mismatch("a string");
        }
    }

    /// <summary>For generated code: reads a char.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public char ReadChar()
    {
        Kind kind = PeekKind();
        string? text = kind is Kind.Number or Kind.String ? Utf8Text.Decode(_tape!.Text(_tape.Tokens[_at], _text)) : null;
        if (text is not { Length: 1 })
        {
            throw Mismatch("one UTF-16 character");
        }

        _at++;
        return text[0];
    }

    /// <summary>For generated code: reads a DateTime.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public DateTime ReadDateTime()
    {
        if (_tape is null && TextSpan(out ReadOnlySpan<byte> quick) && Scalars.TryDateTime(quick, out DateTime found))
        {
            TextDone();
            return found;
        }

        ReadOnlySpan<byte> text = Text("a date and time");
        if (!Scalars.TryDateTime(text, out DateTime value))
        {
            throw Mismatch("a date and time");
        }

        _at++;
        return value;
    }

    /// <summary>For generated code: reads a DateTimeOffset.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public DateTimeOffset ReadDateTimeOffset()
    {
        if (_tape is null && TextSpan(out ReadOnlySpan<byte> quick) && Scalars.TryDateTimeOffset(quick, out DateTimeOffset found))
        {
            TextDone();
            return found;
        }

        ReadOnlySpan<byte> text = Text("a date and time with offset");
        if (!Scalars.TryDateTimeOffset(text, out DateTimeOffset value))
        {
            throw Mismatch("a date and time with offset");
        }

        _at++;
        return value;
    }

    /// <summary>For generated code: reads a Guid.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public Guid ReadGuid()
    {
        if (_tape is null && TextSpan(out ReadOnlySpan<byte> quick) && Scalars.TryGuid(quick, out Guid found))
        {
            TextDone();
            return found;
        }

        ReadOnlySpan<byte> text = Text("a Guid");
        if (!Scalars.TryGuid(text, out Guid value))
        {
            throw Mismatch("a Guid");
        }

        _at++;
        return value;
    }

    /// <summary>The text of a string, or of a bare number or word, without moving on.</summary>
    internal ReadOnlySpan<byte> Text(string expected)
    {
        Kind kind = PeekKind();
        return kind switch
        {
            Kind.String or Kind.Number => _tape!.Text(_tape.Tokens[_at], _text),
            Kind.True => "true"u8,
            Kind.False => "false"u8,
            _ => throw Mismatch(expected),
        };
    }

    /// <summary>A bare or quoted numeral, without moving on.</summary>
    internal ReadOnlySpan<byte> Numeral(string expected)
    {
        Kind kind = PeekKind();
        ReadOnlySpan<byte> text = kind is Kind.Number or Kind.String ? _tape!.Text(_tape.Tokens[_at], _text) : default;
        if (kind == Kind.Number || (kind == Kind.String && (Number.IsNumeral(text) || text.SequenceEqual("NaN"u8) || text.SequenceEqual("Infinity"u8) || text.SequenceEqual("-Infinity"u8))))
        {
            return text;
        }

        throw Mismatch(expected);
    }

    internal void Advance() => _at++;

    private static double ToDouble(ReadOnlySpan<byte> text)
    {
        if (Number.IsKeyword(text))
        {
            return text[0] == 'N' ? double.NaN : text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
        }

        return Number.ToDouble(text);
    }

    private long Integer(long least, long most, string expected)
    {
        ReadOnlySpan<byte> text = Numeral(expected);
        if (!Utf8Parser.TryParse(text, out long value, out int used) || used != text.Length)
        {
            bool tooLarge = false;
            if (Number.IsKeyword(text) || !Scalars.TryLong(text, out value, out tooLarge))
            {
                throw tooLarge ? OutOfRange(text) : Mismatch("an integer");
            }
        }

        if (value < least || value > most)
        {
            throw OutOfRange(text);
        }

        _at++;
        return value;
    }

    /// <summary>The integral value of a numeral, also of 1.0 and 1e2; raises for others.</summary>
    internal readonly BigInteger BigInteger(ReadOnlySpan<byte> text)
    {
        if (Number.IsKeyword(text))
        {
            throw Mismatch("an integer");
        }

        if (!Scalars.TryInteger(text, out BigInteger value, out bool tooLarge))
        {
            throw tooLarge ? OutOfRange(text) : Mismatch("an integer");
        }

        return value;
    }

    internal readonly TonlException OutOfRange(ReadOnlySpan<byte> text) =>
        Fail(ErrorCodes.Range, $"the number `{Errors.Excerpt(text)}` is out of range");

    internal readonly TonlException Mismatch(string expected) => Fail(ErrorCodes.Type, $"{expected} expected, {Describe()} found");

    internal readonly TonlException Fail(string code, string message, Exception? inner = null) =>
        Errors.At(_text, code, message, ValuePos, null, inner, _tape is null ? -1 : _at);

    private readonly string Describe()
    {
        if (_tape is null)
        {
            return "another value";
        }

        ref Token token = ref _tape.Tokens[_at];
        return token.Kind switch
        {
            Kind.Null => "null",
            Kind.True => "`true`",
            Kind.False => "`false`",
            Kind.Object => "an object",
            Kind.Array => "an array",
            _ => $"`{Errors.Excerpt(_tape.Text(token, _text))}`",
        };
    }
}
