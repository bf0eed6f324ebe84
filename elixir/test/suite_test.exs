defmodule RustyJson.SuiteTest do
  use ExUnit.Case, async: true
  # Other people's documents, where STELE_DATA has them: JSONTestSuite and the three large files.

  @data System.get_env("STELE_DATA") || Path.expand("../../../shared/data", __DIR__)
  @accepted ~w(i_number_double_huge_neg_exp i_number_real_underflow i_number_too_big_neg_int
               i_number_too_big_pos_int i_number_very_big_negative_int)

  suite = Path.join(@data, "JSONTestSuite")
  files = suite |> Path.join("*.json") |> Path.wildcard()

  if files == [] do
    @tag skip: "JSONTestSuite is not under STELE_DATA"
    test "3.2 JSONTestSuite [T]" do
    end
  else
    test "3.2 JSONTestSuite [T]: y_ and n_, 283 of 283" do
      judged = for {kind, path} <- named(), kind != "i", do: {path, kind == "y", accepted?(path)}
      assert length(judged) == 283
      assert for({path, wanted, got} <- judged, wanted != got, do: Path.basename(path)) == []
    end

    test "3.2 JSONTestSuite i_ [T]: five accepted, thirty refused" do
      accepted = for {"i", path} <- named(), accepted?(path), do: Path.basename(path, ".json")
      assert Enum.sort(accepted) == Enum.sort(@accepted)
      assert RustyJson.decode!(File.read!(Path.join(suite(), "i_number_real_underflow.json"))) == [0.0]
    end

    defp suite, do: unquote(suite)
    defp named, do: for(path <- unquote(files), do: {String.first(Path.basename(path)), path})

    defp accepted?(path) do
      text = File.read!(path)

      case RustyJson.decode(text) do
        {:ok, _} -> RustyJson.valid?(text)
        {:error, %RustyJson.DecodeError{}} -> RustyJson.valid?(text)
      end
    end
  end

  for name <- ~w(canada citm_catalog twitter) do
    path = Path.join([@data, "json", name <> ".json"])

    if File.exists?(path) do
      test "3.2 #{name} [W]: equal to OTP's reading, and back" do
        text = File.read!(unquote(path))
        term = RustyJson.decode!(text)
        assert Gen.otp(text) in [term, nil]
        assert RustyJson.decode!(RustyJson.encode!(term)) == term
        assert RustyJson.decode!(RustyJson.encode!(term, pretty: true)) == term
        ordered = RustyJson.decode!(text, objects: :ordered_objects, floats: :decimals)
        minimal = RustyJson.Formatter.minimize(text)

        assert RustyJson.decode!(RustyJson.encode!(ordered), objects: :ordered_objects, floats: :native)
               |> is_struct()

        assert RustyJson.decode!(minimal) == term
      end
    else
      @tag skip: "#{name}.json is not under STELE_DATA"
      test "3.2 #{name} [W]" do
      end
    end
  end
end
