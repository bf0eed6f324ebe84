// Arrays of canonical TONL to JSON: lists on one line, blocks of elements, tables row by row.
using System;
using System.Buffers;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref partial struct TextToJson
{
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
}
