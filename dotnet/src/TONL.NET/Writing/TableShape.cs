// Which objects of a tape may be rows of one table (6.3), its columns in order, and the way from a row to its cells.
using System;
using System.Buffers;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>The columns of a table and the walk over its rows: for each row the value token of each column, 0 where it has none.</summary>
internal sealed class TableShape
{
    private int[] _names = []; // by discovery: name token
    private int[] _frequency = [];
    private int[] _place = []; // by discovery: place among the columns
    private int[] _byPlace = [];
    private int[] _table = []; // hash table of discovery indices + 1
    private int[] _row = [];
    private int[] _previous = []; // discovery index of the j-th member of the row before: equal shapes cost one comparison
    private int _count;
    private int _next;
    private bool _isOne; // all rows have one shape: cells are found by their places

    public int Columns => _count;

    /// <summary>All rows have the same names in the same order.</summary>
    public bool IsOne => _isOne;

    /// <summary>Then, the place in the rows of each column.</summary>
    public ReadOnlySpan<int> Places => _byPlace.AsSpan(0, _count);

    public int NameOf(int place) => _names[_byPlace[place]];

    /// <summary>Null where the array cannot be a table, whatever the strings in it.</summary>
    public static TableShape? Make(Tape tape, ReadOnlySpan<byte> source, int array, bool sorted, bool compatible)
    {
        Token[] tokens = tape.Tokens;
        int rows = tokens[array].Length, end = tokens[array].Start;
        if (MakeOfOneShape(tape, source, array, sorted, compatible) is { } one)
        {
            return one;
        }

        for (int row = array + 1; row < end; row = tokens[row].Start)
        {
            if (tokens[row].Kind != Kind.Object || tokens[row].Start != row + 1 + (2 * tokens[row].Length))
            {
                return null; // not an object, or members that are containers
            }
        }

        for (int row = array + 1; row < end; row = tokens[row].Start)
        {
            for (int i = row + 2; i < tokens[row].Start; i += 2)
            {
                if (!tokens[i].IsScalar)
                {
                    return null; // an empty container is one token too
                }
            }
        }

        TableShape shape = t_free ?? new TableShape();
        t_free = null;
        shape._count = 0;
        shape._tableSize = 0;
        shape._isOne = false;
        if (!shape.Gather(tape, source, array, rows, end) || !shape.Legal(tape, source, compatible))
        {
            shape.Return();
            return null;
        }

        shape.Place(tape, source, sorted);
        return shape;
    }

    /// <summary>The table of rows that all have the same names in the same order, which nothing needs to be found for.</summary>
    private static TableShape? MakeOfOneShape(Tape tape, ReadOnlySpan<byte> source, int array, bool sorted, bool compatible)
    {
        const TokenFlags Wanted = TokenFlags.Shaped | TokenFlags.Flat;
        Token[] tokens = tape.Tokens;
        int end = tokens[array].Start, number = tokens[array + 1].Pos;
        for (int row = array + 1; row < end; row = tokens[row].Start)
        {
            if ((tokens[row].Flags & Wanted) != Wanted || tokens[row].Pos != number)
            {
                return null;
            }
        }

        TableShape shape = t_free ?? new TableShape();
        t_free = null;
        int count = tokens[array + 1].Length;
        Room(ref shape._names, count);
        Room(ref shape._byPlace, count);
        Room(ref shape._row, count);
        shape._count = count;
        shape._isOne = true;
        ReadOnlySpan<int> order = tape.Shapes.Order(number);
        for (int i = 0; i < count; i++)
        {
            shape._names[i] = array + 2 + (2 * i);
            shape._byPlace[i] = sorted ? order[i] : i;
        }

        if (!shape.Legal(tape, source, compatible))
        {
            shape.Return();
            return null;
        }

        return shape;
    }

    /// <summary>Keeps the arrays for the next table of this thread, unless they are large.</summary>
    public void Return()
    {
        if (_names.Length <= MostKept)
        {
            t_free = this;
            return;
        }

        foreach (int[] array in (ReadOnlySpan<int[]>)[_names, _frequency, _place, _byPlace, _table, _row, _previous])
        {
            if (array.Length > 0)
            {
                ArrayPool<int>.Shared.Return(array);
            }
        }
    }

    private const int MostKept = 256;

    [ThreadStatic]
    private static TableShape? t_free;

    public void Rewind(int array) => _next = array + 1;

    public ReadOnlySpan<int> NextRow(Tape tape, ReadOnlySpan<byte> source)
    {
        Token[] tokens = tape.Tokens;
        int row = _next;
        _next = tokens[row].Start;
        Span<int> cells = _row.AsSpan(0, _count);
        if (_isOne)
        {
            ReadOnlySpan<int> places = _byPlace.AsSpan(0, cells.Length);
            for (int c = 0; c < cells.Length; c++)
            {
                cells[c] = row + 2 + (2 * places[c]);
            }

            return cells;
        }

        cells.Clear();
        int j = 0;
        for (int i = row + 1; i < _next; i += 2, j++)
        {
            cells[_place[Find(tape, source, i, j, add: false)]] = i + 1;
        }

        return cells;
    }

    private bool Gather(Tape tape, ReadOnlySpan<byte> source, int array, int rows, int end)
    {
        Token[] tokens = tape.Tokens;
        int first = tokens[array + 1].Length;
        bool uniform = true;
        for (int row = array + 1; row < end; row = tokens[row].Start)
        {
            uniform &= tokens[row].Length == first;
            int j = 0;
            for (int i = row + 1; i < tokens[row].Start; i += 2, j++)
            {
                int column = Find(tape, source, i, j, add: true);
                _frequency[column]++;
            }
        }

        if (_count == 0)
        {
            return false;
        }

        uniform &= _count == first;
        if (uniform)
        {
            return true;
        }

        int common = 0;
        for (int c = 0; c < _count; c++)
        {
            common += 5L * _frequency[c] >= 3L * rows ? 1 : 0;
        }

        return 5L * common >= 3L * _count;
    }

    private bool Legal(Tape tape, ReadOnlySpan<byte> source, bool compatible)
    {
        for (int c = 0; c < _count; c++)
        {
            if (Quote.ColumnImpossible(tape.Text(tape.Tokens[_names[c]], source), compatible))
            {
                return false;
            }
        }

        return true;
    }

    private void Place(Tape tape, ReadOnlySpan<byte> source, bool sorted)
    {
        Room(ref _byPlace, _count);
        Room(ref _place, _count);
        Room(ref _row, _count);
        bool ordered = true;
        for (int c = 0; c < _count; c++)
        {
            _byPlace[c] = c;
            ordered &= c == 0 || Compare(tape, source, c - 1, c) < 0;
        }

        if (sorted && !ordered)
        {
            int[] names = _names.AsSpan(0, _count).ToArray();
            new NameOrder(tape, source).Sort(names);
            for (int place = 0; place < _count; place++)
            {
                _byPlace[place] = Find(tape, source, names[place], -1, add: false);
            }
        }

        for (int place = 0; place < _count; place++)
        {
            _place[_byPlace[place]] = place;
        }
    }

    private int Compare(Tape tape, ReadOnlySpan<byte> source, int a, int b) =>
        new NameOrder(tape, source).Compare(_names[a], _names[b]);

    /// <summary>The column of a name token; <paramref name="j"/> is its place in the row, where the row before had a guess.</summary>
    private int Find(Tape tape, ReadOnlySpan<byte> source, int name, int j, bool add)
    {
        ref Token token = ref tape.Tokens[name];
        if (j >= 0 && j < _previous.Length && _previous[j] is var guess && guess < _count && guess >= 0 && Same(tape, source, token, _names[guess]))
        {
            return guess;
        }

        if (_tableSize == 0)
        {
            for (int column = 0; column < _count; column++)
            {
                if (Same(tape, source, token, _names[column]))
                {
                    Guess(j, column);
                    return column;
                }
            }
        }
        else
        {
            var hasher = default(HashCode);
            hasher.AddBytes(tape.Text(token, source));
            int hash = hasher.ToHashCode(), mask = _tableSize - 1;
            for (int at = hash & mask; _table[at] != 0; at = (at + 1) & mask)
            {
                int column = _table[at] - 1;
                if (Same(tape, source, token, _names[column]))
                {
                    Guess(j, column);
                    return column;
                }
            }
        }

        return add ? Add(tape, source, name, j) : -1;
    }

    private int _tableSize;

    // columns that are looked for one by one; more are hashed
    private const int Few = 16;

    private static bool Same(Tape tape, ReadOnlySpan<byte> source, in Token token, int name)
    {
        ref Token other = ref tape.Tokens[name];
        return token.Length == other.Length
            && ((token.Start == other.Start && token.Flags == other.Flags) || tape.Text(token, source).SequenceEqual(tape.Text(other, source)));
    }

    private void Guess(int j, int column)
    {
        if (j < 0)
        {
            return;
        }

        if (j >= _previous.Length)
        {
            int old = _previous.Length;
            Grow(ref _previous, j + 1);
            _previous.AsSpan(old).Fill(-1);
        }

        _previous[j] = column;
    }

    private int Add(Tape tape, ReadOnlySpan<byte> source, int name, int j)
    {
        Room(ref _names, _count + 1);
        Room(ref _frequency, _count + 1);
        _names[_count] = name;
        _frequency[_count] = 0;
        _count++;
        if (_count > Few && _count * 2 > _tableSize)
        {
            Rehash(tape, source);
        }
        else if (_tableSize > 0)
        {
            Insert(tape, source, _count - 1);
        }

        Guess(j, _count - 1);
        return _count - 1;
    }

    private void Rehash(Tape tape, ReadOnlySpan<byte> source)
    {
        _tableSize = Math.Max(16, (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)_count * 4));
        Room(ref _table, _tableSize);
        _table.AsSpan(0, _tableSize).Clear();
        for (int c = 0; c < _count; c++)
        {
            Insert(tape, source, c);
        }
    }

    private void Insert(Tape tape, ReadOnlySpan<byte> source, int column)
    {
        var hasher = default(HashCode);
        hasher.AddBytes(tape.Text(tape.Tokens[_names[column]], source));
        int mask = _tableSize - 1, at = hasher.ToHashCode() & mask;
        while (_table[at] != 0)
        {
            at = (at + 1) & mask;
        }

        _table[at] = column + 1;
    }

    private static void Room(ref int[] array, int size)
    {
        if (array.Length < size)
        {
            Grow(ref array, size);
        }
    }

    private static void Grow(ref int[] array, int size)
    {
        int[] larger = ArrayPool<int>.Shared.Rent(Math.Max(16, Math.Max(size, array.Length * 2)));
        array.CopyTo(larger, 0);
        if (array.Length > 0)
        {
            ArrayPool<int>.Shared.Return(array);
        }

        array = larger;
    }
}
