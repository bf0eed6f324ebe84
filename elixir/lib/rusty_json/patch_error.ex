defmodule RustyJson.PatchError do
  @moduledoc """
  An operation of a patch that cannot be applied: `:message`, its `:index` from 0 and the `:operation` itself.
  """

  defexception [:message, :index, :operation]

  @type t :: %__MODULE__{message: String.t(), index: non_neg_integer | nil, operation: term}
end
