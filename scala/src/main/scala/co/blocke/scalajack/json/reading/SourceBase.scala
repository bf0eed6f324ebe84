package co.blocke.scalajack
package json
package reading

/** First step of reading: the bytes, the position in them, blanks, and errors.
  *
  * Every carrier ends here as a range of one byte array (`buf` from `pos` to `end`); String input has been turned into UTF-8 before. The classes
  * Fields, Strings, Integers, Doubles, Dates add one topic each by plain inheritance (not traits: fields and methods stay direct), JsonSource is
  * the last and the one that the world sees.
  */
abstract class SourceBase:
  private[scalajack] var buf: Array[Byte] = SourceBase.empty
  private[scalajack] var at: Int = 0
  private[scalajack] var end: Int = 0
  private[scalajack] var depth: Int = 0
  private[scalajack] var maxDepth: Int = 512
  private[scalajack] var limits: JsonSettings = JsonSettings.default

  /** The input when it is a String: errors count in its UTF-16 units, and lone surrogates in it are let through. */
  private[scalajack] var text: String | Null = null

  /** Start of the value whose text a parser of the JDK refused, else -1. */
  private[scalajack] var foreignAt: Int = -1

  private[scalajack] final def reset(b: Array[Byte], from: Int, to: Int, js: String | Null, settings: JsonSettings): Unit =
    buf = b
    at = from
    end = to
    text = js
    limits = settings
    maxDepth = settings.maxDepth
    depth = 0
    foreignAt = -1
    lists.clear()

  /** Elements of the lists that are being read. */
  final val lists: ListStack = new ListStack

  /** Position in the bytes of the source. */
  final def pos: Int = at

  /** Back (or forward) to a position that `pos` gave inside the same container. */
  final def revertToPos(p: Int): Unit = at = p

  /** Position and depth together, for readers that try one type and then another. */
  final def mark(): Long = (depth.toLong << 32) | at
  final def revert(m: Long): Unit =
    at = m.toInt
    depth = (m >>> 32).toInt
    foreignAt = -1

  // ---- blanks

  /** Skips blanks; the next byte, which stays, or 0 at the end. */
  final def peek(): Int =
    if at < end then
      val b = buf(at)
      if b > ' ' then b else peekSlow()
    else 0

  /** Blanks come as `\n` and a run of spaces in indented documents: the run is taken 8 at a time. */
  private def peekSlow(): Int =
    val buf = this.buf
    val end = this.end
    var p = at
    var go = true
    while go && p < end do
      buf(p) match
        case ' ' =>
          p += 1
          var w = 0L
          while p + 8 <= end && { w = Bytes.getLong(buf, p) ^ 0x2020202020202020L; w == 0 } do p += 8
          if p + 8 <= end then p += java.lang.Long.numberOfTrailingZeros(w) >> 3
        case '\n' | '\r' | '\t' => p += 1
        case _                  => go = false
    at = p
    if p < end then buf(p) else 0

  /** After the outermost value: blanks, then the end. */
  final def expectEnd(): Unit =
    peek()
    if at < end then fail(s"Unexpected text after the value: '${charHere()}'")

  // ---- depth

  final def enter(): Unit =
    depth += 1
    if depth > maxDepth then tooDeep()

  final def leave(): Unit = depth -= 1

  /** The bracket has been taken already. */
  private def tooDeep(): Nothing =
    depth -= 1
    throw JsonParseError(s"Nesting depth exceeds maximum of $maxDepth", at - 1)

  /** For collections under withMaxCollectionSize: called with the number of elements so far. */
  final def checkSize(n: Int): Unit =
    if n > limits.maxCollectionSize then fail(s"Collection size exceeds maximum of ${limits.maxCollectionSize}")

  // ---- errors, all cold

  /** Refuses the input at the current position; at the end of the input the message is always the same. */
  final def fail(msg: String): Nothing = failAt(msg, at)

  final def failAt(msg: String, p: Int): Nothing =
    throw if at >= end && p >= end then JsonParseError(SourceBase.EndMessage, end) else JsonParseError(msg, p)

  /** As failAt, also at the end of the input. */
  final def refuse(msg: String, p: Int): Nothing = throw JsonParseError(msg, p)

  /** The character at the position, of UTF-8. */
  private[scalajack] final def charHere(): String =
    if at >= end then "" else Location.charAt(buf, at, end)

  final def failFound(before: String): Nothing = fail(s"$before '${charHere()}'")

object SourceBase:
  private[scalajack] val empty = new Array[Byte](0)
  private[scalajack] inline val EndMessage = "Unexpected end of buffer"
