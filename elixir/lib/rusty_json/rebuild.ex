defmodule RustyJson.Rebuild do
  @moduledoc false
  # What the native reader leaves to Elixir: key functions, lists of repeated values, structs.
  # The reader gives ordered objects; this turns them into what the options ask for.

  alias RustyJson.OrderedObject

  @doc false
  def term(term, nil), do: term
  def term(term, {nil, as}), do: to_struct(term, as)

  def term(term, {{objects, transform, wins}, as}) do
    rebuilt = rebuild(term, {objects, transform || (& &1), wins})
    if as, do: to_struct(rebuilt, as), else: rebuilt
  end

  @doc false
  # a name that is read apart from its object
  def key(key, {{_, transform, _}, _}) when transform != nil, do: transform.(key)
  def key(key, _), do: key

  defp rebuild(%OrderedObject{values: values}, {objects, transform, wins} = how) do
    pairs = for {key, value} <- values, do: {transform.(key), rebuild(value, how)}
    pairs = choose(pairs, wins)

    case objects do
      0 -> Map.new(pairs)
      1 -> %OrderedObject{values: pairs}
      2 -> {pairs}
    end
  end

  defp rebuild(list, how) when is_list(list), do: Enum.map(list, &rebuild(&1, how))
  defp rebuild(scalar, _), do: scalar

  # a map keeps the last of a name, pairs keep all
  defp choose(pairs, :last), do: pairs
  defp choose(pairs, :first), do: Enum.uniq_by(pairs, &elem(&1, 0))
  defp choose(pairs, :all), do: group(pairs)

  # a repeated name has the list of its values, at the place of the first
  defp group(pairs) do
    values =
      pairs
      |> Enum.reverse()
      |> Enum.reduce(%{}, fn {key, value}, values -> Map.update(values, key, [value], &[value | &1]) end)

    for {key, _} <- Enum.uniq_by(pairs, &elem(&1, 0)) do
      case values do
        %{^key => [value]} -> {key, value}
        %{^key => values} -> {key, values}
      end
    end
  end

  # -- structs --------------------------------------------------------------------------------

  defp to_struct(term, nil), do: term
  defp to_struct(list, [module]) when is_list(list), do: Enum.map(list, &to_struct(&1, module))

  defp to_struct(map, module) when is_map(map) and is_atom(module) do
    unless Code.ensure_loaded?(module) and function_exported?(module, :__struct__, 0) do
      raise ArgumentError, "invalid :as option #{inspect(module)}, expected a struct module or `[module]`"
    end

    blank = module.__struct__()

    Enum.reduce(Map.from_struct(blank), blank, fn {field, _}, acc ->
      case fetch(map, field) do
        {:ok, value} -> Map.put(acc, field, value)
        :error -> acc
      end
    end)
  end

  defp to_struct(term, _), do: term

  defp fetch(map, field) do
    with :error <- find(map, Atom.to_string(field)), do: find(map, field)
  end

  defp find(%OrderedObject{} = object, key), do: OrderedObject.fetch(object, key)
  defp find(map, key), do: Map.fetch(map, key)
end
