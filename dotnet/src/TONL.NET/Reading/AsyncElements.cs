// Elements of a root array from a stream, each as soon as its lines are complete. Tables: a row is a line. Blocks: an element ends where the next line
// is indented no more than it. Each piece is put under a small header of its own and read by the usual reader, so that one codec serves all doors.
// A document that is no plain root array is collected and read whole.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Text;

namespace TONL.NET.Reading;

internal sealed class AsyncElements<T>(Stream stream, TonlCodec<T> codec, TonlOptions options)
{
    private readonly ArrayBufferWriter<byte> _piece = new(4096);
    private byte[] _buffer = new byte[16 * 1024];
    private int _start;
    private int _end;
    private bool _finished;
    private long _units;
    private int _line; // lines taken
    private byte _delimiter = (byte)options.Delimiter;
    private byte[] _header = []; // the root's header line of a table
    private int _headerLine;
    private bool _headersOver;
    private int _pieceLine; // line of the piece's first one
    private TonlOptions? _inner;
    private int _count;
    private long _declared;

    public async IAsyncEnumerable<T?> Read([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Shape shape = Shape.None;
        var head = new ArrayBufferWriter<byte>();
        while (shape == Shape.None && await LineAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            Append(head, line.Span);
            shape = Classify(line.Span);
        }

        if (shape is Shape.None or Shape.Other)
        {
            foreach (T? item in await WholeAsync(head, shape == Shape.None, cancellationToken).ConfigureAwait(false))
            {
                yield return item;
            }

            yield break;
        }

        int indent = -1;
        bool ended = false;
        while (await LineAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            int own = Indent(line.Span, out bool blank);
            if (blank)
            {
                if (_piece.WrittenCount > 0)
                {
                    Append(_piece, line.Span); // lines are counted
                }

                continue;
            }

            if (own == 0 || ended)
            {
                foreach (T? item in Flush(shape))
                {
                    yield return item;
                }

                CheckCount();
                ended = true;
                AfterEnd(Space.Trim(line.Span), own);
                continue;
            }

            if ((shape == Shape.Table || own <= indent) && _piece.WrittenCount > 0)
            {
                foreach (T? item in Flush(shape))
                {
                    yield return item;
                }
            }

            if (_piece.WrittenCount == 0)
            {
                _pieceLine = _line;
                indent = own;
            }

            Append(_piece, line.Span);
        }

        foreach (T? item in Flush(shape))
        {
            yield return item;
        }

        CheckCount();
    }

    private void CheckCount()
    {
        if (options.StrictMode && _count != _declared)
        {
            throw new TonlException($"{_declared} elements declared, {_count} found", ErrorCodes.Count, _headerLine, 1);
        }
    }

    /// <summary>Behind the array: comments, and in lenient reading lines that mean nothing. A member makes the document an object.</summary>
    private void AfterEnd(ReadOnlySpan<byte> text, int indent)
    {
        if (ValueReader.IsSkipped(text))
        {
            return;
        }

        Tape tape = Tape.Rent();
        try
        {
            int value = ValueReader.Read(text, tape, new TonlOptions());
            if (tape.Tokens[value].Kind != Kind.Object || tape.Tokens[value].Length > 0)
            {
                throw new TonlException("an array expected, an object found", ErrorCodes.Type, _headerLine, 1, "$");
            }
        }
        catch (TonlException e) when (e.ByteOffset is not null)
        {
            throw new TonlException(Engine.Bare(e), e.Code!, _line, indent + (e.Position ?? 1));
        }
        finally
        {
            Tape.Return(tape);
        }

        if (options.StrictMode)
        {
            throw new TonlException("the end of the root array expected", ErrorCodes.Syntax, _line, indent + 1);
        }
    }

    private enum Shape
    {
        None,
        Table,
        Block,
        Other,
    }

    private static void Append(ArrayBufferWriter<byte> to, ReadOnlySpan<byte> line)
    {
        to.Write(line);
        to.Write("\n"u8);
    }

    private static int Indent(ReadOnlySpan<byte> line, out bool blank)
    {
        int indent = line.IndexOfAnyExcept((byte)' ', (byte)'\t');
        blank = Space.IsBlank(line);
        return indent < 0 ? 0 : indent;
    }

    /// <summary>Header lines go on; the first line of the body decides.</summary>
    private Shape Classify(ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> text = Space.Trim(line);
        if (text.Length == 0 || text[0] == '#' || text[0] == '@' || text.SequenceEqual("\uFEFF"u8))
        {
            return Shape.None;
        }

        if (Indent(line, out _) > 0 || !LineLexer.TryPlain(text, 0, text.Length, out Header header) || !header.HasCount
            || !text[header.Key..header.KeyEnd].SequenceEqual("root"u8))
        {
            return Shape.Other;
        }

        System.Buffers.Text.Utf8Parser.TryParse(text[header.Count..header.CountEnd], out _declared, out _);
        _header = text.ToArray();
        _headerLine = _line;
        if (header.HasRest)
        {
            return Shape.Other; // one line
        }

        return header.HasColumns && !Space.IsBlank(text[header.Columns..header.ColumnsEnd]) ? Shape.Table : Shape.Block;
    }

    private List<T?> Flush(Shape shape)
    {
        if (_piece.WrittenCount == 0)
        {
            return [];
        }

        var text = new ArrayBufferWriter<byte>(_piece.WrittenCount + _header.Length + 32);
        if (shape == Shape.Table)
        {
            text.Write(_header);
        }
        else
        {
            text.Write("root[1]:"u8);
        }

        text.Write("\n"u8);
        List<T?>? gap = null;
        int skip = shape == Shape.Block ? Renumber(text, out gap) : 0;
        text.Write(_piece.WrittenSpan[skip..]);
        _piece.ResetWrittenCount();
        List<T?> items = ReadPiece(text.WrittenSpan, _pieceLine - 2);
        if (gap is not null)
        {
            gap.AddRange(items);
            items = gap;
        }

        return items;
    }

    /// <summary>An element's index becomes 0, with as many digits; the number of bytes of the piece that were taken over.</summary>
    private int Renumber(ArrayBufferWriter<byte> text, out List<T?>? gap)
    {
        gap = null;
        ReadOnlySpan<byte> piece = _piece.WrittenSpan;
        int at = piece.Length - Space.TrimStart(piece).Length;
        if (!LineLexer.TryCount(piece, at, piece.Length, out int digits, out int after))
        {
            return 0;
        }

        if (!System.Buffers.Text.Utf8Parser.TryParse(piece[digits..(after - 1)], out long index, out _) || index != _count)
        {
            gap = Gap(index, Utf8Text.Points(piece[..at]) + 1);
        }

        text.Write(piece[..digits]);
        text.GetSpan(after - digits)[..(after - 1 - digits)].Fill((byte)'0');
        text.Advance(after - 1 - digits);
        return after - 1;
    }

    /// <summary>Nulls for the indices that are left out. What was handed out cannot be changed, so an index that is too small is an error.</summary>
    private List<T?> Gap(long index, int column)
    {
        if (options.StrictMode || index < _count || index >= _pieceLine)
        {
            throw new TonlException($"index {_count} expected, {index} found", ErrorCodes.Index, _pieceLine, column);
        }

        var gap = new List<T?>();
        try
        {
            while (_count < index)
            {
                gap.AddRange(ReadPiece("root[1]: null"u8, 0));
            }

            return gap;
        }
        catch (TonlException e)
        {
            throw new TonlException(Engine.Bare(e), e.Code!, _pieceLine, column, e.Path, e.InnerException);
        }
    }

    /// <summary>Reads a piece; <paramref name="lines"/> is the number of lines before its first element.</summary>
    private List<T?> ReadPiece(ReadOnlySpan<byte> text, int lines)
    {
        Tape tape = Tape.Rent();
        bool parsed = false;
        try
        {
            Engine.CheckUtf8(text);
            TonlOptions inner = _inner ??= new TonlOptions(options) { Delimiter = (char)_delimiter, AutoDelimiter = false, AnyRootCount = true };
            int root = ValueReader.Read(text, tape, inner);
            parsed = true;
            var reader = new TonlReader(tape, text, root, options);
            reader.BeginArray(out int capacity, out TonlScope scope);
            var items = new List<T?>(capacity);
            while (reader.NextElement(ref scope))
            {
                items.Add(codec.Read(ref reader));
                _count++;
            }

            return items;
        }
        catch (TonlException e) when (e.ByteOffset is { } offset && e.LineNumber is { } line)
        {
            string? path = !parsed ? null : Engine.PathOf(e, tape, text)?.Replace("$[0]", $"$[{_count}]", StringComparison.Ordinal);
            int place = line == 1 ? _headerLine : line + lines;
            throw new TonlException(Engine.Bare(e), e.Code!, place, e.Position ?? 1, path, e.InnerException);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    private async ValueTask<List<T?>> WholeAsync(ArrayBufferWriter<byte> head, bool isEmpty, CancellationToken cancellationToken)
    {
        while (await LineAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            Append(head, line.Span);
        }

        Engine.CheckUtf8(head.WrittenSpan);
        Tape tape = Tape.Rent();
        bool parsed = false;
        try
        {
            int root = ValueReader.Read(head.WrittenSpan, tape, options);
            parsed = true;
            var items = new List<T?>();
            if (isEmpty)
            {
                return items; // nothing but comments
            }

            var reader = new TonlReader(tape, head.WrittenSpan, root, options);
            reader.BeginArray(out _, out TonlScope scope);
            while (reader.NextElement(ref scope))
            {
                items.Add(codec.Read(ref reader));
            }

            return items;
        }
        catch (TonlException e) when (parsed && e.Path is null && Engine.PathOf(e, tape, head.WrittenSpan) is { } path)
        {
            throw new TonlException(Engine.Bare(e), e.Code!, e.LineNumber ?? 0, e.Position ?? 0, path, e.InnerException) { ByteOffset = e.ByteOffset };
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>The next line without its line feed, or null at the end. Valid until the next call.</summary>
    private async ValueTask<ReadOnlyMemory<byte>?> LineAsync(CancellationToken cancellationToken)
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

            MakeRoom();
            int n = await stream.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _finished = n == 0;
            _end += n;
        }
    }

    private ReadOnlyMemory<byte> Take(int length, int feed)
    {
        ReadOnlyMemory<byte> line = _buffer.AsMemory(_start, length);
        _start += length + feed;
        _line++;
        if (options.MaxInputLength > 0 && (_units += Utf8Text.Units(line.Span) + feed) > options.MaxInputLength)
        {
            throw new TonlException($"at most {options.MaxInputLength} UTF-16 units allowed", ErrorCodes.Limit, 1, 1);
        }

        if (_line == 1 && line.Span.StartsWith("\uFEFF"u8))
        {
            line = line[3..];
        }

        if (_header.Length == 0)
        {
            NoteDelimiter(line.Span);
        }

        return line;
    }

    private void NoteDelimiter(ReadOnlySpan<byte> line)
    {
        if (_headersOver || Space.IsBlank(line))
        {
            return;
        }

        ReadOnlySpan<byte> text = Space.Trim(line);
        _headersOver = Indent(line, out _) > 0 || text[0] is not ((byte)'#' or (byte)'@');
        if (!_headersOver && options.Delimiter == ',' && text.StartsWith("#delimiter"u8))
        {
            ValueReader.ReadHeaders(line, new TonlOptions(), out _delimiter);
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
