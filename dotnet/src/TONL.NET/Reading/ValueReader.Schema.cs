// The rows of REF's #schema (9.3): its columns, then a line for each row.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    /// <summary><c>#schema name{f[:hint],g[]}</c>: its more deeply indented lines are rows of a member.</summary>
    private void BeginSchema(in Line line)
    {
        int at = line.Text + 7, end = line.End;
        if (at >= end || _text[at] is not ((byte)' ' or (byte)'\t'))
        {
            return;
        }

        at = LineLexer.SkipTabs(_text, at, end);
        int name = at;
        while (at < end && (char.IsAsciiLetterOrDigit((char)_text[at]) || _text[at] == '_'))
        {
            at++;
        }

        int close = at < end ? _text[at..end].IndexOf((byte)'}') : -1;
        if (at == name || at >= end || _text[at] != '{' || at + close != end - 1)
        {
            return;
        }

        int token = _tape.Count;
        _tape.Add(Kind.Name, name, at - name, line.Text);
        ref Block parent = ref _stack.Blocks[_stack.Count - 1];
        parent.OpenName = token;
        parent.OpenPos = line.Text;
        parent.Count++;
        var block = new Block
        {
            Kind = BlockKind.Schema,
            Container = _tape.Open(Kind.Array, line.Text),
            Indent = line.Indent,
            Depth = parent.Depth + 1,
            Declared = -1,
            Columns = _stack.ColumnCount,
        };
        SchemaColumns(at + 1, end - 1);
        block.ColumnCount = _stack.ColumnCount - block.Columns;
        _stack.Push(block);
    }

    private readonly void SchemaColumns(int at, int end)
    {
        while (at <= end)
        {
            int comma = _text[at..end].IndexOf((byte)',');
            int stop = comma < 0 ? end : at + comma;
            ReadOnlySpan<byte> part = Space.TrimStart(_text[at..stop]);
            int start = stop - part.Length;
            part = Space.TrimEnd(part);
            at = stop + 1;
            if (part.Length == 0)
            {
                continue;
            }

            int colon = part.IndexOf((byte)':');
            ReadOnlySpan<byte> name = colon > 0 ? Space.TrimEnd(part[..colon]) : part;
            ReadOnlySpan<byte> hint = colon > 0 ? Space.Trim(part[(colon + 1)..]) : default;
            int length = name.EndsWith("[]"u8) ? name.Length - 2 : name.Length;
            _stack.AddColumn(new Column { Start = start, Length = length, Hint = Columns.ParseHint(hint) });
        }
    }

    private void SchemaLine()
    {
        ref Block block = ref _stack.Blocks[_stack.Count - 1];
        int row = _tape.Open(Kind.Object, _line.Text);
        int members = 0, column = block.Columns, last = column + block.ColumnCount;
        int at = _line.Text;
        while (at <= _line.End)
        {
            int stop = BracketEnd(at, _line.End);
            ReadOnlySpan<byte> cell = Space.TrimStart(_text[at..stop]);
            int start = stop - cell.Length;
            cell = Space.TrimEnd(cell);
            at = stop + 1;
            if (column < last)
            {
                members += cell.Length > 0 && SchemaCell(_stack.Columns[column], start, start + cell.Length) ? 1 : 0;
                column++;
            }
        }

        _tape.Close(row, members > 1 ? Rebuild.Members(_tape, _text, row, members) : members);
        block.Count++;
    }

    /// <summary>The next delimiter outside quotes and brackets, or the end.</summary>
    private readonly int BracketEnd(int at, int end)
    {
        int depth = 0;
        bool quoted = false;
        for (; at < end; at++)
        {
            byte b = _text[at];
            if (quoted && b == '\\')
            {
                at++;
                continue;
            }

            if (b == '"')
            {
                quoted = !quoted;
            }
            else if (!quoted && b == '[')
            {
                depth++;
            }
            else if (!quoted && b == ']')
            {
                depth--;
            }

            if (b == _delimiter && !quoted && depth == 0)
            {
                return at;
            }
        }

        return end;
    }

    private readonly bool SchemaCell(in Column column, int start, int end)
    {
        int name = _tape.Count;
        _tape.Add(Kind.Name, column.Start, column.Length, start);
        bool present = true;
        if (_text[start] == '[' && _text[end - 1] == ']' && end - start >= 2)
        {
            SchemaArray(start + 1, end - 1);
        }
        else if (_text[start] == '"')
        {
            Cells.AddString(_tape, Kind.String, _text, start, end);
        }
        else
        {
            present = column.Hint != Hint.None ? Coerced(column.Hint, false, start, end, TokenFlags.None, _line.Text) : Cells.AddInferred(_tape, _text, start, end);
        }

        if (!present)
        {
            _tape.Count = name;
        }

        return present;
    }

    private readonly void SchemaArray(int start, int end)
    {
        int array = _tape.Open(Kind.Array, start);
        int count = 0;
        ReadOnlySpan<byte> inner = _text[start..end];
        if (!Space.IsBlank(inner))
        {
            byte separator = inner.Contains((byte)'|') ? (byte)'|' : _delimiter;
            for (int at = start; at <= end; count++)
            {
                int found = _text[at..end].IndexOf(separator);
                int stop = found < 0 ? end : at + found;
                ReadOnlySpan<byte> cell = Space.TrimStart(_text[at..stop]);
                int from = stop - cell.Length;
                int to = from + Space.TrimEnd(cell).Length;
                if (to > from && _text[from] == '"')
                {
                    Cells.AddQuoted(_tape, Kind.String, _text, from, to);
                }
                else if (!Cells.AddInferred(_tape, _text, from, to))
                {
                    _tape.Add(Kind.Null, 0, 0, from);
                }

                at = stop + 1;
            }
        }

        _tape.Close(array, count);
    }
}
