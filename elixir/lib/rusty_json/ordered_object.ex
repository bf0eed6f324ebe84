defmodule RustyJson.OrderedObject do
  @moduledoc """
  A JSON object that keeps the order of its members, and members of equal name.

  `RustyJson.decode!(text, objects: :ordered_objects)` gives them, `RustyJson.encode!/2` writes them in the order of
  the list. A map has no such order.

      iex> object = RustyJson.OrderedObject.new([{"b", 1}, {"a", 2}])
      iex> object["a"]
      2
      iex> RustyJson.encode!(object)
      ~s({"b":1,"a":2})

  Lookups read the list from its front: they cost as many steps as there are members before the one found. Keys may be
  anything that a map key may be in `RustyJson.encode!/2`; `Access` compares them as terms, so `object[:a]` does not find
  the key `"a"`.
  """

  @behaviour Access

  @type t :: %__MODULE__{values: [{key, term}]}
  @type key :: String.Chars.t()

  defstruct values: []

  @doc """
  Makes an object of a list of key and value pairs, kept as it is.

      iex> RustyJson.OrderedObject.new([{"a", 1}, {"a", 2}]).values
      [{"a", 1}, {"a", 2}]
  """
  @spec new([{key, term}]) :: t
  def new(values) when is_list(values), do: %__MODULE__{values: values}

  @doc """
  Finds the first value under `key`.

      iex> RustyJson.OrderedObject.fetch(RustyJson.OrderedObject.new([{"a", 1}]), "b")
      :error
  """
  @impl Access
  @spec fetch(t, key) :: {:ok, term} | :error
  def fetch(%__MODULE__{values: values}, key) do
    case List.keyfind(values, key, 0) do
      {_, value} -> {:ok, value}
      nil -> :error
    end
  end

  @doc """
  Updates the first value under `key` in its place; a key that is missing comes to the front.

  The function gets the value, or `nil`, and returns `{got, new}`, or `:pop` to remove the key. Anything else raises a
  `RuntimeError`.

      iex> object = RustyJson.OrderedObject.new([{"a", 1}, {"b", 2}])
      iex> {1, object} = RustyJson.OrderedObject.get_and_update(object, "a", &{&1, &1 + 1})
      iex> object.values
      [{"a", 2}, {"b", 2}]
  """
  @impl Access
  @spec get_and_update(t, key, (term | nil -> {got, term} | :pop)) :: {got, t} when got: term
  def get_and_update(%__MODULE__{values: values} = object, key, function) when is_function(function, 1) do
    found = List.keyfind(values, key, 0)
    current = if found, do: elem(found, 1)

    case function.(current) do
      {got, new} when is_nil(found) -> {got, %{object | values: [{key, new} | values]}}
      {got, new} -> {got, %{object | values: List.keyreplace(values, key, 0, {key, new})}}
      :pop -> {current, %{object | values: delete(values, key)}}
      other -> raise "the given function must return a two-element tuple or :pop, got: #{inspect(other)}"
    end
  end

  @doc """
  Takes the first value under `key` and removes every member of that name.

      iex> object = RustyJson.OrderedObject.new([{"a", 1}, {"b", 2}, {"a", 3}])
      iex> {value, rest} = RustyJson.OrderedObject.pop(object, "a")
      iex> {value, rest.values}
      {1, [{"b", 2}]}
      iex> RustyJson.OrderedObject.pop(rest, "c", :none) == {:none, rest}
      true
  """
  @impl Access
  @spec pop(t, key, default) :: {term | default, t} when default: term
  def pop(%__MODULE__{values: values} = object, key, default \\ nil) do
    case List.keyfind(values, key, 0) do
      {_, value} -> {value, %{object | values: delete(values, key)}}
      nil -> {default, object}
    end
  end

  defp delete(values, key), do: Enum.reject(values, fn {k, _} -> k === key end)

  defimpl Enumerable do
    def count(%{values: values}), do: {:ok, length(values)}

    def member?(%{values: values}, {_, _} = member), do: {:ok, Enum.member?(values, member)}
    def member?(_object, _other), do: {:ok, false}

    def slice(%{values: values}), do: {:ok, length(values), &Enum.slice(values, &1, &2)}

    def reduce(%{values: values}, acc, function), do: Enumerable.List.reduce(values, acc, function)
  end
end
