package co.blocke.scalajack
package json
package reading

import scala.collection.mutable.ListBuffer

/** Reader of one JSON document: what generated code and hand-written codecs call.
  *
  * The work is done by the classes it extends (blanks and errors, fields, strings, integers, doubles, dates); here are booleans, boxed values,
  * raw fragments, skipping, and the convenient methods for hand-written codecs. Sources are made by [[Decoding]] and reused; one thread each.
  */
final class JsonSource extends Dates:

  // ---- booleans and boxed values

  final def expectBoolean(): Boolean =
    val b = peek()
    if b == 't' && at + 4 <= end && Bytes.getInt(buf, at) == 0x65757274 then
      at += 4
      true
    else if b == 'f' && at + 5 <= end && Bytes.getInt(buf, at + 1) == 0x65736c61 then
      at += 5
      false
    else booleanFailed("Expected 'true' or 'false'")

  final def expectJavaBoolean(): java.lang.Boolean =
    peek() match
      case 't' | 'f'           => java.lang.Boolean.valueOf(expectBoolean())
      case 'n' if expectNull() => null.asInstanceOf[java.lang.Boolean]
      case _                   => booleanFailed("Expected 'true', 'false', or null here")

  private def booleanFailed(msg: String): Nothing =
    if at < end && buf(at) == 't' then wordFailed("true", msg)
    else if at < end && buf(at) == 'f' then wordFailed("false", msg)
    else fail(msg)

  final def expectJavaInteger(): java.lang.Integer =
    if boxed() then java.lang.Integer.valueOf(boxedInt(Int.MinValue, Int.MaxValue).toInt) else null.asInstanceOf[java.lang.Integer]
  final def expectJavaLong(): java.lang.Long =
    if boxed() then java.lang.Long.valueOf(boxedInt(Long.MinValue, Long.MaxValue)) else null.asInstanceOf[java.lang.Long]
  final def expectJavaShort(): java.lang.Short =
    if boxed() then java.lang.Short.valueOf(boxedInt(Short.MinValue, Short.MaxValue).toShort) else null.asInstanceOf[java.lang.Short]
  final def expectJavaByte(): java.lang.Byte =
    if boxed() then java.lang.Byte.valueOf(boxedInt(Byte.MinValue, Byte.MaxValue).toByte) else null.asInstanceOf[java.lang.Byte]
  final def expectJavaDouble(): java.lang.Double =
    if boxed() then java.lang.Double.valueOf(expectDouble()) else null.asInstanceOf[java.lang.Double]
  final def expectJavaFloat(): java.lang.Float =
    if boxed() then java.lang.Float.valueOf(expectFloat()) else null.asInstanceOf[java.lang.Float]

  /** True when a number begins here, false when null was taken. */
  private def boxed(): Boolean =
    val b = peek()
    if b >= '0' && b <= '9' || b == '-' then true
    else if b == 'n' && expectNull() then false
    else fail(Doubles.Expected)

  /** The JDK's exception for fractions is part of the contract. */
  private def boxedInt(min: Long, max: Long): Long =
    val start = at
    val e = numberEnd(start)
    if e < 0 then if -e - 1 >= end then refuse(SourceBase.EndMessage, end) else refuse(Doubles.Expected, start)
    var p = start
    while p < e do
      val b = buf(p)
      if b == '.' || (b | 0x20) == 'e' then
        foreignAt = start
        throw NumberFormatException(s"For input string: \"${Bytes.latin1(buf, start, e - start)}\"")
      p += 1
    val x = expectLong()
    if x < min || x > max then refuse(Integers.Overflow, start)
    x

  /** The first of Byte, Short, Integer, Long, Float, Double, BigDecimal that the number fits. */
  final def expectNumber(): java.lang.Number =
    peek()
    val start = at
    val s = expectNumberOrNull()
    if s == null then null.asInstanceOf[java.lang.Number]
    else AnyNumbers.boxed(bounded(s, start), s)

  // ---- anything

  /** Any: Map, List, String, Boolean, null, and the first of Int, Long, Double, BigInt, BigDecimal that fits. */
  final def expectAny(): Any = AnyReader.read(this)

  /** Any number as Any reads it. */
  private[reading] def anyNumber(): Any =
    val start = at
    val s = expectNumberOrNull()
    AnyNumbers.any(s, () => bounded(s, start))

  private[json] def notAValue(): Nothing = failFound("Expected a JSON value but found")

  // ---- raw fragments, skipping

  /** The exact text of the next value without surrounding blanks, checked. */
  final def readRawJson(): String =
    peek()
    val start = at
    skipValue()
    new String(buf, start, at - start, java.nio.charset.StandardCharsets.UTF_8)

  /** Skips one value of any kind, checking it as if it were read; no recursion. */
  final def skipValue(): Unit = Skipping.skip(this)

  // ---- for hand-written codecs

  /** Array of elements, null for null. */
  final def expectArray[E](f: () => E): ListBuffer[E] =
    if !arrayStart() then null.asInstanceOf[ListBuffer[E]]
    else
      val items = ListBuffer.empty[E]
      var more = firstElement()
      while more do
        items += f()
        more = nextElement()
      items

  /** Calls `onField` with each name; it reads the value, or the value is skipped. False for null. */
  final def readObject(onField: String => Unit): Boolean =
    objectStart() && {
      var more = firstField()
      while more do
        fieldName()
        val name = nameText()
        peek()
        val before = at
        onField(name)
        if at == before then skipValue()
        more = nextField()
      true
    }

  final def expectToken(c: Char): Unit =
    if peek() == c then at += 1 else fail(s"Expected '$c' here")

  /** The next byte after blanks, taken. */
  final def readToken(): Char =
    val b = peek()
    if at >= end then fail(SourceBase.EndMessage)
    at += 1
    (b & 0xff).toChar

  /** Gives back the byte that readToken took. */
  final def backspace(): Unit = at -= 1

  /** At an object: the text of the value of this field (a string without its quotes). The position stays. */
  final def findObjectField(name: String): Option[String] =
    val here = mark()
    var found: Option[String] = None
    if objectStart() then
      var more = firstField()
      while more && found.isEmpty do
        fieldName()
        if nameIs(name) then found = Some(if peek() == '"' then expectString() else readRawJson())
        else
          skipValue()
          more = nextField()
    revert(here)
    found

  /** At an object: all its names in order. The position stays. */
  final def findAllFieldNames(): List[String] =
    val here = mark()
    val names = ListBuffer.empty[String]
    if objectStart() then
      var more = firstField()
      while more do
        fieldName()
        names += nameText()
        skipValue()
        more = nextField()
    revert(here)
    names.toList

object JsonSource:
  /** A source of its own over a text, for tests and hand-written code; the library itself reuses its sources. */
  def apply(js: String): JsonSource = Decoding.over(js)
  def apply(bytes: Array[Byte]): JsonSource = Decoding.over(bytes)
