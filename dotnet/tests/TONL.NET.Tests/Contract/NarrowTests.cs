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
}
