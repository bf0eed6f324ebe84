// What the core knows of a registered type: made by generated contexts, or by hand from properties alone.
// Generated code fills Plan (TonlPlans); the engine binds plans to options and walks them.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using TONL.NET.Metadata;

namespace TONL.NET;

/// <summary>Gives metadata for types, or null where it has none.</summary>
public interface ITonlTypeInfoResolver
{
    /// <summary>The metadata of a type, or null.</summary>
    TonlTypeInfo? GetTypeInfo(Type type);
}

/// <summary>Metadata of one type.</summary>
public abstract class TonlTypeInfo
{
    /// <summary>The type.</summary>
    public abstract Type Type { get; }

    /// <summary>The context that made this, or null.</summary>
    public TonlSerializerContext? OriginatingContext { get; init; }

    internal abstract TonlTypePlan UntypedPlan { get; }
}

/// <summary>Metadata of <typeparamref name="T"/>.</summary>
/// <typeparam name="T">The type.</typeparam>
public sealed class TonlTypeInfo<T> : TonlTypeInfo
{
    // makes the plan of metadata written by hand; generated metadata do without it, so that trimming can take it away
    private readonly Func<TonlTypeInfo<T>, TonlTypePlan<T>>? _byHand;
    private TonlTypePlan<T>? _plan;

    /// <summary>Metadata written by hand, from properties.</summary>
    public TonlTypeInfo() => _byHand = static info => HandMade.Plan(info);

    /// <summary>For generated code: metadata with a plan.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public TonlTypeInfo(Func<TonlTypePlan<T>> plan) => Plan = plan;

    /// <summary>Writes a value; opaque to callers.</summary>
    public delegate void SerializeHandler(ref TonlWriter writer, T value);

    /// <summary>Reads a value; opaque to callers.</summary>
    public delegate T? DeserializeHandler(ref TonlReader reader);

    /// <inheritdoc/>
    public override Type Type => typeof(T);

    /// <summary>The generated writer.</summary>
    public SerializeHandler? Serialize { get; init; }

    /// <summary>Makes an empty object; null where there is no parameterless constructor.</summary>
    public Func<T>? CreateObject { get; init; }

    /// <summary>The members.</summary>
    public IReadOnlyList<TonlPropertyInfo<T>>? Properties { get; init; }

    /// <summary>The generated reader.</summary>
    public DeserializeHandler? Deserialize { get; init; }

    /// <summary>For generated code: the plan that the engine walks.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public Func<TonlTypePlan<T>>? Plan { get; init; }

    /// <summary>For generated code: reading raises <see cref="InvalidOperationException"/>.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool WriteOnly { get; init; }

    internal override TonlTypePlan UntypedPlan => TypedPlan;

    internal TonlTypePlan<T> TypedPlan => _plan ??= Plan is not null ? Plan() : _byHand!(this);
}

/// <summary>A member of <typeparamref name="TParent"/>.</summary>
/// <typeparam name="TParent">The type that has the member.</typeparam>
public sealed class TonlPropertyInfo<TParent>
{
    /// <summary>The name in the text.</summary>
    public required string Name { get; init; }

    /// <summary>The member's declared type.</summary>
    public required Type PropertyType { get; init; }

    /// <summary>Whether null is allowed.</summary>
    public bool IsNullable { get; init; }

    /// <summary>Reads the member.</summary>
    public required Func<TParent, object?> GetValue { get; init; }

    /// <summary>Sets the member; null where it cannot be set afterwards.</summary>
    public Action<TParent, object?>? SetValue { get; init; }
}
