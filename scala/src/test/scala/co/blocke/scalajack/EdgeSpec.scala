package co.blocke.scalajack

import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll

case class Ticked(`a-b`: Int, `type`: String, `x y`: Boolean, `ü`: Int)
case class Wild(h: Holder[?], l: List[?], m: Map[String, ?])
case class Lots(
    i: Int,
    l: Long,
    d: Double,
    s: String,
    o: Option[Boolean],
    m: Map[String, List[Short]],
    e: Either[Int, String],
    c: Color,
    f: Fruit,
    t: (Int, String)
)

class EdgeSpec extends munit.ScalaCheckSuite with EdgeBase:
  private val names = Gen.oneOf(Gen.alphaNumStr, Arbitrary.arbitrary[String])
  private val lots: Gen[Lots] =
    for
      i <- Arbitrary.arbitrary[Int]
      l <- Arbitrary.arbitrary[Long]
      d <- Arbitrary.arbitrary[Double].suchThat(x => !x.isNaN && !x.isInfinite)
      s <- names
      o <- Arbitrary.arbitrary[Option[Boolean]]
      m <- Gen.mapOf(Gen.zip(names, Gen.listOf(Arbitrary.arbitrary[Short])))
      e <- Gen.oneOf(Arbitrary.arbitrary[Int].map(Left(_)), names.map(Right(_)))
      c <- Gen.oneOf(Color.values.toSeq)
      f <- Gen.oneOf(Gen.const(Apple("a", 1)), Gen.const(Plum("b", 2, 3)), names.map(Fig(_, Some(1), true)))
      t <- Gen.zip(Arbitrary.arbitrary[Int], names)
    yield Lots(i, l, d, s, o, m, e, c, f, t)

  private val sj = ScalaJack.sjCodecOf[Lots]

  property("10 laws [W]: what is written reads back, on String and bytes, and is written the same again") {
    forAll(lots) { (v: Lots) =>
      val js = sj.toJson(v)
      assertEquals(sj.fromJson(js), v)
      assertEquals(sj.fromBytes(sj.toBytes(v)), v)
      assertEquals(sj.toJson(sj.fromJson(js)), js)
      assertEquals(sj.fromJson(sj.toJsonPretty(v)), v)
    }
  }
  property("10 laws [W]: a damaged text gives the value or an error of the library, nothing else") {
    forAll(lots, Arbitrary.arbitrary[Int], Arbitrary.arbitrary[Char]) { (v: Lots, at: Int, c: Char) =>
      val js = sj.toJson(v)
      val p = math.floorMod(at, js.length)
      assert(sj.decode(js.take(p)).isLeft)
      sj.decode(js.updated(p, c))
      sj.decode(js.take(p) + js.drop(p + 1))
      ()
    }
  }
  test("4.1 names in back quotes, beyond ASCII") {
    check(Ticked(1, "t", true, 2), """{"a-b":1,"type":"t","x y":true,"ü":2}""", ScalaJack.sjCodecOf[Ticked])
  }
  test("3.3 wildcards [W]: stand for their bounds") {
    val w = ScalaJack.sjCodecOf[Wild]
    assertEquals(w.toJson(w.fromJson("""{"h":{"x":1},"l":[1,"a"],"m":{"k":null}}""")), """{"h":{"x":1},"l":[1,"a"],"m":{"k":null}}""")
  }
  test("8.2 hash collisions [W]: 20,000 colliding keys within two seconds or refused") {
    val keys = (0 until 20000).map(i => (0 until 15).map(b => if (i >> b & 1) == 0 then "Aa" else "BB").mkString)
    val obj = keys.map(k => s"\"$k\":1").mkString("{", ",", "}")
    val arr = keys.map(k => s"\"$k\"").mkString("[", ",", "]")
    val start = System.nanoTime
    val refused = ScalaJack.sjCodecOf[Map[String, Int]].decode(obj)
    assertEquals(refused.left.map(e => (e.msg, e.pos)), Left(("Too many keys with the same hash code", obj.length - 1)))
    ScalaJack.sjCodecOf[scala.collection.mutable.Map[String, Int]].decode(obj)
    ScalaJack.sjCodecOf[java.util.Map[String, Int]].decode(obj)
    ScalaJack.sjCodecOf[Set[String]].decode(arr)
    ScalaJack.sjCodecOf[scala.collection.mutable.HashSet[String]].decode(arr)
    ScalaJack.sjCodecOf[java.util.Set[String]].decode(arr)
    ScalaJack.sjCodecOf[OneInt].decode(obj)
    ScalaJack.sjCodecOf[Hinted].decode(obj)
    ScalaJack.sjCodecOf[Any].decode(obj)
    assert(System.nanoTime - start < 10L * 1000 * 1000 * 1000, "too slow")
  }
  test("3.2 number keys [W]: a key that does not parse is a JsonParseError") {
    val m = ScalaJack.sjCodecOf[Map[Int, Int]]
    List("""{"x":1}""", """{" 1":1}""", """{"1 ":1}""", """{"1.5":1}""", """{1:1}""").foreach(js =>
      intercept[JsonParseError](m.fromJson(js))
    )
    intercept[JsonParseError](ScalaJack.sjCodecOf[Map[Boolean, Int]].fromJson("""{"yes":1}"""))
  }
  test("6.1 path [W]: bytes behind a range of the input are not looked at") {
    val sj = ScalaJack.sjCodecOf[Map[String, Int]]
    val cut = """{"a":1""".getBytes
    val paths = List("""{"a":1""", """{"a":1}""", """{"a":1,""").map { s =>
      intercept[JsonParseError](sj.fromBytes(s.getBytes, 0, cut.length)).path
    }
    assertEquals(paths, List("/a", "/a", "/a"))
  }
  test("6.2 Try [T]: the inner message tells the position in the text, on every carrier") {
    val sj = ScalaJack.sjCodecOf[Map[String, scala.util.Try[scala.util.Try[Int]]]]
    def text(p: Int) =
      s"Unsuccessful attempt to read Try type with failure: Unsuccessful attempt to read Try type with failure: Non-numeric character found when integer value expected at position $p at position $p"
    val js = """{"é😀": "x"}"""
    assertEquals(intercept[JsonParseError](sj.fromJson(js)).msg, text(8))
    val utf8 = js.getBytes("UTF-8")
    assertEquals(intercept[JsonParseError](sj.fromBytes(utf8)).msg, text(11))
    val padded = "[[[".getBytes ++ utf8
    assertEquals(intercept[JsonParseError](sj.fromBytes(padded, 3, padded.length)).msg, text(11))
    assertEquals(sj.decodeAll(js).left.map(_.map(_.msg)), Left(List(text(8))))
    val lines = sj.readLines(new java.io.ByteArrayInputStream("{}\n{\"a\":\"x\"}".getBytes))
    lines.next()
    assertEquals(intercept[JsonParseError](lines.next()).msg, text(8))
  }
  test("6.3 foreign exceptions [W]: the place is that of the refused text") {
    val sj = ScalaJack.sjCodecOf[ForeignTexts]
    def at(js: String) = sj.decode(js).left.map(e => (e.pos, e.path)).left.toOption
    assertEquals(at("""{"e":"bogus","c": "Pink"}"""), Some((18, "/c")))
    assertEquals(at("""{"e":"bogus","c": 9}"""), Some((18, "/c")))
    assertEquals(at("""{"e":"bogus","j": "Pink"}"""), Some((18, "/j")))
    assertEquals(at("""{"e":"bogus","o": "Pink"}"""), Some((18, "/o")))
    assertEquals(at("""{"e":"bogus","d": "Pink"}"""), Some((18, "/d")))
  }
  test("2.1 keys are strings [W]: number keys and stringified numbers may be escaped") {
    val ints = ScalaJack.sjCodecOf[Map[Int, Int]]
    assertEquals(ints.fromJson("""{"\u0035":1,"1\u0036":2}"""), Map(5 -> 1, 16 -> 2))
    assertEquals(ints.decode("""{"5":1,"\u0020":1}""").left.map(e => (e.msg, e.pos)).left.toOption.map(_._2), Some(8))
    List("""{"\u00351 ":1}""", """{"1\u0020":1}""", """{"\u0031\u002e5":1}""", "{\"\\u0022\":1}", "{\"\\u003").foreach(js =>
      intercept[JsonParseError](ints.fromJson(js))
    )
    assertEquals(ScalaJack.sjCodecOf[Map[Double, Int]].fromJson("""{"\u0035.5":1}"""), Map(5.5 -> 1))
    assertEquals(ScalaJack.sjCodecOf[Map[Boolean, Int]].fromJson("""{"tru\u0065":1}"""), Map(true -> 1))
    assertEquals(ScalaJack.sjCodecOf[Map[BigDecimal, Int]].fromJson("""{"1\u002e50":1}"""), Map(BigDecimal("1.50") -> 1))
    assertEquals(
      intercept[JsonParseError](ScalaJack.sjCodecOf[Map[Integer, Int]].fromJson("""{"\u00310.3":1}""")).msg,
      "Decimal digit 'e' or '.' found when integer value expected"
    )
    val longs = ScalaJack.sjCodecOf[List[Long]](SJConfig.stringifyLongs)
    assertEquals(longs.fromJson("""["\u0031",2,"3"]"""), List(1L, 2L, 3L))
    List("""["1 "]""", """[" 1"]""", """["1\u0020"]""").foreach(js => intercept[JsonParseError](longs.fromJson(js)))
  }

enum ForeignColor { case Red, Green }
object ForeignOld extends Enumeration { val A, B = Value }
case class ForeignTexts(
    e: Either[String, java.time.LocalDate],
    c: ForeignColor,
    j: java.util.concurrent.TimeUnit,
    o: ForeignOld.Value,
    d: java.time.LocalDate
)

trait EdgeBase extends munit.FunSuite:
  def check[T](v: T, js: String, sj: ScalaJack[T])(using munit.Location): Unit =
    assertEquals(sj.toJson(v), js)
    assertEquals(sj.fromJson(js), v)
