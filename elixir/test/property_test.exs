defmodule RustyJson.PropertyTest do
  use ExUnit.Case, async: true
  # Laws over random terms (support/gen.exs); a failure names its seed.

  alias RustyJson.{Native, Options}

  defmodule Wrap do
    @derive RustyJson.Encoder
    defstruct [:w]
  end

  test "1 round trip [W]: decode after encode is the term" do
    Gen.law(150, fn ->
      term = Gen.term(3)
      assert term |> RustyJson.encode!() |> RustyJson.decode!() === term
    end)
  end

  test "2 one meaning [W]: a struct or tuple beside it changes nothing" do
    Gen.law(100, fn ->
      term = Gen.term(3)

      options =
        Gen.one_of([[], [escape: :html_safe], [escape: :unicode_safe], [sort_keys: true], [maps: :strict]])

      alone = RustyJson.encode!([term], options)
      assert RustyJson.encode!({term}, options) == alone
      assert RustyJson.encode!([term, %Wrap{w: 1}], options) == String.slice(alone, 0..-2//1) <> ~s(,{"w":1}])
      assert RustyJson.encode!(%Wrap{w: [term]}, options) == ~s({"w":) <> alone <> "}"
    end)
  end

  test "2 one meaning [W]: a plain writer in Elixir gives the same text for terms of every kind" do
    Gen.law(1500, fn ->
      {term, options} = {Plain.term(:rand.uniform(4)), Plain.options()}
      expected = Plain.text(term, options)

      for encode <- [&RustyJson.encode/2, &RustyJson.encode_to_iodata/2] do
        case {encode.(term, options), expected} do
          # the hexadecimal digits of encoders that call `Encode` may be of either case
          {{:ok, text}, {:ok, expected}} ->
            text = IO.iodata_to_binary(text)
            assert text == expected or String.downcase(text) == String.downcase(expected)

          {{:error, error}, {:error, _}} ->
            assert error.__struct__ in [RustyJson.EncodeError, Protocol.UndefinedError]

          {got, _} ->
            flunk(
              "#{inspect(got)} instead of #{inspect(expected)} for #{inspect(term)} with #{inspect(options)}"
            )
        end
      end
    end)
  end

  test "2 the fast lane writes what the walk writes [W]" do
    Gen.law(150, fn ->
      term =
        Gen.one_of([
          Gen.term(3),
          Map.new(1..50, &{"key #{&1}", Gen.term(2)}),
          {1, :atom, {}, ~c"abc", %{1 => %{a: 2.0}}}
        ])

      for mode <- [:json, :html_safe, :javascript_safe, :unicode_safe] do
        {config, _} = Options.encode(escape: mode)
        assert Native.transcode(:erlang.term_to_binary(term), config) == Native.encode_dirty(term, config)
      end
    end)
  end

  test "2.2 options crossed [W]: small and large data, every scheduler, the same term comes back" do
    large = for i <- 1..1000, do: %{"id" => i, "s" => "é\"<#{i}>\u2028", "n" => [i * 0.5, nil, %{"x" => %{}}]}

    for data <- [%{"a" => [1, "é</>"]}, large],
        escape <- [:json, :html_safe, :javascript_safe, :unicode_safe],
        pretty <- [nil, true, "\t"],
        sort <- [false, true],
        maps <- [:naive, :strict] do
      options = [escape: escape, pretty: pretty, sort_keys: sort, maps: maps]
      text = RustyJson.encode!(data, options)
      assert RustyJson.decode!(text) == data

      for scheduler <- [:normal, :yield, :dirty] do
        assert RustyJson.encode!(data, [scheduler: scheduler] ++ options) == text
      end

      assert data |> RustyJson.encode_to_iodata!(options) |> IO.iodata_to_binary() == text
      assert data |> RustyJson.encode!([compress: :gzip] ++ options) |> :zlib.gunzip() == text

      if pretty,
        do:
          assert(
            RustyJson.Formatter.pretty_print(text, indent: if(pretty == true, do: 2, else: pretty)) == text
          )
    end
  end

  test "3.1 options crossed [W]: every way of decoding gives the same data" do
    Gen.law(60, fn ->
      term = Gen.table(3)
      text = term |> RustyJson.encode!() |> Gen.loosen()
      assert RustyJson.decode!(text) == term
      assert RustyJson.decode!(text, keys: :intern) == term
      assert RustyJson.decode!(text, strings: :copy) == term
      assert RustyJson.decode!(text, keys: & &1) == term
      assert RustyJson.decode!(text, dirty_threshold: 1) == term
      assert RustyJson.decode!(text, duplicate_keys: :error) == term
      assert plain(RustyJson.decode!(text, objects: :ordered_objects)) == term
      assert {:ok, ^term} = RustyJson.get_in_json(text, "")
    end)
  end

  test "3.1 small documents [W]: the fast lane gives the reader's terms and errors" do
    # names that share eight bytes, contain one another, are long, escaped, beyond ASCII, or come twice
    names = [
      "",
      "a",
      "b",
      "ab",
      "same_prefix",
      "same_prefix_1",
      "same_pre",
      "same_pref",
      "\\u0000",
      "z\\u0000",
      "z"
    ]

    names = names ++ ["é", "\\u00e9x", "\\n", String.duplicate("n", 40), String.duplicate("n", 300), "~", "A"]

    Gen.law(300, fn ->
      text = object(names, 3)
      whole = RustyJson.decode(text)
      assert whole == RustyJson.decode(text, keys: :intern)
      unique = RustyJson.decode(text, duplicate_keys: :error)
      assert unique == RustyJson.decode(text, duplicate_keys: :error, keys: :intern)
      assert unique == whole or match?({:error, %{message: "Duplicate key" <> _}}, unique)

      cut =
        binary_part(text, 0, :rand.uniform(byte_size(text)) - 1) <>
          Gen.one_of(["", "}", "]", ",", "x", "\"", "1"])

      for options <- [[], [duplicate_keys: :error]] do
        assert RustyJson.decode(cut, options) == RustyJson.decode(cut, [keys: :intern] ++ options)
      end
    end)
  end

  defp object(names, depth) do
    members = for _ <- 1..(:rand.uniform(if(depth == 3, do: 36, else: 8)) - 1)//1, do: member(names, depth)
    "{" <> Enum.join(members, Gen.one_of([",", " , "])) <> "}"
  end

  defp member(names, depth), do: ~s("#{Gen.one_of(names)}":) <> value(names, depth)

  defp value(names, depth) do
    case :rand.uniform(if(depth > 0, do: 9, else: 6)) do
      1 -> Gen.one_of(~w(0 -1 255 256 70000 -70000 5000000000 9223372036854775807 -9223372036854775808))
      2 -> Gen.one_of(~w(18446744073709551615 -18446744073709551615 123456789012345678901234567890))
      3 -> Gen.one_of(~w(0.5 -0.0 1e300 1.0e-320 true false null))
      4 -> ~s("#{String.duplicate("v", :rand.uniform(80) - 1)}")
      5 -> ~s("#{Gen.one_of(names)}")
      6 -> Gen.one_of(["[]", "{}", " [ ] ", "{ }"])
      7 -> "[" <> Enum.map_join(0..:rand.uniform(4), ",", fn _ -> value(names, depth - 1) end) <> "]"
      _ -> object(names, depth - 1)
    end
  end

  test "3.1 large documents [W]: beside OTP's reading" do
    for seed <- 1..3 do
      Gen.seed(seed)

      rows =
        for _ <- 1..2000,
            do:
              Map.new(
                1..:rand.uniform(40),
                &{"key_#{&1}", Gen.one_of([Gen.integer(), Gen.string(), nil, [], %{"k" => Gen.float()}])}
              )

      text = RustyJson.encode!(rows)
      assert RustyJson.decode!(text) == rows
      assert Gen.otp(text) in [rows, nil]
    end
  end

  test "2.4 floats [T]: Erlang's short form for random doubles" do
    Gen.law(50, fn ->
      floats = for _ <- 1..500, do: Gen.float()
      text = "[" <> Enum.map_join(floats, ",", &:erlang.float_to_binary(&1, [:short])) <> "]"
      assert RustyJson.encode!(floats) == text
      assert RustyJson.decode!(text) === floats
    end)
  end

  defp plain(%RustyJson.OrderedObject{values: values}), do: Map.new(values, fn {k, v} -> {k, plain(v)} end)
  defp plain(list) when is_list(list), do: Enum.map(list, &plain/1)
  defp plain(other), do: other
end
