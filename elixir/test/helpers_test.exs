defmodule RustyJson.HelpersTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Helpers

  import RustyJson.Helpers

  test "2.12 json_map [T]: order kept, values of every kind, empty" do
    assert RustyJson.encode!(json_map(b: 1, a: [%{c: nil}], d: ~D[2026-01-01])) ==
             ~s({"b":1,"a":[{"c":null}],"d":"2026-01-01"})

    assert RustyJson.encode!(json_map([])) == "{}"
    assert RustyJson.encode!([json_map(a: json_map(b: 1))]) == ~s([{"a":{"b":1}}])
    assert %RustyJson.Fragment{} = json_map(a: 1)
  end

  test "2.12 json_map [T]: does not delay execution" do
    json_map(a: send(self(), :evaluated))
    assert_received :evaluated
  end

  test "2.12 json_map [T]: the escape mode flows into values, and keys" do
    assert RustyJson.encode!(json_map(a: "<"), escape: :html_safe) |> String.downcase() == ~S({"a":"\u003c"})
    assert RustyJson.encode!(json_map(<: 1), escape: :html_safe) |> String.downcase() == ~S({"\u003c":1})
    assert RustyJson.encode!(json_map(<: 1)) == ~S({"<":1})
  end

  test "2.12 json_map_take [T]: requested order; a missing key raises" do
    map = %{a: 1, b: 2, c: 3}
    assert RustyJson.encode!(json_map_take(map, [:c, :a])) == ~s({"c":3,"a":1})
    assert RustyJson.encode!(json_map_take(map, [])) == "{}"
    error = assert_raise ArgumentError, fn -> json_map_take(map, [:a, :zz]) end
    assert error.message =~ "expected a map with keys"
    assert error.message =~ "[:a, :zz]"
    assert error.message =~ "got: %{"
    assert_raise ArgumentError, fn -> json_map_take(5, [:a]) end
  end

  test "2.12 keys [W]: those that need escapes are an EncodeError at compile time" do
    for name <- [~S("a\"b"), ~S("a/b"), ~S("a\\b"), ~S("é"), ~S("\n")] do
      assert_raise RustyJson.EncodeError, fn ->
        Code.eval_string("import RustyJson.Helpers; json_map(#{name}: 1)")
      end
    end
  end

  test "2.12 hygiene: variables of the caller are left alone" do
    opts = :mine
    arg1 = :mine
    assert RustyJson.encode!(json_map(a: opts, b: arg1)) == ~s({"a":"mine","b":"mine"})
    assert {opts, arg1} == {:mine, :mine}
  end
end
