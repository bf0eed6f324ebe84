// Small dynamic values without a tape: dictionaries of a few scalars under plain names, lists of scalars. Anything else is captured.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    private const int FewMembers = 8, LongestPlainKey = 64;

    [InlineArray(FewMembers)]
    private struct Members
    {
        private KeyValuePair<string, object?> _first;
    }

    /// <summary>Writes a dictionary of at most eight scalars whose names are identifiers; false, with nothing written, for any other.</summary>
    internal bool TryFlat(TonlName name, Dictionary<string, object?> members)
    {
        if (members.Count is 0 or > FewMembers)
        {
            return false;
        }

        var order = default(Members);
        int count = 0;
        bool sorted = _options.KeyOrder == TonlKeyOrder.Sorted;
        foreach (KeyValuePair<string, object?> member in members)
        {
            if (!IsPlainKey(member.Key) || !IsPlainScalar(member.Value))
            {
                return false;
            }

            int at = count++;
            for (; sorted && at > 0 && string.CompareOrdinal(order[at - 1].Key, member.Key) > 0; at--)
            {
                order[at] = order[at - 1];
            }

            order[at] = member;
        }

        BeginFlat(name, order[..count]);
        foreach (KeyValuePair<string, object?> member in order[..count])
        {
            Indent();
            AppendAscii(member.Key);
            Append(_colonSpace ? ": "u8 : ":"u8);
            AppendPlainScalar(member.Value);
            Append((byte)'\n');
        }

        EndObject();
        return true;
    }

    /// <summary>Writes a list of scalars in one line; false, with nothing written, where that is not possible.</summary>
    internal bool TryInline(TonlName name, List<object?> items)
    {
        foreach (object? item in items)
        {
            if (!IsPlainScalar(item))
            {
                return false;
            }
        }

        EnterArray();
        bool done = true;
        if (items.Count == 0)
        {
            WriteEmptyArray(name);
        }
        else
        {
            InlineArray mark = BeginInline(name, items.Count);
            foreach (object? item in items)
            {
                CellPlainScalar(item);
            }

            done = EndInline(name, mark, items.Count);
        }

        LeaveArray();
        return done;
    }

    private void BeginFlat(TonlName name, scoped ReadOnlySpan<KeyValuePair<string, object?>> members)
    {
        if (++_depth > _maxDepth || !Enough(_depth))
        {
            TooDeep();
        }

        BeginKeySlow(name);
        if (members.Length > 1 && !_bare)
        {
            byte before = (byte)'{';
            foreach (KeyValuePair<string, object?> member in members)
            {
                Append(before);
                AppendAscii(member.Key);
                before = (byte)',';
            }

            Append((byte)'}');
        }

        Append(":\n"u8);
        _indent += _indentSize;
    }

    private void AppendAscii(string text)
    {
        System.Text.Ascii.FromUtf16(text, Room(text.Length), out int length);
        _pos += length;
    }

    /// <summary>An identifier: never in quotes, whatever stands beside it.</summary>
    private static bool IsPlainKey(string key)
    {
        if (key.Length is 0 or > LongestPlainKey || char.IsAsciiDigit(key[0]))
        {
            return false;
        }

        foreach (char c in key)
        {
            if (!char.IsAsciiLetterOrDigit(c) && c != '_')
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>A dynamic scalar beside which the name stands as always (4.3).</summary>
    private static bool IsPlainScalar(object? value) => value switch
    {
        null or bool or int or long or double => true,
        string text => text.AsSpan().IndexOfAny('\u2028', '\u2029') < 0,
        _ => false,
    };

    private void AppendPlainScalar(object? value)
    {
        switch (value)
        {
            case null:
                Append("null"u8);
                break;
            case bool flag:
                WriteBoolean(flag);
                break;
            case int number:
                AppendNumber(number);
                break;
            case long number:
                AppendNumber(number);
                break;
            case double number:
                AppendNumber(number);
                break;
            default:
                AppendString((string)value);
                break;
        }
    }

    private void CellPlainScalar(object? value)
    {
        switch (value)
        {
            case null:
                CellNull();
                break;
            case bool flag:
                Cell(flag);
                break;
            case int number:
                Cell(number);
                break;
            case long number:
                Cell(number);
                break;
            case double number:
                Cell(number);
                break;
            default:
                Cell((string)value);
                break;
        }
    }
}
