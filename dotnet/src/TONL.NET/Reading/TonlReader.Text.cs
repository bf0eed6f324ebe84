// The short way: typed reading straight from the lines of canonical text, without a tape. It understands what our own writers produce and
// gives up at the first thing that looks different: _failed is set, every later call ends at once, and the entry point reads the document
// again by way of the tape, which also makes all errors. So this way can neither differ in what it accepts nor in what it reports.
// Parts: this file = entry and objects; Arrays; Lines = what a line announces; Scalars = values in a line.
using System;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlReader
{
    // what the cursor stands at
    private enum At : byte
    {
        Nothing,
        Scalar, // the rest of a line
        Element, // the same behind [i]: a delimiter would make it a list
        Cell,
        Header, // an object; the cursor is at the brace of its header
        Block, // lines of an object; the cursor is at the start of the line after the header
        Row,
        Inline, // cells in the rest of a line
        Table,
        Elements,
        Empty, // an array without elements
    }

    private const int BlockMode = 1, RowMode = 2, InlineMode = 3, TableMode = 4, ElementMode = 5, EmptyMode = 6;

    private At _what;
    private bool _failed;
    private bool _openRoot;
    private byte _split; // the delimiter
    private int _cursor;
    private int _after; // where a scalar that was looked at ends
    private int _head; // indentation of the header of the current value
    private int _lineStart; // start of the line of the current value
    private int _declared; // [n]
    private int _columnsAt, _columnsEnd; // header of the current table
    private TonlNames? _mapped; // the names that _map belongs to
    private int[]? _map; // column -> member, -1 = unknown
    private int _mapCount;
    private Tape? _scratch;

    /// <summary>Reads canonical text (known to be UTF-8, without carriage returns and triple quotes); false where the document has to take the way over the tape.</summary>
    internal static bool TryReadText<T>(ReadOnlySpan<byte> text, TonlOptions options, TonlCodec<T> codec, out T? value)
    {
        value = default;
        if (options.Strict || options.UnmappedMemberHandling != System.Text.Json.Serialization.JsonUnmappedMemberHandling.Skip)
        {
            return false;
        }

        var reader = new TonlReader(text, options, ValueReader.ReadHeaders(text, options, out byte delimiter), delimiter);
        try
        {
            if (!reader.Root())
            {
                return false;
            }

            value = codec.Read(ref reader);
            return !reader._failed && reader.AtEnd();
        }
        catch (Exception e) when (e is TonlException || reader._failed)
        {
            return false;
        }
        finally
        {
            reader.DropScratch();
        }
    }

    private TonlReader(ReadOnlySpan<byte> text, TonlOptions options, int body, byte delimiter)
    {
        _text = text;
        _options = options;
        _cursor = body;
        _split = delimiter;
        _head = -1;
        Delimiter = (char)delimiter;
        Version = "1.0";
    }

    /// <summary>Finds the value of the document: behind <c>root</c>, or the members of an open root.</summary>
    private bool Root()
    {
        int at = _cursor;
        if (at >= _text.Length || _text[at] <= ' ')
        {
            return false;
        }

        _lineStart = at;
        if (_text[at..].StartsWith("root"u8) && at + 4 < _text.Length && _text[at + 4] is (byte)':' or (byte)'{' or (byte)'[')
        {
            _head = 0;
            Tail(at + 4, element: false);
            return !_failed;
        }

        _openRoot = true;
        _depth = -1; // the body of the document is not counted
        _what = At.Block;
        return true;
    }

    /// <summary>Nothing but the value was there.</summary>
    private readonly bool AtEnd() => _cursor >= _text.Length;

    private void Fail()
    {
        _failed = true;
        _what = At.Nothing;
        _cursor = _text.Length;
    }

    private readonly TonlException Refused() => new("the document is read by way of the tape");

    private void DropScratch()
    {
        if (_scratch is { } scratch)
        {
            _scratch = null;
            _tape = null;
            Tape.Return(scratch);
        }

        if (_map is { } map)
        {
            _map = null;
            System.Buffers.ArrayPool<int>.Shared.Return(map);
        }
    }

    private bool Enter()
    {
        if (++_depth > _options.MaxDepth || ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
        {
            Fail();
            return false;
        }

        return true;
    }

    // ---- objects

    // the scope is filled in place: one that is returned is copied by vectors right behind the stores that made it, which costs a wait
    private void TextObject(TonlNames names, out TonlScope scope)
    {
        scope = default;
        scope.Names = names;
        scope.Last = -1;
        scope.Mode = EmptyMode;
        if (_what == At.Row)
        {
            if (!ReferenceEquals(_mapped, names))
            {
                MapColumns(names);
            }

            scope.Mode = _failed ? EmptyMode : RowMode;
            scope.Left = _mapCount;
            return;
        }

        if (_what == At.Header)
        {
            PassHeader(names);
        }

        if (_what != At.Block || !Enter())
        {
            Fail();
            return;
        }

        scope.Mode = BlockMode;
        scope.Start = _head;
        scope.Indent = BlockIndent();
    }

    /// <summary>Moves behind the header of an object: canonical text lists just the type's members.</summary>
    private void PassHeader(TonlNames names)
    {
        if (_text[_cursor..].StartsWith(names.Header))
        {
            _cursor += names.Header.Length;
            _what = At.Block;
        }
        else if (HeaderEnd(_cursor) is var close and >= 0)
        {
            Block(close + 2, element: false);
        }
    }

    /// <summary>Indentation of the lines of the block at the cursor, or -1 where it is empty.</summary>
    private readonly int BlockIndent()
    {
        int indent = IndentAt(_cursor);
        return indent > _head ? indent : -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int IndentAt(int at)
    {
        int indent = Bytes.Spaces(_text, at);

        // the end of the text counts as a line that is indented less than all
        return at + indent < _text.Length ? indent : -1;
    }

    private int TextMember(ref TonlScope scope)
    {
        _tape = null;
        return scope.Mode switch
        {
            RowMode => RowMember(ref scope),
            BlockMode => BlockMember(ref scope),
            _ => -1,
        };
    }

    private int BlockMember(ref TonlScope scope)
    {
        while (true)
        {
            if (_failed)
            {
                return -1;
            }

            int start = _cursor;
            int indent = IndentAt(start);
            if (indent != scope.Indent || indent < 0)
            {
                return EndBlock(ref scope, indent);
            }

            int index = ExpectedScalar(scope.Names!, scope.Last, start, indent);
            if (index < 0)
            {
                index = MemberLine(scope.Names!, scope.Last, start, start + indent);
                if (_failed)
                {
                    return -1;
                }
            }

            if (index >= 0)
            {
                scope.Last = index;
                if (scope.Names!.IsReadable(index))
                {
                    return index;
                }
            }
            else if (_rules.Type == System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow)
            {
                Fail();
                return -1;
            }

            TextSkip();
        }
    }

    /// <summary>A line that is no member of the block: it ends the object, or the text is not canonical.</summary>
    private int EndBlock(ref TonlScope scope, int indent)
    {
        if (indent > scope.Start || (indent >= 0 && _text[_cursor + indent] <= ' '))
        {
            Fail();
            return -1;
        }

        scope.Mode = EmptyMode;
        _depth--;
        return -1;
    }

    // ---- other values

    /// <summary>Puts the current value on a tape of its own, for codecs that need one.</summary>
    private void TextToTape()
    {
        if (_failed)
        {
            throw Refused();
        }

        Tape tape = _scratch ??= Tape.Rent();
        tape.Clear();
        switch (_what)
        {
            case At.Scalar or At.Element or At.Cell:
                ScalarToTape(tape);
                _at = 0;
                break;
            case At.Header or At.Block or At.Table or At.Elements or At.Inline or At.Empty when IsMember:
                int end = BlockEnd();
                ValueReader.ReadPart(_text[..end], tape, _options, _lineStart, _split, _options.MaxDepth - _depth);
                _cursor = Math.Min(_text.Length, end + 1);
                _at = 2; // the object of the part, the name, the value
                if (tape.Tokens[1].Pos != _lineStart + _head
                    || ((tape.Tokens[1].Flags & TokenFlags.Quoted) == 0 && tape.Text(tape.Tokens[1], _text).IndexOfAny(":[{"u8) >= 0))
                {
                    Fail(); // the line means another name than its first characters said, or nothing, and its block more members
                    throw Refused();
                }

                break;
            default:
                Fail();
                throw Refused();
        }

        _what = At.Nothing;
        _tape = tape;
    }

    /// <summary>Whether the current value stands under a name: the root and elements cannot be taken alone.</summary>
    private readonly bool IsMember => (_head > 0 || (_head == 0 && _openRoot)) && _text[_lineStart + _head] != '[';

    /// <summary>The end of the last line that belongs to the value whose first line is at _lineStart.</summary>
    private int BlockEnd()
    {
        int at = _lineStart;
        while (true)
        {
            int feed = _text[at..].IndexOf((byte)'\n');
            if (feed < 0)
            {
                return _text.Length;
            }

            int indent = IndentAt(at + feed + 1);
            if (indent <= _head)
            {
                if (indent >= 0 && _text[at + feed + 1 + indent] <= ' ')
                {
                    Fail();
                    throw Refused();
                }

                return at + feed;
            }

            at += feed + 1;
        }
    }

    private void TextSkip()
    {
        switch (_what)
        {
            case At.Scalar or At.Element or At.Cell:
                SkipScalar();
                break;
            case At.Row:
                Fail(); // an element that nobody wants
                break;
            case At.Nothing:
                break;
            default:
                TextToTape(); // so that it is checked
                _tape = null;
                break;
        }
    }
}
