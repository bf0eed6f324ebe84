// Scalars: one small codec per type over three bases: numerals (bare digits), texts (quoted where needed), and the few with ways of their own.
using System;
using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
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

internal sealed class Int32Codec : NumeralCodec<int>
{
    public override void Write(ref TonlWriter writer, TonlName name, int value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, int value)
    {
        writer.Cell(value);
        return true;
    }

    protected override ReadOnlySpan<byte> Format(int value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override int Parse(ref TonlReader reader) => reader.ReadInt32();
}

internal sealed class Int64Codec : NumeralCodec<long>
{
    public override void Write(ref TonlWriter writer, TonlName name, long value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, long value)
    {
        writer.Cell(value);
        return true;
    }

    protected override ReadOnlySpan<byte> Format(long value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override long Parse(ref TonlReader reader) => reader.ReadInt64();
}

internal sealed class Int16Codec : NumeralCodec<short>
{
    protected override ReadOnlySpan<byte> Format(short value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override short Parse(ref TonlReader reader) => reader.ReadInt16();
}

internal sealed class SByteCodec : NumeralCodec<sbyte>
{
    protected override ReadOnlySpan<byte> Format(sbyte value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override sbyte Parse(ref TonlReader reader) => reader.ReadSByte();
}

internal sealed class ByteCodec : NumeralCodec<byte>
{
    protected override ReadOnlySpan<byte> Format(byte value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override byte Parse(ref TonlReader reader) => reader.ReadByte();
}

internal sealed class UInt16Codec : NumeralCodec<ushort>
{
    protected override ReadOnlySpan<byte> Format(ushort value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override ushort Parse(ref TonlReader reader) => reader.ReadUInt16();
}

internal sealed class UInt32Codec : NumeralCodec<uint>
{
    protected override ReadOnlySpan<byte> Format(uint value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override uint Parse(ref TonlReader reader) => reader.ReadUInt32();
}

internal sealed class UInt64Codec : NumeralCodec<ulong>
{
    protected override ReadOnlySpan<byte> Format(ulong value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n);
        return buffer[..n];
    }

    protected override ulong Parse(ref TonlReader reader) => reader.ReadUInt64();
}

internal sealed class IntPtrCodec : NumeralCodec<nint>
{
    protected override ReadOnlySpan<byte> Format(nint value, Span<byte> buffer) => Formats.Int64(value, buffer);

    protected override nint Parse(ref TonlReader reader) => (nint)reader.ReadInt64();
}

internal sealed class UIntPtrCodec : NumeralCodec<nuint>
{
    protected override ReadOnlySpan<byte> Format(nuint value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n);
        return buffer[..n];
    }

    protected override nuint Parse(ref TonlReader reader) => (nuint)reader.ReadUInt64();
}

internal sealed class DoubleCodec : NumeralCodec<double>
{
    public override void Write(ref TonlWriter writer, TonlName name, double value) => writer.Write(name, value);

    public override bool WriteCell(ref TonlWriter writer, double value)
    {
        writer.Cell(value);
        return true;
    }

    protected override ReadOnlySpan<byte> Format(double value, Span<byte> buffer) => buffer[..Number.Write(value, buffer)];

    protected override double Parse(ref TonlReader reader) => reader.ReadDouble();
}

internal sealed class SingleCodec : NumeralCodec<float>
{
    protected override ReadOnlySpan<byte> Format(float value, Span<byte> buffer) => buffer[..Number.Write(value, buffer)];

    protected override float Parse(ref TonlReader reader) => reader.ReadSingle();
}

internal sealed class HalfCodec : NumeralCodec<Half>
{
    protected override ReadOnlySpan<byte> Format(Half value, Span<byte> buffer) => buffer[..Number.Write(value, buffer)];

    protected override Half Parse(ref TonlReader reader) => reader.ReadHalf();
}

internal sealed class DecimalCodec : NumeralCodec<decimal>
{
    public override bool WriteCell(ref TonlWriter writer, decimal value)
    {
        writer.Cell(value);
        return true;
    }

    protected override ReadOnlySpan<byte> Format(decimal value, Span<byte> buffer)
    {
        value.TryFormat(buffer, out int n, default, CultureInfo.InvariantCulture);
        return buffer[..n];
    }

    protected override decimal Parse(ref TonlReader reader) => reader.ReadDecimal();
}

internal sealed class BigIntegerCodec : NumeralCodec<BigInteger>
{
    protected override ReadOnlySpan<byte> Format(BigInteger value, Span<byte> buffer) =>
        System.Text.Encoding.ASCII.GetBytes(value.ToString("D", CultureInfo.InvariantCulture));

    protected override BigInteger Parse(ref TonlReader reader)
    {
        BigInteger value = reader.BigInteger(reader.Numeral("an integer"));
        reader.Advance();
        return value;
    }
}

internal sealed class Int128Codec : NumeralCodec<Int128>
{
    protected override ReadOnlySpan<byte> Format(Int128 value, Span<byte> buffer)
    {
        value.TryFormat(buffer, out int n, default, CultureInfo.InvariantCulture);
        return buffer[..n];
    }

    protected override Int128 Parse(ref TonlReader reader)
    {
        ReadOnlySpan<byte> text = reader.Numeral("an integer of 128 bits");
        BigInteger value = reader.BigInteger(text);
        if (value < Int128.MinValue || value > Int128.MaxValue)
        {
            throw reader.OutOfRange(text);
        }

        reader.Advance();
        return (Int128)value;
    }
}

internal sealed class UInt128Codec : NumeralCodec<UInt128>
{
    protected override ReadOnlySpan<byte> Format(UInt128 value, Span<byte> buffer)
    {
        value.TryFormat(buffer, out int n, default, CultureInfo.InvariantCulture);
        return buffer[..n];
    }

    protected override UInt128 Parse(ref TonlReader reader)
    {
        ReadOnlySpan<byte> text = reader.Numeral("an integer from 0 to 2^128 - 1");
        BigInteger value = reader.BigInteger(text);
        if (value < 0 || value > UInt128.MaxValue)
        {
            throw reader.OutOfRange(text);
        }

        reader.Advance();
        return (UInt128)value;
    }
}

internal sealed class DateTimeCodec : TextCodec<DateTime>
{
    protected override string Expected => "a date and time";

    protected override ReadOnlySpan<byte> Format(DateTime value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n, 'O');
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out DateTime value) => Scalars.TryDateTime(text, out value);
}

internal sealed class DateTimeOffsetCodec : TextCodec<DateTimeOffset>
{
    protected override string Expected => "a date and time with offset";

    protected override ReadOnlySpan<byte> Format(DateTimeOffset value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n, 'O');
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out DateTimeOffset value) => Scalars.TryDateTimeOffset(text, out value);
}

internal sealed class DateOnlyCodec : TextCodec<DateOnly>
{
    protected override string Expected => "a date (yyyy-MM-dd)";

    protected override ReadOnlySpan<byte> Format(DateOnly value, Span<byte> buffer)
    {
        value.TryFormat(buffer, out int n, "yyyy-MM-dd", CultureInfo.InvariantCulture);
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out DateOnly value)
    {
        Span<char> chars = stackalloc char[32];
        value = default;
        return Scalars.Ascii(text, chars, out ReadOnlySpan<char> s) && DateOnly.TryParseExact(s, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out value);
    }
}

internal sealed class TimeOnlyCodec : TextCodec<TimeOnly>
{
    protected override string Expected => "a time (HH:mm:ss)";

    protected override ReadOnlySpan<byte> Format(TimeOnly value, Span<byte> buffer)
    {
        value.TryFormat(buffer, out int n, value.Ticks % TimeSpan.TicksPerSecond == 0 ? "HH:mm:ss" : "HH:mm:ss.fffffff", CultureInfo.InvariantCulture);
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out TimeOnly value)
    {
        Span<char> chars = stackalloc char[32];
        value = default;
        return Scalars.Ascii(text, chars, out ReadOnlySpan<char> s) && s.Length > 4 && char.IsAsciiDigit(s[0]) && char.IsAsciiDigit(s[^1])
            && TimeOnly.TryParse(s, CultureInfo.InvariantCulture, DateTimeStyles.None, out value);
    }
}

internal sealed class TimeSpanCodec : TextCodec<TimeSpan>
{
    protected override string Expected => "a time span (d.hh:mm:ss)";

    protected override ReadOnlySpan<byte> Format(TimeSpan value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n, 'c');
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out TimeSpan value)
    {
        Span<char> chars = stackalloc char[32];
        value = default;
        return Scalars.Ascii(text, chars, out ReadOnlySpan<char> s) && s.Contains(':') && TimeSpan.TryParseExact(s, "c", CultureInfo.InvariantCulture, out value);
    }
}

internal sealed class GuidCodec : TextCodec<Guid>
{
    protected override string Expected => "a Guid";

    protected override ReadOnlySpan<byte> Format(Guid value, Span<byte> buffer)
    {
        Utf8Formatter.TryFormat(value, buffer, out int n, 'D');
        return buffer[..n];
    }

    protected override bool TryParse(ReadOnlySpan<byte> text, out Guid value) => Scalars.TryGuid(text, out value);
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
