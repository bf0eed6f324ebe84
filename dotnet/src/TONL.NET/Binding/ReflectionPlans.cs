// Plans filled at run time: which family a type belongs to. Objects are described in ReflectionMembers, collections in ReflectionCollections.
// Each type is looked at once per application (and once more without the attributes of System.Text.Json).
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using TONL.NET.Metadata;

namespace TONL.NET;

[RequiresUnreferencedCode(Why)]
[RequiresDynamicCode(Why)]
internal static class ReflectionPlans
{
    public const string Why = "Types are looked at by reflection; use a TonlTypeInfo<T> of a generated context where code is trimmed or compiled ahead of time.";

    private const BindingFlags Own = BindingFlags.NonPublic | BindingFlags.Static;

    private static readonly ConcurrentDictionary<(Type Type, bool Json, bool Flat), TonlTypePlan> s_plans = new();

    public static TonlTypePlan For(Type type, bool json) => Find(type, json, flat: false);

    public static TonlTypePlan<T> For<T>(bool json) => (TonlTypePlan<T>)For(typeof(T), json);

    /// <summary>A derived type as such, without derived types of its own.</summary>
    public static TonlTypePlan<T> Flat<T>(bool json) => (TonlTypePlan<T>)Find(typeof(T), json, flat: true);

    /// <summary>Calls a generic method of a plan-making class with run-time types.</summary>
    public static TonlTypePlan Call(Type owner, string method, Type[] types, params object?[] arguments)
    {
        try
        {
            return (TonlTypePlan)owner.GetMethod(method, Own | BindingFlags.Public)!.MakeGenericMethod(types).Invoke(null, arguments)!;
        }
        catch (TargetInvocationException e) when (e.InnerException is not null)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(e.InnerException);
            throw;
        }
    }

    private static TonlTypePlan Find(Type type, bool json, bool flat)
    {
        (Type, bool, bool) key = (type, json, flat);
        return s_plans.TryGetValue(key, out TonlTypePlan? plan) ? plan : s_plans.GetOrAdd(key, Make(type, json, flat));
    }

    private static TonlTypePlan Make(Type type, bool json, bool flat)
    {
        if (type.IsGenericTypeDefinition || type.ContainsGenericParameters)
        {
            throw new InvalidOperationException($"{type} is an open generic type");
        }

        if (type.IsPointer || type.IsFunctionPointer || type.IsByRefLike || type.IsByRef || type == typeof(void))
        {
            throw new TonlException($"{type} cannot be written or read", ErrorCodes.Unsupported, 0, 0);
        }

        if (type.GetCustomAttribute<TonlConverterAttribute>(false) is { } converter)
        {
            return Call(typeof(ReflectionPlans), nameof(OfConverter), [type], converter.ConverterType);
        }

        if (BuiltInPlans.Find(type) is { } builtIn)
        {
            return builtIn;
        }

        if (type.IsEnum)
        {
            return Call(typeof(ReflectionPlans), nameof(OfEnum), [type], NamesAlways(type, json));
        }

        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return Call(typeof(ReflectionPlans), nameof(OfNullable), [inner], json);
        }

        if (IsUnsupported(type))
        {
            return Call(typeof(ReflectionPlans), nameof(OfUnsupported), [type]);
        }

        return ReflectionCollections.Find(type, json) ?? Call(typeof(ReflectionMembers), nameof(ReflectionMembers.Plan), [type], json, flat);
    }

    /// <summary>An enum or member marked with JsonStringEnumConverter.</summary>
    public static bool NamesAlways(MemberInfo member, bool json)
    {
        if (!json || member.GetCustomAttribute<JsonConverterAttribute>(false)?.ConverterType is not { } converter)
        {
            return false;
        }

        return converter == typeof(JsonStringEnumConverter) || (converter.IsGenericType && converter.GetGenericTypeDefinition() == typeof(JsonStringEnumConverter<>));
    }

    /// <summary>The plan of an enum or nullable enum that is written by name.</summary>
    public static TonlTypePlan Named(Type type) => Nullable.GetUnderlyingType(type) is { } inner
        ? Call(typeof(ReflectionPlans), nameof(OfNullableEnum), [inner])
        : Call(typeof(ReflectionPlans), nameof(OfEnum), [type], true);

    public static TonlConverter NewConverter([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) =>
        Activator.CreateInstance(type) as TonlConverter ?? throw new InvalidOperationException($"{type} does not derive from TonlConverter");

    private static bool IsUnsupported(Type type) =>
        (type.IsArray && !type.IsSZArray) || typeof(Delegate).IsAssignableFrom(type) || typeof(MemberInfo).IsAssignableFrom(type) || typeof(Assembly).IsAssignableFrom(type)
        || typeof(SafeHandle).IsAssignableFrom(type) || typeof(CriticalHandle).IsAssignableFrom(type) || (type.IsArray && (type.GetElementType()!.IsPointer || type.GetElementType()!.IsFunctionPointer));

    private static TonlTypePlan OfConverter<T>([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)] Type type) =>
        TonlPlans.Converter<T>(() => NewConverter(type));

    private static TonlTypePlan OfEnum<T>(bool names)
        where T : struct, Enum => TonlPlans.Enum<T>(names, MemberNames<T>());

    private static TonlTypePlan OfNullable<T>(bool json)
        where T : struct => new CodecPlan<T?>(b => new NullableCodec<T>(b.PlanOf<T>().Codec(b)));

    private static TonlTypePlan OfNullableEnum<T>()
        where T : struct, Enum => TonlPlans.Nullable(TonlPlans.Enum<T>(true, MemberNames<T>()));

    /// <summary>The names of JsonStringEnumMemberName by the CLR names; null where there is none.</summary>
    private static Dictionary<string, string>? MemberNames<T>()
        where T : struct, Enum
    {
        Dictionary<string, string>? names = null;
        foreach (FieldInfo field in typeof(T).GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            if (field.GetCustomAttribute<JsonStringEnumMemberNameAttribute>() is { } attribute)
            {
                (names ??= []).Add(field.Name, attribute.Name);
            }
        }

        return names;
    }

    private static TonlTypePlan OfUnsupported<T>() => TonlPlans.Unsupported<T>();
}
