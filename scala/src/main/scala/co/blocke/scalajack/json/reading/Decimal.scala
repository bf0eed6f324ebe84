package co.blocke.scalajack
package json
package reading

/** Decimal to binary, correctly rounded: w * 10^e to the nearest double, ties to even.
  *
  * First what is exact in one operation (Clinger 1990), then the product with 128 bits of the power of ten (Lemire, "Number parsing at a
  * gigabyte per second", 2021, algorithm 1). Where that cannot decide, NaN: the caller takes the exact way.
  */
private[reading] object Decimal:
  /** `w` unsigned, not negative here; NaN when 128 bits are not enough. */
  def toDouble(w: Long, e: Int): Double =
    if e >= -22 && e <= 22 && w <= (1L << 53) && w >= 0 then
      if e < 0 then w.toDouble / PowersOfTen.exact(-e) else w.toDouble * PowersOfTen.exact(e)
    else product(w, e)

  private def product(w: Long, e: Int): Double =
    if w == 0 || e < PowersOfTen.MIN then 0.0
    else if e > 308 then Double.PositiveInfinity
    else
      val shift = java.lang.Long.numberOfLeadingZeros(w)
      val m = w << shift
      val power = PowersOfTen.high(e)
      var low = m * power
      var high = Bytes.unsignedMultiplyHigh(m, power)
      if (high & 0x1ff) == 0x1ff then
        // the lower half of the power may carry into what counts
        val more = Bytes.unsignedMultiplyHigh(m, PowersOfTen.low(e))
        low += more
        if java.lang.Long.compareUnsigned(low, more) < 0 then high += 1
      if low == -1L && (e < -27 || e > 55) then Double.NaN
      else
        // 217706 / 2^16 is log2(10): the exponent of the double if the product begins with a zero bit
        val top = (high >>> 63).toInt
        assemble(high >>> (top + 9), high << (55 - top), low, ((217706 * e) >> 16) + 63 + top - shift + 1023, e)

  /** `m`: 54 bits of the product, the significand and one to round by; `rest` and `low`: what follows them; `exp`: biased. */
  private def assemble(m: Long, rest: Long, low: Long, exp: Int, e: Int): Double =
    if exp <= 0 then
      // rounding up to the smallest normal number sets its exponent by itself
      if exp <= -63 then 0.0 else java.lang.Double.longBitsToDouble(rounded(m >>> (1 - exp)))
    else
      // exactly between two doubles: to the even one
      val tie = rest == 0 && low >= 0 && low <= 1 && (m & 3) == 1 && e >= -4 && e <= 23
      // the leading bit adds one to the exponent, and so does rounding up to the next power of two
      val bits = rounded(if tie then m & ~1L else m) + ((exp - 1).toLong << 52)
      if bits >= 0x7ff0000000000000L then Double.PositiveInfinity else java.lang.Double.longBitsToDouble(bits)

  private inline def rounded(m: Long): Long = (m + (m & 1)) >>> 1
