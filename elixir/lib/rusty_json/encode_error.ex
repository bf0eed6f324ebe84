defmodule RustyJson.EncodeError do
  @moduledoc """
  A term that has no JSON text: invalid UTF-8, a key without text, an improper list, too many levels, a key twice under
  `maps: :strict`.

      iex> RustyJson.encode(<<0xFF>>) |> elem(1) |> is_struct(RustyJson.EncodeError)
      true

  Terms for which no encoder is defined are a `Protocol.UndefinedError`, invalid options an `ArgumentError`.
  """

  @type t :: %__MODULE__{message: String.t()}

  defexception message: "JSON encode error"

  @impl Exception
  def exception(message) when is_binary(message), do: %__MODULE__{message: message}
  def exception(fields) when is_list(fields), do: struct!(__MODULE__, fields)

  @doc """
  The error for a reason.

      iex> RustyJson.EncodeError.new({:duplicate_key, :id}).message
      "duplicate key: id"

      iex> RustyJson.EncodeError.new({:invalid_byte, 0x0A, "hello\\nworld"}).message
      ~S|invalid byte 0x0A in string: "hello\\nworld"|
  """
  @spec new({:duplicate_key, String.Chars.t()} | {:invalid_byte, byte, binary}) :: t
  def new({:duplicate_key, key}), do: exception("duplicate key: #{key}")
  def new({:invalid_byte, byte, text}), do: exception("invalid byte 0x#{hex(byte)} in string: #{inspect(text)}")

  defp hex(byte), do: byte |> Integer.to_string(16) |> String.pad_leading(2, "0")
end
