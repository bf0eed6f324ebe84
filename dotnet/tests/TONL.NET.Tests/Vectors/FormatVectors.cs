// All vectors of the format, through the tape (JSON to TONL and back), each file one test that lists every failure.
using System;
using System.Collections.Generic;
using System.Text;
using System.Text.Json;
using Xunit;

namespace TONL.NET.Tests.Vectors;

public class FormatVectors
{
    public static TheoryData<string, string> EncodeFiles()
    {
        var data = new TheoryData<string, string>();
        foreach (string file in VectorFiles.Files("tonl", "encode-*.json"))
        {
            data.Add("tonl", file);
        }

        data.Add("tonl-compat", "compat-encode.json");
        return data;
    }

    [Theory]
    [MemberData(nameof(EncodeFiles))]
    public void Encode(string folder, string file)
    {
        var failures = new List<string>();
        int count = 0;
        foreach (JsonElement vector in VectorFiles.Read(folder, file))
        {
            count++;
            string json = vector.GetProperty("json").GetString()!;
            string expected = vector.GetProperty("tonl").GetString()!;
            TonlOptions options = VectorFiles.Options(
                vector, folder == "tonl-compat" ? new TonlOptions { Layout = TonlLayout.Compatible, PrettyDelimiters = true } : null);
            Check(failures, vector, () =>
            {
                string actual = TonlJson.FromJson(json, options);
                Assert.Equal(expected, actual);
                if (vector.TryGetProperty("roundtrip", out JsonElement trip) && trip.GetBoolean())
                {
                    Assert.Equal(JsonEqual.Canonical(json), JsonEqual.Canonical(TonlJson.ToJson(actual)));
                    TonlJson.ToJson(actual, new TonlOptions { StrictMode = true });
                }
            });
        }

        Assert.True(count > 0);
        Report(failures, count);
    }

    [Fact]
    public void Decode()
    {
        var failures = new List<string>();
        int count = 0;
        foreach (JsonElement vector in VectorFiles.Read("tonl", "decode.json"))
        {
            count++;
            Check(failures, vector, () => Assert.Equal(
                JsonEqual.Canonical(vector.GetProperty("json").GetString()!),
                JsonEqual.Canonical(TonlJson.ToJson(vector.GetProperty("tonl").GetString()!, VectorFiles.Options(vector)))));
        }

        Report(failures, count);
    }

    [Fact]
    public void ErrorsHaveCodeLineAndColumn()
    {
        var failures = new List<string>();
        int count = 0;
        foreach (JsonElement vector in VectorFiles.Read("tonl", "errors.json"))
        {
            count++;
            Check(failures, vector, () =>
            {
                TonlException e = Assert.Throws<TonlException>(() => TonlJson.ToJson(vector.GetProperty("tonl").GetString()!, VectorFiles.Options(vector)));
                Assert.Equal($"{vector.GetProperty("error").GetString()} {vector.GetProperty("line")}:{vector.GetProperty("column")}", $"{e.Code} {e.LineNumber}:{e.Position}");
            });
        }

        Report(failures, count);
    }

    private static void Check(List<string> failures, JsonElement vector, Action test)
    {
        try
        {
            test();
        }
        catch (Exception e)
        {
            failures.Add($"{vector.GetProperty("name").GetString()}: {(e is Xunit.Sdk.XunitException ? e.Message : e.ToString())}");
        }
    }

    private static void Report(List<string> failures, int count)
    {
        if (failures.Count > 0)
        {
            var text = new StringBuilder($"{failures.Count} of {count} vectors failed\n");
            for (int i = 0; i < Math.Min(failures.Count, 12); i++)
            {
                text.AppendLine(failures[i]);
            }

            Assert.Fail(text.ToString());
        }
    }
}
