// Scalars: one small codec per type over three bases: numerals (bare digits; NumberCodecs), texts (quoted where needed; DateCodecs), and the few with
// ways of their own.
using System;
using System.Buffers;
using System.Buffers.Text;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal abstract class ScalarCodec<T> : TonlCodec<T>, IKeyText
{
    public override bool IsScalar => true;

    public string KeyText(object key) => CanBeKey
        ? ToKey((T)key)
        : throw new TonlException($"{typeof(T)} cannot be a dictionary key", ErrorCodes.Unsupported, 0, 0);

    public sealed override bool WriteCellObject(ref TonlWriter writer, object value) => WriteCell(ref writer, (T)value);
}

/// <summary>Types whose text is a number.</summary>
internal abstract class NumeralCodec<T> : ScalarCodec<T>
{
    public override bool CanBeKey => true;

    protected abstract ReadOnlySpan<byte> Format(T value, Span<byte> buffer);

    protected abstract T Parse(ref TonlReader reader);

    public override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        writer.WriteNumeral(name, Format(value, buffer));
    }

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        writer.CellNumeral(Format(value, buffer));
        return true;
    }

    public override T Read(ref TonlReader reader) => Parse(ref reader);

    public override string ToKey(T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        return Utf8Text.Decode(Format(value, buffer));
    }

    public override bool TryFromKey(ReadOnlySpan<byte> text, out T value)
    {
        Tape tape = Tape.Rent();
        try
        {
            tape.AddSide(Kind.String, text, 0);
            var reader = new TonlReader(tape, default, 0, TonlOptions.Default);
            value = Parse(ref reader);
            return true;
        }
        catch (TonlException)
        {
            value = default!;
            return false;
        }
        finally
        {
            Tape.Return(tape);
        }
    }
}

/// <summary>Types whose text is a string.</summary>
internal abstract class TextCodec<T> : ScalarCodec<T>
{
    public override bool CanBeKey => true;

    protected abstract string Expected { get; }

    protected abstract ReadOnlySpan<byte> Format(T value, Span<byte> buffer);

    protected abstract bool TryParse(ReadOnlySpan<byte> text, out T value);

    public override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        writer.WriteAscii(name, Format(value, buffer));
    }

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        writer.CellAscii(Format(value, buffer));
        return true;
    }

    public override T Read(ref TonlReader reader)
    {
        if (!TryParse(reader.Text(Expected), out T value))
        {
            throw reader.Mismatch(Expected);
        }

        reader.Advance();
        return value;
    }

    public override string ToKey(T value)
    {
        Span<byte> buffer = stackalloc byte[64];
        return Utf8Text.Decode(Format(value, buffer));
    }

    public override bool TryFromKey(ReadOnlySpan<byte> text, out T value) => TryParse(text, out value);
}

internal sealed class BooleanCodec : ScalarCodec<bool>
{
    public override bool CanBeKey => true;

    public override void Write(ref TonlWriter writer, TonlName name, bool value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, bool value)
    {
        writer.Cell(value);
        return true;
    }

    public override bool Read(ref TonlReader reader) => reader.ReadBoolean();

    public override string ToKey(bool value) => value ? "true" : "false";

    public override bool TryFromKey(ReadOnlySpan<byte> text, out bool value)
    {
        value = text.SequenceEqual("true"u8);
        return value || text.SequenceEqual("false"u8);
    }
}

internal sealed class StringCodec : ScalarCodec<string>
{
    public override bool CanBeKey => true;

    public override void Write(ref TonlWriter writer, TonlName name, string value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, string value)
    {
        writer.Cell(value);
        return true;
    }

    public override string? Read(ref TonlReader reader) => reader.ReadString();

    public override string ToKey(string value) => value;

    public override bool TryFromKey(ReadOnlySpan<byte> text, out string value)
    {
        value = Utf8Text.Decode(text);
        return true;
    }
}

internal sealed class CharCodec : ScalarCodec<char>
{
    public override bool CanBeKey => true;

    public override void Write(ref TonlWriter writer, TonlName name, char value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, char value)
    {
        writer.Cell(value);
        return true;
    }

    public override char Read(ref TonlReader reader) => reader.ReadChar();

    public override string ToKey(char value) => value.ToString();

    public override bool TryFromKey(ReadOnlySpan<byte> text, out char value)
    {
        string s = Utf8Text.Decode(text);
        value = s.Length == 1 ? s[0] : default;
        return s.Length == 1;
    }
}

/// <summary>Reference types with a string form: Uri, Version.</summary>
internal sealed class StringFormCodec<T>(string expected, Func<T, string> format, Func<string, T?> parse) : ScalarCodec<T>
    where T : class
{
    public override bool CanBeKey => true;

    public override void Write(ref TonlWriter writer, TonlName name, T value) => writer.Write(name, value is null ? null : format(value));

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        writer.Cell(value is null ? null : format(value));
        return true;
    }

    public override T? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return null;
        }

        T value = parse(Utf8Text.Decode(reader.Text(expected))) ?? throw reader.Mismatch(expected);
        reader.Advance();
        return value;
    }

    public override string ToKey(T value) => format(value);

    public override bool TryFromKey(ReadOnlySpan<byte> text, out T value)
    {
        value = parse(Utf8Text.Decode(text))!;
        return value is not null;
    }
}

/// <summary>Bytes as base64; an array of numbers 0 to 255 is read too.</summary>
internal sealed class BytesCodec<T>(Func<T, ReadOnlyMemory<byte>?> get, Func<byte[], T> make) : ScalarCodec<T>
{
    public override void Write(ref TonlWriter writer, TonlName name, T value) => writer.Write(name, Text(value));

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        writer.Cell(Text(value));
        return true;
    }

    public override T? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default(T) is null ? default : throw reader.NullFor("base64 text");
        }

        if (reader.PeekKind() == Kind.Array)
        {
            reader.BeginArray(out int capacity, out TonlScope scope);
            var items = new byte[capacity];
            for (int i = 0; reader.NextElement(ref scope); i++)
            {
                items[i] = reader.ReadByte();
            }

            return make(items);
        }

        ReadOnlySpan<byte> text = reader.Text("base64 text");
        var bytes = new byte[Base64.GetMaxDecodedFromUtf8Length(text.Length)];
        if (Base64.DecodeFromUtf8(text, bytes, out _, out int n) != OperationStatus.Done)
        {
            throw reader.Mismatch("base64 text");
        }

        reader.Advance();
        return make(n == bytes.Length ? bytes : bytes[..n]);
    }

    private string? Text(T value) => get(value) is { } memory ? Convert.ToBase64String(memory.Span) : null;
}

internal static class Formats
{
    public static ReadOnlySpan<byte> Int64(long value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n);
        return buffer[..n];
    }
}
