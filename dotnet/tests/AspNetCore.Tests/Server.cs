// A real Kestrel server on a free port, with MVC and minimal APIs, and a real HTTP client.

using System;
using System.Net.Http;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace TONL.NET.AspNetCore.Tests;

public sealed class Server : IAsyncDisposable
{
    private readonly WebApplication _app;

    private Server(WebApplication app)
    {
        _app = app;
        Client = new HttpClient { BaseAddress = new Uri(System.Linq.Enumerable.First(app.Urls)), Timeout = TimeSpan.FromSeconds(30) };
    }

    public HttpClient Client { get; }

    public static async Task<Server> StartAsync(Action<TonlOptions>? configure = null)
    {
        var builder = WebApplication.CreateBuilder(new WebApplicationOptions { EnvironmentName = "Production" });
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddControllers().AddApplicationPart(typeof(Server).Assembly).AddTonl(configure);
        var app = builder.Build();
        app.MapControllers();
        app.MapGet("/mini/order", () => Results.Extensions.Tonl(Order.Sample));
        app.MapGet("/mini/generated", () => Results.Extensions.Tonl(Order.Sample, ShopContext.Default.Order, statusCode: 201, contentType: "application/tonl"));
        app.MapPost("/mini/total", (TonlBody<Order> body) => Results.Extensions.Tonl(body.Value!.Total()));
        app.MapPost("/mini/by-hand", async (HttpRequest request) =>
            Results.Extensions.Tonl((await request.ReadFromTonlAsync(ShopContext.Default.Order))!.Total()));
        await app.StartAsync();
        return new Server(app);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.DisposeAsync();
    }
}

[ApiController]
[Route("orders")]
public class OrdersController : ControllerBase
{
    [HttpGet]
    public Order Get() => Order.Sample;

    [HttpGet("all")]
    public System.Collections.Generic.IEnumerable<Line> All() => Order.Sample.Lines;

    [HttpPost]
    public ActionResult<Order> Post(Order order) => new Order(order.Number + 1, order.Customer, order.Lines);
}
