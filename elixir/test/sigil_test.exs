defmodule RustyJson.SigilTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Sigil

  import RustyJson.Sigil

  test "3.4 sigil_j [T]: literal, read at compile time" do
    assert ~j({"a": [1, null, true]}) == %{"a" => [1, nil, true]}
    assert ~J({"a": 1.5}) == %{"a" => 1.5}
    assert ~j("\u0041") == "A"
    assert ~J("#{x}") == "\#{x}"
  end

  test "3.4 sigil_j [T]: interpolation, read at run time" do
    n = 42
    assert ~j({"n": #{n}}) == %{"n" => 42}
    assert ~j({"n": #{n}})a == %{n: 42}
    assert_raise RustyJson.DecodeError, fn -> ~j([#{"x"}]) end
  end

  test "3.4 sigil modifiers [T]: a A r c, combined" do
    assert ~j({"sigil_key": 1})a == %{sigil_key: 1}
    assert ~j({"sigil_key": 1})A == %{sigil_key: 1}
    assert ~J({"a": "b"})r == %{"a" => "b"}
    assert ~J({"a": "b"})ac == %{a: "b"}
  end

  test "3.4 sigil modifiers [T]: others are refused" do
    assert_raise ArgumentError, ~s(unknown sigil modifier "z"), fn ->
      Code.eval_string("import RustyJson.Sigil; ~j(1)z")
    end
  end

  test "3.4 sigil_J [T]: what is not JSON fails when compiled" do
    assert_raise RustyJson.DecodeError, fn -> Code.eval_string("import RustyJson.Sigil; ~J({)") end
  end
end
