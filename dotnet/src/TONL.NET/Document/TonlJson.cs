// JSON to TONL and back without host objects: text -> tape -> text. Numbers keep their digits, lone surrogates survive as \uXXXX.
using System;
using System.Buffers;
using System.Text;
using System.Text.Json;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>Transcodes between TONL and JSON.</summary>
public static class TonlJson
{
    /// <summary>The JSON of a TONL text, minified; NaN and infinities become null.</summary>
    public static string ToJson(string tonl, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        using var output = new TonlBufferWriter(Math.Max(256, tonl.Length * 2));
        using var input = new Utf8Input(tonl);
        options ??= TonlOptions.Default;
        options.Check();
        if (TextToJson.TryWrite(input.Span, options, output))
        {
            return Encoding.UTF8.GetString(output.WrittenSpan);
        }

        Tape tape = Tape.Rent();
        try
        {
            int root = Engine.Read(input.Span, tape, options);
            JsonText.Write(tape, input.Span, root, output);
            return Encoding.UTF8.GetString(output.WrittenSpan);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>Writes the JSON of a TONL text with the given writer.</summary>
    public static void ToJson(ReadOnlySpan<byte> utf8Tonl, Utf8JsonWriter writer, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Tape tape = Tape.Rent();
        try
        {
            int root = Engine.ReadBytes(utf8Tonl, tape, options ?? TonlOptions.Default);
            JsonText.Write(tape, utf8Tonl, root, writer);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>Writes the JSON of a TONL text, minified, straight into a buffer: the fastest way.</summary>
    public static void ToJson(ReadOnlySpan<byte> utf8Tonl, IBufferWriter<byte> writer, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        options ??= TonlOptions.Default;
        options.Check();
        Engine.CheckUtf8(utf8Tonl);
        if (TextToJson.TryWrite(utf8Tonl, options, writer))
        {
            return;
        }

        Tape tape = Tape.Rent();
        try
        {
            int root = Engine.Read(utf8Tonl, tape, options);
            JsonText.Write(tape, utf8Tonl, root, writer);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>The TONL of a JSON text. Of a name given twice the last wins. Invalid JSON raises <see cref="JsonException"/>.</summary>
    public static string FromJson(string json, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        options ??= TonlOptions.Default;
        options.Check();
        byte[] rented = ArrayPool<byte>.Shared.Rent(checked(json.Length * 3));
        Tape tape = Tape.Rent();
        try
        {
            int length = Utf8Text.Encode(json, rented, out bool lone);
            if (lone)
            {
                throw new JsonException("the JSON text holds a lone surrogate");
            }

            ReadOnlySpan<byte> utf8 = rented.AsSpan(0, length);
            TonlWriter writer = Engine.WriteTape(tape, utf8, JsonText.Read(utf8, tape, options), options);
            string result = Encoding.UTF8.GetString(writer.Written);
            writer.Release();
            return result;
        }
        finally
        {
            Tape.Return(tape);
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    /// <summary>Writes the TONL of a JSON text.</summary>
    public static void FromJson(ReadOnlySpan<byte> utf8Json, IBufferWriter<byte> writer, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        options ??= TonlOptions.Default;
        options.Check();
        Tape tape = Tape.Rent();
        try
        {
            Engine.WriteTape(tape, utf8Json, JsonText.Read(utf8Json, tape, options), options).Deliver(writer);
        }
        finally
        {
            Tape.Return(tape);
        }
    }
}
