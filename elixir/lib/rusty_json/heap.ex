defmodule RustyJson.Heap do
  @moduledoc false
  # Room on the caller's heap before a large document is read: one collection in advance
  # instead of several on the way, and terms that are written where they stay. Measured in
  # docs/decisions/202: it halves the time of large documents. A process that keeps what it
  # decodes gets no room but is collected whole, which leaves its heap the least air (208).

  # words from which a document is worth a collection of everything, and how many such documents a
  # process may hold for it
  @large 131_072
  @collected 16

  @doc false
  # Runs `fun`, which makes about `words` words; the process keeps its own settings.
  def with_room(words, fun) do
    heap = sizes()

    cond do
      heap.block <= div(words, 4) -> grown(heap.block + words, fun)
      heap.young >= 2 * words -> kept(heap, words, fun)
      true -> settled(heap, words, fun)
    end
  end

  # The document before is garbage or is kept: a collection tells.
  defp settled(%{old: old}, words, fun) do
    :erlang.garbage_collect(self(), type: :minor)
    heap = sizes()
    alive = heap.young + max(heap.old - old, 0)
    if alive <= div(words, 2), do: grown(heap.young + words, fun), else: kept(heap, words, fun)
  end

  defp grown(size, fun) do
    with_flag(:min_heap_size, size, fn ->
      :erlang.garbage_collect(self(), type: :minor)
      fun.()
    end)
  end

  # The terms fill what is free and then blocks beside the heap, which the VM moves into it at the end. Moving
  # everything then leaves one heap of the next size; by generations two heaps would each be too large.
  defp kept(heap, words, fun) do
    if words >= @large and heap.young + heap.old <= @collected * words do
      with_flag(:fullsweep_after, 0, fun)
    else
      fun.()
    end
  end

  defp with_flag(flag, value, fun) do
    before = :erlang.process_flag(flag, value)

    try do
      fun.()
    after
      :erlang.process_flag(flag, before)
    end
  end

  # What was alive after the last collection is known; how full the young heap is now is not: the VM hands all that is
  # free of it to the call that asks.
  defp sizes do
    {_, info} = Process.info(self(), :garbage_collection_info)
    %{block: info[:heap_block_size], young: info[:recent_size], old: info[:old_heap_size]}
  end
end
