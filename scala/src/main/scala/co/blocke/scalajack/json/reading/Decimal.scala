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
    if w == 0 then 0.0
    else if e >= -22 && e <= 22 && w <= (1L << 53) && w > 0 then
      if e < 0 then w.toDouble / PowersOfTen.doubles(-e) else w.toDouble * PowersOfTen.doubles(e)
    else product(w, e)

  private def product(w: Long, e: Int): Double =
    if e < PowersOfTen.Min then 0.0
    else if e > 308 then Double.PositiveInfinity
    else
      val shift = java.lang.Long.numberOfLeadingZeros(w)
      val m = w << shift
      val idx = e - PowersOfTen.Min
      var low = m * PowersOfTen.readHigh(idx)
      var high = Bytes.unsignedMultiplyHigh(m, PowersOfTen.readHigh(idx))
      if (high & 0x1ff) == 0x1ff then
        // the lower half of the power may carry into what counts
        val more = Bytes.unsignedMultiplyHigh(m, PowersOfTen.readLow(idx))
        low += more
        if java.lang.Long.compareUnsigned(low, more) < 0 then high += 1
      if low == -1L && (e < -27 || e > 55) then Double.NaN
      else assemble(high, low, shift, e)

  /** Rounds the 128-bit product and puts the bits of the double together. */
  private def assemble(high: Long, low: Long, shift: Int, e: Int): Double =
    val top = (high >>> 63).toInt
    val cut = top + 9
    var m = high >>> cut // 54 bits: the significand and one to round by
    var exp = ((217706 * e) >> 16) + 63 + top - shift + 1023
    if exp <= 0 then
      if exp <= -63 then 0.0
      else
        m >>>= 1 - exp
        m = (m + (m & 1)) >>> 1
        // rounding up to the smallest normal number sets its exponent by itself
        java.lang.Double.longBitsToDouble(m)
    else
      val tie = low >= 0 && low <= 1 && e >= -4 && e <= 23 && (m & 3) == 1 && (m << cut) == high
      if tie then m &= ~1L
      m = (m + (m & 1)) >>> 1
      if m >= (1L << 53) then
        m = 1L << 52
        exp += 1
      if exp >= 0x7ff then Double.PositiveInfinity
      else java.lang.Double.longBitsToDouble((m & ~(1L << 52)) | (exp.toLong << 52))
