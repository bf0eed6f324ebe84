// A string as pooled UTF-8 for the length of one call.
using System;
using System.Buffers;

namespace TONL.NET.Text;

internal ref struct Utf8Input
{
    private byte[]? _rented;
    private readonly int _length;

    public Utf8Input(string text)
    {
        _rented = ArrayPool<byte>.Shared.Rent(checked(text.Length * 3));
        _length = Utf8Text.Encode(text, _rented, out _);
    }

    public readonly ReadOnlySpan<byte> Span => _rented.AsSpan(0, _length);

    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented);
            _rented = null;
        }
    }
}
