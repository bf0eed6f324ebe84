package co.blocke.scalajack
package json
package reading

import java.net.{URI, URL}
import java.time.*
import java.util.UUID

/** Quoted values: java.time, UUID, URL, URI. The usual forms are read by digits; whatever else goes to the parser of the JDK, whose exceptions
  * are part of the contract.
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
        case e: RuntimeException =>
          foreignAt = start
          throw e

  final def expectUUID(): UUID = expectStringWithFn(Dates.uuid)
  final def expectInstant(): Instant = expectStringWithFn(Instant.parse(_))
  final def expectDuration(): Duration = expectStringWithFn(Duration.parse(_))
  final def expectPeriod(): Period = expectStringWithFn(Period.parse(_))
  final def expectLocalDate(): LocalDate = expectStringWithFn(LocalDate.parse(_))
  final def expectLocalTime(): LocalTime = expectStringWithFn(LocalTime.parse(_))
  final def expectLocalDateTime(): LocalDateTime = expectStringWithFn(LocalDateTime.parse(_))
  final def expectOffsetDateTime(): OffsetDateTime = expectStringWithFn(OffsetDateTime.parse(_))
  final def expectOffsetTime(): OffsetTime = expectStringWithFn(OffsetTime.parse(_))
  final def expectZonedDateTime(): ZonedDateTime = expectStringWithFn(ZonedDateTime.parse(_))
  final def expectMonthDay(): MonthDay = expectStringWithFn(MonthDay.parse(_))
  final def expectYear(): Year = expectStringWithFn(Dates.year)
  final def expectYearMonth(): YearMonth = expectStringWithFn(YearMonth.parse(_))
  final def expectZoneId(): ZoneId = expectStringWithFn(ZoneId.of(_))
  final def expectZoneOffset(): ZoneOffset = expectStringWithFn(ZoneOffset.of(_))
  final def expectURI(): URI = expectStringWithFn(URI(_))
  final def expectURL(): URL = expectStringWithFn(URI(_).toURL)

object Dates:
  /** 36 characters; the short forms that UUID.fromString lets through are refused with its own exception. */
  def uuid(s: String): UUID =
    if s.length == 36 && s.charAt(8) == '-' && s.charAt(13) == '-' && s.charAt(18) == '-' && s.charAt(23) == '-' then UUID.fromString(s)
    else if s.count(_ == '-') == 4 && s.length <= 36 then throw IllegalArgumentException(s"Invalid UUID string: $s")
    else
      UUID.fromString(s)
      throw IllegalArgumentException(s"Invalid UUID string: $s")

  /** Year texts are not always what Year.parse takes: no plus sign is needed. */
  def year(s: String): Year =
    if s.length > 4 && s.length <= 10 && s.charAt(0) >= '1' && s.charAt(0) <= '9' && s.forall(c => c >= '0' && c <= '9') && s.toLong <= Year.MAX_VALUE
    then Year.of(s.toInt)
    else Year.parse(s)
