// What codecs and generated code call: a value under a name, objects, tables of rows. Each member is one call and one line.
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

    // ---- objects

    /// <summary>Begins an object in a capture, which finds its members by itself.</summary>
    internal void BeginCaptured(TonlName name)
    {
        if (++_depth - Unsure > _maxDepth || !Enough(_depth))
        {
            TooDeep();
        }

        _capture!.Begin(name, Kind.Object);
    }

    /// <summary>The header of an object, and one level more; <paramref name="header"/> is what follows the key.</summary>
    internal void BeginObject(TonlName name, in Word header)
    {
        if (++_depth > _maxDepth || !Enough(_depth))
        {
            TooDeep();
        }

        if (ReferenceEquals(name, TonlName.Element))
        {
            int indent = _indent, length = header.Length;
            Span<byte> room = Room(indent + 12 + length + Words.Slack);
            Words.Spaces(indent, room);
            room = room[indent..];
            room[0] = (byte)'[';
            int digits = Words.Digits((uint)_element, room[1..]);
            room[digits + 1] = (byte)']';
            Words.Copy(header.Bytes, length, room[(digits + 2)..]);
            _pos += indent + digits + 2 + length;
        }
        else if (!name.IsLine)
        {
            BeginKeySlow(name);
            Append(header.Span);
        }
        else
        {
            int indent = _indent, key = name.Key.Length, length = header.Length;
            Span<byte> room = Room(indent + key + length + Words.Slack);
            Words.Spaces(indent, room);
            Words.Copy(name.Line.Bytes, key, room[indent..]);
            Words.Copy(header.Bytes, length, room[(indent + key)..]);
            _pos += indent + key + length;
        }

        _indent += _indentSize;
    }

    /// <summary>The same for an object that has only the members of <paramref name="present"/>.</summary>
    internal void BeginObject(TonlName name, TonlNames members, ulong present)
    {
        if (++_depth > _maxDepth || !Enough(_depth))
        {
            TooDeep();
        }

        BeginKeySlow(name);
        if (present == 0)
        {
            Append("{}"u8);
        }
        else if (!_bare && !ulong.IsPow2(present))
        {
            AppendNames(members, present, columns: false);
        }

        Append(":\n"u8);
        _indent += _indentSize;
    }

    /// <summary>Indentation and key of a container.</summary>
    private void BeginKeySlow(TonlName name)
    {
        Indent();
        if (ReferenceEquals(name, TonlName.Element))
        {
            AppendElement();
        }
        else
        {
            Append(name.Key);
        }
    }

    /// <summary><c>{a,b}</c> of the members whose bits are set; there is at least one.</summary>
    private void AppendNames(TonlNames members, ulong present, bool columns)
    {
        Append((byte)'{');
        foreach (int index in members.Order)
        {
            if ((present >> index & 1) != 0)
            {
                TonlName name = members[index];
                Append(columns ? name.Column : name.Key);
                Append((byte)',');
            }
        }

        _bytes[_pos - 1] = (byte)'}';
    }

    internal readonly bool IsBare => _bare;

    internal void EndObject()
    {
        _depth--;
        if (_capture is not null)
        {
            _capture.End();
        }
        else
        {
            _indent -= _indentSize;
        }
    }

    internal void EnterArray()
    {
        if (++_depth - Unsure > _maxDepth || !Enough(_depth))
        {
            TooDeep();
        }
    }

    internal void LeaveArray() => _depth--;

    private static bool Enough(int depth) => (depth & 15) != 0 || RuntimeHelpers.TryEnsureSufficientExecutionStack();

    internal readonly int DepthLeft => _maxDepth - _depth + Unsure;

    /// <summary>Rows of a table do not count, and a capture does not know which objects will be rows; the tape is counted exactly.</summary>
    private readonly int Unsure => _capture is null ? 0 : 1;

    internal readonly TonlException Unsupported(TonlName name, Type type) =>
        new($"{type} cannot be written", ErrorCodes.Unsupported, 0, 0, PathOf(name));

    /// <summary>The way to a value that is about to be written, where the capture keeps it.</summary>
    internal readonly string? PathOf(TonlName? name) => _capture is { Tracks: true } ? _capture.Path(name) : null;

    internal static void TooDeep() => throw new TonlException("the value is nested too deep", ErrorCodes.Depth, 0, 0);

    /// <summary>Sets the index that <see cref="TonlName.Element"/> stands for.</summary>
    internal void At(int element) => _element = element;

    // ---- arrays

    /// <summary><c>key[0]:</c></summary>
    internal void WriteEmptyArray(TonlName name)
    {
        if (_capture is not null)
        {
            _capture.Begin(name, Kind.Array);
            _capture.End();
            return;
        }

        BeginArrayName(name, 0, 0);
        Append(ReferenceEquals(name, TonlName.Element) && _colonSpace ? ": \n"u8 : ":\n"u8);
    }

    /// <summary>Indentation, key and count; room for at least <paramref name="more"/> bytes after it.</summary>
    private Span<byte> BeginArrayName(TonlName name, int count, int more)
    {
        if (!name.IsLine)
        {
            Indent();
            if (ReferenceEquals(name, TonlName.Element))
            {
                AppendElement();
            }
            else
            {
                Append(name.ArrayKey);
            }

            Append((byte)'[');
            AppendNumber(count);
            Append((byte)']');
            return Room(more);
        }

        int indent = _indent, length = name.ArrayLine.Length;
        Span<byte> room = Room(indent + length + 11 + more + Words.Slack);
        Words.Spaces(indent, room);
        Words.Copy(name.ArrayLine.Bytes, length, room[indent..]);
        room = room[(indent + length)..];
        int digits = Words.Digits((uint)count, room);
        room[digits] = (byte)']';
        _pos += indent + length + digits + 1;
        return room[(digits + 1)..];
    }

    /// <summary>Header of a block of elements that are all objects; the elements follow, each after <see cref="At"/>.</summary>
    internal void BeginBlock(TonlName name, int count)
    {
        if (ReferenceEquals(name, TonlName.Element))
        {
            Indent();
            Append("_["u8); // objects are not shallow (6.2)
            AppendNumber(count);
            Append((byte)']');
        }
        else
        {
            BeginArrayName(name, count, 0);
        }

        Append(":\n"u8);
        _arrays++;
        _indent += _indentSize;
    }

    internal void EndBlock() => _indent -= _indentSize;
}
