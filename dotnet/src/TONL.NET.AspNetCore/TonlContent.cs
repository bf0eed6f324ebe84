// HTTP clients: value -> HttpContent and back.

using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;

namespace TONL.NET.AspNetCore;

/// <summary>A request or response body in TONL. The text is made when the content is created, so its length is known.</summary>
public sealed class TonlContent : HttpContent
{
    private const string Reflection = "Without type info the value is written by reflection; pass the context's TonlTypeInfo in trimmed applications.";

    private readonly byte[] _utf8;

    private TonlContent(byte[] utf8, MediaTypeHeaderValue? mediaType)
    {
        _utf8 = utf8;
        Headers.ContentType = mediaType ?? new MediaTypeHeaderValue(TonlMediaTypes.Text) { CharSet = "utf-8" };
    }

    /// <summary>A body with the value.</summary>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static TonlContent Create<T>(T value, TonlOptions? options = null, MediaTypeHeaderValue? mediaType = null) =>
        new(TonlSerializer.SerializeToBytes(value, options), mediaType);

    /// <summary>A body with the value, written by generated code.</summary>
    public static TonlContent Create<T>(T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null, MediaTypeHeaderValue? mediaType = null) =>
        new(TonlSerializer.SerializeToBytes(value, typeInfo, options), mediaType);

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return stream.WriteAsync(_utf8, cancellationToken).AsTask();
    }

    /// <inheritdoc/>
    protected override void SerializeToStream(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(stream);
        stream.Write(_utf8);
    }

    /// <inheritdoc/>
    protected override bool TryComputeLength(out long length)
    {
        length = _utf8.Length;
        return true;
    }
}

/// <summary>Reads TONL from HTTP contents.</summary>
public static class TonlHttpContentExtensions
{
    private const string Reflection = "Without type info the value is read by reflection; pass the context's TonlTypeInfo in trimmed applications.";

    /// <summary>Decodes the content, whatever its media type says, in the charset that it names (UTF-8 without one).</summary>
    /// <exception cref="TonlException">The content is not TONL of that type; line and column are in it.</exception>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static async Task<T?> ReadFromTonlAsync<T>(
        this HttpContent content, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        var body = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            return await Body.ReadAsync<T>(body, Body.EncodingOf(content.Headers.ContentType?.CharSet), options, cancellationToken)
                .ConfigureAwait(false);
        }
    }

    /// <summary>Decodes the content with generated metadata.</summary>
    /// <exception cref="TonlException">The content is not TONL of that type; line and column are in it.</exception>
    public static async Task<T?> ReadFromTonlAsync<T>(
        this HttpContent content, TonlTypeInfo<T> typeInfo, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        ArgumentNullException.ThrowIfNull(typeInfo);
        var body = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        await using (body.ConfigureAwait(false))
        {
            return await Body.ReadAsync(body, Body.EncodingOf(content.Headers.ContentType?.CharSet), typeInfo, options, cancellationToken)
                .ConfigureAwait(false);
        }
    }
}
