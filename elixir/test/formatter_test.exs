defmodule RustyJson.FormatterTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Formatter

  import RustyJson.Formatter

  @text ~s({"a":{},"b":[1.00,1e2,1.5e+10,{"c":"x\\"]}\\\\"},[]],"d":"\\u00e9"})
  @pretty """
  {
    "a": {},
    "b": [
      1.00,
      1e2,
      1.5e+10,
      {
        "c": "x\\"]}\\\\"
      },
      []
    ],
    "d": "\\u00e9"
  }\
  """

  test "5 Formatter pretty_print [T]: order and number spelling survive" do
    assert pretty_print(@text) == @pretty
    assert IO.iodata_to_binary(pretty_print_to_iodata(@text, [])) == @pretty
    assert IO.iodata_to_binary(pretty_print_to_iodata(@text)) == @pretty
  end

  test "5 Formatter minimize [T]: white space between tokens only" do
    assert minimize(@pretty) == @text
    assert IO.iodata_to_binary(minimize_to_iodata(@pretty, [])) == @text
    assert minimize(" { \"a b\" :\t[ 1 ,\r\n 2 ] } ") == ~s({"a b":[1,2]})
    refute function_exported?(RustyJson.Formatter, :minimize_to_iodata, 1)
  end

  test "5 Formatter minify [W]: alias" do
    assert minify(@pretty) == @text
    assert minify("[1] [2]", record_separator: ";") == "[1];[2]"
  end

  test "5 Formatter options [T]: indent, separators, after_colon" do
    assert pretty_print(~s({"a":[1]}), indent: "\t") == ~s({\n\t"a": [\n\t\t1\n\t]\n})
    assert pretty_print(~s({"a":[1]}), indent: 4) == ~s({\n    "a": [\n        1\n    ]\n})
    assert pretty_print("[1]", indent: ["-", "->"]) == "[\n-->1\n]"
    assert pretty_print("[1,2]", indent: 0) == "[\n1,\n2\n]"
    assert pretty_print(~s({"a":1}), line_separator: "\r\n", after_colon: "") == ~s({\r\n  "a":1\r\n})
    assert pretty_print("{}[1]", record_separator: "--") == "{}--[\n  1\n]"
  end

  test "5 Formatter options [O]: unknown and negative ones raise" do
    assert_raise CaseClauseError, fn -> pretty_print("1", depth: 1) end
    assert_raise CaseClauseError, fn -> minimize("1", indent: 1) end
    assert_raise ArgumentError, fn -> pretty_print("[1]", indent: -1) end
  end

  test "5 Formatter roots [W]: several values are separated, none leads or trails" do
    assert pretty_print("") == ""
    assert pretty_print(" \n ") == ""
    assert pretty_print("{} []") == "{}\n[]"
    assert pretty_print("1 2") == "1\n2"
    assert minimize(~s("a" {"b":1} null)) == ~s("a"\n{"b":1}\nnull)
  end

  test "5 Formatter empty containers [T]" do
    assert pretty_print(" { } ") == "{}"
    assert pretty_print("[ [ ], { } ]") == "[\n  [],\n  {}\n]"
  end

  test "5 Formatter iodata [T]: cut anywhere, also in strings and escapes" do
    for at <- 0..byte_size(@text) do
      {a, b} = {binary_part(@text, 0, at), binary_part(@text, at, byte_size(@text) - at)}
      assert pretty_print([a, [b]]) == @pretty
      assert minimize([a | b]) == @text
    end

    assert pretty_print(for <<c <- @text>>, do: c) == @pretty
  end

  test "5 Formatter invalid text: ends, without an error" do
    for at <- 0..byte_size(@text) do
      part = binary_part(@text, 0, at)
      assert is_binary(pretty_print(part))
      assert is_binary(minimize(part))
    end

    for text <- ["]", "}{", "[}", ",", ":", "[,]", "\"\\", <<0xFF>>, "[1 2]"],
        do: assert(is_binary(pretty_print(text)))
  end

  test "5 Formatter depth: a hundred thousand levels in flat time" do
    deep = String.duplicate("[", 100_000) <> String.duplicate("]", 100_000)
    assert minimize(deep) == deep
  end
end
