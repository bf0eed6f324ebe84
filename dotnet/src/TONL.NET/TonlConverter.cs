// User-written codecs: a host value to and from a dynamic value (bool, numbers, string, list, dictionary, null).
using System;

namespace TONL.NET;

/// <summary>A codec written by the user; derive from <see cref="TonlConverter{T}"/>.</summary>
public abstract class TonlConverter
{
    /// <summary>Whether this converter takes values of the type.</summary>
    public abstract bool CanConvert(Type type);

    // virtual and not generic, so that a program without converters is trimmed of what they need: dynamic values, and the type loader of generic calls
    internal virtual TonlCodec NewCodec(ConverterCodecMaker maker) => throw new InvalidOperationException($"{GetType()} does not derive from TonlConverter<T>");

    internal virtual object? ToTonlObject(object? value, TonlOptions options) =>
        throw new InvalidOperationException($"{GetType()} does not derive from TonlConverter<T>");

    internal virtual object? FromTonlObject(object? value, TonlOptions options) =>
        throw new InvalidOperationException($"{GetType()} does not derive from TonlConverter<T>");
}

/// <summary>A codec for one type.</summary>
/// <typeparam name="T">The type that is converted.</typeparam>
public abstract class TonlConverter<T> : TonlConverter
{
    /// <summary>Exactly <typeparamref name="T"/>, unless overridden.</summary>
    public override bool CanConvert(Type type) => type == typeof(T);

    /// <summary>The dynamic value, or a value of any other type that can be written.</summary>
    public abstract object? ToTonl(T value, TonlOptions options);

    /// <summary>The host value of a dynamic value.</summary>
    public abstract T? FromTonl(object? value, TonlOptions options);

    internal override TonlCodec NewCodec(ConverterCodecMaker maker) => maker.Make(this);

    internal override object? ToTonlObject(object? value, TonlOptions options) => ToTonl((T)value!, options);

    internal override object? FromTonlObject(object? value, TonlOptions options) => FromTonl(value, options);
}

/// <summary>Makes the codec of one type for a converter.</summary>
internal abstract class ConverterCodecMaker
{
    public abstract TonlCodec Make(TonlConverter converter);
}

internal sealed class ConverterCodecMaker<T> : ConverterCodecMaker
{
    public static TonlCodec<T> Codec(TonlConverter converter) => (TonlCodec<T>)converter.NewCodec(new ConverterCodecMaker<T>());

    public override TonlCodec Make(TonlConverter converter) => new ConverterCodec<T>(converter);
}
