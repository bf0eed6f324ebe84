// The reader, for the Deserialize handler of type infos: hands over what has not been read yet.
using System;

namespace TONL.NET;

public ref partial struct TonlReader
{
    /// <summary>Everything that has not been read; the reader is then at its end.</summary>
    internal ReadOnlySpan<byte> TakeRest()
    {
        ReadOnlySpan<byte> rest = _text[_pos..];
        _pos = _text.Length;
        return rest;
    }
}
