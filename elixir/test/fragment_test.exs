defmodule RustyJson.FragmentTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Fragment

  alias RustyJson.{Encode, Fragment, OrderedObject}

  defmodule Holder do
    @derive RustyJson.Encoder
    defstruct [:body]
  end

  test "2.11 Fragment new [T]: iodata is kept behind a function" do
    iodata = ["[", [?1], "]"]
    fragment = Fragment.new(iodata)
    assert is_function(fragment.encode, 1)
    assert fragment.encode.([]) === iodata
  end

  test "2.11 Fragment new [T]: a function is kept itself; anything else is refused" do
    function = fn _ -> "1" end
    assert Fragment.new(function).encode === function

    for bad <- [nil, 5, %{}, fn -> "1" end],
        do: assert_raise(FunctionClauseError, fn -> Fragment.new(bad) end)
  end

  test "2.11 Fragment new! [T]: reads the text first" do
    assert RustyJson.encode!(Fragment.new!(~s({"a": 1}))) == ~s({"a": 1})
    assert_raise RustyJson.DecodeError, fn -> Fragment.new!("{") end
  end

  test "2.11 Fragment anywhere [T]: top level, nested, derived struct, tuple, ordered object, plain field" do
    fragment = Fragment.new("[1]")
    assert RustyJson.encode!(fragment) == "[1]"
    assert RustyJson.encode!(%{a: [fragment]}) == ~s({"a":[[1]]})
    assert RustyJson.encode!(%Holder{body: fragment}) == ~s({"body":[1]})
    assert RustyJson.encode!({fragment, 2}) == "[[1],2]"
    assert RustyJson.encode!(OrderedObject.new([{"k", fragment}])) == ~s({"k":[1]})
    assert RustyJson.encode!(%Fragment{encode: ["{", "}"]}) == "{}"
  end

  test "2.11 Fragment with protocol: false [T][W]: functions are called everywhere" do
    fragment = Fragment.new(fn _ -> "[1]" end)
    assert RustyJson.encode!(%{a: fragment}, protocol: false) == ~s({"a":[1]})
    assert RustyJson.encode!([fragment], protocol: false) == "[[1]]"
    assert RustyJson.encode!({fragment}, protocol: false) == "[[1]]"
    assert RustyJson.encode!(OrderedObject.new([{"k", fragment}]), protocol: false) == ~s({"k":[1]})
  end

  test "2.11 Fragment options [T]: the function gets the encoder's options" do
    fragment = Fragment.new(fn opts -> Encode.string("a/b", opts) end)
    assert RustyJson.encode!(fragment) == ~s("a/b")
    assert RustyJson.encode!([fragment], escape: :html_safe) == ~S(["a\/b"])
  end

  test "2.11 Fragment content [W]: what is no iodata is an EncodeError" do
    for bad <- [5, nil, :atom, %{}, [:a]] do
      assert_raise RustyJson.EncodeError, fn -> RustyJson.encode!(%Fragment{encode: bad}) end
      assert_raise RustyJson.EncodeError, fn -> RustyJson.encode!([%Fragment{encode: fn _ -> bad end}]) end
    end
  end
end
