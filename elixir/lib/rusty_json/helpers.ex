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

    vars = Macro.generate_arguments(length(pairs), __MODULE__)
    members = Enum.zip(Keyword.keys(pairs), vars)

    quote do
      {unquote_splicing(vars)} = {unquote_splicing(Keyword.values(pairs))}
      unquote(fragment(members))
    end
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

    vars = Macro.generate_arguments(length(keys), __MODULE__)
    members = Enum.zip(keys, vars)

    quote do
      case unquote(map) do
        %{unquote_splicing(members)} ->
          unquote(fragment(members))

        other ->
          raise ArgumentError, "expected a map with keys: #{unquote(inspect(keys))}, got: #{inspect(other)}"
      end
    end
  end

  defp fragment(members) do
    opts = Macro.var(:opts, __MODULE__)

    text =
      for {{name, var}, at} <- Enum.with_index(members) do
        open = if at == 0, do: "{", else: ","

        quote do: [
                unquote(open),
                unquote(Codegen.key_code(name, opts)),
                RustyJson.Encode.value(unquote(var), unquote(opts))
              ]
      end

    text = if text == [], do: ["{}"], else: text ++ ["}"]

    quote do
      %Fragment{
        encode: fn unquote(opts) ->
          _ = unquote(opts)
          unquote(text)
        end
      }
    end
  end
end
