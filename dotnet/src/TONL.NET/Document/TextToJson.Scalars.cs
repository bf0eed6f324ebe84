// Scalars of canonical TONL to JSON: the rest of a line, a cell, bare and quoted texts.
using System;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref partial struct TextToJson
{
    /// <summary>The rest of a line; the cursor moves to the next one.</summary>
    private void Scalar(int at, bool element)
    {
        ReadOnlySpan<byte> text = _text;
        if (at >= text.Length || text[at] <= ' ')
        {
            Fail();
            return;
        }

        int end;
        if (text[at] == '"')
        {
            end = Quoted(at);
        }
        else
        {
            // in an element a delimiter would make it a list
            end = element ? Bytes.CellEnd(text, at, _split) : Bytes.LineEnd(text, at);
            Bare(at, end);
        }

        if (_failed || (end < text.Length && text[end] != '\n'))
        {
            Fail();
            return;
        }

        _cursor = Math.Min(text.Length, end + 1);
    }

    /// <summary>One cell; the cursor stays at the delimiter or line feed behind it.</summary>
    private void Cell(int at)
    {
        ReadOnlySpan<byte> text = _text;
        int end;
        if (text[at] == '"')
        {
            end = Quoted(at);
            end += _failed ? 0 : Bytes.Spaces(text, end);
        }
        else
        {
            end = Bytes.CellEnd(text, at, _split);
            int stop = end;
            while (stop > at && text[stop - 1] == ' ')
            {
                stop--;
            }

            Bare(at, stop);
        }

        if (_failed || (end < text.Length && text[end] != '\n' && text[end] != _split))
        {
            Fail();
            return;
        }

        _cursor = end;
    }

    private void Bare(int at, int end)
    {
        ReadOnlySpan<byte> s = _text[at..end];
        if (s.Length == 0 || Space.AtEdge(s))
        {
            Fail();
            return;
        }

        byte first = s[0];
        if ((first <= '9' && Number.IsNumeral(s)) || (first is (byte)'N' or (byte)'I' or (byte)'-' && Number.IsKeyword(s)))
        {
            _json.Numeral(s, final: false);
        }
        else if (first is (byte)'n' or (byte)'t' or (byte)'f' or (byte)'u' && Number.IsKeyword(s))
        {
            if (first == 'u')
            {
                Fail();
            }

            _json.Raw(s);
        }
        else
        {
            _json.String(s);
        }
    }

    /// <summary>A string in quotes, the place behind it; its escapes are those of JSON.</summary>
    private int Quoted(int at)
    {
        ReadOnlySpan<byte> text = _text;
        int end = Bytes.QuoteEnd(text, at + 1);
        bool escapes = false;
        while (end + 1 < text.Length && text[end] == '\\' && text[end + 1] is (byte)'"' or (byte)'\\' or (byte)'n' or (byte)'r' or (byte)'t')
        {
            escapes = true;
            end = Bytes.QuoteEnd(text, end + 2);
        }

        if (end >= text.Length || text[end] != '"' || (end + 1 < text.Length && text[end + 1] == '"'))
        {
            Fail();
            return text.Length;
        }

        ReadOnlySpan<byte> content = text[(at + 1)..end];
        if (!escapes)
        {
            _json.String(content);
        }
        else if (content.IndexOfAnyInRange((byte)0, (byte)0x1F) >= 0)
        {
            Fail();
        }
        else
        {
            _json.Raw(text[at..(end + 1)]);
        }

        return end + 1;
    }
}
