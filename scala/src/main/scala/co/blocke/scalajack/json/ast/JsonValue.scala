package co.blocke.scalajack
package json
package ast

import reading.{Decoding, JsonSource, NumberText}
import writing.{Encoding, JsonOutput}

/** A JSON document without a type: the tree for what has no class. Nothing is lost: numbers keep their text, objects their order and their
  * equal names.
  *
  * {{{
  * val v = JsonValue.parse("""{"a": [1, {"b": "x"}]}""")
  * v.at("/a/1/b")                                   // Some(JsStr("x"))
  * v.merge(JsonValue.parse("""{"a": null}""")).render // {}
  * }}}
  */
sealed trait JsonValue:
  /** Compact text; JsonWriteError beyond depth 512 and for a JsNum that holds no number. */
  def render: String = Encoding.toText(JsonValue.codec, this)

  def pretty(indent: Int = 2): String = Encoding.pretty(JsonValue.codec, this, indent)

  /** The value that a JSON Pointer (RFC 6901) leads to; None where it leads nowhere or is none. */
  def at(pointer: String): Option[JsonValue] = Pointer.find(this, pointer)

  /** This value changed by a JSON Merge Patch (RFC 7396): members of the patch replace or are added, null removes. */
  def merge(patch: JsonValue): JsonValue = MergePatch(this, patch)

case object JsNull extends JsonValue
final case class JsBool(value: Boolean) extends JsonValue
final case class JsStr(value: String) extends JsonValue
final case class JsArr(items: Vector[JsonValue]) extends JsonValue:
  override def equals(that: Any): Boolean = Trees.same(this, that)
  override def hashCode: Int = Trees.hash(this)
  override def toString: String = Trees.show(this)

/** A number as written. Conversions throw NumberFormatException where the number does not fit (toDouble rounds). */
final case class JsNum(text: String) extends JsonValue:
  def toInt: Int = exact(_.intValueExact)
  def toLong: Long = exact(_.longValueExact)
  def toDouble: Double = text.toDouble

  /** Bounded to 1,000 digits and an exponent of 6,178. */
  def toBigDecimal: BigDecimal = BigDecimal(bounded)

  private def bounded: java.math.BigDecimal =
    val problem = NumberText.problem(text, JsonSettings.default.maxNumberDigits)
    if problem != null then throw NumberFormatException(problem)
    java.math.BigDecimal(text)

  private def exact[N](convert: java.math.BigDecimal => N): N =
    try convert(bounded)
    catch case _: ArithmeticException => throw NumberFormatException(s"Number out of range: ${text.take(40)}")

object JsNum:
  def apply(n: Int): JsNum = JsNum(n.toString)
  def apply(n: Long): JsNum = JsNum(n.toString)

final case class JsObj(fields: Vector[(String, JsonValue)]) extends JsonValue:
  /** The last member of this name. */
  def get(name: String): Option[JsonValue] = fields.reverseIterator.collectFirst { case (`name`, v) => v }

  override def equals(that: Any): Boolean = Trees.same(this, that)
  override def hashCode: Int = Trees.hash(this)
  override def toString: String = Trees.show(this)

object JsObj:
  def apply(fields: (String, JsonValue)*): JsObj = JsObj(fields.toVector)

object JsArr:
  def apply(items: JsonValue*): JsArr = JsArr(items.toVector)

object JsonValue:
  /** The one value of a text; JsonParseError for anything else. */
  def parse(js: String): JsonValue = Decoding.fromString(codec, js)
  def parse(b: Array[Byte]): JsonValue = Decoding.fromBytes(codec, b)

  given codec: JsonCodec[JsonValue] with
    def encodeValue(in: JsonValue, out: JsonOutput): Unit =
      out.beginValue()
      write(in, out)
      out.endValue()

    def decodeValue(in: JsonSource): JsonValue = read(in)

  private def read(in: JsonSource): JsonValue = in.peek() match
    case '{' =>
      in.objectStart()
      val fields = Vector.newBuilder[(String, JsonValue)]
      var more = in.firstField()
      var n = 0
      while more do
        n += 1
        in.checkSize(n)
        in.fieldName()
        val name = in.nameText()
        fields += name -> read(in)
        more = in.nextField()
      JsObj(fields.result())
    case '[' =>
      in.arrayStart()
      val items = Vector.newBuilder[JsonValue]
      var more = in.firstElement()
      var n = 0
      while more do
        n += 1
        in.checkSize(n)
        items += read(in)
        more = in.nextElement()
      JsArr(items.result())
    case '"'       => JsStr(in.expectString())
    case 't' | 'f' => JsBool(in.expectBoolean())
    case 'n' =>
      in.expectNull()
      JsNull
    case b if b == '-' || b >= '0' && b <= '9' => JsNum(in.expectNumberOrNull())
    case _                                     => in.notAValue()

  private def write(v: JsonValue, out: JsonOutput): Unit = v match
    case JsNull    => out.putNull()
    case JsBool(b) => out.putBoolean(b)
    case JsStr(s)  => out.putString(s)
    case JsNum(t) =>
      if !NumberText.isNumber(t) then throw JsonWriteError(s"Not a JSON number: ${t.take(40)}")
      out.putAscii(t)
    case a: JsArr => writeItems(a.items, out)
    case o: JsObj => writeFields(o.fields, out)

  // loops by index, for few and small frames at each level: 512 of them fit a stack of 512 KB

  private def writeItems(items: Vector[JsonValue], out: JsonOutput): Unit =
    out.enter()
    out.reserve(1)
    out.putByte('[')
    var i = 0
    while i < items.length do
      if i > 0 then out.putByte(',')
      write(items(i), out)
      out.reserve(1)
      i += 1
    out.putByte(']')
    out.leave()

  private def writeFields(fields: Vector[(String, JsonValue)], out: JsonOutput): Unit =
    out.enter()
    out.reserve(1)
    out.putByte('{')
    var i = 0
    while i < fields.length do
      if i > 0 then out.putByte(',')
      out.putString(fields(i)._1)
      out.putByte(':')
      write(fields(i)._2, out)
      out.reserve(1)
      i += 1
    out.putByte('}')
    out.leave()
