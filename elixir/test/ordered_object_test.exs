defmodule RustyJson.OrderedObjectTest do
  use ExUnit.Case, async: true
  doctest RustyJson.OrderedObject

  alias RustyJson.OrderedObject

  defp object, do: OrderedObject.new([{"a", 1}, {"b", 2}, {"a", 3}])

  test "5 OrderedObject new [T]: keeps the list, the struct's default is empty" do
    assert object().values == [{"a", 1}, {"b", 2}, {"a", 3}]
    assert %OrderedObject{}.values == []
  end

  test "5 OrderedObject fetch [T]: first match" do
    assert OrderedObject.fetch(object(), "a") == {:ok, 1}
    assert OrderedObject.fetch(object(), "c") == :error
    assert object()["b"] == 2
    assert object()["c"] == nil
  end

  test "5 OrderedObject get_and_update [T]: replaces in place" do
    assert {1, new} = OrderedObject.get_and_update(object(), "a", &{&1, 10})
    assert new.values == [{"a", 10}, {"b", 2}, {"a", 3}]
  end

  test "5 OrderedObject get_and_update [T]: :pop removes the member that the function saw, as Jason does" do
    assert {1, new} = OrderedObject.get_and_update(object(), "a", fn 1 -> :pop end)
    assert new.values == [{"b", 2}, {"a", 3}]
    assert {nil, same} = OrderedObject.get_and_update(object(), "z", fn nil -> :pop end)
    assert same == object()
  end

  test "5 OrderedObject get_and_update [T]: a missing key is put at the front" do
    assert {nil, new} = OrderedObject.get_and_update(object(), "z", &{&1, 0})
    assert hd(new.values) == {"z", 0}
    assert tl(new.values) == object().values
  end

  test "5 OrderedObject get_and_update [T]: a bad return raises" do
    assert_raise RuntimeError, ~r/must return a two-element tuple or :pop/, fn ->
      OrderedObject.get_and_update(object(), "a", fn _ -> :bad end)
    end
  end

  test "5 OrderedObject pop [T]: first value, all occurrences go; missing gives the default" do
    assert {1, %{values: [{"b", 2}]}} = OrderedObject.pop(object(), "a")
    assert OrderedObject.pop(object(), "z") == {nil, object()}
    assert OrderedObject.pop(object(), "z", :default) == {:default, object()}
  end

  test "5 OrderedObject Access [T]: put_in, update_in, pop_in" do
    nested = OrderedObject.new([{"o", object()}])
    assert put_in(nested["o"]["b"], 9)["o"]["b"] == 9
    assert update_in(nested["o"]["b"], &(&1 * 2))["o"]["b"] == 4
    assert {2, new} = pop_in(nested["o"]["b"])
    assert new["o"].values == [{"a", 1}, {"a", 3}]
  end

  test "5 OrderedObject Enumerable [T]: members in order" do
    assert Enum.count(object()) == 3
    assert Enum.member?(object(), {"b", 2})
    refute Enum.member?(object(), {"b", 3})
    refute Enum.member?(object(), "b")
    assert Enum.to_list(object()) == object().values
    assert Enum.into(object(), %{}) == %{"a" => 3, "b" => 2}
    assert Enum.map(object(), &elem(&1, 1)) == [1, 2, 3]
    assert Enum.at(object(), 1) == {"b", 2}
    assert Enum.take(object(), 2) == [{"a", 1}, {"b", 2}]
  end

  test "5 OrderedObject Enumerable [T]: slices, halts and suspends like its list" do
    assert Enum.slice(object(), 1, 5) == [{"b", 2}, {"a", 3}]
    assert Enum.fetch!(object(), -1) == {"a", 3}
    assert Enum.empty?(%OrderedObject{})
    assert Enum.zip(object(), 1..2) == [{{"a", 1}, 1}, {{"b", 2}, 2}]
    assert object() |> Stream.take_while(fn {_, value} -> value < 2 end) |> Enum.to_list() == [{"a", 1}]
    refute Enum.member?(object(), {"a", 2})
  end

  test "5 OrderedObject Collectable [W]: pairs go to the end, names that are there too" do
    assert Enum.into([{"c", 4}, {"a", 5}], object()).values == object().values ++ [{"c", 4}, {"a", 5}]
    assert Enum.into(%{}, %OrderedObject{}) == %OrderedObject{}

    assert for({key, value} <- [b: 1, a: 2], into: OrderedObject.new([]), do: {key, value * 2}).values == [
             b: 2,
             a: 4
           ]

    assert_raise FunctionClauseError, fn -> Enum.into([1], object()) end
  end

  test "5 OrderedObject pop [T]: a value of nil is one, and pop_in removes only the first" do
    assert OrderedObject.pop(OrderedObject.new([{"n", nil}]), "n", 1) == {nil, %OrderedObject{}}

    assert {1, %{values: [{"b", 2}, {"a", 3}]}} =
             OrderedObject.get_and_update(object(), "a", fn _ -> :pop end)

    assert {nil, same} = pop_in(object()["z"])
    assert same == object()
  end
end
