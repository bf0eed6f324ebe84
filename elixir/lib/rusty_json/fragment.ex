defmodule RustyJson.Fragment do
  @moduledoc """
  JSON text that is put into the output as it is.

  The text is not checked: a fragment that is no JSON makes a document that is none. Use
  `new!/1` to check it once.

      iex> RustyJson.encode!(%{data: RustyJson.Fragment.new(~s({"a":1}))})
      ~s({"data":{"a":1}})
  """

  defstruct [:encode]

  @type t :: %__MODULE__{encode: iodata | (RustyJson.Encoder.opts() -> iodata)}

  @doc """
  A fragment of this text, or of the text that the function gives for the encoder's options.

      iex> fragment = RustyJson.Fragment.new(&RustyJson.Encode.string("a/b", &1))
      iex> RustyJson.encode!(fragment, escape: :html_safe)
      ~S("a\\/b")
  """
  @spec new(iodata | (RustyJson.Encoder.opts() -> iodata)) :: t
  def new(encode) when is_function(encode, 1), do: %__MODULE__{encode: encode}

  def new(iodata) when is_list(iodata) or is_binary(iodata) do
    %__MODULE__{encode: fn _ -> iodata end}
  end

  @doc """
  A fragment of this text, which must be JSON; raises `RustyJson.DecodeError` otherwise.

      iex> RustyJson.encode!([RustyJson.Fragment.new!("[1, 2]")])
      "[[1, 2]]"
  """
  @spec new!(iodata) :: t
  def new!(iodata) when is_list(iodata) or is_binary(iodata) do
    RustyJson.decode!(iodata)
    new(iodata)
  end
end
