# elixir/bench/run.exs [decode | encode | structs | intern | published | scheduler | memory | all] [NAME...] [--rounds N]
#
# The benchmark of RustyJson. E is the BEAM's own binary_to_term or term_to_binary of the same terms in the same run, in a
# process of default heap ("E heap": in a process that starts with heap enough). Equality is checked before anything is
# timed. Absolute figures belong to this machine; only the ratios of one run mean anything.

for file <- ~w(data measure tables published limits) do
  Code.require_file("support/#{file}.exs", __DIR__)
end

{options, words, unknown} =
  OptionParser.parse(System.argv(), strict: [rounds: :integer, help: :boolean], aliases: [h: :help])

{what, names} = List.pop_at(words, 0, "all")
names = if names == [], do: Bench.Data.names(), else: names
known = ~w(decode encode structs intern published scheduler memory all)

usage = """
usage: ./run bench elixir [TABLE] [DOCUMENT...] [--rounds N]
  tables:    #{Enum.join(known, " ")} (all when none is named)
  documents: #{Enum.join(Bench.Data.names(), " ")}
"""

cond do
  options[:help] ->
    IO.puts(usage)
    System.halt(0)

  what not in known or unknown != [] ->
    IO.puts(
      :stderr,
      "unknown: #{Enum.join(Enum.map(unknown, &elem(&1, 0)) ++ ([what] -- known), " ")}\n" <> usage
    )

    System.halt(2)

  true ->
    :ok
end

wanted? = &(what in [&1, "all"])
IO.puts("Elixir #{System.version()}, OTP #{System.otp_release()}, #{System.schedulers_online()} schedulers")

if wanted?.("decode"), do: Bench.Tables.decode(names, options)
if wanted?.("encode"), do: Bench.Tables.encode(names, options)
if wanted?.("structs"), do: Bench.Tables.structs(options)
if wanted?.("intern"), do: Bench.Tables.intern(options)
if wanted?.("published"), do: Bench.Published.all(options)
if wanted?.("scheduler"), do: Bench.Limits.scheduler()
if wanted?.("memory"), do: Bench.Limits.memory(names)
