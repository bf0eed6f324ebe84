// What codecs and generated code read with: a cursor over values. A value lies on a tape (this file) or still in the text (Text part, the short way
// for canonical lines); codecs cannot tell. Each member or element that is announced is read or skipped exactly once.
using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.ComponentModel;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using TONL.NET.Document;
using TONL.NET.Metadata;
using TONL.NET.Reading;
using TONL.NET.Text;

namespace TONL.NET;

/// <summary>For generated code: an object or array that is being read.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct TonlScope
{
    internal TonlNames? Names;
    internal int Left; // tape: members or elements to come
    internal int Last; // index of the last member
    internal int Mode; // how members are found: see TonlReader.Text
    internal int Indent;
    internal int Start;
    internal int End;
    internal int Outer;
}

public ref partial struct TonlReader
{
    private Tape? _tape;
    private int _at; // token of the current value
    private int _depth;

    /// <summary>A reader of the value at a token.</summary>
    internal TonlReader(Tape tape, ReadOnlySpan<byte> source, int index, TonlOptions options)
    {
        _text = source;
        _options = options;
        _tape = tape;
        _at = index;
        Delimiter = options.Delimiter;
        Version = "1.0";
    }

    internal readonly TonlOptions Options => _options;

    internal readonly TonlBinding Binding => _options.Binding;

    internal readonly Tape? CurrentTape => _tape;

    internal readonly int CurrentToken => _at;

    internal readonly ReadOnlySpan<byte> Source => _text;

    // ---- structure

    /// <summary>For generated code: takes a null; false where the value is something else.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public bool TryReadNull()
    {
        if (_tape is null)
        {
            return TextNull();
        }

        if (_tape.Tokens[_at].Kind != Kind.Null)
        {
            return false;
        }

        _at++;
        return true;
    }

    /// <summary>For generated code: enters an object.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void BeginObject(TonlNames names, out TonlScope scope)
    {
        if (_tape is null)
        {
            TextObject(names, out scope);
            return;
        }

        ref Token token = ref _tape.Tokens[_at];
        if (token.Kind != Kind.Object)
        {
            throw Mismatch("an object");
        }

        EnterContainer();
        int start = _at++;
        scope = new TonlScope { Names = names, Left = token.Length, Last = -1, Start = start };
    }

    /// <summary>For generated code: the index of the next member that the type has, or -1 at the end of the object.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public int NextMember(ref TonlScope scope)
    {
        if (scope.Mode != 0)
        {
            return TextMember(ref scope);
        }

        TonlNames names = scope.Names!;
        while (scope.Left > 0)
        {
            scope.Left--;
            ref Token token = ref _tape!.Tokens[_at];
            ReadOnlySpan<byte> name = _tape.Text(token, _text);
            int index = Lookup(names, name, scope.Last);
            _at++;
            if (index >= 0)
            {
                scope.Last = index;
                if (names.IsReadable(index))
                {
                    return index;
                }
            }
            else
            {
                Unknown(name, token.Pos);
            }

            _at = _tape.After(_at);
        }

        _depth--;
        _object = scope.Start; // what Missing reports, whatever was read within
        return -1;
    }

    /// <summary>The next member, also one that the type does not have (-2, its name in <paramref name="unknown"/>).</summary>
    internal int NextMemberOrUnknown(ref TonlScope scope, out string? unknown)
    {
        unknown = null;
        TonlNames names = scope.Names!;
        while (scope.Left > 0)
        {
            scope.Left--;
            ReadOnlySpan<byte> name = _tape!.Text(_tape.Tokens[_at], _text);
            int index = Lookup(names, name, scope.Last);
            _at++;
            if (index < 0)
            {
                unknown = Utf8Text.Decode(name);
                return -2;
            }

            scope.Last = index;
            if (names.IsReadable(index))
            {
                return index;
            }

            _at = _tape.After(_at);
        }

        _depth--;
        _object = scope.Start;
        return -1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly int Lookup(TonlNames names, ReadOnlySpan<byte> name, int last)
    {
        int expected = names.Next(last);
        return expected >= 0 && name.SequenceEqual(names[expected].Utf8) ? expected : names.Find(name, _options.PropertyNameCaseInsensitive);
    }

    /// <summary>A name that the next object does not report as unknown.</summary>
    internal void AllowName(string name) => _rules.NextAllowed = name;

    /// <summary>Whether an object has to say what happens to names that it does not have.</summary>
    internal readonly bool HasUnknownRules => _rules.Type is not null || _rules.Allowed is not null || _rules.NextAllowed is not null;

    /// <summary>The rules of the object that is entered; those around it.</summary>
    internal UnknownRules EnterRules(JsonUnmappedMemberHandling? type)
    {
        UnknownRules before = _rules with { NextAllowed = null };
        _rules = new UnknownRules { Type = type, Allowed = _rules.NextAllowed };
        return before;
    }

    internal void LeaveRules(in UnknownRules before) => _rules = before;

    internal record struct UnknownRules
    {
        /// <summary>What the type's own attribute says.</summary>
        public JsonUnmappedMemberHandling? Type;

        /// <summary>The discriminator, which is no member.</summary>
        public string? Allowed;

        public string? NextAllowed;
    }

    private UnknownRules _rules;

    /// <summary>Enters an object whose names are keys.</summary>
    internal TonlScope BeginEntries(out int count)
    {
        ref Token token = ref _tape!.Tokens[_at];
        if (token.Kind != Kind.Object)
        {
            throw Mismatch("an object");
        }

        EnterContainer();
        _at++;
        count = token.Length;
        return new TonlScope { Left = token.Length };
    }

    internal bool NextEntry(ref TonlScope scope, out ReadOnlySpan<byte> name)
    {
        name = default;
        if (scope.Left == 0)
        {
            _depth--;
            return false;
        }

        scope.Left--;
        name = _tape!.Text(_tape.Tokens[_at++], _text);
        return true;
    }

    internal readonly TonlException BadKey(ReadOnlySpan<byte> name, Type type) =>
        Errors.At(_text, ErrorCodes.Type, $"a key of type {type.Name} expected, `{Errors.Excerpt(name)}` found", _tape!.Tokens[_at - 1].Pos, token: _at);

    internal readonly TonlException NullFor(string expected) =>
        Errors.At(_text, ErrorCodes.Type, $"{expected} expected, null found", _tape is null ? _pos : _tape.Tokens[_at - 1].Pos, token: _tape is null ? -1 : _at - 1);

    private readonly void Unknown(ReadOnlySpan<byte> name, int pos)
    {
        if ((_rules.Type ?? _options.UnmappedMemberHandling) == JsonUnmappedMemberHandling.Disallow && (_rules.Allowed is null || Utf8Text.Decode(name) != _rules.Allowed))
        {
            throw Errors.At(_text, ErrorCodes.Unmapped, $"the type has no member `{Errors.Excerpt(name)}`", pos);
        }
    }

    /// <summary>For generated code: enters an array.</summary>
    internal void BeginArray(out int capacity, out TonlScope scope)
    {
        if (_tape is null)
        {
            TextArray(out capacity, out scope);
            return;
        }

        ref Token token = ref _tape.Tokens[_at];
        if (token.Kind != Kind.Array)
        {
            throw Mismatch("an array");
        }

        EnterContainer();
        _at++;
        capacity = token.Length;
        scope = new TonlScope { Left = token.Length };
    }

    /// <summary>Whether another element follows; it is then the current value.</summary>
    internal bool NextElement(ref TonlScope scope)
    {
        if (scope.Mode != 0)
        {
            return TextElement(ref scope);
        }

        if (scope.Left > 0)
        {
            scope.Left--;
            return true;
        }

        _depth--;
        return false;
    }

    /// <summary>For generated code: skips the current value.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public void Skip()
    {
        if (_tape is null)
        {
            TextSkip();
        }
        else
        {
            _at = _tape.After(_at);
        }
    }

    /// <summary>For generated code: reads a value of any type.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public T? Read<T>(TonlTypePlan<T> plan) => plan.Codec(Binding).Read(ref this);

    /// <summary>For generated code: a required member did not come.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly TonlException Missing(TonlNames names, int index) =>
        Errors.At(_text, ErrorCodes.Missing, $"the required member `{names[index].Text}` is missing", _tape is null ? _pos : _tape.Tokens[_object].Pos, token: _tape is null ? -1 : _object);

    private int _object; // token of the object that was read last

    internal Kind PeekKind()
    {
        if (_tape is null)
        {
            TextToTape();
        }

        return _tape!.Tokens[_at].Kind;
    }

    /// <summary>Position of the current value in the input, for errors.</summary>
    internal readonly int ValuePos => _tape is null ? _pos : _tape.Tokens[_at].Pos;

    private void EnterContainer()
    {
        _depth++;
        if ((_depth & 15) == 0 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            throw Errors.At(_text, ErrorCodes.Depth, "the value is nested too deep for the stack", _tape!.Tokens[_at].Pos);
        }
    }
}
