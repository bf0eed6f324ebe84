defmodule RustyJson.EncodeError do
  @moduledoc """
  Raised, or returned by `RustyJson.encode/2`, when a term has no JSON text.

      iex> RustyJson.EncodeError.new({:duplicate_key, :a}).message
      "duplicate key: a"
  """

  defexception [:message]

  @type t :: %__MODULE__{message: String.t()}

  @doc """
  The error for a reason: `{:duplicate_key, key}` or `{:invalid_byte, byte, string}`.
  """
  @spec new({:duplicate_key, term} | {:invalid_byte, byte, binary}) :: t
  def new({:duplicate_key, key}), do: %__MODULE__{message: "duplicate key: #{key}"}

  def new({:invalid_byte, byte, original}) do
    hex = byte |> Integer.to_string(16) |> String.pad_leading(2, "0")
    %__MODULE__{message: "invalid byte 0x#{hex} in string: #{inspect(original)}"}
  end

  @impl true
  def exception(message) when is_binary(message), do: %__MODULE__{message: message}

  def exception(options) do
    %__MODULE__{message: Keyword.get(options, :message, "JSON encode error")}
  end
end
