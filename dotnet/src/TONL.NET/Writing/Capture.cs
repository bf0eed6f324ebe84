// Takes the calls of codecs and builds a tape instead of text: for values whose layout needs to be seen whole, and for options off the short way.
// Knows the way to the open value, which is the Path of errors on writing.
using System;
using System.Collections.Generic;
using System.Text;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed class Capture(Tape tape)
{
    private Frame[] _frames = new Frame[16];
    private int _depth;
    private List<object>? _ancestors;

    private struct Frame
    {
        public int Container;
        public int Count;
        public int Name; // token of the last member name
        public bool IsObject;
    }

    public Tape Tape => tape;

    /// <summary>Ready for another value on the same tape.</summary>
    public void Reset()
    {
        _depth = 0;
        _ancestors = null;
    }

    /// <summary>Set on the second run after an error: objects on the way are remembered, so that cycles are found.</summary>
    public bool Tracks
    {
        get => _ancestors is not null;
        set => _ancestors = value ? [] : null;
    }

    public void Begin(TonlName name, Kind kind)
    {
        Member(name);
        if (_depth == _frames.Length)
        {
            Array.Resize(ref _frames, _depth * 2);
        }

        _frames[_depth++] = new Frame { Container = tape.Open(kind, 0), IsObject = kind == Kind.Object, Name = -1 };
    }

    public void End()
    {
        ref Frame frame = ref _frames[--_depth];
        tape.Close(frame.Container, frame.Count);
    }

    public void Word(TonlName name, Kind kind)
    {
        Member(name);
        tape.Add(kind, 0, 0, 0);
    }

    public void Number(TonlName name, long value)
    {
        Span<byte> text = stackalloc byte[20];
        System.Buffers.Text.Utf8Formatter.TryFormat(value, text, out int n);
        Number(name, text[..n]);
    }

    public void Number(TonlName name, scoped ReadOnlySpan<byte> text)
    {
        Member(name);
        tape.AddSide(Kind.Number, text, 0, TokenFlags.Final);
    }

    /// <summary>A numeral that is brought to its canonical text when written.</summary>
    public void Numeral(TonlName name, scoped ReadOnlySpan<byte> text)
    {
        Member(name);
        tape.AddSide(Kind.Number, text, 0);
    }

    public void Text(TonlName name, ReadOnlySpan<char> text)
    {
        Member(name);
        tape.AddSide(Kind.String, text);
    }

    public void Text(TonlName name, scoped ReadOnlySpan<byte> text)
    {
        Member(name);
        tape.AddSide(Kind.String, text, 0);
    }

    /// <summary>The name of the next value, which is then given under <see cref="TonlName.Element"/>.</summary>
    public void Key(ReadOnlySpan<char> key)
    {
        _frames[_depth - 1].Name = tape.Count;
        tape.AddSide(Kind.Name, key);
    }

    /// <summary>Copies a value from another tape.</summary>
    public void Copy(TonlName name, Tape from, ReadOnlySpan<byte> source, int index)
    {
        Member(name);
        int end = from.After(index);
        int shift = tape.Count - index;
        for (int i = index; i < end; i++)
        {
            Token token = from.Tokens[i];
            token.Classes = 0; // what is known is known of the other tape's text
            token.Flags &= ~(TokenFlags.Shaped | TokenFlags.Flat);
            if (token.IsContainer)
            {
                token.Start += shift;
                tape.Add() = token;
            }
            else if (token.Kind < Kind.Number)
            {
                tape.Add() = token;
            }
            else
            {
                tape.AddSide(token.Kind, from.Text(token, source), 0, token.Flags & TokenFlags.Final);
            }
        }
    }

    public void Enter(object value, TonlName name)
    {
        foreach (object ancestor in _ancestors!)
        {
            if (ReferenceEquals(ancestor, value))
            {
                throw new TonlCircularReferenceException(Path(name));
            }
        }

        _ancestors.Add(value);
    }

    public void Leave() => _ancestors!.RemoveAt(_ancestors.Count - 1);

    /// <summary>The member that is about to be written; kept for paths also when its value fails before it begins.</summary>
    private void Member(TonlName name)
    {
        if (_depth == 0)
        {
            return;
        }

        ref Frame frame = ref _frames[_depth - 1];
        frame.Count++;
        if (frame.IsObject && !ReferenceEquals(name, TonlName.Element))
        {
            frame.Name = tape.Count;
            tape.AddSide(Kind.Name, name.Utf8, name.Rank);
            tape.IsRanked |= name.Rank != 0;
        }
    }

    /// <summary>The way to the value that is being written; <paramref name="next"/> is its name where it has not begun.</summary>
    public string Path(TonlName? next = null)
    {
        var path = new StringBuilder("$");
        for (int i = 0; i < _depth; i++)
        {
            ref Frame frame = ref _frames[i];
            bool last = i == _depth - 1;
            if (!frame.IsObject)
            {
                path.Append('[').Append(last ? frame.Count : frame.Count - 1).Append(']');
            }
            else if (last && next is not null && !ReferenceEquals(next, TonlName.Element))
            {
                Paths.Append(path, next.Text);
            }
            else if (frame.Name >= 0)
            {
                Paths.Append(path, Utf8Text.Decode(tape.Text(tape.Tokens[frame.Name], default)));
            }
        }

        return path.ToString();
    }
}
