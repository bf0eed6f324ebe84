// UTF-16 to UTF-8 and the question which form a string takes (paragraph 4), in one pass: 16 characters at a time are narrowed and each byte
// is classified by two table look-ups of its halves; lengths of 4 to 15 take two overlapping loads. The plain twin (Slow) goes character by
// character, also for everything beyond ASCII; a test holds both equal. Words of memory are read here and nowhere else.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace TONL.NET.Text;

/// <summary>What a string holds that decides its form; bits of the classification tables.</summary>
internal static partial class Narrow
{
    /// <summary><c>: { } #</c> and the delimiter: quotes are needed, and suffice.</summary>
    public const uint Structure = 0x01 | 0x02 | 0x04 | 0x80;

    /// <summary>Among them, <c>{ }</c>.</summary>
    public const uint Brace = 0x04;

    /// <summary>Quotes, control characters, lone surrogates, line separators: the full rules decide.</summary>
    public const uint Hard = 0x08 | 0x10;

    /// <summary>A backslash.</summary>
    public const uint Backslash = 0x20;

    /// <summary>Square brackets.</summary>
    public const uint Brackets = 0x40;

    /// <summary>Among the classes of UTF-8: a byte beyond ASCII.</summary>
    public const uint Wide = 0x100;

    /// <summary>The classes of a token have been found; the token stands in the input.</summary>
    public const uint Known = 0x200;

    /// <summary>Among the known classes: empty, a numeral or a word, white space at an edge, a line separator: the full rules decide.</summary>
    public const uint Special = 0x400;

    // bit by bit: 01 '#', 02 ':', 04 '{' '}', 08 '"', 10 TAB LF VT FF CR, 20 '\', 40 '[' ']'
    private static Vector128<byte> Low => Vector128.Create((byte)0, 0, 8, 1, 0, 0, 0, 0, 0, 0x10, 0x12, 0x54, 0x30, 0x54, 0, 0);
    private static Vector128<byte> High => Vector128.Create((byte)0x10, 0, 9, 2, 0, 0x60, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0);

    /// <summary>
    /// Encodes into <paramref name="output"/>, which has room for three bytes a character and 16 more; the number of bytes.
    /// <paramref name="classes"/> has Hard set, and the output is of no use, where the string cannot be judged here.
    /// </summary>
    public static int Encode(ReadOnlySpan<char> value, Span<byte> output, byte delimiter, out uint classes)
    {
        int length = value.Length;
        if (length < 4 || !(Ssse3.IsSupported || AdvSimd.Arm64.IsSupported))
        {
            return Slow(value, output, delimiter, out classes);
        }

        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(value));
        ref byte target = ref MemoryMarshal.GetReference(output);
        Vector128<byte> split = Vector128.Create(delimiter);
        Vector128<byte> found;
        Vector128<ushort> wide;
        if (length >= 16)
        {
            found = Vector128<byte>.Zero;
            wide = Vector128<ushort>.Zero;
            int i = 0;
            while (true)
            {
                Vector128<ushort> a = Vector128.LoadUnsafe(ref source, (nuint)i), b = Vector128.LoadUnsafe(ref source, (nuint)i + 8);
                wide |= a | b;
                Vector128<byte> bytes = Vector128.Narrow(a, b);
                bytes.StoreUnsafe(ref target, (nuint)i);
                found |= Classify(bytes, split);
                if (i + 16 == length)
                {
                    break;
                }

                i = Math.Min(i + 16, length - 16); // the last block overlaps the one before
            }
        }
        else if (length >= 8)
        {
            Vector128<ushort> a = Vector128.LoadUnsafe(ref source), b = Vector128.LoadUnsafe(ref source, (nuint)length - 8);
            wide = a | b;
            Vector128<byte> bytes = Vector128.Narrow(a, b);
            Unsafe.WriteUnaligned(ref target, bytes.AsUInt64().ToScalar()); // as words: half vectors would go through memory
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, length - 8), bytes.AsUInt64().GetElement(1));
            found = Classify(bytes, split);
        }
        else
        {
            // two words, not two half vectors: those would meet in memory
            ulong a = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
            ulong b = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, length - 4)));
            Vector128<ushort> both = Vector128.Create(a, b).AsUInt16();
            wide = both;
            Vector128<byte> bytes = Vector128.Narrow(both, both);
            Unsafe.WriteUnaligned(ref target, bytes.AsUInt32().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, length - 4), bytes.AsUInt32().GetElement(1));
            found = Classify(bytes, split);
        }

        if ((wide & Vector128.Create((ushort)0xFF80)) != Vector128<ushort>.Zero)
        {
            return Slow(value, output, delimiter, out classes);
        }

        classes = found == Vector128<byte>.Zero ? 0 : Bits(found);
        return length;
    }

    /// <summary>Characters that <see cref="Ended"/> takes at most, and room that it wants.</summary>
    public const int MostEnded = 32, RoomOfEnded = MostEnded + 19;

    /// <summary>
    /// A string of 1 to 32 characters, bare or between quotes, and the byte that ends it: how many bytes, with the classes above them; or -1
    /// where it has one of the <paramref name="refused"/> classes, or more than that is to be asked. The same as <see cref="Encode"/> and what
    /// the writer does with it, for the strings that nearly all are.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // few variables of its own, so that all stay in registers
    public static long Ended(ReadOnlySpan<char> value, Span<byte> output, byte delimiter, byte end, uint refused)
    {
        int length = value.Length;
        if (length is 0 or > MostEnded || output.Length < RoomOfEnded || !(Ssse3.IsSupported || AdvSimd.Arm64.IsSupported))
        {
            return -1;
        }

        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(value));
        ref byte target = ref MemoryMarshal.GetReference(output);
        Vector128<byte> split = Vector128.Create(delimiter), found;
        Vector128<ushort> wide;
        if (length < 4)
        {
            int middle = length >> 1; // of 1 to 3 characters: first, middle, last
            wide = Vector128.Create(source, Unsafe.Add(ref source, middle), Unsafe.Add(ref source, length - 1), source, source, source, source, source);
            target = (byte)source;
            Unsafe.Add(ref target, middle) = (byte)wide.GetElement(1);
            Unsafe.Add(ref target, length - 1) = (byte)wide.GetElement(2);
            found = Classify(Vector128.Narrow(wide, wide), split);
        }
        else if (length < 8)
        {
            ulong a = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source));
            ulong b = Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, length - 4)));
            wide = Vector128.Create(a, b).AsUInt16();
            Vector128<byte> bytes = Vector128.Narrow(wide, wide);
            Unsafe.WriteUnaligned(ref target, bytes.AsUInt32().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, length - 4), bytes.AsUInt32().GetElement(1));
            found = Classify(bytes, split);
        }
        else if (length < 16)
        {
            Vector128<ushort> a = Vector128.LoadUnsafe(ref source), b = Vector128.LoadUnsafe(ref source, (nuint)length - 8);
            wide = a | b;
            Vector128<byte> bytes = Vector128.Narrow(a, b);
            Unsafe.WriteUnaligned(ref target, bytes.AsUInt64().ToScalar());
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref target, length - 8), bytes.AsUInt64().GetElement(1));
            found = Classify(bytes, split);
        }
        else
        {
            Vector128<ushort> a = Vector128.LoadUnsafe(ref source), b = Vector128.LoadUnsafe(ref source, 8);
            Vector128<ushort> c = Vector128.LoadUnsafe(ref source, (nuint)length - 16), d = Vector128.LoadUnsafe(ref source, (nuint)length - 8);
            wide = a | b | c | d;
            Vector128<byte> front = Vector128.Narrow(a, b), back = Vector128.Narrow(c, d);
            front.StoreUnsafe(ref target);
            back.StoreUnsafe(ref target, (nuint)length - 16);
            found = Classify(front, split) | Classify(back, split);
        }

        uint first = source;
        if ((wide & Vector128.Create((ushort)0xFF80)) != Vector128<ushort>.Zero || first <= ' ' || Unsafe.Add(ref source, length - 1) <= ' ')
        {
            return -1;
        }

        uint classes = found == Vector128<byte>.Zero ? 0 : Bits(found);
        if ((classes & refused) != 0)
        {
            return -1;
        }

        if ((classes & Structure) == 0)
        {
            if (!IsPlainFirst(first) && Number.IsSpecial(output[..length]))
            {
                return -1;
            }

            Unsafe.Add(ref target, length) = end;
            return (uint)(length + 1) | ((long)classes << 32);
        }

        Words.MoveByOne(output, length);
        target = (byte)'"';
        Unsafe.Add(ref target, length + 1) = (byte)'"';
        Unsafe.Add(ref target, length + 2) = end;
        return (uint)(length + 3) | ((long)classes << 32);
    }

    /// <summary>Whether no keyword and no numeral starts with a character of ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsPlainFirst(uint first) => ((first < 64 ? s_plainLow : s_plainHigh) >> (int)(first & 63) & 1) != 0;

    // bit by bit the characters from '!' to '~' that begin no keyword and no numeral
    private static readonly ulong s_plainLow = PlainFirst(0), s_plainHigh = PlainFirst(64);

    private static ulong PlainFirst(int from)
    {
        ulong bits = 0;
        for (int i = 0; i < 64; i++)
        {
            var c = (char)(from + i);
            bits |= c is > ' ' and <= '~' && !(char.IsAsciiDigit(c) || "tfnuNI-.".Contains(c)) ? 1UL << i : 0;
        }

        return bits;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Classify(Vector128<byte> bytes, Vector128<byte> delimiter)
    {
        Vector128<byte> high = Vector128.ShiftRightLogical(bytes, 4);
        Vector128<byte> low = bytes & Vector128.Create((byte)15);
        Vector128<byte> kinds = Ssse3.IsSupported
            ? Ssse3.Shuffle(Low, low) & Ssse3.Shuffle(High, high)
            : AdvSimd.Arm64.VectorTableLookup(Low, low) & AdvSimd.Arm64.VectorTableLookup(High, high);
        return kinds | (Vector128.Equals(bytes, delimiter) & Vector128.Create((byte)0x80));
    }

    private static uint Bits(Vector128<byte> found)
    {
        ulong all = found.AsUInt64().ToScalar() | found.AsUInt64().GetElement(1);
        all |= all >> 32;
        all |= all >> 16;
        return (uint)(all | (all >> 8)) & 0xFF;
    }

    /// <summary>The classes of text that is UTF-8 already.</summary>
    public static uint Classes(ReadOnlySpan<byte> text, byte delimiter)
    {
        int length = text.Length;
        if (length < 16 || !(Ssse3.IsSupported || AdvSimd.Arm64.IsSupported))
        {
            return ClassesSlow(text, delimiter);
        }

        ref byte source = ref MemoryMarshal.GetReference(text);
        Vector128<byte> split = Vector128.Create(delimiter), found = Vector128<byte>.Zero, all = Vector128<byte>.Zero;
        for (int i = 0; ;)
        {
            Vector128<byte> bytes = Vector128.LoadUnsafe(ref source, (nuint)i);
            all |= bytes;
            found |= Classify(bytes, split);
            if (i + 16 == length)
            {
                break;
            }

            i = Math.Min(i + 16, length - 16);
        }

        return (found == Vector128<byte>.Zero ? 0 : Bits(found)) | (all.ExtractMostSignificantBits() != 0 ? Wide : 0);
    }

    /// <summary>Its plain twin.</summary>
    public static uint ClassesSlow(ReadOnlySpan<byte> text, byte delimiter)
    {
        ReadOnlySpan<byte> kinds = Kinds;
        uint found = 0;
        foreach (byte b in text)
        {
            found |= b < 0x80 ? kinds[b] : Wide;
            found |= b == delimiter ? 0x80u : 0;
        }

        return found;
    }

    /// <summary>The plain twin, and the way for characters beyond ASCII.</summary>
    public static int Slow(ReadOnlySpan<char> value, Span<byte> output, byte delimiter, out uint classes)
    {
        ReadOnlySpan<byte> kinds = Kinds;
        uint found = 0;
        int o = 0;
        foreach (char c in value)
        {
            if (c < 0x80)
            {
                found |= kinds[c];
                found |= c == delimiter ? 0x80u : 0;
                output[o++] = (byte)c;
            }
            else if (c < 0x800)
            {
                output[o] = (byte)(0xC0 | (c >> 6));
                output[o + 1] = (byte)(0x80 | (c & 0x3F));
                o += 2;
            }
            else if (char.IsSurrogate(c) || c is '\u2028' or '\u2029')
            {
                classes = Hard;
                return 0;
            }
            else
            {
                output[o] = (byte)(0xE0 | (c >> 12));
                output[o + 1] = (byte)(0x80 | ((c >> 6) & 0x3F));
                output[o + 2] = (byte)(0x80 | (c & 0x3F));
                o += 3;
            }
        }

        classes = found;
        return o;
    }

    // by character: the bits above
    private static ReadOnlySpan<byte> Kinds =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x10, 0x10, 0x10, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0x08, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x20, 0x40, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x04, 0, 0x04, 0, 0,
    ];
}
