// Numbers: integers of every width, binary and decimal fractions, as bare digits.
using System;
using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

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
