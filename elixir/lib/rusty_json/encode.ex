defmodule RustyJson.Encode do
  @moduledoc """
  The pieces that encoders are made of: JSON text of single values, as iodata.

  Use these in implementations of `RustyJson.Encoder` and in functions of `RustyJson.Fragment`, with the `opts` that were given:

      defimpl RustyJson.Encoder, for: Point do
        def encode(%{x: x, y: y}, opts), do: RustyJson.Encode.list([x, y], opts)
      end

  Outside of an encoder `opts/1` makes them. To encode a whole term use `RustyJson.encode!/2`.

      iex> opts = RustyJson.Encode.opts(:html_safe)
      iex> RustyJson.Encode.value(%{"a" => "<b>"}, opts) |> IO.iodata_to_binary()
      ~S({"a":"\\u003Cb\\u003E"})

  All functions raise `RustyJson.EncodeError` for what has no text, and go through the same writer, with the same limits, as
  `RustyJson.encode!/2`.
  """

  alias RustyJson.{EncodeError, Options, OrderedObject, Writer}

  @typedoc "Opaque, but a pair whose first element is the escape mode."
  @type opts :: {escape, term}
  @type escape :: :json | :html_safe | :javascript_safe | :unicode_safe

  @doc """
  Options for the other functions: an escape mode and the defaults for all else.

      iex> elem(RustyJson.Encode.opts(), 0)
      :json
  """
  @spec opts(escape) :: opts
  def opts(mode \\ :json), do: Options.standalone(mode)

  @doc """
  Encodes a term; structs through the protocol.

  `user_opts` are `:escape` and `:maps` of `RustyJson.encode!/2`, in a map or a keyword list. The result is iodata or an exception, never raised
  for terms that cannot be encoded.

      iex> {:ok, text} = RustyJson.Encode.encode([1, "a"])
      iex> IO.iodata_to_binary(text)
      ~s([1,"a"])
  """
  @spec encode(term, map | keyword) :: {:ok, iodata} | {:error, EncodeError.t() | Exception.t()}
  def encode(term, user_opts \\ %{escape: :json, maps: :naive}) do
    user_opts = Map.new(user_opts)
    opts = opts(user_opts[:escape] || :json)
    opts = if user_opts[:maps] == :strict, do: Options.strict(opts), else: opts
    {:ok, value(term, opts)}
  rescue
    error in [EncodeError, Protocol.UndefinedError] -> {:error, error}
  end

  @doc """
  Any term.

      iex> RustyJson.Encode.value({1, nil, 2.0}, RustyJson.Encode.opts()) |> IO.iodata_to_binary()
      "[1,null,2.0]"
  """
  @spec value(term, opts) :: iodata
  def value(value, {_escape, config}), do: Writer.write!(value, config)

  @doc "An atom: `null`, `true`, `false`, or its name as a string."
  @spec atom(atom, opts) :: iodata
  def atom(nil, _opts), do: "null"
  def atom(true, _opts), do: "true"
  def atom(false, _opts), do: "false"
  def atom(atom, opts) when is_atom(atom), do: string(Atom.to_string(atom), opts)

  @doc "An integer of any size."
  @spec integer(integer) :: binary
  def integer(integer), do: Integer.to_string(integer)

  @doc """
  A float: the shortest text that reads back to it.

      iex> RustyJson.Encode.float(1.0e20)
      "1.0e20"
  """
  @spec float(float) :: binary
  def float(float) when is_float(float), do: :erlang.float_to_binary(float, [:short])
  def float(other), do: raise(ArgumentError, "expected a float, got: #{inspect(other)}")

  @doc "A list, as an array."
  @spec list(list, opts) :: iodata
  def list(list, opts) when is_list(list), do: value(list, opts)

  @doc """
  A list of pairs, as an object in its order.

      iex> RustyJson.Encode.keyword([b: 1, a: 2], RustyJson.Encode.opts()) |> IO.iodata_to_binary()
      ~s({"b":1,"a":2})
  """
  @spec keyword([{term, term}], opts) :: iodata
  def keyword(pairs, opts) when is_list(pairs), do: value(OrderedObject.new(pairs), opts)

  @doc "A map, as an object; a struct is written as the map of its fields, without its encoder."
  @spec map(map, opts) :: iodata
  def map(%_{} = struct, opts), do: struct |> Map.from_struct() |> value(opts)
  def map(map, opts) when is_map(map), do: value(map, opts)

  @doc "A string, with its quotes."
  @spec string(String.t(), opts) :: iodata
  def string(text, opts) when is_binary(text), do: value(text, opts)

  @doc "A struct, through its encoder."
  @spec struct(struct, opts) :: iodata
  def struct(%_{} = struct, opts), do: value(struct, opts)

  @doc """
  The escaped text of a member name, without quotes. `escape` is the first element of `opts/1`.

      iex> RustyJson.Encode.key(:"a\\"b", :json) |> IO.iodata_to_binary()
      ~S(a\\"b)
  """
  @spec key(String.Chars.t(), escape) :: iodata
  def key(key, escape) do
    quoted = key |> Writer.key_text() |> string(opts(escape)) |> IO.iodata_to_binary()
    binary_part(quoted, 1, byte_size(quoted) - 2)
  end
end
