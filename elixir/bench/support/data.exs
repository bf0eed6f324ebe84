defmodule Bench.Data do
  @moduledoc false
  # The documents of the benchmark: those that this seeded generator makes (their shapes are described in the
  # README of the data folder's `elixir` part) and, where STELE_DATA has them, canada, citm_catalog and twitter.
  # The text is written here by hand, in a fixed member order, so that no library under test has a part in it.

  @made ~w(settlement openrtb deep wide biglist objs5 objs10 obj1000)
  @others ~w(canada citm_catalog twitter)

  @doc "Names of all documents that can be had here, the large last."
  def names do
    Enum.filter(@others, &File.exists?(other(&1))) ++ (@made -- ["settlement"]) ++ ["settlement"]
  end

  @doc "Compact JSON text of a document."
  def json(name) when name in @made do
    :rand.seed(:exsss, {42, 42, :erlang.phash2(name)})
    IO.iodata_to_binary(make(name))
  end

  def json(name) when name in @others, do: name |> other() |> File.read!() |> compact()

  defp other(name) do
    root = Path.expand("../../..", __DIR__)
    data = System.get_env("STELE_DATA") || Path.expand("../shared/data", root)
    Path.join([data, "json", name <> ".json"])
  end

  # Only the white space between tokens goes: numbers and escapes stay as they stand.
  defp compact(text), do: text |> compact([]) |> IO.iodata_to_binary()

  defp compact(text, acc) do
    case :binary.split(text, "\"") do
      [rest] ->
        [acc, strip(rest)]

      [before, rest] ->
        len = string_length(rest, 0)
        <<string::binary-size(^len), tail::binary>> = rest
        compact(tail, [acc, strip(before), ?", string])
    end
  end

  defp strip(text), do: for(<<c <- text>>, c not in ~c" \t\r\n", into: "", do: <<c>>)

  defp string_length(text, from) do
    case :binary.match(text, ["\"", "\\"], scope: {from, byte_size(text) - from}) do
      {at, 1} -> if :binary.at(text, at) == ?", do: at + 1, else: string_length(text, at + 2)
    end
  end

  defp make("deep") do
    inner = ~s({"value":1})
    Enum.reduce(1..100, inner, fn _, acc -> [~s({"nested":), acc, "}"] end)
  end

  defp make("wide") do
    object(for i <- 0..4999, do: {"key_" <> pad(i, 4), Integer.to_string(i)})
  end

  defp make("obj1000") do
    object(for i <- 0..999, do: {"unique_key_" <> pad(i, 4), string("value #{i}")})
  end

  defp make("biglist") do
    array(
      for n <- 0..49_999 do
        object([
          {"id", Integer.to_string(n)},
          {"name", string("item_#{n}")},
          {"value", float(n * 0.5)}
        ])
      end
    )
  end

  defp make("objs5"), do: array(for n <- 0..9_999, do: object(person(n)))

  defp make("objs10") do
    array(
      for n <- 0..9_999 do
        object(
          person(n) ++
            [
              {"age", Integer.to_string(18 + rem(n * 7, 60))},
              {"city", string(pick(cities()))},
              {"balance", string(decimal(1_000_000))},
              {"created_at", string(instant())},
              {"role", string(pick(~w(admin editor viewer guest)))}
            ]
        )
      end
    )
  end

  defp make("settlement") do
    transactions = for n <- 1..21_850, do: transaction(n)

    object([
      {"report_id", string("stl_" <> hex(8))},
      {"generated_at", string("2026-03-31T23:59:59Z")},
      {"currency", string("EUR")},
      {"transactions", array(transactions)},
      {"totals",
       object([
         {"count", "21850"},
         {"amount", string("87512345.10")},
         {"fee", string("1312685.18")},
         {"net", string("86199659.92")}
       ])}
    ])
  end

  defp make("openrtb") do
    banner =
      object([
        {"w", "300"},
        {"h", "250"},
        {"pos", "1"},
        {"battr", "[1,3,9]"},
        {"api", "[3,5]"}
      ])

    video =
      object([
        {"mimes", ~s(["video/mp4","video/webm"])},
        {"minduration", "5"},
        {"maxduration", "30"},
        {"protocols", "[2,3,5,6]"},
        {"w", "640"},
        {"h", "480"},
        {"linearity", "1"}
      ])

    geo =
      object([
        {"lat", "52.3702"},
        {"lon", "4.8952"},
        {"country", string("NLD")},
        {"city", string("Amsterdam")}
      ])

    device =
      object([
        {"ua",
         string(
           "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
         )},
        {"ip", string("203.0.113.17")},
        {"geo", geo},
        {"os", string("iOS")},
        {"devicetype", "4"},
        {"js", "1"}
      ])

    segments =
      array(
        for i <- 1..3,
            do: object([{"id", string("seg#{i}")}, {"value", float(i * 0.25)}])
      )

    object([
      {"id", string(hex(32))},
      {"at", "2"},
      {"cur", ~s(["EUR"])},
      {"tmax", "120"},
      {"imp",
       array([
         object([
           {"id", string("1")},
           {"banner", banner},
           {"bidfloor", "0.35"},
           {"secure", "1"}
         ]),
         object([{"id", string("2")}, {"video", video}, {"bidfloor", "1.2"}, {"secure", "1"}])
       ])},
      {"site",
       object([
         {"id", string("s-4711")},
         {"domain", string("news.example")},
         {"cat", ~s(["IAB12","IAB12-3"])},
         {"page", string("https://news.example/a/b?c=d")},
         {"publisher", object([{"id", string("p-81")}, {"name", string("Nieuws & Co")}])}
       ])},
      {"device", device},
      {"user",
       object([
         {"id", string(hex(16))},
         {"data",
          array([
            object([{"id", string("dmp")}, {"name", string("profiles")}, {"segment", segments}])
          ])}
       ])},
      {"ext", object([{"sid", string("x1")}, {"test", "false"}])},
      {"regs", object([{"coppa", "0"}, {"ext", object([{"gdpr", "1"}])}])}
    ])
  end

  defp person(n) do
    [
      {"id", Integer.to_string(n)},
      {"name", string("User #{n}")},
      {"active", bool(rem(n, 2) == 0)},
      {"score", float(n * 0.1)},
      {"email", string("user#{n}@example.com")}
    ]
  end

  defp transaction(n) do
    dispute =
      if rem(n, 10) == 0 do
        object([
          {"reason", string(pick(~w(fraud duplicate not_received unrecognised)))},
          {"opened_at", string(instant())},
          {"amount", string(decimal(50_000))}
        ])
      else
        "null"
      end

    note =
      if :rand.uniform() < 0.6,
        do: "null",
        else: string(pick(["ok", "line one\nline two", "said \"yes\"", "path C:\\tmp", "retry\tlater"]))

    metadata =
      object([
        {"batch", Integer.to_string(div(n, 500))},
        {"terminal", string("T" <> hex(6))},
        {"note", note}
      ])

    object([
      {"transaction_id", string("txn_" <> hex(16))},
      {"sequence", Integer.to_string(n)},
      {"merchant",
       object([
         {"id", string("m_" <> pad(:rand.uniform(5_000), 5))},
         {"name", string(merchant())},
         {"mcc", Integer.to_string(4_000 + :rand.uniform(5_000))},
         {"country", string(pick(~w(NL DE FR BE ES IT AT PL)))}
       ])},
      {"amount", string(decimal(1_000_000))},
      {"fee", string(decimal(5_000))},
      {"net", string(decimal(990_000))},
      {"currency", string("EUR")},
      {"fx_rate", "1." <> pad(:rand.uniform(999_999), 6)},
      {"status", string(pick(~w(settled pending reversed held)))},
      {"captured", bool(:rand.uniform() < 0.95)},
      {"refunded", bool(:rand.uniform() < 0.05)},
      {"dispute", dispute},
      {"created_at", string(instant())},
      {"risk_score", float(:rand.uniform())},
      {"metadata", metadata},
      {"tags",
       array(
         for _ <- 1..(:rand.uniform(4) - 1)//1,
             do: string(pick(~w(online recurring mobile vip gift export)))
       )}
    ])
  end

  defp merchant do
    plain = ["Corner Books", "North Tea", "Green Cycle", "Harbour Foods", "Blue Lamp"]
    other = ["Café Zürich", "Œuvre d'Or", "Łódź Rowery", "東京堂"]
    if :rand.uniform() < 0.05, do: pick(other), else: pick(plain) <> " #{:rand.uniform(99)}"
  end

  defp cities, do: ~w(Amsterdam Berlin Paris Madrid Rome Vienna Warsaw Ghent)
  defp bool(true), do: "true"
  defp bool(false), do: "false"
  defp pick(list), do: Enum.at(list, :rand.uniform(length(list)) - 1)
  defp pad(n, width), do: n |> Integer.to_string() |> String.pad_leading(width, "0")
  defp float(f), do: :erlang.float_to_binary(f, [:short])
  defp decimal(max), do: "#{:rand.uniform(max)}.#{pad(:rand.uniform(100) - 1, 2)}"
  defp hex(digits), do: for(_ <- 1..digits, into: "", do: Integer.to_string(:rand.uniform(16) - 1, 16))

  defp instant do
    day = pad(:rand.uniform(28), 2)
    "2026-03-#{day}T#{pad(:rand.uniform(24) - 1, 2)}:#{pad(:rand.uniform(60) - 1, 2)}:00Z"
  end

  defp object(members) do
    ["{", Enum.map_intersperse(members, ",", fn {k, v} -> [string(k), ":", v] end), "}"]
  end

  defp array(items), do: ["[", Enum.intersperse(items, ","), "]"]

  defp string(text) do
    escaped =
      for <<c <- text>>, into: "" do
        case c do
          ?" -> "\\\""
          ?\\ -> "\\\\"
          ?\n -> "\\n"
          ?\t -> "\\t"
          c -> <<c>>
        end
      end

    ["\"", escaped, "\""]
  end
end
