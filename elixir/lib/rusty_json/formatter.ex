defmodule RustyJson.Formatter do
  @moduledoc ~S"""
  Lays out JSON text anew without reading it into terms: numbers, escapes and the order of members stay as they stand.

      iex> RustyJson.Formatter.pretty_print(~s({"a":1.00,"b":[]})) |> IO.puts()
      {
        "a": 1.00,
        "b": []
      }
      :ok

      iex> RustyJson.Formatter.minimize(~s({ "a" : [1, 2e5] }))
      ~s({"a":[1,2e5]})

  Input may be iodata cut anywhere, also within strings and escapes. It may hold several values one after another; each after
  the first is preceded by the record separator. The text is not checked: of what is not JSON the result is not specified
  (`RustyJson.valid?/1` tells). Cost: one pass over the text, no recursion on its depth.
  """

  @type opts :: [
          indent: iodata | non_neg_integer,
          line_separator: iodata,
          record_separator: iodata,
          after_colon: iodata
        ]

  # What is put between the tokens; `lines` is false for minimal text.
  defstruct lines: true, indent: "  ", separator: "\n", record: nil, after_colon: " "

  @doc ~S"""
  Lays out with one element or member a line.

  | option | default | meaning |
  |---|---|---|
  | `:indent` | two spaces | text of one level, or a number of spaces |
  | `:line_separator` | `"\n"` | ends a line |
  | `:record_separator` | the line separator | between values at the root |
  | `:after_colon` | one space | after the colon of a member |

  No separator follows the last value. An unknown option raises.

      iex> RustyJson.Formatter.pretty_print("[1,[2]]", indent: 0, line_separator: "\r\n")
      "[\r\n1,\r\n[\r\n2\r\n]\r\n]"
  """
  @spec pretty_print(iodata, opts) :: binary
  def pretty_print(input, opts \\ []), do: input |> pretty_print_to_iodata(opts) |> IO.iodata_to_binary()

  @doc "Like `pretty_print/2`, the result as iodata that shares the input."
  @spec pretty_print_to_iodata(iodata, opts) :: iodata
  def pretty_print_to_iodata(input, opts \\ []) do
    opts |> Enum.reduce(%__MODULE__{}, &pretty_option/2) |> format(input)
  end

  @doc """
  Drops all white space between tokens. `:record_separator` (default a line feed) stands between values at the root.

      iex> RustyJson.Formatter.minimize("[ 1 ] [ 2 ]")
      "[1]\\n[2]"
  """
  @spec minimize(iodata, record_separator: iodata) :: binary
  def minimize(input, opts \\ []), do: input |> minimize_to_iodata(opts) |> IO.iodata_to_binary()

  @doc "Like `minimize/2`, the result as iodata that shares the input."
  @spec minimize_to_iodata(iodata, record_separator: iodata) :: iodata
  def minimize_to_iodata(input, opts) do
    minimal = %__MODULE__{lines: false, indent: "", separator: "", record: "\n", after_colon: ""}
    opts |> Enum.reduce(minimal, &minimal_option/2) |> format(input)
  end

  @doc "The same as `minimize/2`."
  @spec minify(iodata, record_separator: iodata) :: binary
  def minify(input, opts \\ []), do: minimize(input, opts)

  defp pretty_option(option, layout) do
    case option do
      {:indent, count} when is_integer(count) -> %{layout | indent: String.duplicate(" ", spaces(count))}
      {:indent, text} -> %{layout | indent: IO.iodata_to_binary(text)}
      {:line_separator, text} -> %{layout | separator: IO.iodata_to_binary(text)}
      {:record_separator, text} -> %{layout | record: IO.iodata_to_binary(text)}
      {:after_colon, text} -> %{layout | after_colon: IO.iodata_to_binary(text)}
    end
  end

  defp minimal_option(option, layout) do
    case option do
      {:record_separator, text} -> %{layout | record: IO.iodata_to_binary(text)}
    end
  end

  defp spaces(count) when count >= 0, do: count
  defp spaces(count), do: raise(ArgumentError, "invalid :indent #{count}, expected iodata or a number of spaces")

  # `lines` is the stack of line starts, the innermost first: as deep as the text, never walked. `out` is reversed.
  # `before` is what the next value at the root must be preceded by.
  defp format(layout, input) do
    layout = %{layout | record: layout.record || layout.separator}
    root(IO.iodata_to_binary(input), layout, "", [])
  end

  defp root(<<c, rest::binary>>, layout, before, out) when c in ~c" \t\r\n", do: root(rest, layout, before, out)
  defp root(<<>>, _layout, _before, out), do: Enum.reverse(out)

  defp root(<<c, _::binary>> = text, layout, before, out) when c in ~c"{[" do
    value(text, layout, [layout.separator], [before | out])
  end

  defp root(<<c, rest::binary>>, layout, before, out) when c in ~c"}],:", do: root(rest, layout, before, [c | out])

  defp root(text, layout, before, out) do
    {scalar, rest} = scalar(text)
    root(rest, layout, layout.record, [scalar, before | out])
  end

  # at a place where any token may come, inside at least one container or at the start of one
  defp value(<<c, rest::binary>>, layout, lines, out) when c in ~c" \t\r\n", do: value(rest, layout, lines, out)
  defp value(<<>>, _layout, _lines, out), do: Enum.reverse(out)

  defp value(<<open, rest::binary>>, layout, lines, out) when open in ~c"{[" do
    case blank(rest) do
      <<close, rest::binary>> when close in ~c"}]" -> close(rest, layout, lines, [[open, close] | out])
      rest -> open(rest, layout, lines, [open | out])
    end
  end

  defp value(<<close, rest::binary>>, layout, [_inner | [outer | _] = lines], out) when close in ~c"}]" do
    close(rest, layout, lines, [close, outer | out])
  end

  defp value(<<?,, rest::binary>>, layout, [line | _] = lines, out), do: value(rest, layout, lines, [line, "," | out])
  defp value(<<?:, rest::binary>>, layout, lines, out), do: value(rest, layout, lines, [layout.after_colon, ":" | out])

  defp value(text, layout, lines, out) do
    {scalar, rest} = scalar(text)
    value(rest, layout, lines, [scalar | out])
  end

  defp open(rest, %{lines: false} = layout, lines, out), do: value(rest, layout, ["" | lines], out)

  defp open(rest, layout, [line | _] = lines, out) do
    inner = [line | layout.indent]
    value(rest, layout, [inner | lines], [inner | out])
  end

  # the outermost container is closed: back to the root
  defp close(rest, layout, [_root], out), do: root(rest, layout, layout.record, out)
  defp close(rest, layout, lines, out), do: value(rest, layout, lines, out)

  defp blank(<<c, rest::binary>>) when c in ~c" \t\r\n", do: blank(rest)
  defp blank(rest), do: rest

  # a string, or a run of bytes that are neither white space nor structure: a part of the input, not copied
  defp scalar(<<?", rest::binary>> = text), do: split(text, string_length(rest, 1))
  defp scalar(text), do: split(text, word_length(text, 0))

  defp split(text, length) do
    length = min(length, byte_size(text))
    <<part::binary-size(length), rest::binary>> = text
    {part, rest}
  end

  defp string_length(<<?", _::binary>>, length), do: length + 1
  defp string_length(<<?\\, _, rest::binary>>, length), do: string_length(rest, length + 2)
  defp string_length(<<_, rest::binary>>, length), do: string_length(rest, length + 1)
  defp string_length(<<>>, length), do: length

  defp word_length(<<c, _::binary>>, length) when c in ~c" \t\r\n{}[],:\"", do: length
  defp word_length(<<_, rest::binary>>, length), do: word_length(rest, length + 1)
  defp word_length(<<>>, length), do: length
end
