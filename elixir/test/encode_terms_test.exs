defmodule RustyJson.EncodeTermsTest do
  use ExUnit.Case, async: true

  alias RustyJson.{EncodeError, OrderedObject}

  defmodule Derived do
    @derive {RustyJson.Encoder, only: [:a, :b]}
    defstruct [:a, :b]
  end

  defmodule Named do
    defstruct [:name]

    defimpl String.Chars do
      def to_string(%{name: name}), do: name
    end
  end

  defmodule Custom do
    defstruct [:v]

    defimpl RustyJson.Encoder do
      def encode(%{v: v}, opts), do: RustyJson.Encode.value(v, opts)
    end
  end

  # every way a term can stand below the top: the text must be the same in each
  defp everywhere(term) do
    [
      {term, & &1},
      {[term], &"[#{&1}]"},
      {{term}, &"[#{&1}]"},
      {%{k: term}, &~s({"k":#{&1}})},
      {%Derived{a: term, b: 1}, &~s({"a":#{&1},"b":1})},
      {OrderedObject.new([{"o", [term]}]), &~s({"o":[#{&1}]})},
      {[%Derived{a: {term}, b: %{c: term}}], &~s([{"a":[#{&1}],"b":{"c":#{&1}}}])}
    ]
  end

  defp same_text(term, text, opts \\ []) do
    for {term, wrap} <- everywhere(term) do
      assert RustyJson.encode!(term, opts) == wrap.(text)
      assert RustyJson.encode(term, opts) == {:ok, wrap.(text)}
      assert term |> RustyJson.encode_to_iodata!(opts) |> IO.iodata_to_binary() == wrap.(text)
    end
  end

  test "2.3 terms [T]: atoms, also :null as a string everywhere" do
    same_text(nil, "null")
    same_text(true, "true")
    same_text(false, "false")
    same_text(:ok, ~s("ok"))
    same_text(:null, ~s("null"))
    same_text(Foo.Bar, ~s("Elixir.Foo.Bar"))
    same_text(:"é\"", ~S("é\""))
  end

  test "2.3 terms [T]: integers of any size" do
    import Bitwise

    for n <- [0, -1, 42, 1 <<< 63, -(1 <<< 63) - 1, 1 <<< 129, -(1 <<< 129), 10 ** 400] do
      same_text(n, Integer.to_string(n))
    end
  end

  test "2.3 terms [T][O]: lists, charlists, keywords, tuples" do
    same_text([], "[]")
    same_text(~c"hi", "[104,105]")
    same_text([a: 1], ~s([["a",1]]))
    same_text({}, "[]")
    same_text({1, {2, 3}}, "[1,[2,3]]")
  end

  test "2.3 terms [T]: maps of up to 32 keys in the order of Map.to_list" do
    for size <- [0, 1, 2, 31, 32] do
      map = Map.new(1..size//1, &{"key#{&1}", &1})
      text = map |> Map.to_list() |> Enum.map_join(",", fn {k, v} -> ~s("#{k}":#{v}) end)
      same_text(map, "{#{text}}")
    end

    large = Map.new(1..1000, &{"key#{&1}", &1})
    assert large |> RustyJson.encode!() |> RustyJson.decode!() == large
  end

  test "2.3 map keys [T][W]: atoms, strings, integers of any size, floats, charlists, String.Chars" do
    same_text(%{a: 1}, ~s({"a":1}))
    same_text(%{"a\n" => 1}, ~S({"a\n":1}))
    same_text(%{1 => 1}, ~s({"1":1}))
    same_text(%{(10 ** 30) => 1}, ~s({"#{10 ** 30}":1}))
    same_text(%{1.5 => 1}, ~s({"1.5":1}))
    same_text(%{~c"foo" => 1}, ~s({"foo":1}))
    same_text(%{nil => 1}, ~s({"nil":1}))
    same_text(%{true => 1}, ~s({"true":1}))
    same_text(%{%Named{name: "x\"y"} => 1}, ~S({"x\"y":1}))
    same_text(OrderedObject.new([{1, 1}, {:a, 2}, {~c"c", 3}]), ~s({"1":1,"a":2,"c":3}))
  end

  test "2.3 map keys [D]: others are refused with the documented text" do
    for key <- [{1}, self(), %{}, make_ref(), [:a]], protocol <- [true, false] do
      assert_raise EncodeError, "Map key must be atom, string, or integer", fn ->
        RustyJson.encode!([%{key => 1}], protocol: protocol)
      end
    end
  end

  test "2.3 unsupported terms [T][W]: Protocol.UndefinedError with the protocol, EncodeError without" do
    for term <- [self(), make_ref(), fn -> 1 end, <<1::3>>], {wrapped, _} <- everywhere(term) do
      assert_raise Protocol.UndefinedError, fn -> RustyJson.encode!(wrapped) end
      assert {:error, %Protocol.UndefinedError{value: ^term}} = RustyJson.encode(wrapped)
      assert {:error, %EncodeError{}} = RustyJson.encode(wrapped, protocol: false)
    end
  end

  test "2.3 improper lists [W]: EncodeError" do
    for {term, _} <- everywhere([1 | 2]), opts <- [[], [protocol: false]] do
      assert_raise EncodeError, fn -> RustyJson.encode!(term, opts) end
    end
  end

  test "2.3 invalid UTF-8 [T][W]: EncodeError wherever it stands" do
    for bad <- [<<0xFF>>, "ab" <> <<0xC3>>, <<0xED, 0xA0, 0x80>>, <<0xF8, 1, 2, 3>>, <<0xC0, 0x80>>] do
      for {term, _} <- everywhere(bad), mode <- [:json, :html_safe, :javascript_safe, :unicode_safe] do
        assert {:error, %EncodeError{}} = RustyJson.encode(term, escape: mode)
      end

      assert_raise EncodeError, fn -> RustyJson.encode!(%{bad => 1}) end
      assert_raise EncodeError, fn -> RustyJson.encode!(OrderedObject.new([{bad, 1}])) end
    end
  end

  test "2.3 depth [T][W]: 128 containers pass, the 129th is refused, empty or not, of every kind" do
    nest = fn depth, inner, wrap -> Enum.reduce(1..depth//1, inner, fn _, acc -> wrap.(acc) end) end

    kinds = [
      &[&1],
      &{&1},
      &%{a: &1},
      &%Derived{a: &1},
      &OrderedObject.new([{"a", &1}])
    ]

    for wrap <- kinds do
      assert is_binary(RustyJson.encode!(nest.(128, 1, wrap)))
      assert_raise EncodeError, ~r/Nesting depth/, fn -> RustyJson.encode!(nest.(129, 1, wrap)) end
      assert_raise EncodeError, ~r/Nesting depth/, fn -> RustyJson.encode!(nest.(200, 1, wrap)) end
    end

    for empty <- [[], %{}, {}] do
      assert is_binary(RustyJson.encode!(nest.(127, empty, &[&1])))
      assert_raise EncodeError, ~r/Nesting depth/, fn -> RustyJson.encode!(nest.(128, empty, &[&1])) end
    end

    assert_raise EncodeError, ~r/Nesting depth/, fn ->
      RustyJson.Encode.value(nest.(100_000, 1, &[&1]), RustyJson.Encode.opts())
    end
  end

  test "2.4 floats [T]: always a point or an exponent" do
    for {float, text} <- [
          {0.0, "0.0"},
          {-0.0, "-0.0"},
          {1.0, "1.0"},
          {-1.0, "-1.0"},
          {3.14, "3.14"},
          {-3.14, "-3.14"},
          {42.01, "42.01"}
        ] do
      same_text(float, text)
    end
  end

  test "2.4 floats [W]: Erlang's short form everywhere" do
    for float <- [
          1.0e20,
          1.0e-5,
          1.0e10,
          1.0e16,
          1.0e15,
          1.0e22,
          1.0e23,
          5.0e-324,
          1.7976931348623157e308,
          0.1,
          123_456.789e3
        ] do
      same_text(float, :erlang.float_to_binary(float, [:short]))
    end

    :rand.seed(:exsss, {1, 2, 3})

    for _ <- 1..5_000 do
      <<float::float>> = random_double()
      assert RustyJson.encode!(float) == :erlang.float_to_binary(float, [:short])
    end
  end

  defp random_double do
    case <<:rand.uniform(2 ** 64) - 1::64>> do
      <<_sign::1, 0x7FF::11, _::52>> -> random_double()
      bits -> bits
    end
  end

  test "2.5 escaping [T]: in all modes, of keys and values alike" do
    for mode <- [:json, :html_safe, :javascript_safe, :unicode_safe] do
      same_text(~s(a"b\\c), ~S("a\"b\\c"), escape: mode)
      same_text("\b\t\n\f\r", ~S("\b\t\n\f\r"), escape: mode)
      same_text(<<0, 0x1F>>, ~S("\u0000\u001f"), escape: mode)
      same_text("\d", ~s("\d"), escape: mode)
      same_text(%{"\"\n" => 1}, ~S({"\"\n":1}), escape: mode)
    end

    same_text("/", ~s("/"))
    same_text("é€😀", ~s("é€😀"))
  end

  test "2.5 html_safe [T][W]: also < > & / and the two separators" do
    same_text("<a href='/'>&", ~S("\u003ca href='\/'\u003e\u0026"), escape: :html_safe)
    same_text("\u2028\u2029", ~S("\u2028\u2029"), escape: :html_safe)
    same_text(%{"<&>/" => 1}, ~S({"\u003c\u0026\u003e\/":1}), escape: :html_safe)
  end

  test "2.5 javascript_safe [T]: the two separators" do
    same_text("a\u2028b\u2029/<", ~S("a\u2028b\u2029/<"), escape: :javascript_safe)
    assert RustyJson.encode!("\u2028", escape: :javascript) == ~S("\u2028")
  end

  test "2.5 unicode_safe [W]: beyond the BMP a surrogate pair" do
    same_text("é€", ~S("\u00e9\u20ac"), escape: :unicode_safe)
    same_text("😀", ~S("\ud83d\ude00"), escape: :unicode_safe)
    assert RustyJson.encode!("é", escape: :unicode) == ~S("\u00e9")

    for text <- ["é", "€", "😀", "a😀b\u{10FFFF}"],
        do: assert(RustyJson.decode!(RustyJson.encode!(text, escape: :unicode_safe)) == text)
  end

  test "2.5 hex case [T]: lower in encode!, upper in Encode.string and value" do
    assert RustyJson.encode!(<<0x1F>>) == ~S("\u001f")
    opts = RustyJson.Encode.opts(:html_safe)
    assert IO.iodata_to_binary(RustyJson.Encode.string("<", opts)) == ~S("\u003C")
    assert IO.iodata_to_binary(RustyJson.Encode.value(%{"<" => <<0x1F>>}, opts)) == ~S({"\u003C":"\u001F"})
  end

  test "2.6 maps: :strict [T][W]: two keys of the same text" do
    for {term, _} <- everywhere(%{:a => 1, "a" => 2}) do
      assert_raise EncodeError, "duplicate key: a", fn -> RustyJson.encode!(term, maps: :strict) end
      assert {:error, %EncodeError{message: "duplicate key: a"}} = RustyJson.encode(term, maps: :strict)
      assert is_binary(RustyJson.encode!(term, maps: :naive))
    end

    ordered = OrderedObject.new([{"x", 1}, {:x, 2}])
    assert_raise EncodeError, "duplicate key: x", fn -> RustyJson.encode!([ordered], maps: :strict) end
    opts = {:json, elem(RustyJson.Encode.opts(), 1)}
    assert IO.iodata_to_binary(RustyJson.Encode.keyword([a: 1, a: 2], opts)) == ~s({"a":1,"a":2})

    assert {:error, %EncodeError{}} =
             RustyJson.Encode.encode(%{1 => 1, "1" => 2}, %{escape: :json, maps: :strict})

    assert RustyJson.encode!(Map.new(1..100, &{&1, &1}), maps: :strict) |> RustyJson.decode!() |> map_size() ==
             100
  end

  # Containers of every kind in turn, each with a value before and one behind the next. Numbers as
  # keys: wherever the walk stops and goes on, the text must be that of the parts.
  defp nested(0), do: {%Custom{v: 1}, "1"}

  defp nested(n) do
    {inner, text} = nested(n - 1)

    case rem(n, 7) do
      0 -> {[n, inner, "e"], ~s([#{n},#{text},"e"])}
      1 -> {%{1 => n, 2 => inner, 3 => nil}, ~s({"1":#{n},"2":#{text},"3":null})}
      2 -> {{n, inner, true}, "[#{n},#{text},true]"}
      3 -> {OrderedObject.new([{"z", n}, {:a, inner}, {"é", 0.5}]), ~s({"z":#{n},"a":#{text},"é":0.5})}
      4 -> {%Derived{a: inner, b: n}, ~s({"a":#{text},"b":#{n}})}
      5 -> {%{%Named{name: "key"} => [inner]}, ~s({"key":[#{text}]})}
      6 -> {[inner | [n]], "[#{text},#{n}]"}
    end
  end

  test "2.3 terms [W]: containers nested deeper than the native stack is used for, whatever stops the walk" do
    for depth <- [1, 40, 47, 48, 49, 50, 70, 90, 100] do
      {term, text} = nested(depth)

      for scheduler <- [:auto, :normal, :yield, :dirty] do
        opts = [scheduler: scheduler, max_depth: 1000]
        assert RustyJson.encode!(term, opts) == text
        assert RustyJson.encode!([term, [term]], opts) == "[#{text},[#{text}]]"
        assert RustyJson.encode!(term, [bytes_per_iter: 1] ++ opts) == text
      end

      levels = depth + Enum.count(1..depth, &(rem(&1, 7) == 5))
      assert RustyJson.encode!(term, max_depth: levels) == text
      assert_raise EncodeError, ~r/^Nesting depth/, fn -> RustyJson.encode!(term, max_depth: levels - 1) end
    end
  end

  test "2.3 terms [W]: a struct is known as one wherever its module stands among its fields" do
    # below 33 members atoms come before strings, in the order in which they came to be
    for extra <- [0, 5, 28, 29, 40], before <- [[], [:a0, :zz_new_atom]] do
      fields = Map.new(before ++ Enum.map(1..extra//1, &"key#{&1}"), &{&1, [&1]})
      struct = Map.merge(%Custom{v: 7}, fields)
      assert RustyJson.encode!([struct, %{"a" => struct}]) == ~s([7,{"a":7}])
      plain = Map.put(fields, :__struct__, "no atom")
      assert RustyJson.decode!(RustyJson.encode!(plain)) == RustyJson.decode!(RustyJson.encode!(fields))
    end
  end
end
