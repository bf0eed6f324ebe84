defmodule RustyJson.Helpers do
  @moduledoc """
  Macros that make objects whose names are encoded when the code is compiled.

      iex> import RustyJson.Helpers
      iex> RustyJson.encode!(json_map(name: "tea", price: 2.5))
      ~s({"name":"tea","price":2.5})

  The result is a `RustyJson.Fragment`: it can stand anywhere in a term, and its values are encoded with the options of the call.
  """

  alias RustyJson.{Codegen, Fragment}

  @doc """
  An object of a literal keyword list, in its order. Values are evaluated at once, encoded later.

  Names that would have to be escaped raise `RustyJson.EncodeError` when the code is compiled.

      iex> import RustyJson.Helpers
      iex> RustyJson.encode!(json_map([]))
      "{}"
  """
  defmacro json_map(pairs) do
    pairs = Macro.expand(pairs, __CALLER__)

    unless Keyword.keyword?(pairs) do
      raise ArgumentError, "expected a literal keyword list, got: #{Macro.to_string(pairs)}"
    end

    members = for {key, value} <- pairs, do: {Codegen.literal_key(key), value}
    quote do: RustyJson.Helpers.fragment(unquote(members))
  end

  @doc """
  An object of some members of a map, in the order of the literal list of keys.

  A key that the map lacks raises `ArgumentError`.

      iex> import RustyJson.Helpers
      iex> RustyJson.encode!(json_map_take(%{a: 1, b: 2, c: 3}, [:c, :a]))
      ~s({"c":3,"a":1})
  """
  defmacro json_map_take(map, keys) do
    keys = Macro.expand(keys, __CALLER__)

    unless is_list(keys) and Enum.all?(keys, &is_atom/1) do
      raise ArgumentError, "expected a literal list of atoms, got: #{Macro.to_string(keys)}"
    end

    named = for key <- keys, do: {key, Codegen.literal_key(key)}
    quote do: RustyJson.Helpers.take(unquote(map), unquote(named))
  end

  @doc false
  # One call of the writer for the whole object, whatever the number of its members.
  def fragment(members) do
    object = %RustyJson.OrderedObject{values: members}
    %Fragment{encode: &RustyJson.Encode.value(object, &1)}
  end

  @doc false
  def take(map, named) when is_map(map) do
    fragment(for {key, name} <- named, do: {name, fetch!(map, key, named)})
  end

  def take(other, named), do: refuse(other, named)

  defp fetch!(map, key, named) do
    case map do
      %{^key => value} -> value
      _ -> refuse(map, named)
    end
  end

  defp refuse(map, named) do
    raise ArgumentError,
          "expected a map with keys: #{inspect(Keyword.keys(named))}, got: #{inspect(map)}"
  end
end
