defmodule Plain do
  @moduledoc false
  # The plain twin of the writer: what `encode!/2` must give, said in Elixir as directly as the contract says it, with no
  # care for speed. `text/2` gives `{:ok, text}` or `{:error, exception module}`.

  import Bitwise
  alias RustyJson.{Fragment, OrderedObject}

  defmodule Derived do
    @derive RustyJson.Encoder
    defstruct [:a, :b]
  end

  defmodule Only do
    @derive {RustyJson.Encoder, only: [:c, :a]}
    defstruct [:a, :b, :c]
  end

  defmodule Omit do
    @derive {RustyJson.Encoder, omit_nil: true, keys: :camel_case}
    defstruct [:long_name, :b]
  end

  defmodule Listed do
    defstruct [:v]

    defimpl RustyJson.Encoder do
      def encode(%{v: v}, opts), do: RustyJson.Encode.list([v, 1], opts)
    end
  end

  defmodule Mapped do
    defstruct [:v]

    defimpl RustyJson.Encoder do
      def encode(%{v: v}, _), do: %{v: v, w: {v}}
    end
  end

  defmodule Bare do
    defstruct [:v]
  end

  defmodule Named do
    defstruct [:v]

    defimpl String.Chars do
      def to_string(%{v: v}), do: "t#{v}"
    end

    defimpl RustyJson.Encoder do
      def encode(%{v: v}, opts), do: RustyJson.Encode.string("t#{v}", opts)
    end
  end

  def text(term, options) do
    options = Map.merge(%{escape: :json, protocol: true}, Map.new(options))
    {:ok, term |> tree(options) |> print(options, 0) |> IO.iodata_to_binary()}
  catch
    {:refused, module} -> {:error, module}
  end

  # -- term -> {:raw, text} | {:string, text} | {:array, trees} | {:object, members} -------------

  @dates [Date, Time, NaiveDateTime, DateTime]
  @texts [URI | @dates]

  defp tree(nil, _), do: {:raw, "null"}
  defp tree(term, _) when is_boolean(term) or is_integer(term), do: {:raw, to_string(term)}
  defp tree(term, _) when is_atom(term), do: {:string, Atom.to_string(term)}
  defp tree(term, _) when is_binary(term), do: {:string, term}
  defp tree(term, _) when is_float(term), do: {:raw, :erlang.float_to_binary(term, [:short])}
  defp tree(term, options) when is_list(term), do: {:array, Enum.map(term, &tree(&1, options))}
  defp tree(term, options) when is_tuple(term), do: term |> Tuple.to_list() |> tree(options)
  defp tree(%OrderedObject{values: values}, options), do: object(values, options, false)

  defp tree(%Fragment{encode: encode}, o) when is_function(encode),
    do: {:raw, encode.(RustyJson.Encode.opts(o.escape))}

  defp tree(%Fragment{encode: text}, _), do: {:raw, text}
  defp tree(%module{} = struct, %{lean: true} = o) when module in [Decimal | @texts], do: fields(struct, o)
  defp tree(%URI{} = uri, _), do: {:string, URI.to_string(uri)}
  defp tree(%module{} = struct, _) when module in @dates, do: {:string, module.to_iso8601(struct)}
  defp tree(%{__struct__: Decimal, exp: exp} = decimal, o) when abs(exp) > 1024, do: fields(decimal, o)
  defp tree(%{__struct__: Decimal} = decimal, _), do: {:string, decimal(decimal)}
  defp tree(%MapSet{} = set, %{protocol: false, lean: true} = o), do: fields(set, o)
  defp tree(%MapSet{} = set, %{protocol: false} = o), do: set |> MapSet.to_list() |> tree(o)
  defp tree(%Range{} = range, %{protocol: false, lean: true} = o), do: fields(range, o)

  defp tree(%Range{first: first, last: last, step: step}, %{protocol: false} = o) do
    step = if step == 1, do: [], else: [step: step]
    object([first: first, last: last] ++ step, o, false)
  end

  defp tree(%_{} = struct, %{protocol: false} = o), do: fields(struct, o)
  defp tree(%Derived{} = struct, o), do: fields(struct, o)
  defp tree(%Only{a: a, c: c}, o), do: object([c: c, a: a], o, true)
  defp tree(%Listed{v: v}, o), do: tree([v, 1], o)
  defp tree(%Mapped{v: v}, o), do: tree(%{v: v, w: {v}}, o)
  defp tree(%Named{v: v}, _), do: {:string, "t#{v}"}

  defp tree(%Omit{} = struct, o) do
    members = for {key, value} <- Map.to_list(Map.from_struct(struct)), value != nil, do: {key, value}

    object(
      Enum.map(members, fn {key, value} -> {if(key == :long_name, do: "longName", else: key), value} end),
      o,
      true
    )
  end

  defp tree(map, o) when is_map(map) and not is_struct(map), do: map |> listed() |> object(o, true)
  defp tree(_, %{protocol: false}), do: throw({:refused, RustyJson.EncodeError})
  defp tree(_, _), do: throw({:refused, Protocol.UndefinedError})

  defp fields(struct, o), do: struct |> Map.delete(:__struct__) |> listed() |> object(o, true)

  # Maps above 32 members have the order of the external format, which from OTP 29 on is not that
  # of `Map.to_list/1`.
  @large Map.new(1..33, &{&1, 0})

  defp listed(map) when map_size(map) <= 32, do: Map.to_list(map)

  defp listed(map) do
    <<131, 116, 33::32, 97, first, _::binary>> = :erlang.term_to_binary(@large)
    list = Map.to_list(map)
    if match?([^first | _], Map.keys(@large)), do: list, else: Enum.reverse(list)
  end

  defp object(pairs, options, sortable) do
    pairs = for {key, value} <- pairs, do: {key(key), value}
    unique = Enum.uniq_by(pairs, &elem(&1, 0))

    if options[:maps] == :strict and length(unique) < length(pairs),
      do: throw({:refused, RustyJson.EncodeError})

    pairs = if options[:sort_keys] && sortable, do: Enum.sort_by(pairs, &elem(&1, 0)), else: pairs
    {:object, for({key, value} <- pairs, do: {key, tree(value, options)})}
  end

  defp key(key) when is_float(key), do: :erlang.float_to_binary(key, [:short])
  defp key(key) when is_atom(key), do: Atom.to_string(key)

  defp key(key),
    do: if(String.Chars.impl_for(key), do: to_string(key), else: throw({:refused, RustyJson.EncodeError}))

  defp decimal(%{coef: :NaN}), do: "NaN"

  defp decimal(%{coef: coef, exp: exp, sign: -1} = decimal),
    do: "-" <> decimal(%{decimal | coef: coef, exp: exp, sign: 1})

  defp decimal(%{coef: coef, exp: exp}) when exp >= 0, do: "#{coef}" <> String.duplicate("0", exp)

  defp decimal(%{coef: coef, exp: exp}) do
    digits = String.pad_leading("#{coef}", 1 - exp, "0")
    {int, fraction} = String.split_at(digits, exp)
    int <> "." <> fraction
  end

  # -- tree -> text -------------------------------------------------------------------------------

  defp print({:raw, text}, %{pretty: true}, depth) do
    text |> RustyJson.Formatter.pretty_print() |> String.replace("\n", "\n" <> String.duplicate("  ", depth))
  end

  defp print({:raw, text}, _, _), do: text
  defp print({:string, text}, options, _), do: [?", escape(text, options.escape), ?"]
  defp print({:array, []}, _, _), do: "[]"
  defp print({:object, []}, _, _), do: "{}"
  defp print({:array, items}, o, depth), do: [?[, lines(items, o, depth, &print(&1, o, depth + 1)), ?]]

  defp print({:object, members}, o, depth) do
    colon = if o[:pretty], do: "\": ", else: "\":"
    member = fn {key, value} -> [?", escape(key, o.escape), colon, print(value, o, depth + 1)] end
    [?{, lines(members, o, depth, member), ?}]
  end

  defp lines(items, options, depth, print) do
    line = fn depth -> if options[:pretty], do: ["\n", String.duplicate("  ", depth)], else: [] end
    [items |> Enum.map(&[line.(depth + 1), print.(&1)]) |> Enum.intersperse(","), line.(depth)]
  end

  @short %{?" => ~S(\"), ?\\ => "\\\\", 8 => ~S(\b), 9 => ~S(\t), 10 => ~S(\n), 12 => ~S(\f), 13 => ~S(\r)}

  defp escape(text, mode), do: for(<<char::utf8 <- text>>, do: char(char, mode))

  defp char(char, _) when is_map_key(@short, char), do: @short[char]
  defp char(char, _) when char < 0x20, do: hex(char)
  defp char(?/, :html_safe), do: "\\/"
  defp char(char, :html_safe) when char in ~c"<>&", do: hex(char)
  defp char(char, mode) when char in [0x2028, 0x2029] and mode != :json, do: hex(char)

  defp char(char, :unicode_safe) when char > 0xFFFF do
    [hex(0xD800 + ((char - 0x10000) >>> 10)), hex(0xDC00 + (char - 0x10000 &&& 0x3FF))]
  end

  defp char(char, :unicode_safe) when char > 0x7F, do: hex(char)
  defp char(char, _), do: <<char::utf8>>

  defp hex(char),
    do: "\\u" <> (char |> Integer.to_string(16) |> String.downcase() |> String.pad_leading(4, "0"))

  # -- random terms of every kind -----------------------------------------------------------------

  @decimal %{__struct__: Decimal, sign: 1, coef: 1, exp: 0}
  @strings ["", "key", "é", "😀x", "a\"b\\", "</script>&", "\u2028\u2029", "tab\t\n\0\x7F\x1F"]
  @zone %{~U[2020-01-01 00:00:00Z] | std_offset: 3600, utc_offset: -1800, zone_abbr: "X", time_zone: "X/Y"}

  def term(0), do: if(:rand.uniform(60) == 1, do: odd(), else: leaf())

  def term(depth) do
    inner = fn -> term(depth - :rand.uniform(depth)) end
    some = fn make -> for _ <- 1..Enum.random([0, 1, 2, 5])//1, do: make.() end

    case :rand.uniform(14) do
      n when n in 1..3 ->
        some.(inner)

      4 ->
        List.to_tuple(some.(inner))

      n when n in 5..7 ->
        Map.new(some.(fn -> {name(), inner.()} end))

      8 ->
        OrderedObject.new(some.(fn -> {name(), inner.()} end))

      9 ->
        %Derived{a: inner.(), b: inner.()}

      10 ->
        %Only{a: inner.(), b: inner.(), c: inner.()}

      11 ->
        %Omit{long_name: inner.(), b: Enum.random([nil, inner.()])}

      12 ->
        Enum.random([%Listed{v: inner.()}, %Mapped{v: inner.()}, %Bare{v: inner.()}])

      13 ->
        Map.new(1..(30 + :rand.uniform(6)), &{"k#{&1}", if(:rand.uniform(9) == 1, do: inner.(), else: &1)})

      14 ->
        for(n <- 1..70, do: %{id: n, name: string(), v: leaf()})
    end
  end

  defp string, do: Enum.random([String.duplicate("日long ", :rand.uniform(40)) | @strings])

  defp name do
    case :rand.uniform(12) do
      1 -> :rand.uniform(300) - 150
      2 -> Enum.random([2 ** 70, 0.5, ~c"ch", ~D[2020-01-01], %Named{v: 1}])
      n when n in 3..6 -> Enum.random([:a, :b, :c, :"q\"x", :é, nil])
      _ -> string()
    end
  end

  defp leaf do
    case :rand.uniform(8) do
      1 ->
        Enum.random([nil, true, false, :null, Foo.Bar, :é, [], %{}, {}, %OrderedObject{}])

      2 ->
        Enum.random([:rand.uniform(1000), -(2 ** :rand.uniform(90))])

      3 ->
        :rand.normal() * :math.pow(10, :rand.uniform(40) - 20)

      4 ->
        Enum.random([
          ~D[2020-02-03],
          ~T[01:02:03.000100],
          ~N[2020-01-01 00:00:00.000],
          ~U[2020-01-01 00:00:00Z],
          @zone
        ])

      5 ->
        Enum.random([
          URI.parse("mailto:a@b.c?x=é/<>"),
          %{@decimal | exp: 2_000_000_000},
          %{@decimal | coef: :NaN}
        ])

      6 ->
        %{
          @decimal
          | sign: Enum.random([1, -1]),
            coef: Enum.random([7, 1234, 10 ** 40]),
            exp: :rand.uniform(12) - 8
        }

      7 ->
        Enum.random([
          Fragment.new("5"),
          Fragment.new(&RustyJson.Encode.value("f", &1)),
          %Fragment{encode: ["[1,", "{}]"]}
        ])

      8 ->
        string()
    end
  end

  defp odd, do: Enum.random([MapSet.new([1, "a"]), 1..5, 1..9//2, self(), %{{1} => 2}, %Bare{v: 1}])

  def options do
    every = [
      escape: Enum.random([:json, :html_safe, :javascript_safe, :unicode_safe]),
      pretty: true,
      sort_keys: true,
      maps: :strict,
      protocol: false,
      lean: true,
      scheduler: Enum.random([:normal, :dirty]),
      bytes_per_iter: :rand.uniform(50)
    ]

    Enum.filter(every, fn {name, _} -> name == :escape or :rand.uniform(4) == 1 end)
  end
end
