// JsonNode, JsonElement, JsonDocument as values: through JSON text and the library's own tokenizer, so that numbers keep their digits.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;
using TONL.NET.Document;
using TONL.NET.Metadata;

namespace TONL.NET;

internal sealed class JsonCodec<T>(Action<T, Utf8JsonWriter> write, Func<ReadOnlyMemory<byte>, T?> parse) : CapturedCodec<T>
{
    public override bool WriteCell(ref TonlWriter writer, T value)
    {
        if (value is null)
        {
            writer.CellNull();
            return true;
        }

        return false; // values of JSON decide on the tape whether they are scalars
    }

    public override T? Read(ref TonlReader reader)
    {
        if (default(T) is null && typeof(T) != typeof(JsonDocument) && reader.TryReadNull())
        {
            return default;
        }

        reader.PeekKind();
        var buffer = new ArrayBufferWriter<byte>();
        JsonText.Write(reader.CurrentTape!, reader.Source, reader.CurrentToken, buffer);
        reader.Skip();
        return parse(buffer.WrittenMemory);
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, T value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
            return;
        }

        JsonValues.Copy(ref writer, name, json => write(value, json));
    }
}

internal static class JsonValues
{
    private static readonly JsonDocumentOptions s_documents = new() { MaxDepth = 10_000 };
    private static readonly JsonWriterOptions s_writing = new() { MaxDepth = 10_000, SkipValidation = true };

    public static JsonNode? ParseNode(ReadOnlyMemory<byte> json) => JsonNode.Parse(json.Span, null, s_documents);

    public static JsonElement ParseElement(ReadOnlyMemory<byte> json)
    {
        using JsonDocument document = JsonDocument.Parse(json, s_documents);
        return document.RootElement.Clone();
    }

    public static JsonDocument ParseDocument(ReadOnlyMemory<byte> json) => JsonDocument.Parse(json.ToArray(), s_documents);

    public static void Write(ref TonlWriter writer, TonlName name, JsonNode? node)
    {
        if (node is null)
        {
            writer.WriteNull(name);
        }
        else
        {
            Copy(ref writer, name, json => node.WriteTo(json));
        }
    }

    public static void Copy(ref TonlWriter writer, TonlName name, Action<Utf8JsonWriter> write)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, s_writing))
        {
            try
            {
                write(json);
            }
            catch (ArgumentException e)
            {
                throw new TonlException("a number that JSON can hold expected", ErrorCodes.Number, 0, 0, null, e); // NaN in a node
            }
        }

        if (buffer.WrittenCount == 0)
        {
            writer.WriteNull(name);
            return;
        }

        Tape tape = Tape.Rent();
        int root = JsonText.Read(buffer.WrittenSpan, tape);
        int depth = JsonText.Depth(tape, root);
        if (depth > writer.DepthLeft)
        {
            TonlWriter.TooDeep();
        }

        writer.Captured!.Copy(name, tape, buffer.WrittenSpan, root);
        Tape.Return(tape);
    }

    /// <summary>An element of a dynamic value that was read.</summary>
    public static JsonElement ToElement(object? value)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer, s_writing))
        {
            if (ToNode(value) is { } node)
            {
                node.WriteTo(json);
            }
            else
            {
                json.WriteNullValue();
            }
        }

        return ParseElement(buffer.WrittenMemory);
    }

    /// <summary>A node of a dynamic value that was read.</summary>
    public static JsonNode? ToNode(object? value)
    {
        switch (value)
        {
            case null:
                return null;
            case bool flag:
                return JsonValue.Create(flag);
            case int number:
                return JsonValue.Create(number);
            case long number:
                return JsonValue.Create(number);
            case double number:
                return double.IsFinite(number) ? JsonValue.Create(number) : null; // JSON has no such numbers
            case BigInteger number:
                return JsonNode.Parse(number.ToString(System.Globalization.CultureInfo.InvariantCulture));
            case string text:
                return JsonValue.Create(text);
            case Dictionary<string, object?> members:
                var result = new JsonObject();
                foreach ((string key, object? item) in members)
                {
                    result[key] = ToNode(item);
                }

                return result;
            default:
                var array = new JsonArray();
                foreach (object? item in (System.Collections.IEnumerable)value)
                {
                    array.Add(ToNode(item));
                }

                return array;
        }
    }
}
