// Dictionaries: keys by their scalar text. What is written depends on the keys, so it is captured.
using System;
using System.Collections.Generic;
using System.Text.Json;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

internal sealed class DictionaryCodec<TDictionary, TKey, TValue>(
    TonlBinding binding, Func<TonlTypePlan<TKey>> keyPlan, Func<TonlTypePlan<TValue>> valuePlan, Func<List<KeyValuePair<TKey, TValue>>, TDictionary>? create)
    : CapturedCodec<TDictionary>
    where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
{
    // a policy is for names; a date or a Guid under it could not be read back
    private static readonly bool s_isName = typeof(TKey) == typeof(string) || typeof(TKey).IsEnum || typeof(TKey) == typeof(object);

    private TonlCodec<TKey>? _key;
    private TonlCodec<TValue>? _value;

    private TonlCodec<TKey> Key => _key ??= KeyCodec();

    private TonlCodec<TValue> Value => _value ??= valuePlan().Codec(binding);

    public override bool WriteCell(ref TonlWriter writer, TDictionary value)
    {
        if (value is null)
        {
            writer.CellNull();
            return true;
        }

        return false;
    }

    public override TDictionary? Read(ref TonlReader reader)
    {
        if (reader.TryReadNull())
        {
            return default;
        }

        if (create is null)
        {
            throw reader.Fail(ErrorCodes.Unsupported, $"{typeof(TDictionary)} cannot be read");
        }

        TonlCodec<TKey> key = Key;
        TonlCodec<TValue> value = Value;
        reader.PeekKind();
        TonlScope scope = reader.BeginEntries(out int capacity);
        var items = new List<KeyValuePair<TKey, TValue>>(capacity);
        while (reader.NextEntry(ref scope, out ReadOnlySpan<byte> name))
        {
            if (!key.TryFromKey(name, out TKey k))
            {
                throw reader.BadKey(name, typeof(TKey));
            }

            items.Add(new KeyValuePair<TKey, TValue>(k, value.Read(ref reader)!));
        }

        return create(items);
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, TDictionary value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
            return;
        }

        Capture capture = writer.Captured!;
        bool tracked = capture.Tracks && !typeof(TDictionary).IsValueType;
        if (tracked)
        {
            capture.Enter(value, name);
        }

        JsonNamingPolicy? policy = s_isName ? writer.Options.DictionaryKeyPolicy : null;
        bool unique = typeof(TKey) == typeof(string) && policy is null;
        HashSet<string>? keys = unique ? null : [];
        writer.BeginCaptured(name);
        foreach ((TKey k, TValue v) in value)
        {
            string text = Key.ToKey(k);
            text = policy is not null && (object?)k is string or Enum ? policy.ConvertName(text) : text;
            capture.Key(text);
            if (keys is not null && !keys.Add(text))
            {
                throw new TonlException($"two keys have the text `{text}`", ErrorCodes.DuplicateKey, 0, 0, capture.Tracks ? capture.Path() : null);
            }

            Value.Write(ref writer, TonlName.Element, v);
        }

        writer.EndObject();
        if (tracked)
        {
            capture.Leave();
        }
    }

    private TonlCodec<TKey> KeyCodec()
    {
        TonlCodec<TKey> key = keyPlan().Codec(binding);
        return key.CanBeKey ? key : throw new TonlException($"{typeof(TKey)} cannot be a dictionary key", ErrorCodes.Unsupported, 0, 0);
    }
}
