// Whole values from a tape to text (paragraph 6.2): the general writer behind dictionaries, DOM, JSON, type hints, open roots and the Compatible layout.
// An explicit stack of open containers, no recursion; arrays are decided in Arrays and Tables.
using System;
using System.Buffers;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    private Tape? _tape;
    private ReadOnlySpan<byte> _source;
    private ValueFrames? _frames;

    internal enum NameKind : byte
    {
        Root,
        Member,
        Element,
    }

    /// <summary>What a value stands under.</summary>
    internal readonly ref struct ValueName(NameKind kind, ReadOnlySpan<byte> utf8, int index, bool plain = false)
    {
        public readonly ReadOnlySpan<byte> Utf8 = utf8;
        public readonly int Index = index;
        public readonly NameKind Kind = kind;

        /// <summary>Known to be an identifier.</summary>
        public readonly bool Plain = plain;
    }

    /// <summary>Writes the value at a token under a name, with all its lines.</summary>
    internal void WriteTape(Tape tape, ReadOnlySpan<byte> source, int index, TonlName name)
    {
        Tape? outerTape = _tape;
        ReadOnlySpan<byte> outerSource = _source;
        ValueFrames? outerFrames = _frames;
        _tape = tape;
        _source = source;
        _frames = ValueFrames.Rent();
        var under = name.IsRoot
            ? new ValueName(NameKind.Root, "root"u8, 0)
            : ReferenceEquals(name, TonlName.Element) ? new ValueName(NameKind.Element, default, _element) : new ValueName(NameKind.Member, name.Utf8, 0);
        WriteValue(index, under);
        Drain(0);
        ValueFrames.Return(_frames);
        _tape = outerTape;
        _source = outerSource;
        _frames = outerFrames;
    }

    /// <summary>The document's value (6.2, or 6.5 where an open root is asked and possible).</summary>
    internal void WriteTapeRoot(Tape tape, ReadOnlySpan<byte> source, int index)
    {
        _tape = tape;
        _source = source;
        if (_options.Root != TonlRootStyle.Open || !OpenRootPossible(index))
        {
            WriteTape(tape, source, index, TonlName.Root);
            return;
        }

        _frames = ValueFrames.Rent();
        _depth++;
        int first = OrderMembers(index, out int count);
        var parts = new OpenRoot();
        for (int i = 0; i < count; i++)
        {
            int member = _frames.Order[first + i];
            int start = _pos;
            WriteValue(member + 1, new ValueName(NameKind.Root, NameText(member), 0));
            Drain(0);
            parts.Add(start, FirstLineEndsWithColon(start));
        }

        _frames.OrderCount = first;
        _depth--;
        ValueFrames.Return(_frames);
        _frames = null;
        Reorder(parts);
    }

    private readonly ReadOnlySpan<byte> NameText(int index) => _tape!.Text(_tape.Tokens[index], _source);

    private readonly bool FirstLineEndsWithColon(int start)
    {
        ReadOnlySpan<byte> text = _bytes.AsSpan(start, _pos - start);
        int end = text.IndexOf((byte)'\n');
        return end > 0 && text[end - 1] == ':';
    }

    /// <summary>6.5: first the members whose first line does not end with a colon, then the others.</summary>
    internal void Reorder(OpenRoot parts)
    {
        if (parts.IsInOrder)
        {
            return;
        }

        int from = parts.Starts[0], length = _pos - from;
        byte[] copy = ArrayPool<byte>.Shared.Rent(length);
        _bytes.AsSpan(from, length).CopyTo(copy);
        int to = from;
        for (int pass = 0; pass < 2; pass++)
        {
            for (int i = 0; i < parts.Starts.Count; i++)
            {
                if (parts.Blocks[i] == (pass == 1))
                {
                    int start = parts.Starts[i], end = i + 1 < parts.Starts.Count ? parts.Starts[i + 1] : from + length;
                    copy.AsSpan(start - from, end - start).CopyTo(_bytes.AsSpan(to));
                    to += end - start;
                }
            }
        }

        ArrayPool<byte>.Shared.Return(copy);
    }

    private readonly bool OpenRootPossible(int index)
    {
        Token[] tokens = _tape!.Tokens;
        if (tokens[index].Kind != Kind.Object || tokens[index].Length == 0)
        {
            return false;
        }

        bool single = tokens[index].Length == 1;
        for (int i = index + 1; i < tokens[index].Start; i = _tape.After(i + 1))
        {
            ReadOnlySpan<byte> key = NameText(i);
            if (!IsTopLevelName(key) || (single && key.SequenceEqual("root"u8)))
            {
                return false;
            }

            ref Token value = ref tokens[i + 1];
            if (value.Kind == Kind.String)
            {
                ReadOnlySpan<byte> text = _tape.Text(value, _source);
                if (text.IndexOf("}:"u8) >= 0 || Space.HasLineSeparator(text))
                {
                    return false;
                }
            }
        }

        return true;
    }

    internal static bool IsTopLevelName(ReadOnlySpan<byte> key) =>
        Quote.IsIdentifier(key) && !key.SequenceEqual("__proto__"u8) && !key.SequenceEqual("constructor"u8) && !key.SequenceEqual("prototype"u8);

    // ---- the loop

    private void Drain(int bottom)
    {
        ValueFrames frames = _frames!;
        while (frames.Count > bottom)
        {
            ref ValueFrames.Frame frame = ref frames.Items[frames.Count - 1];
            if (frame.IsObject)
            {
                frame.Next = WriteLines(frames.Order.AsSpan(frame.Position, frame.Length), frame.Next);
            }

            if (frame.Next == frame.Length)
            {
                frames.OrderCount = frame.IsObject ? frame.Position : frames.OrderCount;
                frames.Count--;
                _depth--;
                _indent -= _indentSize;
                continue;
            }

            int number = frame.Next++;
            if (frame.IsObject)
            {
                int member = frames.Order[frame.Position + number];
                ref Token name = ref _tape!.Tokens[member];
                WriteValue(member + 1, new ValueName(NameKind.Member, _tape.Text(name, _source), 0, (name.Flags & TokenFlags.Plain) != 0));
            }
            else
            {
                int element = frame.Position;
                frame.Position = _tape!.After(element);
                WriteValue(element, new ValueName(NameKind.Element, default, number));
            }
        }
    }

    /// <summary>A scalar, or the header of a container, whose members then wait on the stack.</summary>
    private void WriteValue(int index, scoped ValueName name)
    {
        ref Token token = ref _tape!.Tokens[index];
        if (token.IsScalar)
        {
            WriteScalarLine(token, name);
            return;
        }

        if (_depth >= _maxDepth)
        {
            TooDeep();
        }

        if (token.Kind == Kind.Object)
        {
            WriteObject(index, name);
        }
        else
        {
            WriteArray(index, name);
        }
    }

    private void WriteScalarLine(in Token token, scoped ValueName name)
    {
        ReadOnlySpan<byte> text = token.Kind == Kind.String ? _tape!.Text(token, _source) : default;
        uint classes = Narrow.Classes(text, _delimiter);
        Indent();
        if (name.Kind == NameKind.Element)
        {
            AppendIndex(name.Index);
        }
        else
        {
            ReadOnlySpan<byte> key = name.Utf8;
            bool quoted = !IsRootWord(name) && !name.Plain && KeyQuoted(key);
            if (!quoted && name.Kind == NameKind.Member)
            {
                quoted = (!name.Plain && !Quote.IsIdentifier(key) && Space.HasLineSeparator(key)) || ((classes & Narrow.Wide) != 0 && Space.HasLineSeparator(text));
            }

            AppendKey(key, quoted);
        }

        Append(_colonSpace ? ": "u8 : ":"u8);
        if (token.Kind == Kind.String)
        {
            AppendString(text, classes);
        }
        else
        {
            AppendScalar(token);
        }

        Append((byte)'\n');
    }

    /// <summary>Names at the top level are never quoted: <c>root</c>, or identifiers of an open root.</summary>
    private static bool IsRootWord(scoped ValueName name) => name.Kind == NameKind.Root;

    private readonly bool KeyQuoted(ReadOnlySpan<byte> key) => _compatible ? Quote.KeyQuotedCompatible(key) : Quote.KeyQuoted(key);

    private readonly bool ArrayKeyQuoted(ReadOnlySpan<byte> key) => _compatible ? Quote.KeyQuotedCompatible(key) : Quote.ArrayKeyQuoted(key);

    private void AppendIndex(int index)
    {
        Append((byte)'[');
        AppendNumber(index);
        Append((byte)']');
    }

    private void AppendScalar(in Token token)
    {
        switch (token.Kind)
        {
            case Kind.Null:
                Append("null"u8);
                break;
            case Kind.True:
                Append("true"u8);
                break;
            case Kind.False:
                Append("false"u8);
                break;
            case Kind.Number:
                AppendNumberToken(token);
                break;
            default:
                AppendString(_tape!.Text(token, _source));
                break;
        }
    }

    private void AppendNumberToken(in Token token)
    {
        ReadOnlySpan<byte> text = _tape!.Text(token, _source);
        if ((token.Flags & TokenFlags.Final) != 0)
        {
            Append(text);
        }
        else
        {
            AppendNumeral(text);
        }
    }

    // ---- cells from tokens

    private void BeginCells(int count)
    {
        _cellsSafe = true;
        _brackets = 0;
        _cellsLeft = count;
        _cellClasses = 0;
    }

    private void AppendCell(in Token token)
    {
        _cellsLeft--;
        if (TryCell(token))
        {
            return;
        }

        if (token.Kind == Kind.String)
        {
            AppendCellString(_tape!.Text(token, _source), _cellsLeft == 0);
        }
        else
        {
            AppendScalar(token);
        }

        AppendSeparator();
    }
}

/// <summary>Where the members of an open root begin, and which are blocks.</summary>
internal readonly struct OpenRoot()
{
    public readonly System.Collections.Generic.List<int> Starts = [];
    public readonly System.Collections.Generic.List<bool> Blocks = [];

    public bool IsInOrder => Blocks.IndexOf(true) is var first && (first < 0 || Blocks.IndexOf(false, first) < 0);

    public void Add(int start, bool block)
    {
        Starts.Add(start);
        Blocks.Add(block);
    }
}
