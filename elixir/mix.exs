# Loaded here because a project's own lib/ is not compiled yet when its compilers start.
Code.require_file("mix/compile_nif.ex", __DIR__)

defmodule RustyJson.MixProject do
  use Mix.Project

  @version "0.1.0"

  def project do
    [
      app: :rustyjson,
      version: @version,
      elixir: "~> 1.15",
      description: "JSON for the BEAM: Jason's interface over a native reader and writer",
      compilers: [:nif] ++ Mix.compilers(),
      consolidate_protocols: Mix.env() != :test,
      start_permanent: Mix.env() == :prod,
      test_ignore_filters: [~r"^test/support/"],
      elixirc_options: [warnings_as_errors: Mix.env() == :test],
      package: package(),
      deps: []
    ]
  end

  def application, do: [extra_applications: []]

  defp package do
    [
      licenses: ["MIT", "Apache-2.0"],
      files: ~w(lib mix mix.exs .formatter.exs)
    ]
  end
end
