defmodule Gen do
  @moduledoc false
  # Random terms and texts from a printed seed: a generator of our own, since no package is at
  # hand. `:rand` of the test process is seeded by `seed/1`.

  def seed(seed), do: :rand.seed(:exsss, {seed, 7, 13})

  @doc "Runs a law for many seeds and names the seed that breaks it."
  def law(count, law) do
    for seed <- 1..count do
      seed(seed)

      try do
        law.()
      rescue
        error -> reraise "law broken for seed #{seed}: " <> Exception.message(error), __STACKTRACE__
      end
    end

    :ok
  end

  @doc "What OTP's own reader makes of a text; `nil` before OTP 27, which has none."
  def otp(text) do
    if Code.ensure_loaded?(:json),
      do: :json |> apply(:decode, [text, :ok, %{null: nil}]) |> elem(0)
  end

  def one_of(choices), do: Enum.random(choices)

  @doc "A term that survives a round trip: strings as keys, no atoms but the three words."
  def term(depth \\ 4) do
    case :rand.uniform(if(depth > 0, do: 9, else: 6)) do
      1 -> one_of([nil, true, false])
      2 -> integer()
      3 -> float()
      n when n in 4..6 -> string()
      7 -> list(depth)
      8 -> map(depth)
      9 -> table(depth)
    end
  end

  def list(depth), do: for(_ <- 1..:rand.uniform(6)//1, do: term(depth - 1))
  def map(depth), do: Map.new(1..:rand.uniform(8)//1, fn _ -> {string(), term(depth - 1)} end)

  @doc "A list of maps of the same keys, some of them lacking one."
  def table(depth) do
    keys = Enum.uniq(for _ <- 1..:rand.uniform(one_of([3, 5, 40])), do: string())

    for _ <- 1..:rand.uniform(6) do
      keys
      |> Enum.reject(fn _ -> :rand.uniform(12) == 1 end)
      |> Map.new(&{&1, if(:rand.uniform(20) == 1, do: term(depth - 2), else: integer())})
    end
  end

  def integer do
    case :rand.uniform(5) do
      1 ->
        :rand.uniform(10) - 5

      2 ->
        :rand.uniform(1_000_000) - 500_000

      3 ->
        one_of([2 ** 59, 2 ** 60, 2 ** 63, 2 ** 64, 10 ** 18, 10 ** 19, 10 ** 20]) * one_of([1, -1]) +
          one_of([-1, 0, 1])

      4 ->
        :rand.uniform(2 ** 200) * one_of([1, -1])

      5 ->
        one_of([0, -1, 1])
    end
  end

  def float do
    case :rand.uniform(4) do
      1 -> bits()
      2 -> (:rand.uniform(2_000_000) - 1_000_000) / 100
      3 -> :rand.normal() * 1.0e10
      4 -> one_of([0.0, -0.0, 1.0e-5, 1.0e22, 5.0e-324, 1.7976931348623157e308, 0.1, 9_007_199_254_740_993.0])
    end
  end

  defp bits do
    case :rand.bytes(8) do
      <<float::float>> -> float
      _ -> bits()
    end
  end

  # tuples: picking one of a list would walk it
  @alphabets {
    List.to_tuple(~c"abcdefghijklmnopqrstuvwxyz_0123456789"),
    List.to_tuple(Enum.to_list(0..0x7F)),
    List.to_tuple(~c"\"\\/<>&\b\f\n\r\t" ++ [0, 0x1F, 0x7F, 0x2028, 0x2029]),
    List.to_tuple(Enum.concat(0xA0..0x17F, 0x4E00..0x4E20)),
    List.to_tuple(Enum.concat(0x1F600..0x1F640, [0x10FFFF, 0xFFFF, 0xD7FF, 0xE000]))
  }

  def string do
    alphabet = elem(@alphabets, :rand.uniform(tuple_size(@alphabets)) - 1)
    length = one_of([0, 1, 3, 7, 8, 9, 15, 16, 17, 30, 63, 64, 65, 130])
    for _ <- 1..length//1, into: "", do: <<elem(alphabet, :rand.uniform(tuple_size(alphabet)) - 1)::utf8>>
  end

  @doc "The text cut into chunks of random sizes."
  def cut(text) do
    case text do
      "" ->
        []

      _ ->
        size = min(byte_size(text), :rand.uniform(12))
        [binary_part(text, 0, size) | text |> binary_part(size, byte_size(text) - size) |> cut()]
    end
  end

  @doc "Blanks put between the tokens of a text."
  def loosen(text) do
    ~r/"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\[\]{},:"]+/s
    |> Regex.scan(text)
    |> Enum.map_join(fn [token] -> one_of(["", " ", "\n", "\t\r "]) <> token end)
  end
end
