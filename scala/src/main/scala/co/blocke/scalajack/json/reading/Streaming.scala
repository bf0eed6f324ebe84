package co.blocke.scalajack
package json
package reading

import java.io.InputStream
import java.util.NoSuchElementException

/** Documents read piece by piece from a stream: the elements of a root array, or the lines of NDJSON. In memory is one element (the window grows
  * to the largest one). Elements are found by counting brackets outside of strings, then read as documents of their own; errors count from the
  * beginning of the stream.
  */
object Streaming:
  def array[A](codec: JsonCodec[A], is: InputStream): Iterator[A] = new ArrayIterator(codec, Window(is))
  def lines[A](codec: JsonCodec[A], is: InputStream): Iterator[A] = new LineIterator(codec, Window(is))

  /** The bytes of a stream that are in memory: from `from` on not yet consumed, up to `to`. */
  private final class Window(is: InputStream):
    var buf = new Array[Byte](8192)
    var from = 0
    var to = 0

    /** Of the stream: bytes and lines before `buf(from)`, and the bytes of its line before it. */
    var offset = 0L
    var lines = 0
    var columns = 0
    private val source = new JsonSource

    /** One more chunk; false at the end of the stream. */
    def more(): Boolean =
      if from > 0 then
        System.arraycopy(buf, from, buf, 0, to - from)
        to -= from
        from = 0
      if to == buf.length then buf = java.util.Arrays.copyOf(buf, math.min(buf.length * 2L, Int.MaxValue - 16).toInt)
      val n = is.read(buf, to, buf.length - to)
      if n > 0 then to += n
      n >= 0

    /** Whether the byte `i` after `from` is there, reading more if it must. */
    def has(i: Int): Boolean =
      while from + i >= to do if !more() then return false
      true

    def consume(n: Int): Unit =
      var i = from
      while i < from + n do
        if buf(i) == '\n' then
          lines += 1
          columns = 0
        else columns += 1
        i += 1
      offset += n
      from += n

    /** Reads the next n bytes as a document and consumes them, also when it is refused. */
    def read[A](codec: JsonCodec[A], n: Int, path: String): A =
      source.reset(buf, from, from + n, null, codec.settings)
      try
        val x = codec.decodeValue(source)
        source.expectEnd()
        x
      catch
        case e: Exception =>
          throw Decoding.completed(e, source, Location.Start(from, offset, lines, columns, path))
      finally
        source.reset(SourceBase.empty, 0, 0, null, JsonSettings.default)
        consume(n)

    def fail(msg: String, path: String): Nothing =
      source.reset(buf, from, to, null, JsonSettings.default)
      val text = if from >= to then SourceBase.EndMessage else msg
      throw Decoding.completed(JsonParseError(text, from), source, Location.Start(from, offset, lines, columns, path))

    /** Consumes blanks; the next byte, 0 at the end of the stream. */
    def peek(): Int =
      var b = 0
      while has(0) && { b = buf(from); b == ' ' || b == '\n' || b == '\r' || b == '\t' } do consume(1)
      if from < to then b else 0

    /** Length of the value that begins at `from`, as brackets and quotes go; up to the end of the stream if it is cut off. */
    def valueLength(): Int =
      val first = buf(from)
      if first == '"' then stringEnd(0)
      else if first == '{' || first == '[' then bracketsEnd()
      else
        var i = 0
        while has(i) && { val b = buf(from + i); b > ' ' && b != ',' && b != ']' && b != '}' } do i += 1
        i

    private def stringEnd(quote: Int): Int =
      var i = quote + 1
      while has(i) && buf(from + i) != '"' do i += (if buf(from + i) == '\\' then 2 else 1)
      math.min(i + 1, to - from)

    private def bracketsEnd(): Int =
      var depth = 0
      var i = 0
      var go = true
      while go && has(i) do
        buf(from + i) match
          case '"' => i = stringEnd(i)
          case '{' | '[' =>
            depth += 1
            i += 1
          case '}' | ']' =>
            depth -= 1
            i += 1
            go = depth > 0
          case _ => i += 1
      math.min(i, to - from)

    /** Length of the line without its line feed. */
    def lineLength(): Int =
      var i = 0
      while has(i) && buf(from + i) != '\n' do i += 1
      i

  private final class ArrayIterator[A](codec: JsonCodec[A], in: Window) extends Iterator[A]:
    private var index = -1 // before the bracket
    private var ready = false
    private var done = false

    def hasNext: Boolean =
      if !ready && !done then advance()
      ready

    def next(): A =
      if !hasNext then throw NoSuchElementException("end of the array")
      ready = false
      // where no value begins, the byte that stands there is shown to the codec
      val n = math.max(1, in.valueLength())
      val path = s"/$index"
      index += 1
      in.read(codec, n, path)

    private def advance(): Unit =
      try
        if index < 0 then
          if in.peek() != '[' then in.fail("Expected '[' here", "")
          in.consume(1)
          index = 0
          if in.peek() == ']' then close() else ready = in.peek() != 0 || in.fail("", "")
        else
          in.peek() match
            case ',' =>
              in.consume(1)
              in.peek()
              ready = true
              if in.from >= in.to then in.fail("", "")
            case ']' => close()
            case b   => in.fail(s"Expected ',' or ']' got '${(b & 0xff).toChar}'", "")
      catch
        case e: JsonParseError =>
          done = true
          ready = false
          throw e

    private def close(): Unit =
      in.consume(1)
      done = true
      if in.peek() != 0 || in.from < in.to then in.fail("Unexpected text after the value", "")

  private final class LineIterator[A](codec: JsonCodec[A], in: Window) extends Iterator[A]:
    def hasNext: Boolean =
      in.peek()
      in.from < in.to

    def next(): A =
      if !hasNext then throw NoSuchElementException("end of the stream")
      in.read(codec, in.lineLength(), "")
