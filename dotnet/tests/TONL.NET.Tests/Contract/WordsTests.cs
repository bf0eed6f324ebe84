// Text/Words and Text/Bytes: the vector ways equal the plain ones on random and border input (house rule 2).

using System;
using System.Globalization;
using System.Linq;
using System.Text;
using TONL.NET.Text;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class WordsTests
{
    [Fact(DisplayName = "10.4 lines [W]: looking ahead by vectors equals looking byte by byte")]
    public void VectorEqualsPlain()
    {
        const string Alphabet = "abcdefgh      \n\":,|\\é#{}[];\t\u0001";
        var random = new Random(11);
        for (int round = 0; round < 20_000; round++)
        {
            byte[] text = Encoding.UTF8.GetBytes(Random(random, Alphabet, random.Next(0, 80)));
            int at = random.Next(0, text.Length + 1);
            Assert.Equal(Bytes.SpacesSlow(text, at), Bytes.Spaces(text, at));
            Assert.Equal(Bytes.LineEndSlow(text, at), Bytes.LineEnd(text, at));
            Assert.Equal(Bytes.QuoteEndSlow(text, at), Bytes.QuoteEnd(text, at));
            foreach (byte split in ",|;\t"u8)
            {
                Assert.Equal(Narrow.ClassesSlow(text.AsSpan(at), split), Narrow.Classes(text.AsSpan(at), split));
                Assert.Equal(Bytes.CellEndSlow(text, at, split), Bytes.CellEnd(text, at, split));
            }
        }
    }

    [Fact(DisplayName = "10.4 lines [W]: one look by vectors finds what a look byte by byte finds")]
    public void Look()
    {
        var random = new Random(13);
        for (int round = 0; round < 20_000; round++)
        {
            string alphabet = random.Next(2) == 0 ? "abc\"" : "abcdefghijklmnopqrstuvwxyz\"\"";
            byte[] text = Encoding.UTF8.GetBytes(Random(random, alphabet, random.Next(0, 200)));
            for (int i = random.Next(6); i < 2 && text.Length > 0; i++)
            {
                text[random.Next(text.Length)] = (byte)(random.Next(2) == 0 ? '\r' : 0xC3);
            }

            TextMarks expected = text.Any(b => b >= 0x80) ? TextMarks.Wide : TextMarks.None;
            expected |= text.Contains((byte)'\r') ? TextMarks.Return : TextMarks.None;
            expected |= text.AsSpan().IndexOf("\"\"\""u8) >= 0 ? TextMarks.Triple : TextMarks.None;
            Assert.Equal(expected, Bytes.Look(text));
            Assert.Equal(expected, Bytes.LookSlow(text));
        }
    }

    [Fact(DisplayName = "10.4 strings [W]: short strings equal those of the general decoder")]
    public void Strings()
    {
        var random = new Random(12);
        for (int round = 0; round < 20_000; round++)
        {
            string value = Random(random, random.Next(4) == 0 ? "abé€😀" : "abcdefgh XYZ", random.Next(1, 40));
            value = new string([.. value.Where(c => !char.IsSurrogate(c)), 'x']);
            byte[] text = Encoding.UTF8.GetBytes(new string(' ', random.Next(0, 5)) + value + new string(' ', random.Next(0, 40)));
            int at = text.AsSpan().IndexOfAnyExcept((byte)' '), length = Encoding.UTF8.GetByteCount(value.TrimStart(' '));
            Assert.Equal(value.TrimStart(' '), Bytes.String(text, at, length));
        }
    }

    [Fact(DisplayName = "10.4 names [W]: a name is found where it stands and nowhere else")]
    public void Names()
    {
        var word = new Word("name: "u8);
        Assert.True(Bytes.Has("  name: x and more text"u8, 2, word));
        Assert.False(Bytes.Has("  name:x and more text!"u8, 2, word));
        Assert.False(Bytes.Has("  nbme: x and more text"u8, 2, word));
        Assert.False(Bytes.Has("  name: x"u8, 2, word)); // too near the end to be seen at once
        byte[] line = new byte[64];
        Words.Spaces(20, line);
        Words.Copy(word.Bytes, word.Length, line.AsSpan(20));
        Assert.Equal(new string(' ', 20) + "name: ", Encoding.ASCII.GetString(line.AsSpan(0, 26)));
        for (int length = 0; length < 60; length++)
        {
            byte[] text = [.. Enumerable.Range(1, length).Select(i => (byte)i), .. new byte[40]];
            Words.MoveByOne(text, length);
            Assert.Equal(Enumerable.Range(1, length).Select(i => (byte)i), text.AsSpan(1, length).ToArray());
        }

        Assert.Throws<InvalidOperationException>(() => Words.Copy(word.Bytes, word.Length, new byte[word.Length]));
        Assert.Throws<InvalidOperationException>(() => Words.Spaces(2, new byte[2]));
    }

    [Fact(DisplayName = "10.4 numbers [W]: own digits equal those of the runtime")]
    public void Digits()
    {
        var random = new Random(13);
        byte[] text = new byte[24];
        for (int round = 0; round < 100_000; round++)
        {
            long value = round < 2000 ? round - 1000 : random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);
            Assert.Equal(value.ToString(CultureInfo.InvariantCulture), Encoding.ASCII.GetString(text.AsSpan(0, Words.Signed(value, text))));
            int small = (int)value;
            Assert.Equal(small.ToString(CultureInfo.InvariantCulture), Encoding.ASCII.GetString(text.AsSpan(0, Words.Signed(small, text))));
            ulong plain = (ulong)value;
            Assert.Equal(plain.ToString(CultureInfo.InvariantCulture), Encoding.ASCII.GetString(text.AsSpan(0, Words.Digits(plain, text))));
        }

        foreach (long value in new[] { long.MinValue, long.MaxValue, int.MinValue, int.MaxValue, uint.MaxValue, 0 })
        {
            Assert.Equal(value.ToString(CultureInfo.InvariantCulture), Encoding.ASCII.GetString(text.AsSpan(0, Words.Signed(value, text))));
        }
    }

    [Fact(DisplayName = "5.1 integers [W]: 64 bits are read from any numeral as big integers would be")]
    public void Integers()
    {
        var random = new Random(14);
        for (int round = 0; round < 200_000; round++)
        {
            string text = (random.Next(3) == 0 ? "-" : "") + Random(random, "0001259", random.Next(1, 24));
            text += random.Next(3) == 0 ? "." + Random(random, "00005", random.Next(1, 6)) : "";
            text += random.Next(3) == 0 ? "e" + (random.Next(3) == 0 ? "-" : random.Next(2) == 0 ? "+" : "") + Random(random, "0012", random.Next(1, 4)) : "";
            byte[] numeral = Encoding.ASCII.GetBytes(text);
            bool whole = Scalars.TryInteger(numeral, out System.Numerics.BigInteger expected, out bool far);
            bool fits = whole && expected >= long.MinValue && expected <= long.MaxValue;
            Assert.True(fits == Scalars.TryLong(numeral, out long value, out bool tooLarge), text);
            Assert.True(fits ? value == expected : tooLarge == (whole || far), text);
        }
    }

    private static string Random(Random random, string alphabet, int length)
    {
        var text = new StringBuilder();
        for (int i = 0; i < length; i++)
        {
            text.Append(alphabet[random.Next(alphabet.Length)]);
        }

        return text.ToString();
    }
}
