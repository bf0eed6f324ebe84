// Media types under which TONL travels over HTTP.

namespace TONL.NET.AspNetCore;

/// <summary>Media types of TONL text.</summary>
public static class TonlMediaTypes
{
    /// <summary><c>text/tonl</c>, the one that is written unless the client asks for the other.</summary>
    public const string Text = "text/tonl";

    /// <summary><c>application/tonl</c>.</summary>
    public const string Application = "application/tonl";

    internal const string TextUtf8 = Text + "; charset=utf-8";

    internal static bool Matches(string? mediaType) =>
        string.Equals(mediaType, Text, System.StringComparison.OrdinalIgnoreCase)
        || string.Equals(mediaType, Application, System.StringComparison.OrdinalIgnoreCase);
}
