// HTTP body -> UTF-8 bytes -> value. Reads the whole body without blocking, transcodes other charsets, then decodes once.
// The server's own limit on the size of bodies holds; TonlOptions.MaxInputLength holds on top of it.

using System;
using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace TONL.NET.AspNetCore;

internal static class Body
{
    private const string Reflection = "Binding by Type uses reflection; register a TypeInfoResolver in the options for trimmed applications.";

    /// <summary>Reads and decodes a body. <paramref name="encoding"/> null or UTF-8: bytes are taken as they are.</summary>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static async Task<object?> ReadAsync(Stream body, Encoding? encoding, Type type, TonlOptions? options, CancellationToken cancellation)
    {
        using var bytes = await DrainAsync(body, encoding, cancellation).ConfigureAwait(false);
        return TonlSerializer.Deserialize(bytes.WrittenSpan, type, options);
    }

    /// <summary>Reads and decodes a body of a known type.</summary>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static async Task<T?> ReadAsync<T>(Stream body, Encoding? encoding, TonlOptions? options, CancellationToken cancellation)
    {
        using var bytes = await DrainAsync(body, encoding, cancellation).ConfigureAwait(false);
        return TonlSerializer.Deserialize<T>(bytes.WrittenSpan, options);
    }

    /// <summary>Reads and decodes a body with generated metadata.</summary>
    public static async Task<T?> ReadAsync<T>(
        Stream body, Encoding? encoding, TonlTypeInfo<T> typeInfo, TonlOptions? options, CancellationToken cancellation)
    {
        using var bytes = await DrainAsync(body, encoding, cancellation).ConfigureAwait(false);
        return TonlSerializer.Deserialize(bytes.WrittenSpan, typeInfo, options);
    }

    /// <summary>The encoding that a charset names; null for UTF-8 and for none.</summary>
    /// <exception cref="NotSupportedException">The machine has no such encoding.</exception>
    public static Encoding? EncodingOf(string? charset)
    {
        var name = charset?.Trim('"');
        if (string.IsNullOrEmpty(name) || name.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        try
        {
            return Encoding.GetEncoding(name);
        }
        catch (ArgumentException e)
        {
            throw new NotSupportedException($"charset `{name}` is not known here", e);
        }
    }

    private static async Task<TonlBufferWriter> DrainAsync(Stream body, Encoding? encoding, CancellationToken cancellation)
    {
        var source = encoding is null || encoding.CodePage == Encoding.UTF8.CodePage
            ? body
            : Encoding.CreateTranscodingStream(body, encoding, Encoding.UTF8, leaveOpen: true);
        var bytes = new TonlBufferWriter(4096);
        try
        {
            int read;
            while ((read = await source.ReadAsync(bytes.GetMemory(1024), cancellation).ConfigureAwait(false)) > 0)
            {
                bytes.Advance(read);
            }

            return bytes;
        }
        catch
        {
            bytes.Dispose();
            throw;
        }
        finally
        {
            if (!ReferenceEquals(source, body))
            {
                await source.DisposeAsync().ConfigureAwait(false);
            }
        }
    }
}
