// The program of tests/Aot published with NativeAOT: no warning, all its checks pass, small and quick to start. Takes a minute of two
// cores, so it runs only with STELE_LONG=1; the analyzers of IsAotCompatible look at the library in every build.

using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using Xunit;

namespace TONL.NET.SourceGeneration.Tests.AotRun;

public class AotTests
{
    private static readonly string Project = Path.GetFullPath(Path.Combine(
        typeof(AotTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "TestSources").Value!, "..", "Aot"));

    private static (int Code, string Output) Run(string file, string arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(file, arguments) { RedirectStandardOutput = true, WorkingDirectory = Project })!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output);
    }

    private static string Publish(string hello)
    {
        var (code, output) = Run("dotnet", $"publish -c Release -v q -nologo -p:TonlHello={hello}");
        Assert.True(code == 0, output);
        Assert.DoesNotContain("warning", output, StringComparison.OrdinalIgnoreCase);
        return Path.Combine(Project, "bin", "Release", "net9.0", "linux-x64", "publish", "tonl-aot");
    }

    [Fact(DisplayName = "7.4 AOT [W]: publishes without a warning and passes its suite")]
    public void Suite()
    {
        Assert.SkipUnless(Environment.GetEnvironmentVariable("STELE_LONG") == "1", "takes a minute; STELE_LONG=1 runs it");
        var (code, output) = Run(Publish("false"), "");
        Assert.True(code == 0 && output.Contains(" 0 failed", StringComparison.Ordinal), output);
    }

    [Fact(DisplayName = "7.4 AOT [W]: first call under 0.2 ms, size beside an empty program")]
    public void Hello()
    {
        Assert.SkipUnless(Environment.GetEnvironmentVariable("STELE_LONG") == "1", "takes a minute; STELE_LONG=1 runs it");
        var empty = new FileInfo(Publish("empty")).Length;
        var program = Publish("true");
        var added = new FileInfo(program).Length - empty;
        Assert.InRange(added, 0, 800_000);
        var (code, output) = Run(program, "");
        Assert.Equal(0, code);
        var microseconds = double.Parse(output.Trim().Split(' ')[^1], CultureInfo.InvariantCulture);
        Assert.InRange(microseconds, 0, 200);
    }
}
