// A value as a flat list of 16-byte tokens over the input and a side buffer: what the lexer makes of text, what DOM, dynamic values and JSON are made of,
// and what the writer takes when a value must be seen whole (dictionaries, hints, the Compatible layout). No nesting of host objects, no recursion.
// An object is its token, then name and value of each member; an array its token, then the values; Start of a container = index after its last token.
using System;
using System.Runtime.CompilerServices;
using TONL.NET.Text;

namespace TONL.NET.Document;

internal enum Kind : byte
{
    Null,
    True,
    False,
    Number,
    String,
    Object,
    Array,
    Name,
}

[Flags]
internal enum TokenFlags : byte
{
    None = 0,

    /// <summary>The text lies in the side buffer.</summary>
    Side = 1,

    /// <summary>A number whose text is written as it is.</summary>
    Final = 2,

    /// <summary>The text stood in quotes (strings), which typed reading of numbers and hints asks.</summary>
    Quoted = 4,

    /// <summary>An array that stood as a table.</summary>
    Table = 8,

    /// <summary>A name known to be an identifier, which never needs quotes.</summary>
    Plain = 16,

    /// <summary>An object whose names and their order are known: Pos is its number in <see cref="Shapes"/>.</summary>
    Shaped = 32,

    /// <summary>An object all of whose members are scalars.</summary>
    Flat = 64,
}

internal struct Token
{
    /// <summary>First byte of the text; for containers the index after their last token.</summary>
    public int Start;

    /// <summary>Length of the text in bytes; for containers the number of members or elements.</summary>
    public int Length;

    /// <summary>Place in the input, for errors.</summary>
    public int Pos;

    public Kind Kind;

    public TokenFlags Flags;

    /// <summary>What the text of a scalar holds, where that is known already (<see cref="Narrow.Known"/>): then it is written as it stands, or between quotes.</summary>
    public ushort Classes;

    public readonly bool IsScalar => Kind < Kind.Object;

    public readonly bool IsContainer => Kind is Kind.Object or Kind.Array;
}

internal sealed class Tape
{
    [ThreadStatic]
    private static Tape? t_free;

    public Token[] Tokens = new Token[64];
    public int Count;
    public byte[] Side = new byte[256];
    public int SideCount;

    /// <summary>The shapes of objects, where the tokens are those of JSON.</summary>
    public readonly Shapes Shapes = new();

    /// <summary>The capture that writes here, kept for the next one.</summary>
    public Capture? Capture;

    /// <summary>Captured names carry their rank (order attribute, discriminator) in Pos; the writer sorts by it first.</summary>
    public bool IsRanked;

    /// <summary>A tape for a short while; give it back with <see cref="Return"/>.</summary>
    public static Tape Rent()
    {
        Tape? tape = t_free;
        if (tape is null)
        {
            return new Tape();
        }

        t_free = null;
        return tape;
    }

    public static void Return(Tape tape)
    {
        tape.Clear();
        if (tape.Tokens.Length > 1 << 16)
        {
            tape.Tokens = new Token[64];
        }

        if (tape.Side.Length > 1 << 20)
        {
            tape.Side = new byte[256];
        }

        t_free = tape;
    }

    public void Clear()
    {
        Count = 0;
        SideCount = 0;
        IsRanked = false;
        Shapes.Clear();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref Token Add()
    {
        Token[] tokens = Tokens;
        int count = Count;
        if ((uint)count >= (uint)tokens.Length)
        {
            tokens = Grow();
        }

        Count = count + 1;
        return ref tokens[count];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(Kind kind, int start, int length, int pos, TokenFlags flags = TokenFlags.None, uint classes = 0)
    {
        ref Token token = ref Add();
        token.Start = start;
        token.Length = length;
        token.Pos = pos;
        token.Kind = kind;
        token.Flags = flags;
        token.Classes = (ushort)classes;
    }

    /// <summary>Begins a container; <see cref="Close"/> with the index that is returned.</summary>
    public int Open(Kind kind, int pos)
    {
        Add(kind, 0, 0, pos);
        return Count - 1;
    }

    public void Close(int container, int length)
    {
        Tokens[container].Start = Count;
        Tokens[container].Length = length;
    }

    /// <summary>Room in the side buffer; <see cref="SideCount"/> is moved by the caller.</summary>
    public Span<byte> SideRoom(int length)
    {
        if (Side.Length - SideCount < length)
        {
            Array.Resize(ref Side, (int)Math.Min(Array.MaxLength, Math.Max((long)SideCount + length, (long)Side.Length * 2)));
        }

        return Side.AsSpan(SideCount);
    }

    public void AddSide(Kind kind, ReadOnlySpan<byte> text, int pos, TokenFlags flags = TokenFlags.None)
    {
        text.CopyTo(SideRoom(text.Length));
        Add(kind, SideCount, text.Length, pos, flags | TokenFlags.Side);
        SideCount += text.Length;
    }

    public void AddSide(Kind kind, ReadOnlySpan<char> text, TokenFlags flags = TokenFlags.None)
    {
        int length = Utf8Text.Encode(text, SideRoom(checked(text.Length * 3)), out _);
        Add(kind, SideCount, length, 0, flags | TokenFlags.Side);
        SideCount += length;
    }

    /// <summary>The text of a name, number or string.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Text(scoped in Token token, ReadOnlySpan<byte> source) =>
        (token.Flags & TokenFlags.Side) != 0 ? new ReadOnlySpan<byte>(Side, token.Start, token.Length) : source.Slice(token.Start, token.Length);

    /// <summary>Index of the token after a value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int After(int index)
    {
        ref Token token = ref Tokens[index];
        return token.Kind is Kind.Object or Kind.Array ? token.Start : index + 1;
    }

    private Token[] Grow()
    {
        if (Count >= Array.MaxLength / 2)
        {
            throw new TonlException("the value has too many parts", ErrorCodes.Limit, 1, 1);
        }

        Array.Resize(ref Tokens, Tokens.Length * 2);
        return Tokens;
    }
}

