// Nullables, enums, user converters, unsupported types.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed class NullableCodec<T>(TonlCodec<T> inner) : TonlCodec<T?>
    where T : struct
{
    public override bool IsScalar => inner.IsScalar;

    public override void Write(ref TonlWriter writer, TonlName name, T? value)
    {
        if (value.HasValue)
        {
            inner.Write(ref writer, name, value.GetValueOrDefault());
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    public override bool WriteCell(ref TonlWriter writer, T? value)
    {
        if (value.HasValue)
        {
            return inner.WriteCell(ref writer, value.GetValueOrDefault());
        }

        writer.CellNull();
        return true;
    }

    public override T? Read(ref TonlReader reader) => reader.TryReadNull() ? null : inner.Read(ref reader);

    public override bool WriteCellObject(ref TonlWriter writer, object value) => WriteCell(ref writer, (T?)value);
}

internal sealed class EnumCodec<T>(bool namesAlways, Dictionary<string, string>? given) : ScalarCodec<T>
    where T : struct, Enum
{
    private readonly string[] _names = Enum.GetNames<T>();
    private readonly T[] _values = Enum.GetValues<T>();
    private readonly bool _unsigned = Type.GetTypeCode(typeof(T)) is TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64;
    private readonly bool _flags = typeof(T).IsDefined(typeof(FlagsAttribute), false);
    private readonly string[]? _given = given is null ? null : Array.ConvertAll(Enum.GetNames<T>(), name => given.GetValueOrDefault(name, name));

    public override bool CanBeKey => true;

    public override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        if (ByName(writer.Options))
        {
            string text = Name(value);
            if (Enum.IsDefined(value) || _flags && !IsNumber(text))
            {
                writer.Write(name, text);
                return;
            }
        }

        if (_unsigned)
        {
            writer.Write(name, (ulong)ToNumber(value));
        }
        else
        {
            writer.Write(name, ToNumber(value));
        }
    }

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (ByName(writer.Options))
        {
            string text = Name(value);
            if (Enum.IsDefined(value) || _flags && !IsNumber(text))
            {
                writer.Cell(text);
                return true;
            }
        }

        if (_unsigned)
        {
            writer.Cell((ulong)ToNumber(value));
        }
        else
        {
            writer.Cell(ToNumber(value));
        }

        return true;
    }

    public override T Read(ref TonlReader reader)
    {
        Kind kind = reader.PeekKind();
        if (kind is not (Kind.String or Kind.Number))
        {
            throw reader.Mismatch($"a value of {typeof(T).Name}");
        }

        ReadOnlySpan<byte> text = reader.Text("");
        if (Number.IsNumeral(text))
        {
            if (kind == Kind.String && TryName(text, out T named))
            {
                reader.Advance();
                return named;
            }

            return FromNumber(ref reader, text);
        }

        if (!TryName(text, out T value))
        {
            throw reader.Mismatch($"a name of {typeof(T).Name}");
        }

        reader.Advance();
        return value;
    }

    public override string ToKey(T value) =>
        Enum.IsDefined(value) || (_flags && !IsNumber(Name(value))) ? Name(value)
        : _unsigned ? ((ulong)ToNumber(value)).ToString(CultureInfo.InvariantCulture) : ToNumber(value).ToString(CultureInfo.InvariantCulture);

    public override bool TryFromKey(ReadOnlySpan<byte> text, out T value)
    {
        if (TryName(text, out value))
        {
            return true;
        }

        if (!Number.IsInteger(text) || !Scalars.TryInteger(text, out BigInteger number, out _))
        {
            return false;
        }

        return TryNumber(number, out value);
    }

    private string Name(T value)
    {
        string text = value.ToString();
        return _given is null ? text : text.Contains(',') ? string.Join(", ", Array.ConvertAll(text.Split(", "), Given)) : Given(text);
    }

    private string Given(string name) => Array.IndexOf(_names, name) is >= 0 and int i ? _given![i] : name;

    private static bool IsNumber(string text) => text.Length > 0 && (char.IsAsciiDigit(text[0]) || text[0] == '-' || !char.IsLetter(text[0]) && text[0] != '_');

    private bool ByName(TonlOptions options) => namesAlways || options.EnumFormat == TonlEnumFormat.Name;

    private static long ToNumber(T value) => Type.GetTypeCode(typeof(T)) switch
    {
        TypeCode.Int32 => System.Runtime.CompilerServices.Unsafe.BitCast<T, int>(value),
        TypeCode.Byte => System.Runtime.CompilerServices.Unsafe.BitCast<T, byte>(value),
        TypeCode.SByte => System.Runtime.CompilerServices.Unsafe.BitCast<T, sbyte>(value),
        TypeCode.Int16 => System.Runtime.CompilerServices.Unsafe.BitCast<T, short>(value),
        TypeCode.UInt16 => System.Runtime.CompilerServices.Unsafe.BitCast<T, ushort>(value),
        TypeCode.UInt32 => System.Runtime.CompilerServices.Unsafe.BitCast<T, uint>(value),
        TypeCode.Int64 => System.Runtime.CompilerServices.Unsafe.BitCast<T, long>(value),
        _ => (long)System.Runtime.CompilerServices.Unsafe.BitCast<T, ulong>(value),
    };

    private static T Of(long value) => Type.GetTypeCode(typeof(T)) switch
    {
        TypeCode.Int32 => System.Runtime.CompilerServices.Unsafe.BitCast<int, T>((int)value),
        TypeCode.Byte => System.Runtime.CompilerServices.Unsafe.BitCast<byte, T>((byte)value),
        TypeCode.SByte => System.Runtime.CompilerServices.Unsafe.BitCast<sbyte, T>((sbyte)value),
        TypeCode.Int16 => System.Runtime.CompilerServices.Unsafe.BitCast<short, T>((short)value),
        TypeCode.UInt16 => System.Runtime.CompilerServices.Unsafe.BitCast<ushort, T>((ushort)value),
        TypeCode.UInt32 => System.Runtime.CompilerServices.Unsafe.BitCast<uint, T>((uint)value),
        TypeCode.Int64 => System.Runtime.CompilerServices.Unsafe.BitCast<long, T>(value),
        _ => System.Runtime.CompilerServices.Unsafe.BitCast<ulong, T>((ulong)value),
    };

    private T FromNumber(ref TonlReader reader, ReadOnlySpan<byte> text)
    {
        BigInteger number = reader.BigInteger(text);
        if (!TryNumber(number, out T value))
        {
            throw reader.OutOfRange(text);
        }

        reader.Advance();
        return value;
    }

    private bool TryNumber(BigInteger number, out T value)
    {
        value = default;
        if (_unsigned ? number < 0 || number > ulong.MaxValue : number < long.MinValue || number > long.MaxValue)
        {
            return false;
        }

        long bits = _unsigned ? (long)(ulong)number : (long)number;
        value = Of(bits);
        return ToNumber(value) == bits;
    }

    private bool TryName(ReadOnlySpan<byte> utf8, out T value)
    {
        string text = Utf8Text.Decode(utf8);
        if (TryOne(text, out value))
        {
            return true;
        }

        if (!text.Contains(','))
        {
            return false;
        }

        long bits = 0;
        foreach (string part in text.Split(','))
        {
            if (!TryOne(part.Trim(), out T one))
            {
                return false;
            }

            bits |= ToNumber(one);
        }

        value = Of(bits);
        return true;
    }

    private bool TryOne(string text, out T value)
    {
        for (int i = 0; _given is not null && i < _given.Length; i++)
        {
            if (string.Equals(_given[i], text, StringComparison.OrdinalIgnoreCase))
            {
                return Enum.TryParse(_names[i], out value);
            }
        }

        for (int i = 0; i < _names.Length; i++)
        {
            if (_names[i] == text)
            {
                value = _values[i];
                return Enum.TryParse(_names[i], out value);
            }
        }

        foreach (string name in _names)
        {
            if (string.Equals(name, text, StringComparison.OrdinalIgnoreCase))
            {
                return Enum.TryParse(name, out value);
            }
        }

        value = default;
        return false;
    }
}

/// <summary>A user's converter: through dynamic values.</summary>
internal sealed class ConverterCodec<T>(TonlConverter converter) : CapturedCodec<T>
{
    public override bool CanBeKey => true;

    public override bool WriteCell(ref TonlWriter writer, T value) => DynamicOf(ref writer, value) is var converted && s_dynamic.WriteCell(ref writer, converted!);

    private static readonly DynamicCodec s_dynamic = new();


    public override T? Read(ref TonlReader reader)
    {
        reader.PeekKind();
        int pos = reader.ValuePos, token = reader.CurrentToken;
        object? value = Dynamic.ReadNext(ref reader);
        if (value is null && default(T) is null)
        {
            return default; // null was written without the converter
        }

        try
        {
            return (T?)converter.FromTonlObject(value, reader.Options);
        }
        catch (Exception e) when (e is not TonlException and not OperationCanceledException)
        {
            throw Reading.Errors.At(reader.Source, ErrorCodes.Converter, $"the converter {converter.GetType().Name} failed: {e.Message}", pos, null, e, token);
        }
    }

    public override string ToKey(T value)
    {
        object? key;
        try
        {
            key = converter.ToTonlObject(value, TonlOptions.Default);
        }
        catch (Exception e) when (e is not TonlException and not OperationCanceledException)
        {
            throw new TonlException($"the converter {converter.GetType().Name} failed: {e.Message}", ErrorCodes.Converter, 0, 0, null, e);
        }

        return key is null ? "null" : s_dynamic.ToKey(key);
    }

    public override bool TryFromKey(ReadOnlySpan<byte> text, out T value) =>
        TryFrom(Utf8Text.Decode(text), out value) || (Number.IsNumeral(text) && TryFrom(Dynamic.NumberOf(text, text, 0), out value));

    /// <summary>A key is a text; a converter that gave a number may want one back.</summary>
    private bool TryFrom(object key, out T value)
    {
        try
        {
            value = (T)converter.FromTonlObject(key, TonlOptions.Default)!;
            return value is not null;
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            value = default!;
            return false;
        }
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, T value) => Dynamic.Write(ref writer, name, DynamicOf(ref writer, value, name));

    private object? DynamicOf(ref TonlWriter writer, T value, TonlName? name = null)
    {
        if (value is null)
        {
            return null;
        }

        try
        {
            object? result = converter.ToTonlObject(value, writer.Options);
            return ReferenceEquals(result, value) && result.GetType() == typeof(T) && !typeof(T).IsPrimitive && typeof(T) != typeof(string)
                ? throw new InvalidOperationException("the converter gave the value back")
                : result;
        }
        catch (Exception e) when (e is not TonlException and not OperationCanceledException)
        {
            throw new TonlException($"the converter {converter.GetType().Name} failed: {e.Message}", ErrorCodes.Converter, 0, 0, writer.PathOf(name), e);
        }
    }
}

/// <summary>Types that make no sense in a text: pointers, delegates, types, multi-dimensional arrays.</summary>
internal sealed class UnsupportedCodec<T>(Type? type = null) : TonlCodec<T>
{
    private readonly Type _type = type ?? typeof(T);

    public override void Write(ref TonlWriter writer, TonlName name, T value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
        }
        else
        {
            throw writer.Unsupported(name, _type);
        }
    }

    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            writer.CellNull();
        }

        return value is null;
    }

    public override T? Read(ref TonlReader reader) =>
        _type == typeof(T) && reader.TryReadNull() && default(T) is null ? default : throw reader.Fail(ErrorCodes.Unsupported, $"{_type} cannot be read");
}
