// Plans of the built-in types, by type; also closed dictionaries and lists of dynamic values, so that they need no reflection.
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Nodes;
using TONL.NET.Metadata;

namespace TONL.NET;

internal static class BuiltInPlans
{
    private static readonly ConcurrentDictionary<Type, TonlTypePlan?> s_plans = new();

    public static TonlTypePlan? Find(Type type) => s_plans.TryGetValue(type, out TonlTypePlan? plan) ? plan : s_plans.GetOrAdd(type, Make);

    private static CodecPlan<T> Of<T>(TonlCodec<T> codec) => new(_ => codec);

    private static TonlTypePlan? Make(Type type)
    {
        if (type.IsEnum)
        {
            return null;
        }

        switch (Type.GetTypeCode(type))
        {
            case TypeCode.Boolean:
                return Of(new BooleanCodec());
            case TypeCode.Char:
                return Of(new CharCodec());
            case TypeCode.SByte:
                return Of(new SByteCodec());
            case TypeCode.Byte:
                return Of(new ByteCodec());
            case TypeCode.Int16:
                return Of(new Int16Codec());
            case TypeCode.UInt16:
                return Of(new UInt16Codec());
            case TypeCode.Int32:
                return Of(new Int32Codec());
            case TypeCode.UInt32:
                return Of(new UInt32Codec());
            case TypeCode.Int64:
                return Of(new Int64Codec());
            case TypeCode.UInt64:
                return Of(new UInt64Codec());
            case TypeCode.Single:
                return Of(new SingleCodec());
            case TypeCode.Double:
                return Of(new DoubleCodec());
            case TypeCode.Decimal:
                return Of(new DecimalCodec());
            case TypeCode.DateTime:
                return Of(new DateTimeCodec());
            case TypeCode.String:
                return Of(new StringCodec());
            default:
                return MakeOther(type);
        }
    }

    private static TonlTypePlan? MakeOther(Type type)
    {
        if (type == typeof(object))
        {
            return Of(new DynamicCodec());
        }

        if (type == typeof(Guid))
        {
            return Of(new GuidCodec());
        }

        if (type == typeof(DateTimeOffset))
        {
            return Of(new DateTimeOffsetCodec());
        }

        if (type == typeof(DateOnly))
        {
            return Of(new DateOnlyCodec());
        }

        if (type == typeof(TimeOnly))
        {
            return Of(new TimeOnlyCodec());
        }

        if (type == typeof(TimeSpan))
        {
            return Of(new TimeSpanCodec());
        }

        if (type == typeof(BigInteger))
        {
            return Of(new BigIntegerCodec());
        }

        if (type == typeof(Int128))
        {
            return Of(new Int128Codec());
        }

        if (type == typeof(UInt128))
        {
            return Of(new UInt128Codec());
        }

        if (type == typeof(Half))
        {
            return Of(new HalfCodec());
        }

        if (type == typeof(nint))
        {
            return Of(new IntPtrCodec());
        }

        if (type == typeof(nuint))
        {
            return Of(new UIntPtrCodec());
        }

        return MakeReference(type);
    }

    private static TonlTypePlan? MakeReference(Type type)
    {
        if (type == typeof(byte[]))
        {
            return Of(new BytesCodec<byte[]>(v => v is null ? default(ReadOnlyMemory<byte>?) : v, v => v));
        }

        if (type == typeof(Memory<byte>))
        {
            return Of(new BytesCodec<Memory<byte>>(v => v, v => v));
        }

        if (type == typeof(ReadOnlyMemory<byte>))
        {
            return Of(new BytesCodec<ReadOnlyMemory<byte>>(v => v, v => v));
        }

        if (type == typeof(Uri))
        {
            return Of(new StringFormCodec<Uri>("a URI", v => v.OriginalString, s => Uri.TryCreate(s, UriKind.RelativeOrAbsolute, out Uri? uri) ? uri : null));
        }

        if (type == typeof(Version))
        {
            return Of(new StringFormCodec<Version>("a version", v => v.ToString(), s => Version.TryParse(s, out Version? version) ? version : null));
        }

        if (type == typeof(JsonElement))
        {
            return Of(new JsonCodec<JsonElement>((v, w) => Write(v, w), m => JsonValues.ParseElement(m)));
        }

        if (type == typeof(JsonDocument))
        {
            return Of(new JsonCodec<JsonDocument>((v, w) => v.WriteTo(w), m => JsonValues.ParseDocument(m)));
        }

        if (typeof(JsonNode).IsAssignableFrom(type))
        {
            return MakeNode(type);
        }

        return MakeDynamic(type);
    }

    private static void Write(JsonElement element, Utf8JsonWriter writer)
    {
        if (element.ValueKind == JsonValueKind.Undefined)
        {
            writer.WriteNullValue();
        }
        else
        {
            element.WriteTo(writer);
        }
    }

    private static TonlTypePlan MakeNode(Type type)
    {
        if (type == typeof(JsonObject))
        {
            return Of(new JsonCodec<JsonObject>((v, w) => v.WriteTo(w), m => As<JsonObject>(JsonValues.ParseNode(m))));
        }

        if (type == typeof(JsonArray))
        {
            return Of(new JsonCodec<JsonArray>((v, w) => v.WriteTo(w), m => As<JsonArray>(JsonValues.ParseNode(m))));
        }

        if (typeof(JsonValue).IsAssignableFrom(type))
        {
            return Of(new JsonCodec<JsonValue>((v, w) => v.WriteTo(w), m => As<JsonValue>(JsonValues.ParseNode(m))));
        }

        return Of(new JsonCodec<JsonNode>((v, w) => v.WriteTo(w), m => JsonValues.ParseNode(m)));
    }

    private static T? As<T>(JsonNode? node)
        where T : JsonNode => node is null ? null : node as T ?? throw new TonlException($"a {typeof(T).Name} expected", ErrorCodes.Type, 0, 0);

    private static TonlTypePlan? MakeDynamic(Type type)
    {
        TonlTypePlan<object?> any() => (TonlTypePlan<object?>)(object)Find(typeof(object))!;
        TonlTypePlan<string> text() => (TonlTypePlan<string>)Find(typeof(string))!;
        if (type == typeof(Dictionary<string, object?>))
        {
            return TonlPlans.Dictionary<Dictionary<string, object?>, string, object?>(text, any, Fill);
        }

        if (type == typeof(IDictionary<string, object?>))
        {
            return TonlPlans.Dictionary<IDictionary<string, object?>, string, object?>(text, any, Fill);
        }

        if (type == typeof(List<object?>))
        {
            return TonlPlans.List(any);
        }

        if (type == typeof(List<Dictionary<string, object?>>))
        {
            return TonlPlans.List(() => (TonlTypePlan<Dictionary<string, object?>>)Find(typeof(Dictionary<string, object?>))!);
        }

        return MakeUntyped(type);
    }

    private static TonlTypePlan? MakeUntyped(Type type)
    {
        if (type == typeof(IEnumerable))
        {
            return Of(new UntypedCodec<IEnumerable>(Items));
        }

        if (type == typeof(ICollection))
        {
            return Of(new UntypedCodec<ICollection>(Items));
        }

        if (type == typeof(IList))
        {
            return Of(new UntypedCodec<IList>(Items));
        }

        if (type == typeof(ArrayList))
        {
            return Of(new UntypedCodec<ArrayList>(value => new ArrayList(Items(value))));
        }

        if (type == typeof(IDictionary))
        {
            return Of(new UntypedCodec<IDictionary>(value => (IDictionary?)value));
        }

        return type == typeof(Hashtable) ? Of(new UntypedCodec<Hashtable>(value => new Hashtable((IDictionary)value!))) : null;
    }

    private static List<object?> Items(object? value)
    {
        var items = new List<object?>();
        foreach (object? item in (IEnumerable)value!)
        {
            items.Add(item);
        }

        return items;
    }

    private static Dictionary<string, object?> Fill(List<KeyValuePair<string, object?>> items)
    {
        var result = new Dictionary<string, object?>(items.Count);
        foreach ((string key, object? value) in items)
        {
            result[key] = value;
        }

        return result;
    }
}
