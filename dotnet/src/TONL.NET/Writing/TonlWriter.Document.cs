// The document around the value: header lines, final line feed, delimiter guard (6.1); and switching to a capture and back.
using System;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET;

public ref partial struct TonlWriter
{
    /// <summary>Writes the header lines; where the body begins.</summary>
    internal int BeginDocument()
    {
        WriteHeader();
        return _lead = _pos;
    }

    /// <summary>Drops the last line feed and adds <c>#delimiter ,</c> where the reference would guess another one.</summary>
    internal void EndDocument(int body)
    {
        if (_pos > body && _bytes[_pos - 1] == '\n') // handlers of a user's own need not end their last line
        {
            _pos--;
        }

        if (_delimiter != ',' || _arrays == 0 || !NeedsGuard(_bytes.AsSpan(_lead, Math.Max(0, _pos - _lead))))
        {
            return;
        }

        ReadOnlySpan<byte> line = DelimiterLine((byte)',');
        Room(line.Length);
        _bytes.AsSpan(body, _pos - body).CopyTo(_bytes.AsSpan(body + line.Length));
        line.CopyTo(_bytes.AsSpan(body));
        _pos += line.Length;
    }

    private static bool NeedsGuard(ReadOnlySpan<byte> body)
    {
        while (body.Length > 0)
        {
            int end = Bytes.LineFeed(body);
            if (end > 0 && body[end - 1] == ':')
            {
                body = body[(end + 1)..];
                continue;
            }

            ReadOnlySpan<byte> line = Space.Trim(end < 0 ? body : body[..end]);
            body = end < 0 ? default : body[(end + 1)..];
            if (line.Length == 0 || line[0] == '#' || line[^1] is (byte)':' or (byte)'{')
            {
                continue;
            }

            if (line.IndexOfAny((byte)'|', (byte)'\t', (byte)';') < 0)
            {
                return false;
            }

            int most = Math.Max(line.Count((byte)'|'), Math.Max(line.Count((byte)'\t'), line.Count((byte)';')));
            return most > line.Count((byte)',');
        }

        return false;
    }

    internal void BeginCapture(Tape tape)
    {
        _capture = tape.Capture ??= new Capture(tape);
        _capture.Reset();
    }

    internal void EndCapture() => _capture = null;

    /// <summary>6.6: the rarest delimiter in all strings and names, ties in the order <c>, | TAB ;</c>.</summary>
    internal static char RarestDelimiter(Tape tape, ReadOnlySpan<byte> source, int index)
    {
        Span<long> counts = stackalloc long[4];
        ReadOnlySpan<byte> candidates = ",|\t;"u8;
        int end = tape.After(index);
        for (int i = index; i < end; i++)
        {
            if (tape.Tokens[i].Kind is Kind.Name or Kind.String)
            {
                ReadOnlySpan<byte> text = tape.Text(tape.Tokens[i], source);
                for (int c = 0; c < 4; c++)
                {
                    counts[c] += text.Count(candidates[c]);
                }
            }
        }

        int best = 0;
        for (int c = 1; c < 4; c++)
        {
            best = counts[c] < counts[best] ? c : best;
        }

        return (char)candidates[best];
    }
}
