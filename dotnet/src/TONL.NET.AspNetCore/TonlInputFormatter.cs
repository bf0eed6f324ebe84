// MVC: request body -> action parameter. TONL is UTF-8: another charset is 415. Text that cannot be read becomes a model error with line and column, hence a 400.

using System;
using System.Diagnostics.CodeAnalysis;
using System.Text;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc.Formatters;

namespace TONL.NET.AspNetCore;

/// <summary>Reads TONL request bodies for controllers.</summary>
public class TonlInputFormatter : TextInputFormatter, IInputFormatterExceptionPolicy
{
    // the delimiter of the options is that of responses; a request names its own in its header line
    private readonly TonlOptions _readOptions;

    /// <summary>A formatter with the given options.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public TonlInputFormatter(TonlOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        Options = options;
        _readOptions = new TonlOptions(options) { Delimiter = ',' };
        _readOptions.MakeReadOnly();
        SupportedEncodings.Add(UTF8EncodingWithoutBOM);
        SupportedMediaTypes.Add(TonlMediaTypes.Text);
        SupportedMediaTypes.Add(TonlMediaTypes.Application);
    }

    /// <summary>A formatter with default options.</summary>
    public TonlInputFormatter()
        : this(TonlOptions.Default)
    {
    }

    /// <summary>The options of every body.</summary>
    public TonlOptions Options { get; }

    /// <summary>Bad input is reported as a model error, other exceptions leave.</summary>
    public InputFormatterExceptionPolicy ExceptionPolicy => InputFormatterExceptionPolicy.MalformedInputExceptions;

    /// <inheritdoc/>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "MVC itself needs reflection")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "MVC itself needs reflection")]
    public override async Task<InputFormatterResult> ReadRequestBodyAsync(InputFormatterContext context, Encoding encoding)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(encoding);
        var request = context.HttpContext.Request;
        try
        {
            var model = await Body
                .ReadAsync(request.Body, encoding, context.ModelType, _readOptions, context.HttpContext.RequestAborted)
                .ConfigureAwait(false);
            return model is null && !context.TreatEmptyInputAsDefaultValue
                ? InputFormatterResult.NoValue()
                : InputFormatterResult.Success(model!);
        }
        catch (TonlException e)
        {
            context.ModelState.TryAddModelError(
                e.Path ?? string.Empty,
                new InputFormatterException(e.Message, e),
                context.Metadata);
            return InputFormatterResult.Failure();
        }
    }
}
