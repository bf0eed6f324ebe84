package co.blocke.scalajack
package json
package writing

/** Binary to decimal: the shortest text that reads back, of those the closest, laid out as JDK 19 and newer do (`1.0E10`, `0.001`, `4.9E-324`).
  *
  * Three ways, each only where the one before cannot tell:
  *   - Decimals of few digits by trying: r = x * 10^4; if r is whole, below 10^11, and r / 10^4 is x again, then its digits are the only ones
  *     with up to 15 places that read back as x.
  *   - One product. x is scaled so that the distance of its neighbours lies between 1 and 10; then the answer is the multiple of ten within half
  *     of that distance if there is one, else the nearest integer. Its fraction of 64 bits tells which, unless it lies within a few units of a limit.
  *   - [[Schubfach]]: with the ends of the interval exact. Ties, powers of two, numbers below 2^-1022, and Float.
  */
private[json] object DoubleText:
  /** The text as a String. */
  def text(x: Double): String =
    val buf = new Array[Byte](Room)
    Bytes.latin1(buf, 0, put(buf, 0, x))

  def text(x: Float): String =
    val buf = new Array[Byte](Room)
    Bytes.latin1(buf, 0, put(buf, 0, x))

  /** Room that `put` may need: digits are written 8 at a time. */
  inline val Room = 32

  def put(buf: Array[Byte], pos: Int, x: Double): Int =
    val bits = java.lang.Double.doubleToRawLongBits(x)
    buf(pos) = '-'
    val p = pos + (bits >>> 63).toInt
    val a = math.abs(x)
    val r = a * 1e4
    val whole = r.toLong
    if whole.toDouble == r && r < 1e11 && a >= 1e-3 && r / 1e4 == a then plain(buf, p, whole)
    else if a == 0.0 then zero(buf, p)
    else general(buf, p, bits & Long.MaxValue)

  def put(buf: Array[Byte], pos: Int, x: Float): Int =
    val bits = java.lang.Float.floatToRawIntBits(x)
    buf(pos) = '-'
    val p = pos + (bits >>> 31)
    if (bits & Int.MaxValue) == 0 then zero(buf, p) else Schubfach.put(buf, p, bits & Int.MaxValue)

  private def zero(buf: Array[Byte], p: Int): Int =
    buf(p) = '0'
    buf(p + 1) = '.'
    buf(p + 2) = '0'
    p + 3

  /** Ten-thousandths, 0.001 to below 10^7. */
  private def plain(buf: Array[Byte], p: Int, tenThousandths: Long): Int =
    val int = tenThousandths / 10000
    val fraction = Digits.four((tenThousandths - int * 10000).toInt)
    val q = Digits.putUpToEight(buf, p, int)
    buf(q) = '.'
    Bytes.putInt(buf, q + 1, fraction | 0x30303030)
    // without the zeros at the end, but for the first
    q + 5 - math.min(java.lang.Integer.numberOfLeadingZeros(fraction) >>> 3, 3)

  private def general(buf: Array[Byte], p: Int, bits: Long): Int =
    val q = (bits >>> 52).toInt - 1075
    val fraction = bits & ((1L << 52) - 1)
    if fraction == 0 || q == -1075 then Schubfach.put(buf, p, bits)
    else
      // 10^k <= 2^q < 10^(k+1); constants: log10(2) in units of 2^-41, log2(10) of 2^-38
      val k = ((q * 661971961083L) >> 41).toInt
      val h = q + ((-k * 913124641741L) >> 38).toInt + 1
      val g = PowersOfTen.high(-k)
      val c = (fraction | (1L << 52)) << h
      // x = (s + f / 2^64) * 10^k, f at most 2 units off
      val low = c * g
      val more = Bytes.unsignedMultiplyHigh(c, PowersOfTen.low(-k))
      val f = low + more
      val carry = ((low & more) | ((low | more) & ~f)) >>> 63
      val s = Bytes.unsignedMultiplyHigh(c, g) + carry
      // place within the ten, and half the distance of the neighbours, in units of 2^-59
      val tens = s / 10 * 10
      val above = ((s - tens) << 59) | (f >>> 5)
      val half = g >>> (6 - h)
      val toLower = above - half // < 0: the multiple of ten below rounds to x
      val toUpper = (10L << 59) - above - half
      if near(toLower) || near(toUpper) || near(f - Long.MinValue) then Schubfach.put(buf, p, bits)
      else
        // without branches: which one it is cannot be foreseen
        val nearest = s + (f >>> 63)
        val d = nearest + ((tens - nearest) & (toLower >> 63)) + ((tens + 10 - nearest) & (toUpper >> 63))
        // 17 digits always
        val short = (d - 10000000000000000L) >> 63
        layout(buf, p, d + (d * 9 & short), k + 16 + short.toInt)

  /** Within the errors of `general`. */
  private inline def near(x: Long): Boolean = x + 4 >= 0 && x - 4 <= 0

  /** d.dd * 10^exp of 17 digits, the zeros at their end left out. */
  private[writing] def layout(buf: Array[Byte], p: Int, digits: Long, exp: Int): Int =
    val first = digits / 10000000000000000L
    val rest = digits - first * 10000000000000000L
    val upper = rest / 100000000
    val b = Digits.eight(upper)
    val c = Digits.eight(rest - upper * 100000000)
    val n = if c != 0 then 17 - (java.lang.Long.numberOfLeadingZeros(c) >>> 3) else 9 - (java.lang.Long.numberOfLeadingZeros(b) >>> 3)
    val b8 = b | Digits.Zeros
    val c8 = c | Digits.Zeros
    if exp >= 0 && exp < 7 then
      // the digits one place to the right, then those before the point back by one
      Bytes.putLong(buf, p + 2, b8)
      Bytes.putLong(buf, p + 10, c8)
      val word = (b8 << 8) | ('0' + first)
      val point = (exp + 1) << 3
      val before = (1L << point) - 1
      Bytes.putLong(buf, p, (word & before) | (('.'.toLong) << point) | ((word & ~before) << 8))
      p + 1 + math.max(n, exp + 2)
    else if exp < 0 && exp >= -3 then
      Bytes.putLong(buf, p, 0x30303030302e30L)
      val at = p + 1 - exp
      buf(at) = ('0' + first).toByte
      Bytes.putLong(buf, at + 1, b8)
      Bytes.putLong(buf, at + 9, c8)
      at + n
    else
      buf(p) = ('0' + first).toByte
      buf(p + 1) = '.'
      Bytes.putLong(buf, p + 2, b8)
      Bytes.putLong(buf, p + 10, c8)
      exponent(buf, p + 1 + math.max(n, 2), exp)

  /** `E`, a minus sign if there must be, one to three digits. */
  private def exponent(buf: Array[Byte], p: Int, exp: Int): Int =
    Bytes.putShort(buf, p, 0x2d45)
    val sign = exp >> 31
    val e = (exp ^ sign) - sign
    val q = p + 1 - sign
    if e >= 100 then
      buf(q) = ('0' + e / 100).toByte
      Digits.putTwo(buf, q + 1, e % 100)
      q + 3
    else
      val one = (e - 10) >>> 31
      Bytes.putShort(buf, q, (Pairs.decimal(e) >>> (one << 3)).toShort)
      q + 2 - one
