// Settings of reading and writing, checked when used; the presets are frozen. The part of the flow that every other step asks.
// A change of any setting drops the cached binding (names and plans under these options, Binding/TonlBinding).
using System;
using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using TONL.NET.Metadata;

namespace TONL.NET;

/// <summary>Settings of reading and writing TONL.</summary>
public sealed class TonlOptions
{
    private static readonly bool CompatibleByDefault = AppContext.TryGetSwitch("TONL.NET.CompatibleLayout", out bool on) && on;

    private char _delimiter = ',';
    private string? _version = "1.0";
    private bool _includeTypeHints;
    private int _indentSize = 2;
    private bool _strictMode;
    private bool _prettyDelimiters = CompatibleByDefault;
    private TonlLayout _layout = CompatibleByDefault ? TonlLayout.Compatible : TonlLayout.Canonical;
    private bool _autoDelimiter;
    private TonlKeyOrder _keyOrder;
    private TonlHeaderStyle _headers;
    private TonlRootStyle _root;
    private bool _colonSpace = true;
    private int _maxDepth = 500;
    private long _maxInputLength;
    private bool _propertyNameCaseInsensitive = true;
    private JsonNamingPolicy? _propertyNamingPolicy;
    private JsonNamingPolicy? _dictionaryKeyPolicy;
    private JsonIgnoreCondition _defaultIgnoreCondition;
    private bool _includeFields;
    private JsonUnmappedMemberHandling _unmappedMemberHandling;
    private TonlEnumFormat _enumFormat;
    private bool _honorJsonAttributes = true;
    private ITonlTypeInfoResolver? _typeInfoResolver;
    private readonly ConverterList _converters;
    private bool _frozen;
    private TonlBinding? _binding;
    private bool _checked;

    /// <summary>The defaults.</summary>
    public TonlOptions() => _converters = new ConverterList(this);

    /// <summary>A copy that can be changed.</summary>
    public TonlOptions(TonlOptions other)
    {
        ArgumentNullException.ThrowIfNull(other);
        _converters = new ConverterList(this);
        _delimiter = other._delimiter;
        _version = other._version;
        _includeTypeHints = other._includeTypeHints;
        _indentSize = other._indentSize;
        _strictMode = other._strictMode;
        _prettyDelimiters = other._prettyDelimiters;
        _layout = other._layout;
        _autoDelimiter = other._autoDelimiter;
        _keyOrder = other._keyOrder;
        _headers = other._headers;
        _root = other._root;
        _colonSpace = other._colonSpace;
        _maxDepth = other._maxDepth;
        _maxInputLength = other._maxInputLength;
        _propertyNameCaseInsensitive = other._propertyNameCaseInsensitive;
        _propertyNamingPolicy = other._propertyNamingPolicy;
        _dictionaryKeyPolicy = other._dictionaryKeyPolicy;
        _defaultIgnoreCondition = other._defaultIgnoreCondition;
        _includeFields = other._includeFields;
        _unmappedMemberHandling = other._unmappedMemberHandling;
        _enumFormat = other._enumFormat;
        _honorJsonAttributes = other._honorJsonAttributes;
        _typeInfoResolver = other._typeInfoResolver;
        foreach (TonlConverter converter in other._converters)
        {
            _converters.Add(converter);
        }
    }

    /// <summary>The defaults, frozen.</summary>
    public static TonlOptions Default { get; } = Frozen(new TonlOptions());

    /// <summary>Canonical layout without pretty delimiters, frozen.</summary>
    public static TonlOptions Canonical { get; } = Frozen(new TonlOptions { Layout = TonlLayout.Canonical, PrettyDelimiters = false });

    /// <summary>The shortest text: no version line, one space of indentation, bare headers, open root, no space after colons; frozen.</summary>
    public static TonlOptions Dense { get; } = Frozen(new TonlOptions
    {
        Layout = TonlLayout.Canonical,
        PrettyDelimiters = false,
        Version = null,
        IndentSize = 1,
        Headers = TonlHeaderStyle.Bare,
        Root = TonlRootStyle.Open,
        ColonSpace = false,
    });

    /// <summary>Between cells: comma, pipe, TAB or semicolon. A value other than comma overrides the header of a text that is read.</summary>
    public char Delimiter { get => _delimiter; set => Set(ref _delimiter, value); }

    /// <summary>The text after <c>#version</c>; null writes no version line.</summary>
    public string? Version { get => _version; set => Set(ref _version, value); }

    /// <summary>Adds type hints to column lists.</summary>
    public bool IncludeTypeHints { get => _includeTypeHints; set => Set(ref _includeTypeHints, value); }

    /// <summary>Spaces per level when writing, 1 to 16.</summary>
    public int IndentSize { get => _indentSize; set => Set(ref _indentSize, value); }

    /// <summary>Whether reading reports what lenient reading repairs: counts, widths, duplicates, indentation, order of indices.</summary>
    public bool StrictMode { get => _strictMode; set => Set(ref _strictMode, value); }

    /// <summary>Writes spaces around delimiters (after them, in the Compatible layout).</summary>
    public bool PrettyDelimiters { get => _prettyDelimiters; set => Set(ref _prettyDelimiters, value); }

    /// <summary>The text that is written.</summary>
    public TonlLayout Layout { get => _layout; set => Set(ref _layout, value); }

    /// <summary>Chooses the rarest delimiter when writing, and guesses it when reading a text without a delimiter line.</summary>
    public bool AutoDelimiter { get => _autoDelimiter; set => Set(ref _autoDelimiter, value); }

    /// <summary>The order of members.</summary>
    public TonlKeyOrder KeyOrder { get => _keyOrder; set => Set(ref _keyOrder, value); }

    /// <summary>Whether object headers list their members.</summary>
    public TonlHeaderStyle Headers { get => _headers; set => Set(ref _headers, value); }

    /// <summary>Where the members of the root object stand.</summary>
    public TonlRootStyle Root { get => _root; set => Set(ref _root, value); }

    /// <summary>A space after the colon of scalars and inline arrays.</summary>
    public bool ColonSpace { get => _colonSpace; set => Set(ref _colonSpace, value); }

    /// <summary>Nested containers, root container = 1; more is <c>E_DEPTH</c>. Above 0.</summary>
    public int MaxDepth { get => _maxDepth; set => Set(ref _maxDepth, value); }

    /// <summary>Longest text that is read, in UTF-16 units; 0 is no limit.</summary>
    public long MaxInputLength { get => _maxInputLength; set => Set(ref _maxInputLength, value); }

    /// <summary>Whether names that match no member exactly are tried without regard to case.</summary>
    public bool PropertyNameCaseInsensitive { get => _propertyNameCaseInsensitive; set => Set(ref _propertyNameCaseInsensitive, value); }

    /// <summary>From member names to names in the text.</summary>
    public JsonNamingPolicy? PropertyNamingPolicy { get => _propertyNamingPolicy; set => Set(ref _propertyNamingPolicy, value); }

    /// <summary>From dictionary keys to names in the text; writing only.</summary>
    public JsonNamingPolicy? DictionaryKeyPolicy { get => _dictionaryKeyPolicy; set => Set(ref _dictionaryKeyPolicy, value); }

    /// <summary>When members are left out that do not say so themselves.</summary>
    public JsonIgnoreCondition DefaultIgnoreCondition { get => _defaultIgnoreCondition; set => Set(ref _defaultIgnoreCondition, value); }

    /// <summary>Whether public fields are members.</summary>
    public bool IncludeFields { get => _includeFields; set => Set(ref _includeFields, value); }

    /// <summary>What happens on reading to names that no member has.</summary>
    public JsonUnmappedMemberHandling UnmappedMemberHandling { get => _unmappedMemberHandling; set => Set(ref _unmappedMemberHandling, value); }

    /// <summary>How enums are written.</summary>
    public TonlEnumFormat EnumFormat { get => _enumFormat; set => Set(ref _enumFormat, value); }

    /// <summary>Whether attributes of System.Text.Json are understood.</summary>
    public bool HonorJsonAttributes { get => _honorJsonAttributes; set => Set(ref _honorJsonAttributes, value); }

    /// <summary>Converters that come before the built-in ones.</summary>
    public IList<TonlConverter> Converters => _converters;

    /// <summary>Where type metadata come from; null is reflection.</summary>
    public ITonlTypeInfoResolver? TypeInfoResolver { get => _typeInfoResolver; set => Set(ref _typeInfoResolver, value); }

    /// <summary>Whether these options are frozen.</summary>
    public bool IsReadOnly => _frozen;

    /// <summary>Freezes these options; later changes raise <see cref="InvalidOperationException"/>.</summary>
    public void MakeReadOnly() => _frozen = true;

    internal bool HasConverters => _converters.Count > 0;

    /// <summary>What names and plans look like under these options; freezes options that hold converters or a resolver.</summary>
    internal TonlBinding Binding
    {
        get
        {
            TonlBinding? binding = _binding;
            return binding ?? (_binding = NewBinding());
        }
    }

    internal bool Strict => _strictMode;

    /// <summary>Pieces of a streamed root array are read under its header, whose count is not theirs.</summary>
    internal bool AnyRootCount { get; init; }

    /// <summary>Lines of the document that such a piece does not hold; indices are held against the number of all lines.</summary>
    internal int LinesElsewhere { get; set; }

    /// <summary>Raises for settings out of range; every entry point calls it first.</summary>
    internal void Check()
    {
        if (!_checked)
        {
            CheckAll();
            _checked = true;
        }
    }

    private void CheckAll()
    {
        if (_delimiter is not (',' or '|' or '\t' or ';'))
        {
            throw new ArgumentException($"the delimiter must be one of `,` `|` TAB `;`, not U+{(int)_delimiter:X4}", nameof(Delimiter));
        }

        if (_indentSize is < 1 or > 16)
        {
            throw new ArgumentException($"IndentSize must be 1 to 16, not {_indentSize}", nameof(IndentSize));
        }

        if (_maxDepth <= 0)
        {
            throw new ArgumentException($"MaxDepth must be above 0, not {_maxDepth}", nameof(MaxDepth));
        }

        if (_maxInputLength < 0)
        {
            throw new ArgumentException($"MaxInputLength must not be negative, not {_maxInputLength}", nameof(MaxInputLength));
        }

        if (_version is { } version && version.AsSpan().IndexOfAny('\r', '\n') >= 0)
        {
            throw new ArgumentException("Version must be one line", nameof(Version));
        }

        Defined((int)_layout, 1, nameof(Layout));
        Defined((int)_keyOrder, 1, nameof(KeyOrder));
        Defined((int)_headers, 1, nameof(Headers));
        Defined((int)_root, 1, nameof(Root));
        Defined((int)_enumFormat, 1, nameof(EnumFormat));
        Defined((int)_unmappedMemberHandling, 1, nameof(UnmappedMemberHandling));
        if (_defaultIgnoreCondition == JsonIgnoreCondition.Always)
        {
            throw new ArgumentException("DefaultIgnoreCondition must not be Always, which would leave out all members", nameof(DefaultIgnoreCondition));
        }
    }

    private static void Defined(int value, int last, string name)
    {
        if (value < 0 || value > last)
        {
            throw new ArgumentException($"{name} has no value {value}", name);
        }
    }

    private TonlBinding NewBinding()
    {
        if (_converters.Count > 0 || _typeInfoResolver is not null)
        {
            _frozen = true;
        }

        return TonlBinding.For(this);
    }

    private void Set<T>(ref T field, T value)
    {
        if (_frozen)
        {
            throw new InvalidOperationException("these options are read-only; make a copy with new TonlOptions(options)");
        }

        field = value;
        _binding = null;
        _checked = false;
    }

    private static TonlOptions Frozen(TonlOptions options)
    {
        options._frozen = true;
        return options;
    }

    private sealed class ConverterList(TonlOptions owner) : Collection<TonlConverter>
    {
        protected override void InsertItem(int index, TonlConverter item)
        {
            Check();
            ArgumentNullException.ThrowIfNull(item);
            base.InsertItem(index, item);
        }

        protected override void SetItem(int index, TonlConverter item)
        {
            Check();
            ArgumentNullException.ThrowIfNull(item);
            base.SetItem(index, item);
        }

        protected override void RemoveItem(int index)
        {
            Check();
            base.RemoveItem(index);
        }

        protected override void ClearItems()
        {
            Check();
            base.ClearItems();
        }

        private void Check()
        {
            if (owner._frozen)
            {
                throw new InvalidOperationException("these options are read-only; make a copy with new TonlOptions(options)");
            }

            owner._binding = null;
        }
    }
}
