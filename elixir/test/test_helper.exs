Code.require_file("support/gen.exs", __DIR__)
Code.require_file("support/plain.exs", __DIR__)

# STELE_FILTER keeps the tests whose names contain it; STELE_LONG=1 runs the long laws.
filter =
  case System.get_env("STELE_FILTER") do
    text when text in [nil, ""] -> []
    text -> [exclude: [:test], include: [test: Regex.compile!(Regex.escape(text))]]
  end

long = if System.get_env("STELE_LONG") == "1", do: [], else: [:long]
exclude = long ++ Keyword.get(filter, :exclude, [])
# `capture_log` needs it, and older versions of ExUnit do not start it
{:ok, _} = Application.ensure_all_started(:logger)
ExUnit.start(exclude: exclude, include: Keyword.get(filter, :include, []), capture_log: true)
