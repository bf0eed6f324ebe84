// Lines of a stream, one by one, for reading element by element: each is checked to be UTF-8 and counted against the limit of the input,
// and the lines before the body are asked for the delimiter. Nothing is kept but the line that was handed out.
using System;
using System.IO;
using System.Text.Unicode;
using System.Threading;
using System.Threading.Tasks;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal sealed class AsyncLines(Stream stream, TonlOptions options)
{
    private byte[] _buffer = new byte[16 * 1024];
    private int _start;
    private int _end;
    private bool _finished;
    private long _units;
    private byte _found = (byte)',';
    private bool _declared;
    private bool _guessed;
    private long _taken;

    /// <summary>Number of lines handed out.</summary>
    public int Count { get; private set; }

    /// <summary>First byte of the line handed out last, in the stream.</summary>
    public long Offset { get; private set; }

    /// <summary>Whether a line feed ended the line handed out last.</summary>
    public bool HasFeed { get; private set; }

    /// <summary>Whether the line handed out last is one of the header lines.</summary>
    public bool IsHeader { get; private set; } = true;

    /// <summary>What stands between cells, as far as the lines handed out tell.</summary>
    public byte Delimiter { get; private set; } = (byte)options.Delimiter;

    /// <summary>The next line without its line feed, or null at the end. Valid until the next call.</summary>
    public async ValueTask<ReadOnlyMemory<byte>?> NextAsync(CancellationToken cancellationToken)
    {
        int scanned = 0;
        while (true)
        {
            int at = _buffer.AsSpan(_start + scanned, _end - _start - scanned).IndexOf((byte)'\n');
            if (at >= 0)
            {
                return Take(scanned + at, 1);
            }

            scanned = _end - _start;
            if (_finished)
            {
                return scanned > 0 ? Take(scanned, 0) : (ReadOnlyMemory<byte>?)null; // a bare null would become empty memory
            }

            if (options.MaxInputLength > 0 && _units + (scanned / 3) > options.MaxInputLength)
            {
                throw TooLong(); // a unit takes 3 bytes at most
            }

            MakeRoom();
            int n = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _finished = n == 0;
            _end += n;
        }
    }

    private ReadOnlyMemory<byte> Take(int length, int feed)
    {
        ReadOnlyMemory<byte> line = _buffer.AsMemory(_start, length);
        Offset = _taken;
        HasFeed = feed > 0;
        _taken += length + feed;
        _start += length + feed;
        Count++;
        if (!Utf8.IsValid(line.Span))
        {
            throw AtLine(Errors.InvalidUtf8(line.Span));
        }

        if (options.MaxInputLength > 0 && (_units += Utf8Text.Units(line.Span) + feed) > options.MaxInputLength)
        {
            throw TooLong();
        }

        if (Count == 1 && line.Span.StartsWith("\uFEFF"u8))
        {
            line = line[3..];
            Offset = 3;
        }

        NoteDelimiter(line.Span);
        return line;
    }

    /// <summary>An error of the line handed out last, read by itself.</summary>
    public TonlException AtLine(TonlException e) =>
        new(Engine.Bare(e), e.Code!, Count, e.Position ?? 1, e.Path, e.InnerException) { ByteOffset = Offset + e.ByteOffset };

    private TonlException TooLong() => new($"at most {options.MaxInputLength} UTF-16 units allowed", ErrorCodes.Limit, 1, 1);

    private void NoteDelimiter(ReadOnlySpan<byte> line)
    {
        if (Space.IsBlank(line))
        {
            return;
        }

        if (IsHeader)
        {
            HeaderLine(line);
        }

        if (options.AutoDelimiter && !_declared && !_guessed && ValueReader.TryGuess(Space.Trim(line), out byte guess))
        {
            _guessed = true;
            Delimiter = guess;
        }
    }

    private void HeaderLine(ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> text = Space.Trim(line);
        IsHeader = line[0] is not ((byte)' ' or (byte)'\t') && ValueReader.IsHeader(text);
        if (!IsHeader || !text.StartsWith("#delimiter"u8))
        {
            return;
        }

        try
        {
            ValueReader.ReadDelimiter(line, ref _found);
        }
        catch (TonlException e)
        {
            throw AtLine(e);
        }

        _declared = true;
        if (options.AutoDelimiter || options.Delimiter == ',')
        {
            Delimiter = _found;
        }
    }

    private void MakeRoom()
    {
        if (_start > 0)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            _end -= _start;
            _start = 0;
        }

        if (_end == _buffer.Length)
        {
            Array.Resize(ref _buffer, _buffer.Length * 2);
        }
    }
}
