// One line of text to its parts, in the order of attempts of paragraph 8.1: key, count, columns, rest. No recursion, no regular expressions;
// every attempt is linear in the line (closing braces are looked for once).
using System;
using TONL.NET.Text;

namespace TONL.NET.Reading;

/// <summary>A line without its line end: where it lies and how far it is indented.</summary>
internal struct Line
{
    public int Start; // of the line
    public int Text; // first character that is not white space
    public int End; // after the last one
    public int RawEnd; // before the line end
    public int Indent; // leading spaces and tabs

    public readonly bool IsBlank => Text >= End;
}

/// <summary>The parts of a member line; positions are absolute.</summary>
internal struct Header
{
    public int Key, KeyEnd;
    public bool KeyQuoted; // Key is the opening quote
    public int Count, CountEnd; // digits of [n]
    public int Columns, ColumnsEnd; // between the braces
    public int Rest, RestEnd;

    public readonly bool HasCount => CountEnd > 0;

    public readonly bool HasColumns => ColumnsEnd > 0;

    public readonly bool HasRest => RestEnd > Rest;
}

internal static class LineLexer
{
    /// <summary>Splits a line that does not start with a quote; false where it cannot be classified.</summary>
    public static bool TryPlain(ReadOnlySpan<byte> text, int start, int end, out Header header)
    {
        header = default;
        if (text[end - 1] == ':')
        {
            TrailingColon(text, start, end, ref header);
            return true;
        }

        int colon = text[start..end].IndexOf((byte)':');
        if (colon < 0)
        {
            return false;
        }

        colon += start;
        int brace = text[start..end].IndexOf((byte)'{');
        if (brace >= 0 && OneLine(text, start, end, start + brace, ref header))
        {
            return true;
        }

        header = default;
        int bracket = text[start..end].IndexOf((byte)'[');
        if (bracket >= 0 && (Inline(text, start, end, start + bracket, colon, ref header) || InlineUnquoted(text, start, end, start + bracket, ref header)))
        {
            return true;
        }

        header = default;
        SetKey(text, start, colon, ref header);
        header.Rest = SkipBlanks(text, colon + 1, end);
        header.RestEnd = end;
        return true;
    }

    /// <summary>What follows a quoted key that ends at <paramref name="at"/> (attempt 1).</summary>
    public static bool TryAfterQuotedKey(ReadOnlySpan<byte> text, int at, int end, ref Header header)
    {
        at = SkipTabs(text, at, end);
        if (TryCount(text, at, end, out int digits, out int afterCount))
        {
            header.Count = digits;
            header.CountEnd = afterCount - 1;
            at = afterCount;
        }

        if (at < end && text[end - 1] == ':')
        {
            if (at == end - 1)
            {
                header.Rest = header.RestEnd = end;
                return true;
            }

            if (text[at] == '{' && end - 2 > at && text[end - 2] == '}')
            {
                header.Columns = at + 1;
                header.ColumnsEnd = end - 2;
                header.Rest = header.RestEnd = end;
                return Mark(ref header);
            }
        }

        if (at < end && text[at] == '{')
        {
            int close = text[at..end].IndexOf((byte)'}');
            if (close < 0)
            {
                return false;
            }

            header.Columns = at + 1;
            header.ColumnsEnd = at + close;
            Mark(ref header);
            at += close + 1;
        }

        if (at >= end || text[at] != ':')
        {
            return false;
        }

        header.Rest = SkipTabs(text, at + 1, end);
        header.RestEnd = end;
        return true;
    }

    /// <summary><c>[digits]</c> at a place.</summary>
    public static bool TryCount(ReadOnlySpan<byte> text, int at, int end, out int digits, out int after)
    {
        digits = at + 1;
        after = at;
        if (at >= end || text[at] != '[')
        {
            return false;
        }

        int i = digits;
        while (i < end && Number.IsDigit(text[i]))
        {
            i++;
        }

        if (i == digits || i >= end || text[i] != ']')
        {
            return false;
        }

        after = i + 1;
        return true;
    }

    public static int SkipTabs(ReadOnlySpan<byte> text, int at, int end)
    {
        while (at < end && text[at] is (byte)' ' or (byte)'\t')
        {
            at++;
        }

        return at;
    }

    /// <summary>Empty column lists are columns too: ColumnsEnd is above 0 in every text.</summary>
    private static bool Mark(ref Header header) => header.ColumnsEnd > 0;

    private static int SkipBlanks(ReadOnlySpan<byte> text, int at, int end)
    {
        while (at < end && Space.At(text, at) is var n and > 0)
        {
            at += n;
        }

        return at;
    }

    private static void SetKey(ReadOnlySpan<byte> text, int start, int end, ref Header header)
    {
        ReadOnlySpan<byte> key = text[start..end];
        ReadOnlySpan<byte> left = Space.TrimStart(key);
        if (left.Length == 0)
        {
            header.Key = start;
            header.KeyEnd = end;
            return;
        }

        header.Key = start + key.Length - left.Length;
        header.KeyEnd = header.Key + Space.TrimEnd(left).Length;
    }

    /// <summary>Attempt 2: the line ends with a colon.</summary>
    private static void TrailingColon(ReadOnlySpan<byte> text, int start, int end, ref Header header)
    {
        int b = end - 1;
        if (b > start && text[b - 1] == '}')
        {
            int open = CountBrace(text, start, b);
            if (open < 0)
            {
                int at = text[start..b].IndexOf((byte)'{');
                open = at < 0 ? -1 : start + at;
            }

            if (open >= 0)
            {
                header.Columns = open + 1;
                header.ColumnsEnd = b - 1;
                b = open;
            }
        }

        if (b > start && text[b - 1] == ']')
        {
            int i = b - 1;
            while (i > start && Number.IsDigit(text[i - 1]))
            {
                i--;
            }

            if (i < b - 1 && i - 1 > start && text[i - 1] == '[')
            {
                header.Count = i;
                header.CountEnd = b - 1;
                b = i - 1;
            }
        }

        SetKey(text, start, b, ref header);
        header.Rest = header.RestEnd = end;
    }

    /// <summary>The brace of the first <c>[digits]{</c> before any quote.</summary>
    private static int CountBrace(ReadOnlySpan<byte> text, int start, int end)
    {
        int limit = text[start..end].IndexOf((byte)'"');
        limit = limit < 0 ? end : start + limit;
        for (int at = start; at < limit;)
        {
            int bracket = text[at..limit].IndexOf((byte)'[');
            if (bracket < 0)
            {
                return -1;
            }

            at += bracket;
            if (TryCount(text, at, limit, out _, out int after) && after < end && after <= limit && text[after] == '{')
            {
                return after;
            }

            at++;
        }

        return -1;
    }

    /// <summary>Attempt 3: one-line object or table.</summary>
    private static bool OneLine(ReadOnlySpan<byte> text, int start, int end, int open, ref Header header)
    {
        if (open == start)
        {
            return false;
        }

        for (int i = start; i < open; i++)
        {
            if (text[i] == '"' || Space.At(text, i) > 0)
            {
                return false;
            }
        }

        int close = text[open..end].IndexOf((byte)'}');
        if (close < 0)
        {
            return false;
        }

        close += open;
        if (close + 2 >= end || text[close + 1] != ':' || text[close + 2] is not ((byte)' ' or (byte)'\t') || HoldsCount(text, open + 1, close))
        {
            return false;
        }

        int keyEnd = open;
        if (text[open - 1] == ']')
        {
            int i = open - 1;
            while (i > start && Number.IsDigit(text[i - 1]))
            {
                i--;
            }

            if (i < open - 1 && i > start && text[i - 1] == '[')
            {
                header.Count = i;
                header.CountEnd = open - 1;
                keyEnd = i - 1;
            }
        }

        header.Key = start;
        header.KeyEnd = keyEnd;
        header.Columns = open + 1;
        header.ColumnsEnd = close;
        header.Rest = SkipTabs(text, close + 2, end);
        header.RestEnd = end;
        return true;
    }

    /// <summary><c>[digits]:</c> between the braces, outside quotes.</summary>
    private static bool HoldsCount(ReadOnlySpan<byte> text, int start, int end)
    {
        for (int i = start; i < end; i++)
        {
            if (text[i] == '"')
            {
                int j = i + 1;
                while (j < end && text[j] != '"')
                {
                    j += text[j] == '\\' ? 2 : 1;
                }

                if (j < end)
                {
                    i = j;
                }
            }
            else if (text[i] == '[' && TryCount(text, i, end, out _, out int after) && after < end && text[after] == ':')
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Attempt 4: <c>name[n]{..}: cells</c> with no colon in the name.</summary>
    private static bool Inline(ReadOnlySpan<byte> text, int start, int end, int bracket, int colon, ref Header header)
    {
        int close = -1;
        for (int at = Math.Max(bracket, start + 1); at < colon; at++)
        {
            if (text[at] == '[' && InlineAt(text, start, end, at, ref close, ref header))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Attempt 4, second pattern: no quote in the name.</summary>
    private static bool InlineUnquoted(ReadOnlySpan<byte> text, int start, int end, int bracket, ref Header header)
    {
        int close = -1;
        int quote = text[start..end].IndexOf((byte)'"');
        int limit = quote < 0 ? end : start + quote;
        for (int at = Math.Max(bracket, start + 1); at < limit; at++)
        {
            if (text[at] == '[' && InlineAt(text, start, end, at, ref close, ref header))
            {
                return true;
            }
        }

        return false;
    }

    private static bool InlineAt(ReadOnlySpan<byte> text, int start, int end, int at, ref int close, ref Header header)
    {
        if (!TryCount(text, at, end, out int digits, out int after))
        {
            return false;
        }

        int columns = 0, columnsEnd = 0, colon = after;
        if (after < end && text[after] == '{')
        {
            if (close < after)
            {
                int found = text[after..end].IndexOf((byte)'}');
                close = found < 0 ? int.MaxValue : after + found;
            }

            if (close == int.MaxValue)
            {
                return false;
            }

            columns = after + 1;
            columnsEnd = close;
            colon = close + 1;
        }

        if (colon >= end || text[colon] != ':')
        {
            return false;
        }

        SetKey(text, start, at, ref header);
        header.Count = digits;
        header.CountEnd = after - 1;
        header.Columns = columns;
        header.ColumnsEnd = columnsEnd;
        header.Rest = SkipTabs(text, colon + 1, end);
        header.RestEnd = end;
        return true;
    }
}
