// The plans that generated code is made of: closed generic calls, no reflection. Collections and dictionaries take delegates that build them.
using System;
using System.Collections.Generic;
using System.ComponentModel;

namespace TONL.NET.Metadata;

/// <summary>For generated code: makes plans.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class TonlPlans
{
    /// <summary>Built-in types: numbers, bool, char, string, dates, Guid, Uri, Version, byte[], Memory of bytes, object, JsonNode and its kin, JsonElement, JsonDocument.</summary>
    public static TonlTypePlan<T> Scalar<T>() =>
        BuiltInPlans.Find(typeof(T)) as TonlTypePlan<T> ?? throw new InvalidOperationException($"{typeof(T)} is not a built-in type");

    /// <summary>
    /// An enum; <paramref name="namesAlways"/> for one marked to be written by name, <paramref name="names"/> for members with names of their own.
    /// </summary>
    public static TonlTypePlan<T> Enum<T>(bool namesAlways = false, Dictionary<string, string>? names = null)
        where T : struct, Enum => new CodecPlan<T>(b => new EnumCodec<T>(namesAlways && b.HonorJson, b.HonorJson ? names : null));

    /// <summary>A nullable value type.</summary>
    public static TonlTypePlan<T?> Nullable<T>(TonlTypePlan<T> inner)
        where T : struct => new CodecPlan<T?>(b => new NullableCodec<T>(inner.Codec(b)));

    /// <summary>An array.</summary>
    public static TonlTypePlan<T[]> Array<T>(Func<TonlTypePlan<T>> element) => new CodecPlan<T[]>(b => new ArrayCodec<T>(b, element));

    /// <summary>A list.</summary>
    public static TonlTypePlan<List<T>> List<T>(Func<TonlTypePlan<T>> element) => new CodecPlan<List<T>>(b => new ListCodec<T>(b, element));

    /// <summary>A memory of anything but bytes.</summary>
    public static TonlTypePlan<Memory<T>> Memory<T>(Func<TonlTypePlan<T>> element) => new CodecPlan<Memory<T>>(b => new MemoryCodec<Memory<T>, T>(b, element, v => v, v => v));

    /// <summary>A read-only memory of anything but bytes.</summary>
    public static TonlTypePlan<ReadOnlyMemory<T>> ReadOnlyMemory<T>(Func<TonlTypePlan<T>> element) =>
        new CodecPlan<ReadOnlyMemory<T>>(b => new MemoryCodec<ReadOnlyMemory<T>, T>(b, element, v => v, v => v));

    /// <summary>Any other sequence; <paramref name="create"/> takes the elements in order, null = it can only be written.</summary>
    public static TonlTypePlan<TCollection> Collection<TCollection, T>(Func<TonlTypePlan<T>> element, Func<List<T>, TCollection>? create)
        where TCollection : IEnumerable<T> => new CodecPlan<TCollection>(b => new SequenceCodec<TCollection, T>(b, element, create));

    /// <summary>A dictionary; <paramref name="create"/> takes the members in order (a name given twice comes twice), null = it can only be written.</summary>
    public static TonlTypePlan<TDictionary> Dictionary<TDictionary, TKey, TValue>(
        Func<TonlTypePlan<TKey>> key, Func<TonlTypePlan<TValue>> value, Func<List<KeyValuePair<TKey, TValue>>, TDictionary>? create)
        where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>> =>
        new CodecPlan<TDictionary>(b => new DictionaryCodec<TDictionary, TKey, TValue>(b, key, value, create));

    /// <summary>An object type; <paramref name="withoutJson"/> where it is another one without the attributes of System.Text.Json.</summary>
    public static TonlTypePlan<T> Object<T>(TonlObjectInfo<T> info, Func<TonlObjectInfo<T>>? withoutJson = null) => new ObjectPlan<T>(info, withoutJson);

    /// <summary>A type with a converter of its own.</summary>
    public static TonlTypePlan<T> Converter<T>(Func<TonlConverter> converter) => new CodecPlan<T>(_ => ConverterCodecMaker<T>.Codec(converter()));

    /// <summary>A type that cannot be written or read: <c>E_UNSUPPORTED</c> when it is met.</summary>
    public static TonlTypePlan<T> Unsupported<T>() => new CodecPlan<T>(_ => new UnsupportedCodec<T>());
}

internal sealed class CodecPlan<T>(Func<TonlBinding, TonlCodec<T>> make) : TonlTypePlan<T>
{
    internal override TonlCodec<T> NewCodec(TonlBinding binding) => make(binding);
}

internal sealed class ObjectPlan<T>(TonlObjectInfo<T> info, Func<TonlObjectInfo<T>>? withoutJson = null) : TonlTypePlan<T>
{
    internal override TonlCodec<T> NewCodec(TonlBinding binding)
    {
        TonlObjectInfo<T> bound = binding.HonorJson || withoutJson is null ? info : withoutJson();
        return bound is { Derived.Length: > 0, Polymorphic: { } make } ? make(bound, binding) : ObjectCodec.Make(bound, binding);
    }
}
