package co.blocke.scalajack
package json
package writing

/** Binary to decimal: the shortest text that reads back, of those the closest, laid out as JDK 19 and newer do (`1.0E10`, `0.001`, `4.9E-324`).
  *
  * Decimals of few digits are found by trying: r = x * 10^4; if r is whole, below 10^15, and r / 10^4 is x again, then its digits are the only
  * ones with up to 15 places that read back as x. All else by Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2021): the
  * interval of the reals that round to x is scaled to units of a power of ten with 126 bits of that power, and the candidates next to x are
  * tested against its ends.
  */
private[json] object DoubleText:
  /** The text as a String. */
  def text(x: Double): String =
    val buf = new Array[Byte](Room)
    Bytes.latin1(buf, 0, put(buf, 0, x))

  def text(x: Float): String =
    val buf = new Array[Byte](Room)
    Bytes.latin1(buf, 0, put(buf, 0, x))

  /** Room that `put` may need. */
  inline val Room = 32

  def put(buf: Array[Byte], pos: Int, x: Double): Int =
    var p = pos
    val bits = java.lang.Double.doubleToRawLongBits(x)
    if bits < 0 then
      buf(p) = '-'
      p += 1
    val a = math.abs(x)
    val r = a * 1e4
    val whole = r.toLong
    if r < 1e11 && whole.toDouble == r && a >= 1e-3 && r / 1e4 == a then plain(buf, p, whole)
    else if a == 0.0 then zero(buf, p)
    else general(buf, p, bits & Long.MaxValue)

  private def zero(buf: Array[Byte], p: Int): Int =
    buf(p) = '0'
    buf(p + 1) = '.'
    buf(p + 2) = '0'
    p + 3

  /** Ten-thousandths, 0.001 to below 10^7. */
  private def plain(buf: Array[Byte], pos: Int, tenThousandths: Long): Int =
    val int = tenThousandths / 10000
    var fraction = (tenThousandths - int * 10000).toInt
    var p = Digits.putPositive(buf, pos, int)
    buf(p) = '.'
    p += 1
    var n = 4
    if fraction % 100 == 0 then
      fraction /= 100
      n = 2
    if fraction % 10 == 0 then
      fraction /= 10
      n -= 1
    Digits.putPadded(buf, p, fraction, n)
    p + n

  private def general(buf: Array[Byte], p: Int, bits: Long): Int =
    val biased = (bits >>> 52).toInt
    val fraction = bits & ((1L << 52) - 1)
    if biased == 0 then
      // tiny numbers are scaled so that two digits can be found
      if fraction < 3 then shortest(buf, p, -1074, fraction * 10, -1, even = (fraction & 1) == 0, lopsided = false)
      else shortest(buf, p, -1074, fraction, 0, even = (fraction & 1) == 0, lopsided = false)
    else
      val c = fraction | (1L << 52)
      shortest(buf, p, biased - 1075, c, 0, even = (c & 1) == 0, lopsided = fraction == 0 && biased > 1)

  def put(buf: Array[Byte], pos: Int, x: Float): Int =
    var p = pos
    val bits = java.lang.Float.floatToRawIntBits(x)
    if bits < 0 then
      buf(p) = '-'
      p += 1
    val biased = (bits >>> 23) & 0xff
    val fraction = (bits & ((1 << 23) - 1)).toLong
    if biased == 0 && fraction == 0 then zero(buf, p)
    else if biased == 0 then
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
    val g1 = PowersOfTen.printHigh(-k - PowersOfTen.Min)
    val g0 = PowersOfTen.printLow(-k - PowersOfTen.Min)
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

  /** digits * 10^exp, with the zeros at the end of the digits taken off. */
  private def layout(buf: Array[Byte], p: Int, digits: Long, exp: Int): Int =
    var d = digits
    var e = exp
    if d % 100000000 == 0 then
      d /= 100000000
      e += 8
    var q = d / 10
    while q * 10 == d do
      d = q
      e += 1
      q = d / 10
    val n = Digits.count(d)
    val point = e + n // digits before the point
    if point > 0 && point <= 7 then
      if e >= 0 then
        val end = Digits.putPositive(buf, p, d * PowersOfTen.longs(e))
        buf(end) = '.'
        buf(end + 1) = '0'
        end + 2
      else
        // all digits one place to the right, then those before the point back by one: no division
        Digits.putPadded(buf, p + 1, d, n)
        var i = p
        while i < p + point do
          buf(i) = buf(i + 1)
          i += 1
        buf(i) = '.'
        p + n + 1
    else if point > -3 && point <= 0 then
      Bytes.putLong(buf, p, 0x30303030302e30L)
      val at = p + 2 - point
      Digits.putPadded(buf, at, d, n)
      at + n
    else
      // one digit, the point, the rest
      Digits.putPadded(buf, p + 1, d, n)
      buf(p) = buf(p + 1)
      buf(p + 1) = '.'
      var end = p + 1 + n
      if n == 1 then
        buf(end) = '0'
        end += 1
      buf(end) = 'E'
      Digits.putLong(buf, end + 1, point - 1)
