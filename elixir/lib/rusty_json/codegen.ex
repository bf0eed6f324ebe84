defmodule RustyJson.Codegen do
  @moduledoc false
  # Compile time: derive options -> fields and names of a struct, and literal keys for the helpers.

  alias RustyJson.EncodeError

  @options [:only, :except, :keys, :rename, :omit_nil]
  @cases [:camel_case, :pascal_case, :snake_case, :kebab_case, :screaming_snake_case]

  @doc false
  # `{[{field, name}], omit_nil}` in the order in which they are written
  def fields(struct, options) do
    check_options(options)
    fields = struct |> Map.keys() |> List.delete(:__struct__)
    check_rename(options[:rename], fields)
    fields = for field <- chosen(fields, options[:only], options[:except]), do: {field, name(field, options)}
    check_names(fields)
    {fields, Keyword.get(options, :omit_nil, false) == true}
  end

  defp check_options(options) do
    case Keyword.keys(options) -- @options do
      [] ->
        :ok

      unknown ->
        raise ArgumentError, "unknown derive options #{inspect(unknown)}, expected #{inspect(@options)}"
    end

    for name <- [:only, :except], given = options[name], not is_list(given) do
      raise ArgumentError, "invalid #{inspect(name)} option #{inspect(given)}, expected a list of fields"
    end

    if options[:only] && options[:except] do
      raise ArgumentError, "`:only` and `:except` cannot both be given"
    end

    case Keyword.get(options, :omit_nil, false) do
      given when is_boolean(given) -> :ok
      given -> raise ArgumentError, "invalid :omit_nil option #{inspect(given)}, expected true or false"
    end
  end

  defp check_rename(nil, _), do: :ok

  defp check_rename(rename, fields) do
    named? = fn {_, name} -> is_binary(name) or (is_atom(name) and name != nil) end

    unless Keyword.keyword?(rename) and Enum.all?(rename, named?) do
      raise ArgumentError, "invalid :rename option #{inspect(rename)}, expected `[field: \"name\"]`"
    end

    known(Keyword.keys(rename), fields, :rename)
  end

  defp chosen(fields, nil, nil), do: fields
  defp chosen(fields, only, nil), do: known(only, fields, :only)
  defp chosen(fields, nil, except), do: fields -- known(except, fields, :except)

  defp known(keys, fields, option) do
    case keys -- fields do
      [] ->
        keys

      unknown ->
        raise ArgumentError,
              "`:#{option}` specified keys (#{inspect(unknown)}) that are not defined in defstruct: #{inspect(fields)}"
    end
  end

  defp name(field, options) do
    case Keyword.fetch(options[:rename] || [], field) do
      {:ok, name} -> to_string(name)
      :error -> in_case(Atom.to_string(field), options[:keys])
    end
  end

  defp in_case(name, nil), do: name
  defp in_case(name, :snake_case), do: name |> words() |> Enum.join("_")
  defp in_case(name, :screaming_snake_case), do: name |> words() |> Enum.join("_") |> String.upcase()
  defp in_case(name, :kebab_case), do: name |> words() |> Enum.join("-")
  defp in_case(name, :pascal_case), do: name |> words() |> Enum.map_join(&String.capitalize/1)

  defp in_case(name, :camel_case) do
    [first | rest] = words(name)
    first <> Enum.map_join(rest, &String.capitalize/1)
  end

  defp in_case(_name, other) do
    raise ArgumentError, "invalid :keys option #{inspect(other)}, expected one of #{inspect(@cases)}"
  end

  defp words(name), do: name |> Macro.underscore() |> String.split("_", trim: true) |> first_if_none(name)

  defp first_if_none([], name), do: [name]
  defp first_if_none(words, _name), do: words

  defp check_names(fields) do
    names = Enum.map(fields, &elem(&1, 1))
    Enum.each(names, &literal_key/1)

    case names -- Enum.uniq(names) do
      [] -> :ok
      [name | _] -> raise ArgumentError, "two fields have the same name: #{inspect(name)}"
    end
  end

  @doc """
  The text of a member name. Names that some mode would escape beyond `<`, `>` and `&` are refused.
  """
  def literal_key(name) do
    text = to_string(name)

    for <<byte <- text>>, byte < 0x20 or byte > 0x7E or byte in ~c"\"\\/" do
      hex = byte |> Integer.to_string(16) |> String.pad_leading(2, "0")
      raise EncodeError, "invalid byte 0x#{hex} in literal key: #{inspect(text)}"
    end

    text
  end
end
