defmodule RustyJson.Writer do
  @moduledoc false
  # Drives the native walk over a term. The walk writes all it can; where it stops, this
  # module answers: what a struct's encoder gives, the fields of a derived struct, the text of
  # an unusual key. Terms in, text out, and one exception per cause.

  alias RustyJson.{EncodeError, Encoder, Fragment, Native, Options, OrderedObject}

  # how often in a row an encoder may return another struct
  @max_rewrites 16

  @doc false
  # The text of a term, as a binary or a list of binaries; raises.
  def write!(term, config, scheduler \\ :auto)

  # `scheduler: :dirty` and the like are for the walk
  def write!(term, config, :dirty), do: drive(Native.encode_dirty(term, config), {config, :dirty})

  def write!(term, config, :auto) when is_map(term) and is_integer(config) do
    if Options.plain?(config) and fast_lane?(term),
      do: fast_lane(term, config) || walk(term, config, :auto),
      else: walk(term, config, :auto)
  end

  # In slices the text stays in pieces: a block that grows, or moves to another scheduler's heap, is copied at once. The VM
  # puts them together, yielding.
  def write!(term, config, :normal) do
    text = walk(term, Options.chunked(config), :normal)
    if is_list(text) and not Options.chunked?(config), do: IO.iodata_to_binary(text), else: text
  end

  def write!(term, config, scheduler), do: walk(term, config, scheduler)

  defp walk(term, config, scheduler) do
    case Native.encode(term, config) do
      text when is_binary(text) -> text
      result -> drive(result, {config, scheduler})
    end
  end

  # above this size text is made on a dirty scheduler
  @large 131_072

  # Plain data by way of the external format, which the VM writes, yielding, faster than a NIF
  # can visit terms; `nil` where only the walk can write the term. It never decides anything:
  # see rust/nif/src/encode/transcode.rs.
  defp fast_lane(term, config) do
    case :erlang.term_to_binary(term) do
      external when byte_size(external) <= @large -> Native.transcode(external, config)
      external -> Native.transcode_dirty(external, config)
    end
  end

  # maps above this size leave the normal scheduler when they are walked
  @large_map 6_000
  # so many maps of one member within one another are a chain
  @chain 3

  # A glance at the top: the lane is faster for chains of maps and for very large ones, the walk
  # for all else, and it alone writes structs (docs/decisions/205).
  defp fast_lane?(%{__struct__: _}), do: false
  defp fast_lane?(map) when map_size(map) == 1, do: chain?(map, @chain)
  defp fast_lane?(map), do: map_size(map) > @large_map

  defp chain?(_, 0), do: true
  defp chain?(%{__struct__: _}, _), do: false
  defp chain?(map, n) when map_size(map) == 1, do: map |> :maps.values() |> hd() |> chain?(n - 1)
  defp chain?(_, _), do: false

  defp drive(result, _) when is_binary(result) or is_list(result), do: result

  # a slice is over: the VM takes the process back, then it goes on where it is
  defp drive({:more, paused, frames}, context) do
    drive(Native.encode_more(paused, frames, :go), context)
  end

  # too much for a normal scheduler
  defp drive({:over, paused, frames}, context) do
    drive(Native.encode_more_dirty(paused, frames, :go), context)
  end

  defp drive({:call, paused, frames, term, depth}, {config, _} = context) do
    resume(paused, frames, answer(term, config, depth), context)
  end

  defp drive({:key, paused, frames, key, value}, context) do
    resume(paused, frames, {:key, key_text(key), value}, context)
  end

  defp drive({:pairs, paused, frames, map}, {config, _} = context) do
    resume(paused, frames, {:pairs, members(map, config)}, context)
  end

  defp drive(error, _), do: fail(error)

  defp resume(paused, frames, reply, {_, :dirty} = context) do
    drive(Native.encode_more_dirty(paused, frames, reply), context)
  end

  defp resume(paused, frames, reply, context) do
    drive(Native.encode_more(paused, frames, reply), context)
  end

  # -- what a term becomes --------------------------------------------------------------------

  defp answer(%Fragment{encode: encode}, config, depth) do
    text = if is_function(encode, 1), do: encode.(Options.callback(config, depth)), else: encode
    {:raw, raw(text)}
  end

  defp answer(%module{} = date, _, _) when module in [Date, Time, NaiveDateTime, DateTime] do
    {:value, whole(date, &module.to_iso8601/1)}
  end

  defp answer(%URI{} = uri, _, _), do: {:value, whole(uri, &URI.to_string/1)}

  # the walk writes exponents beyond 1024 as an object; here come those beyond 64 bits
  defp answer(%{__struct__: Decimal, exp: exp} = huge, _, _) when is_integer(exp) and abs(exp) > 1024 do
    {:value, Map.delete(huge, :__struct__)}
  end

  defp answer(%{__struct__: Decimal} = decimal, _, _), do: {:value, decimal(decimal)}
  defp answer(integer, _, _) when is_integer(integer), do: {:raw, Integer.to_string(integer)}

  defp answer(tuple, config, _) when is_tuple(tuple), do: refuse_tuple(tuple, config)

  # the walk writes the others
  defp answer(%module{}, _, _) when module in [Fragment, OrderedObject] do
    raise EncodeError, "a field of #{inspect(module)} is missing"
  end

  defp answer(%MapSet{} = set, config, depth) do
    if Options.sets?(config),
      do: {:value, whole(set, &MapSet.to_list/1)},
      else: other(set, config, depth)
  end

  defp answer(term, config, depth), do: other(term, config, depth)

  defp other(term, config, depth) do
    if Options.protocol?(config),
      do: by_protocol(term, Options.callback(config, depth), @max_rewrites),
      else: without_protocol(term)
  end

  defp by_protocol(term, opts, rewrites) do
    impl = Encoder.impl_for!(term)

    if is_map(term) and Code.ensure_loaded?(impl) and function_exported?(impl, :__fields__, 0) do
      {fields, omit_nil} = impl.__fields__()
      {:layout, term, fields, omit_nil}
    else
      case impl.encode(term, opts) do
        %_{} = struct -> rewritten(struct, opts, rewrites)
        map when is_map(map) -> {:value, map}
        text -> {:raw, raw(text)}
      end
    end
  end

  # An encoder returned a struct: encode that instead, but not for ever.
  defp rewritten(%module{}, _, 0) do
    raise EncodeError, "encoders return structs in a circle, last #{inspect(module)}"
  end

  defp rewritten(%module{} = native, _, _)
       when module in [Fragment, OrderedObject, Date, Time, NaiveDateTime, DateTime, URI, Decimal] do
    {:value, native}
  end

  defp rewritten(struct, opts, rewrites), do: by_protocol(struct, opts, rewrites - 1)

  defp without_protocol(%MapSet{} = set), do: {:value, whole(set, &MapSet.to_list/1)}

  defp without_protocol(%Range{first: first, last: last, step: step}) do
    step = if step == 1, do: [], else: [{"step", step}]
    {:value, %OrderedObject{values: [{"first", first}, {"last", last} | step]}}
  end

  defp without_protocol(term) do
    raise EncodeError, "Unsupported term type: #{type_name(term)}"
  end

  defp type_name(term) when is_pid(term), do: "Pid"
  defp type_name(term) when is_port(term), do: "Port"
  defp type_name(term) when is_reference(term), do: "Reference"
  defp type_name(term) when is_function(term), do: "Function"
  defp type_name(term) when is_bitstring(term), do: "Bitstring"
  defp type_name(_), do: "Unknown"

  # A struct made by hand may lack fields, or hold others than its module expects.
  defp whole(%module{} = struct, function) do
    function.(struct)
  rescue
    error ->
      reraise EncodeError,
              [message: "invalid #{inspect(module)}: #{Exception.message(error)}"],
              __STACKTRACE__
  end

  # under `tuples: :refuse`
  defp refuse_tuple(tuple, config) do
    if Options.protocol?(config),
      do: raise(Protocol.UndefinedError, protocol: Encoder, value: tuple, description: "tuples: :refuse"),
      else: raise(EncodeError, "Unsupported term type: Tuple")
  end

  @doc false
  # What an encoder returned, as one binary.
  def raw(text) when is_binary(text), do: text

  def raw(text) when is_list(text) do
    IO.iodata_to_binary(text)
  rescue
    ArgumentError -> not_iodata()
  end

  def raw(_), do: not_iodata()

  defp not_iodata, do: raise(EncodeError, "not an iodata term")

  @doc false
  def decimal(%{coef: :NaN, sign: sign}), do: if(sign < 0, do: "-NaN", else: "NaN")
  def decimal(%{coef: :inf, sign: sign}), do: if(sign < 0, do: "-Infinity", else: "Infinity")

  def decimal(%{coef: coef, exp: exp, sign: sign}) when is_integer(coef) and is_integer(exp) do
    digits = Integer.to_string(coef)
    place = byte_size(digits) + exp

    text =
      cond do
        exp >= 0 ->
          [digits, :binary.copy("0", exp)]

        place > 0 ->
          [binary_part(digits, 0, place), ".", binary_part(digits, place, -exp)]

        true ->
          ["0.", :binary.copy("0", -place), digits]
      end

    IO.iodata_to_binary(if sign < 0, do: ["-" | text], else: text)
  end

  def decimal(other), do: raise(EncodeError, "not a decimal: #{inspect(other)}")

  # -- keys -----------------------------------------------------------------------------------

  @doc false
  # The text of a key: atoms, binaries, numbers, charlists and other `String.Chars`.
  def key_text(key) when is_binary(key), do: key
  def key_text(key) when is_atom(key), do: Atom.to_string(key)
  def key_text(key) when is_integer(key), do: Integer.to_string(key)
  def key_text(key) when is_float(key), do: :erlang.float_to_binary(key, [:short])

  def key_text(key) when is_list(key) do
    List.to_string(key)
  rescue
    _ in [ArgumentError, UnicodeConversionError] -> bad_key()
  end

  def key_text(%_{} = key) do
    if String.Chars.impl_for(key), do: to_string(key), else: bad_key()
  end

  def key_text(_), do: bad_key()

  defp bad_key, do: raise(EncodeError, "Map key must be atom, string, or integer")

  # The members of a map that the walk does not list itself: too large, or with unusual keys.
  defp members(%OrderedObject{values: values}, config), do: listed(values, config, false)
  # a proplist
  defp members({values}, config), do: listed(values, config, false)
  defp members(map, config), do: map |> in_order() |> listed(config, Options.sort_keys?(config))

  # above it a map has no order of its keys
  @small_map 32
  @probe Map.new(0..@small_map, &{&1, 0})

  # Members in the order in which the walk and the external format have them. From OTP 29 on
  # `Map.to_list/1` lists large maps the other way round; the VM that runs is asked, not the one
  # that compiled this.
  defp in_order(map) when map_size(map) <= @small_map, do: Map.to_list(map)

  defp in_order(map) do
    <<131, 116, _::32, 97, first, _::binary>> = :erlang.term_to_binary(@probe)
    list = Map.to_list(map)
    if match?([^first | _], Map.keys(@probe)), do: list, else: Enum.reverse(list)
  end

  defp listed(pairs, config, sort) do
    pairs = for {key, value} <- pairs, key != :__struct__, do: {key_text(key), value}
    if Options.strict?(config), do: refuse_duplicates(pairs)
    if sort, do: List.keysort(pairs, 0), else: pairs
  end

  defp refuse_duplicates(pairs) do
    Enum.reduce(pairs, %{}, fn {text, _}, known ->
      if is_map_key(known, text), do: raise(EncodeError.new({:duplicate_key, text}))
      Map.put(known, text, true)
    end)
  end

  # -- errors ---------------------------------------------------------------------------------

  defp fail({:error, :depth, limit}) do
    raise EncodeError, "Nesting depth exceeds maximum of #{limit}"
  end

  defp fail({:error, :bytes, limit}) do
    raise EncodeError, "output size exceeds max_bytes limit of #{limit}"
  end

  defp fail({:error, :duplicate, text}), do: raise(EncodeError.new({:duplicate_key, text}))

  defp fail({:error, :utf8, text, offset}) when is_binary(text) do
    raise EncodeError.new({:invalid_byte, :binary.at(text, offset), text})
  end

  defp fail({:error, :map_key, _}), do: bad_key()

  defp fail({:error, :improper_list, _}) do
    raise EncodeError, "improper list: a list must end in []"
  end

  defp fail({:error, :layout, %module{}}) do
    raise EncodeError, "a field of #{inspect(module)} is missing"
  end

  defp fail({:error, reason, _}), do: raise(EncodeError, "encoding failed: #{reason}")
end
