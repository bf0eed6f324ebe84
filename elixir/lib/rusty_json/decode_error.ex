defmodule RustyJson.DecodeError do
  @moduledoc """
  Raised, or returned by `RustyJson.decode/2`, when the input is not what was asked for.

  Fields: `:message`, `:position` (byte offset from 0), `:data` (the whole input) and `:token`
  (up to ten bytes from the position, `nil` at the end).

      iex> {:error, error} = RustyJson.decode("[1,\\n x]")
      iex> {error.message, error.position, error.token}
      {"Unexpected character at position 5", 5, "x]"}
      iex> {RustyJson.DecodeError.line(error), RustyJson.DecodeError.column(error)}
      {2, 2}
  """

  defexception [:message, :data, :token, position: 0]

  @type t :: %__MODULE__{
          message: String.t(),
          data: binary | nil,
          position: non_neg_integer,
          token: binary | nil
        }

  @token_bytes 10

  @impl true
  def exception(message) when is_binary(message), do: %__MODULE__{message: message}

  def exception(fields) do
    struct!(__MODULE__, Map.put_new(Map.new(fields), :message, "JSON decode error"))
  end

  @doc false
  def at(text, position, data) do
    %__MODULE__{
      message: "#{text} at position #{position}",
      position: position,
      data: data,
      token: token(data, position)
    }
  end

  defp token(data, position) when position >= byte_size(data), do: nil

  defp token(data, position) do
    size = min(@token_bytes, byte_size(data) - position)
    :binary.copy(binary_part(data, position, size))
  end

  @doc """
  The line of the position, from 1; `nil` where the error has none.
  """
  @spec line(t) :: pos_integer | nil
  def line(%__MODULE__{} = error) do
    with text when is_binary(text) <- before(error) do
      length(:binary.matches(text, "\n")) + 1
    end
  end

  @doc """
  The column of the position in characters, from 1; `nil` where the error has none.
  """
  @spec column(t) :: pos_integer | nil
  def column(%__MODULE__{} = error) do
    with text when is_binary(text) <- before(error) do
      line = text |> :binary.split("\n", [:global]) |> List.last()
      characters(line, 0) + 1
    end
  end

  defp before(%{data: data, position: position}) when is_binary(data) and is_integer(position) do
    binary_part(data, 0, min(position, byte_size(data)))
  end

  defp before(_), do: nil

  # bytes that continue a character are not counted, so text that is no UTF-8 has columns too
  defp characters(<<2::2, _::6, rest::binary>>, count), do: characters(rest, count)
  defp characters(<<_, rest::binary>>, count), do: characters(rest, count + 1)
  defp characters(<<>>, count), do: count
end
