defmodule RustyJson.DecodeTest do
  use ExUnit.Case, async: true
  doctest RustyJson
  doctest RustyJson.Decoder
  doctest RustyJson.DecodeError

  alias RustyJson.{DecodeError, Decoder, OrderedObject}

  defp error(input, options \\ []) do
    {:error, %DecodeError{} = error} = RustyJson.decode(input, options)
    error
  end

  describe "3 entry points" do
    test "3 input [T]: binaries, iodata, charlists, improper iodata" do
      assert RustyJson.decode!("[1]") == [1]
      assert RustyJson.decode!(["[", [?1], "]"]) == [1]
      assert RustyJson.decode!(~c"[1]") == [1]
      assert RustyJson.decode!(["[1" | "]"]) == [1]
      assert RustyJson.decode("[1]") == {:ok, [1]}
      assert Decoder.parse("[1]") == {:ok, [1]}
      assert Decoder.parse("[1]", keys: :atoms) == {:ok, [1]}
    end

    test "3 input [O]: what is no iodata" do
      for bad <- [nil, 5, :atom, %{}] do
        assert_raise ArgumentError, ~r/expected a binary or iodata/, fn -> RustyJson.decode!(bad) end
        assert {:error, %DecodeError{message: "expected a binary" <> _}} = RustyJson.decode(bad)
      end
    end
  end

  describe "3.1 options" do
    test "3.1 keys [T]: strings, atoms, atoms!, recursively, also in ordered objects" do
      text = ~s({"a":{"b":[{"c":1}]}})
      assert RustyJson.decode!(text) == %{"a" => %{"b" => [%{"c" => 1}]}}
      assert RustyJson.decode!(text, keys: :atoms) == %{a: %{b: [%{c: 1}]}}
      assert RustyJson.decode!(text, keys: :atoms!) == %{a: %{b: [%{c: 1}]}}
      ordered = RustyJson.decode!(text, keys: :atoms, objects: :ordered_objects)
      assert [a: %OrderedObject{values: [b: [%OrderedObject{values: [c: 1]}]]}] = ordered.values
    end

    test "3.1 keys atoms! [T]: an unknown atom is an ArgumentError, an error tuple in decode/2" do
      text = ~s({"no_such_atom_#{System.unique_integer([:positive])}":1})
      assert_raise ArgumentError, fn -> RustyJson.decode!(text, keys: :atoms!) end
      assert {:error, %DecodeError{}} = RustyJson.decode(text, keys: :atoms!)
    end

    test "3.1 keys atoms [T]: beyond Latin-1, new and known" do
      name = "ключ#{System.unique_integer([:positive])}日本"
      [{key, 1}] = Map.to_list(RustyJson.decode!(~s({"#{name}":1}), keys: :atoms))
      assert Atom.to_string(key) == name
      assert Map.keys(RustyJson.decode!(~s({"#{name}":1}), keys: :atoms!)) == [key]
      assert Map.keys(RustyJson.decode!(~s({"é":1}), keys: :atoms)) == [:é]
    end

    test "3.1 keys function [T]: each key once per occurrence, not values; the last in the text wins" do
      me = self()

      keys = fn key ->
        send(me, key)
        String.upcase(key)
      end

      assert RustyJson.decode!(~s([{"a":"v"},{"a":{"b":1}}]), keys: keys) == [
               %{"A" => "v"},
               %{"A" => %{"B" => 1}}
             ]

      assert Enum.sort(for _ <- 1..3, do: receive(do: (key -> key))) == ["a", "a", "b"]
      refute_received _
      assert RustyJson.decode!(~s({"a":1,"A":2}), keys: &String.upcase/1) == %{"A" => 2}
      assert RustyJson.decode!(~s({"A":1,"a":2}), keys: &String.upcase/1) == %{"A" => 2}
      ordered = RustyJson.decode!(~s({"b":{"a":1}}), keys: &String.to_atom/1, objects: :ordered_objects)
      assert ordered == %OrderedObject{values: [b: %OrderedObject{values: [a: 1]}]}
    end

    test "3.1 keys atoms max [W]: a limit on atoms" do
      assert RustyJson.decode!(~s([{"a":1,"b":2},{"a":3}]), keys: {:atoms, 2}) == [%{a: 1, b: 2}, %{a: 3}]
      assert {:error, %DecodeError{}} = RustyJson.decode(~s({"a":1,"b":2,"c":3}), keys: {:atoms, 2})
    end

    test "3.1 intern [T]: equal keys of different objects are the same term" do
      text =
        ~s([{"some_key_a":1,"k":2},{"k":3,"some_key_a":4},{"some_key_a":5,"k":6,"some_k\\u0065y_b":1},{"some_key_b":2}])

      [a, b, c, d] = RustyJson.decode!(text, keys: :intern)
      key = fn map, name -> Enum.find(Map.keys(map), &(&1 == name)) end
      for map <- [b, c], do: assert(:erts_debug.same(key.(a, "some_key_a"), key.(map, "some_key_a")))
      assert :erts_debug.same(key.(c, "some_key_b"), key.(d, "some_key_b"))
    end

    test "3.1 intern [T]: never changes the result" do
      many = Enum.map_join(1..6000, ",", &~s("key#{&1}":#{&1}))

      for text <- [
            ~s({}),
            ~s({"":1,"a":{"":2}}),
            ~s({"a":1,"a":2}),
            ~s([{"x\\ny":1},{"x\\ny":2}]),
            "{#{many}}",
            "[{#{many}},{#{many}}]"
          ] do
        assert RustyJson.decode!(text, keys: :intern) == RustyJson.decode!(text)

        if otp = Gen.otp(text) do
          # of repeated names OTP takes the first
          assert RustyJson.decode!(text, keys: :intern) == otp or text =~ ~s("a":1,"a")
        end

        assert RustyJson.decode!(text, keys: :intern, objects: :ordered_objects) ==
                 RustyJson.decode!(text, objects: :ordered_objects)
      end
    end

    test "3.1 strings copy [W]: nothing returned keeps the input alive" do
      long = String.duplicate("x", 100)
      text = ~s({"#{long}k":"#{long}v","short":["y\\n#{long}","z"]})

      # OTP 27 counts the bits of binaries on the heap, so those cannot be compared
      for value <- leaves(RustyJson.decode!(text, strings: :copy)), is_binary(value), byte_size(value) > 64 do
        assert :binary.referenced_byte_size(value) == byte_size(value)
      end

      [key] = for {key, _} <- RustyJson.decode!(text, keys: :copy), byte_size(key) > 64, do: key
      assert :binary.referenced_byte_size(key) == byte_size(key)
    end

    test "3.1 strings reference [W]: shares a small input, never one above 64 KB" do
      long = String.duplicate("x", 102)
      value = RustyJson.decode!(~s({"a":"#{long}"}))["a"]
      assert :binary.referenced_byte_size(value) > 102
      padded = String.duplicate(" ", 70_000)
      value = RustyJson.decode!(~s({"a":"#{long}"#{padded}}))["a"]
      assert :binary.referenced_byte_size(value) == 102
    end

    test "3.1 objects [T]: ordered, nested, empty, repeated names kept" do
      ordered = RustyJson.decode!(~s({"b":1,"a":{},"b":{"z":2,"y":[]}}), objects: :ordered_objects)

      assert ordered == %OrderedObject{
               values: [
                 {"b", 1},
                 {"a", %OrderedObject{values: []}},
                 {"b", %OrderedObject{values: [{"z", 2}, {"y", []}]}}
               ]
             }

      assert RustyJson.decode!(~s({"a":{"b":1}}), objects: :proplists) == {[{"a", {[{"b", 1}]}}]}
    end

    test "3.1 floats decimals [T]: digits are kept" do
      for {text, sign, coef, exp} <- [
            {"1.50", 1, 150, -2},
            {"1e5", 1, 1, 5},
            {"-0.0", -1, 0, -1},
            {"-12.5E-3", -1, 125, -4},
            {"0.1234567890123456789012345678901", 1, 1_234_567_890_123_456_789_012_345_678_901, -31},
            {"1e999999", 1, 1, 999_999}
          ] do
        assert %{__struct__: Decimal, sign: ^sign, coef: ^coef, exp: ^exp} =
                 RustyJson.decode!(text, floats: :decimals)
      end

      assert RustyJson.decode!("[1,-2]", floats: :decimals) == [1, -2]
      assert {:error, %DecodeError{}} = RustyJson.decode("1e99999999999999999999", floats: :decimals)
    end

    test "3.1 max_bytes [T]: measured before flattening; exactly the limit passes" do
      error = error("[1,2,3]", max_bytes: 3)
      assert error.message == "input size 7 exceeds max_bytes limit of 3"
      assert {error.position, error.data} == {0, nil}
      assert error(["[1,", "2,3]"], max_bytes: 3).message =~ "max_bytes"
      assert RustyJson.decode!("[1,2,3]", max_bytes: 7) == [1, 2, 3]
      assert RustyJson.decode!("[1,2,3]", max_bytes: 0) == [1, 2, 3]
    end

    test "3.1 max_depth [W]: as an option" do
      assert RustyJson.decode!("[[1]]", max_depth: 2) == [[1]]
      assert error("[[[1]]]", max_depth: 2).message =~ "Nesting depth"
      deep = String.duplicate("[", 500) <> String.duplicate("]", 500)
      assert {:ok, _} = RustyJson.decode(deep, max_depth: 500)
    end

    test "3.1 duplicate_keys error [T][W]: any object, any depth, by decoded name" do
      for {text, position} <- [
            {~s({"a":1,"a":2}), 10},
            {~s([[{"x":{"a":1,"b":2,"a":3}}]]), 23},
            {~s({"a":1,"\\u0061":2}), 15}
          ] do
        error = error(text, duplicate_keys: :error)
        assert error.message == "Duplicate key in object at position #{position}"
        assert error.position == position
        assert error(text, duplicate_keys: :error, objects: :ordered_objects).position == position
      end

      wide = "{" <> Enum.map_join(1..200, ",", &~s("k#{&1}":1)) <> ~s(,"k7":1})
      assert error(wide, duplicate_keys: :error).message =~ "Duplicate key"

      assert {:ok, _} =
               RustyJson.decode(~s([{"a":1,"b":2},{"a":3,"b":4},{"b":1,"a":2}]), duplicate_keys: :error)
    end

    test "3.1 duplicate_keys error [W]: the first offence of the text is told, whatever else is wrong behind it" do
      for {text, position, kind} <- [
            {~s({"a":1,"a":{"b":1,"b":2}}), 10, "Duplicate key"},
            {~s({"a":1,"a":2,]), 10, "Duplicate key"},
            {~s([{"x":{"a":1,"a":[{"c":]}]), 16, "Duplicate key"},
            {~s({"a":1,"b":x,"a":2}), 11, "Unexpected character"},
            {~s({"a":1,"a"), 10, "Duplicate key"},
            {~s({"a":1,"a), 7, "Unterminated string"}
          ],
          options <- [[], [keys: :intern], [objects: :ordered_objects], [keys: :atoms]] do
        {:error, error} = RustyJson.decode(text, [duplicate_keys: :error] ++ options)

        assert {text, error.position, error.message} ==
                 {text, position, "#{told(kind)} at position #{position}"}
      end
    end

    test "3.1 duplicate_keys last [T]: the last value wins, the others are untouched" do
      assert RustyJson.decode!(~s({"a":1,"b":2,"a":3})) == %{"a" => 3, "b" => 2}

      assert RustyJson.decode!(~s([{"a":1,"b":2},{"a":3,"a":4},{"a":5,"b":6,"a":7}])) == [
               %{"a" => 1, "b" => 2},
               %{"a" => 4},
               %{"a" => 7, "b" => 6}
             ]

      same = List.duplicate(~s({"x":1,"y":2,"x":3}), 50)

      assert RustyJson.decode!("[" <> Enum.join(same, ",") <> "]") ==
               List.duplicate(%{"x" => 3, "y" => 2}, 50)

      wide = "{" <> Enum.map_join(1..200, ",", &~s("k#{rem(&1, 90)}":#{&1})) <> "}"
      assert RustyJson.decode!(wide) == Map.new(1..200, &{"k#{rem(&1, 90)}", &1})
    end

    test "3.1 duplicate_keys first, list [W]" do
      assert RustyJson.decode!(~s({"a":1,"b":2,"a":3}), duplicate_keys: :first) == %{"a" => 1, "b" => 2}
      assert RustyJson.decode!(~s({"a":1,"b":2,"a":3}), duplicate_keys: :list) == %{"a" => [1, 3], "b" => 2}
    end

    test "3.1 digit limit [T][W]: of integers only, sign not counted" do
      assert RustyJson.decode!(String.duplicate("1", 1024)) == String.to_integer(String.duplicate("1", 1024))
      assert error(String.duplicate("1", 1025)).message =~ "integer exceeds 1024 digit limit"
      assert error("[-12345]", decoding_integer_digit_limit: 4).position == 1
      assert RustyJson.decode!("-1234", decoding_integer_digit_limit: 4) == -1234
      assert RustyJson.decode!("1.23456789012345", decoding_integer_digit_limit: 5) == 1.23456789012345
      assert RustyJson.decode!("123456789.5", decoding_integer_digit_limit: 5) == 123_456_789.5
      digits = String.duplicate("7", 2000)
      assert RustyJson.decode!(digits, decoding_integer_digit_limit: 0) == String.to_integer(digits)
    end

    test "3.1 validate_strings [T]: false lets bytes through, in values and keys" do
      text = <<?{, ?", 0xFF, ?", ?:, ?", ?a, 0xC3, ?", ?}>>
      assert RustyJson.decode!(text, validate_strings: false) == %{<<0xFF>> => <<?a, 0xC3>>}
      assert error(text).message =~ "Invalid UTF-8"
    end

    test "3.1 dirty_threshold [T]: the result is the same" do
      text = RustyJson.encode!(Enum.to_list(1..10_000))

      for threshold <- [0, 1, 1_000_000] do
        assert RustyJson.decode!(text, dirty_threshold: threshold) == Enum.to_list(1..10_000)
      end
    end

    test "3.1 invalid values [T][W]: ArgumentError, an error tuple in decode/2; unknown options are ignored" do
      for options <- [
            [keys: :bad],
            [keys: fn -> 1 end],
            [strings: :bad],
            [objects: :bad],
            [floats: :bad],
            [duplicate_keys: :bad],
            [decoding_integer_digit_limit: -1],
            [decoding_integer_digit_limit: "1"],
            [max_bytes: -1],
            [max_bytes: nil],
            [validate_strings: :yes],
            [dirty_threshold: -1],
            [max_depth: :none]
          ] do
        assert_raise ArgumentError, fn -> RustyJson.decode!("1", options) end
        assert {:error, %DecodeError{message: "invalid" <> _}} = RustyJson.decode("1", options)
      end

      assert RustyJson.decode!("1", colour: :red) == 1
    end
  end

  defp told("Duplicate key"), do: "Duplicate key in object"
  defp told(kind), do: kind

  describe "3.2 grammar" do
    test "3.2 integers [T]: exact at any size, -0 is 0" do
      for n <- [
            0,
            1,
            -1,
            2 ** 59,
            -(2 ** 59) - 1,
            2 ** 60,
            2 ** 63 - 1,
            2 ** 63,
            -(2 ** 63),
            -(2 ** 63) - 1,
            2 ** 64 - 1,
            2 ** 64,
            10 ** 19,
            10 ** 20 - 1,
            -(10 ** 300)
          ] do
        assert RustyJson.decode!(Integer.to_string(n)) === n
        assert RustyJson.decode!("[#{n}]") === [n]
      end

      assert RustyJson.decode!("-0") === 0
    end

    test "3.2 floats [T]: correctly rounded, -0.0, underflow, overflow is a DecodeError at the number" do
      for {text, value} <- [
            {"1.0", 1.0},
            {"1e2", 100.0},
            {"1E+2", 100.0},
            {"0.1e1", 1.0},
            {"123456789012345678901234567890.0", 1.2345678901234568e29},
            {"9007199254740993.0", 9_007_199_254_740_992.0},
            {"2.2250738585072011e-308", 2.225073858507201e-308},
            {"1e-400", 0.0},
            {"4.9e-324", 5.0e-324},
            {"1.7976931348623157e308", 1.7976931348623157e308}
          ] do
        assert RustyJson.decode!(text) === value
      end

      assert <<1::1, 0::63>> = <<RustyJson.decode!("-0.0")::float>>
      assert <<1::1, 0::63>> = <<RustyJson.decode!("-0e0")::float>>
      error = error("[1, -1e400]")
      assert {error.message, error.position} == {"Number out of range at position 4", 4}
    end

    test "3.2 strings [T]: every escape, pairs joined, lone halves refused" do
      assert RustyJson.decode!(~S("\"\\\/\b\f\n\r\t\u0000\u00e9\ud83d\ude00")) == "\"\\/\b\f\n\r\t\0é😀"

      for lone <- [
            ~S("\ud83d"),
            ~S("\ud83dx"),
            ~S("\ud83d\n"),
            ~S("\ud83d\u0041"),
            ~S("\ude00"),
            ~S({"\ude00":1})
          ] do
        assert error(lone).message =~ "Lone surrogate in string"
      end
    end

    test "3.2 refused [T]: what is no JSON" do
      for bad <- [
            "",
            " ",
            "\uFEFF[]",
            "[1,]",
            "{\"a\":1,}",
            "{'a':1}",
            "NaN",
            "Infinity",
            "-Infinity",
            "01",
            "-01",
            "+1",
            ".5",
            "1.",
            "1e",
            "1e+",
            "- 1",
            "\"\t\"",
            "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12G4\"",
            "[1 2]",
            "[1,,2]",
            "{1:2}",
            "{\"a\"}",
            "{\"a\":}",
            "[",
            "]",
            "{",
            "}",
            "\"",
            "nul",
            "truee",
            "\f1",
            "// x\n1",
            "/* */1",
            "1 1",
            "[1]]"
          ] do
        assert {:error, %DecodeError{}} = RustyJson.decode(bad), bad
        refute RustyJson.valid?(bad), bad
        padded = String.duplicate(" ", 300) <> bad
        assert {:error, %DecodeError{}} = RustyJson.decode(padded), bad
      end
    end

    test "3.2 garbage [T]: between tokens also in long inputs" do
      text = "[" <> Enum.map_join(1..100, ",", &"#{&1}") <> "]"
      assert byte_size(text) > 256

      for at <- 1..byte_size(text) do
        bad = binary_part(text, 0, at) <> "x" <> binary_part(text, at, byte_size(text) - at)
        assert {:error, _} = RustyJson.decode(bad)
      end
    end

    test "3.2 depth [T]: 128 brackets, empty ones too; the 129th is refused where it stands" do
      for {open, close} <- [{"[", "]"}, {~s({"a":), "}"}] do
        inner = if open == "[", do: "", else: "1"
        ok = String.duplicate(open, 128) <> inner <> String.duplicate(close, 128)
        assert {:ok, _} = RustyJson.decode(ok)
        bad = String.duplicate(open, 129) <> inner <> String.duplicate(close, 129)
        error = error(bad)
        assert error.message =~ "Nesting depth exceeds maximum"
        assert error.position == 128 * byte_size(open)
      end

      assert {:error, _} = RustyJson.decode(String.duplicate("[", 1_000_000))
    end
  end

  describe "3.3 DecodeError" do
    test "3.3 texts and positions [T][W]" do
      for {text, message, position} <- [
            {"@", "Unexpected character", 0},
            {"[1,]", "Unexpected character", 3},
            {"[1,", "Unexpected end of input", 3},
            {"", "Unexpected end of input", 0},
            {"1 x", "Unexpected trailing characters", 2},
            {"[nul]", "Expected 'null'", 1},
            {"tru", "Expected 'true'", 0},
            {" falze", "Expected 'false'", 1},
            {"{1:2}", "Expected string key", 1},
            {"{\"a\":1,", "Expected string key", 7},
            {"{\"a\" 1}", "Expected ':'", 5},
            {"{\"a\"", "Expected ':'", 4},
            {"{\"a\":1 2}", "Expected ',' or '}'", 7},
            {"[1 2]", "Expected ',' or ']'", 3},
            {"[1", "Expected ',' or ']'", 2},
            {"[01]", "Invalid number", 1},
            {"[1, -]", "Invalid number", 4},
            {"[\"abc", "Unterminated string", 1},
            {"\"ab\nc\"", "Unescaped control character", 3},
            {"\"ab\\kc\"", "Invalid escape sequence: \\k", 3},
            {"\"a\\u12\"", "Incomplete unicode escape", 2},
            {"\"a\\u12x4\"", "Invalid unicode escape", 2},
            {"\"a\\ud800\"", "Lone surrogate in string", 2},
            {<<?", ?a, 0xFF, ?">>, "Invalid UTF-8 in string", 2}
          ] do
        error = error(text)
        assert {error.message, error.position} == {"#{message} at position #{position}", position}
        assert error.data == text
        rest = binary_part(text, position, byte_size(text) - position)
        assert error.token == if(rest == "", do: nil, else: binary_part(rest, 0, min(10, byte_size(rest))))
      end
    end

    test "3.3 decode! raises the same error [T]" do
      error = error("[1,]")
      assert_raise DecodeError, error.message, fn -> RustyJson.decode!("[1,]") end
    end
  end

  describe "8 beyond" do
    test "8.9 relaxed [W]: comments and trailing commas" do
      text = "// head\n{\"a\": [1, 2, /* x */ ], // y\n \"b\": {},\n}\n/* end */"
      assert RustyJson.decode!(text, relaxed: true) == %{"a" => [1, 2], "b" => %{}}
      assert {:error, _} = RustyJson.decode(text)

      for bad <- ["[,]", "{,}", "[1,,]", "[1]/", "[1] /* x", "/"],
          do: assert({:error, _} = RustyJson.decode(bad, relaxed: true))
    end

    test "8.8 null, return_trailer [W]: as in jiffy" do
      assert RustyJson.decode!("[null]", null: :null) == [:null]
      assert RustyJson.decode!("[1] [2]", return_trailer: true) == {:has_trailer, [1], " [2]"}
      assert RustyJson.decode!("[1] ", return_trailer: true) == [1]
    end

    test "8.9 as [W]: structs" do
      assert %URI{host: "h", port: 1} = RustyJson.decode!(~s({"host":"h","port":1,"x":2}), as: URI)
      assert [%URI{host: "a"}, %URI{}] = RustyJson.decode!(~s([{"host":"a"},{}]), as: [URI])

      for bad <- [5, "URI", [], [URI, URI], [nil], Enum, NoSuchModule, :x] do
        assert_raise ArgumentError, ~r/^invalid :as option .*, expected a struct module/, fn ->
          RustyJson.decode!("{}", as: bad)
        end
      end
    end

    test "8.10 decompress [W]: gzip, with a limit on what comes out" do
      zipped = :zlib.gzip(RustyJson.encode!(%{a: String.duplicate("x", 100_000)}))
      assert %{"a" => <<"xxx", _::binary>>} = RustyJson.decode!(zipped, decompress: :gzip)

      assert {:error, %DecodeError{message: message}} =
               RustyJson.decode(zipped, decompress: :gzip, max_bytes: 50_000)

      assert message =~ "max_bytes"

      for bad <- ["no gzip", binary_part(zipped, 0, 30), ""] do
        assert {:error, %DecodeError{}} = RustyJson.decode(bad, decompress: :gzip)
      end
    end

    test "8.11 valid? [W]: as decode judges" do
      for text <- [
            "1",
            "[1,{\"a\":\"\\u00e9\"}]",
            "[",
            "{\"a\":1,}",
            "\"\\ud800\"",
            "1e999",
            <<?", 0xFF, ?">>
          ] do
        assert RustyJson.valid?(text) == match?({:ok, _}, RustyJson.decode(text))
      end

      assert RustyJson.valid?(["[", "]"])
      refute RustyJson.valid?("[[1]]", max_depth: 1)
    end
  end

  defp leaves(map) when is_map(map), do: Enum.flat_map(map, fn {k, v} -> [k | leaves(v)] end)
  defp leaves(list) when is_list(list), do: Enum.flat_map(list, &leaves/1)
  defp leaves(leaf), do: [leaf]
end
