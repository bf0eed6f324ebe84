defmodule Mix.Tasks.Compile.Nif do
  @moduledoc """
  Puts the NIF into `priv/native`: built with cargo from `../rust/nif`, or copied from a
  prebuilt artefact.

      config :rustyjson, nif_path: "/path/to/librustyjson_nif.so"

  or the environment variable `RUSTYJSON_NIF_PATH` name such an artefact. Cargo decides
  whether anything has to be built; the file is copied only when it changed.
  """
  use Mix.Task.Compiler

  @impl true
  def run(_args) do
    case Application.get_env(:rustyjson, :nif_path) || System.get_env("RUSTYJSON_NIF_PATH") do
      nil -> build()
      path -> install(path)
    end
  end

  @impl true
  def clean, do: File.rm(target())

  defp build do
    root = Path.expand("../../rust", __DIR__)
    manifest = Path.join(root, "nif/Cargo.toml")

    cond do
      File.exists?(manifest) -> cargo(root)
      File.exists?(target()) -> {:noop, []}
      true -> failed("no source of the NIF and no prebuilt artefact: set RUSTYJSON_NIF_PATH")
    end
  end

  defp cargo(root) do
    arguments = ~w(build --release --quiet -p rustyjson_nif --lib)
    # a target folder of our own: the release profile with symbols is shared by all Mix environments
    folder = Path.join(root, "target")

    case System.find_executable("cargo") do
      nil ->
        failed("cargo was not found: install Rust, or set RUSTYJSON_NIF_PATH to a prebuilt NIF")

      cargo ->
        options = [cd: root, stderr_to_stdout: true, env: [{"CARGO_TARGET_DIR", folder}]]

        case System.cmd(cargo, arguments, options) do
          {_, 0} -> install(Path.join([folder, "release", built_name()]))
          {text, _} -> failed(text)
        end
    end
  end

  defp install(path) do
    with {:ok, wanted} <- File.stat(path) do
      if current?(wanted), do: {:noop, []}, else: copy(path)
    else
      {:error, reason} -> failed("cannot read #{path}: #{:file.format_error(reason)}")
    end
  end

  defp current?(wanted) do
    case File.stat(target()) do
      {:ok, have} -> have.size == wanted.size and have.mtime >= wanted.mtime
      _ -> false
    end
  end

  # A running VM has the old file mapped: replace the name, never the bytes.
  defp copy(path) do
    File.mkdir_p!(Path.dirname(target()))
    fresh = target() <> ".new"
    File.cp!(path, fresh)
    File.rename!(fresh, target())
    Mix.Project.build_structure()
    {:ok, []}
  end

  defp failed(text) do
    Mix.shell().error(text)
    {:error, [%Mix.Task.Compiler.Diagnostic{diagnostic(text) | severity: :error}]}
  end

  defp diagnostic(text) do
    %Mix.Task.Compiler.Diagnostic{
      compiler_name: "nif",
      file: "mix.exs",
      message: text,
      position: 0,
      severity: :error
    }
  end

  # the VM looks for `.so`, on macOS too, and for `.dll` on Windows
  defp target do
    extension = if match?({:win32, _}, :os.type()), do: "dll", else: "so"
    Path.expand("../priv/native/librustyjson_nif.#{extension}", __DIR__)
  end

  defp built_name do
    case :os.type() do
      {:win32, _} -> "rustyjson_nif.dll"
      {:unix, :darwin} -> "librustyjson_nif.dylib"
      _ -> "librustyjson_nif.so"
    end
  end
end
