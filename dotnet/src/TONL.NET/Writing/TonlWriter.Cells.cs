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
        BeginArrayName(name, count);
        Append((byte)'{');
        Append(columns);
        Append("}:\n"u8);
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

    internal int BeginRow(int cells)
    {
        _cellsSafe = true;
        _brackets = 0;
        _cellsLeft = cells;
        _firstCell = true;
        Room(_indent)[.._indent].Fill((byte)' ');
        _pos += _indent;
        return _pos;
    }

    /// <summary>Whether the row may stay: no unsafe cell, and short enough.</summary>
    internal bool EndRow(int start)
    {
        bool safe = _cellsSafe && (_pos - start <= 100_000 || Utf8Text.Units(_bytes.AsSpan(start, _pos - start)) <= 100_000);
        Append((byte)'\n');
        return safe;
    }

    /// <summary>The separator before a cell; brackets that are open across it make the row unsafe.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void BeginCell()
    {
        _cellsLeft--;
        if (_firstCell)
        {
            _firstCell = false;
            return;
        }

        _cellsSafe &= _brackets == 0;
        if (_pretty)
        {
            AppendSeparator();
        }
        else
        {
            Append(_delimiter);
        }
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(bool value)
    {
        BeginCell();
        Append(value ? "true"u8 : "false"u8);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(int value)
    {
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(uint value)
    {
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(long value)
    {
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(ulong value)
    {
        BeginCell();
        AppendNumber(value);
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
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(float value)
    {
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(decimal value)
    {
        BeginCell();
        AppendNumber(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(char value)
    {
        BeginCell();
        AppendCellString(value.ToString(), _cellsLeft == 0);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(string? value)
    {
        BeginCell();
        if (value is null)
        {
            Append("null"u8);
        }
        else if (!TryAppendShort(value, cell: true))
        {
            AppendCellSlow(value, _cellsLeft == 0);
        }
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(DateTime value)
    {
        BeginCell();
        AppendQuotedDate(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(DateTimeOffset value)
    {
        BeginCell();
        AppendQuotedDate(value);
    }

    /// <summary>For generated code: a cell.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Cell(Guid value)
    {
        BeginCell();
        AppendBareGuid(value);
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
        BeginCell();
        Append("null"u8);
    }

    internal void CellAscii(scoped ReadOnlySpan<byte> text)
    {
        BeginCell();
        AppendCellString(text, _cellsLeft == 0);
    }

    internal void CellNumeral(scoped ReadOnlySpan<byte> text)
    {
        BeginCell();
        Append(text);
    }

    internal void CellText(ReadOnlySpan<char> value)
    {
        BeginCell();
        AppendCellString(value, _cellsLeft == 0);
    }
}
