defmodule Bench.Limits do
  @moduledoc false
  # What a node feels: how long one call into the NIF keeps a normal scheduler, and what stays in memory.
  import Bench.Table

  @doc "Longest NIF slice per function by the tracer's clock, long_schedule reports, delays of a ticking process."
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
      {"encode 10 MB, gzip", fn -> RustyJson.encode!(report, compress: :gzip) end, nil},
      {"gunzip and decode 10 MB", fn -> RustyJson.decode!(:zlib.gunzip(zipped)) end, nil},
      {"decode 100 MB", fn -> RustyJson.decode!(large_text) end, nil},
      {"encode 100 MB", fn -> RustyJson.encode!(large) end, nil},
      {"encode 10 MB, scheduler: :yield", fn -> RustyJson.encode!(report, scheduler: :yield) end, nil}
    ]

    rows =
      for {name, fun, known} <- jobs do
        {slices, long} = watched(fun)
        {p50, p99, max} = known || ticks(fun)
        {normal, calls} = slices
        [name, "#{calls}", "#{normal} us", "#{long}", "#{p50} us", "#{p99} us", "#{max} us"]
      end

    header = ["job", "calls", "longest on a normal scheduler", "long_schedule", "tick p50", "p99", "max"]
    print("Scheduler: slices of NIF calls (target under 1,000 us), delays of a process that sleeps 1 ms", header, rows)
  end

  # Calls into RustyJson.Native on normal schedulers, traced with monotonic stamps; dirty calls are told by name.
  defp watched(fun) do
    module = RustyJson.Native
    Code.ensure_loaded!(module)
    parent = self()
    collector = spawn_link(fn -> collect(parent, %{}, {0, 0}, 0) end)
    :erlang.system_monitor(collector, [{:long_schedule, 1}])
    for {name, arity} <- module.module_info(:exports), do: traced({module, name, arity}, dirty?(name))

    Bench.Measure.isolated(fn ->
      :erlang.trace(self(), true, [:call, :arity, :monotonic_timestamp, {:tracer, collector}])
      fun.()
      :erlang.trace(self(), false, [:call])
    end)

    :erlang.trace_pattern({module, :_, :_}, false, [:local])
    :erlang.system_monitor(:undefined)
    Process.sleep(50)
    send(collector, {:done, self()})

    receive do
      {:watched, slices, long} -> {slices, long}
    end
  end

  # The end of a dirty call is not asked for: the message would carry a copy of its result.
  defp traced(function, true), do: :erlang.trace_pattern(function, [{:_, [], []}], [:local])
  defp traced(function, false), do: :erlang.trace_pattern(function, [{:_, [], [{:return_trace}]}], [:local])

  defp dirty?(name), do: name |> Atom.to_string() |> String.ends_with?("_dirty")

  defp collect(parent, open, {longest, calls} = slices, long) do
    receive do
      {:trace_ts, pid, :call, {_, name, _}, at} ->
        open = if dirty?(name), do: open, else: Map.put(open, pid, {name, at})
        collect(parent, open, {longest, calls + 1}, long)

      {:trace_ts, pid, :return_from, {_, name, _}, _, at} ->
        {{^name, start}, open} = Map.pop(open, pid, {name, at})
        us = System.convert_time_unit(at - start, :native, :microsecond)
        collect(parent, open, {max(longest, us), calls}, long)

      {:monitor, _pid, :long_schedule, _info} ->
        collect(parent, open, slices, long + 1)

      {:done, ^parent} ->
        send(parent, {:watched, slices, long})

      _ ->
        collect(parent, open, slices, long)
    end
  end

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

  @doc "`:erlang.memory(:total)` after minus before ten kept results, divided by ten, in a fresh process."
  def memory(names) do
    rows =
      for name <- names do
        text = Bench.Data.json(name)
        term = RustyJson.decode!(text)
        decode = kept(fn -> RustyJson.decode!(text) end)
        encode = kept(fn -> RustyJson.encode!(term) end)
        [name, megabytes(byte_size(text)), megabytes(decode), megabytes(encode)]
      end

    print("Memory in MB a kept result", ["document", "text", "decode", "encode"], rows)
  end

  defp kept(fun) do
    :erlang.garbage_collect()

    Bench.Measure.isolated(fn ->
      before = :erlang.memory(:total)
      results = for _ <- 1..10, do: fun.()
      used = :erlang.memory(:total) - before
      length(results) == 10 && max(used, 0) / 10
    end)
  end
end
