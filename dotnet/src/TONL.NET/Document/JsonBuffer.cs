// Minified JSON as bytes: strings escaped where JSON asks for it, numbers in their canonical text, surrogates that stand alone as \uXXXX.
using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using TONL.NET.Text;

namespace TONL.NET.Document;

/// <summary>Minified JSON into a pooled piece that goes to the output when it is full; without an output the piece grows instead.</summary>
internal ref struct JsonBuffer(IBufferWriter<byte>? output)
{
    private static readonly SearchValues<byte> s_stringEnd = SearchValues.Create([
        .. "\"\\"u8, 0xED, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);

    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(16 * 1024);
    private int _count;

    /// <summary>Without an output: all that was written.</summary>
    public readonly ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _count);

    public void Flush()
    {
        output?.Write(_bytes.AsSpan(0, _count));
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        _count = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Byte(byte value)
    {
        if (_count == _bytes.Length)
        {
            Room(1);
        }

        _bytes[_count++] = value;
    }

    public void Scalar(Tape tape, in Token token, ReadOnlySpan<byte> source)
    {
        switch (token.Kind)
        {
            case Kind.Null:
                Raw("null"u8);
                break;
            case Kind.True:
                Raw("true"u8);
                break;
            case Kind.False:
                Raw("false"u8);
                break;
            case Kind.String:
                String(tape.Text(token, source));
                break;
            default:
                Numeral(tape.Text(token, source), (token.Flags & TokenFlags.Final) != 0);
                break;
        }
    }

    /// <summary>A bracket or comma, then a name that needs no escapes, and its colon.</summary>
    public void Name(byte open, ReadOnlySpan<byte> name)
    {
        Span<byte> room = Room(name.Length + 4);
        room[0] = open;
        room[1] = (byte)'"';
        name.CopyTo(room[2..]);
        room[name.Length + 2] = (byte)'"';
        room[name.Length + 3] = (byte)':';
        _count += name.Length + 4;
    }

    public void String(ReadOnlySpan<byte> text)
    {
        Span<byte> room = Room(checked((text.Length * 6) + 2));
        int o = 0;
        room[o++] = (byte)'"';
        while (true)
        {
            // one pass: whatever may need an escape, and the lead byte of surrogates, which stands before most of Hangul too
            int stop = text.IndexOfAny(s_stringEnd);
            if (stop < 0)
            {
                text.CopyTo(room[o..]);
                o += text.Length;
                break;
            }

            text[..stop].CopyTo(room[o..]);
            o += stop;
            int unit = text[stop] == 0xED ? Utf8Text.LoneAt(text, stop) : -1;
            if (unit >= 0)
            {
                o += Unicode(room[o..], unit);
                text = text[(stop + 3)..];
                continue;
            }

            if (text[stop] == 0xED)
            {
                room[o++] = 0xED;
            }
            else
            {
                o += Escaped(room[o..], text[stop]);
            }

            text = text[(stop + 1)..];
        }

        room[o++] = (byte)'"';
        _count += o;
    }

    public void Numeral(ReadOnlySpan<byte> text, bool final)
    {
        if (Number.IsKeyword(text))
        {
            Raw("null"u8);
        }
        else if (final)
        {
            Raw(text);
        }
        else
        {
            _count += Number.Canonical(text, Room(checked(text.Length + Number.MaxDouble)));
        }
    }

    public void Raw(ReadOnlySpan<byte> text)
    {
        text.CopyTo(Room(text.Length));
        _count += text.Length;
    }

    private Span<byte> Room(int count)
    {
        if (_bytes.Length - _count < count)
        {
            MakeRoom(count);
        }

        return _bytes.AsSpan(_count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void MakeRoom(int count)
    {
        if (output is not null)
        {
            output.Write(_bytes.AsSpan(0, _count));
            _count = 0;
            if (_bytes.Length >= count)
            {
                return;
            }
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, Math.Max((long)_count + count, (long)_bytes.Length * 2)));
        Written.CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }

    private static int Escaped(Span<byte> room, byte b)
    {
        byte letter = b switch
        {
            (byte)'"' => (byte)'"',
            (byte)'\\' => (byte)'\\',
            (byte)'\n' => (byte)'n',
            (byte)'\r' => (byte)'r',
            (byte)'\t' => (byte)'t',
            (byte)'\b' => (byte)'b',
            (byte)'\f' => (byte)'f',
            _ => (byte)0,
        };
        if (letter == 0)
        {
            return Unicode(room, b);
        }

        room[0] = (byte)'\\';
        room[1] = letter;
        return 2;
    }

    private static int Unicode(Span<byte> room, int unit)
    {
        room[0] = (byte)'\\';
        room[1] = (byte)'u';
        for (int i = 0; i < 4; i++)
        {
            room[2 + i] = "0123456789abcdef"u8[(unit >> (12 - (4 * i))) & 15];
        }

        return 6;
    }
}
