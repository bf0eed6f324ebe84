// Column lists of tables: names and type hints (8.2, 9.4).
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal enum Hint : byte
{
    None,
    Str,
    Null,
    Bool,
    U32,
    I32,
    F64,
}

internal struct Column
{
    public int Start; // of the name, in the text or in the side buffer
    public int Length;
    public bool Side;
    public Hint Hint;
}

internal static class Columns
{
    /// <summary>Adds the columns between the braces to the stack; whether two have one name.</summary>
    public static bool Parse(ReadOnlySpan<byte> text, int start, int end, Tape tape, ReaderStack stack)
    {
        int first = stack.ColumnCount;
        bool quoted = false;
        int from = start;
        for (int i = start; i <= end; i++)
        {
            if (i < end)
            {
                byte b = text[i];
                if (b == '\\' && quoted && i + 1 < end && text[i + 1] == '"')
                {
                    i++;
                    continue;
                }

                if (b == '"')
                {
                    quoted = !quoted;
                }

                if (b != ',' || quoted)
                {
                    continue;
                }
            }

            ReadOnlySpan<byte> part = Space.TrimStart(text[from..i]);
            int at = i - part.Length;
            part = Space.TrimEnd(part);
            if (part.Length > 0)
            {
                stack.AddColumn(Definition(text, at, at + part.Length, tape));
            }

            from = i + 1;
        }

        return HasDoubles(text, tape, stack.Columns.AsSpan(first, stack.ColumnCount - first));
    }

    public static ReadOnlySpan<byte> Name(ReadOnlySpan<byte> text, Tape tape, in Column column) =>
        column.Side ? tape.Side.AsSpan(column.Start, column.Length) : text.Slice(column.Start, column.Length);

    private static bool HasDoubles(ReadOnlySpan<byte> text, Tape tape, ReadOnlySpan<Column> columns)
    {
        for (int i = 1; i < columns.Length; i++)
        {
            if (Name(text, tape, columns[i - 1]).SequenceCompareTo(Name(text, tape, columns[i])) >= 0)
            {
                return HasDoublesSlow(text, tape, columns);
            }
        }

        return false;
    }

    private static bool HasDoublesSlow(ReadOnlySpan<byte> text, Tape tape, ReadOnlySpan<Column> columns)
    {
        var names = new System.Collections.Generic.HashSet<string>();
        foreach (ref readonly Column column in columns)
        {
            if (!names.Add(Utf8Text.Decode(Name(text, tape, column))))
            {
                return true;
            }
        }

        return false;
    }

    private static Column Definition(ReadOnlySpan<byte> text, int start, int end, Tape tape)
    {
        if (text[start] != '"')
        {
            int colon = text[start..end].IndexOf((byte)':');
            if (colon <= 0)
            {
                return new Column { Start = start, Length = end - start };
            }

            ReadOnlySpan<byte> name = Space.TrimEnd(text[start..(start + colon)]);
            return new Column { Start = start, Length = name.Length, Hint = ParseHint(Space.Trim(text[(start + colon + 1)..end])) };
        }

        Span<byte> output = tape.SideRoom(end - start);
        int o = 0, j = start + 1;
        bool plain = true;
        for (; j < end; j++)
        {
            byte b = text[j];
            if (b == '"' && !(j + 1 < end && text[j + 1] == '"'))
            {
                break;
            }

            if (b == '"' || (b == '\\' && j + 1 < end && text[j + 1] == '"'))
            {
                plain = false;
                b = (byte)'"';
                j++;
            }

            output[o++] = b;
        }

        var column = new Column { Start = start + 1, Length = o };
        if (!plain)
        {
            column.Side = true;
            column.Start = tape.SideCount;
            tape.SideCount += o;
        }

        ReadOnlySpan<byte> rest = j + 1 < end ? Space.Trim(text[(j + 1)..end]) : default;
        if (rest.Length > 0 && rest[0] == ':')
        {
            column.Hint = ParseHint(Space.Trim(rest[1..]));
        }

        return column;
    }

    public static Hint ParseHint(ReadOnlySpan<byte> hint) => hint.Length switch
    {
        3 => hint.SequenceEqual("str"u8) ? Hint.Str
            : hint.SequenceEqual("u32"u8) ? Hint.U32
            : hint.SequenceEqual("i32"u8) ? Hint.I32
            : hint.SequenceEqual("f64"u8) ? Hint.F64 : Hint.None,
        4 => hint.SequenceEqual("bool"u8) ? Hint.Bool : hint.SequenceEqual("null"u8) ? Hint.Null : Hint.None,
        _ => Hint.None,
    };
}
