defmodule RustyJson.StreamTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Lines
  doctest RustyJson.Pointer

  alias RustyJson.{DecodeError, Decoder}

  defp bytes(text), do: for(<<byte <- text>>, do: <<byte>>)
  defp all(input, options \\ []), do: input |> RustyJson.decode_stream(options) |> Enum.to_list()

  describe "8.1 decode_stream" do
    test "8.1 decode_stream [W]: one byte at a time is the whole" do
      items = [
        1,
        -2.5e3,
        "a\"\\é😀\u2028",
        nil,
        true,
        [],
        %{},
        %{"k" => [%{"]" => "}"}]},
        "",
        "\\",
        12_345_678_901_234_567_890
      ]

      for text <- [
            RustyJson.encode!(items),
            RustyJson.encode!(items, pretty: true),
            RustyJson.encode!(items, escape: :unicode_safe)
          ] do
        assert all(text) == items
        assert all(bytes(text)) == items
        assert all([text]) == items

        for at <- 0..byte_size(text),
            do: assert(all([binary_part(text, 0, at), binary_part(text, at, byte_size(text) - at)]) == items)
      end
    end

    test "8.1 decode_stream [W]: random documents cut anywhere" do
      Gen.law(40, fn ->
        items = Gen.list(2)
        text = items |> RustyJson.encode!() |> Gen.loosen()
        assert all(Gen.cut(text)) == items
        values = Enum.map_join(items, " ", &RustyJson.encode!/1)
        assert all(Gen.cut(values), root: :values) == items
        lines = Enum.map_join(items, "\n\n", &RustyJson.encode!/1)
        assert all(Gen.cut(lines), root: :ndjson) == items
      end)
    end

    test "8.1 decode_stream [W]: empty arrays, large input, options" do
      assert all("[]") == []
      assert all(" [ ] ") == []
      large = Enum.to_list(1..100_000)
      assert all(RustyJson.encode!(large)) == large
      assert all(~s([{"a":1}]), keys: :atoms) == [%{a: 1}]
      assert all(~s([{"a":1}]), keys: &String.upcase/1) == [%{"A" => 1}]
      one = RustyJson.encode!([String.duplicate("x", 500_000)])
      assert [<<"xxx", _::binary>>] = all(one)
    end

    test "8.1 root object [W]: members" do
      text = ~s({"a":1, "b\\u00e9" : {"x":[1,2]}, "c":""})

      for input <- [text, bytes(text)],
          do: assert(all(input, root: :object) == [{"a", 1}, {"bé", %{"x" => [1, 2]}}, {"c", ""}])

      assert all("{}", root: :object) == []
      assert all(~s({"a":1}), root: :object, keys: :atoms) == [a: 1]
    end

    test "8.1 path [W]: the array at a pointer" do
      text = ~s({"skip":[1,{"items":[9]}],"data":{"n":null,"it/ems":[[0],{"x":[1,2,3]}]},"tail":{"z":[1]}})

      for input <- [text, bytes(text)] do
        assert all(input, path: "/data/it~1ems") == [[0], %{"x" => [1, 2, 3]}]
        assert all(input, path: "/data/it~1ems/1/x") == [1, 2, 3]

        assert all(input, path: "/data", root: :object) == [
                 {"n", nil},
                 {"it/ems", [[0], %{"x" => [1, 2, 3]}]}
               ]
      end

      for path <- ["/none", "/data/none", "/data/it~1ems/7"],
          do: assert_raise(DecodeError, fn -> all(text, path: path) end)

      assert_raise DecodeError, ~r/Expected an array at position/, fn -> all(text, path: "/data") end
      assert_raise ArgumentError, fn -> RustyJson.decode_stream(text, path: "data") end
    end

    test "8.1 errors [W]: DecodeError with the offset in the whole input" do
      for {text, position} <- [
            {"{}", 0},
            {"5", 0},
            {"[1,2", 4},
            {"[1,2] x", 6},
            {"[1 2]", 3},
            {"[1,]", 3},
            {"[,1]", 1},
            {~s([1,"ab), 3},
            {"[1,{\"a\":x}]", 8},
            {"[1,tru]", 3},
            {"", 0}
          ] do
        for input <- [text, bytes(text)] do
          error = assert_raise DecodeError, fn -> all(input) end
          assert error.position == position, "#{text}: #{inspect(error)}"
        end
      end

      assert_raise ArgumentError, fn -> RustyJson.decode_stream("[]", root: :bad) end
    end

    test "8.1 max_item_bytes [W]: a limit on what waits" do
      assert all(~s(["abc","def"]), max_item_bytes: 10) == ["abc", "def"]

      # whatever the borders of the chunks
      for {text, options, long} <- [
            {~s([1, "abc",2]), [], 4},
            {~s({"a":1,"b":"abc"}), [root: :object], 11},
            {~s({"a":1,"abc":2}), [root: :object], 7},
            {~s(1 "abc" 2), [root: :values], 2},
            {~s(1\n"abc"\n2), [root: :ndjson], 2}
          ],
          size <- [1, 3, 100] do
        chunks = text |> :binary.bin_to_list() |> Enum.chunk_every(size) |> Enum.map(&:binary.list_to_bin/1)
        decode = fn limit -> chunks |> all([max_item_bytes: limit] ++ options) |> length() end
        assert decode.(5) in [2, 3]
        error = assert_raise DecodeError, ~r/max_item_bytes/, fn -> decode.(4) end
        assert error.position == long
      end

      endless = Stream.concat(["[\""], Stream.repeatedly(fn -> "xxxxxxxxxxxxxxxx" end))
      assert_raise DecodeError, ~r/max_item_bytes/, fn -> all(endless, max_item_bytes: 1000) end
    end

    test "8.1 halt [W]: taking some ends the rest" do
      endless = Stream.concat(["["], Stream.cycle(["1,"]))
      assert endless |> RustyJson.decode_stream() |> Enum.take(3) == [1, 1, 1]
    end

    test "8.1 Decoder new, feed, finish [W]" do
      decoder = Decoder.new(keys: :atoms)
      assert {:ok, [], decoder} = Decoder.feed(decoder, ~s([{"a))
      assert {:ok, [%{a: 1}], decoder} = Decoder.feed(decoder, [~s(":1}), ","])
      assert {:ok, [2], decoder} = Decoder.feed(decoder, "2 ]")
      assert {:ok, []} = Decoder.finish(decoder)
      assert {:error, %DecodeError{}} = Decoder.finish(Decoder.new())
      assert {:error, %DecodeError{position: 1}} = Decoder.feed(Decoder.new(), "[}")
      assert {:ok, [], decoder} = Decoder.feed(Decoder.new(root: :values), "12")
      assert {:ok, [12]} = Decoder.finish(decoder)
    end
  end

  describe "8.2 encode_stream" do
    test "8.2 encode_stream [W]: elements, the empty array, laziness" do
      assert [%{id: 1}, %{id: 2}] |> RustyJson.encode_stream() |> Enum.to_list() == [
               "[",
               ~s({"id":1}),
               ~s(,{"id":2}),
               "]"
             ]

      assert [] |> RustyJson.encode_stream() |> Enum.join() == "[]"
      assert Stream.iterate(0, &(&1 + 1)) |> RustyJson.encode_stream() |> Enum.take(3) == ["[", "0", ",1"]
    end

    test "8.2 options [W]: format, chunk_size, batch_size, those of encode!" do
      items = for i <- 1..1000, do: %{i: i, s: "é</"}
      whole = RustyJson.encode!(items, escape: :html_safe)

      for options <- [[], [batch_size: 7], [chunk_size: 1000], [chunk_size: 65_536, batch_size: 100]] do
        assert items |> RustyJson.encode_stream([escape: :html_safe] ++ options) |> Enum.join() == whole
      end

      chunks = items |> RustyJson.encode_stream(chunk_size: 1000) |> Enum.to_list()
      assert chunks |> Enum.drop(-1) |> Enum.all?(&(byte_size(&1) >= 1000))
      assert [1, %{a: 2}] |> RustyJson.encode_stream(format: :ndjson) |> Enum.join() == "1\n{\"a\":2}\n"

      assert [1, 2, 3] |> RustyJson.encode_stream(format: :ndjson, batch_size: 2) |> Enum.join() ==
               "1\n2\n3\n"

      assert_raise ArgumentError, fn -> RustyJson.encode_stream([], format: :bad) end

      for size <- [0, -1, nil, "2"] do
        assert_raise ArgumentError, ~r/^invalid :batch_size option/, fn ->
          RustyJson.encode_stream([], batch_size: size)
        end
      end

      assert_raise RustyJson.EncodeError, fn -> [<<255>>] |> RustyJson.encode_stream() |> Enum.to_list() end
    end

    test "8.2 pretty [W]: the text of the whole array, lines stay lines" do
      items = [%{"b" => [1, %{}], "a" => {}}, ~D[2026-01-01], [], "x\n", RustyJson.Fragment.new("[1,{}]")]

      for list <- [[], [1], [[]], items, Enum.map(1..100, &%{i: &1})],
          pretty <- [
            true,
            4,
            "\t",
            [indent: 1, line_separator: "\r\n", after_colon: ""],
            [indent: ""],
            0,
            false
          ],
          options <- [[], [batch_size: 2], [batch_size: 1000], [chunk_size: 7], [sort_keys: true]] do
        text = list |> RustyJson.encode_stream([pretty: pretty] ++ options) |> Enum.join()
        assert text == RustyJson.encode!(list, pretty: pretty)
      end

      assert Stream.iterate(0, &(&1 + 1)) |> RustyJson.encode_stream(pretty: true) |> Enum.take(3) == [
               "[",
               "\n  0",
               ",\n  1"
             ]

      assert [%{a: 1}] |> RustyJson.encode_stream(format: :ndjson, pretty: true) |> Enum.join() ==
               "{\"a\":1}\n"
    end

    test "8.13 compress [W]: of streams" do
      items = Enum.to_list(1..10_000)
      zipped = items |> RustyJson.encode_stream(compress: {:gzip, 9}) |> Enum.join()
      assert zipped |> :zlib.gunzip() |> RustyJson.decode!() == items
      assert_raise ArgumentError, fn -> RustyJson.encode_stream([], compress: :zip) end
    end
  end

  describe "8.3 NDJSON" do
    test "8.3 decode_lines [W]: blank lines, errors with line and offset, on_error" do
      text = "{\"a\":1}\n\n  \r\n[2]\r\n3"
      assert RustyJson.decode_lines(text) == [%{"a" => 1}, [2], 3]
      assert RustyJson.decode_lines("") == []

      assert text |> bytes() |> Stream.map(& &1) |> RustyJson.decode_lines() |> Enum.to_list() == [
               %{"a" => 1},
               [2],
               3
             ]

      bad = "1\n\n[2\n3\n{\"a\":x}"
      error = assert_raise DecodeError, fn -> RustyJson.decode_lines(bad) end
      assert error.message == "Expected ',' or ']' at position 5 (line 3)"
      assert error.position == 5
      assert RustyJson.decode_lines(bad, on_error: :skip) == [1, 3]

      assert [1, {:error, %DecodeError{}}, 3, {:error, %DecodeError{position: 13}}] =
               RustyJson.decode_lines(bad, on_error: :tuple)

      assert_raise ArgumentError, fn -> RustyJson.decode_lines("1", on_error: :bad) end
    end

    test "8.3 encode_lines [W]: a line each" do
      assert RustyJson.encode_lines([1, %{a: "x\ny"}, []]) == "1\n{\"a\":\"x\\ny\"}\n[]\n"
      assert RustyJson.encode_lines([%{a: 1}], pretty: true) == "{\"a\":1}\n"
      assert RustyJson.encode_lines([]) == ""
      assert [1, 2] |> RustyJson.encode_lines(compress: :gzip) |> :zlib.gunzip() == "1\n2\n"
    end
  end

  describe "8.4 pointers" do
    @json ~s({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"m~n":8,"k\\"l":6," ":7,"n":null,"o":{"x":{"y":[[],[1,2,{"z":"deep"}]]}},"dup":1,"dup":2})

    test "8.4 get [W]: the cases of RFC 6901 and more" do
      {:ok, doc} = RustyJson.parse(@json)

      for {pointer, value} <- [
            {"/foo", ["bar", "baz"]},
            {"/foo/0", "bar"},
            {"/", 0},
            {"/a~1b", 1},
            {"/c%d", 2},
            {"/m~0n", 8},
            {"/k\"l", 6},
            {"/ ", 7},
            {"/n", nil},
            {"/o/x/y/1/2/z", "deep"},
            {"/o/x/y/0", []},
            {"/dup", 2},
            {"", RustyJson.decode!(@json)}
          ] do
        assert RustyJson.get(doc, pointer) == {:ok, value}
        assert RustyJson.get(doc, pointer, :default) == value
        assert RustyJson.get_in_json(@json, pointer) == {:ok, value}
      end

      for missing <- [
            "/x",
            "/foo/2",
            "/foo/00",
            "/foo/-",
            "/foo/-1",
            "/foo/bar",
            "/n/x",
            "/o/x/y/1/2/z/q",
            "/foo/99999999999999999999"
          ] do
        assert RustyJson.get(doc, missing) == {:error, :no_such_field}
        assert RustyJson.get(doc, missing, :default) == :default
        assert RustyJson.get_in_json(@json, missing) == {:error, :no_such_field}
      end

      for bad <- ["foo", "/a~2", "/a~", 5], do: assert_raise(ArgumentError, fn -> RustyJson.get(doc, bad) end)
    end

    test "8.4 get_many, length, parse [W]" do
      {:ok, doc} = RustyJson.parse(@json, keys: :atoms)
      assert RustyJson.get_many(doc, ["/foo/1", "/x"]) == [{:ok, "baz"}, {:error, :no_such_field}]
      assert RustyJson.get_many_nil(doc, ["/foo/1", "/x", "/n"]) == ["baz", nil, nil]

      assert {RustyJson.length(doc, "/foo"), RustyJson.length(doc, "/o"), RustyJson.length(doc, "/a~1b")} ==
               {2, 1, nil}

      assert RustyJson.get(doc, "/o/x/y/1/2") == {:ok, %{z: "deep"}}
      assert {:error, %DecodeError{position: 3}} = RustyJson.parse("[1,")
      assert {:error, %DecodeError{}} = RustyJson.get_in_json(~s({"a":[1,x]}), "/a")
    end

    test "8.4 get [W]: equals decoding and looking, on random documents" do
      Gen.law(30, fn ->
        map = Gen.map(2)
        text = map |> RustyJson.encode!() |> Gen.loosen()
        {:ok, doc} = RustyJson.parse(text)

        for {key, value} <- map do
          pointer = "/" <> (key |> String.replace("~", "~0") |> String.replace("/", "~1"))
          assert RustyJson.get(doc, pointer) == {:ok, value}
        end
      end)
    end
  end
end
