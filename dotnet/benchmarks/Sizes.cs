// Bytes of the documents as pretty JSON, minified JSON and TONL, default and dense.

using System;
using System.IO;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace TONL.NET.Benchmarks;

public static class Sizes
{
    private static readonly JsonSerializerOptions s_plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static void Print()
    {
        Console.WriteLine("| document | pretty JSON | minified JSON | TONL | dense | TONL of pretty | TONL of minified | dense of minified |");
        Console.WriteLine("|---|---|---|---|---|---|---|---|");
        foreach (var name in Cases.Documents)
        {
            var pretty = File.ReadAllBytes(Path.Combine(Cases.Data, "tonl-fixtures", name + ".json"));
            var node = JsonNode.Parse(pretty)!;
            var minified = Encoding.UTF8.GetByteCount(node.ToJsonString(s_plain));
            var tonl = Cases.Document(name).Tonl.Length;
            var dense = Encoding.UTF8.GetByteCount(TonlJson.FromJson(Encoding.UTF8.GetString(pretty), TonlOptions.Dense));
            Console.WriteLine(FormattableString.Invariant(
                $"| {name} | {pretty.Length} | {minified} | {tonl} | {dense} | {100.0 * tonl / pretty.Length:F0} % | {100.0 * tonl / minified:F0} % | {100.0 * dense / minified:F0} % |"));
        }
    }
}
