// The closed sets of choices that TonlOptions and the low-level reader name.
namespace TONL.NET;

/// <summary>The two texts that can be written; one decoder reads both.</summary>
public enum TonlLayout
{
    /// <summary>The dialect of TONL.NET 1.0 alpha, for applications that migrate.</summary>
    Compatible = 0,

    /// <summary>The TONL format byte for byte, as every other Stele implementation writes it.</summary>
    Canonical = 1,
}

/// <summary>The order in which members of an object are written.</summary>
public enum TonlKeyOrder
{
    /// <summary>By UTF-16 code units of the name.</summary>
    Sorted = 0,

    /// <summary>Declaration or insertion order.</summary>
    Source = 1,
}

/// <summary>Whether object headers list their members.</summary>
public enum TonlHeaderStyle
{
    /// <summary><c>key{a,b}:</c></summary>
    Columns = 0,

    /// <summary><c>key:</c></summary>
    Bare = 1,
}

/// <summary>Where the members of the root object stand.</summary>
public enum TonlRootStyle
{
    /// <summary>Everything under <c>root</c>.</summary>
    Wrapped = 0,

    /// <summary>Members at the top level, where the value allows it.</summary>
    Open = 1,
}

/// <summary>How enums are written; both forms are always read.</summary>
public enum TonlEnumFormat
{
    /// <summary>The underlying number.</summary>
    Number = 0,

    /// <summary>The name, flags joined by a comma and a space.</summary>
    Name = 1,
}

/// <summary>What the last call of a <see cref="TonlReader"/> found.</summary>
public enum TonlTokenType
{
    /// <summary>Nothing was read yet.</summary>
    None = 0,

    /// <summary>A <c>#version</c> line.</summary>
    VersionHeader = 1,

    /// <summary>A <c>#delimiter</c> line.</summary>
    DelimiterHeader = 2,

    /// <summary><c>key{a,b}:</c></summary>
    ObjectHeader = 3,

    /// <summary><c>key[3]{a,b}:</c></summary>
    ArrayHeader = 4,

    /// <summary><c>key[3]:</c></summary>
    PrimitiveArrayHeader = 5,

    /// <summary><c>key: value</c></summary>
    KeyValue = 6,

    /// <summary>A row of cells.</summary>
    DataRow = 7,

    /// <summary>The end of the text.</summary>
    EndOfDocument = 8,

    /// <summary>A line that starts with <c>#</c>.</summary>
    Comment = 9,
}

/// <summary>The kind of a <see cref="TonlElement"/>.</summary>
public enum TonlValueKind
{
    /// <summary>No value: the default element.</summary>
    Undefined,

    /// <summary>An object.</summary>
    Object,

    /// <summary>An array or table.</summary>
    Array,

    /// <summary>A string.</summary>
    String,

    /// <summary>A number, with all its digits.</summary>
    Number,

    /// <summary>The word true.</summary>
    True,

    /// <summary>The word false.</summary>
    False,

    /// <summary>The word null.</summary>
    Null,
}

/// <summary>What the source generator makes for a type.</summary>
public enum TonlSourceGenerationMode
{
    /// <summary>Both metadata and serialization code.</summary>
    Default = 0,

    /// <summary>Metadata only: reading and writing, no fast writer.</summary>
    Metadata = 1,

    /// <summary>Writing code only.</summary>
    Serialization = 2,
}
