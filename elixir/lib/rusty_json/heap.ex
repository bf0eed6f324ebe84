defmodule RustyJson.Heap do
  @moduledoc false
  # Room on the caller's heap before a large document is read: one collection in advance
  # instead of several on the way, and terms that are written where they stay. Measured in
  # docs/decisions/202: it halves the time of large documents.

  @doc false
  # Runs `fun` with about `words` words free; the process keeps its own minimum.
  def with_room(words, fun) do
    {used, free} = usage()

    if free >= words do
      fun.()
    else
      used = if used > div(words, 4), do: collected(), else: used
      old = :erlang.process_flag(:min_heap_size, used + words)
      :erlang.garbage_collect(self(), type: :minor)

      try do
        fun.()
      after
        :erlang.process_flag(:min_heap_size, old)
      end
    end
  end

  # what lives on the young heap after a collection
  defp collected do
    :erlang.garbage_collect(self(), type: :minor)
    elem(usage(), 0)
  end

  defp usage do
    {_, info} = Process.info(self(), :garbage_collection_info)
    used = info[:heap_size] + info[:mbuf_size]
    {used, info[:heap_block_size] - used}
  end
end
