// Minimal APIs, output: Results.Extensions.Tonl(value). The value goes straight into the response's pipe.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http.Metadata;
using TONL.NET;
using TONL.NET.AspNetCore;

namespace Microsoft.AspNetCore.Http;

/// <summary>TONL results of minimal APIs.</summary>
public static class TonlResultExtensions
{
    private const string Reflection = "Without type info the value is written by reflection; pass the context's TonlTypeInfo in trimmed applications.";

    /// <summary>A response with the value as TONL text.</summary>
    /// <param name="extensions"><see cref="Results.Extensions"/>.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">Options; null takes the defaults.</param>
    /// <param name="contentType">Content type; null takes <c>text/tonl; charset=utf-8</c>.</param>
    /// <param name="statusCode">Status; null leaves 200.</param>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static IResult Tonl<T>(
        this IResultExtensions extensions, T value, TonlOptions? options = null, string? contentType = null, int? statusCode = null)
    {
        ArgumentNullException.ThrowIfNull(extensions);
        return new TonlResult<T>(value, writer => TonlSerializer.Serialize(writer, value, options), contentType, statusCode);
    }

    /// <summary>A response with the value as TONL text, written by generated code.</summary>
    public static IResult Tonl<T>(
        this IResultExtensions extensions,
        T value,
        TonlTypeInfo<T> typeInfo,
        TonlOptions? options = null,
        string? contentType = null,
        int? statusCode = null)
    {
        ArgumentNullException.ThrowIfNull(extensions);
        ArgumentNullException.ThrowIfNull(typeInfo);
        return new TonlResult<T>(value, writer => TonlSerializer.Serialize(writer, value, typeInfo, options), contentType, statusCode);
    }

    private sealed class TonlResult<T>(T value, Action<System.Buffers.IBufferWriter<byte>> write, string? contentType, int? statusCode)
        : IResult, IStatusCodeHttpResult, IContentTypeHttpResult, IValueHttpResult, IValueHttpResult<T>
    {
        public int? StatusCode => statusCode;

        public string? ContentType => contentType ?? TonlMediaTypes.TextUtf8;

        public T? Value => value;

        object? IValueHttpResult.Value => value;

        public async Task ExecuteAsync(HttpContext httpContext)
        {
            ArgumentNullException.ThrowIfNull(httpContext);
            var response = httpContext.Response;
            if (statusCode is { } status)
            {
                response.StatusCode = status;
            }

            response.ContentType = ContentType;
            write(response.BodyWriter);
            await response.BodyWriter.FlushAsync(httpContext.RequestAborted).ConfigureAwait(false);
        }
    }
}
