// Collections and dictionaries by reflection: the element types, and how each family is built from the elements in order.
using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using System.Reflection;
using TONL.NET.Metadata;

namespace TONL.NET;

[RequiresUnreferencedCode(ReflectionPlans.Why)]
[RequiresDynamicCode(ReflectionPlans.Why)]
internal static class ReflectionCollections
{
    /// <summary>Null for types that are no collections.</summary>
    public static TonlTypePlan? Find(Type type, bool json)
    {
        if (type.IsSZArray)
        {
            return ReflectionPlans.Call(typeof(ReflectionCollections), nameof(OfArray), [type.GetElementType()!], json);
        }

        if (!typeof(IEnumerable).IsAssignableFrom(type))
        {
            return AsyncOrMemory(type);
        }

        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>))
        {
            return ReflectionPlans.Call(typeof(ReflectionCollections), nameof(OfList), type.GetGenericArguments(), json);
        }

        if ((Interface(type, typeof(IDictionary<,>)) ?? Interface(type, typeof(IReadOnlyDictionary<,>))) is { } dictionary)
        {
            Type[] pair = dictionary.GetGenericArguments();
            return ReflectionPlans.Call(typeof(ReflectionCollections), nameof(OfDictionary), [type, pair[0], pair[1]], json);
        }

        if (Interface(type, typeof(IEnumerable<>)) is { } sequence)
        {
            return ReflectionPlans.Call(typeof(ReflectionCollections), nameof(OfSequence), [type, sequence.GetGenericArguments()[0]], json);
        }

        return ReflectionPlans.Call(typeof(ReflectionCollections), nameof(OfUntyped), [type]);
    }

    private static TonlTypePlan? AsyncOrMemory(Type type)
    {
        if (type.IsGenericType && (type.GetGenericTypeDefinition() == typeof(Memory<>) || type.GetGenericTypeDefinition() == typeof(ReadOnlyMemory<>)))
        {
            return ReflectionPlans.Call(
                typeof(ReflectionCollections),
                type.GetGenericTypeDefinition() == typeof(Memory<>) ? nameof(OfMemory) : nameof(OfReadOnlyMemory),
                type.GetGenericArguments());
        }

        return null;
    }

    private static Type? Interface(Type type, Type definition)
    {
        if (type.IsGenericType && type.GetGenericTypeDefinition() == definition)
        {
            return type;
        }

        foreach (Type candidate in type.GetInterfaces())
        {
            if (candidate.IsGenericType && candidate.GetGenericTypeDefinition() == definition)
            {
                return candidate;
            }
        }

        return null;
    }

    // elements are found through the binding, so that a resolver of the options is asked for them too
    private static TonlTypePlan OfArray<T>(bool json) => new CodecPlan<T[]>(b => new ArrayCodec<T>(b, b.PlanOf<T>));

    private static TonlTypePlan OfList<T>(bool json) => new CodecPlan<List<T>>(b => new ListCodec<T>(b, b.PlanOf<T>));

    private static TonlTypePlan OfMemory<T>() => new CodecPlan<Memory<T>>(b => new MemoryCodec<Memory<T>, T>(b, b.PlanOf<T>, v => v, v => v));

    private static TonlTypePlan OfReadOnlyMemory<T>() => new CodecPlan<ReadOnlyMemory<T>>(b => new MemoryCodec<ReadOnlyMemory<T>, T>(b, b.PlanOf<T>, v => v, v => v));

    private static TonlTypePlan OfSequence<TCollection, T>(bool json)
        where TCollection : IEnumerable<T>
    {
        Func<List<T>, TCollection>? create = Maker<TCollection, T>();
        return new CodecPlan<TCollection>(b => new SequenceCodec<TCollection, T>(b, b.PlanOf<T>, create));
    }

    private static TonlTypePlan OfDictionary<TDictionary, TKey, TValue>(bool json)
        where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
        where TKey : notnull
    {
        Func<List<KeyValuePair<TKey, TValue>>, TDictionary>? create = DictionaryMaker<TDictionary, TKey, TValue>();
        return new CodecPlan<TDictionary>(b => new DictionaryCodec<TDictionary, TKey, TValue>(b, b.PlanOf<TKey>, b.PlanOf<TValue>, create));
    }

    private static TonlTypePlan OfUntyped<T>()
        where T : IEnumerable
    {
        Func<object?, T?>? create = null;
        if (typeof(T).IsAssignableFrom(typeof(List<object?>)))
        {
            create = value => value is null ? default : (T)(object)new List<object?>(((IEnumerable)value).Cast());
        }
        else if (typeof(T).IsAssignableFrom(typeof(Dictionary<string, object?>)))
        {
            create = value => (T?)value;
        }
        else if (typeof(IDictionary).IsAssignableFrom(typeof(T)) && typeof(T).GetConstructor(Type.EmptyTypes) is not null)
        {
            create = value =>
            {
                var result = (IDictionary)Activator.CreateInstance<T>();
                foreach ((string key, object? item) in (Dictionary<string, object?>)value!)
                {
                    result[key] = item;
                }

                return (T)result;
            };
        }
        else if (typeof(IList).IsAssignableFrom(typeof(T)) && typeof(T).GetConstructor(Type.EmptyTypes) is not null)
        {
            create = value =>
            {
                var result = (IList)Activator.CreateInstance<T>();
                foreach (object? item in (IEnumerable)value!)
                {
                    result.Add(item);
                }

                return (T)result;
            };
        }

        return new CodecPlan<T>(_ => new UntypedCodec<T>(create));
    }

    private static IEnumerable<object?> Cast(this IEnumerable items)
    {
        foreach (object? item in items)
        {
            yield return item;
        }
    }

    // ---- makers

    private static Func<List<T>, TCollection>? Maker<TCollection, T>()
    {
        Type type = typeof(TCollection);
        Type? definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        if (type.IsAssignableFrom(typeof(List<T>)))
        {
            return list => (TCollection)(object)list;
        }

        if (type.IsAssignableFrom(typeof(HashSet<T>)))
        {
            return list => (TCollection)(object)new HashSet<T>(list);
        }

        if (definition == typeof(Stack<>) || definition == typeof(ConcurrentStack<>) || definition == typeof(ConcurrentBag<>))
        {
            return WithSequence<TCollection, T>(type, reverse: true);
        }

        return Immutable<TCollection, T>(definition) ?? WithSequence<TCollection, T>(type, reverse: false) ?? WithAdd<TCollection, T>(type);
    }

    private static Func<List<T>, TCollection>? Immutable<TCollection, T>(Type? definition)
    {
        if (definition == typeof(ImmutableArray<>))
        {
            return list => (TCollection)(object)ImmutableArray.CreateRange(list);
        }

        if (definition == typeof(ImmutableList<>) || definition == typeof(IImmutableList<>))
        {
            return list => (TCollection)(object)ImmutableList.CreateRange(list);
        }

        if (definition == typeof(ImmutableHashSet<>) || definition == typeof(IImmutableSet<>))
        {
            return list => (TCollection)(object)ImmutableHashSet.CreateRange(list);
        }

        if (definition == typeof(ImmutableSortedSet<>))
        {
            return list => (TCollection)(object)ImmutableSortedSet.CreateRange(list);
        }

        if (definition == typeof(ImmutableQueue<>) || definition == typeof(IImmutableQueue<>))
        {
            return list => (TCollection)(object)ImmutableQueue.CreateRange(list);
        }

        if (definition == typeof(ImmutableStack<>) || definition == typeof(IImmutableStack<>))
        {
            return list =>
            {
                list.Reverse();
                return (TCollection)(object)ImmutableStack.CreateRange(list);
            };
        }

        return definition == typeof(FrozenSet<>) ? list => (TCollection)(object)list.ToFrozenSet() : null;
    }

    private static Func<List<T>, TCollection>? WithSequence<TCollection, T>(Type type, bool reverse)
    {
        if (type.IsAbstract)
        {
            return null;
        }

        ConstructorInfo? constructor = type.GetConstructor([typeof(IEnumerable<T>)]) ?? type.GetConstructor([typeof(IList<T>)]) ?? type.GetConstructor([typeof(List<T>)]);
        if (constructor is null)
        {
            return null;
        }

        var parameter = System.Linq.Expressions.Expression.Parameter(typeof(List<T>));
        Func<List<T>, TCollection> make = System.Linq.Expressions.Expression.Lambda<Func<List<T>, TCollection>>(
            System.Linq.Expressions.Expression.New(constructor, System.Linq.Expressions.Expression.Convert(parameter, constructor.GetParameters()[0].ParameterType)), parameter).Compile();
        if (!reverse)
        {
            return make;
        }

        return list =>
        {
            list.Reverse();
            return make(list);
        };
    }

    private static Func<List<T>, TCollection>? WithAdd<TCollection, T>(Type type)
    {
        if (type.IsAbstract || (!type.IsValueType && type.GetConstructor(Type.EmptyTypes) is null))
        {
            return null;
        }

        if (!typeof(ICollection<T>).IsAssignableFrom(type))
        {
            return type.IsValueType || type.GetMethod("Add", [typeof(T)]) is not { } method ? null : WithMethod<TCollection, T>(method);
        }

        return list =>
        {
            object result = Activator.CreateInstance<TCollection>()!;
            foreach (T item in list)
            {
                ((ICollection<T>)result).Add(item);
            }

            return (TCollection)result;
        };
    }

    /// <summary>A class that has an Add without being a collection of the framework's interface.</summary>
    private static Func<List<T>, TCollection> WithMethod<TCollection, T>(MethodInfo method)
    {
        ParameterExpression collection = Expression.Parameter(typeof(TCollection));
        ParameterExpression element = Expression.Parameter(typeof(T));
        Action<TCollection, T> add = Expression.Lambda<Action<TCollection, T>>(Expression.Call(collection, method, element), collection, element).Compile();
        return list =>
        {
            TCollection result = Activator.CreateInstance<TCollection>();
            foreach (T item in list)
            {
                add(result, item);
            }

            return result;
        };
    }

    private static Func<List<KeyValuePair<TKey, TValue>>, TDictionary>? DictionaryMaker<TDictionary, TKey, TValue>()
        where TKey : notnull
    {
        Type type = typeof(TDictionary);
        Type? definition = type.IsGenericType ? type.GetGenericTypeDefinition() : null;
        if (type.IsAssignableFrom(typeof(Dictionary<TKey, TValue>)))
        {
            return items => (TDictionary)(object)Fill(items);
        }

        if (definition == typeof(ImmutableDictionary<,>) || definition == typeof(IImmutableDictionary<,>))
        {
            return items => (TDictionary)(object)ImmutableDictionary.CreateRange(Fill(items));
        }

        if (definition == typeof(ImmutableSortedDictionary<,>))
        {
            return items => (TDictionary)(object)ImmutableSortedDictionary.CreateRange(Fill(items));
        }

        if (definition == typeof(FrozenDictionary<,>))
        {
            return items => (TDictionary)(object)Fill(items).ToFrozenDictionary();
        }

        if (!type.IsAbstract && typeof(IDictionary<TKey, TValue>).IsAssignableFrom(type) && (type.IsValueType || type.GetConstructor(Type.EmptyTypes) is not null))
        {
            return items =>
            {
                object result = Activator.CreateInstance<TDictionary>()!;
                foreach ((TKey key, TValue value) in items)
                {
                    ((IDictionary<TKey, TValue>)result)[key] = value;
                }

                return (TDictionary)result;
            };
        }

        if (!type.IsAbstract && type.GetConstructor([typeof(IDictionary<TKey, TValue>)]) is { } copy)
        {
            return items => (TDictionary)copy.Invoke([Fill(items)]);
        }

        return null;
    }

    private static Dictionary<TKey, TValue> Fill<TKey, TValue>(List<KeyValuePair<TKey, TValue>> items)
        where TKey : notnull
    {
        var result = new Dictionary<TKey, TValue>(items.Count);
        foreach ((TKey key, TValue value) in items)
        {
            result[key] = value;
        }

        return result;
    }
}
