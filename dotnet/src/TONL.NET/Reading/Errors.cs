// Exceptions from positions: line and column (code points, from 1) are counted here, only when something failed.
using System;
using System.Runtime.CompilerServices;
using System.Text;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal static class Errors
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static TonlException At(ReadOnlySpan<byte> text, string code, string message, int pos, string? path = null, Exception? inner = null, int token = -1)
    {
        (int line, int column) = Place(text, pos);
        return new TonlException(message, code, line, column, path, inner) { ByteOffset = pos, Token = token };
    }

    public static (int Line, int Column) Place(ReadOnlySpan<byte> text, int pos)
    {
        pos = Math.Clamp(pos, 0, text.Length);
        ReadOnlySpan<byte> before = text[..pos];
        int line = before.Count((byte)'\n') + 1;
        int start = before.LastIndexOf((byte)'\n') + 1;
        if (start == 0 && before.StartsWith("\uFEFF"u8))
        {
            start = 3; // a byte order mark has no column
        }

        return (line, Utf8Text.Points(before[start..]) + 1);
    }

    /// <summary>A short printable piece of the input, at most 20 characters.</summary>
    public static string Excerpt(ReadOnlySpan<byte> text)
    {
        string s = Utf8Text.Decode(text[..Math.Min(text.Length, 80)]);
        var result = new StringBuilder();
        foreach (char c in s)
        {
            if (result.Length == 20)
            {
                break;
            }

            result.Append(char.IsControl(c) || char.IsSurrogate(c) ? '?' : c);
        }

        return result.ToString();
    }

    /// <summary>Invalid UTF-8: the first byte of the bad sequence.</summary>
    public static TonlException InvalidUtf8(ReadOnlySpan<byte> text)
    {
        int pos = 0;
        while (pos < text.Length && Rune.DecodeFromUtf8(text[pos..], out _, out int used) == System.Buffers.OperationStatus.Done)
        {
            pos += used;
        }

        int byteValue = pos < text.Length ? text[pos] : 0;
        return At(text[..pos], ErrorCodes.Utf8, $"valid UTF-8 expected, byte 0x{byteValue:X2} found", pos);
    }
}
