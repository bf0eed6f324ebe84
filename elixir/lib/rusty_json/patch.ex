defmodule RustyJson.Patch do
  @moduledoc """
  Changes of decoded documents: JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396).

      iex> document = %{"name" => "tea", "tags" => ["a"]}
      iex> RustyJson.Patch.apply(document, [%{"op" => "add", "path" => "/tags/-", "value" => "b"}])
      {:ok, %{"name" => "tea", "tags" => ["a", "b"]}}
      iex> RustyJson.Patch.merge(document, %{"name" => nil, "price" => 2})
      %{"price" => 2, "tags" => ["a"]}

  Documents and patches are terms as `RustyJson.decode!/2` gives them: names are strings, objects maps or, with
  `objects: :ordered_objects`, `RustyJson.OrderedObject`s, which keep their order.
  """

  alias RustyJson.{OrderedObject, PatchError, Pointer}

  @type document :: term
  @type operation :: %{required(String.t()) => term} | OrderedObject.t()

  # -- RFC 6902 -------------------------------------------------------------------------------

  @doc """
  Applies the operations one after the other. If one cannot be applied nothing is changed, and the error tells which.

      iex> {:error, error} = RustyJson.Patch.apply(%{}, [%{"op" => "remove", "path" => "/a"}])
      iex> {error.message, error.index}
      {"nothing at \\"/a\\" (operation 0)", 0}
  """
  @spec apply(document, [operation]) :: {:ok, document} | {:error, PatchError.t()}
  def apply(document, operations) do
    {:ok, apply!(document, operations)}
  rescue
    error in PatchError -> {:error, error}
  end

  @doc """
  The same, raising `RustyJson.PatchError`.

      iex> RustyJson.Patch.apply!([1, 2], [%{"op" => "move", "from" => "/0", "path" => "/1"}])
      [2, 1]
  """
  @spec apply!(document, [operation]) :: document
  def apply!(document, operations) when is_list(operations) do
    operations
    |> Enum.with_index()
    |> Enum.reduce(document, fn {operation, index}, document ->
      try do
        operate(document, member!(operation, "op"), operation)
      catch
        {:refused, text} ->
          raise PatchError, message: "#{text} (operation #{index})", index: index, operation: operation
      end
    end)
  end

  def apply!(_document, other) do
    raise PatchError, message: "a patch is a list of operations, got: #{short(other)}"
  end

  defp operate(document, "add", operation) do
    add(document, path!(operation, "path"), member!(operation, "value"))
  end

  defp operate(document, "remove", operation) do
    {_, document} = remove(document, path!(operation, "path"))
    document
  end

  defp operate(document, "replace", operation) do
    path = path!(operation, "path")
    get(document, path, path)
    replace(document, path, member!(operation, "value"))
  end

  defp operate(document, "move", operation) do
    {from, path} = {path!(operation, "from"), path!(operation, "path")}

    if from != path and List.starts_with?(path, from) do
      refuse("cannot move #{text(from)} into itself")
    end

    {value, document} = remove(document, from)
    add(document, path, value)
  end

  defp operate(document, "copy", operation) do
    from = path!(operation, "from")
    add(document, path!(operation, "path"), get(document, from, from))
  end

  defp operate(document, "test", operation) do
    path = path!(operation, "path")
    value = member!(operation, "value")

    if same?(get(document, path, path), value),
      do: document,
      else: refuse("the value at #{text(path)} is not #{short(value)}")
  end

  defp operate(_, other, _), do: refuse("unknown operation #{short(other)}")

  defp add(_document, [], value), do: value

  defp add(document, path, value) do
    update(document, path, path, fn
      list, token when is_list(list) -> List.insert_at(list, place(list, token, path), value)
      object, token -> put(object, token, value)
    end)
  end

  # the value at the path is known to exist
  defp replace(_document, [], value), do: value

  defp replace(document, path, value) do
    update(document, path, path, fn
      list, token when is_list(list) -> List.replace_at(list, String.to_integer(token), value)
      object, token -> put(object, token, value)
    end)
  end

  defp remove(document, []), do: {document, nil}

  defp remove(document, path) do
    value = get(document, path, path)

    document =
      update(document, path, path, fn
        list, token when is_list(list) -> List.delete_at(list, String.to_integer(token))
        object, token -> delete(object, token)
      end)

    {value, document}
  end

  # Calls `change` with the container of the last token and the token.
  defp update(container, [token], path, change) do
    if container?(container), do: change.(container, token), else: missing(path)
  end

  defp update(list, [token | rest], path, change) when is_list(list) do
    at = index!(list, token, path)
    List.update_at(list, at, &update(&1, rest, path, change))
  end

  defp update(container, [token | rest], path, change) do
    put(container, token, container |> child!(token, path) |> update(rest, path, change))
  end

  defp get(value, [], _path), do: value

  defp get(list, [token | rest], path) when is_list(list) do
    list |> Enum.at(index!(list, token, path)) |> get(rest, path)
  end

  defp get(value, [token | rest], path), do: value |> child!(token, path) |> get(rest, path)

  defp child!(container, token, path) do
    case fetch(container, token) do
      {:ok, value} -> value
      :error -> missing(path)
    end
  end

  # an index of an element that exists
  defp index!(list, token, path) do
    at = index(token)
    if at != nil and at < length(list), do: at, else: missing(path)
  end

  # where a new element may stand
  defp place(list, "-", _), do: length(list)

  defp place(list, token, path) do
    at = index(token)
    if at != nil and at <= length(list), do: at, else: missing(path)
  end

  # digits without a leading zero, few enough to be an index
  defp index(token) do
    if token =~ ~r/\A(0|[1-9][0-9]{0,17})\z/, do: String.to_integer(token)
  end

  defp path!(operation, name) do
    pointer = member!(operation, name)
    Pointer.tokens!(pointer)
  rescue
    error in ArgumentError -> refuse(Exception.message(error))
  end

  defp member!(operation, name) do
    case container?(operation) and not is_list(operation) and fetch(operation, name) do
      {:ok, value} -> value
      false -> refuse("an operation is an object, got: #{short(operation)}")
      :error -> refuse("the member #{inspect(name)} is missing")
    end
  end

  defp missing(path), do: refuse("nothing at #{text(path)}")
  defp refuse(text), do: throw({:refused, text})
  defp text(path), do: path |> pointer() |> inspect()
  defp short(term), do: inspect(term, limit: 5, printable_limit: 100)

  # -- RFC 7396 -------------------------------------------------------------------------------

  @doc """
  Applies a merge patch: members of the patch replace those of the document, `nil` removes them, objects are merged, and
  anything that is no object replaces what was there.

      iex> RustyJson.Patch.merge(%{"a" => %{"b" => 1, "c" => 2}}, %{"a" => %{"b" => nil}, "d" => [3]})
      %{"a" => %{"c" => 2}, "d" => [3]}
  """
  @spec merge(document, document) :: document
  def merge(document, patch) do
    if object?(patch) do
      merge_object(if(object?(document), do: document, else: empty(patch)), patch)
    else
      patch
    end
  end

  # in one pass, whatever the number of members
  defp merge_object(%OrderedObject{values: values}, patch) do
    changes = lookup(patch)
    known = Map.new(values)

    kept =
      for {name, value} <- values, changes[name] != nil or not is_map_key(changes, name), do: {name, value}

    merged = for {name, value} <- kept, do: {name, merged(changes, name, value)}

    new =
      for {name, _} <- patch |> members() |> Enum.uniq_by(&elem(&1, 0)),
          changes[name] != nil and not is_map_key(known, name),
          do: {name, merge(nil, changes[name])}

    %OrderedObject{values: merged ++ new}
  end

  defp merge_object(map, patch), do: Enum.reduce(members(patch), map, &merge_member/2)

  defp merged(changes, name, value) do
    case changes do
      %{^name => change} -> merge(value, change)
      _ -> value
    end
  end

  defp merge_member({name, nil}, document), do: delete(document, name)

  defp merge_member({name, value}, document) do
    old =
      case fetch(document, name) do
        {:ok, old} -> old
        :error -> nil
      end

    put(document, name, merge(old, value))
  end

  @doc """
  The merge patch that makes `to` of `from`. `nil` as the value of a member cannot be expressed: it removes.

      iex> RustyJson.Patch.merge_diff(%{"a" => 1, "b" => %{"c" => 2}}, %{"b" => %{"c" => 3}})
      %{"a" => nil, "b" => %{"c" => 3}}
  """
  @spec merge_diff(document, document) :: document
  def merge_diff(from, to) do
    if object?(from) and object?(to) do
      {old, new} = {lookup(from), lookup(to)}
      removed = for {name, _} <- members(from), not is_map_key(new, name), do: {name, nil}
      changed = for {name, value} <- members(to), change = member_diff(old, name, value), do: change
      collect(to, removed ++ changed)
    else
      to
    end
  end

  defp member_diff(from, name, value) do
    case fetch(from, name) do
      {:ok, old} -> unless same?(old, value), do: {name, merge_diff(old, value)}
      :error -> {name, value}
    end
  end

  @doc """
  Operations of RFC 6902 that make `to` of `from`. Arrays that differ are replaced as a whole.

      iex> RustyJson.Patch.diff(%{"a" => 1, "b" => [1]}, %{"b" => [2]})
      [%{"op" => "remove", "path" => "/a"}, %{"op" => "replace", "path" => "/b", "value" => [2]}]
  """
  @spec diff(document, document) :: [operation]
  def diff(from, to), do: List.flatten([diff(from, to, [])])

  defp diff(from, to, path) do
    cond do
      same?(from, to) -> []
      object?(from) and object?(to) -> [removals(from, to, path), changes(from, to, path)]
      true -> %{"op" => "replace", "path" => pointer(path), "value" => to}
    end
  end

  defp removals(from, to, path) do
    to = lookup(to)

    for {name, _} <- members(from), not is_map_key(to, name) do
      %{"op" => "remove", "path" => pointer(path ++ [name])}
    end
  end

  defp changes(from, to, path) do
    from = lookup(from)

    for {name, value} <- members(to) do
      case fetch(from, name) do
        {:ok, old} -> diff(old, value, path ++ [name])
        :error -> %{"op" => "add", "path" => pointer(path ++ [name]), "value" => value}
      end
    end
  end

  defp pointer(path) do
    Enum.map_join(path, fn token ->
      "/" <> (token |> String.replace("~", "~0") |> String.replace("/", "~1"))
    end)
  end

  # -- maps and ordered objects ---------------------------------------------------------------

  defp object?(%OrderedObject{}), do: true
  defp object?(map), do: is_map(map) and not is_struct(map)

  defp container?(term), do: is_list(term) or object?(term)

  defp members(%OrderedObject{values: values}), do: values
  defp members(map), do: Map.to_list(map)

  # the members by name; of repeated names the last counts
  defp lookup(%OrderedObject{values: values}), do: Map.new(values)
  defp lookup(map), do: map

  defp empty(%OrderedObject{}), do: %OrderedObject{}
  defp empty(_), do: %{}

  defp collect(%OrderedObject{}, members), do: %OrderedObject{values: members}
  defp collect(_, members), do: Map.new(members)

  # of repeated names the last counts
  defp fetch(%OrderedObject{values: values}, name) do
    OrderedObject.fetch(%OrderedObject{values: Enum.reverse(values)}, name)
  end

  defp fetch(map, name) when is_map(map) and not is_struct(map), do: Map.fetch(map, name)
  defp fetch(_, _), do: :error

  defp put(%OrderedObject{values: values}, name, value) do
    if List.keymember?(values, name, 0) do
      {before, [{_, _} | rest]} = Enum.split_while(values, fn {key, _} -> key != name end)
      %OrderedObject{values: before ++ [{name, value} | drop(rest, name)]}
    else
      %OrderedObject{values: values ++ [{name, value}]}
    end
  end

  defp put(map, name, value), do: Map.put(map, name, value)

  defp delete(%OrderedObject{values: values}, name), do: %OrderedObject{values: drop(values, name)}
  defp delete(map, name), do: Map.delete(map, name)

  defp drop(values, name), do: Enum.reject(values, fn {key, _} -> key == name end)

  # Numbers are equal by value, objects whatever their order.
  defp same?(a, b), do: plain(a) == plain(b)

  defp plain(%OrderedObject{values: values}), do: Map.new(values, fn {key, value} -> {key, plain(value)} end)
  defp plain(list) when is_list(list), do: Enum.map(list, &plain/1)

  defp plain(map) when is_map(map) and not is_struct(map) do
    Map.new(map, fn {key, value} -> {key, plain(value)} end)
  end

  defp plain(scalar), do: scalar
end
