// Cells of rows and inline arrays (8.2, 8.3), type hints applied (tables only).
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    private void RowLine()
    {
        if (IsSkipped(_line))
        {
            return;
        }

        ref Block block = ref _stack.Blocks[_stack.Count - 1];
        int row = _tape.Open(Kind.Object, _line.Text);
        int members = Row(_line.Text, _line.End, block.Columns, block.ColumnCount, _line.Text, _strict);
        if (block.Doubles)
        {
            members = Rebuild.Members(_tape, _text, row, members);
        }

        _tape.Close(row, members);
        block.Count++;
    }

    /// <summary>Adds the members of a row, whose width may be asked before the hints; their number.</summary>
    private readonly int Row(int at, int end, int column, int columns, int pos, bool widthFirst)
    {
        int members = 0, first = column, last = column + columns;
        while (at <= end)
        {
            if (column == last)
            {
                SkipCells(at, end);
                if (_strict)
                {
                    throw TooWide(columns, pos);
                }

                break;
            }

            int cell = at;
            try
            {
                members += Cell(ref at, end, column, pos) ? 1 : 0;
            }
            catch (TonlException e) when (e.Code is ErrorCodes.Type or ErrorCodes.Range)
            {
                if (column - first + SkipCells(cell, end) > columns && widthFirst)
                {
                    throw TooWide(columns, pos);
                }

                throw;
            }

            column++;
        }

        return members;
    }

    private readonly TonlException TooWide(int columns, int pos) => Fail(ErrorCodes.RowWidth, $"at most {columns} cells expected", pos);

    /// <summary>Passes cells that are dropped, or whose row has an error of a hint: they must be well-formed first of all. How many.</summary>
    private readonly int SkipCells(int at, int end)
    {
        int count = _tape.Count, side = _tape.SideCount, cells = 0;
        for (; at <= end; cells++)
        {
            Field(ref at, end, out _, out _, out _);
            _tape.Count = count;
            _tape.SideCount = side;
        }

        return cells;
    }

    /// <summary>Adds name and value of a cell and moves behind its delimiter (behind the end: at = end + 1); false for a missing one.</summary>
    private readonly bool Cell(ref int at, int end, int column, int pos)
    {
        ref Column c = ref _stack.Columns[column];
        int name = _tape.Count;
        _tape.Add(Kind.Name, c.Start, c.Length, pos, c.Side ? TokenFlags.Side : TokenFlags.None);
        int from = at;
        bool quoted = Field(ref at, end, out int start, out int stop, out TokenFlags side);
        bool present;
        if (c.Hint != Hint.None)
        {
            present = Coerced(c.Hint, quoted, start, stop, side, pos);
        }
        else
        {
            present = quoted || (stop > start && Cells.AddInferred(_tape, _text, start, stop, side));
        }

        if (!present)
        {
            _tape.Count = name;
        }
        else if (side == TokenFlags.Side)
        {
            PlaceAt(from, end);
        }

        return present;
    }

    /// <summary>A cell whose text was made anew is found where it began.</summary>
    private readonly void PlaceAt(int from, int end)
    {
        while (from < end && Space.At(_text, from) is var n and > 0)
        {
            from += n;
        }

        _tape.Tokens[_tape.Count - 1].Pos = from;
    }

    /// <summary>
    /// Takes one cell and its delimiter. Quoted: a string token is added and true returned. Bare: its range, trimmed, in the text or the side buffer.
    /// </summary>
    private readonly bool Field(ref int at, int end, out int start, out int stop, out TokenFlags side)
    {
        ReadOnlySpan<byte> text = _text;
        byte d = _delimiter;
        int j = at;
        while (j < end && (text[j] == ' ' || text[j] == '\t') && text[j] != d)
        {
            j++;
        }

        start = stop = j;
        side = TokenFlags.None;
        if (j < end && text[j] == '"')
        {
            j = Cells.AddString(_tape, Kind.String, text, j, end);
            while (j < end && text[j] != d)
            {
                int n = Space.At(text, j);
                if (n == 0)
                {
                    throw Fail(ErrorCodes.Trailing, $"a delimiter expected after the closing quote, `{Errors.Excerpt(text[j..end])}` found", j);
                }

                j += n;
            }

            at = j + 1;
            return true;
        }

        int length = text[j..end].IndexOfAny(d, (byte)'\\');
        if (length >= 0 && text[j + length] == '\\')
        {
            return BareWithEscapes(ref at, j, end, out start, out stop, out side);
        }

        int bare = length < 0 ? end : j + length;
        at = bare + 1;
        while (start < bare && Space.At(text, start) is var n and > 0)
        {
            start += n;
        }

        while (bare > start && Space.Before(text, bare) is var n and > 0)
        {
            bare -= n;
        }

        stop = bare;
        return false;
    }

    /// <summary>A bare cell with backslashes: before a delimiter they make it part of the cell.</summary>
    private readonly bool BareWithEscapes(ref int at, int j, int end, out int start, out int stop, out TokenFlags side)
    {
        Span<byte> output = _tape.SideRoom(end - j);
        int o = 0;
        for (; j < end && _text[j] != _delimiter; j++)
        {
            if (_text[j] == '\\' && j + 1 < end && _text[j + 1] == _delimiter)
            {
                j++;
            }

            output[o++] = _text[j];
        }

        at = j + 1;
        ReadOnlySpan<byte> trimmed = Space.TrimStart(output[..o]);
        start = _tape.SideCount + o - trimmed.Length;
        stop = start + Space.TrimEnd(trimmed).Length;
        side = TokenFlags.Side;
        _tape.SideCount += o;
        return false;
    }

    /// <summary>Adds the cells of an inline array; their number.</summary>
    private readonly int Items(int at, int end)
    {
        int count = 0;
        if (Space.IsBlank(_text[at..end]))
        {
            return 0;
        }

        while (at <= end)
        {
            int from = at;
            if (!Field(ref at, end, out int start, out int stop, out TokenFlags side) && !Cells.AddInferred(_tape, _text, start, stop, side))
            {
                _tape.Add(Kind.Null, 0, 0, start);
            }

            if (side == TokenFlags.Side)
            {
                PlaceAt(from, end);
            }

            count++;
        }

        return count;
    }

    /// <summary>A cell under a type hint (8.3); false for a missing one.</summary>
    private readonly bool Coerced(Hint hint, bool quoted, int start, int stop, TokenFlags side, int pos)
    {
        int token = _tape.Count - 1;
        ReadOnlySpan<byte> s = quoted ? _tape.Text(_tape.Tokens[token], _text) : side == TokenFlags.Side ? _tape.Side.AsSpan(start, stop - start) : _text[start..stop];
        if (!quoted && s.Length == 0)
        {
            return false;
        }

        if (!quoted && s.SequenceEqual("null"u8))
        {
            _tape.Add(Kind.Null, 0, 0, start);
            return true;
        }

        if ((s.Length > 0 && s[0] == '[') || s.IndexOf((byte)'{') >= 0)
        {
            return quoted || Cells.AddInferred(_tape, _text, start, stop, side);
        }

        switch (hint)
        {
            case Hint.Str:
                if (!quoted)
                {
                    _tape.Add(Kind.String, start, stop - start, side == TokenFlags.Side ? pos : start, side);
                }

                return true;
            case Hint.Null:
                Replace(quoted, Kind.Null, start, 0, TokenFlags.None);
                return true;
            case Hint.Bool:
                bool isTrue = s.SequenceEqual("true"u8);
                if (!isTrue && !s.SequenceEqual("false"u8))
                {
                    throw BadHint(s, "bool", pos);
                }

                Replace(quoted, isTrue ? Kind.True : Kind.False, start, 0, TokenFlags.None);
                return true;
            case Hint.F64:
                if (!Number.IsNumeral(s))
                {
                    throw BadHint(s, "f64", pos);
                }

                break;
            default:
                CheckInteger(s, hint, pos);
                break;
        }

        if (quoted)
        {
            _tape.Tokens[token].Kind = Kind.Number;
            _tape.Tokens[token].Flags &= ~TokenFlags.Quoted;
        }
        else
        {
            _tape.Add(Kind.Number, start, stop - start, side == TokenFlags.Side ? pos : start, side);
        }

        return true;
    }

    private readonly void Replace(bool quoted, Kind kind, int start, int length, TokenFlags flags)
    {
        if (quoted)
        {
            _tape.Count--;
        }

        _tape.Add(kind, start, length, start, flags);
    }

    private readonly void CheckInteger(ReadOnlySpan<byte> s, Hint hint, int pos)
    {
        if (!Number.IsInteger(s))
        {
            throw BadHint(s, hint == Hint.U32 ? "u32" : "i32", pos);
        }

        ReadOnlySpan<byte> digits = s.TrimStart((byte)'-').TrimStart((byte)'0');
        long value = 0;
        bool fits = digits.Length <= 12 && (digits.Length == 0 || System.Buffers.Text.Utf8Parser.TryParse(digits, out value, out _));
        value = s[0] == '-' ? -value : value;
        if (!fits || (hint == Hint.U32 ? value is < 0 or > uint.MaxValue : value is < int.MinValue or > int.MaxValue))
        {
            throw BadHint(s, hint == Hint.U32 ? "u32" : "i32", pos);
        }
    }

    private readonly TonlException BadHint(ReadOnlySpan<byte> s, string hint, int pos) =>
        Fail(hint != "bool" && Number.IsInteger(s) ? ErrorCodes.Range : ErrorCodes.Type, $"a value of type {hint} expected, `{Errors.Excerpt(s)}` found", pos);
}
