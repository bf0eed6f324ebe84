// Parser: constants of attributes and default values of parameters as C# source with full names.

using System;
using System.Globalization;
using Microsoft.CodeAnalysis;

namespace TONL.NET.SourceGeneration;

internal static class Constants
{
    /// <summary>An attribute's constant as source; enums as a cast of their number.</summary>
    public static string ToCSharpStringQualified(this TypedConstant constant) => ToSource(constant.Value, constant.Type);

    /// <summary>The default value of a parameter as source.</summary>
    public static string DefaultOf(IParameterSymbol parameter) =>
        parameter.ExplicitDefaultValue is null ? "default!" : ToSource(parameter.ExplicitDefaultValue, parameter.Type);

    private static string ToSource(object? value, ITypeSymbol? type)
    {
        if (type is INamedTypeSymbol { OriginalDefinition.SpecialType: SpecialType.System_Nullable_T } nullable)
        {
            type = nullable.TypeArguments[0];
        }

        var literal = Literal(value);
        return type is { TypeKind: TypeKind.Enum } && value is not null
            ? "(" + Naming.FullName(type) + ")(" + literal + ")"
            : literal;
    }

    private static string Literal(object? value) => value switch
    {
        null => "null",
        string text => SourceWriter.Literal(text),
        char ch => "'\\u" + ((int)ch).ToString("x4", CultureInfo.InvariantCulture) + "'",
        bool flag => flag ? "true" : "false",
        double number => Special(number) ?? number.ToString("R", CultureInfo.InvariantCulture) + "D",
        float number => Special(number)?.Replace("double", "float") ?? number.ToString("R", CultureInfo.InvariantCulture) + "F",
        decimal number => number.ToString(CultureInfo.InvariantCulture) + "M",
        ulong number => number.ToString(CultureInfo.InvariantCulture) + "UL",
        long number => number == long.MinValue ? "long.MinValue" : number.ToString(CultureInfo.InvariantCulture) + "L",
        uint number => number.ToString(CultureInfo.InvariantCulture) + "U",
        int number => number == int.MinValue ? "int.MinValue" : number.ToString(CultureInfo.InvariantCulture),
        IFormattable number => "(" + Keyword(value) + ")(" + number.ToString(null, CultureInfo.InvariantCulture) + ")",
        _ => "default!",
    };

    private static string Keyword(object value) => value switch
    {
        sbyte => "sbyte",
        byte => "byte",
        short => "short",
        ushort => "ushort",
        _ => "int",
    };

    private static string? Special(double number) =>
        double.IsNaN(number) ? "double.NaN"
        : double.IsPositiveInfinity(number) ? "double.PositiveInfinity"
        : double.IsNegativeInfinity(number) ? "double.NegativeInfinity"
        : null;
}
