package co.blocke.scalajack
package json
package reading

import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable.ArrayBuffer

/** Where an error happened, as people want it. Made once per error that leaves the library, by looking at the input again; holds a clip of at
  * most 83 characters, never the input.
  */
final case class Location(pos: Int, line: Int, column: Int, path: String, clip: String, arrow: Int)

object Location:
  /** Where a document begins: in the buffer, and (bytes, whole lines, bytes of the line, path) in the stream that it is a part of. */
  private[reading] final case class Start(from: Int, offset: Long = 0, lines: Int = 0, columns: Int = 0, path: String = "")

  /** The place of `rawPos`, a position in `in.buf`. */
  private[reading] def of(in: SourceBase, rawPos: Int, start: Start): Location =
    val from = start.from
    val to = math.min(math.max(rawPos, from), in.end)
    val text = in.text
    val local = if text == null then to - from else unitsBefore(in.buf, from, to)
    val size = if text == null then in.end - from else text.nn.length
    def part(a: Int, b: Int): String =
      val s = if text == null then String(in.buf, from + a, b - a, UTF_8) else text.nn.substring(a, b)
      s.map(c => if c == '\n' || c == '\r' || c == '\t' then '~' else c)
    val (clip, arrow) =
      if local <= 50 then (if size < 80 then part(0, size) else part(0, 77) + "...", local)
      else if local + 30 >= size then ("..." + part(local - 49, size), 52)
      else ("..." + part(local - 49, local + 27) + "...", 52)
    var line = 1
    var lineStart = from
    var i = from
    while i < to do
      if in.buf(i) == '\n' then
        line += 1
        lineStart = i + 1
      i += 1
    val column =
      (if text == null then to - lineStart else unitsBefore(in.buf, lineStart, to)) + (if line == 1 then start.columns else 0) + 1
    val pos = math.min(start.offset + local, Int.MaxValue).toInt
    Location(pos, start.lines + line, column, start.path + path(in.buf, from, to, in.end), clip, arrow)

  /** UTF-16 units of the UTF-8 between two positions. */
  private def unitsBefore(buf: Array[Byte], from: Int, to: Int): Int =
    var n = 0
    var i = from
    while i < to do
      val b = buf(i) & 0xff
      if (b & 0xc0) != 0x80 then n += (if b >= 0xf0 then 2 else 1)
      i += 1
    n

  /** The character at a position; the replacement character where the bytes are none. */
  def charAt(buf: Array[Byte], p: Int, end: Int): String =
    if buf(p) >= 0 then buf(p).toChar.toString
    else
      val code = Utf8.decode(buf, p, end, surrogates = true)
      if code < 0 then "\ufffd" else String(Character.toChars(code))

  /** JSON pointer of the value that `to` lies in: the text before it is well formed as far as brackets and strings go. */
  private def path(buf: Array[Byte], from: Int, to: Int, end: Int): String =
    val steps = ArrayBuffer.empty[Step]
    var p = from
    while p < to do
      val b = buf(p)
      if steps.nonEmpty && b > ' ' && b != ':' && b != ',' then steps.last.touched()
      b match
        case '{'                         => steps += Step(isObject = true)
        case '['                         => steps += Step(isObject = false)
        case '}' | ']' if steps.nonEmpty => steps.remove(steps.length - 1)
        case ',' if steps.nonEmpty       => steps.last.next()
        case '"' =>
          val close = stringEnd(buf, p, to)
          if steps.nonEmpty && steps.last.wantsName && close < to then
            steps.last.named(p, close)
          p = close
        case _ => ()
      p += 1
    // what is said at the end of an object or array is said of all of it
    if steps.nonEmpty && to < end then steps.last.closedBy(buf(to))
    val sb = StringBuilder()
    steps.foreach(_.render(sb, buf))
    sb.result()

  /** The closing quote, or `to`. */
  private def stringEnd(buf: Array[Byte], quote: Int, to: Int): Int =
    var p = quote + 1
    while p < to && buf(p) != '"' do p += (if buf(p) == '\\' then 2 else 1)
    math.min(p, to)

  private def nameOf(buf: Array[Byte], quote: Int, close: Int): String =
    val in = JsonSource(java.util.Arrays.copyOfRange(buf, quote, close + 1))
    try in.requiredString()
    catch case _: JsonParseError => String(buf, quote + 1, close - quote - 1, UTF_8)

  /** One open container: the index or the name that is being read. */
  private final class Step(isObject: Boolean):
    private var nameFrom = -1 // its quote
    private var nameTo = 0
    private var index = 0
    private var hasValue = false
    private var isClosed = false

    def wantsName: Boolean = isObject && nameFrom < 0

    def named(quote: Int, close: Int): Unit =
      nameFrom = quote
      nameTo = close
      hasValue = false

    def touched(): Unit = hasValue = true

    def closedBy(b: Int): Unit =
      val atEnd = if isObject then b == '}' && hasValue else b == ']' && (hasValue || index == 0)
      if atEnd then isClosed = true

    def next(): Unit =
      nameFrom = -1
      index += 1
      hasValue = false

    def render(sb: StringBuilder, buf: Array[Byte]): Unit =
      if isClosed then ()
      else if !isObject then sb.append('/').append(index)
      else if nameFrom >= 0 then sb.append('/').append(nameOf(buf, nameFrom, nameTo).replace("~", "~0").replace("/", "~1"))
