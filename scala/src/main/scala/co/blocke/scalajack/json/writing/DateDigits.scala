package co.blocke.scalajack
package json
package writing

import java.time.*

/** Parts of dates and times as digits in a byte array; each gives the position after it. Callers give the room. */
private[writing] object DateDigits:
  /** Four hex digits of the low 16 bits. */
  def hex4(buf: Array[Byte], p: Int, x: Int): Unit =
    Bytes.putShort(buf, p, Pairs.hex(x >> 8))
    Bytes.putShort(buf, p + 2, Pairs.hex(x))

  def date(buf: Array[Byte], pos: Int, year: Int, month: Int, day: Int): Int =
    val p = putYear(buf, pos, year)
    buf(p) = '-'
    Digits.putTwo(buf, p + 1, month)
    buf(p + 3) = '-'
    Digits.putTwo(buf, p + 4, day)
    p + 6

  /** At least four digits; a sign before BC years and those of five digits and more. */
  private def putYear(buf: Array[Byte], pos: Int, year: Int): Int =
    if year >= 0 && year <= 9999 then
      Digits.putTwo(buf, pos, year / 100)
      Digits.putTwo(buf, pos + 2, year % 100)
      pos + 4
    else
      buf(pos) = if year < 0 then '-' else '+'
      val n = math.max(4, Digits.count(math.abs(year)))
      Digits.putPadded(buf, pos + 1, math.abs(year), n)
      pos + 1 + n

  /** The date of a day since 1970-01-01 (years from March on, eras of 400). */
  def epochDate(buf: Array[Byte], p: Int, epochDay: Long): Int =
    val z = epochDay + 719468
    val era = Math.floorDiv(z, 146097L)
    val ofEra = (z - era * 146097).toInt
    val yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36524 - ofEra / 146096) / 365
    val ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    val shifted = (5 * ofYear + 2) / 153
    val day = ofYear - (153 * shifted + 2) / 5 + 1
    val month = if shifted < 10 then shifted + 3 else shifted - 9
    val year = (yearOfEra + era * 400).toInt + (if month <= 2 then 1 else 0)
    date(buf, p, year, month, day)

  /** `HH:mm:ss` of a second of the day. */
  def clock(buf: Array[Byte], p: Int, second: Int): Int =
    val minute = second / 60
    hms(buf, p, minute / 60, minute % 60, second % 60)

  private def hms(buf: Array[Byte], p: Int, hour: Int, minute: Int, second: Int): Int =
    Digits.putTwo(buf, p, hour)
    buf(p + 2) = ':'
    Digits.putTwo(buf, p + 3, minute)
    buf(p + 5) = ':'
    Digits.putTwo(buf, p + 6, second)
    p + 8

  def time(buf: Array[Byte], p: Int, x: LocalTime): Int =
    fraction(buf, hms(buf, p, x.getHour, x.getMinute, x.getSecond), x.getNano)

  def dateTime(buf: Array[Byte], p: Int, x: LocalDateTime): Int =
    val q = date(buf, p, x.getYear, x.getMonthValue, x.getDayOfMonth)
    buf(q) = 'T'
    fraction(buf, hms(buf, q + 1, x.getHour, x.getMinute, x.getSecond), x.getNano)

  /** Point and nanoseconds without zeros at the end; nothing for 0. */
  def fraction(buf: Array[Byte], p: Int, nano: Int): Int =
    if nano == 0 then p
    else
      var end = groups(buf, p, nano)
      while buf(end - 1) == '0' do end -= 1
      end

  /** Point and 3, 6 or 9 digits; nothing for 0. */
  def groups(buf: Array[Byte], p: Int, nano: Int): Int =
    if nano == 0 then p
    else
      buf(p) = '.'
      if nano % 1000000 == 0 then
        val milli = nano / 1000000
        val tenths = milli / 100
        buf(p + 1) = ('0' + tenths).toByte
        Digits.putTwo(buf, p + 2, milli - tenths * 100)
        p + 4
      else if nano % 1000 == 0 then
        Digits.putPadded(buf, p + 1, nano / 1000, 6)
        p + 7
      else
        Digits.putPadded(buf, p + 1, nano, 9)
        p + 10

  def offset(buf: Array[Byte], p: Int, x: ZoneOffset): Int =
    val total = x.getTotalSeconds
    if total == 0 then
      buf(p) = 'Z'
      p + 1
    else
      val size = math.abs(total)
      buf(p) = if total < 0 then '-' else '+'
      Digits.putTwo(buf, p + 1, size / 3600)
      buf(p + 3) = ':'
      Digits.putTwo(buf, p + 4, size / 60 % 60)
      if size % 60 == 0 then p + 6
      else
        buf(p + 6) = ':'
        Digits.putTwo(buf, p + 7, size % 60)
        p + 9

  /** As Duration.toString: hours, minutes and seconds carry the sign each. */
  def duration(buf: Array[Byte], pos: Int, seconds: Long, nano: Int): Int =
    buf(pos) = 'P'
    buf(pos + 1) = 'T'
    var p = pos + 2
    // towards zero: -1 s + 1 ns has no whole second
    val whole = if seconds < 0 && nano > 0 then seconds + 1 else seconds
    val hours = whole / 3600
    val minutes = (whole % 3600 / 60).toInt
    val secs = (whole % 60).toInt
    if hours != 0 then
      p = Digits.putLong(buf, p, hours)
      buf(p) = 'H'
      p += 1
    if minutes != 0 then
      p = Digits.putLong(buf, p, minutes)
      buf(p) = 'M'
      p += 1
    if secs == 0 && nano == 0 && p > pos + 2 then p
    else
      if seconds < 0 && nano > 0 && secs == 0 then
        buf(p) = '-'
        buf(p + 1) = '0'
        p += 2
      else p = Digits.putLong(buf, p, secs)
      p = fraction(buf, p, if seconds < 0 && nano > 0 then 1000000000 - nano else nano)
      buf(p) = 'S'
      p + 1
