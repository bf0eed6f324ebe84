defprotocol RustyJson.Encoder do
  @moduledoc """
  How a struct becomes JSON.

  Maps, lists, tuples, strings, numbers, atoms, dates and times, `URI`, `Decimal`, `RustyJson.Fragment` and
  `RustyJson.OrderedObject` are encoded as they are. Every other struct needs an encoder, derived or written, at whatever depth
  it stands; without one `Protocol.UndefinedError` is raised, so nothing leaves the system by accident.

  ## Deriving

      @derive {RustyJson.Encoder, only: [:id, :name]}
      defstruct [:id, :name, :password]

  | option | effect |
  |---|---|
  | `only: [field]` | these fields, in this order |
  | `except: [field]` | all fields but these |
  | `keys: case` | names in `:camel_case`, `:pascal_case`, `:snake_case`, `:kebab_case` or `:screaming_snake_case` |
  | `rename: [field: "name"]` | this name; wins over `:keys` |
  | `omit_nil: true` | leave out fields that hold `nil` |

  Without `only:` or `except:` **every** field is written, private ones too: list the fields where that matters. A derived encoder is as
  fast as a map. A struct of others is derived with `Protocol.derive(RustyJson.Encoder, Module, only: [...])`.

  ## Writing one

      defimpl RustyJson.Encoder, for: Money do
        def encode(%{amount: amount, currency: currency}, opts) do
          RustyJson.Encode.string("\#{amount} \#{currency}", opts)
        end
      end

  An encoder returns JSON text as iodata, best made with `RustyJson.Encode`, or a map, which is encoded in its place with the same options.
  Anything else is a `RustyJson.EncodeError`. Pass `opts` on as they are.
  """

  @fallback_to_any true

  @type opts :: RustyJson.Encode.opts()

  @doc "JSON text of a value, or a map to be encoded in its place."
  @spec encode(t, opts) :: iodata | map
  def encode(value, opts)
end

defimpl RustyJson.Encoder, for: Any do
  defmacro __deriving__(module, struct, options) do
    fields = struct |> RustyJson.Codegen.fields(options) |> Macro.escape()

    quote do
      defimpl RustyJson.Encoder, for: unquote(module) do
        @moduledoc false
        @doc false
        # what the native writer needs to write such structs by itself
        def __fields__, do: unquote(fields)

        def encode(struct, opts), do: RustyJson.Encode.struct(struct, opts)
      end
    end
  end

  # where Decimal is compiled after this library, or only shows up in data
  def encode(%{__struct__: Decimal} = decimal, opts), do: RustyJson.Encode.value(decimal, opts)

  def encode(%module{} = struct, _opts) do
    raise Protocol.UndefinedError, protocol: @protocol, value: struct, description: description(module)
  end

  def encode(value, _opts) do
    raise Protocol.UndefinedError, protocol: @protocol, value: value, description: description()
  end

  @doc false
  def description, do: "RustyJson.Encoder protocol must always be explicitly implemented"

  defp description(module) do
    """
    #{description()}.

    If #{inspect(module)} is yours, derive it, and say which fields leave the system:

        @derive {RustyJson.Encoder, only: [...]}
        defstruct ...

    or derive all fields, private ones too:

        @derive RustyJson.Encoder
        defstruct ...

    If it is not yours, derive it from outside:

        Protocol.derive(RustyJson.Encoder, #{inspect(module)}, only: [...])
        Protocol.derive(RustyJson.Encoder, #{inspect(module)})
    """
  end
end

defimpl RustyJson.Encoder,
  for: [Atom, Float, Integer, List, Map, Tuple, RustyJson.OrderedObject] do
  def encode(value, opts), do: RustyJson.Encode.value(value, opts)
end

if Code.ensure_loaded?(Decimal) do
  defimpl RustyJson.Encoder, for: Decimal do
    def encode(decimal, opts), do: RustyJson.Encode.value(decimal, opts)
  end
end

defimpl RustyJson.Encoder, for: BitString do
  def encode(text, opts) when is_binary(text), do: RustyJson.Encode.string(text, opts)
  def encode(bits, opts), do: RustyJson.Encoder.Any.encode(bits, opts)
end

defimpl RustyJson.Encoder, for: [Date, Time, NaiveDateTime, DateTime] do
  def encode(value, opts), do: RustyJson.Encode.string(@for.to_iso8601(value), opts)
end

defimpl RustyJson.Encoder, for: URI do
  def encode(uri, opts), do: RustyJson.Encode.string(URI.to_string(uri), opts)
end

defimpl RustyJson.Encoder, for: RustyJson.Fragment do
  def encode(%{encode: encode}, opts) when is_function(encode, 1), do: encode.(opts)
  def encode(%{encode: text}, _opts), do: text
end
