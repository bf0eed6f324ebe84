// The one exception of the library for bad text and data: code, line, column, byte offset and path.
// Codes are those of the format (paragraph 11) and E_UNSUPPORTED, E_MISSING, E_UNMAPPED. Lines and columns count from 1, columns in code points.
using System;

namespace TONL.NET;

/// <summary>Text or data that cannot be read or written.</summary>
public class TonlException : Exception
{
    /// <summary>An error without a place.</summary>
    public TonlException(string message)
        : base(message) { }

    /// <summary>An error with a cause.</summary>
    public TonlException(string message, Exception innerException)
        : base(message, innerException) { }

    /// <summary>An error at a line and column, both from 1.</summary>
    public TonlException(string message, int lineNumber, int position)
        : base($"{message} (line {lineNumber}, position {position})")
    {
        LineNumber = lineNumber;
        Position = position;
    }

    /// <summary>An error at a byte of the input, from 0.</summary>
    public TonlException(string message, long byteOffset)
        : base($"{message} (at byte offset {byteOffset})") => ByteOffset = byteOffset;

    /// <summary>An error with its code and path.</summary>
    public TonlException(string message, string code, int lineNumber, int position, string? path = null)
        : base(Describe(message, lineNumber, position, path))
    {
        Code = code;
        Path = path;
        if (lineNumber > 0)
        {
            LineNumber = lineNumber;
            Position = position;
        }
    }

    internal TonlException(string message, string code, int lineNumber, int position, string? path, Exception? inner)
        : base(Describe(message, lineNumber, position, path), inner)
    {
        Code = code;
        Path = path;
        if (lineNumber > 0)
        {
            LineNumber = lineNumber;
            Position = position;
        }
    }

    /// <summary>Line of the input, from 1.</summary>
    public int? LineNumber { get; }

    /// <summary>Column of the input in code points, from 1.</summary>
    public int? Position { get; }

    /// <summary>Byte of the input, from 0.</summary>
    public long? ByteOffset { get; internal init; }

    /// <summary>The token that failed, where it is known; a row and its first cell begin at one place.</summary>
    internal int Token { get; init; } = -1;

    /// <summary>The text ended within a string of several lines, which more lines could close.</summary>
    internal bool IsOpen { get; set; }

    /// <summary>The error code, such as <c>E_TYPE</c>.</summary>
    public string? Code { get; internal init; }

    /// <summary>The way to the value, such as <c>$.items[3].price</c>.</summary>
    public string? Path { get; internal init; }

    private static string Describe(string message, int line, int position, string? path) =>
        (path is null ? message : $"{message} at {path}") + (line > 0 ? $" (line {line}, position {position})" : "");
}

/// <summary>A value that contains itself.</summary>
public class TonlCircularReferenceException : TonlException
{
    /// <summary>A cycle that closes at the given path.</summary>
    public TonlCircularReferenceException(string path)
        : base($"the value contains itself at `{path}`")
    {
        Code = ErrorCodes.Cycle;
        Path = path;
    }
}

internal static class ErrorCodes
{
    public const string Delimiter = "E_DELIMITER";
    public const string Unterminated = "E_UNTERMINATED_STRING";
    public const string Trailing = "E_TRAILING";
    public const string ArrayLength = "E_ARRAY_LENGTH";
    public const string Count = "E_COUNT";
    public const string RowWidth = "E_ROW_WIDTH";
    public const string Syntax = "E_SYNTAX";
    public const string DuplicateKey = "E_DUPLICATE_KEY";
    public const string Indent = "E_INDENT";
    public const string Index = "E_INDEX";
    public const string Type = "E_TYPE";
    public const string Range = "E_RANGE";
    public const string Depth = "E_DEPTH";
    public const string Limit = "E_LIMIT";
    public const string Number = "E_NUMBER";
    public const string Cycle = "E_CYCLE";
    public const string Utf8 = "E_UTF8";
    public const string Unsupported = "E_UNSUPPORTED";
    public const string Missing = "E_MISSING";
    public const string Unmapped = "E_UNMAPPED";
    public const string Converter = "E_TYPE";
}
