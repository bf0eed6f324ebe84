// Emitter -> text: a string builder that knows indentation. Lines end with LF whatever the machine, numbers are invariant.

using System;
using System.Globalization;
using System.Text;

namespace TONL.NET.SourceGeneration;

/// <summary>Builds one generated file.</summary>
internal sealed class SourceWriter
{
    private readonly StringBuilder _text = new();
    private int _level;

    /// <summary>Writes one line at the current level; an empty string gives an empty line.</summary>
    public void Line(string line = "")
    {
        if (line.Length > 0)
        {
            _text.Append(' ', _level * 4).Append(line);
        }

        _text.Append('\n');
    }

    /// <summary>Writes a line built with invariant culture.</summary>
    public void Line(FormattableString line) => Line(line.ToString(CultureInfo.InvariantCulture));

    /// <summary>Writes the line, then an opening brace, and indents.</summary>
    public void Open(string line)
    {
        Line(line);
        Line("{");
        _level++;
    }

    /// <summary>Ends a block; <paramref name="tail"/> follows the brace.</summary>
    public void Close(string tail = "")
    {
        _level--;
        Line("}" + tail);
    }

    /// <summary>Indents the lines that follow.</summary>
    public void Indent() => _level++;

    /// <summary>Takes one level back.</summary>
    public void Outdent() => _level--;

    public override string ToString() => _text.ToString();

    /// <summary>A string as a C# literal with ASCII characters only.</summary>
    public static string Literal(string text)
    {
        var literal = new StringBuilder(text.Length + 2).Append('"');
        foreach (var ch in text)
        {
            _ = ch switch
            {
                '"' => literal.Append("\\\""),
                '\\' => literal.Append("\\\\"),
                >= ' ' and < '\x7f' => literal.Append(ch),
                _ => literal.Append("\\u").Append(((int)ch).ToString("x4", CultureInfo.InvariantCulture)),
            };
        }

        return literal.Append('"').ToString();
    }
}
