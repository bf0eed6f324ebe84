defmodule RustyJson do
  @moduledoc """
  JSON for the BEAM: Jason's interface over a native reader and writer.

      iex> RustyJson.encode!(%{name: "Ada", born: ~D[1815-12-10]})
      ~s({"name":"Ada","born":"1815-12-10"})
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
  """

  alias RustyJson.{DecodeError, Decoder, EncodeError, Options, Writer}

  @type escape_mode ::
          :json | :html_safe | :javascript_safe | :unicode_safe | :unicode | :javascript
  @type compression_level :: 0..9
  @type compression_option :: :gzip | {:gzip, compression_level} | :none | nil | false
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
          | {:decoding_integer_digit_limit, non_neg_integer}
          | {:max_bytes, non_neg_integer}
          | {:max_depth, non_neg_integer}
          | {:duplicate_keys, :last | :first | :error | :list}
          | {:validate_strings, boolean}
          | {:dirty_threshold, non_neg_integer}
          | {:relaxed, boolean}
          | {:null, atom}
          | {:return_trailer, boolean}
          | {:decompress, :none | :gzip}
          | {:as, module | [module] | nil}

  @doc """
  The JSON text of a term; raises `RustyJson.EncodeError`, `Protocol.UndefinedError` or
  `ArgumentError`.

  #{Options.docs(:encode)}
  Unknown options are ignored.

      iex> RustyJson.encode!(%{b: 1, a: "</>"}, sort_keys: true, escape: :html_safe)
      ~S({"a":"\\u003c\\/\\u003e","b":1})
  """
  @spec encode!(term, [encode_opt]) :: binary
  def encode!(term, options \\ []) do
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
  @spec encode_to_iodata!(term, [encode_opt]) :: iodata
  def encode_to_iodata!(term, options \\ []) do
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
end
