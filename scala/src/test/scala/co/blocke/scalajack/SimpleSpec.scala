package co.blocke.scalajack

import java.net.{URI, URL}
import java.time.*
import java.util.UUID

case class Prims(b: Boolean, y: Byte, s: Short, i: Int, l: Long, f: Float, d: Double, c: Char, t: String)
case class Bigs(a: BigInt, b: BigDecimal, c: java.math.BigInteger, d: java.math.BigDecimal)
case class Boxes(
    b: java.lang.Boolean,
    y: java.lang.Byte,
    s: java.lang.Short,
    i: java.lang.Integer,
    l: java.lang.Long,
    f: java.lang.Float,
    d: java.lang.Double,
    c: java.lang.Character
)
case class Nums(n: java.lang.Number)
case class Times(
    du: Duration,
    pe: Period,
    in: Instant,
    md: MonthDay,
    y: Year,
    ym: YearMonth,
    zi: ZoneId,
    zo: ZoneOffset,
    ld: LocalDate,
    ldt: LocalDateTime,
    lt: LocalTime,
    odt: OffsetDateTime,
    ot: OffsetTime,
    zdt: ZonedDateTime
)
case class Nets(u: UUID, l: URL, i: URI)
case class OneInt(i: Int)
case class OneLong(l: Long)
case class OneDouble(d: Double)
case class OneChar(c: Char)
case class OneString(s: String)

class SimpleSpec extends ContractSuite:
  given ScalaJack[Prims] = ScalaJack.sjCodecOf[Prims]
  given ScalaJack[Bigs] = ScalaJack.sjCodecOf[Bigs]
  given ScalaJack[Boxes] = ScalaJack.sjCodecOf[Boxes]
  given ScalaJack[Nums] = ScalaJack.sjCodecOf[Nums]
  given ScalaJack[Times] = ScalaJack.sjCodecOf[Times]
  given ScalaJack[Nets] = ScalaJack.sjCodecOf[Nets]
  given ScalaJack[OneInt] = ScalaJack.sjCodecOf[OneInt]
  given ScalaJack[OneLong] = ScalaJack.sjCodecOf[OneLong]
  given ScalaJack[OneDouble] = ScalaJack.sjCodecOf[OneDouble]
  given ScalaJack[OneChar] = ScalaJack.sjCodecOf[OneChar]
  given ScalaJack[OneString] = ScalaJack.sjCodecOf[OneString]

  test("2 primitives [T]: all of them in one class") {
    both(
      Prims(true, -128, 32767, Int.MinValue, Long.MaxValue, 1.5f, 5.0, 'x', "y"),
      """{"b":true,"y":-128,"s":32767,"i":-2147483648,"l":9223372036854775807,"f":1.5,"d":5.0,"c":"x","t":"y"}"""
    )
  }
  test("2 primitives [T]: null is refused for them") {
    refuses[OneInt]("""{"i":null}""", "Non-numeric character found when integer value expected", 5)
    refuses[OneLong]("""{"l":null}""", "Unexpected character in Int/Long value: n", 5)
    refuses[OneDouble]("""{"d":null}""", "Malformed Float/Double/BigDecimal", 5)
    refuses[OneChar]("""{"c":null}""", "Char value cannot be null", 5)
  }
  test("2 primitives [W]: overflow is refused at the type's own range") {
    refuses[Prims]("""{"b":true,"y":300}""", "Integer value overflow", 14)
  }
  test("2 String [T]: null") {
    both(OneString(null), """{"s":null}""")
  }
  test("2 big numbers [T]: text kept") {
    both(
      Bigs(BigInt("123456789012345678901234567890"), BigDecimal("1E+3"), new java.math.BigInteger("-7"), new java.math.BigDecimal("0.10")),
      """{"a":123456789012345678901234567890,"b":1E+3,"c":-7,"d":0.10}"""
    )
    both(Bigs(null, null, null, null), """{"a":null,"b":null,"c":null,"d":null}""")
  }
  test("2 boxed [T]: as the primitive, null both ways") {
    both(
      Boxes(true, 1.toByte, 2.toShort, 3, 4L, 5.5f, 6.5, 'c'),
      """{"b":true,"y":1,"s":2,"i":3,"l":4,"f":5.5,"d":6.5,"c":"c"}"""
    )
    both(
      Boxes(null, null, null, null, null, null, null, null),
      """{"b":null,"y":null,"s":null,"i":null,"l":null,"f":null,"d":null,"c":null}"""
    )
  }
  test("2 Number [T]: the first type that fits") {
    def n(js: String) = summon[ScalaJack[Nums]].fromJson(s"""{"n":$js}""").n.getClass.getSimpleName
    assertEquals(
      List("1", "300", "70000", "7000000000", "3.4E-38", "1.7E-308").map(n),
      List("Byte", "Short", "Integer", "Long", "Float", "Double")
    )
  }
  test("2 java.time [T]: quoted text both ways") {
    both(
      Times(
        Duration.ofSeconds(61),
        Period.of(1, 2, 3),
        Instant.parse("2020-01-02T03:04:05.006Z"),
        MonthDay.of(2, 29),
        Year.of(999999999),
        YearMonth.of(2020, 1),
        ZoneId.of("Europe/Paris"),
        ZoneOffset.ofHours(2),
        LocalDate.of(2020, 1, 2),
        LocalDateTime.of(2020, 1, 2, 3, 4),
        LocalTime.MIDNIGHT,
        OffsetDateTime.parse("2020-01-02T03:04:05+02:00"),
        OffsetTime.parse("03:04:05+02:00"),
        ZonedDateTime.parse("2020-01-02T03:04:05+01:00[Europe/Paris]")
      ),
      """{"du":"PT1M1S","pe":"P1Y2M3D","in":"2020-01-02T03:04:05.006Z","md":"--02-29","y":"999999999","ym":"2020-01","zi":"Europe/Paris","zo":"+02:00","ld":"2020-01-02","ldt":"2020-01-02T03:04:00","lt":"00:00:00","odt":"2020-01-02T03:04:05+02:00","ot":"03:04:05+02:00","zdt":"2020-01-02T03:04:05+01:00[Europe/Paris]"}"""
    )
    val nulls = Times(null, null, null, null, null, null, null, null, null, null, null, null, null, null)
    reads(written(nulls), nulls)
  }
  test("2 UUID URL URI [T]") {
    both(
      Nets(UUID.fromString("54cab778-7b9e-4b07-9d37-87b97a011e55"), new URI("https://a.b/c?d=e").toURL, new URI("x:y")),
      """{"u":"54cab778-7b9e-4b07-9d37-87b97a011e55","l":"https://a.b/c?d=e","i":"x:y"}"""
    )
  }
  test("2.1 Strings [W]: escapes and every plane") {
    both(OneString("a\"b\\\b\f\n\r\t\u0001/\u007fé東😀"), "{\"s\":\"a\\\"b\\\\\\b\\f\\n\\r\\t\\u0001/\u007fé東😀\"}")
  }
  test("2.1 keys [W]: escaped keys match") {
    reads("{\"\\u0069\":7}", OneInt(7))
  }
  test("8.1 root values [W]: simple types as the document") {
    both(5, "5")(using ScalaJack.sjCodecOf[Int])
    both("x", "\"x\"")(using ScalaJack.sjCodecOf[String])
    both(List(1, 2), "[1,2]")(using ScalaJack.sjCodecOf[List[Int]])
    both(Option(3), "3")(using ScalaJack.sjCodecOf[Option[Int]])
    both(None: Option[Int], "null")(using ScalaJack.sjCodecOf[Option[Int]])
  }
