// String and number forms at the position of the writer: member text (4.1), cell text (4.2, C3), keys and columns (4.3, 4.4, C2).
// Short way for strings: encode and classify in one pass (Text/Narrow); bare text and text for which quotes suffice are done with that.
// Everything else is encoded to a scratch span and takes the rules in full.
using System;
using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Runtime.CompilerServices;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    private const int Scratch = 512;

    // state of the cell list that is being written
    private bool _cellsSafe;
    private int _brackets;
    private int _cellsLeft;
    private uint _cellClasses; // what the strings among the cells hold (Narrow), and Other

    // ---- strings in member form

    private void AppendString(scoped ReadOnlySpan<char> value)
    {
        int n = value.Length <= MaxShort ? ShortMember(value, Room((value.Length * 3) + ShortSlack)) : -1;
        if (n >= 0)
        {
            _pos += n;
        }
        else
        {
            AppendStringSlow(value);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendStringSlow(scoped ReadOnlySpan<char> value)
    {
        byte[]? rented = null;
        Span<byte> scratch = value.Length * 3L <= Scratch ? stackalloc byte[Scratch] : rented = ArrayPool<byte>.Shared.Rent(checked(value.Length * 3));
        AppendString(scratch[..Utf8Text.Encode(value, scratch, out _)]);
        if (rented is not null)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    private void AppendString(scoped ReadOnlySpan<byte> s) => AppendString(s, Narrow.Classes(s, _delimiter));

    /// <summary>The same where the classes of the bytes are known.</summary>
    private void AppendString(scoped ReadOnlySpan<byte> s, uint classes)
    {
        if (MayBeShort(s) && !_compatible)
        {
            if ((classes & (Narrow.Structure | Narrow.Hard | Narrow.Wide)) == 0 && !IsWord((char)s[0], s))
            {
                Append(s);
                return;
            }

            if ((classes & Narrow.Structure) != 0 && (classes & (Narrow.Hard | Narrow.Backslash | Narrow.Wide)) == 0)
            {
                AppendBetweenQuotes(s);
                return;
            }
        }

        Marks marks = Quote.Scan(s, _delimiter);
        if (Quote.WantsTriple(s, marks) && !Quote.TripleBreaks(s, marks))
        {
            AppendTriple(s);
        }
        else if ((_compatible ? Quote.NeedsQuotesCompatible(s, marks) : Quote.NeedsQuotes(s, marks)) || (marks & Marks.Lf) != 0)
        {
            AppendQuoted(s);
        }
        else
        {
            Append(s);
        }
    }

    // ---- strings in cell form

    private void AppendCellString(ReadOnlySpan<char> value, bool last)
    {
        int n = value.Length <= MaxShort ? ShortCell(value, Room((value.Length * 3) + ShortSlack)) : -1;
        if (n >= 0)
        {
            _pos += n;
        }
        else
        {
            AppendCellSlow(value, last);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AppendCellSlow(ReadOnlySpan<char> value, bool last)
    {
        byte[]? rented = null;
        Span<byte> scratch = value.Length * 3L <= Scratch ? stackalloc byte[Scratch] : rented = ArrayPool<byte>.Shared.Rent(checked(value.Length * 3));
        AppendCellString(scratch[..Utf8Text.Encode(value, scratch, out _)], last);
        if (rented is not null)
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    /// <summary>cell(s); an unsafe one is noted in _cellsSafe, brackets in _brackets.</summary>
    private void AppendCellString(scoped ReadOnlySpan<byte> s, bool last)
    {
        uint classes = Narrow.Classes(s, _delimiter);
        _cellClasses |= classes;
        if (MayBeShort(s) && !_compatible)
        {
            if (classes == 0 && !IsWord((char)s[0], s))
            {
                Append(s);
                return;
            }

            if ((classes & Narrow.Structure) != 0 && (classes & ~Narrow.Structure) == 0)
            {
                AppendBetweenQuotes(s);
                return;
            }
        }

        _cellClasses |= Other;
        Marks marks = Quote.Scan(s, _delimiter);
        if ((marks & Marks.Bracket) != 0 && !_compatible)
        {
            CountBrackets(s, last);
        }

        if (_compatible)
        {
            if (Quote.NeedsQuotesCompatible(s, marks) || (s.Length > 0 && s[^1] == '\\' && !last))
            {
                AppendQuoted(s);
            }
            else
            {
                Append(s);
            }

            return;
        }

        if (Quote.WantsTriple(s, marks))
        {
            if (Quote.TripleCellIsSafe(s, marks))
            {
                AppendTriple(s);
                return;
            }

            _cellsSafe &= Quote.QuotedCellIsSafe(s, _pretty, last);
            AppendQuoted(s);
            return;
        }

        if (!Quote.NeedsQuotes(s, marks) && !(s[^1] == '\\' && !last && !_pretty))
        {
            Append(s);
        }
        else if (Quote.QuotedCellIsSafe(s, _pretty, last))
        {
            _cellsSafe &= (marks & Marks.Lone) == 0;
            AppendQuoted(s);
        }
        else if (Quote.TripleCellIsSafe(s, marks))
        {
            AppendTriple(s);
        }
        else
        {
            _cellsSafe = false;
            AppendQuoted(s);
        }
    }

    /// <summary>A cell of a column with the hint <c>str</c> (7).</summary>
    private void AppendHintedCell(scoped ReadOnlySpan<byte> s, bool last)
    {
        Marks marks = Quote.Scan(s, _delimiter);
        if ((marks & Marks.Bracket) != 0 && !_compatible)
        {
            CountBrackets(s, last);
        }

        bool needs = _compatible ? Quote.NeedsQuotesCompatible(s, marks) : Quote.NeedsQuotes(s, marks);
        if (needs || (s[^1] == '\\' && !last && (_compatible || !_pretty)))
        {
            AppendQuoted(s);
        }
        else
        {
            Append(s);
        }
    }

    /// <summary>Brackets that are open behind a cell, before another one, make the list unsafe.</summary>
    private void CountBrackets(scoped ReadOnlySpan<byte> s, bool last)
    {
        foreach (byte b in s)
        {
            if (b == '[')
            {
                _brackets++;
            }
            else if (b == ']' && _brackets > 0)
            {
                _brackets--;
            }
        }

        _cellsSafe &= last || _brackets == 0;
    }

    // ---- forms

    private void AppendQuoted(scoped ReadOnlySpan<byte> s) => _pos += Escape.Quoted(s, Room(Escape.QuotedBound(s.Length)), _compatible);

    private void AppendTriple(scoped ReadOnlySpan<byte> s) => _pos += Escape.Triple(s, Room(Escape.TripleBound(s.Length)));

    private void AppendKey(scoped ReadOnlySpan<byte> key, bool quoted)
    {
        if (quoted)
        {
            AppendQuoted(key);
        }
        else
        {
            Append(key);
        }
    }

    /// <summary>A table column (4.4): content unescaped.</summary>
    private void AppendColumn(scoped ReadOnlySpan<byte> column)
    {
        bool quoted = _compatible ? Quote.KeyQuotedCompatible(column) : Quote.ColumnQuoted(column);
        if (quoted)
        {
            Append((byte)'"');
        }

        Append(column);
        if (quoted)
        {
            Append((byte)'"');
        }
    }

    private void AppendSeparator()
    {
        if (_pretty && !_compatible)
        {
            Append((byte)' ');
        }

        Append(_delimiter);
        if (_pretty)
        {
            Append((byte)' ');
        }
    }

    // ---- numbers

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void AppendNumber(int value) => _pos += Words.Signed(value, Room(11));

    private void AppendNumber(long value) => _pos += Words.Signed(value, Room(20));

    private void AppendNumber(ulong value) => _pos += Words.Digits(value, Room(20));

    private void AppendNumber(double value) => _pos += Number.Write(value, Room(Number.MaxDouble));

    private void AppendNumber(float value) => _pos += Number.Write(value, Room(Number.MaxDouble));

    private void AppendNumber(decimal value)
    {
        if (TryAppendSmall(value))
        {
            return;
        }

        value.TryFormat(Room(32), out int n, default, CultureInfo.InvariantCulture);
        _pos += n;
    }

    /// <summary>Decimals of up to 64 bits with a scale below their number of digits: the digits with a point put between.</summary>
    private bool TryAppendSmall(decimal value)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        int scale = (bits[3] >> 16) & 0x7F;
        ulong digits = (uint)bits[0] | ((ulong)(uint)bits[1] << 32);
        if (bits[2] != 0 || digits == 0)
        {
            return false;
        }

        Span<byte> room = Room(24);
        int start = 0;
        if (bits[3] < 0)
        {
            room[start++] = (byte)'-';
        }

        int n = Words.Digits(digits, room[start..]);
        if (scale >= n)
        {
            return false;
        }

        int end = start + n;
        if (scale > 0)
        {
            room.Slice(end - scale, scale).CopyTo(room[(end - scale + 1)..]);
            room[end - scale] = (byte)'.';
            end++;
        }

        _pos += end;
        return true;
    }

    private void AppendNumeral(scoped ReadOnlySpan<byte> numeral) => _pos += Number.Canonical(numeral, Room(checked(numeral.Length + Number.MaxDouble)));

    // ---- the short way

    private const int MaxShort = 1 << 20;

    /// <summary>Room that a short string needs beside three bytes a character.</summary>
    private const int ShortSlack = 18;

    /// <summary>Among the classes of cells: a string that was not written here, or one beyond ASCII.</summary>
    private const uint Other = Narrow.Wide;

    /// <summary>
    /// Writes a string that is bare or needs quotes but no escapes; its length, or -1 where the rules must be asked in full:
    /// escapes, line feeds, white space at an edge, texts that look like numbers or words, in cells also brackets and backslashes.
    /// </summary>
    private readonly int ShortMember(ReadOnlySpan<char> value, Span<byte> output)
    {
        if (!MayBeShort(value) || _compatible)
        {
            return -1;
        }

        int n = Narrow.Encode(value, output, _delimiter, out uint classes);
        if ((classes & (Narrow.Structure | Narrow.Hard)) == 0)
        {
            return IsWord(value[0], output[..n]) ? -1 : n;
        }

        return (classes & (Narrow.Hard | Narrow.Backslash)) != 0 ? -1 : PutQuotes(output, n);
    }

    private int ShortCell(ReadOnlySpan<char> value, Span<byte> output)
    {
        if (!MayBeShort(value) || _compatible)
        {
            return -1;
        }

        int n = Narrow.Encode(value, output, _delimiter, out uint classes);
        _cellClasses |= classes | (n == value.Length ? 0 : Other);
        if (classes == 0)
        {
            return IsWord(value[0], output[..n]) ? -1 : n;
        }

        return (classes & (Narrow.Hard | Narrow.Backslash | Narrow.Brackets)) != 0 ? -1 : PutQuotes(output, n);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool MayBeShort(ReadOnlySpan<char> value)
    {
        if (value.Length is 0 or > MaxShort)
        {
            return false;
        }

        char first = value[0], end = value[^1];
        return first > ' ' && end > ' ' && ((first | end) < 128 || !(Space.IsWide(first) || Space.IsWide(end)));
    }

    private static bool MayBeShort(ReadOnlySpan<byte> value) => value.Length > 0 && value[0] > ' ' && value[^1] > ' ';

    private void AppendBetweenQuotes(scoped ReadOnlySpan<byte> s)
    {
        Span<byte> room = Room(s.Length + 2);
        room[0] = (byte)'"';
        s.CopyTo(room[1..]);
        room[s.Length + 1] = (byte)'"';
        _pos += s.Length + 2;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsWord(char first, ReadOnlySpan<byte> text) => first < 128 && !Narrow.IsPlainFirst(first) && Number.IsSpecial(text);

    /// <summary>One of <c>: { } #</c> or the delimiter: no number and no word has one, so quotes are all it needs.</summary>
    private static int PutQuotes(Span<byte> output, int n)
    {
        Words.MoveByOne(output, n);
        output[0] = (byte)'"';
        output[n + 1] = (byte)'"';
        return n + 2;
    }
}
