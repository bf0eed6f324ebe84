defmodule Bench.Published do
  @moduledoc false
  # The tables of the original project's pages, theirs (Apple M1 Pro, Elixir 1.19, OTP 28) beside ours on this machine. Their
  # reports of about 10 MB are not at hand: our `settlement` has the size and the kind of members.
  import Bench.Table

  @single [
    {"settlement, encode", "settlement", :encode, "21-24 ms", "104-131 ms"},
    {"settlement, decode", "settlement", :decode, "50-61 ms", "119-152 ms"},
    {"round trip canada", "canada", :both, "14 ms", "48 ms"},
    {"round trip citm", "citm_catalog", :both, "6 ms", "14 ms"},
    {"round trip twitter", "twitter", :both, "4 ms", "9 ms"},
    {"decode canada", "canada", :decode, "6.55 ms", "-"},
    {"decode citm", "citm_catalog", :decode, "3.09 ms", "-"},
    {"decode twitter", "twitter", :decode, "2.33 ms", "-"},
    {"decode 50,000 items", "biglist", :decode, "16.0 ms", "-"},
    {"decode 100 levels", "deep", :decode, "6.75 us", "-"},
    {"decode 5,000 keys", "wide", :decode, "0.61 ms", "-"}
  ]

  def all(options) do
    have = Bench.Data.names()

    rows =
      for {title, name, what, theirs, jason} <- @single, name in have do
        text = Bench.Data.json(name)
        term = RustyJson.decode!(text)
        work = work(what, text, term)
        otp = otp(what, text, term)
        times = Bench.Measure.alternate([{"ours", work}, {"otp", otp}], options)
        [title, time(times["ours"]), "#{reductions(work)}", time(times["otp"]), theirs, jason]
      end

    header = ["", "ours", "reductions", "OTP json here", "RustyJson published", "Jason published"]
    print("Published tables: ours, OTP's :json on this machine, and the figures of the pages", header, rows)
  end

  defp work(:encode, _, term), do: fn -> RustyJson.encode!(term) end
  defp work(:decode, text, _), do: fn -> RustyJson.decode!(text) end
  defp work(:both, text, _), do: fn -> text |> RustyJson.decode!() |> RustyJson.encode!() end

  defp otp(:encode, _, term), do: fn -> IO.iodata_to_binary(:json.encode(term)) end
  defp otp(:decode, text, _), do: fn -> :json.decode(text) end
  defp otp(:both, text, _), do: fn -> text |> :json.decode() |> :json.encode() |> IO.iodata_to_binary() end

  # The least of some calls: what the process does otherwise counts too.
  defp reductions(work) do
    Enum.min(
      for _ <- 1..5 do
        Bench.Measure.isolated(fn ->
          {_, before} = Process.info(self(), :reductions)
          work.()
          {_, now} = Process.info(self(), :reductions)
          now - before
        end)
      end
    )
  end
end
