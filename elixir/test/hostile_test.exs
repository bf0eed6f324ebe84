defmodule RustyJson.HostileTest do
  use ExUnit.Case, async: true
  # Input that wants to hurt: it must be answered, quickly, and leave nothing behind.

  alias RustyJson.DecodeError

  @document ~s({"a":[1,-2.5e3,true,null,"x\\n\\u00e9\\ud83d\\ude00é"],"b":{"c":{},"d":[[]]}})

  test "8 hostile [W]: truncated everywhere" do
    for size <- 0..(byte_size(@document) - 1) do
      part = binary_part(@document, 0, size)
      assert {:error, %DecodeError{position: position}} = RustyJson.decode(part)
      assert position <= size
    end
  end

  test "8 hostile [W]: one byte changed to anything" do
    for at <- 0..(byte_size(@document) - 1),
        byte <- [0, 9, ?", ?\\, ?,, ?}, ?], ?{, ?[, ?:, ?0, ?-, 0x80, 0xFF, 0xED] do
      front = binary_part(@document, 0, at)
      text = front <> <<byte>> <> binary_part(@document, at + 1, byte_size(@document) - at - 1)

      case RustyJson.decode(text) do
        {:ok, term} ->
          assert RustyJson.valid?(text)
          assert {:ok, ^term} = RustyJson.decode(RustyJson.encode!(term))

        {:error, %DecodeError{}} ->
          refute RustyJson.valid?(text)
      end
    end
  end

  test "8 hostile [W]: depth, both ways" do
    for text <- [
          String.duplicate("[", 2_000_000),
          String.duplicate("{\"a\":", 500_000),
          String.duplicate("[{\"a\":", 300_000)
        ] do
      assert {:error, %DecodeError{message: "Nesting depth" <> _}} = RustyJson.decode(text)
      refute RustyJson.valid?(text)
    end

    deep = Enum.reduce(1..1_000_000, [], fn _, acc -> [acc] end)
    assert {:error, %RustyJson.EncodeError{message: "Nesting depth" <> _}} = RustyJson.encode(deep)
    deep = Enum.reduce(1..200_000, %{}, fn _, acc -> %{a: {acc}} end)
    assert {:error, %RustyJson.EncodeError{}} = RustyJson.encode(deep)
  end

  @tag timeout: 60_000
  test "8 hostile [W]: keys of equal hash, many keys, no quadratic time" do
    # names that differ only beyond the first eight bytes, and in nothing but zeros
    names =
      for i <- 1..20_000, do: "\\u0000" <> String.duplicate("\\u0000", rem(i, 50)) <> Integer.to_string(i, 36)

    text = "{" <> Enum.map_join(names, ",", &~s("#{&1}":1)) <> "}"
    {time, {:ok, map}} = :timer.tc(fn -> RustyJson.decode(text, keys: :intern) end)
    assert map_size(map) == length(Enum.uniq(names))
    assert time < 5_000_000
    rows = "[" <> Enum.map_join(1..20_000, ",", &~s({"k#{&1}":{"x#{&1}":1}})) <> "]"
    {time, {:ok, list}} = :timer.tc(fn -> RustyJson.decode(rows) end)
    assert length(list) == 20_000
    assert time < 5_000_000
  end

  test "8 hostile [W]: giant numbers" do
    digits = String.duplicate("9", 100_000)
    assert {:error, %DecodeError{message: "integer exceeds" <> _}} = RustyJson.decode(digits)
    assert RustyJson.decode!("0." <> digits) == 1.0
    assert RustyJson.decode!("1e-" <> String.duplicate("9", 1000)) == 0.0
    assert {:error, %DecodeError{}} = RustyJson.decode("1e" <> String.duplicate("9", 1000))
    assert RustyJson.decode!("0e" <> String.duplicate("9", 1000)) == 0.0
    big = String.to_integer(String.duplicate("7", 20_000))
    assert RustyJson.decode!(RustyJson.encode!(big), decoding_integer_digit_limit: 0) == big

    {time, text} =
      :timer.tc(fn -> RustyJson.encode!(%{__struct__: Decimal, sign: 1, coef: 1, exp: 2_000_000_000}) end)

    assert RustyJson.decode!(text) == %{"coef" => 1, "exp" => 2_000_000_000, "sign" => 1}
    assert time < 1_000_000
  end

  test "8 concurrency [W]: 64 processes at once" do
    terms =
      for i <- 1..64, do: for(j <- 1..200, do: %{"id" => i * j, "name" => "n#{i}", "list" => [j, nil, 1.5]})

    terms
    |> Task.async_stream(fn term -> {term, RustyJson.decode!(RustyJson.encode!(term))} end,
      max_concurrency: 64,
      timeout: 60_000
    )
    |> Enum.each(fn {:ok, {term, back}} -> assert term == back end)
  end

  @tag timeout: 60_000
  test "8 hostile [W]: repeated names and patches of many members, no quadratic time" do
    repeated = "{" <> Enum.map_join(1..60_000, ",", &~s("k#{rem(&1, 30_000)}":#{&1})) <> "}"
    {time, map} = :timer.tc(fn -> RustyJson.decode!(repeated, duplicate_keys: :list) end)
    assert map["k7"] == [7, 30_007]
    assert time < 5_000_000
    object = RustyJson.decode!(repeated, objects: :ordered_objects, dedupe_keys: true)

    {time, merged} = :timer.tc(fn -> RustyJson.Patch.merge(RustyJson.OrderedObject.new([]), object) end)
    assert merged == object
    assert time < 5_000_000
    assert RustyJson.Patch.diff(object, RustyJson.Patch.merge(object, object)) == []
  end
end
