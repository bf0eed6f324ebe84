package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.json.JsonSettings

import java.math.BigDecimal
import java.util.SplittableRandom

/** Doubles and floats both ways: correctly rounded in, shortest out. */
class DoublesSpec extends munit.FunSuite:
  private val seed = 20261121L
  private val jdk19 = Runtime.version.feature >= 19

  private def bitsOf(x: Double) = java.lang.Double.doubleToRawLongBits(x)

  /** Numbers are read in another way when the end of the input is far. */
  private val far = " " * 64

  private def readNearAndFar(text: String): Double =
    val x = Support.read0(double, text)
    assertEquals(bitsOf(Support.read0(double, text + far)), bitsOf(x), text)
    x

  test("2 double text [T]: fixed by the contract") {
    val table = List(
      5.0 -> "5.0",
      0.0 -> "0.0",
      -0.0 -> "-0.0",
      Double.MaxValue -> "1.7976931348623157E308",
      java.lang.Double.MIN_VALUE -> "4.9E-324",
      1e-3 -> "0.001",
      9.999e-4 -> "9.999E-4",
      1e7 -> "1.0E7",
      9999999.0 -> "9999999.0",
      123456.789 -> "123456.789",
      1e10 -> "1.0E10",
      2e-323 -> "2.0E-323",
      9.9e-324 -> "9.9E-324",
      2.2250738585072014e-308 -> "2.2250738585072014E-308",
      1e23 -> "1.0E23",
      2e23 -> "2.0E23",
      0.1 -> "0.1",
      0.3 -> "0.3",
      0.1 + 0.2 -> "0.30000000000000004",
      100.0 -> "100.0",
      1234.5 -> "1234.5",
      0.0015 -> "0.0015",
      1.0e-2 -> "0.01",
      8.41e21 -> "8.41E21",
      5.0e-324 -> "4.9E-324",
      9007199254740993.0 -> "9.007199254740992E15"
    )
    table.foreach((x, text) => assertEquals(write(double, x), text))
  }

  test("2 float text [T]: fixed by the contract") {
    val table = List(
      5.0f -> "5.0",
      -0.0f -> "-0.0",
      Float.MaxValue -> "3.4028235E38",
      java.lang.Float.MIN_VALUE -> "1.4E-45",
      1e-3f -> "0.001",
      1e7f -> "1.0E7",
      0.1f -> "0.1",
      3.4e-38f -> "3.4E-38",
      16777216f -> "1.6777216E7",
      2e-44f -> "2.0E-44",
      1.1e10f -> "1.1E10",
      123.456f -> "123.456"
    )
    table.foreach((x, text) => assertEquals(write(float, x), text))
  }

  /** Bits of all kinds: random, few decimal digits, powers of two and ten with neighbours, subnormal. */
  private def samples(n: Int): Iterator[Double] =
    val rnd = SplittableRandom(seed)
    val edges =
      (-1074 to 1023).iterator.flatMap(e => around(math.scalb(1.0, e))) ++ (-323 to 308).iterator.flatMap(e => around(s"1e$e".toDouble))
    val random = Iterator.fill(n)(rnd.nextInt(6)).map {
      case 0 => java.lang.Double.longBitsToDouble(rnd.nextLong() & Long.MaxValue)
      case 1 => rnd.nextInt(1000000) / 100.0
      case 2 => rnd.nextDouble()
      case 3 => rnd.nextLong(1L << 53).toDouble
      case 4 => java.lang.Double.longBitsToDouble(rnd.nextLong(1L << 52))
      case _ => s"${rnd.nextLong(1000000000000L)}e${rnd.nextInt(40) - 20}".toDouble
    }
    (edges ++ random).filter(x => !x.isNaN && !x.isInfinite)

  private def around(x: Double) = Iterator(x, math.nextUp(x), math.nextDown(x))

  test("2 doubles [W]: shortest, closest, and read back (with the JDK's own on 19 and newer)") {
    samples(rounds(30000, 6000000)).foreach { x =>
      val text = Support.write0(double, x)
      assertEquals(bitsOf(text.toDouble), bitsOf(x), text)
      if jdk19 then assertEquals(text, java.lang.Double.toString(x))
      else assert(text.length <= java.lang.Double.toString(x).length, text)
    }
  }

  test("2 floats [W]: shortest, closest, and read back (with the JDK's own on 19 and newer)") {
    val rnd = SplittableRandom(seed)
    val edges = (0 until 255).iterator.flatMap(e => Iterator(e << 23, (e << 23) + 1, (e << 23) - 1)).map(b =>
      java.lang.Float.intBitsToFloat(b & Int.MaxValue)
    )
    val random = Iterator.fill(rounds(30000, 6000000))(java.lang.Float.intBitsToFloat(rnd.nextInt()))
    (edges ++ random).filter(x => !x.isNaN && !x.isInfinite).foreach { x =>
      val text = Support.write0(float, x)
      assertEquals(java.lang.Float.floatToRawIntBits(text.toFloat), java.lang.Float.floatToRawIntBits(x), text)
      if jdk19 then assertEquals(text, java.lang.Float.toString(x))
    }
  }

  /** The nearest double by exact arithmetic: halfway between neighbours goes to the even one. */
  private def nearest(text: String): Double =
    val exact = BigDecimal(text)
    val guess = exact.doubleValue
    val candidates = List(math.nextDown(guess), guess, math.nextUp(guess)).filterNot(_.isInfinite)
    candidates.minBy(c => (BigDecimal(c).subtract(exact).abs, bitsOf(c) & 1))(using
      Ordering.Tuple2(using Ordering.ordered[BigDecimal](using identity), Ordering.Long)
    )

  test("2 doubles [W]: correctly rounded, any number of digits") {
    val rnd = SplittableRandom(seed)
    def digits(n: Int) = Seq.fill(n)(rnd.nextInt(10)).mkString
    Iterator.range(0, rounds(4000, 400000)).foreach { _ =>
      val text = rnd.nextInt(5) match
        case 0 => s"1${digits(rnd.nextInt(18))}.${digits(1 + rnd.nextInt(20))}"
        case 1 => s"3${digits(rnd.nextInt(30))}e${rnd.nextInt(600) - 320}"
        case 2 => // exactly halfway between two doubles, perhaps with something behind
          val x = java.lang.Double.longBitsToDouble((rnd.nextLong() & Long.MaxValue) % 0x7fe0000000000000L)
          val half = BigDecimal(x).add(BigDecimal(math.nextUp(x))).divide(BigDecimal(2))
          val t = half.toPlainString
          if t.length > 700 then half.toString else if rnd.nextBoolean() && t.contains('.') then t + "0001" else t
        case 3 => s"0.000${digits(25)}E-${rnd.nextInt(300)}"
        case _ => s"${rnd.nextInt(100)}.${digits(2)}"
      val clean = if text.startsWith("0") && text.length > 1 && text(1).isDigit then text.dropWhile(_ == '0') else text
      if !clean.toDouble.isInfinite && !clean.startsWith(".") then
        val got = readNearAndFar(clean)
        assertEquals(bitsOf(got), bitsOf(clean.toDouble), clean)
        assertEquals(bitsOf(got), bitsOf(nearest(clean)), clean)
    }
  }

  test("2 doubles [W]: known hard texts") {
    List(
      "2.2250738585072011e-308",
      "2.2250738585072012e-308",
      "9007199254740993",
      "9007199254740993.00000000000000000000001",
      "1e23",
      "8.5e22",
      "6.9294956446009195e15",
      "4.9406564584124654e-324",
      "2.4703282292062327e-324",
      "2.4703282292062328e-324",
      "1.7976931348623158e308",
      "0.500000000000000166533453693773481063544750213623046875",
      "3.518437208883201171875e13",
      "62.5364939768271845828",
      "8.10109172351e-10",
      "1.50000000000000011102230246251565",
      "1" + "0" * 400 + "e-400",
      "0." + "0" * 400 + "1e401",
      "123456789012345678901234567890"
    ).foreach { t =>
      assertEquals(bitsOf(read(double, t)), bitsOf(t.toDouble), t)
      assertEquals(bitsOf(readNearAndFar("-" + t)), bitsOf(-t.toDouble), t)
    }
  }

  test("2 doubles [W]: every number of digits before and after the point and in the exponent") {
    val rnd = SplittableRandom(seed)
    def digits(n: Int) = Seq.fill(n)(rnd.nextInt(10)).mkString
    for
      whole <- 0 to 20
      fraction <- 0 to 21
      exponent <- List("", "e5", "E+17", "e-31", "e-0300")
    do
      val before = if whole == 0 then "0" else s"${1 + rnd.nextInt(9)}${digits(whole - 1)}"
      val text = before + (if fraction == 0 then "" else "." + digits(fraction)) + exponent
      assertEquals(bitsOf(readNearAndFar(text)), bitsOf(text.toDouble), text)
  }

  test("2 floats [W]: rounded once") {
    List(
      "1.00000017881393432617187499",
      "1.00000017881393421514957253748434595763683319091796875001",
      "0.000000000000000000000000000000000000011754943",
      "1.1754943e-38",
      "1.401298464324817e-45",
      "7.0e-46",
      "7.1e-46",
      "3.4028235e38",
      "16777217"
    )
      .foreach(t => assertEquals(java.lang.Float.floatToRawIntBits(read(float, t)), java.lang.Float.floatToRawIntBits(t.toFloat), t))
  }

  test("2 doubles [T]: beyond the range refused, an illegal byte behind first, underflow is 0") {
    assertEquals(refusal(double, "1e400"), "Malformed Float/Double/BigDecimal @ 0")
    assertEquals(refusal(float, " 1e39"), "Malformed Float/Double/BigDecimal @ 1")
    assertEquals(refusal(double, "1.79E4123E157E308"), "Expected ',' or '}' but found 'E' @ 9")
    assertEquals(bitsOf(read(double, "1e-400")), 0L)
    assertEquals(bitsOf(read(double, "-1e-99999999999999999999")), bitsOf(-0.0))
    assertEquals(refusal(double, "1e99999999999999999999"), "Malformed Float/Double/BigDecimal @ 0")
  }

  test("6.2 Malformed Float/Double/BigDecimal [T]") {
    List("1.", ".5", "+1", "NaN", "Infinity", "-Infinity", "1e", "1e+", "-", "true", "\"1\"", "null", "--1", "1.e3", "-.5").foreach { t =>
      assertEquals(error(double, t + " ").msg, "Malformed Float/Double/BigDecimal", t)
      assertEquals(error(double, t + far).msg, "Malformed Float/Double/BigDecimal", t)
      assertEquals(error(float, t + " ").pos, 0, t)
    }
    List("", "  ", "-", "1.", "1e", "1e-").foreach(t => assertEquals(error(double, t).msg, "Unexpected end of buffer", t))
    List("01.5", "01.5" + far).foreach(t => assertEquals(error(double, t).pos, 1))
  }

  test("1.3 withNonFinite [W]: refused, null or text") {
    List(Double.NaN, Double.PositiveInfinity, Double.NegativeInfinity).foreach { x =>
      intercept[co.blocke.scalajack.JsonWriteError](write(double, x))
      assertEquals(write(limited(JsonSettings(nonFinite = 1))(double), x), "null")
      assertEquals(write(limited(JsonSettings(nonFinite = 2))(double), x), s"\"$x\"")
    }
  }
