// Tables of codecs and generated code: header, rows, one call a cell. A row tells at its end whether it may stay (6.3); if not, the caller takes the
// table back with Rollback and writes a block.
using System;
using System.Buffers.Text;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    // ---- tables

    /// <summary>The header of a table; <see cref="Rollback"/> with the mark takes it back.</summary>
    internal int BeginTable(TonlName name, int count, ReadOnlySpan<byte> columns)
    {
        int mark = _pos;
        BeginArrayName(name, count, 0);
        Append((byte)'{');
        Append(columns);
        Append("}:\n"u8);
        _indent += _indentSize;
        return mark;
    }

    /// <summary>The same with only the columns of <paramref name="present"/>.</summary>
    internal int BeginTable(TonlName name, int count, TonlNames members, ulong present)
    {
        int mark = _pos;
        BeginArrayName(name, count, 0);
        AppendNames(members, present, columns: true);
        Append(":\n"u8);
        _indent += _indentSize;
        return mark;
    }

    internal void EndTable()
    {
        _arrays++;
        _indent -= _indentSize;
    }

    internal void Rollback(int mark)
    {
        _pos = mark;
        _indent -= _indentSize;
    }

    /// <summary>Makes room for all rows from what the first ones took, so that a large table is not copied each time the buffer doubles.</summary>
    internal void Reserve(int mark, int rows, int all)
    {
        long wanted = (long)(_pos - mark) / rows * (all - rows) * 9 / 8;
        if (wanted > _bytes.Length - _pos && wanted <= MostReserved)
        {
            Grow((int)wanted);
        }
    }

    private const int MostReserved = 1 << 26;

    internal int BeginRow(int cells)
    {
        BeginCells(cells);
        Words.Spaces(_indent, Room(_indent + Words.Slack));
        _pos += _indent;
        return _pos;
    }

    /// <summary>Whether the row may stay: no unsafe cell, and short enough. <see cref="EndCells"/> comes before.</summary>
    internal bool EndRow(int start)
    {
        bool safe = _cellsSafe && (_pos - start <= 100_000 || Utf8Text.Units(_bytes.AsSpan(start, _pos - start)) <= 100_000);
        Append((byte)'\n');
        return safe;
    }

    /// <summary>Whether a row of which some cells are missing reads as one: not where the first is and blanks hide it.</summary>
    internal readonly bool RowShows(int start, bool first, bool only) =>
        !((_delimiter == '\t' && !first) || ((!first || only) && Space.IsBlank(_bytes.AsSpan(start, _pos - start))));

    /// <summary>Takes the separator behind the last cell back; there is at least one cell.</summary>
    internal void EndCells() => _pos -= !_pretty ? 1 : _compatible ? 2 : 3;

    /// <summary>Moves behind a cell that was written to the room at the position, and its separator.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void EndCell(Span<byte> room, int length)
    {
        _cellsLeft--;
        if (_pretty)
        {
            _pos += length;
            AppendSeparator();
            return;
        }

        room[length] = _delimiter;
        _pos += length + 1;
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(bool value)
    {
        Span<byte> room = Room(6);
        if (value)
        {
            "true"u8.CopyTo(room);
            EndCell(room, 4);
        }
        else
        {
            "false"u8.CopyTo(room);
            EndCell(room, 5);
        }
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(int value)
    {
        Span<byte> room = Room(12);
        EndCell(room, Words.Signed(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(uint value)
    {
        Span<byte> room = Room(11);
        EndCell(room, Words.Digits(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(long value)
    {
        Span<byte> room = Room(21);
        EndCell(room, Words.Signed(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(ulong value)
    {
        Span<byte> room = Room(21);
        EndCell(room, Words.Digits(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(short value) => Cell((int)value);

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(ushort value) => Cell((int)value);

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(byte value) => Cell((int)value);

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(sbyte value) => Cell((int)value);

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(double value)
    {
        Span<byte> room = Room(Number.MaxDouble + 1);
        EndCell(room, Number.Write(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(float value)
    {
        Span<byte> room = Room(Number.MaxDouble + 1);
        EndCell(room, Number.Write(value, room));
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(decimal value)
    {
        AppendNumber(value);
        EndCell(Room(1), 0);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(char value) => CellText(value.ToString());

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(string? value)
    {
        if (value is null)
        {
            CellNull();
        }
        else
        {
            CellText(value);
        }
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(DateTime value)
    {
        AppendQuotedDate(value);
        EndCell(Room(1), 0);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(DateTimeOffset value)
    {
        AppendQuotedDate(value);
        EndCell(Room(1), 0);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(Guid value)
    {
        AppendBareGuid(value);
        EndCell(Room(1), 0);
    }

    // the colons of the format O need quotes in every layout, and nothing in it needs more
    private void AppendQuotedDate(DateTime value)
    {
        Span<byte> room = Room(42);
        room[0] = (byte)'"';
        Utf8Formatter.TryFormat(value, room[1..], out int n, 'O');
        room[n + 1] = (byte)'"';
        _pos += n + 2;
    }

    private void AppendQuotedDate(DateTimeOffset value)
    {
        Span<byte> room = Room(42);
        room[0] = (byte)'"';
        Utf8Formatter.TryFormat(value, room[1..], out int n, 'O');
        room[n + 1] = (byte)'"';
        _pos += n + 2;
    }

    // four dashes: neither a numeral nor a word, in both layouts
    private void AppendBareGuid(Guid value)
    {
        Utf8Formatter.TryFormat(value, Room(36), out int n, 'D');
        _pos += n;
    }

    /// <summary>For generated code: a cell of any other type; false where the value is a container.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool Cell<T>(T value, TonlTypePlan<T> plan) => plan.Codec(Binding).WriteCell(ref this, value);

    /// <summary>For generated code: a cell that is null.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void CellNull()
    {
        Span<byte> room = Room(5);
        "null"u8.CopyTo(room);
        EndCell(room, 4);
    }

    /// <summary>For generated code: a cell that the object does not have.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void CellMissing() => EndCell(Room(1), 0);

    internal void CellAscii(scoped ReadOnlySpan<byte> text)
    {
        AppendCellString(text, _cellsLeft == 1);
        EndCell(Room(1), 0);
    }

    internal void CellNumeral(scoped ReadOnlySpan<byte> text)
    {
        Append(text);
        EndCell(Room(1), 0);
    }

    internal void CellText(ReadOnlySpan<char> value)
    {
        if (_endsCells && _bytes.Length - _pos >= Narrow.RoomOfEnded)
        {
            long done = Narrow.Ended(value, _bytes.AsSpan(_pos), _delimiter, _delimiter, Narrow.Hard | Narrow.Backslash | Narrow.Brackets);
            if (done >= 0)
            {
                _cellClasses |= (uint)(done >> 32);
                _cellsLeft--;
                _pos += (int)done;
                return;
            }
        }

        Span<byte> room = Room(value.Length <= MaxShort ? (value.Length * 3) + ShortSlack : 0);
        int n = ShortCell(value, room);
        if (n < 0)
        {
            AppendCellSlow(value, _cellsLeft == 1);
            room = Room(1);
            n = 0;
        }

        EndCell(room, n);
    }
}
