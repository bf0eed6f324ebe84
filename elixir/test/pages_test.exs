defmodule RustyJson.PagesTest do
  # The examples of the pages run as they stand, and give what they say.
  use ExUnit.Case, async: false

  @root Path.expand("../..", __DIR__)

  defmodule Around do
    # what an application around the examples has
    defmacro config(_app, _options), do: :ok
    defmacro config(_app, _key, _value), do: :ok
    defmacro plug(_module, _options), do: :ok
    def work(item), do: item
  end

  @prelude """
  import RustyJson.PagesTest.Around, warn: false
  defmodule Money do
    defstruct [:amount, :currency]
  end
  """

  setup do
    before = File.cwd!()
    folder = Path.join(System.tmp_dir!(), "rustyjson_pages_#{System.unique_integer([:positive])}")
    File.mkdir_p!(folder)
    File.cd!(folder)
    File.write!("big.json", ~s({"data":{"items":[1,2,3]}}))

    on_exit(fn ->
      File.cd!(before)
      File.rm_rf!(folder)
    end)
  end

  # they give `File.stream!/3` its arguments in the order of Elixir 1.16
  @old Version.match?(System.version(), "< 1.16.0")

  @tag :capture_log
  @tag skip: @old && "older than the examples"
  test "7 pages [W]: the examples of README and docs/rustyjson.md" do
    blocks = blocks("README.md") ++ blocks("docs/rustyjson.md")
    assert length(blocks) >= 8
    text = ~s({"id":7,"site":{"domain":"a.b"},"imp":[{"id":1}],"tags":["a"],"name":"n"})
    document = RustyJson.decode!(text)
    binding = [text: text, rows: [%{a: 1}], doc: document, from: document, to: %{document | "id" => 8}]
    {_, binding, env} = run(@prelude, {binding, __ENV__})
    checked = for block <- blocks, do: elem(run(block, {binding, env}), 0)
    assert Enum.sum(checked) >= 6
    assert RustyJson.decode!(File.read!("out.json.gz"), decompress: :gzip) == [%{"a" => 1}]
  end

  defp blocks(page) do
    text = File.read!(Path.join(@root, page))
    for [_, block] <- Regex.scan(~r/^```elixir\n(.*?)^```/ms, text), do: block
  end

  # Evaluates a block expression by expression; `#=>` after one says what it gives.
  defp run(block, {binding, env}) do
    {quoted, comments} = Code.string_to_quoted_with_comments!(block, token_metadata: true)

    expressions =
      case quoted do
        {:__block__, _, expressions} -> expressions
        one -> [one]
      end

    lines = Enum.map(expressions, &first_line/1)
    ends = Enum.drop(lines, 1) ++ [:infinity]

    expressions
    |> Enum.zip(Enum.zip(lines, ends))
    |> Enum.reduce({0, binding, env}, fn {expression, {from, till}}, {checked, binding, env} ->
      {value, binding, env} = Code.eval_quoted_with_env(expression, binding, env)

      case Enum.find(comments, &(&1.line >= from and &1.line < till and String.starts_with?(&1.text, "#=>"))) do
        nil -> {checked, binding, env}
        %{text: "#=>" <> expected} -> {checked + check(value, expected, block), binding, env}
      end
    end)
  end

  defp check(value, expected, block) do
    expected = for one <- String.split(expected, " or "), do: one |> Code.eval_string() |> elem(0)
    assert value in expected, "#{inspect(value)} is none of #{inspect(expected)} in\n#{block}"
    1
  end

  # a pipeline begins where its first expression does
  defp first_line(quoted) do
    {_, lines} =
      Macro.prewalk(quoted, [], fn
        {_, meta, _} = node, lines -> {node, List.wrap(meta[:line]) ++ lines}
        node, lines -> {node, lines}
      end)

    Enum.min(lines)
  end
end
