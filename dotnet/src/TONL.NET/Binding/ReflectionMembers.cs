// Objects by reflection: members (declaration order, base first), attributes, the constructor, derived types. Access is compiled from expressions.
using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using TONL.NET.Metadata;

namespace TONL.NET;

[RequiresUnreferencedCode(ReflectionPlans.Why)]
[RequiresDynamicCode(ReflectionPlans.Why)]
internal static class ReflectionMembers
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private sealed class Found
    {
        public required MemberInfo Member;
        public required Type Type;
        public bool IsIncluded;
        public JsonIgnoreCondition? Ignore;
        public int Slot = -1;

        public string Name => Member.Name;
    }

    public static TonlTypePlan Plan<T>(bool json, bool flat)
    {
        Type type = typeof(T);
        List<Found> members = Members(type, json);
        ConstructorInfo? constructor = Constructor(type, members, json, out bool parameterless);
        TonlSlotInfo[]? slots = null;
        bool setsRequired = constructor?.IsDefined(typeof(SetsRequiredMembersAttribute)) == true;
        if (constructor is not null && !parameterless)
        {
            slots = Slots(constructor, members);
        }

        var info = new TonlObjectInfo<T>
        {
            Members = () => Array.ConvertAll(members.ToArray(), m => Describe<T>(m, json, setsRequired)),
            Create = parameterless ? Creator<T>(constructor) : null,
            CreateWith = slots is null ? null : Maker<T>(constructor!, slots),
            Slots = slots,
            Unmapped = json ? type.GetCustomAttribute<JsonUnmappedMemberHandlingAttribute>(false)?.UnmappedMemberHandling : null,
            DiscriminatorName = flat ? null : DiscriminatorName(type, json),
            UnknownDerivedTypes = JsonPolymorphic(type, json)?.UnknownDerivedTypeHandling ?? default,
            IgnoresUnknownDiscriminators = JsonPolymorphic(type, json)?.IgnoreUnrecognizedTypeDiscriminators ?? false,
            Derived = flat ? null : Derived<T>(json),
        };
        return new ObjectPlan<T>(info);
    }

    // ---- members

    private static List<Found> Members(Type type, bool json)
    {
        var chain = new List<Type>();
        if (type.IsInterface)
        {
            chain.AddRange(type.GetInterfaces());
            chain.Add(type);
        }
        else
        {
            for (Type? t = type; t is not null && t != typeof(object) && t != typeof(ValueType); t = t.BaseType)
            {
                chain.Insert(0, t);
            }
        }

        var result = new List<Found>();
        foreach (Type t in chain)
        {
            foreach (PropertyInfo property in t.GetProperties(Declared))
            {
                if (property.GetIndexParameters().Length == 0 && property.GetMethod is not null)
                {
                    Add(result, property, property.PropertyType, property.GetMethod.IsPublic, json);
                }
            }

            foreach (FieldInfo field in t.GetFields(Declared))
            {
                if (!field.IsDefined(typeof(CompilerGeneratedAttribute), false))
                {
                    Add(result, field, field.FieldType, field.IsPublic, json);
                }
            }
        }

        result.RemoveAll(m => m.Ignore == JsonIgnoreCondition.Always);
        return result;
    }

    private static void Add(List<Found> result, MemberInfo member, Type type, bool isPublic, bool json)
    {
        bool included = member.IsDefined(typeof(TonlIncludeAttribute), true) || (json && member.IsDefined(typeof(JsonIncludeAttribute), true));
        if ((!isPublic && !included) || type.IsByRef)
        {
            return;
        }

        var found = new Found { Member = member, Type = type, IsIncluded = included };
        found.Ignore = member.GetCustomAttribute<TonlIgnoreAttribute>(true)?.Condition;
        if (json)
        {
            found.Ignore ??= member.GetCustomAttribute<JsonIgnoreAttribute>(true)?.Condition;
        }

        int same = result.FindIndex(m => m.Name == member.Name);
        if (same < 0)
        {
            result.Add(found);
        }
        else
        {
            result[same] = found; // overridden or hidden: the derived member, at the base's place
        }
    }

    private static TonlMemberInfo<T> Describe<T>(Found found, bool json, bool setsRequired) =>
        found.Type.IsByRefLike || found.Type.IsPointer || found.Type.IsFunctionPointer ? Unsupported<T>(found) : (TonlMemberInfo<T>)typeof(ReflectionMembers).GetMethod(nameof(DescribeMember), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(typeof(T), found.Type).Invoke(null, [found, json, setsRequired])!;

    /// <summary>A member whose type no generic code can have: met in an object or a text it is an error.</summary>
    private static TonlMemberInfo<T, object> Unsupported<T>(Found found) => new()
    {
        ClrName = found.Name,
        Ignore = found.Ignore,
        NeedsIncludeFields = found.Member is FieldInfo && !found.IsIncluded,
        Plan = () => new CodecPlan<object>(_ => new UnsupportedCodec<object>(found.Type)),
        Get = (ref T _) => found,
        Set = (ref T _, object _) => { },
    };

    private static TonlMemberInfo<T, TMember> DescribeMember<T, TMember>(Found found, bool json, bool setsRequired)
    {
        MemberInfo member = found.Member;
        TonlConverterAttribute? converter = member.GetCustomAttribute<TonlConverterAttribute>(true);
        TonlTypePlan<TMember>? named = converter is null && ReflectionPlans.NamesAlways(member, json) && (Nullable.GetUnderlyingType(found.Type) ?? found.Type).IsEnum
            ? (TonlTypePlan<TMember>)ReflectionPlans.Named(found.Type)
            : null;
        bool required = (!setsRequired && member.IsDefined(typeof(RequiredMemberAttribute), false)) || (json && member.IsDefined(typeof(JsonRequiredAttribute), true));
        var declared = new BoundPlan<TMember>();
        return new TonlMemberInfo<T, TMember>
        {
            ClrName = member.Name,
            Name = member.GetCustomAttribute<TonlPropertyNameAttribute>(true)?.Name ?? (json ? member.GetCustomAttribute<JsonPropertyNameAttribute>(true)?.Name : null),
            Order = member.GetCustomAttribute<TonlPropertyOrderAttribute>(true)?.Order ?? (json ? member.GetCustomAttribute<JsonPropertyOrderAttribute>(true)?.Order : null) ?? 0,
            Ignore = found.Ignore,
            Required = required,
            NeedsIncludeFields = member is FieldInfo && !found.IsIncluded && !IsTuple(typeof(T)),
            IsExtensionData = member.IsDefined(typeof(TonlExtensionDataAttribute), true) || (json && member.IsDefined(typeof(JsonExtensionDataAttribute), true)),
            Slot = found.Slot,
            Plan = () => named ?? declared,
            Converter = converter is null ? null : () => ReflectionPlans.NewConverter(converter.ConverterType),
            Get = Getter<T, TMember>(member),
            Set = Setter<T, TMember>(found),
        };
    }

    private static bool IsTuple(Type type) => type.IsValueType && typeof(ITuple).IsAssignableFrom(type);

    private static TonlGetter<T, TMember> Getter<T, TMember>(MemberInfo member)
    {
        ParameterExpression parent = Expression.Parameter(typeof(T).MakeByRefType(), "parent");
        Expression target = Target<T>(member, parent);
        return Expression.Lambda<TonlGetter<T, TMember>>(Access(target, member), parent).Compile();
    }

    private static TonlSetter<T, TMember>? Setter<T, TMember>(Found found)
    {
        bool can = found.Member switch
        {
            PropertyInfo property => property.SetMethod is { } set && (set.IsPublic || found.IsIncluded),
            FieldInfo field => !field.IsInitOnly && !field.IsLiteral,
            _ => false,
        };
        if (!can)
        {
            return null;
        }

        ParameterExpression parent = Expression.Parameter(typeof(T).MakeByRefType(), "parent");
        ParameterExpression value = Expression.Parameter(typeof(TMember), "value");
        return Expression.Lambda<TonlSetter<T, TMember>>(Expression.Assign(Access(Target<T>(found.Member, parent), found.Member), value), parent, value).Compile();
    }

    private static Expression Target<T>(MemberInfo member, ParameterExpression parent) =>
        member.DeclaringType == typeof(T) || typeof(T).IsValueType ? parent : Expression.Convert(parent, member.DeclaringType!);

    private static MemberExpression Access(Expression target, MemberInfo member) =>
        member is PropertyInfo property ? Expression.Property(target, property) : Expression.Field(target, (FieldInfo)member);

    // ---- construction

    private static ConstructorInfo? Constructor(Type type, List<Found> members, bool json, out bool parameterless)
    {
        parameterless = false;
        if (type.IsAbstract || type.IsInterface)
        {
            return null;
        }

        ConstructorInfo[] all = type.GetConstructors(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);
        ConstructorInfo? marked = Marked(type, all, c => c.IsDefined(typeof(TonlConstructorAttribute), false))
            ?? (json ? Marked(type, all, c => c.IsDefined(typeof(JsonConstructorAttribute), false)) : null);
        if (marked is not null)
        {
            parameterless = marked.GetParameters().Length == 0;
            return marked;
        }

        ConstructorInfo[] open = Array.FindAll(all, c => c.IsPublic);
        ConstructorInfo? empty = Array.Find(open, c => c.GetParameters().Length == 0);
        ConstructorInfo? best = null;
        foreach (ConstructorInfo candidate in open)
        {
            if (candidate.GetParameters().Length > (best?.GetParameters().Length ?? 0) && Array.TrueForAll(candidate.GetParameters(), p => Match(members, p) is not null))
            {
                best = candidate;
            }
        }

        // a struct without setters can only be made by its constructor
        bool readOnlyStruct = type.IsValueType && empty is null && best is not null
            && members.Exists(m => m.Member is PropertyInfo { SetMethod: null } or FieldInfo { IsInitOnly: true } && Array.Exists(best.GetParameters(), p => Match(members, p) == m));
        if (empty is not null || (type.IsValueType && !readOnlyStruct))
        {
            parameterless = true;
            return empty;
        }

        return open.Length == 1 ? open[0] : best;
    }

    private static ConstructorInfo? Marked(Type type, ConstructorInfo[] all, Predicate<ConstructorInfo> isMarked)
    {
        ConstructorInfo[] marked = Array.FindAll(all, isMarked);
        return marked.Length > 1 ? throw new InvalidOperationException($"more than one constructor of {type} is marked") : marked.Length == 1 ? marked[0] : null;
    }

    private static Found? Match(List<Found> members, ParameterInfo parameter) =>
        members.Find(m => string.Equals(m.Name, parameter.Name, StringComparison.OrdinalIgnoreCase) && m.Type == parameter.ParameterType);

    private static TonlSlotInfo[] Slots(ConstructorInfo constructor, List<Found> members)
    {
        ParameterInfo[] parameters = constructor.GetParameters();
        var slots = new TonlSlotInfo[parameters.Length];
        for (int i = 0; i < parameters.Length; i++)
        {
            Found? member = Match(members, parameters[i]);
            if (member is not null)
            {
                member.Slot = i;
            }

            slots[i] = (TonlSlotInfo)typeof(ReflectionMembers).GetMethod(nameof(NewSlot), BindingFlags.NonPublic | BindingFlags.Static)!
                .MakeGenericMethod(parameters[i].ParameterType).Invoke(null, [parameters[i], member is null ? -1 : members.IndexOf(member)])!;
        }

        return slots;
    }

    private static TonlSlotInfo NewSlot<T>(ParameterInfo parameter, int member)
    {
        T? value = default;
        if (parameter.HasDefaultValue && parameter.DefaultValue is { } given)
        {
            Type type = Nullable.GetUnderlyingType(typeof(T)) ?? typeof(T);
            value = type.IsEnum ? (T)Enum.ToObject(type, given) : (T)given;
        }

        return new TonlSlotInfo<T> { Name = parameter.Name!, Member = member, Default = value };
    }

    private static Func<T> Creator<T>(ConstructorInfo? constructor) =>
        Expression.Lambda<Func<T>>(constructor is null ? Expression.Default(typeof(T)) : Expression.New(constructor)).Compile();

    private static Func<TonlSlots, T> Maker<T>(ConstructorInfo constructor, TonlSlotInfo[] slots)
    {
        ParameterExpression values = Expression.Parameter(typeof(TonlSlots), "slots");
        MethodInfo get = typeof(TonlSlots).GetMethod(nameof(TonlSlots.Get))!;
        var arguments = new Expression[slots.Length];
        for (int i = 0; i < slots.Length; i++)
        {
            arguments[i] = Expression.Call(values, get.MakeGenericMethod(slots[i].SlotType), Expression.Constant(i));
        }

        return Expression.Lambda<Func<TonlSlots, T>>(Expression.New(constructor, arguments), values).Compile();
    }

    // ---- derived types

    private static string? DiscriminatorName(Type type, bool json) =>
        type.GetCustomAttribute<TonlPolymorphicAttribute>(false)?.DiscriminatorName
        ?? JsonPolymorphic(type, json)?.TypeDiscriminatorPropertyName;

    private static JsonPolymorphicAttribute? JsonPolymorphic(Type type, bool json) => json ? type.GetCustomAttribute<JsonPolymorphicAttribute>(false) : null;

    private static TonlDerivedInfo<T>[]? Derived<T>(bool json)
    {
        var list = new List<(Type Type, object? Discriminator)>();
        foreach (TonlDerivedTypeAttribute attribute in typeof(T).GetCustomAttributes<TonlDerivedTypeAttribute>(false))
        {
            list.Add((attribute.DerivedType, attribute.Discriminator));
        }

        if (list.Count == 0 && json)
        {
            foreach (JsonDerivedTypeAttribute attribute in typeof(T).GetCustomAttributes<JsonDerivedTypeAttribute>(false))
            {
                list.Add((attribute.DerivedType, attribute.TypeDiscriminator));
            }
        }

        if (list.Count == 0)
        {
            return null;
        }

        var seen = new HashSet<object>();
        var result = new List<TonlDerivedInfo<T>>();
        foreach ((Type type, object? discriminator) in list)
        {
            if (!typeof(T).IsAssignableFrom(type))
            {
                throw new InvalidOperationException($"{type} does not derive from {typeof(T)}");
            }

            if (discriminator is not null && !seen.Add(discriminator))
            {
                throw new InvalidOperationException($"the discriminator `{discriminator}` of {typeof(T)} is used twice");
            }

            result.Add((TonlDerivedInfo<T>)typeof(ReflectionMembers).GetMethod(nameof(NewDerived), BindingFlags.NonPublic | BindingFlags.Static)!
                .MakeGenericMethod(typeof(T), type).Invoke(null, [discriminator, json])!);
        }

        return [.. result];
    }

    private static TonlDerivedInfo<TBase, TDerived> NewDerived<TBase, TDerived>(object? discriminator, bool json)
        where TDerived : TBase => new() { Discriminator = discriminator, Plan = () => ReflectionPlans.Flat<TDerived>(json) };
}

/// <summary>A member's declared type: found through the binding, so that resolvers of the options are asked.</summary>
internal sealed class BoundPlan<T> : TonlTypePlan<T>
{
    internal override TonlCodec<T> NewCodec(TonlBinding binding) => binding.PlanOf<T>().Codec(binding);
}
