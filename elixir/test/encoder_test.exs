defmodule RustyJson.EncoderTest do
  use ExUnit.Case, async: true
  doctest RustyJson.Encode

  alias RustyJson.{Encode, EncodeError, Encoder, OrderedObject}

  defmodule Account do
    @derive {RustyJson.Encoder, only: [:name, :id]}
    defstruct [:id, :name, :password]
  end

  defmodule Except do
    @derive {RustyJson.Encoder, except: [:password]}
    defstruct [:id, :name, :password]
  end

  defmodule All do
    @derive RustyJson.Encoder
    defstruct [:z, :a, :_]
  end

  defmodule Nothing do
    @derive {RustyJson.Encoder, only: []}
    defstruct [:a]
  end

  defmodule Cased do
    @derive {RustyJson.Encoder, keys: :camel_case, rename: [user_id: "uid"], omit_nil: true}
    defstruct [:user_id, :first_name, :nick]
  end

  defmodule Later do
    defstruct [:a, :b]
  end

  require Protocol
  Protocol.derive(RustyJson.Encoder, Later, only: [:b])

  defmodule AsMap do
    defstruct [:inner]

    defimpl RustyJson.Encoder do
      def encode(%{inner: inner}, _opts), do: %{wrapped: inner}
    end
  end

  defmodule AsText do
    defstruct [:text]

    defimpl RustyJson.Encoder do
      def encode(%{text: text}, opts), do: RustyJson.Encode.string("<#{text}>", opts)
    end
  end

  defmodule Returns do
    defstruct [:value]

    defimpl RustyJson.Encoder do
      def encode(%{value: value}, _opts), do: value
    end
  end

  defmodule Options do
    defstruct []

    defimpl RustyJson.Encoder do
      def encode(_, opts) do
        {escape, _} = opts
        ["\"", RustyJson.Encode.key("<", escape), "\""]
      end
    end
  end

  defmodule Bare do
    defstruct [:a]
  end

  defp account, do: struct!(Account, id: 1, name: "n", password: "p")

  test "2.9 derive [T]: only in its order, except, all, none, Protocol.derive" do
    assert RustyJson.encode!(account()) == ~s({"name":"n","id":1})
    assert RustyJson.encode!(%Except{id: 1, name: "n", password: "p"}) == ~s({"id":1,"name":"n"})
    assert RustyJson.encode!(%Nothing{a: 1}) == "{}"
    assert RustyJson.encode!(%Later{a: 1, b: 2}) == ~s({"b":2})
    assert RustyJson.decode!(RustyJson.encode!(%All{z: 1, a: 2, _: 3})) == %{"z" => 1, "a" => 2, "_" => 3}
  end

  test "2.9 derive [T][W]: protected fields stay in at every depth and under every wrapper" do
    text = ~s({"name":"n","id":1})

    for {term, expected} <- [
          {%AsMap{inner: account()}, ~s({"wrapped":#{text}})},
          {%AsMap{inner: [%AsMap{inner: {account()}}]}, ~s({"wrapped":[{"wrapped":[#{text}]}]})},
          {OrderedObject.new([{"o", account()}]), ~s({"o":#{text}})},
          {OrderedObject.new([{"o", %{deep: [account()]}}]), ~s({"o":{"deep":[#{text}]}})},
          {%{a: {%{b: [account()]}}}, ~s({"a":[{"b":[#{text}]}]})},
          {%All{z: account(), a: nil, _: 1}, ~s({"_":1,"a":null,"z":#{text}})},
          {[%Account{id: account(), name: [%AsMap{inner: account()}]}],
           ~s([{"name":[{"wrapped":#{text}}],"id":#{text}}])}
        ],
        _twice <- 1..2 do
      assert RustyJson.encode!(term) == expected
    end
  end

  test "8 derive [W]: case of names, renaming, omission of nil" do
    assert RustyJson.encode!(%Cased{user_id: 1, first_name: "f"}) |> RustyJson.decode!() ==
             %{"uid" => 1, "firstName" => "f"}

    assert RustyJson.encode!(%Cased{nick: false}) == ~s({"nick":false})
  end

  test "2.9 derive [W]: mistakes are found at compile time" do
    message = "`:only` specified keys ([:invalid]) that are not defined in defstruct: [:name]"
    assert_raise ArgumentError, message, fn -> compile("only: [:invalid]") end
    assert_raise ArgumentError, ~r/`:except` specified keys/, fn -> compile("except: [:invalid]") end
    assert_raise ArgumentError, fn -> compile("only: [:name], except: [:name]") end
    assert_raise ArgumentError, ~r/unknown derive options \[:colour\]/, fn -> compile("colour: 1") end

    assert_raise EncodeError, ~s(invalid byte 0x2F in literal key: "a/b"), fn ->
      compile("rename: [name: \"a/b\"]")
    end

    assert_raise ArgumentError, ~r/^`:rename` specified keys \(\[:nme\]\)/, fn ->
      compile("rename: [nme: \"n\"]")
    end

    for bad <- ["%{name: \"n\"}", "[name: nil]", "[name: 5]", "[:name]", ":name"] do
      assert_raise ArgumentError, ~r/^invalid :rename option/, fn -> compile("rename: #{bad}") end
    end

    assert_raise ArgumentError, ~r/^invalid :omit_nil option :yes/, fn -> compile("omit_nil: :yes") end

    for byte <- [0x1F, 0x7F, ?", ?\\],
        do: assert_raise(EncodeError, fn -> compile("rename: [name: <<#{byte}>>]") end)
  end

  defp compile(options) do
    name = "RustyJson.EncoderTest.Made#{System.unique_integer([:positive])}"

    Code.eval_string(
      "defmodule #{name} do\n @derive {RustyJson.Encoder, #{options}}\n defstruct [:name]\nend"
    )
  end

  test "2.9 derive: code that is loaded anew takes effect" do
    source = fn only ->
      "defmodule RustyJson.EncoderTest.Reloaded do\n @derive {RustyJson.Encoder, only: #{inspect(only)}}\n defstruct a: 1, b: 2\nend"
    end

    Code.compiler_options(ignore_module_conflict: true)
    Code.eval_string(source.([:a, :b]))
    assert RustyJson.encode!([struct(RustyJson.EncoderTest.Reloaded)]) == ~s([{"a":1,"b":2}])
    Code.eval_string(source.([:b]))
    assert RustyJson.encode!([struct(RustyJson.EncoderTest.Reloaded)]) == ~s([{"b":2}])
  after
    Code.compiler_options(ignore_module_conflict: false)
  end

  test "2.9 Any [T]: raises, and shows the cure" do
    error = assert_raise Protocol.UndefinedError, fn -> RustyJson.encode!(%Bare{}) end
    text = Exception.message(error)
    assert text =~ "RustyJson.Encoder protocol must always be explicitly implemented"
    assert text =~ "@derive {RustyJson.Encoder, only: [...]}"
    assert text =~ "Protocol.derive("
    assert_raise Protocol.UndefinedError, fn -> RustyJson.encode!([%{a: {%Bare{}}}]) end
  end

  test "2.9 returns [T]: text, or a map that is encoded again" do
    assert RustyJson.encode!([%AsText{text: "a"}], escape: :html_safe) |> String.downcase() ==
             ~S(["\u003ca\u003e"])

    assert RustyJson.encode!(%AsMap{inner: ~D[2026-01-01]}) == ~s({"wrapped":"2026-01-01"})
    assert RustyJson.encode!(%{a: %AsMap{inner: 1}}, sort_keys: true, pretty: true) =~ ~s("wrapped": 1)
    assert RustyJson.encode!([%Returns{value: "raw"}]) == "[raw]"
    assert RustyJson.encode!([%Returns{value: %AsMap{inner: 1}}]) == ~s([{"wrapped":1}])

    for bad <- [nil, :atom, 5, [:a], {1}] do
      assert_raise EncodeError, "not an iodata term", fn -> RustyJson.encode!([%Returns{value: bad}]) end
    end

    loop = %Returns{value: nil}
    assert_raise EncodeError, fn -> RustyJson.encode!(%{loop | value: %{loop | value: loop}}) end
  end

  test "2.9 opts [T]: a pair whose first element Encode.key takes" do
    assert RustyJson.encode!([%Options{}], escape: :html_safe) |> String.downcase() == ~S(["\u003c"])
    assert RustyJson.encode!(%Options{}) == ~s("<")
  end

  test "2.9 direct calls [T]: derived structs give iodata in all four modes" do
    struct = %Account{id: "</é😀", name: %{x: [account(), ~D[2026-01-01]]}}

    for mode <- [:json, :html_safe, :javascript_safe, :unicode_safe] do
      direct = Encoder.encode(struct, Encode.opts(mode)) |> IO.iodata_to_binary()
      assert RustyJson.decode!(direct) == RustyJson.decode!(RustyJson.encode!(struct, escape: mode))
    end
  end

  test "2.9 built-in implementations: direct calls" do
    for term <- [
          1,
          1.5,
          "a",
          :a,
          nil,
          [1],
          {1},
          %{a: 1},
          ~D[2026-01-01],
          ~T[01:00:00],
          URI.parse("a:b"),
          OrderedObject.new(a: 1)
        ] do
      assert term |> Encoder.encode(Encode.opts()) |> IO.iodata_to_binary() == RustyJson.encode!(term)
    end

    assert_raise Protocol.UndefinedError, fn -> Encoder.encode(<<1::3>>, Encode.opts()) end
    assert_raise Protocol.UndefinedError, fn -> Encoder.encode(self(), Encode.opts()) end
  end

  test "2.10 opts [W]: unknown modes raise" do
    assert {:html_safe, _} = Encode.opts(:html_safe)
    assert_raise ArgumentError, fn -> Encode.opts(:wrong) end
  end

  test "2.10 value and friends [T]: JSON text as iodata" do
    opts = Encode.opts()

    for {iodata, text} <- [
          {Encode.value(42, opts), "42"},
          {Encode.value("a", opts), ~s("a")},
          {Encode.value(%{a: [1, :b]}, opts), ~s({"a":[1,"b"]})},
          {Encode.atom(nil, opts), "null"},
          {Encode.atom(:x, opts), ~s("x")},
          {Encode.integer(5), "5"},
          {Encode.float(1.0e10), "1.0e10"},
          {Encode.list([1, 2], opts), "[1,2]"},
          {Encode.list([], opts), "[]"},
          {Encode.keyword([], opts), "{}"},
          {Encode.keyword([b: 1, a: 2], opts), ~s({"b":1,"a":2})},
          {Encode.keyword([{"x", 1}, {2, 3}], opts), ~s({"x":1,"2":3})},
          {Encode.map(%{a: 1}, opts), ~s({"a":1})},
          {Encode.string("a\"", opts), ~S("a\"")},
          {Encode.struct(~D[2026-01-01], opts), ~s("2026-01-01")},
          {Encode.struct(account(), opts), ~s({"name":"n","id":1})}
        ] do
      assert IO.iodata_to_binary(iodata) == text
    end

    assert is_binary(Encode.integer(1))
    assert is_binary(Encode.float(1.0))
    assert_raise ArgumentError, fn -> Encode.float(1) end
  end

  test "2.10 key [T]: escaped text without quotes" do
    {escape, _} = Encode.opts()

    for {key, text} <- [{"a", "a"}, {:a, "a"}, {42, "42"}, {3.14, "3.14"}, {"", ""}, {~s(a"b), ~S(a\"b)}] do
      assert IO.iodata_to_binary(Encode.key(key, escape)) == text
    end

    assert_raise EncodeError, fn -> Encode.key({1}, escape) end
  end

  test "2.10 encode [T]: tuples, never raises for what cannot be encoded" do
    assert {:ok, iodata} = Encode.encode(%{a: 1})
    assert IO.iodata_to_binary(iodata) == ~s({"a":1})
    assert {:error, %Protocol.UndefinedError{}} = Encode.encode(self())
    assert {:error, %Protocol.UndefinedError{}} = Encode.encode([%Bare{}], %{escape: :json, maps: :naive})

    assert {:error, %EncodeError{message: "duplicate key: a"}} =
             Encode.encode(%{:a => 1, "a" => 1}, %{maps: :strict})
  end
end
