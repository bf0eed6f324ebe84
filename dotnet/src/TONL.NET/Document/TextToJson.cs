// Canonical TONL straight to JSON, line by line, without a tape: the short way of TonlJson.ToJson. As in typed reading (TonlReader.Text), it handles
// what our own writers produce and gives up at the first thing that looks different; the text is then read again by way of the tape, which also
// makes all errors. Names must be identifiers in ascending order, so that none can stand twice (identifiers here may begin with a digit).
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref struct TextToJson
{
    private static readonly SearchValues<byte> s_headerEnd = SearchValues.Create("}\n[{\":"u8);

    private readonly ReadOnlySpan<byte> _text;
    private readonly byte _split;
    private readonly int _maxDepth;
    private JsonBuffer _json;
    private int _cursor;
    private int _depth;
    private bool _failed;

    private TextToJson(ReadOnlySpan<byte> text, TonlOptions options, int body, byte delimiter)
    {
        _text = text;
        _split = delimiter;
        _maxDepth = options.MaxDepth;
        _cursor = body;
        _json = new JsonBuffer(null);
    }

    /// <summary>Writes the JSON of canonical text (known to be UTF-8); false, with nothing written, where the text has to take the way over the tape.</summary>
    public static bool TryWrite(ReadOnlySpan<byte> text, TonlOptions options, IBufferWriter<byte> output)
    {
        if (options.Strict || options.MaxInputLength > 0 || text.IndexOf("\"\"\""u8) >= 0 || text.Contains((byte)'\r'))
        {
            return false;
        }

        var reader = new TextToJson(text, options, ValueReader.ReadHeaders(text, options, out byte delimiter), delimiter);
        reader.Root();
        bool done = !reader._failed && reader._cursor >= text.Length;
        if (done)
        {
            output.Write(reader._json.Written);
        }

        reader._json.Flush();
        return done;
    }

    private void Root()
    {
        int at = _cursor;
        if (at >= _text.Length || _text[at] <= ' ')
        {
            Fail();
        }
        else if (_text[at..].StartsWith("root"u8) && at + 4 < _text.Length && _text[at + 4] is (byte)':' or (byte)'{' or (byte)'[')
        {
            Value(at + 4, 0, element: false);
        }
        else
        {
            _depth = -1; // the body of the document is not counted
            Members(-1);
        }
    }

    private void Fail()
    {
        _failed = true;
        _cursor = _text.Length;
    }

    /// <summary>Indentation of the line at a place; the end of the text counts as indented less than all.</summary>
    private readonly int IndentAt(int at)
    {
        int indent = Bytes.Spaces(_text, at);
        return at + indent < _text.Length ? indent : -1;
    }

    private bool Enter()
    {
        if (++_depth >= _maxDepth || ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
        {
            Fail();
        }

        return !_failed;
    }

    /// <summary>What follows a name: <c>: text</c>, <c>:</c>, <c>{..}:</c>, <c>[n]..</c>.</summary>
    private void Value(int at, int head, bool element)
    {
        ReadOnlySpan<byte> text = _text;
        switch (text[at])
        {
            case (byte)':':
                at++;
                if (at >= text.Length || text[at] == '\n')
                {
                    _cursor = Math.Min(text.Length, at + 1);
                    Members(head);
                    return;
                }

                at += text[at] == ' ' ? 1 : 0;
                Scalar(at, element);
                return;
            case (byte)'{':
                int close = HeaderEnd(at);
                if (close < 0)
                {
                    return;
                }

                _cursor = Math.Min(text.Length, close + 3);
                if (close > at + 1)
                {
                    Members(head);
                }
                else if (IndentAt(_cursor) > head)
                {
                    Fail();
                }
                else
                {
                    _json.Raw("{}"u8);
                }

                return;
            default:
                Array(at, head);
                return;
        }
    }

    /// <summary>The closing brace of <c>{..}:</c> that ends the line, without hints and quotes; -1 and failed for anything else.</summary>
    private int HeaderEnd(int open)
    {
        ReadOnlySpan<byte> text = _text;
        int length = text[(open + 1)..].IndexOfAny(s_headerEnd), close = open + 1 + length;
        if (length >= 0 && text[close] == '}' && close + 1 < text.Length && text[close + 1] == ':' && (close + 2 == text.Length || text[close + 2] == '\n'))
        {
            return close;
        }

        Fail();
        return -1;
    }

    // ---- objects

    private void Members(int head)
    {
        ReadOnlySpan<byte> text = _text;
        int indent = IndentAt(_cursor);
        if (indent <= head || !Enter())
        {
            Fail();
            return;
        }

        byte open = (byte)'{';
        ReadOnlySpan<byte> last = default;
        while (!_failed)
        {
            int found = IndentAt(_cursor);
            if (found != indent)
            {
                if (found > head || (found >= 0 && text[_cursor + found] <= ' '))
                {
                    Fail();
                }

                break;
            }

            int at = _cursor + indent, end = at;
            while ((uint)end < (uint)text.Length && Quote.IsLetter(text[end]))
            {
                end++;
            }

            ReadOnlySpan<byte> name = text[at..end];
            if (!IsUsable(name, last) || end >= text.Length || text[end] is not ((byte)':' or (byte)'{' or (byte)'['))
            {
                Fail();
                return;
            }

            last = name;
            _json.Name(open, name);
            open = (byte)',';
            Value(end, indent, element: false);
        }

        _json.Byte((byte)'}');
        _depth--;
    }

    /// <summary>A name that means nothing else, and comes after the last one.</summary>
    private static bool IsUsable(ReadOnlySpan<byte> name, ReadOnlySpan<byte> last) =>
        name.Length > 0 && !(name.Length == 1 && name[0] == '_') && (last.Length == 0 || last.SequenceCompareTo(name) < 0);

    private static bool AreLetters(ReadOnlySpan<byte> name)
    {
        foreach (byte b in name)
        {
            if (!Quote.IsLetter(b))
            {
                return false;
            }
        }

        return true;
    }

    // ---- arrays

    private void Array(int at, int head)
    {
        ReadOnlySpan<byte> text = _text;
        int count = 0, i = at + 1;
        while (i < text.Length && Number.IsDigit(text[i]) && i - at <= 9)
        {
            count = (count * 10) + text[i] - '0';
            i++;
        }

        if (i == at + 1 || i + 1 >= text.Length || text[i] != ']' || text[i + 1] is not ((byte)'{' or (byte)':') || !Enter())
        {
            Fail();
            return;
        }

        i++;
        if (text[i] == '{')
        {
            if (HeaderEnd(i) is var close and >= 0)
            {
                _cursor = Math.Min(text.Length, close + 3);
                Table(text[(i + 1)..close], head);
            }
        }
        else
        {
            i++;
            i += i < text.Length && text[i] == ' ' ? 1 : 0;
            if (i < text.Length && text[i] != '\n')
            {
                Cells(i);
            }
            else
            {
                _cursor = Math.Min(text.Length, i + 1);
                Elements(count, head);
            }
        }

        _depth--;
    }

    /// <summary>Lines <c>[0]</c>, <c>[1]</c> and so on.</summary>
    private void Elements(int count, int head)
    {
        ReadOnlySpan<byte> text = _text;
        int indent = IndentAt(_cursor);
        if (indent <= head || count == 0)
        {
            if (indent > head || count > 0)
            {
                Fail();
            }

            _json.Raw("[]"u8);
            return;
        }

        byte open = (byte)'[';
        for (int next = 0; !_failed; next++)
        {
            int found = IndentAt(_cursor);
            if (found != indent)
            {
                if (found > head || (found >= 0 && text[_cursor + found] <= ' '))
                {
                    Fail();
                }

                break;
            }

            int at = _cursor + indent, index = 0, i = at + 1;
            while (text[at] == '[' && i < text.Length && Number.IsDigit(text[i]) && i - at <= 9)
            {
                index = (index * 10) + text[i] - '0';
                i++;
            }

            if (i == at + 1 || i + 1 >= text.Length || text[i] != ']' || index != next || text[i + 1] is not ((byte)':' or (byte)'{' or (byte)'['))
            {
                Fail();
                return;
            }

            _json.Byte(open);
            open = (byte)',';
            Value(i + 1, indent, element: true);
        }

        _json.Byte((byte)']');
    }

    private void Cells(int at)
    {
        ReadOnlySpan<byte> text = _text;
        byte open = (byte)'[';
        while (true)
        {
            at += Bytes.Spaces(text, at);
            if (at >= text.Length || text[at] <= ' ' || text[at] == _split)
            {
                Fail();
                return;
            }

            _json.Byte(open);
            open = (byte)',';
            Cell(at);
            if (_failed || _cursor >= text.Length || text[_cursor] == '\n')
            {
                break;
            }

            at = _cursor + 1;
        }

        _json.Byte((byte)']');
        _cursor = Math.Min(text.Length, _cursor + 1);
    }

    /// <summary>Rows; the columns must be identifiers in ascending order.</summary>
    private void Table(ReadOnlySpan<byte> columns, int head)
    {
        int count = columns.Count((byte)',') + 1;
        if (count > 10_000 || IndentAt(_cursor) <= head || _depth + 1 >= _maxDepth)
        {
            Fail();
            return;
        }

        int[] ends = ArrayPool<int>.Shared.Rent(count);
        ReadOnlySpan<byte> last = default;
        for (int c = 0, at = 0; c < count && !_failed; c++)
        {
            int length = columns[at..].IndexOf((byte)',');
            ReadOnlySpan<byte> name = length < 0 ? columns[at..] : columns.Slice(at, length);
            if (!AreLetters(name) || !IsUsable(name, last))
            {
                Fail();
            }

            last = name;
            ends[c] = at + name.Length;
            at = Math.Min(columns.Length, ends[c] + 1);
        }

        byte open = (byte)'[';
        while (!_failed && IndentAt(_cursor) is var indent && indent > head)
        {
            _cursor += indent;
            if (_text[_cursor] is (byte)'#' or (byte)'@' or <= (byte)' ')
            {
                Fail();
                break;
            }

            _json.Byte(open);
            open = (byte)',';
            Row(columns, ends.AsSpan(0, count));
        }

        if (!_failed && _cursor < _text.Length && _text[_cursor + IndentAt(_cursor)] <= ' ')
        {
            Fail();
        }

        ArrayPool<int>.Shared.Return(ends);
        _json.Byte((byte)']');
    }

    private void Row(ReadOnlySpan<byte> columns, ReadOnlySpan<int> ends)
    {
        ReadOnlySpan<byte> text = _text;
        byte open = (byte)'{';
        int at = _cursor;
        for (int c = 0; c < ends.Length && !_failed; c++)
        {
            if (c > 0)
            {
                if (at >= text.Length || text[at] == '\n')
                {
                    break; // the rest is missing
                }

                at++;
            }

            at += Bytes.Spaces(text, at);
            if (at >= text.Length || text[at] == '\n' || text[at] == _split)
            {
                continue; // missing
            }

            int start = c == 0 ? 0 : ends[c - 1] + 1;
            _json.Name(open, columns[start..ends[c]]);
            open = (byte)',';
            Cell(at);
            at = _cursor;
        }

        if (open == '{')
        {
            _json.Byte(open);
        }

        _json.Byte((byte)'}');
        if (!_failed && at < text.Length && text[at] != '\n')
        {
            Fail(); // more cells than columns
        }
        else if (!_failed)
        {
            _cursor = Math.Min(text.Length, at + 1);
        }
    }

    // ---- scalars

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
