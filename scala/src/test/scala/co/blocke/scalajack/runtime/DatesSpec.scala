package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.JsonCodec
import co.blocke.scalajack.json.reading.{Decoding, JsonSource}
import co.blocke.scalajack.json.writing.JsonOutput

import java.net.{URI, URL}
import java.time.*
import java.time.format.DateTimeFormatter as F
import java.util.{SplittableRandom, UUID}

/** Quoted types: the text of the JDK's formatters, every text that the JDK's parsers take, and their exceptions. */
class DatesSpec extends munit.FunSuite:
  private val rnd = SplittableRandom(7)

  private def nano: Int = rnd.nextInt(5) match
    case 0 => 0
    case 1 => rnd.nextInt(1000) * 1000000
    case 2 => rnd.nextInt(1000000) * 1000
    case _ => rnd.nextInt(1000000000)
  private def day: LocalDate = rnd.nextInt(8) match
    case 0 => LocalDate.ofEpochDay(rnd.nextLong(-365243219162L, 365241780472L))
    case 1 => LocalDate.of(2000 + rnd.nextInt(30), 2, 28).plusDays(rnd.nextInt(3))
    case _ => LocalDate.ofEpochDay(rnd.nextInt(-719528, 2932897))
  private def clock: LocalTime = LocalTime.of(rnd.nextInt(24), rnd.nextInt(60), if rnd.nextBoolean() then 0 else rnd.nextInt(60), nano)
  private def offset: ZoneOffset = rnd.nextInt(3) match
    case 0 => ZoneOffset.UTC
    case 1 => ZoneOffset.ofTotalSeconds(rnd.nextInt(-64800, 64801) / 900 * 900)
    case _ => ZoneOffset.ofTotalSeconds(rnd.nextInt(-64800, 64801))
  private val zones = List("Europe/Paris", "America/New_York", "Asia/Tokyo", "UTC", "GMT+1", "Z", "+02:00").map(ZoneId.of)

  private case class Kind[A](name: String, make: () => A, text: A => String, codec: JsonCodec[A])

  private def kind[A](name: String, make: => A, text: A => String)(read: JsonSource => A)(write: (JsonOutput, A) => Unit) =
    Kind[A](name, () => make, text, codec(read)(write))

  private val kinds: List[Kind[?]] = List(
    kind("LocalDate", day, F.ISO_LOCAL_DATE.format)(_.expectLocalDate())(_.value(_)),
    kind("LocalTime", clock, F.ISO_LOCAL_TIME.format)(_.expectLocalTime())(_.value(_)),
    kind("LocalDateTime", day.atTime(clock), F.ISO_LOCAL_DATE_TIME.format)(_.expectLocalDateTime())(_.value(_)),
    kind("OffsetDateTime", day.atTime(clock).atOffset(offset), F.ISO_OFFSET_DATE_TIME.format)(_.expectOffsetDateTime())(_.value(_)),
    kind("OffsetTime", clock.atOffset(offset), F.ISO_OFFSET_TIME.format)(_.expectOffsetTime())(_.value(_)),
    kind(
      "ZonedDateTime",
      LocalDate.of(1975 + rnd.nextInt(60), 1, 1).plusDays(rnd.nextInt(365)).atTime(clock).atZone(zones(rnd.nextInt(zones.size))),
      F.ISO_ZONED_DATE_TIME.format
    )(_.expectZonedDateTime())(_.value(_)),
    kind(
      "Instant",
      Instant.ofEpochSecond(
        rnd.nextInt(4) match {
          case 0 => rnd.nextLong(-31557014167219200L, 31556889864403199L); case _ => rnd.nextLong(-62167219200L, 253402300800L)
        },
        nano
      ),
      _.toString
    )(_.expectInstant())(_.value(_)),
    kind(
      "Duration",
      Duration.ofSeconds(
        rnd.nextInt(6) match {
          case 0 => rnd.nextLong(); case 1 => rnd.nextInt(-100, 100); case 2 => rnd.nextInt(1000) * 3600L;
          case _ => rnd.nextInt(-200000, 200000)
        },
        nano
      ),
      _.toString
    )(_.expectDuration())(_.value(_)),
    kind("Period", Period.of(rnd.nextInt(-9, 9), rnd.nextInt(-20, 20), rnd.nextInt(-9, 40)), _.toString)(_.expectPeriod())(_.value(_)),
    kind("MonthDay", MonthDay.of(rnd.nextInt(1, 13), rnd.nextInt(1, 29)), _.toString)(_.expectMonthDay())(_.value(_)),
    kind("Year", Year.of(rnd.nextInt(4) match { case 0 => rnd.nextInt(-999999999, 1000000000); case _ => rnd.nextInt(10000) }), _.toString)(
      in => in.expectYear()
    )(_.value(_)),
    kind("YearMonth", YearMonth.of(rnd.nextInt(0, 10000), rnd.nextInt(1, 13)), _.toString)(_.expectYearMonth())(_.value(_)),
    kind("ZoneOffset", offset, _.toString)(_.expectZoneOffset())(_.value(_)),
    kind("UUID", UUID(rnd.nextLong(), rnd.nextLong()), _.toString)(_.expectUUID())(_.value(_))
  )

  kinds.foreach { k =>
    test(s"2 ${k.name} [T]: the text of the JDK, read back, null both ways") {
      def one[A](k: Kind[A]): Unit =
        val x = k.make()
        assertEquals(write0(k.codec, x), "\"" + k.text(x) + "\"")
        val readable = k.name != "Year" || x.asInstanceOf[Year].getValue.abs >= 1000 && x.asInstanceOf[Year].getValue.abs <= 9999
        if readable then assertEquals(read0(k.codec, " \"" + k.text(x) + "\" "), x)
      (1 to rounds(3000, 500000)).foreach(_ => one(k))
      def nulls[A](k: Kind[A]): Unit =
        assertEquals(read(k.codec, "null").asInstanceOf[AnyRef], null)
        assertEquals(write(k.codec, null.asInstanceOf[A]), "null")
      nulls(k)
    }
  }

  test("2 java.time [T]: borders") {
    val time = codec(_.expectLocalTime())(_.value(_))
    assertEquals(write(time, LocalTime.MIDNIGHT), "\"00:00:00\"")
    assertEquals(read(time, "\"10:15\""), LocalTime.of(10, 15))
    val date = codec(_.expectLocalDate())(_.value(_))
    assertEquals(write(date, LocalDate.MAX), "\"+999999999-12-31\"")
    assertEquals(write(date, LocalDate.MIN), "\"-999999999-01-01\"")
    assertEquals(read(date, "\"+999999999-12-31\""), LocalDate.MAX)
    assertEquals(read(date, "\"\\u0032020-02-29\""), LocalDate.of(2020, 2, 29))
    val instant = codec(_.expectInstant())(_.value(_))
    List(Instant.MIN, Instant.MAX, Instant.EPOCH, Instant.EPOCH.minusNanos(1)).foreach(x =>
      assertEquals(write(instant, x), "\"" + x + "\"")
    )
    assertEquals(read(instant, "\"2020-01-01T24:00:00Z\""), Instant.parse("2020-01-02T00:00:00Z"))
    val year = codec(_.expectYear())(_.value(_))
    assertEquals(write(year, Year.of(Year.MAX_VALUE)), "\"999999999\"")
    assertEquals(read(year, "\"999999999\""), Year.of(Year.MAX_VALUE))
    val zoned = codec(_.expectZonedDateTime())(_.value(_))
    List(
      "2007-12-03T10:15:30+01:00[Europe/Paris]",
      "2020-10-25T02:30:00+01:00[Europe/Paris]",
      "2020-10-25T02:30:00+02:00[Europe/Paris]",
      "2020-01-01T00:00:00Z",
      "2020-01-01T10:00:00Z[UTC]",
      "2020-03-29T02:30:00+01:00[Europe/Paris]"
    )
      .foreach(t => assertEquals(read(zoned, s"\"$t\""), ZonedDateTime.parse(t)))
  }

  /** Damaged texts: what the JDK takes is read to the same value, what it refuses throws its exception and message. */
  private def damaged[A](c: JsonCodec[A], parse: String => A, good: List[String]): Unit =
    val letters = "0123456789-+:.TZPHMS[] aN"
    for
      text <- good
      _ <- 1 to 400
    do
      val at = rnd.nextInt(text.length + 1)
      val mark = letters.charAt(rnd.nextInt(letters.length))
      val bad = rnd.nextInt(3) match
        case 0 => text.patch(at, mark.toString, 1)
        case 1 => text.patch(at, "", 1)
        case _ => text.patch(at, mark.toString, 0)
      val expected = scala.util.Try(parse(bad))
      val got = scala.util.Try(Decoding.fromString(c, "\"" + bad + "\""))
      (expected, got) match
        case (scala.util.Success(a), scala.util.Success(b)) => assertEquals(b, a, bad)
        case (scala.util.Failure(a), scala.util.Failure(b)) =>
          assertEquals(b.getMessage, a.getMessage)
          assertEquals(b.getClass.getName, a.getClass.getName)
        case _ => fail(s"$bad: JDK $expected, ours $got")

  test("6.3 java.time [T]: what the JDK takes or refuses, and its words") {
    damaged(codec(_.expectLocalDate())(_.value(_)), LocalDate.parse(_), List("2020-02-29", "1999-12-31"))
    damaged(codec(_.expectLocalTime())(_.value(_)), LocalTime.parse(_), List("10:15", "10:15:30", "23:59:59.123456789"))
    damaged(codec(_.expectLocalDateTime())(_.value(_)), LocalDateTime.parse(_), List("2020-02-29T10:15", "2020-02-29T10:15:30.5"))
    damaged(
      codec(_.expectOffsetDateTime())(_.value(_)),
      OffsetDateTime.parse(_),
      List("2020-02-29T10:15:30+01:00", "2020-02-29T10:15:30.12Z", "2020-02-29T10:15:30-18:00")
    )
    damaged(codec(_.expectOffsetTime())(_.value(_)), OffsetTime.parse(_), List("10:15:30+01:00", "10:15Z"))
    damaged(
      codec(_.expectZonedDateTime())(_.value(_)),
      ZonedDateTime.parse(_),
      List("2020-02-29T10:15:30+01:00[Europe/Paris]", "2020-10-25T02:30:00+02:00[Europe/Paris]")
    )
    damaged(codec(_.expectInstant())(_.value(_)), Instant.parse(_), List("2020-02-29T10:15:30Z", "2020-02-29T10:15:30.123456Z"))
    damaged(codec(_.expectDuration())(_.value(_)), Duration.parse(_), List("PT8H6M12.345S", "PT0S", "PT-1.5S", "P2DT3H", "PT36H"))
    damaged(codec(_.expectUUID())(_.value(_)), uuidOf, List("123e4567-e89b-12d3-a456-426614174000"))
  }

  /** As the JDK, but what it takes besides 36 characters of hex and dashes is refused. */
  private def uuidOf(t: String): UUID =
    val x = UUID.fromString(t)
    if t.length == 36 && !t.contains('+') then x else throw IllegalArgumentException(s"Invalid UUID string: $t")

  test("2 UUID [T]: every character at every place, as the JDK takes or refuses it") {
    val uuid = codec(_.expectUUID())(_.value(_))
    val good = "123e4567-E89b-12d3-a456-42661417f0A9"
    for
      at <- 0 until 36
      c <- (' ' to 0xff.toChar).filter(c => c != '"' && c != '\\')
    do
      val text = good.patch(at, c.toString, 1)
      val expected = scala.util.Try(uuidOf(text)).toOption
      assertEquals(scala.util.Try(Decoding.fromString(uuid, "\"" + text + "\"")).toOption, expected, text)
  }

  test("2 UUID [T]: either case, 36 characters only, the JDK's exception") {
    val uuid = codec(_.expectUUID())(_.value(_))
    assertEquals(read(uuid, "\"123E4567-E89B-12D3-A456-426614174000\""), UUID.fromString("123e4567-e89b-12d3-a456-426614174000"))
    val e = intercept[IllegalArgumentException](Decoding.fromString(uuid, "  \"bogus\""))
    assertEquals(e.getMessage, "Invalid UUID string: bogus")
    assertEquals(
      intercept[IllegalArgumentException](Decoding.fromString(uuid, "\"1-1-1-1-1\"")).getMessage,
      "Invalid UUID string: 1-1-1-1-1"
    )
    val place = e.getSuppressed.collectFirst { case p: JsonParseError => p }.get
    assertEquals(place.pos, 2)
    Decoding.decode(Decoding.fromString(uuid, "  \"bogus\"")) match
      case Left(p) =>
        assertEquals(p.pos, 2)
        assertEquals(p.getCause.getClass.getSimpleName, "IllegalArgumentException")
      case Right(x) => fail(s"$x")
  }

  test("2 URL URI [T]: as java.net reads them") {
    val url = codec[URL](_.expectURL())(_.value(_))
    val uri = codec[URI](_.expectURI())(_.value(_))
    assertEquals(read(uri, "\"http://a.b/c?d=e\""), URI("http://a.b/c?d=e"))
    assertEquals(write(url, URI("http://a.b/c").toURL), "\"http://a.b/c\"")
    assertEquals(intercept[IllegalArgumentException](Decoding.fromString(url, "\"bogus\"")).getMessage, "URI is not absolute")
    intercept[java.net.URISyntaxException](Decoding.fromString(uri, "\"a b\""))
  }

  test("6.2 Expected a String value [T]: every string-like type") {
    kinds.foreach(k => assertEquals(refusal(k.codec, " 25 "), "Expected a String value but got '2' @ 1"))
  }
