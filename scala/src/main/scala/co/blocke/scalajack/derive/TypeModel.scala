package co.blocke.scalajack
package derive

/** What is known of a type before any code is made. `Analyse` builds it from the compiler's types; ReadGen, WriteGen, SumGen and
  * SchemaGen turn it into code and look at nothing else. Types of members are held as types, their models are looked up when needed, so
  * recursive types need no special care.
  */
private[scalajack] trait TypeModel extends Context:
  import q.reflect.*

  sealed trait Model:
    def tpe: TypeRepr

  /** Types of section 2: the source has a method that reads them, the output an overload of `value`. */
  case class ScalarModel(tpe: TypeRepr, scalar: Scalar) extends Model

  /** `Option` or `java.util.Optional`. */
  case class OptionModel(tpe: TypeRepr, elem: TypeRepr, java: Boolean) extends Model
  case class EitherModel(tpe: TypeRepr, left: TypeRepr, right: TypeRepr) extends Model
  case class TryModel(tpe: TypeRepr, elem: TypeRepr) extends Model
  case class UnionModel(tpe: TypeRepr, sides: List[TypeRepr]) extends Model

  case class ArrayModel(tpe: TypeRepr, elem: TypeRepr, immutable: Boolean) extends Model

  /** Scala collections; the factory is a term of type `Factory[E, C]`, absent for List. */
  case class SeqModel(tpe: TypeRepr, elem: TypeRepr, isList: Boolean, isSet: Boolean, factory: Option[Term]) extends Model

  /** Java collections: how an empty one is made, or how one is made of an ArrayList. */
  case class JavaSeqModel(tpe: TypeRepr, elem: TypeRepr, isSet: Boolean, make: JavaMake) extends Model
  case class MapModel(tpe: TypeRepr, key: TypeRepr, value: TypeRepr, isMap: Boolean, factory: Option[Term]) extends Model
  case class JavaMapModel(tpe: TypeRepr, key: TypeRepr, value: TypeRepr, make: JavaMake) extends Model

  case class TupleModel(tpe: TypeRepr, elems: List[TypeRepr]) extends Model

  /** Classes with a constructor, and named tuples. */
  case class ProductModel(
      tpe: TypeRepr,
      fields: List[Field],
      extra: List[Accessor],
      build: List[Term] => Term,
      isCase: Boolean
  ) extends Model

  /** Java classes: zero-argument constructor, properties. */
  case class BeanModel(tpe: TypeRepr, properties: List[Accessor]) extends Model

  /** Sealed hierarchies that are more than objects. */
  case class SumModel(tpe: TypeRepr, leaves: List[Leaf]) extends Model

  /** Scala 3 enums of simple cases, sealed traits of objects only. */
  case class EnumModel(tpe: TypeRepr, values: List[(String, Term)], kind: EnumKind) extends Model

  /** A value seen as another type: value classes, opaque types, newtypes. */
  case class WrapModel(
      tpe: TypeRepr,
      under: TypeRepr,
      unwrap: Term => Term,
      wrap: (Term, Term) => Term // (value, source)
  ) extends Model
  case class LiteralModel(tpe: TypeRepr, base: TypeRepr, value: Constant) extends Model
  case class NullModel(tpe: TypeRepr) extends Model
  case class AnyModel(tpe: TypeRepr) extends Model
  case class CustomModel(tpe: TypeRepr, codec: Term) extends Model

  enum JavaMake:
    case Empty(cls: Symbol) // new C[..]() and add
    case FromList(ctor: Symbol) // new C(Collection)
    case Blocking // ArrayBlockingQueue(capacity, fair)
    case OfEnum(values: TypeRepr) // EnumSet and EnumMap: the class of the values is asked for

  enum EnumKind:
    case Scala3(companion: Term)
    case Enumeration(owner: Term)
    case Java(cls: Symbol)
    case Objects

  case class Field(
      index: Int,
      name: String,
      json: String,
      aliases: List[String],
      tpe: TypeRepr,
      get: Term => Term,
      default: Option[Term],
      stringified: Boolean,
      ignored: Boolean,
      annotations: List[Term]
  ):
    def names: List[String] = json :: aliases

  /** A property outside of the constructor. */
  case class Accessor(name: String, json: String, tpe: TypeRepr, get: Term => Term, set: (Term, Term) => Term)

  /** One leaf of a sealed hierarchy: an object (then `value`) or a class. */
  case class Leaf(tpe: TypeRepr, name: String, hint: String, value: Option[Term], needsHint: Boolean, product: Option[ProductModel])

/** The types of section 2: `read` is the method of JsonSource, `starts` the kinds of first characters it takes. */
private[scalajack] enum Scalar(val fullName: String, val read: String, val starts: Int):
  case Boolean extends Scalar("scala.Boolean", "expectBoolean", Starts.Bool)
  case Byte extends Scalar("scala.Byte", "expectByte", Starts.Number)
  case Short extends Scalar("scala.Short", "expectShort", Starts.Number)
  case Int extends Scalar("scala.Int", "expectInt", Starts.Number)
  case Long extends Scalar("scala.Long", "expectLong", Starts.Number)
  case Float extends Scalar("scala.Float", "expectFloat", Starts.Number)
  case Double extends Scalar("scala.Double", "expectDouble", Starts.Number)
  case Char extends Scalar("scala.Char", "expectChar", Starts.Text)
  case String extends Scalar("java.lang.String", "expectString", Starts.Text | Starts.Null)
  case BigInt extends Scalar("scala.math.BigInt", "expectBigInt", Starts.Number | Starts.Null)
  case BigDecimal extends Scalar("scala.math.BigDecimal", "expectBigDecimal", Starts.Number | Starts.Null)
  case JBigInteger extends Scalar("java.math.BigInteger", "expectBigInteger", Starts.Number | Starts.Null)
  case JBigDecimal extends Scalar("java.math.BigDecimal", "expectJavaBigDecimal", Starts.Number | Starts.Null)
  case JBoolean extends Scalar("java.lang.Boolean", "expectJavaBoolean", Starts.Bool | Starts.Null)
  case JByte extends Scalar("java.lang.Byte", "expectJavaByte", Starts.Number | Starts.Null)
  case JShort extends Scalar("java.lang.Short", "expectJavaShort", Starts.Number | Starts.Null)
  case JInteger extends Scalar("java.lang.Integer", "expectJavaInteger", Starts.Number | Starts.Null)
  case JLong extends Scalar("java.lang.Long", "expectJavaLong", Starts.Number | Starts.Null)
  case JFloat extends Scalar("java.lang.Float", "expectJavaFloat", Starts.Number | Starts.Null)
  case JDouble extends Scalar("java.lang.Double", "expectJavaDouble", Starts.Number | Starts.Null)
  case JCharacter extends Scalar("java.lang.Character", "expectCharacter", Starts.Text | Starts.Null)
  case JNumber extends Scalar("java.lang.Number", "expectNumber", Starts.Number | Starts.Null)
  case UUID extends Scalar("java.util.UUID", "expectUUID", Starts.Text | Starts.Null)
  case URL extends Scalar("java.net.URL", "expectURL", Starts.Text | Starts.Null)
  case URI extends Scalar("java.net.URI", "expectURI", Starts.Text | Starts.Null)
  case Duration extends Scalar("java.time.Duration", "expectDuration", Starts.Text | Starts.Null)
  case Period extends Scalar("java.time.Period", "expectPeriod", Starts.Text | Starts.Null)
  case Instant extends Scalar("java.time.Instant", "expectInstant", Starts.Text | Starts.Null)
  case MonthDay extends Scalar("java.time.MonthDay", "expectMonthDay", Starts.Text | Starts.Null)
  case Year extends Scalar("java.time.Year", "expectYear", Starts.Text | Starts.Null)
  case YearMonth extends Scalar("java.time.YearMonth", "expectYearMonth", Starts.Text | Starts.Null)
  case ZoneId extends Scalar("java.time.ZoneId", "expectZoneId", Starts.Text | Starts.Null)
  case ZoneOffset extends Scalar("java.time.ZoneOffset", "expectZoneOffset", Starts.Text | Starts.Null)
  case LocalDate extends Scalar("java.time.LocalDate", "expectLocalDate", Starts.Text | Starts.Null)
  case LocalDateTime extends Scalar("java.time.LocalDateTime", "expectLocalDateTime", Starts.Text | Starts.Null)
  case LocalTime extends Scalar("java.time.LocalTime", "expectLocalTime", Starts.Text | Starts.Null)
  case OffsetDateTime extends Scalar("java.time.OffsetDateTime", "expectOffsetDateTime", Starts.Text | Starts.Null)
  case OffsetTime extends Scalar("java.time.OffsetTime", "expectOffsetTime", Starts.Text | Starts.Null)
  case ZonedDateTime extends Scalar("java.time.ZonedDateTime", "expectZonedDateTime", Starts.Text | Starts.Null)

  def isPrimitive: scala.Boolean = fullName.startsWith("scala.") && !fullName.startsWith("scala.math")

private[scalajack] object Scalar:
  val byName: Map[java.lang.String, Scalar] = values.map(s => s.fullName -> s).toMap

/** Kinds of first characters of a JSON value, as bits. */
private[scalajack] object Starts:
  inline val Text = 1
  inline val Number = 2
  inline val Bool = 4
  inline val Object = 8
  inline val Array = 16
  inline val Null = 32
  inline val All = 63
