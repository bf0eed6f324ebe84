defmodule RustyJson.OTP do
  @moduledoc """
  The interface of OTP's module `:json` (OTP 27 and newer) over this library's reader and writer, on every OTP: the same functions
  with the same callbacks, results and error reasons.

      iex> RustyJson.OTP.decode(~s({"a":[1,null]}))
      %{"a" => [1, :null]}
      iex> RustyJson.OTP.decode("[1.50] rest", :acc, %{float: & &1})
      {["1.50"], :acc, " rest"}
      iex> RustyJson.OTP.encode(%{a: {1, 2}}, fn
      ...>   tuple, encode when is_tuple(tuple) -> RustyJson.OTP.encode_list(Tuple.to_list(tuple), encode)
      ...>   other, encode -> RustyJson.OTP.encode_value(other, encode)
      ...> end) |> IO.iodata_to_binary()
      ~s({"a":[1,2]})

  As there, `null` is the atom `:null`, the first of repeated names wins, and tuples need an encoder. The limits of `RustyJson.decode/2` on
  depth and digits hold. What Elixir's own module `JSON` has beyond this is in `RustyJson`: `RustyJson.decode/3`, `RustyJson.encode!/2` with
  a function, and `RustyJson.protocol_encode/2`.
  """

  alias RustyJson.{DecodeError, Decoder, Encode, EncodeError, Formatter, Fragment, OrderedObject}
  alias RustyJson.OTP.Chunks

  @type encoder :: (term, encoder -> iodata)
  @type callbacks :: %{optional(atom) => term}

  # -- decode ---------------------------------------------------------------------------------

  @doc """
  The term of a text; raises `:unexpected_end`, `{:invalid_byte, byte}` or `{:unexpected_sequence, bytes}` as an `ErlangError`.
  """
  @spec decode(binary) :: term
  def decode(binary) do
    case decode(binary, :ok, %{}) do
      {term, :ok, ""} -> term
      {_, :ok, <<byte, _::binary>>} -> :erlang.error({:invalid_byte, byte})
    end
  end

  @doc """
  The term that the callbacks make of the first value of a text, the accumulator, and what follows the value.

  `callbacks` is a map with any of `:array_start` (`fn acc`), `:array_push` (`fn value, acc`), `:array_finish` (`fn acc, outer_acc`, which
  gives `{value, outer_acc}`), `:object_start`, `:object_push` (`fn key, value, acc`), `:object_finish`, `:string`, `:integer`, `:float`
  (functions of the text) and `:null` (a value).
  """
  @spec decode(binary, term, callbacks) :: {term, term, binary}
  def decode(binary, acc, callbacks) when is_binary(binary) do
    decode_with!(binary, acc, Map.merge(%{null: :null}, callbacks))
  rescue
    error in DecodeError -> error |> reason() |> elem(0) |> :erlang.error()
  end

  @doc false
  # raises DecodeError
  def decode_with!(binary, acc, callbacks) do
    {term, rest} = first!(binary)
    {term, acc} = call_back(term, acc, callbacks)
    {term, acc, rest}
  end

  @doc false
  # what the callbacks are called for, and the rest
  def first!(binary), do: Decoder.first!(binary, objects: :ordered_objects, numbers: :text)

  @doc false
  def call_back(term, acc, callbacks), do: visit(term, acc, callbacks(callbacks))

  @doc """
  Decodes a value that arrives in chunks: as `decode/3`, or `{:continue, state}` for `decode_continue/2` where more of it is to come.

      iex> {:continue, state} = RustyJson.OTP.decode_start("[1,", :acc, %{})
      iex> {:continue, state} = RustyJson.OTP.decode_continue("tru", state)
      iex> RustyJson.OTP.decode_continue("e] x", state)
      {[1, true], :acc, " x"}

  A number is complete when something follows it, or with `:end_of_input`. The bytes are kept until the value is complete, and callbacks are called
  then; `RustyJson.decode_stream/2` reads the items of a large array in bounded memory.
  """
  @spec decode_start(binary, term, callbacks) :: {term, term, binary} | {:continue, term}
  def decode_start(binary, acc, callbacks), do: Chunks.start(binary, acc, callbacks)

  @doc """
  Goes on with `decode_start/3`; `:end_of_input` instead of a chunk ends the text.

      iex> {:continue, state} = RustyJson.OTP.decode_start("12", :acc, %{})
      iex> {:continue, state} = RustyJson.OTP.decode_continue("3", state)
      iex> RustyJson.OTP.decode_continue(:end_of_input, state)
      {123, :acc, ""}
  """
  @spec decode_continue(binary | :end_of_input, term) :: {term, term, binary} | {:continue, term}
  def decode_continue(chunk, state), do: Chunks.continue(chunk, state)

  @doc false
  # `{reason, offset}` of an error
  def reason(%DecodeError{data: data, position: position, message: message}) do
    rest = binary_part(data, position, byte_size(data) - position)

    cond do
      message =~ "unicode escape" or message =~ "surrogate" -> escape(data, position, rest)
      rest == "" or message =~ "Unterminated" or cut?(message, rest) -> {:unexpected_end, byte_size(data)}
      true -> wrong_byte(rest, offence(message, rest), position)
    end
  end

  defp wrong_byte(rest, skip, position), do: {{:invalid_byte, :binary.at(rest, skip)}, position + skip}

  # where the byte stands that is wrong, seen from the position of the error
  defp offence(message, rest) do
    cond do
      message =~ "Invalid escape" -> 1
      message =~ "Invalid number" -> number_end(rest)
      word?(message) -> word_end(rest)
      true -> 0
    end
  end

  # A `\u` escape is taken as a whole, a pair as both.
  defp escape(data, position, rest) do
    first = binary_part(data, max(position - 6, 0), min(position, 6))

    cond do
      high?(first) -> pair(first <> rest, data, position - 6)
      byte_size(rest) < 6 -> {:unexpected_end, byte_size(data)}
      high?(binary_part(rest, 0, 6)) -> pair(rest, data, position)
      true -> {{:unexpected_sequence, binary_part(rest, 0, 6)}, position}
    end
  end

  defp high?(escape), do: escape =~ ~r/\A\\u[dD][89abAB][0-9a-fA-F]{2}\z/

  defp pair(<<both::binary-size(12), _::binary>> = escapes, _, position) do
    if binary_part(escapes, 6, 2) == "\\u",
      do: {{:unexpected_sequence, both}, position},
      else: wrong_byte(escapes, 6, position)
  end

  defp pair(_, data, _), do: {:unexpected_end, byte_size(data)}

  defp number_end(rest) do
    regex = ~r/\A-?(0|[0-9]+(\.([0-9]+([eE][+-]?)?)?|[eE][+-]?)?)?/
    [{0, length} | _] = Regex.run(regex, rest, return: :index)
    min(length, byte_size(rest) - 1)
  end

  defp word_end(rest), do: :binary.longest_common_prefix([word(rest), rest])

  defp word?(message), do: message =~ ~r/Expected '(null|true|false)'/

  # a number or word that the end of the text cuts short
  defp cut?(message, rest) do
    (message =~ "Invalid number" and rest =~ ~r/\A-?([0-9]+(\.|(\.[0-9]+)?[eE][+-]?)?)?\z/) or
      (word?(message) and byte_size(rest) < byte_size(word(rest)))
  end

  defp word(<<first, _::binary>>), do: Map.fetch!(%{?n => "null", ?t => "true", ?f => "false"}, first)

  defp callbacks(given) do
    Map.merge(
      %{
        array_start: fn _ -> [] end,
        array_push: fn value, acc -> [value | acc] end,
        array_finish: fn acc, outer -> {Enum.reverse(acc), outer} end,
        object_start: fn _ -> [] end,
        object_push: fn key, value, acc -> [{key, value} | acc] end,
        object_finish: fn acc, outer -> {:maps.from_list(acc), outer} end,
        string: & &1,
        integer: &:erlang.binary_to_integer/1,
        float: &:erlang.binary_to_float/1,
        null: nil
      },
      given
    )
  end

  defp visit(list, outer, callbacks) when is_list(list) do
    acc =
      Enum.reduce(list, callbacks.array_start.(outer), fn item, acc ->
        {value, acc} = visit(item, acc, callbacks)
        callbacks.array_push.(value, acc)
      end)

    callbacks.array_finish.(acc, outer)
  end

  defp visit(%OrderedObject{values: values}, outer, callbacks) do
    acc =
      Enum.reduce(values, callbacks.object_start.(outer), fn {key, item}, acc ->
        key = callbacks.string.(key)
        {value, acc} = visit(item, acc, callbacks)
        callbacks.object_push.(key, value, acc)
      end)

    callbacks.object_finish.(acc, outer)
  end

  defp visit(%Fragment{encode: digits}, acc, callbacks), do: {number(digits, callbacks), acc}
  defp visit(text, acc, callbacks) when is_binary(text), do: {callbacks.string.(text), acc}
  defp visit(nil, acc, callbacks), do: {callbacks.null, acc}
  defp visit(boolean, acc, _), do: {boolean, acc}

  defp number(digits, callbacks) do
    case :binary.match(digits, [".", "e", "E"]) do
      :nomatch -> callbacks.integer.(digits)
      {at, 1} -> digits |> float_text(at) |> callbacks.float.()
    end
  end

  # the VM reads no exponent without a fraction, so it gets one
  defp float_text(digits, at) do
    case String.split_at(digits, at) do
      {_, "." <> _} -> digits
      {int, <<_, exponent::binary>>} -> int <> ".0e" <> exponent
    end
  end

  # -- encode ---------------------------------------------------------------------------------

  @doc """
  The text of a term as iodata; raises `{:unsupported_type, term}` or `{:invalid_byte, byte}` as an `ErlangError`.
  """
  @spec encode(term) :: iodata
  def encode(term), do: encode(term, &encode_value/2)

  @doc """
  The same with an encoder, which is called for every value with itself as the second argument.
  """
  @spec encode(term, encoder) :: iodata
  def encode(term, encoder) when is_function(encoder, 2), do: encoder.(term, encoder)

  @doc "Encodes as `encode/1` does, what is inside with the encoder."
  @spec encode_value(term, encoder) :: iodata
  def encode_value(atom, encoder) when is_atom(atom), do: encode_atom(atom, encoder)
  def encode_value(text, _) when is_binary(text), do: encode_binary(text)
  def encode_value(integer, _) when is_integer(integer), do: encode_integer(integer)
  def encode_value(float, _) when is_float(float), do: encode_float(float)
  def encode_value(list, encoder) when is_list(list), do: encode_list(list, encoder)
  def encode_value(map, encoder) when is_map(map), do: encode_map(map, encoder)
  def encode_value(other, _), do: :erlang.error({:unsupported_type, other})

  @doc "`null`, `true`, `false`, or the name of the atom through the encoder."
  @spec encode_atom(atom, encoder) :: iodata
  def encode_atom(word, _) when word in [:null, true, false], do: Atom.to_string(word)
  def encode_atom(other, encoder), do: encoder.(Atom.to_string(other), encoder)

  @doc "An integer."
  @spec encode_integer(integer) :: iodata
  def encode_integer(integer), do: Integer.to_string(integer)

  @doc "A float."
  @spec encode_float(float) :: iodata
  def encode_float(float), do: Encode.float(float)

  @doc "A list, as an array."
  @spec encode_list(list, encoder) :: iodata
  def encode_list(list, encoder),
    do: [?[, list |> Enum.map(&encoder.(&1, encoder)) |> Enum.intersperse(?,), ?]]

  @doc "A map, as an object; keys are binaries, atoms and numbers."
  @spec encode_map(map, encoder) :: iodata
  def encode_map(map, encoder), do: map |> Map.to_list() |> encode_key_value_list(encoder)

  @doc "The same; two keys of the same text raise `{:duplicate_key, key}`."
  @spec encode_map_checked(map, encoder) :: iodata
  def encode_map_checked(map, encoder), do: map |> Map.to_list() |> encode_key_value_list_checked(encoder)

  @doc "A list of pairs, as an object."
  @spec encode_key_value_list([{term, term}], encoder) :: iodata
  def encode_key_value_list(pairs, encoder) do
    members = for {key, value} <- pairs, do: [key(key, encoder), ?:, encoder.(value, encoder)]
    [?{, Enum.intersperse(members, ?,), ?}]
  end

  @doc "The same; two keys of the same text raise `{:duplicate_key, key}`."
  @spec encode_key_value_list_checked([{term, term}], encoder) :: iodata
  def encode_key_value_list_checked(pairs, encoder) do
    Enum.reduce(pairs, %{}, fn {key, _}, known ->
      text = key |> key(encoder) |> IO.iodata_to_binary()
      if is_map_key(known, text), do: :erlang.error({:duplicate_key, key}), else: Map.put(known, text, true)
    end)

    encode_key_value_list(pairs, encoder)
  end

  defp key(text, encoder) when is_binary(text), do: encoder.(text, encoder)
  defp key(atom, encoder) when is_atom(atom), do: encoder.(Atom.to_string(atom), encoder)
  defp key(integer, _) when is_integer(integer), do: [?", encode_integer(integer), ?"]
  defp key(float, _) when is_float(float), do: [?", encode_float(float), ?"]

  @doc "A string."
  @spec encode_binary(binary) :: iodata
  def encode_binary(text), do: string(text, :json)

  @doc "A string in ASCII."
  @spec encode_binary_escape_all(binary) :: iodata
  def encode_binary_escape_all(text), do: string(text, :unicode_safe)

  defp string(text, mode) do
    Encode.string(text, Encode.opts(mode))
  rescue
    error in EncodeError -> refuse(error, text)
  end

  # the message names the byte as well, but words are no interface
  defp refuse(error, text) do
    case :unicode.characters_to_binary(text) do
      {_, valid, _} -> :erlang.error({:invalid_byte, :binary.at(text, byte_size(valid))})
      _ -> raise error
    end
  end

  @doc """
  The text of a term, laid out with two spaces and one item a line; ends with a line break as OTP's does (which puts lists of numbers in one line).

      iex> RustyJson.OTP.format(%{"a" => [1, 2]}) |> IO.iodata_to_binary()
      "{\\n  \\"a\\": [\\n    1,\\n    2\\n  ]\\n}\\n"
  """
  @spec format(term) :: iodata
  def format(term), do: [term |> encode() |> Formatter.pretty_print(), ?\n]
end
