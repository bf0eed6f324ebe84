// ASP.NET Core with TONL: controllers answer `Accept: text/tonl`, minimal APIs read and write it, and an HttpClient talks to them.

using System.Linq;
using System.Net.Http;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using TONL.NET;
using TONL.NET.AspNetCore;

namespace Samples;

public record Greeting(string Name, int Times);

[TonlSerializable(typeof(Greeting))]
public partial class GreetingContext : TonlSerializerContext
{
}

public static class WebApi
{
    public static WebApplication Build()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddControllers().AddTonl(options => options.IndentSize = 1);
        var app = builder.Build();
        app.MapControllers();
        app.MapPost("/greet", (TonlBody<Greeting> body) =>
            Results.Extensions.Tonl(body.Value! with { Times = body.Value!.Times + 1 }, GreetingContext.Default.Greeting));
        return app;
    }

    public static async Task<Greeting> CallAsync(HttpClient client)
    {
        using var content = TonlContent.Create(new Greeting("Ada", 1), GreetingContext.Default.Greeting);
        using var response = await client.PostAsync("/greet", content);
        response.EnsureSuccessStatusCode();
        return (await response.Content.ReadFromTonlAsync(GreetingContext.Default.Greeting))!;
    }

    public static async Task<Greeting> RunAsync()
    {
        await using var app = Build();
        await app.StartAsync();
        using var client = new HttpClient { BaseAddress = new System.Uri(app.Urls.First()) };
        return await CallAsync(client);
    }
}
