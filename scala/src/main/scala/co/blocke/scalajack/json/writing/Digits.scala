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
    val n = count(x)
    putPadded(buf, p, x, n)
    p + n

  /** Number of digits, 1 for 0. */
  def count(x: Long): Int =
    if x < 10 then 1
    else if x < 100 then 2
    else if x < 1000 then 3
    else
      var n = 4
      var y = x / 10000
      while y > 0 do
        n += 1
        y /= 10
      n

  /** Exactly `n` digits with leading zeros. */
  def putPadded(buf: Array[Byte], p: Int, x: Long, n: Int): Unit =
    var y = x
    var i = p + n
    while i - p >= 2 do
      val q = y / 100
      i -= 2
      Bytes.putShort(buf, i, pairs((y - q * 100).toInt))
      y = q
    if i > p then buf(p) = ('0' + y).toByte
