// Lines of array bodies (8.2): [i] with a tail, headers of any other name, or bare cells.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    /// <summary>The index of a trimmed line <c>[i]</c> with a tail; its digits begin behind the bracket.</summary>
    internal static bool TryIndex(ReadOnlySpan<byte> text, out int digits, out long index)
    {
        index = 0;
        digits = 0;
        var reader = new ValueReader(text, null!, TonlOptions.Default, null!);
        var line = new Line { End = text.Length };
        if (!reader.IsIndexed(line, out int start, out int tail) || !reader.ElementTail(line, tail, out _))
        {
            return false;
        }

        digits = tail - 1 - start;
        return System.Buffers.Text.Utf8Parser.TryParse(text.Slice(start, digits), out index, out _);
    }

    /// <summary>Whether more indented lines after this trimmed line of an array belong to it. A header that cannot be read says no.</summary>
    internal static bool OpensBlock(ReadOnlySpan<byte> text)
    {
        Tape tape = Tape.Rent();
        try
        {
            var reader = new ValueReader(text, tape, TonlOptions.Default, null!);
            var line = new Line { End = text.Length };
            return !reader.IsSkipped(line)
                && (reader.IsIndexed(line, out _, out int tail)
                    ? reader.ElementTail(line, tail, out Header element) && !element.HasRest
                    : text[^1] == ':' && reader.Classify(line, out Header header) && !header.HasRest);
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

    private void ElementLine()
    {
        Line line = Current();
        if (IsSkipped(line))
        {
            return;
        }

        ref Block block = ref _stack.Blocks[_stack.Count - 1];
        if (IsIndexed(line, out int digits, out int tail))
        {
            Indexed(ref block, line, digits, tail);
            return;
        }

        if (_text[line.End - 1] == ':')
        {
            int mark = _tape.Count;
            if (Classify(line, out Header header))
            {
                _tape.Count = mark; // the name is ignored
                block.Count++;
                block.Appended++;
                if (header.HasRest && !header.HasCount && !header.HasColumns)
                {
                    _tape.Add(Kind.Null, 0, 0, line.Text);
                }
                else
                {
                    Body(header, line, block.Depth + 1);
                }

                return;
            }

            _tape.Count = mark;
        }

        int added = Items(line.Text, line.End);
        block.Count += added;
        block.Appended += added;
    }

    /// <summary><c>[digits]</c> before <c>:</c>, <c>[</c> or <c>{</c>.</summary>
    private readonly bool IsIndexed(in Line line, out int digits, out int tail)
    {
        if (!LineLexer.TryCount(_text, line.Text, line.End, out digits, out tail) || tail - 1 - digits > 16)
        {
            return false;
        }

        return tail < line.End && _text[tail] is (byte)':' or (byte)'[' or (byte)'{';
    }

    private void Indexed(ref Block block, in Line line, int digits, int tail)
    {
        System.Buffers.Text.Utf8Parser.TryParse(_text[digits..(tail - 1)], out long index, out _);
        int mark = _tape.Count;
        if (!ElementTail(line, tail, out Header header))
        {
            _tape.Count = mark;
            if (_strict)
            {
                throw Fail(ErrorCodes.Syntax, $"an element expected, `{Errors.Excerpt(_text[line.Text..line.End])}` found", line.Text);
            }

            return;
        }

        Place(ref block, line, index);
        int depth = block.Depth + 1, level = _stack.Count;
        if (header.HasRest && !header.HasCount && !header.HasColumns)
        {
            ElementScalar(header);
        }
        else if (header.HasRest && !header.HasCount)
        {
            OneLineObject(header, line); // not counted as a level (8.2)
        }
        else if (header.HasCount || header.HasColumns || header.HasRest)
        {
            Body(header, line, depth);
        }
        else
        {
            Bare(line, depth);
        }

        SettleUnlessOpen(level);
    }

    /// <summary>What follows <c>[i]</c>; key positions stay unset.</summary>
    private readonly bool ElementTail(in Line line, int at, out Header header)
    {
        header = default;
        int end = line.End;
        if (_text[at] == ':')
        {
            header.Rest = LineLexer.SkipTabs(_text, at + 1, end);
            header.RestEnd = end;
            return true;
        }

        if (LineLexer.TryAfterQuotedKey(_text, at, end, ref header))
        {
            // {..}: with a rest needs a blank before it
            return !header.HasRest || header.HasCount || !header.HasColumns || _text[header.Rest - 1] is (byte)' ' or (byte)'\t';
        }

        return false;
    }

    private const long GapsPerLine = 4; // so that indices do not size memory

    /// <summary>Strict order, upper bound, gaps (null) and late elements of an index.</summary>
    private void Place(ref Block block, in Line line, long index)
    {
        if (index == block.Count)
        {
            block.Count++;
            block.Appended++;
            return;
        }

        if (!_strict && index < block.Count)
        {
            block.Unordered = true;
            _stack.AddLate(block.Container, block.Appended++, (int)index);
            return;
        }

        if (_strict || index >= LineCount() || _gaps + index - block.Count > GapsPerLine * LineCount())
        {
            block.BadIndex = index + 1; // refused when its value is complete
            block.OpenPos = line.Text;
            return;
        }

        _gaps += index - block.Count;
        for (; block.Count < index; block.Count++, block.Appended++)
        {
            _tape.Add(Kind.Null, 0, 0, line.Text);
        }

        block.Count++;
        block.Appended++;
    }

    private TonlException BadIndex(in Block block)
    {
        long index = block.BadIndex - 1;
        return Fail(ErrorCodes.Index, _strict ? $"index {block.Count} expected, {index} found"
            : index >= LineCount() ? $"an index below {LineCount()}, the number of lines, expected, {index} found"
            : $"at most {GapsPerLine * LineCount()} gaps between the indices of the document expected", block.OpenPos);
    }

    /// <summary>A scalar, or a cell list: unquoted text with a delimiter, no colon and no triple quote.</summary>
    private readonly void ElementScalar(in Header header)
    {
        ReadOnlySpan<byte> text = _text[header.Rest..header.RestEnd];
        if (text[0] != '"' && text.Contains(_delimiter) && !text.Contains((byte)':') && text.IndexOf("\"\"\""u8) < 0)
        {
            int array = _tape.Open(Kind.Array, header.Rest);
            _tape.Close(array, Items(header.Rest, header.RestEnd));
        }
        else if (!Scalar(header.Rest, header.RestEnd))
        {
            _tape.Add(Kind.Null, 0, 0, header.Rest);
        }
    }

    /// <summary><c>[i]:</c> alone: an object, an array whose first line is <c>[j][k]:</c>, or an empty array without a block.</summary>
    private void Bare(in Line line, int depth)
    {
        ValueReader ahead = this;
        while (ahead.NextLine())
        {
            if (ahead._line.IsBlank)
            {
                continue;
            }

            if (ahead._line.Indent <= line.Indent)
            {
                break;
            }

            if (ahead.IsSkipped(ahead._line))
            {
                continue;
            }

            if (LineLexer.TryCount(_text, ahead._line.Text, ahead._line.End, out _, out int after)
                && LineLexer.TryCount(_text, after, ahead._line.End, out _, out int last)
                && last < ahead._line.End && _text[last] == ':')
            {
                PushElements(line, depth, -1); // its level is not counted against the limit
                return;
            }

            if (depth > _maxDepth)
            {
                throw Fail(ErrorCodes.Depth, $"at most {_maxDepth} nested containers allowed", line.Text);
            }

            PushMembers(line, depth);
            return;
        }

        _tape.Close(_tape.Open(Kind.Array, line.Text), 0);
    }
}
