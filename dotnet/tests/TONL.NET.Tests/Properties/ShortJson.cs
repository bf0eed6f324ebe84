// The short way from TONL to JSON (line by line) against the long one (tape): over canonical texts and over thousands of mutations of them, whatever
// the short way accepts must be the JSON of the long one. Fixed seed, printed text on failure.
using System;
using System.Collections.Generic;
using System.Text;
using TONL.NET.Document;
using Xunit;

namespace TONL.NET.Tests.Properties;

public class ShortJson
{
    [Fact(DisplayName = "10.2 short way [W]: equal to the tape on canonical texts and on mutations")]
    public void EqualToTape()
    {
        var random = new Random(20261122);
        TonlOptions[] all =
        [
            TonlOptions.Default, new() { Delimiter = '|' }, new() { PrettyDelimiters = true }, new() { KeyOrder = TonlKeyOrder.Source, IndentSize = 4 },
            TonlOptions.Dense, new() { Layout = TonlLayout.Compatible, PrettyDelimiters = true }, new() { ColonSpace = false, Headers = TonlHeaderStyle.Bare },
            new() { Delimiter = '\t' }, new() { IncludeTypeHints = true },
        ];
        int accepted = 0, mutated = 0;
        for (int i = 0; i < 900; i++)
        {
            string text = TonlSerializer.SerializeToString(ShortWay.Make(random), all[i % all.Length]);
            accepted += Compare(text) ? 1 : 0;
            for (int m = 0; m < 20; m++)
            {
                mutated += Compare(ShortWay.Mutate(text, random)) ? 1 : 0;
            }
        }

        Assert.InRange(accepted, 50, int.MaxValue);
        Assert.InRange(mutated, 200, int.MaxValue);
    }

    [Fact(DisplayName = "10.2 short way [W]: takes tables, lists, blocks and nested arrays, and refuses what needs more")]
    public void Takes()
    {
        Dictionary<string, bool> texts = new()
        {
            ["root{a,b}:\n  a: 1\n  b: x"] = true,
            ["root[2]{a,b}:\n  1,x\n  2,\"y, z\""] = true,
            ["root[2]{a,b}:\n  1,\n  ,y"] = true,
            ["root[3]: 1,two,null"] = true,
            ["root[2]:\n  [0]{a,b}:\n    a: 1\n    b[0]:\n  [1]: 5"] = true,
            ["root:\n  a: \"q\\\"\\n\""] = true,
            ["a: 1\nb[2]: 1,2"] = true,
            ["root{1st,2nd}:\n  1st: 1\n  2nd[1]{3}:\n    x"] = true,
            ["root: NaN"] = true,
            ["root{b,a}:\n  b: 1\n  a: x"] = false,
            ["root:\n  a: :b"] = false,
            ["root[2]: \\,1"] = false,
            ["root{a:str}:\n  a: 1"] = false,
            ["root:\n  a: undefined"] = false,
            ["root:\n  \"a b\": 1"] = false,
            ["root:\n  a: \"\\u00e9\""] = false,
            ["root[1]{a}:\n  1,2"] = false,
        };
        foreach ((string text, bool taken) in texts)
        {
            Assert.True(Compare(text) == taken, text);
        }
    }

    [Fact(DisplayName = "10.2 short way [W]: depth is limited as on the tape")]
    public void Depth()
    {
        var text = new StringBuilder("root:\n");
        for (int depth = 1; depth < 100; depth++)
        {
            text.Append(' ', depth).Append("a:\n");
        }

        text.Append(' ', 100).Append("a: 1");
        for (int most = 95; most < 105; most++)
        {
            var options = new TonlOptions { MaxDepth = most };
            byte[] bytes = Encoding.UTF8.GetBytes(text.ToString());
            bool tape = Json(bytes, options) is not null;
            using var output = new TonlBufferWriter();
            Assert.True(tape || !TextToJson.TryWrite(bytes, options, output));
        }
    }

    private static bool Compare(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        using var quick = new TonlBufferWriter();
        try
        {
            if (!TextToJson.TryWrite(bytes, TonlOptions.Default, quick))
            {
                Assert.Equal(0, quick.WrittenCount);
                return false;
            }
        }
        catch (TonlException)
        {
            return false; // header lines are checked on both ways
        }

        string actual = Encoding.UTF8.GetString(quick.WrittenSpan);
        string? expected = Json(bytes, TonlOptions.Default);
        Assert.True(expected == actual, $"the ways differ on:\n{text}\n--- tape:\n{expected}\n--- short way:\n{actual}");
        return true;
    }

    private static string? Json(byte[] bytes, TonlOptions options)
    {
        using var output = new TonlBufferWriter();
        Tape tape = Tape.Rent();
        try
        {
            JsonText.Write(tape, bytes, Engine.Read(bytes, tape, options), output);
            return Encoding.UTF8.GetString(output.WrittenSpan);
        }
        catch (TonlException)
        {
            return null;
        }
        finally
        {
            Tape.Return(tape);
        }
    }
}
