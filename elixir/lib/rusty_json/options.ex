defmodule RustyJson.Options do
  @moduledoc false
  # One table of options per direction. It checks what the caller gave, yields the documents
  # of `RustyJson`, and becomes what the NIF takes: an integer of flags where only flags
  # differ from their defaults, else a tuple that begins with it.

  import Bitwise

  @integer_digits Application.compile_env(:rustyjson, :decoding_integer_digit_limit, 1024)
  @dirty_threshold Application.compile_env(:rustyjson, :dirty_threshold_bytes, nil)

  # Measured (docs/decisions/201): below this a call on the normal scheduler takes well under
  # a millisecond and the 10 us of the dirty hop would show.
  @auto_threshold 20_480

  @encode [
    pretty:
      {"`false`",
       "`true` (2 spaces), a number of spaces, an indent text, or `[indent:, line_separator:, after_colon:]`"},
    escape:
      {"`:json`",
       "`:json`, `:html_safe`, `:javascript_safe` (or `:javascript`), `:unicode_safe` (or `:unicode`)"},
    maps: {"`:naive`", "`:strict` refuses two keys of the same text"},
    sort_keys: {"`false`", "`true` sorts members by the bytes of their names, at every depth"},
    compress: {"`:none`", "`:gzip`, `{:gzip, 0..9}`"},
    protocol: {"`true`", "`false` writes structs as all their fields and never calls `RustyJson.Encoder`"},
    lean: {"`false`", "`true` writes dates, times, URIs and decimals as objects of their fields"},
    scheduler:
      {"`:auto`",
       "`:normal` and `:yield` stay on the normal scheduler in slices, `:dirty` starts on a dirty one"},
    max_depth: {"`128`", "nested containers allowed"},
    max_bytes: {"`0`", "bytes of output allowed before compression; 0 is any number"}
  ]

  @decode [
    keys:
      {"`:strings`", "`:atoms`, `{:atoms, max}`, `:atoms!`, `:copy`, `:intern`, or a function of the name"},
    strings:
      {"`:reference`", "`:copy` never keeps the input alive; `:reference` may, for inputs up to 64 KB"},
    objects: {"`:maps`", "`:ordered_objects`, `:proplists` (`{[{key, value}]}`)"},
    floats: {"`:native`", "`:decimals` keeps the digits of numbers with fraction or exponent"},
    decoding_integer_digit_limit: {"`1024`", "digits of an integer; 0 is any number"},
    max_bytes: {"`0`", "bytes of input allowed; 0 is any number"},
    max_depth: {"`128`", "nested containers allowed"},
    duplicate_keys: {"`:last`", "`:first`, `:error`, `:list` (all values)"},
    validate_strings: {"`true`", "`false` lets strings through that are no UTF-8"},
    dirty_threshold: {"`20480`", "inputs of so many bytes go to a dirty scheduler; 0 is never"},
    relaxed: {"`false`", "`true` allows comments and trailing commas"},
    null: {"`nil`", "the atom that `null` becomes"},
    return_trailer: {"`false`", "`true` returns `{:has_trailer, term, rest}` where text follows the value"},
    decompress: {"`:none`", "`:gzip` inflates the input first; `max_bytes` then limits the output too"},
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
  # what an encoder that is called back passes on: all but the form of the result
  @inherited 0x7F

  @escapes [json: 0, html_safe: 1, javascript_safe: 2, unicode_safe: 3, unicode: 3, javascript: 2]
  @compact {nil, -1}

  @doc false
  # The NIF's options and the scheduler.
  def encode([]), do: {0, :auto}

  def encode(options) do
    flags =
      escape(Keyword.get(options, :escape)) |||
        maps(Keyword.get(options, :maps, :naive)) |||
        flag(Keyword.get(options, :sort_keys) == true, @sort_keys) |||
        flag(Keyword.get(options, :lean) == true, @lean) |||
        flag(!Keyword.get(options, :protocol, true), @no_protocol)

    gzip = gzip(Keyword.get(options, :compress))
    pretty = RustyJson.Formatter.layout(Keyword.get(options, :pretty))
    max_depth = count(options, :max_depth, 128)
    max_bytes = count(options, :max_bytes, 0)
    scheduler = scheduler(Keyword.get(options, :scheduler, :auto), gzip)
    flags = flags ||| flag(scheduler == :normal, @slices)
    {pack(flags, max_depth, max_bytes, 0, {pretty, gzip}), scheduler}
  end

  defp pack(flags, 128, 0, 0, @compact), do: flags

  defp pack(flags, max_depth, max_bytes, base_depth, {pretty, gzip}) do
    {flags, max_depth, max_bytes, base_depth, pretty, gzip}
  end

  @doc false
  # The same options for a result that may be a list of chunks.
  def chunked(config) when is_integer(config), do: config ||| @chunks
  def chunked(config), do: put_elem(config, 0, elem(config, 0) ||| @chunks)

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
    do: (config &&& (@strict ||| @sort_keys ||| @lean ||| @slices)) == 0

  def plain?(_), do: false

  @doc false
  def protocol?(config), do: (flags(config) &&& @no_protocol) == 0

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

  defp gzip(none) when none in [nil, false, :none], do: -1
  defp gzip(:gzip), do: 6
  defp gzip({:gzip, level}) when level in 0..9, do: level

  defp gzip({:gzip, level}) do
    raise ArgumentError, "invalid gzip compression level #{inspect(level)}, expected 0-9"
  end

  defp gzip(other), do: invalid(:compress, other, [:gzip, {:gzip, 0..9}, :none, nil, false])

  defp scheduler(:auto, -1), do: :auto
  defp scheduler(:auto, _), do: :dirty
  defp scheduler(:dirty, _), do: :dirty
  defp scheduler(normal, _) when normal in [:normal, :yield], do: :normal
  defp scheduler(other, _), do: invalid(:scheduler, other, [:auto, :normal, :dirty, :yield])

  # -- decode ---------------------------------------------------------------------------------

  @decode_defaults %{
    flags: 0,
    native: 0,
    threshold: @dirty_threshold || @auto_threshold,
    max_bytes: 0,
    after: nil,
    decompress: false,
    trailer: false
  }

  @doc false
  def decode([]), do: @decode_defaults

  def decode(options) do
    {keys, max_atoms, transform} = keys(Keyword.get(options, :keys, :strings))
    {duplicates, all_values} = duplicates(Keyword.get(options, :duplicate_keys, :last))
    objects = one_of(options, :objects, maps: 0, ordered_objects: 1, proplists: 2)
    trailer = boolean(options, :return_trailer, false)
    as = Keyword.get(options, :as)
    # what the NIF cannot do is done on ordered objects afterwards
    rebuild = if transform || all_values, do: {objects, transform, all_values}

    flags =
      keys |||
        one_of(options, :strings, reference: 0, copy: 1 <<< 2) |||
        if(rebuild, do: 1, else: objects) <<< 4 |||
        one_of(options, :floats, native: 0, decimals: 1 <<< 6) |||
        duplicates <<< 7 |||
        flag(not boolean(options, :validate_strings, true), 1 <<< 9) |||
        flag(boolean(options, :relaxed, false), 1 <<< 10) |||
        flag(trailer, 1 <<< 11)

    native =
      {flags, count(options, :max_depth, 128), digits(options), max_atoms, Keyword.get(options, :null)}

    %{
      native: if(native == {flags, 128, 1024, 0, nil}, do: flags, else: native),
      threshold: count(options, :dirty_threshold, @decode_defaults.threshold),
      max_bytes: count(options, :max_bytes, 0),
      after: if(rebuild || as, do: {rebuild, as}),
      decompress: one_of(options, :decompress, none: false, gzip: true),
      trailer: trailer
    }
  end

  @doc false
  # The NIF's options with the wish that it makes all terms at once.
  def at_once(native) when is_integer(native), do: native ||| 1 <<< 13
  def at_once(native), do: put_elem(native, 0, elem(native, 0) ||| 1 <<< 13)

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
  defp duplicates(:first), do: {2, false}
  defp duplicates(:list), do: {0, true}
  defp duplicates(other), do: invalid(:duplicate_keys, other, [:last, :first, :error, :list])

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

  @largest 4_294_967_295

  defp count(options, name, default) do
    case Keyword.get(options, name, default) do
      value when is_integer(value) and value >= 0 -> min(value, @largest)
      other -> raise ArgumentError, "invalid :#{name} option #{inspect(other)}, expected an integer >= 0"
    end
  end

  @doc false
  def invalid(name, value, allowed) do
    raise ArgumentError, "invalid :#{name} option #{inspect(value)}, expected #{inspect(allowed)}"
  end
end
