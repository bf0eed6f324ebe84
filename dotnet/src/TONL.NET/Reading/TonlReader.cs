// The low-level reader of contract 6: lines and their parts, for callers that do their own structure. Typed reading is in Values.
using System;
using System.Collections.Generic;
using TONL.NET.Document;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>Reads TONL line by line; low level.</summary>
[System.Runtime.InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Auto)]
public ref partial struct TonlReader
{
    private readonly ReadOnlySpan<byte> _text;
    private readonly TonlOptions _options;
    private int _pos;

    /// <summary>A reader of UTF-8 text.</summary>
    public TonlReader(ReadOnlySpan<byte> utf8Data, TonlOptions? options = null)
    {
        _text = utf8Data;
        _options = options ?? TonlOptions.Default;
        _options.Check();
        Delimiter = _options.Delimiter;
        Version = "1.0";
        _pos = utf8Data.StartsWith("\uFEFF"u8) ? 3 : 0;
    }

    /// <summary>What the last call found.</summary>
    public TonlTokenType TokenType { get; private set; }

    /// <summary>Bytes read so far.</summary>
    public readonly int Position => _pos;

    /// <summary>Lines read so far, plus one.</summary>
    public int LineNumber { get; private set; } = 1;

    /// <summary>The delimiter of cells.</summary>
    public char Delimiter { get; private set; }

    /// <summary>The version of the header.</summary>
    public string Version { get; private set; }

    /// <summary>Whether bytes are left.</summary>
    public readonly bool HasMoreData => _pos < _text.Length;

    /// <summary>Takes the leading <c>#</c> lines; guesses the delimiter where none is given.</summary>
    public void ParseHeaders()
    {
        bool declared = false;
        while (TryPeekLine(out ReadOnlySpan<byte> line))
        {
            ReadOnlySpan<byte> text = Space.Trim(line);
            if (text.Length > 0 && text[0] != '#')
            {
                break;
            }

            ReadLine(out _);
            TokenType = text.Length > 0 ? TonlTokenType.Comment : TokenType;
            if (text.StartsWith("#version "u8))
            {
                Version = Utf8Text.Decode(Space.Trim(text[9..]));
                TokenType = TonlTokenType.VersionHeader;
            }
            else if (text.StartsWith("#delimiter"u8))
            {
                declared = true;
                TokenType = TonlTokenType.DelimiterHeader;
                ReadOnlySpan<byte> name = Space.Trim(text[10..]).Trim((byte)'"');
                Delimiter = name.SequenceEqual("\\t"u8) || name.Length == 0 ? '\t' : name.Length == 1 && name[0] is (byte)',' or (byte)'|' or (byte)';' ? (char)name[0] : Delimiter;
            }
        }

        if (!declared && _options.Delimiter == ',')
        {
            Delimiter = Guess();
        }
        else if (_options.Delimiter != ',')
        {
            Delimiter = _options.Delimiter;
        }
    }

    /// <summary>Reads a line, without its end.</summary>
    public bool ReadLine(out ReadOnlySpan<byte> line)
    {
        if (!TryPeekLine(out line))
        {
            TokenType = TonlTokenType.EndOfDocument;
            return false;
        }

        int end = _text[_pos..].IndexOf((byte)'\n');
        _pos = end < 0 ? _text.Length : _pos + end + 1;
        LineNumber++;
        return true;
    }

    /// <summary>The next line, without moving on.</summary>
    public readonly bool TryPeekLine(out ReadOnlySpan<byte> line)
    {
        line = default;
        if (_pos >= _text.Length)
        {
            return false;
        }

        int end = _text[_pos..].IndexOf((byte)'\n');
        line = end < 0 ? _text[_pos..] : _text.Slice(_pos, end);
        if (line.Length > 0 && line[^1] == '\r')
        {
            line = line[..^1];
        }

        return true;
    }

    /// <summary>Splits a line at the delimiter outside quotes; ranges keep the quotes. At most <paramref name="fields"/>' length are given.</summary>
    public int ParseFields(scoped ReadOnlySpan<byte> line, scoped Span<Range> fields)
    {
        TokenType = TonlTokenType.DataRow;
        byte d = (byte)Delimiter;
        int count = 0, start = 0;
        for (int i = 0; i <= line.Length && count < fields.Length;)
        {
            if (i < line.Length && line[i] == '"')
            {
                i = AfterQuoted(line, i);
                continue;
            }

            if (i < line.Length && line[i] != d)
            {
                i += line[i] == '\\' && i + 1 < line.Length && line[i + 1] == d ? 2 : 1;
                continue;
            }

            int from = start, to = Math.Min(i, line.Length);
            while (from < to && line[from] == ' ')
            {
                from++;
            }

            while (to > from && line[to - 1] == ' ')
            {
                to--;
            }

            fields[count++] = from..to;
            start = ++i;
        }

        return line.Length == 0 ? 0 : count;
    }

    /// <summary>The value of a scalar text: null, bool, int, long, BigInteger, double or string; what cannot be read is the text itself.</summary>
    public object? ParsePrimitiveValue(scoped ReadOnlySpan<byte> value)
    {
        ReadOnlySpan<byte> text = Space.Trim(value);
        Tape tape = Tape.Rent();
        try
        {
            if (text.Length > 0 && text[0] == '"')
            {
                Cells.AddString(tape, Kind.String, text, 0, text.Length);
            }
            else if (!Cells.AddInferred(tape, text, 0, text.Length))
            {
                return null;
            }

            return Dynamic.Read(tape, text, 0);
        }
        catch (TonlException)
        {
            return Utf8Text.Decode(text);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary><c>key{a,b}:</c></summary>
    public bool TryParseObjectHeader(scoped ReadOnlySpan<byte> line, out string key, out string[] columns) =>
        Found(TryHeader(line, h => !h.HasCount && !h.HasRest && h.HasColumns, out key, out columns, out _, out _), TonlTokenType.ObjectHeader);

    /// <summary><c>key[3]{a,b}:</c> or <c>key[3]:</c>, also with cells behind.</summary>
    public bool TryParseArrayHeader(scoped ReadOnlySpan<byte> line, out string key, out int count, out string[] columns)
    {
        count = 0;
        if (!TryHeader(line, h => h.HasCount, out key, out columns, out Header header, out ReadOnlySpan<byte> text)
            || !System.Buffers.Text.Utf8Parser.TryParse(text[header.Count..header.CountEnd], out count, out int used) || used != header.CountEnd - header.Count)
        {
            count = 0;
            return false;
        }

        TokenType = header.HasColumns ? TonlTokenType.ArrayHeader : TonlTokenType.PrimitiveArrayHeader;
        return true;
    }

    /// <summary><c>key{a,b}: 1, 2</c></summary>
    public bool TryParseInlineObject(ReadOnlySpan<byte> line, out string key, out string[] columns, out ReadOnlySpan<byte> valuesSpan)
    {
        bool found = Found(TryHeader(line, h => !h.HasCount && h.HasColumns && h.HasRest, out key, out columns, out Header header, out ReadOnlySpan<byte> text), TonlTokenType.ObjectHeader);
        valuesSpan = found ? text[header.Rest..header.RestEnd] : default;
        return found;
    }

    /// <summary><c>key: value</c></summary>
    public bool TryParseKeyValue(scoped ReadOnlySpan<byte> line, out string key, out object? value)
    {
        bool found = Found(TryHeader(line, h => !h.HasCount && !h.HasColumns && h.HasRest, out key, out _, out Header header, out ReadOnlySpan<byte> text), TonlTokenType.KeyValue);
        value = found ? ParsePrimitiveValue(text[header.Rest..header.RestEnd]) : null;
        return found;
    }

    /// <summary><c>[0]:</c>, <c>[0]{a,b}:</c> or <c>[0]: value</c></summary>
    public bool TryParseIndexedHeader(scoped ReadOnlySpan<byte> line, out int index, out string[] columns, out bool hasValue)
    {
        index = 0;
        columns = [];
        hasValue = false;
        ReadOnlySpan<byte> text = Space.Trim(line);
        if (!LineLexer.TryCount(text, 0, text.Length, out int digits, out int after)
            || !System.Buffers.Text.Utf8Parser.TryParse(text[digits..(after - 1)], out index, out int used) || used != after - 1 - digits)
        {
            index = 0;
            return false;
        }

        Header header = default;
        if (!LineLexer.TryAfterQuotedKey(text, after, text.Length, ref header))
        {
            index = 0;
            return false;
        }

        columns = header.HasColumns ? Names(text, header) : [];
        hasValue = header.HasRest;
        TokenType = header.HasColumns ? TonlTokenType.ObjectHeader : TonlTokenType.ArrayHeader;
        return true;
    }

    /// <summary>Leading spaces divided by the size of a level.</summary>
    public static int GetIndentLevel(ReadOnlySpan<byte> line, int indentSize = 2)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(indentSize);
        int spaces = line.IndexOfAnyExcept((byte)' ');
        return (spaces < 0 ? line.Length : spaces) / indentSize;
    }

    /// <summary>Whether a value opens a <c>"""</c> that its line does not close.</summary>
    public static bool StartsWithIncompleteTripleQuote(ReadOnlySpan<byte> value)
    {
        ReadOnlySpan<byte> text = Space.Trim(value);
        if (!text.StartsWith("\"\"\""u8))
        {
            return false;
        }

        Tape tape = Tape.Rent();
        bool open = Cells.AddTriple(tape, Kind.String, text, 0, text.Length) < 0;
        Tape.Return(tape);
        return open;
    }

    private bool Found(bool found, TonlTokenType type)
    {
        TokenType = found ? type : TokenType;
        return found;
    }

    private static bool TryHeader(
        ReadOnlySpan<byte> line, Predicate<Header> wanted, out string key, out string[] columns, out Header header, out ReadOnlySpan<byte> text)
    {
        text = Space.Trim(line);
        key = "";
        columns = [];
        header = default;
        if (text.Length == 0)
        {
            return false;
        }

        Tape tape = Tape.Rent();
        try
        {
            if (text[0] == '"')
            {
                int after = Cells.AddQuoted(tape, Kind.Name, text, 0, text.Length);
                if (!LineLexer.TryAfterQuotedKey(text, after, text.Length, ref header) || !wanted(header))
                {
                    return false;
                }

                key = Utf8Text.Decode(tape.Text(tape.Tokens[0], text));
            }
            else
            {
                if (!LineLexer.TryPlain(text, 0, text.Length, out header) || !wanted(header))
                {
                    return false;
                }

                key = Utf8Text.Decode(text[header.Key..header.KeyEnd]);
            }

            columns = header.HasColumns ? Names(text, header) : [];
            return true;
        }
        catch (TonlException)
        {
            return false;
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    private static string[] Names(ReadOnlySpan<byte> text, in Header header)
    {
        Tape tape = Tape.Rent();
        ReaderStack stack = ReaderStack.Rent();
        Columns.Parse(text, header.Columns, header.ColumnsEnd, tape, stack);
        var names = new string[stack.ColumnCount];
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = Utf8Text.Decode(Columns.Name(text, tape, stack.Columns[i]));
        }

        ReaderStack.Return(stack);
        Tape.Return(tape);
        return names;
    }

    /// <summary>D3: from the first table header with two or more columns and the line after it.</summary>
    private readonly char Guess()
    {
        TonlReader lines = this;
        while (lines.ReadLine(out ReadOnlySpan<byte> line))
        {
            if (!lines.TryParseArrayHeader(line, out _, out int count, out string[] columns) || count <= 0 || columns.Length < 2)
            {
                continue;
            }

            if (!lines.ReadLine(out ReadOnlySpan<byte> row))
            {
                break;
            }

            char best = ',';
            int nearest = int.MaxValue;
            foreach (byte candidate in "\t|;,"u8)
            {
                int n = CountOutsideQuotes(row, candidate);
                int distance = Math.Abs(n - (columns.Length - 1));
                if (n > 0 && distance < nearest)
                {
                    nearest = distance;
                    best = (char)candidate;
                }
            }

            return best;
        }

        return ',';
    }

    private static int CountOutsideQuotes(ReadOnlySpan<byte> row, byte wanted)
    {
        int count = 0;
        for (int i = 0; i < row.Length;)
        {
            if (row[i] == '"')
            {
                i = AfterQuoted(row, i);
                continue;
            }

            count += row[i++] == wanted ? 1 : 0;
        }

        return count;
    }

    /// <summary>The place after a quoted or triple string, or the end where it is not closed.</summary>
    private static int AfterQuoted(ReadOnlySpan<byte> line, int at)
    {
        bool triple = line[at..].StartsWith("\"\"\""u8);
        int i = at + (triple ? 3 : 1);
        while (i < line.Length)
        {
            if (line[i] == '\\')
            {
                i += 2;
            }
            else if (line[i] != '"')
            {
                i++;
            }
            else if (triple)
            {
                if (line[i..].StartsWith("\"\"\""u8))
                {
                    return i + 3;
                }

                i++;
            }
            else if (i + 1 < line.Length && line[i + 1] == '"')
            {
                i += 2;
            }
            else
            {
                return i + 1;
            }
        }

        return line.Length;
    }
}
