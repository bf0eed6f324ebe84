// The public surface of the core, one line a member, kept in docs/api/tonl-net.txt (house rule 12). STELE_GEN=1 rewrites it.
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using System.Linq;
using System.Reflection;
using TONL.NET.Tests.Vectors;
using Xunit;

namespace TONL.NET.Tests;

public class ApiListing
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    [Fact(DisplayName = "1 public surface: as listed in docs/api/tonl-net.txt")]
    public void BaselineOfPublicSurface()
    {
        string path = Path.Combine(VectorFiles.Root, "docs", "api", "tonl-net.txt");
        string actual = string.Join('\n', Lines()) + "\n";
        if (Environment.GetEnvironmentVariable("STELE_GEN") == "1")
        {
            File.WriteAllText(path, actual);
        }

        Assert.Equal(File.Exists(path) ? File.ReadAllText(path) : "", actual);
    }

    private static IEnumerable<string> Lines() => typeof(TonlSerializer).Assembly.GetExportedTypes()
        .Where(t => t.GetCustomAttribute<EditorBrowsableAttribute>() is null && t.DeclaringType?.GetCustomAttribute<EditorBrowsableAttribute>() is null)
        .OrderBy(t => t.FullName, StringComparer.Ordinal)
        .SelectMany(type => Members(type).OrderBy(m => m, StringComparer.Ordinal).Prepend(Name(type)));

    private static IEnumerable<string> Members(Type type)
    {
        foreach (MemberInfo member in type.GetMembers(Declared))
        {
            if (member.GetCustomAttribute<EditorBrowsableAttribute>() is not null)
            {
                continue;
            }

            switch (member)
            {
                case ConstructorInfo c when IsOpen(c):
                    yield return $"  new({Parameters(c)})";
                    break;
                case MethodInfo m when IsOpen(m) && !m.IsSpecialName && !type.IsEnum && !typeof(Delegate).IsAssignableFrom(type) && m.GetBaseDefinition() == m:
                    yield return $"  {(m.IsStatic ? "static " : "")}{Name(m.ReturnType)} {m.Name}{Arguments(m.GetGenericArguments())}({Parameters(m)})";
                    break;
                case PropertyInfo p when p.GetMethod is { } get && IsOpen(get):
                    yield return $"  {(get.IsStatic ? "static " : "")}{Name(p.PropertyType)} {p.Name} {{ get;{(p.SetMethod is { } set && IsOpen(set) ? " set;" : "")} }}";
                    break;
                case FieldInfo f when f.IsPublic && !f.IsSpecialName:
                    yield return type.IsEnum ? $"  {f.Name} = {Convert.ToInt64(f.GetRawConstantValue(), System.Globalization.CultureInfo.InvariantCulture)}" : $"  {Name(f.FieldType)} {f.Name}";
                    break;
            }
        }
    }

    private static bool IsOpen(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(p => $"{Name(p.ParameterType)} {p.Name}{(p.HasDefaultValue ? " = " + (p.DefaultValue ?? "default") : "")}"));

    private static string Arguments(Type[] types) => types.Length == 0 ? "" : $"<{string.Join(", ", types.Select(Name))}>";

    private static string Name(Type type)
    {
        if (type.IsByRef)
        {
            return "ref " + Name(type.GetElementType()!);
        }

        if (type.IsArray)
        {
            return Name(type.GetElementType()!) + "[]";
        }

        string name = type.IsGenericParameter ? type.Name : (type.Namespace == "TONL.NET" || type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true ? "" : type.Namespace + ".") + (type.DeclaringType is { } outer && !type.IsGenericParameter ? outer.Name.Split('`')[0] + "." : "") + type.Name.Split('`')[0];
        return name + Arguments(type.GetGenericArguments());
    }
}
