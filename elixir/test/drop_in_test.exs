defmodule RustyJson.DropInTest do
  # What the audit of the contract found, and what Jason's users bring along.
  use ExUnit.Case, async: true

  alias RustyJson.{DecodeError, EncodeError, Fragment, OrderedObject}

  defmodule Plain do
    defstruct [:a, :b, :c]
  end

  defp decimal(coef, exp), do: %{__struct__: Decimal, sign: 1, coef: coef, exp: exp}

  test "2.8 protocol: false [T]: __struct__ is never written, wherever the walk stops" do
    # every value here makes the walk stop and ask Elixir
    for stop <- [
          decimal(10 ** 50, -2),
          decimal(:NaN, 0),
          URI.parse("http://a/b"),
          Fragment.new(fn _ -> "1" end),
          MapSet.new([1]),
          1..2,
          2 ** 20_000,
          %{1.5 => 1},
          %{({:date, ~D[2020-01-01]} |> elem(1)) => 1}
        ],
        options <- [[], [sort_keys: true], [maps: :strict], [scheduler: :normal], [pretty: true]] do
      text = RustyJson.encode!([%Plain{a: stop, b: stop, c: {stop}}, %Plain{}], [protocol: false] ++ options)
      refute text =~ "__struct__"
      assert [%{"a" => _, "b" => _, "c" => [_]} = map, _] = RustyJson.decode!(text, digits())
      assert map_size(map) == 3
    end
  end

  defp digits, do: [decoding_integer_digit_limit: 0]

  test "2.8 Decimal [T]: exponents of any size are an object" do
    for exp <- [1025, -1025, 2_000_000_000, 2 ** 63 - 1, 2 ** 63, -(2 ** 80)],
        options <- [[], [protocol: false]] do
      text = RustyJson.encode!([{decimal(15, exp)}], options)
      assert RustyJson.decode!(text) == [[%{"coef" => 15, "exp" => exp, "sign" => 1}]]
    end
  end

  test "2.9 Decimal [T]: the protocol called directly, whether or not Decimal is there" do
    opts = RustyJson.Encode.opts()
    assert IO.iodata_to_binary(RustyJson.Encoder.encode(decimal(150, -2), opts)) == ~s("1.50")
  end

  test "2.6 maps: :strict [W]: ordered objects with keys of every kind" do
    for pairs <- [
          [{1.5, 1}, {"1.5", 2}],
          [{~c"x", 1}, {:x, 2}],
          [{2 ** 70, 1}, {"#{2 ** 70}", 2}],
          [{~D[2020-01-01], 1}, {"2020-01-01", 2}]
        ] do
      [{_, _}, {text, 2}] = pairs
      error = %EncodeError{message: "duplicate key: #{text}"}
      object = %OrderedObject{values: pairs}
      assert RustyJson.encode(object, maps: :strict) == {:error, error}
      assert RustyJson.encode([{object}], maps: :strict) == {:error, error}
      assert {:ok, _} = RustyJson.encode(object)
    end

    ordered = %OrderedObject{values: [{1.5, 1}, {"b", 2}, {:a, 3}]}
    assert RustyJson.encode!(ordered, maps: :strict, sort_keys: true) == ~s({"1.5":1,"b":2,"a":3})
  end

  test "2.6 maps: :strict [W]: the order is that of the same map without it" do
    for size <- [1, 5, 32, 33, 100, 5000] do
      map = Map.new(1..size, &{"k#{&1}", &1})
      assert RustyJson.encode!({map}, maps: :strict) == RustyJson.encode!({map})
      assert RustyJson.encode!({map}, maps: :strict, scheduler: :normal) == RustyJson.encode!({map})
    end
  end

  test "3.1 keys atoms [W]: names that cannot be atoms are a DecodeError at the name" do
    for name <- [String.duplicate("k", 256), String.duplicate("é", 256), String.duplicate("日", 256)] do
      assert {:error, %DecodeError{message: "Key is too long for an atom" <> _, position: 2}} =
               RustyJson.decode(~s({"#{name}":1}), keys: :atoms)

      assert_raise ArgumentError, fn -> RustyJson.decode!(~s({"#{name}":1}), keys: :atoms!) end
    end

    bad = <<?{, ?", 255, ?", ?:, ?1, ?}>>
    assert {:error, error} = RustyJson.decode(bad, keys: :atoms, validate_strings: false)
    assert error.message =~ "Invalid UTF-8"
    longest = String.duplicate("日", 255)
    assert RustyJson.decode!(~s({"#{longest}":1}), keys: :atoms) == %{String.to_atom(longest) => 1}
  end

  test "3.1 duplicate_keys first [W]: with a function of the names too" do
    text = ~s([{"a":1,"A":2,"a":3}])
    assert RustyJson.decode!(text, duplicate_keys: :first, keys: &String.upcase/1) == [%{"A" => 1}]
    assert RustyJson.decode!(text, keys: &String.upcase/1) == [%{"A" => 3}]
  end

  test "3.3 DecodeError [T]: an escape that is wrong, or cut short, comes before the missing quote" do
    for {text, message, position} <- [
          {~S("ab), "Unterminated string", 0},
          {"\"ab\\", "Unterminated string", 0},
          {"\"ab\\\"", "Unterminated string", 0},
          {~S(["ab\u), "Incomplete unicode escape", 4},
          {~S(["ab\u12), "Incomplete unicode escape", 4},
          {~S("\ud83d\u12), "Incomplete unicode escape", 7},
          {~S("\ud83d), "Unterminated string", 0},
          {"\"\\ud83d\\", "Unterminated string", 0},
          {~S("\ud83dx), "Lone surrogate in string", 1},
          {~S("\kx), "Invalid escape sequence: \\k", 1},
          {~S("\u12G4), "Invalid unicode escape", 1}
        ] do
      assert {:error, error} = RustyJson.decode(text)
      assert {error.message, error.position} == {"#{message} at position #{position}", position}
    end
  end

  test "8.11 valid? [W]: repeated names are refused with duplicate_keys: :error" do
    for {text, valid} <- [
          {~s({"a":1,"a":2}), false},
          {~s([{"b":{"a":1,"\\u0061":2}}]), false},
          {~s([{"a":1,"b":2},{"a":1,"b":2},{"b":1,"a":2},{"a":[],"b":{"a":1}}]), true},
          {~s({"a":1,}), false},
          {"{" <> Enum.map_join(1..3000, ",", &~s("k#{&1}":{})) <> "}", true},
          {"{" <> Enum.map_join(1..3000, ",", &~s("k#{&1}":{})) <> ~s(,"k2":1}), false},
          {"[" <> Enum.map_join(1..50, ",", fn _ -> ~s({"x":1,"y":2,"x":3}) end) <> "]", false}
        ] do
      assert RustyJson.valid?(text, duplicate_keys: :error) == valid
      assert match?({:ok, _}, RustyJson.decode(text, duplicate_keys: :error)) == valid
    end

    assert RustyJson.valid?(~s({"a":1,"a":2}))
  end

  test "2.2 options [W]: a map of options, as Jason takes it" do
    assert RustyJson.encode!([1], %{pretty: true}) == "[\n  1\n]"
    assert RustyJson.decode!(~s({"a":1}), %{keys: :atoms}) == %{a: 1}
    assert_raise ArgumentError, fn -> RustyJson.encode!(1, :pretty) end
    assert_raise ArgumentError, fn -> RustyJson.decode!("1", [1]) end
    assert {:error, %ArgumentError{}} = RustyJson.encode(1, [{"pretty", true}])
  end

  test "2.8 broken structs [W]: an EncodeError at once, whatever is missing" do
    for struct <- [
          %{~D[2020-01-01] | month: nil},
          %{~D[2020-01-01] | calendar: :none},
          %{~T[00:00:00] | microsecond: nil},
          %{~N[2020-01-01 00:00:00] | hour: :x},
          %{~U[2020-01-01 00:00:00Z] | utc_offset: nil},
          %{__struct__: Date},
          %{__struct__: URI},
          %URI{host: "a", path: "b"},
          %{__struct__: Decimal},
          %{__struct__: Decimal, sign: 1, coef: :x, exp: 1},
          %{__struct__: Fragment},
          %{__struct__: OrderedObject},
          %{__struct__: OrderedObject, values: :x},
          %{__struct__: OrderedObject, values: [:x]}
        ],
        wrap <- [& &1, &[&1], &{&1}, &%{a: &1}],
        protocol <- [true, false] do
      assert {:error, %EncodeError{}} = RustyJson.encode(wrap.(struct), protocol: protocol)
    end

    assert {:error, %EncodeError{}} = RustyJson.encode(%{__struct__: MapSet}, protocol: false)
    assert {:error, %EncodeError{}} = RustyJson.encode(%{__struct__: Range}, protocol: false)
  end

  test "2.9 derive [W]: lists of fields only" do
    code = "defmodule RustyJson.BadOnly do @derive {RustyJson.Encoder, only: :a}; defstruct [:a] end"
    assert_raise ArgumentError, ~r/:only/, fn -> Code.eval_string(code) end
  end

  test "1 json_library [D]: the calls that Phoenix, Plug and Ecto make" do
    assert IO.iodata_to_binary(RustyJson.encode_to_iodata!(%{a: [1]})) == ~s({"a":[1]})
    assert RustyJson.encode!(%{a: 1}) == ~s({"a":1})
    assert RustyJson.decode!(~s({"a":1})) == %{"a" => 1}
    assert RustyJson.decode!(~s({"a":1}), []) == %{"a" => 1}
    assert {:ok, iodata} = RustyJson.encode_to_iodata(%{a: 1}, [])
    assert IO.iodata_to_binary(iodata) == ~s({"a":1})
  end
end
