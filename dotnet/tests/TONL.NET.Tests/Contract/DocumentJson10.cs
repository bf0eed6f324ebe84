// Contract 10.1, 10.2 and the options of section 4: documents, JSON transcoding, presets and freezing.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Numerics;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;
using TONL.NET.Tests.Common;
using TONL.NET.Tests.Vectors;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class DocumentJson10
{
    public sealed record Row(int Id, string Name);

    [Fact(DisplayName = "10.1 TonlDocument [W]: kinds, access, numbers with all digits, lines")]
    public void Documents()
    {
        using TonlDocument document = TonlDocument.Parse("root{a,n,s,t}:\n  a[3]: 1,x,null\n  n: 1e999\n  s: \"q\\\"\"\n  t[2]{id,v}:\n    1,true\n    1234567890123456789012345678901234567890,");
        TonlElement root = document.RootElement;
        Assert.Equal(TonlValueKind.Object, root.ValueKind);
        Assert.Equal(3, root["a"].GetArrayLength());
        Assert.Equal(1, root["a"][0].GetInt32());
        Assert.Equal("x", root["a"][1].GetString());
        Assert.Equal(TonlValueKind.Null, root["a"][2].ValueKind);
        Assert.Equal("1e999", root["n"].GetRawText());
        Assert.False(root["n"].TryGetDouble(out _));
        Assert.Equal("E_NUMBER", Assert.Throws<TonlException>(() => root["n"].GetDouble()).Code);
        Assert.Equal("q\"", root["s"].GetString());
        TonlElement row = root["t"][1];
        Assert.Equal(BigInteger.Parse("1234567890123456789012345678901234567890", System.Globalization.CultureInfo.InvariantCulture), row["id"].GetBigInteger());
        Assert.False(row["id"].TryGetInt64(out _));
        Assert.False(row.TryGetProperty("v", out _));
        Assert.Equal(7, row.LineNumber);
        Assert.True(root["t"][0]["v"].GetBoolean());
        Assert.Throws<KeyNotFoundException>(() => root.GetProperty("zz"));
        Assert.Throws<InvalidOperationException>(() => root.GetInt32());
        Assert.Throws<InvalidOperationException>(() => root["s"].GetArrayLength());
        Assert.Equal(["a", "n", "s", "t"], root.EnumerateObject().Select(p => p.Name));
        Assert.Equal(2, root["t"].EnumerateArray().Count());
        Assert.Equal(TonlValueKind.Undefined, default(TonlElement).ValueKind);
        Assert.IsType<List<object?>>(root["a"].ToObject());
        Assert.Equal(new Row(1, "true"), TonlDocument.Parse("Id: 1\nName: true").RootElement.Deserialize<Row>());
        Assert.False(TonlDocument.TryParse("a: \"x", out TonlDocument? none, out TonlException? error));
        Assert.Null(none);
        Assert.Equal("E_UNTERMINATED_STRING", error!.Code);
    }

    [Fact(DisplayName = "10.1 TonlDocument [W]: writes the text that every other door writes, for all vectors")]
    public void DocumentsWrite()
    {
        foreach (JsonElement vector in VectorFiles.Read("tonl", "encode-structure.json"))
        {
            string text = vector.GetProperty("tonl").GetString()!;
            TonlOptions options = VectorFiles.Options(vector);
            using TonlDocument document = TonlDocument.Parse(text);
            string json = vector.GetProperty("json").GetString()!;
            if (options.KeyOrder == TonlKeyOrder.Sorted)
            {
                Assert.Equal(text, document.ToTonl(options));
                var buffer = new ArrayBufferWriter<byte>();
                document.WriteTo(buffer, options);
                Assert.Equal(text, Encoding.UTF8.GetString(buffer.WrittenSpan));
                Assert.Equal(text, TonlSerializer.SerializeToString(TonlSerializer.DeserializeDynamic(text), options));
                using JsonDocument node = JsonDocument.Parse(json);
                Assert.Equal(text, TonlSerializer.SerializeToString(node, options));
            }
        }
    }

    [Theory(DisplayName = "10.2 TonlJson [W]: numbers keep their text, duplicates, non-finite numbers")]
    [InlineData("a: 12345678901234567890", "{\"a\":12345678901234567890}")]
    [InlineData("a: 1e999", "{\"a\":1e999}")]
    [InlineData("a: -0", "{\"a\":-0}")]
    [InlineData("a: 1\na: 2", "{\"a\":2}")]
    [InlineData("root[3]: NaN,Infinity,-Infinity", "[null,null,null]")]
    [InlineData("", "{}")]
    [InlineData("root: \"a\\tb\"", "\"a\\tb\"")]
    public void ToJson(string tonl, string json)
    {
        Assert.Equal(json, TonlJson.ToJson(tonl));
        var output = new MemoryStream();
        using (var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping }))
        {
            TonlJson.ToJson(Encoding.UTF8.GetBytes(tonl), writer);
        }

        Assert.Equal(json, Encoding.UTF8.GetString(output.ToArray()));
    }

    [Theory(DisplayName = "10.2 TonlJson [W]: invalid JSON is JsonException")]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[1,]")]
    [InlineData("{\"a\":1,}")]
    [InlineData("01")]
    [InlineData("[1 2]")]
    [InlineData("\"\\x\"")]
    [InlineData("\"\\ud8\"")]
    [InlineData("nul")]
    [InlineData("\"a\nb\"")]
    [InlineData("1 1")]
    [InlineData("{a:1}")]
    [InlineData("-")]
    [InlineData("1.")]
    public void BadJson(string json) => Assert.ThrowsAny<JsonException>(() => TonlJson.FromJson(json));

    [Fact(DisplayName = "10.2 ToJson [W]: an indenting Utf8JsonWriter indents numbers too, which keep their digits")]
    public void Indented()
    {
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true, NewLine = "\n" }))
        {
            TonlJson.ToJson("a[2]: 1e999,12345678901234567890\nb: -0"u8, writer);
        }

        Assert.Equal("{\n  \"a\": [\n    1e999,\n    12345678901234567890\n  ],\n  \"b\": -0\n}", System.Text.Encoding.UTF8.GetString(output.WrittenSpan));
    }

    [Fact(DisplayName = "10.2 TonlJson [W]: FromJson(ToJson(x)) has the canonical text of x; others' JSON suite agrees with Utf8JsonReader")]
    public void RoundTrip()
    {
        foreach (string file in VectorFiles.Files("tonl", "encode-*.json"))
        {
            foreach (JsonElement vector in VectorFiles.Read("tonl", file))
            {
                string text = TonlJson.FromJson(vector.GetProperty("json").GetString()!);
                Assert.Equal(text, TonlJson.FromJson(TonlJson.ToJson(text)));
            }
        }
    }

    [Fact(DisplayName = "10.2 TonlJson [W]: JSONTestSuite is accepted and refused as its files say")]
    public void TestSuite()
    {
        string? data = Environment.GetEnvironmentVariable("STELE_DATA");
        Assert.SkipUnless(data is not null && Directory.Exists(Path.Combine(data, "JSONTestSuite")), "STELE_DATA/JSONTestSuite is not here");

        foreach (string path in Directory.GetFiles(Path.Combine(data!, "JSONTestSuite"), "*.json"))
        {
            byte[] json = File.ReadAllBytes(path);
            bool valid = !Path.GetFileName(path).StartsWith('n');
            try
            {
                TonlJson.FromJson(json, new ArrayBufferWriter<byte>(), new TonlOptions { MaxDepth = 200_000 });
                Assert.True(valid, path);
            }
            catch (JsonException)
            {
                Assert.False(Path.GetFileName(path).StartsWith('y'), path);
            }
        }
    }

    [Fact(DisplayName = "4 options [T]: defaults, presets, checks, freezing")]
    public void Options()
    {
        var options = new TonlOptions();
        Assert.Equal((',', "1.0", 2, false, false, TonlLayout.Canonical), (options.Delimiter, options.Version, options.IndentSize, options.StrictMode, options.PrettyDelimiters, options.Layout));
        Assert.Equal((500, 0L, true, true), (options.MaxDepth, options.MaxInputLength, options.PropertyNameCaseInsensitive, options.HonorJsonAttributes));
        Assert.True(TonlOptions.Default.IsReadOnly && TonlOptions.Canonical.IsReadOnly && TonlOptions.Dense.IsReadOnly);
        Assert.Throws<InvalidOperationException>(() => TonlOptions.Default.IndentSize = 4);
        Assert.Equal("a[2]:1,2\nb:x", TonlSerializer.SerializeToString(new { a = new[] { 1, 2 }, b = "x" }, TonlOptions.Dense));
        foreach (TonlOptions bad in new TonlOptions[] { new() { Delimiter = 'x' }, new() { IndentSize = 0 }, new() { IndentSize = 17 }, new() { MaxDepth = 0 }, new() { Layout = (TonlLayout)2 }, new() { KeyOrder = (TonlKeyOrder)(-1) }, new() { EnumFormat = (TonlEnumFormat)2 }, new() { DefaultIgnoreCondition = System.Text.Json.Serialization.JsonIgnoreCondition.Always } })
        {
            Assert.ThrowsAny<ArgumentException>(() => TonlSerializer.SerializeToString(1, bad));
            Assert.ThrowsAny<ArgumentException>(() => TonlSerializer.Deserialize<int>("root: 1", bad));
        }

        var copy = new TonlOptions(TonlOptions.Dense);
        Assert.False(copy.IsReadOnly);
        copy.IndentSize = 3;
        Assert.Equal(1, TonlOptions.Dense.IndentSize);
        Assert.Equal("root: 1", TonlSerializer.SerializeToString(1, new TonlOptions { Version = null }));
        Assert.Throws<ArgumentNullException>(() => TonlSerializer.Deserialize<int>((string)null!));
        Assert.Throws<ArgumentNullException>(() => TonlSerializer.DeserializeToDictionary((string)null!));
        Assert.Throws<ArgumentNullException>(() => TonlSerializer.Serialize((IBufferWriter<byte>)null!, 1));
    }

    [Fact(DisplayName = "2 IAsyncEnumerable [W]: elements one by one, tables, blocks, cells, one byte at a time")]
    public async Task Elements()
    {
        Row[] rows = [.. Enumerable.Range(0, 50).Select(i => new Row(i, i % 7 == 0 ? "a,b" : "name" + i))];
        foreach (TonlOptions options in new[] { TonlOptions.Default, new TonlOptions { Delimiter = '|' }, new TonlOptions { PrettyDelimiters = true, IndentSize = 4 } })
        {
            byte[] text = TonlSerializer.SerializeToBytes(rows, options);
            var read = new List<Row?>();
            await foreach (Row? row in TonlSerializer.DeserializeAsyncEnumerable<Row>(new DripStream(text, 1) { SyncRefused = true }, TonlOptions.Default))
            {
                read.Add(row);
            }

            Assert.Equal(rows, read);
        }

        int[][] nested = [[1, 2], [], [3]];
        var arrays = new List<int[]?>();
        await foreach (int[]? item in TonlSerializer.DeserializeAsyncEnumerable<int[]>(new DripStream(TonlSerializer.SerializeToBytes(nested), 5), TonlOptions.Default))
        {
            arrays.Add(item);
        }

        Assert.Equal(nested, arrays);
        var numbers = new List<int>();
        await foreach (int item in TonlSerializer.DeserializeAsyncEnumerable<int>(new DripStream("root[3]: 1,2,3"u8.ToArray(), 1), TonlOptions.Default))
        {
            numbers.Add(item);
        }

        Assert.Equal([1, 2, 3], numbers);
    }

    [Fact(DisplayName = "2 IAsyncEnumerable [W]: rows come before the stream ends, errors carry their line")]
    public async Task Streaming()
    {
        string text = "#version 1.0\nroot[3]{Id,Name}:\n  1,a\n  2,b\n  x,c\n";
        var seen = new List<int>();
        TonlException e = await Assert.ThrowsAsync<TonlException>(async () =>
        {
            await foreach (Row? row in TonlSerializer.DeserializeAsyncEnumerable<Row>(new DripStream(Encoding.UTF8.GetBytes(text), 2), TonlOptions.Default))
            {
                seen.Add(row!.Id);
            }
        });
        Assert.Equal([1, 2], seen);
        Assert.Equal(("E_TYPE", 5, "$[2].Id"), (e.Code, e.LineNumber, e.Path));
    }

    [Fact(DisplayName = "2 DeserializeToDictionary [T]: root rules")]
    public void Dictionaries()
    {
        Assert.Empty(TonlSerializer.DeserializeToDictionary("")!);
        Assert.Empty(TonlSerializer.DeserializeToDictionary("# only a comment\n")!);
        Assert.Equal(5, TonlSerializer.DeserializeToDictionary("root: 5")!["root"]);
        Assert.Equal("x", TonlSerializer.DeserializeToDictionary("root:\n  a: x")!["a"]);
        Assert.IsType<long>(TonlSerializer.DeserializeToDictionary("a: 5000000000")!["a"]);
        Assert.IsType<BigInteger>(TonlSerializer.DeserializeToDictionary("a: 50000000000000000000")!["a"]);
        Assert.True(double.IsNegative((double)TonlSerializer.DeserializeToDictionary("a: -0")!["a"]!));
        Assert.Equal("E_NUMBER", Assert.Throws<TonlException>(() => TonlSerializer.DeserializeToDictionary("a: 1e999")).Code);
        Assert.Equal("+5", TonlSerializer.DeserializeToDictionary("a: +5")!["a"]);
        Assert.Equal("#version 1.0\nroot: null", TonlSerializer.SerializeToString<Row?>(null));
    }
}
