defmodule Bench.User do
  @moduledoc false
  @derive RustyJson.Encoder
  defstruct [:id, :name, :email, :active, :score]
end

defmodule Bench.Line do
  @moduledoc false
  @derive RustyJson.Encoder
  defstruct [:sku, :quantity, :price]
end

defmodule Bench.Order do
  @moduledoc false
  @derive RustyJson.Encoder
  defstruct [:id, :customer, :lines, :paid]
end

defmodule Bench.Tables do
  @moduledoc false
  # Speed: decode and encode per document against E and the peers, structs against maps, :intern against the default.
  import Bench.Table

  def decode(names, options) do
    peers = Bench.Peers.decoders()

    rows =
      for name <- names do
        text = Bench.Data.json(name)
        [{_, ours} | others] = peers
        term = ours.(text)
        for {peer, fun} <- others, do: equal!(fun.(text), term, "#{name}: #{peer} decodes otherwise")
        external = :erlang.term_to_binary(term)
        heap = 2 * :erts_debug.flat_size(term) + 10_000

        entries =
          [
            {"E", fn -> :erlang.binary_to_term(external) end},
            {"E heap", fn -> :erlang.binary_to_term(external) end, [min_heap_size: heap]}
          ] ++ for {peer, fun} <- peers, do: {peer, fn -> fun.(text) end}

        row(name, text, Bench.Measure.alternate(entries, options), peers)
      end

    print("Decode: time of E and RustyJson, RustyJson / E, peers / RustyJson", header(peers), rows)
  end

  def encode(names, options) do
    peers = Bench.Peers.encoders()

    rows =
      for name <- names do
        text = Bench.Data.json(name)
        term = RustyJson.decode!(text)

        for {peer, fun} <- peers,
            do: equal!(:json.decode(fun.(term)), :json.decode(text), "#{name}: #{peer} encodes otherwise")

        entries =
          [
            {"E", fn -> :erlang.term_to_binary(term) end},
            {"E heap", fn -> :erlang.term_to_binary(term) end, [min_heap_size: 100_000]}
          ] ++ for {peer, fun} <- peers, do: {peer, fn -> fun.(term) end}

        row(name, text, Bench.Measure.alternate(entries, options), peers)
      end

    print("Encode: time of E and RustyJson, RustyJson / E, peers / RustyJson", header(peers), rows)
  end

  defp header(peers) do
    ["document", "bytes", "E", "E heap", "RustyJson", "/ E", "/ E heap"] ++
      for {peer, _} <- tl(peers), do: peer
  end

  defp row(name, text, times, peers) do
    ours = times["RustyJson"]

    [
      name,
      Integer.to_string(byte_size(text)),
      time(times["E"]),
      time(times["E heap"]),
      time(ours),
      ratio(ours, times["E"]),
      ratio(ours, times["E heap"])
    ] ++ for {peer, _} <- tl(peers), do: ratio(times[peer], ours)
  end

  def structs(options) do
    users =
      for n <- 1..1000 do
        %Bench.User{id: n, name: "User #{n}", email: "u#{n}@example.com", active: rem(n, 2) == 0, score: n * 0.1}
      end

    orders =
      for n <- 1..1000 do
        lines = for i <- 1..3, do: %Bench.Line{sku: "sku-#{i}", quantity: i, price: i * 1.25}
        %Bench.Order{id: n, customer: Enum.at(users, n - 1), lines: lines, paid: true}
      end

    rows =
      for {name, structs} <- [{"1,000 derived structs", users}, {"three levels of structs", orders}] do
        maps = plain(structs)
        equal!(:json.decode(RustyJson.encode!(structs)), :json.decode(RustyJson.encode!(maps)), name)

        times =
          Bench.Measure.alternate(
            [
              {"maps", fn -> RustyJson.encode!(maps) end},
              {"structs", fn -> RustyJson.encode!(structs) end}
            ],
            options
          )

        [name, time(times["maps"]), time(times["structs"]), ratio(times["structs"], times["maps"])]
      end

    print("Encode derived structs against the same data as maps", ["data", "maps", "structs", "ratio"], rows)
  end

  defp plain(%_{} = struct), do: struct |> Map.from_struct() |> plain()
  defp plain(map) when is_map(map), do: Map.new(map, fn {k, v} -> {k, plain(v)} end)
  defp plain(list) when is_list(list), do: Enum.map(list, &plain/1)
  defp plain(other), do: other

  def intern(options) do
    rows =
      for {objects, keys} <- [{10, 5}, {50, 5}, {100, 5}, {100, 10}, {500, 5}, {1000, 5}, {1000, 10}, {10_000, 5}] do
        text =
          RustyJson.encode!(for i <- 1..objects, do: Map.new(1..keys, fn k -> {"some_key_#{k}", i * k} end))

        equal!(RustyJson.decode!(text, keys: :intern), RustyJson.decode!(text), "intern")

        times =
          Bench.Measure.alternate(
            [
              {"default", fn -> RustyJson.decode!(text) end},
              {"intern", fn -> RustyJson.decode!(text, keys: :intern) end}
            ],
            options
          )

        [
          "#{objects} x #{keys}",
          time(times["default"]),
          time(times["intern"]),
          ratio(times["intern"], times["default"])
        ]
      end

    print("Decode with keys: :intern", ["objects x keys", "default", "intern", "ratio"], rows)
  end

  defp equal!(same, same, _message), do: :ok
  defp equal!(_, _, message), do: raise("not equal before timing: #{message}")
end
