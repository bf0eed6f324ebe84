// Contract 6: the exact texts of the low-level writer, the parts the low-level reader gives, the pooled buffer.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class LowLevel6
{
    private static readonly TonlOptions s_compatible = new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true };

    private delegate void Write(ref TonlWriter writer);

    private static string Written(Write write, TonlOptions? options = null)
    {
        using var buffer = new TonlBufferWriter();
        var writer = new TonlWriter(buffer, options ?? s_compatible);
        write(ref writer);
        writer.Flush();
        return buffer.ToString();
    }

    [Fact(DisplayName = "6 TonlWriter [T]: headers, keys and values")]
    public void Fragments()
    {
        string[] ab = ["a", "b"];
        Assert.Equal("k{a,b}:", Written((ref TonlWriter w) => w.WriteObjectHeader("k", ab)));
        Assert.Equal("k[3]{a,b}:", Written((ref TonlWriter w) => w.WriteArrayHeader("k", 3, ab)));
        Assert.Equal("k[5]:", Written((ref TonlWriter w) => w.WritePrimitiveArrayHeader("k", 5)));
        Assert.Equal("[0]:", Written((ref TonlWriter w) => w.WriteIndexedArrayHeader(0)));
        Assert.Equal("[1]{a,b}:", Written((ref TonlWriter w) => w.WriteIndexedObjectHeader(1, ab)));
        Assert.Equal("k: v", Written((ref TonlWriter w) => w.WriteKeyValue("k", "v")));
        Assert.Equal("k: null", Written((ref TonlWriter w) => w.WriteKeyNull("k")));
        Assert.Equal("k: true", Written((ref TonlWriter w) => w.WriteKeyBoolean("k", true)));
        Assert.Equal("k: -5", Written((ref TonlWriter w) => w.WriteKeyInt32("k", -5)));
        Assert.Equal("k: 5000000000", Written((ref TonlWriter w) => w.WriteKeyInt64("k", 5000000000)));
        Assert.Equal("k: 3.14", Written((ref TonlWriter w) => w.WriteKeyDouble("k", 3.14)));
        Assert.Equal("k: 0.1", Written((ref TonlWriter w) => w.WriteKeyFloat("k", 0.1f)));
        Assert.Equal("k: 1.10", Written((ref TonlWriter w) => w.WriteKeyDecimal("k", 1.10m)));
        Assert.Equal("1, 2\n    x", Written((ref TonlWriter w) =>
        {
            w.WriteInt32(1);
            w.WriteDelimiter();
            w.WriteInt32(2);
            w.WriteNewLine();
            w.WriteIndent(2);
            w.WriteByte((byte)'x');
        }));
        Assert.Equal("#version 1.0\n", Written((ref TonlWriter w) => w.WriteHeader()));
        Assert.Equal("#version 1.0\n#delimiter \\t\n", Written((ref TonlWriter w) => w.WriteHeader(), new TonlOptions { Delimiter = '\t' }));
    }

    [Fact(DisplayName = "6 TonlWriter, TonlReader [W]: keys, columns and lines may be spans of the caller's frame")]
    public void LocalSpans()
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new TonlWriter(output);
        ReadOnlySpan<string> columns = ["a", "b"];
        Span<char> key = stackalloc char[] { 'k' };
        writer.WriteArrayHeader(key, 2, columns);
        writer.WriteNewLine();
        writer.WriteKeyValue(key, key);
        writer.Flush();
        Assert.Equal("k[2]{a,b}:\nk: k", Encoding.UTF8.GetString(output.WrittenSpan));
        var reader = new TonlReader("x"u8);
        Span<byte> line = stackalloc byte[64];
        "k[2]{a,b}:"u8.CopyTo(line);
        Assert.True(reader.TryParseArrayHeader(line[..10], out string name, out int count, out string[] names));
        Assert.Equal(("k", 2, 2), (name, count, names.Length));
        Assert.Equal(5, reader.ParsePrimitiveValue([(byte)'5']));
    }

    [Theory(DisplayName = "6 WriteStringValue [T]: forms of the Compatible layout")]
    [InlineData("plain", "plain")]
    [InlineData("two words", "two words")]
    [InlineData("", "\"\"")]
    [InlineData("a\"b", "\"a\"\"b\"")]
    [InlineData("\"q", "\"\\\"q\"")]
    [InlineData("+5", "\"+5\"")]
    [InlineData("a[0]", "\"a[0]\"")]
    [InlineData("a\nb", "\"\"\"a\\nb\"\"\"")]
    [InlineData("😀,", "\"😀,\"")]
    public void Strings(string value, string expected) => Assert.Equal(expected, Written((ref TonlWriter w) => w.WriteStringValue(value)));

    [Theory(DisplayName = "6 KeyNeedsQuoting [T]")]
    [InlineData("name", false)]
    [InlineData("_x1", false)]
    [InlineData("my-key", true)]
    [InlineData("a.b", true)]
    [InlineData("a b", true)]
    [InlineData("@a", true)]
    [InlineData("1a", true)]
    [InlineData("", true)]
    [InlineData("a:b", true)]
    public void Keys(string key, bool quoted) => Assert.Equal(quoted, TonlWriter.KeyNeedsQuoting(key));

    [Theory(DisplayName = "6 NeedsQuoting [T]")]
    [InlineData("two words", false)]
    [InlineData("true", true)]
    [InlineData("3.14", true)]
    [InlineData(" x", true)]
    [InlineData("[x]", true)]
    [InlineData("a,b", true)]
    public void Values(string value, bool quoted) => Assert.Equal(quoted, new TonlWriter(new TonlBufferWriter(), s_compatible).NeedsQuoting(value));

    [Fact(DisplayName = "6 TonlReader [T]: lines, headers, delimiter detection")]
    public void Lines()
    {
        var reader = new TonlReader("#version 2.0\r\n#delimiter |\r\nroot:\r\n  a: 1\n"u8);
        reader.ParseHeaders();
        Assert.Equal(("2.0", '|', 3), (reader.Version, reader.Delimiter, reader.LineNumber));
        Assert.True(reader.TryPeekLine(out ReadOnlySpan<byte> line));
        Assert.True(reader.ReadLine(out line));
        Assert.Equal("root:", Encoding.UTF8.GetString(line));
        Assert.True(reader.HasMoreData);
        Assert.True(reader.ReadLine(out line));
        Assert.Equal(1, TonlReader.GetIndentLevel(line));
        Assert.False(reader.ReadLine(out _));
        Assert.Equal(TonlTokenType.EndOfDocument, reader.TokenType);
        Assert.Equal('\t', Detected("t[2]{a,b}:\n  1\t2\n"));
        Assert.Equal('|', Detected("t[2]{a,b}:\n  1|2\n"));
        Assert.Equal(';', Detected("t[2]{a,b}:\n  \"x,y\"; 2\n"));
        Assert.Equal(',', Detected("t[2]{a,b}:\n  1,2\n"));
        Assert.Equal(',', Detected("a: 1|2\n"));
    }

    private static char Detected(string text)
    {
        var reader = new TonlReader(Encoding.UTF8.GetBytes(text));
        reader.ParseHeaders();
        return reader.Delimiter;
    }

    [Fact(DisplayName = "6 TonlReader [T]: fields and primitive values")]
    public void Parts()
    {
        var reader = new TonlReader(""u8);
        Span<Range> fields = stackalloc Range[8];
        ReadOnlySpan<byte> line = "1, \"a,b\", , x y"u8;
        int n = reader.ParseFields(line, fields);
        Assert.Equal(4, n);
        Assert.Equal("\"a,b\"", Encoding.UTF8.GetString(line[fields[1]]));
        Assert.Equal("", Encoding.UTF8.GetString(line[fields[2]]));
        Assert.Equal("x y", Encoding.UTF8.GetString(line[fields[3]]));
        Assert.Null(reader.ParsePrimitiveValue("null"u8));
        Assert.Equal(true, reader.ParsePrimitiveValue("true"u8));
        Assert.Equal(-7, reader.ParsePrimitiveValue("-7"u8));
        Assert.Equal(2.5, reader.ParsePrimitiveValue("2.5"u8));
        Assert.Equal(double.PositiveInfinity, reader.ParsePrimitiveValue("Infinity"u8));
        Assert.Equal("a\"b", reader.ParsePrimitiveValue("\"a\"\"b\""u8));
        Assert.Equal("bare text", reader.ParsePrimitiveValue("bare text"u8));
    }

    [Fact(DisplayName = "6 TryParse [T]: headers of every kind, type hints stripped, false on anything else")]
    public void Headers()
    {
        var reader = new TonlReader(""u8);
        Assert.True(reader.TryParseObjectHeader("k{a:u32,\"b c\"}:"u8, out string key, out string[] columns));
        Assert.Equal(("k", "a|b c"), (key, string.Join('|', columns)));
        Assert.True(reader.TryParseObjectHeader("\"my key\"{a}:"u8, out key, out _));
        Assert.Equal("my key", key);
        Assert.True(reader.TryParseArrayHeader("k[3]{a,b}:"u8, out key, out int count, out columns));
        Assert.Equal(("k", 3, 2), (key, count, columns.Length));
        Assert.True(reader.TryParseArrayHeader("k[2]: 1, 2"u8, out _, out count, out columns));
        Assert.Equal((2, TonlTokenType.PrimitiveArrayHeader), (count, reader.TokenType));
        Assert.False(reader.TryParseArrayHeader("k[-1]:"u8, out _, out _, out _));
        Assert.False(reader.TryParseArrayHeader("k[99999999999]:"u8, out _, out _, out _));
        Assert.True(reader.TryParseInlineObject("k{a,b}: 1, 2"u8, out key, out columns, out ReadOnlySpan<byte> values));
        Assert.Equal("1, 2", Encoding.UTF8.GetString(values));
        Assert.True(reader.TryParseKeyValue("k: \"v\""u8, out key, out object? value));
        Assert.Equal(("k", "v"), (key, value));
        Assert.True(reader.TryParseIndexedHeader("[4]{a}:"u8, out int index, out columns, out bool hasValue));
        Assert.Equal((4, 1, false), (index, columns.Length, hasValue));
        Assert.True(reader.TryParseIndexedHeader("[4]: x"u8, out index, out _, out hasValue));
        Assert.True(hasValue);
        foreach (string bad in new[] { "", "x", "\"", "\"a", ":", "[", "{", "}:", "[]:", "k[", "k{" })
        {
            byte[] line = Encoding.UTF8.GetBytes(bad);
            reader.TryParseObjectHeader(line, out _, out _);
            reader.TryParseArrayHeader(line, out _, out _, out _);
            reader.TryParseInlineObject(line, out _, out _, out _);
            reader.TryParseKeyValue(line, out _, out _);
            Assert.False(reader.TryParseIndexedHeader(line, out _, out _, out _));
        }

        Assert.True(TonlReader.StartsWithIncompleteTripleQuote("\"\"\"abc"u8));
        Assert.False(TonlReader.StartsWithIncompleteTripleQuote("\"\"\"abc\"\"\""u8));
        Assert.Equal(2, TonlReader.GetIndentLevel("        x"u8, 4));
    }

    [Fact(DisplayName = "6 TonlBufferWriter [T]: growth, bounds, disposal")]
    public void Buffer()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new TonlBufferWriter(0));
        var buffer = new TonlBufferWriter(1);
        buffer.GetSpan(100)[0] = 65;
        buffer.Advance(1);
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer.Advance(-1));
        Assert.Throws<InvalidOperationException>(() => buffer.Advance(int.MaxValue));
        Assert.Equal("A", buffer.ToString());
        buffer.Clear();
        Assert.Equal(0, buffer.WrittenCount);
        buffer.Dispose();
        buffer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => buffer.GetMemory());
        Assert.Throws<ObjectDisposedException>(() => buffer.WrittenCount);
        Assert.Throws<ObjectDisposedException>(() => buffer.Clear());
    }

    [Theory(DisplayName = "6 TonlBufferWriter [W]: a large text comes whole, whatever the buffer held and however large it was")]
    [InlineData(1, "")]
    [InlineData(1 << 20, "")]
    [InlineData(1, "before")]
    [InlineData(1 << 20, "before")]
    public void LargeText(int capacity, string before)
    {
        var rows = new List<string[]>();
        for (int i = 0; i < 3000; i++)
        {
            rows.Add(["row " + i, "a text of some length, with a comma", ""]);
        }

        using var buffer = new TonlBufferWriter(capacity);
        for (int round = 0; round < 3; round++)
        {
            buffer.Write(Encoding.UTF8.GetBytes(before));
            TonlSerializer.Serialize(buffer, rows);
            TonlSerializer.Serialize(buffer, 5);
            Assert.Equal(before + TonlSerializer.SerializeToString(rows) + TonlSerializer.SerializeToString(5), buffer.ToString());
            Assert.True(buffer.Capacity >= capacity);
            buffer.Clear();
        }
    }
}
