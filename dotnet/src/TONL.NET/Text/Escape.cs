// Q(s) and T(s) of paragraph 4, and the doubled quotes of the Compatible layout: from a UTF-8 span into a span that is long enough.
// Bounds: Q at most 2 bytes for each byte and 2 quotes; T at most 2 and 6.
using System;

namespace TONL.NET.Text;

internal static class Escape
{
    public static int QuotedBound(int length) => checked((length * 2) + 2);

    public static int TripleBound(int length) => checked((length * 2) + 6);

    /// <summary>Q(s); a <paramref name="doubled"/> quote is written <c>""</c>, except at the start.</summary>
    public static int Quoted(ReadOnlySpan<byte> s, Span<byte> output, bool doubled)
    {
        int o = 0;
        output[o++] = (byte)'"';
        for (int i = 0; i < s.Length; i++)
        {
            byte b = s[i];
            if (b >= 0x80)
            {
                int unit = b == 0xED ? Utf8Text.LoneAt(s, i) : -1;
                if (unit < 0)
                {
                    output[o++] = b;
                    continue;
                }

                output[o++] = (byte)'\\';
                output[o++] = (byte)'u';
                for (int shift = 12; shift >= 0; shift -= 4)
                {
                    output[o++] = "0123456789abcdef"u8[(unit >> shift) & 15];
                }

                i += 2;
                continue;
            }

            int letter = b switch
            {
                (byte)'\\' => '\\',
                (byte)'"' => '"',
                (byte)'\n' => 'n',
                (byte)'\r' => 'r',
                (byte)'\t' => 't',
                _ => 0,
            };
            if (letter == 0)
            {
                output[o++] = b;
                continue;
            }

            output[o++] = doubled && letter == '"' && i > 0 ? (byte)'"' : (byte)'\\';
            output[o++] = (byte)letter;
        }

        output[o++] = (byte)'"';
        return o;
    }

    /// <summary>T(s).</summary>
    public static int Triple(ReadOnlySpan<byte> s, Span<byte> output)
    {
        int o = 0;
        output[o++] = (byte)'"';
        output[o++] = (byte)'"';
        output[o++] = (byte)'"';
        for (int i = 0; i < s.Length; i++)
        {
            byte b = s[i];
            switch (b)
            {
                case (byte)'\\':
                    output[o++] = (byte)'\\';
                    output[o++] = (byte)'\\';
                    break;
                case (byte)'\n':
                    output[o++] = (byte)'\\';
                    output[o++] = (byte)'n';
                    break;
                case (byte)'\r':
                    output[o++] = (byte)'\\';
                    output[o++] = (byte)'r';
                    break;
                case (byte)'\t':
                    output[o++] = (byte)'\\';
                    output[o++] = (byte)'t';
                    break;
                case (byte)'"' when i + 2 < s.Length && s[i + 1] == '"' && s[i + 2] == '"':
                    output[o++] = (byte)'\\';
                    output[o++] = (byte)'"';
                    output[o++] = (byte)'"';
                    output[o++] = (byte)'"';
                    i += 2;
                    break;
                default:
                    output[o++] = b;
                    break;
            }
        }

        output[o++] = (byte)'"';
        output[o++] = (byte)'"';
        output[o++] = (byte)'"';
        return o;
    }
}
