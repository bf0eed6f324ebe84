// Plans of type infos that were made by hand, from Properties and CreateObject alone: members by their declared type's plan, accessed boxed.
using System;
using System.Collections.Generic;
using TONL.NET.Metadata;

namespace TONL.NET;

internal static class HandMade
{
    public static TonlTypePlan<T> Plan<T>(TonlTypeInfo<T> info)
    {
        if (info.Properties is null)
        {
            return BuiltInPlans.Find(typeof(T)) as TonlTypePlan<T> ?? (info.Serialize is not null || info.Deserialize is not null
                ? new HandlerPlan<T>(info)
                : throw new InvalidOperationException($"the type info of {typeof(T)} has neither Properties nor handlers"));
        }

        return new ObjectPlan<T>(new TonlObjectInfo<T> { Members = () => Members(info), Create = info.CreateObject });
    }

    private static TonlMemberInfo<T>[] Members<T>(TonlTypeInfo<T> info)
    {
        var members = new List<TonlMemberInfo<T>>();
        foreach (TonlPropertyInfo<T> property in info.Properties!)
        {
            Func<T, object?> get = property.GetValue;
            Action<T, object?>? set = property.SetValue;
            members.Add(new TonlMemberInfo<T, object?>
            {
                ClrName = property.Name,
                Name = property.Name,
                Plan = () => new DeclaredPlan(property.PropertyType),
                Get = (ref T parent) => get(parent),
                Set = set is null ? null : (ref T parent, object? value) => set(parent, value),
            });
        }

        return [.. members];
    }

    /// <summary>A boxed value written and read by its declared type.</summary>
    private sealed class DeclaredPlan(Type type) : TonlTypePlan<object?>
    {
        internal override TonlCodec<object?> NewCodec(TonlBinding binding) => new DeclaredCodec(binding, type);
    }

    private sealed class DeclaredCodec(TonlBinding binding, Type type) : TonlCodec<object?>
    {
        private TonlCodec? _inner;

        private TonlCodec Inner => _inner ??= binding.CodecOf(type);

        public override bool IsScalar => Inner.IsScalar;

        public override void Write(ref TonlWriter writer, TonlName name, object? value) => Inner.WriteObject(ref writer, name, value);

        public override bool WriteCell(ref TonlWriter writer, object? value)
        {
            if (value is null)
            {
                writer.CellNull();
                return true;
            }

            return Inner.WriteCellObject(ref writer, value);
        }

        public override bool WriteCellObject(ref TonlWriter writer, object value) => WriteCell(ref writer, value);

        public override object? Read(ref TonlReader reader) => Inner.ReadObject(ref reader);
    }

    /// <summary>Handlers alone: they write and read the whole value themselves.</summary>
    private sealed class HandlerPlan<T>(TonlTypeInfo<T> info) : TonlTypePlan<T>
    {
        internal override TonlCodec<T> NewCodec(TonlBinding binding) => new HandlerCodec<T>(info);
    }

    private sealed class HandlerCodec<T>(TonlTypeInfo<T> info) : TonlCodec<T>
    {
        public override void Write(ref TonlWriter writer, TonlName name, T value) =>
            (info.Serialize ?? throw new InvalidOperationException($"the type info of {typeof(T)} cannot write")).Invoke(ref writer, value);

        public override T? Read(ref TonlReader reader) =>
            (info.Deserialize ?? throw new InvalidOperationException($"the type info of {typeof(T)} cannot read")).Invoke(ref reader);
    }
}
