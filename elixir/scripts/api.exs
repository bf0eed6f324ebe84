# The public surface of RustyJson, one line each: `mix run scripts/api.exs [--check]` writes or
# compares docs/api/rustyjson.txt.

path = Path.expand("../../docs/api/rustyjson.txt", __DIR__)
{:ok, modules} = :application.get_key(:rustyjson, :modules)

documented = fn module ->
  case Code.fetch_docs(module) do
    {:docs_v1, _, _, _, :hidden, _, _} -> nil
    {:docs_v1, _, _, _, _, _, docs} -> docs
    _ -> nil
  end
end

lines =
  for module <- Enum.sort(modules), docs = documented.(module), not is_nil(docs), reduce: [] do
    lines ->
      members =
        for {{kind, name, arity}, _, _, doc, _} <- docs,
            kind in [:function, :macro, :callback],
            doc != :hidden do
          "#{inspect(module)}.#{name}/#{arity} #{kind}"
        end

      fields =
        if Code.ensure_loaded?(module) and function_exported?(module, :__struct__, 0) do
          names =
            module.__struct__()
            |> Map.keys()
            |> Enum.reject(&(&1 in [:__struct__, :__exception__]))
            |> Enum.sort()

          ["#{inspect(module)} struct #{Enum.join(names, " ")}"]
        else
          []
        end

      lines ++ ["#{inspect(module)} module"] ++ fields ++ Enum.sort(members)
  end

text = Enum.join(lines, "\n") <> "\n"

case System.argv() do
  ["--check"] ->
    if File.read(path) != {:ok, text} do
      IO.puts(:stderr, "docs/api/rustyjson.txt is stale: scripts/parts/elixir.sh gen")
      System.halt(1)
    end

  _ ->
    File.write!(path, text)
end
