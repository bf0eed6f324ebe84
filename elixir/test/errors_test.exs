defmodule RustyJson.ErrorsTest do
  use ExUnit.Case, async: true
  doctest RustyJson.EncodeError
  doctest RustyJson.DecodeError

  alias RustyJson.{DecodeError, EncodeError}

  test "4 EncodeError [T]: exception of a text and of fields" do
    assert Exception.message(EncodeError.exception("text")) == "text"
    assert EncodeError.exception(message: "m").message == "m"
    assert EncodeError.exception([]).message == "JSON encode error"
    assert_raise EncodeError, "text", fn -> raise EncodeError, "text" end
  end

  test "4 EncodeError new [T]: duplicate key, string and atom" do
    assert EncodeError.new({:duplicate_key, "name"}).message == "duplicate key: name"
    assert EncodeError.new({:duplicate_key, :name}).message == "duplicate key: name"
  end

  test "4 EncodeError new [T]: invalid byte, two upper-case digits" do
    assert EncodeError.new({:invalid_byte, 0x0A, "hello\nworld"}).message ==
             ~S|invalid byte 0x0A in string: "hello\nworld"|

    assert EncodeError.new({:invalid_byte, 0xFF, <<0xFF>>}).message =~ "0xFF"
  end

  test "3.3 DecodeError exception [T]: text, keyword, map" do
    assert DecodeError.exception("text").message == "text"
    assert %{message: "JSON decode error", position: 0, data: nil, token: nil} = DecodeError.exception([])
    assert DecodeError.exception(position: 3, data: "abcd", token: "d").position == 3
    assert DecodeError.exception(%{message: "m", position: 1}).message == "m"
    assert_raise KeyError, fn -> DecodeError.exception(%{colour: 1}) end
  end

  test "8 line and column [W]: from 1, in code points" do
    error = %DecodeError{data: "{\n \"é\": x}", position: 8}
    assert {DecodeError.line(error), DecodeError.column(error)} == {2, 6}
    assert DecodeError.line(%DecodeError{data: nil, position: 0}) == nil
    assert DecodeError.column(%DecodeError{data: <<0xFF, 0xFE, ?x>>, position: 2}) == 3
    assert DecodeError.line(%DecodeError{data: "\n\n", position: 99}) == 3
  end
end
