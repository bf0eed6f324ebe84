// What plans look like under options: names by policy, order, converters. Options with the same settings share one binding, so that each type is
// bound once per application, not once per options object. Plain = the defaults: only then do generated writers run.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading;

namespace TONL.NET.Metadata;

internal sealed class TonlBinding
{
    // read without a lock, copied to be changed: few writes, and no code for concurrent dictionaries in small programs
    private static TonlBinding[] s_shared = [];
    private static readonly Lock s_lock = new();

    private Dictionary<TonlTypePlan, TonlCodec> _codecs = [];
    private Dictionary<Type, TonlTypePlan> _plans = [];
    private readonly TonlConverter[] _converters;
    private readonly ITonlTypeInfoResolver? _resolver;

    private TonlBinding(TonlOptions options)
    {
        NamingPolicy = options.PropertyNamingPolicy;
        DefaultIgnore = options.DefaultIgnoreCondition;
        IncludeFields = options.IncludeFields;
        HonorJson = options.HonorJsonAttributes;
        Sorted = options.KeyOrder == TonlKeyOrder.Sorted;
        _converters = [.. options.Converters];
        _resolver = options.TypeInfoResolver;
        IsPlain = NamingPolicy is null && DefaultIgnore == JsonIgnoreCondition.Never && !IncludeFields && HonorJson && Sorted && _converters.Length == 0;
    }

    public JsonNamingPolicy? NamingPolicy { get; }

    public JsonIgnoreCondition DefaultIgnore { get; }

    public bool IncludeFields { get; }

    public bool HonorJson { get; }

    public bool Sorted { get; }

    public bool IsPlain { get; }

    /// <summary>Converters of the options: then no generated handler reads, since it knows none of them.</summary>
    public bool HasConverters => _converters.Length > 0;

    public static TonlBinding For(TonlOptions options)
    {
        if (options.HasConverters)
        {
            return new TonlBinding(options);
        }

        if (Array.Find(Volatile.Read(ref s_shared), binding => binding.IsFor(options)) is { } known)
        {
            return known;
        }

        lock (s_lock)
        {
            TonlBinding binding = Array.Find(s_shared, binding => binding.IsFor(options)) ?? new TonlBinding(options);
            if (s_shared.Length < 256 && Array.IndexOf(s_shared, binding) < 0) // options with ever new policies do not fill the memory
            {
                Volatile.Write(ref s_shared, [.. s_shared, binding]);
            }

            return binding;
        }
    }

    private bool IsFor(TonlOptions options) =>
        NamingPolicy == options.PropertyNamingPolicy && DefaultIgnore == options.DefaultIgnoreCondition && IncludeFields == options.IncludeFields
        && HonorJson == options.HonorJsonAttributes && Sorted == (options.KeyOrder == TonlKeyOrder.Sorted) && _resolver == options.TypeInfoResolver;

    public TonlCodec<T> Codec<T>(TonlTypePlan<T> plan)
    {
        if (Volatile.Read(ref _codecs).TryGetValue(plan, out TonlCodec? codec))
        {
            return (TonlCodec<T>)codec;
        }

        TonlCodec<T> made = FindConverter(typeof(T)) is { } converter ? ConverterCodecMaker<T>.Codec(converter) : plan.NewCodec(this);
        return (TonlCodec<T>)Keep(ref _codecs, plan, made);
    }

    /// <summary>The codec of a type known only at run time: from the resolver, the built-in scalars, or by reflection.</summary>
    public TonlCodec CodecOf(Type type) => PlanOf(type).UntypedCodec(this);

    public TonlTypePlan PlanOf(Type type)
    {
        return Volatile.Read(ref _plans).TryGetValue(type, out TonlTypePlan? plan) ? plan : Keep(ref _plans, type, FindPlan(type));
    }

    /// <summary>Adds an entry to a copy, unless another thread was faster; the entry that stays.</summary>
    private static TValue Keep<TKey, TValue>(ref Dictionary<TKey, TValue> all, TKey key, TValue value)
        where TKey : class
    {
        lock (s_lock)
        {
            if (all.TryGetValue(key, out TValue? known))
            {
                return known;
            }

            Volatile.Write(ref all, new Dictionary<TKey, TValue>(all) { [key] = value });
            return value;
        }
    }

    public TonlTypePlan<T> PlanOf<T>() => (TonlTypePlan<T>)PlanOf(typeof(T));

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Reflection is used only where no resolver is set; entry points that allow that carry the attributes.")]
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "As above.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "As above.")]
    private TonlTypePlan FindPlan(Type type)
    {
        if (_resolver?.GetTypeInfo(type) is { } info)
        {
            return info.UntypedPlan;
        }

        if (BuiltInPlans.Find(type) is { } builtIn)
        {
            return builtIn;
        }

        if (_resolver is not null)
        {
            throw new InvalidOperationException($"the TypeInfoResolver of the options has no metadata for {type}");
        }

        if (!RuntimeFeature.IsDynamicCodeSupported)
        {
            throw new InvalidOperationException($"there is no reflection in this program: no metadata for {type}; register it in a TonlSerializerContext");
        }

        return ReflectionPlans.For(type, HonorJson);
    }

    /// <summary>The codec of a built-in type, or null.</summary>
    public TonlCodec? BuiltInOf(Type type) => BuiltInPlans.Find(type)?.UntypedCodec(this);

    /// <summary>Whether a converter of the options takes the type.</summary>
    public bool Converts(Type type) => FindConverter(type) is not null;

    /// <summary>Whether a type met at run time has no metadata and reflection is not allowed.</summary>
    public bool KnowsOnlyResolver(Type type) =>
        _resolver is not null ? FindConverter(type) is null && _resolver.GetTypeInfo(type) is null : !System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported;

    private TonlConverter? FindConverter(Type type)
    {
        foreach (TonlConverter converter in _converters)
        {
            if (converter.CanConvert(type))
            {
                return converter;
            }
        }

        return null;
    }
}
