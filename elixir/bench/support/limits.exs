defmodule Bench.Limits do
  @moduledoc false
  # What a node feels: how long one call into the NIF keeps a normal scheduler, and what stays in memory.
  import Bench.Table

  @doc """
  The longest turn of the calling process on a normal scheduler by the VM's own trace, its longest garbage collection,
  `long_schedule` reports of it, and the delays of a ticking process.
  """
  def scheduler do
    text = Bench.Data.json("settlement")
    report = RustyJson.decode!(text)
    large = List.duplicate(report, 10)
    large_text = RustyJson.encode!(large)
    zipped = RustyJson.encode!(report, compress: :gzip)
    idle = ticks(fn -> Process.sleep(2_000) end)

    jobs = [
      {"idle", fn -> :ok end, idle},
      {"decode 10 MB", fn -> RustyJson.decode!(text) end, nil},
      {"encode 10 MB", fn -> RustyJson.encode!(report) end, nil},
      {"term_to_binary, the same", fn -> :erlang.term_to_binary(report) end, nil},
      {"encode 10 MB, gzip", fn -> RustyJson.encode!(report, compress: :gzip) end, nil},
      {"gunzip and decode 10 MB", fn -> RustyJson.decode!(zipped, decompress: :gzip) end, nil},
      {"decode 100 MB", fn -> RustyJson.decode!(large_text) end, nil},
      {"encode 100 MB", fn -> RustyJson.encode!(large) end, nil},
      {"encode 10 MB, scheduler: :yield", fn -> RustyJson.encode!(report, scheduler: :yield) end, nil}
    ]

    rows =
      for {name, fun, known} <- jobs do
        seen = watched(fun)
        {p50, p99, max} = known || ticks(fun)
        over = Enum.count(seen.turns, &(&1 > 1_000))
        times = ["#{Enum.max([0 | seen.turns])} us", "#{over}", "#{seen.gc} us", "#{seen.long}"]
        [name, "#{length(seen.turns)}"] ++ times ++ ["#{p50} us", "#{p99} us", "#{max} us"]
      end

    header = ["job", "turns", "longest", "over 1 ms", "longest GC", "long_schedule", "tick p50", "p99", "max"]

    print(
      "Scheduler: turns of the caller on a normal scheduler without its GC, delays of a process that sleeps 1 ms",
      header,
      rows
    )
  end

  # When the VM gives the process to a scheduler and takes it back, and when it collects; turns on dirty schedulers, number
  # 0, do not count. The data of the job is in the old heap before. The process ends when nobody looks any more: giving back
  # its heap is one turn, and long.
  defp watched(fun) do
    parent = self()

    collector =
      spawn_link(fn ->
        collect(parent, %{turns: [], gc: 0, long: 0, since: nil, gc_since: nil, gc_inside: 0})
      end)

    {pid, monitor} =
      spawn_monitor(fn ->
        :erlang.garbage_collect()

        receive do
          :go -> fun.()
        end

        send(parent, {:ready, self()})

        receive do
          :end -> :ok
        end
      end)

    :erlang.trace(pid, true, [
      :running,
      :garbage_collection,
      :scheduler_id,
      :monotonic_timestamp,
      {:tracer, collector}
    ])

    :erlang.system_monitor(collector, [{:long_schedule, 1}])
    send(collector, {:watch, pid})
    send(pid, :go)

    receive do
      {:ready, ^pid} -> :ok
      {:DOWN, ^monitor, :process, ^pid, reason} -> exit(reason)
    end

    Process.sleep(50)
    :erlang.trace(pid, false, [:all])
    :erlang.system_monitor(:undefined)
    send(pid, :end)
    send(collector, {:done, self()})

    receive do
      {:watched, seen} -> seen
    end
  end

  defp collect(parent, seen, watched \\ nil) do
    receive do
      {:watch, pid} ->
        collect(parent, seen, pid)

      {:trace_ts, _, :in, _, scheduler, at} when scheduler > 0 ->
        collect(parent, %{seen | since: at, gc_inside: 0}, watched)

      {:trace_ts, _, out, _, scheduler, at}
      when out in [:out, :out_exiting] and scheduler > 0 and seen.since != nil ->
        turn = us(at - seen.since - seen.gc_inside)
        collect(parent, %{seen | turns: [turn | seen.turns], since: nil}, watched)

      {:trace_ts, _, start, _, _, at} when start in [:gc_minor_start, :gc_major_start] ->
        collect(parent, %{seen | gc_since: at}, watched)

      {:trace_ts, _, done, _, scheduler, at}
      when done in [:gc_minor_end, :gc_major_end] and seen.gc_since != nil ->
        time = at - seen.gc_since
        inside = if scheduler > 0, do: time, else: 0
        longest = max(seen.gc, us(time))
        collect(parent, %{seen | gc: longest, gc_since: nil, gc_inside: seen.gc_inside + inside}, watched)

      {:monitor, pid, :long_schedule, _info} ->
        collect(parent, %{seen | long: seen.long + if(pid == watched, do: 1, else: 0)}, watched)

      {:done, ^parent} ->
        send(parent, {:watched, seen})

      _ ->
        collect(parent, seen, watched)
    end
  end

  defp us(native), do: System.convert_time_unit(native, :native, :microsecond)

  defp ticks(fun) do
    ticker = spawn_link(fn -> tick([]) end)
    for _ <- 1..3, do: Bench.Measure.isolated(fun)
    send(ticker, {:stop, self()})

    delays =
      receive do
        {:ticks, list} -> Enum.sort(list)
      end

    at = fn q -> Enum.at(delays, min(length(delays) - 1, trunc(length(delays) * q))) || 0 end
    {at.(0.5), at.(0.99), List.last(delays) || 0}
  end

  defp tick(acc) do
    start = System.monotonic_time(:microsecond)

    receive do
      {:stop, from} -> send(from, {:ticks, acc})
    after
      1 -> tick([System.monotonic_time(:microsecond) - start - 1_000 | acc])
    end
  end

  @doc """
  `:erlang.memory(:total)` after minus before ten kept results, divided by ten, in a fresh process. What is encoded is no
  data of that process (`:persistent_term`): else the collections that ten large binaries bring on move it to
  a larger heap, and that would be counted. The last column has it so, for `term_to_binary` too.
  """
  def memory(names) do
    rows =
      for name <- names do
        text = Bench.Data.json(name)
        term = RustyJson.decode!(text)
        :persistent_term.put(__MODULE__, term)
        decode = kept(fn -> RustyJson.decode!(text) end)
        encode = kept(fn -> RustyJson.encode!(:persistent_term.get(__MODULE__)) end)
        own = kept(fn -> RustyJson.encode!(term) end)
        external = kept(fn -> :erlang.term_to_binary(term) end)
        [name | Enum.map([byte_size(text), decode, encode, own, external], &megabytes/1)]
      end

    header = ["document", "text", "decode", "encode", "encode, own data", "term_to_binary, own data"]
    print("Memory in MB a kept result", header, rows)
  end

  defp kept(fun) do
    :erlang.garbage_collect()

    Bench.Measure.isolated(fn ->
      before = settled_memory()
      results = for _ <- 1..10, do: fun.()
      used = settled_memory() - before
      length(results) == 10 && max(used, 0) / 10
    end)
  end

  # Blocks that another thread freed are counted until their own thread has seen to them.
  defp settled_memory do
    Process.sleep(200)
    :erlang.memory(:total)
  end
end
