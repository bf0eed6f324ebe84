// Contract 8, 9 and issue point 7: hostile and broken input gives a clear TonlException in linear time and small memory; limits; threads.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using TONL.NET.Tests.Vectors;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Hostile9
{
    public sealed class Model
    {
        public int Id { get; set; }

        public List<Model>? Children { get; set; }

        public Dictionary<string, string>? Map { get; set; }
    }

    [Fact(DisplayName = "8 errors [W]: truncation at every byte and every single-byte change raise TonlException or read")]
    public void Truncated()
    {
        foreach (JsonElement vector in VectorFiles.Read("tonl", "encode-structure.json").Where((_, i) => i % 9 == 0))
        {
            byte[] text = Encoding.UTF8.GetBytes(vector.GetProperty("tonl").GetString()!);
            for (int i = 0; i <= text.Length; i++)
            {
                Try(text.AsSpan(0, i).ToArray());
            }
        }

        byte[] sample = Encoding.UTF8.GetBytes("#version 1.0\nroot{Children,Id,Map}:\n  Children[2]:\n    [0]{Id}:\n      Id: 1\n    [1]:\n      Id: 2\n  Id: 5\n  Map{a,\"b c\"}:\n    a: \"x\\\"y\"\n    \"b c\": \"\"\"z\\n\"\"\"");
        for (int i = 0; i < sample.Length; i++)
        {
            foreach (byte b in "\"\\:{}[]\n\t #@,9\u00ff\u0000"u8)
            {
                byte[] changed = [.. sample];
                changed[i] = b;
                Try(changed);
            }
        }
    }

    private static void Try(byte[] text)
    {
        foreach (TonlOptions options in new[] { TonlOptions.Default, new TonlOptions { StrictMode = true }, new TonlOptions { AutoDelimiter = true } })
        {
            Guarded(() => TonlSerializer.DeserializeDynamic(text, options));
            Guarded(() => TonlSerializer.Deserialize<Model>(text, options));
            Guarded(() => TonlSerializer.Deserialize<List<Model>>(text, options));
        }
    }

    private static void Guarded(Action action)
    {
        try
        {
            action();
        }
        catch (TonlException e)
        {
            Assert.NotNull(e.Code);
            Assert.NotNull(e.LineNumber);
        }
    }

    [Theory(DisplayName = "8 errors [W]: cells with escaped delimiters are found where they stand, numbers beyond double by their path")]
    [InlineData("root[1]{A,B}:\n  1,  x\\,y", 2, 7, "$[0].B")]
    [InlineData("#delimiter |\nroot[2]:\n  x\\|y | 2", 3, 3, "$[0]")]
    [InlineData("a[2]: 1,x\\,y", 1, 9, "$.a[1]")]
    public void PlacesOfEscapedCells(string text, int line, int column, string path)
    {
        TonlException e = text[0] == 'a' ? Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Dictionary<string, int[]>>(text))
            : text.Contains('{', StringComparison.Ordinal) ? Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<Dictionary<string, int>>>(text))
            : Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<List<int>>(text));
        Assert.Equal(("E_TYPE", line, column, path), (e.Code, e.LineNumber, e.Position, e.Path));
        e = Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic("a[2]: 1,1e999"));
        Assert.Equal(("E_NUMBER", 1, 9, "$.a[1]"), (e.Code, e.LineNumber, e.Position, e.Path));
    }

    [Theory(DisplayName = "8 errors [W]: a hint that a cell does not meet is E_TYPE, a number out of its range E_RANGE")]
    [InlineData("bool", "1", "E_TYPE")]
    [InlineData("bool", "yes", "E_TYPE")]
    [InlineData("u32", "-1", "E_RANGE")]
    [InlineData("i32", "2147483648", "E_RANGE")]
    [InlineData("u32", "1.5", "E_TYPE")]
    [InlineData("f64", "x", "E_TYPE")]
    public void Hints(string hint, string cell, string code)
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic($"t[1]{{a:{hint},b}}:\n  {cell},2"));
        Assert.Equal((code, 2, 3), (e.Code, e.LineNumber, e.Position));
    }

    [Fact(DisplayName = "3 decoder [W]: no line of a string over several lines ends a block")]
    public void LongStrings()
    {
        Assert.Equal("{\"d\":\"one\\ntwo\\nthree\",\"e\":1}", TonlJson.ToJson("root:\n  d: \"\"\"one\ntwo\n  three\"\"\"\n  e: 1"));
        Assert.Equal("{\"a\":{\"d\":\"one\\n\",\"e\":1},\"f\":2}", TonlJson.ToJson("a:\n    d: \"\"\"one\n\"\"\"\n    e: 1\nf: 2"));
    }

    [Theory(DisplayName = "9 hostile [W]: counts and indices never size a buffer")]
    [InlineData("rows[2147483647]: 1")]
    [InlineData("rows[2147483647]{a,b}:\n  1,2")]
    [InlineData("rows[9999999999999999]:\n  [0]: 1")]
    [InlineData("root[2147483647]{Id}:\n  1")]
    [InlineData("root[999999999]: 1,2")]
    public void Counts(string text)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        TonlSerializer.DeserializeDynamic(text);
        TonlSerializer.TryDeserialize(text, out List<Model>? _, out _);
        TonlSerializer.TryDeserialize(text, out int[]? _, out _);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
    }

    [Fact(DisplayName = "9 hostile [W]: indices above the number of lines are E_INDEX, as are more gaps than four for each line of the document")]
    public void Indices()
    {
        Assert.Equal("E_INDEX", Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic("a[1]:\n  [99999999]: 1")).Code);
        var text = new StringBuilder("root:\n");
        for (int i = 0; i < 4000; i++)
        {
            text.Append("  a").Append(i).Append("[1]:\n    [7999]: 1\n");
        }

        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic(text.ToString()));
        Assert.Equal(("E_INDEX", 11, 5), (e.Code, e.LineNumber, e.Position));
    }

    [Fact(DisplayName = "4 MaxDepth [W]: rows of tables do not count, whichever way they are written")]
    public void DepthOfRows()
    {
        var rows = new List<Dictionary<string, int>> { new() { ["a"] = 1 }, new() { ["a"] = 2 } };
        foreach (TonlLayout layout in new[] { TonlLayout.Canonical, TonlLayout.Compatible })
        {
            var flat = new TonlOptions { MaxDepth = 1, Layout = layout };
            string text = TonlSerializer.Serialize(rows, flat);
            Assert.Equal(text, TonlSerializer.Serialize<object>(rows, flat));
            Assert.Equal(2, TonlSerializer.Deserialize<List<Dictionary<string, int>>>(text, flat)!.Count);
            rows.Add([]); // an empty object makes blocks of them
            Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.Serialize(rows, flat)).Code);
            rows.RemoveAt(2);
        }
    }

    [Fact(DisplayName = "4 MaxDepth [W]: E_DEPTH both ways, no stack overflow, also with a limit beyond the stack")]
    public void Depth()
    {
        object nested = 1;
        for (int i = 0; i < 20_000; i++)
        {
            nested = new Dictionary<string, object?> { ["a"] = nested };
        }

        var text = new StringBuilder();
        for (int i = 0; i < 2000; i++)
        {
            text.Append(' ', i).Append("a:\n");
        }

        InThread(() =>
        {
            Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(nested)).Code);
            Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(nested, new TonlOptions { MaxDepth = int.MaxValue })).Code);
            Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic(text.ToString())).Code);
            var open = new TonlOptions { MaxDepth = 100_000 };
            object? value = TonlSerializer.DeserializeDynamic(text.ToString(), open);
            Assert.NotNull(value);
            Assert.Contains("a", TonlJson.ToJson(text.ToString(), open), StringComparison.Ordinal);
            using TonlDocument document = TonlDocument.Parse(text.ToString(), open);
            Assert.NotEmpty(document.ToTonl(open));
            Assert.NotNull(document.RootElement.ToObject());
        });
    }

    [Fact(DisplayName = "4 MaxDepth [W]: the same count both ways, root container = 1")]
    public void DepthCount()
    {
        var three = new TonlOptions { MaxDepth = 3 };
        var value = new Model { Children = [new() { Children = [] }] };
        Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.SerializeToString(value, three)).Code);
        string text = TonlSerializer.SerializeToString(value);
        Assert.Equal("E_DEPTH", Assert.Throws<TonlException>(() => TonlSerializer.Deserialize<Model>(text, three)).Code);
        Assert.NotNull(TonlSerializer.Deserialize<Model>(text, new TonlOptions { MaxDepth = 4 }));
    }

    [Fact(DisplayName = "4 MaxInputLength [W]: E_LIMIT in UTF-16 units")]
    public void InputLength()
    {
        var options = new TonlOptions { MaxInputLength = 6 };
        Assert.NotNull(TonlSerializer.DeserializeDynamic("a: 😀x", options));
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic("a: 😀xy", options));
        Assert.Equal(("E_LIMIT", 1, 1), (e.Code, e.LineNumber, e.Position));
    }

    [Fact(DisplayName = "2 UTF-8 [W]: invalid bytes are E_UTF8 with line and column; lone surrogates survive quoted")]
    public void Utf8()
    {
        TonlException e = Assert.Throws<TonlException>(() => TonlSerializer.DeserializeDynamic("root:\n  a: é\u00ff"u8.ToArray().Select((b, i) => i == 14 ? (byte)0xFF : b).ToArray()));
        Assert.Equal(("E_UTF8", 2), (e.Code, e.LineNumber));
        string text = TonlSerializer.SerializeToString("a\ud800b");
        Assert.Equal("#version 1.0\nroot: \"a\\ud800b\"", text);
        Assert.Equal("a\ud800b", TonlSerializer.Deserialize<string>(text));
        Assert.Equal("\"a\\ud800b\"", TonlJson.ToJson(text));
        Assert.Equal(text, TonlJson.FromJson("\"a\\ud800b\""));
    }

    [Fact(DisplayName = "7 linear time [W]: wide lines, many quotes, many members, long strings")]
    public void Linear()
    {
        Fast(n => "a[1]: " + string.Join(',', Enumerable.Repeat("\"x\"", n)));
        Fast(n => "t[1]{" + string.Join(',', Enumerable.Range(0, n).Select(i => "c" + i)) + "}:\n  " + string.Join(',', Enumerable.Repeat("1", n)));
        Fast(n => string.Join('\n', Enumerable.Range(0, n).Select(i => "z" + (n - i) + ": 1")));
        Fast(n => "a: " + string.Concat(Enumerable.Repeat("[1]{", n)));
        Fast(n => "a{b}: " + string.Concat(Enumerable.Repeat("x y ", n)));
        Fast(n => "a: \"" + string.Concat(Enumerable.Repeat("\"\"", n)) + "\"");
        Fast(n => "a: \"\"\"" + new string('\n', n) + "\"\"\"");
        Fast(n => string.Concat(Enumerable.Repeat("[", n)) + ":");
        Fast(n => "{" + string.Concat(Enumerable.Repeat("\"", n)) + "}: x");
    }

    private static void Fast(Func<int, string> make)
    {
        string text = make(200_000);
        var clock = Stopwatch.StartNew();
        foreach (TonlOptions options in new[] { TonlOptions.Default, new TonlOptions { StrictMode = true } })
        {
            Guarded(() => TonlSerializer.DeserializeDynamic(text, options));
            Guarded(() => TonlSerializer.Deserialize<Model>(text, options));
        }

        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(8), text[..20]);
    }

    [Fact(DisplayName = "7 writing [W]: a million rows and strings over a megabyte are linear")]
    public void Large()
    {
        var rows = Enumerable.Range(0, 300_000).Select(i => new KeyValuePair<int, string>(i, "name" + i)).ToList();
        byte[] text = TonlSerializer.SerializeToBytes(rows);
        Assert.Equal(rows, TonlSerializer.Deserialize<List<KeyValuePair<int, string>>>(text));
        string s = string.Concat(Enumerable.Repeat("line\n\"", 400_000));
        Assert.Equal(s, TonlSerializer.Deserialize<string>(TonlSerializer.SerializeToString(s)));
    }

    [Fact(DisplayName = "2 threads [W]: 64 threads over new types and shared options")]
    public void Threads()
    {
        var options = new TonlOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
        var value = new Model { Id = 1, Map = new() { ["k"] = "v" }, Children = [new() { Id = 2 }] };
        string expected = TonlSerializer.SerializeToString(value, options);
        var failures = new System.Collections.Concurrent.ConcurrentQueue<Exception>();
        Thread[] threads = [.. Enumerable.Range(0, 64).Select(_ => new Thread(() =>
        {
            try
            {
                for (int i = 0; i < 50; i++)
                {
                    Assert.Equal(expected, TonlSerializer.SerializeToString(value, options));
                    Assert.Equal(2, TonlSerializer.Deserialize<Model>(expected, options)!.Children![0].Id);
                    Assert.Equal("{\"a\":[1,2]}", TonlJson.ToJson("a[2]: 1,2"));
                }
            }
            catch (Exception e)
            {
                failures.Enqueue(e);
            }
        }))];
        Array.ForEach(threads, t => t.Start());
        Array.ForEach(threads, t => t.Join());
        Assert.Empty(failures);
    }

    [Fact(DisplayName = "2 cancellation [W]: async entry points honour it")]
    public async Task Cancelled()
    {
        using var source = new CancellationTokenSource();
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => TonlSerializer.DeserializeAsync<Model>(new System.IO.MemoryStream([1]), (TonlOptions?)null, source.Token).AsTask());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => TonlSerializer.SerializeAsync(new System.IO.MemoryStream(), 1, (TonlOptions?)null, source.Token));
    }

    private static void InThread(Action action)
    {
        Exception? failure = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception e)
                {
                    failure = e;
                }
            },
            512 * 1024);
        thread.Start();
        thread.Join();
        Assert.Null(failure);
    }

    [Theory(DisplayName = "10.2 ToJson: one string of millions of escapes, of Hangul or of lone surrogates takes linear time")]
    [InlineData("\"")]
    [InlineData("\ud7a3")]
    [InlineData("\ud800")]
    [InlineData("\u0001\ud7a3")]
    public void EscapesInLinearTime(string unit)
    {
        string text = string.Concat(Enumerable.Repeat(unit, 1_000_000));
        string tonl = TonlSerializer.SerializeToString(text);
        var clock = Stopwatch.StartNew();
        string json = TonlJson.ToJson(tonl);
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(10), $"took {clock.Elapsed}");
        Assert.Equal(tonl, TonlJson.FromJson(json));
    }
}
