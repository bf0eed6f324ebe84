// Objects and tables whose members stand on the line of their header (8.2).
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    private void OneLineObject(in Header header, in Line line)
    {
        int container = _tape.Open(Kind.Object, line.Text);
        int count = StartsWithCell(header) ? CellObject(header, line) : PairObject(header);
        if (count > 1)
        {
            count = Rebuild.Members(_tape, _text, container, count);
        }

        _tape.Close(container, count);
    }

    /// <summary>D1: whether the first token of the rest is followed by a delimiter or the end, not by a colon.</summary>
    private readonly bool StartsWithCell(in Header header)
    {
        int at = header.Rest, end = header.RestEnd;
        if (_text[at] == '"')
        {
            int side = _tape.SideCount, count = _tape.Count;
            at = Cells.AddString(_tape, Kind.String, _text, at, end);
            _tape.SideCount = side;
            _tape.Count = count;
            while (at < end && (_text[at] == ' ' || (_text[at] == '\t' && _delimiter != '\t')))
            {
                at++;
            }

            return at >= end || _text[at] == _delimiter;
        }

        int stop = _text[at..end].IndexOfAny(_delimiter, (byte)':');
        return stop < 0 || _text[at + stop] == _delimiter;
    }

    private int CellObject(in Header header, in Line line)
    {
        int first = _stack.ColumnCount;
        Columns.Parse(_text, header.Columns, header.ColumnsEnd, _tape, _stack);
        int count = Row(header.Rest, header.RestEnd, first, _stack.ColumnCount - first, line.Text, widthFirst: false);
        _stack.ColumnCount = first;
        return count;
    }

    /// <summary>key: value key: value ... (8.2).</summary>
    private readonly int PairObject(in Header header)
    {
        int at = header.Rest, end = header.RestEnd, count = 0;
        while (true)
        {
            while (at < end && Space.At(_text, at) is var n and > 0)
            {
                at += n;
            }

            if (at >= end)
            {
                return count;
            }

            int name = _tape.Count;
            if (_text[at] == '"')
            {
                int after = Cells.AddQuoted(_tape, Kind.Name, _text, at, end);
                if (after >= end || _text[after] != ':')
                {
                    throw Fail(ErrorCodes.Syntax, after < end ? $"`:` expected, `{Errors.Excerpt(_text[after..end])}` found" : "`:` expected, end of line found", after);
                }

                at = after + 1;
            }
            else
            {
                int colon = _text[at..end].IndexOf((byte)':');
                if (colon < 0)
                {
                    return _strict ? throw Fail(ErrorCodes.Syntax, $"a key expected, `{Errors.Excerpt(_text[at..end])}` found", at) : count;
                }

                _tape.Add(Kind.Name, at, Space.TrimEnd(_text.Slice(at, colon)).Length, at);
                at += colon + 1;
            }

            at = LineLexer.SkipTabs(_text, at, end);
            bool present;
            if (at < end && _text[at] == '"')
            {
                at = Cells.AddString(_tape, Kind.String, _text, at, end);
                present = true;
            }
            else
            {
                int stop = NextPair(at, end);
                ReadOnlySpan<byte> value = Space.TrimEnd(_text[at..stop]);
                int start = at + value.Length - Space.TrimStart(value).Length;
                present = Cells.AddInferred(_tape, _text, start, at + value.Length);
                at = stop;
            }

            if (present)
            {
                count++;
            }
            else
            {
                _tape.Count = name;
            }
        }
    }

    /// <summary>The next blanks that stand before a plain word and a colon, or the end.</summary>
    private readonly int NextPair(int at, int end)
    {
        while (at < end)
        {
            int blank = _text[at..end].IndexOfAny((byte)' ', (byte)'\t');
            if (blank < 0)
            {
                return end;
            }

            blank += at;
            int word = LineLexer.SkipTabs(_text, blank, end), i = word;
            while (i < end && (char.IsAsciiLetterOrDigit((char)_text[i]) || _text[i] == '_'))
            {
                i++;
            }

            int colon = LineLexer.SkipTabs(_text, i, end);
            if (i > word && colon < end && _text[colon] == ':')
            {
                return blank;
            }

            at = Math.Max(i, blank + 1);
        }

        return end;
    }

    private int OneLineTable(in Header header, in Line line)
    {
        int first = _stack.ColumnCount;
        Columns.Parse(_text, header.Columns, header.ColumnsEnd, _tape, _stack);
        int columns = _stack.ColumnCount - first;
        if (columns == 0)
        {
            SkipCells(header.Rest, header.RestEnd);
            throw Fail(ErrorCodes.Syntax, "columns expected before the cells", line.Start);
        }

        int count = 0, at = header.Rest, end = header.RestEnd;
        while (at <= end)
        {
            int row = _tape.Open(Kind.Object, line.Text);
            int members = 0;
            for (int c = 0; c < columns && at <= end; c++)
            {
                int cell = at;
                try
                {
                    members += Cell(ref at, end, first + c, line.Text) ? 1 : 0;
                }
                catch (TonlException e) when (e.Code is ErrorCodes.Type or ErrorCodes.Range)
                {
                    SkipCells(cell, end); // cells that are not well-formed come first
                    throw;
                }
            }

            _tape.Close(row, members > 1 ? Rebuild.Members(_tape, _text, row, members) : members);
            count++;
        }

        _stack.ColumnCount = first;
        return count;
    }
}
