// Quoted, triple and bare text (8.3) to tokens: slices of the input where nothing is escaped, else unescaped into the tape's side buffer.
// Errors are thrown by position; line and column are counted only then.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal static class Cells
{
    /// <summary>Adds the quoted or triple string at <paramref name="at"/>, a quote; the position after it.</summary>
    public static int AddString(Tape tape, Kind kind, ReadOnlySpan<byte> text, int at, int end)
    {
        if (at + 2 < end && text[at + 1] == '"' && text[at + 2] == '"')
        {
            int after = AddTriple(tape, kind, text, at, end);
            if (after < 0)
            {
                throw Errors.At(text, ErrorCodes.Unterminated, "closing `\"\"\"` expected, end of line found", at);
            }

            return after;
        }

        return AddQuoted(tape, kind, text, at, end);
    }

    public static int AddQuoted(Tape tape, Kind kind, ReadOnlySpan<byte> text, int at, int end)
    {
        int start = at + 1;
        int stop = text[start..end].IndexOfAny((byte)'"', (byte)'\\');
        if (stop >= 0)
        {
            int close = start + stop;
            if (text[close] == '"' && (close + 1 >= end || text[close + 1] != '"'))
            {
                tape.Add(kind, start, stop, at, TokenFlags.Quoted);
                return close + 1;
            }
        }

        return AddQuotedSlow(tape, kind, text, at, end);
    }

    /// <summary>Adds the triple string at a place; the position after it, or -1 where it is not closed (nothing added).</summary>
    public static int AddTriple(Tape tape, Kind kind, ReadOnlySpan<byte> text, int at, int end)
    {
        Span<byte> output = tape.SideRoom(end - at);
        int o = 0, j = at + 3;
        while (j < end)
        {
            byte b = text[j];
            if (b == '\\' && j + 1 < end)
            {
                if (text[j + 1] == '"' && j + 3 < end && text[j + 2] == '"' && text[j + 3] == '"')
                {
                    output[o++] = (byte)'"';
                    output[o++] = (byte)'"';
                    output[o++] = (byte)'"';
                    j += 4;
                    continue;
                }

                int c = Simple(text[j + 1]);
                if (c >= 0)
                {
                    output[o++] = (byte)c;
                    j += 2;
                    continue;
                }
            }

            if (b == '"')
            {
                int k = j;
                while (k < end && text[k] == '"')
                {
                    k++;
                }

                int quotes = k - j >= 3 ? k - j - 3 : k - j;
                output.Slice(o, quotes).Fill((byte)'"');
                o += quotes;
                if (k - j >= 3)
                {
                    tape.Add(kind, tape.SideCount, o, at, TokenFlags.Side | TokenFlags.Quoted);
                    tape.SideCount += o;
                    return k;
                }

                j = k;
                continue;
            }

            output[o++] = b;
            j++;
        }

        return -1;
    }

    /// <summary>Adds a bare text by what it denotes; false for <c>undefined</c>.</summary>
    public static bool AddInferred(Tape tape, ReadOnlySpan<byte> text, int start, int end, TokenFlags side = TokenFlags.None)
    {
        ReadOnlySpan<byte> s = side == TokenFlags.Side ? tape.Side.AsSpan(start, end - start) : text[start..end];
        Kind kind = Kind.String;
        if (s.Length > 0)
        {
            byte first = s[0];
            if ((first <= '9' && Number.IsNumeral(s)) || (first is (byte)'N' or (byte)'I' or (byte)'-' && Number.IsKeyword(s)))
            {
                kind = Kind.Number;
            }
            else if (first is (byte)'n' or (byte)'t' or (byte)'f' or (byte)'u')
            {
                if (s.SequenceEqual("null"u8))
                {
                    kind = Kind.Null;
                }
                else if (s.SequenceEqual("true"u8))
                {
                    kind = Kind.True;
                }
                else if (s.SequenceEqual("false"u8))
                {
                    kind = Kind.False;
                }
                else if (s.SequenceEqual("undefined"u8))
                {
                    return false;
                }
            }
        }

        tape.Add(kind, start, end - start, side == TokenFlags.Side ? 0 : start, side);
        return true;
    }

    public static int Simple(byte escaped) => escaped switch
    {
        (byte)'"' => '"',
        (byte)'\\' => '\\',
        (byte)'n' => '\n',
        (byte)'r' => '\r',
        (byte)'t' => '\t',
        _ => -1,
    };

    private static int AddQuotedSlow(Tape tape, Kind kind, ReadOnlySpan<byte> text, int at, int end)
    {
        Span<byte> output = tape.SideRoom(end - at);
        int o = 0, j = at + 1;
        for (; j < end; j++)
        {
            byte b = text[j];
            if (b == '\\' && j + 1 < end)
            {
                int c = Simple(text[j + 1]);
                if (c >= 0)
                {
                    output[o++] = (byte)c;
                    j++;
                }
                else if (text[j + 1] == 'u' && Surrogate(text, j + 2, end) is var unit && unit >= 0)
                {
                    o += Put(output, o, unit);
                    j += 5;
                }
                else
                {
                    output[o++] = b;
                }
            }
            else if (b == '"')
            {
                if (j + 1 < end && text[j + 1] == '"')
                {
                    output[o++] = b;
                    j++;
                }
                else
                {
                    tape.Add(kind, tape.SideCount, o, at, TokenFlags.Side | TokenFlags.Quoted);
                    tape.SideCount += o;
                    return j + 1;
                }
            }
            else
            {
                output[o++] = b;
            }
        }

        throw Errors.At(text, ErrorCodes.Unterminated, "closing quote expected, end of line found", at);
    }

    /// <summary>Four hex digits that denote a surrogate, or -1.</summary>
    public static int Surrogate(ReadOnlySpan<byte> text, int at, int end)
    {
        if (at + 4 > end)
        {
            return -1;
        }

        int unit = 0;
        for (int i = 0; i < 4; i++)
        {
            int digit = Hex(text[at + i]);
            if (digit < 0)
            {
                return -1;
            }

            unit = (unit << 4) | digit;
        }

        return unit is >= 0xD800 and <= 0xDFFF ? unit : -1;
    }

    public static int Hex(byte b) => b switch
    {
        >= (byte)'0' and <= (byte)'9' => b - '0',
        >= (byte)'a' and <= (byte)'f' => b - 'a' + 10,
        >= (byte)'A' and <= (byte)'F' => b - 'A' + 10,
        _ => -1,
    };

    /// <summary>Appends a surrogate; the number of bytes by which the output grew (one that completes a pair rewrites the first).</summary>
    public static int Put(Span<byte> output, int o, int unit)
    {
        if (unit >= 0xDC00 && o >= 3 && Utf8Text.LoneAt(output[..o], o - 3) is var high && high is >= 0xD800 and < 0xDC00)
        {
            int point = 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00);
            output[o - 3] = (byte)(0xF0 | (point >> 18));
            output[o - 2] = (byte)(0x80 | ((point >> 12) & 0x3F));
            output[o - 1] = (byte)(0x80 | ((point >> 6) & 0x3F));
            output[o] = (byte)(0x80 | (point & 0x3F));
            return 1;
        }

        output[o] = (byte)(0xE0 | (unit >> 12));
        output[o + 1] = (byte)(0x80 | ((unit >> 6) & 0x3F));
        output[o + 2] = (byte)(0x80 | (unit & 0x3F));
        return 3;
    }
}
