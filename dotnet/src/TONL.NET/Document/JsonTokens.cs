// The strict JSON tokenizer behind TonlJson.FromJson: bytes to tape, an explicit stack of open containers, false on the first fault.
using System;
using System.Runtime.CompilerServices;
using System.Text;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref struct JsonTokens(ReadOnlySpan<byte> json, Tape tape)
{
    private readonly ReadOnlySpan<byte> _json = json;
    private int _at;
    private Open[] _stack = new Open[16];
    private int _depth;

    private struct Open
    {
        public int Container;
        public int Count;
        public int LastName;
        public bool IsObject;
        public bool Unordered;
    }

    public bool Document()
    {
        if (_json.StartsWith("\uFEFF"u8))
        {
            _at = 3;
        }

        if (!System.Text.Unicode.Utf8.IsValid(_json))
        {
            return false;
        }

        Blanks();
        if (!Value())
        {
            return false;
        }

        while (_depth > 0)
        {
            if (!Next())
            {
                return false;
            }
        }

        Blanks();
        return _at == _json.Length;
    }

    /// <summary>What follows a value, or an opening bracket, inside a container.</summary>
    private bool Next()
    {
        Blanks();
        if (_at >= _json.Length)
        {
            return false;
        }

        ref Open open = ref _stack[_depth - 1];
        byte b = _json[_at];
        if (b == (open.IsObject ? (byte)'}' : (byte)']'))
        {
            _at++;
            if (open.Unordered)
            {
                open.Count = Rebuild.Members(tape, _json, open.Container, open.Count);
            }

            tape.Close(open.Container, open.Count);
            _depth--;
            return true;
        }

        if (open.Count > 0)
        {
            if (b != ',')
            {
                return false;
            }

            _at++;
            Blanks();
        }

        open.Count++;
        if (open.IsObject && !Name(ref open))
        {
            return false;
        }

        return Value();
    }

    private bool Name(ref Open open)
    {
        int name = tape.Count;
        if (_at >= _json.Length || _json[_at] != '"' || !String(Kind.Name))
        {
            return false;
        }

        if (!open.Unordered && open.LastName >= 0
            && tape.Text(tape.Tokens[open.LastName], _json).SequenceCompareTo(tape.Text(tape.Tokens[name], _json)) >= 0)
        {
            open.Unordered = true;
        }

        open.LastName = name;
        Blanks();
        if (_at >= _json.Length || _json[_at] != ':')
        {
            return false;
        }

        _at++;
        Blanks();
        return true;
    }

    private bool Value()
    {
        if (_at >= _json.Length)
        {
            return false;
        }

        byte b = _json[_at];
        switch (b)
        {
            case (byte)'{':
            case (byte)'[':
                Push(b == '{');
                _at++;
                return true;
            case (byte)'"':
                return String(Kind.String);
            case (byte)'t':
                return Word("true"u8, Kind.True);
            case (byte)'f':
                return Word("false"u8, Kind.False);
            case (byte)'n':
                return Word("null"u8, Kind.Null);
            default:
                return Numeral();
        }
    }

    private void Push(bool isObject)
    {
        if (_depth == _stack.Length)
        {
            Array.Resize(ref _stack, _depth * 2);
        }

        _stack[_depth++] = new Open { Container = tape.Open(isObject ? Kind.Object : Kind.Array, _at), IsObject = isObject, LastName = -1 };
    }

    private bool Word(ReadOnlySpan<byte> word, Kind kind)
    {
        if (!_json[_at..].StartsWith(word))
        {
            return false;
        }

        tape.Add(kind, _at, word.Length, _at);
        _at += word.Length;
        return true;
    }

    private bool Numeral()
    {
        int i = _at, end = _json.Length;
        if (i < end && _json[i] == '-')
        {
            i++;
        }

        if (i >= end || !Number.IsDigit(_json[i]))
        {
            return false;
        }

        if (_json[i] == '0')
        {
            i++;
        }
        else
        {
            i = Digits(i);
        }

        if (i < end && _json[i] == '.')
        {
            int from = i + 1;
            i = Digits(from);
            if (i == from)
            {
                return false;
            }
        }

        if (i < end && (_json[i] | 0x20) == 'e')
        {
            i++;
            if (i < end && _json[i] is (byte)'+' or (byte)'-')
            {
                i++;
            }

            int from = i;
            i = Digits(from);
            if (i == from)
            {
                return false;
            }
        }

        tape.Add(Kind.Number, _at, i - _at, _at);
        _at = i;
        return true;
    }

    private readonly int Digits(int i)
    {
        while (i < _json.Length && Number.IsDigit(_json[i]))
        {
            i++;
        }

        return i;
    }

    private bool String(Kind kind)
    {
        int start = _at + 1;
        int i = Bytes.JsonStringEnd(_json, start);
        if (i >= _json.Length || _json[i] < 0x20)
        {
            return false;
        }

        if (_json[i] == '\\')
        {
            return Escaped(kind, start, i);
        }

        TokenFlags plain = kind == Kind.Name && Quote.IsIdentifier(_json[start..i]) ? TokenFlags.Plain : TokenFlags.None;
        tape.Add(kind, start, i - start, _at, TokenFlags.Quoted | plain);
        _at = i + 1;
        return true;
    }

    private bool Escaped(Kind kind, int start, int i)
    {
        int close = i;
        while (close < _json.Length && _json[close] != '"')
        {
            close += _json[close] == '\\' ? 2 : 1;
        }

        if (close >= _json.Length)
        {
            return false;
        }

        Span<byte> output = tape.SideRoom(close - start + 4);
        _json[start..i].CopyTo(output);
        int o = i - start;
        for (; i < close; i++)
        {
            byte b = _json[i];
            if (b < 0x20)
            {
                return false;
            }

            if (b != '\\')
            {
                output[o++] = b;
                continue;
            }

            b = _json[++i];
            int simple = b switch
            {
                (byte)'"' => '"',
                (byte)'\\' => '\\',
                (byte)'/' => '/',
                (byte)'b' => '\b',
                (byte)'f' => '\f',
                (byte)'n' => '\n',
                (byte)'r' => '\r',
                (byte)'t' => '\t',
                (byte)'u' => -2,
                _ => -1,
            };
            if (simple == -1)
            {
                return false;
            }

            if (simple >= 0)
            {
                output[o++] = (byte)simple;
                continue;
            }

            int unit = Unit(i + 1, close);
            if (unit < 0)
            {
                return false;
            }

            i += 4;
            o += unit is >= 0xD800 and <= 0xDFFF ? Cells.Put(output, o, unit) : new Rune((char)unit).EncodeToUtf8(output[o..]);
        }

        tape.Add(kind, tape.SideCount, o, _at, TokenFlags.Side | TokenFlags.Quoted);
        tape.SideCount += o;
        _at = close + 1;
        return true;
    }

    private readonly int Unit(int at, int end)
    {
        if (at + 4 > end)
        {
            return -1;
        }

        int unit = 0;
        for (int k = 0; k < 4; k++)
        {
            int digit = Cells.Hex(_json[at + k]);
            if (digit < 0)
            {
                return -1;
            }

            unit = (unit << 4) | digit;
        }

        return unit;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Blanks()
    {
        while (_at < _json.Length && _json[_at] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
        {
            _at++;
        }
    }
}
