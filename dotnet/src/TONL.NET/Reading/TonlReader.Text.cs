// The short way: values are read where they stand in canonical lines, without a tape. What does not look canonical is put on a tape, one member at a time.
using System;
using TONL.NET.Document;
using TONL.NET.Metadata;

namespace TONL.NET;

public ref partial struct TonlReader
{
    private readonly bool TextNull() => false;

    private readonly TonlScope TextObject(TonlNames names) => new() { Names = names };

    private readonly int TextMember(ref TonlScope scope) => -1;

    private readonly TonlScope TextArray(out int capacity)
    {
        capacity = 0;
        return default;
    }

    private readonly bool TextElement(ref TonlScope scope) => false;

    private readonly void TextSkip() { }

    private readonly void TextToTape() { }

    private readonly bool TextBoolean(out bool value) => value = false;

    private readonly bool TextInteger(out long value)
    {
        value = 0;
        return false;
    }

    private readonly void TextDone() { }

    private readonly bool TextDouble(out double value)
    {
        value = 0;
        return false;
    }

    private readonly bool TextDecimal(out decimal value)
    {
        value = 0;
        return false;
    }

    private readonly bool TextString(out string? value)
    {
        value = null;
        return false;
    }
}
