// Registration: services.AddControllers().AddTonl(options => ...). In the namespace of AddControllers, where it is looked for.

using System;
using Microsoft.AspNetCore.Mvc;
using TONL.NET;
using TONL.NET.AspNetCore;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Adds TONL to MVC.</summary>
public static class TonlMvcBuilderExtensions
{
    /// <summary>Adds formatters for <c>text/tonl</c> and <c>application/tonl</c> behind those for JSON.</summary>
    /// <param name="builder">What AddControllers gives.</param>
    /// <param name="configure">Sets the options; null keeps the defaults.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IMvcBuilder AddTonl(this IMvcBuilder builder, Action<TonlOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var options = Options(configure);
        builder.Services.Configure<MvcOptions>(mvc => Add(mvc, options));
        return builder;
    }

    /// <inheritdoc cref="AddTonl(IMvcBuilder, Action{TonlOptions}?)"/>
    public static IMvcCoreBuilder AddTonl(this IMvcCoreBuilder builder, Action<TonlOptions>? configure = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        var options = Options(configure);
        builder.Services.Configure<MvcOptions>(mvc => Add(mvc, options));
        return builder;
    }

    private static TonlOptions Options(Action<TonlOptions>? configure)
    {
        var options = new TonlOptions();
        configure?.Invoke(options);
        options.MakeReadOnly();
        return options;
    }

    private static void Add(MvcOptions mvc, TonlOptions options)
    {
        mvc.InputFormatters.Add(new TonlInputFormatter(options));
        mvc.OutputFormatters.Add(new TonlOutputFormatter(options));
        mvc.FormatterMappings.SetMediaTypeMappingForFormat("tonl", TonlMediaTypes.Text);
    }
}
