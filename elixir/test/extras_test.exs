defmodule RustyJson.ExtrasTest do
  # Paragraph 8: what goes beyond Jason, where no file of its own has it.
  use ExUnit.Case, async: true

  alias RustyJson.{DecodeError, EncodeError, Fragment, OrderedObject}

  defmodule Json do
    use RustyJson, encode: [escape: :html_safe, sort_keys: true], decode: [keys: :atoms!]
  end

  defmodule Derived do
    @derive RustyJson.Encoder
    defstruct [:a]
  end

  test "8.8 force_utf8 [W]: U+FFFD for what is no UTF-8, everywhere" do
    for {bad, good} <- [
          {<<255>>, "\uFFFD"},
          {"a" <> <<0xC3>> <> "b", "a\uFFFDb"},
          {"é" <> <<0xE2, 0x82>>, "é\uFFFD"},
          {<<0xED, 0xA0, 0x80>>, "\uFFFD\uFFFD\uFFFD"},
          {String.duplicate("x", 200) <> <<0xFF, ?">>, String.duplicate("x", 200) <> "\uFFFD\""}
        ],
        wrap <- [
          & &1,
          &[&1],
          &{&1},
          &%{"k" => &1},
          &%{&1 => 1},
          &%Derived{a: &1},
          &%OrderedObject{values: [{&1, &1}]},
          &Fragment.new(fn opts -> RustyJson.Encode.string(&1, opts) end)
        ],
        options <- [
          [],
          [escape: :unicode_safe],
          [protocol: false],
          [sort_keys: true],
          [pretty: true],
          [maps: :strict]
        ] do
      text = RustyJson.encode!(wrap.(bad), [force_utf8: true] ++ options)
      assert text == RustyJson.encode!(wrap.(good), options)
      assert {:error, %EncodeError{}} = RustyJson.encode(wrap.(bad), options)
    end

    long = String.duplicate("é", 200_000) <> <<0xFF>> <> String.duplicate("x", 100_000)

    assert RustyJson.decode!(RustyJson.encode!([long], force_utf8: true)) == [
             String.replace(long, <<0xFF>>, "\uFFFD")
           ]

    assert_raise ArgumentError, fn -> RustyJson.encode!(1, force_utf8: :yes) end
  end

  test "8.8 uescape [W]: jiffy's name of unicode_safe" do
    assert RustyJson.encode!("é😀", uescape: true) == RustyJson.encode!("é😀", escape: :unicode_safe)
    assert RustyJson.encode!("é", [:uescape]) == ~S("\u00e9")
    assert_raise ArgumentError, fn -> RustyJson.encode!("é", uescape: true, escape: :html_safe) end
  end

  test "8.8 dedupe_keys [W]: one member of a name, the last, also where objects are no maps" do
    text = ~s({"a":1,"b":{"x":1,"x":2},"a":3,"\\u0061":4,"c":5})
    options = [dedupe_keys: true]
    inner = OrderedObject.new([{"x", 2}])

    assert RustyJson.decode!(text, [objects: :ordered_objects] ++ options) ==
             OrderedObject.new([{"b", inner}, {"a", 4}, {"c", 5}])

    assert RustyJson.decode!(text, [objects: :proplists] ++ options) ==
             {[{"b", {[{"x", 2}]}}, {"a", 4}, {"c", 5}]}

    assert RustyJson.decode!(text, options) == RustyJson.decode!(text)
    same = "[" <> Enum.map_join(1..40, ",", fn n -> ~s({"k":#{n},"l":0,"k":#{n + 1}}) end) <> "]"
    objects = RustyJson.decode!(same, [objects: :ordered_objects, keys: :intern] ++ options)
    assert Enum.map(objects, & &1.values) == for(n <- 1..40, do: [{"l", 0}, {"k", n + 1}])
  end

  test "8.12 duplicate_keys first [W]: applies to pairs too" do
    text = ~s({"a":1,"b":2,"a":3})

    assert RustyJson.decode!(text, duplicate_keys: :first, objects: :ordered_objects).values ==
             [{"a", 1}, {"b", 2}]

    assert RustyJson.decode!(text, objects: :ordered_objects).values == [{"a", 1}, {"b", 2}, {"a", 3}]
  end

  test "8.8 bytes_per_iter [W]: slices of so many bytes, the same text" do
    term = Enum.map(1..5_000, &%{"id" => &1, "name" => "n#{&1}"})
    text = RustyJson.encode!(term)
    for bytes <- [1, 2048, 10_000_000], do: assert(RustyJson.encode!(term, bytes_per_iter: bytes) == text)
    for bytes <- [1, 2048, 10_000_000], do: assert(RustyJson.decode!(text, bytes_per_iter: bytes) == term)

    for bad <- [0, -1, :many, 1.0] do
      assert_raise ArgumentError, fn -> RustyJson.encode!(1, bytes_per_iter: bad) end
      assert_raise ArgumentError, fn -> RustyJson.decode!("1", bytes_per_iter: bad) end
    end
  end

  test "8.8 proplists [W]: jiffy's objects, both ways" do
    term = {[{"a", 1}, {:b, {[{"c", [{[]}]}]}}, {"t", {1, 2}}]}
    text = ~s({"a":1,"b":{"c":[{}]},"t":[1,2]})
    assert RustyJson.encode!(term, tuples: :proplists) == text
    assert RustyJson.encode!({[{"z", 1}, {"a", 2}]}, tuples: :proplists, sort_keys: true) == ~s({"z":1,"a":2})
    assert RustyJson.encode!({[1, 2]}, tuples: :proplists) == "[[1,2]]"
    assert RustyJson.encode!({[]}, tuples: :proplists, pretty: true) == "{}"
    assert RustyJson.encode!({[]}) == "[[]]"
    read = RustyJson.decode!(text, objects: :proplists)
    assert RustyJson.encode!(read, tuples: :proplists) == text
    strict = [tuples: :proplists, maps: :strict]

    assert {:error, %EncodeError{message: "duplicate key: a"}} =
             RustyJson.encode({[{"a", 1}, {:a, 2}]}, strict)

    assert {:error, %EncodeError{message: "duplicate key: 1.5"}} =
             RustyJson.encode({[{1.5, 1}, {"1.5", 2}]}, strict)

    assert {:error, %EncodeError{}} = RustyJson.encode({[{"a", 1} | 2]}, tuples: :proplists)
  end

  test "8.8 null_term and use_nil [W]: jiffy's names, options without a value" do
    assert RustyJson.decode!("[null]", null_term: :null) == [:null]
    assert RustyJson.decode!("[null]", [:use_nil]) == [nil]
    assert RustyJson.decode!("[null] x", [:return_trailer, null: :none]) == {:has_trailer, [:none], " x"}
    assert_raise ArgumentError, fn -> RustyJson.decode!("1", null: "null") end
  end

  test "8.9 tuples and sets by option [W]" do
    for tuple <- [{}, {1}, [{1}], %{a: {1}}, %Derived{a: {1}}] do
      assert {:error, %Protocol.UndefinedError{protocol: RustyJson.Encoder}} =
               RustyJson.encode(tuple, tuples: :refuse)

      assert {:error, %EncodeError{}} = RustyJson.encode(tuple, tuples: :refuse, protocol: false)
    end

    set = MapSet.new([1])
    assert RustyJson.encode!(%{s: [set, {set}]}, sets: :array) == ~s({"s":[[1],[[1]]]})
    assert RustyJson.encode!(%Derived{a: set}, sets: :array) == ~s({"a":[1]})
    assert {:error, %Protocol.UndefinedError{}} = RustyJson.encode(set)

    for bad <- [[tuples: :list], [sets: true]],
        do: assert({:error, %ArgumentError{}} = RustyJson.encode(1, bad))
  end

  test "8.9 integers as decimals [W], numbers as they are written" do
    decimal = fn sign, coef, exp -> %{__struct__: Decimal, sign: sign, coef: coef, exp: exp} end
    exact = [integers: :decimals, floats: :decimals]

    assert RustyJson.decode!("[1,-20,1.50,-0]", exact) == [
             decimal.(1, 1, 0),
             decimal.(-1, 20, 0),
             decimal.(1, 150, -2),
             decimal.(-1, 0, 0)
           ]

    assert RustyJson.decode!("[12345678901234567890123,1.5]", integers: :decimals) ==
             [decimal.(1, 12_345_678_901_234_567_890_123, 0), 1.5]

    text = ~s({"a":[1.00,1e5,-0,-0.0,123456789012345678901234567890,1E400,0.10],"b":1})

    for options <- [[], [objects: :ordered_objects], [keys: :intern], [strings: :copy], [dirty_threshold: 1]] do
      read = RustyJson.decode!(text, [numbers: :text] ++ options)
      assert RustyJson.encode!(read) == text
    end

    assert RustyJson.decode!("1.00", numbers: :text) == %Fragment{encode: "1.00"}
    assert {:error, %DecodeError{position: 1}} = RustyJson.decode("[01]", numbers: :text)

    assert {:error, %DecodeError{}} =
             RustyJson.decode("[12345]", numbers: :text, decoding_integer_digit_limit: 4)
  end

  test "8.9 options of a module [W]: use RustyJson" do
    assert Json.encode!(%{b: "<", a: 1}) == ~S({"a":1,"b":"\u003c"})
    assert Json.encode!("<", escape: :json) == ~s("<")
    assert Json.encode!("<", %{escape: :json}) == ~s("<")
    assert Json.encode(self()) |> elem(0) == :error
    assert IO.iodata_to_binary(Json.encode_to_iodata!("<")) == ~S("\u003c")
    assert {:ok, _} = Json.encode_to_iodata("<")
    assert Json.decode!(~s({"name":1})) == %{name: 1}
    assert Json.decode(~s({"name":1}), keys: :strings) == {:ok, %{"name" => 1}}

    for bad <- ["encode: [escape: :foo]", "decode: [keys: :foo]", "escape: :json"] do
      code = "defmodule RustyJson.BadUse do use RustyJson, #{bad} end"
      assert_raise ArgumentError, fn -> Code.eval_string(code) end
    end
  end

  test "8.10 deflate and zstd [W]: output and input" do
    term = Enum.map(1..20_000, &%{"id" => &1, "text" => "text #{rem(&1, 17)}"})
    text = RustyJson.encode!(term)

    for scheduler <- [:auto, :normal, :dirty] do
      for level <- 0..9 do
        deflated = RustyJson.encode!(term, compress: {:deflate, level}, scheduler: scheduler)
        assert :zlib.uncompress(deflated) == text
      end

      zstd = RustyJson.encode!(term, compress: :zstd, scheduler: scheduler)
      assert byte_size(zstd) * 3 < byte_size(text)
      assert <<0x28, 0xB5, 0x2F, 0xFD, _::binary>> = zstd
      assert RustyJson.decode!(zstd, decompress: :zstd) == term
    end

    assert RustyJson.decode!(RustyJson.encode!(term, compress: :deflate), decompress: :deflate) == term

    assert RustyJson.encode!([1], compress: :zstd, pretty: true) |> RustyJson.decode!(decompress: :zstd) == [
             1
           ]

    for kind <- [:gzip, :deflate, :zstd] do
      packed = RustyJson.encode!(term, compress: kind)
      size = byte_size(text)
      assert RustyJson.decode!(packed, decompress: kind, max_bytes: size) == term
      assert {:error, error} = RustyJson.decode(packed, decompress: kind, max_bytes: size - 1)
      assert error.message =~ "max_bytes"
      cut = binary_part(packed, 0, byte_size(packed) - 1)

      for bad <- ["", "no", cut, text] do
        assert {:error, %DecodeError{message: message}} = RustyJson.decode(bad, decompress: kind)
        assert message =~ "invalid #{kind} data"
      end
    end

    assert_raise ArgumentError, fn -> RustyJson.encode!(1, compress: {:deflate, 10}) end
    assert_raise ArgumentError, fn -> RustyJson.encode!(1, compress: {:zstd, 3}) end
    assert_raise ArgumentError, fn -> RustyJson.encode!(1, compress: :zlib) end
    # members of gzip may follow one another
    two = :zlib.gzip("[1,") <> :zlib.gzip("2]")
    assert RustyJson.decode!(two, decompress: :gzip) == [1, 2]
  end

  test "8.13 compress [W]: streams as deflate and zstd" do
    items = Enum.map(1..30_000, &%{"id" => &1})

    for kind <- [:gzip, {:gzip, 1}, :deflate, {:deflate, 9}, :zstd] do
      packed = items |> RustyJson.encode_stream(compress: kind, batch_size: 100) |> Enum.join()
      name = if is_tuple(kind), do: elem(kind, 0), else: kind
      assert RustyJson.decode!(packed, decompress: name) == items
    end

    assert_raise ArgumentError, fn -> RustyJson.encode_stream([1], compress: :zlib) end
    lines = RustyJson.encode_lines([1, 2], compress: :deflate)
    assert :zlib.uncompress(lines) == "1\n2\n"
  end

  test "8.10 decompress of streams [W]: chunks are inflated as they come" do
    items = Enum.map(1..20_000, &%{"id" => &1})

    for kind <- [:gzip, :deflate], cut <- [1, 100, 10_000_000] do
      packed = RustyJson.encode!(items, compress: kind)
      chunks = for <<byte <- packed>>, do: byte
      chunks = chunks |> Enum.chunk_every(cut) |> Enum.map(&IO.iodata_to_binary/1)
      assert chunks |> RustyJson.decode_stream(decompress: kind) |> Enum.to_list() == items
      assert packed |> RustyJson.decode_stream(decompress: kind) |> Enum.take(2) == Enum.take(items, 2)
      short = binary_part(packed, 0, byte_size(packed) - 3)

      for bad <- [short, "no", ""] do
        assert_raise DecodeError, fn ->
          [bad] |> RustyJson.decode_stream(decompress: kind) |> Enum.to_list()
        end
      end
    end

    lines = :zlib.gzip("1\n[2]\n")
    assert RustyJson.decode_lines(lines, decompress: :gzip) == [1, [2]]
    # a bomb is not gathered: the limit on items ends it
    bomb = :zlib.gzip("[\"" <> String.duplicate("x", 20_000_000))
    options = [decompress: :gzip, max_item_bytes: 1000]

    assert_raise DecodeError, ~r/max_item_bytes/, fn ->
      [bomb] |> RustyJson.decode_stream(options) |> Enum.to_list()
    end

    assert_raise ArgumentError, fn -> RustyJson.decode_stream([], decompress: :lz4) end
    assert_raise ArgumentError, fn -> RustyJson.Decoder.new(decompress: :gzip) end
  end

  test "8.9 relaxed streams and pointers [W]: comments and trailing commas beside the way" do
    text = ~s(/* [ */ {"a": [1, /* ] " */ 2,], // x }\n "b": {"c//": 3,},} // end)
    assert RustyJson.decode!(text, relaxed: true) == %{"a" => [1, 2], "b" => %{"c//" => 3}}
    {:ok, doc} = RustyJson.parse(text, relaxed: true)
    found = RustyJson.get_many(doc, ["/a/1", "/b/c~1~1", "/a/2", "/a"])
    assert found == [{:ok, 2}, {:ok, 3}, {:error, :no_such_field}, {:ok, [1, 2]}]
    assert RustyJson.length(doc, "/a") == 2
    assert RustyJson.get_in_json(text, "/b", relaxed: true) == {:ok, %{"c//" => 3}}
    assert {:error, %DecodeError{}} = RustyJson.parse(text)

    for cut <- 1..byte_size(text) do
      chunks = [binary_part(text, 0, cut), binary_part(text, cut, byte_size(text) - cut)]
      stream = &(chunks |> RustyJson.decode_stream([relaxed: true] ++ &1) |> Enum.to_list())
      assert stream.(path: "/a") == [1, 2]
      assert stream.(root: :object) == [{"a", [1, 2]}, {"b", %{"c//" => 3}}]
      assert stream.(root: :values) == [%{"a" => [1, 2], "b" => %{"c//" => 3}}]
    end

    assert RustyJson.decode_lines("1 // a\n[1,] /* b */\n", relaxed: true) == [1, [1]]

    for bad <- ["[1] /* x", "[,]", "[1,,]", "[1,/]"] do
      assert_raise DecodeError, fn -> bad |> RustyJson.decode_stream(relaxed: true) |> Enum.to_list() end
      assert {:error, %DecodeError{}} = RustyJson.parse(bad, relaxed: true)
    end
  end

  test "8.4 parse [W]: errors are returned, whatever the options" do
    for options <- [[], [keys: :atoms!], [keys: :atoms], [return_trailer: true], [duplicate_keys: :error]] do
      assert {:error, %DecodeError{}} = RustyJson.parse(~s({"no such atom at all":1,]), options)
    end

    packed = :zlib.gzip("[1,")
    assert {:error, %DecodeError{position: 3}} = RustyJson.parse(packed, decompress: :gzip)
    assert {:ok, doc} = RustyJson.parse(:zlib.gzip("[1]"), decompress: :gzip)
    assert RustyJson.get(doc, "/0") == {:ok, 1}
  end

  test "8.4 get_many [W]: one walk, as get gives each" do
    small = ~s({"a":{"b":[1,{"c":null},"x"]},"":5,"e/f":{"~":[]},"a":{"b":[2,{"c":3}]},"n":null})
    filler = Enum.map_join(1..20_000, ",", &~s("k#{&1}":[#{&1}]))
    large = ~s({#{filler},"a":{"b":[1,{"c":null}]},"z":[[[1]]]})

    pointers =
      ~w(/a /a/b /a/b/0 /a/b/1/c /a/b/7 /a/b/01 / /e~1f/~0 /n /n/x /k77/0 /z/0/0/0 /z/0/0 /missing/x /a) ++
        [""]

    for text <- [small, large],
        options <- [[], [keys: :atoms], [objects: :ordered_objects], [keys: &(&1 <> "!")]] do
      {:ok, doc} = RustyJson.parse(text, options)
      expected = Enum.map(pointers, &RustyJson.get(doc, &1))
      assert RustyJson.get_many(doc, pointers) == expected
      assert RustyJson.get_many_nil(doc, pointers) == Enum.map(pointers, &RustyJson.get(doc, &1, nil))
    end

    {:ok, doc} = RustyJson.parse("[1]")
    assert RustyJson.get_many(doc, []) == []
    assert_raise ArgumentError, fn -> RustyJson.get_many(doc, ["a"]) end
    name = "не atom #{System.unique_integer()}"
    {:ok, doc} = RustyJson.parse(~s({"a":{"#{name}":1}}), keys: :atoms)
    assert [{:ok, map}, {:ok, 1}] = RustyJson.get_many(doc, ["/a", "/a/#{name}"])
    assert Enum.map(Map.keys(map), &Atom.to_string/1) == [name]
  end

  test "8.10 zstd [W]: input of streams, cut anywhere, frames one after the other" do
    skipped = <<0x184D2A50::little-32, 3::little-32, "abc">>
    items = Enum.to_list(1..3000)

    [a, b] =
      for part <- ["[" <> Enum.join(1..1500, ",") <> ",", Enum.join(1501..3000, ",") <> "]"], do: zstd(part)

    frames = skipped <> a <> skipped <> b

    for size <- [1, 3, 1000, 100_000] do
      chunks = frames |> :binary.bin_to_list() |> Enum.chunk_every(size) |> Enum.map(&:binary.list_to_bin/1)
      assert chunks |> RustyJson.decode_stream(decompress: :zstd) |> Enum.to_list() == items
    end

    assert frames |> RustyJson.decode_stream(decompress: :zstd) |> Enum.take(2) == [1, 2]
    assert RustyJson.decode!(frames, decompress: :zstd) == items

    for bad <- ["", skipped, "[1]", binary_part(frames, 0, byte_size(frames) - 1), frames <> "x"] do
      assert_raise DecodeError, ~r/zstd/, fn ->
        bad |> RustyJson.decode_stream(decompress: :zstd, root: :values) |> Stream.run()
      end

      assert {:error, %DecodeError{message: "invalid zstd data"}} = RustyJson.decode(bad, decompress: :zstd)
    end

    lines = ["1", "[2]"] |> RustyJson.encode_stream(format: :ndjson, compress: :zstd)

    assert lines |> RustyJson.decode_stream(root: :ndjson, decompress: :zstd) |> Enum.to_list() == [
             "1",
             "[2]"
           ]
  end

  # zstd's frame of a text that is not JSON by itself
  defp zstd(text), do: RustyJson.encode!(RustyJson.Fragment.new(text), compress: :zstd)

  test "8.4 duplicate_keys [W]: the first of a name, at every pointer" do
    text = ~s({"a":{"b":1,"b":2},"c":[{"d":1,"d":2}],"a":{"b":3,"e":4,"b":[]},"f":1,"f":[1,2]})

    for {duplicates, expected, length} <- [
          {:last, [{:ok, []}, {:ok, 4}, {:ok, 2}, {:ok, %{"b" => [], "e" => 4}}], 2},
          {:first, [{:ok, 1}, {:error, :no_such_field}, {:ok, 1}, {:ok, %{"b" => 1}}], nil}
        ] do
      pointers = ["/a/b", "/a/e", "/c/0/d", "/a"]
      {:ok, doc} = RustyJson.parse(text, duplicate_keys: duplicates)
      assert RustyJson.get_many(doc, pointers) == expected
      assert Enum.map(pointers, &RustyJson.get(doc, &1)) == expected
      assert Enum.map(pointers, &RustyJson.get_in_json(text, &1, duplicate_keys: duplicates)) == expected
      assert RustyJson.length(doc, "/f") == length
    end
  end

  test "8.1 keys [W]: a function of the names of a streamed object too" do
    text = ~s({"a":{"b":1},"c":2})
    stream = RustyJson.decode_stream(text, root: :object, keys: &String.upcase/1)
    assert Enum.to_list(stream) == [{"A", %{"B" => 1}}, {"C", 2}]
    assert RustyJson.decode_stream(text, root: :object, duplicate_keys: :list) |> Enum.at(1) == {"c", 2}
  end

  test "8.1 keys [W]: new atoms outside Latin-1 in streams, chunks and lines" do
    name = fn -> "名前 #{System.unique_integer()}" end
    [a, b, c, d, e, f] = Enum.map(1..6, fn _ -> name.() end)
    text = ~s([1,{"#{a}":1},{"#{b}":{"#{c}":2}},3])
    expected = [1, "#{a}: 1", "#{b}: %{#{c}: 2}", 3]
    spelled = fn items -> Enum.map(items, &spelled/1) end

    for chunks <- [text, [text], for(<<byte <- text>>, do: byte)] do
      assert chunks |> RustyJson.decode_stream(keys: :atoms) |> spelled.() == expected
    end

    stream = RustyJson.decode_stream(~s({"#{d}":{"#{e}":1},"x":2}), root: :object, keys: :atoms)
    assert [{d_atom, %{} = inner}, {:x, 2}] = Enum.to_list(stream)
    assert {Atom.to_string(d_atom), Enum.map(inner, fn {key, 1} -> Atom.to_string(key) end)} == {d, [e]}
    assert RustyJson.decode_lines(~s(1\n{"#{f}":1}\n2), keys: :atoms) |> spelled.() == [1, "#{f}: 1", 2]

    unknown = name.()

    for options <- [[], [root: :object]] do
      text = if options == [], do: ~s([{"#{unknown}":1}]), else: ~s({"#{unknown}":1})

      assert_raise DecodeError, ~r/no existing atom/, fn ->
        text |> RustyJson.decode_stream([keys: :atoms!] ++ options) |> Stream.run()
      end
    end
  end

  defp spelled(%{} = map), do: Enum.map_join(map, &"#{elem(&1, 0)}: #{spelled(elem(&1, 1), :inner)}")
  defp spelled(other), do: other
  defp spelled(%{} = map, :inner), do: "%{#{spelled(map)}}"
  defp spelled(other, :inner), do: "#{other}"

  test "8.7 limits [W]: of streams as of documents" do
    text = ~s({"a":[[[1]],2]})
    items = fn options -> text |> RustyJson.decode_stream([path: "/a"] ++ options) |> Enum.to_list() end
    assert items.(max_depth: 4, max_bytes: byte_size(text)) == [[[1]], 2]

    for {options, message} <- [
          {[max_depth: 3], "Nesting depth exceeds maximum at position 7"},
          {[max_bytes: 14], "input size 15 exceeds max_bytes limit of 14"}
        ] do
      assert {:error, %DecodeError{}} = RustyJson.decode(text, options)
      assert_raise DecodeError, message, fn -> items.(options) end
    end

    deep = String.duplicate("[", 128) <> String.duplicate("]", 128)
    assert deep |> RustyJson.decode_stream() |> Enum.to_list() == [RustyJson.decode!(deep) |> hd()]
    assert_raise DecodeError, ~r/Nesting depth/, fn -> Stream.run(RustyJson.decode_stream("[#{deep}]")) end
    assert [_] = RustyJson.decode_lines(deep)

    decoder = RustyJson.Decoder.new(max_bytes: 5)
    assert {:ok, [1], decoder} = RustyJson.Decoder.feed(decoder, "[1,2")
    assert {:error, %DecodeError{}} = RustyJson.Decoder.feed(decoder, ",3")

    for options <- [[], [batch_size: 2], [pretty: true], [chunk_size: 100]] do
      whole = [1, 22, 333] |> RustyJson.encode_stream(options) |> Enum.join()
      size = byte_size(whole)
      assert [1, 22, 333] |> RustyJson.encode_stream([max_bytes: size] ++ options) |> Enum.join() == whole

      assert_raise RustyJson.EncodeError, "output size exceeds max_bytes limit of #{size - 1}", fn ->
        [1, 22, 333] |> RustyJson.encode_stream([max_bytes: size - 1] ++ options) |> Stream.run()
      end
    end
  end

  test "8.4 get_in_json [W]: a value is missing only from a text that is JSON" do
    for {bad, position} <- [{"", 0}, {"[1", 2}, {"{", 1}, {~s({"b":1,}), 7}, {"[1] x", 4}, {~s({"b":01}), 5}] do
      assert {:error, %DecodeError{position: ^position}} = RustyJson.get_in_json(bad, "/a")
    end

    assert {:error, %DecodeError{position: 0}} = RustyJson.get_in_json("", "")
    assert RustyJson.get_in_json(~s({"b":1}), "/a") == {:error, :no_such_field}
    assert RustyJson.get_in_json("[1,]", "/0") == {:ok, 1}
    assert RustyJson.get_in_json("{/* */}", "/a", relaxed: true) == {:error, :no_such_field}
  end
end
