// Streams, pipes and asynchronous entry points. Text is collected to its end (a value's layout needs all of it); root arrays can be read
// element by element, in memory bounded by the longest element (AsyncElements). Streams are never closed.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using TONL.NET.Metadata;
using TONL.NET.Reading;

namespace TONL.NET;

public static partial class TonlSerializer
{
    /// <summary>Writes a value to a stream.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static void Serialize<T>(Stream utf8Stream, T value, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        Write(out TonlWriter text, value, options);
        utf8Stream.Write(text.Written);
        text.Release();
    }

    /// <summary>Writes a value to a stream.</summary>
    public static void Serialize<T>(Stream utf8Stream, T value, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        Write(out TonlWriter text, value, typeInfo, options);
        utf8Stream.Write(text.Written);
        text.Release();
    }

    /// <summary>Reads a value from a stream, to its end.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static T? Deserialize<T>(Stream utf8Stream, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        options = Checked(options);
        using var input = new TonlBufferWriter(4096);
        int n;
        while ((n = utf8Stream.Read(input.GetSpan(4096))) > 0)
        {
            input.Advance(n);
            CheckSize(input.WrittenCount, options);
        }

        return Deserialize<T>(input.WrittenSpan, options);
    }

    /// <summary>Reads a value from a stream, to its end.</summary>
    public static T? Deserialize<T>(Stream utf8Stream, TonlTypeInfo<T> typeInfo, TonlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        options = Readable(typeInfo, options);
        using var input = new TonlBufferWriter(4096);
        int n;
        while ((n = utf8Stream.Read(input.GetSpan(4096))) > 0)
        {
            input.Advance(n);
            CheckSize(input.WrittenCount, options);
        }

        return Deserialize(input.WrittenSpan, typeInfo, options);
    }

    /// <summary>Writes a value to a stream.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static Task SerializeAsync<T>(Stream utf8Stream, T value, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        cancellationToken.ThrowIfCancellationRequested();
        Write(out TonlWriter text, value, options);
        return SendAsync(utf8Stream, Buffered(ref text), cancellationToken);
    }

    /// <summary>Writes a value to a stream.</summary>
    [OverloadResolutionPriority(-1)] // a null stands for the options
    public static Task SerializeAsync<T>(Stream utf8Stream, T value, TonlTypeInfo<T> typeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        cancellationToken.ThrowIfCancellationRequested();
        Write(out TonlWriter text, value, typeInfo, null);
        return SendAsync(utf8Stream, Buffered(ref text), cancellationToken);
    }

    /// <summary>Writes a value to a pipe and flushes it; the pipe stays open.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static async Task SerializeAsync<T>(PipeWriter utf8Pipe, T value, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Pipe);
        cancellationToken.ThrowIfCancellationRequested();
        Serialize(utf8Pipe, value, options);
        await utf8Pipe.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Reads a value from a stream, to its end.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static async ValueTask<T?> DeserializeAsync<T>(Stream utf8Stream, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        options = Checked(options);
        using TonlBufferWriter input = await CollectAsync(utf8Stream, options, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(input.WrittenSpan, options);
    }

    /// <summary>Reads a value from a stream, to its end.</summary>
    [OverloadResolutionPriority(-1)] // a null stands for the options
    public static async ValueTask<T?> DeserializeAsync<T>(Stream utf8Stream, TonlTypeInfo<T> typeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        TonlOptions options = Readable(typeInfo, null);
        using TonlBufferWriter input = await CollectAsync(utf8Stream, options, cancellationToken).ConfigureAwait(false);
        return Deserialize(input.WrittenSpan, typeInfo, options);
    }

    /// <summary>Reads a value from a pipe, to its end; the pipe is not completed.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static async ValueTask<T?> DeserializeAsync<T>(PipeReader utf8Pipe, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Pipe);
        options = Checked(options);
        while (true)
        {
            ReadResult result = await utf8Pipe.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
            {
                utf8Pipe.AdvanceTo(result.Buffer.Start);
                throw new OperationCanceledException(cancellationToken);
            }

            CheckSize(result.Buffer.Length, options);
            if (result.IsCompleted)
            {
                try
                {
                    return Deserialize<T>(result.Buffer, options);
                }
                finally
                {
                    utf8Pipe.AdvanceTo(result.Buffer.End);
                }
            }

            utf8Pipe.AdvanceTo(result.Buffer.Start, result.Buffer.End);
        }
    }

    /// <summary>Reads the elements of a root array, each as soon as its lines are complete; memory is bounded by the longest element.</summary>
    [RequiresUnreferencedCode(Unreferenced)]
    [RequiresDynamicCode(Dynamics)]
    public static IAsyncEnumerable<T?> DeserializeAsyncEnumerable<T>(Stream utf8Stream, TonlOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        options = Checked(options);
        return new AsyncElements<T>(utf8Stream, CodecOf<T>(options), options).Read(cancellationToken);
    }

    /// <summary>Reads the elements of a root array, each as soon as its lines are complete.</summary>
    [OverloadResolutionPriority(-1)] // a null stands for the options
    public static IAsyncEnumerable<T?> DeserializeAsyncEnumerable<T>(Stream utf8Stream, TonlTypeInfo<T> typeInfo, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Stream);
        TonlOptions options = Readable(typeInfo, null);
        return new AsyncElements<T>(utf8Stream, typeInfo.TypedPlan.Codec(options.Binding), options).Read(cancellationToken);
    }

    private static byte[] Buffered(ref TonlWriter text)
    {
        byte[] result = text.ToArray();
        text.Release();
        return result;
    }

    private static async Task SendAsync(Stream stream, byte[] text, CancellationToken cancellationToken) =>
        await stream.WriteAsync(text, cancellationToken).ConfigureAwait(false);

    private static async ValueTask<TonlBufferWriter> CollectAsync(Stream stream, TonlOptions options, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var input = new TonlBufferWriter(4096);
        try
        {
            int n;
            while ((n = await stream.ReadAsync(input.GetMemory(4096), cancellationToken).ConfigureAwait(false)) > 0)
            {
                input.Advance(n);
                CheckSize(input.WrittenCount, options);
            }

            return input;
        }
        catch
        {
            input.Dispose();
            throw;
        }
    }

    /// <summary>A text of more than three bytes for each unit that is allowed need not be read to its end.</summary>
    private static void CheckSize(long bytes, TonlOptions options)
    {
        if (options.MaxInputLength > 0 && bytes / 3 > options.MaxInputLength)
        {
            throw new TonlException($"at most {options.MaxInputLength} UTF-16 units allowed", ErrorCodes.Limit, 1, 1);
        }
    }
}
