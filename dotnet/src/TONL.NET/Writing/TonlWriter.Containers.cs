// What codecs call around the members: headers of objects, arrays and blocks, and how deep the value is.
using System;
using System.Runtime.CompilerServices;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
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

        int start = _pos;
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

        _lead = start == _lead ? _pos : _lead;
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
        int start = _pos;
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
        _lead = start == _lead ? _pos : _lead;
        _arrays++;
        _indent += _indentSize;
    }

    internal void EndBlock() => _indent -= _indentSize;
}
