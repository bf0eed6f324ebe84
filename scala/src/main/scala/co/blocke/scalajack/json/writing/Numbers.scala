package co.blocke.scalajack
package json
package writing

import java.math.{BigDecimal as JBigDecimal, BigInteger}

/** Whole numbers by pairs of digits, boxed and big numbers, single characters; all of these also between quotes. */
abstract class Numbers extends Doubles:
  final def putInt(x: Int): Unit = putLong(x)

  final def putLong(x: Long): Unit =
    reserve(24)
    at = Digits.putLong(buf, at, x)

  final def putChar(c: Char): Unit = putString(c.toString)

  final def putBoxed(x: java.lang.Boolean): Unit = if x == null then putNull() else putBoolean(x)
  final def putBoxed(x: java.lang.Character): Unit = if x == null then putNull() else putChar(x)

  /** Any boxed number, null for null. */
  final def putNumber(x: java.lang.Number): Unit = x match
    case null                                                                              => putNull()
    case n: java.lang.Double                                                               => putDouble(n)
    case n: java.lang.Float                                                                => putFloat(n)
    case _: java.lang.Integer | _: java.lang.Long | _: java.lang.Short | _: java.lang.Byte => putLong(x.longValue)
    case _                                                                                 => putAscii(x.toString)

  final def putBigInt(x: BigInt): Unit = if x == null then putNull() else putAscii(x.toString)
  final def putBigInteger(x: BigInteger): Unit = if x == null then putNull() else putAscii(x.toString)
  final def putBigDecimal(x: BigDecimal): Unit = if x == null then putNull() else putJavaBigDecimal(x.bigDecimal)
  final def putJavaBigDecimal(x: JBigDecimal): Unit = if x == null then putNull() else putAscii(x.toString)

  // ---- quoted

  private inline def quoted(inline body: Unit): Unit =
    reserve(2)
    putByte('"')
    body
    putByte('"')
    reserve(0)

  final def putQuotedBoolean(x: Boolean): Unit = quoted(putBoolean(x))
  final def putQuotedInt(x: Int): Unit = quoted(putInt(x))
  final def putQuotedLong(x: Long): Unit = quoted(putLong(x))
  final def putQuotedDouble(x: Double): Unit = if x.isNaN || x.isInfinite then putDouble(x) else quoted(putDouble(x))
  final def putQuotedFloat(x: Float): Unit = if x.isNaN || x.isInfinite then putFloat(x) else quoted(putFloat(x))
  final def putQuotedNumber(x: java.lang.Number): Unit = x match
    case null                => putNull()
    case d: java.lang.Double => putQuotedDouble(d)
    case f: java.lang.Float  => putQuotedFloat(f)
    case n                   => quoted(putNumber(n))

  /** `toString` as a string, null for null. */
  final def putText(x: Any): Unit = if x == null then putNull() else putString(x.toString)
