package co.blocke.scalajack
package json
package writing

/** Decimal digits of whole numbers into a byte array: two digits a step from a table of 100 pairs. Callers give room for 20 bytes. */
private[writing] object Digits:
  /** "00" to "99" as little-endian shorts. */
  private val pairs: Array[Short] =
    Array.tabulate(100)(i => (('0' + i % 10) << 8 | ('0' + i / 10)).toShort)

  /** Writes `x` at `p`; the position after. */
  def putLong(buf: Array[Byte], p: Int, x: Long): Int =
    if x >= 0 then putPositive(buf, p, x)
    else if x == Long.MinValue then
      buf(p) = '-'
      buf(p + 1) = '9'
      putPadded(buf, p + 2, 223372036854775808L, 18)
      p + 20
    else
      buf(p) = '-'
      putPositive(buf, p + 1, -x)

  def putPositive(buf: Array[Byte], p: Int, x: Long): Int =
    if x < 10 then
      buf(p) = ('0' + x).toByte
      p + 1
    else if x < 100 then
      Bytes.putShort(buf, p, pairs(x.toInt))
      p + 2
    else
      val n = count(x)
      putPadded(buf, p, x, n)
      p + n

  /** Number of digits, 1 for 0: 1233 / 4096 is log10(2) well enough. */
  def count(x: Long): Int =
    val n = ((64 - java.lang.Long.numberOfLeadingZeros(x | 1)) * 1233) >>> 12
    if n < 19 && x >= PowersOfTen.longs(n) then n + 1
    else if n == 0 then 1
    else n

  /** The two digits of 0 to 99. */
  def putTwo(buf: Array[Byte], p: Int, x: Int): Unit = Bytes.putShort(buf, p, pairs(x))

  /** Exactly `n` digits with leading zeros; eight at a time while they exceed an Int, which is divided faster. */
  def putPadded(buf: Array[Byte], p: Int, x: Long, n: Int): Unit =
    var y = x
    var i = p + n
    while y > Int.MaxValue && i - p >= 8 do
      val q = y / 100000000
      i -= 8
      putEight(buf, i, (y - q * 100000000).toInt)
      y = q
    var z = y.toInt
    while i - p >= 2 do
      val q = z / 100
      i -= 2
      Bytes.putShort(buf, i, pairs(z - q * 100))
      z = q
    if i > p then buf(p) = ('0' + z).toByte

  private def putEight(buf: Array[Byte], p: Int, x: Int): Unit =
    val high = x / 10000
    val low = x - high * 10000
    val a = high / 100
    val c = low / 100
    Bytes.putShort(buf, p, pairs(a))
    Bytes.putShort(buf, p + 2, pairs(high - a * 100))
    Bytes.putShort(buf, p + 4, pairs(c))
    Bytes.putShort(buf, p + 6, pairs(low - c * 100))
