// Equality of JSON values as the runner has it: member order aside, integers by all digits, other numbers as binary64, -0 apart from 0.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;

namespace TONL.NET.Tests.Vectors;

public static class JsonEqual
{
    public static string Canonical(string json)
    {
        // the library's own tokenizer keeps lone surrogates; here the text form is compared after sorting members
        json = System.Text.RegularExpressions.Regex.Replace(json, "(?<=[:,\\[])-?(NaN|Infinity)(?=[,}\\]])", "null");
        using JsonDocument document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 2000 });
        var text = new System.Text.StringBuilder();
        Append(text, document.RootElement);
        return text.ToString();
    }

    private static void Append(System.Text.StringBuilder text, JsonElement value)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                var members = new SortedDictionary<string, JsonElement>(StringComparer.Ordinal);
                foreach (JsonProperty member in value.EnumerateObject())
                {
                    members[Name(member)] = member.Value;
                }

                text.Append('{');
                foreach ((string name, JsonElement item) in members)
                {
                    text.Append(name).Append(':');
                    Append(text, item);
                    text.Append(',');
                }

                text.Append('}');
                break;
            case JsonValueKind.Array:
                text.Append('[');
                foreach (JsonElement item in value.EnumerateArray())
                {
                    Append(text, item);
                    text.Append(',');
                }

                text.Append(']');
                break;
            case JsonValueKind.Number:
                text.Append(Number(value.GetRawText()));
                break;
            case JsonValueKind.String:
                text.Append(Units(value.GetRawText()));
                break;
            default:
                text.Append(value.GetRawText());
                break;
        }
    }

    private static string Name(JsonProperty member)
    {
        string raw = member.ToString();
        int depth = 0;
        for (int i = 1; i < raw.Length; i++)
        {
            if (raw[i] == '\\')
            {
                i++;
            }
            else if (raw[i] == '"' && depth == 0)
            {
                return Units(raw[..(i + 1)]);
            }
        }

        return raw;
    }

    /// <summary>A JSON string as hexadecimal UTF-16 units.</summary>
    private static string Units(string raw)
    {
        var units = new System.Text.StringBuilder("\"");
        for (int i = 1; i < raw.Length - 1; i++)
        {
            char c = raw[i];
            if (c == '\\')
            {
                c = raw[++i] switch
                {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\b',
                    'f' => '\f',
                    'u' => (char)int.Parse(raw.AsSpan(i + 1, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture),
                    var other => other,
                };
                i += raw[i] == 'u' ? 4 : 0;
            }

            units.Append(c is >= ' ' and < '\u007f' ? c.ToString() : $"<{(int)c:x4}>");
        }

        return units.Append('"').ToString();
    }

    private static string Number(string lexeme)
    {
        if (lexeme.All(c => char.IsAsciiDigit(c) || c == '-'))
        {
            return lexeme;
        }

        double value = double.Parse(lexeme, CultureInfo.InvariantCulture);
        return double.IsFinite(value)
            ? BitConverter.DoubleToInt64Bits(value) == BitConverter.DoubleToInt64Bits(Math.Floor(value)) && Math.Abs(value) < 9007199254740992
                ? value == 0 && double.IsNegative(value) ? "-0" : value.ToString("0", CultureInfo.InvariantCulture)
                : BitConverter.DoubleToInt64Bits(value).ToString("x", CultureInfo.InvariantCulture)
            : lexeme;
    }
}
