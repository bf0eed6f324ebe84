// One member of a document that is read on the short way (TonlReader.Text), put on a tape: its header line and the lines that belong to it.
using System;
using TONL.NET.Document;

namespace TONL.NET.Reading;

internal ref partial struct ValueReader
{
    private ValueReader(ReadOnlySpan<byte> text, Tape tape, ReaderStack stack, int start, byte delimiter, int maxDepth)
    {
        _text = text;
        _tape = tape;
        _stack = stack;
        _strict = false;
        _maxDepth = maxDepth;
        _delimiter = delimiter;
        _next = start;
    }

    /// <summary>Reads the one member whose first line is at <paramref name="start"/>; the text ends where its lines end. Token 0 is the object around it.</summary>
    public static void ReadPart(ReadOnlySpan<byte> text, Tape tape, TonlOptions options, int start, byte delimiter, int maxDepth)
    {
        ReaderStack stack = ReaderStack.Rent();
        try
        {
            var reader = new ValueReader(text, tape, stack, start, delimiter, maxDepth);
            reader.Part();
            if (tape.Count == 0 || tape.Tokens[0].Length != 1)
            {
                throw new TonlException("one member expected");
            }
        }
        finally
        {
            ReaderStack.Return(stack);
        }
    }

    private void Part()
    {
        int root = _tape.Open(Kind.Object, 0);
        Push(new Block { Kind = BlockKind.Members, Container = root, Indent = -1, Declared = -1, MemberIndent = -1, LastName = -1 });
        while (NextLine())
        {
            if (!_line.IsBlank)
            {
                CloseTo(_line.Indent);
                ReadLine();
            }
        }

        CloseTo(-2);
    }
}
