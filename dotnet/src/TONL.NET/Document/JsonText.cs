// JSON text to tape and back. The tokenizer is strict RFC 8259 and keeps lexemes; when it refuses, System.Text.Json's reader is asked for the
// exception, so that invalid JSON raises what its users expect. No recursion either way.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text.Json;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal static class JsonText
{
    /// <summary>
    /// Reads one value and nothing else; the token of the value. With the options of a writer, what they make of the strings is noted in the tokens.
    /// </summary>
    public static int Read(ReadOnlySpan<byte> json, Tape tape, TonlOptions? options = null)
    {
        var reader = new JsonTokens(json, tape, options);
        if (!reader.Document())
        {
            throw Refusal(json);
        }

        return 0;
    }

    public static int Depth(Tape tape, int index)
    {
        if (tape.Tokens[index].IsScalar)
        {
            return 0;
        }

        int depth = 0, deepest = 0, end = tape.Tokens[index].Start;
        var ends = new System.Collections.Generic.Stack<int>();
        for (int i = index; i < end; i++)
        {
            while (ends.Count > 0 && ends.Peek() <= i)
            {
                ends.Pop();
                depth--;
            }

            if (tape.Tokens[i].IsContainer)
            {
                ends.Push(tape.Tokens[i].Start);
                deepest = Math.Max(deepest, ++depth);
            }
        }

        return deepest;
    }

    private static JsonException Refusal(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = int.MaxValue });
            while (reader.Read())
            {
                if (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName && reader.ValueIsEscaped)
                {
                    reader.GetString();
                }
            }
        }
        catch (JsonException e)
        {
            return e;
        }
        catch (InvalidOperationException e)
        {
            return new JsonException(e.Message, e);
        }

        return new JsonException("the text is not valid JSON");
    }

    // ---- writing

    private struct Frame
    {
        public int End;
        public bool IsObject;
    }

    /// <summary>Writes a value as minified JSON; NaN and infinities as null.</summary>
    public static void Write(Tape tape, ReadOnlySpan<byte> source, int index, IBufferWriter<byte> output)
    {
        var buffer = new JsonBuffer(output);
        var frames = new Frame[16];
        int depth = 0, end = tape.After(index);
        for (int i = index; ;)
        {
            ref Token token = ref tape.Tokens[i];
            if (token.Kind == Kind.Name)
            {
                buffer.String(tape.Text(token, source));
                buffer.Byte((byte)':');
                i++;
                continue;
            }

            if (token.IsContainer)
            {
                bool isObject = token.Kind == Kind.Object;
                buffer.Byte(isObject ? (byte)'{' : (byte)'[');
                if (depth == frames.Length)
                {
                    Array.Resize(ref frames, depth * 2);
                }

                frames[depth++] = new Frame { End = token.Start, IsObject = isObject };
                i++;
                if (token.Length > 0)
                {
                    continue;
                }
            }
            else
            {
                buffer.Scalar(tape, token, source);
                i++;
            }

            while (depth > 0 && frames[depth - 1].End == i)
            {
                buffer.Byte(frames[--depth].IsObject ? (byte)'}' : (byte)']');
            }

            if (i >= end)
            {
                break;
            }

            buffer.Byte((byte)',');
        }

        buffer.Flush();
    }

    /// <summary>Writes a value with the caller's writer and its settings.</summary>
    public static void Write(Tape tape, ReadOnlySpan<byte> source, int index, Utf8JsonWriter writer)
    {
        var frames = new Frame[16];
        int depth = 0, end = tape.After(index);
        for (int i = index; i < end;)
        {
            ref Token token = ref tape.Tokens[i++];
            ReadOnlySpan<byte> text = token.IsContainer ? default : tape.Text(token, source);
            switch (token.Kind)
            {
                case Kind.Name:
                    if (Utf8Text.HasLone(text))
                    {
                        throw new TonlException("a name with a lone surrogate cannot be given to a Utf8JsonWriter", "E_SURROGATE", 0, 0);
                    }

                    writer.WritePropertyName(text);
                    continue;
                case Kind.Object:
                    writer.WriteStartObject();
                    break;
                case Kind.Array:
                    writer.WriteStartArray();
                    break;
                case Kind.Null:
                    writer.WriteNullValue();
                    break;
                case Kind.True or Kind.False:
                    writer.WriteBooleanValue(token.Kind == Kind.True);
                    break;
                case Kind.String when !Utf8Text.HasLone(text):
                    writer.WriteStringValue(text);
                    break;
                default:
                    Raw(tape, token, source, writer);
                    break;
            }

            if (token.IsContainer)
            {
                if (depth == frames.Length)
                {
                    Array.Resize(ref frames, depth * 2);
                }

                frames[depth++] = new Frame { End = token.Start, IsObject = token.Kind == Kind.Object };
            }

            while (depth > 0 && frames[depth - 1].End == i)
            {
                if (frames[--depth].IsObject)
                {
                    writer.WriteEndObject();
                }
                else
                {
                    writer.WriteEndArray();
                }
            }
        }
    }

    private static void Raw(Tape tape, in Token token, ReadOnlySpan<byte> source, Utf8JsonWriter writer)
    {
        var output = new ArrayBufferWriter<byte>(64);
        var buffer = new JsonBuffer(output);
        buffer.Scalar(tape, token, source);
        buffer.Flush();
        if (token.Kind == Kind.Number && writer.Options.Indented)
        {
            // a raw value stands where the last one ended; an element takes a line of its own, and keeps its digits too
            using JsonDocument number = JsonDocument.Parse(output.WrittenMemory);
            number.RootElement.WriteTo(writer);
            return;
        }

        writer.WriteRawValue(output.WrittenSpan, skipInputValidation: true);
    }
}
