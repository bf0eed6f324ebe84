// Scalars and names with escapes of the JSON tokenizer: words, numerals, strings. What the writer of TONL would ask of them is noted in their tokens.
using System;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal ref partial struct JsonTokens
{
    private readonly int Word(ReadOnlySpan<byte> json, int at, byte first)
    {
        ReadOnlySpan<byte> word = first == 't' ? "true"u8 : first == 'f' ? "false"u8 : "null"u8;
        if (!json[at..].StartsWith(word))
        {
            return Fault;
        }

        _tape.Add(first == 't' ? Kind.True : first == 'f' ? Kind.False : Kind.Null, at, word.Length, at, TokenFlags.None, _known);
        return at + word.Length;
    }

    private readonly int Numeral(ReadOnlySpan<byte> json, int start)
    {
        int i = json[start] == '-' ? start + 1 : start;
        if ((uint)i >= (uint)json.Length || !Number.IsDigit(json[i]))
        {
            return Fault;
        }

        int whole = i;
        i = json[i] == '0' ? i + 1 : Digits(json, i + 1);
        bool final = true;
        if ((uint)i < (uint)json.Length && json[i] == '.')
        {
            int from = i + 1;
            i = Digits(json, from);
            if (i == from)
            {
                return Fault;
            }

            // at most 15 digits, no trailing zero, not below 1e-6: the shortest text already
            final = i - start <= 16 && json[i - 1] != '0' && !(json[whole] == '0' && json[from..i].StartsWith("00"u8));
        }

        if ((uint)i < (uint)json.Length && (json[i] | 0x20) == 'e')
        {
            i++;
            if (i < json.Length && json[i] is (byte)'+' or (byte)'-')
            {
                i++;
            }

            int from = i;
            i = Digits(json, from);
            if (i == from)
            {
                return Fault;
            }

            final = false;
        }

        _tape.Add(Kind.Number, start, i - start, start, final ? TokenFlags.Final : TokenFlags.None, final ? _known : 0);
        return i;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Digits(ReadOnlySpan<byte> json, int i)
    {
        while ((uint)i < (uint)json.Length && Number.IsDigit(json[i]))
        {
            i++;
        }

        return i;
    }

    private readonly int String(ReadOnlySpan<byte> json, int at)
    {
        int start = at + 1;
        int end = Narrow.JsonStringEnd(json, start, _delimiter, out uint classes);
        if ((uint)end >= (uint)json.Length || json[end] != '"')
        {
            return end < json.Length && json[end] == '\\' ? Escaped(Kind.String, start, end) : Fault;
        }

        if ((classes & Narrow.Wide) != 0 && !Utf8.IsValid(json[start..end]))
        {
            return Fault;
        }

        _tape.Add(Kind.String, start, end - start, at, TokenFlags.Quoted, Judge(json[start..end], classes));
        return end + 1;
    }

    /// <summary>What the writer may know of a string besides its classes: whether more must be asked for its form.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly uint Judge(ReadOnlySpan<byte> text, uint classes)
    {
        bool special = text.Length == 0 || text[0] == ' ' || text[^1] == ' '
            || ((classes & Narrow.Structure) == 0 && text[0] < 128 && !Narrow.IsPlainFirst(text[0]) && Number.IsSpecial(text))
            || ((classes & Narrow.Wide) != 0 && (Space.AtEdge(text) || Space.HasLineSeparator(text)));
        return _known == 0 ? 0 : classes | (special ? Narrow.Known | Narrow.Special : Narrow.Known);
    }

    /// <summary>A string or name with escapes, into the side buffer, from the first backslash on; the place behind it.</summary>
    private readonly int Escaped(Kind kind, int start, int escape)
    {
        ReadOnlySpan<byte> json = _json;
        int from = start, end = escape, o = 0;
        bool lone = false;
        uint classes = Narrow.Wide; // not known of what lies before the first backslash
        while (true)
        {
            ReadOnlySpan<byte> run = json[from..end];
            if ((uint)end >= (uint)json.Length || ((classes & Narrow.Wide) != 0 && !Utf8.IsValid(run)))
            {
                return Fault;
            }

            Span<byte> output = _tape.SideRoom(checked(o + run.Length + 4));
            run.CopyTo(output[o..]);
            o += run.Length;
            if (json[end] == '"')
            {
                break;
            }

            if (json[end] != '\\')
            {
                return Fault; // a control character
            }

            from = Escape(json, end + 1, output, ref o, ref lone);
            if (from > json.Length)
            {
                return Fault;
            }

            end = Narrow.JsonStringEnd(json, from, _delimiter, out classes);
        }

        // surrogates may have met to form a character: the full rules look
        ReadOnlySpan<byte> text = _tape.Side.AsSpan(_tape.SideCount, o);
        uint found = kind == Kind.Name || lone ? 0 : Judge(text, Narrow.Classes(text, _delimiter));
        _tape.Add(kind, _tape.SideCount, o, start - 1, TokenFlags.Side | TokenFlags.Quoted, found);
        _tape.SideCount += o;
        return end + 1;
    }

    /// <summary>What stands behind a backslash; the place behind that.</summary>
    private static int Escape(ReadOnlySpan<byte> json, int at, Span<byte> output, ref int o, ref bool lone)
    {
        if ((uint)at >= (uint)json.Length)
        {
            return Fault;
        }

        int simple = json[at] switch
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
        if (simple >= 0)
        {
            output[o++] = (byte)simple;
            return at + 1;
        }

        int unit = simple == -1 ? -1 : Unit(json, at + 1);
        if (unit < 0)
        {
            return Fault;
        }

        bool surrogate = unit is >= 0xD800 and <= 0xDFFF;
        lone |= surrogate;
        o += surrogate ? Cells.Put(output, o, unit) : new Rune((char)unit).EncodeToUtf8(output[o..]);
        return at + 5;
    }

    private static int Unit(ReadOnlySpan<byte> json, int at)
    {
        if (at > json.Length - 4)
        {
            return -1;
        }

        int unit = 0;
        for (int k = 0; k < 4; k++)
        {
            int digit = Cells.Hex(json[at + k]);
            if (digit < 0)
            {
                return -1;
            }

            unit = (unit << 4) | digit;
        }

        return unit;
    }
}
