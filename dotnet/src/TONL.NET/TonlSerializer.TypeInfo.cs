// Entry points with type metadata: no reflection, for trimmed and ahead-of-time compiled programs.
using System;
using System.Buffers;
using System.Collections.Generic;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public static partial class TonlSerializer
{
    /// <summary>Writes a value into a buffer.</summary>
    public static void Serialize<T>(IBufferWriter<byte> writer, T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Write(out TonlWriter text, value, typeInfo, options);
        text.Deliver(writer);
    }

    /// <summary>The UTF-8 text of a value.</summary>
    public static byte[] SerializeToBytes<T>(T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        Write(out TonlWriter text, value, typeInfo, options);
        byte[] result = text.ToArray();
        text.Release();
        return result;
    }

    /// <summary>The text of a value.</summary>
    public static string SerializeToString<T>(T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        Write(out TonlWriter text, value, typeInfo, options);
        return Text(ref text);
    }

    /// <summary>The text of a value.</summary>
    public static string Serialize<T>(T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null) => SerializeToString(value, typeInfo, options);

    /// <summary>Reads a value from UTF-8 text.</summary>
    public static T? Deserialize<T>(ReadOnlySpan<byte> utf8Data, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        options = Readable(typeInfo, options);
        return Engine.ReadUtf8(utf8Data, typeInfo.TypedPlan.Codec(options.Binding), options);
    }

    /// <summary>Reads a value from text.</summary>
    public static T? Deserialize<T>(string tonl, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        options = Readable(typeInfo, options);
        using var input = new Utf8Input(tonl);
        return Engine.ReadValue(input.Span, typeInfo.TypedPlan.Codec(options.Binding), options);
    }

    /// <summary>Reads an object; another root value comes as <c>{"root": value}</c>. The metadata give the options.</summary>
    public static Dictionary<string, object?>? DeserializeToDictionary<T>(string tonl, TonlTypeInfo<T> typeInfo, TonlOptions? options = null) =>
        DeserializeToDictionary(tonl, OptionsOf(typeInfo, options));

    internal static TonlOptions Readable<T>(TonlTypeInfo<T> typeInfo, TonlOptions? options)
    {
        options = OptionsOf(typeInfo, options);
        if (typeInfo.WriteOnly)
        {
            throw new InvalidOperationException($"the metadata of {typeof(T)} were generated for writing only");
        }

        return options;
    }

    /// <summary>The given options, else those of the metadata's context, else the defaults; types met at run time are looked up in the context.</summary>
    internal static TonlOptions OptionsOf<T>(TonlTypeInfo<T> typeInfo, TonlOptions? options)
    {
        ArgumentNullException.ThrowIfNull(typeInfo);
        options ??= typeInfo.OriginatingContext?.Options ?? TonlOptions.Default;
        options.Check();
        return options;
    }

    private static void Write<T>(out TonlWriter text, T value, TonlTypeInfo<T> typeInfo, TonlOptions? options)
    {
        options = OptionsOf(typeInfo, options);
        text = new TonlWriter(options);
        Engine.Write(ref text, typeInfo.TypedPlan.Codec(options.Binding), value);
    }
}
