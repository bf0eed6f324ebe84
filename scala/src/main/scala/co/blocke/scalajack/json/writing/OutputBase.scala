package co.blocke.scalajack
package json
package writing

/** Bottom of the writer: one growing byte array, constants as words, strings with their escapes.
  *
  * The `put` methods of this class and its heirs write exactly what they are named after and know nothing of commas: generated code writes the
  * commas as part of its constants. Room: `reserve(n)` makes place for n bytes; every put method makes place for itself and leaves at least
  * `Slack` bytes free behind, except `putByte`, `putWord`, `putWords`, which take place that somebody has reserved. So generated code needs a
  * reserve only where more than `Slack` bytes of constants stand in a row.
  */
abstract class OutputBase:
  private[scalajack] var buf: Array[Byte] = new Array[Byte](1024)
  private[scalajack] var at: Int = 0
  private[scalajack] var limits: JsonSettings = JsonSettings.default
  private[scalajack] var depth: Int = 0
  private[scalajack] var maxDepth: Int = 512

  /** Whether everything so far is ASCII: then the text is made without decoding. */
  private[scalajack] var ascii: Boolean = true

  /** Whether no character so far is above 0xFF: then the text is Latin-1, and is made without the decoder of the JDK. */
  private[scalajack] var latin1: Boolean = true

  /** Whether a comma is due before the next value or label of the methods for hand-written codecs. */
  private[scalajack] var comma: Boolean = false

  final def reserve(n: Int): Unit =
    if buf.length - at < n + OutputBase.Slack then growBy(n + OutputBase.Slack)

  private def growBy(n: Int): Unit =
    val size = math.max(at.toLong + n, buf.length * 2L)
    if at.toLong + n > Int.MaxValue - 16 then throw JsonWriteError("JSON text exceeds 2 GiB")
    buf = java.util.Arrays.copyOf(buf, math.min(size, Int.MaxValue - 16).toInt)

  // ---- constants; room is there

  final def putByte(b: Int): Unit =
    buf(at) = b.toByte
    at += 1

  /** Up to 8 ASCII characters as a little-endian word ([[OutputWords]]). */
  final def putWord(len: Int, word: Long): Unit =
    Bytes.putLong(buf, at, word)
    at += len

  /** 9 to 16 ASCII characters. */
  final def putWords(len: Int, a: Long, b: Long): Unit =
    val p = at
    Bytes.putLong(buf, p, a)
    Bytes.putLong(buf, p + 8, b)
    at = p + len

  /** 17 to 24. */
  final def putWords(len: Int, a: Long, b: Long, c: Long): Unit =
    val p = at
    Bytes.putLong(buf, p, a)
    Bytes.putLong(buf, p + 8, b)
    Bytes.putLong(buf, p + 16, c)
    at = p + len

  /** 25 to 32. */
  final def putWords(len: Int, a: Long, b: Long, c: Long, d: Long): Unit =
    val p = at
    Bytes.putLong(buf, p, a)
    Bytes.putLong(buf, p + 8, b)
    Bytes.putLong(buf, p + 16, c)
    Bytes.putLong(buf, p + 24, d)
    at = p + len

  /** A longer ASCII constant. */
  final def putAscii(s: String): Unit =
    val n = s.length
    reserve(n)
    Bytes.lowBytes(s, 0, n, buf, at)
    at += n

  final def putNull(): Unit =
    reserve(8)
    putWord(4, 0x6c6c756eL)

  final def putBoolean(b: Boolean): Unit =
    reserve(8)
    if b then putWord(4, 0x65757274L) else putWord(5, 0x65736c6166L)

  /** Closes an object whose entries each left a comma behind. */
  final def closeEntries(): Unit =
    reserve(1)
    if buf(at - 1) == ',' then buf(at - 1) = '}' else putByte('}')

  // ---- strings

  /** A string value with its quotes, null for null. */
  final def putString(s: String): Unit =
    if s == null then putNull()
    else
      val n = s.length
      reserve(n + 8)
      val start = at
      buf(start) = '"'
      if OutputBase.copyPlain(s, n, buf, start + 1) then
        buf(start + n + 1) = '"'
        at = start + n + 2
      else putStringSlow(s)

  private def putStringSlow(s: String): Unit =
    reserve(Math.addExact(Math.multiplyExact(s.length, 3), 8))
    putByte('"')
    val escapeAll = limits.escapeNonAscii
    val n = s.length
    var i = 0
    while i < n do
      val c = s.charAt(i)
      i += 1
      if buf.length - at < (n - i) * 3 + 12 + OutputBase.Slack then reserve((n - i) * 3 + 12 + (n >> 2))
      if c < 0x80 then
        if c < ' ' || c == '"' || c == '\\' || c == 0x7f && escapeAll then putEscape(c) else putByte(c)
      else if escapeAll then putHex(c)
      else if c < 0x800 then
        putByte(0xc0 | c >> 6)
        putByte(0x80 | c & 0x3f)
        ascii = false
        if c > 0xff then latin1 = false
      else if !Character.isSurrogate(c) then
        putByte(0xe0 | c >> 12)
        putByte(0x80 | c >> 6 & 0x3f)
        putByte(0x80 | c & 0x3f)
        ascii = false
        latin1 = false
      else if Character.isHighSurrogate(c) && i < n && Character.isLowSurrogate(s.charAt(i)) then
        reading.Utf8.put4(Character.toCodePoint(c, s.charAt(i)), buf, at)
        at += 4
        i += 1
        ascii = false
        latin1 = false
      else putHex(c)
    putByte('"')
    reserve(0)

  private def putEscape(c: Char): Unit =
    val short = c match
      case '"'  => '"'
      case '\\' => '\\'
      case '\b' => 'b'
      case '\f' => 'f'
      case '\n' => 'n'
      case '\r' => 'r'
      case '\t' => 't'
      case _    => 0
    if short != 0 then
      putByte('\\')
      putByte(short)
    else putHex(c)

  private def putHex(c: Char): Unit =
    putByte('\\')
    putByte('u')
    putByte(OutputBase.hex(c >> 12))
    putByte(OutputBase.hex(c >> 8 & 15))
    putByte(OutputBase.hex(c >> 4 & 15))
    putByte(OutputBase.hex(c & 15))

  /** Between quotes as it is (suppressEscapedStrings), null for null. */
  final def putStringVerbatim(s: String): Unit =
    if s == null then putNull()
    else
      reserve(2)
      putByte('"')
      putRaw(s)
      putByte('"')

  /** Text as it is. */
  final def putRaw(s: String): Unit =
    val n = s.length
    if reading.Decoding.isAscii(s) then putAscii(s)
    else
      reserve(Math.multiplyExact(n, 3))
      at = reading.Utf8.encode(s, 0, buf, at)
      ascii = false
      latin1 = false

  // ---- depth

  final def enter(): Unit =
    depth += 1
    if depth > maxDepth then throw JsonWriteError(s"Nesting depth exceeds maximum of $maxDepth")

  final def leave(): Unit = depth -= 1

object OutputBase:
  /** Bytes that are free after every put method. */
  inline val Slack = 64

  private val hex: Array[Byte] = "0123456789abcdef".getBytes

  /** Copies the string if all of it is ASCII that needs no escape. */
  private def copyPlain(s: String, n: Int, buf: Array[Byte], from: Int): Boolean =
    var i = 0
    var c = 0
    while i < n && { c = s.charAt(i); c >= ' ' && c < 0x7f && c != '"' && c != '\\' } do
      buf(from + i) = c.toByte
      i += 1
    i == n

/** Constant pieces of text as the words that putWord and putWords take; run by the macro. */
object OutputWords:
  /** Words of 8 characters, the last one filled with zeros. */
  def words(ascii: String): List[Long] =
    ascii.grouped(8).map(_.foldRight(0L)((c, w) => (w << 8) | c)).toList
