defmodule RustyJson.Stream do
  @moduledoc false
  @type decoder :: map
  @type decode_option :: term
  def new_decoder(options), do: %{options: options}
  def feed(state, _chunk), do: {:ok, [], state}
  def finish(_state), do: {:ok, []}
end
