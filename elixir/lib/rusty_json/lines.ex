defmodule RustyJson.Lines do
  @moduledoc """
  NDJSON: one JSON value a line.

      iex> RustyJson.Lines.decode("1\\n\\n[2]\\n")
      [1, [2]]
      iex> RustyJson.Lines.encode([1, %{a: 2}])
      "1\\n{\\"a\\":2}\\n"
  """

  alias RustyJson.Writer

  @doc """
  The values of the lines; blank lines are skipped. A text or iodata gives a list, a stream of
  chunks a stream.

  `on_error: :raise` (default) raises with line and offset, `:skip` drops the line, `:tuple`
  puts `{:error, exception}` in its place. Other options as for `RustyJson.decode/2`.

      iex> [1, {:error, error}, 2] = RustyJson.Lines.decode("1\\nx\\n2", on_error: :tuple)
      iex> error.message
      "Unexpected character at position 2 (line 2)"
  """
  @spec decode(iodata | Enumerable.t(), keyword) :: [term] | Enumerable.t()
  def decode(input, options \\ [])

  def decode(input, options) when is_binary(input) or is_list(input) do
    [IO.iodata_to_binary(input)] |> RustyJson.Stream.decode(lines(options)) |> Enum.to_list()
  end

  def decode(input, options), do: RustyJson.Stream.decode(input, lines(options))

  defp lines(options), do: options |> RustyJson.Options.pairs() |> Keyword.put(:root, :ndjson)

  @doc """
  The text of the values, a line each. Options as for `RustyJson.encode!/2`; a pretty layout
  would break the lines, so it is ignored.
  """
  @spec encode(Enumerable.t(), keyword) :: binary
  def encode(items, options \\ []) do
    {compress, options} = options |> RustyJson.Options.pairs() |> Keyword.pop(:compress)
    {config, scheduler} = options |> Keyword.delete(:pretty) |> RustyJson.Options.encode()
    text = items |> Enum.map(&[Writer.write!(&1, config, scheduler), ?\n]) |> IO.iodata_to_binary()

    case compress do
      none when none in [nil, false, :none] -> text
      _ -> [text] |> RustyJson.Stream.compressed(compress) |> Enum.join()
    end
  end
end
