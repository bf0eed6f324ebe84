package co.blocke.scalajack
package json
package reading

import java.math.{BigDecimal as JBigDecimal, BigInteger}

/** Numbers with a fraction or an exponent, and numbers of any size. */
abstract class Doubles extends Integers:
  final def expectDouble(): Double =
    peek()
    val start = at
    val x = double(start)
    if x.isInfinite then beyond(start)
    x

  /** A double is near enough unless it lies just between two floats: then the text decides. */
  final def expectFloat(): Float =
    peek()
    val start = at
    val x = double(start)
    val size = math.abs(x)
    val between = (java.lang.Double.doubleToRawLongBits(x) & 0x1fffffffL) == 0x10000000L
    val f =
      if (between || size < java.lang.Float.MIN_NORMAL) && size != 0.0 then
        java.lang.Float.parseFloat(Bytes.latin1(buf, start, at - start))
      else x.toFloat
    if f.isInfinite then beyond(start)
    f

  /** The number at `start`, rounded; infinite beyond the range. `at` moves behind it. */
  private def double(start: Int): Double = if start + Doubles.Ahead <= end then ahead(start) else stepwise(start)

  /** There are `Ahead` bytes; what is unusual goes the other way.
    *
    * A position that is computed from the bytes before it makes the next step wait for it; a branch that is foreseen does not. So the few digits
    * before the point, and those of the exponent, are taken one by one; eight after the point are tested for at once; only how many follow those
    * cannot be foreseen and is counted without a branch.
    */
  private def ahead(start: Int): Double =
    val buf = this.buf
    var p = start
    var b: Int = buf(p)
    val minus = b == '-'
    if minus then
      p += 1
      b = buf(p)
    val first = p
    b -= '0'
    var w = b.toLong
    if b < 0 || b > 9 then return stepwise(start)
    p += 1
    while { b = buf(p) - '0'; b >= 0 && b <= 9 && p - first < 8 } do
      w = w * 10 + b
      p += 1
    var digits = p - first
    if w == 0 then digits -= 1
    if digits > 7 || buf(first) == '0' && p - first > 1 then return stepwise(start)
    var exp = 0
    if b == '.' - '0' then
      val eight = Bytes.getLong(buf, p + 1)
      if Integers.eightDigits(eight) then
        val more = Integers.digitsOf(Bytes.getLong(buf, p + 9))
        val n = Integers.howMany(more)
        w = (w * 100000000L + Integers.parseEight(eight)) * PowersOfTen.whole(n) + Integers.value(more, n)
        exp = -8 - n
        p += 9 + n
        while { b = buf(p) - '0'; b >= 0 && b <= 9 && exp > -20 } do
          w = w * 10 + b
          exp -= 1
          p += 1
      else
        val some = Integers.digitsOf(eight)
        val n = Integers.howMany(some)
        if n == 0 then return stepwise(start)
        w = w * PowersOfTen.whole(n) + Integers.value(some, n)
        exp = -n
        p += n + 1
        b = buf(p) - '0'
      digits -= exp
    if digits > 19 then return stepwise(start)
    if b == 'e' - '0' || b == 'E' - '0' then
      val e = shortExponent(p + 1)
      if e == Doubles.NoExponent then return stepwise(start)
      exp += e
    else at = p
    val x = Decimal.toDouble(w, exp)
    if x != x then exact(start)
    else if minus then -x
    else x

  /** Byte by byte, for numbers near the end of the input and unusual ones. */
  private def stepwise(start: Int): Double =
    val buf = this.buf
    val end = this.end
    var p = start
    var b = 0
    val neg = p < end && buf(p) == '-'
    if neg then p += 1
    val first = p
    var w = 0L
    if p < end && buf(p) == '0' then p += 1
    else
      while p < end && { b = buf(p) - '0'; b >= 0 && b <= 9 } do
        w = w * 10 + b
        p += 1
      if p == first then malformed(start)
    var exp = 0
    if p < end && buf(p) == '.' then
      p += 1
      val fraction = p
      while p + 8 <= end && {
          val word = Bytes.getLong(buf, p); Integers.eightDigits(word) && { w = w * 100000000L + Integers.parseEight(word); true }
        }
      do p += 8
      while p < end && { b = buf(p) - '0'; b >= 0 && b <= 9 } do
        w = w * 10 + b
        p += 1
      exp = fraction - p
      if exp == 0 then malformed(start)
    val digits = p - first
    if p < end && (buf(p) | 0x20) == 'e' then
      val e = shortExponent(p + 1)
      if e == Doubles.NoExponent then return doubleSlow(start, first, p, neg)
      if digits > 19 then return doubleSlow(start, first, p, neg)
      exp += e
    else
      at = p
      if digits > 19 then return doubleSlow(start, first, p, neg)
    val x = Decimal.toDouble(w, exp)
    if x != x then exact(start)
    else if neg then -x
    else x

  /** Sign and up to four digits, taken; NoExponent, and nothing taken, for all else. */
  private def shortExponent(from: Int): Int =
    val buf = this.buf
    val end = this.end
    var p = from
    var b = if p < end then buf(p).toInt else 0
    val neg = b == '-'
    if neg || b == '+' then p += 1
    val first = p
    var x = 0
    while p < end && { b = buf(p) - '0'; b >= 0 && b <= 9 && p - first < 5 } do
      x = x * 10 + b
      p += 1
    if p == first || p - first > 4 then Doubles.NoExponent
    else
      at = p
      if neg then -x else x

  /** With an exponent, or with more digits than a Long holds. `p` is behind the digits. */
  private def doubleSlow(start: Int, first: Int, p: Int, neg: Boolean): Double =
    val e = numberEnd(start)
    if e < 0 then malformed(start)
    at = e
    var exp = if p < e then NumberText.exponent(Bytes.latin1(buf, p + 1, e - p - 1), 0) else 0
    // the first 19 digits that count; what is left out is between 0 and 1 of the last one
    var w = 0L
    var n = 0
    var cut = false
    var point = false
    var i = first
    while i < p do
      val b = buf(i)
      if b == '.' then point = true
      else if n < 19 then
        w = w * 10 + (b - '0')
        if w != 0 then n += 1
        if point then exp -= 1
      else
        if b != '0' then cut = true
        if !point then exp += 1
      i += 1
    var x = Decimal.toDouble(w, exp)
    if cut && x != Decimal.toDouble(w + 1, exp) then x = Double.NaN
    if x != x then exact(start)
    else if neg then -x
    else x

  /** By exact arithmetic: rare. */
  private def exact(start: Int): Double = java.lang.Double.parseDouble(Bytes.latin1(buf, start, at - start))

  private def malformed(start: Int): Nothing =
    if -numberEnd(start) - 1 >= end then refuse(SourceBase.EndMessage, end)
    else refuse(Doubles.Malformed, start)

  /** Too large for the type: an illegal byte after the number counts first. */
  private def beyond(start: Int): Nothing =
    val b: Int = if at < end then buf(at) else ' '
    if b <= ' ' || b == ',' || b == '}' || b == ']' then refuse(Doubles.Malformed, start)
    else failFound("Expected ',' or '}' but found")

  /** The position after the number that begins at `from`, by the grammar of RFC 8259; -1 - (where it goes wrong) if there is none. */
  private[reading] final def numberEnd(from: Int): Int =
    val buf = this.buf
    val end = this.end
    var p = from
    if p < end && buf(p) == '-' then p += 1
    if p < end && buf(p) == '0' then p += 1
    else
      val q = digitsEnd(p)
      if q == p then return -1 - p
      p = q
    if p < end && buf(p) == '.' then
      val q = digitsEnd(p + 1)
      if q == p + 1 then return -1 - q
      p = q
    if p < end && (buf(p) | 0x20) == 'e' then
      var q = p + 1
      if q < end && (buf(q) == '+' || buf(q) == '-') then q += 1
      val r = digitsEnd(q)
      // `1.7E308E`: a complete number followed by rubbish is reported by whoever reads on
      if r == q then return -1 - q
      p = r
    p

  private def digitsEnd(from: Int): Int =
    var p = from
    while p < end && { val b = buf(p); b >= '0' && b <= '9' } do p += 1
    p

  // ---- numbers of any size

  /** The text of a number, null for null. */
  final def expectNumberOrNull(): String =
    peek()
    val start = at
    val e = numberEnd(start)
    if e > 0 then
      at = e
      Bytes.latin1(buf, start, e - start)
    else if expectNull() then null.asInstanceOf[String]
    else if -e - 1 >= end then refuse(SourceBase.EndMessage, end)
    else refuse(Doubles.Expected, start)

  final def expectBigDecimal(): BigDecimal =
    val x = expectJavaBigDecimal()
    if x == null then null.asInstanceOf[BigDecimal] else BigDecimal(x)

  final def expectJavaBigDecimal(): JBigDecimal =
    peek()
    val start = at
    val x = if limits.maxNumberDigits >= 18 then shortDecimal(start) else null
    if x != null then x
    else
      val s = expectNumberOrNull()
      if s == null then null.asInstanceOf[JBigDecimal] else bounded(s, start)

  /** Up to 18 digits without exponent straight from the bytes; null, and nothing taken, for all else. */
  private def shortDecimal(start: Int): JBigDecimal =
    val buf = this.buf
    val stop = math.min(end, start + 20)
    var p = start
    val neg = p < stop && buf(p) == '-'
    if neg then p += 1
    val first = p
    var w = 0L
    var b = 0
    while p < stop && { b = buf(p) - '0'; b >= 0 && b <= 9 } do
      w = w * 10 + b
      p += 1
    val whole = p - first
    var scale = 0
    if p < stop && buf(p) == '.' then
      p += 1
      val point = p
      while p < stop && { b = buf(p) - '0'; b >= 0 && b <= 9 } do
        w = w * 10 + b
        p += 1
      scale = p - point
      if scale == 0 then return null.asInstanceOf[JBigDecimal]
    val closed = p < stop && (buf(p) | 0x20) != 'e' || p == end
    if !closed || whole == 0 || whole + scale > 18 || whole > 1 && buf(first) == '0' then null.asInstanceOf[JBigDecimal]
    else
      at = p
      JBigDecimal.valueOf(if neg then -w else w, scale)

  /** Refuses what has more digits or a larger exponent than the limits allow, before anything of that size is made. */
  private[reading] final def bounded(s: String, start: Int): JBigDecimal =
    val problem = NumberText.problem(s, limits.maxNumberDigits)
    if problem != null then refuse(problem, start)
    JBigDecimal(s)

  final def expectBigInt(): BigInt =
    val x = expectBigInteger()
    if x == null then null.asInstanceOf[BigInt] else BigInt(x)

  final def expectBigInteger(): BigInteger =
    peek()
    val start = at
    val s = expectNumberOrNull()
    if s == null then null.asInstanceOf[BigInteger]
    else
      var i = 0
      while i < s.length do
        val c = s.charAt(i)
        if c == '.' || c == 'e' || c == 'E' then refuse(Integers.Fraction, start + i)
        i += 1
      val problem = NumberText.problem(s, limits.maxNumberDigits)
      if problem != null then refuse(problem, start)
      BigInteger(s)

object Doubles:
  private inline val NoExponent = Int.MinValue

  /** What `ahead` may look at: sign, 8 digits, point, 20 digits, and the rest of the 8 that the last ones are read with. */
  private inline val Ahead = 40
  private[reading] inline val Malformed = "Malformed Float/Double/BigDecimal"
  private[reading] inline val Expected = "Expected a numerical value or null here"

/** Sizes of numbers from their text alone. */
object NumberText:
  /** Why a well-formed number exceeds the limits, or null. */
  def problem(s: String, maxDigits: Int): String =
    val e = math.max(s.indexOf('e'), s.indexOf('E'))
    val mantissa = if e < 0 then s.length else e
    if mantissa > maxDigits && significant(s, mantissa) > maxDigits then s"Number exceeds maximum of $maxDigits digits"
    else if e >= 0 && math.abs(exponent(s, e + 1)) > JsonSettings.MaxExponent then
      s"Exponent of number exceeds maximum of ${JsonSettings.MaxExponent}"
    else null.asInstanceOf[String]

  /** Whether the text is a number of RFC 8259. */
  def isNumber(s: String): Boolean =
    val n = s.length
    def digits(from: Int): Int =
      var p = from
      while p < n && s.charAt(p) >= '0' && s.charAt(p) <= '9' do p += 1
      p
    def is(p: Int, c: Char): Boolean = p >= 0 && p < n && s.charAt(p) == c
    val first = if is(0, '-') then 1 else 0
    val whole = if is(first, '0') then first + 1 else digits(first)
    val point = if is(whole, '.') then digits(whole + 1) else whole
    val exp = if is(point, 'e') || is(point, 'E') then point + 1 else -1
    val signed = if is(exp, '+') || is(exp, '-') then exp + 1 else exp
    val end = if exp < 0 then point else digits(signed)
    whole > first && point != whole + 1 && end != signed && end == n

  private def significant(s: String, to: Int): Int =
    var i = 0
    var n = 0
    var leading = true
    while i < to do
      val c = s.charAt(i)
      if c >= '0' && c <= '9' then
        if c != '0' then leading = false
        if !leading then n += 1
      i += 1
    n

  /** The exponent written from `from` on, cut at a million. */
  def exponent(s: String, from: Int): Int =
    val neg = s.charAt(from) == '-'
    var i = if neg || s.charAt(from) == '+' then from + 1 else from
    var x = 0
    while i < s.length do
      if x < 1000000 then x = x * 10 + (s.charAt(i) - '0')
      i += 1
    if neg then -x else x
