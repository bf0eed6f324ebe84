package co.blocke.scalajack
package json
package reading

import java.net.{URI, URL}
import java.time.*
import java.util.UUID

/** Quoted values: java.time, UUID, URL, URI. The usual forms are read by their digits straight from the bytes; whatever else, also every wrong
  * text, goes as a String to the parser of the JDK, whose exceptions are part of the contract.
  */
abstract class Dates extends Doubles:
  /** Reads a string and hands it to `f`; null for null. Exceptions of `f` are given the position of the value. */
  final def expectStringWithFn[T](f: String => T): T =
    peek()
    val start = at
    val s = expectString()
    if s == null then null.asInstanceOf[T]
    else
      try f(s)
      catch
        case e: ParseError => throw e
        case e: Exception =>
          foreignAt = start
          throw e

  // ---- parts; each begins at a byte and leaves the byte after it in `next`, or fails with a negative result

  private var next = 0

  /** Two digits, or something far below zero. */
  private def two(p: Int): Int =
    val a = buf(p) - '0'
    val b = buf(p + 1) - '0'
    if a < 0 || a > 9 || b < 0 || b > 9 then -100000 else a * 10 + b

  /** `yyyy-MM-dd` of a day that exists: year, month and day in one Int. */
  private def date(p: Int): Int =
    if p + 10 >= end then -1
    else
      val year = two(p) * 100 + two(p + 2)
      val month = two(p + 5)
      val day = two(p + 8)
      if year < 0 || buf(p + 4) != '-' || buf(p + 7) != '-' || month < 1 || month > 12 || day < 1 || day > Dates.daysOf(year, month) then -1
      else
        next = p + 10
        year << 9 | month << 5 | day

  private def localDate(d: Int): LocalDate = LocalDate.of(d >> 9, d >> 5 & 15, d & 31)

  /** `HH:mm`, `HH:mm:ss`, and up to nine digits of a fraction: nanoseconds of the day. */
  private def time(p: Int): Long =
    if p + 6 >= end then -1
    else
      val hour = two(p)
      val minute = two(p + 3)
      if hour < 0 || hour > 23 || minute < 0 || minute > 59 || buf(p + 2) != ':' then -1
      else
        next = p + 5
        val minutes = hour * 60L + minute
        if buf(p + 5) == ':' then seconds(p + 6, minutes) else minutes * 60000000000L

  private def seconds(p: Int, minutes: Long): Long =
    if p + 2 >= end then -1
    else
      val second = two(p)
      if second < 0 || second > 59 then -1
      else
        next = p + 2
        (minutes * 60 + second) * 1000000000L + (if buf(p + 2) == '.' then fraction(p + 3) else 0)

  /** One to nine digits as nanoseconds; none or more is far below zero. */
  private def fraction(from: Int): Long =
    var p = from
    var x = 0L
    var b = 0
    while p < end && p - from < 10 && { b = buf(p) - '0'; b >= 0 && b <= 9 } do
      x = x * 10 + b
      p += 1
    val n = p - from
    next = p
    if n == 0 || n > 9 then Long.MinValue / 2 else x * PowersOfTen.whole(9 - n)

  /** `Z`, `+HH:mm` or `+HH:mm:ss` as seconds; NoOffset if it is anything else. */
  private def offset(p: Int): Int =
    if p >= end then Dates.NoOffset
    else if buf(p) == 'Z' then
      next = p + 1
      0
    else if buf(p) != '+' && buf(p) != '-' || p + 6 >= end then Dates.NoOffset
    else
      val hour = two(p + 1)
      val minute = two(p + 4)
      if hour < 0 || hour > 17 || minute < 0 || minute > 59 || buf(p + 3) != ':' then Dates.NoOffset
      else
        val sec = if buf(p + 6) == ':' then (if p + 9 < end then two(p + 7) else -1) else 0
        if sec < 0 || sec > 59 then Dates.NoOffset
        else
          next = if buf(p + 6) == ':' then p + 9 else p + 6
          val total = hour * 3600 + minute * 60 + sec
          if buf(p) == '-' then -total else total

  private def zone(seconds: Int): ZoneOffset =
    if seconds % 900 == 0 then Dates.offsets(seconds / 900 + 72) else ZoneOffset.ofTotalSeconds(seconds)

  /** Whether the quote stands at `next`: then the value is taken. */
  private def closed(): Boolean =
    if next < end && buf(next) == '"' then
      at = next + 1
      true
    else false

  private def isAt(p: Int, b: Char): Boolean = p < end && buf(p) == b

  // ---- values

  final def expectLocalDate(): LocalDate =
    if peek() == '"' then
      val d = date(at + 1)
      if d >= 0 && closed() then localDate(d) else expectStringWithFn(LocalDate.parse(_))
    else expectStringWithFn(LocalDate.parse(_))

  final def expectLocalTime(): LocalTime =
    if peek() == '"' then
      val t = time(at + 1)
      if t >= 0 && closed() then LocalTime.ofNanoOfDay(t) else expectStringWithFn(LocalTime.parse(_))
    else expectStringWithFn(LocalTime.parse(_))

  /** Date, `T`, time at the quote: the date, with the time in `nanos`; negative if that is not what stands there. */
  private def dateTime(): Int =
    if peek() != '"' then -1
    else
      val d = date(at + 1)
      if d < 0 || !isAt(next, 'T') then -1
      else
        nanos = time(next + 1)
        if nanos < 0 then -1 else d

  private var nanos = 0L

  private def localDateTime(d: Int): LocalDateTime = LocalDateTime.of(localDate(d), LocalTime.ofNanoOfDay(nanos))

  final def expectLocalDateTime(): LocalDateTime =
    val d = dateTime()
    if d >= 0 && closed() then localDateTime(d) else expectStringWithFn(LocalDateTime.parse(_))

  final def expectOffsetDateTime(): OffsetDateTime =
    val d = dateTime()
    val o = if d >= 0 then offset(next) else Dates.NoOffset
    if o != Dates.NoOffset && closed() then OffsetDateTime.of(localDateTime(d), zone(o)) else expectStringWithFn(OffsetDateTime.parse(_))

  final def expectOffsetTime(): OffsetTime =
    val t = if peek() == '"' then time(at + 1) else -1
    val o = if t >= 0 then offset(next) else Dates.NoOffset
    if o != Dates.NoOffset && closed() then OffsetTime.of(LocalTime.ofNanoOfDay(t), zone(o)) else expectStringWithFn(OffsetTime.parse(_))

  final def expectInstant(): Instant =
    val d = dateTime()
    if d >= 0 && isAt(next, 'Z') && isAt(next + 1, '"') then
      at = next + 2
      val second = nanos / 1000000000L
      Instant.ofEpochSecond(Dates.epochDay(d >> 9, d >> 5 & 15, d & 31) * 86400L + second, nanos - second * 1000000000L)
    else expectStringWithFn(Instant.parse(_))

  /** With a region in brackets the offset only chooses between the two hours of autumn. */
  final def expectZonedDateTime(): ZonedDateTime =
    val d = dateTime()
    val o = if d >= 0 then offset(next) else Dates.NoOffset
    if o != Dates.NoOffset && closed() then ZonedDateTime.of(localDateTime(d), zone(o))
    else if o != Dates.NoOffset && isAt(next, '[') then region(d, o)
    else expectStringWithFn(ZonedDateTime.parse(_))

  private def region(d: Int, o: Int): ZonedDateTime =
    val from = next + 1
    var p = from
    while p < end && buf(p) > ' ' && buf(p) != ']' && buf(p) != '"' && buf(p) != '\\' do p += 1
    next = p + 1
    val id = if isAt(p, ']') && isAt(next, '"') then zoneId(from, p - from) else null
    if id == null then expectStringWithFn(ZonedDateTime.parse(_))
    else
      at = next + 1
      ZonedDateTime.ofInstant(localDateTime(d), zone(o), id)

  private var lastZone: ZoneId | Null = null

  /** The zone of a name, or null; the last one is remembered, for documents have few. */
  private def zoneId(from: Int, len: Int): ZoneId | Null =
    val last = lastZone
    if last != null && stands(last.getId, from, len) then last
    else
      try
        lastZone = ZoneId.of(Bytes.latin1(buf, from, len))
        lastZone
      catch case _: DateTimeException => null

  private def stands(name: String, from: Int, len: Int): Boolean =
    name.length == len && {
      var i = 0
      while i < len && buf(from + i) == name.charAt(i) do i += 1
      i == len
    }

  /** `PT`, then hours, minutes, seconds, without signs; other forms by the JDK. */
  final def expectDuration(): Duration =
    if peek() == '"' && at + 4 < end && buf(at + 1) == 'P' && buf(at + 2) == 'T' then
      val seconds = durationSeconds(at + 3)
      if seconds >= 0 && closed() then Duration.ofSeconds(seconds, nanos) else expectStringWithFn(Duration.parse(_))
    else expectStringWithFn(Duration.parse(_))

  private def durationSeconds(from: Int): Long =
    var p = from
    var total = 0L
    var unit = 0 // what came last: 1 hours, 2 minutes, 3 seconds
    nanos = 0
    while p < end && buf(p) != '"' do
      var x = 0L
      val digits = p
      while p < end && p - digits < 12 && buf(p) >= '0' && buf(p) <= '9' do
        x = x * 10 + (buf(p) - '0')
        p += 1
      if p == digits || p >= end then return -1
      buf(p) match
        case 'H' if unit < 1 =>
          unit = 1
          total += x * 3600
        case 'M' if unit < 2 =>
          unit = 2
          total += x * 60
        case 'S' if unit < 3 =>
          unit = 3
          total += x
        case '.' if unit < 3 =>
          nanos = fraction(p + 1)
          p = next
          if nanos < 0 || !isAt(p, 'S') then return -1
          unit = 3
          total += x
        case _ => return -1
      p += 1
    next = p
    if unit == 0 then -1 else total

  /** 32 hex digits, 8 at a time. */
  final def expectUUID(): UUID =
    if peek() == '"' && isAt(at + 37, '"') then
      val p = at + 1
      val a = Bytes.getLong(buf, p)
      val b = Dates.joined(Bytes.getInt(buf, p + 9), Bytes.getInt(buf, p + 14))
      val c = Dates.joined(Bytes.getInt(buf, p + 19), Bytes.getInt(buf, p + 24))
      val d = Bytes.getLong(buf, p + 28)
      val dashes = buf(p + 8) == '-' && buf(p + 13) == '-' && buf(p + 18) == '-' && buf(p + 23) == '-'
      if dashes && (Dates.notHex(a) | Dates.notHex(b) | Dates.notHex(c) | Dates.notHex(d)) == 0 then
        at = p + 37
        UUID(Dates.hex(a) << 32 | Dates.hex(b), Dates.hex(c) << 32 | Dates.hex(d))
      else expectStringWithFn(Dates.uuid)
    else expectStringWithFn(Dates.uuid)

  final def expectPeriod(): Period = expectStringWithFn(Period.parse(_))
  final def expectMonthDay(): MonthDay = expectStringWithFn(MonthDay.parse(_))
  final def expectYear(): Year = expectStringWithFn(Dates.year)
  final def expectYearMonth(): YearMonth = expectStringWithFn(YearMonth.parse(_))
  final def expectZoneId(): ZoneId = expectStringWithFn(ZoneId.of(_))
  final def expectZoneOffset(): ZoneOffset = expectStringWithFn(ZoneOffset.of(_))
  final def expectURI(): URI = expectStringWithFn(URI(_))
  final def expectURL(): URL = expectStringWithFn(URI(_).toURL)

object Dates:
  private inline val NoOffset = Int.MinValue

  /** Offsets of whole quarters of an hour, from -18 hours on; the cache of the JDK is asked with a boxed number. */
  private val offsets: Array[ZoneOffset] = Array.tabulate(145)(i => ZoneOffset.ofTotalSeconds((i - 72) * 900))

  private inline def joined(first: Int, second: Int): Long = (first & 0xffffffffL) | second.toLong << 32

  /** Not 0 if one of the 8 bytes is no hex digit of either case. */
  private inline def notHex(w: Long): Long =
    val digit = w ^ 0x3030303030303030L // 0 to 9
    val letter = (w | 0x2020202020202020L) ^ 0x6060606060606060L // 1 to 6
    val noDigit = (digit & 0x7f7f7f7f7f7f7f7fL) + 0x7676767676767676L
    val low = letter & 0x7f7f7f7f7f7f7f7fL
    val noLetter = (low + 0x7979797979797979L) | ~(low + 0x7f7f7f7f7f7f7f7fL)
    (w | noDigit & noLetter) & 0x8080808080808080L

  /** The value of 8 hex digits: of each its four bits, then pairs, fours and all eight. */
  private inline def hex(w: Long): Long =
    val d = (w & 0x0f0f0f0f0f0f0f0fL) + ((w >>> 6) & 0x0101010101010101L) * 9
    val ones = java.lang.Long.reverseBytes(d)
    val twos = (ones | ones >>> 4) & 0x00ff00ff00ff00ffL
    val fours = (twos | twos >>> 8) & 0x0000ffff0000ffffL
    (fours | fours >>> 16) & 0xffffffffL

  private def daysOf(year: Int, month: Int): Int =
    if month == 2 then if (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0) then 29 else 28
    else 30 + ((month + (month >> 3)) & 1)

  /** Days since 1970-01-01 of years 0 to 9999 (years are counted from March, so that the leap day is the last). */
  private def epochDay(year: Int, month: Int, day: Int): Long =
    val y = if month <= 2 then year - 1 else year
    val era = Math.floorDiv(y, 400)
    val ofEra = y - era * 400
    val ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    era * 146097L + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468

  /** 36 characters; the short forms that UUID.fromString lets through are refused with its own exception. */
  def uuid(s: String): UUID =
    val x = UUID.fromString(s)
    if s.length == 36 && x.toString.equalsIgnoreCase(s) then x
    else throw IllegalArgumentException(s"Invalid UUID string: $s")

  /** Year texts are not always what Year.parse takes: no plus sign is needed. */
  def year(s: String): Year =
    if s.length > 4 && s.length <= 9 && s.charAt(0) != '0' && s.forall(c => c >= '0' && c <= '9') then Year.of(s.toInt)
    else Year.parse(s)
