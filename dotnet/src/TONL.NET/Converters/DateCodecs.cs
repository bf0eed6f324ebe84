// Dates, times, time spans and Guids: texts of a fixed form.
using System;
using System.Buffers.Text;
using System.Globalization;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

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
