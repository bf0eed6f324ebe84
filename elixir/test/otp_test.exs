defmodule RustyJson.OTPTest do
  use ExUnit.Case, async: true
  doctest RustyJson.OTP

  alias RustyJson.OTP

  # the reference is there from OTP 27 and Elixir 1.18 on
  @json Code.ensure_loaded?(:json)
  @elixir_json Code.ensure_loaded?(JSON)

  @texts [
    "null",
    " 1 ",
    "-0",
    "1e2",
    "1E+2",
    "1.5e-3",
    "-12.25",
    ~s("a\\u00e9\\n"),
    "[]",
    "{}",
    "[1,[2.5,null],{\"a\":true,\"b\":{\"c\":[]}}]",
    ~s({"a":1,"a":2}),
    "[1] rest",
    "{\"a\":1}[2]",
    "5 \n",
    "\"x\" y",
    "123456789012345678901234567890"
  ]
  @bad [
         "",
         " ",
         "[",
         "[1",
         "[1,",
         "{\"a\"",
         "{\"a\":",
         "\"ab",
         "[x",
         "[1 2]",
         "{1}",
         "\"\\x\"",
         "\"\\u12x4\"",
         "nux"
       ] ++
         ["nul", "tr", "-", "1.", "1e", "-x", "1.x", "\"a\n\"", <<?", 255, ?">>, "]", ",", "\"\\u12"] ++
         [
           ~S("\ud800xabcdef"),
           ~S("\ud800\n123456"),
           ~S("\ud800\u0041"),
           ~S("\ud800\ud800abc"),
           ~S("\ud800\uzzzzabc")
         ] ++
         [~S("\ud800\u00"), ~S("\ud800"), ~S("\udc00"), ~S("\udc00abc"), ~S(["\u12"]  ), ~S("\ud800abcdef)]

  defp outcome(function) do
    function.()
  rescue
    error in ErlangError -> {:raised, error.original}
  end

  test "8.15 OTP decode [W]: terms, the rest and reasons as OTP's :json gives them" do
    if @json do
      for text <- @texts ++ @bad do
        assert outcome(fn -> OTP.decode(text) end) === outcome(fn -> apply(:json, :decode, [text]) end), text

        assert outcome(fn -> OTP.decode(text, :acc, %{}) end) ===
                 outcome(fn -> apply(:json, :decode, [text, :acc, %{}]) end)
      end
    end

    assert OTP.decode(~s({"a":[null,1.5]})) == %{"a" => [:null, 1.5]}
    assert outcome(fn -> OTP.decode("[1,") end) == {:raised, :unexpected_end}
    assert outcome(fn -> OTP.decode("[x") end) == {:raised, {:invalid_byte, ?x}}
  end

  test "8.15 OTP callbacks [W]: every one is called, in the order of the text, with the accumulators of OTP" do
    text = ~s({"a":[1,2.50,null,true,"x",1e3],"b":{"c":[],"d":{}}} rest)

    run = fn decode ->
      me = self()

      tell = fn name, result ->
        send(me, {name, result})
        result
      end

      callbacks = %{
        array_start: fn acc -> tell.(:array_start, [acc]) end,
        array_push: fn value, acc -> tell.(:array_push, [value | acc]) end,
        array_finish: fn acc, outer -> tell.(:array_finish, {acc, {:after_array, outer}}) end,
        object_start: fn acc -> tell.(:object_start, {:object, acc, []}) end,
        object_push: fn key, value, acc -> tell.(:object_push, {:pushed, key, value, acc}) end,
        object_finish: fn acc, outer -> tell.(:object_finish, {acc, {:after_object, outer}}) end,
        string: fn text -> tell.(:string, {:s, text}) end,
        integer: fn text -> tell.(:integer, {:i, text}) end,
        float: fn text -> tell.(:float, {:f, text}) end,
        null: :none
      }

      result = decode.(text, :start, callbacks)
      {result, messages([])}
    end

    {result, told} = run.(&OTP.decode/3)
    assert {_, {:after_object, :start}, " rest"} = result
    assert Enum.count(told, &(elem(&1, 0) == :array_push)) == 6
    assert {:float, {:f, "2.50"}} in told
    assert {:float, {:f, "1.0e3"}} in told
    if @json, do: assert({result, told} == run.(&apply(:json, :decode, [&1, &2, &3])))
  end

  defp messages(acc) do
    receive do
      message -> messages([message | acc])
    after
      0 -> Enum.reverse(acc)
    end
  end

  # what each chunk gives, with the end of the input at last; a state is known as :continue only
  defp fed(module, chunks) do
    outcome(fn ->
      Enum.reduce_while(chunks ++ [:end_of_input], nil, fn
        chunk, nil ->
          step(apply(module, :decode_start, [chunk, :acc, %{}]), 1)

        chunk, {state, n} ->
          step(apply(module, :decode_continue, [chunk, state]), n + 1)
      end)
    end)
  end

  defp step({:continue, state}, n), do: {:cont, {state, n}}
  defp step(result, n), do: {:halt, {result, n}}

  test "8.15 OTP chunks [W]: cut anywhere, the same results, rests and errors with the same chunk" do
    more = [
      " 12 ",
      "-0.5e3x",
      ~S("a\u00e9\ud83d\ude00é"[),
      "  ",
      "",
      "{}{}",
      ~s([1,"]",{"}":"\\"}] 1),
      "nul"
    ]

    for text <- @texts ++ @bad ++ more do
      bytes = for <<byte <- text>>, do: <<byte>>

      halves =
        for at <- 0..byte_size(text),
            do: [binary_part(text, 0, at), binary_part(text, at, byte_size(text) - at)]

      for chunks <- [[text], bytes ++ [""] | halves], chunks != [] do
        got = fed(OTP, chunks)
        if @json, do: assert({chunks, got} === {chunks, fed(:json, chunks)})
        assert match?({:raised, _}, got) or match?({{_, :acc, rest}, _} when is_binary(rest), got)
      end
    end
  end

  test "8.15 OTP chunks [W]: callbacks are called once, their errors pass" do
    callbacks = %{integer: fn text -> {:integer, text} |> then(&send(self(), &1)) |> elem(1) end}
    {:continue, state} = OTP.decode_start("[1,2", :acc, callbacks)
    refute_received {:integer, _}
    assert {["1", "23"], :acc, ""} = OTP.decode_continue("3]", state)
    assert_received {:integer, "1"}
    assert_received {:integer, "23"}
    refute_received _

    {:continue, state} = OTP.decode_start("[1", :acc, %{integer: fn _ -> :erlang.error(:unexpected_end) end})
    assert outcome(fn -> OTP.decode_continue("]", state) end) == {:raised, :unexpected_end}
  end

  test "8.15 OTP chunks [W]: a large value in many small chunks, a wrong byte in it" do
    text = RustyJson.encode!(for(n <- 1..5_000, do: %{id: n, name: "n]\\\"#{n}"}) ++ Enum.to_list(1..50))
    chunks = for <<chunk::binary-size(7) <- text <> "       ">>, do: chunk
    assert {{value, :acc, ""}, _} = fed(OTP, chunks)
    assert value == OTP.decode(text)
    assert fed(OTP, Enum.drop(chunks, -2) ++ ["?"]) == {:raised, {:invalid_byte, ??}}
  end

  test "8.15 OTP encode [W]: texts as OTP's :json gives them, encoders called for every value" do
    terms = [
      nil,
      :null,
      :a,
      1,
      -(2 ** 70),
      1.0e10,
      0.1,
      "a\"\\\n\u001Fé/",
      [],
      [1, [2], %{}],
      %{1 => 2},
      %{1.5 => :x},
      %{a: %{"b" => []}}
    ]

    tuples = fn
      tuple, encode when is_tuple(tuple) -> OTP.encode_list(Tuple.to_list(tuple), encode)
      other, encode -> OTP.encode_value(other, encode)
    end

    for term <- terms do
      text = term |> OTP.encode() |> IO.iodata_to_binary()
      if @json, do: assert(text == :json |> apply(:encode, [term]) |> IO.iodata_to_binary())
      assert IO.iodata_to_binary(OTP.encode({term, {term}}, tuples)) == "[#{text},[#{text}]]"
    end

    for bad <- [{1}, self(), <<255>>, [<<1::3>>], %{a: {}}] do
      raised = outcome(fn -> OTP.encode(bad) end)
      assert {:raised, _} = raised
      if @json, do: assert(raised == outcome(fn -> apply(:json, :encode, [bad]) end))
    end

    encode = &OTP.encode_value/2
    assert IO.iodata_to_binary(OTP.encode_key_value_list([{:b, 1}, {"a", 2}], encode)) == ~s({"b":1,"a":2})

    assert {:raised, {:duplicate_key, _}} =
             outcome(fn -> OTP.encode_map_checked(%{:a => 1, "a" => 2}, encode) end)

    assert IO.iodata_to_binary(OTP.encode_map_checked(%{a: 1}, encode)) == ~s({"a":1})
    assert IO.iodata_to_binary(OTP.encode_binary_escape_all("é\u2028😀")) == ~S("\u00E9\u2028\uD83D\uDE00")
    assert IO.iodata_to_binary(OTP.format(%{"a" => %{}})) == "{\n  \"a\": {}\n}\n"
  end

  test "8.15 JSON [W]: the calls of Elixir's own module, with decoders and encoders" do
    for text <- @texts do
      expected = {term, acc, rest} = RustyJson.decode(text, [:acc], [])
      assert {acc, is_binary(rest)} == {[:acc], true}
      if rest == "" and not (text =~ ~s("a":1,"a")), do: assert(term === RustyJson.decode!(text))
      if @elixir_json, do: assert(expected === apply(JSON, :decode, [text, [:acc], []]))
    end

    for text <- @bad do
      assert {:error, reason} = RustyJson.decode(text, [], [])

      if @elixir_json,
        do: assert({:error, reason} == apply(JSON, :decode, [text, [], []])),
        else: assert(reason)
    end

    decoders = [integer: &{:i, &1}, null: :none, object_push: fn key, _, acc -> [{key, :seen} | acc] end]
    assert RustyJson.decode(~s([1,null,{"a":2}]), 0, decoders) == {[{:i, "1"}, :none, %{"a" => :seen}], 0, ""}

    upper = fn
      text, encoder when is_binary(text) -> RustyJson.protocol_encode({:upper, text}, encoder)
      other, encoder -> RustyJson.protocol_encode(other, encoder)
    end

    dates = fn
      %Date{} = date, encoder -> encoder.(Date.to_gregorian_days(date), encoder)
      other, encoder -> RustyJson.protocol_encode(other, encoder)
    end

    term = %{a: [~D[0000-01-02], nil, :x, 1.5, %{"b" => ~T[01:02:03]}]}
    assert RustyJson.encode!(term, dates) == ~s({"a":[1,null,"x",1.5,{"b":"01:02:03"}]})
    assert IO.iodata_to_binary(RustyJson.encode_to_iodata!(term, dates)) == RustyJson.encode!(term, dates)
    assert RustyJson.encode!(["a"], upper) == ~s([["upper","a"]])
  end
end
