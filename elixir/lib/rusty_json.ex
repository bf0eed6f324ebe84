defmodule RustyJson do
  @moduledoc """
  JSON for the BEAM: Jason's interface over a native reader and writer.

      iex> RustyJson.encode!(%{name: "Ada", born: ~D[1815-12-10]}, sort_keys: true)
      ~s({"born":"1815-12-10","name":"Ada"})
      iex> RustyJson.decode!(~s({"a":[1,2.5,null]}))
      %{"a" => [1, 2.5, nil]}

  What `encode!/2` writes is a function of term and options alone: there is one writer.

  | Elixir | JSON | back |
  |---|---|---|
  | `nil true false` | `null true false` | the same |
  | other atom | string | binary |
  | integer of any size | number | integer |
  | float | number, shortest | float |
  | UTF-8 binary | string | binary |
  | list, tuple | array | list |
  | map, `RustyJson.OrderedObject` | object | map |
  | `Date Time NaiveDateTime DateTime URI Decimal` | string | binary |
  | other struct | as `RustyJson.Encoder` says | |

  Phoenix: `config :phoenix, :json_library, RustyJson`.

  ## Options of a module

  `use RustyJson` defines `encode`, `encode!`, `encode_to_iodata`, `encode_to_iodata!`, `decode` and `decode!` with options of
  their own, which are checked when the module is compiled and which a call may override:

      defmodule MyApp.JSON do
        use RustyJson, encode: [escape: :html_safe], decode: [keys: :atoms!]
      end
  """

  import Kernel, except: [length: 1]

  alias RustyJson.{DecodeError, Decoder, EncodeError, Options, OTP, Writer}

  @type escape_mode ::
          :json | :html_safe | :javascript_safe | :unicode_safe | :unicode | :javascript
  @type compression_level :: 0..9
  @type compression_option ::
          :gzip
          | {:gzip, compression_level}
          | :deflate
          | {:deflate, compression_level}
          | :zstd
          | :none
          | nil
          | false
  @type pretty ::
          boolean
          | nil
          | non_neg_integer
          | iodata
          | [indent: non_neg_integer | iodata, line_separator: iodata, after_colon: iodata]
  @type encode_opt ::
          {:pretty, pretty}
          | {:escape, escape_mode | nil}
          | {:compress, compression_option}
          | {:maps, :naive | :strict}
          | {:sort_keys, boolean}
          | {:protocol, boolean}
          | {:lean, boolean}
          | {:scheduler, :auto | :normal | :dirty | :yield}
          | {:max_depth, non_neg_integer}
          | {:max_bytes, non_neg_integer}
          | {:tuples, :array | :proplists | :refuse}
          | {:sets, :refuse | :array}
          | {:force_utf8, boolean}
          | {:uescape, boolean}
          | {:bytes_per_iter, pos_integer | nil}
  @typedoc "As Elixir's `JSON.encode!/2` takes it."
  @type encoder :: (term, encoder -> iodata)
  @type keys ::
          :strings
          | :atoms
          | {:atoms, pos_integer}
          | :atoms!
          | :copy
          | :intern
          | (String.t() -> term)
  @type strings :: :reference | :copy
  @type objects :: :maps | :ordered_objects | :proplists
  @type floats :: :native | :decimals
  @type decode_opt ::
          {:keys, keys}
          | {:strings, strings}
          | {:objects, objects}
          | {:floats, floats}
          | {:integers, :native | :decimals}
          | {:numbers, :native | :text}
          | {:decoding_integer_digit_limit, non_neg_integer}
          | {:max_bytes, non_neg_integer}
          | {:max_depth, non_neg_integer}
          | {:duplicate_keys, :last | :first | :error | :list}
          | {:validate_strings, boolean}
          | {:dirty_threshold, non_neg_integer}
          | {:relaxed, boolean}
          | {:dedupe_keys, boolean}
          | {:null, atom}
          | {:null_term, atom}
          | {:use_nil, boolean}
          | {:bytes_per_iter, pos_integer | nil}
          | {:return_trailer, boolean}
          | {:decompress, :none | :gzip | :deflate | :zstd}
          | {:as, module | [module] | nil}

  @doc """
  The JSON text of a term; raises `RustyJson.EncodeError`, `Protocol.UndefinedError` or
  `ArgumentError`.

  #{Options.docs(:encode)}
  Unknown options are ignored.

      iex> RustyJson.encode!(%{b: 1, a: "</>"}, sort_keys: true, escape: :html_safe)
      ~S({"a":"\\u003c\\/\\u003e","b":1})

  Instead of options, an encoder as Elixir's `JSON.encode!/2` takes it: a function that is called for every value, with
  itself as the second argument, and hands on what it leaves alone to `protocol_encode/2`.

      iex> RustyJson.encode!([1, {2, 3}], fn
      ...>   tuple, encoder when is_tuple(tuple) -> RustyJson.protocol_encode(tuple_size(tuple), encoder)
      ...>   other, encoder -> RustyJson.protocol_encode(other, encoder)
      ...> end)
      "[1,2]"
  """
  @spec encode!(term, [encode_opt] | encoder) :: binary
  def encode!(term, options \\ [])

  def encode!(term, encoder) when is_function(encoder, 2) do
    term |> OTP.encode(encoder) |> IO.iodata_to_binary()
  end

  def encode!(term, options) do
    {config, scheduler} = Options.encode(options)
    guarded(term, config, scheduler)
  end

  @doc """
  The JSON text of a term, or an error.

      iex> RustyJson.encode(<<255>>)
      {:error, %RustyJson.EncodeError{message: "invalid byte 0xFF in string: <<255>>"}}
  """
  @spec encode(term, [encode_opt]) :: {:ok, binary} | {:error, EncodeError.t() | Exception.t()}
  def encode(term, options \\ []) do
    {:ok, encode!(term, options)}
  rescue
    error in [EncodeError, Protocol.UndefinedError, ArgumentError] -> {:error, error}
  end

  @doc """
  The same as iodata: a list of binaries of about 64 KB where the text is large.
  """
  @spec encode_to_iodata!(term, [encode_opt] | encoder) :: iodata
  def encode_to_iodata!(term, options \\ [])

  def encode_to_iodata!(term, encoder) when is_function(encoder, 2), do: OTP.encode(term, encoder)

  def encode_to_iodata!(term, options) do
    {config, scheduler} = Options.encode(options)
    guarded(term, Options.chunked(config), scheduler)
  end

  @doc """
  The same as iodata, or an error.
  """
  @spec encode_to_iodata(term, [encode_opt]) ::
          {:ok, iodata} | {:error, EncodeError.t() | Exception.t()}
  def encode_to_iodata(term, options \\ []) do
    {:ok, encode_to_iodata!(term, options)}
  rescue
    error in [EncodeError, Protocol.UndefinedError, ArgumentError] -> {:error, error}
  end

  defp guarded(term, config, scheduler) do
    Writer.write!(term, config, scheduler)
  rescue
    error in ErlangError -> reraise native(error, EncodeError), __STACKTRACE__
  end

  # a panic of the native code is caught at the border and shown as an error of this library
  defp native(%ErlangError{original: :nif_panicked}, module) do
    module.exception("internal error of the native code, please report it")
  end

  defp native(error, _), do: error

  @doc """
  The term of a JSON text; raises `RustyJson.DecodeError`, or `ArgumentError` for wrong options
  and for keys that are no existing atoms under `keys: :atoms!`.

  #{Options.docs(:decode)}
  Unknown options are ignored.

      iex> RustyJson.decode!(~s({"a":1.50}), keys: :atoms)
      %{a: 1.5}
      iex> RustyJson.decode!(["[1", ", 2]"])
      [1, 2]
  """
  @spec decode!(iodata, [decode_opt]) :: term
  def decode!(input, options \\ []) do
    Decoder.decode!(input, options)
  rescue
    error in ErlangError -> reraise native(error, DecodeError), __STACKTRACE__
  end

  @doc """
  The term of a JSON text, or an error.

      iex> {:error, error} = RustyJson.decode("[1,]")
      iex> error.message
      "Unexpected character at position 3"
  """
  @spec decode(iodata, [decode_opt]) :: {:ok, term} | {:error, DecodeError.t()}
  def decode(input, options \\ []) do
    {:ok, decode!(input, options)}
  rescue
    error in DecodeError -> {:error, error}
    error in ArgumentError -> {:error, %DecodeError{message: Exception.message(error), position: 0}}
  end

  @doc """
  Decodes as Elixir's `JSON.decode/3` does: the term that the callbacks make of the first value, the accumulator and the
  rest of the text, or `{:error, reason}`. `RustyJson.OTP.decode/3` lists the callbacks.

      iex> RustyJson.decode("[1,null] x", :acc, null: :none, integer: &("#" <> &1))
      {["#1", :none], :acc, " x"}
      iex> RustyJson.decode("[1,", :acc, [])
      {:error, {:unexpected_end, 3}}
  """
  @spec decode(binary, term, keyword) :: {term, term, binary} | {:error, tuple}
  def decode(binary, acc, callbacks) when is_binary(binary) and is_list(callbacks) do
    OTP.decode_with!(binary, acc, Map.new(callbacks))
  rescue
    error in DecodeError ->
      case OTP.reason(error) do
        {:unexpected_end, offset} -> {:error, {:unexpected_end, offset}}
        {{kind, what}, offset} -> {:error, {kind, offset, what}}
      end
  end

  @doc """
  Encodes one value as `encode!/1` does, what is inside with the encoder: what an encoder of `encode!/2` hands values on to.
  """
  @spec protocol_encode(term, encoder) :: iodata
  def protocol_encode(nil, _encoder), do: "null"
  def protocol_encode(list, encoder) when is_list(list), do: OTP.encode_list(list, encoder)
  def protocol_encode(%_{} = struct, _encoder), do: encode_to_iodata!(struct)
  def protocol_encode(map, encoder) when is_map(map), do: OTP.encode_map(map, encoder)
  def protocol_encode(scalar, _encoder), do: encode_to_iodata!(scalar)

  @doc false
  defmacro __using__(options) do
    quote bind_quoted: [options: options] do
      {encode, rest} = Keyword.pop(options, :encode, [])
      {decode, rest} = Keyword.pop(rest, :decode, [])

      if rest != [],
        do: raise(ArgumentError, "expected `encode: [...]` and `decode: [...]`, got: #{inspect(rest)}")

      # wrong options are told now
      RustyJson.Options.encode(encode)
      RustyJson.Options.decode(decode)
      @rustyjson_encode encode
      @rustyjson_decode decode

      for name <- [:encode, :encode!, :encode_to_iodata, :encode_to_iodata!] do
        @doc "`RustyJson.#{name}/2` with this module's options."
        def unquote(name)(term, options \\ []) do
          apply(RustyJson, unquote(name), [
            term,
            Keyword.merge(@rustyjson_encode, RustyJson.Options.pairs(options))
          ])
        end
      end

      for name <- [:decode, :decode!] do
        @doc "`RustyJson.#{name}/2` with this module's options."
        def unquote(name)(input, options \\ []) do
          apply(RustyJson, unquote(name), [
            input,
            Keyword.merge(@rustyjson_decode, RustyJson.Options.pairs(options))
          ])
        end
      end
    end
  end

  @doc """
  Whether a text is JSON, without building its term; options as for `decode/2`.

      iex> {RustyJson.valid?("[1, 2]"), RustyJson.valid?("[1, 2")}
      {true, false}
  """
  @spec valid?(iodata, [decode_opt]) :: boolean
  def valid?(input, options \\ []) do
    config = Options.decode(options)
    input |> Decoder.prepare!(config) |> RustyJson.Pointer.valid_text?(config)
  rescue
    DecodeError -> false
  end

  @doc """
  The values of a document that arrives in chunks, one after the other.

  `input` is a binary, or an enumerable of iodata cut anywhere. Memory is bounded by the
  largest item and chunk. Options of `decode/2`, and:

  | option | default | values |
  |---|---|---|
  | `:root` | `:array` | `:array` its elements, `:object` its `{key, value}`, `:values` one after another, `:ndjson` one a line |
  | `:path` | `""` | JSON pointer to the array or object |
  | `:max_item_bytes` | `0` | limit on one item; 0 is any number |
  | `:on_error` | `:raise` | for lines: `:skip`, `:tuple` |
  | `:decompress` | `:none` | `:gzip`, `:deflate`, `:zstd`: chunks are inflated as they come |

  `max_bytes` limits the whole input, `max_depth` counts the containers around the items; what `keys: {:atoms, max}` and
  `duplicate_keys` say holds for each item. Errors are raised while the stream runs, with the offset in the whole input.

      iex> [~s([1, {"a), ~s(":2}), "]"] |> RustyJson.decode_stream() |> Enum.to_list()
      [1, %{"a" => 2}]
      iex> RustyJson.decode_stream(~s({"data":{"items":[1,2]}}), path: "/data/items") |> Enum.take(1)
      [1]
  """
  @spec decode_stream(binary | Enumerable.t(), [RustyJson.Stream.decode_option()]) :: Enumerable.t()
  def decode_stream(input, options \\ []), do: RustyJson.Stream.decode(input, options)

  @doc """
  The text of an array of these items, as a stream of binaries.

  Options of `encode!/2`, and `format: :ndjson` for lines instead of an array, `chunk_size:
  bytes` to coalesce small binaries, `batch_size: n` to encode so many items at once. `max_bytes` limits the whole text; lines are
  never laid out, whatever `:pretty` says.

      iex> [%{id: 1}, %{id: 2}] |> RustyJson.encode_stream() |> Enum.to_list()
      ["[", ~s({"id":1}), ~s(,{"id":2}), "]"]
  """
  @spec encode_stream(Enumerable.t(), [RustyJson.Stream.encode_option()]) :: Enumerable.t()
  def encode_stream(items, options \\ []), do: RustyJson.Stream.encode(items, options)

  @doc """
  The values of NDJSON text; see `RustyJson.Lines.decode/2`.
  """
  @spec decode_lines(iodata | Enumerable.t(), keyword) :: [term] | Enumerable.t()
  def decode_lines(input, options \\ []), do: RustyJson.Lines.decode(input, options)

  @doc """
  NDJSON text; see `RustyJson.Lines.encode/2`.
  """
  @spec encode_lines(Enumerable.t(), [encode_opt]) :: binary
  def encode_lines(items, options \\ []), do: RustyJson.Lines.encode(items, options)

  @doc """
  A document to look values up in; see `RustyJson.Pointer`.

      iex> {:ok, doc} = RustyJson.parse(~s({"a":[true]}))
      iex> RustyJson.get(doc, "/a/0")
      {:ok, true}
  """
  @spec parse(iodata, [decode_opt]) :: {:ok, RustyJson.Pointer.t()} | {:error, DecodeError.t()}
  def parse(input, options \\ []), do: RustyJson.Pointer.parse(input, options)

  @doc "The value at a JSON pointer; see `RustyJson.Pointer.get/2`."
  @spec get(RustyJson.Pointer.t(), String.t()) :: {:ok, term} | {:error, :no_such_field}
  defdelegate get(doc, pointer), to: RustyJson.Pointer

  @doc "The value at a JSON pointer, or a default."
  @spec get(RustyJson.Pointer.t(), String.t(), term) :: term
  defdelegate get(doc, pointer, default), to: RustyJson.Pointer

  @doc "The values at several JSON pointers."
  @spec get_many(RustyJson.Pointer.t(), [String.t()]) :: [{:ok, term} | {:error, :no_such_field}]
  defdelegate get_many(doc, pointers), to: RustyJson.Pointer

  @doc "The values at several JSON pointers, `nil` for those that are missing."
  @spec get_many_nil(RustyJson.Pointer.t(), [String.t()]) :: [term]
  defdelegate get_many_nil(doc, pointers), to: RustyJson.Pointer

  @doc "The number of items at a JSON pointer, or `nil`."
  @spec length(RustyJson.Pointer.t(), String.t()) :: non_neg_integer | nil
  defdelegate length(doc, pointer \\ ""), to: RustyJson.Pointer

  @doc """
  The value at a JSON pointer of a text; see `RustyJson.Pointer.get_in_json/3`.
  """
  @spec get_in_json(iodata, String.t(), [decode_opt]) ::
          {:ok, term} | {:error, :no_such_field | DecodeError.t()}
  def get_in_json(input, pointer, options \\ []) do
    RustyJson.Pointer.get_in_json(input, pointer, options)
  end
end
