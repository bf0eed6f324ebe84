// Arrays from a tape (6.2, 6.4): empty, table (Tables), scalars in the forms inline, value line or indexed, else a block of elements.
// The cells are written first and looked at afterwards: the inline form nearly always stays.
using System;
using System.Buffers;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    private const int MaxCells = 10_000;
    private const int MaxCellText = 100_000;

    private void WriteArray(int index, scoped ValueName name)
    {
        ref Token token = ref _tape!.Tokens[index];
        int count = token.Length;
        if (count == 0)
        {
            Indent();
            AppendArrayName(name, 0);
            Append(name.Kind == NameKind.Element && _colonSpace ? ": \n"u8 : ":\n"u8);
            return;
        }

        _arrays++;
        if (WriteTable(index, name))
        {
            return;
        }

        if (AllScalars(index))
        {
            WriteScalars(index, name);
            return;
        }

        Indent();
        if (name.Kind == NameKind.Element && !IsShallow(index))
        {
            Append((byte)'_');
            AppendIndex(count);
        }
        else
        {
            AppendArrayName(name, count);
        }

        Append(":\n"u8);
        _depth++;
        _indent += _indentSize;
        _frames!.Push(new ValueFrames.Frame { Position = index + 1, Length = count });
    }

    private void AppendArrayName(scoped ValueName name, int count)
    {
        if (name.Kind == NameKind.Element)
        {
            AppendIndex(name.Index);
        }
        else
        {
            AppendKey(name.Utf8, !IsRootWord(name) && !name.Plain && ArrayKeyQuoted(name.Utf8));
        }

        AppendIndex(count);
    }

    private readonly bool AllScalars(int index)
    {
        ref Token token = ref _tape!.Tokens[index];
        return token.Start == index + 1 + token.Length && AllScalarTokens(_tape.Tokens.AsSpan(index + 1, token.Length));
    }

    private static bool AllScalarTokens(ReadOnlySpan<Token> tokens)
    {
        foreach (ref readonly Token token in tokens)
        {
            if (!token.IsScalar)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Every element is a scalar, an empty array, or an array of scalars that stays on one line (6.2).</summary>
    private bool IsShallow(int index)
    {
        Token[] tokens = _tape!.Tokens;
        for (int i = index + 1; i < tokens[index].Start; i = _tape.After(i))
        {
            if (tokens[i].IsScalar)
            {
                continue;
            }

            if (tokens[i].Kind == Kind.Object || !AllScalars(i))
            {
                return false;
            }

            if (tokens[i].Length > 0)
            {
                int mark = _pos;
                bool safe = AppendCells(i);
                ReadOnlySpan<byte> cells = _bytes.AsSpan(mark, _pos - mark);
                bool fits = safe && tokens[i].Length <= MaxCells && !Space.HasLineSeparator(cells) && UnitsAtMost(cells, MaxCellText);
                _pos = mark;
                if (!fits)
                {
                    return false;
                }
            }
        }

        return true;
    }

    private static bool UnitsAtMost(ReadOnlySpan<byte> text, int limit) => text.Length <= limit || Utf8Text.Units(text) <= limit;

    /// <summary>All elements as cells; whether the list is safe.</summary>
    private bool AppendCells(int index)
    {
        Token[] tokens = _tape!.Tokens;
        int count = tokens[index].Length;
        BeginCells(count);
        for (int i = 1; i <= count; i++)
        {
            AppendCell(tokens[index + i]);
        }

        EndCells();
        return _cellsSafe;
    }

    private void WriteScalars(int index, scoped ValueName name)
    {
        int count = _tape!.Tokens[index].Length;
        int line = _pos;
        Indent();
        int start = _pos;
        AppendArrayName(name, count);
        Append(_colonSpace ? ": "u8 : ":"u8);
        int at = _pos;
        bool safe = AppendCells(index);
        bool valueLine = false;
        if (StaysInline(start, at, count, name) || KeepInline(start, at, count, safe, name, out valueLine))
        {
            Append((byte)'\n');
            return;
        }

        if (valueLine)
        {
            ToValueLine(line, at, count, name, _tape.Tokens[index + 1].Kind == Kind.String ? _tape.Text(_tape.Tokens[index + 1], _source) : "x"u8);
            return;
        }

        _pos = line;
        Indent();
        AppendArrayName(name, count);
        Append(":\n"u8);
        _indent += _indentSize;
        for (int i = 0; i < count; i++)
        {
            WriteScalarLine(_tape.Tokens[index + 1 + i], new ValueName(NameKind.Element, default, i));
        }

        _indent -= _indentSize;
    }

    /// <summary>Form A of 6.4 for the line from <paramref name="start"/> with cells from <paramref name="at"/>; else whether form B is allowed.</summary>
    private readonly bool KeepInline(int start, int at, int count, bool safe, scoped ValueName name, out bool valueLine)
    {
        valueLine = false;
        if (_compatible)
        {
            return true;
        }

        ReadOnlySpan<byte> line = _bytes.AsSpan(start, _pos - start);
        ReadOnlySpan<byte> cells = _bytes.AsSpan(at, _pos - at);
        bool element = name.Kind == NameKind.Element;
        bool identifier = element || name.Kind == NameKind.Root || Quote.IsIdentifier(name.Utf8);
        bool fits = count <= MaxCells && UnitsAtMost(cells, MaxCellText);
        bool header = HasBracketColon(cells);
        bool inline = safe && !Space.HasLineSeparator(line);
        if (element)
        {
            inline &= fits;
        }
        else
        {
            inline &= line[0] != '"'
                && UnitsAtMost(line, 999)
                && UnitsAtMost(name.Utf8, 200)
                && !header
                && (name.Kind == NameKind.Root ? cells.IndexOf("}:"u8) < 0 : cells.IndexOf((byte)'{') < 0);
        }

        if (inline || !identifier)
        {
            return true;
        }

        valueLine = safe && fits && !header && !StartsWithIndex(cells);
        return false;
    }

    /// <summary>Form B: the cells move to a line of their own, one level deeper.</summary>
    private void ToValueLine(int line, int at, int count, scoped ValueName name, scoped ReadOnlySpan<byte> first)
    {
        int length = _pos - at;
        byte[] copy = ArrayPool<byte>.Shared.Rent(length);
        _bytes.AsSpan(at, length).CopyTo(copy);
        _pos = line;
        Indent();
        if (name.Kind == NameKind.Element)
        {
            Append((byte)'_');
            AppendIndex(count);
        }
        else
        {
            AppendArrayName(name, count);
        }

        Append(":\n"u8);
        _indent += _indentSize;
        Indent();
        _indent -= _indentSize;
        int skip = 0;
        if (Space.IsBlank(first))
        {
            skip = BlankCellLength(copy.AsSpan(0, length)); // a blank first value is written as T
            AppendTriple(first);
        }

        Append(copy.AsSpan(skip, length - skip));
        Append((byte)'\n');
        ArrayPool<byte>.Shared.Return(copy);
    }

    /// <summary>Length of the first cell, which is a quoted or triple blank string.</summary>
    private static int BlankCellLength(ReadOnlySpan<byte> cells)
    {
        int quotes = cells.StartsWith("\"\"\""u8) ? 3 : 1;
        int end = cells[quotes..].IndexOf((byte)'"');
        return quotes + end + quotes;
    }

    /// <summary><c>\[[^\]]+\]:</c> somewhere in the text.</summary>
    private static bool HasBracketColon(ReadOnlySpan<byte> text)
    {
        for (int from = 0; ;)
        {
            int close = text[from..].IndexOf((byte)']');
            if (close < 0)
            {
                return false;
            }

            close += from;
            if (close + 1 < text.Length && text[close + 1] == ':')
            {
                int open = text[from..close].IndexOf((byte)'[');
                if (open >= 0 && from + open + 1 < close)
                {
                    return true;
                }
            }

            from = close + 1;
        }
    }

    /// <summary><c>^\[[0-9]+\]</c></summary>
    private static bool StartsWithIndex(ReadOnlySpan<byte> text)
    {
        int i = 1;
        while (i < text.Length && Number.IsDigit(text[i]))
        {
            i++;
        }

        return text.Length > 2 && text[0] == '[' && i > 1 && i < text.Length && text[i] == ']';
    }

    // ---- scalar arrays of codecs

    /// <summary>Begins an inline array of scalars; the cells follow, then <see cref="EndInline"/>.</summary>
    internal InlineArray BeginInline(TonlName name, int count)
    {
        var mark = new InlineArray { Line = _pos };
        Span<byte> room = BeginArrayName(name, count, 2);
        room[0] = (byte)':';
        room[1] = (byte)' ';
        _pos += _colonSpace ? 2 : 1;
        mark.Cells = _pos;
        BeginCells(count);
        return mark;
    }

    /// <summary>Ends an inline array; false (nothing written) where another form is needed.</summary>
    internal bool EndInline(TonlName name, InlineArray mark, int count)
    {
        EndCells();
        if (!StaysInline(name, mark, count) && !KeepInline(name, mark, count))
        {
            _pos = mark.Line;
            return false;
        }

        _arrays++;
        Append((byte)'\n');
        return true;
    }

    private readonly bool StaysInline(int start, int at, int count, scoped ValueName name) =>
        ArePlainCells(count)
        && (name.Kind == NameKind.Element ? _pos - at <= MaxCellText : name.Utf8.Length <= 200 && _pos - start <= 999 && (name.Plain || Quote.IsIdentifier(name.Utf8)));

    private readonly bool ArePlainCells(int count) =>
        _cellsSafe && (_cellClasses & (Narrow.Brackets | Narrow.Brace | Narrow.Hard | Narrow.Backslash | Other)) == 0 && count <= MaxCells;

    /// <summary>Short lists of cells without brackets, braces and wide characters, under a name without them: nothing in 6.4 is against form A.</summary>
    private readonly bool StaysInline(TonlName name, InlineArray mark, int count) =>
        ArePlainCells(count)
        && (ReferenceEquals(name, TonlName.Element) ? _pos - mark.Cells <= MaxCellText : name.IsInline && _pos - mark.Line - _indent <= 999);

    private readonly bool KeepInline(TonlName name, InlineArray mark, int count)
    {
        var under = name.IsRoot
            ? new ValueName(NameKind.Root, "root"u8, 0)
            : ReferenceEquals(name, TonlName.Element)
                ? new ValueName(NameKind.Element, default, _element)
                : new ValueName(NameKind.Member, name.Utf8, 0);
        return KeepInline(mark.Line + _indent, mark.Cells, count, _cellsSafe, under, out _);
    }

    internal struct InlineArray
    {
        public int Line;
        public int Cells;
    }
}
