package co.blocke.scalajack

import json.{JsonCodec, JsonKeyCodec}
import json.reading.JsonSource
import json.writing.JsonOutput

class Point3(val x: Int, val y: Int, val z: Int):
  override def equals(o: Any): Boolean = o match
    case p: Point3 => (p.x, p.y, p.z) == (x, y, z)
    case _         => false
  override def hashCode: Int = x
case class HasPoint(p: Point3, l: List[Point3], m: Map[String, Point3], o: Option[Point3], n: Int)
class KeyOf(val s: String):
  override def equals(o: Any): Boolean = o match
    case k: KeyOf => k.s == s
    case _        => false
  override def hashCode: Int = s.hashCode
case class DeriveA(a: Int, b: Option[DeriveB]) derives JsonCodec
case class DeriveB(c: List[DeriveA]) derives JsonCodec
case class DeriveS(x: Int) derives ScalaJack
case class HasRaw(a: Raw.JsonRaw, l: List[Raw.JsonRaw], m: Map[String, Raw.JsonRaw])
case class Late(i: Int)
object Late:
  given JsonCodec[Late] = new JsonCodec[Late]:
    def encodeValue(in: Late, out: JsonOutput): Unit = out.value(in.i + 1)
    def decodeValue(in: JsonSource): Late = Late(in.expectInt() - 1)
case class HasLate(l: Late, ls: Array[Late])

case class OpenBox[T](t: T, l: List[T]) derives ScalaJack
case class OpenCodecBox[T](t: T, l: List[T]) derives JsonCodec

/** A given taken out of the codec beside it, before and after it; one by way of a general rule; one that is independent. */
case class Bridged(a: Int, l: List[Bridged])
object Bridged:
  given sj: ScalaJack[Bridged] = ScalaJack.sjCodecOf[Bridged]
  given JsonCodec[Bridged] = sj.jsonCodec
case class BridgedFirst(a: Int)
object BridgedFirst:
  given codec: JsonCodec[BridgedFirst] = sj.jsonCodec
  given sj: ScalaJack[BridgedFirst] = ScalaJack.sjCodecOf[BridgedFirst]
case class ByRule(a: Int)
object ByRule:
  given [T](using s: ScalaJack[T]): JsonCodec[T] = s.jsonCodec
  given sj: ScalaJack[ByRule] = ScalaJack.sjCodecOf[ByRule]
case class Independent(a: Int)
object Independent:
  given JsonCodec[Independent] = new JsonCodec[Independent]:
    def encodeValue(in: Independent, out: JsonOutput): Unit = out.value(in.a)
    def decodeValue(in: JsonSource): Independent = Independent(in.expectInt())
  given sj: ScalaJack[Independent] = ScalaJack.sjCodecOf[Independent]
final class NotDerivable(val f: Int => Int)
object NotDerivable:
  given JsonCodec[NotDerivable] = new JsonCodec[NotDerivable]:
    def encodeValue(in: NotDerivable, out: JsonOutput): Unit = out.value(in.f(1))
    def decodeValue(in: JsonSource): NotDerivable = new NotDerivable(_ + in.expectInt())
  given sj: ScalaJack[NotDerivable] = ScalaJack.sjCodecOf[NotDerivable]
case class HasBridged(b: Bridged, i: Independent)

class CodecSpec extends ContractSuite:
  test("1.5 derives [W]: with type parameters") {
    given ScalaJack[Int] = ScalaJack.sjCodecOf[Int]
    given ScalaJack[String] = ScalaJack.sjCodecOf[String]
    both(OpenBox(1, List(2)), """{"t":1,"l":[2]}""")
    both(OpenBox("a", List("b")), """{"t":"a","l":["b"]}""")
    given JsonCodec[Boolean] = ScalaJack.sjCodecOf[Boolean].jsonCodec
    both(OpenCodecBox(true, List(false)), """{"t":true,"l":[false]}""")(using ScalaJack.of(summon[JsonCodec[OpenCodecBox[Boolean]]]))
    both(OpenCodecBox("a", Nil), """{"t":"a","l":[]}""")(using ScalaJack.sjCodecOf[OpenCodecBox[String]])
  }
  given JsonCodec[Point3] = new JsonCodec[Point3]:
    def encodeValue(in: Point3, out: JsonOutput): Unit = out.value(s"${in.x},${in.y},${in.z}")
    def decodeValue(in: JsonSource): Point3 =
      in.expectString() match
        case null => throw JsonParseError("no point", in)
        case s =>
          val Array(x, y, z) = s.split(',').map(_.toInt): @unchecked
          new Point3(x, y, z)

  test("1.5 a given made of the codec that would use it [W]: does not loop") {
    both(Bridged(1, List(Bridged(2, Nil))), """{"a":1,"l":[{"a":2,"l":[]}]}""")
    both(Bridged(1, Nil), """{"a":1,"l":[]}""")(using ScalaJack.of(summon[JsonCodec[Bridged]]))
    both(BridgedFirst(1), """{"a":1}""")
    both(BridgedFirst(1), """{"a":1}""")(using ScalaJack.of(BridgedFirst.codec))
    both(ByRule(1), """{"a":1}""")(using ByRule.sj)
    both(Independent(5), "5")
    both(HasBridged(Bridged(1, Nil), Independent(2)), """{"b":{"a":1,"l":[]},"i":2}""")(using ScalaJack.sjCodecOf[HasBridged])
    writes(new NotDerivable(_ + 1), "2")
    locally {
      given sj: ScalaJack[OneInt] = ScalaJack.sjCodecOf[OneInt]
      given JsonCodec[OneInt] = sj.jsonCodec
      both(OneInt(1), summon[ScalaJack[OneInt]].toJson(OneInt(1)))
    }
  }
  test("1.5 custom codecs [T]: used everywhere in the model") {
    given ScalaJack[HasPoint] = ScalaJack.sjCodecOf[HasPoint]
    val p = new Point3(1, 2, 3)
    both(HasPoint(p, List(p, p), Map("k" -> p), Some(p), 5), """{"p":"1,2,3","l":["1,2,3","1,2,3"],"m":{"k":"1,2,3"},"o":"1,2,3","n":5}""")
    both(p, "\"1,2,3\"")(using ScalaJack.sjCodecOf[Point3])
    assertEquals(intercept[JsonParseError](summon[ScalaJack[HasPoint]].fromJson("""{"p":null}""")).msg, "no point")
  }
  test("1.5 a local given [T] is used and not shared between calls") {
    def make(n: Int): ScalaJack[OneInt] =
      given JsonCodec[Int] = new JsonCodec[Int]:
        def encodeValue(in: Int, out: JsonOutput): Unit = out.value(in + n)
        def decodeValue(in: JsonSource): Int = in.expectInt() - n
      ScalaJack.sjCodecOf[OneInt]
    val (a, b) = (make(1), make(10))
    both(OneInt(5), """{"i":6}""")(using a)
    both(OneInt(5), """{"i":15}""")(using b)
  }
  test("1.5 a given in the companion [T]") {
    both(HasLate(Late(1), Array(Late(2))), """{"l":2,"ls":[3]}""")(using ScalaJack.sjCodecOf[HasLate])
  }
  test("1.5 derives [W]: JsonCodec, also of types that hold each other, and ScalaJack") {
    val v = DeriveA(1, Some(DeriveB(List(DeriveA(2, None)))))
    both(v, """{"a":1,"b":{"c":[{"a":2}]}}""")(using ScalaJack.of(summon[JsonCodec[DeriveA]]))
    both(v, """{"a":1,"b":{"c":[{"a":2}]}}""")(using ScalaJack.sjCodecOf[DeriveA])
    both(DeriveS(1), """{"x":1}""")(using summon[ScalaJack[DeriveS]])
  }
  test("1.5 JsonKeyCodec [W]: makes any type a map key") {
    given JsonKeyCodec[KeyOf] = new JsonKeyCodec[KeyOf]:
      def encodeKey(k: KeyOf): String = s"<${k.s}\">"
      def decodeKey(s: String): KeyOf = new KeyOf(s.stripPrefix("<").stripSuffix("\">"))
    both(Map(new KeyOf("a") -> 1), """{"<a\">":1}""")(using ScalaJack.sjCodecOf[Map[KeyOf, Int]])
  }
  test("1.5 a given being defined by sjCodecOf of its type [W] is not picked") {
    given codec: JsonCodec[OneInt] = ScalaJack.sjCodecOf[OneInt].jsonCodec
    both(OneInt(1), """{"i":1}""")(using ScalaJack.of(codec))
  }
  test("4.5 JsonRaw [T]: the text of a value as it is") {
    import Raw.*
    given sj: ScalaJack[HasRaw] = ScalaJack.sjCodecOf[HasRaw]
    both(
      HasRaw(Raw("""{"x": [1 ,2]}"""), List(Raw("1"), Raw("\"s\"")), Map("k" -> Raw("null"))),
      """{"a":{"x": [1 ,2]},"l":[1,"s"],"m":{"k":null}}"""
    )
    reads("""{"a":  {"é":1} ,"l":[ true ],"m":{}}""", HasRaw(Raw("""{"é":1}"""), List(Raw("true")), Map()))
    intercept[JsonParseError](sj.fromJson("""{"a":{"x":tru},"l":[],"m":{}}"""))
    intercept[JsonParseError](Raw.validated("{} x"))
    assertEquals(Raw.unwrap(Raw.validated(" [1] ")), "[1]")
  }
  test("1.4 codecs by hand [O]: the public methods of source and output") {
    val c = new JsonCodec[List[(String, Int)]]:
      def encodeValue(in: List[(String, Int)], out: JsonOutput): Unit =
        out.startObject()
        in.foreach { (k, v) =>
          out.label(k); out.value(v)
        }
        out.endObject()
      def decodeValue(in: JsonSource): List[(String, Int)] =
        val b = List.newBuilder[(String, Int)]
        if !in.readObject { k => if k != "skip" then b += k -> in.expectInt() } then in.fail("null")
        b.result()
    given JsonCodec[List[(String, Int)]] = c
    both(Holder(List("a" -> 1, "b" -> 2)), """{"x":{"a":1,"b":2}}""")(using ScalaJack.sjCodecOf[Holder[List[(String, Int)]]])
    reads("""{"x":{"skip":[1],"a":1}}""", Holder(List("a" -> 1)))(using ScalaJack.sjCodecOf[Holder[List[(String, Int)]]])
  }
  test("9.2 JsonValue as a field [W]") {
    import json.ast.*
    both(Holder[JsonValue](JsArr(Vector(JsNum("1"), JsNull))), """{"x":[1,null]}""")(using ScalaJack.sjCodecOf[Holder[JsonValue]])
  }
  test("9.3 decodeAll [W]: every error of types and missing fields") {
    val sj = ScalaJack.sjCodecOf[List[SimpleSpecPerson]]
    assertEquals(sj.decodeAll("""[{"a":1,"b":2,"c":"x"}]"""), Right(List(SimpleSpecPerson(1, 2, "x", None))))
    val errors = sj.decodeAll("""[{"a":"x","b":2,"c":5},{"b":1}]""").left.toOption.get
    assertEquals(errors.map(_.path), List("/0/a", "/0/c", "/1"))
  }
  test("9.1 streaming [W]: arrays and lines") {
    val sj = ScalaJack.sjCodecOf[OneInt]
    val os = new java.io.ByteArrayOutputStream
    sj.writeLines(List(OneInt(1), OneInt(2)), os)
    assertEquals(os.toString, "{\"i\":1}\n{\"i\":2}\n")
    assertEquals(sj.readLines(new java.io.ByteArrayInputStream(os.toByteArray)).toList, List(OneInt(1), OneInt(2)))
    os.reset()
    sj.writeArray(List(OneInt(1), OneInt(2)), os)
    assertEquals(os.toString, """[{"i":1},{"i":2}]""")
    assertEquals(sj.readArray(new java.io.ByteArrayInputStream(os.toByteArray)).toList, List(OneInt(1), OneInt(2)))
  }
  test("8.1 toJsonPretty [W]") {
    assertEquals(ScalaJack.sjCodecOf[HasLate].toJsonPretty(HasLate(Late(1), Array())), "{\n  \"l\": 2,\n  \"ls\": []\n}")
  }
