// One request: options, input bytes, and the way through host values: JSON -> dynamic value -> TONL, TONL -> dynamic value -> JSON.
using System;
using System.Buffers;
using System.Text;
using System.Text.Json;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;

namespace TONL.NET.Testee;

internal sealed class SkippedException(string reason) : Exception(reason);

internal sealed class Operation
{
    private readonly TonlOptions _read = new();
    private readonly TonlOptions _write = new();
    private string _op = "";
    private byte[] _input = [];
    private bool _refuseNonFinite;

    /// <summary>How often to time the operation; 0 when the request does not ask.</summary>
    public int Repeat { get; private set; }

    public string? Skipped { get; private set; }

    public static Operation Parse(JsonElement request)
    {
        var operation = new Operation { _op = request.GetProperty("op").GetString() ?? "" };
        operation._input = request.TryGetProperty("input_base64", out JsonElement bytes)
            ? bytes.GetBytesFromBase64()
            : InputText(request.GetProperty("input").GetRawText());
        if (request.TryGetProperty("repeat", out JsonElement repeat))
        {
            operation.Repeat = repeat.GetInt32();
        }

        if (request.TryGetProperty("options", out JsonElement options))
        {
            if (options.TryGetProperty("layout", out JsonElement layout) && layout.GetString() == "compatible")
            {
                operation._write.Layout = TonlLayout.Compatible;
                operation._write.PrettyDelimiters = true; // the default of that layout
            }

            foreach (JsonProperty option in options.EnumerateObject())
            {
                operation.Set(option.Name, option.Value);
            }
        }

        return operation;
    }

    public byte[] Run() => _op switch
    {
        "json_to_tonl" => ToTonl(FromJson()),
        "tonl_to_json" => ToJson(FromTonl()),
        "json_to_json" => ToJson(FromJson()),
        "tonl_to_tonl" => ToTonl(FromTonl()),
        _ => throw new SkippedException($"operation {_op}"),
    };

    /// <summary>Bytes (lone surrogates as WTF-8) as a JSON string.</summary>
    public static byte[] Quoted(ReadOnlySpan<byte> text)
    {
        var tape = new Tape();
        tape.AddSide(Kind.String, text, 0);
        var output = new ArrayBufferWriter<byte>();
        JsonText.Write(tape, default, 0, output);
        return output.WrittenSpan.ToArray();
    }

    private static byte[] InputText(string json)
    {
        byte[] utf8 = Encoding.UTF8.GetBytes(json);
        var tape = new Tape();
        int root = JsonText.Read(utf8, tape);
        return tape.Text(tape.Tokens[root], utf8).ToArray();
    }

    private object? FromJson()
    {
        var tape = new Tape();
        int root = JsonText.Read(_input, tape);
        return Value(tape, _input, root);
    }

    private object? FromTonl()
    {
        var tape = new Tape();
        Engine.CheckUtf8(Clean(_input));
        int root = Engine.Read(_input, tape, _read);
        object? value = Value(tape, _input, root);
        return value;
    }

    /// <summary>Lone surrogates that came in a JSON string are let through.</summary>
    private static byte[] Clean(byte[] input) => Text.Utf8Text.HasLone(input) ? [] : input;

    private static object? Value(Tape tape, ReadOnlySpan<byte> source, int root)
    {
        try
        {
            return Dynamic.Read(tape, source, root);
        }
        catch (TonlException e) when (e.Code == ErrorCodes.Number)
        {
            throw new SkippedException("a numeral beyond binary64");
        }
    }

    private byte[] ToTonl(object? value)
    {
        _write.Check();
        var text = new TonlWriter(_write);
        Engine.Write(ref text, (TonlCodec<object?>)(object)_write.Binding.CodecOf(typeof(object)), value);
        byte[] result = text.Written.ToArray();
        text.Release();
        return result;
    }

    private byte[] ToJson(object? value)
    {
        var tape = new Tape();
        var capture = new TonlWriter(new TonlOptions { MaxDepth = 1_000_000 });
        capture.BeginCapture(tape);
        Dynamic.Write(ref capture, TonlName.Element, value);
        if (_refuseNonFinite)
        {
            for (int i = 0; i < tape.Count; i++)
            {
                if (tape.Tokens[i].Kind == Kind.Number && Text.Number.IsKeyword(tape.Text(tape.Tokens[i], default)))
                {
                    throw new TonlException("a number that JSON can hold expected", "E_NONFINITE", 0, 0);
                }
            }
        }

        var output = new ArrayBufferWriter<byte>();
        JsonText.Write(tape, default, 0, output);
        return output.WrittenSpan.ToArray();
    }

    private void Set(string name, JsonElement value)
    {
        switch (name)
        {
            case "delimiter":
                string delimiter = value.GetString() ?? "";
                // between two texts of TONL it says how the first is read
                foreach (TonlOptions side in _op == "tonl_to_tonl" ? new[] { _read } : [_read, _write])
                {
                    side.AutoDelimiter = delimiter == "auto";
                    side.Delimiter = delimiter == "auto" ? ',' : delimiter.Length == 1 ? delimiter[0] : throw new ArgumentException("delimiter");
                }

                break;
            case "includeTypes":
                _write.IncludeTypeHints = value.GetBoolean();
                break;
            case "prettyDelimiters":
                _write.PrettyDelimiters = value.GetBoolean();
                break;
            case "version":
                _write.Version = value.GetString();
                break;
            case "indent":
                _write.IndentSize = value.GetInt32();
                break;
            case "headers":
                _write.Headers = value.GetString() == "bare" ? TonlHeaderStyle.Bare : TonlHeaderStyle.Columns;
                break;
            case "colonSpace":
                _write.ColonSpace = value.GetBoolean();
                break;
            case "root":
                _write.Root = value.GetString() == "open" ? TonlRootStyle.Open : TonlRootStyle.Wrapped;
                break;
            case "keyOrder":
                _write.KeyOrder = value.GetString() == "source" ? TonlKeyOrder.Source : TonlKeyOrder.Sorted;
                break;
            case "maxDepth":
                _read.MaxDepth = value.GetInt32();
                _write.MaxDepth = value.GetInt32();
                break;
            case "maxInput":
                _read.MaxInputLength = value.GetInt64();
                break;
            case "strict":
                _read.StrictMode = value.GetBoolean();
                break;
            case "nonFinite":
                _refuseNonFinite = value.GetString() == "error";
                break;
            case "layout":
                break;
            case "preset":
                Preset(value.GetString());
                break;
            case "dialect":
                Skipped = value.GetString() is "tight" ? "the tight dialect is not part of TONL.NET" : Skipped;
                break;
            default:
                Skipped = $"option {name}";
                break;
        }
    }

    private void Preset(string? name)
    {
        if (name != "dense")
        {
            Skipped = $"preset {name} is not part of TONL.NET";
            return;
        }

        _write.Version = null;
        _write.IndentSize = 1;
        _write.Headers = TonlHeaderStyle.Bare;
        _write.Root = TonlRootStyle.Open;
        _write.ColonSpace = false;
    }
}
