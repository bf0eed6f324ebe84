// The corpus of spec/vectors, found from the test program's place upwards.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text.Json;

namespace TONL.NET.Tests.Vectors;

public static class VectorFiles
{
    public static string Root { get; } = FindRoot();

    public static IEnumerable<JsonElement> Read(string folder, string file)
    {
        using JsonDocument document = JsonDocument.Parse(File.ReadAllText(Path.Combine(Root, "spec", "vectors", folder, file)), new JsonDocumentOptions { MaxDepth = 1000 });
        foreach (JsonElement vector in document.RootElement.EnumerateArray())
        {
            yield return vector.Clone();
        }
    }

    public static string[] Files(string folder, string pattern) =>
        Array.ConvertAll(Directory.GetFiles(Path.Combine(Root, "spec", "vectors", folder), pattern), f => Path.GetFileName(f)!);

    /// <summary>The options of a vector, for writing and reading.</summary>
    public static TonlOptions Options(JsonElement vector, TonlOptions? start = null)
    {
        var options = start ?? new TonlOptions();
        if (!vector.TryGetProperty("options", out JsonElement given))
        {
            return options;
        }

        foreach (JsonProperty option in given.EnumerateObject())
        {
            Apply(options, option.Name, option.Value);
        }

        return options;
    }

    private static void Apply(TonlOptions options, string name, JsonElement value)
    {
        switch (name)
        {
            case "delimiter":
                options.AutoDelimiter = value.GetString() == "auto";
                options.Delimiter = options.AutoDelimiter ? ',' : value.GetString()![0];
                break;
            case "includeTypes":
                options.IncludeTypeHints = value.GetBoolean();
                break;
            case "version":
                options.Version = value.GetString();
                break;
            case "indent":
                options.IndentSize = value.GetInt32();
                break;
            case "prettyDelimiters":
                options.PrettyDelimiters = value.GetBoolean();
                break;
            case "keyOrder":
                options.KeyOrder = value.GetString() == "source" ? TonlKeyOrder.Source : TonlKeyOrder.Sorted;
                break;
            case "headers":
                options.Headers = value.GetString() == "bare" ? TonlHeaderStyle.Bare : TonlHeaderStyle.Columns;
                break;
            case "colonSpace":
                options.ColonSpace = value.GetBoolean();
                break;
            case "root":
                options.Root = value.GetString() == "open" ? TonlRootStyle.Open : TonlRootStyle.Wrapped;
                break;
            case "maxDepth":
                options.MaxDepth = value.GetInt32();
                break;
            case "maxInput":
                options.MaxInputLength = value.GetInt64();
                break;
            case "strict":
                options.StrictMode = value.GetBoolean();
                break;
            case "preset":
                options.Version = null;
                options.IndentSize = 1;
                options.Headers = TonlHeaderStyle.Bare;
                options.Root = TonlRootStyle.Open;
                options.ColonSpace = false;
                break;
            case "layout":
                options.Layout = TonlLayout.Compatible;
                break;
            default:
                throw new InvalidDataException($"option {name}");
        }
    }

    private static string FindRoot()
    {
        for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (Directory.Exists(Path.Combine(folder, "spec", "vectors")))
            {
                return folder;
            }
        }

        throw new DirectoryNotFoundException("spec/vectors not found above the tests");
    }
}
