// No dependence on the culture anywhere: the vectors and the tests of the contract again, under cultures with other digits, separators, minus signs,
// calendars and casing.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using TONL.NET.Tests.Vectors;
using Xunit;

namespace TONL.NET.Tests.Contract;

public class Cultures51
{
    private static readonly Type[] s_suites =
        [typeof(Scalars5_1), typeof(Collections5_2), typeof(Objects5_3), typeof(Edges5), typeof(LowLevel6), typeof(Compatible3), typeof(DocumentJson10), typeof(FormatVectors)];

    [Theory(DisplayName = "5.1 cultures [W]: vectors and contract tests hold under every culture")]
    [InlineData("tr-TR")]
    [InlineData("de-DE")]
    [InlineData("ar-SA")]
    [InlineData("fa-IR")]
    [InlineData("sv-SE")]
    public void Suites(string name)
    {
        CultureInfo culture = CultureInfo.CurrentCulture, ui = CultureInfo.CurrentUICulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = new CultureInfo(name);
            var failures = new List<string>();
            foreach (MethodInfo test in s_suites.SelectMany(s => s.GetMethods()).Where(m => m.ReturnType == typeof(void) && m.IsDefined(typeof(FactAttribute)) && m.Name != "Cultures"))
            {
                foreach (object?[] arguments in Arguments(test))
                {
                    try
                    {
                        test.Invoke(Activator.CreateInstance(test.DeclaringType!), arguments);
                    }
                    catch (TargetInvocationException e) when (e.InnerException?.Message.StartsWith("$XunitDynamicSkip$", StringComparison.Ordinal) != true)
                    {
                        failures.Add($"{test.DeclaringType!.Name}.{test.Name}: {e.InnerException}");
                    }
                    catch (TargetInvocationException)
                    {
                        // skipped: its data are not here
                    }
                }
            }

            Assert.True(failures.Count == 0, string.Join("\n\n", failures.Take(5)));
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
            CultureInfo.CurrentUICulture = ui;
        }
    }

    private static IEnumerable<object?[]> Arguments(MethodInfo test)
    {
        if (test.GetParameters().Length == 0)
        {
            return [[]];
        }

        return test.GetCustomAttribute<MemberDataAttribute>() is { } member
            ? Rows(test.DeclaringType!, member.MemberName)
            : test.GetCustomAttributes<InlineDataAttribute>().Select(a => a.Data);
    }

    private static IEnumerable<object?[]> Rows(Type type, string name)
    {
        object data = type.GetMethod(name) is { } method ? method.Invoke(null, null)! : type.GetProperty(name)!.GetValue(null)!;
        return ((IEnumerable<ITheoryDataRow>)data).Select(r => r.GetData());
    }
}
