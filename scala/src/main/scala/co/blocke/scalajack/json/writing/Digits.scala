package co.blocke.scalajack
package json
package writing

/** Decimal digits of whole numbers into a byte array: few of them by pairs from a table, many of them eight at a time by multiplication. Callers
  * give room for 20 bytes.
  */
private[writing] object Digits:
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

  /** Eight digits at a time; the position after them waits for no division, since `count` needs none. */
  def putPositive(buf: Array[Byte], p: Int, x: Long): Int =
    if x < 10 then
      buf(p) = ('0' + x).toByte
      p + 1
    else if x < 100 then
      Bytes.putShort(buf, p, Pairs.decimal(x.toInt))
      p + 2
    else if x < 100000000 then putUpToEight(buf, p, x)
    else
      val upper = x / 100000000
      val q = putPositive(buf, p, upper)
      Bytes.putLong(buf, q, eight(x - upper * 100000000) | Zeros)
      q + 8

  /** Number of digits, 1 for 0: 1233 / 4096 is log10(2) well enough. */
  def count(x: Long): Int =
    val n = ((64 - java.lang.Long.numberOfLeadingZeros(x | 1)) * 1233) >>> 12
    if n < 19 && x >= PowersOfTen.whole(n) then n + 1
    else if n == 0 then 1
    else n

  /** The two digits of 0 to 99. */
  def putTwo(buf: Array[Byte], p: Int, x: Int): Unit = Bytes.putShort(buf, p, Pairs.decimal(x))

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
      Bytes.putShort(buf, i, Pairs.decimal(z - q * 100))
      z = q
    if i > p then buf(p) = ('0' + z).toByte

  private def putEight(buf: Array[Byte], p: Int, x: Int): Unit = Bytes.putLong(buf, p, eight(x) | Zeros)

  /** Up to eight digits without leading zeros; writes 8 bytes. */
  def putUpToEight(buf: Array[Byte], p: Int, x: Long): Int =
    val n = count(x)
    Bytes.putLong(buf, p, (eight(x) | Zeros) >>> ((8 - n) << 3))
    p + n

  /** Eight times `0`. */
  inline val Zeros = 0x3030303030303030L

  /** The eight digits of x < 10^8, one in each byte, the first one lowest: halves, then pairs, then digits, by multiplication. */
  def eight(x: Long): Long =
    val high = (x * 109951163L) >>> 40
    val fours = high + ((x - high * 10000) << 32)
    val hundreds = ((fours * 10486) >>> 20) & 0x7f0000007fL
    val pairs = hundreds + ((fours - hundreds * 100) << 16)
    val tens = ((pairs * 103) >>> 10) & 0x000f000f000f000fL
    tens + ((pairs - tens * 10) << 8)

  /** The four digits of x < 10^4 in the same way. */
  def four(x: Int): Int =
    val hundreds = (x * 10486) >>> 20
    val pairs = hundreds + ((x - hundreds * 100) << 16)
    val tens = ((pairs * 103) >>> 10) & 0x000f000f
    tens + ((pairs - tens * 10) << 8)
