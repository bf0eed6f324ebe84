// The base of generated contexts, and resolvers put together from several.
using System;
using System.Collections.Generic;

namespace TONL.NET;

/// <summary>A set of type metadata, usually generated.</summary>
public abstract class TonlSerializerContext : ITonlTypeInfoResolver
{
    /// <summary>A context with default options.</summary>
    protected TonlSerializerContext() { }

    /// <summary>A context with options.</summary>
    protected TonlSerializerContext(TonlOptions? options) => Options = options;

    /// <summary>The options of calls that give none.</summary>
    public TonlOptions? Options { get; }

    /// <inheritdoc/>
    public abstract TonlTypeInfo? GetTypeInfo(Type type);

    /// <summary>The metadata of <typeparamref name="T"/>; <see cref="InvalidOperationException"/> where the context has none.</summary>
    public TonlTypeInfo<T> GetTypeInfo<T>() =>
        GetTypeInfo(typeof(T)) as TonlTypeInfo<T>
        ?? throw new InvalidOperationException($"{GetType().Name} has no metadata for {typeof(T)}; add [TonlSerializable(typeof({typeof(T).Name}))]");
}

/// <summary>Puts resolvers together.</summary>
public static class TonlTypeInfoResolver
{
    /// <summary>A resolver that asks the given ones in order; the first that answers wins. Nulls are left out.</summary>
    public static ITonlTypeInfoResolver Combine(params ITonlTypeInfoResolver?[] resolvers)
    {
        ArgumentNullException.ThrowIfNull(resolvers);
        var list = new List<ITonlTypeInfoResolver>();
        foreach (ITonlTypeInfoResolver? resolver in resolvers)
        {
            if (resolver is Combined combined)
            {
                list.AddRange(combined.Resolvers);
            }
            else if (resolver is not null)
            {
                list.Add(resolver);
            }
        }

        return new Combined(list.ToArray());
    }

    private sealed class Combined(ITonlTypeInfoResolver[] resolvers) : ITonlTypeInfoResolver
    {
        public ITonlTypeInfoResolver[] Resolvers => resolvers;

        public TonlTypeInfo? GetTypeInfo(Type type)
        {
            foreach (ITonlTypeInfoResolver resolver in resolvers)
            {
                if (resolver.GetTypeInfo(type) is { } info)
                {
                    return info;
                }
            }

            return null;
        }
    }
}
