// Paragraph 8.2, 10 and 11: which error of a text with several faults comes first. A value is read before its name is held against the others (or its
// index against its place), all cells of a row before its width, its width before hints. The cases were found by comparing changed vectors with the model.
using System;
using System.Text;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class ErrorOrder11
{
    [Theory(DisplayName = "11 errors [W]: of several faults the one that the order of reading meets first is reported")]
    [InlineData("a[0]:\na[0]: y", true, "E_COUNT", 2, 1)]
    [InlineData("a[0]:\na[0]: y", false, null, 0, 0)]
    [InlineData("root:\nroot:\n  a: 1\n  a: 2", true, "E_DUPLICATE_KEY", 4, 3)]
    [InlineData("root:\nroot:\n  a: 1\n  a: 2", false, null, 0, 0)]
    [InlineData("root:\nroot: \"a\" x", true, "E_TRAILING", 2, 11)]
    [InlineData("root:\nroot: \"a\" x", false, "E_TRAILING", 2, 11)]
    [InlineData("a:\na:\n  b: \"x", true, "E_UNTERMINATED_STRING", 3, 6)]
    [InlineData("a:\na:\n  b: \"x", false, "E_UNTERMINATED_STRING", 3, 6)]
    [InlineData("a: 1\na:\n  b: 1\n   c: 2", true, "E_INDENT", 4, 4)]
    [InlineData("a: 1\na:\n  b: 1\n   c: 2", false, null, 0, 0)]
    [InlineData("c:\nc:\n x[1]", true, "E_SYNTAX", 3, 2)]
    [InlineData("c:\nc:\n x[1]", false, null, 0, 0)]
    [InlineData("a: undefined\na: 1", false, null, 0, 0)]
    [InlineData("a: 1\na: undefined", false, null, 0, 0)]
    [InlineData("a: 1\na[1]{b}:\n  1,2", true, "E_ROW_WIDTH", 3, 3)]
    [InlineData("a: 1\na[1]{b}:\n  1,2", false, null, 0, 0)]
    [InlineData("a: 1\na[1]{b:u32}:\n  x", true, "E_TYPE", 3, 3)]
    [InlineData("a: 1\na[1]{b:u32}:\n  x", false, "E_TYPE", 3, 3)]
    [InlineData("l[2]:\n  [1]: \"x", true, "E_UNTERMINATED_STRING", 2, 8)]
    [InlineData("l[2]:\n  [1]: \"x", false, "E_UNTERMINATED_STRING", 2, 8)]
    [InlineData("l[2]:\n  [1]: \"x\" y", true, "E_TRAILING", 2, 12)]
    [InlineData("l[2]:\n  [1]: \"x\" y", false, "E_TRAILING", 2, 12)]
    [InlineData("l[1]:\n  [0][1]:\n    [0][2]: 1,2\n  [0][1]:", true, "E_COUNT", 4, 3)]
    [InlineData("l[1]:\n  [0][1]:\n    [0][2]: 1,2\n  [0][1]:", false, null, 0, 0)]
    [InlineData("l[2]:\n  [1][2]: 1", true, "E_COUNT", 2, 3)]
    [InlineData("l[2]:\n  [1][2]: 1", false, null, 0, 0)]
    [InlineData("l[2]:\n  [1]:\n    a: 1\n    a: 2\n  [0]: 1", true, "E_DUPLICATE_KEY", 4, 5)]
    [InlineData("l[2]:\n  [1]:\n    a: 1\n    a: 2\n  [0]: 1", false, null, 0, 0)]
    [InlineData("l[2]:\n  [3]{a,b}:\n    a: 1\n    1,2", true, "E_SYNTAX", 4, 5)]
    [InlineData("l[2]:\n  [3]{a,b}:\n    a: 1\n    1,2", false, null, 0, 0)]
    [InlineData("l[3]:\n  [0]: 1\n  x:\n    y: 1\n    y: 2\n  [3]: 3", true, "E_DUPLICATE_KEY", 5, 5)]
    [InlineData("l[3]:\n  [0]: 1\n  x:\n    y: 1\n    y: 2\n  [3]: 3", false, null, 0, 0)]
    [InlineData("l[3]:\n  x:\n  [0]: 1", true, "E_INDEX", 3, 3)]
    [InlineData("l[3]:\n  x:\n  [0]: 1", false, null, 0, 0)]
    [InlineData("l[2]:\n  x[2]:\n  [3]: 1", true, "E_COUNT", 2, 3)]
    [InlineData("l[2]:\n  x[2]:\n  [3]: 1", false, "E_INDEX", 3, 3)]
    [InlineData("l[2]:\n  x[1]{a}:\n    1,2\n  [5]: 1", true, "E_ROW_WIDTH", 3, 5)]
    [InlineData("l[2]:\n  x[1]{a}:\n    1,2\n  [5]: 1", false, "E_INDEX", 4, 3)]
    [InlineData("l[2]:\n  x{a}:\n      a: 1\n    b: 2\n  [5]: 1", true, "E_INDENT", 4, 5)]
    [InlineData("l[2]:\n  x{a}:\n      a: 1\n    b: 2\n  [5]: 1", false, "E_INDEX", 5, 3)]
    [InlineData("t[1]{a:bool}:\n  yes,1", true, "E_ROW_WIDTH", 2, 3)]
    [InlineData("t[1]{a:bool}:\n  yes,1", false, "E_TYPE", 2, 3)]
    [InlineData("t[2]{a:u32,b}:\n  x,\"y", true, "E_UNTERMINATED_STRING", 2, 5)]
    [InlineData("t[2]{a:u32,b}:\n  x,\"y", false, "E_UNTERMINATED_STRING", 2, 5)]
    [InlineData("t[2]{a:u32,b}:\n  x,\"y\" z,3", true, "E_TRAILING", 2, 9)]
    [InlineData("t[2]{a:u32,b}:\n  x,\"y\" z,3", false, "E_TRAILING", 2, 9)]
    [InlineData("t[1]{a}:\n  1,\"x", true, "E_UNTERMINATED_STRING", 2, 5)]
    [InlineData("t[1]{a}:\n  1,\"x", false, "E_UNTERMINATED_STRING", 2, 5)]
    [InlineData("t[1]{a:u32}: x,\"y\"z", true, "E_TRAILING", 1, 19)]
    [InlineData("t[1]{a:u32}: x,\"y\"z", false, "E_TRAILING", 1, 19)]
    [InlineData("t[1]{,}: 1,\"x\"y", true, "E_TRAILING", 1, 15)]
    [InlineData("t[1]{,}: 1,\"x\"y", false, "E_TRAILING", 1, 15)]
    [InlineData("o{a:u32}: x,1", true, "E_TYPE", 1, 1)]
    [InlineData("o{a:u32}: x,1", false, "E_TYPE", 1, 1)]
    [InlineData("l[1]:\n  [9]: 1\n  [7]: \"x", true, "E_INDEX", 2, 3)]
    [InlineData("l[1]:\n  [9]: 1\n  [7]: \"x", false, "E_INDEX", 2, 3)]
    public void First(string text, bool strict, string? code, int line, int column)
    {
        var options = new TonlOptions { StrictMode = strict };
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        Action[] doors =
        [
            () => TonlSerializer.DeserializeDynamic(text, options),
            () => TonlSerializer.DeserializeToDictionary(bytes, options),
            () => TonlDocument.Parse(text, options).Dispose(),
            () => TonlJson.ToJson(text, options),
        ];
        foreach (Action door in doors)
        {
            if (code is null)
            {
                door();
            }
            else
            {
                TonlException e = Assert.Throws<TonlException>(door);
                Assert.Equal((code, line, column), (e.Code, e.LineNumber, e.Position));
            }
        }
    }
}
