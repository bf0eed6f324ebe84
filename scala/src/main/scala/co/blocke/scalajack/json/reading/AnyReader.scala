package co.blocke.scalajack
package json
package reading

import writing.DoubleText

import java.math.{BigDecimal as JBigDecimal, BigInteger}
import scala.collection.mutable.ListBuffer

/** Reading without a type: `Any` and `java.lang.Number`. Recursion is bounded by the depth limit. */
private[reading] object AnyReader:
  def read(in: JsonSource): Any = in.peek() match
    case '{' =>
      in.objectStart()
      val fields = Map.newBuilder[String, Any]
      val guard = new KeyGuard
      var more = in.firstField()
      var n = 0
      while more do
        n += 1
        in.checkSize(n)
        in.fieldName()
        val name = in.nameText()
        guard.check(in, name)
        fields += name -> read(in)
        more = in.nextField()
      fields.result()
    case '[' =>
      in.arrayStart()
      val items = ListBuffer.empty[Any]
      var more = in.firstElement()
      var n = 0
      while more do
        n += 1
        in.checkSize(n)
        items += read(in)
        more = in.nextElement()
      items.toList
    case '"'       => in.expectString()
    case 't' | 'f' => in.expectBoolean()
    case 'n' =>
      in.expectNull()
      null
    case b if b == '-' || b >= '0' && b <= '9' => in.anyNumber()
    case _                                     => in.notAValue()

/** The smallest type that holds a number. Exponents are bounded before anything is expanded. */
private[reading] object AnyNumbers:
  /** `s` well formed; `big` checks the limits. */
  def any(s: String, big: () => JBigDecimal): Any =
    val x = big()
    val whole = wholeOrNull(x)
    if whole != null then
      if whole.bitLength < 32 then whole.intValue
      else if whole.bitLength < 64 then whole.longValue
      else if survivesDouble(x) && hasFraction(s) then x.doubleValue
      else BigInt(whole)
    else if survivesDouble(x) then x.doubleValue
    else BigDecimal(x)

  def boxed(x: JBigDecimal, s: String): java.lang.Number =
    val whole = if hasFraction(s) then null else wholeOrNull(x)
    if whole != null && whole.bitLength < 64 then
      val n = whole.longValue
      if n == n.toByte then java.lang.Byte.valueOf(n.toByte)
      else if n == n.toShort then java.lang.Short.valueOf(n.toShort)
      else if n == n.toInt then java.lang.Integer.valueOf(n.toInt)
      else java.lang.Long.valueOf(n)
    else
      val f = x.floatValue
      if !f.isInfinite && JBigDecimal(DoubleText.text(f)).compareTo(x) == 0 then java.lang.Float.valueOf(f)
      else if survivesDouble(x) then java.lang.Double.valueOf(x.doubleValue)
      else x

  private def hasFraction(s: String): Boolean = s.exists(c => c == '.' || c == 'e' || c == 'E')

  private def survivesDouble(x: JBigDecimal): Boolean =
    val d = x.doubleValue
    !d.isInfinite && JBigDecimal(DoubleText.text(d)).compareTo(x) == 0

  /** The number as an integer if it is one of moderate size. */
  private def wholeOrNull(x: JBigDecimal): BigInteger =
    if x.signum == 0 then BigInteger.ZERO
    else if x.precision.toLong - x.scale > 400 || x.precision.toLong - x.scale <= 0 then null.asInstanceOf[BigInteger]
    else if x.scale <= 0 then x.toBigIntegerExact
    else
      val y = x.stripTrailingZeros
      if y.scale <= 0 then y.toBigIntegerExact else null.asInstanceOf[BigInteger]
