// Contract 5.1: every scalar type, written and read by every door, and what it refuses.
using System;
using System.Globalization;
using System.Numerics;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Scalars5_1
{
    public sealed record Box<T>(T V);

    public enum Level { Low, Mid = 5, High }

    [Flags]
    public enum Access : byte { None, Read = 1, Write = 2, All = 3, Odd = 128 }

    public enum Wide : ulong { Top = ulong.MaxValue }

    [Fact(DisplayName = "5.1 scalars [W]: every scalar type round-trips by every door")]
    public void All()
    {
        Trip(true, "true");
        Trip(byte.MaxValue, "255");
        Trip(sbyte.MinValue, "-128");
        Trip(short.MinValue, "-32768");
        Trip(ushort.MaxValue, "65535");
        Trip(int.MinValue, "-2147483648");
        Trip(uint.MaxValue, "4294967295");
        Trip(long.MinValue, "-9223372036854775808");
        Trip(ulong.MaxValue, "18446744073709551615");
        Trip((nint)(-7), "-7");
        Trip((nuint)7, "7");
        Trip(Int128.MinValue, "-170141183460469231731687303715884105728");
        Trip(UInt128.MaxValue, "340282366920938463463374607431768211455");
        Trip(BigInteger.Pow(10, 40), "1" + new string('0', 40));
        Trip(0.1, "0.1");
        Trip(-0.0, "-0");
        Trip(1e20, "1e+20");
        Trip(double.NaN, "NaN");
        Trip(double.NegativeInfinity, "-Infinity");
        Trip(5e-324, "5e-324");
        Trip(0.1f, "0.1");
        Trip(float.MaxValue, "3.4028235e+38");
        Trip((Half)0.1, "0.1");
        Trip(1.10m, "1.10");
        Trip(decimal.MaxValue, "79228162514264337593543950335");
        Trip('x', "x");
        Trip(',', "\",\"");
        Trip("text", "text");
        Trip("", "\"\"");
        Trip("😀,", "\"😀,\"");
        Trip(new DateTime(2025, 6, 15, 1, 2, 3, DateTimeKind.Utc), "\"2025-06-15T01:02:03.0000000Z\"");
        Trip(new DateTime(2025, 6, 15), "\"2025-06-15T00:00:00.0000000\"");
        Trip(new DateTimeOffset(2025, 6, 15, 1, 2, 3, TimeSpan.FromHours(-3)), "\"2025-06-15T01:02:03.0000000-03:00\"");
        Trip(new DateOnly(2025, 6, 15), "2025-06-15");
        Trip(new TimeOnly(2, 30), "\"02:30:00\"");
        Trip(new TimeOnly(2, 30, 1, 500), "\"02:30:01.5000000\"");
        Trip(new TimeSpan(2, 30, 0), "\"02:30:00\"");
        Trip(Guid.Parse("12345678-1234-1234-1234-123456789abc"), "12345678-1234-1234-1234-123456789abc");
        Trip(new Uri("http://a/b?c=d"), "\"http://a/b?c=d\"");
        Trip(new Version(1, 2, 3), "1.2.3");
        Trip(new byte[] { 1, 2, 255 }, "AQL/");
        Trip(Level.High, "6");
        Trip((Level)77, "77");
        Trip(Access.All | Access.Odd, "131");
        Trip(Wide.Top, "18446744073709551615");
        Trip<int?>(null, "null");
        Trip<int?>(5, "5");
        Trip<string?>(null, "null");
    }

    [Theory(DisplayName = "5.1 integers [W]: integral numerals in range, bare or quoted")]
    [InlineData("1.0", 1)]
    [InlineData("1e2", 100)]
    [InlineData("\"12\"", 12)]
    [InlineData("007", 7)]
    [InlineData("-0", 0)]
    public void Integers(string text, int expected) => Assert.Equal(expected, TonlSerializer.Deserialize<Box<int>>("root:\n  V: " + text)!.V);

    [Theory(DisplayName = "5.1 integers [W]: else E_RANGE or E_TYPE, never wrapped or cut")]
    [InlineData("2147483648", "E_RANGE")]
    [InlineData("1e99", "E_RANGE")]
    [InlineData("1.7", "E_TYPE")]
    [InlineData("x", "E_TYPE")]
    [InlineData("null", "E_TYPE")]
    [InlineData("true", "E_TYPE")]
    [InlineData("NaN", "E_TYPE")]
    public void NotIntegers(string text, string code)
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Box<int>>("root:\n  V: " + text));
        Assert.Equal((code, 2, 6, "$.V"), (e.Code, e.LineNumber, e.Position, e.Path));
    }

    [Fact(DisplayName = "5.1 numbers [W]: E_NUMBER and E_RANGE beyond the type")]
    public void Beyond()
    {
        Assert.Equal("E_NUMBER", Fails<double>("1e999"));
        Assert.Equal("E_NUMBER", Fails<float>("1e40"));
        Assert.Equal("E_RANGE", Fails<decimal>("1e40"));
        Assert.Equal("E_RANGE", Fails<byte>("256"));
        Assert.Equal("E_RANGE", Fails<ulong>("-1"));
        Assert.Equal("E_TYPE", Fails<char>("ab"));
        Assert.Equal("E_TYPE", Fails<Guid>("x"));
        Assert.Equal("E_TYPE", Fails<DateTime>("x"));
        Assert.Equal("E_TYPE", Fails<Level>("Nope"));
        Assert.Equal("E_TYPE", Fails<byte[]>("\"*\""));
    }

    [Fact(DisplayName = "5.1 string [W]: a bare number or bool gives its text")]
    public void StringsFromWords()
    {
        Assert.Equal("1.50", TonlSerializer.Deserialize<Box<string>>("V: 1.50")!.V);
        Assert.Equal("true", TonlSerializer.Deserialize<Box<string>>("V: true")!.V);
        Assert.Null(TonlSerializer.Deserialize<Box<string>>("V: null")!.V);
        Assert.Equal("null", TonlSerializer.Deserialize<Box<string>>("V: \"null\"")!.V);
    }

    [Fact(DisplayName = "5.1 enum [W]: names on request, both forms always read")]
    public void Enums()
    {
        var names = new TonlOptions { EnumFormat = TonlEnumFormat.Name };
        Assert.Equal("#version 1.0\nroot:\n  V: High", TonlSerializer.SerializeToString(new Box<Level>(Level.High), names));
        Assert.Equal("#version 1.0\nroot:\n  V: 77", TonlSerializer.SerializeToString(new Box<Level>((Level)77), names));
        Assert.Equal("#version 1.0\nroot:\n  V: \"All, Odd\"", TonlSerializer.SerializeToString(new Box<Access>(Access.All | Access.Odd), names));
        Assert.Equal(Access.All | Access.Odd, TonlSerializer.Deserialize<Box<Access>>("V: \"all, odd\"")!.V);
        Assert.Equal(Level.High, TonlSerializer.Deserialize<Box<Level>>("V: hIGH")!.V);
        Doors.Check(new Box<Level[]>([Level.Low, Level.Mid]), names);
    }

    [Fact(DisplayName = "5.1 DateTime [W]: Utc stays Utc, shorter ISO 8601 is read")]
    public void Dates()
    {
        Assert.Equal(DateTimeKind.Utc, TonlSerializer.Deserialize<Box<DateTime>>("V: \"2025-06-15T01:02:03Z\"")!.V.Kind);
        Assert.Equal(new DateTime(2025, 6, 15), TonlSerializer.Deserialize<Box<DateTime>>("V: 2025-06-15")!.V);
        Assert.Equal(new DateTime(2025, 6, 15, 1, 2, 0), TonlSerializer.Deserialize<Box<DateTime>>("V: \"2025-06-15T01:02\"")!.V);
        Assert.Equal(TimeSpan.FromHours(2), TonlSerializer.Deserialize<Box<DateTimeOffset>>("V: \"2025-06-15T01:02:03+02:00\"")!.V.Offset);
    }

    [Fact(DisplayName = "5.1 TimeSpan [W]: a bare number is no time span")]
    public void NumberAsTimeSpan() => Assert.Equal("E_TYPE", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<TimeSpan>("root: 5")).Code);

    [Fact(DisplayName = "5.1 byte[] [W]: an array of numbers is read too")]
    public void Bytes()
    {
        Assert.Equal([1, 2, 255], TonlSerializer.Deserialize<Box<byte[]>>("V[3]: 1,2,255")!.V);
        Assert.Equal("AQ==", Convert.ToBase64String(TonlSerializer.Deserialize<Box<ReadOnlyMemory<byte>>>("V: AQ==")!.V.Span));
    }

    [Theory(DisplayName = "5.1 cultures [W]: numbers and dates do not depend on the culture")]
    [InlineData("sv-SE")]
    [InlineData("fa-IR")]
    [InlineData("de-DE")]
    [InlineData("tr-TR")]
    [InlineData("ar-SA")]
    public void Cultures(string culture)
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = new CultureInfo(culture);
            All();
            Enums();
            Dates();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    private static string? Fails<T>(string text) => Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Box<T>>("V: " + text)).Code;

    private static void Trip<T>(T value, string expected)
    {
        void Same(T? a, T? b)
        {
            if (a is byte[] bytes)
            {
                Assert.Equal(bytes, (byte[])(object)b!);
            }
            else
            {
                Assert.Equal(a, b);
            }
        }

        string text = Doors.Check(new Box<T>(value), null, (a, b) => Same(a!.V, b!.V));
        Assert.Equal("#version 1.0\nroot:\n  V: " + expected, text);
        Doors.Check(value, null, Same);
        Doors.Check(new[] { new Box<T>(value), new Box<T>(value) }, null, (a, b) => Same(a![1].V, b![1].V));
        Doors.Check(new[] { value, value }, null, (a, b) => Same(a![1], b![1]));
        Doors.Check(new Box<T>(value), new TonlOptions { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, (a, b) => Same(a!.V, b!.V));
        Doors.Check(new Box<T[]>([value, value]), TonlOptions.Dense, (a, b) => Same(a!.V[1], b!.V[1]));
    }
}
