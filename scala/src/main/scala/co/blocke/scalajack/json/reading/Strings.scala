package co.blocke.scalajack
package json
package reading

/** String values. Most strings are ASCII without escapes: 8 bytes at a time are searched for the end, and the string is made from the bytes in
  * place. Anything else goes through `chars`, a buffer of UTF-16 units that is kept between calls.
  */
abstract class Strings extends Fields:
  private var chars: Array[Char] = new Array[Char](64)

  /** A string, or null for JSON null. */
  final def expectString(): String =
    if at < end && buf(at) == '"' then stringBody(at + 1)
    else
      val b = peek()
      if b == '"' then stringBody(at + 1)
      else if b == 'n' then
        if expectNull() then null.asInstanceOf[String] else null.asInstanceOf[String]
      else failFound("Expected a String value but got")

  private[reading] final def requiredString(): String =
    if peek() == '"' then stringBody(at + 1) else failFound("Expected a String value but got")

  private def stringBody(from: Int): String =
    val p = plainEnd(from)
    if p < end && buf(p) == '"' then
      at = p + 1
      Bytes.latin1(buf, from, p - from)
    else stringSlow(from, p)

  /** Whether the string that begins here holds an escape before anything else that is not plain ASCII. */
  private[scalajack] final def escapeAhead(): Boolean =
    val p = plainEnd(at + 1)
    p < end && buf(p) == '\\'

  /** The first byte from `from` on that is a quote, a backslash, a control or not ASCII; `end` if there is none. */
  private[reading] final def plainEnd(from: Int): Int =
    val buf = this.buf
    val last = end - 8
    var p = from
    var w = 0L
    while p <= last && { w = Strings.special(Bytes.getLong(buf, p)); w == 0 } do p += 8
    if p <= last then p + (java.lang.Long.numberOfTrailingZeros(w) >> 3)
    else plainTail(p)

  private def plainTail(from: Int): Int =
    var p = from
    while p < end && { val b = buf(p); b >= ' ' && b != '"' && b != '\\' } do p += 1
    p

  /** A string with escapes or characters beyond ASCII; plain up to `p`. */
  private def stringSlow(from: Int, p: Int): String =
    val n = stringChars(from, p)
    val s = String(lastChars, 0, n)
    lastChars = chars
    s

  private def grow(n: Int): Array[Char] =
    chars = java.util.Arrays.copyOf(chars, math.max(n, chars.length * 2))
    chars

  /** Decodes into `chars` up to the closing quote, which is taken; the number of units. */
  private def stringChars(from: Int, plain: Int): Int =
    val buf = this.buf
    val end = this.end
    var out = chars
    var n = plain - from
    if n + 2 > out.length then out = grow(n + 64)
    var i = 0
    while i < n do
      out(i) = buf(from + i).toChar
      i += 1
    var p = plain
    var b = 0
    while p < end && { b = buf(p); b != '"' } do
      if n + 2 > out.length then out = grow(n + 64)
      if b >= ' ' then
        if b == '\\' then
          at = p
          val c = escape(p)
          out(n) = c
          n += 1
          p = at
        else
          out(n) = b.toChar
          n += 1
          p += 1
      else if b >= 0 then refuse("Illegal control character in string", p)
      else
        val code = utf8(p)
        if code < 0x10000 then
          out(n) = code.toChar
          n += 1
          p += (if code < 0x800 then 2 else 3)
        else
          out(n) = Character.highSurrogate(code)
          out(n + 1) = Character.lowSurrogate(code)
          n += 2
          p += 4
    if p >= end then refuse(SourceBase.EndMessage, end)
    at = p + 1
    // a buffer grown by one giant string is not kept
    if out.length > Strings.MaxKept then chars = new Array[Char](64)
    lastChars = out
    n

  private var lastChars: Array[Char] = chars

  /** One escape at the backslash; `at` moves behind it. */
  private def escape(p: Int): Char =
    if p + 1 >= end then refuse(SourceBase.EndMessage, end)
    val b = buf(p + 1)
    at = p + 2
    b match
      case '"'  => '"'
      case '\\' => '\\'
      case '/'  => '/'
      case 'b'  => '\b'
      case 'f'  => '\f'
      case 'n'  => '\n'
      case 'r'  => '\r'
      case 't'  => '\t'
      case 'u' =>
        at = p + 6
        hex4(p + 2)
      case _ => refuse("Illegal escape sequence in string", p)

  private def hex4(from: Int): Char =
    var c = 0
    var i = from
    while i < from + 4 do
      if i >= end then refuse(SourceBase.EndMessage, end)
      val d = Strings.hexDigit(buf(i))
      if d < 0 then refuse("Illegal hex digit in unicode escape", i)
      c = (c << 4) | d
      i += 1
    c.toChar

  /** One character of 2, 3 or 4 bytes: overlong forms, surrogates (but for String input) and what lies above U+10FFFF are refused. */
  private[reading] final def utf8(p: Int): Int =
    val code = Utf8.decode(buf, p, end, text != null)
    if code >= 0 then code
    else if code == Utf8.Cut then refuse(SourceBase.EndMessage, end)
    else refuse("Malformed UTF-8 byte sequence", p)

  /** Skips a string whose first byte after the quote is at `from`; what it holds is checked as if it were read. */
  private[reading] final def skipString(from: Int): Unit =
    var p = plainEnd(from)
    while p < end && buf(p) != '"' do
      val b = buf(p)
      if b == '\\' then
        escape(p)
        p = at
      else if b >= 0 then refuse("Illegal control character in string", p)
      else
        val code = utf8(p)
        p += (if code < 0x800 then 2 else if code < 0x10000 then 3 else 4)
      p = plainEnd(p)
    if p >= end then refuse(SourceBase.EndMessage, end)
    at = p + 1

  // ---- characters

  /** Exactly one UTF-16 unit; null is refused. */
  final def expectChar(): Char = readChar("Char value expected but empty string found in json")

  /** Boxed: null allowed. */
  final def expectCharacter(): java.lang.Character =
    if expectNull() then null.asInstanceOf[java.lang.Character]
    else java.lang.Character.valueOf(readChar("Character value expected but empty string found in json"))

  private def readChar(whenEmpty: String): Char =
    val b = peek()
    val start = at
    if b == 'n' && expectNull() then refuse("Char value cannot be null", start)
    if b != '"' then failFound("Expected a String value but got")
    val s = stringBody(start + 1)
    if s.length == 1 then s.charAt(0)
    else if s.isEmpty then refuse(whenEmpty, start)
    else refuse("Char value expected but more than one character found in json", start)

object Strings:
  /** Buffers above this are dropped after use. */
  private inline val MaxKept = 1 << 18

  /** Not 0 if one of the 8 bytes is a quote, a backslash, below 0x20 or above 0x7F; then the lowest 0x80 bit belongs to the first such byte
    * (borrows only run upwards).
    */
  inline def special(w: Long): Long =
    ((w - 0x2020202020202020L) | ((w ^ 0x2222222222222222L) - 0x0101010101010101L) |
      ((w ^ 0x5c5c5c5c5c5c5c5cL) - 0x0101010101010101L) | w) & 0x8080808080808080L

  def hexDigit(b: Int): Int =
    if b >= '0' && b <= '9' then b - '0'
    else
      val l = b | 0x20
      if l >= 'a' && l <= 'f' then l - 'a' + 10 else -1
