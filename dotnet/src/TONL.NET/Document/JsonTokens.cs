// The strict JSON tokenizer behind TonlJson.FromJson: bytes to tape, an explicit stack of open containers, false on the first fault. Besides the tokens it
// notes what the writer of TONL would have to find out otherwise: what each string holds, which numbers stay as they are, which objects have one shape.
// A name is first compared with the one at its place in the object before, at the same depth.
using System;
using System.Runtime.CompilerServices;
using System.Text.Unicode;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref partial struct JsonTokens
{
    private readonly ReadOnlySpan<byte> _json;
    private readonly Tape _tape;
    private readonly byte _delimiter;
    private readonly uint _known; // no bit where the delimiter is not decided yet
    private Open[] _stack;
    private int _depth;
    private int _used; // containers of the stack whose Last is valid

    /// <summary>An open container, and what is kept of the one before it at the same depth.</summary>
    internal struct Open
    {
        public int Container;
        public int Count;
        public int Guess; // the name that is expected, in the object before
        public int GuessEnd;
        public int Last; // the object before, -1 for none
        public bool IsObject;
        public bool IsFlat;
    }

    public JsonTokens(ReadOnlySpan<byte> json, Tape tape, TonlOptions? options)
    {
        _json = json;
        _tape = tape;
        _delimiter = (byte)(options?.Delimiter ?? ',');
        _known = options is null or { AutoDelimiter: true } ? 0 : Narrow.Known;
        _stack = tape.Shapes.Stack;
    }

    public bool Document()
    {
        ReadOnlySpan<byte> json = _json;
        int at = Blanks(json, json.StartsWith("\uFEFF"u8) ? 3 : 0);
        while ((uint)at < (uint)json.Length)
        {
            byte b = json[at];
            if (b == '"')
            {
                at = String(json, at);
            }
            else if (b is (byte)'{' or (byte)'[')
            {
                ref Open open = ref Push(b == '{', at);
                at = Blanks(json, at + 1);
                if ((uint)at >= (uint)json.Length)
                {
                    return false;
                }

                if (json[at] != b + 2) // the brackets that close are two further
                {
                    open.Count = 1;
                    at = open.IsObject ? Name(json, at, ref open) : at;
                    continue;
                }
            }
            else
            {
                at = b is (byte)'t' or (byte)'f' or (byte)'n' ? Word(json, at, b) : Numeral(json, at);
            }

            at = AfterValue(json, at);
            if (_depth == 0)
            {
                return at == json.Length;
            }
        }

        return false;
    }

    /// <summary>From behind a value, or from a bracket that closes, to the next value; beyond the text at a fault.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int AfterValue(ReadOnlySpan<byte> json, int at)
    {
        while (true)
        {
            at = Blanks(json, at);
            if (_depth == 0 || (uint)at >= (uint)json.Length)
            {
                return at;
            }

            ref Open open = ref _stack[_depth - 1];
            byte b = json[at];
            if (b == ',')
            {
                at = Blanks(json, at + 1);
                open.Count++;
                return open.IsObject ? Name(json, at, ref open) : at;
            }

            if (b != (open.IsObject ? (byte)'}' : (byte)']'))
            {
                return Fault;
            }

            at++;
            Close(ref open);
        }
    }

    /// <summary>A place beyond every text.</summary>
    private const int Fault = int.MaxValue;

    /// <summary>A name and its colon; where the value begins.</summary>
    private readonly int Name(ReadOnlySpan<byte> json, int at, ref Open open)
    {
        int start = at + 1;
        if ((uint)at >= (uint)json.Length || json[at] != '"')
        {
            return Fault;
        }

        if (open.Guess < open.GuessEnd)
        {
            ref Token before = ref _tape.Tokens[open.Guess];
            if ((before.Flags & TokenFlags.Side) == 0 && Narrow.IsNameAgain(json, before.Start, before.Length, start))
            {
                (int length, TokenFlags flags) = (before.Length, before.Flags);
                open.Guess = _tape.After(open.Guess + 1);
                _tape.Add(Kind.Name, start, length, at, flags);
                return Colon(json, start + length + 1);
            }
        }

        open.GuessEnd = NoGuess; // another name than before, or one more
        int end = Narrow.JsonNameEnd(json, start, out bool identifier);
        if ((uint)end >= (uint)json.Length || json[end] != '"')
        {
            return end < json.Length && json[end] == '\\' ? Colon(json, Escaped(Kind.Name, start, end)) : Fault;
        }

        if (!identifier && !Utf8.IsValid(json[start..end]))
        {
            return Fault;
        }

        _tape.Add(Kind.Name, start, end - start, at, identifier ? TokenFlags.Quoted | TokenFlags.Plain : TokenFlags.Quoted);
        return Colon(json, end + 1);
    }

    private const int NoGuess = -1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Colon(ReadOnlySpan<byte> json, int at)
    {
        at = Blanks(json, at);
        return (uint)at < (uint)json.Length && json[at] == ':' ? Blanks(json, at + 1) : Fault;
    }

    private ref Open Push(bool isObject, int at)
    {
        if (_depth == _stack.Length)
        {
            Array.Resize(ref _stack, _depth * 2);
            _tape.Shapes.Stack = _stack;
        }

        if (_depth > 0)
        {
            _stack[_depth - 1].IsFlat = false;
        }

        ref Open open = ref _stack[_depth];
        if (_depth == _used)
        {
            open.Last = -1;
            _used++;
        }

        _depth++;
        open.Container = _tape.Open(isObject ? Kind.Object : Kind.Array, at);
        open.Count = 0;
        open.IsObject = isObject;
        open.IsFlat = true;
        bool like = isObject && open.Last >= 0;
        open.Guess = like ? open.Last + 1 : 0;
        open.GuessEnd = like ? _tape.Tokens[open.Last].Start : NoGuess;
        return ref open;
    }

    private void Close(ref Open open)
    {
        int container = open.Container;
        _depth--;
        if (open.IsObject && open.Count > 0)
        {
            if (open.Guess == open.GuessEnd)
            {
                Note(ref open, _tape.Tokens[open.Last].Pos);
            }
            else
            {
                Shape(ref open);
            }
        }

        _tape.Close(container, open.Count);
    }

    /// <summary>A shape of its own for an object unlike the one before.</summary>
    private void Shape(ref Open open)
    {
        int shape = open.Count <= Shapes.MostMembers ? _tape.Shapes.Add(_tape, _json, open.Container, open.Count) : -1;
        if (shape >= 0)
        {
            Note(ref open, shape);
            return;
        }

        int count = Rebuild.Members(_tape, _json, open.Container, open.Count);
        open.Last = -1;
        if (count < open.Count)
        {
            open.Count = count;
            _used = _depth + 1; // tokens have moved: nothing deeper is where it was
        }
    }

    private readonly void Note(ref Open open, int shape)
    {
        ref Token token = ref _tape.Tokens[open.Container];
        token.Pos = shape;
        token.Flags = open.IsFlat ? TokenFlags.Shaped | TokenFlags.Flat : TokenFlags.Shaped;
        open.Last = open.Container;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Blanks(ReadOnlySpan<byte> json, int at) => (uint)at < (uint)json.Length && json[at] <= ' ' ? MoreBlanks(json, at) : at;

    private static int MoreBlanks(ReadOnlySpan<byte> json, int at)
    {
        while ((uint)at < (uint)json.Length && json[at] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
        {
            at++;
        }

        return at;
    }
}
