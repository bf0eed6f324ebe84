// The open blocks of a text that is read, and what is kept for them: columns of tables, names, elements whose index came late.
using System;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal enum BlockKind : byte
{
    Members,
    Elements,
    Rows,
    Schema,
}

internal struct Block
{
    public BlockKind Kind;
    public bool Doubles; // rows: two columns have one name
    public bool Unordered; // members: names did not come in ascending order; elements: an index came late
    public int Container; // token
    public int Indent; // of the header: a line indented no more ends the block
    public int Depth;
    public int Count;
    public int Appended; // elements on the tape, late ones included
    public int LastName; // token of the last name, for the check of order
    public int OpenName; // token of the name whose value is not complete yet; 0 = none
    public long BadIndex; // of the element whose value is not complete yet: its index, where that may not stand there, and 1; 0 = none
    public int OpenPos; // where the line of that member or element begins
    public int MemberIndent; // strict: indentation of the first member
    public long Declared; // -1 where no count was declared
    public int HeaderPos;
    public int Columns; // first in the stack's list of columns
    public int ColumnCount;
}

/// <summary>The stack of open blocks and the columns of open tables; rented.</summary>
internal sealed class ReaderStack
{
    [ThreadStatic]
    private static ReaderStack? t_free;

    private System.Collections.Generic.List<(int Container, int Ordinal, int Index)>? _late;

    private System.Collections.Generic.Dictionary<int, System.Collections.Generic.HashSet<string>>? _names;

    public Block[] Blocks = new Block[16];
    public int Count;
    public Column[] Columns = new Column[16];
    public int ColumnCount;

    public static ReaderStack Rent()
    {
        ReaderStack stack = t_free ?? new ReaderStack();
        t_free = null;
        return stack;
    }

    /// <summary>Strict: the names of an object whose names are not in order.</summary>
    public System.Collections.Generic.HashSet<string> Names(int container, out bool made)
    {
        made = false;
        _names ??= [];
        if (!_names.TryGetValue(container, out System.Collections.Generic.HashSet<string>? names))
        {
            made = true;
            _names[container] = names = [];
        }

        return names;
    }

    public static void Return(ReaderStack stack)
    {
        stack._names = null;
        stack.Count = 0;
        stack.ColumnCount = 0;
        stack._late = null;
        if (stack.Columns.Length > 4096)
        {
            stack.Columns = new Column[16];
        }

        t_free = stack;
    }

    public void Push(in Block block)
    {
        if (Count == Blocks.Length)
        {
            Array.Resize(ref Blocks, Count * 2);
        }

        Blocks[Count++] = block;
    }

    public void AddColumn(in Column column)
    {
        if (ColumnCount == Columns.Length)
        {
            Array.Resize(ref Columns, ColumnCount * 2);
        }

        Columns[ColumnCount++] = column;
    }

    /// <summary>An element whose index came late: its place on the tape and its index.</summary>
    public void AddLate(int container, int ordinal, int index) => (_late ??= []).Add((container, ordinal, index));

    public System.Collections.Generic.List<(int Container, int Ordinal, int Index)> TakeLate(int container)
    {
        int from = _late!.Count;
        while (from > 0 && _late[from - 1].Container == container)
        {
            from--;
        }

        System.Collections.Generic.List<(int Container, int Ordinal, int Index)> late = _late.GetRange(from, _late.Count - from);
        _late.RemoveRange(from, _late.Count - from);
        return late;
    }
}
