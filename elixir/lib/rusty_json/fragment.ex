defmodule RustyJson.Fragment do
  @moduledoc """
  JSON text that is already there, put into the output as it stands.

      iex> RustyJson.encode!(%{cached: RustyJson.Fragment.new("[1,2,3]")})
      ~s({"cached":[1,2,3]})

  The `:encode` field holds the text, or a function that gets the encoder's options (opaque; pass them on to
  `RustyJson.Encode`) and returns the text. The text is not checked: what is not JSON makes the whole output no JSON.
  `new!/1` checks.
  """

  @type t :: %__MODULE__{encode: iodata | (RustyJson.Encode.opts() -> iodata)}

  defstruct [:encode]

  @doc """
  Makes a fragment of text, or of a function from encoder options to text.

      iex> fragment = RustyJson.Fragment.new(fn opts -> RustyJson.Encode.string("a/b", opts) end)
      iex> RustyJson.encode!([fragment], escape: :html_safe)
      ~S(["a\\/b"])
  """
  @spec new(iodata | (RustyJson.Encode.opts() -> iodata)) :: t
  def new(encode) when is_function(encode, 1), do: %__MODULE__{encode: encode}
  def new(text) when is_list(text) or is_binary(text), do: %__MODULE__{encode: fn _opts -> text end}

  @doc """
  Like `new/1` for text, but reads it first: `RustyJson.DecodeError` when it is not one JSON value.

      iex> RustyJson.Fragment.new!("[1, 2")
      ** (RustyJson.DecodeError) Expected ',' or ']' at position 6
  """
  @spec new!(iodata) :: t
  def new!(text) when is_list(text) or is_binary(text) do
    RustyJson.decode!(text)
    new(text)
  end
end
