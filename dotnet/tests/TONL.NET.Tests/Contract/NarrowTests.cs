// Text/Narrow: the vector way equals the plain one on random and border input (house rule 2).

using System;
using TONL.NET.Text;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class NarrowTests
{
    [Theory(DisplayName = "10.4 strings [W]: the vector way of encoding equals the plain one")]
    [InlineData(',')]
    [InlineData('|')]
    [InlineData(';')]
    [InlineData('\t')]
    public void VectorEqualsPlain(char delimiter)
    {
        const string Alphabet = "abcXYZ019 -_./@,|;\t:{}#\"\\[]\n\r\v\f\0\u007fé€\u2028\ud83d\ude00\u00a0";
        var random = new Random(7);
        for (int round = 0; round < 20_000; round++)
        {
            int length = random.Next(0, 70), common = random.Next(1, Alphabet.Length + 1);
            var text = new char[length];
            for (int i = 0; i < length; i++)
            {
                text[i] = Alphabet[random.Next(random.Next(12) == 0 ? Alphabet.Length : Math.Min(common, 14))];
            }

            byte[] fast = new byte[(length * 3) + 18], plain = new byte[(length * 3) + 18];
            int a = Narrow.Encode(text, fast, (byte)delimiter, out uint classes);
            int b = Narrow.Slow(text, plain, (byte)delimiter, out uint expected);
            Assert.Equal(expected, classes);
            Assert.Equal(plain.AsSpan(0, b).ToArray(), fast.AsSpan(0, a).ToArray());
        }
    }

    [Theory(DisplayName = "10.4 strings [W]: the rest of a member line at one go equals what the rules give")]
    [InlineData(',')]
    [InlineData('|')]
    public void LineEqualsTheRules(char delimiter)
    {
        const string Alphabet = "abcXYZ019 -_./@,|;\t:{}#\"\\[]\n\0\u007f\u00e9\u20ac\u2028\u00a0truefalsN";
        var random = new Random(11);
        byte[] line = new byte[Narrow.RoomOfEnded];
        int taken = 0;
        for (int round = 0; round < 40_000; round++)
        {
            int length = random.Next(0, 36), common = random.Next(1, Alphabet.Length + 1);
            var text = new char[length];
            for (int i = 0; i < length; i++)
            {
                text[i] = Alphabet[random.Next(random.Next(12) == 0 ? Alphabet.Length : Math.Min(common, 14))];
            }

            long done = Narrow.Ended(text, line, (byte)delimiter, (byte)'\n', Narrow.Hard | Narrow.Backslash);
            if (done >= 0)
            {
                taken++;
                var output = new System.Buffers.ArrayBufferWriter<byte>();
                var writer = new TonlWriter(output, new TonlOptions { Delimiter = delimiter });
                writer.WriteStringValue(text);
                writer.WriteNewLine();
                writer.Flush();
                Assert.Equal(output.WrittenSpan.ToArray(), line.AsSpan(0, (int)done).ToArray());
            }
        }

        Assert.True(taken > 5_000, $"only {taken} texts were taken");
    }
}
