// Text to tape (paragraph 8): lines are taken one by one, open blocks wait on an explicit stack and close by indentation. No recursion.
// Parts: this file = document, headers, lines, blocks; Members, Elements, Rows = what a line means in each kind of block.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    private readonly ReadOnlySpan<byte> _text;
    private readonly Tape _tape;
    private readonly ReaderStack _stack;
    private readonly bool _strict;
    private readonly bool _anyRootCount;
    private readonly int _linesElsewhere;
    private readonly int _maxDepth;
    private byte _delimiter;
    private int _next; // start of the next line
    private Line _line;
    private long _gaps; // elements that stand for missing indices, all arrays together
    private int _lines; // number of lines of the document, 0 = not counted yet

    private ValueReader(ReadOnlySpan<byte> text, Tape tape, TonlOptions options, ReaderStack stack)
    {
        _text = text;
        _tape = tape;
        _stack = stack;
        _strict = options.Strict;
        _anyRootCount = options.AnyRootCount;
        _linesElsewhere = options.LinesElsewhere;
        _maxDepth = options.MaxDepth;
        _delimiter = (byte)options.Delimiter;
    }

    /// <summary>Reads a document; the token of its value.</summary>
    public static int Read(ReadOnlySpan<byte> text, Tape tape, TonlOptions options)
    {
        ReaderStack stack = ReaderStack.Rent();
        try
        {
            var reader = new ValueReader(text, tape, options, stack);
            return reader.Document(options);
        }
        finally
        {
            ReaderStack.Return(stack);
        }
    }

    /// <summary>Raises for text that is too long.</summary>
    public static void CheckLength(ReadOnlySpan<byte> text, TonlOptions options)
    {
        if (options.MaxInputLength > 0 && text.Length > options.MaxInputLength && Utf8Text.Units(text) > options.MaxInputLength)
        {
            throw new TonlException($"at most {options.MaxInputLength} UTF-16 units allowed", ErrorCodes.Limit, 1, 1);
        }
    }

    /// <summary>Where the body begins, and the delimiter of the document.</summary>
    public static int ReadHeaders(ReadOnlySpan<byte> text, TonlOptions options, out byte delimiter)
    {
        // what our own writers begin with: nothing else can be a header line
        ReadOnlySpan<byte> usual = "#version 1.0\n"u8;
        if (text.Length > usual.Length && text.StartsWith(usual) && char.IsAsciiLetter((char)text[usual.Length]) && options.Delimiter == ',' && !options.AutoDelimiter)
        {
            delimiter = (byte)',';
            return usual.Length;
        }

        var reader = new ValueReader(text, null!, options, null!);
        reader.Headers(options);
        delimiter = reader._delimiter;
        return reader._next;
    }

    private int Document(TonlOptions options)
    {
        Headers(options);
        int root = _tape.Open(Kind.Object, 0);
        Push(new Block { Kind = BlockKind.Members, Container = root, Indent = -1, Declared = -1, MemberIndent = -1, LastName = -1 });
        while (NextLine())
        {
            if (_line.IsBlank)
            {
                continue;
            }

            CloseTo(_line.Indent);
            ReadLine();
        }

        CloseTo(-2);
        ref Token token = ref _tape.Tokens[root];
        return token.Length == 1 && _tape.Text(_tape.Tokens[root + 1], _text).SequenceEqual("root"u8) ? root + 2 : root;
    }

    private void ReadLine()
    {
        switch (_stack.Blocks[_stack.Count - 1].Kind)
        {
            case BlockKind.Members:
                MemberLine();
                break;
            case BlockKind.Elements:
                ElementLine();
                break;
            case BlockKind.Rows:
                RowLine();
                break;
            default:
                SchemaLine();
                break;
        }
    }

    // ---- lines

    private bool NextLine()
    {
        int start = _next;
        if (start > _text.Length)
        {
            return false;
        }

        int length = _text[start..].IndexOf((byte)'\n');
        int end = length < 0 ? _text.Length : start + length;
        _next = length < 0 ? _text.Length + 1 : end + 1;
        if (end > start && _text[end - 1] == '\r')
        {
            end--;
        }

        int at = Math.Min(end, start + Bytes.Spaces(_text, start));
        while (at < end && _text[at] is (byte)' ' or (byte)'\t')
        {
            at++;
        }

        _line.Start = start;
        _line.Indent = at - start;
        _line.RawEnd = end;
        while (at < end && Space.At(_text, at) is var n and > 0)
        {
            at += n;
        }

        while (end > at && Space.Before(_text, end) is var n and > 0)
        {
            end -= n;
        }

        _line.Text = at;
        _line.End = end;
        return true;
    }

    /// <summary>The line, field by field: copied whole it would wait for the stores that made it.</summary>
    private readonly Line Current() => new() { Start = _line.Start, Text = _line.Text, End = _line.End, RawEnd = _line.RawEnd, Indent = _line.Indent };

    private int LineCount()
    {
        if (_lines == 0)
        {
            _lines = _text.Count((byte)'\n') + 1 + _linesElsewhere;
        }

        return _lines;
    }

    /// <summary>Comments and directives.</summary>
    private readonly bool IsSkipped(in Line line)
    {
        byte first = _text[line.Text];
        return first == '#' || (first == '@' && IsDirective(_text[line.Text..line.End]));
    }

    /// <summary>Whether a trimmed line of text is a comment or a directive.</summary>
    internal static bool IsSkipped(ReadOnlySpan<byte> text) => text[0] == '#' || (text[0] == '@' && IsDirective(text));

    private static bool IsDirective(ReadOnlySpan<byte> text)
    {
        int colon = text.IndexOf((byte)':');
        if (colon <= 0)
        {
            return false;
        }

        ReadOnlySpan<byte> name = Space.Trim(text[1..colon]);
        return name.SequenceEqual("version"u8) || name.SequenceEqual("delimiter"u8) || name.SequenceEqual("import"u8)
            || name.SequenceEqual("schema"u8) || name.SequenceEqual("type"u8) || name.SequenceEqual("description"u8);
    }

    // ---- headers

    private void Headers(TonlOptions options)
    {
        if (_text.StartsWith("\uFEFF"u8))
        {
            _next = 3;
        }

        byte found = (byte)',';
        bool declared = false;
        int body = _next;
        while (NextLine())
        {
            if (_line.IsBlank)
            {
                body = _next;
                continue;
            }

            ReadOnlySpan<byte> text = _text[_line.Text.._line.End];
            if (_line.Indent > 0 || !IsHeader(text))
            {
                break;
            }

            body = _next;
            if (text[0] == '#')
            {
                declared |= text.StartsWith("#delimiter"u8);
                DelimiterLine(text, ref found);
            }
        }

        if (options.AutoDelimiter)
        {
            _delimiter = declared ? found : Guess();
        }
        else if (options.Delimiter == ',')
        {
            _delimiter = found;
        }

        _next = body;
    }

    /// <summary>Whether a trimmed line that is not indented is one of the header lines, as long as there were no others.</summary>
    internal static bool IsHeader(ReadOnlySpan<byte> text) => text[0] == '#' || (text[0] == '@' && (text.IndexOf((byte)':') < 0 || IsDirective(text)));

    /// <summary>Reads one line that starts with <c>#delimiter</c>.</summary>
    internal static void ReadDelimiter(ReadOnlySpan<byte> line, ref byte delimiter)
    {
        var reader = new ValueReader(line, null!, TonlOptions.Default, null!);
        reader.NextLine();
        reader.DelimiterLine(line[reader._line.Text..reader._line.End], ref delimiter);
    }

    private readonly void DelimiterLine(ReadOnlySpan<byte> text, ref byte delimiter)
    {
        if (!text.StartsWith("#delimiter"u8))
        {
            return;
        }

        if (text.Length == 10)
        {
            delimiter = _text[_line.Start.._line.RawEnd].Contains((byte)'\t') ? (byte)'\t' : delimiter;
            return;
        }

        if (text[10] is not ((byte)' ' or (byte)'\t'))
        {
            return;
        }

        int at = LineLexer.SkipTabs(text, 10, text.Length);
        ReadOnlySpan<byte> name = text[at..];
        if (name.Length >= 3 && name[0] == '"' && name[^1] == '"')
        {
            name = name[1..^1];
        }

        if (name.SequenceEqual("\\t"u8))
        {
            delimiter = (byte)'\t';
        }
        else if (name.Length == 1 && name[0] is (byte)',' or (byte)'|' or (byte)';')
        {
            delimiter = name[0];
        }
        else
        {
            throw Errors.At(_text, ErrorCodes.Delimiter, $"a delimiter (`,` `|` `;` `\\t`) expected, `{Errors.Excerpt(text[at..])}` found", _line.Text + at);
        }
    }

    /// <summary>The reference's guess: the most frequent candidate of the first line that is no header.</summary>
    private readonly byte Guess()
    {
        var lines = this;
        lines._next = _text.StartsWith("\uFEFF"u8) ? 3 : 0;
        while (lines.NextLine())
        {
            ReadOnlySpan<byte> text = _text[lines._line.Text..lines._line.End];
            if (TryGuess(text, out byte delimiter))
            {
                return delimiter;
            }
        }

        return (byte)',';
    }

    /// <summary>The most frequent candidate of a trimmed line; false where the line says nothing.</summary>
    internal static bool TryGuess(ReadOnlySpan<byte> text, out byte delimiter)
    {
        delimiter = (byte)',';
        if (text.Length == 0 || text[0] == '#' || text[^1] is (byte)'{' or (byte)':')
        {
            return false;
        }

        int best = 0;
        foreach (byte candidate in ",|\t;"u8)
        {
            int count = text.Count(candidate);
            if (count > best)
            {
                best = count;
                delimiter = candidate;
            }
        }

        return true;
    }

    // ---- blocks

    private readonly void Push(in Block block) => _stack.Push(block);

    private void CloseTo(int indent)
    {
        while (_stack.Count > 0 && _stack.Blocks[_stack.Count - 1].Indent >= indent)
        {
            if (_stack.Blocks[_stack.Count - 1].Indent == -1 && indent >= -1)
            {
                return; // the document's own body
            }

            Close();
        }
    }

    private void Close()
    {
        ref Block block = ref _stack.Blocks[--_stack.Count];
        _stack.ColumnCount = block.Columns;
        if (block.Unordered)
        {
            block.Count = block.Kind == BlockKind.Elements
                ? Rebuild.Elements(_tape, block.Container, block.Count, _stack.TakeLate(block.Container))
                : Rebuild.Members(_tape, _text, block.Container, block.Count);
        }

        _tape.Close(block.Container, block.Count);
        if (_strict && block.Declared >= 0 && block.Declared != block.Count && !(_anyRootCount && _stack.Count == 1))
        {
            throw Errors.At(_text, ErrorCodes.Count, $"{block.Declared} elements declared, {block.Count} found", block.HeaderPos);
        }

        if (_stack.Count > 0)
        {
            Settle(ref _stack.Blocks[_stack.Count - 1]);
        }
    }

    private readonly TonlException Fail(string code, string message, int pos) => Errors.At(_text, code, message, pos);

    private readonly TonlException Fail(string code, string message) => Errors.At(_text, code, message, _line.Text);
}
