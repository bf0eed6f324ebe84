// The read-only document: a tape that owns its text. Parsing makes no object per value; elements are places on the tape. Safe for concurrent reads.
using System;
using System.Buffers;
using System.Text;
using TONL.NET.Document;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>A parsed TONL text. Numbers keep their digits.</summary>
public sealed class TonlDocument : IDisposable
{
    private Tape? _tape;
    private readonly ReadOnlyMemory<byte> _text;
    private readonly int _root;
    private readonly TonlOptions _options;

    private TonlDocument(ReadOnlyMemory<byte> text, TonlOptions options)
    {
        _text = text;
        _options = options;
        _tape = new Tape();
        _root = Engine.Read(text.Span, _tape, options);
    }

    /// <summary>The value of the document.</summary>
    public TonlElement RootElement => new(this, _root);

    internal Tape Tape => _tape ?? throw new ObjectDisposedException(nameof(TonlDocument));

    internal ReadOnlySpan<byte> Text => _text.Span;

    internal int Root => _root;

    internal TonlOptions Options => _options;

    /// <summary>Parses a text.</summary>
    public static TonlDocument Parse(string tonl, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(tonl);
        return new TonlDocument(Utf8Text.Encode(tonl), options ?? TonlOptions.Default);
    }

    /// <summary>Parses UTF-8 text, which must not change while the document lives.</summary>
    public static TonlDocument Parse(ReadOnlyMemory<byte> utf8Tonl, TonlOptions? options = null)
    {
        Engine.CheckUtf8(utf8Tonl.Span);
        return new TonlDocument(utf8Tonl, options ?? TonlOptions.Default);
    }

    /// <summary>Parses a text; false with the error where it is wrong.</summary>
    public static bool TryParse(string tonl, out TonlDocument? document, out TonlException? error, TonlOptions? options = null)
    {
        try
        {
            document = Parse(tonl, options);
            error = null;
            return true;
        }
        catch (TonlException e)
        {
            document = null;
            error = e;
            return false;
        }
    }

    /// <summary>Writes the document's value.</summary>
    public void WriteTo(IBufferWriter<byte> writer, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(writer);
        options ??= TonlOptions.Default;
        options.Check();
        TonlWriter text = Engine.WriteTape(Tape, Text, _root, options);
        text.Deliver(writer);
    }

    /// <summary>The text of the document's value.</summary>
    public string ToTonl(TonlOptions? options = null)
    {
        options ??= TonlOptions.Default;
        options.Check();
        TonlWriter text = Engine.WriteTape(Tape, Text, _root, options);
        string result = Encoding.UTF8.GetString(text.Written);
        text.Release();
        return result;
    }

    /// <summary>Lets go of the parsed text; elements must not be used afterwards.</summary>
    public void Dispose() => _tape = null;
}
