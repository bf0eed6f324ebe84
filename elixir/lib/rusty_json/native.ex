defmodule RustyJson.Native do
  @moduledoc false
  # Stubs of the NIF (rust/nif/src/lib.rs) and nothing else. Names that end in `_dirty` run
  # on a dirty scheduler.

  @on_load :load

  @doc false
  def load do
    :erlang.load_nif(path() |> Path.rootname() |> String.to_charlist(), 0)
  end

  # A configured artefact was copied to `priv` when the library was compiled: a release that
  # runs elsewhere finds it there.
  defp path do
    configured = Application.get_env(:rustyjson, :nif_path)
    if is_binary(configured) and :filelib.is_regular(configured), do: configured, else: default_path()
  end

  defp default_path do
    case :code.priv_dir(:rustyjson) do
      {:error, _} -> Path.expand("../../priv/native/librustyjson_nif", :code.which(__MODULE__))
      priv -> Path.join(priv, "native/librustyjson_nif")
    end
  end

  def decode(_input, _options), do: :erlang.nif_error(:nif_not_loaded)
  def decode_dirty(_input, _options), do: :erlang.nif_error(:nif_not_loaded)
  def encode(_term, _options), do: :erlang.nif_error(:nif_not_loaded)
  def encode_dirty(_term, _options), do: :erlang.nif_error(:nif_not_loaded)
  def transcode(_etf, _options), do: :erlang.nif_error(:nif_not_loaded)
  def transcode_dirty(_etf, _options), do: :erlang.nif_error(:nif_not_loaded)
  def encode_more(_paused, _frames, _reply), do: :erlang.nif_error(:nif_not_loaded)
  def encode_more_dirty(_paused, _frames, _reply), do: :erlang.nif_error(:nif_not_loaded)
  def format(_text, _layout, _separator), do: :erlang.nif_error(:nif_not_loaded)
  def format_dirty(_text, _layout, _separator), do: :erlang.nif_error(:nif_not_loaded)
  def estimate(_text), do: :erlang.nif_error(:nif_not_loaded)
  def valid(_text, _options), do: :erlang.nif_error(:nif_not_loaded)
  def valid_dirty(_text, _options), do: :erlang.nif_error(:nif_not_loaded)
  def get(_text, _pointer, _options), do: :erlang.nif_error(:nif_not_loaded)
  def get_dirty(_text, _pointer, _options), do: :erlang.nif_error(:nif_not_loaded)
  def get_many(_text, _pointers, _options), do: :erlang.nif_error(:nif_not_loaded)
  def get_many_dirty(_text, _pointers, _options), do: :erlang.nif_error(:nif_not_loaded)
  def zstd_dirty(_text), do: :erlang.nif_error(:nif_not_loaded)
  def unzstd_dirty(_frames, _limit), do: :erlang.nif_error(:nif_not_loaded)
  def unzstd_new, do: :erlang.nif_error(:nif_not_loaded)
  def unzstd_feed_dirty(_stream, _chunk), do: :erlang.nif_error(:nif_not_loaded)
  def unzstd_complete(_stream), do: :erlang.nif_error(:nif_not_loaded)
  def length_dirty(_text, _pointer, _options), do: :erlang.nif_error(:nif_not_loaded)
  def relax_dirty(_text), do: :erlang.nif_error(:nif_not_loaded)
  def stream_new(_root, _path, _max_item, _relaxed), do: :erlang.nif_error(:nif_not_loaded)
  def stream_feed(_stream, _chunk, _last, _options), do: :erlang.nif_error(:nif_not_loaded)
  def stream_feed_dirty(_stream, _chunk, _last, _options), do: :erlang.nif_error(:nif_not_loaded)
  def stream_pending(_stream), do: :erlang.nif_error(:nif_not_loaded)
end
