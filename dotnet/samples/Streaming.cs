// Rows of a table of any length, handed out as soon as their line is complete; memory stays that of one row.

using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using TONL.NET;

namespace Samples;

public static class Streaming
{
    public record Measurement(int Id, double Value);

    public static async Task<double> SumAsync(Stream utf8)
    {
        double sum = 0;
        await foreach (Measurement? row in TonlSerializer.DeserializeAsyncEnumerable<Measurement>(utf8))
        {
            sum += row!.Value;
        }

        return sum;
    }

    public static async Task<double> RunAsync()
    {
        var rows = new List<Measurement>();
        for (int i = 0; i < 1000; i++)
        {
            rows.Add(new Measurement(i, i / 2.0));
        }

        using var stream = new MemoryStream();
        await TonlSerializer.SerializeAsync(stream, rows);
        stream.Position = 0;
        return await SumAsync(stream);
    }
}
