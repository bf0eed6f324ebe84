defmodule RustyJson.MemoryTest do
  # Alone: the atoms and the resident memory of the whole VM are counted.
  use ExUnit.Case, async: false

  test "6 atoms [W]: strings as keys make none; an interned name is bounded" do
    text = "[" <> Enum.map_join(1..20_000, ",", &~s({"never_an_atom_#{&1}":1})) <> "]"
    before = :erlang.system_info(:atom_count)
    assert length(RustyJson.decode!(text, keys: :intern)) == 20_000
    assert :erlang.system_info(:atom_count) - before < 100
  end

  # a reading that is not there would be a test that cannot fail
  @tag skip: not File.exists?("/proc/self/statm")
  test "6 native heap [W]: errors and paused walks leave nothing behind" do
    bad = [String.duplicate("x", 10_000), [1 | 2]]

    growths =
      for _ <- 1..5 do
        before = resident()
        for _ <- 1..2_000, do: {:error, _} = RustyJson.encode(bad)
        for _ <- 1..5_000, do: {:error, _} = RustyJson.decode("[\"abc\",{\"a\":[1,2,")
        :erlang.garbage_collect()
        resident() - before
      end

    # A walk left behind is 10 KB, so every round would grow by 20 MB; an allocator's carrier grows in some round only.
    assert Enum.min(growths) < 5_000_000, "bytes per round: #{inspect(growths)}"
  end

  # The process's own memory, which nothing else in the VM changes; heaps of this size go up by a fifth.
  test "6 decoding [W]: a process that keeps large results has at most a quarter of air in its heap" do
    item = fn n -> ~s({"id":#{n},"name":"item #{n}","state":"open","price":#{n}.5,"tags":["a","b"]}) end
    text = "[" <> Enum.map_join(1..40_000, ",", item) <> "]"

    for kept <- [3, 6] do
      task =
        Task.async(fn ->
          results = for _ <- 1..kept, do: RustyJson.decode!(text)
          {_, memory} = Process.info(self(), :memory)
          {memory, :erts_debug.size_shared(results) * 8}
        end)

      {memory, terms} = Task.await(task, 60_000)
      assert memory < terms * 1.25, "#{kept} results: #{memory} bytes for #{terms} of terms"
    end
  end

  test "6 decoding [W]: the flags of the calling process are as they were" do
    text = "[" <> Enum.map_join(1..60_000, ",", &~s("#{&1}")) <> "]"
    flags = fn -> Process.info(self(), :garbage_collection) |> elem(1) |> Keyword.take([:fullsweep_after]) end
    before = flags.()
    kept = for _ <- 1..4, do: RustyJson.decode!(text)
    assert {:error, _} = RustyJson.decode(text <> "]")
    assert length(kept) == 4 and flags.() == before
  end

  test "6 decoding [W]: short strings that come again in a large document are one term" do
    text = "[" <> Enum.map_join(1..5_000, ",", fn _ -> ~s("EUR","fifteen letters","caf\\u00e9") end) <> "]"
    [euro, fifteen, cafe | _] = all = RustyJson.decode!(text)
    assert [euro, fifteen, cafe] == ["EUR", "fifteen letters", "café"]
    assert length(all) == 15_000
    # two words a cell, and a few terms
    assert :erts_debug.size_shared(all) < 15_000 * 2 + 100
    assert all == Enum.flat_map(1..5_000, fn _ -> ["EUR", "fifteen letters", "café"] end)
  end

  test "6 decoding [W]: strings that differ in length or in one byte are never mistaken for one another" do
    strings =
      for n <- 1..30_000 do
        size = rem(n, 17)
        String.duplicate(<<rem(n, 3) + ?a>>, size) <> if(rem(n, 5) == 0, do: "\0", else: "")
      end

    assert RustyJson.decode!(RustyJson.encode!(strings)) == strings
    unique = for n <- 1..30_000, do: Integer.to_string(n * 7_919)
    mixed = Enum.zip_with(strings, unique, &[&1, &2]) |> Enum.concat()
    assert RustyJson.decode!(RustyJson.encode!(mixed)) == mixed
  end

  defp resident do
    "/proc/self/statm"
    |> File.read!()
    |> String.split()
    |> Enum.at(1)
    |> String.to_integer()
    |> Kernel.*(4096)
  end
end
