package co.blocke.scalajack
package json
package writing

import java.net.{URI, URL}
import java.nio.charset.StandardCharsets
import java.time.*
import java.util.UUID

/** Writer of one JSON document.
  *
  * Two layers. Generated code uses the `put` methods (of the classes below this one): exact bytes, no commas. Hand-written codecs use
  * `startObject`, `label`, `value` and so on: here commas are taken care of. Where generated code calls a foreign codec it says `beforeForeign()`;
  * the public `encodeValue` of a generated codec begins with `beginValue()` and ends with `endValue()`, so that both kinds mix.
  */
final class JsonOutput extends Dates:
  /** Empty again, the buffer is kept. */
  def clear(): Unit =
    at = 0
    depth = 0
    ascii = true
    latin1 = true
    comma = false

  private[scalajack] def use(settings: JsonSettings): Unit =
    limits = settings
    maxDepth = settings.maxDepth

  /** The text so far. */
  def result: String =
    if ascii then Bytes.latin1(buf, 0, at)
    else if latin1 then narrowed
    else String(buf, 0, at, StandardCharsets.UTF_8)

  private var narrow: Array[Byte] = reading.SourceBase.empty

  /** The text when it is Latin-1: runs of ASCII are copied 8 bytes at a time, pairs become one byte. The decoder of the JDK takes it byte by byte. */
  private def narrowed: String =
    if narrow.length < at + 8 then narrow = new Array[Byte](buf.length + 8)
    val into = narrow
    val last = at - 8
    var p = 0
    var n = 0
    while p < at do
      var w = 0L
      while p <= last && { w = Bytes.getLong(buf, p); (w & 0x8080808080808080L) == 0 } do
        Bytes.putLong(into, n, w)
        p += 8
        n += 8
      // up to and with the next pair, or the tail
      while p < at && buf(p) >= 0 do
        into(n) = buf(p)
        p += 1
        n += 1
      if p < at then
        into(n) = (buf(p) << 6 | buf(p + 1) & 0x3f).toByte
        p += 2
        n += 1
    val s = Bytes.latin1(into, 0, n)
    if into.length > JsonOutput.MaxKept then narrow = reading.SourceBase.empty
    s

  def toBytes: Array[Byte] = java.util.Arrays.copyOf(buf, at)

  /** Generated code, before it calls a hand-written codec: no comma is due. */
  def beforeForeign(): Unit = comma = false

  /** First and last act of a codec's encodeValue. */
  def beginValue(): Unit =
    if comma then
      reserve(1)
      putByte(',')
  def endValue(): Unit = comma = true

  // ---- for hand-written codecs

  private var marked = 0
  private var markedComma = false

  /** Remembers the place; `revert` forgets what was written since. */
  def mark(): Unit =
    marked = at
    markedComma = comma
  def revert(): Unit =
    at = marked
    comma = markedComma

  def startObject(): Unit =
    beginValue()
    enter()
    reserve(1)
    putByte('{')
    comma = false

  def endObject(): Unit =
    leave()
    reserve(1)
    putByte('}')
    comma = true

  def startArray(): Unit =
    beginValue()
    enter()
    reserve(1)
    putByte('[')
    comma = false

  def endArray(): Unit =
    leave()
    reserve(1)
    putByte(']')
    comma = true

  def label(name: String): Unit =
    beginValue()
    putString(name)
    putByte(':')
    comma = false

  def burpNull(): Unit = { beginValue(); putNull(); comma = true }
  def rawJsonValue(json: String): Unit = { beginValue(); putRaw(json); comma = true }

  def value(x: String): Unit = { beginValue(); if limits.verbatim then putStringVerbatim(x) else putString(x); comma = true }
  def valueEscaped(x: String): Unit = { beginValue(); putString(x); comma = true }
  def value(x: Boolean): Unit = { beginValue(); putBoolean(x); comma = true }
  def value(x: Byte): Unit = { beginValue(); putInt(x); comma = true }
  def value(x: Short): Unit = { beginValue(); putInt(x); comma = true }
  def value(x: Int): Unit = { beginValue(); putInt(x); comma = true }
  def value(x: Long): Unit = { beginValue(); putLong(x); comma = true }
  def value(x: Float): Unit = { beginValue(); putFloat(x); comma = true }
  def value(x: Double): Unit = { beginValue(); putDouble(x); comma = true }
  def value(x: Char): Unit = { beginValue(); putChar(x); comma = true }
  def value(x: java.lang.Boolean): Unit = { beginValue(); putBoxed(x); comma = true }
  def value(x: java.lang.Number): Unit = { beginValue(); putNumber(x); comma = true }
  def value(x: java.lang.Character): Unit = { beginValue(); putBoxed(x); comma = true }
  def value(x: BigInt): Unit = { beginValue(); putBigInt(x); comma = true }
  def value(x: BigDecimal): Unit = { beginValue(); putBigDecimal(x); comma = true }
  def value(x: UUID): Unit = { beginValue(); putUUID(x); comma = true }
  def value(x: Duration): Unit = { beginValue(); putDuration(x); comma = true }
  def value(x: Instant): Unit = { beginValue(); putInstant(x); comma = true }
  def value(x: LocalDate): Unit = { beginValue(); putLocalDate(x); comma = true }
  def value(x: LocalDateTime): Unit = { beginValue(); putLocalDateTime(x); comma = true }
  def value(x: LocalTime): Unit = { beginValue(); putLocalTime(x); comma = true }
  def value(x: OffsetDateTime): Unit = { beginValue(); putOffsetDateTime(x); comma = true }
  def value(x: OffsetTime): Unit = { beginValue(); putOffsetTime(x); comma = true }
  def value(x: ZonedDateTime): Unit = { beginValue(); putZonedDateTime(x); comma = true }
  def value(x: Period): Unit = { beginValue(); putText(x); comma = true }
  def value(x: MonthDay): Unit = { beginValue(); putText(x); comma = true }
  def value(x: Year): Unit = { beginValue(); putText(x); comma = true }
  def value(x: YearMonth): Unit = { beginValue(); putText(x); comma = true }
  def value(x: ZoneId): Unit = { beginValue(); putText(x); comma = true }
  def value(x: URL): Unit = { beginValue(); putText(x); comma = true }
  def value(x: URI): Unit = { beginValue(); putText(x); comma = true }

  // ---- quoted, for keys and stringified numbers; strings are quoted anyway

  def valueStringified(x: Boolean): Unit = { beginValue(); putQuotedBoolean(x); comma = true }
  def valueStringified(x: Byte): Unit = { beginValue(); putQuotedInt(x); comma = true }
  def valueStringified(x: Short): Unit = { beginValue(); putQuotedInt(x); comma = true }
  def valueStringified(x: Int): Unit = { beginValue(); putQuotedInt(x); comma = true }
  def valueStringified(x: Long): Unit = { beginValue(); putQuotedLong(x); comma = true }
  def valueStringified(x: Float): Unit = { beginValue(); putQuotedFloat(x); comma = true }
  def valueStringified(x: Double): Unit = { beginValue(); putQuotedDouble(x); comma = true }
  def valueStringified(x: Char): Unit = value(x)
  def valueStringified(x: String): Unit = value(x)
  def valueStringified(x: BigInt): Unit = { beginValue(); putText(x); comma = true }
  def valueStringified(x: BigDecimal): Unit = { beginValue(); putText(x); comma = true }
  def valueStringified(x: java.lang.Number): Unit = { beginValue(); putQuotedNumber(x); comma = true }
  def valueStringified(x: java.lang.Boolean): Unit = { beginValue(); putText(x); comma = true }
  def valueStringified(x: java.lang.Character): Unit = value(x)
  def valueStringified(x: UUID): Unit = value(x)

object JsonOutput:
  /** Larger buffers are given back to the garbage collector. */
  private[writing] inline val MaxKept = 1 << 20

  def apply(): JsonOutput = new JsonOutput
