defmodule RustyJson.Layouts do
  @moduledoc false
  # The member layouts of structs with a derived encoder, by module: what the native writer needs to write them as fast as
  # maps. Learned when the first such struct is met, forgotten when a derived encoder is loaded anew (its @on_load), so a
  # changed `:only` list takes effect with the code that holds it.

  @type layout :: [{field :: atom, key :: binary, omit_nil :: boolean}]

  @doc false
  @spec all() :: %{module => layout}
  def all, do: :persistent_term.get(__MODULE__, %{})

  @doc false
  @spec learn(module, layout) :: :ok
  def learn(module, layout), do: :persistent_term.put(__MODULE__, Map.put(all(), module, layout))
end
