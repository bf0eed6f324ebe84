defmodule RustyJson.Gzip do
  @moduledoc false
  # Inflating with a limit on the output, piece by piece, so that neither a bomb nor a long
  # text holds the scheduler.

  alias RustyJson.DecodeError

  @doc false
  def inflate(input, limit) do
    z = :zlib.open()

    try do
      # 16: gzip framing; 15: the largest window
      :ok = :zlib.inflateInit(z, 16 + 15)
      z |> pieces(:zlib.safeInflate(z, input), [], 0, limit) |> IO.iodata_to_binary()
    rescue
      _ in ErlangError -> invalid()
    after
      :zlib.close(z)
    end
  end

  defp pieces(z, {state, output}, acc, size, limit) do
    size = size + IO.iodata_length(output)
    if limit != 0 and size > limit, do: too_long(limit)
    acc = [acc | output]

    case state do
      :continue -> pieces(z, :zlib.safeInflate(z, []), acc, size, limit)
      :finished -> finished(z, acc)
    end
  end

  defp finished(z, acc) do
    # data_error where the member is cut short
    :zlib.inflateEnd(z)
    acc
  end

  defp too_long(limit) do
    message = "inflated size exceeds max_bytes limit of #{limit}"
    raise %DecodeError{message: message, position: 0, data: nil, token: nil}
  end

  defp invalid do
    raise %DecodeError{message: "invalid gzip data", position: 0, data: nil, token: nil}
  end
end
