defmodule RustyJson.DecodeError do
  @moduledoc """
  Text that is not JSON, or that a limit refuses.

  | field | holds |
  |---|---|
  | `:message` | what was expected or found, and where, for people |
  | `:position` | the offset of the offending byte, from 0 |
  | `:data` | the whole input as one binary, or `nil` where the input was refused unread |
  | `:token` | up to ten bytes of the input from `:position` on, `nil` at its end |

  `line/1` and `column/1` find the place in the text; they read the input up to the position, so they cost nothing
  until they are asked.

      iex> {:error, error} = RustyJson.decode(~s({"a": 1,\\n "b": }))
      iex> {RustyJson.DecodeError.line(error), RustyJson.DecodeError.column(error)}
      {2, 7}
  """

  @type t :: %__MODULE__{
          message: String.t(),
          position: non_neg_integer,
          data: binary | nil,
          token: binary | nil
        }

  defexception message: "JSON decode error", data: nil, position: 0, token: nil

  @impl Exception
  def exception(message) when is_binary(message), do: %__MODULE__{message: message}
  def exception(fields) when is_list(fields), do: struct!(__MODULE__, fields)
  def exception(fields) when is_map(fields), do: struct!(__MODULE__, fields)

  @doc "The line of the error, from 1. A line ends with a line feed."
  @spec line(t) :: pos_integer
  def line(%__MODULE__{} = error) do
    error |> before() |> :binary.matches("\n") |> length() |> Kernel.+(1)
  end

  @doc "The column of the error in its line, from 1, in code points; a byte that is no part of any counts as one."
  @spec column(t) :: pos_integer
  def column(%__MODULE__{} = error) do
    error |> before() |> :binary.split("\n", [:global]) |> List.last() |> code_points(1)
  end

  defp before(%{data: data, position: position}) when is_binary(data) do
    binary_part(data, 0, min(position, byte_size(data)))
  end

  defp before(_error), do: ""

  defp code_points(<<_::utf8, rest::binary>>, count), do: code_points(rest, count + 1)
  defp code_points(<<_, rest::binary>>, count), do: code_points(rest, count + 1)
  defp code_points(<<>>, count), do: count
end
