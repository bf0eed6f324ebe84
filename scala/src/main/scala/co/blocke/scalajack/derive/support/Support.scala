package co.blocke.scalajack
package derive
package support

import json.{JsonCodec, JsonSettings}
import json.reading.JsonSource
import json.writing.JsonOutput

/** What generated code extends: the settings are constants of the codec. */
abstract class DerivedCodec[A](override val settings: JsonSettings) extends JsonCodec[A]

/** A codec that finds a given of its own type. If that was taken out of this very codec, the derived code is used, else the given's. */
final class BesideGiven[A](neighbour: () => JsonCodec[A], custom: JsonCodec[A], derived: JsonCodec[A])
    extends DerivedCodec[A](custom.settings):
  private lazy val chosen: JsonCodec[A] = if neighbour() eq this then derived else custom

  def encodeValue(x: A, out: JsonOutput): Unit = chosen.encodeValue(x, out)
  def decodeValue(in: JsonSource): A = chosen.decodeValue(in)

/** Cold ends of generated code: each throws, so that the hot methods stay small. */
object Fail:
  /** The value has been read; the error stands at its last character. */
  def newtype(in: JsonSource, name: String): Nothing =
    in.refuse(s"NeoType validation for $name failed", in.pos - 1)

  /** Names of the required fields whose bit is not set. `names` holds all field names, parted by line feeds, in the order of the bits. */
  def missing(in: JsonSource, names: String, required: Long, seen: Long): Nothing =
    missing(in, names, Array(required), Array(seen))

  def missing(in: JsonSource, names: String, required: Array[Long], seen: Array[Long]): Nothing =
    in.missingFields(absent(names, required, seen).mkString(", "))

  private def absent(names: String, required: Array[Long], seen: Array[Long]): Seq[String] =
    names.split("\n", -1).toSeq.zipWithIndex.collect {
      case (name, i) if (required(i >> 6) & ~seen(i >> 6) & (1L << i)) != 0 => name
    }

  /** The same for the leaf of a sealed type that was chosen without a hint: then the choice was wrong. */
  def ambiguous(in: JsonSource, traitName: String, names: Seq[String], at: Int): Nothing =
    in.refuse(
      s"Class in trait $traitName with parsed fields [${names.mkString(",")}] needed a type hint but none was found (ambiguous)",
      at
    )

  def side(in: JsonSource, mark: Long, what: String): Nothing =
    in.revert(mark)
    in.peek()
    in.fail(s"Failed to read either side of $what type")

  def tried(in: JsonSource, mark: Long, e: Exception): Nothing =
    in.revert(mark)
    in.peek()
    e match
      case p: JsonParseError if !p.completed => throw TriedParseError(p, in.pos)
      case _                                 => in.refuse(TriedParseError.text(e), in.pos)

  /** Before a method of the program or the JDK is given the text at `at`: where its exception would belong. -1: it took the text. */
  def foreign(in: JsonSource, at: Int): Unit = in.foreignAt = at

  /** A collection does not take the element that begins at the mark. */
  def element(in: JsonSource, mark: Long, e: Exception): Nothing =
    in.revert(mark)
    in.peek()
    in.fail(e match
      case _: NullPointerException => "null is not allowed here"
      case _                       => s"The collection refuses this element: ${e.getMessage}")

  def noNull(in: JsonSource): Unit =
    if in.peek() == 'n' then in.fail("null is not allowed here")

  def literal(in: JsonSource, mark: Long, expected: String): Nothing =
    in.revert(mark)
    in.peek()
    in.fail(s"Expected the literal $expected here")

  /** A key that is none of some literals. */
  def literalKey(in: JsonSource, mark: Long, expected: String): Nothing =
    in.revert(mark)
    in.peek()
    in.fail(s"Expected one of the names $expected here")

  def enumeration(in: JsonSource): Nothing = in.fail("Expected valid enumeration value or null here")

  def unknownObject(in: JsonSource, traitName: String, at: Int): Nothing =
    in.revertToPos(at)
    if in.peek() == '"' then in.refuse(s"'${in.expectString()}' is no object of $traitName", at)
    else in.failFound("Expected a String value but got")

  /** An object that holds nothing but a hint: the index of its name among `names`. */
  def hintOnly(in: JsonSource, label: String, names: String, traitName: String): Int =
    in.objectStart()
    val open = in.pos - 1
    var found = -1
    var more = in.firstField()
    while more do
      in.fieldName()
      if in.nameIs(label) then
        in.peek()
        val at = in.pos
        val s = in.expectString()
        found = names.split("\n", -1).indexOf(s)
        if found < 0 then in.refuse(s"Unknown type hint $s", at)
      else in.skipValue()
      more = in.nextField()
    if found < 0 then in.refuse(s"Expected the hint of an object of $traitName", open)
    found

  def left(x: Any): Nothing = throw EitherLeftError(s"Left Error: $x")

  def nullKey(): Nothing = throw NullKeyValue("A map key cannot be null")

/** The kind of the next value by its first character, as a bit (`Starts`). */
object Kind:
  def of(b: Int): Int = b match
    case '"'       => 1
    case 't' | 'f' => 4
    case '{'       => 8
    case '['       => 16
    case 'n'       => 32
    case _         => if b == '-' || b >= '0' && b <= '9' then 2 else 0

/** Whether a value counts as None where it stands (contract 3.5), for the types that only the run time can tell. */
object Absent:
  def apply(x: Any, leftIsValue: Boolean): Boolean = x match
    case None                     => true
    case Some(y)                  => apply(y, leftIsValue)
    case Right(y)                 => apply(y, leftIsValue)
    case Left(y)                  => leftIsValue && apply(y, leftIsValue)
    case scala.util.Success(y)    => apply(y, leftIsValue)
    case o: java.util.Optional[?] => !o.isPresent || apply(o.get, leftIsValue)
    case _                        => false

/** Names and numbers of a map's keys. */
object Keys:
  /** Before a quoted key that is read as a value: it must be a string. */
  def quote(in: JsonSource): Unit =
    if in.peek() != '"' then in.failFound("Expected object field name or '}' but found")

  def text(in: JsonSource): String =
    quote(in)
    val s = in.expectString()
    in.colon()
    s

  /** Opens the quotes around a number or Boolean; no blanks inside of them. */
  def open(in: JsonSource): Unit =
    quote(in)
    in.expectToken('"')
    unpadded(in)
    notNull(in)

  private def notNull(in: JsonSource): Unit = if in.peek() == 'n' then in.fail("null is not allowed here")

  /** Closes them. */
  def shut(in: JsonSource): Unit =
    unpadded(in)
    in.expectToken('"')

  /** Closes them around a key and takes the colon. */
  def close(in: JsonSource): Unit =
    shut(in)
    in.colon()

  /** Whether the quoted text that comes next holds an escape: then it is read by `escaped`. */
  def isEscaped(in: JsonSource): Boolean = in.peek() == '"' && in.escapeAhead()

  /** A number or Boolean in quotes with escapes, the quotes included. */
  def escaped[A](in: JsonSource, read: JsonSource => A): A =
    val start = in.pos + 1
    val plain = JsonSource(in.expectString())
    val x =
      try
        unpadded(plain)
        notNull(plain)
        val x = read(plain)
        unpadded(plain)
        x
      catch
        case e: JsonParseError => in.refuse(e.msg, start)
        case e: NumberFormatException =>
          in.foreignAt = start
          throw e
    if plain.pos < plain.end then in.refuse("Expected '\"' here", start)
    x

  private def unpadded(in: JsonSource): Unit =
    val p = in.pos
    in.peek()
    if in.pos != p then in.refuse("Blanks around a quoted number", p)

/** NaN and the infinities as strings (`NonFinitePolicy.AS_STRING`), next to plain numbers. */
object NonFinite:
  def double(in: JsonSource): Double =
    if in.peek() == '"' then
      val at = in.pos
      in.expectString() match
        case "NaN"       => Double.NaN
        case "Infinity"  => Double.PositiveInfinity
        case "-Infinity" => Double.NegativeInfinity
        case _           => in.refuse("Malformed Float/Double/BigDecimal", at)
    else in.expectDouble()

  def float(in: JsonSource): Float = if in.peek() == '"' then double(in).toFloat else in.expectFloat()

  def boxedDouble(in: JsonSource): java.lang.Double = if in.peek() == '"' then double(in) else in.expectJavaDouble()

  def boxedFloat(in: JsonSource): java.lang.Float = if in.peek() == '"' then double(in).toFloat else in.expectJavaFloat()

  /** Whether one of the three stands here in quotes, and not a number. */
  def isSpecial(in: JsonSource): Boolean = in.peek() == '"' && {
    val p = in.pos + 1
    def at(i: Int): Int = if p + i < in.end then in.buf(p + i) else 0
    at(0) == 'N' || at(0) == 'I' || at(0) == '-' && at(1) == 'I'
  }

  /** NaN as null (`NonFinitePolicy.AS_NULL`) cannot be a name. */
  def checkKey(x: Any): Unit = x match
    case d: Double if d.isNaN || d.isInfinite => throw JsonWriteError(s"$d cannot be a map key")
    case f: Float if f.isNaN || f.isInfinite  => throw JsonWriteError(s"$f cannot be a map key")
    case _                                    => ()

/** Values equal to a default parameter: arrays by their elements. */
object Same:
  def apply(x: Any, y: Any): Boolean = (x, y) match
    case (a: Array[?], b: Array[?]) => java.util.Objects.deepEquals(a, b)
    case _                          => x == y

/** Hints that change from call to call (contract 4.2): five digits of the name's hash mixed with five random ones. */
object Scramble:
  def digits(name: String): String =
    val text = name.hashCode.toString.filter(_ != '-')
    ("00000" + text).takeRight(5)

  def apply(name: String): String =
    val c = digits(name)
    val r = "%05d".format(java.util.concurrent.ThreadLocalRandom.current.nextInt(100000))
    if (r(0) - '0') % 2 == 0 then s"${c(0)}${r(0)}${c(1)}${r(1)}${c(2)}-${r(2)}${c(3)}${r(3)}-${c(4)}${r(4)}A"
    else s"${r(0)}${c(0)}${r(1)}${c(1)}${r(2)}-${c(2)}${r(3)}${c(3)}-${r(4)}${c(4)}B"

  /** The five digits of a scrambled hint, or the hint itself. */
  def undo(s: String): String =
    if s.length != 13 || s(5) != '-' || s(9) != '-' then s
    else
      val t = s.substring(0, 5) + s.substring(6, 9) + s.substring(10, 12)
      s(12) match
        case 'A' => s"${t(0)}${t(2)}${t(4)}${t(6)}${t(8)}"
        case 'B' => s"${t(1)}${t(3)}${t(5)}${t(7)}${t(9)}"
        case _   => s

/** A text that is read here and judged by a method of the program or the JDK: its exception belongs to the place of the text. */
object Foreign:
  inline def apply[A, B](in: JsonSource)(inline read: A)(inline judge: A => B): B =
    val at = in.pos
    val x = read
    in.foreignAt = at
    val y = judge(x)
    in.foreignAt = -1
    y

/** `scala.Enumeration`, which knows its values only at run time. */
object Enumerations:
  def read(in: JsonSource, e: Enumeration): Enumeration#Value =
    val mark = in.pos
    in.peek() match
      case '"'                                   => Foreign(in)(in.expectString())(byName(e, _))
      case 'n' if in.expectNull()                => null.asInstanceOf[Enumeration#Value]
      case b if b >= '0' && b <= '9' || b == '-' => Foreign(in)(in.expectInt())(byId(e, _))
      case _ =>
        in.revertToPos(mark)
        in.peek()
        Fail.enumeration(in)

  def byName(e: Enumeration, s: String): Enumeration#Value =
    e.values.find(_.toString == s).getOrElse(if Ids.is(s) then byId(e, s.toInt)
    else throw java.util.NoSuchElementException(s"${e.toString} has no value '$s'"))

  def byId(e: Enumeration, id: Int): Enumeration#Value =
    e.values.find(_.id == id).getOrElse(throw java.util.NoSuchElementException(s"${e.toString} has no value '$id'"))

/** Enum names that are numbers: ids as keys. */
object Ids:
  def is(s: String): Boolean = s.nonEmpty && s.length < 10 && s.forall(c => c >= '0' && c <= '9')

/** Java enums. */
object JavaEnums:
  def read[E <: java.lang.Enum[E]](in: JsonSource, cls: Class[E]): E = in.peek() match
    case '"'                                   => Foreign(in)(in.expectString())(byName(cls, _))
    case 'n' if in.expectNull()                => null.asInstanceOf[E]
    case b if b >= '0' && b <= '9' || b == '-' => Foreign(in)(in.expectInt())(byId(cls, _))
    case _                                     => Fail.enumeration(in)

  def byName[E <: java.lang.Enum[E]](cls: Class[E], s: String): E =
    if Ids.is(s) then byId(cls, s.toInt) else java.lang.Enum.valueOf(cls, s)

  def byId[E <: java.lang.Enum[E]](cls: Class[E], id: Int): E =
    val all = cls.getEnumConstants
    if id >= 0 && id < all.length then all(id)
    else throw java.util.NoSuchElementException(s"enum ${cls.getName} has no value with ordinal: $id")

object JavaMakers:
  /** Fair, of just the size: at least 1, because the class refuses 0. */
  def arrayBlockingQueue(items: java.util.Collection[Any]): java.util.concurrent.ArrayBlockingQueue[Any] =
    val q = new java.util.concurrent.ArrayBlockingQueue[Any](math.max(1, items.size), true)
    q.addAll(items)
    q

  def enumSet(cls: Class[?]): java.util.Collection[Any] = new EnumBox(cls).set

  def enumMap(cls: Class[?]): java.util.Map[Any, Any] = new EnumBox(cls).map

  /** The type parameter that the constructors want to see. */
  private final class EnumBox[E <: java.lang.Enum[E]](cls: Class[?]):
    private def of = cls.asInstanceOf[Class[E]]
    def set: java.util.Collection[Any] = java.util.EnumSet.noneOf[E](of).asInstanceOf[java.util.Collection[Any]]
    def map: java.util.Map[Any, Any] = (new java.util.EnumMap[E, Any](of)).asInstanceOf[java.util.Map[Any, Any]]

/** Collects for a queue that takes no null. */
final class NonNulls extends java.util.ArrayList[Any]:
  override def add(x: Any): Boolean = super.add(java.util.Objects.requireNonNull(x))
