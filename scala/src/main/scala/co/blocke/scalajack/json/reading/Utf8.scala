package co.blocke.scalajack
package json
package reading

/** UTF-8 both ways, one character at a time: the slow half of strings, and String input that is not ASCII. */
object Utf8:
  inline val Malformed = -1
  inline val Cut = -2

  /** The character of 2 to 4 bytes at `p`; Malformed, or Cut when a well-begun sequence meets the end. */
  def decode(buf: Array[Byte], p: Int, end: Int, surrogates: Boolean): Int =
    val b = buf(p) & 0xff
    val n = if b < 0xc2 then 0 else if b < 0xe0 then 1 else if b < 0xf0 then 2 else if b < 0xf5 then 3 else 0
    if n == 0 then Malformed
    else
      var code = b & (0x3f >> n)
      var i = 1
      while i <= n && p + i < end && (buf(p + i) & 0xc0) == 0x80 do
        code = (code << 6) | (buf(p + i) & 0x3f)
        i += 1
      if i <= n then if p + i >= end then Cut else Malformed
      else if n == 2 && code < 0x800 || n == 3 && (code < 0x10000 || code > 0x10ffff) then Malformed
      else if !surrogates && code >= 0xd800 && code <= 0xdfff then Malformed
      else code

  /** The bytes of `s` at `pos`, room for 3 bytes a unit given; lone surrogates become 3 bytes of their own. The position after. */
  def encode(s: String, from: Int, buf: Array[Byte], pos: Int): Int =
    var p = pos
    var i = from
    val n = s.length
    while i < n do
      val c = s.charAt(i)
      i += 1
      if c < 0x80 then
        buf(p) = c.toByte
        p += 1
      else if c < 0x800 then
        buf(p) = (0xc0 | c >> 6).toByte
        buf(p + 1) = (0x80 | c & 0x3f).toByte
        p += 2
      else if Character.isHighSurrogate(c) && i < n && Character.isLowSurrogate(s.charAt(i)) then
        put4(Character.toCodePoint(c, s.charAt(i)), buf, p)
        i += 1
        p += 4
      else
        buf(p) = (0xe0 | c >> 12).toByte
        buf(p + 1) = (0x80 | c >> 6 & 0x3f).toByte
        buf(p + 2) = (0x80 | c & 0x3f).toByte
        p += 3
    p

  private[json] def put4(code: Int, buf: Array[Byte], p: Int): Unit =
    buf(p) = (0xf0 | code >> 18).toByte
    buf(p + 1) = (0x80 | code >> 12 & 0x3f).toByte
    buf(p + 2) = (0x80 | code >> 6 & 0x3f).toByte
    buf(p + 3) = (0x80 | code & 0x3f).toByte
