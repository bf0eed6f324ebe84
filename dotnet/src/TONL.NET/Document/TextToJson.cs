// Canonical TONL straight to JSON, line by line, without a tape: the short way of TonlJson.ToJson. As in typed reading (TonlReader.Text), it handles
// what our own writers produce and gives up at the first thing that looks different; the text is then read again by way of the tape, which also
// makes all errors. Names must be identifiers in ascending order, so that none can stand twice (identifiers here may begin with a digit).
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref partial struct TextToJson
{
    private static readonly SearchValues<byte> s_headerEnd = SearchValues.Create("}\n[{\":"u8);

    private readonly ReadOnlySpan<byte> _text;
    private readonly byte _split;
    private readonly int _maxDepth;
    private JsonBuffer _json;
    private int _cursor;
    private int _depth;
    private bool _failed;

    private TextToJson(ReadOnlySpan<byte> text, TonlOptions options, int body, byte delimiter)
    {
        _text = text;
        _split = delimiter;
        _maxDepth = options.MaxDepth;
        _cursor = body;
        _json = new JsonBuffer(null);
    }

    /// <summary>Writes the JSON of canonical text (known to be UTF-8); false, with nothing written, where the text has to take the way over the tape.</summary>
    public static bool TryWrite(ReadOnlySpan<byte> text, TonlOptions options, IBufferWriter<byte> output)
    {
        if (options.Strict || options.MaxInputLength > 0 || text.IndexOf("\"\"\""u8) >= 0 || text.Contains((byte)'\r'))
        {
            return false;
        }

        var reader = new TextToJson(text, options, ValueReader.ReadHeaders(text, options, out byte delimiter), delimiter);
        reader.Root();
        bool done = !reader._failed && reader._cursor >= text.Length;
        if (done)
        {
            output.Write(reader._json.Written);
        }

        reader._json.Flush();
        return done;
    }

    private void Root()
    {
        int at = _cursor;
        if (at >= _text.Length || _text[at] <= ' ')
        {
            Fail();
        }
        else if (_text[at..].StartsWith("root"u8) && at + 4 < _text.Length && _text[at + 4] is (byte)':' or (byte)'{' or (byte)'[')
        {
            Value(at + 4, 0, element: false);
        }
        else
        {
            _depth = -1; // the body of the document is not counted
            Members(-1);
        }
    }

    private void Fail()
    {
        _failed = true;
        _cursor = _text.Length;
    }

    /// <summary>Indentation of the line at a place; the end of the text counts as indented less than all.</summary>
    private readonly int IndentAt(int at)
    {
        int indent = Bytes.Spaces(_text, at);
        return at + indent < _text.Length ? indent : -1;
    }

    private bool Enter()
    {
        if (++_depth >= _maxDepth || ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack()))
        {
            Fail();
        }

        return !_failed;
    }

    /// <summary>What follows a name: <c>: text</c>, <c>:</c>, <c>{..}:</c>, <c>[n]..</c>.</summary>
    private void Value(int at, int head, bool element)
    {
        ReadOnlySpan<byte> text = _text;
        switch (text[at])
        {
            case (byte)':':
                at++;
                if (at >= text.Length || text[at] == '\n')
                {
                    _cursor = Math.Min(text.Length, at + 1);
                    Members(head);
                    return;
                }

                at += text[at] == ' ' ? 1 : 0;
                Scalar(at, element);
                return;
            case (byte)'{':
                int close = HeaderEnd(at);
                if (close < 0)
                {
                    return;
                }

                _cursor = Math.Min(text.Length, close + 3);
                if (close > at + 1)
                {
                    Members(head);
                }
                else if (IndentAt(_cursor) > head)
                {
                    Fail();
                }
                else
                {
                    _json.Raw("{}"u8);
                }

                return;
            default:
                Array(at, head);
                return;
        }
    }

    /// <summary>The closing brace of <c>{..}:</c> that ends the line, without hints and quotes; -1 and failed for anything else.</summary>
    private int HeaderEnd(int open)
    {
        ReadOnlySpan<byte> text = _text;
        int length = text[(open + 1)..].IndexOfAny(s_headerEnd), close = open + 1 + length;
        if (length >= 0 && text[close] == '}' && close + 1 < text.Length && text[close + 1] == ':' && (close + 2 == text.Length || text[close + 2] == '\n'))
        {
            return close;
        }

        Fail();
        return -1;
    }

    private void Members(int head)
    {
        ReadOnlySpan<byte> text = _text;
        int indent = IndentAt(_cursor);
        if (indent <= head || !Enter())
        {
            Fail();
            return;
        }

        byte open = (byte)'{';
        ReadOnlySpan<byte> last = default;
        while (!_failed)
        {
            int found = IndentAt(_cursor);
            if (found != indent)
            {
                if (found > head || (found >= 0 && text[_cursor + found] <= ' '))
                {
                    Fail();
                }

                break;
            }

            int at = _cursor + indent, end = at;
            while ((uint)end < (uint)text.Length && Quote.IsLetter(text[end]))
            {
                end++;
            }

            ReadOnlySpan<byte> name = text[at..end];
            if (!IsUsable(name, last) || end >= text.Length || text[end] is not ((byte)':' or (byte)'{' or (byte)'['))
            {
                Fail();
                return;
            }

            last = name;
            _json.Name(open, name);
            open = (byte)',';
            Value(end, indent, element: false);
        }

        _json.Byte((byte)'}');
        _depth--;
    }

    /// <summary>A name that means nothing else, and comes after the last one.</summary>
    private static bool IsUsable(ReadOnlySpan<byte> name, ReadOnlySpan<byte> last) =>
        name.Length > 0 && !(name.Length == 1 && name[0] == '_') && (last.Length == 0 || last.SequenceCompareTo(name) < 0);

    private static bool AreLetters(ReadOnlySpan<byte> name)
    {
        foreach (byte b in name)
        {
            if (!Quote.IsLetter(b))
            {
                return false;
            }
        }

        return true;
    }
}
