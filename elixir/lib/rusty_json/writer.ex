defmodule RustyJson.Writer do
  @moduledoc false
  # Host terms -> JSON text: the door to the one writer, which is native (rust/nif, encode).
  #
  # The native writer walks the term once. Where only Elixir can go on (a struct with an encoder of its own, a fragment that
  # is a function) it leaves a hole, finishes, and asks for all holes at once; the texts that the protocol gives are spliced
  # in, maps are walked in their turn. So the text is a function of term and options alone, whatever stands where.
  #
  # The configuration is a tuple, read by position on the native side:
  #   {escape, maps, pretty, sort_keys, protocol, lean, compress, max_depth, max_bytes, hex, depth}

  alias RustyJson.{EncodeError, Encoder, Fragment, Layouts, Native}

  @type config ::
          {escape :: atom, maps :: :naive | :strict, pretty :: nil | {binary, binary, binary}, sort_keys :: boolean,
           protocol :: boolean, lean :: boolean, compress :: nil | 0..9, max_depth :: non_neg_integer,
           max_bytes :: non_neg_integer, hex :: :lower | :upper, depth :: non_neg_integer}

  @max_depth 128
  @depth 10
  @protocol 4

  @doc false
  @spec config(keyword) :: config
  def config(fields \\ []) do
    get = &Keyword.get(fields, &1, &2)

    {get.(:escape, :json), get.(:maps, :naive), get.(:pretty, nil), get.(:sort_keys, false), get.(:protocol, true),
     get.(:lean, false), get.(:compress, nil), get.(:max_depth, @max_depth), get.(:max_bytes, 0), get.(:hex, :lower),
     get.(:depth, 0)}
  end

  @doc false
  @spec run(term, config) :: iodata
  def run(term, config), do: step(Native.encode(term, config, Layouts.all()), config)

  defp step({:ok, text}, _config), do: text
  defp step({:more, state}, config), do: state |> Native.continue() |> step(config)

  defp step({:holes, state, holes}, config) do
    results = Enum.map(holes, fn {depth, term} -> fill(term, put_elem(config, @depth, depth)) end)
    state |> Native.fill(results, Layouts.all()) |> step(config)
  end

  defp step({:error, reason}, config), do: raise(error(reason, config))

  defp fill({:key, key}, _config), do: {:key_text, key_text(key)}

  defp fill(%Fragment{encode: encode}, config) when is_function(encode, 1) do
    text(encode.(opts(config)), nil)
  end

  defp fill(%module{} = struct, config) do
    impl = Encoder.impl_for!(struct)

    if function_exported?(impl, :__layout__, 0) do
      Layouts.learn(module, impl.__layout__())
      struct
    else
      text(impl.encode(struct, opts(config)), struct)
    end
  end

  defp fill(term, config), do: text(Encoder.encode(term, opts(config)), term)

  # what an encoder may return: JSON text, or a map that is encoded in its place
  defp text(text, _from) when is_binary(text) or is_list(text), do: text
  defp text(map, from) when is_map(map) and map !== from, do: map
  defp text(_other, _from), do: raise(EncodeError, "not an iodata term")

  @doc false
  def opts(config), do: {elem(config, 0), config}

  @doc false
  def key_text(key) when is_binary(key), do: key

  def key_text(key) do
    if String.Chars.impl_for(key), do: String.Chars.to_string(key), else: raise(EncodeError, bad_key())
  rescue
    # a list that is no charlist
    ArgumentError -> reraise EncodeError, [message: bad_key()], __STACKTRACE__
    UnicodeConversionError -> reraise EncodeError, [message: "Non-UTF8 binary as map key"], __STACKTRACE__
  end

  defp bad_key, do: "Map key must be atom, string, or integer"

  defp error(:depth, config), do: EncodeError.exception("Nesting depth exceeds maximum of #{elem(config, 7)}")
  defp error(:max_bytes, config), do: EncodeError.exception("output exceeds max_bytes limit of #{elem(config, 8)}")
  defp error({:duplicate_key, key}, _config), do: EncodeError.new({:duplicate_key, key})
  defp error({:invalid_byte, byte, text}, _config), do: EncodeError.new({:invalid_byte, byte, text})
  defp error(:improper_list, _config), do: EncodeError.exception("Improper list cannot be encoded")
  defp error(:invalid_utf8, _config), do: EncodeError.exception("Invalid UTF-8 in string")
  defp error(:invalid_key_utf8, _config), do: EncodeError.exception("Non-UTF8 binary as map key")
  defp error(:bad_key, _config), do: EncodeError.exception(bad_key())
  defp error(:not_iodata, _config), do: EncodeError.exception("not an iodata term")

  defp error({:unsupported, term}, config) when elem(config, @protocol) do
    %Protocol.UndefinedError{protocol: Encoder, value: term, description: Encoder.Any.description()}
  end

  defp error({:unsupported, term}, _config), do: EncodeError.exception("Unsupported term type: #{type(term)}")

  defp type(term) when is_pid(term), do: "Pid"
  defp type(term) when is_port(term), do: "Port"
  defp type(term) when is_reference(term), do: "Ref"
  defp type(term) when is_function(term), do: "Fun"
  defp type(term) when is_bitstring(term), do: "Bitstring"
  defp type(_term), do: "Unknown"
end
