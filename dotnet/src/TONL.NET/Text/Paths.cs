// Paths of errors: $.items[3].price, names that are no identifiers as ['a b'].
using System.Text;

namespace TONL.NET.Text;

internal static class Paths
{
    public static void Append(StringBuilder path, string name)
    {
        if (IsIdentifier(name))
        {
            path.Append('.').Append(name);
        }
        else
        {
            path.Append("['").Append(name.Replace("\\", "\\\\").Replace("'", "\\'")).Append("']");
        }
    }

    private static bool IsIdentifier(string name)
    {
        if (name.Length == 0 || char.IsDigit(name[0]))
        {
            return false;
        }

        foreach (char c in name)
        {
            if (!char.IsLetterOrDigit(c) && c != '_')
            {
                return false;
            }
        }

        return true;
    }
}
