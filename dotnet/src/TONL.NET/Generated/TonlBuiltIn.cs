// Plans of the commonest built-in types, each on its own: a trimmed program keeps the ones it uses, where a table by type keeps all.
using System;
using System.ComponentModel;

namespace TONL.NET.Metadata;

/// <summary>For generated code: plans of built-in types.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class TonlBuiltIn
{
    private static CodecPlan<bool>? s_boolean;
    private static CodecPlan<char>? s_char;
    private static CodecPlan<sbyte>? s_sByte;
    private static CodecPlan<byte>? s_byte;
    private static CodecPlan<short>? s_int16;
    private static CodecPlan<ushort>? s_uInt16;
    private static CodecPlan<int>? s_int32;
    private static CodecPlan<uint>? s_uInt32;
    private static CodecPlan<long>? s_int64;
    private static CodecPlan<ulong>? s_uInt64;
    private static CodecPlan<float>? s_single;
    private static CodecPlan<double>? s_double;
    private static CodecPlan<decimal>? s_decimal;
    private static CodecPlan<string>? s_string;
    private static CodecPlan<DateTime>? s_dateTime;
    private static CodecPlan<DateTimeOffset>? s_dateTimeOffset;
    private static CodecPlan<Guid>? s_guid;

    /// <summary>Boolean.</summary>
    public static TonlTypePlan<bool> Boolean => s_boolean ??= Of(new BooleanCodec());

    /// <summary>Char.</summary>
    public static TonlTypePlan<char> Char => s_char ??= Of(new CharCodec());

    /// <summary>SByte.</summary>
    public static TonlTypePlan<sbyte> SByte => s_sByte ??= Of(new SByteCodec());

    /// <summary>Byte.</summary>
    public static TonlTypePlan<byte> Byte => s_byte ??= Of(new ByteCodec());

    /// <summary>Int16.</summary>
    public static TonlTypePlan<short> Int16 => s_int16 ??= Of(new Int16Codec());

    /// <summary>UInt16.</summary>
    public static TonlTypePlan<ushort> UInt16 => s_uInt16 ??= Of(new UInt16Codec());

    /// <summary>Int32.</summary>
    public static TonlTypePlan<int> Int32 => s_int32 ??= Of(new Int32Codec());

    /// <summary>UInt32.</summary>
    public static TonlTypePlan<uint> UInt32 => s_uInt32 ??= Of(new UInt32Codec());

    /// <summary>Int64.</summary>
    public static TonlTypePlan<long> Int64 => s_int64 ??= Of(new Int64Codec());

    /// <summary>UInt64.</summary>
    public static TonlTypePlan<ulong> UInt64 => s_uInt64 ??= Of(new UInt64Codec());

    /// <summary>Single.</summary>
    public static TonlTypePlan<float> Single => s_single ??= Of(new SingleCodec());

    /// <summary>Double.</summary>
    public static TonlTypePlan<double> Double => s_double ??= Of(new DoubleCodec());

    /// <summary>Decimal.</summary>
    public static TonlTypePlan<decimal> Decimal => s_decimal ??= Of(new DecimalCodec());

    /// <summary>String.</summary>
    public static TonlTypePlan<string> String => s_string ??= Of(new StringCodec());

    /// <summary>DateTime.</summary>
    public static TonlTypePlan<DateTime> DateTime => s_dateTime ??= Of(new DateTimeCodec());

    /// <summary>DateTimeOffset.</summary>
    public static TonlTypePlan<DateTimeOffset> DateTimeOffset => s_dateTimeOffset ??= Of(new DateTimeOffsetCodec());

    /// <summary>Guid.</summary>
    public static TonlTypePlan<Guid> Guid => s_guid ??= Of(new GuidCodec());

    private static CodecPlan<T> Of<T>(TonlCodec<T> codec) => new(_ => codec);
}
