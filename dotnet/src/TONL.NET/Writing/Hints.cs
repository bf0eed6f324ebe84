// Type hints of column lists (paragraph 7), from tokens: advisory in object headers, binding for readers in tables.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

internal static class Hints
{
    private const double MaxSafe = 9007199254740991;

    /// <summary>The hint of a member of an object, with its colon; empty for containers.</summary>
    public static ReadOnlySpan<byte> OfMember(Tape tape, ReadOnlySpan<byte> source, in Token value) => value.Kind switch
    {
        Kind.Null => ":null"u8,
        Kind.True or Kind.False => ":bool"u8,
        Kind.String => ":str"u8,
        Kind.Number => NumberHint(tape.Text(value, source)) switch
        {
            "u32" => ":u32"u8,
            "i32" => ":i32"u8,
            "f64" => ":f64"u8,
            _ => ":null"u8,
        },
        _ => default,
    };

    /// <summary>The hints of a table's columns, null for none.</summary>
    public static string?[] OfColumns(Tape tape, ReadOnlySpan<byte> source, TableShape shape, int array, bool pretty, bool compatible, byte delimiter)
    {
        var columns = new Column[shape.Columns];
        int rows = tape.Tokens[array].Length;
        shape.Rewind(array);
        for (int r = 0; r < rows; r++)
        {
            ReadOnlySpan<int> cells = shape.NextRow(tape, source);
            for (int c = 0; c < columns.Length; c++)
            {
                if (cells[c] != 0)
                {
                    columns[c].Add(tape.Tokens[cells[c]].Kind, tape.Tokens[cells[c]], tape, source, compatible, delimiter);
                }
            }
        }

        var hints = new string?[columns.Length];
        for (int c = 0; c < columns.Length; c++)
        {
            hints[c] = columns[c].Hint(pretty && c < columns.Length - 1);
        }

        return hints;
    }

    private static string NumberHint(ReadOnlySpan<byte> text)
    {
        double value = Number.IsKeyword(text) ? double.NaN : Number.ToDouble(text);
        if (!double.IsFinite(value))
        {
            return "null";
        }

        if (Math.Floor(value) != value)
        {
            return "f64";
        }

        return value >= 0 && value <= uint.MaxValue ? "u32" : value >= int.MinValue && value <= int.MaxValue ? "i32" : "f64";
    }

    private struct Column
    {
        private bool _bool, _string, _number;
        private bool _unsafeText, _quotedText;
        private bool _noNumber, _notU32, _notI32, _notF64, _notDigits;

        public void Add(Kind kind, in Token token, Tape tape, ReadOnlySpan<byte> source, bool compatible, byte delimiter)
        {
            switch (kind)
            {
                case Kind.Null:

                    break;
                case Kind.True or Kind.False:
                    _bool = true;
                    break;
                case Kind.String:
                    _string = true;
                    AddText(tape.Text(token, source), compatible, delimiter);
                    break;
                default:
                    _number = true;
                    AddNumber(tape.Text(token, source), (token.Flags & TokenFlags.Final) != 0);
                    break;
            }
        }

        public readonly string? Hint(bool prettyInner)
        {
            int kinds = (_bool ? 1 : 0) + (_string ? 1 : 0) + (_number ? 1 : 0);
            if (kinds != 1)
            {
                return kinds == 0 ? "null" : null;
            }

            if (_bool)
            {
                return "bool";
            }

            if (_string)
            {
                return _unsafeText || (prettyInner && _quotedText) ? null : "str";
            }

            if (_noNumber)
            {
                return null;
            }

            if (!_notU32)
            {
                return _notDigits ? null : "u32";
            }

            return !_notI32 ? "i32" : _notF64 ? null : "f64";
        }

        private void AddText(ReadOnlySpan<byte> s, bool compatible, byte delimiter)
        {
            Marks marks = Quote.Scan(s, delimiter);
            _quotedText |= compatible ? Quote.NeedsQuotesCompatible(s, marks) : Quote.NeedsQuotes(s, marks);
            bool looksNested = s.Length > 0 && (s[0] == '[' || s.IndexOf((byte)'{') >= 0);
            _unsafeText |= s.SequenceEqual("null"u8)
                || (s.Length > 0 && s[0] == '"')
                || (marks & Marks.Lf) != 0
                || s.IndexOf("\"\"\""u8) >= 0
                || (looksNested && Space.AtEdge(s));
        }

        private void AddNumber(ReadOnlySpan<byte> raw, bool final)
        {
            Span<byte> buffer = raw.Length <= 200 ? stackalloc byte[256] : new byte[raw.Length + Number.MaxDouble];
            int length = raw.Length;
            if (final)
            {
                raw.CopyTo(buffer);
            }
            else
            {
                length = Number.Canonical(raw, buffer);
            }

            ReadOnlySpan<byte> text = buffer[..length];
            string hint = NumberHint(text);
            _noNumber |= hint == "null" || text.SequenceEqual("-0"u8);
            _notU32 |= hint != "u32";
            bool digits = Number.IsInteger(text);
            _notDigits |= !digits || text[0] == '-';
            if (hint == "null")
            {
                return;
            }

            double value = Number.ToDouble(text);
            _notI32 |= Math.Floor(value) != value || value < int.MinValue || value > int.MaxValue;
            double abs = Math.Abs(value);
            bool exponent = text.IndexOfAny((byte)'e', (byte)'E') >= 0;
            _notF64 |= digits ? abs > MaxSafe : exponent && !(abs <= MaxSafe && abs >= 2.220446049250313e-16);
        }
    }
}
