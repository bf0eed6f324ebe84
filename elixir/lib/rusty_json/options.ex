defmodule RustyJson.Options do
  @moduledoc false
  # One table of options per direction. It checks what the caller gave, yields the documents
  # of `RustyJson`, and becomes what the NIF takes: an integer of flags where only flags
  # differ from their defaults, else a tuple that begins with it.

  import Bitwise

  @integer_digits Application.compile_env(:rustyjson, :decoding_integer_digit_limit, 1024)
  @dirty_threshold Application.compile_env(:rustyjson, :dirty_threshold_bytes, 102_400)

  @encode [
    pretty:
      {"`false`",
       "`true` (2 spaces), a number of spaces, an indent text, or `[indent:, line_separator:, after_colon:]`"},
    escape:
      {"`:json`",
       "`:json`, `:html_safe`, `:javascript_safe` (or `:javascript`), `:unicode_safe` (or `:unicode`)"},
    maps: {"`:naive`", "`:strict` refuses two keys of the same text"},
    sort_keys: {"`false`", "`true` sorts members by the bytes of their names, at every depth"},
    compress:
      {"`:none`",
       "`:gzip`, `{:gzip, 0..9}`, `:deflate`, `{:deflate, 0..9}` (zlib's frame, as HTTP means it), `:zstd` (always on a dirty scheduler)"},
    protocol: {"`true`", "`false` writes structs as all their fields and never calls `RustyJson.Encoder`"},
    lean: {"`false`", "`true` writes dates, times, URIs and decimals as objects of their fields"},
    scheduler:
      {"`:auto`",
       "`:normal` and `:yield` stay on the normal scheduler in slices, `:dirty` starts on a dirty one"},
    max_depth: {"`128`", "nested containers allowed"},
    max_bytes: {"`0`", "bytes of output allowed before compression; 0 is any number"},
    tuples: {"`:array`", "`:proplists` writes `{[{key, value}]}` as an object, `:refuse` as Jason does"},
    sets: {"`:refuse`", "`:array` writes `MapSet`s"},
    force_utf8: {"`false`", "`true` writes U+FFFD for bytes that are no UTF-8"},
    uescape: {"`false`", "`true` is `escape: :unicode_safe` under jiffy's name"},
    bytes_per_iter: {"`nil`", "stay on the normal scheduler in slices of about so many bytes, as in jiffy"}
  ]

  @decode [
    keys:
      {"`:strings`", "`:atoms`, `{:atoms, max}`, `:atoms!`, `:copy`, `:intern`, or a function of the name"},
    strings:
      {"`:reference`", "`:copy` never keeps the input alive; `:reference` may, for inputs up to 64 KB"},
    objects: {"`:maps`", "`:ordered_objects`, `:proplists` (`{[{key, value}]}`)"},
    floats: {"`:native`", "`:decimals` keeps the digits of numbers with fraction or exponent"},
    integers: {"`:native`", "`:decimals` makes `Decimal`s of integers too"},
    numbers:
      {"`:native`",
       "`:text` keeps every number as it is written, in a `RustyJson.Fragment`, which is encoded as the same text"},
    decoding_integer_digit_limit: {"`1024`", "digits of an integer; 0 is any number"},
    max_bytes: {"`0`", "bytes of input allowed; 0 is any number"},
    max_depth: {"`128`", "nested containers allowed"},
    duplicate_keys: {"`:last`", "`:first`, `:error`, `:list` (all values)"},
    validate_strings: {"`true`", "`false` lets strings through that are no UTF-8"},
    dirty_threshold: {"`102400`", "inputs of so many bytes go to a dirty scheduler; 0 is never"},
    relaxed: {"`false`", "`true` allows comments and trailing commas"},
    dedupe_keys: {"`false`", "`true` keeps one member of a name, the last, where objects are no maps"},
    null: {"`nil`", "the atom that `null` becomes; `null_term: atom` and `use_nil: true` are jiffy's names"},
    bytes_per_iter:
      {"`nil`", "jiffy's name: longer inputs go to a dirty scheduler, as with `:dirty_threshold`"},
    return_trailer: {"`false`", "`true` returns `{:has_trailer, term, rest}` where text follows the value"},
    decompress:
      {"`:none`",
       "`:gzip`, `:deflate`, `:zstd`: inflates the input first; `max_bytes` then limits the output too"},
    as: {"`nil`", "a struct module, or `[module]` for an array of them"}
  ]

  @doc false
  def docs(:encode), do: table(@encode)
  def docs(:decode), do: table(@decode)

  defp table(options) do
    rows = for {name, {default, text}} <- options, do: "| `:#{name}` | #{default} | #{text} |\n"
    IO.iodata_to_binary(["| option | default | values |\n|---|---|---|\n", rows])
  end

  # -- encode ---------------------------------------------------------------------------------

  @strict 1 <<< 2
  @sort_keys 1 <<< 3
  @lean 1 <<< 4
  @no_protocol 1 <<< 5
  @upper_hex 1 <<< 6
  @chunks 1 <<< 7
  @slices 1 <<< 8
  @force_utf8 1 <<< 9
  @refuse_tuples 1 <<< 10
  @proplists 2 <<< 10
  @sets 1 <<< 12
  # what an encoder that is called back passes on: all but the form of the result
  @inherited 0x7F ||| @force_utf8 ||| 3 <<< 10 ||| @sets

  @escapes [json: 0, html_safe: 1, javascript_safe: 2, unicode_safe: 3, unicode: 3, javascript: 2]
  @compact {nil, -1, 0}
  @largest 4_294_967_295

  @doc false
  # The NIF's options and the scheduler.
  def encode([]), do: {0, :auto}

  def encode(options) do
    options = pairs(options)

    flags =
      escape(escape_mode(options)) |||
        maps(Keyword.get(options, :maps, :naive)) |||
        flag(Keyword.get(options, :sort_keys) == true, @sort_keys) |||
        flag(Keyword.get(options, :lean) == true, @lean) |||
        flag(!Keyword.get(options, :protocol, true), @no_protocol) |||
        flag(boolean(options, :force_utf8, false), @force_utf8) |||
        one_of(options, :tuples, array: 0, refuse: @refuse_tuples, proplists: @proplists) |||
        one_of(options, :sets, refuse: 0, array: @sets)

    compress = compress(Keyword.get(options, :compress))
    pretty = RustyJson.Formatter.layout(Keyword.get(options, :pretty))
    max_depth = count(options, :max_depth, 128)
    max_bytes = count(options, :max_bytes, 0)
    slice = slice_bytes(options)
    default = if slice == 0, do: :auto, else: :normal
    scheduler = scheduler(Keyword.get(options, :scheduler, default), compress)
    flags = flags ||| flag(scheduler == :normal, @slices)
    {pack(flags, max_depth, max_bytes, 0, {pretty, compress, slice}), scheduler}
  end

  defp pack(flags, 128, 0, 0, @compact), do: flags

  defp pack(flags, max_depth, max_bytes, base_depth, {pretty, compress, slice}) do
    {flags, max_depth, max_bytes, base_depth, pretty, compress, slice}
  end

  defp escape_mode(options) do
    escape = Keyword.get(options, :escape)

    case {boolean(options, :uescape, false), escape} do
      {false, _} -> escape
      {true, same} when same in [nil, :json, :unicode_safe, :unicode] -> :unicode_safe
      {true, other} -> invalid(:escape, other, [:unicode_safe])
    end
  end

  defp slice_bytes(options) do
    case Keyword.get(options, :bytes_per_iter) do
      nil ->
        0

      bytes when is_integer(bytes) and bytes > 0 ->
        min(bytes, @largest)

      other ->
        raise ArgumentError, "invalid :bytes_per_iter option #{inspect(other)}, expected an integer > 0"
    end
  end

  @doc false
  # The same options for a result that may be a list of chunks.
  def chunked(config) when is_integer(config), do: config ||| @chunks
  def chunked(config), do: put_elem(config, 0, elem(config, 0) ||| @chunks)

  @doc false
  def chunked?(config), do: (flags(config) &&& @chunks) != 0

  @doc false
  # What encoders get: the escape mode, and options for text that stands inside `depth` containers.
  def callback(config, depth) do
    {flags, max_depth} = limits(config)
    flags = flags &&& @inherited
    {mode(flags), pack(flags, max_depth, 0, depth, @compact)}
  end

  @doc false
  # The opaque options of `RustyJson.Encode.opts/1`.
  def standalone(mode) do
    flags = escape(mode) ||| @upper_hex
    {mode(flags), flags}
  end

  @doc false
  def strict({mode, config}), do: {mode, config ||| @strict}

  @doc false
  # Whether nothing but the escape mode, the hexadecimal digits and the form of the result is
  # asked for, so that plain data may take the fast lane.
  def plain?(config) when is_integer(config),
    do: (config &&& (@strict ||| @sort_keys ||| @lean ||| @slices ||| 3 <<< 10)) == 0

  def plain?(_), do: false

  @doc false
  def protocol?(config), do: (flags(config) &&& @no_protocol) == 0

  @doc false
  def tuples_refused?(config), do: (flags(config) &&& @refuse_tuples) != 0

  @doc false
  def sets?(config), do: (flags(config) &&& @sets) != 0

  @doc false
  def strict?(config), do: (flags(config) &&& @strict) != 0

  @doc false
  def sort_keys?(config), do: (flags(config) &&& @sort_keys) != 0

  @doc false
  def sequential(config) when is_integer(config), do: config ||| @slices

  defp flags(config) when is_integer(config), do: config
  defp flags(config), do: elem(config, 0)

  defp limits(config) when is_integer(config), do: {config, 128}
  defp limits(config), do: {elem(config, 0), elem(config, 1)}

  for {name, value} <- Enum.take(@escapes, 4) do
    defp mode(flags) when (flags &&& 3) == unquote(value), do: unquote(name)
  end

  defp escape(nil), do: 0

  for {name, value} <- @escapes do
    defp escape(unquote(name)), do: unquote(value)
  end

  defp escape(other), do: invalid(:escape, other, Keyword.keys(@escapes))

  defp maps(:naive), do: 0
  defp maps(:strict), do: @strict
  defp maps(other), do: invalid(:maps, other, [:naive, :strict])

  defp flag(true, value), do: value
  defp flag(_, _), do: 0

  @default_level 6
  # the codes of rust/nif/src/compress.rs
  @deflate 16
  @zstd 32

  defp compress(none) when none in [nil, false, :none], do: -1
  defp compress(:zstd), do: @zstd
  defp compress(kind) when kind in [:gzip, :deflate], do: compress({kind, @default_level})
  defp compress({:gzip, level}) when level in 0..9, do: level
  defp compress({:deflate, level}) when level in 0..9, do: @deflate + level

  defp compress({kind, level}) when kind in [:gzip, :deflate] do
    raise ArgumentError, "invalid #{kind} compression level #{inspect(level)}, expected 0-9"
  end

  defp compress(other) do
    allowed = [:gzip, {:gzip, 0..9}, :deflate, {:deflate, 0..9}, :zstd, :none, nil, false]
    invalid(:compress, other, allowed)
  end

  @doc false
  # The kind and level of a compression of streams, `nil` for none.
  def compression(option) do
    case compress(option) do
      -1 -> nil
      @zstd -> {:zstd, 0}
      code when code >= @deflate -> {:deflate, code - @deflate}
      level -> {:gzip, level}
    end
  end

  defp scheduler(:auto, -1), do: :auto
  defp scheduler(:auto, _), do: :dirty
  defp scheduler(:dirty, _), do: :dirty
  # zstd takes the whole text at once
  defp scheduler(normal, @zstd) when normal in [:normal, :yield], do: :dirty
  defp scheduler(normal, _) when normal in [:normal, :yield], do: :normal
  defp scheduler(other, _), do: invalid(:scheduler, other, [:auto, :normal, :dirty, :yield])

  # -- decode ---------------------------------------------------------------------------------

  @decode_defaults %{
    flags: 0,
    native: 0,
    threshold: @dirty_threshold,
    max_bytes: 0,
    after: nil,
    decompress: false,
    trailer: false
  }

  @first 2

  @doc false
  def decode([]), do: @decode_defaults

  def decode(options) do
    options = pairs(options)
    {keys, max_atoms, transform} = keys(Keyword.get(options, :keys, :strings))
    {duplicates, all_values} = duplicates(Keyword.get(options, :duplicate_keys, :last))
    objects = one_of(options, :objects, maps: 0, ordered_objects: 1, proplists: 2)
    trailer = boolean(options, :return_trailer, false)
    as = as(Keyword.get(options, :as))
    # what the NIF cannot do is done on ordered objects afterwards
    wins = if all_values, do: :all, else: if(duplicates == @first, do: :first, else: :last)
    rebuild = if transform || all_values, do: {objects, transform, wins}

    flags =
      keys |||
        one_of(options, :strings, reference: 0, copy: 1 <<< 2) |||
        if(rebuild, do: 1, else: objects) <<< 4 |||
        one_of(options, :floats, native: 0, decimals: 1 <<< 6) |||
        one_of(options, :integers, native: 0, decimals: 1 <<< 16) |||
        one_of(options, :numbers, native: 0, text: 1 <<< 15) |||
        flag(boolean(options, :dedupe_keys, false) and not all_values, 1 <<< 14) |||
        duplicates <<< 7 |||
        flag(not boolean(options, :validate_strings, true), 1 <<< 9) |||
        flag(boolean(options, :relaxed, false), 1 <<< 10) |||
        flag(trailer, 1 <<< 11)

    native =
      {flags, count(options, :max_depth, 128), digits(options), max_atoms, null(options)}

    %{
      native: if(native == {flags, 128, 1024, 0, nil}, do: flags, else: native),
      threshold: threshold(options),
      max_bytes: count(options, :max_bytes, 0),
      after: if(rebuild || as, do: {rebuild, as}),
      decompress: one_of(options, :decompress, none: false, gzip: :gzip, deflate: :deflate, zstd: :zstd),
      trailer: trailer
    }
  end

  @doc false
  # The options of what stands inside so many containers.
  def inside(0, config), do: config
  def inside(depth, %{native: native} = config), do: %{config | native: shallower(native, depth)}

  defp shallower(flags, depth) when is_integer(flags), do: shallower({flags, 128, 1024, 0, nil}, depth)
  defp shallower(native, depth), do: put_elem(native, 1, max(elem(native, 1) - depth, 0))

  @doc false
  # The NIF's options with the wish that the VM makes all terms at once, or the NIF one by one.
  def at_once(native), do: with_flag(native, 1 <<< 13)

  @doc false
  def term_by_term(native), do: with_flag(native, 1 <<< 17)

  defp with_flag(native, flag) when is_integer(native), do: native ||| flag
  defp with_flag(native, flag), do: put_elem(native, 0, elem(native, 0) ||| flag)

  @doc false
  def refuses_duplicates?(native) when is_integer(native), do: (native >>> 7 &&& 3) == 1
  def refuses_duplicates?(native), do: native |> elem(0) |> refuses_duplicates?()

  defp keys(:strings), do: {0, 0, nil}
  defp keys(:intern), do: {1 <<< 12, 0, nil}
  defp keys(:atoms), do: {1, 0, nil}
  defp keys(:atoms!), do: {2, 0, nil}
  defp keys(:copy), do: {1 <<< 3, 0, nil}
  # distinct names are counted, so they must be known again
  defp keys({:atoms, max}) when is_integer(max) and max > 0, do: {1 ||| 1 <<< 12, max, nil}
  defp keys(function) when is_function(function, 1), do: {0, 0, function}

  defp keys(other) do
    invalid(:keys, other, [:strings, :atoms, {:atoms, :max}, :atoms!, :copy, :intern, :function])
  end

  defp duplicates(:last), do: {0, false}
  defp duplicates(:error), do: {1, false}
  defp duplicates(:first), do: {@first, false}
  defp duplicates(:list), do: {0, true}
  defp duplicates(other), do: invalid(:duplicate_keys, other, [:last, :first, :error, :list])

  defp as(module) when is_atom(module), do: module
  defp as([module]) when is_atom(module) and module != nil, do: [module]

  defp as(other) do
    raise ArgumentError, "invalid :as option #{inspect(other)}, expected a struct module or `[module]`"
  end

  defp threshold(options) do
    case slice_bytes(options) do
      0 -> count(options, :dirty_threshold, @decode_defaults.threshold)
      bytes -> bytes
    end
  end

  defp null(options) do
    null = Keyword.get_lazy(options, :null, fn -> Keyword.get(options, :null_term) end)

    cond do
      boolean(options, :use_nil, false) -> nil
      is_atom(null) -> null
      true -> raise ArgumentError, "invalid :null option #{inspect(null)}, expected an atom"
    end
  end

  defp digits(options), do: count(options, :decoding_integer_digit_limit, @integer_digits)

  defp one_of(options, name, [{default, _} | _] = values) do
    given = Keyword.get(options, name, default)

    case is_atom(given) and Keyword.fetch(values, given) do
      {:ok, value} -> value
      _ -> invalid(name, given, Keyword.keys(values))
    end
  end

  defp boolean(options, name, default) do
    case Keyword.get(options, name, default) do
      value when is_boolean(value) -> value
      other -> invalid(name, other, [true, false])
    end
  end

  defp count(options, name, default) do
    case Keyword.get(options, name, default) do
      value when is_integer(value) and value >= 0 -> min(value, @largest)
      other -> raise ArgumentError, "invalid :#{name} option #{inspect(other)}, expected an integer >= 0"
    end
  end

  @doc false
  # Options come as a keyword list or a map; a name alone, as jiffy takes it, is `true`.
  def pairs(options) when is_map(options), do: Map.to_list(options)
  def pairs([{_, _} | _] = options), do: if(Keyword.keyword?(options), do: options, else: named(options))
  def pairs(options) when is_list(options), do: named(options)

  def pairs(options) do
    raise ArgumentError, "invalid options #{inspect(options)}, expected a keyword list"
  end

  defp named(options) do
    for option <- options do
      case option do
        name when is_atom(name) -> {name, true}
        {name, _} when is_atom(name) -> option
        other -> raise ArgumentError, "invalid option #{inspect(other)}, expected `name: value`"
      end
    end
  end

  @doc false
  def invalid(name, value, allowed) do
    raise ArgumentError, "invalid :#{name} option #{inspect(value)}, expected #{inspect(allowed)}"
  end
end
