package co.blocke.scalajack
package json
package writing

/** Binary to decimal for every Float and Double (R. Giulietti, "The Schubfach way to render doubles", 2021): the interval of the reals that round
  * to x is scaled to units of a power of ten with 126 bits of that power, and the candidates next to x are tested against its ends.
  */
private[writing] object Schubfach:
  /** A double by its bits, not zero, without its sign. */
  def put(buf: Array[Byte], p: Int, bits: Long): Int =
    val biased = (bits >>> 52).toInt
    val fraction = bits & ((1L << 52) - 1)
    if biased == 0 then
      // tiny numbers are scaled so that two digits can be found
      if fraction < 3 then shortest(buf, p, -1074, fraction * 10, -1, even = (fraction & 1) == 0, lopsided = false)
      else shortest(buf, p, -1074, fraction, 0, even = (fraction & 1) == 0, lopsided = false)
    else
      val c = fraction | (1L << 52)
      shortest(buf, p, biased - 1075, c, 0, even = (c & 1) == 0, lopsided = fraction == 0 && biased > 1)

  /** A float by its bits, not zero, without its sign. */
  def put(buf: Array[Byte], p: Int, bits: Int): Int =
    val biased = bits >>> 23
    val fraction = (bits & ((1 << 23) - 1)).toLong
    if biased == 0 then
      if fraction < 8 then shortest(buf, p, -149, fraction * 10, -1, even = (fraction & 1) == 0, lopsided = false)
      else shortest(buf, p, -149, fraction, 0, even = (fraction & 1) == 0, lopsided = false)
    else
      val c = fraction | (1L << 23)
      if biased >= 127 && biased < 150 && (c & ((1L << (150 - biased)) - 1)) == 0 then layout(buf, p, c >>> (150 - biased), 0)
      else shortest(buf, p, biased - 150, c, 0, even = (c & 1) == 0, lopsided = fraction == 0 && biased > 1)

  /** c * 2^q * 10^scaled. `lopsided`: the neighbour below is half as far away (powers of two). */
  private def shortest(buf: Array[Byte], p: Int, q: Int, c: Long, scaled: Int, even: Boolean, lopsided: Boolean): Int =
    val out = if even then 0L else 1L
    // in quarters of a unit of the binary significand: the number and the ends of what rounds to it
    val mid = c << 2
    val lower = if lopsided then mid - 1 else mid - 2
    val upper = mid + 2
    // k: the power of ten of the last digit; constants: log10(2) and log10(3/4) in units of 2^-41, log2(10) of 2^-38
    val k = ((q * 661971961083L + (if lopsided then -274743187321L else 0L)) >> 41).toInt
    val h = q + ((-k * 913124641741L) >> 38).toInt + 2
    // 126 bits of 10^-k rounded up, as two halves of 63; the table has one too much for -27 to -1
    val high = PowersOfTen.high(-k)
    val low = PowersOfTen.low(-k) - (if k >= 1 && k <= 27 then 1 else 0)
    val g1 = high >>> 1
    val g0 = (((high & 1L) << 62) | (low >>> 2)) + 1
    val v = times(g1, g0, mid << h)
    val from = times(g1, g0, lower << h)
    val to = times(g1, g0, upper << h)
    val s = v >> 2
    if s >= 100 then
      // one digit less: at most one of the two multiples of ten around lies inside
      val down = s / 10 * 10
      val downIn = from + out <= (down << 2)
      val upIn = ((down + 10) << 2) + out <= to
      if downIn != upIn then return layout(buf, p, if downIn then down else down + 10, k)
    val downIn = from + out <= (s << 2)
    val upIn = ((s + 1) << 2) + out <= to
    val up =
      if downIn != upIn then upIn
      else
        val side = v - ((s << 2) + 2)
        side > 0 || side == 0 && (s & 1) == 1
    layout(buf, p, if up then s + 1 else s, k + scaled)

  /** High part of (g1 * 2^63 + g0) * x / 2^127, the last bit set when anything was cut off. */
  private def times(g1: Long, g0: Long, x: Long): Long =
    val carry = Math.multiplyHigh(g0, x)
    val low = g1 * x
    val high = Math.multiplyHigh(g1, x)
    val z = (low >>> 1) + carry
    (high + (z >>> 63)) | (((z & Long.MaxValue) + Long.MaxValue) >>> 63)

  /** digits * 10^exp. */
  private def layout(buf: Array[Byte], p: Int, digits: Long, exp: Int): Int =
    val missing = 17 - Digits.count(digits)
    DoubleText.layout(buf, p, digits * PowersOfTen.whole(missing), exp + 16 - missing)
