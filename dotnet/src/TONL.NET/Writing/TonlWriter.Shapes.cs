// What the JSON tokenizer found out already, used while its tape is written: strings and numbers that go to the text as they stand in the input, headers of
// objects of a shape that has been written before. Each way says no where the general one must go (Values).
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    /// <summary>What keeps a known text from being written as it stands, or between quotes.</summary>
    private const uint NotAsItStands = Narrow.Known | Narrow.Special | Narrow.Hard;

    /// <summary>Writes members from <paramref name="next"/> on while each is one line of known texts; the first that is not.</summary>
    private int WriteLines(scoped ReadOnlySpan<int> members, int next)
    {
        while (next < members.Length && TryLine(members[next]))
        {
            next++;
        }

        return next;
    }

    private bool TryLine(int member)
    {
        ReadOnlySpan<Token> pair = _tape!.Tokens.AsSpan(member, 2);
        ref readonly Token name = ref pair[0], value = ref pair[1];
        uint classes = value.Classes;
        bool quoted = (classes & Narrow.Structure) != 0;
        if ((classes & NotAsItStands) != Narrow.Known || (name.Flags & (TokenFlags.Plain | TokenFlags.Side)) != TokenFlags.Plain
            || (quoted && (classes & Narrow.Backslash) != 0) || _compatible)
        {
            return false;
        }

        int indent = _indent, key = name.Length, length = value.Length;
        Span<byte> room = Room(checked(indent + key + length + (2 * Words.Slack)));
        Words.Spaces(indent, room);
        Words.Copy(_source, name.Start, key, room[indent..]);
        int at = indent + key;
        room[at++] = (byte)':';
        if (_colonSpace)
        {
            room[at++] = (byte)' ';
        }

        if (quoted)
        {
            room[at++] = (byte)'"';
        }

        Words.Copy((value.Flags & TokenFlags.Side) == 0 ? _source : _tape.Side, value.Start, length, room[at..]);
        at += length;
        if (quoted)
        {
            room[at++] = (byte)'"';
        }

        room[at] = (byte)'\n';
        _pos += at + 1;
        return true;
    }

    /// <summary>A cell of known text, and the separator.</summary>
    private bool TryCell(in Token token)
    {
        uint classes = token.Classes;
        if ((classes & (NotAsItStands | Narrow.Backslash | Narrow.Brackets)) != Narrow.Known || _compatible)
        {
            return false;
        }

        int length = token.Length, at = 0;
        _cellClasses |= classes & ~Narrow.Known;
        ReadOnlySpan<byte> source = (token.Flags & TokenFlags.Side) == 0 ? _source : _tape!.Side;
        Span<byte> room = Room(checked(length + Words.Slack + 4));
        if ((classes & Narrow.Structure) == 0)
        {
            Words.Copy(source, token.Start, length, room);
            at = length;
        }
        else
        {
            room[0] = (byte)'"';
            Words.Copy(source, token.Start, length, room[1..]);
            room[length + 1] = (byte)'"';
            at = length + 2;
        }

        if (_pretty)
        {
            _pos += at;
            AppendSeparator();
        }
        else
        {
            room[at] = _delimiter;
            _pos += at + 1;
        }

        return true;
    }

    /// <summary>The header between braces where one of the same shape has been written.</summary>
    private bool AppendHeaderAgain(int index)
    {
        ref Token token = ref _tape!.Tokens[index];
        if ((token.Flags & TokenFlags.Shaped) == 0 || _tape.Shapes[token.Pos].HeaderLength is not (var length and > 0))
        {
            return false;
        }

        Span<byte> room = Room(length);
        _bytes.AsSpan(_tape.Shapes[token.Pos].Header, length).CopyTo(room);
        _pos += length;
        return true;
    }

    /// <summary>The names between braces where the shape knows that they are identifiers of the input.</summary>
    private bool AppendShapedNames(int index, scoped ReadOnlySpan<int> names)
    {
        Token[] tokens = _tape!.Tokens;
        if ((tokens[index].Flags & TokenFlags.Shaped) == 0 || _tape.Shapes[tokens[index].Pos].NamesLength is not (var length and >= 0) || _options.IncludeTypeHints)
        {
            return false;
        }

        Span<byte> room = Room(checked(length + names.Length + 1 + Words.Slack));
        int at = 0;
        foreach (int name in names)
        {
            room[at] = (byte)',';
            Words.Copy(_source, tokens[name].Start, tokens[name].Length, room[(at + 1)..]);
            at += tokens[name].Length + 1;
        }

        room[0] = (byte)'{';
        room[at] = (byte)'}';
        _pos += at + 1;
        return true;
    }

    /// <summary>Notes where the header of a shape stands; one with hints belongs to its object alone.</summary>
    private readonly void KeepHeader(int index, int start)
    {
        ref Token token = ref _tape!.Tokens[index];
        if ((token.Flags & TokenFlags.Shaped) != 0 && !_options.IncludeTypeHints)
        {
            ref Shapes.Shape shape = ref _tape.Shapes[token.Pos];
            shape.Header = start;
            shape.HeaderLength = _pos - start;
        }
    }
}
