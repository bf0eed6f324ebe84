// The forms of strings, keys and columns (paragraph 4; contract 3 for the Compatible layout) as yes-or-no rules on UTF-8 spans.
// The writers ask here and then use Escape. Lone surrogates come as WTF-8 (Utf8Text).
using System;

namespace TONL.NET.Text;

/// <summary>What a string holds, as far as the rules ask.</summary>
[Flags]
internal enum Marks : uint
{
    None = 0,
    Quote = 1,
    Backslash = 2,
    Lf = 4,
    CrTab = 8,
    Structure = 16, // : { } #
    Bracket = 32,
    Delimiter = 64,
    Wide = 128, // beyond ASCII
    Lone = 256,
    Comma = 512,
    At = 1024,
    Brace = 2048,
    Colon = 4096,
    Hash = 8192,
}

internal static class Quote
{
    /// <summary>Marks that never leave a string bare.</summary>
    public const Marks Needs = Marks.Quote | Marks.Lf | Marks.CrTab | Marks.Structure | Marks.Delimiter | Marks.Lone;

    // bits of Marks for each ASCII character
    private static readonly ushort[] s_marks = MakeMarks();

    public static Marks Scan(ReadOnlySpan<byte> s, byte delimiter)
    {
        uint marks = 0;
        ushort[] table = s_marks;
        foreach (byte b in s)
        {
            marks |= b < 0x80 ? table[b] : (uint)Marks.Wide;
            marks |= b == delimiter ? (uint)Marks.Delimiter : 0;
        }

        if ((marks & (uint)Marks.Wide) != 0 && Utf8Text.HasLone(s))
        {
            marks |= (uint)Marks.Lone;
        }

        return (Marks)marks;
    }

    /// <summary>needsQ of paragraph 4.</summary>
    public static bool NeedsQuotes(ReadOnlySpan<byte> s, Marks marks) =>
        s.Length == 0 || (marks & Needs) != 0 || Space.AtEdge(s) || Number.IsSpecial(s);

    /// <summary>C3: needsQ of the Compatible layout.</summary>
    public static bool NeedsQuotesCompatible(ReadOnlySpan<byte> s, Marks marks) =>
        NeedsQuotes(s, marks) || (marks & Marks.Bracket) != 0 || IsLooseNumeral(s);

    /// <summary>wantsT of paragraph 4.</summary>
    public static bool WantsTriple(ReadOnlySpan<byte> s, Marks marks) =>
        (marks & Marks.Lone) == 0 && ((marks & Marks.Lf) != 0 || ((marks & Marks.Quote) != 0 && s.IndexOf("\"\"\""u8) >= 0));

    /// <summary>tBreaks of paragraph 4.</summary>
    public static bool TripleBreaks(ReadOnlySpan<byte> s, Marks marks)
    {
        if ((marks & Marks.Backslash) == 0)
        {
            return false;
        }

        for (int i = 0; i + 1 < s.Length; i++)
        {
            if (s[i] == '\\' && s[i + 1] is (byte)'n' or (byte)'r' or (byte)'t')
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>qOK of paragraph 4.2.</summary>
    public static bool QuotedCellIsSafe(ReadOnlySpan<byte> s, bool pretty, bool last)
    {
        if (s.Length == 0)
        {
            return !pretty || last;
        }

        if (Number.IsSpecial(s) && !Number.ReferenceKeeps(s))
        {
            return false;
        }

        if (s[0] == '"' && s[^1] == '"')
        {
            return false;
        }

        bool blank = Space.IsBlank(s);
        return blank ? !(pretty && !last) : !Space.AtEdge(s);
    }

    /// <summary>tOK of paragraph 4.2.</summary>
    public static bool TripleCellIsSafe(ReadOnlySpan<byte> s, Marks marks) =>
        (marks & Marks.Lone) == 0 && (s.Length == 0 || s[^1] != '"') && !TripleBreaks(s, marks) && s.IndexOf("\"\"\""u8) < 0;

    /// <summary>ident of paragraph 4.3.</summary>
    public static bool IsIdentifier(ReadOnlySpan<byte> k)
    {
        if (k.Length == 0 || Number.IsDigit(k[0]))
        {
            return false;
        }

        ReadOnlySpan<bool> letters = Letters;
        foreach (byte b in k)
        {
            if (b >= 128 || !letters[b])
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>An ASCII letter or digit, or an underscore.</summary>
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining)]
    public static bool IsLetter(byte b) => b < 128 && Letters[b];

    // by ASCII character: letters, digits, underscore
    private static ReadOnlySpan<bool> Letters =>
    [
        false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
        false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false,
        true, true, true, true, true, true, true, true, true, true, false, false, false, false, false, false,
        false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
        true, true, true, true, true, true, true, true, true, true, true, false, false, false, false, true,
        false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true,
        true, true, true, true, true, true, true, true, true, true, true, false, false, false, false, false,
    ];

    /// <summary>keyQuoted of paragraph 4.3.</summary>
    public static bool KeyQuoted(ReadOnlySpan<byte> k)
    {
        if (IsIdentifier(k))
        {
            return false;
        }

        if (k.Length == 0)
        {
            return true;
        }

        Marks marks = Scan(k, (byte)',');
        return (marks & (Needs | Marks.At)) != 0 || Space.AtEdge(k) || EndsWithBrackets(k, marks);
    }

    /// <summary>C2: keyQuoted of the Compatible layout, for every kind of key.</summary>
    public static bool KeyQuotedCompatible(ReadOnlySpan<byte> k)
    {
        if (KeyQuoted(k) || Number.IsDigit(k[0]))
        {
            return true;
        }

        for (int i = 0; i < k.Length; i++)
        {
            if (k[i] is (byte)'-' or (byte)'.' or (byte)'[' or (byte)']' or (byte)'#' or (byte)'@' || Space.At(k, i) > 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>arrQuoted of paragraph 4.3.</summary>
    public static bool ArrayKeyQuoted(ReadOnlySpan<byte> k)
    {
        if (IsIdentifier(k))
        {
            return false;
        }

        if (k.Length == 0)
        {
            return true;
        }

        Marks marks = Scan(k, 0);
        return (marks & (Marks.Quote | Marks.Lf | Marks.CrTab | Marks.Lone)) != 0
            || ((marks & Marks.Brace) != 0 && (marks & Marks.Colon) != 0)
            || Space.AtEdge(k)
            || k[0] is (byte)'#' or (byte)'['
            || (k[0] == '@' && (marks & Marks.Colon) != 0)
            || HasCountInside(k, marks);
    }

    /// <summary>A column that makes a table impossible (4.4).</summary>
    public static bool ColumnImpossible(ReadOnlySpan<byte> c, bool compatible)
    {
        if (IsIdentifier(c))
        {
            return c.SequenceEqual("__proto__"u8);
        }

        Marks marks = Scan(c, 0);
        if ((marks & (Marks.Quote | Marks.Lf | Marks.Lone)) != 0 || c.IndexOf((byte)'\r') >= 0 || c.SequenceEqual("__proto__"u8))
        {
            return true;
        }

        if ((marks & Marks.Wide) != 0 && Space.HasLineSeparator(c))
        {
            return true;
        }

        return (marks & Marks.Backslash) != 0 && (compatible || (c[^1] == '\\' && ColumnQuoted(c)));
    }

    /// <summary>Whether a table column stands in quotes (4.4).</summary>
    public static bool ColumnQuoted(ReadOnlySpan<byte> c) => !IsIdentifier(c) && NeedsColumnQuotes(c);

    private static bool NeedsColumnQuotes(ReadOnlySpan<byte> c) => c.Length == 0 || c.IndexOfAny(":,{}"u8) >= 0 || Space.AtEdge(c);

    /// <summary>A bracket group at the very end that is not the whole key: <c>any+ "[" no-"]"* "]" end</c>.</summary>
    private static bool EndsWithBrackets(ReadOnlySpan<byte> k, Marks marks)
    {
        if ((marks & Marks.Bracket) == 0 || k[^1] != ']')
        {
            return false;
        }

        int previous = k[..^1].LastIndexOf((byte)']'); // the group begins behind it
        return k[..^1][(previous + 1)..].LastIndexOf((byte)'[') is var at && at >= 0 && previous + 1 + at > 0;
    }

    /// <summary>contains "[" digits "]" followed by ":" or "{".</summary>
    private static bool HasCountInside(ReadOnlySpan<byte> k, Marks marks)
    {
        if ((marks & Marks.Bracket) == 0)
        {
            return false;
        }

        for (int i = 0; i < k.Length; i++)
        {
            if (k[i] != '[')
            {
                continue;
            }

            int j = i + 1;
            while (j < k.Length && Number.IsDigit(k[j]))
            {
                j++;
            }

            if (j > i + 1 && j + 1 < k.Length && k[j] == ']' && k[j + 1] is (byte)':' or (byte)'{')
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>C3: <c>[+-]?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]*)?</c>.</summary>
    private static bool IsLooseNumeral(ReadOnlySpan<byte> s)
    {
        int i = s.Length > 0 && s[0] is (byte)'+' or (byte)'-' ? 1 : 0;
        int from = i;
        while (i < s.Length && Number.IsDigit(s[i]))
        {
            i++;
        }

        if (i == from)
        {
            return false;
        }

        if (i < s.Length && s[i] == '.')
        {
            for (i++; i < s.Length && Number.IsDigit(s[i]); i++) { }
        }

        if (i < s.Length && (s[i] | 0x20) == 'e')
        {
            i++;
            if (i < s.Length && s[i] is (byte)'+' or (byte)'-')
            {
                i++;
            }

            for (; i < s.Length && Number.IsDigit(s[i]); i++) { }
        }

        return i == s.Length;
    }

    private static ushort[] MakeMarks()
    {
        var table = new ushort[128];
        table['"'] = (ushort)Marks.Quote;
        table['\\'] = (ushort)Marks.Backslash;
        table['\n'] = (ushort)Marks.Lf;
        table['\r'] = table['\t'] = (ushort)Marks.CrTab;
        table[':'] = (ushort)(Marks.Structure | Marks.Colon);
        table['{'] = table['}'] = (ushort)(Marks.Structure | Marks.Brace);
        table['#'] = (ushort)(Marks.Structure | Marks.Hash);
        table['['] = table[']'] = (ushort)Marks.Bracket;
        table[','] = (ushort)Marks.Comma;
        table['@'] = (ushort)Marks.At;
        return table;
    }
}
