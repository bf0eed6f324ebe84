// A value of a document: its place on the tape. Access by name is by ordinal comparison, from the last member on (the last of equals wins).
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using TONL.NET.Document;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>A value of a <see cref="TonlDocument"/>. Asking for the wrong kind raises <see cref="InvalidOperationException"/>.</summary>
public readonly struct TonlElement
{
    private readonly TonlDocument? _document;
    private readonly int _index;

    internal TonlElement(TonlDocument document, int index)
    {
        _document = document;
        _index = index;
    }

    /// <summary>The kind of the value.</summary>
    public TonlValueKind ValueKind => _document is null ? TonlValueKind.Undefined : Token.Kind switch
    {
        Kind.Object => TonlValueKind.Object,
        Kind.Array => TonlValueKind.Array,
        Kind.String => TonlValueKind.String,
        Kind.Number => TonlValueKind.Number,
        Kind.True => TonlValueKind.True,
        Kind.False => TonlValueKind.False,
        _ => TonlValueKind.Null,
    };

    /// <summary>Line of the text on which the value begins, from 1.</summary>
    public int LineNumber => Errors.Place(Document.Text, Token.Pos).Line;

    private TonlDocument Document => _document ?? throw new InvalidOperationException("this element belongs to no document");

    private ref readonly Token Token => ref Document.Tape.Tokens[_index];

    /// <summary>An element of an array.</summary>
    public TonlElement this[int index]
    {
        get
        {
            Want(Kind.Array);
            if (index < 0 || index >= Token.Length)
            {
                throw new ArgumentOutOfRangeException(nameof(index));
            }

            Tape tape = Document.Tape;
            if (Token.Start == _index + 1 + Token.Length)
            {
                return new TonlElement(Document, _index + 1 + index); // scalars only: one token each
            }

            int at = _index + 1;
            for (; index > 0; index--)
            {
                at = tape.After(at);
            }

            return new TonlElement(Document, at);
        }
    }

    /// <summary>A member of an object: <see cref="GetProperty"/>.</summary>
    public TonlElement this[string name] => GetProperty(name);

    /// <summary>Number of elements.</summary>
    public int GetArrayLength()
    {
        Want(Kind.Array);
        return Token.Length;
    }

    /// <summary>A member; <see cref="KeyNotFoundException"/> where there is none.</summary>
    public TonlElement GetProperty(string name) =>
        TryGetProperty(name, out TonlElement value) ? value : throw new KeyNotFoundException($"the object has no member `{name}`");

    /// <summary>A member, if there is one.</summary>
    public bool TryGetProperty(string name, out TonlElement value)
    {
        ArgumentNullException.ThrowIfNull(name);
        Want(Kind.Object);
        byte[] utf8 = Utf8Text.Encode(name);
        Tape tape = Document.Tape;
        int found = -1;
        for (int i = _index + 1; i < Token.Start; i = tape.After(i + 1))
        {
            if (tape.Text(tape.Tokens[i], Document.Text).SequenceEqual(utf8))
            {
                found = i + 1;
            }
        }

        value = found < 0 ? default : new TonlElement(Document, found);
        return found >= 0;
    }

    /// <summary>The string; null for null.</summary>
    public string? GetString()
    {
        if (Token.Kind == Kind.Null)
        {
            return null;
        }

        Want(Kind.String);
        return Utf8Text.Decode(RawUtf8());
    }

    /// <summary>The bool.</summary>
    public bool GetBoolean() => Token.Kind switch
    {
        Kind.True => true,
        Kind.False => false,
        _ => throw Wrong("a bool"),
    };

    /// <summary>The number as an int; <c>E_RANGE</c> where it does not fit, <c>E_TYPE</c> where it is not integral.</summary>
    public int GetInt32() => TryGetInt32(out int value) ? value : throw Misfit("an Int32");

    /// <summary>The number as a long; <c>E_RANGE</c> where it does not fit, <c>E_TYPE</c> where it is not integral.</summary>
    public long GetInt64() => TryGetInt64(out long value) ? value : throw Misfit("an Int64");

    /// <summary>The number as a double; <c>E_NUMBER</c> where it overflows.</summary>
    public double GetDouble() => TryGetDouble(out double value) ? value : throw Misfit("a double", ErrorCodes.Number);

    /// <summary>The number as a decimal; <c>E_RANGE</c> where it does not fit.</summary>
    public decimal GetDecimal() => TryGetDecimal(out decimal value) ? value : throw Misfit("a decimal", Number.IsKeyword(RawUtf8()) ? ErrorCodes.Type : ErrorCodes.Range);

    /// <summary>The integer, of any size; <c>E_TYPE</c> where it is not integral.</summary>
    public BigInteger GetBigInteger()
    {
        Want(Kind.Number);
        return !Number.IsKeyword(RawUtf8()) && Scalars.TryInteger(RawUtf8(), out BigInteger value, out _) ? value : throw Misfit("an integer");
    }

    /// <summary>The number as an int, if it fits.</summary>
    public bool TryGetInt32(out int value)
    {
        bool fits = TryGetInt64(out long wide) && wide == (int)wide;
        value = fits ? (int)wide : 0;
        return fits;
    }

    /// <summary>The number as a long, if it fits.</summary>
    public bool TryGetInt64(out long value)
    {
        Want(Kind.Number);
        ReadOnlySpan<byte> text = RawUtf8();
        if (System.Buffers.Text.Utf8Parser.TryParse(text, out value, out int used) && used == text.Length)
        {
            return true;
        }

        value = 0;
        if (Number.IsKeyword(text) || !Scalars.TryInteger(text, out BigInteger big, out _) || big < long.MinValue || big > long.MaxValue)
        {
            return false;
        }

        value = (long)big;
        return true;
    }

    /// <summary>The number as a double, if it does not overflow.</summary>
    public bool TryGetDouble(out double value)
    {
        Want(Kind.Number);
        ReadOnlySpan<byte> text = RawUtf8();
        if (Number.IsKeyword(text))
        {
            value = text[0] == 'N' ? double.NaN : text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
            return true;
        }

        value = Number.ToDouble(text);
        return double.IsFinite(value);
    }

    /// <summary>The number as a decimal, if it fits.</summary>
    public bool TryGetDecimal(out decimal value)
    {
        Want(Kind.Number);
        value = 0;
        return !Number.IsKeyword(RawUtf8()) && decimal.TryParse(RawUtf8(), NumberStyles.Float, CultureInfo.InvariantCulture, out value);
    }

    /// <summary>The lexeme of a number, the value of a string, or the word.</summary>
    public string GetRawText() => Token.Kind switch
    {
        Kind.Null => "null",
        Kind.True => "true",
        Kind.False => "false",
        Kind.Number or Kind.String => Utf8Text.Decode(RawUtf8()),
        _ => throw Wrong("a scalar"),
    };

    /// <summary>The elements of an array.</summary>
    public IEnumerable<TonlElement> EnumerateArray()
    {
        Want(Kind.Array);
        return Elements(Document, _index);
    }

    /// <summary>The members of an object, in text order.</summary>
    public IEnumerable<TonlProperty> EnumerateObject()
    {
        Want(Kind.Object);
        return Members(Document, _index);
    }

    /// <summary>The dynamic value.</summary>
    public object? ToObject() => _document is null ? null : Engine.ReadDynamic(Document.Tape, Document.Text, _index);

    /// <summary>Reads the element as a host value.</summary>
    [RequiresUnreferencedCode("Types may be looked at by reflection; use the overload with a TonlTypeInfo<T> where code is trimmed.")]
    [RequiresDynamicCode("Code may be made at run time; use the overload with a TonlTypeInfo<T> where that is not possible.")]
    public T? Deserialize<T>(TonlOptions? options = null)
    {
        options ??= Document.Options;
        options.Check();
        return Engine.ReadToken(Document.Tape, Document.Text, _index, options.Binding.PlanOf<T>().Codec(options.Binding), options, _index == Document.Root);
    }

    /// <summary>Reads the element as a host value.</summary>
    public T? Deserialize<T>(TonlTypeInfo<T> typeInfo)
    {
        TonlOptions options = TonlSerializer.Readable(typeInfo, null);
        return Engine.ReadToken(Document.Tape, Document.Text, _index, typeInfo.TypedPlan.Codec(options.Binding), options, _index == Document.Root);
    }

    /// <summary>The raw text of a scalar; for containers their kind.</summary>
    public override string ToString() => _document is null ? "" : Token.IsContainer ? ValueKind.ToString() : GetRawText();

    private static IEnumerable<TonlElement> Elements(TonlDocument document, int array)
    {
        int end = document.Tape.Tokens[array].Start;
        for (int i = array + 1; i < end; i = document.Tape.After(i))
        {
            yield return new TonlElement(document, i);
        }
    }

    private static IEnumerable<TonlProperty> Members(TonlDocument document, int container)
    {
        int end = document.Tape.Tokens[container].Start;
        for (int i = container + 1; i < end; i = document.Tape.After(i + 1))
        {
            string name = Utf8Text.Decode(document.Tape.Text(document.Tape.Tokens[i], document.Text));
            yield return new TonlProperty(name, new TonlElement(document, i + 1));
        }
    }

    private ReadOnlySpan<byte> RawUtf8() => Document.Tape.Text(Token, Document.Text);

    private void Want(Kind kind)
    {
        if (Token.Kind != kind)
        {
            throw Wrong(kind.ToString());
        }
    }

    private InvalidOperationException Wrong(string expected) => new($"the element is of kind {ValueKind}, not {expected}");

    private TonlException Misfit(string type) =>
        Misfit(type, !Number.IsKeyword(RawUtf8()) && (Scalars.TryInteger(RawUtf8(), out _, out bool tooLarge) || tooLarge) ? ErrorCodes.Range : ErrorCodes.Type);

    private TonlException Misfit(string type, string code)
    {
        TonlException e = Errors.At(Document.Text, code, $"{type} expected, `{Errors.Excerpt(RawUtf8())}` found", Token.Pos);
        return new TonlException(Engine.Bare(e), code, e.LineNumber ?? 0, e.Position ?? 0, Engine.PathToToken(Document.Tape, Document.Text, _index)) { ByteOffset = e.ByteOffset };
    }
}

/// <summary>A member of an object.</summary>
public readonly struct TonlProperty
{
    internal TonlProperty(string name, TonlElement value)
    {
        Name = name;
        Value = value;
    }

    /// <summary>The member's name.</summary>
    public string Name { get; }

    /// <summary>The member's value.</summary>
    public TonlElement Value { get; }

    /// <inheritdoc/>
    public override string ToString() => $"{Name}: {Value}";
}
