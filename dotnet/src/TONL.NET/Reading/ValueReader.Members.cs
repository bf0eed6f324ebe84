// Lines of object bodies (8.1, 8.2): a member's name, then its value, inline or as a block that is pushed.
using System;
using System.Collections.Generic;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    private void MemberLine()
    {
        Line line = Current();
        ref Block block = ref _stack.Blocks[_stack.Count - 1];
        if (IsSkipped(line))
        {
            if (block.Depth >= 1 && _text[line.Text..line.End].StartsWith("#schema"u8))
            {
                BeginSchema(line);
            }

            return;
        }

        if (_strict)
        {
            if (block.MemberIndent < 0)
            {
                block.MemberIndent = line.Indent;
            }
            else if (block.MemberIndent != line.Indent)
            {
                throw Fail(ErrorCodes.Indent, $"{block.MemberIndent} characters of indentation expected, {line.Indent} found");
            }
        }

        int name = _tape.Count;
        if (!Classify(line, out Header header))
        {
            _tape.Count = name;
            if (_strict)
            {
                throw Fail(ErrorCodes.Syntax, $"a member expected, `{Errors.Excerpt(_text[line.Text..line.End])}` found");
            }

            return;
        }

        if (header.HasCount || header.HasColumns || !header.HasRest)
        {
            int level = _stack.Count;
            block.Count++;
            block.OpenName = name;
            block.OpenPos = line.Text;
            Body(header, line, block.Depth + 1);
            SettleUnlessOpen(level);
            return;
        }

        if (MemberScalar(header, line))
        {
            block.Count++;
            NoteName(ref block, name, line.Text);
        }
        else
        {
            _tape.Count = name; // undefined: a missing member
        }
    }

    /// <summary>Splits the line and adds the token of its name.</summary>
    private readonly bool Classify(in Line line, out Header header)
    {
        if (_text[line.Text] == '"')
        {
            header = default;
            int after = Cells.AddQuoted(_tape, Kind.Name, _text, line.Text, line.End);
            return LineLexer.TryAfterQuotedKey(_text, after, line.End, ref header);
        }

        if (!LineLexer.TryPlain(_text, line.Text, line.End, out header))
        {
            return false;
        }

        _tape.Add(Kind.Name, header.Key, header.KeyEnd - header.Key, line.Text);
        return true;
    }

    /// <summary>After a line: what waits for its value to be complete is checked, unless the line opened a block, whose end it then waits for.</summary>
    private void SettleUnlessOpen(int level)
    {
        if (_stack.Count == level)
        {
            Settle(ref _stack.Blocks[level - 1]);
        }
    }

    /// <summary>The value of a member or element is complete: errors of its name or index come after those in it (8.2).</summary>
    private void Settle(ref Block block)
    {
        if (block.OpenName > 0)
        {
            int name = block.OpenName;
            block.OpenName = 0;
            NoteName(ref block, name, block.OpenPos);
        }
        else if (block.BadIndex > 0)
        {
            throw BadIndex(block);
        }
    }

    /// <summary>Watches whether names come in ascending order, which rules out doubles; strict: refuses doubles.</summary>
    private readonly void NoteName(ref Block block, int name, int pos)
    {
        if (block.LastName >= 0)
        {
            ReadOnlySpan<byte> text = _tape.Text(_tape.Tokens[name], _text);
            if (!block.Unordered && _tape.Text(_tape.Tokens[block.LastName], _text).SequenceCompareTo(text) >= 0)
            {
                block.Unordered = true;
            }

            if (_strict && block.Unordered && IsDouble(block, name, text))
            {
                throw Fail(ErrorCodes.DuplicateKey, $"the name `{Errors.Excerpt(text)}` stands twice", pos);
            }
        }

        block.LastName = name;
    }

    private readonly bool IsDouble(in Block block, int name, ReadOnlySpan<byte> text)
    {
        HashSet<string> names = _stack.Names(block.Container, out bool made);
        if (made)
        {
            for (int i = block.Container + 1; i < name;)
            {
                names.Add(Utf8Text.Decode(_tape.Text(_tape.Tokens[i], _text)));
                int value = i + 1;
                i = value < name ? _tape.After(value) : name;
            }
        }

        return !names.Add(Utf8Text.Decode(text));
    }

    /// <summary>Adds the value of a scalar member; false for <c>undefined</c>.</summary>
    private bool MemberScalar(in Header header, in Line line)
    {
        if (_text[header.Rest] == '"' && _text[header.Rest..].StartsWith("\"\"\""u8))
        {
            int after = Cells.AddTriple(_tape, Kind.String, _text, header.Rest, header.RestEnd);
            if (after < 0)
            {
                LongString(header.Rest, line);
            }
            else
            {
                OnlySpace(after, header.RestEnd);
            }

            return true;
        }

        return Scalar(header.Rest, header.RestEnd);
    }

    /// <summary>Adds a scalar that fills the range; false for <c>undefined</c>.</summary>
    private readonly bool Scalar(int start, int end)
    {
        if (start < end && _text[start] == '"')
        {
            OnlySpace(Cells.AddString(_tape, Kind.String, _text, start, end), end);
            return true;
        }

        return Cells.AddInferred(_tape, _text, start, end);
    }

    private readonly void OnlySpace(int at, int end)
    {
        while (at < end)
        {
            int n = Space.At(_text, at);
            if (n == 0)
            {
                throw Fail(ErrorCodes.Trailing, $"end of line expected after the closing quote, `{Errors.Excerpt(_text[at..end])}` found", at);
            }

            at += n;
        }
    }

    /// <summary>A triple string over several lines (8.3): each without its leading blanks, up to one that ends with three quotes. None ends a block.</summary>
    private void LongString(int start, in Line opening)
    {
        _tape.SideRoom(_text.Length - start);
        Span<byte> output = _tape.Side.AsSpan(_tape.SideCount);
        int o = 0;
        _text[(start + 3)..opening.End].CopyTo(output);
        o += opening.End - start - 3;
        while (true)
        {
            if (!NextLine())
            {
                TonlException open = Fail(ErrorCodes.Unterminated, "closing `\"\"\"` expected, end of text found", start);
                open.IsOpen = true;
                throw open;
            }

            output[o++] = (byte)'\n';
            ReadOnlySpan<byte> text = _text[(_line.Start + _line.Indent).._line.RawEnd];
            ReadOnlySpan<byte> trimmed = Space.TrimEnd(text);
            if (trimmed.EndsWith("\"\"\""u8))
            {
                trimmed[..^3].CopyTo(output[o..]);
                o += trimmed.Length - 3;
                break;
            }

            text.CopyTo(output[o..]);
            o += text.Length;
        }

        int length = Unescape(output[..o]);
        _tape.Add(Kind.String, _tape.SideCount, length, start, TokenFlags.Side | TokenFlags.Quoted);
        _tape.SideCount += length;
    }

    private static int Unescape(Span<byte> text)
    {
        int o = 0;
        for (int i = 0; i < text.Length; i++)
        {
            int c = text[i] == '\\' && i + 1 < text.Length ? Cells.Simple(text[i + 1]) : -1;
            text[o++] = c >= 0 ? (byte)c : text[i];
            i += c >= 0 ? 1 : 0;
        }

        return o;
    }

    // ---- bodies

    /// <summary>The value of a header: added where it stands on the line, else a block is pushed.</summary>
    private void Body(in Header header, in Line line, int depth)
    {
        if (depth > _maxDepth)
        {
            throw Fail(ErrorCodes.Depth, $"at most {_maxDepth} nested containers allowed", line.Text);
        }

        if (!header.HasCount)
        {
            if (header.HasRest && header.HasColumns)
            {
                OneLineObject(header, line);
            }
            else
            {
                PushMembers(line, depth);
            }

            return;
        }

        if (header.CountEnd - header.Count > 16)
        {
            throw Fail(ErrorCodes.ArrayLength, "at most 16 digits of an array length expected", line.Text);
        }

        System.Buffers.Text.Utf8Parser.TryParse(_text[header.Count..header.CountEnd], out long declared, out _);
        if (header.HasRest)
        {
            int array = _tape.Open(Kind.Array, line.Text);
            int count = header.HasColumns ? OneLineTable(header, line) : Items(header.Rest, header.RestEnd);
            _tape.Close(array, count);
            _tape.Tokens[array].Flags = header.HasColumns ? TokenFlags.Table : TokenFlags.None;
            CheckCount(declared, count, line.Text);
        }
        else if (header.HasColumns && !Space.IsBlank(_text[header.Columns..header.ColumnsEnd]))
        {
            PushRows(header, line, depth, declared);
        }
        else
        {
            PushElements(line, depth, declared);
        }
    }

    private readonly void CheckCount(long declared, int count, int pos)
    {
        if (_strict && declared != count)
        {
            throw Fail(ErrorCodes.Count, $"{declared} elements declared, {count} found", pos);
        }
    }

    private readonly void PushMembers(in Line line, int depth) => _stack.Push(new Block
    {
        Kind = BlockKind.Members,
        Container = _tape.Open(Kind.Object, line.Text),
        Indent = line.Indent,
        Depth = depth,
        Declared = -1,
        MemberIndent = -1,
        LastName = -1,
        Columns = _stack.ColumnCount,
    });

    private readonly void PushElements(in Line line, int depth, long declared) => _stack.Push(new Block
    {
        Kind = BlockKind.Elements,
        Container = _tape.Open(Kind.Array, line.Text),
        Indent = line.Indent,
        Depth = depth,
        Declared = declared,
        HeaderPos = line.Text,
        Columns = _stack.ColumnCount,
    });

    private readonly void PushRows(in Header header, in Line line, int depth, long declared)
    {
        var block = new Block
        {
            Kind = BlockKind.Rows,
            Container = _tape.Open(Kind.Array, line.Text),
            Indent = line.Indent,
            Depth = depth,
            Declared = declared,
            HeaderPos = line.Text,
            Columns = _stack.ColumnCount,
        };
        block.Doubles = Columns.Parse(_text, header.Columns, header.ColumnsEnd, _tape, _stack);
        block.ColumnCount = _stack.ColumnCount - block.Columns;
        _tape.Tokens[block.Container].Flags = TokenFlags.Table;
        _stack.Push(block);
    }
}
