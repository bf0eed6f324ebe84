// The conformance testee (protocol: one JSON object a line in, one out): TONL.NET through dynamic values.
using System;
using System.Buffers;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Text.Json;
using TONL.NET;
using TONL.NET.Testee;

using Stream input = Console.OpenStandardInput();
using Stream output = Console.OpenStandardOutput();
using var lines = new StreamReader(input, new UTF8Encoding(false), false, 1 << 16);
var answer = new ArrayBufferWriter<byte>(4096);
while (lines.ReadLine() is { } line)
{
    if (line.Length == 0)
    {
        continue;
    }

    answer.ResetWrittenCount();
    using (var writer = new Utf8JsonWriter(answer, new JsonWriterOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true }))
    {
        Answer(line, writer);
    }

    output.Write(answer.WrittenSpan);
    output.Write("\n"u8);
    output.Flush();
}

return 0;

static void Answer(string line, Utf8JsonWriter writer)
{
    writer.WriteStartObject();
    try
    {
        using JsonDocument document = JsonDocument.Parse(line, new JsonDocumentOptions { MaxDepth = 2000 });
        JsonElement request = document.RootElement;
        if (request.TryGetProperty("id", out JsonElement id))
        {
            writer.WritePropertyName("id");
            id.WriteTo(writer);
        }

        Operation operation = Operation.Parse(request);
        if (operation.Skipped is not null)
        {
            writer.WriteString("skipped", operation.Skipped);
        }
        else
        {
            Run(operation, writer);
        }
    }
    catch (SkippedException e)
    {
        writer.WriteString("skipped", e.Message);
    }
    catch (JsonException e)
    {
        Fail(writer, "E_JSON", (int)(e.LineNumber ?? 0) + 1, (int)(e.BytePositionInLine ?? 0) + 1, e.Message);
    }
    catch (TonlException e)
    {
        Fail(writer, e.Code ?? "E_UNKNOWN", e.LineNumber ?? 0, e.Position ?? 0, e.Message);
    }
    catch (ArgumentException e)
    {
        Fail(writer, "E_OPTION", 0, 0, e.Message);
    }
    catch (Exception e) when (e is InvalidOperationException or FormatException or OverflowException)
    {
        Fail(writer, "E_INTERNAL", 0, 0, e.Message);
    }

    writer.WriteEndObject();
}

static void Run(Operation operation, Utf8JsonWriter writer)
{
    byte[] text = operation.Run();
    writer.WritePropertyName("output");
    writer.WriteRawValue(Operation.Quoted(text), skipInputValidation: true);
    if (operation.Repeat > 0)
    {
        var times = new long[operation.Repeat];
        for (int i = 0; i < times.Length; i++)
        {
            long start = Stopwatch.GetTimestamp();
            operation.Run();
            times[i] = (long)Stopwatch.GetElapsedTime(start).TotalNanoseconds;
        }

        Array.Sort(times);
        writer.WriteNumber("ns", times[times.Length / 2]);
        writer.WriteNumber("ns_min", times[0]);
    }
}

static void Fail(Utf8JsonWriter writer, string code, int line, int column, string message)
{
    writer.WriteStartObject("error");
    writer.WriteString("code", code);
    writer.WriteNumber("line", line);
    writer.WriteNumber("column", column);
    writer.WriteString("message", message);
    writer.WriteEndObject();
}
