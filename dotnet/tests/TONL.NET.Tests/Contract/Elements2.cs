// Contract 2, DeserializeAsyncEnumerable: what is read element by element is what is read whole, value for value and error for error.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using TONL.NET.Tests.Common;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Elements2
{
    public record Row(int A, string? B);

    private static readonly string[] s_rows =
    [
        "root[2]{A,B}:\n  1,x\n  2,y",
        "#version 1.0\n\nroot[2]{A,B}:\n\n  1,x\n\n\n  2,y\n\n",
        "root[2]{A,B}:\n  1,x\n  2,y\n# the end\n",
        "#delimiter |\nroot[2]{A,B}:\n  1|x,\n  2|\"y|\"",
        "root[3]{A,B}:\n  1,x\n  2,y",
        "root[1]{A,B}:\n  1,x\n  2,y",
        "root[2]{A,B}:\n  1,x\n  2,y,z",
        "root[2]{A,B}:\n  1,x\n  2",
        "root[2]{A,B}:\n  1,x\n  q,y",
        "root[2]{A:u32,B}:\n  1,x\n  -1,y",
        "root[2]{A,B}:\n  1,x\n  2,\"y",
        "root[2]{A,B}:\n  1,x\n  2,\"y\" z",
        "root[2]:\n  [0]{A,B}:\n    A: 1\n    B: x\n  [1]:\n    A: 2\n    B: y",
        "root[3]:\n  [0]:\n    A: 1\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    A: 3\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n     B: x\n  [1]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n    junk\n  [1]:\n    A: 2",
        "root[2]:\n  [1]:\n    A: 1\n  [0]:\n    A: 2",
        "root[2]:\n  [0]:\n    A: 1\n  [2]:\n    A: 2",
        "root[12]:\n" + string.Concat(Enumerable.Range(0, 12).Select(i => $"  [{i}]:\n    A: {(i == 11 ? "x" : "1")}\n")),
        "\r#delimiter |\nroot[2]{A,B}:\n  1|x\n  2|y",
        " #version 1.0\n#delimiter |\nroot[1]{A,B}:\n  1|x",
        "root[2]{A,B}:\n  1,x\njunk\n  2,y",
        "root[1]{A,B}:\n  1,x\nother: 1",
        "root[2]:\n  [0]:\n    A: 1\n [1]:\n  A: 2",
        "root[0]:",
        "",
        "root: 5",
        "a: 1",
        "root[1]{A,B}: 1,x",
    ];

    private static readonly string[] s_numbers =
    [
        "root[3]: 1,2,3",
        "root[4]: 1,2,3",
        "root[3]: 1,x,3",
        "root[4]:\n  1,2,3,4",
        "root[5]:\n  1,2,3,4",
        "root[3]:\n  [0]: 1\n  [1]: 2\n  [2]: 3",
        "root[3]:\n  [0]: 1\n  [1]: x\n  [2]: 3",
        "root[3]:\n  [0]: 1\n  [2]: 3",
        "root[99]: 1\n",
        "root[2]: 1,2\n  3",
    ];

    public static TheoryData<bool> Both => [true, false];

    [Theory(DisplayName = "2 IAsyncEnumerable [W]: values, codes, lines, columns and paths are those of reading the text whole")]
    [MemberData(nameof(Both))]
    public async Task AsWhole(bool strict)
    {
        var options = new TonlOptions { StrictMode = strict };
        foreach (string text in s_rows)
        {
            await Same<Row>(text, options, strict);
        }

        foreach (string text in s_numbers)
        {
            await Same<int>(text, options, strict);
            await Same<int?>(text, options, strict);
        }
    }

    private static async Task Same<T>(string text, TonlOptions options, bool strict)
    {
        string whole = Whole<T>(text, options);
        foreach (int step in new[] { 1, 7, 100_000 })
        {
            var items = new List<T?>();
            string streamed;
            try
            {
                await foreach (T? item in TonlSerializer.DeserializeAsyncEnumerable<T>(new DripStream(Encoding.UTF8.GetBytes(text), step), options))
                {
                    items.Add(item);
                }

                streamed = TonlSerializer.Serialize(items);
            }
            catch (TonlException e)
            {
                streamed = Told(e);
            }

            // lenient reading may sort elements that came late, which a stream has handed out by then
            bool late = !strict && text.Contains("[1]:\n    A: 1\n  [0]", StringComparison.Ordinal);
            Assert.Equal(late ? "E_INDEX 4:3 " : whole, streamed);
        }
    }

    private static string Whole<T>(string text, TonlOptions options)
    {
        try
        {
            return text.Length == 0 ? "#version 1.0\nroot[0]:" : TonlSerializer.Serialize(TonlSerializer.Deserialize<List<T>>(text, options));
        }
        catch (TonlException e)
        {
            return Told(e);
        }
    }

    private static string Told(TonlException e) => $"{e.Code} {e.LineNumber}:{e.Position} {e.Path}";
}
