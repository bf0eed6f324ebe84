// Every case through every door: string, bytes, buffer, stream (also one byte at a time), pipe, sequence, document, run-time type.
// All must give the same text and the same value.
using System;
using System.Buffers;
using System.IO;
using System.IO.Pipelines;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace TONL.NET.Tests.Common;

public static class Doors
{
    /// <summary>Writes through every door, reads back through every door, compares; the text.</summary>
    public static string Check<T>(T value, TonlOptions? options = null, Action<T?, T?>? same = null, bool roundTripText = true)
    {
        same ??= (a, b) => Assert.Equivalent(a, b, strict: true);
        string text = TonlSerializer.SerializeToString(value, options);
        Write(value, text, options);
        foreach (T? read in Read<T>(text, options))
        {
            same(value, read);
            if (roundTripText)
            {
                Assert.Equal(text, TonlSerializer.SerializeToString(read, options));
            }
        }

        return text;
    }

    public static void Write<T>(T value, string text, TonlOptions? options)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        Assert.Equal(text, TonlSerializer.Serialize(value, options));
        Assert.Equal(bytes, TonlSerializer.SerializeToBytes(value, options));
        using var buffer = new TonlBufferWriter();
        TonlSerializer.Serialize(buffer, value, options);
        Assert.Equal(bytes, buffer.ToArray());
        var stream = new MemoryStream();
        TonlSerializer.Serialize(stream, value, options);
        Assert.Equal(bytes, stream.ToArray());
        stream = new MemoryStream();
        TonlSerializer.SerializeAsync(stream, value, options).GetAwaiter().GetResult();
        Assert.Equal(bytes, stream.ToArray());
        Assert.Equal(text, TonlSerializer.SerializeToString(value, typeof(T), options));
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        TonlSerializer.SerializeAsync(pipe.Writer, value, options).GetAwaiter().GetResult();
        pipe.Writer.Complete();
        Assert.True(pipe.Reader.TryRead(out ReadResult result) || bytes.Length == 0);
        Assert.Equal(bytes, result.Buffer.ToArray());
    }

    public static T?[] Read<T>(string text, TonlOptions? options)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        using TonlDocument document = TonlDocument.Parse(text, options);
        Assert.True(TonlSerializer.TryDeserialize(text, out T? tried, out TonlException? error, options), error?.Message);
        return
        [
            TonlSerializer.Deserialize<T>(text, options),
            TonlSerializer.Deserialize<T>(bytes, options),
            TonlSerializer.Deserialize<T>(text.Replace("\n", "\r\n", StringComparison.Ordinal), options),
            TonlSerializer.Deserialize<T>("\uFEFF" + text + "\n", options),
            TonlSerializer.Deserialize<T>(Sequence(bytes), options),
            TonlSerializer.Deserialize<T>(new DripStream(bytes, 1), options),
            TonlSerializer.DeserializeAsync<T>(new DripStream(bytes, 1), options).AsTask().GetAwaiter().GetResult(),
            TonlSerializer.DeserializeAsync<T>(PipeReader.Create(new DripStream(bytes, 3)), options).AsTask().GetAwaiter().GetResult(),
            (T?)TonlSerializer.Deserialize(text, typeof(T), options),
            (T?)TonlSerializer.Deserialize(bytes, typeof(T), options),
            document.RootElement.Deserialize<T>(options),
            tried,
        ];
    }

    private static ReadOnlySequence<byte> Sequence(byte[] bytes)
    {
        var first = new Segment(bytes.AsMemory(0, bytes.Length / 2));
        Segment last = first.Append(bytes.AsMemory(bytes.Length / 2));
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory) => Memory = memory;

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory) { RunningIndex = RunningIndex + Memory.Length };
            Next = next;
            return next;
        }
    }
}

/// <summary>A stream that gives a few bytes at a time and refuses to be closed twice.</summary>
public sealed class DripStream(byte[] bytes, int step) : Stream
{
    private int _at;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => _at; set => throw new NotSupportedException(); }

    public bool SyncRefused { get; init; }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        Assert.False(SyncRefused, "synchronous read");
        return Take(buffer);
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return new ValueTask<int>(Take(buffer.Span));
    }

    public override void Flush() { }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private int Take(Span<byte> buffer)
    {
        int n = Math.Min(Math.Min(step, buffer.Length), bytes.Length - _at);
        bytes.AsSpan(_at, n).CopyTo(buffer);
        _at += n;
        return n;
    }
}
