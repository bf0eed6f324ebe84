// Elements of a root array from a stream, each as soon as its lines are complete. Tables: a row is a line. Blocks: an element that opens a block ends where
// the next line is indented no more than it, any other with its line. Each piece is put under a small header of its own and read by the usual reader, so
// that one codec serves all doors. A document that is no plain root array is collected and read whole. What is found is what reading the whole text finds,
// as far as the lines go that were read: of two errors the stream meets the upper one first, and an element cannot change once it was handed out.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
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
    private readonly AsyncLines _lines = new(stream, options);
    private readonly ArrayBufferWriter<byte> _piece = new(4096);
    private int _pieceLine; // line of the piece's first one
    private long _pieceOffset; // its first byte in the stream
    private int _pieceIndent;
    private bool _pieceHasBlock; // more indented lines belong to it
    private TonlException? _open; // a string of the piece goes on in the lines to come, else this is the error
    private byte[] _header = []; // the root's header line of a table
    private bool _isTable;
    private int _headerLine;
    private long _headerOffset;
    private TonlOptions? _inner;
    private int _count;
    private long _declared;

    private enum Shape
    {
        None,
        Table,
        Block,
        Other,
    }

    public async IAsyncEnumerable<T?> Read([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Shape shape = Shape.None;
        var head = new ArrayBufferWriter<byte>();
        while (shape == Shape.None && await _lines.NextAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            Collect(head, line.Span);
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

        bool ended = false;
        while (await _lines.NextAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            int own = Indent(line.Span, out bool blank);
            if (_open is null && blank)
            {
                if (_piece.WrittenCount > 0)
                {
                    Append(line.Span); // lines are counted
                }

                continue;
            }

            if (_open is null && (own == 0 || ended || own <= _pieceIndent || !_pieceHasBlock))
            {
                foreach (T? item in Flush(isLast: false))
                {
                    yield return item;
                }
            }

            if (_open is not null)
            {
                Append(line.Span);
                _open = Space.TrimEnd(line.Span).EndsWith("\"\"\""u8) ? null : _open;
                continue;
            }

            if (own == 0 || ended)
            {
                CheckCount();
                ended = true;
                AfterEnd(line.Span);
                continue;
            }

            if (_piece.WrittenCount == 0)
            {
                _pieceLine = _lines.Count;
                _pieceOffset = _lines.Offset;
                _pieceIndent = own;
                _pieceHasBlock = !_isTable && ValueReader.OpensBlock(Space.Trim(line.Span));
            }

            Append(line.Span);
        }

        foreach (T? item in Flush(isLast: true))
        {
            yield return item;
        }

        CheckCount();
    }

    private void CheckCount()
    {
        if (options.Strict && _count != _declared)
        {
            int before = _header.Length - Space.TrimStart(_header).Length;
            int column = Utf8Text.Points(_header.AsSpan(0, before)) + 1;
            throw new TonlException($"{_declared} elements declared, {_count} found", ErrorCodes.Count, _headerLine, column) { ByteOffset = _headerOffset + before };
        }
    }

    /// <summary>Behind the array: comments, and in lenient reading lines that mean nothing. A member makes the document an object.</summary>
    private void AfterEnd(ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> text = Space.Trim(line);
        if (ValueReader.IsSkipped(text))
        {
            return;
        }

        ReadOnlySpan<byte> root = "root: 1\n"u8;
        int before = line.Length - Space.TrimStart(line).Length;
        int column = Utf8Text.Points(line[..before]);
        Tape tape = Tape.Rent();
        try
        {
            var lenient = new TonlOptions { Delimiter = (char)_lines.Delimiter, MaxDepth = options.MaxDepth };
            Token value = tape.Tokens[ValueReader.Read([.. root, .. text], tape, lenient)];
            if (value.Pos >= root.Length)
            {
                throw new TonlException("the name `root` stands twice", ErrorCodes.DuplicateKey, _lines.Count, column + 1) { ByteOffset = _lines.Offset + before };
            }

            if (value.IsContainer)
            {
                throw new TonlException("an array expected, an object found", ErrorCodes.Type, 1, 1, "$") { ByteOffset = 0 };
            }
        }
        catch (TonlException e) when (e.LineNumber == 2 && e.ByteOffset >= root.Length)
        {
            long offset = _lines.Offset + before + e.ByteOffset!.Value - root.Length;
            throw new TonlException(Engine.Bare(e), e.Code!, _lines.Count, column + (e.Position ?? 1)) { ByteOffset = offset };
        }
        finally
        {
            Tape.Return(tape);
        }

        if (options.Strict)
        {
            throw new TonlException("the end of the root array expected", ErrorCodes.Syntax, _lines.Count, column + 1) { ByteOffset = _lines.Offset + before };
        }
    }

    private void Append(ReadOnlySpan<byte> line)
    {
        _piece.Write(line);
        _piece.Write("\n"u8);
    }

    /// <summary>Adds the line taken last as it stood in the stream.</summary>
    private void Collect(ArrayBufferWriter<byte> head, ReadOnlySpan<byte> line)
    {
        head.Write(_lines is { Count: 1, Offset: > 0 } ? "\uFEFF"u8 : default);
        head.Write(line);
        head.Write(_lines.HasFeed ? "\n"u8 : default);
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
        if (text.Length == 0 || _lines.IsHeader || ValueReader.IsSkipped(text))
        {
            return Shape.None;
        }

        if (Indent(line, out _) > 0 || !LineLexer.TryPlain(text, 0, text.Length, out Header header) || !header.HasCount || header.HasRest
            || !text[header.Key..header.KeyEnd].SequenceEqual("root"u8))
        {
            return Shape.Other;
        }

        System.Buffers.Text.Utf8Parser.TryParse(text[header.Count..header.CountEnd], out _declared, out _);
        _header = Space.TrimEnd(line).ToArray();
        _headerLine = _lines.Count;
        _headerOffset = _lines.Offset;
        ReadPiece(_header); // what is wrong with the header is wrong without rows, too
        _isTable = header.HasColumns && !Space.IsBlank(text[header.Columns..header.ColumnsEnd]);
        return _isTable ? Shape.Table : Shape.Block;
    }

    /// <summary>The elements of the piece. None where it ends within a string that goes on: then the piece stays.</summary>
    private List<T?> Flush(bool isLast)
    {
        if (_open is not null)
        {
            throw _open;
        }

        if (_piece.WrittenCount == 0)
        {
            return [];
        }

        var text = new ArrayBufferWriter<byte>(_piece.WrittenCount + _header.Length + 32);
        text.Write(_header);
        text.Write("\n"u8);
        List<T?>? gap = null;
        int skip = _isTable ? 0 : Renumber(text, out gap);
        text.Write(_piece.WrittenSpan[skip..]);
        List<T?> items;
        try
        {
            items = ReadPiece(text.WrittenSpan);
        }
        catch (TonlException e) when (e.IsOpen && !isLast)
        {
            _open = e;
            return gap ?? [];
        }

        _piece.ResetWrittenCount();
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
        int end = at + piece[at..].IndexOf((byte)'\n');
        if (!ValueReader.TryIndex(Space.TrimEnd(piece[at..end]), out int digits, out long index))
        {
            return 0;
        }

        if (index != _count)
        {
            gap = Gap(index, at);
        }

        text.Write(piece[..(at + 1)]);
        text.GetSpan(digits)[..digits].Fill((byte)'0');
        text.Advance(digits);
        return at + 1 + digits;
    }

    /// <summary>Nulls for the indices that are left out. What was handed out cannot be changed, so an index that is too small is an error.</summary>
    private List<T?> Gap(long index, int at)
    {
        int column = Utf8Text.Points(_piece.WrittenSpan[..at]) + 1;
        if (options.Strict || index < _count || index >= _pieceLine)
        {
            throw new TonlException($"index {_count} expected, {index} found", ErrorCodes.Index, _pieceLine, column) { ByteOffset = _pieceOffset + at };
        }

        var gap = new List<T?>();
        try
        {
            while (_count < index)
            {
                gap.AddRange(ReadPiece([.. _header, .. "\n [0]: null"u8]));
            }

            return gap;
        }
        catch (TonlException e)
        {
            throw new TonlException(Engine.Bare(e), e.Code!, _pieceLine, column, e.Path, e.InnerException) { ByteOffset = _pieceOffset + at };
        }
    }

    /// <summary>Reads a piece below the header.</summary>
    private List<T?> ReadPiece(ReadOnlySpan<byte> text)
    {
        int before = _count;
        Tape tape = Tape.Rent();
        bool parsed = false;
        try
        {
            if (_inner is null || _inner.Delimiter != (char)_lines.Delimiter)
            {
                _inner = new TonlOptions(options) { Delimiter = (char)_lines.Delimiter, AutoDelimiter = false, AnyRootCount = true };
            }

            _inner.LinesElsewhere = _pieceLine - 3; // the lines before the piece, without its header and the end of its last line
            int root = ValueReader.Read(text, tape, _inner);
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
            string? path = parsed ? Absolute(Engine.PathOf(e, tape, text), before) : null;
            bool atHeader = line == 1;
            throw new TonlException(Engine.Bare(e), e.Code!, atHeader ? _headerLine : line + _pieceLine - 2, e.Position ?? 1, path, e.InnerException)
            {
                ByteOffset = atHeader ? _headerOffset + offset : _pieceOffset + offset - _header.Length - 1,
                IsOpen = e.IsOpen,
            };
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>A path within a piece as one within the document: the first index counts from the elements before the piece.</summary>
    private static string? Absolute(string? path, int before)
    {
        int close = path?.IndexOf(']', StringComparison.Ordinal) ?? -1;
        return path is not null && path.StartsWith("$[", StringComparison.Ordinal)
            && int.TryParse(path.AsSpan(2, close - 2), NumberStyles.None, CultureInfo.InvariantCulture, out int index)
            ? string.Create(CultureInfo.InvariantCulture, $"$[{before + index}{path.AsSpan(close)}")
            : path;
    }

    private async ValueTask<List<T?>> WholeAsync(ArrayBufferWriter<byte> head, bool isEmpty, CancellationToken cancellationToken)
    {
        while (await _lines.NextAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            Collect(head, line.Span);
        }

        Tape tape = Tape.Rent();
        bool parsed = false;
        try
        {
            int root = ValueReader.Read(head.WrittenSpan, tape, options);
            parsed = true;
            var items = new List<T?>();
            if (isEmpty || tape.Tokens[root].Kind == Kind.Null)
            {
                return items; // nothing but comments, or null in place of the array
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
}
