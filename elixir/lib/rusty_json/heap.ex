defmodule RustyJson.Heap do
  @moduledoc false
  # Room on the caller's heap before a large document is read: one collection in advance
  # instead of several on the way, and terms that are written where they stay. Measured in
  # docs/decisions/202: it halves the time of large documents.

  @doc false
  # Runs `fun` with about `words` words free; the process keeps its own minimum.
  def with_room(words, fun) do
    {used, free, _} = usage()

    cond do
      free >= words -> fun.()
      used <= div(words, 4) -> grown(used + words, fun)
      true -> settled(words, fun)
    end
  end

  # What lives is first moved to the old heap. A process that keeps much there would be copied
  # again and again, and would keep the room as well: it gets none.
  defp settled(words, fun) do
    :erlang.garbage_collect(self(), type: :minor)
    :erlang.garbage_collect(self(), type: :minor)
    {used, free, old} = usage()
    if free >= words or old > div(words, 2), do: fun.(), else: grown(used + words, fun)
  end

  defp grown(size, fun) do
    minimum = :erlang.process_flag(:min_heap_size, size)
    :erlang.garbage_collect(self(), type: :minor)

    try do
      fun.()
    after
      :erlang.process_flag(:min_heap_size, minimum)
    end
  end

  defp usage do
    {_, info} = Process.info(self(), :garbage_collection_info)
    used = info[:heap_size] + info[:mbuf_size]
    {used, info[:heap_block_size] - used, info[:old_heap_size]}
  end
end
