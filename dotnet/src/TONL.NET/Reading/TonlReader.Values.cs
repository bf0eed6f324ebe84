// What codecs and generated code read with: a cursor over values. A value lies on a tape (this file) or still in the text (Text part, the short way
// for canonical lines); codecs cannot tell. Each member or element that is announced is read or skipped exactly once.
using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>For generated code: an object or array that is being read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct TonlScope
{
    internal TonlNames? Names;
    internal int Left; // tape: members or elements to come
    internal int Last; // index of the last member
    internal int Mode; // how members are found: see TonlReader.Text
    internal int Indent;
    internal int Start;
    internal int End;
    internal int Outer;
}

public ref partial struct TonlReader
{
    private Tape? _tape;
    private int _at; // token of the current value
    private int _depth;

    /// <summary>A reader of the value at a token.</summary>
    internal TonlReader(Tape tape, ReadOnlySpan<byte> source, int index, TonlOptions options)
    {
        _text = source;
        _options = options;
        _tape = tape;
        _at = index;
        Delimiter = options.Delimiter;
        Version = "1.0";
    }

    internal readonly TonlOptions Options => _options;

    internal readonly TonlBinding Binding => _options.Binding;

    internal readonly Tape? CurrentTape => _tape;

    internal readonly int CurrentToken => _at;

    internal readonly ReadOnlySpan<byte> Source => _text;

    // ---- structure

    /// <summary>For generated code: takes a null; false where the value is something else.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool TryReadNull()
    {
        if (_tape is null)
        {
            return TextNull();
        }

        if (_tape.Tokens[_at].Kind != Kind.Null)
        {
            return false;
        }

        _at++;
        return true;
    }

    /// <summary>For generated code: enters an object.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public TonlScope BeginObject(TonlNames names)
    {
        if (_tape is null)
        {
            return TextObject(names);
        }

        ref Token token = ref _tape.Tokens[_at];
        if (token.Kind != Kind.Object)
        {
            throw Mismatch("an object");
        }

        EnterContainer();
        _at++;
        return new TonlScope { Names = names, Left = token.Length, Last = -1 };
    }

    /// <summary>For generated code: the index of the next member that the type has, or -1 at the end of the object.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int NextMember(ref TonlScope scope)
    {
        if (scope.Mode != 0)
        {
            return TextMember(ref scope);
        }

        TonlNames names = scope.Names!;
        while (scope.Left > 0)
        {
            scope.Left--;
            ref Token token = ref _tape!.Tokens[_at];
            ReadOnlySpan<byte> name = _tape.Text(token, _text);
            int index = Lookup(names, name, scope.Last);
            _at++;
            if (index >= 0)
            {
                scope.Last = index;
                if (names.IsReadable(index))
                {
                    return index;
                }
            }
            else
            {
                Unknown(name, token.Pos);
            }

            _at = _tape.After(_at);
        }

        _depth--;
        return -1;
    }

    /// <summary>The next member, also one that the type does not have (-2, its name in <paramref name="unknown"/>).</summary>
    internal int NextMemberOrUnknown(ref TonlScope scope, out string? unknown)
    {
        unknown = null;
        TonlNames names = scope.Names!;
        while (scope.Left > 0)
        {
            scope.Left--;
            ReadOnlySpan<byte> name = _tape!.Text(_tape.Tokens[_at], _text);
            int index = Lookup(names, name, scope.Last);
            _at++;
            if (index < 0)
            {
                unknown = Utf8Text.Decode(name);
                return -2;
            }

            scope.Last = index;
            if (names.IsReadable(index))
            {
                return index;
            }

            _at = _tape.After(_at);
        }

        _depth--;
        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Lookup(TonlNames names, ReadOnlySpan<byte> name, int last)
    {
        int expected = names.Next(last);
        return expected >= 0 && name.SequenceEqual(names[expected].Utf8) ? expected : names.Find(name, _options.PropertyNameCaseInsensitive);
    }

    private string? _allowed;

    /// <summary>A name that is not reported as unknown; the one before.</summary>
    internal string? AllowName(string? name)
    {
        string? before = _allowed;
        _allowed = name;
        return before;
    }

    /// <summary>Enters an object whose names are keys.</summary>
    internal TonlScope BeginEntries(out int count)
    {
        ref Token token = ref _tape!.Tokens[_at];
        if (token.Kind != Kind.Object)
        {
            throw Mismatch("an object");
        }

        EnterContainer();
        _at++;
        count = token.Length;
        return new TonlScope { Left = token.Length };
    }

    internal bool NextEntry(ref TonlScope scope, out ReadOnlySpan<byte> name)
    {
        name = default;
        if (scope.Left == 0)
        {
            _depth--;
            return false;
        }

        scope.Left--;
        name = _tape!.Text(_tape.Tokens[_at++], _text);
        return true;
    }

    internal readonly TonlException BadKey(ReadOnlySpan<byte> name, Type type) =>
        Errors.At(_text, ErrorCodes.Type, $"a key of type {type.Name} expected, `{Errors.Excerpt(name)}` found", _tape!.Tokens[_at - 1].Pos);

    internal readonly TonlException NullFor(string expected) =>
        Errors.At(_text, ErrorCodes.Type, $"{expected} expected, null found", _tape is null ? _pos : _tape.Tokens[_at - 1].Pos);

    private readonly void Unknown(ReadOnlySpan<byte> name, int pos)
    {
        if (_allowed is not null && Utf8Text.Decode(name) == _allowed)
        {
            return;
        }

        if (_disallowUnknown || _options.UnmappedMemberHandling == JsonUnmappedMemberHandling.Disallow)
        {
            throw Errors.At(_text, ErrorCodes.Unmapped, $"the type has no member `{Errors.Excerpt(name)}`", pos);
        }
    }

    private bool _disallowUnknown;

    /// <summary>Type-level handling of unknown names; the setting before it.</summary>
    internal bool DisallowUnknown(bool value)
    {
        bool before = _disallowUnknown;
        _disallowUnknown = value;
        return before;
    }

    /// <summary>For generated code: enters an array.</summary>
    internal TonlScope BeginArray(out int capacity)
    {
        if (_tape is null)
        {
            return TextArray(out capacity);
        }

        ref Token token = ref _tape.Tokens[_at];
        if (token.Kind != Kind.Array)
        {
            throw Mismatch("an array");
        }

        EnterContainer();
        _at++;
        capacity = token.Length;
        return new TonlScope { Left = token.Length };
    }

    /// <summary>Whether another element follows; it is then the current value.</summary>
    internal bool NextElement(ref TonlScope scope)
    {
        if (scope.Mode != 0)
        {
            return TextElement(ref scope);
        }

        if (scope.Left > 0)
        {
            scope.Left--;
            return true;
        }

        _depth--;
        return false;
    }

    /// <summary>For generated code: skips the current value.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Skip()
    {
        if (_tape is null)
        {
            TextSkip();
        }
        else
        {
            _at = _tape.After(_at);
        }
    }

    /// <summary>For generated code: reads a value of any type.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public T? Read<T>(TonlTypePlan<T> plan) => plan.Codec(Binding).Read(ref this);

    /// <summary>For generated code: a required member did not come.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly TonlException Missing(TonlNames names, int index) =>
        Errors.At(_text, ErrorCodes.Missing, $"the required member `{names[index].Text}` is missing", _objectPos);

    internal readonly TonlException Missing(string name, int pos) =>
        Errors.At(_text, ErrorCodes.Missing, $"the required member `{name}` is missing", pos);

    private int _objectPos;

    internal Kind PeekKind()
    {
        if (_tape is null)
        {
            TextToTape();
        }

        return _tape!.Tokens[_at].Kind;
    }

    /// <summary>Position of the current value in the input, for errors.</summary>
    internal readonly int ValuePos => _tape is null ? _pos : _tape.Tokens[_at].Pos;

    private void EnterContainer()
    {
        _objectPos = _tape!.Tokens[_at].Pos;
        _depth++;
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw Errors.At(_text, ErrorCodes.Depth, "the value is nested too deep for the stack", _objectPos);
        }
    }

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
            BigInteger big = BigInteger(text);
            if (big < least || big > most)
            {
                throw OutOfRange(text);
            }

            value = (long)big;
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

    internal readonly TonlException Fail(string code, string message, Exception? inner = null) => Errors.At(_text, code, message, ValuePos, null, inner);

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
