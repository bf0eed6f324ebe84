// Tables from a tape (6.3, 7): rows are written at once and taken back when one is unsafe. Which objects may be rows of one table: TableShape.
using System;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    /// <summary>Writes the array as a table if it may be one.</summary>
    private bool WriteTable(int index, scoped ValueName name)
    {
        Tape tape = _tape!;
        if (tape.Tokens[index + 1].Kind != Kind.Object || tape.Tokens[index + 1].Length == 0 && tape.Tokens[index].Length == 1)
        {
            return false;
        }

        TableShape? shape = TableShape.Make(tape, _source, index, _options.KeyOrder == TonlKeyOrder.Sorted, _compatible);
        if (shape is null)
        {
            return false;
        }

        int mark = _pos;
        bool done = shape.Columns <= MaxCells && WriteRows(index, name, shape);
        if (!done)
        {
            _pos = mark;
        }

        shape.Return();
        return done;
    }

    private bool WriteRows(int index, scoped ValueName name, TableShape shape)
    {
        Tape tape = _tape!;
        int columns = shape.Columns, rows = tape.Tokens[index].Length;
        string?[]? hints = null;
        if (_options.IncludeTypeHints)
        {
            hints = Hints.OfColumns(tape, _source, shape, index, _pretty, _compatible, _delimiter);
        }

        Indent();
        AppendArrayName(name, rows);
        for (int c = 0; c < columns; c++)
        {
            Append(c == 0 ? (byte)'{' : (byte)',');
            ref Token column = ref tape.Tokens[shape.NameOf(c)];
            if ((column.Flags & TokenFlags.Plain) != 0)
            {
                Append(tape.Text(column, _source));
            }
            else
            {
                AppendColumn(tape.Text(column, _source));
            }

            if (hints?[c] is { } hint)
            {
                Append((byte)':');
                AppendRaw(hint);
            }
        }

        Append("}:\n"u8);
        int indent = _indent;
        _indent += _indentSize;
        bool safe = shape.IsOne && hints is null ? AppendSameRows(index, shape) : AppendRows(index, shape, hints);
        _indent = indent;
        return safe;
    }

    private bool AppendRows(int index, TableShape shape, string?[]? hints)
    {
        Tape tape = _tape!;
        int columns = shape.Columns, rows = tape.Tokens[index].Length;
        bool safe = true;
        shape.Rewind(index);
        for (int r = 0; r < rows && safe; r++)
        {
            ReadOnlySpan<int> cells = shape.NextRow(tape, _source);
            int start = BeginRow(columns);
            for (int c = 0; c < columns; c++)
            {
                AppendTableCell(cells[c], hints?[c] == "str");
            }

            EndCells();
            safe = !((_delimiter == '\t' && cells[0] == 0) || ((cells[0] == 0 || columns == 1) && Space.IsBlank(_bytes.AsSpan(start, _pos - start))));
            safe &= EndRow(start);
        }

        return safe;
    }

    /// <summary>The rows where all have the same names in the same order.</summary>
    private bool AppendSameRows(int index, TableShape shape)
    {
        Token[] tokens = _tape!.Tokens;
        ReadOnlySpan<int> places = shape.Places;
        bool safe = true;
        for (int row = index + 1, end = tokens[index].Start; row < end && safe; row = tokens[row].Start)
        {
            int start = BeginRow(places.Length);
            foreach (int place in places)
            {
                AppendCell(tokens[row + 2 + (2 * place)]);
            }

            EndCells();
            safe = (places.Length > 1 || !Space.IsBlank(_bytes.AsSpan(start, _pos - start))) && EndRow(start);
        }

        return safe;
    }

    private void AppendTableCell(int token, bool text)
    {
        if (token == 0)
        {
            CellMissing();
        }
        else if (text && _tape!.Tokens[token].Kind == Kind.String)
        {
            _cellsLeft--;
            AppendHintedCell(_tape.Text(_tape.Tokens[token], _source), _cellsLeft == 0);
            AppendSeparator();
        }
        else
        {
            AppendCell(_tape!.Tokens[token]);
        }
    }
}
