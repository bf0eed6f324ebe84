// Minimal APIs, input: a parameter of type TonlBody<T> binds the request body. A body that is no TONL of that type ends in
// 400 with a problem document that names line, column and path.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Net.Http.Headers;

namespace TONL.NET.AspNetCore;

/// <summary>A request body in TONL, bound by minimal APIs: <c>app.MapPost("/orders", (TonlBody&lt;Order&gt; body) => ...)</c>.</summary>
/// <typeparam name="T">The type of the body.</typeparam>
public sealed class TonlBody<T>
{
    private TonlBody(T? value) => Value = value;

    /// <summary>The decoded value.</summary>
    public T? Value { get; }

    /// <summary>Called by the framework.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "documented: uses the registered options, or reflection")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "documented: uses the registered options, or reflection")]
    public static async ValueTask<TonlBody<T>?> BindAsync(HttpContext context, ParameterInfo parameter)
    {
        ArgumentNullException.ThrowIfNull(context);
        try
        {
            if (context.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: false })
            {
                throw new TonlException("a request body expected, none found", "E_SYNTAX", 1, 1);
            }

            return new TonlBody<T>(await context.Request.ReadFromTonlAsync<T>(Options(context)).ConfigureAwait(false));
        }
        catch (TonlException e)
        {
            Refuse(context.Response, StatusCodes.Status400BadRequest, e);
        }
        catch (NotSupportedException)
        {
            context.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            await context.Response.CompleteAsync().ConfigureAwait(false);
        }

        return null;
    }

    private static TonlOptions? Options(HttpContext context) => context.RequestServices?.GetService(typeof(TonlOptions)) as TonlOptions;

    // Written but not flushed: the framework may still set the status itself, which it does with the same number.
    private static void Refuse(HttpResponse response, int status, TonlException e)
    {
        response.StatusCode = status;
        response.ContentType = "application/problem+json";
        using var json = new Utf8JsonWriter(response.BodyWriter);
        json.WriteStartObject();
        json.WriteString("title", "The request body is not valid TONL");
        json.WriteNumber("status", status);
        json.WriteString("detail", e.Message);
        json.WriteString("code", e.Code);
        if (e.LineNumber is { } line)
        {
            json.WriteNumber("line", line);
        }

        if (e.Position is { } column)
        {
            json.WriteNumber("column", column);
        }

        json.WriteString("path", e.Path);
        json.WriteEndObject();
    }
}

/// <summary>Reads TONL from requests.</summary>
public static class TonlHttpRequestExtensions
{
    private const string Reflection = "Without type info the value is read by reflection; pass the context's TonlTypeInfo in trimmed applications.";

    /// <summary>Decodes the body.</summary>
    /// <exception cref="TonlException">The body is not TONL of that type; line and column are in it.</exception>
    /// <exception cref="NotSupportedException">The content type is not TONL in UTF-8.</exception>
    [RequiresUnreferencedCode(Reflection)]
    [RequiresDynamicCode(Reflection)]
    public static Task<T?> ReadFromTonlAsync<T>(this HttpRequest request, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        return Body.ReadAsync<T>(request.Body, EncodingOf(request), options, request.HttpContext.RequestAborted);
    }

    /// <summary>Decodes the body with generated metadata.</summary>
    /// <exception cref="TonlException">The body is not TONL of that type; line and column are in it.</exception>
    /// <exception cref="NotSupportedException">The content type is not TONL in UTF-8.</exception>
    public static Task<T?> ReadFromTonlAsync<T>(this HttpRequest request, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(typeInfo);
        return Body.ReadAsync(request.Body, EncodingOf(request), typeInfo, options, request.HttpContext.RequestAborted);
    }

    private static System.Text.Encoding? EncodingOf(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out var type) || !TonlMediaTypes.Matches(type.MediaType.Value))
        {
            throw new NotSupportedException($"content type `{request.ContentType}` is not TONL");
        }

        return Body.EncodingOf(type.Charset.Value) is null ? null : throw new NotSupportedException($"charset `{type.Charset.Value}` is not UTF-8");
    }
}
