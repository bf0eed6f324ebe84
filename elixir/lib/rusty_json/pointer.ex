defmodule RustyJson.Pointer do
  @moduledoc """
  Reading parts of a document by JSON Pointer (RFC 6901), building only what is asked for.

  `parse/2` checks a text once and keeps it; the other functions look values up in it.

      iex> {:ok, doc} = RustyJson.Pointer.parse(~s({"site":{"domain":"a.b"},"imp":[{"id":1},{"id":2}]}))
      iex> RustyJson.Pointer.get(doc, "/site/domain")
      {:ok, "a.b"}
      iex> RustyJson.Pointer.get(doc, "/site/page")
      {:error, :no_such_field}
      iex> RustyJson.Pointer.get_many_nil(doc, ["/imp/1/id", "/imp/7/id"])
      [2, nil]
      iex> RustyJson.Pointer.length(doc, "/imp")
      2

  In a pointer `~1` is `/`, `~0` is `~`, `""` the whole document; an array index has no leading
  zeros. Of several members of one name the last is taken, or the first with
  `duplicate_keys: :first`. A missing value is told from `null`.
  """

  import Kernel, except: [length: 1]

  alias RustyJson.{DecodeError, Decoder, Native, Options, Rebuild}

  @enforce_keys [:text, :config]
  defstruct [:text, :config]

  @opaque t :: %__MODULE__{text: binary, config: map}
  @type pointer :: String.t()

  # above this size a document is walked on a dirty scheduler
  @large 65_536

  @doc """
  Checks a text and keeps it for `get/2` and the others. Options as for `RustyJson.decode/2`;
  they hold for the values that are built later.
  """
  @spec parse(iodata, [RustyJson.decode_opt()]) :: {:ok, t} | {:error, DecodeError.t()}
  def parse(input, options \\ []) do
    config = Options.decode(options)
    text = Decoder.prepare!(input, config)

    if valid_text?(text, config),
      do: {:ok, %__MODULE__{text: strict(text, options), config: config}},
      # the reader knows what is wrong
      else: {:error, refused(text, config)}
  rescue
    error in DecodeError -> {:error, error}
  end

  @doc """
  The value at a pointer.
  """
  @spec get(t, pointer) :: {:ok, term} | {:error, :no_such_field}
  def get(%__MODULE__{text: text, config: config}, pointer), do: fetch(text, pointer, config)

  @doc """
  The value at a pointer, or a default.
  """
  @spec get(t, pointer, default) :: term | default when default: term
  def get(%__MODULE__{} = doc, pointer, default) do
    case get(doc, pointer) do
      {:ok, value} -> value
      {:error, :no_such_field} -> default
    end
  end

  @doc """
  The values at several pointers, found in one walk over the text.
  """
  @spec get_many(t, [pointer]) :: [{:ok, term} | {:error, :no_such_field}]
  def get_many(%__MODULE__{text: text, config: config} = doc, pointers) do
    Enum.each(pointers, &check!/1)

    case native_get_many(text, pointers, config.native) do
      values when is_list(values) -> Enum.map(values, &found(&1, config))
      error -> Decoder.fail(error, text, fn -> get_many(doc, pointers) end)
    end
  end

  defp found(nil, _), do: {:error, :no_such_field}
  defp found({:ok, value}, config), do: {:ok, Rebuild.term(value, config.after)}

  @doc """
  The values at several pointers, `nil` for those that are missing.
  """
  @spec get_many_nil(t, [pointer]) :: [term]
  def get_many_nil(%__MODULE__{} = doc, pointers) do
    for found <- get_many(doc, pointers) do
      case found do
        {:ok, value} -> value
        {:error, :no_such_field} -> nil
      end
    end
  end

  @doc """
  The number of elements or members at a pointer; `nil` where there is no container.
  """
  @spec length(t, pointer) :: non_neg_integer | nil
  def length(%__MODULE__{text: text, config: config}, pointer \\ "") do
    check!(pointer)
    Native.length_dirty(text, pointer, config.native)
  end

  @doc """
  The value at a pointer of a text that is read this once. Where there is one, only the value
  itself is checked, and the way to it; a value is missing only from a text that is JSON.

      iex> RustyJson.Pointer.get_in_json(~s({"a":[1,null]}), "/a/1")
      {:ok, nil}
  """
  @spec get_in_json(iodata, pointer, [RustyJson.decode_opt()]) ::
          {:ok, term} | {:error, :no_such_field | DecodeError.t()}
  def get_in_json(input, pointer, options \\ []) do
    config = Options.decode(options)
    text = Decoder.prepare!(input, config)

    with {:error, :no_such_field} <- text |> strict(options) |> fetch(pointer, config) do
      if valid_text?(text, config), do: {:error, :no_such_field}, else: {:error, refused(text, config)}
    end
  rescue
    error in DecodeError -> {:error, error}
  end

  defp refused(text, config) do
    Decoder.read!(text, %{config | decompress: false})
    %DecodeError{message: "invalid"}
  rescue
    error in DecodeError -> error
    # a name that is no existing atom stands before what is wrong
    error in ArgumentError -> %DecodeError{message: Exception.message(error), position: 0}
  end

  # The way to a value goes by brackets and commas, so comments become blanks first.
  defp strict(text, options) do
    if Options.pairs(options)[:relaxed] == true, do: Native.relax_dirty(text), else: text
  end

  defp fetch(text, pointer, config) do
    check!(pointer)

    case native_get(text, pointer, config.native) do
      {:error, _, _} = error -> Decoder.fail(error, text, fn -> fetch(text, pointer, config) end)
      found -> found(found, config)
    end
  end

  # each pointer may ask for the whole document
  @large_together 4 * @large

  defp native_get_many(text, pointers, options) do
    if byte_size(text) > @large or byte_size(text) * Kernel.length(pointers) > @large_together,
      do: Native.get_many_dirty(text, pointers, options),
      else: Native.get_many(text, pointers, options)
  end

  defp native_get(text, pointer, options) when byte_size(text) > @large do
    Native.get_dirty(text, pointer, options)
  end

  defp native_get(text, pointer, options), do: Native.get(text, pointer, options)

  # where names are looked up too
  @large_names 8_192

  @doc false
  def valid_text?(text, %{native: native}) do
    large = if Options.refuses_duplicates?(native), do: @large_names, else: @large
    if byte_size(text) > large, do: Native.valid_dirty(text, native), else: Native.valid(text, native)
  end

  @doc false
  # The names and indices of a pointer.
  def tokens!(pointer) do
    case String.split(check!(pointer), "/") do
      [""] -> []
      ["" | tokens] -> Enum.map(tokens, &(&1 |> String.replace("~1", "/") |> String.replace("~0", "~")))
    end
  end

  @doc false
  # A pointer is empty or begins with a slash, and its tildes are `~0` or `~1`.
  def check!(pointer) when is_binary(pointer) do
    if pointer != "" and not String.starts_with?(pointer, "/"), do: refuse(pointer)
    if Regex.match?(~r/~(?![01])/, pointer), do: refuse(pointer)
    pointer
  end

  def check!(pointer), do: refuse(pointer)

  defp refuse(pointer) do
    raise ArgumentError, "invalid JSON pointer #{inspect(pointer)}, expected \"\" or \"/name/0/...\""
  end
end
