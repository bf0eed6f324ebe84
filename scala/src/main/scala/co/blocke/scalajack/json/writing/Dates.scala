package co.blocke.scalajack
package json
package writing

import java.time.*
import java.util.UUID

/** Quoted values by direct digits: java.time and UUID; null for null. The texts are those of the ISO formatters (seconds always, a fraction as
  * short as it can be), of `toString` for Instant (fraction in groups of three) and Duration, whatever the JDK.
  */
abstract class Dates extends Numbers:
  private inline def quoted(inline room: Int)(inline body: Int => Int): Unit =
    reserve(room)
    val p = at
    buf(p) = '"'
    val q = body(p + 1)
    buf(q) = '"'
    at = q + 1

  final def putUUID(x: UUID): Unit =
    if x == null then putNull()
    else
      quoted(40) { p =>
        val high = x.getMostSignificantBits
        val low = x.getLeastSignificantBits
        DateDigits.hex4(buf, p, (high >>> 48).toInt)
        DateDigits.hex4(buf, p + 4, (high >>> 32).toInt)
        buf(p + 8) = '-'
        DateDigits.hex4(buf, p + 9, (high >>> 16).toInt)
        buf(p + 13) = '-'
        DateDigits.hex4(buf, p + 14, high.toInt)
        buf(p + 18) = '-'
        DateDigits.hex4(buf, p + 19, (low >>> 48).toInt)
        buf(p + 23) = '-'
        DateDigits.hex4(buf, p + 24, (low >>> 32).toInt)
        DateDigits.hex4(buf, p + 28, (low >>> 16).toInt)
        DateDigits.hex4(buf, p + 32, low.toInt)
        p + 36
      }

  final def putLocalDate(x: LocalDate): Unit =
    if x == null then putNull() else quoted(16)(p => DateDigits.date(buf, p, x.getYear, x.getMonthValue, x.getDayOfMonth))

  final def putLocalTime(x: LocalTime): Unit =
    if x == null then putNull() else quoted(24)(p => DateDigits.time(buf, p, x))

  final def putLocalDateTime(x: LocalDateTime): Unit =
    if x == null then putNull() else quoted(40)(p => DateDigits.dateTime(buf, p, x))

  final def putOffsetDateTime(x: OffsetDateTime): Unit =
    if x == null then putNull() else quoted(56)(p => DateDigits.offset(buf, DateDigits.dateTime(buf, p, x.toLocalDateTime), x.getOffset))

  final def putOffsetTime(x: OffsetTime): Unit =
    if x == null then putNull() else quoted(32)(p => DateDigits.offset(buf, DateDigits.time(buf, p, x.toLocalTime), x.getOffset))

  final def putZonedDateTime(x: ZonedDateTime): Unit =
    if x == null then putNull()
    else
      val region = if x.getZone eq x.getOffset then "" else x.getZone.getId
      quoted(64 + region.length) { p =>
        val q = DateDigits.offset(buf, DateDigits.dateTime(buf, p, x.toLocalDateTime), x.getOffset)
        if region.isEmpty then q
        else
          buf(q) = '['
          Bytes.lowBytes(region, 0, region.length, buf, q + 1)
          buf(q + 1 + region.length) = ']'
          q + region.length + 2
      }

  final def putInstant(x: Instant): Unit =
    if x == null then putNull()
    else
      quoted(48) { p =>
        val second = x.getEpochSecond
        val day = Math.floorDiv(second, 86400L)
        val q = DateDigits.epochDate(buf, p, day)
        buf(q) = 'T'
        val r = DateDigits.clock(buf, q + 1, (second - day * 86400L).toInt)
        val s = DateDigits.groups(buf, r, x.getNano)
        buf(s) = 'Z'
        s + 1
      }

  final def putDuration(x: Duration): Unit =
    if x == null then putNull() else quoted(48)(p => DateDigits.duration(buf, p, x.getSeconds, x.getNano))
