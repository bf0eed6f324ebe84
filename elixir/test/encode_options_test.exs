defmodule RustyJson.EncodeOptionsTest do
  use ExUnit.Case, async: true

  alias RustyJson.{EncodeError, Fragment, OrderedObject}

  defmodule Derived do
    @derive {RustyJson.Encoder, only: [:a, :b]}
    defstruct b: 1, a: 2
  end

  defmodule Plain do
    defstruct secret: 1, shown: 2
  end

  defmodule Raising do
    defstruct []

    defimpl RustyJson.Encoder do
      def encode(_, _), do: raise(KeyError, key: :gone, term: %{})
    end
  end

  @data %{"a" => [1, %{"b" => []}, {}], "c" => %{}, "d" => "x"}

  test "2.1 encode/2 [T]: errors as tuples, structs unchanged; the caller's own exceptions pass" do
    assert RustyJson.encode(1) == {:ok, "1"}
    assert {:error, %Protocol.UndefinedError{value: %Plain{}}} = RustyJson.encode(%Plain{})
    assert {:error, %ArgumentError{}} = RustyJson.encode(1, escape: :wrong)
    assert {:error, %EncodeError{}} = RustyJson.encode(<<255>>)
    assert_raise KeyError, fn -> RustyJson.encode([%Raising{}]) end
    assert {:ok, iodata} = RustyJson.encode_to_iodata([1])
    assert IO.iodata_to_binary(iodata) == "[1]"
    assert {:error, %EncodeError{}} = RustyJson.encode_to_iodata(<<255>>)
  end

  test "2.2 options [T][O]: invalid values raise with the allowed ones" do
    for bad <- [escape: :wrong, compress: :zlib, maps: :other, scheduler: :soon] do
      error = assert_raise ArgumentError, fn -> RustyJson.encode!(1, [bad]) end
      assert error.message =~ "invalid #{inspect(elem(bad, 0))} option"
      assert error.message =~ "expected"
    end

    for level <- ["foo", -1, 10] do
      assert_raise ArgumentError, fn -> RustyJson.encode!(1, compress: {:gzip, level}) end
    end

    assert_raise ArgumentError, "invalid gzip compression level 11, expected 0-9", fn ->
      RustyJson.encode!(1, compress: {:gzip, 11})
    end
  end

  test "2.2 options [O][W]: unknown ones are ignored, nil is the default, only true is true" do
    assert RustyJson.encode!([1], colour: :red) == "[1]"
    assert RustyJson.encode!("é", escape: nil) == ~s("é")
    assert RustyJson.encode!(%{b: 1, a: 2}, sort_keys: :yes) == RustyJson.encode!(%{b: 1, a: 2})
    assert RustyJson.encode!(%{d: ~D[2026-01-02]}, lean: 1) == ~s({"d":"2026-01-02"})
    assert RustyJson.encode!(%Plain{}, protocol: nil) |> RustyJson.decode!() == %{"secret" => 1, "shown" => 2}
    for compress <- [:none, nil, false], do: assert(RustyJson.encode!(1, compress: compress) == "1")
  end

  @pretty """
  {
    "a": [
      1,
      {
        "b": []
      },
      []
    ],
    "c": {},
    "d": "x"
  }\
  """

  test "2.7 pretty [T]: layout" do
    assert RustyJson.encode!(@data, pretty: true) == @pretty
    assert RustyJson.encode!(@data, pretty: 4) == String.replace(@pretty, "  ", "    ")
    assert RustyJson.encode!(@data, pretty: "\t") == String.replace(@pretty, "  ", "\t")
    assert RustyJson.encode!(@data, pretty: []) == @pretty
    assert RustyJson.encode!(@data, pretty: [indent: "-->"]) == String.replace(@pretty, "  ", "-->")
    assert RustyJson.encode!(@data, pretty: [indent: 1]) == String.replace(@pretty, "  ", " ")
    assert RustyJson.encode!(@data, pretty: [line_separator: "\r\n"]) == String.replace(@pretty, "\n", "\r\n")
    assert RustyJson.encode!(@data, pretty: [after_colon: ""]) == String.replace(@pretty, ": ", ":")

    for scalar <- [1, "a", nil, [], %{}],
        do: assert(RustyJson.encode!(scalar, pretty: true) == RustyJson.encode!(scalar))
  end

  test "2.7 pretty [O][W]: what is compact, and a list that is iodata" do
    for compact <- [false, nil, 0, -1, :other], do: assert(RustyJson.encode!([1], pretty: compact) == "[1]")
    assert RustyJson.encode!([1], pretty: ["-", "-"]) == "[\n--1\n]"
  end

  test "2.7 pretty [T]: fragments are laid out at their depth" do
    fragment = Fragment.new(~s({"x": [1,2 , "a b"]}))
    text = "[\n  {\n    \"x\": [\n      1,\n      2,\n      \"a b\"\n    ]\n  }\n]"
    assert RustyJson.encode!([fragment], pretty: true) == text

    assert RustyJson.encode!(OrderedObject.new([{"k", fragment}]), pretty: true) ==
             "{\n  \"k\": {\n    \"x\": [\n      1,\n      2,\n      \"a b\"\n    ]\n  }\n}"
  end

  test "2.7 pretty [T]: with structs, sorting and gzip" do
    assert RustyJson.encode!([%Derived{}], pretty: true, sort_keys: true) ==
             "[\n  {\n    \"a\": 2,\n    \"b\": 1\n  }\n]"

    assert :zlib.gunzip(RustyJson.encode!(@data, pretty: true, compress: :gzip)) == @pretty
  end

  test "2.8 dates and times [T][W]: exactly to_iso8601, at every depth and by every path" do
    for {struct, module} <- [
          {~D[2026-11-21], Date},
          {~D[-0044-03-15], Date},
          {%Date{year: 10_000, month: 1, day: 1}, Date},
          {~T[12:00:00.000000], Time},
          {~T[12:00:00.120], Time},
          {~N[2026-01-01 00:00:00.000000], NaiveDateTime},
          {~U[2026-01-01 10:00:00Z], DateTime},
          {%{~U[2026-01-01 10:00:00Z] | std_offset: -1800, utc_offset: 3600, time_zone: "X/Y"}, DateTime}
        ],
        opts <- [[], [protocol: false]] do
      text = ~s("#{module.to_iso8601(struct)}")
      assert RustyJson.encode!(struct, opts) == text
      assert RustyJson.encode!([%{d: {struct}}], opts) == ~s([{"d":[#{text}]}])
    end
  end

  test "2.8 URI [W]: URI.to_string, escaped with the mode" do
    for text <- ["https://a.b/c?d=e#f", "mailto:a@b.c", "//h/x", "http://[::1]:8080/", "ftp://h:21/x", "/p"],
        opts <- [[], [protocol: false]] do
      assert RustyJson.encode!([URI.parse(text)], opts) == ~s(["#{URI.to_string(URI.parse(text))}"])
    end

    assert RustyJson.encode!(URI.parse("/a"), escape: :html_safe) == ~S("\/a")
  end

  test "2.8 OrderedObject [O]: list order, untouched by sort_keys" do
    object = OrderedObject.new([{"b", 1}, {"a", %{"d" => 1, "c" => 2}}])
    assert RustyJson.encode!(object, sort_keys: true) == ~s({"b":1,"a":{"c":2,"d":1}})
    assert RustyJson.encode!(OrderedObject.new([])) == "{}"
  end

  test "2.8 MapSet and Range [T]: refused with the protocol, written without" do
    for struct <- [MapSet.new([1]), 1..2] do
      assert {:error, %Protocol.UndefinedError{}} = RustyJson.encode([struct])
    end

    assert RustyJson.encode!(MapSet.new([1]), protocol: false) == "[1]"
    assert RustyJson.encode!([1..10], protocol: false) == ~s([{"first":1,"last":10}])
    assert RustyJson.encode!(1..10//3, protocol: false) == ~s({"first":1,"last":10,"step":3})
  end

  test "2.8 protocol: false [T]: all fields, encoders ignored" do
    text = RustyJson.encode!([%Plain{}, %Derived{}, %Raising{}], protocol: false)
    assert RustyJson.decode!(text) == [%{"secret" => 1, "shown" => 2}, %{"a" => 2, "b" => 1}, %{}]
  end

  test "2.8 lean [T][W]: dates, times and URIs as objects of their fields, at every depth" do
    for struct <- [~D[2026-01-02], ~T[01:02:03], ~N[2026-01-02 03:04:05], URI.parse("a:b")] do
      size = struct |> Map.from_struct() |> map_size()

      for opts <- [[lean: true], [lean: true, protocol: false]] do
        assert struct |> RustyJson.encode!(opts) |> RustyJson.decode!() |> map_size() == size
        assert [%{"k" => nested}] = [%{k: struct}] |> RustyJson.encode!(opts) |> RustyJson.decode!()
        assert map_size(nested) == size
      end
    end

    assert RustyJson.encode!([Fragment.new("1"), OrderedObject.new([{"b", 1}])], lean: true) ==
             ~s([1,{"b":1}])
  end

  test "2.8 compress [T]: a gzip member at every level, the same text on every scheduler" do
    text = RustyJson.encode!(@data)
    for level <- 0..9, do: assert(:zlib.gunzip(RustyJson.encode!(@data, compress: {:gzip, level})) == text)
    assert :zlib.gunzip(RustyJson.encode!(@data, compress: :gzip)) == text
    large = List.duplicate(@data, 20_000)

    for scheduler <- [:auto, :normal, :dirty], term <- [@data, large] do
      assert RustyJson.encode!(term, scheduler: scheduler) == RustyJson.encode!(term)

      assert :zlib.gunzip(RustyJson.encode!(term, scheduler: scheduler, compress: :gzip)) ==
               RustyJson.encode!(term)
    end
  end

  test "2.8 sort_keys [T][W]: by the key's text, recursively, always" do
    map = %{3 => 1, :b => %{"z" => 1, "y" => {%{d: 1, c: 2}}}, "a" => [%Derived{}, ~D[2026-01-01]]}
    text = ~s({"3":1,"a":[{"a":2,"b":1},"2026-01-01"],"b":{"y":[{"c":2,"d":1}],"z":1}})
    assert RustyJson.encode!(map, sort_keys: true) == text
    assert RustyJson.encode!(map, sort_keys: true, protocol: false) == text
    large = Map.new(1..500, &{"k#{&1}", &1})
    keys = RustyJson.decode!(RustyJson.encode!(large, sort_keys: true), objects: :ordered_objects).values
    assert Enum.map(keys, &elem(&1, 0)) == Enum.sort(Map.keys(large))
    assert RustyJson.encode!([%Derived{}]) == ~s([{"a":2,"b":1}])
  end

  test "8 encode limits [W]: max_depth and max_bytes" do
    assert_raise EncodeError, ~r/Nesting depth exceeds maximum of 2/, fn ->
      RustyJson.encode!([[[1]]], max_depth: 2)
    end

    assert RustyJson.encode!([[1]], max_depth: 2) == "[[1]]"
    assert_raise EncodeError, ~r/max_bytes/, fn -> RustyJson.encode!("abcdef", max_bytes: 7) end
    assert RustyJson.encode!("abcde", max_bytes: 7) == ~s("abcde")
  end
end
