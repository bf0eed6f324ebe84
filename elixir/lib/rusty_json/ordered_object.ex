defmodule RustyJson.OrderedObject do
  @moduledoc """
  An object that keeps the order of its members, and members of the same name.

  It is what `objects: :ordered_objects` decodes to, and it is written in its own order. It
  implements `Access`, `Enumerable` and `Collectable`, which puts pairs at the end.

      iex> object = RustyJson.decode!(~s({"b":1,"a":2}), objects: :ordered_objects)
      iex> object["a"]
      2
      iex> Enum.to_list(object)
      [{"b", 1}, {"a", 2}]
      iex> RustyJson.encode!(put_in(object["c"], 3))
      ~s({"c":3,"b":1,"a":2})
      iex> Enum.into([{"b", 4}], object).values
      [{"b", 1}, {"a", 2}, {"b", 4}]
  """

  @behaviour Access

  defstruct values: []

  @type key :: String.Chars.t()
  @type t :: %__MODULE__{values: [{key, term}]}

  @doc """
  An object of these pairs.
  """
  @spec new([{key, term}]) :: t
  def new(values) when is_list(values), do: %__MODULE__{values: values}

  @doc """
  The value of the first member of this name.

      iex> RustyJson.OrderedObject.fetch(RustyJson.OrderedObject.new(a: 1, a: 2), :a)
      {:ok, 1}
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
  Gets the first value of a name and updates it where it stands, or removes it; a new member goes to the front.
  """
  @impl Access
  @spec get_and_update(t, key, (term | nil -> {term, term} | :pop)) :: {term, t}
  def get_and_update(%__MODULE__{values: values} = object, key, function) do
    current =
      case List.keyfind(values, key, 0) do
        {_, value} -> value
        nil -> nil
      end

    case function.(current) do
      {get, update} ->
        {get, %{object | values: put(values, key, update)}}

      :pop ->
        {current, %{object | values: List.keydelete(values, key, 0)}}

      other ->
        raise "the given function must return a two-element tuple or :pop, got: #{inspect(other)}"
    end
  end

  @doc """
  The value of the first member of this name, and the object without all of that name.

      iex> RustyJson.OrderedObject.pop(RustyJson.OrderedObject.new(a: 1, b: 2, a: 3), :a)
      {1, %RustyJson.OrderedObject{values: [b: 2]}}
  """
  @impl Access
  @spec pop(t, key, term) :: {term, t}
  def pop(%__MODULE__{values: values} = object, key, default \\ nil) do
    case List.keyfind(values, key, 0) do
      {_, value} -> {value, %{object | values: delete(values, key)}}
      nil -> {default, object}
    end
  end

  defp put(values, key, value) do
    if List.keymember?(values, key, 0),
      do: List.keyreplace(values, key, 0, {key, value}),
      else: [{key, value} | values]
  end

  defp delete(values, key), do: Enum.reject(values, fn {name, _} -> name == key end)
end

defimpl Enumerable, for: RustyJson.OrderedObject do
  def count(%{values: values}), do: {:ok, length(values)}

  def member?(%{values: values}, {_, _} = pair), do: {:ok, Enum.member?(values, pair)}
  def member?(_, _), do: {:ok, false}

  def slice(%{values: values}), do: {:ok, length(values), & &1.values}

  def reduce(%{values: values}, acc, function), do: Enumerable.List.reduce(values, acc, function)
end

defimpl Collectable, for: RustyJson.OrderedObject do
  def into(%{values: values} = object) do
    collect = fn
      pairs, {:cont, {_, _} = pair} -> [pair | pairs]
      pairs, :done -> %{object | values: values ++ Enum.reverse(pairs)}
      _, :halt -> :ok
    end

    {[], collect}
  end
end
