// JSON -> TONL beside one pass of Utf8JsonReader over the same bytes, TONL -> JSON beside a copy from reader to writer; and growth: what a byte of a
// table costs from 5 KB to 20 MB.

using System;
using System.Buffers;
using System.Linq;
using System.Text.Json;

namespace TONL.NET.Benchmarks;

public static class Transcode
{
    public static void Run(string filter)
    {
        Console.WriteLine($".NET {Environment.Version}");
        Console.WriteLine("| document | way | beside us | TONL us | ratio | beside B | TONL B |");
        Console.WriteLine("|---|---|---|---|---|---|---|");
        foreach (var name in Cases.Documents.Append("table-1000").Where(name => name.Contains(filter, StringComparison.Ordinal)))
        {
            var c = name == "table-1000" ? Cases.Table(1000) : Cases.Document(name);
            var buffer = new TonlBufferWriter(c.Tonl.Length + c.Json.Length + 4096);
            using var writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { SkipValidation = true });
            Quick.Compare(
                name,
                [
                    ("JSON to TONL, beside a reader's pass", () => Pass(c.Json), () => { buffer.Clear(); TonlJson.FromJson(c.Json, buffer); }
                    ),
                    ("TONL to JSON, beside a copy", () => { buffer.Clear(); Copy(c.Json, writer, buffer); }, () => { buffer.Clear(); TonlJson.ToJson(c.Tonl, (IBufferWriter<byte>)buffer); }
                    ),
                ]);
        }
    }

    /// <summary>What a byte costs at each size; the last line is the dearest against the cheapest. The last columns are means, and the collector's part of them.</summary>
    public static void Growth()
    {
        Console.WriteLine($".NET {Environment.Version}");
        Console.WriteLine("| rows | bytes | encode to buffer ns/B | decode ns/B | decode, mean | of it collecting |");
        Console.WriteLine("|---|---|---|---|---|---|");
        double[] encode = [], decode = [], outside = [];
        foreach (var rows in new[] { 68, 680, 6_800, 68_000, 260_000 })
        {
            var c = Cases.Table(rows);
            var buffer = new TonlBufferWriter(c.Tonl.Length + 4096);
            var (e, d) = Quick.Times(() => { buffer.Clear(); c.EncodeTonl(buffer); }, () => c.DecodeTonl());
            encode = [.. encode, e * 1000 / c.Tonl.Length];
            decode = [.. decode, d * 1000 / c.Tonl.Length];
            var (all, collecting) = Quick.Collecting(() => c.DecodeTonl());
            all *= 1000.0 / c.Tonl.Length;
            collecting *= 1000.0 / c.Tonl.Length;
            outside = [.. outside, all - collecting];
            Console.WriteLine(FormattableString.Invariant($"| {rows} | {c.Tonl.Length} | {encode[^1]:F3} | {decode[^1]:F3} | {all:F3} | {collecting:F3} |"));
        }

        Console.WriteLine(FormattableString.Invariant(
            $"| most / least | | {encode.Max() / encode.Min():F2} | {decode.Max() / decode.Min():F2} | without collecting {outside.Max() / outside.Min():F2} | |"));
    }

    private static int Pass(byte[] json)
    {
        var reader = new Utf8JsonReader(json);
        var count = 0;
        while (reader.Read())
        {
            count++;
        }

        return count;
    }

    private static void Copy(byte[] json, Utf8JsonWriter writer, IBufferWriter<byte> buffer)
    {
        writer.Reset(buffer);
        var reader = new Utf8JsonReader(json);
        while (reader.Read())
        {
            switch (reader.TokenType)
            {
                case JsonTokenType.StartObject:
                    writer.WriteStartObject();
                    break;
                case JsonTokenType.EndObject:
                    writer.WriteEndObject();
                    break;
                case JsonTokenType.StartArray:
                    writer.WriteStartArray();
                    break;
                case JsonTokenType.EndArray:
                    writer.WriteEndArray();
                    break;
                case JsonTokenType.PropertyName when reader.ValueIsEscaped:
                    writer.WritePropertyName(reader.GetString()!);
                    break;
                case JsonTokenType.PropertyName:
                    writer.WritePropertyName(reader.ValueSpan);
                    break;
                case JsonTokenType.String when reader.ValueIsEscaped:
                    writer.WriteStringValue(reader.GetString());
                    break;
                case JsonTokenType.String:
                    writer.WriteStringValue(reader.ValueSpan);
                    break;
                default:
                    writer.WriteRawValue(reader.ValueSpan, skipInputValidation: true);
                    break;
            }
        }

        writer.Flush();
    }
}
