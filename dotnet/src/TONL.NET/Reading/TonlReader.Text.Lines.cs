// The short way, lines: which member or element a line announces, and what kind of value follows. Names are predicted in the order of
// canonical text and compared in place; columns of a table are compared with the type's own once per table.
using System;
using System.Runtime.CompilerServices;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlReader
{
    /// <summary>The member that comes next in canonical text, where the line is its name and a scalar; else -1, with nothing taken.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int ExpectedScalar(TonlNames names, int last, int line, int indent)
    {
        int expected = names.Next(last), at = line + indent;
        if (expected < 0 || names[expected] is not { IsBareLine: true } name || !Bytes.Has(_text, at, name.Line))
        {
            return -1;
        }

        at += name.Line.Length;
        if ((uint)at >= (uint)_text.Length || _text[at] <= ' ')
        {
            return -1;
        }

        _lineStart = line;
        _head = indent;
        _cursor = at;
        _what = At.Scalar;
        return expected;
    }

    /// <summary>Takes the key of a member line; the member's index or -1, the value is then current.</summary>
    private int MemberLine(TonlNames names, int last, int line, int at)
    {
        _lineStart = line;
        _head = at - line;
        int expected = names.Next(last);
        if (expected >= 0 && names[expected] is { IsShort: true } name)
        {
            ReadOnlySpan<byte> key = name.Utf8;
            int after = at + key.Length;
            if (after < _text.Length && _text[after] is (byte)':' or (byte)'{' or (byte)'[' && _text.Slice(at, key.Length).SequenceEqual(key))
            {
                Tail(after, element: false);
                return expected;
            }
        }

        return OtherMember(names, at);
    }

    private int OtherMember(TonlNames names, int at)
    {
        int length = _text[at..].IndexOfAny(s_keyEnd);
        if (length <= 0 || _text[at] is (byte)'#' or (byte)'@' or (byte)'_')
        {
            Fail();
            return -1;
        }

        ReadOnlySpan<byte> key = _text.Slice(at, length);
        if (_text[at + length] is not ((byte)':' or (byte)'{' or (byte)'[') || Space.AtEdge(key))
        {
            Fail();
            return -1;
        }

        Tail(at + length, element: false);
        return _failed ? -1 : names.Find(key, _options.PropertyNameCaseInsensitive);
    }

    private static readonly System.Buffers.SearchValues<byte> s_headerEnd = System.Buffers.SearchValues.Create("}\n[{"u8);
    private static readonly System.Buffers.SearchValues<byte> s_keyEnd = System.Buffers.SearchValues.Create(":{[\"\n"u8);

    /// <summary>What follows a name: <c>: text</c>, <c>:</c>, <c>{..}:</c>, <c>[n]..</c>.</summary>
    private void Tail(int at, bool element)
    {
        ReadOnlySpan<byte> text = _text;
        switch (text[at])
        {
            case (byte)':':
                at++;
                if (at >= text.Length || text[at] == '\n')
                {
                    Block(at, element);
                    return;
                }

                if (text[at] == ' ')
                {
                    at++;
                }

                if (at >= text.Length || text[at] <= ' ')
                {
                    Fail();
                    return;
                }

                _cursor = at;
                _what = element ? At.Element : At.Scalar;
                return;
            case (byte)'{':
                _cursor = at;
                _what = At.Header; // the object's reader knows what to expect here
                return;
            default:
                ArrayTail(at);
                return;
        }
    }

    /// <summary>The lines after a header that ends at <paramref name="at"/>.</summary>
    private void Block(int at, bool element)
    {
        _cursor = Math.Min(_text.Length, at + 1);
        _what = At.Block;
        if (element && (BlockIndent() is var indent && (indent < 0 || _text[_cursor + indent] == '[')))
        {
            Fail(); // [i]: without lines, or with an array
        }
    }

    /// <summary>The closing brace of <c>{..}:</c> that ends the line; -1 and failed for anything else.</summary>
    private int HeaderEnd(int open)
    {
        ReadOnlySpan<byte> text = _text;
        int length = text[(open + 1)..].IndexOfAny(s_headerEnd);
        int close = open + 1 + length;
        if (length >= 0 && text[close] == '}' && close + 1 < text.Length && text[close + 1] == ':' && (close + 2 == text.Length || text[close + 2] == '\n'))
        {
            return close;
        }

        Fail();
        return -1;
    }

    private void ArrayTail(int at)
    {
        ReadOnlySpan<byte> text = _text;
        int count = 0, i = at + 1;
        while (i < text.Length && Number.IsDigit(text[i]) && i - at <= 9)
        {
            count = (count * 10) + text[i] - '0';
            i++;
        }

        if (i == at + 1 || i + 1 >= text.Length || text[i] != ']')
        {
            Fail();
            return;
        }

        _declared = count;
        i++;
        if (text[i] == '{')
        {
            int close = HeaderEnd(i);
            if (close < 0)
            {
                return;
            }

            _columnsAt = i + 1;
            _columnsEnd = close;
            _cursor = Math.Min(text.Length, close + 3);
            _what = At.Table;
            if (close == i + 1)
            {
                Fail(); // a table without columns is an array block
            }

            return;
        }

        if (text[i] != ':')
        {
            Fail();
            return;
        }

        i++;
        if (i < text.Length && text[i] == ' ')
        {
            i++;
        }

        if (i < text.Length && text[i] != '\n')
        {
            _cursor = i;
            _what = At.Inline;
            return;
        }

        _cursor = Math.Min(text.Length, i + 1);
        bool empty = BlockIndent() < 0;
        _what = empty ? At.Empty : At.Elements;
        if (empty != (count == 0))
        {
            Fail();
        }
    }

    /// <summary>The next line of an array block: <c>[i]</c> in order.</summary>
    private bool NextElementLine(ref TonlScope scope)
    {
        int line = _cursor, indent = IndentAt(line);
        if (indent != scope.Indent || indent < 0)
        {
            if (indent > scope.Start || (indent >= 0 && _text[line + indent] <= ' '))
            {
                Fail();
            }

            return false;
        }

        int at = line + indent, index = 0;
        int i = at + 1;
        if (_text[at] == '[')
        {
            while (i < _text.Length && Number.IsDigit(_text[i]) && i - at <= 9)
            {
                index = (index * 10) + _text[i] - '0';
                i++;
            }
        }

        if (i == at + 1 || i + 1 >= _text.Length || _text[i] != ']' || index != ++scope.Last || _text[i + 1] is not ((byte)':' or (byte)'{' or (byte)'['))
        {
            Fail();
            return false;
        }

        _lineStart = line;
        _head = indent;
        Tail(i + 1, element: true);
        return !_failed;
    }

    // ---- rows

    /// <summary>Which member each column of the current table is.</summary>
    private void MapColumns(TonlNames names)
    {
        _mapped = names;
        ReadOnlySpan<byte> columns = _text[_columnsAt.._columnsEnd];
        if (names.TableColumns is { } known && columns.SequenceEqual(known))
        {
            int[] order = names.Order;
            int[] map = RoomForMap(order.Length);
            order.CopyTo(map, 0);
            _mapCount = order.Length;
            return;
        }

        int count = columns.Count((byte)',') + 1;
        if (count > 10_000 || columns.IndexOfAny((byte)'"', (byte)':', (byte)'\\') >= 0)
        {
            Fail(); // quoted names, hints
            return;
        }

        int[] found = RoomForMap(count);
        for (int c = 0; c < count; c++)
        {
            int comma = columns.IndexOf((byte)',');
            ReadOnlySpan<byte> name = comma < 0 ? columns : columns[..comma];
            columns = comma < 0 ? default : columns[(comma + 1)..];
            if (name.Length == 0 || Space.AtEdge(name))
            {
                Fail();
                return;
            }

            found[c] = names.Find(name, _options.PropertyNameCaseInsensitive);
            if (found[c] < 0 && _rules.Type == System.Text.Json.Serialization.JsonUnmappedMemberHandling.Disallow)
            {
                Fail();
                return;
            }
        }

        _mapCount = count;
    }

    private int[] RoomForMap(int count)
    {
        if (_map is null || _map.Length < count)
        {
            if (_map is not null)
            {
                System.Buffers.ArrayPool<int>.Shared.Return(_map);
            }

            _map = System.Buffers.ArrayPool<int>.Shared.Rent(Math.Max(count, 16));
        }

        return _map;
    }

    /// <summary>The next cell of the row that a member wants; -1 at the end of the row.</summary>
    private int RowMember(ref TonlScope scope)
    {
        ReadOnlySpan<byte> text = _text;
        while (!_failed)
        {
            int at = _cursor;
            if (scope.Left < _mapCount)
            {
                // behind a cell: a delimiter, or the end of the row
                if ((uint)at >= (uint)text.Length || text[at] == '\n')
                {
                    _cursor = Math.Min(text.Length, at + 1);
                    scope.Mode = EmptyMode;
                    return -1;
                }

                at++;
                if (scope.Left == 0)
                {
                    Fail(); // more cells than columns
                    return -1;
                }
            }

            scope.Left--;
            while ((uint)at < (uint)text.Length && text[at] == ' ')
            {
                at++;
            }

            _cursor = at;
            if ((uint)at >= (uint)text.Length || text[at] == '\n' || text[at] == _split)
            {
                continue; // missing
            }

            _what = At.Cell;
            int index = _map![_mapCount - 1 - scope.Left];
            if (index >= 0 && scope.Names!.IsReadable(index))
            {
                scope.Last = index;
                return index;
            }

            SkipScalar();
        }

        return -1;
    }

    /// <summary>The next cell of an inline array.</summary>
    private bool NextCell(ref TonlScope scope)
    {
        ReadOnlySpan<byte> text = _text;
        int at = _cursor;
        if (scope.Last >= 0)
        {
            if ((uint)at >= (uint)text.Length || text[at] == '\n')
            {
                _cursor = Math.Min(text.Length, at + 1);
                return false;
            }

            at++;
        }

        scope.Last = 0;
        while ((uint)at < (uint)text.Length && text[at] == ' ')
        {
            at++;
        }

        if ((uint)at >= (uint)text.Length || text[at] <= ' ' || text[at] == _split)
        {
            Fail(); // an empty cell is an empty string, which canonical text writes in quotes
            return false;
        }

        _cursor = at;
        _what = At.Cell;
        return true;
    }
}
