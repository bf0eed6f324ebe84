defmodule RustyJson.Decoder do
  @moduledoc """
  Reading: whole documents with `parse/2`, documents that arrive in chunks with `new/1`,
  `feed/2` and `finish/1`.

      iex> RustyJson.Decoder.parse("[1, 2]")
      {:ok, [1, 2]}

      iex> decoder = RustyJson.Decoder.new()
      iex> {:ok, [1], decoder} = RustyJson.Decoder.feed(decoder, "[1, 2")
      iex> {:ok, [2], decoder} = RustyJson.Decoder.feed(decoder, "]")
      iex> RustyJson.Decoder.finish(decoder)
      {:ok, []}
  """

  alias RustyJson.{DecodeError, Heap, Native, Options, Rebuild}

  @doc """
  The same as `RustyJson.decode/2`.
  """
  @spec parse(iodata, [RustyJson.decode_opt()]) :: {:ok, term} | {:error, DecodeError.t()}
  def parse(input, options \\ []), do: RustyJson.decode(input, options)

  @doc false
  # Raises; `decode/2` turns what is raised into an error tuple.
  def decode!(input, []) when is_binary(input), do: read!(input, Options.decode([]))

  def decode!(input, options) do
    config = Options.decode(options)
    input |> prepare!(config) |> read!(config)
  end

  @doc false
  # The text that is read, within its limit and inflated.
  def prepare!(input, config) do
    input |> check_bytes(config.max_bytes) |> to_binary() |> inflate(config)
  end

  @doc false
  def read!(input, config) do
    case call(input, config) do
      external when is_binary(external) -> external |> term(input, config) |> finish_term(config)
      {:ok, term} -> finish_term(term, config)
      {:ok, term, stop} -> with_trailer(finish_term(term, config), input, stop)
      error -> fail(error, input, fn -> read!(input, config) end)
    end
  end

  @doc false
  # The first value of a text and what follows it; `""` where only blanks do.
  def first!(input, options) do
    case decode!(input, [return_trailer: true] ++ options) do
      {:has_trailer, term, rest} -> {term, rest}
      term -> {term, ""}
    end
  end

  # The external format has no map in which a name comes twice.
  defp term(external, input, config) do
    :erlang.binary_to_term(external)
  rescue
    ArgumentError ->
      {:ok, term} = Native.decode_dirty(input, Options.term_by_term(config.native))
      term
  end

  # below this no text takes long (docs/decisions/201)
  @short 20_480

  defp call(input, %{threshold: 0} = config), do: Native.decode(input, config.native)

  defp call(input, %{threshold: threshold} = config)
       when byte_size(input) < threshold and byte_size(input) < @short do
    Native.decode(input, config.native)
  end

  # A sample says how much room the terms take, and whether most names are unique: of such text
  # the VM makes the terms, yielding.
  defp call(input, %{threshold: threshold, native: native}) do
    {words, unique_names} = Native.estimate(input)

    cond do
      unique_names and byte_size(input) < threshold -> Native.decode(input, Options.at_once(native))
      unique_names -> Native.decode_dirty(input, Options.at_once(native))
      byte_size(input) < threshold -> Heap.with_room(words, fn -> Native.decode(input, native) end)
      true -> Heap.with_room(words, fn -> Native.decode_dirty(input, native) end)
    end
  end

  defp finish_term(term, %{after: nil}), do: term
  defp finish_term(term, %{after: work}), do: Rebuild.term(term, work)

  defp with_trailer(term, input, stop) do
    rest = binary_part(input, stop, byte_size(input) - stop)
    if blank?(rest), do: term, else: {:has_trailer, term, rest}
  end

  defp blank?(<<byte, rest::binary>>) when byte in ~c" \t\r\n", do: blank?(rest)
  defp blank?(rest), do: rest == ""

  @doc false
  # an atom outside Latin-1 that does not exist yet: make it and begin again
  def fail({:error, :needs_atom, name}, _, again) do
    _ = String.to_atom(name)
    again.()
  end

  # raises the ArgumentError that `String.to_existing_atom/1` raises
  def fail({:error, :unknown_atom, name}, _, _), do: String.to_existing_atom(name)
  def fail({:error, text, offset}, input, _), do: raise(DecodeError.at(text, offset, input))

  @doc false
  def to_binary(input) when is_binary(input), do: input

  def to_binary(input) do
    IO.iodata_to_binary(input)
  rescue
    ArgumentError ->
      reraise ArgumentError, [message: "expected a binary or iodata, got: #{short(input)}"], __STACKTRACE__
  end

  defp short(term), do: inspect(term, limit: 5, printable_limit: 100)

  defp check_bytes(input, 0), do: input

  defp check_bytes(input, limit) do
    size = if is_binary(input), do: byte_size(input), else: iodata_length(input)
    if size > limit, do: too_long(size, limit)
    input
  end

  defp iodata_length(input) do
    IO.iodata_length(input)
  rescue
    # `to_binary/1` has the message
    ArgumentError -> 0
  end

  defp too_long(size, limit) do
    message = "input size #{size} exceeds max_bytes limit of #{limit}"
    raise %DecodeError{message: message, position: 0, data: nil, token: nil}
  end

  defp inflate(input, %{decompress: false}), do: input
  defp inflate(input, config), do: RustyJson.Inflate.inflate(input, config.decompress, config.max_bytes)

  # -- chunks ---------------------------------------------------------------------------------

  @opaque state :: RustyJson.Stream.decoder()

  @doc """
  A decoder for input that arrives in chunks; options as for `RustyJson.decode_stream/2`.
  """
  @spec new([RustyJson.Stream.decode_option()]) :: state
  defdelegate new(options \\ []), to: RustyJson.Stream, as: :new_decoder

  @doc """
  Takes a chunk; returns the values that are complete.
  """
  @spec feed(state, iodata) :: {:ok, [term], state} | {:error, DecodeError.t()}
  defdelegate feed(state, chunk), to: RustyJson.Stream

  @doc """
  Ends the input; returns the last values.
  """
  @spec finish(state) :: {:ok, [term]} | {:error, DecodeError.t()}
  defdelegate finish(state), to: RustyJson.Stream
end
