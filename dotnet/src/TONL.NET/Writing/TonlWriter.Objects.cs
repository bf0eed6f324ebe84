// Objects from a tape (6.2; C5 of the Compatible layout): header with the names in the order of writing, after which the members wait on the stack.
using System;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    private void WriteObject(int index, scoped ValueName name)
    {
        ValueFrames frames = _frames!;
        int first = OrderMembers(index, out int count);
        Indent();
        if (name.Kind == NameKind.Element)
        {
            AppendIndex(name.Index);
        }
        else
        {
            AppendKey(name.Utf8, !IsRootWord(name) && !name.Plain && KeyQuoted(name.Utf8));
        }

        if (_compatible && name.Kind == NameKind.Member && count > 0 && WriteOneLine(first, count))
        {
            frames.OrderCount = first;
            return;
        }

        if (count == 0)
        {
            Append("{}"u8);
        }
        else if (count > 1 && !_bare && !AppendHeaderAgain(index))
        {
            int start = _pos;
            if (!AppendShapedNames(index, frames.Order.AsSpan(first, count)))
            {
                AppendNames(frames.Order.AsSpan(first, count));
            }

            KeepHeader(index, start);
        }

        Append(":\n"u8);
        _depth++;
        _indent += _indentSize;
        frames.Push(new ValueFrames.Frame { IsObject = true, Position = first, Length = count });
    }

    /// <summary>The names between braces, with their hints where asked.</summary>
    private void AppendNames(ReadOnlySpan<int> names)
    {
        if (AppendPlainNames(names))
        {
            return;
        }

        byte open = (byte)'{';
        foreach (int member in names)
        {
            Append(open);
            open = (byte)',';
            ReadOnlySpan<byte> key = NameText(member);
            AppendKey(key, KeyQuoted(key));
            if (_options.IncludeTypeHints)
            {
                Append(Hints.OfMember(_tape!, _source, _tape!.Tokens[member + 1]));
            }
        }

        Append((byte)'}');
    }

    /// <summary>The names between braces where all are identifiers, at one go; else false, with nothing written.</summary>
    private bool AppendPlainNames(ReadOnlySpan<int> names)
    {
        Token[] tokens = _tape!.Tokens;
        int length = 0;
        TokenFlags flags = TokenFlags.Plain;
        foreach (int name in names)
        {
            length = checked(length + tokens[name].Length + 1);
            flags &= tokens[name].Flags;
        }

        if (flags != TokenFlags.Plain || _options.IncludeTypeHints)
        {
            return false;
        }

        Span<byte> room = Room(length + 1 + Words.Slack);
        int at = 0;
        foreach (int name in names)
        {
            room[at] = (byte)',';
            _tape.Text(tokens[name], _source).CopyTo(room[(at + 1)..]);
            at += tokens[name].Length + 1;
        }

        room[0] = (byte)'{';
        room[at] = (byte)'}';
        _pos += at + 1;
        return true;
    }

    /// <summary>C5: <c>{c1,c2}: v1, v2</c> after the key, for flat objects with legal columns.</summary>
    private bool WriteOneLine(int first, int count)
    {
        ValueFrames frames = _frames!;
        for (int i = 0; i < count; i++)
        {
            int member = frames.Order[first + i];
            ReadOnlySpan<byte> key = NameText(member);
            if (!_tape!.Tokens[member + 1].IsScalar || key.IndexOfAny((byte)'{', (byte)'}') >= 0 || Quote.ColumnImpossible(key, true))
            {
                return false;
            }
        }

        Append((byte)'{');
        for (int i = 0; i < count; i++)
        {
            if (i > 0)
            {
                Append((byte)',');
            }

            AppendColumn(NameText(frames.Order[first + i]));
        }

        Append("}: "u8);
        BeginCells(count);
        for (int i = 0; i < count; i++)
        {
            AppendCell(_tape!.Tokens[frames.Order[first + i] + 1]);
        }

        EndCells();
        Append((byte)'\n');
        return true;
    }

    /// <summary>The members of an object in the order of writing: token indices of their names, in frames.Order.</summary>
    private readonly int OrderMembers(int index, out int count)
    {
        ValueFrames frames = _frames!;
        Token[] tokens = _tape!.Tokens;
        count = tokens[index].Length;
        int first = frames.OrderCount, n = 0;
        Span<int> order = frames.TakeOrder(count);
        bool sorted = _options.KeyOrder == TonlKeyOrder.Source;
        if (!sorted && (tokens[index].Flags & TokenFlags.Shaped) != 0)
        {
            _tape.Shapes.Place(_tape, index, order);
            return first;
        }

        if (!sorted && count <= NameOrder.Few && !_tape.IsRanked)
        {
            new NameOrder(_tape, _source).Gather(index, order);
            return first;
        }

        bool check = !sorted;
        sorted = true;
        var names = new NameOrder(_tape, _source);
        for (int i = index + 1; n < count; i = _tape.After(i + 1))
        {
            sorted &= !check || n == 0 || names.Compare(order[n - 1], i) < 0;
            order[n++] = i;
        }

        if (!sorted)
        {
            names.Sort(order);
        }

        return first;
    }
}
