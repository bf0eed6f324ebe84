// What the C# compiler needs for records and init-only members on netstandard2.0, where a generator has to live.

namespace System.Runtime.CompilerServices;

internal static class IsExternalInit
{
}
