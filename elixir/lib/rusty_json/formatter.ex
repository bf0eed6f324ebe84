defmodule RustyJson.Formatter do
  @moduledoc ~S'''
  JSON text to JSON text: indented, or without blanks.

  Names and numbers are not read: their order and spelling stay. Text that is no JSON gives
  some text, and never fails.

      iex> RustyJson.Formatter.pretty_print(~s({"a":1.00,"b":[]}))
      "{\n  \"a\": 1.00,\n  \"b\": []\n}"
      iex> RustyJson.Formatter.minimize("[ 1, 2 ]")
      "[1,2]"

  Options of `pretty_print/2`: `:indent` (text or a number of spaces, default two),
  `:line_separator` (default `"\n"`), `:record_separator` (between root values; default the
  line separator), `:after_colon` (default `" "`). `minimize/2` knows `:record_separator`.
  '''

  alias RustyJson.Native

  @type option ::
          {:indent, iodata | non_neg_integer}
          | {:line_separator, iodata}
          | {:record_separator, iodata}
          | {:after_colon, iodata}

  @doc """
  Indented text.
  """
  @spec pretty_print(iodata, [option]) :: binary
  def pretty_print(iodata, options \\ []) do
    iodata |> pretty_print_to_iodata(options) |> IO.iodata_to_binary()
  end

  @doc """
  The same as iodata.
  """
  @spec pretty_print_to_iodata(iodata, [option]) :: iodata
  def pretty_print_to_iodata(iodata, options \\ []) do
    defaults = {"  ", "\n", nil, " "}

    {indent, line, record, colon} =
      Enum.reduce(options, defaults, fn {name, value}, settings ->
        case name do
          :indent -> put_elem(settings, 0, indent(value))
          :line_separator -> put_elem(settings, 1, IO.iodata_to_binary(value))
          :record_separator -> put_elem(settings, 2, IO.iodata_to_binary(value))
          :after_colon -> put_elem(settings, 3, IO.iodata_to_binary(value))
        end
      end)

    format(iodata, {indent, line, colon}, record || line)
  end

  @doc """
  Text without blanks.
  """
  @spec minimize(iodata, record_separator: iodata) :: binary
  def minimize(iodata, options \\ []) do
    iodata |> minimize_to_iodata(options) |> IO.iodata_to_binary()
  end

  @doc """
  The same as iodata.
  """
  @spec minimize_to_iodata(iodata, record_separator: iodata) :: iodata
  def minimize_to_iodata(iodata, options) do
    record =
      Enum.reduce(options, "\n", fn {name, value}, _ ->
        case name do
          :record_separator -> IO.iodata_to_binary(value)
        end
      end)

    format(iodata, nil, record)
  end

  @doc """
  Another name of `minimize/2`.
  """
  @spec minify(iodata, record_separator: iodata) :: binary
  def minify(iodata, options \\ []), do: minimize(iodata, options)

  # text above this size is laid out on a dirty scheduler
  @large 262_144

  defp format(iodata, layout, record) do
    case IO.iodata_to_binary(iodata) do
      text when byte_size(text) > @large -> Native.format_dirty(text, layout, record)
      text -> Native.format(text, layout, record)
    end
  end

  defp indent(count) when is_integer(count) and count >= 0, do: String.duplicate(" ", count)

  defp indent(count) when is_integer(count) do
    raise ArgumentError, "invalid :indent option #{count}, expected iodata or an integer >= 0"
  end

  defp indent(iodata), do: IO.iodata_to_binary(iodata)

  @doc false
  # `pretty:` of the encoder: `{indent, line_separator, after_colon}`, or `nil` for compact.
  def layout(true), do: {"  ", "\n", " "}
  def layout(count) when is_integer(count) and count > 0, do: {indent(count), "\n", " "}
  def layout(text) when is_binary(text), do: {text, "\n", " "}
  def layout([]), do: layout(true)

  def layout(list) when is_list(list) do
    if Keyword.keyword?(list) do
      line = Keyword.get(list, :line_separator, "\n")
      colon = Keyword.get(list, :after_colon, " ")

      with {indent, _, _} <- layout(Keyword.get(list, :indent, 2)) do
        {indent, IO.iodata_to_binary(line), IO.iodata_to_binary(colon)}
      end
    else
      {IO.iodata_to_binary(list), "\n", " "}
    end
  rescue
    # neither options nor iodata
    ArgumentError -> nil
  end

  def layout(_), do: nil
end
