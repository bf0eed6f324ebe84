// Extension data: members that a type does not have, kept in a dictionary or JsonObject. Behind a virtual call that only types with such a
// member make, so that programs compiled ahead of time without one are trimmed of dynamic values and JSON nodes.
using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Nodes;
using TONL.NET.Metadata;

namespace TONL.NET;

internal abstract class ExtensionAccess
{
    /// <summary>Writes the entries whose names the type does not have into the capture.</summary>
    public abstract void Write(ref TonlWriter writer, object? data, TonlNames names);

    /// <summary>The next value, as a dynamic one.</summary>
    public abstract object? ReadNext(ref TonlReader reader);

    /// <summary>What the member is to be set to; null where the existing dictionary took the entries.</summary>
    public abstract object? Fill(Type memberType, object? existing, Dictionary<string, object?> extra);
}

internal sealed class ExtensionData : ExtensionAccess
{
    public override void Write(ref TonlWriter writer, object? data, TonlNames names)
    {
        switch (data)
        {
            case IEnumerable<KeyValuePair<string, object?>> values:
                foreach ((string key, object? value) in values)
                {
                    Key(ref writer, key, names);
                    Dynamic.Write(ref writer, TonlName.Element, value);
                }

                break;
            case IEnumerable<KeyValuePair<string, JsonElement>> elements:
                foreach ((string key, JsonElement value) in elements)
                {
                    Key(ref writer, key, names);
                    Dynamic.Write(ref writer, TonlName.Element, value);
                }

                break;
            case IEnumerable<KeyValuePair<string, JsonNode?>> nodes:
                foreach ((string key, JsonNode? value) in nodes)
                {
                    Key(ref writer, key, names);
                    JsonValues.Write(ref writer, TonlName.Element, value);
                }

                break;
        }
    }

    /// <summary>A key that reading would give to a member would be lost.</summary>
    private static void Key(ref TonlWriter writer, string key, TonlNames names)
    {
        writer.Captured!.Key(key);
        if (names.Has(key, writer.Options.PropertyNameCaseInsensitive))
        {
            throw new TonlException($"the extension data have the name of a member, `{key}`", ErrorCodes.DuplicateKey, 0, 0, writer.Captured.Tracks ? writer.Captured.Path() : null);
        }
    }

    public override object? ReadNext(ref TonlReader reader) => Dynamic.ReadNext(ref reader);

    public override object? Fill(Type memberType, object? existing, Dictionary<string, object?> extra)
    {
        if (memberType == typeof(JsonObject))
        {
            JsonObject json = existing as JsonObject ?? [];
            foreach ((string key, object? item) in extra)
            {
                json[key] = JsonValues.ToNode(item);
            }

            return json == existing ? null : json;
        }

        if (typeof(IDictionary<string, JsonElement>).IsAssignableFrom(memberType))
        {
            var elements = new Dictionary<string, JsonElement>(extra.Count);
            foreach ((string key, object? item) in extra)
            {
                elements[key] = JsonValues.ToElement(item);
            }

            return Merge(existing, elements, memberType);
        }

        return Merge(existing, extra, memberType);
    }

    /// <summary>Null where the existing dictionary took the entries.</summary>
    private static Dictionary<string, TValue>? Merge<TValue>(object? existing, Dictionary<string, TValue> extra, Type memberType)
    {
        if (existing is not IDictionary<string, TValue> { IsReadOnly: false } entries)
        {
            return memberType.IsInstanceOfType(extra)
                ? extra
                : throw new InvalidOperationException($"extension data go to a Dictionary<string, object?>, a Dictionary<string, JsonElement> or a JsonObject, not to {memberType}");
        }

        foreach ((string key, TValue item) in extra)
        {
            entries[key] = item;
        }

        return null;
    }
}
