defmodule RustyJson.Stream do
  @moduledoc false
  # Chunks in, values out, and values in, chunks out. The native splitter finds where items
  # begin and end and keeps only what is incomplete; this module feeds it and ends it.

  alias RustyJson.{DecodeError, EncodeError, Inflate, Native, Options, Rebuild, Writer}

  @type decoder :: %{
          stream: reference,
          config: map,
          on_error: :raise | :skip | :tuple,
          root: atom,
          fed: non_neg_integer
        }
  @type decode_option ::
          RustyJson.decode_opt()
          | {:root, :array | :object | :values | :ndjson}
          | {:path, String.t()}
          | {:max_item_bytes, non_neg_integer}
          | {:on_error, :raise | :skip | :tuple}
  @type encode_option ::
          RustyJson.encode_opt()
          | {:format, :array | :ndjson}
          | {:chunk_size, pos_integer}
          | {:batch_size, pos_integer}

  @roots [array: 0, object: 1, values: 2, ndjson: 3]
  # larger chunks are fed in parts, so that no call holds a normal scheduler
  @part 32_768

  # -- decoding -------------------------------------------------------------------------------

  @doc false
  @spec decode([binary] | Enumerable.t() | binary, [decode_option]) :: Enumerable.t()
  def decode(input, options) do
    options = Options.pairs(options)
    {decompress, options} = Keyword.pop(options, :decompress, :none)
    # wrong options are told at once, not when the stream is run
    new_decoder(options)

    Stream.transform(
      input |> inflated(decompress) |> chunks(),
      fn -> new_decoder(options) end,
      fn chunk, decoder ->
        decoder = count!(decoder, chunk)
        {run(decoder, chunk, false), decoder}
      end,
      fn decoder -> {run(decoder, "", true), decoder} end,
      fn _ -> :ok end
    )
  end

  defp inflated(input, :none), do: input

  defp inflated(input, :zstd), do: input |> chunks() |> Inflate.stream(:zstd)

  defp inflated(input, kind) when kind in [:gzip, :deflate] do
    if(is_binary(input), do: [input], else: input) |> Inflate.stream(kind)
  end

  defp inflated(_, other), do: Options.invalid(:decompress, other, [:none, :gzip, :deflate, :zstd])

  defp chunks(input) when is_binary(input), do: parts(input)
  defp chunks(input), do: Stream.flat_map(input, &parts/1)

  defp parts(chunk) when is_binary(chunk) and byte_size(chunk) <= @part, do: [chunk]

  defp parts(chunk) when is_binary(chunk) do
    Stream.unfold(chunk, fn
      "" -> nil
      <<part::binary-size(@part), rest::binary>> -> {part, rest}
      rest -> {rest, ""}
    end)
  end

  defp parts(byte) when byte in 0..255, do: [<<byte>>]
  defp parts(chunk), do: chunk |> IO.iodata_to_binary() |> parts()

  @doc false
  @spec new_decoder([decode_option]) :: decoder
  def new_decoder(options \\ []) do
    options = Options.pairs(options)
    root = Keyword.get(options, :root, :array)
    on_error = Keyword.get(options, :on_error, :raise)
    code = Keyword.get(@roots, root) || Options.invalid(:root, root, Keyword.keys(@roots))

    if on_error not in [:raise, :skip, :tuple],
      do: Options.invalid(:on_error, on_error, [:raise, :skip, :tuple])

    max_item = Keyword.get(options, :max_item_bytes, 0)
    path = Keyword.get(options, :path, "")
    RustyJson.Pointer.check!(path)

    if not (is_integer(max_item) and max_item >= 0) do
      raise ArgumentError, "invalid :max_item_bytes option #{inspect(max_item)}, expected an integer >= 0"
    end

    config = root |> containers(path) |> Options.inside(Options.decode(options))
    if config.decompress, do: raise(ArgumentError, "`:decompress` is an option of streams, not of decoders")
    stream = Native.stream_new(code, path, max_item, options[:relaxed] == true)
    %{stream: stream, config: config, on_error: on_error, root: root, fed: 0}
  end

  # those around an item
  defp containers(root, path) when root in [:array, :object], do: 1 + length(RustyJson.Pointer.tokens!(path))
  defp containers(_, _), do: 0

  @doc false
  def feed(decoder, chunk) do
    {terms, decoder} =
      chunk
      |> parts()
      |> Enum.flat_map_reduce(decoder, fn part, decoder ->
        decoder = count!(decoder, part)
        {run(decoder, part, false), decoder}
      end)

    {:ok, terms, decoder}
  rescue
    error in [DecodeError] -> {:error, error}
  end

  @doc false
  def finish(decoder) do
    {:ok, run(decoder, "", true)}
  rescue
    error in [DecodeError] -> {:error, error}
  end

  defp count!(%{config: %{max_bytes: 0}} = decoder, _), do: decoder

  defp count!(%{config: %{max_bytes: limit}} = decoder, chunk) do
    fed = decoder.fed + byte_size(chunk)

    if fed > limit do
      raise %DecodeError{message: "input size #{fed} exceeds max_bytes limit of #{limit}", position: 0}
    end

    %{decoder | fed: fed}
  end

  defp run(decoder, chunk, last), do: run(decoder, chunk, last, [])

  defp run(decoder, chunk, last, acc) do
    case call(decoder, chunk, last) do
      {:ok, terms} ->
        flatten(acc, ready(terms, decoder))

      {:more, terms} ->
        run(decoder, "", last, [ready(terms, decoder) | acc])

      {:error, terms, {{:error, :needs_atom, name}, _}} ->
        # an atom outside Latin-1 that does not exist yet: make it, and the item is read again
        _ = String.to_atom(name)
        run(decoder, "", last, [ready(terms, decoder) | acc])

      {:error, terms, {error, line}} ->
        failed(decoder, last, [ready(terms, decoder) | acc], error, line)
    end
  end

  defp flatten([], terms), do: terms
  defp flatten(acc, terms), do: [terms | acc] |> Enum.reverse() |> Enum.concat()

  # an item that has grown large is read on a dirty scheduler
  defp call(%{stream: stream, config: %{native: native}}, chunk, last) do
    if Native.stream_pending(stream) > 2 * @part,
      do: Native.stream_feed_dirty(stream, chunk, last, native),
      else: Native.stream_feed(stream, chunk, last, native)
  end

  defp ready(terms, %{config: %{after: nil}}), do: terms

  defp ready(terms, %{config: %{after: work}, root: :object}) do
    for {key, value} <- terms, do: {Rebuild.key(key, work), Rebuild.term(value, work)}
  end

  defp ready(terms, %{config: %{after: work}}), do: Enum.map(terms, &Rebuild.term(&1, work))

  # a bad line need not end the stream; a bad structure does
  defp failed(decoder, last, acc, error, line) when line > 0 do
    case decoder.on_error do
      :raise -> raise exception(error, line, decoder)
      :skip -> run(decoder, "", last, acc)
      :tuple -> run(decoder, "", last, [[{:error, exception(error, line, decoder)}] | acc])
    end
  end

  defp failed(decoder, _, _, error, line), do: raise(exception(error, line, decoder))

  defp exception({:error, :unknown_atom, name}, _, _) do
    %DecodeError{message: "key #{inspect(name)} is no existing atom"}
  end

  defp exception({:error, text, offset}, line, %{root: :ndjson}) do
    %DecodeError{message: "#{text} at position #{offset} (line #{line})", position: offset}
  end

  defp exception({:error, text, offset}, _, _) do
    %DecodeError{message: "#{text} at position #{offset}", position: offset}
  end

  # -- encoding -------------------------------------------------------------------------------

  @doc false
  @spec encode(Enumerable.t(), [encode_option]) :: Enumerable.t()
  def encode(items, options) do
    options = Options.pairs(options)
    format = Keyword.get(options, :format, :array)
    if format not in [:array, :ndjson], do: Options.invalid(:format, format, [:array, :ndjson])
    # an option of the stream, not of each item
    {compress, options} = Keyword.pop(options, :compress)
    compression = Options.compression(compress)
    # a layout would break the lines
    options = if format == :ndjson, do: Keyword.delete(options, :pretty), else: options
    {config, scheduler} = Options.encode(options)
    write = &IO.iodata_to_binary(Writer.write!(&1, config, scheduler))
    batch = batch_size(Keyword.get(options, :batch_size, 1))

    texts =
      case RustyJson.Formatter.layout(Keyword.get(options, :pretty)) do
        nil -> texts(items, format, batch, write)
        {_, line, _} -> laid_out(items, batch, line, write)
      end

    texts
    |> limited(Keyword.get(options, :max_bytes, 0))
    |> coalesce(Keyword.get(options, :chunk_size))
    |> compress(compression)
  end

  # the limit of an item was checked with the item
  defp limited(texts, 0), do: texts

  defp limited(texts, limit) do
    Stream.transform(texts, 0, fn text, written ->
      written = written + byte_size(text)
      if written > limit, do: raise(EncodeError, "output size exceeds max_bytes limit of #{limit}")
      {[text], written}
    end)
  end

  defp batch_size(size) when is_integer(size) and size > 0, do: size

  defp batch_size(size) do
    raise ArgumentError, "invalid :batch_size option #{inspect(size)}, expected an integer > 0"
  end

  defp texts(items, :ndjson, 1, write), do: Stream.map(items, &(write.(&1) <> "\n"))

  defp texts(items, :ndjson, batch, write) do
    items
    |> Stream.chunk_every(batch)
    |> Stream.map(fn items -> items |> Enum.map(&[write.(&1), "\n"]) |> IO.iodata_to_binary() end)
  end

  defp texts(items, :array, batch, write) do
    members = if batch == 1, do: Stream.map(items, write), else: batches(items, batch, write)

    ["["] |> Stream.concat(separated(members)) |> Stream.concat(["]"])
  end

  defp separated(members) do
    Stream.transform(members, false, fn
      text, false -> {[text], true}
      text, true -> {["," <> text], true}
    end)
  end

  # Items of an array of their own are laid out as they are to be; the line break before the
  # last bracket is left out until the end.
  defp laid_out(items, batch, line, write) do
    brackets = 2 + byte_size(line)

    members =
      items
      |> Stream.chunk_every(batch)
      |> Stream.map(fn items ->
        text = write.(items)
        binary_part(text, 1, byte_size(text) - brackets)
      end)
      |> separated()

    closed =
      Stream.transform(
        members,
        fn -> "]" end,
        fn text, _ -> {[text], line <> "]"} end,
        fn closing -> {[closing], nil} end,
        fn _ -> :ok end
      )

    Stream.concat(["["], closed)
  end

  defp batches(items, batch, write) do
    items
    |> Stream.chunk_every(batch)
    |> Stream.map(fn items ->
      text = write.(items)
      binary_part(text, 1, byte_size(text) - 2)
    end)
  end

  defp coalesce(texts, nil), do: texts

  defp coalesce(texts, size) when is_integer(size) and size > 0 do
    Stream.transform(
      texts,
      fn -> {[], 0} end,
      fn text, {acc, have} ->
        have = have + byte_size(text)
        acc = [acc | text]
        if have >= size, do: {[IO.iodata_to_binary(acc)], {[], 0}}, else: {[], {acc, have}}
      end,
      fn {acc, have} -> {if(have > 0, do: [IO.iodata_to_binary(acc)], else: []), nil} end,
      fn _ -> :ok end
    )
  end

  defp coalesce(_, size) do
    raise ArgumentError, "invalid :chunk_size option #{inspect(size)}, expected an integer > 0"
  end

  @doc false
  def compressed(texts, compress), do: compress(texts, Options.compression(compress))

  # zlib's own default memory level, and the largest window; 16 more is gzip's frame
  @memory_level 8
  @window 15
  # text is gathered to frames of this size
  @zstd_frame 65_536

  defp compress(texts, nil), do: texts
  defp compress(texts, {:zstd, _}), do: texts |> coalesce(@zstd_frame) |> Stream.map(&Native.zstd_dirty/1)

  defp compress(texts, {kind, level}) do
    window = if kind == :gzip, do: 16 + @window, else: @window

    Stream.transform(
      texts,
      fn ->
        z = :zlib.open()
        :ok = :zlib.deflateInit(z, level, :deflated, window, @memory_level, :default)
        z
      end,
      fn text, z -> {full(:zlib.deflate(z, text)), z} end,
      fn z -> {full(:zlib.deflate(z, "", :finish)), z} end,
      &:zlib.close/1
    )
  end

  defp full(iodata) do
    case IO.iodata_to_binary(iodata) do
      "" -> []
      binary -> [binary]
    end
  end
end
