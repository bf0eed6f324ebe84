package co.blocke.scalajack

/** Settings of a codec: immutable, a chain of calls on `SJConfig`, evaluated **at compile time** by `derive/ConfigEval`, which runs
  * the very methods below on the constants it finds in the program. The order of the calls is free.
  *
  * {{{
  *   given ScalaJack[Order] = ScalaJack.sjCodecOf[Order](SJConfig.withNoneAsNull.withFieldNames(NameMapper.SNAKE_CASE))
  * }}}
  */
class SJConfig private[scalajack] (private[scalajack] val v: ConfigValues = ConfigValues()):

  private def set(f: ConfigValues => ConfigValues): SJConfig = new SJConfig(f(v))

  /** None and empty Optional are written as `null`; default: left out, in tuples `null`. */
  def withNoneAsNull: SJConfig = set(_.copy(noneAsNull = true))

  /** How a `Failure` is written; default `AS_NULL`. */
  def withTryFailureHandling(p: TryPolicy): SJConfig = set(_.copy(tryPolicy = p))

  /** How a `Left` is written; default `AS_VALUE`. */
  def withEitherLeftHandling(p: EitherLeftPolicy): SJConfig = set(_.copy(eitherPolicy = p))

  /** Name of the field that tells the leaf of a sealed trait; default `_hint`. */
  def withTypeHintLabel(label: String): SJConfig = set(_.copy(hintLabel = label))

  /** What the hint holds; default `SIMPLE_CLASSNAME`. */
  def withTypeHintPolicy(p: TypeHintPolicy): SJConfig = set(_.copy(hintPolicy = p))

  /** Hints always, also where the field names alone would tell the leaf. */
  def preferTypeHints: SJConfig = set(_.copy(preferHints = true))

  /** Enums as numbers: `Nil` = all of them, else those with the given full names. */
  def withEnumsAsIds(fullNames: List[String]): SJConfig = set(_.copy(enumsAsIds = Some(fullNames)))

  /** Non-constructor fields (public `var`s, getter and setter pairs) of non-case classes take part. */
  def writeNonConstructorFields: SJConfig = set(_.copy(nonConstructorFields = true))

  /** Strings are written verbatim between quotes; the result is JSON only if they need no escape. */
  def suppressEscapedStrings: SJConfig = set(_.copy(suppressEscapes = true))

  /** How field names become JSON names; default `IDENTITY`. `@jsLabel` wins. */
  def withFieldNames(m: NameMapper): SJConfig = set(_.copy(fieldNames = m))

  /** How simple class names become hint values; default `IDENTITY`. `@TypeHint` wins under `USE_ANNOTATION`. */
  def withTypeHintNames(m: NameMapper): SJConfig = set(_.copy(hintNames = m))

  /** `FLAT` (a hint field, default) or `WRAPPED` (`{"Dog":{...}}`). */
  def withTypeHintStyle(s: TypeHintStyle): SJConfig = set(_.copy(hintStyle = s))

  /** A class field given twice: refused (default), the first or the last counts. */
  def withDuplicateKeys(p: DuplicateKeyPolicy): SJConfig = set(_.copy(duplicates = p))

  /** Names that no field has are an error; default: skipped. */
  def rejectUnknownFields: SJConfig = set(_.copy(rejectUnknown = true))

  /** A field equal to its default parameter is not written. */
  def omitDefaults: SJConfig = set(_.copy(skipDefaults = true))

  /** Empty collections, maps, arrays and strings are not written; an absent one is read as empty. */
  def omitEmpty: SJConfig = set(_.copy(skipEmpty = true))

  /** JSON null only for Option, Optional and Any (Either and Try by their rules). */
  def rejectNulls: SJConfig = set(_.copy(noNulls = true))

  /** NaN and the infinities: refused (default), `null`, or as strings. */
  def withNonFinite(p: NonFinitePolicy): SJConfig = set(_.copy(nonFinite = p))

  /** Everything above 0x7E is written as `\\uXXXX`. */
  def escapeNonAscii: SJConfig = set(_.copy(asciiOnly = true))

  /** Containers in one another, reading and writing; default 512. */
  def withMaxDepth(n: Int): SJConfig = set(_.copy(maxDepth = n))

  /** Significand digits of BigInt, BigDecimal, Number and Any; default 1000. */
  def withMaxNumberDigits(n: Int): SJConfig = set(_.copy(maxDigits = n))

  /** Elements of one array, set or map; default unlimited. */
  def withMaxCollectionSize(n: Int): SJConfig = set(_.copy(maxSize = n))

  /** Long, BigInt and BigDecimal values as strings, read from both. */
  def stringifyLongs: SJConfig = set(_.copy(longsAsStrings = true))

/** The defaults, and the start of every chain. */
object SJConfig extends SJConfig(ConfigValues())

/** The settings as plain data, for the macro. */
private[scalajack] case class ConfigValues(
    noneAsNull: Boolean = false,
    tryPolicy: TryPolicy = TryPolicy.AS_NULL,
    eitherPolicy: EitherLeftPolicy = EitherLeftPolicy.AS_VALUE,
    hintLabel: String = "_hint",
    hintPolicy: TypeHintPolicy = TypeHintPolicy.SIMPLE_CLASSNAME,
    preferHints: Boolean = false,
    enumsAsIds: Option[List[String]] = None,
    nonConstructorFields: Boolean = false,
    suppressEscapes: Boolean = false,
    fieldNames: NameMapper = NameMapper.IDENTITY,
    hintNames: NameMapper = NameMapper.IDENTITY,
    hintStyle: TypeHintStyle = TypeHintStyle.FLAT,
    duplicates: DuplicateKeyPolicy = DuplicateKeyPolicy.REJECT,
    rejectUnknown: Boolean = false,
    skipDefaults: Boolean = false,
    skipEmpty: Boolean = false,
    noNulls: Boolean = false,
    nonFinite: NonFinitePolicy = NonFinitePolicy.THROW,
    asciiOnly: Boolean = false,
    maxDepth: Int = 512,
    maxDigits: Int = 1000,
    maxSize: Int = Int.MaxValue,
    longsAsStrings: Boolean = false
)
