defmodule RustyJson.Sigil do
  @moduledoc ~S"""
  The sigils `~j` and `~J`: JSON in source code.

      iex> import RustyJson.Sigil
      iex> ~j({"name": "tea", "tags": ["a", "b"]})
      %{"name" => "tea", "tags" => ["a", "b"]}
      iex> ~J({"id": 1})a
      %{id: 1}

  Without interpolation the text is read when the module is compiled, and the term stands in the compiled code; text that
  is not JSON is a compile error. `~j` with interpolation reads at run time. The text is raw either way: escapes are
  those of JSON.

  | modifier | option |
  |---|---|
  | `a` | `keys: :atoms` |
  | `A` | `keys: :atoms!` |
  | `r` | `strings: :reference` |
  | `c` | `strings: :copy` |
  """

  @doc "JSON with interpolation; see the module."
  defmacro sigil_j(term, modifiers)

  defmacro sigil_j({:<<>>, _meta, [text]}, modifiers) when is_binary(text), do: literal(text, modifiers)

  defmacro sigil_j(text, modifiers) do
    options = options(modifiers)
    quote do: RustyJson.decode!(unquote(text), unquote(options))
  end

  @doc "JSON without interpolation; see the module."
  defmacro sigil_J(term, modifiers)

  defmacro sigil_J({:<<>>, _meta, [text]}, modifiers) when is_binary(text), do: literal(text, modifiers)

  defp literal(text, modifiers) do
    text |> RustyJson.decode!(options(modifiers)) |> Macro.escape()
  end

  defp options(modifiers), do: Enum.map(modifiers, &option/1)

  defp option(?a), do: {:keys, :atoms}
  defp option(?A), do: {:keys, :atoms!}
  defp option(?r), do: {:strings, :reference}
  defp option(?c), do: {:strings, :copy}
  defp option(other), do: raise(ArgumentError, "unknown sigil modifier #{inspect(<<other>>)}")
end
