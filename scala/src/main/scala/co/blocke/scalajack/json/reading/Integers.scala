package co.blocke.scalajack
package json
package reading

/** Whole numbers. Digits are taken one by one while they are few and 8 at a time beyond that; the range is tested once at the end. Two families
  * of messages are fixed by the contract: Byte, Short, Int on one side, Long on the other.
  */
abstract class Integers extends Strings:
  final def expectInt(): Int =
    var b = peek()
    val start = at
    val buf = this.buf
    var p = start
    val neg = b == '-'
    if neg then
      p += 1
      b = if p < end then buf(p) else 0
    if b < '1' || b > '9' then intSlow(start, p, b)
    else
      var x = b - '0'
      p += 1
      val stop = math.min(end, p + 8) // nine digits in all never overflow
      while p < stop && { b = buf(p); b >= '0' && b <= '9' } do
        x = x * 10 + (b - '0')
        p += 1
      if p == end then
        at = p
        if neg then -x else x
      else if p == stop then intLong(start)
      else if (b | 0x20) == 'e' || b == '.' then refuse(Integers.Fraction, p)
      else
        at = p
        if neg then -x else x

  /** Zero, or nothing that begins an integer. */
  private def intSlow(start: Int, p: Int, b: Int): Int =
    if b == '0' then
      val next = if p + 1 < end then buf(p + 1) else 0
      if (next | 0x20) == 'e' || next == '.' then refuse(Integers.Fraction, p + 1)
      at = p + 1
      0
    else if p >= end then refuse(SourceBase.EndMessage, end)
    else refuse("Non-numeric character found when integer value expected", start)

  /** Ten digits or just nine. */
  private def intLong(start: Int): Int =
    at = start
    val x = digits()
    val b = if at < end then buf(at) else 0
    if (b | 0x20) == 'e' || b == '.' then refuse(Integers.Fraction, at)
    if overflow || x != x.toInt then refuse(Integers.Overflow, start)
    x.toInt

  final def expectShort(): Short =
    peek()
    val start = at
    val x = expectInt()
    if x != x.toShort then refuse(Integers.Overflow, start)
    x.toShort

  final def expectByte(): Byte =
    peek()
    val start = at
    val x = expectInt()
    if x != x.toByte then refuse(Integers.Overflow, start)
    x.toByte

  /** Whether the digits of the last call of `digits` exceed a Long. */
  private var overflow = false

  /** Sign and digits at `at`, known to be well formed at their beginning. */
  private def digits(): Long =
    val buf = this.buf
    var p = at
    val neg = buf(p) == '-'
    if neg then p += 1
    var x = 0L // negative, so that the smallest value fits
    overflow = false
    var b = 0
    while p < end && { b = buf(p); b >= '0' && b <= '9' } do
      val d = b - '0'
      if x < Integers.TenthOfMin then overflow = true
      else
        val y = x * 10 - d
        if y > 0 then overflow = true else x = y
      p += 1
    at = p
    if neg then x
    else
      if x == Long.MinValue then overflow = true
      -x

  final def expectLong(): Long =
    var b = peek()
    val start = at
    val buf = this.buf
    var p = start
    val neg = b == '-'
    if neg then
      p += 1
      b = if p < end then buf(p) else 0
    if b < '1' || b > '9' then longSlow(p, b)
    else
      var x = (b - '0').toLong
      p += 1
      if p + 8 <= end then
        val w = Bytes.getLong(buf, p)
        if Integers.eightDigits(w) then
          x = x * 100000000L + Integers.parseEight(w)
          p += 8
      val stop = math.min(end, start + 18)
      while p < stop && { b = buf(p); b >= '0' && b <= '9' } do
        x = x * 10 + (b - '0')
        p += 1
      if p == stop && p < end then longEdge(start)
      else
        at = p
        if neg then -x else x

  private def longEdge(start: Int): Long =
    at = start
    val x = digits()
    if overflow then refuse(Integers.Overflow, start)
    x

  private def longSlow(p: Int, b: Int): Long =
    at = p
    if b == '0' then
      at = p + 1
      0L
    else fail(s"Unexpected character in Int/Long value: ${charHere()}")

object Integers:
  private[reading] inline val Overflow = "Integer value overflow"
  private[reading] inline val Fraction = "Decimal digit 'e' or '.' found when integer value expected"
  private inline val TenthOfMin = -922337203685477580L

  /** Whether all 8 bytes are digits. */
  inline def eightDigits(w: Long): Boolean =
    ((w & 0xf0f0f0f0f0f0f0f0L) | (((w + 0x0606060606060606L) & 0xf0f0f0f0f0f0f0f0L) >>> 4)) == 0x3333333333333333L

  /** Their value: pairs, then fours, then eight in three multiplications (little endian; D. Lemire, "Quickly parsing eight digits"). */
  inline def parseEight(w: Long): Long =
    val a = (w & 0x0f0f0f0f0f0f0f0fL) * 2561 >>> 8
    val b = (a & 0x00ff00ff00ff00ffL) * 6553601 >>> 16
    (b & 0x0000ffff0000ffffL) * 42949672960001L >>> 32

  /** The 8 bytes less `0`: 0 to 9 are digits. */
  inline def digitsOf(w: Long): Long = w ^ 0x3030303030303030L

  /** How many of them are digits from the first on, 0 to 8. */
  inline def howMany(d: Long): Int =
    val others = (((d & 0x7f7f7f7f7f7f7f7fL) + 0x7676767676767676L) | d) & 0x8080808080808080L
    java.lang.Long.numberOfTrailingZeros(others) >>> 3

  /** The number that the first n of them are, n from 0 to 8: shifted to the end, in two steps since a shift by 64 is none. */
  inline def value(d: Long, n: Int): Long =
    val half = 32 - (n << 2)
    parseEight((d << half) << half)
