// The writer: state and the fragments of contract 6. Text goes to one pooled buffer, so that a table that turns out impossible is taken back by
// resetting the position. Other parts: Text (string and number forms), Members (what codecs call), Values (whole values from a tape), Arrays, Tables, Capture.
using System;
using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>Writes TONL fragments into a buffer; low level, checks nothing. Call <see cref="Flush"/> at the end.</summary>
[System.Runtime.InteropServices.StructLayout(System.Runtime.InteropServices.LayoutKind.Auto)]
public ref partial struct TonlWriter
{
    private readonly IBufferWriter<byte>? _output;
    private readonly TonlOptions _options;
    private byte[] _bytes;
    private int _pos;
    private int _indent; // spaces of the current level
    private readonly int _indentSize;
    private readonly byte _delimiter;
    private readonly bool _compatible;
    private readonly bool _pretty;
    private readonly bool _colonSpace;
    private readonly bool _lines; // canonical lines with a space behind the colon, as nearly always
    private readonly bool _endsCells; // canonical cells that only the delimiter ends
    private readonly bool _bare;
    private int _depth;
    private readonly int _maxDepth;
    private int _arrays; // non-empty arrays written: decides the delimiter guard
    private int _lead; // end of the headers of objects that the body begins with: no line before it decides the guard
    private int _element; // index that TonlName.Element stands for
    private Capture? _capture;

    /// <summary>A writer of fragments under the given options.</summary>
    public TonlWriter(IBufferWriter<byte> output, TonlOptions? options = null)
        : this(options ?? TonlOptions.Default)
    {
        ArgumentNullException.ThrowIfNull(output);
        _output = output;
        _options.Check();
    }

    internal TonlWriter(TonlOptions options)
        : this(options, options.Delimiter) { }

    internal TonlWriter(TonlOptions options, char delimiter)
    {
        _options = options;
        _bytes = [];
        _indentSize = options.IndentSize;
        _delimiter = (byte)delimiter;
        _compatible = options.Layout == TonlLayout.Compatible;
        _pretty = options.PrettyDelimiters;
        _colonSpace = options.ColonSpace;
        _lines = _colonSpace && !_compatible;
        _endsCells = !_pretty && !_compatible;
        _bare = options.Headers == TonlHeaderStyle.Bare;
        _maxDepth = options.MaxDepth;
    }

    internal readonly TonlOptions Options => _options;

    internal readonly TonlBinding Binding => _options.Binding;

    /// <summary>Gives everything written so far to the output.</summary>
    public void Flush()
    {
        if (_output is null || _pos == 0)
        {
            return;
        }

        _output.Write(_bytes.AsSpan(0, _pos));
        Release();
    }

    /// <summary><c>#version 1.0</c>; nothing where the options have no version.</summary>
    public void WriteVersionHeader()
    {
        if (_options.Version is { } version)
        {
            if (version == "1.0")
            {
                Append("#version 1.0\n"u8);
                return;
            }

            Append("#version "u8);
            AppendRaw(version);
            Append((byte)'\n');
        }
    }

    /// <summary><c>#delimiter |</c>; nothing for a comma.</summary>
    public void WriteDelimiterHeader()
    {
        if (_delimiter != ',')
        {
            Append(DelimiterLine(_delimiter));
        }
    }

    /// <summary>Both header lines.</summary>
    public void WriteHeader()
    {
        WriteVersionHeader();
        WriteDelimiterHeader();
    }

    /// <summary><c>key{a,b}:</c></summary>
    public void WriteObjectHeader(scoped ReadOnlySpan<char> key, scoped ReadOnlySpan<string> columns)
    {
        WriteKey(key);
        WriteColumns(columns, table: false);
        Append((byte)':');
    }

    /// <summary><c>key[3]{a,b}:</c></summary>
    public void WriteArrayHeader(scoped ReadOnlySpan<char> key, int count, scoped ReadOnlySpan<string> columns)
    {
        WriteArrayKey(key);
        WriteCount(count);
        WriteColumns(columns, table: true);
        Append((byte)':');
    }

    /// <summary><c>key[3]:</c></summary>
    public void WritePrimitiveArrayHeader(scoped ReadOnlySpan<char> key, int count)
    {
        WriteArrayKey(key);
        WriteCount(count);
        Append((byte)':');
    }

    /// <summary><c>[0]:</c></summary>
    public void WriteIndexedArrayHeader(int index)
    {
        WriteCount(index);
        Append((byte)':');
    }

    /// <summary><c>[1]{a,b}:</c></summary>
    public void WriteIndexedObjectHeader(int index, scoped ReadOnlySpan<string> columns)
    {
        WriteCount(index);
        WriteColumns(columns, table: false);
        Append((byte)':');
    }

    /// <summary>A key, quoted if needed.</summary>
    public void WriteKey(scoped ReadOnlySpan<char> key)
    {
        byte[] utf8 = Utf8Text.Encode(key.ToString());
        AppendKey(utf8, _compatible ? Quote.KeyQuotedCompatible(utf8) : Quote.KeyQuoted(utf8));
    }

    /// <summary>Whether <see cref="WriteKey"/> quotes a key in the Compatible layout.</summary>
    public static bool KeyNeedsQuoting(ReadOnlySpan<char> key) => Quote.KeyQuotedCompatible(Utf8Text.Encode(key.ToString()));

    /// <summary>Whether a value is quoted under the options of this writer.</summary>
    public readonly bool NeedsQuoting(scoped ReadOnlySpan<char> value)
    {
        byte[] utf8 = Utf8Text.Encode(value.ToString());
        Marks marks = Quote.Scan(utf8, _delimiter);
        return _compatible ? Quote.NeedsQuotesCompatible(utf8, marks) : Quote.NeedsQuotes(utf8, marks);
    }

    /// <summary><c>key: value</c></summary>
    public void WriteKeyValue(scoped ReadOnlySpan<char> key, scoped ReadOnlySpan<char> value)
    {
        WriteKeyColon(key);
        WriteStringValue(value);
    }

    /// <summary><c>key: null</c></summary>
    public void WriteKeyNull(scoped ReadOnlySpan<char> key)
    {
        WriteKeyColon(key);
        WriteNull();
    }

    /// <summary><c>key: true</c></summary>
    public void WriteKeyBoolean(scoped ReadOnlySpan<char> key, bool value)
    {
        WriteKeyColon(key);
        WriteBoolean(value);
    }

    /// <summary><c>key: 1</c></summary>
    public void WriteKeyInt32(scoped ReadOnlySpan<char> key, int value)
    {
        WriteKeyColon(key);
        WriteInt32(value);
    }

    /// <summary><c>key: 1</c></summary>
    public void WriteKeyInt64(scoped ReadOnlySpan<char> key, long value)
    {
        WriteKeyColon(key);
        WriteInt64(value);
    }

    /// <summary><c>key: 1.5</c></summary>
    public void WriteKeyDouble(scoped ReadOnlySpan<char> key, double value)
    {
        WriteKeyColon(key);
        WriteDouble(value);
    }

    /// <summary><c>key: 1.5</c></summary>
    public void WriteKeyFloat(scoped ReadOnlySpan<char> key, float value)
    {
        WriteKeyColon(key);
        WriteFloat(value);
    }

    /// <summary><c>key: 1.50</c></summary>
    public void WriteKeyDecimal(scoped ReadOnlySpan<char> key, decimal value)
    {
        WriteKeyColon(key);
        WriteDecimal(value);
    }

    /// <summary>A string in its member form.</summary>
    public void WriteStringValue(scoped ReadOnlySpan<char> value) => AppendString(value);

    /// <summary><c>null</c></summary>
    public void WriteNull() => Append("null"u8);

    /// <summary><c>true</c> or <c>false</c></summary>
    public void WriteBoolean(bool value) => Append(value ? "true"u8 : "false"u8);

    /// <summary>Digits.</summary>
    public void WriteInt32(int value) => AppendNumber(value);

    /// <summary>Digits.</summary>
    public void WriteInt64(long value) => AppendNumber(value);

    /// <summary>The shortest digits.</summary>
    public void WriteDouble(double value) => AppendNumber(value);

    /// <summary>The shortest digits of a float.</summary>
    public void WriteFloat(float value) => AppendNumber(value);

    /// <summary>Digits with the decimal's scale.</summary>
    public void WriteDecimal(decimal value) => AppendNumber(value);

    /// <summary>The delimiter, with its spaces.</summary>
    public void WriteDelimiter() => AppendSeparator();

    /// <summary>A line feed.</summary>
    public void WriteNewLine() => Append((byte)'\n');

    /// <summary>The indentation of a level.</summary>
    public void WriteIndent(int level)
    {
        int count = checked(Math.Max(0, level) * _indentSize);
        Room(count).Slice(0, count).Fill((byte)' ');
        _pos += count;
    }

    /// <summary>One byte.</summary>
    public void WriteByte(byte value) => Append(value);

    private static ReadOnlySpan<byte> DelimiterLine(byte delimiter) => delimiter switch
    {
        (byte)'|' => "#delimiter |\n"u8,
        (byte)';' => "#delimiter ;\n"u8,
        (byte)'\t' => "#delimiter \\t\n"u8,
        _ => "#delimiter ,\n"u8,
    };

    private void WriteArrayKey(scoped ReadOnlySpan<char> key)
    {
        byte[] utf8 = Utf8Text.Encode(key.ToString());
        AppendKey(utf8, _compatible ? Quote.KeyQuotedCompatible(utf8) : Quote.ArrayKeyQuoted(utf8));
    }

    private void WriteKeyColon(scoped ReadOnlySpan<char> key)
    {
        WriteKey(key);
        Append(_colonSpace ? ": "u8 : ":"u8);
    }

    private void WriteCount(int count)
    {
        Append((byte)'[');
        AppendNumber(count);
        Append((byte)']');
    }

    private void WriteColumns(scoped ReadOnlySpan<string> columns, bool table)
    {
        Append((byte)'{');
        for (int i = 0; i < columns.Length; i++)
        {
            if (i > 0)
            {
                Append((byte)',');
            }

            byte[] utf8 = Utf8Text.Encode(columns[i]);
            if (table && !_compatible)
            {
                AppendColumn(utf8);
            }
            else
            {
                AppendKey(utf8, _compatible ? Quote.KeyQuotedCompatible(utf8) : Quote.KeyQuoted(utf8));
            }
        }

        Append((byte)'}');
    }

    // ---- the buffer

    /// <summary>At least <paramref name="count"/> bytes after the position.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> Room(int count)
    {
        if ((uint)count > (uint)(_bytes.Length - _pos))
        {
            Grow(count);
        }

        return _bytes.AsSpan(_pos);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Append(byte value)
    {
        int pos = _pos;
        if ((uint)pos >= (uint)_bytes.Length)
        {
            Grow(1);
        }

        _bytes[pos] = value;
        _pos = pos + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Append(scoped ReadOnlySpan<byte> text)
    {
        text.CopyTo(Room(text.Length));
        _pos += text.Length;
    }

    private void AppendRaw(ReadOnlySpan<char> text) => _pos += Utf8Text.Encode(text, Room(checked(text.Length * 3)), out _);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int count)
    {
        long wanted = (long)_pos + count;
        if (wanted > Array.MaxLength)
        {
            throw new TonlException("the text is longer than an array can be", ErrorCodes.Limit, 0, 0);
        }

        if (_bytes.Length == 0 && t_spare is { } spare && spare.Length >= count)
        {
            t_spare = null;
            _bytes = spare;
            return;
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(Array.MaxLength, Math.Max(wanted, Math.Max((long)_bytes.Length * 2, 4096))));
        _bytes.AsSpan(0, _pos).CopyTo(larger);
        byte[] old = _bytes;
        _bytes = larger;
        if (old.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(old);
        }
    }

    internal readonly ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _pos);

    /// <summary>A copy of everything written; not cleared first, as all of it is overwritten.</summary>
    internal readonly byte[] ToArray()
    {
        byte[] result = GC.AllocateUninitializedArray<byte>(_pos);
        Written.CopyTo(result);
        return result;
    }

    /// <summary>Gives the buffer back; the writer may be used again.</summary>
    internal void Release()
    {
        if (_bytes.Length > 0)
        {
            if (t_spare is null && _bytes.Length <= MostSpare)
            {
                t_spare = _bytes;
            }
            else
            {
                ArrayPool<byte>.Shared.Return(_bytes);
            }
        }

        _bytes = [];
        _pos = 0;
    }

    /// <summary>Gives everything written to the output, by exchange of buffers where a large text would be copied into an empty one.</summary>
    internal void Deliver(IBufferWriter<byte> output)
    {
        if (_pos >= LeastExchanged && output is TonlBufferWriter own)
        {
            own.Take(ref _bytes, _pos);
        }
        else
        {
            output.Write(Written);
        }

        Release();
    }

    private const int LeastExchanged = 1 << 16;

    // one buffer a thread is kept outside the pool: for small values the pool's own work would be a tenth of the time
    private const int MostSpare = 1 << 18;

    [ThreadStatic]
    private static byte[]? t_spare;
}
