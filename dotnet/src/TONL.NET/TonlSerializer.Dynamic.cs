// Entry points without types: dynamic values (contract 2.1). None of these needs reflection.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using TONL.NET.Text;

namespace TONL.NET;

public static partial class TonlSerializer
{
    /// <summary>Reads an object; another root value comes as <c>{"root": value}</c>.</summary>
    public static Dictionary<string, object?>? DeserializeToDictionary(ReadOnlySpan<byte> utf8Data, TonlOptions? options = null) =>
        AsDictionary(DeserializeDynamic(utf8Data, options));

    /// <summary>Reads an object; another root value comes as <c>{"root": value}</c>.</summary>
    public static Dictionary<string, object?>? DeserializeToDictionary(string tonl, TonlOptions? options = null) =>
        AsDictionary(DeserializeDynamic(tonl, options));

    /// <summary>Reads a dynamic value.</summary>
    public static object? DeserializeDynamic(string tonl, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        using var input = new Utf8Input(tonl);
        return Engine.ReadDynamic(input.Span, Checked(options));
    }

    /// <summary>Reads a dynamic value.</summary>
    public static object? DeserializeDynamic(ReadOnlySpan<byte> utf8Data, TonlOptions? options = null)
    {
        options = Checked(options);
        Engine.CheckUtf8(utf8Data);
        return Engine.ReadDynamic(utf8Data, options);
    }

    /// <summary>Reads a value; false with the error where the text or its data are wrong.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Dictionaries of dynamic values need no reflection; for other types the trimmer keeps what a resolver of the options names.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "As above.")]
    public static bool TryDeserialize<T>(string tonl, out T? value, out TonlException? error, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        try
        {
            value = Deserialize<T>(tonl, options);
            error = null;
            return true;
        }
        catch (TonlException e)
        {
            value = default;
            error = e;
            return false;
        }
    }

    /// <summary>Reads a value; false with the error where the text or its data are wrong.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "As above.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "As above.")]
    public static bool TryDeserialize<T>(ReadOnlySpan<byte> utf8Data, out T? value, out TonlException? error, TonlOptions? options = null)
    {
        try
        {
            value = Deserialize<T>(utf8Data, options);
            error = null;
            return true;
        }
        catch (TonlException e)
        {
            value = default;
            error = e;
            return false;
        }
    }

    private static Dictionary<string, object?> AsDictionary(object? value) =>
        value as Dictionary<string, object?> ?? new Dictionary<string, object?> { ["root"] = value };
}
