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

  defp resident do
    "/proc/self/statm"
    |> File.read!()
    |> String.split()
    |> Enum.at(1)
    |> String.to_integer()
    |> Kernel.*(4096)
  end
end
