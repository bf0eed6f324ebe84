# The Elixir testee of the conformance runner: one JSON object a line in, one a line out.
# It goes through host values: ordered objects, integers of any size, doubles.

defmodule Testee do
  alias RustyJson.DecodeError

  # Standard input and output as bytes: a port, since the IO server would translate them. The
  # VM must run with `-noinput`, so that nobody else reads.
  def run do
    port = Port.open({:fd, 0, 1}, [:binary, :eof, {:line, 65_536}])
    loop(port, [])
  end

  defp loop(port, parts) do
    receive do
      {^port, {:data, {:noeol, part}}} ->
        loop(port, [parts | part])

      {^port, {:data, {:eol, part}}} ->
        line = IO.iodata_to_binary([parts | part])
        if String.trim(line) != "", do: Port.command(port, [answer(line), "\n"])
        loop(port, [])

      {^port, :eof} ->
        line = IO.iodata_to_binary(parts)
        if String.trim(line) != "", do: Port.command(port, [answer(line), "\n"])
        # closing waits until everything is written
        Port.close(port)
    end
  end

  defp answer(line) do
    case RustyJson.decode(line, max_depth: 100_000) do
      {:ok, %{} = request} -> request |> respond() |> encode(request["id"])
      _ -> encode(%{"error" => %{"code" => "E_REQUEST", "message" => "not a JSON object"}}, nil)
    end
  end

  defp encode(response, id), do: RustyJson.encode!(Map.put(response, "id", id), sort_keys: true)

  defp respond(%{"op" => "json_to_json"} = request) do
    input = input(request)
    options = request["options"] || %{}
    depth = options["maxDepth"] || 512

    case request["repeat"] do
      n when is_integer(n) and n > 0 -> timed(input, depth, n)
      _ -> %{"output" => transcode(input, depth)}
    end
  rescue
    error in DecodeError ->
      refused(error)

    error ->
      %{
        "error" => %{
          "code" => "E_INTERNAL",
          "line" => 1,
          "column" => 1,
          "message" => Exception.message(error)
        }
      }
  end

  defp respond(%{"op" => op}), do: %{"skipped" => "the Elixir library does not do #{op}"}
  defp respond(_), do: %{"error" => %{"code" => "E_REQUEST", "message" => "no op"}}

  # what the BEAM has no value for
  defp refused(%{message: "Lone surrogate" <> _}), do: %{"skipped" => "lone-surrogates"}
  defp refused(%{message: "Number out of range" <> _}), do: %{"skipped" => "a numeral beyond binary64"}

  defp refused(error) do
    %{
      "error" => %{
        "code" => "E_JSON",
        "line" => DecodeError.line(error) || 1,
        "column" => DecodeError.column(error) || 1,
        "message" => error.message
      }
    }
  end

  defp input(%{"input_base64" => text}), do: Base.decode64!(text)
  defp input(%{"input" => text}), do: text

  defp transcode(input, depth) do
    input
    |> RustyJson.decode!(
      objects: :ordered_objects,
      max_depth: depth,
      decoding_integer_digit_limit: 0
    )
    |> RustyJson.encode!(max_depth: depth)
  end

  defp timed(input, depth, n) do
    times =
      for _ <- 1..n do
        start = System.monotonic_time(:nanosecond)
        transcode(input, depth)
        System.monotonic_time(:nanosecond) - start
      end

    sorted = Enum.sort(times)
    %{"output" => transcode(input, depth), "ns" => Enum.at(sorted, div(n, 2)), "ns_min" => hd(sorted)}
  end
end

Testee.run()
