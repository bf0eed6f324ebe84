// Arrays, lists and every other sequence: table rows, cells of one line, blocks of objects; all else is captured and laid out from the tape.
using System;
using System.Collections.Generic;
using System.Numerics;
using System.Runtime.InteropServices;
using TONL.NET.Document;
using TONL.NET.Metadata;

namespace TONL.NET;

internal abstract class SequenceBase<TCollection, T>(TonlBinding binding, Func<TonlTypePlan<T>> element) : TonlCodec<TCollection>
{
    private TonlCodec<T>? _element;

    protected TonlCodec<T> Element => _element ??= element().Codec(binding);

    public override bool IsContainer => true;

    public sealed override bool WriteCell(ref TonlWriter writer, TCollection value)
    {
        if (value is null)
        {
            writer.CellNull();
            return true;
        }

        return false;
    }

    protected void WriteItems(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items, object? owner)
    {
        writer.EnterArray();
        if (writer.IsCapturing)
        {
            Capture(ref writer, name, items, owner);
            writer.LeaveArray();
            return;
        }

        bool done = items.Length == 0 ? Empty(ref writer, name)
            : Element.Rows is { } rows ? Objects(ref writer, name, items, rows)
            : Element.IsScalar && Inline(ref writer, name, items);
        writer.LeaveArray();
        if (!done)
        {
            Tape tape = Tape.Rent();
            writer.BeginCapture(tape);
            writer.EnterArray();
            Capture(ref writer, TonlName.Element, items, owner);
            writer.LeaveArray();
            writer.EndCapture();
            writer.WriteTape(tape, default, 0, name);
            Tape.Return(tape);
        }
    }

    protected List<T> ReadItems(ref TonlReader reader)
    {
        reader.BeginArray(out int capacity, out TonlScope scope);
        var list = new List<T>(capacity);
        TonlCodec<T> element = Element;
        while (reader.NextElement(ref scope))
        {
            list.Add(element.Read(ref reader)!);
        }

        return list;
    }

    private static bool Empty(ref TonlWriter writer, TonlName name)
    {
        writer.WriteEmptyArray(name);
        return true;
    }

    private void Capture(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items, object? owner)
    {
        Capture capture = writer.Captured!;
        bool tracked = capture.Tracks && owner is not null;
        if (tracked)
        {
            capture.Enter(owner!, name);
        }

        capture.Begin(name, Kind.Array);
        TonlCodec<T> element = Element;
        foreach (T item in items)
        {
            element.Write(ref writer, TonlName.Element, item);
        }

        capture.End();
        if (tracked)
        {
            capture.Leave();
        }
    }

    private static bool IsNested(ObjectCodec<T> rows, T first) => first is null || rows.HoldsContainer(first);

    /// <summary>A table, or a block of objects; false, with nothing written, where an element is null or the type is not written straight.</summary>
    private bool Objects(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items, ObjectCodec<T> rows)
    {
        if (rows.TableColumns is { } columns)
        {
            return (!IsNested(rows, items[0]) && Table(ref writer, name, items, columns)) || Block(ref writer, name, items);
        }

        return rows.IsSparse && ((!IsNested(rows, items[0]) && SparseTable(ref writer, name, items)) || Block(ref writer, name, items));
    }

    /// <summary>All items as rows; false, with nothing written, where one is null, nested or unsafe.</summary>
    private bool Table(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items, byte[] columns)
    {
        ObjectCodec<T> rows = Element.Rows!;
        int count = rows.ColumnCount;
        int mark = writer.BeginTable(name, items.Length, columns), done = 0;
        foreach (T item in items)
        {
            if (done++ == Sample)
            {
                writer.Reserve(mark, Sample, items.Length);
            }

            int start = writer.BeginRow(count);
            bool flat = rows.WriteRow(ref writer, item);
            writer.EndCells();
            if (!flat || !writer.EndRow(start))
            {
                writer.Rollback(mark);
                return false;
            }
        }

        writer.EndTable();
        return true;
    }

    // rows after which the room for the whole table is guessed
    private const int Sample = 64;

    /// <summary>The same where members may be left out: all rows have the same ones, or nearly (6.3).</summary>
    private bool SparseTable(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items)
    {
        ObjectCodec<T> rows = Element.Rows!;
        if (!Columns(rows, items, out ulong columns) || (columns & rows.Impossible) != 0)
        {
            return false;
        }

        int count = BitOperations.PopCount(columns), mark = writer.BeginTable(name, items.Length, rows.Names, columns);
        ulong first = 1UL << Array.Find(rows.Names.Order, index => (columns >> index & 1) != 0);
        foreach (T item in items)
        {
            ulong present = rows.Present(item);
            int start = writer.BeginRow(count);
            bool done = rows.WriteRow(ref writer, item, present, columns);
            writer.EndCells();
            if (!done || !writer.RowShows(start, (present & first) != 0, count == 1) || !writer.EndRow(start))
            {
                writer.Rollback(mark);
                return false;
            }
        }

        writer.EndTable();
        return true;
    }

    /// <summary>The members that some item has; false where an item is null, or too many of them are rare (6.3).</summary>
    private static bool Columns(ObjectCodec<T> rows, ReadOnlySpan<T> items, out ulong columns)
    {
        columns = 0;
        ulong always = ulong.MaxValue;
        foreach (T item in items)
        {
            if (item is null)
            {
                return false;
            }

            ulong present = rows.Present(item);
            columns |= present;
            always &= present;
        }

        if (columns == always || columns == 0)
        {
            return columns != 0;
        }

        Span<int> frequency = stackalloc int[64];
        foreach (T item in items)
        {
            for (ulong some = rows.Present(item) & ~always; some != 0; some &= some - 1)
            {
                frequency[BitOperations.TrailingZeroCount(some)]++;
            }
        }

        int common = BitOperations.PopCount(always);
        for (ulong some = columns & ~always; some != 0; some &= some - 1)
        {
            common += 5L * frequency[BitOperations.TrailingZeroCount(some)] >= 3L * items.Length ? 1 : 0;
        }

        return 5L * common >= 3L * BitOperations.PopCount(columns);
    }

    private bool Block(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items)
    {
        if (default(T) is null)
        {
            foreach (T item in items)
            {
                if (item is null)
                {
                    return false;
                }
            }
        }

        writer.BeginBlock(name, items.Length);
        TonlCodec<T> element = Element;
        for (int i = 0; i < items.Length; i++)
        {
            writer.At(i);
            element.Write(ref writer, TonlName.Element, items[i]);
        }

        writer.EndBlock();
        return true;
    }

    private bool Inline(ref TonlWriter writer, TonlName name, ReadOnlySpan<T> items)
    {
        TonlWriter.InlineArray mark = writer.BeginInline(name, items.Length);
        TonlCodec<T> element = Element;
        foreach (T item in items)
        {
            element.WriteCell(ref writer, item);
        }

        return writer.EndInline(name, mark, items.Length);
    }
}

internal sealed class ArrayCodec<T>(TonlBinding binding, Func<TonlTypePlan<T>> element) : SequenceBase<T[], T>(binding, element)
{
    public override void Write(ref TonlWriter writer, TonlName name, T[] value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
        }
        else
        {
            WriteItems(ref writer, name, value, value);
        }
    }

    public override T[]? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return null;
        }

        reader.BeginArray(out int capacity, out TonlScope scope);
        var items = new T[capacity];
        int count = 0;
        TonlCodec<T> element = Element;
        while (reader.NextElement(ref scope))
        {
            if (count == items.Length)
            {
                Array.Resize(ref items, Math.Max(4, count * 2));
            }

            items[count++] = element.Read(ref reader)!;
        }

        if (count != items.Length)
        {
            Array.Resize(ref items, count);
        }

        return items;
    }
}

internal sealed class ListCodec<T>(TonlBinding binding, Func<TonlTypePlan<T>> element) : SequenceBase<List<T>, T>(binding, element)
{
    public override void Write(ref TonlWriter writer, TonlName name, List<T> value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
        }
        else
        {
            WriteItems(ref writer, name, CollectionsMarshal.AsSpan(value), value);
        }
    }

    public override List<T>? Read(ref TonlReader reader) => reader.TryReadNull() ? null : ReadItems(ref reader);
}

/// <summary>Any other sequence. A stack is written from its bottom's end as it enumerates, and filled the other way round by its maker.</summary>
internal sealed class SequenceCodec<TCollection, T>(TonlBinding binding, Func<TonlTypePlan<T>> element, Func<List<T>, TCollection>? create)
    : SequenceBase<TCollection, T>(binding, element)
    where TCollection : IEnumerable<T>
{
    public override void Write(ref TonlWriter writer, TonlName name, TCollection value)
    {
        if (value is null || IsDefault(value))
        {
            writer.WriteNull(name);
        }
        else if (value is T[] array && typeof(TCollection) != typeof(object))
        {
            WriteItems(ref writer, name, array, array);
        }
        else if (value is List<T> list)
        {
            WriteItems(ref writer, name, CollectionsMarshal.AsSpan(list), list);
        }
        else
        {
            WriteItems(ref writer, name, new List<T>(value).ToArray(), typeof(TCollection).IsValueType ? null : value);
        }
    }

    public override TCollection? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default;
        }

        if (create is null)
        {
            throw reader.Fail(ErrorCodes.Unsupported, $"{typeof(TCollection)} cannot be read");
        }

        return create(ReadItems(ref reader));
    }

    /// <summary>A default ImmutableArray is written as null.</summary>
    private static bool IsDefault(TCollection value) =>
        typeof(TCollection) == typeof(System.Collections.Immutable.ImmutableArray<T>) && ((System.Collections.Immutable.ImmutableArray<T>)(object)value).IsDefault;
}
