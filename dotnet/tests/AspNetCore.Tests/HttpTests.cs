// Contract 10.3, ASP.NET Core: formatters, minimal APIs and HttpContent helpers over a socket.

using System;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace TONL.NET.AspNetCore.Tests;

public class HttpTests
{
    private static void Same(Order expected, Order? actual)
    {
        Assert.NotNull(actual);
        Assert.Equal((expected.Number, expected.Customer), (actual.Number, actual.Customer));
        Assert.Equal(expected.Lines, actual.Lines);
    }

    private static async Task<HttpResponseMessage> SendAsync(HttpClient client, HttpMethod method, string path, string? accept, HttpContent? content = null)
    {
        using var request = new HttpRequestMessage(method, path) { Content = content };
        if (accept is not null)
        {
            request.Headers.Accept.Add(MediaTypeWithQualityHeaderValue.Parse(accept));
        }

        return await client.SendAsync(request);
    }

    private static StringContent Text(string body, string type = "text/tonl") => new(body, new UTF8Encoding(false), type);

    [Theory(DisplayName = "10.3 ASP.NET output formatter [W]: Accept chooses TONL")]
    [InlineData("text/tonl")]
    [InlineData("application/tonl")]
    public async Task Mvc_Output(string accept)
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Get, "/orders", accept);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(accept, response.Content.Headers.ContentType!.MediaType);
        Assert.Equal(TonlSerializer.SerializeToBytes(Order.Sample), await response.Content.ReadAsByteArrayAsync());
        Same(Order.Sample, await response.Content.ReadFromTonlAsync<Order>());
    }

    [Fact(DisplayName = "10.3 ASP.NET output formatter [W]: JSON stays the default")]
    public async Task Mvc_Output_JsonByDefault()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Get, "/orders", null);
        Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
    }

    [Fact(DisplayName = "10.3 ASP.NET output formatter [W]: a sequence is a table")]
    public async Task Mvc_Output_Sequence()
    {
        await using var server = await Server.StartAsync(options => options.Version = null);
        using var response = await SendAsync(server.Client, HttpMethod.Get, "/orders/all", "text/tonl");
        Assert.Equal("root[2]{Id,Name,Price}:\n  1,pen,1.50\n  2,ink,12", await response.Content.ReadAsStringAsync());
    }

    [Fact(DisplayName = "10.3 ASP.NET input formatter [W]: body to parameter and back, options apply")]
    public async Task Mvc_Input()
    {
        await using var server = await Server.StartAsync(options => options.Delimiter = '|');
        using var content = TonlContent.Create(Order.Sample);
        using var response = await SendAsync(server.Client, HttpMethod.Post, "/orders", "text/tonl", content);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.StartsWith("#version 1.0\n#delimiter |\n", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Same(Order.Sample with { Number = 8 }, await response.Content.ReadFromTonlAsync(ShopContext.Default.Order));
    }

    [Theory(DisplayName = "10.3 ASP.NET input formatter [W]: a bad body is 400 with line and column")]
    [InlineData("root{Number,Customer}:\n  Number: 1\n  Customer: \"open", "line 3, position 13")]
    [InlineData("root{Number,Customer}:\n  Number: x\n  Customer: y", "line 2")]
    public async Task Mvc_BadBody(string body, string place)
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Post, "/orders", null, Text(body));
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        using var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        Assert.Contains(place, problem.RootElement.GetProperty("errors").GetRawText(), StringComparison.Ordinal);
    }

    [Fact(DisplayName = "10.3 ASP.NET input formatter [W]: unknown media type stays 415")]
    public async Task Mvc_UnknownMediaType()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Post, "/orders", null, Text("a: 1", "text/toml"));
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
    }

    [Fact(DisplayName = "10.3 minimal APIs [W]: Results.Extensions.Tonl")]
    public async Task Minimal_Output()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Get, "/mini/order", null);
        Assert.Equal("text/tonl; charset=utf-8", response.Content.Headers.ContentType!.ToString());
        Assert.Equal(TonlSerializer.SerializeToBytes(Order.Sample), await response.Content.ReadAsByteArrayAsync());
    }

    [Fact(DisplayName = "10.3 minimal APIs [W]: type info, status and content type")]
    public async Task Minimal_OutputGenerated()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Get, "/mini/generated", null);
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.Equal("application/tonl", response.Content.Headers.ContentType!.ToString());
        Same(Order.Sample, await response.Content.ReadFromTonlAsync<Order>());
    }

    [Theory(DisplayName = "10.3 minimal APIs [W]: body binding")]
    [InlineData("/mini/total")]
    [InlineData("/mini/by-hand")]
    public async Task Minimal_Input(string path)
    {
        await using var server = await Server.StartAsync();
        using var content = TonlContent.Create(Order.Sample, ShopContext.Default.Order);
        using var response = await SendAsync(server.Client, HttpMethod.Post, path, null, content);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(13.50m, await response.Content.ReadFromTonlAsync<decimal>());
    }

    [Fact(DisplayName = "10.3 minimal APIs [W]: a bad body is 400 with line, column and code")]
    public async Task Minimal_BadBody()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Post, "/mini/total", null, Text("root{Number}:\n  Number: \"x"));
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        using var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        Assert.Equal(2, problem.RootElement.GetProperty("line").GetInt32());
        Assert.Equal(11, problem.RootElement.GetProperty("column").GetInt32());
        Assert.Equal("E_UNTERMINATED_STRING", problem.RootElement.GetProperty("code").GetString());
    }

    [Fact(DisplayName = "10.3 minimal APIs [W]: a body that is not TONL is 415")]
    public async Task Minimal_WrongMediaType()
    {
        await using var server = await Server.StartAsync();
        using var response = await SendAsync(server.Client, HttpMethod.Post, "/mini/total", null, Text("{}", "application/json"));
        Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
    }

    [Fact(DisplayName = "10.3 ASP.NET [W]: 64 clients at once")]
    public async Task Concurrent()
    {
        await using var server = await Server.StartAsync();
        var calls = new Task[64];
        for (var index = 0; index < calls.Length; index++)
        {
            var order = Order.Sample with { Number = index };
            calls[index] = Task.Run(async () =>
            {
                using var content = TonlContent.Create(order);
                using var response = await SendAsync(server.Client, HttpMethod.Post, "/orders", "text/tonl", content);
                Same(order with { Number = order.Number + 1 }, await response.Content.ReadFromTonlAsync<Order>());
            });
        }

        await Task.WhenAll(calls);
    }

    [Fact(DisplayName = "10.3 HttpContent [W]: cancellation and known length")]
    public async Task Content()
    {
        using var content = TonlContent.Create(Order.Sample);
        Assert.Equal(TonlSerializer.SerializeToBytes(Order.Sample).Length, content.Headers.ContentLength);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => content.ReadFromTonlAsync<Order>(cancellationToken: new CancellationToken(true)));
    }
}

public class WebApiSampleTests
{
    [Fact(DisplayName = "Samples: WebApi")]
    public async Task Runs() => Assert.Equal(new Samples.Greeting("Ada", 2), await Samples.WebApi.RunAsync());
}
