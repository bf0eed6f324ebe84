// Arrays on the short way: lists on one line, blocks of elements, rows of tables.
using System;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlReader
{
    private void TextArray(out int capacity, out TonlScope scope)
    {
        scope = default;
        scope.Mode = EmptyMode;
        int least = _what == At.Table ? _text[_columnsAt.._columnsEnd].Count((byte)',') + 3 : 2; // bytes of an element
        capacity = Math.Min(_declared, (_text.Length - _cursor) / least);
        if (_what is not (At.Inline or At.Table or At.Elements or At.Empty) || !Enter())
        {
            Fail();
            capacity = 0;
            return;
        }

        scope.Last = -1;
        scope.Start = _head;
        scope.Indent = -1;
        scope.Outer = _depth;
        switch (_what)
        {
            case At.Inline:
                scope.Mode = InlineMode;
                break;
            case At.Table:
                scope.Mode = TableMode;
                _mapped = null;
                break;
            case At.Elements:
                scope.Mode = ElementMode;
                scope.Indent = BlockIndent();
                break;
        }
    }

    private bool TextElement(ref TonlScope scope)
    {
        _tape = null;
        bool more = !_failed && scope.Mode switch
        {
            TableMode => NextRow(ref scope),
            InlineMode => NextCell(ref scope),
            ElementMode => NextElementLine(ref scope),
            _ => false,
        };
        if (!more && scope.Outer > 0)
        {
            _depth = scope.Outer - 1;
            scope.Outer = 0;
            scope.Mode = EmptyMode;
        }

        return more;
    }

    private bool NextRow(ref TonlScope scope)
    {
        int indent = IndentAt(_cursor);
        if (indent <= scope.Start)
        {
            if (indent >= 0 && _text[_cursor + indent] <= ' ')
            {
                Fail();
            }

            return false;
        }

        int at = _cursor + indent;
        if (_text[at] is (byte)'#' or (byte)'@' or <= (byte)' ')
        {
            Fail();
            return false;
        }

        _cursor = at;
        _what = At.Row;
        return true;
    }
}
