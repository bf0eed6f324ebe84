// The flow of one call, for every door: check options, write (short way or capture and tape), read (text or tape), give errors their path.
using System;
using System.Text;
using System.Text.Unicode;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

internal static class Engine
{
    // ---- writing

    /// <summary>Writes a document; the caller takes <see cref="TonlWriter.Written"/> and calls <see cref="TonlWriter.Release"/>.</summary>
    public static void Write<T>(ref TonlWriter text, TonlCodec<T> codec, T value)
    {
        TonlOptions options = text.Options;
        try
        {
            if (NeedsTape(options))
            {
                text = Captured(codec, value, options, tracks: false);
                return;
            }

            int body = text.BeginDocument();
            codec.Write(ref text, TonlName.Root, value);
            text.EndDocument(body);
        }
        catch (TonlException e) when (e.Path is null)
        {
            text.Release();
            Captured(codec, value, options, tracks: true).Release(); // the second run knows the way to the value that failed
            throw;
        }
        catch
        {
            text.Release();
            throw;
        }
    }

    public static TonlWriter WriteTape(Tape tape, ReadOnlySpan<byte> source, int index, TonlOptions options)
    {
        var writer = new TonlWriter(options, options.AutoDelimiter ? TonlWriter.RarestDelimiter(tape, source, index) : options.Delimiter);
        try
        {
            int body = writer.BeginDocument();
            writer.WriteTapeRoot(tape, source, index);
            writer.EndDocument(body);
            return writer;
        }
        catch
        {
            writer.Release();
            throw;
        }
    }

    /// <summary>Options under which the layout needs to see the whole value first.</summary>
    private static bool NeedsTape(TonlOptions options) =>
        options.Layout == TonlLayout.Compatible || options.IncludeTypeHints || options.AutoDelimiter || options.Root == TonlRootStyle.Open;

    private static TonlWriter Captured<T>(TonlCodec<T> codec, T value, TonlOptions options, bool tracks)
    {
        Tape tape = Tape.Rent();
        var capture = new TonlWriter(options);
        capture.BeginCapture(tape);
        capture.Captured!.Tracks = tracks;
        try
        {
            codec.Write(ref capture, TonlName.Element, value);
            return WriteTape(tape, default, 0, options);
        }
        catch (TonlException e) when (tracks && e.Path is null)
        {
            throw new TonlException(e.Message, e.Code ?? ErrorCodes.Type, 0, 0, capture.Captured!.Path(), e.InnerException);
        }
        finally
        {
            capture.Release();
            Tape.Return(tape);
        }
    }

    // ---- reading

    /// <summary>Lexes bytes from outside.</summary>
    public static int ReadBytes(ReadOnlySpan<byte> text, Tape tape, TonlOptions options)
    {
        CheckUtf8(text);
        return Read(text, tape, options);
    }

    /// <summary>Lexes text that is known to be UTF-8 (or comes from a string).</summary>
    public static int Read(ReadOnlySpan<byte> text, Tape tape, TonlOptions options)
    {
        options.Check();
        ValueReader.CheckLength(text, options);
        return ValueReader.Read(text, tape, options);
    }

    public static void CheckUtf8(ReadOnlySpan<byte> text)
    {
        if (!Utf8.IsValid(text))
        {
            throw Errors.InvalidUtf8(text);
        }
    }

    /// <summary>Reads a value from bytes from outside.</summary>
    public static T? ReadUtf8<T>(ReadOnlySpan<byte> text, TonlCodec<T> codec, TonlOptions options)
    {
        TextMarks marks = Bytes.Look(text);
        if ((marks & TextMarks.Wide) != 0)
        {
            CheckUtf8(text);
        }

        return ReadValue(text, marks, codec, options);
    }

    /// <summary>Reads a value from text that is known to be UTF-8.</summary>
    public static T? ReadValue<T>(ReadOnlySpan<byte> text, TonlCodec<T> codec, TonlOptions options) => ReadValue(text, Bytes.Look(text), codec, options);

    private static T? ReadValue<T>(ReadOnlySpan<byte> text, TextMarks marks, TonlCodec<T> codec, TonlOptions options)
    {
        options.Check();
        ValueReader.CheckLength(text, options);
        if ((marks & (TextMarks.Return | TextMarks.Triple)) == 0 && TonlReader.TryReadText(text, options, codec, out T? quick))
        {
            return quick;
        }

        return ReadFromTape(text, codec, options);
    }

    /// <summary>The long way: any text, and all errors.</summary>
    internal static T? ReadFromTape<T>(ReadOnlySpan<byte> text, TonlCodec<T> codec, TonlOptions options)
    {
        Tape tape = Tape.Rent();
        try
        {
            int root = Read(text, tape, options);
            return ReadToken(tape, text, root, codec, options, isRoot: true);
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>The value of a token; errors of values get their path.</summary>
    internal static T? ReadToken<T>(Tape tape, ReadOnlySpan<byte> text, int index, TonlCodec<T> codec, TonlOptions options, bool isRoot)
    {
        try
        {
            if (isRoot && tape.Tokens[index].IsContainer && codec.IsScalar && !options.Strict && IsPlainScalar(codec.ValueType))
            {
                return default; // contract 2: a scalar asked of an object or array text
            }

            var reader = new TonlReader(tape, text, index, options);
            return codec.Read(ref reader);
        }
        catch (TonlException e) when (e.Path is null && PathOf(e, tape, text) is { } path)
        {
            throw new TonlException(Bare(e), e.Code!, e.LineNumber ?? 0, e.Position ?? 0, path, e.InnerException) { ByteOffset = e.ByteOffset };
        }
    }

    /// <summary>The way to the value of an error; null for errors of the text.</summary>
    internal static string? PathOf(TonlException e, Tape tape, ReadOnlySpan<byte> text) =>
        e.ByteOffset is not { } offset || !IsBindingError(e.Code) ? null
        : e.Token >= 0 ? PathToToken(tape, text, e.Token)
        : PathTo(tape, text, (int)offset, e.Code == ErrorCodes.Missing, e.Code == ErrorCodes.Unmapped);

    public static object? ReadDynamic(ReadOnlySpan<byte> text, TonlOptions options)
    {
        Tape tape = Tape.Rent();
        try
        {
            return ReadDynamic(tape, text, Read(text, tape, options));
        }
        finally
        {
            Tape.Return(tape);
        }
    }

    /// <summary>The dynamic value of a token; a number that no double holds gets its path.</summary>
    internal static object? ReadDynamic(Tape tape, ReadOnlySpan<byte> text, int index)
    {
        try
        {
            return Dynamic.Read(tape, text, index);
        }
        catch (TonlException e) when (e.Path is null && PathOf(e, tape, text) is { } path)
        {
            throw new TonlException(Bare(e), e.Code!, e.LineNumber ?? 0, e.Position ?? 0, path, e.InnerException) { ByteOffset = e.ByteOffset };
        }
    }

    /// <summary>Numbers, bool, char, enums, Guid, dates and times, string.</summary>
    private static bool IsPlainScalar(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        return type == typeof(string) || (type.IsValueType && type != typeof(Memory<byte>) && type != typeof(ReadOnlyMemory<byte>));
    }

    /// <summary>Errors of values, which get a path; those of the text have line and column only.</summary>
    private static bool IsBindingError(string? code) =>
        code is ErrorCodes.Type or ErrorCodes.Range or ErrorCodes.Number or ErrorCodes.Missing or ErrorCodes.Unmapped or ErrorCodes.Unsupported;

    internal static string Bare(TonlException e)
    {
        string place = $" (line {e.LineNumber}, position {e.Position})";
        return e.Message.EndsWith(place, StringComparison.Ordinal) ? e.Message[..^place.Length] : e.Message;
    }

    /// <summary>The way to the value at a position: the deepest value that begins there, else the last that begins before it.</summary>
    internal static string PathTo(Tape tape, ReadOnlySpan<byte> text, int pos, bool container = false, bool named = false)
    {
        var path = new StringBuilder("$");
        if (tape.Count == 0)
        {
            return "$";
        }

        int at = RootOf(tape, text);
        while (tape.Tokens[at].IsContainer)
        {
            bool isObject = tape.Tokens[at].Kind == Kind.Object;
            int child = -1, name = -1, number = 0;
            for (int i = at + 1; i < tape.Tokens[at].Start && child < 0; i = tape.After(i), number++)
            {
                name = isObject ? i++ : -1;
                child = (named && name >= 0 && tape.Tokens[name].Pos == pos) || Holds(tape, i, pos, container, named) ? i : -1;
            }

            if (child < 0)
            {
                break;
            }

            Step(tape, text, path, name, number - 1);
            if (named && name >= 0 && tape.Tokens[name].Pos == pos)
            {
                break;
            }

            at = child;
        }

        return path.ToString();
    }

    /// <summary>The way to a token.</summary>
    internal static string PathToToken(Tape tape, ReadOnlySpan<byte> text, int token)
    {
        var path = new StringBuilder("$");
        int at = RootOf(tape, text);
        while (at < token && tape.Tokens[at].IsContainer)
        {
            bool isObject = tape.Tokens[at].Kind == Kind.Object;
            int number = 0;
            for (int i = at + 1; ; i = tape.After(i), number++)
            {
                int name = isObject ? i++ : -1;
                if (token < tape.After(i))
                {
                    Step(tape, text, path, name, number);
                    at = i;
                    break;
                }
            }
        }

        return path.ToString();
    }

    private static int RootOf(Tape tape, ReadOnlySpan<byte> text) =>
        tape.Tokens[0].Kind == Kind.Object && tape.Tokens[0].Length == 1 && tape.Count > 2 && tape.Text(tape.Tokens[1], text).SequenceEqual("root"u8) ? 2 : 0;

    private static void Step(Tape tape, ReadOnlySpan<byte> text, StringBuilder path, int name, int index)
    {
        if (name >= 0)
        {
            Paths.Append(path, Utf8Text.Decode(tape.Text(tape.Tokens[name], text)));
        }
        else
        {
            path.Append('[').Append(index).Append(']');
        }
    }

    /// <summary>Whether a value (a container, if asked) begins at the position, or holds one that does.</summary>
    private static bool Holds(Tape tape, int index, int pos, bool container, bool named)
    {
        int end = tape.After(index);
        for (int i = index; i < end; i++)
        {
            ref Token token = ref tape.Tokens[i];
            if (token.Pos == pos && (container ? token.IsContainer : named == (token.Kind == Kind.Name)))
            {
                return true;
            }
        }

        return false;
    }
}
