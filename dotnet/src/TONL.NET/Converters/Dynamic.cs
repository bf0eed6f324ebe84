// Dynamic values (contract 2.1): bool, int, long, BigInteger, double, string, Dictionary<string, object?>, List<object?>, tables as
// List<Dictionary<string, object?>>. Written by run-time type; read from the tape with an explicit stack.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Numerics;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>Members of type object.</summary>
internal sealed class DynamicCodec : CapturedCodec<object>
{
    public override bool CanBeKey => true;

    public override string ToKey(object value) => value as string ?? ((TonlOptions.Default.Binding.BuiltInOf(value.GetType()) as IKeyText)?.KeyText(value)
        ?? throw new TonlException($"{value.GetType()} cannot be a dictionary key", ErrorCodes.Unsupported, 0, 0));

    public override bool TryFromKey(ReadOnlySpan<byte> text, out object value)
    {
        value = Utf8Text.Decode(text);
        return true;
    }

    public override bool WriteCell(ref TonlWriter writer, object value)
    {
        switch (value)
        {
            case null:
                writer.CellNull();
                return true;
            case string text:
                writer.Cell(text);
                return true;
            case bool flag:
                writer.Cell(flag);
                return true;
            case int number:
                writer.Cell(number);
                return true;
            case long number:
                writer.Cell(number);
                return true;
            case double number:
                writer.Cell(number);
                return true;
            case IEnumerable:
                return false;
            default:
                return writer.Binding.CodecOf(value.GetType()) is { IsScalar: true } codec && codec.WriteCellObject(ref writer, value);
        }
    }

    public override object? Read(ref TonlReader reader)
    {
        reader.PeekKind();
        return Dynamic.ReadNext(ref reader);
    }

    protected override bool TryStraight(ref TonlWriter writer, TonlName name, object value)
    {
        switch (value)
        {
            case null or string or bool or int or long or double:
                Dynamic.Write(ref writer, name, value);
                return true;
            case Dictionary<string, object?> members:
                return members.GetType() == typeof(Dictionary<string, object?>) && writer.Options.DictionaryKeyPolicy is null
                    && !writer.Binding.HasConverters && writer.TryFlat(name, members);
            case List<object?> items:
                return items.GetType() == typeof(List<object?>) && !writer.Binding.HasConverters && writer.TryInline(name, items);
            default:
                return false;
        }
    }

    protected override void WriteCaptured(ref TonlWriter writer, TonlName name, object value) => Dynamic.Write(ref writer, name, value);
}

internal static class Dynamic
{
    // ---- writing, always into a capture

    public static void Write(ref TonlWriter writer, TonlName name, object? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNull(name);
                break;
            case string text:
                writer.Write(name, text);
                break;
            case bool flag:
                writer.Write(name, flag);
                break;
            case int number:
                writer.Write(name, number);
                break;
            case long number:
                writer.Write(name, number);
                break;
            case double number:
                writer.Write(name, number);
                break;
            default:
                WriteOther(ref writer, name, value);
                break;
        }
    }

    private static void WriteOther(ref TonlWriter writer, TonlName name, object value)
    {
        Type type = value.GetType();
        if (type == typeof(object))
        {
            writer.BeginCaptured(name);
            writer.EndObject();
            return;
        }

        if (BuiltInPlans.Find(type) is { } builtIn)
        {
            builtIn.UntypedCodec(writer.Binding).WriteObject(ref writer, name, value);
        }
        else if (value is IDictionary<string, object?> members && !writer.Binding.Converts(type))
        {
            WriteMembers(ref writer, name, value, members);
        }
        else if (value is List<object?> or List<Dictionary<string, object?>> or object?[] && !writer.Binding.Converts(type))
        {
            WriteElements(ref writer, name, value, (IEnumerable)value);
        }
        else if (writer.Binding.KnowsOnlyResolver(type) && value is IEnumerable sequence and not Array { Rank: > 1 })
        {
            if (value is IDictionary entries)
            {
                WriteEntries(ref writer, name, entries);
            }
            else
            {
                WriteElements(ref writer, name, value, sequence);
            }
        }
        else
        {
            writer.Binding.CodecOf(type).WriteObject(ref writer, name, value);
        }
    }

    /// <summary>A sequence or dictionary without element types.</summary>
    public static void WriteUntyped(ref TonlWriter writer, TonlName name, object? value)
    {
        if (value is null)
        {
            writer.WriteNull(name);
        }
        else if (value is IDictionary entries)
        {
            WriteEntries(ref writer, name, entries);
        }
        else
        {
            WriteElements(ref writer, name, value, (IEnumerable)value);
        }
    }

    private static void WriteMembers(ref TonlWriter writer, TonlName name, object value, IDictionary<string, object?> members)
    {
        Capture capture = writer.Captured!;
        Begin(ref writer, name, value);
        System.Text.Json.JsonNamingPolicy? policy = writer.Options.DictionaryKeyPolicy;
        HashSet<string>? keys = policy is null ? null : [];
        foreach ((string key, object? item) in members)
        {
            string text = policy?.ConvertName(key) ?? key;
            capture.Key(text);
            if (keys is not null && !keys.Add(text))
            {
                throw new TonlException($"two keys have the text `{text}`", ErrorCodes.DuplicateKey, 0, 0, capture.Tracks ? capture.Path() : null);
            }

            Write(ref writer, TonlName.Element, item);
        }

        End(ref writer);
    }

    private static void WriteEntries(ref TonlWriter writer, TonlName name, IDictionary entries)
    {
        Capture capture = writer.Captured!;
        Begin(ref writer, name, entries);
        var keys = new HashSet<string>();
        foreach (DictionaryEntry entry in entries)
        {
            string text = entry.Key as string ?? ((IKeyText)writer.Binding.CodecOf(entry.Key.GetType())).KeyText(entry.Key);
            text = entry.Key is string or Enum ? writer.Options.DictionaryKeyPolicy?.ConvertName(text) ?? text : text;
            capture.Key(text);
            if (!keys.Add(text))
            {
                throw new TonlException($"two keys have the text `{text}`", ErrorCodes.DuplicateKey, 0, 0, capture.Tracks ? capture.Path() : null);
            }

            Write(ref writer, TonlName.Element, entry.Value);
        }

        End(ref writer);
    }

    private static void WriteElements(ref TonlWriter writer, TonlName name, object value, IEnumerable items)
    {
        Capture capture = writer.Captured!;
        writer.EnterArray();
        if (capture.Tracks)
        {
            capture.Enter(value, name);
        }

        capture.Begin(name, Kind.Array);
        foreach (object? item in items)
        {
            Write(ref writer, TonlName.Element, item);
        }

        capture.End();
        if (capture.Tracks)
        {
            capture.Leave();
        }

        writer.LeaveArray();
    }

    private static void Begin(ref TonlWriter writer, TonlName name, object value)
    {
        if (writer.Captured!.Tracks)
        {
            writer.Captured.Enter(value, name);
        }

        writer.BeginCaptured(name);
    }

    private static void End(ref TonlWriter writer)
    {
        writer.EndObject();
        if (writer.Captured!.Tracks)
        {
            writer.Captured.Leave();
        }
    }

    // ---- reading

    /// <summary>The value at the reader, which lies on a tape.</summary>
    public static object? ReadNext(ref TonlReader reader)
    {
        reader.PeekKind();
        object? value = Read(reader.CurrentTape!, reader.Source, reader.CurrentToken);
        reader.Skip();
        return value;
    }

    private struct Open
    {
        public Dictionary<string, object?>? Members;
        public List<object?>? Elements;
        public List<Dictionary<string, object?>>? Rows;
        public int End;
    }

    public static object? Read(Tape tape, ReadOnlySpan<byte> source, int index)
    {
        if (tape.Tokens[index].IsScalar)
        {
            return Scalar(tape, source, index);
        }

        var stack = new Stack<Open>();
        Open current = Container(tape, index);
        object result = Boxed(current);
        int i = index + 1;
        string? name = null;
        while (true)
        {
            if (i == current.End)
            {
                if (stack.Count == 0)
                {
                    return result;
                }

                current = stack.Pop();
                continue;
            }

            if (tape.Tokens[i].Kind == Kind.Name)
            {
                name = Utf8Text.Decode(tape.Text(tape.Tokens[i], source));
                i++;
            }

            if (tape.Tokens[i].IsScalar)
            {
                Add(current, name, Scalar(tape, source, i));
                i++;
                continue;
            }

            Open child = Container(tape, i);
            Add(current, name, Boxed(child));
            stack.Push(current);
            current = child;
            i++;
        }
    }

    private static Open Container(Tape tape, int index)
    {
        ref Token token = ref tape.Tokens[index];
        var open = new Open { End = token.Start };
        if (token.Kind == Kind.Object)
        {
            open.Members = new Dictionary<string, object?>(token.Length);
        }
        else if ((token.Flags & TokenFlags.Table) != 0)
        {
            open.Rows = new List<Dictionary<string, object?>>(token.Length);
        }
        else
        {
            open.Elements = new List<object?>(token.Length);
        }

        return open;
    }

    private static object Boxed(in Open open) => (object?)open.Members ?? (object?)open.Elements ?? open.Rows!;

    private static void Add(in Open open, string? name, object? value)
    {
        if (open.Members is not null)
        {
            open.Members[name!] = value;
        }
        else if (open.Elements is not null)
        {
            open.Elements.Add(value);
        }
        else
        {
            open.Rows!.Add((Dictionary<string, object?>)value!);
        }
    }

    private static object? Scalar(Tape tape, ReadOnlySpan<byte> source, int index)
    {
        ref Token token = ref tape.Tokens[index];
        return token.Kind switch
        {
            Kind.Null => null,
            Kind.True => true,
            Kind.False => false,
            Kind.String => Utf8Text.Decode(tape.Text(token, source)),
            _ => NumberOf(tape.Text(token, source), source, token.Pos),
        };
    }

    public static object NumberOf(ReadOnlySpan<byte> text, ReadOnlySpan<byte> source, int pos)
    {
        if (Number.IsInteger(text))
        {
            if (System.Buffers.Text.Utf8Parser.TryParse(text, out long value, out int used) && used == text.Length)
            {
                if (value == 0 && text[0] == '-')
                {
                    return -0.0;
                }

                return value == (int)value ? (object)(int)value : value;
            }

            return BigInteger.Parse(Utf8Text.Decode(text), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        }

        if (Number.IsKeyword(text))
        {
            return text[0] == 'N' ? double.NaN : text[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
        }

        double number = Number.ToDouble(text);
        return double.IsFinite(number)
            ? number
            : throw Errors.At(source, ErrorCodes.Number, $"a number that a double can hold expected, `{Errors.Excerpt(text)}` found", pos);
    }
}

/// <summary>Codecs whose values may be keys, without their type.</summary>
internal interface IKeyText
{
    string KeyText(object key);
}
