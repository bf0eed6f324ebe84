// MVC: action result -> response body, when the client's Accept header asks for TONL.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.Net.Http.Headers;

namespace TONL.NET.AspNetCore;

/// <summary>Writes TONL responses for controllers.</summary>
public class TonlOutputFormatter : TextOutputFormatter
{
    /// <summary>A formatter with the given options.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public TonlOutputFormatter(TonlOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        Options = options;
        SupportedEncodings.Add(Encoding.UTF8);
        SupportedMediaTypes.Add(TonlMediaTypes.Text);
        SupportedMediaTypes.Add(TonlMediaTypes.Application);
    }

    /// <summary>A formatter with default options.</summary>
    public TonlOutputFormatter()
        : this(TonlOptions.Default)
    {
    }

    /// <summary>The options of every response.</summary>
    public TonlOptions Options { get; }

    /// <inheritdoc/>
    public override bool CanWriteResult(OutputFormatterCanWriteContext context)
    {
        ArgumentNullException.ThrowIfNull(context);

        // MVC holds a charset in Accept against a formatter that names none; UTF-8 is what is written anyway
        if (MediaTypeHeaderValue.TryParse(context.ContentType, out var asked)
            && TonlMediaTypes.Matches(asked.MediaType.Value)
            && asked.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        {
            context.ContentType = asked.MediaType.ToString(); // a text of its own: the parser reads past the end of a segment
        }

        return base.CanWriteResult(context);
    }

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "MVC itself needs reflection")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "MVC itself needs reflection")]
    public override async Task WriteResponseBodyAsync(OutputFormatterWriteContext context, Encoding selectedEncoding)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(selectedEncoding);

        // an action that declares object or an interface result is written by what it returned
        var declared = context.ObjectType is { } type && type != typeof(object) ? type : context.Object?.GetType() ?? typeof(object);
        var text = TonlSerializer.SerializeToString(context.Object, declared, Options);
        await context.HttpContext.Response.Body
            .WriteAsync(selectedEncoding.GetBytes(text), context.HttpContext.RequestAborted)
            .ConfigureAwait(false);
    }
}
