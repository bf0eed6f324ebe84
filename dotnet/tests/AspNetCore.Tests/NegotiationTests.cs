// Contract 10.3, ASP.NET Core: what clients ask for and send beside the usual: q-values, charsets, no body, large bodies, connections that break.

using System;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace TONL.NET.AspNetCore.Tests;

public class NegotiationTests
{
    private static async Task<HttpResponseMessage> PostAsync(HttpClient client, string path, byte[] body, string? contentType)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = new ByteArrayContent(body) };
        if (contentType is not null)
        {
            request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(contentType);
        }

        return await client.SendAsync(request);
    }

    [Theory(DisplayName = "10.3 ASP.NET output formatter [W]: q-values decide")]
    [InlineData("application/json;q=0.5, text/tonl;q=0.9", "text/tonl")]
    [InlineData("application/json;q=0.9, text/tonl;q=0.5", "application/json")]
    [InlineData("text/html, application/tonl;q=0.1", "application/tonl")]
    [InlineData("text/tonl;charset=utf-8", "text/tonl")]
    [InlineData("text/tonl;q=0, application/json", "application/json")]
    [InlineData("text/html, text/*;q=0.3", "text/")]
    [InlineData("image/png", "application/json")]
    public async Task Accept(string accept, string expected)
    {
        await using var server = await Server.StartAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, "/orders");
        request.Headers.TryAddWithoutValidation("Accept", accept);
        using var response = await server.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.StartsWith(expected, response.Content.Headers.ContentType!.MediaType, StringComparison.Ordinal);
        if (response.Content.Headers.ContentType!.MediaType is "text/tonl" or "application/tonl")
        {
            Assert.Equal("utf-8", response.Content.Headers.ContentType.CharSet);
            Assert.Equal(TonlSerializer.SerializeToBytes(Order.Sample), await response.Content.ReadAsByteArrayAsync());
        }
    }

    [Theory(DisplayName = "10.3 ASP.NET input [W]: UTF-8 is the only charset, others are 415")]
    [InlineData("text/tonl", HttpStatusCode.OK)]
    [InlineData("text/tonl; charset=utf-8", HttpStatusCode.OK)]
    [InlineData("application/tonl; charset=\"UTF-8\"", HttpStatusCode.OK)]
    [InlineData("TEXT/TONL", HttpStatusCode.OK)]
    [InlineData("text/tonl; charset=utf-16", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("text/tonl; charset=iso-8859-1", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("text/tonl; charset=nonsense", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("text/plain", HttpStatusCode.UnsupportedMediaType)]
    [InlineData(null, HttpStatusCode.UnsupportedMediaType)]
    public async Task Charsets(string? contentType, HttpStatusCode expected)
    {
        await using var server = await Server.StartAsync();
        var body = TonlSerializer.SerializeToBytes(Order.Sample);
        foreach (var path in new[] { "/orders", "/mini/total" })
        {
            using var response = await PostAsync(server.Client, path, body, contentType);
            Assert.Equal(expected, response.StatusCode);
        }
    }

    [Theory(DisplayName = "10.3 ASP.NET input [W]: no body is 400")]
    [InlineData("/orders")]
    [InlineData("/mini/total")]
    public async Task EmptyBody(string path)
    {
        await using var server = await Server.StartAsync();
        using var response = await PostAsync(server.Client, path, [], "text/tonl");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
    }

    [Theory(DisplayName = "10.3 ASP.NET input [W]: bad UTF-8, types and nesting are 400 with a place")]
    [InlineData("/orders")]
    [InlineData("/mini/total")]
    public async Task BadBodies(string path)
    {
        await using var server = await Server.StartAsync();
        byte[][] bodies =
        [
            [.. "root{Number}:\n  Number: "u8, 0xFF],
            "root{Number}:\n  Number: 99999999999"u8.ToArray(),
            "root[1]: 5"u8.ToArray(),
            Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 600).Select(i => new string(' ', i) + "a:\n"))),
        ];
        string[] codes = ["line 2, position 11", "line 2, position 11", "line 1", "line 5"];
        for (var i = 0; i < bodies.Length; i++)
        {
            using var response = await PostAsync(server.Client, path, bodies[i], "text/tonl");
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
            using var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
            Assert.Equal(400, problem.RootElement.GetProperty("status").GetInt32());
            Assert.Contains(codes[i], problem.RootElement.GetRawText(), StringComparison.Ordinal);
        }
    }

    [Fact(DisplayName = "10.3 ASP.NET [W]: large bodies go both ways, MaxInputLength holds")]
    public async Task LargeBodies()
    {
        var order = Order.Sample with { Lines = [.. Enumerable.Range(0, 100_000).Select(i => new Line(i, "item " + i, i / 4m))] };
        await using (var server = await Server.StartAsync())
        {
            using var content = TonlContent.Create(order);
            using var request = new HttpRequestMessage(HttpMethod.Post, "/orders") { Content = content };
            request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("text/tonl"));
            using var response = await server.Client.SendAsync(request);
            var back = await response.Content.ReadFromTonlAsync<Order>();
            Assert.Equal(order.Lines, back!.Lines);
        }

        await using (var server = await Server.StartAsync(options => options.MaxInputLength = 1000))
        {
            using var content = TonlContent.Create(order);
            using var response = await server.Client.PostAsync("/orders", content);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Contains("1000", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
    }

    [Fact(DisplayName = "10.3 ASP.NET [W]: a connection that breaks inside a body harms nobody else")]
    public async Task BrokenConnection()
    {
        await using var server = await Server.StartAsync();
        foreach (var path in new[] { "/orders", "/mini/total" })
        {
            using var socket = new TcpClient();
            await socket.ConnectAsync(server.Client.BaseAddress!.Host, server.Client.BaseAddress.Port);
            var head = $"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/tonl\r\nContent-Length: 10000\r\n\r\nroot{{Number}}:\n";
            await socket.GetStream().WriteAsync(Encoding.ASCII.GetBytes(head));
        }

        using var content = TonlContent.Create(Order.Sample);
        using var response = await server.Client.PostAsync("/orders", content);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
    }

    [Fact(DisplayName = "10.3 HttpContent [W]: the client's cancellation ends a request")]
    public async Task Cancellation()
    {
        await using var server = await Server.StartAsync();
        using var cancelled = new CancellationTokenSource();
        using var content = TonlContent.Create(Order.Sample);
        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => server.Client.PostAsync("/orders", content, cancelled.Token));
    }
}
