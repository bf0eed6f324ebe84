defmodule RustyJson.OTP.Chunks do
  @moduledoc false
  # `decode_start/3` and `decode_continue/2`: one value that arrives in chunks. The bytes are kept until the value can be
  # complete; brackets and quotes are counted as they come, so that a text in many chunks is not read anew for each.

  alias RustyJson.{DecodeError, OTP}

  # Up to this size a wrong byte is told with the chunk that it came in, beyond when the text has doubled.
  @eager 4096

  defstruct text: "", read: 0, place: :start, depth: 0, acc: nil, callbacks: %{}

  @doc false
  def start(binary, acc, callbacks) when is_binary(binary) do
    continue(binary, %__MODULE__{acc: acc, callbacks: Map.merge(%{null: :null}, callbacks)})
  end

  @doc false
  def continue(:end_of_input, %__MODULE__{text: text} = state) do
    case first(text) do
      {:ok, value, rest} -> finish(value, rest, state)
      {:error, reason} -> :erlang.error(reason)
    end
  end

  def continue(binary, %__MODULE__{text: text} = state) when is_binary(binary) do
    {place, depth, complete} = scan(binary, state.place, state.depth, false)
    state = %{state | text: text <> binary, place: place, depth: depth}
    size = byte_size(state.text)

    if complete or size <= @eager or size >= 2 * state.read,
      do: attempt(%{state | read: size}),
      else: {:continue, state}
  end

  defp attempt(state) do
    case first(state.text) do
      # more digits may come
      {:ok, _, ""} when state.place == :scalar and state.depth == 0 -> {:continue, state}
      {:ok, value, rest} -> finish(value, rest, state)
      {:error, :unexpected_end} -> {:continue, state}
      {:error, reason} -> :erlang.error(reason)
    end
  end

  defp first(text) do
    {value, rest} = OTP.first!(text)
    {:ok, value, rest}
  rescue
    error in DecodeError -> {:error, error |> OTP.reason() |> elem(0)}
  end

  defp finish(value, rest, state) do
    {value, acc} = OTP.call_back(value, state.acc, state.callbacks)
    {value, acc, rest}
  end

  # -- where the text stands ------------------------------------------------------------------

  defp scan(<<byte, rest::binary>>, :string, depth, complete) do
    case byte do
      ?\\ -> scan(rest, :escape, depth, complete)
      ?" -> scan(rest, :value, depth, complete or depth == 0)
      _ -> scan(rest, :string, depth, complete)
    end
  end

  defp scan(<<_, rest::binary>>, :escape, depth, complete), do: scan(rest, :string, depth, complete)

  defp scan(<<byte, rest::binary>>, place, depth, complete) do
    cond do
      byte == ?" -> scan(rest, :string, depth, complete)
      byte in ~c"[{" -> scan(rest, :value, depth + 1, complete)
      byte in ~c"]}" -> scan(rest, :value, depth - 1, complete or depth <= 1)
      byte in ~c" \t\r\n" and place == :start -> scan(rest, :start, depth, complete)
      byte in ~c" \t\r\n" -> scan(rest, :value, depth, complete or depth == 0)
      byte in ?0..?9 or byte in ~c"+-.eE" -> scan(rest, :scalar, depth, complete)
      # a letter of a word, or a wrong byte
      true -> scan(rest, :word, depth, complete or depth == 0)
    end
  end

  defp scan("", place, depth, complete), do: {place, depth, complete}
end
