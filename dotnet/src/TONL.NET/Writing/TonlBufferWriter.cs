// A growing pooled buffer for callers that want the bytes without a stream. Contract 6.
using System;
using System.Buffers;
using System.Text;

namespace TONL.NET;

/// <summary>A pooled <see cref="IBufferWriter{T}"/> of bytes that grows by doubling.</summary>
public sealed class TonlBufferWriter : IBufferWriter<byte>, IDisposable
{
    private const int GrowthLimit = 1 << 30;

    private byte[]? _buffer;
    private int _count;

    /// <summary>A buffer with room for at least the given number of bytes.</summary>
    public TonlBufferWriter(int initialCapacity = 256)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(initialCapacity);
        _buffer = ArrayPool<byte>.Shared.Rent(initialCapacity);
    }

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> WrittenSpan => Buffer.AsSpan(0, _count);

    /// <summary>What was written; valid until the next write or <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => Buffer.AsMemory(0, _count);

    /// <summary>Number of bytes written.</summary>
    public int WrittenCount => Buffer is null ? 0 : _count;

    /// <summary>Bytes that fit without growing.</summary>
    public int Capacity => Buffer.Length;

    private byte[] Buffer => _buffer ?? throw new ObjectDisposedException(nameof(TonlBufferWriter));

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return Buffer.AsMemory(_count);
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return Buffer.AsSpan(_count);
    }

    /// <inheritdoc/>
    public void Advance(int count)
    {
        byte[] buffer = Buffer;
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count > buffer.Length - _count)
        {
            throw new InvalidOperationException($"cannot advance by {count}: {buffer.Length - _count} bytes are left");
        }

        _count += count;
    }

    /// <summary>Forgets what was written and keeps the buffer.</summary>
    public void Clear()
    {
        Buffer.AsSpan(0, _count).Clear();
        _count = 0;
    }

    /// <summary>A copy of what was written.</summary>
    public byte[] ToArray() => WrittenSpan.ToArray();

    /// <summary>What was written, as a string.</summary>
    public override string ToString() => Encoding.UTF8.GetString(WrittenSpan);

    /// <summary>Clears the buffer and gives it back, once.</summary>
    public void Dispose()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            buffer.AsSpan(0, _count).Clear();
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <summary>Writes the first bytes of a rented array: an empty buffer that is no larger keeps the array and gives its own for it.</summary>
    internal void Take(ref byte[] bytes, int count)
    {
        byte[] buffer = Buffer;
        if (_count > 0 || buffer.Length > bytes.Length)
        {
            this.Write(bytes.AsSpan(0, count));
            return;
        }

        _buffer = bytes;
        _count = count;
        bytes = buffer;
    }

    private void Reserve(int sizeHint)
    {
        byte[] buffer = Buffer;
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        int wanted = Math.Max(1, sizeHint);
        if (buffer.Length - _count >= wanted)
        {
            return;
        }

        long size = Math.Max((long)_count + wanted, Math.Min((long)buffer.Length * 2, GrowthLimit));
        if (size > Array.MaxLength)
        {
            throw new OutOfMemoryException($"a buffer of {size} bytes cannot be had");
        }

        byte[] larger = ArrayPool<byte>.Shared.Rent((int)size);
        buffer.AsSpan(0, _count).CopyTo(larger);
        _buffer = larger;
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
