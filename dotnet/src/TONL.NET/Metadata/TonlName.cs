// Names of members as the writer and reader need them: UTF-8 forms made once per binding, and the lookup from text to member index.
// Prediction: members of canonical text come in a known order, so the expected name is compared first; only a miss looks the name up.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using TONL.NET.Text;

namespace TONL.NET.Metadata;

/// <summary>For generated code: a member's name in its written forms.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlName
{
    internal static readonly TonlName Root = new("root", isRoot: true, isElement: false);
    internal static readonly TonlName Element = new("", isRoot: false, isElement: true);

    internal readonly string Text;
    internal readonly byte[] Utf8;

    /// <summary>Canonical text before a scalar: quoted if needed, colon, space.</summary>
    internal readonly Word Line;

    /// <summary>Canonical text before a count: quoted if needed, bracket.</summary>
    internal readonly Word ArrayLine;

    /// <summary>Whether <see cref="Line"/> is what every scalar line begins with.</summary>
    internal readonly bool IsLine;

    /// <summary>Whether an inline array of plain cells may always stand under the name (6.4).</summary>
    internal readonly bool IsInline;

    internal readonly byte[] Key;
    internal readonly byte[] ArrayKey;
    internal readonly bool IsIdentifier;
    internal readonly bool IsRoot;
    internal readonly bool IsKeyQuoted;
    internal readonly bool HasLineSeparator;
    internal readonly int Units;

    /// <summary>The order attribute; a discriminator comes before everything.</summary>
    internal readonly int Rank;

    internal TonlName(string text, int rank = 0)
        : this(text, false, false) => Rank = rank;

    private TonlName(string text, bool isRoot, bool isElement)
    {
        Text = text;
        IsRoot = isRoot;
        Utf8 = Utf8Text.Encode(text);
        IsKeyQuoted = !isRoot && Quote.KeyQuoted(Utf8);
        Key = IsKeyQuoted ? QuotedKey(Utf8) : Utf8;
        ArrayKey = !isRoot && Quote.ArrayKeyQuoted(Utf8) ? QuotedKey(Utf8) : Utf8;
        Line = new Word([.. Key, (byte)':', (byte)' ']);
        ArrayLine = new Word([.. ArrayKey, (byte)'[']);
        IsIdentifier = isRoot || Quote.IsIdentifier(Utf8);
        HasLineSeparator = Space.HasLineSeparator(Utf8);
        IsLine = !isElement && (!HasLineSeparator || IsKeyQuoted);
        IsInline = !isElement && !HasLineSeparator && Utf8.Length <= 200 && ArrayKey is not [(byte)'"', ..];
        Units = text.Length;
        IsShort = !isRoot && IsPlain(Utf8);
        Column = !Quote.ColumnQuoted(Utf8) ? Utf8 : [(byte)'"', .. Utf8, (byte)'"'];
    }

    /// <summary>The name as a column of a table (4.4): in quotes where needed, its content unescaped.</summary>
    internal byte[] Column { get; }

    /// <summary>Whether the name stands in every line as it is, so that reading may compare it in place.</summary>
    internal readonly bool IsShort;

    /// <summary>The same, and <see cref="Line"/> has no quotes.</summary>
    internal bool IsBareLine => IsShort && !IsKeyQuoted;

    private static bool IsPlain(ReadOnlySpan<byte> name)
    {
        if (name.Length == 0 || name.SequenceEqual("_"u8) || Space.AtEdge(name) || !(name[0] >= 128 || name[0] == '_' || char.IsAsciiLetterOrDigit((char)name[0])))
        {
            return false;
        }

        foreach (byte b in name)
        {
            if (!(b >= 128 || char.IsAsciiLetterOrDigit((char)b) || b is (byte)'_' or (byte)'-' or (byte)'.' or (byte)'$' or (byte)' '))
            {
                return false;
            }
        }

        return true;
    }

    /// <inheritdoc/>
    public override string ToString() => Text;

    internal static byte[] QuotedKey(ReadOnlySpan<byte> utf8)
    {
        var buffer = new byte[Escape.QuotedBound(utf8.Length)];
        return buffer.AsSpan(0, Escape.Quoted(utf8, buffer, false)).ToArray();
    }
}

/// <summary>For generated code: the names of a type's members, by member index.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class TonlNames
{
    private readonly TonlName?[] _names;
    private readonly bool[] _readable;
    private readonly Dictionary<string, int> _exact;
    private readonly Dictionary<string, int> _ignoreCase;
    private readonly int[] _afterInOrder; // member index -> the member that canonical text has next
    private readonly int _firstInOrder;

    /// <param name="names">By member index; null for members that have no name (extension data).</param>
    /// <param name="order">Member indices in the order of writing.</param>
    /// <param name="readable">Whether reading wants the member; others are skipped.</param>
    internal TonlNames(TonlName?[] names, int[] order, bool[] readable)
    {
        _names = names;
        _readable = readable;
        _exact = new Dictionary<string, int>(names.Length, StringComparer.Ordinal);
        _ignoreCase = new Dictionary<string, int>(names.Length, StringComparer.OrdinalIgnoreCase);
        for (int i = 0; i < names.Length; i++)
        {
            if (names[i] is { } name)
            {
                _exact.TryAdd(name.Text, i);
                _ignoreCase.TryAdd(name.Text, i);
            }
        }

        _afterInOrder = new int[names.Length];
        Array.Fill(_afterInOrder, -1);
        _firstInOrder = order.Length > 0 ? order[0] : -1;
        for (int i = 0; i + 1 < order.Length; i++)
        {
            _afterInOrder[order[i]] = order[i + 1];
        }

        Order = order;
        TableColumns = ColumnsOf(names, order);
        Header = HeaderOf(names, order);
    }

    /// <summary>What follows the key of an object that has all members in order.</summary>
    internal byte[] Header { get; }

    /// <summary>The text between the braces of a table that has all members in order; null where a name needs quotes.</summary>
    internal byte[]? TableColumns { get; }

    /// <summary>What follows the key of an object that has only the members whose bits are set.</summary>
    internal byte[] HeaderOf(ulong present)
    {
        int[] some = Array.FindAll(Order, index => (present >> index & 1) != 0);
        return some.Length == 0 ? [.. "{}:\n"u8] : some.Length == 1 ? [.. ":\n"u8] : HeaderOf(_names, some);
    }

    private static byte[] HeaderOf(TonlName?[] names, int[] order)
    {
        var header = new List<byte>();
        foreach (int index in order)
        {
            header.Add(header.Count == 0 ? (byte)'{' : (byte)',');
            header.AddRange(names[index]!.Key);
        }

        header.AddRange("}:\n"u8);
        return header.ToArray();
    }

    private static byte[]? ColumnsOf(TonlName?[] names, int[] order)
    {
        var columns = new List<byte>();
        foreach (int index in order)
        {
            if (names[index] is not { IsShort: true } name)
            {
                return null;
            }

            if (columns.Count > 0)
            {
                columns.Add((byte)',');
            }

            columns.AddRange(name.Utf8);
        }

        return columns.Count == 0 ? null : columns.ToArray();
    }

    /// <summary>A member's name.</summary>
    public TonlName this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _names[index]!;
    }

    internal int[] Order { get; }

    internal int Count => _names.Length;

    internal bool Has(string name, bool ignoreCase) => _exact.ContainsKey(name) || (ignoreCase && _ignoreCase.ContainsKey(name));

    internal bool IsReadable(int index) => _readable[index];

    /// <summary>The member that is expected after another (-1: at the start).</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Next(int index) => index < 0 ? _firstInOrder : _afterInOrder[index];

    /// <summary>The member of a name, or -1.</summary>
    internal int Find(ReadOnlySpan<byte> name, bool ignoreCase)
    {
        Span<char> chars = name.Length <= 256 ? stackalloc char[256] : new char[name.Length];
        int length;
        if (System.Text.Ascii.ToUtf16(name, chars, out length) != System.Buffers.OperationStatus.Done)
        {
            string text = Utf8Text.Decode(name);
            return _exact.TryGetValue(text, out int at) || (ignoreCase && _ignoreCase.TryGetValue(text, out at)) ? at : -1;
        }

        ReadOnlySpan<char> key = chars[..length];
        return _exact.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(key, out int index)
            || (ignoreCase && _ignoreCase.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(key, out index))
            ? index
            : -1;
    }
}
