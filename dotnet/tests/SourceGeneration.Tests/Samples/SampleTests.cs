// The samples of dotnet/samples are compiled into this program and run.

using System.Threading.Tasks;
using Samples;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.SampleRuns;

public class SampleTests
{
    [Fact(DisplayName = "Samples: Quickstart")]
    public void QuickstartRuns()
    {
        var (text, dense, error) = Quickstart.Run();
        Assert.Equal("#version 1.0\nroot{Customer,Items,Number}:\n  Customer: Ada\n  Items[2]{Id,Name,Price}:\n    1,pen,1.50\n    2,\"ink, blue\",12\n  Number: 7", text);
        Assert.StartsWith("Customer:Ada\nNumber:7\nItems[2]{Id,Name,Price}:\n", dense, System.StringComparison.Ordinal);
        Assert.Equal("E_TYPE at 2:11, $.Number", error);
    }

    [Fact(DisplayName = "Samples: Contexts")]
    public void ContextsRun()
    {
        var (text, back, counts) = Contexts.Run();
        Assert.Contains("#delimiter |", text, System.StringComparison.Ordinal);
        Assert.Equal("Rome", back.To.Name);
        Assert.Equal("#version 1.0\nroot{a,b}:\n  a: 1\n  b: 2", counts);
    }

    [Fact(DisplayName = "Samples: Shapes")]
    public void ShapesRun()
    {
        var (text, back) = Shapes.Run();
        Assert.Contains("25 cm", text, System.StringComparison.Ordinal);
        Assert.Equal([new Disc("d", 1.5), new Box("b", 0.25)], back);
    }

    [Fact(DisplayName = "Samples: Streaming")]
    public async Task StreamingRuns() => Assert.Equal(249_750, await Streaming.RunAsync());
}
