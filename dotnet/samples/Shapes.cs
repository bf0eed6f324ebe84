// Polymorphism, converters, and attributes of System.Text.Json that existing types already carry.

using System.Collections.Generic;
using System.Globalization;
using System.Text.Json.Serialization;
using TONL.NET;

namespace Samples;

[TonlPolymorphic(DiscriminatorName = "kind")]
[TonlDerivedType(typeof(Disc), "disc")]
[TonlDerivedType(typeof(Box), "box")]
public abstract record Form([property: JsonPropertyName("label")] string Name);

public record Disc(string Name, double Radius) : Form(Name);

public record Box(string Name, [property: TonlConverter(typeof(CentimetreConverter))] double Width) : Form(Name);

/// <summary>Lengths in metres, written as centimetres with a unit.</summary>
public sealed class CentimetreConverter : TonlConverter<double>
{
    public override object? ToTonl(double value, TonlOptions options) => (value * 100).ToString(CultureInfo.InvariantCulture) + " cm";

    public override double FromTonl(object? value, TonlOptions options) =>
        double.Parse(((string)value!).Replace(" cm", "", System.StringComparison.Ordinal), CultureInfo.InvariantCulture) / 100;
}

[TonlSerializable(typeof(List<Form>))]
public partial class FormContext : TonlSerializerContext
{
}

public static class Shapes
{
    public static (string Text, List<Form> Back) Run()
    {
        List<Form> forms = [new Disc("d", 1.5), new Box("b", 0.25)];
        string text = TonlSerializer.SerializeToString(forms, FormContext.Default.ListOfForm);
        return (text, TonlSerializer.Deserialize(text, FormContext.Default.ListOfForm)!);
    }
}
