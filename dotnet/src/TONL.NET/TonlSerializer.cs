// Entry points: strings, bytes, buffers. Other parts of the class: Streams (streams, pipes, async), TypeInfo (generated code), Dynamic (no reflection).
using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Threading;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>Writes and reads TONL. All members may be used from many threads.</summary>
public static partial class TonlSerializer
{
    private const string Unreferenced = "Types may be looked at by reflection; use the overload with a TonlTypeInfo<T> of a generated context where code is trimmed.";
    private const string Dynamics = "Code may be made at run time; use the overload with a TonlTypeInfo<T> of a generated context where that is not possible.";

    /// <summary>Writes a value into a buffer.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static void Serialize<T>(IBufferWriter<byte> writer, T value, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        Write(out TonlWriter text, value, options);
        text.Deliver(writer);
    }

    /// <summary>The UTF-8 text of a value.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static byte[] SerializeToBytes<T>(T value, TonlOptions? options = null)
    {
        Write(out TonlWriter text, value, options);
        byte[] result = text.ToArray();
        text.Release();
        return result;
    }

    /// <summary>The text of a value.</summary>
    /// <example><code>string text = TonlSerializer.SerializeToString(new { id = 1, name = "a" });</code></example>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static string SerializeToString<T>(T value, TonlOptions? options = null)
    {
        Write(out TonlWriter text, value, options);
        return Text(ref text);
    }

    /// <summary>The text of a value: <see cref="SerializeToString{T}(T, TonlOptions?)"/>.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static string Serialize<T>(T value, TonlOptions? options = null) => SerializeToString(value, options);

    /// <summary>The text of a value, written as <paramref name="inputType"/>.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static string SerializeToString(object? value, Type inputType, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(inputType);
        options = Checked(options);
        if (value is not null && !inputType.IsInstanceOfType(value))
        {
            throw new ArgumentException($"a value of {inputType} expected, {value.GetType()} found", nameof(value));
        }

        var text = new TonlWriter(options);
        Engine.Write(ref text, new ObjectDoor(options.Binding.CodecOf(inputType)), value!);
        return Text(ref text);
    }

    /// <summary>Reads a value from UTF-8 text. Text that is not UTF-8 is <c>E_UTF8</c>.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static T? Deserialize<T>(ReadOnlySpan<byte> utf8Data, TonlOptions? options = null)
    {
        options = Checked(options);
        return Engine.ReadUtf8(utf8Data, CodecOf<T>(options), options);
    }

    /// <summary>Reads a value from text.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static T? Deserialize<T>(string tonl, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        options = Checked(options);
        using var input = new Utf8Input(tonl);
        return Engine.ReadValue(input.Span, CodecOf<T>(options), options);
    }

    /// <summary>Reads a value from UTF-8 text in pieces.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static T? Deserialize<T>(ReadOnlySequence<byte> utf8Data, TonlOptions? options = null) =>
        Deserialize<T>(utf8Data.IsSingleSegment ? utf8Data.FirstSpan : utf8Data.ToArray(), options);

    /// <summary>Reads a value of a type known at run time.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static object? Deserialize(string tonl, Type returnType, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        ArgumentNullException.ThrowIfNull(returnType);
        options = Checked(options);
        using var input = new Utf8Input(tonl);
        return Typed(Engine.ReadValue(input.Span, new ObjectDoor(options.Binding.CodecOf(returnType)), options), returnType);
    }

    /// <summary>Reads a value of a type known at run time.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static object? Deserialize(ReadOnlySpan<byte> utf8Data, Type returnType, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(returnType);
        options = Checked(options);
        return Typed(Engine.ReadUtf8(utf8Data, new ObjectDoor(options.Binding.CodecOf(returnType)), options), returnType);
    }

    /// <summary>The default of a value type is not null.</summary>
    [RequiresDynamicCode(Dynamics)]
    private static object? Typed(object? value, Type type) =>
        value ?? (type.IsValueType && Nullable.GetUnderlyingType(type) is null ? Array.CreateInstance(type, 1).GetValue(0) : null);

    private static TonlOptions Checked(TonlOptions? options)
    {
        options ??= TonlOptions.Default;
        options.Check();
        return options;
    }

    private static TonlCodec<T> CodecOf<T>(TonlOptions options)
    {
        TonlBinding binding = options.Binding;
        if (Usual<T>.Binding == binding)
        {
            return Usual<T>.Codec!;
        }

        TonlCodec<T> codec = binding.PlanOf<T>().Codec(binding);
        if (binding.IsPlain && Usual<T>.Binding is null)
        {
            Usual<T>.Codec = codec;
            Volatile.Write(ref Usual<T>.Binding, binding); // after the codec, which other threads then see
        }

        return codec;
    }

    /// <summary>The codec under plain options, found without a dictionary; the first plain binding that asks keeps the place.</summary>
    private static class Usual<T>
    {
        public static TonlBinding? Binding;
        public static TonlCodec<T>? Codec;
    }

    private static void Write<T>(out TonlWriter text, T value, TonlOptions? options)
    {
        options = Checked(options);
        text = new TonlWriter(options);
        Engine.Write(ref text, CodecOf<T>(options), value);
    }

    private static string Text(ref TonlWriter text)
    {
        string result = Encoding.UTF8.GetString(text.Written);
        text.Release();
        return result;
    }

    /// <summary>A codec of a type known at run time.</summary>
    private sealed class ObjectDoor(TonlCodec inner) : TonlCodec<object>
    {
        public override bool IsScalar => inner.IsScalar;

        public override Type ValueType => inner.ValueType;

        public override void Write(ref TonlWriter writer, TonlName name, object value) => inner.WriteObject(ref writer, name, value);

        public override object? Read(ref TonlReader reader) => inner.ReadObject(ref reader);
    }
}
