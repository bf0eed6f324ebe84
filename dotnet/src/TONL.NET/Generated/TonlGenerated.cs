// What emitted code calls besides plans, writer and reader: the bodies of the handlers of a type info, and the parts of a type's own
// serializer class (contract 7.2). Thin: everything goes to the codec that the plan gives.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using TONL.NET.Document;

namespace TONL.NET.Metadata;

/// <summary>For generated code: bodies of handlers.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class TonlGenerated
{
    /// <summary>Writes a value as the document's root, without header lines.</summary>
    public static void Write<T>(ref TonlWriter writer, T value, TonlTypePlan<T> plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        plan.Codec(writer.Binding).Write(ref writer, TonlName.Root, value);
    }

    /// <summary>Reads the document that is left in the reader.</summary>
    public static T? Read<T>(ref TonlReader reader, TonlTypePlan<T> plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ReadOnlySpan<byte> rest = reader.TakeRest();
        return Engine.ReadUtf8(rest, plan.Codec(reader.Binding), reader.Options);
    }

    /// <summary>Writes the members of an object, each as a line of the document's top level.</summary>
    public static void WriteProperties<T>(ref TonlWriter writer, T value, TonlTypePlan<T> plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var options = new TonlOptions(writer.Options) { Version = null, Root = TonlRootStyle.Wrapped };
        var whole = new TonlWriter(options);
        Engine.Write(ref whole, plan.Codec(options.Binding), value);
        ReadOnlySpan<byte> text = whole.Written;
        int header = text.IndexOf((byte)'\n');
        text = header < 0 ? default : text[(header + 1)..];
        while (text.Length > 0)
        {
            int feed = text.IndexOf((byte)'\n');
            ReadOnlySpan<byte> line = feed < 0 ? text : text[..feed];
            text = feed < 0 ? default : text[(feed + 1)..];
            foreach (byte b in line[Math.Min(line.Length, options.IndentSize)..])
            {
                writer.WriteByte(b);
            }

            writer.WriteNewLine();
        }

        whole.Release();
    }

    /// <summary>Writes an object as a row with its line end.</summary>
    public static void WriteRow<T>(ref TonlWriter writer, T value, TonlTypePlan<T> plan)
    {
        WriteRowInline(ref writer, value, plan);
        writer.WriteNewLine();
    }

    /// <summary>Writes an object as the cells of a row.</summary>
    public static void WriteRowInline<T>(ref TonlWriter writer, T value, TonlTypePlan<T> plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (plan.Codec(writer.Binding).Rows is not { } rows || !WriteCells(ref writer, value, rows))
        {
            throw new TonlException($"{typeof(T)} is not flat and cannot be a row", ErrorCodes.Unsupported, 0, 0);
        }
    }

    /// <summary>Makes an object from dynamic values, as reading would from their text.</summary>
    /// <param name="members">The values by TONL name.</param>
    /// <param name="plan">The plan of the type.</param>
    /// <param name="resolver">Knows the types of objects among the values.</param>
    public static T FromDictionary<T>(Dictionary<string, object?> members, TonlTypePlan<T> plan, ITonlTypeInfoResolver resolver)
    {
        ArgumentNullException.ThrowIfNull(members);
        ArgumentNullException.ThrowIfNull(plan);
        var options = new TonlOptions { TypeInfoResolver = resolver };
        Tape tape = Tape.Rent();
        var capture = new TonlWriter(options);
        try
        {
            capture.BeginCapture(tape);
            Dynamic.Write(ref capture, TonlName.Element, members);
            capture.EndCapture();
            var reader = new TonlReader(tape, default, 0, options);
            return plan.Codec(options.Binding).Read(ref reader)!;
        }
        finally
        {
            capture.Release();
            Tape.Return(tape);
        }
    }

    private static bool WriteCells<T>(ref TonlWriter writer, T value, ObjectCodec<T> rows)
    {
        writer.BeginRow(rows.ColumnCount);
        bool done = rows.WriteRow(ref writer, value);
        if (rows.ColumnCount > 0)
        {
            writer.EndCells();
        }

        return done;
    }
}
