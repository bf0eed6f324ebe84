// What a line mostly consists of, without calls: indentation, a name that is known beforehand, a few digits. Copies go by whole vectors and may touch
// up to Slack bytes behind their end, so texts are kept padded and writers ask for that much room; both are checked here, before any store.
using System;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace TONL.NET.Text;

/// <summary>A text that is copied often: its bytes, padded with zeros to whole vectors.</summary>
internal readonly struct Word
{
    public readonly byte[] Bytes;
    public readonly int Length;

    public Word(ReadOnlySpan<byte> text)
    {
        Length = text.Length;
        Bytes = new byte[Math.Max(16, (text.Length + 15) & ~15)];
        text.CopyTo(Bytes);
    }

    public ReadOnlySpan<byte> Span => Bytes.AsSpan(0, Length);
}

internal static class Words
{
    /// <summary>Bytes that a copy may touch behind its end.</summary>
    public const int Slack = 16;

    /// <summary>The first <paramref name="length"/> bytes of a word to the start of the target.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(byte[] word, int length, Span<byte> target)
    {
        if (word.Length < 16 || length > word.Length || target.Length < length + Slack)
        {
            NoRoom();
        }

        ref byte from = ref MemoryMarshal.GetArrayDataReference(word);
        ref byte to = ref MemoryMarshal.GetReference(target);
        Vector128.LoadUnsafe(ref from).StoreUnsafe(ref to);
        for (int i = 16; i < length; i += 16)
        {
            Vector128.LoadUnsafe(ref from, (nuint)i).StoreUnsafe(ref to, (nuint)i);
        }
    }

    /// <summary>Part of a text to the start of the target.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Copy(ReadOnlySpan<byte> text, int start, int length, Span<byte> target)
    {
        if ((uint)length <= 16 && (uint)start <= (uint)(text.Length - 16) && text.Length >= 16 && target.Length >= 16)
        {
            Vector128.LoadUnsafe(ref Unsafe.Add(ref MemoryMarshal.GetReference(text), start)).StoreUnsafe(ref MemoryMarshal.GetReference(target));
        }
        else
        {
            text.Slice(start, length).CopyTo(target);
        }
    }

    /// <summary>Makes room for one byte before the first <paramref name="length"/> ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void MoveByOne(Span<byte> text, int length)
    {
        if (length > 32 || text.Length < 33)
        {
            text[..length].CopyTo(text[1..]);
            return;
        }

        ref byte at = ref MemoryMarshal.GetReference(text);
        Vector128<byte> first = Vector128.LoadUnsafe(ref at), second = Vector128.LoadUnsafe(ref at, 16);
        first.StoreUnsafe(ref at, 1);
        if (length > 16)
        {
            second.StoreUnsafe(ref at, 17);
        }
    }

    /// <summary>Spaces at the start of the target.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Spaces(int count, Span<byte> target)
    {
        if (target.Length < 16)
        {
            NoRoom();
        }

        Vector128.Create((byte)' ').StoreUnsafe(ref MemoryMarshal.GetReference(target));
        if (count > 16)
        {
            target[..count].Fill((byte)' ');
        }
    }

    /// <summary>Decimal digits; how many.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Digits(uint value, Span<byte> target)
    {
        if (value < 10)
        {
            target[0] = (byte)('0' + value);
            return 1;
        }

        return MoreDigits(value, target);
    }

    public static int Digits(ulong value, Span<byte> target)
    {
        if (value <= uint.MaxValue)
        {
            return Digits((uint)value, target);
        }

        Utf8Formatter.TryFormat(value, target, out int length);
        return length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Signed(int value, Span<byte> target)
    {
        if (value >= 0)
        {
            return Digits((uint)value, target);
        }

        target[0] = (byte)'-';
        return 1 + Digits((uint)-value, target[1..]);
    }

    public static int Signed(long value, Span<byte> target)
    {
        if (value >= 0)
        {
            return Digits((ulong)value, target);
        }

        target[0] = (byte)'-';
        return 1 + Digits((ulong)-value, target[1..]);
    }

    /// <summary>Exactly <paramref name="count"/> digits, with zeros in front.</summary>
    public static void Fixed(uint value, int count, Span<byte> target)
    {
        for (int i = count - 1; i >= 0; i--)
        {
            (value, uint digit) = Math.DivRem(value, 10);
            target[i] = (byte)('0' + digit);
        }
    }

    private static int MoreDigits(uint value, Span<byte> target)
    {
        int length = value < 100 ? 2 : value < 1000 ? 3 : value < 10_000 ? 4 : value < 100_000 ? 5
            : value < 1_000_000 ? 6 : value < 10_000_000 ? 7 : value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
        ReadOnlySpan<byte> pairs = Pairs;
        int i = length;
        while (value >= 10)
        {
            (value, uint pair) = Math.DivRem(value, 100);
            i -= 2;
            target[i + 1] = pairs[(int)(2 * pair) + 1];
            target[i] = pairs[(int)(2 * pair)];
        }

        if (i > 0)
        {
            target[0] = (byte)('0' + value);
        }

        return length;
    }

    private static ReadOnlySpan<byte> Pairs =>
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899"u8;

    private static void NoRoom() => throw new InvalidOperationException("a copy without room");
}
