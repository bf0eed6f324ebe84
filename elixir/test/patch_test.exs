defmodule RustyJson.PatchTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Patch

  alias RustyJson.{OrderedObject, Patch, PatchError}

  # RFC 6902, appendix A, and what its paragraphs say beyond that
  @applied [
    {"A.1", ~s({"foo":"bar"}), ~s([{"op":"add","path":"/baz","value":"qux"}]), ~s({"baz":"qux","foo":"bar"})},
    {"A.2", ~s({"foo":["bar","baz"]}), ~s([{"op":"add","path":"/foo/1","value":"qux"}]),
     ~s({"foo":["bar","qux","baz"]})},
    {"A.3", ~s({"baz":"qux","foo":"bar"}), ~s([{"op":"remove","path":"/baz"}]), ~s({"foo":"bar"})},
    {"A.4", ~s({"foo":["bar","qux","baz"]}), ~s([{"op":"remove","path":"/foo/1"}]),
     ~s({"foo":["bar","baz"]})},
    {"A.5", ~s({"baz":"qux","foo":"bar"}), ~s([{"op":"replace","path":"/baz","value":"boo"}]),
     ~s({"baz":"boo","foo":"bar"})},
    {"A.6", ~s({"foo":{"bar":"baz","waldo":"fred"},"qux":{"corge":"grault"}}),
     ~s([{"op":"move","from":"/foo/waldo","path":"/qux/thud"}]),
     ~s({"foo":{"bar":"baz"},"qux":{"corge":"grault","thud":"fred"}})},
    {"A.7", ~s({"foo":["all","grass","cows","eat"]}), ~s([{"op":"move","from":"/foo/1","path":"/foo/3"}]),
     ~s({"foo":["all","cows","eat","grass"]})},
    {"A.8", ~s({"baz":"qux","foo":["a",2,"c"]}),
     ~s([{"op":"test","path":"/baz","value":"qux"},{"op":"test","path":"/foo/1","value":2}]),
     ~s({"baz":"qux","foo":["a",2,"c"]})},
    {"A.10", ~s({"foo":"bar"}), ~s([{"op":"add","path":"/child","value":{"grandchild":{}}}]),
     ~s({"foo":"bar","child":{"grandchild":{}}})},
    {"A.11", ~s({"foo":"bar"}), ~s([{"op":"add","path":"/baz","value":"qux","xyz":123}]),
     ~s({"foo":"bar","baz":"qux"})},
    {"A.14", ~s({"/":9,"~1":10}), ~s([{"op":"test","path":"/~01","value":10}]), ~s({"/":9,"~1":10})},
    {"A.16", ~s({"foo":["bar"]}), ~s([{"op":"add","path":"/foo/-","value":["abc","def"]}]),
     ~s({"foo":["bar",["abc","def"]]})},
    {"root", ~s({"a":1}), ~s([{"op":"replace","path":"","value":[1]},{"op":"add","path":"/1","value":2}]),
     "[1,2]"},
    {"copy", ~s({"a":{"b":[1]}}), ~s([{"op":"copy","from":"/a/b","path":"/c"}]), ~s({"a":{"b":[1]},"c":[1]})},
    {"null", ~s({"a":null}),
     ~s([{"op":"test","path":"/a","value":null},{"op":"replace","path":"/a","value":1}]), ~s({"a":1})},
    {"numbers", ~s({"a":1}), ~s([{"op":"test","path":"/a","value":1.0}]), ~s({"a":1})},
    {"same place", ~s({"a":1}), ~s([{"op":"move","from":"/a","path":"/a"}]), ~s({"a":1})},
    {"empty name", ~s({"":{"":1}}), ~s([{"op":"replace","path":"//","value":2}]), ~s({"":{"":2}})},
    {"add replaces", ~s({"a":1}), ~s([{"op":"add","path":"/a","value":null}]), ~s({"a":null})}
  ]

  @refused [
    {"A.9", ~s({"baz":"qux"}), ~s([{"op":"test","path":"/baz","value":"bar"}])},
    {"A.12", ~s({"foo":"bar"}), ~s([{"op":"add","path":"/baz/bat","value":"qux"}])},
    {"A.15", ~s({"/":9,"~1":10}), ~s([{"op":"test","path":"/~01","value":"10"}])},
    {"beyond", ~s([1]), ~s([{"op":"add","path":"/2","value":1}])},
    {"leading zero", ~s([1,2]), ~s([{"op":"remove","path":"/01"}])},
    {"dash", ~s([1]), ~s([{"op":"remove","path":"/-"}])},
    {"word", ~s([1]), ~s([{"op":"replace","path":"/a","value":1}])},
    {"missing", ~s({}), ~s([{"op":"replace","path":"/a","value":1}])},
    {"scalar", ~s({"a":1}), ~s([{"op":"add","path":"/a/b","value":1}])},
    {"no op", ~s({}), ~s([{"path":"/a"}])},
    {"bad op", ~s({}), ~s([{"op":"ADD","path":"/a","value":1}])},
    {"no path", ~s({}), ~s([{"op":"add","value":1}])},
    {"no value", ~s({}), ~s([{"op":"add","path":"/a"}])},
    {"no from", ~s({}), ~s([{"op":"copy","path":"/a"}])},
    {"bad pointer", ~s({}), ~s([{"op":"add","path":"a","value":1}])},
    {"bad tilde", ~s({}), ~s([{"op":"add","path":"/~2","value":1}])},
    {"into itself", ~s({"a":{"b":1}}), ~s([{"op":"move","from":"/a","path":"/a/b"}])},
    {"no object", ~s({}), ~s([1])},
    {"no list", ~s({}), ~s({"op":"add"})}
  ]

  test "8.14 JSON Patch [W]: RFC 6902, on maps and ordered objects" do
    for {name, document, patch, result} <- @applied, options <- [[], [objects: :ordered_objects]] do
      decode = &RustyJson.decode!(&1, options)
      assert {:ok, patched} = Patch.apply(decode.(document), decode.(patch)), name
      assert sorted(patched) == sorted(decode.(result)), name
    end
  end

  test "8.14 JSON Patch refused [W]: an error with index and operation, nothing changed" do
    for {name, document, patch} <- @refused, options <- [[], [objects: :ordered_objects]] do
      decode = &RustyJson.decode!(&1, options)
      assert {:error, %PatchError{message: message}} = Patch.apply(decode.(document), decode.(patch)), name
      assert is_binary(message)
      assert_raise PatchError, fn -> Patch.apply!(decode.(document), decode.(patch)) end
    end

    patch = [%{"op" => "add", "path" => "/a", "value" => 1}, %{"op" => "remove", "path" => "/b"}]
    assert {:error, error} = Patch.apply(%{}, patch)
    assert %PatchError{index: 1, operation: %{"op" => "remove", "path" => "/b"}} = error
    assert error.message == ~s(nothing at "/b" (operation 1\))
  end

  # RFC 7396, appendix A
  @merged [
    {~s({"a":"b"}), ~s({"a":"c"}), ~s({"a":"c"})},
    {~s({"a":"b"}), ~s({"b":"c"}), ~s({"a":"b","b":"c"})},
    {~s({"a":"b"}), ~s({"a":null}), ~s({})},
    {~s({"a":"b","b":"c"}), ~s({"a":null}), ~s({"b":"c"})},
    {~s({"a":["b"]}), ~s({"a":"c"}), ~s({"a":"c"})},
    {~s({"a":"c"}), ~s({"a":["b"]}), ~s({"a":["b"]})},
    {~s({"a":{"b":"c"}}), ~s({"a":{"b":"d","c":null}}), ~s({"a":{"b":"d"}})},
    {~s({"a":[{"b":"c"}]}), ~s({"a":[1]}), ~s({"a":[1]})},
    {~s(["a","b"]), ~s(["c","d"]), ~s(["c","d"])},
    {~s({"a":"b"}), ~s(["c"]), ~s(["c"])},
    {~s({"a":"foo"}), ~s(null), ~s(null)},
    {~s({"a":"foo"}), ~s("bar"), ~s("bar")},
    {~s({"e":null}), ~s({"a":1}), ~s({"e":null,"a":1})},
    {~s([1,2]), ~s({"a":"b","c":null}), ~s({"a":"b"})},
    {~s({}), ~s({"a":{"bb":{"ccc":null}}}), ~s({"a":{"bb":{}}})}
  ]

  test "8.14 merge patch [W]: RFC 7396, on maps and ordered objects" do
    for {document, patch, result} <- @merged, options <- [[], [objects: :ordered_objects]] do
      decode = &RustyJson.decode!(&1, options)
      assert Patch.merge(decode.(document), decode.(patch)) == decode.(result)
    end
  end

  test "8.14 ordered objects [W]: members keep their place, new ones come last" do
    object = OrderedObject.new([{"b", 1}, {"a", 2}])
    assert Patch.merge(object, %{"c" => 3}).values == [{"b", 1}, {"a", 2}, {"c", 3}]
    assert Patch.merge(object, %{"b" => 4}).values == [{"b", 4}, {"a", 2}]

    patch = [
      %{"op" => "add", "path" => "/z", "value" => 0},
      %{"op" => "replace", "path" => "/b", "value" => 5}
    ]

    assert Patch.apply!(object, patch).values == [{"b", 5}, {"a", 2}, {"z", 0}]
  end

  test "8.14 diff [W]: applying a difference gives the other document" do
    for _ <- 1..200 do
      {from, to} = {document(3), document(3)}
      assert Patch.apply!(from, Patch.diff(from, to)) == to
      assert Patch.diff(from, from) == []
      assert Patch.apply!(from, Patch.diff(from, 5)) == 5
      assert Patch.diff(from, [from]) == [%{"op" => "replace", "path" => "", "value" => [from]}]
      [from, to] = Enum.map([from, to], &without_nil/1)
      assert Patch.merge(from, Patch.merge_diff(from, to)) == to
    end
  end

  defp document(0), do: Enum.random([1, 2, "x", true, nil, [], %{}])
  defp document(depth), do: Map.new(Enum.take_random(~w(a b c d/e ~f), 3), &{&1, value(depth)})

  defp value(depth) do
    case :rand.uniform(3) do
      1 -> document(0)
      2 -> Enum.map(1..2, fn _ -> document(0) end)
      3 -> document(depth - 1)
    end
  end

  defp without_nil(map) when is_map(map) do
    for {key, value} <- map, value != nil, into: %{}, do: {key, without_nil(value)}
  end

  defp without_nil(other), do: other

  defp sorted(%OrderedObject{values: values}) do
    values |> Enum.map(fn {key, value} -> {key, sorted(value)} end) |> Enum.sort()
  end

  defp sorted(list) when is_list(list), do: Enum.map(list, &sorted/1)
  defp sorted(other), do: other
end
