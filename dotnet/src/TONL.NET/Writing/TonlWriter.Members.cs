// What codecs and generated code call: a value under a name (containers: Containers; tables: Cells). Each member is one call and one line.
// With a capture (hints, Compatible layout, dictionaries ...) the same calls build a tape, which Values writes: one set of codecs for every option.
using System;
using System.Buffers.Text;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    internal readonly bool IsCapturing => _capture is not null;

    internal readonly Capture? Captured => _capture;

    // ---- members of scalar types

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, bool value)
    {
        if (_capture is null)
        {
            Span<byte> room = BeginLine(name, 6);
            if (value)
            {
                "true\n"u8.CopyTo(room);
                _pos += 5;
            }
            else
            {
                "false\n"u8.CopyTo(room);
                _pos += 6;
            }
        }
        else
        {
            _capture.Word(name, value ? Kind.True : Kind.False);
        }
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, int value)
    {
        if (_capture is null)
        {
            Span<byte> room = BeginLine(name, 12);
            int n = Words.Signed(value, room);
            room[n] = (byte)'\n';
            _pos += n + 1;
        }
        else
        {
            _capture.Number(name, value);
        }
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, long value)
    {
        if (_capture is null)
        {
            Span<byte> room = BeginLine(name, 21);
            int n = Words.Signed(value, room);
            room[n] = (byte)'\n';
            _pos += n + 1;
        }
        else
        {
            _capture.Number(name, value);
        }
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, ulong value)
    {
        Span<byte> text = stackalloc byte[20];
        Utf8Formatter.TryFormat(value, text, out int n);
        WriteNumeral(name, text[..n]);
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, uint value) => Write(name, (long)value);

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, short value) => Write(name, (int)value);

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, ushort value) => Write(name, (int)value);

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, byte value) => Write(name, (int)value);

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, sbyte value) => Write(name, (int)value);

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, double value)
    {
        if (_capture is null)
        {
            Span<byte> room = BeginLine(name, Number.MaxDouble + 1);
            int n = Number.Write(value, room);
            room[n] = (byte)'\n';
            _pos += n + 1;
        }
        else
        {
            Span<byte> text = stackalloc byte[Number.MaxDouble];
            _capture.Number(name, text[..Number.Write(value, text)]);
        }
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, float value)
    {
        Span<byte> text = stackalloc byte[Number.MaxDouble];
        WriteNumeral(name, text[..Number.Write(value, text)]);
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, decimal value)
    {
        if (_capture is null)
        {
            BeginScalar(name);
            AppendNumber(value);
            Append((byte)'\n');
            return;
        }

        Span<byte> text = stackalloc byte[32];
        value.TryFormat(text, out int n, default, CultureInfo.InvariantCulture);
        WriteNumeral(name, text[..n]);
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, char value) => WriteText(name, value.ToString());

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, string? value)
    {
        if (value is null)
        {
            WriteNull(name);
        }
        else
        {
            WriteText(name, value);
        }
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, DateTime value)
    {
        if (_capture is null)
        {
            BeginScalar(name);
            AppendQuotedDate(value);
            Append((byte)'\n');
            return;
        }

        Span<byte> text = stackalloc byte[40];
        Utf8Formatter.TryFormat(value, text, out int n, 'O');
        WriteAscii(name, text[..n]);
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, DateTimeOffset value)
    {
        if (_capture is null)
        {
            BeginScalar(name);
            AppendQuotedDate(value);
            Append((byte)'\n');
            return;
        }

        Span<byte> text = stackalloc byte[40];
        Utf8Formatter.TryFormat(value, text, out int n, 'O');
        WriteAscii(name, text[..n]);
    }

    /// <summary>For generated code: a member line.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write(TonlName name, Guid value)
    {
        if (_capture is null)
        {
            BeginScalar(name);
            AppendBareGuid(value);
            Append((byte)'\n');
            return;
        }

        Span<byte> text = stackalloc byte[36];
        Utf8Formatter.TryFormat(value, text, out int n, 'D');
        WriteAscii(name, text[..n]);
    }

    /// <summary>For generated code: a member of any other type.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Write<T>(TonlName name, T value, TonlTypePlan<T> plan) => plan.Codec(Binding).Write(ref this, name, value);

    /// <summary>For generated code: a member that is null.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void WriteNull(TonlName name)
    {
        if (_capture is null)
        {
            Span<byte> room = BeginLine(name, 5);
            "null\n"u8.CopyTo(room);
            _pos += 5;
        }
        else
        {
            _capture.Word(name, Kind.Null);
        }
    }

    /// <summary>A number whose text is final.</summary>
    internal void WriteNumeral(TonlName name, scoped ReadOnlySpan<byte> text)
    {
        if (_capture is null)
        {
            BeginScalar(name);
            Append(text);
            Append((byte)'\n');
        }
        else
        {
            _capture.Number(name, text);
        }
    }

    internal void WriteText(TonlName name, ReadOnlySpan<char> value)
    {
        if (_capture is not null)
        {
            _capture.Text(name, value);
            return;
        }

        if (_lines && name.IsLine && TryWriteLine(name, value))
        {
            return;
        }

        int start = _pos;
        Span<byte> room = BeginLine(name, value.Length <= MaxShort ? (value.Length * 3) + ShortSlack : 1);
        int n = ShortMember(value, room);
        if (n >= 0)
        {
            room[n] = (byte)'\n';
            _pos += n + 1;
            return;
        }

        WriteTextSlow(name, value, start);
        Append((byte)'\n');
    }

    /// <summary>The line of a short string at one go; false, with nothing written, where more is to be asked.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryWriteLine(TonlName name, ReadOnlySpan<char> value)
    {
        int begin = _indent + name.Line.Length;
        if (_bytes.Length - _pos < begin + Words.Slack + Narrow.RoomOfEnded)
        {
            return false;
        }

        Span<byte> room = _bytes.AsSpan(_pos);
        Words.Spaces(_indent, room);
        Words.Copy(name.Line.Bytes, name.Line.Length, room[_indent..]);
        long done = Narrow.Ended(value, room[begin..], _delimiter, (byte)'\n', Narrow.Hard | Narrow.Backslash);
        if (done < 0)
        {
            return false;
        }

        _pos += begin + (int)done;
        return true;
    }

    /// <summary>A string of ASCII that may need quotes but no escapes: dates, Guids, time spans.</summary>
    internal void WriteAscii(TonlName name, scoped ReadOnlySpan<byte> text)
    {
        if (_capture is not null)
        {
            _capture.Text(name, text);
            return;
        }

        BeginScalar(name);
        AppendString(text);
        Append((byte)'\n');
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteTextSlow(TonlName name, ReadOnlySpan<char> value, int start)
    {
        if (value.IndexOfAny('\u2028', '\u2029') >= 0 && !ReferenceEquals(name, TonlName.Element) && !name.IsRoot && !name.IsKeyQuoted)
        {
            _pos = start; // 4.3: such a value has its key in quotes
            Indent();
            AppendQuoted(name.Utf8);
            Append(_colonSpace ? ": "u8 : ":"u8);
        }

        AppendStringSlow(value);
    }

    /// <summary>Indentation, key and colon of a scalar; room for at least <paramref name="more"/> bytes after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> BeginLine(TonlName name, int more)
    {
        if (!name.IsLine)
        {
            BeginScalarSlow(name);
            return Room(more);
        }

        int indent = _indent, length = _colonSpace ? name.Line.Length : name.Line.Length - 1;
        Span<byte> room = Room(indent + length + more + Words.Slack);
        Words.Spaces(indent, room);
        Words.Copy(name.Line.Bytes, length, room[indent..]);
        _pos += indent + length;
        return room[(indent + length)..];
    }

    private void BeginScalar(TonlName name) => BeginLine(name, 0);

    private void BeginScalarSlow(TonlName name)
    {
        Indent();
        if (ReferenceEquals(name, TonlName.Element))
        {
            AppendElement();
        }
        else
        {
            AppendQuoted(name.Utf8);
        }

        Append(_colonSpace ? ": "u8 : ":"u8);
    }

    private void Indent()
    {
        Words.Spaces(_indent, Room(_indent + Words.Slack));
        _pos += _indent;
    }

    private void AppendElement()
    {
        Append((byte)'[');
        AppendNumber(_element);
        Append((byte)']');
    }
}
