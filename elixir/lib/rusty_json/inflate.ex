defmodule RustyJson.Inflate do
  @moduledoc false
  # Compressed input to text, with a limit on the output: `decompress:` of the decoder. zlib's
  # formats are inflated piece by piece, so that neither a bomb nor a long text holds the
  # scheduler; zstd on a dirty one, in pieces too.

  alias RustyJson.{DecodeError, Native}

  # the largest window; 16 more is gzip's frame
  @window 15

  @doc false
  def inflate(input, :zstd, limit) do
    case Native.unzstd_dirty(input, limit) do
      {:ok, text} -> text
      {:error, :bytes} -> too_long(limit)
      {:error, _} -> invalid(:zstd)
    end
  rescue
    # a panic of the decoder
    _ in ErlangError -> invalid(:zstd)
  end

  def inflate(input, kind, limit) do
    z = open(kind)

    try do
      z |> pieces(:zlib.safeInflate(z, input), {[], 0, now()}, limit) |> IO.iodata_to_binary()
    rescue
      _ in ErlangError -> invalid(kind)
    after
      :zlib.close(z)
    end
  end

  @doc false
  # The same for chunks, as they come: what one chunk inflates to is not gathered.
  def stream(chunks, :zstd) do
    Stream.transform(
      chunks,
      fn -> Native.unzstd_new() end,
      fn chunk, z -> {Stream.unfold(chunk, &zstd_piece(z, &1)), z} end,
      fn z -> if Native.unzstd_complete(z), do: {[], z}, else: invalid(:zstd) end,
      fn _ -> :ok end
    )
  end

  def stream(chunks, kind) do
    Stream.transform(
      chunks,
      fn -> open(kind) end,
      fn chunk, z -> {Stream.unfold(chunk, &piece(z, &1, kind)), z} end,
      fn z -> {ended(z, kind), z} end,
      &:zlib.close/1
    )
  end

  defp zstd_piece(_, :over), do: nil

  defp zstd_piece(z, chunk) do
    case Native.unzstd_feed_dirty(z, chunk) do
      {:more, text} -> {text, ""}
      {:ok, text} -> {text, :over}
      :error -> invalid(:zstd)
    end
  rescue
    # a panic of the decoder
    _ in ErlangError -> invalid(:zstd)
  end

  defp piece(_, :over, _), do: nil

  defp piece(z, chunk, kind) do
    chunk = if is_integer(chunk), do: <<chunk>>, else: chunk

    case :zlib.safeInflate(z, chunk) do
      {:continue, output} -> {IO.iodata_to_binary(output), []}
      {:finished, output} -> {IO.iodata_to_binary(output), :over}
    end
  rescue
    _ in ErlangError -> invalid(kind)
  end

  defp ended(z, kind) do
    finished(z, [])
  rescue
    _ in ErlangError -> invalid(kind)
  end

  defp open(kind) do
    z = :zlib.open()

    # members of gzip may follow one another
    if kind == :gzip,
      do: :zlib.inflateInit(z, 16 + @window, :reset),
      else: :zlib.inflateInit(z, @window, :error)

    z
  end

  # The VM counts a call of zlib for less than it takes: after so many microseconds the process gives its turn back.
  @turn 250

  defp pieces(z, {state, output}, {acc, size, since}, limit) do
    size = size + IO.iodata_length(output)
    if limit != 0 and size > limit, do: too_long(limit)
    acc = [acc | output]

    case state do
      :continue -> pieces(z, :zlib.safeInflate(z, []), {acc, size, turn(since)}, limit)
      :finished -> finished(z, acc)
    end
  end

  defp turn(since) do
    if now() - since > @turn do
      :erlang.yield()
      now()
    else
      since
    end
  end

  defp now, do: System.monotonic_time(:microsecond)

  defp finished(z, acc) do
    # data_error where the input is cut short
    :zlib.inflateEnd(z)
    acc
  end

  defp too_long(limit) do
    message = "inflated size exceeds max_bytes limit of #{limit}"
    raise %DecodeError{message: message, position: 0, data: nil, token: nil}
  end

  defp invalid(kind) do
    raise %DecodeError{message: "invalid #{kind} data", position: 0, data: nil, token: nil}
  end
end
