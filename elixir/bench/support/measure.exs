defmodule Bench.Measure do
  @moduledoc false
  # Times functions against one another: every round runs each of them once, in a fresh process of default heap, in
  # an order that rotates; the figure is the median over the rounds. Only ratios within one run mean anything.

  @doc """
  `entries` are `{name, fun}` or `{name, fun, spawn_options}`. Gives `%{name => median nanoseconds of one call}`.
  """
  def alternate(entries, opts \\ []) do
    rounds = Keyword.get(opts, :rounds, 15)
    entries = Enum.map(entries, &normalise/1)
    counted = Enum.map(entries, fn {name, fun, spawn} -> {name, fun, spawn, calls(fun, spawn)} end)

    samples =
      for round <- 1..rounds, {name, fun, spawn, calls} <- rotate(counted, round) do
        {name, sample(fun, calls, spawn)}
      end

    samples
    |> Enum.group_by(&elem(&1, 0), &elem(&1, 1))
    |> Map.new(fn {name, times} -> {name, median(times)} end)
  end

  def median(times) do
    sorted = Enum.sort(times)
    Enum.at(sorted, div(length(sorted), 2))
  end

  @doc "Runs `fun` in a process of its own and gives its result."
  def isolated(fun, spawn_options \\ []) do
    parent = self()
    ref = make_ref()
    {pid, monitor} = :erlang.spawn_opt(fn -> send(parent, {ref, fun.()}) end, [:monitor | spawn_options])

    receive do
      {^ref, result} ->
        Process.demonitor(monitor, [:flush])
        result

      {:DOWN, ^monitor, :process, ^pid, reason} ->
        exit(reason)
    end
  end

  defp normalise({name, fun}), do: {name, fun, []}
  defp normalise({name, fun, spawn}), do: {name, fun, spawn}

  defp rotate(list, n) do
    {front, back} = Enum.split(list, rem(n, length(list)))
    back ++ front
  end

  # enough calls that one sample takes some 4 ms
  defp calls(fun, spawn) do
    once = max(sample(fun, 2, spawn), 1)
    max(1, min(5_000, div(4_000_000, round(once))))
  end

  defp sample(fun, calls, spawn) do
    isolated(
      fn ->
        start = System.monotonic_time(:nanosecond)
        repeat(fun, calls)
        (System.monotonic_time(:nanosecond) - start) / calls
      end,
      spawn
    )
  end

  defp repeat(_fun, 0), do: :ok

  defp repeat(fun, n) do
    fun.()
    repeat(fun, n - 1)
  end
end

defmodule Bench.Table do
  @moduledoc false
  # Plain text tables for a terminal and for a report.

  def print(title, header, rows) do
    table = [header | rows]
    widths = table |> Enum.zip_with(fn column -> column |> Enum.map(&String.length/1) |> Enum.max() end)

    IO.puts("\n" <> title)

    for row <- table do
      row
      |> Enum.zip(widths)
      |> Enum.with_index(fn
        {cell, width}, 0 -> String.pad_trailing(cell, width)
        {cell, width}, _ -> String.pad_leading(cell, width)
      end)
      |> Enum.join("  ")
      |> IO.puts()
    end

    :ok
  end

  def time(nil), do: "-"
  def time(ns) when ns < 100_000, do: "#{round2(ns / 1_000)} us"
  def time(ns), do: "#{round2(ns / 1_000_000)} ms"

  def ratio(_, nil), do: "-"
  def ratio(nil, _), do: "-"
  def ratio(a, b), do: round2(a / b)

  def megabytes(bytes), do: round2(bytes / 1_000_000)

  defp round2(x), do: :erlang.float_to_binary(x / 1, decimals: 2)
end

defmodule Bench.Peers do
  @moduledoc false
  # The libraries that are compared, those that this machine has.

  def decoders do
    [
      {"RustyJson", &RustyJson.decode!/1},
      {"OTP json", :json, &(&1 |> :json.decode(:ok, %{null: nil}) |> elem(0))},
      {"jiffy", :jiffy, &:jiffy.decode(&1, [:return_maps, :use_nil])},
      {"Jason", Jason, &apply(Jason, :decode!, [&1])}
    ]
    |> available()
  end

  def encoders do
    [
      {"RustyJson", &RustyJson.encode!/1},
      {"OTP json", :json, &(&1 |> :json.encode(otp_encoder()) |> IO.iodata_to_binary())},
      {"jiffy", :jiffy, &(&1 |> :jiffy.encode([:use_nil]) |> IO.iodata_to_binary())},
      {"Jason", Jason, &apply(Jason, :encode!, [&1])}
    ]
    |> available()
  end

  # Erlang's null is the atom null; Elixir's is nil
  defp otp_encoder do
    fn
      nil, _ -> "null"
      term, encode -> :json.encode_value(term, encode)
    end
  end

  # Debian puts jiffy beside OTP's own applications
  defp available(entries) do
    for path <- Path.wildcard(Path.join(:code.lib_dir(), "jiffy*/ebin")), do: Code.append_path(path)

    Enum.flat_map(entries, fn
      {name, fun} -> [{name, fun}]
      {name, module, fun} -> if Code.ensure_loaded?(module), do: [{name, fun}], else: []
    end)
  end
end
