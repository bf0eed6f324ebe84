package co.blocke.scalajack
package json
package writing

import java.time.*
import java.time.format.DateTimeFormatter
import java.util.UUID

/** Quoted values by direct digits: java.time and UUID; null for null. */
abstract class Dates extends Numbers:
  final def putUUID(x: UUID): Unit = putText(x)
  final def putInstant(x: Instant): Unit = putText(x)
  final def putDuration(x: Duration): Unit = putText(x)
  final def putLocalDate(x: LocalDate): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_LOCAL_DATE.format(x))
  final def putLocalTime(x: LocalTime): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_LOCAL_TIME.format(x))
  final def putLocalDateTime(x: LocalDateTime): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(x))
  final def putOffsetDateTime(x: OffsetDateTime): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(x))
  final def putOffsetTime(x: OffsetTime): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_OFFSET_TIME.format(x))
  final def putZonedDateTime(x: ZonedDateTime): Unit = if x == null then putNull() else putString(DateTimeFormatter.ISO_ZONED_DATE_TIME.format(x))
