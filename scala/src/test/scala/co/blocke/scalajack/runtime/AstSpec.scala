package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonWriteError
import co.blocke.scalajack.json.ast.*

/** The tree: parsing, rendering, JSON Pointer (RFC 6901), JSON Merge Patch (RFC 7396). */
class AstSpec extends munit.FunSuite:
  private def parse(js: String) = JsonValue.parse(js)

  test("9.2 parse and render [W]: number texts, order and equal names are kept") {
    val js = """{"b":1.50,"a":-0,"a":[1E400,null,true,"\n"],"c":{}}"""
    assertEquals(parse(js).render, js)
    assertEquals(read(JsonValue.codec, js).render, js)
    assertEquals(parse("1"), JsNum(1))
    assertEquals(parse("""{"\ud800x":{"é":1}}""").render, """{"\ud800x":{"é":1}}""")
    assertEquals(parse(js).asInstanceOf[JsObj].get("a"), Some(JsArr(JsNum("1E400"), JsNull, JsBool(true), JsStr("\n"))))
    intercept[JsonWriteError](JsNum("abc").render)
    List("", "-", "01", "1.", ".5", "+1", "1e", "1e+", "NaN", " 1", "1 ", "0x1", "--1", "1.e1").foreach(t =>
      intercept[JsonWriteError](JsNum(t).render)
    )
    List("0", "-0", "10", "0.5", "1e5", "1E+05", "-1.5e-7").foreach(t => assertEquals(JsNum(t).render, t))
  }

  test("9.2 numbers [W]: conversions") {
    assertEquals(JsNum("5e2").toInt, 500)
    assertEquals(JsNum("9223372036854775807").toLong, Long.MaxValue)
    assertEquals(JsNum("0.1").toDouble, 0.1)
    assertEquals(JsNum("1.50").toBigDecimal, BigDecimal("1.50"))
    intercept[NumberFormatException](JsNum("1.5").toInt)
    intercept[NumberFormatException](JsNum("3000000000").toInt)
    intercept[NumberFormatException](JsNum("1e999999999").toLong)
    intercept[NumberFormatException](JsNum("1e999999999").toBigDecimal)
  }

  test("9.2 pointer [W]: the examples of RFC 6901") {
    val doc = parse("""{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}""")
    assertEquals(doc.at(""), Some(doc))
    assertEquals(doc.at("/foo/0"), Some(JsStr("bar")))
    List("/" -> 0, "/a~1b" -> 1, "/c%d" -> 2, "/e^f" -> 3, "/g|h" -> 4, "/i\\j" -> 5, "/k\"l" -> 6, "/ " -> 7, "/m~0n" -> 8).foreach(
      (p, n) => assertEquals(doc.at(p), Some(JsNum(n)), p)
    )
    List("foo", "/foo/2", "/foo/-", "/foo/01", "/foo/a", "/x", "/foo/0/y", "/m~2n", "/m~", "/foo/", "/foo/99999999999").foreach(p =>
      assertEquals(doc.at(p), None, p)
    )
    assertEquals(parse("""{"a":1,"a":2}""").at("/a"), Some(JsNum(2)))
  }

  test("9.2 merge [W]: the examples of RFC 7396") {
    List(
      ("""{"a":"b"}""", """{"a":"c"}""", """{"a":"c"}"""),
      ("""{"a":"b"}""", """{"b":"c"}""", """{"a":"b","b":"c"}"""),
      ("""{"a":"b"}""", """{"a":null}""", "{}"),
      ("""{"a":"b","b":"c"}""", """{"a":null}""", """{"b":"c"}"""),
      ("""{"a":["b"]}""", """{"a":"c"}""", """{"a":"c"}"""),
      ("""{"a":"c"}""", """{"a":["b"]}""", """{"a":["b"]}"""),
      ("""{"a":{"b":"c"}}""", """{"a":{"b":"d","c":null}}""", """{"a":{"b":"d"}}"""),
      ("""{"a":[{"b":"c"}]}""", """{"a":[1]}""", """{"a":[1]}"""),
      ("""["a","b"]""", """["c","d"]""", """["c","d"]"""),
      ("""{"a":"b"}""", """["c"]""", """["c"]"""),
      ("""{"a":"foo"}""", "null", "null"),
      ("""{"a":"foo"}""", """"bar"""", """"bar""""),
      ("""{"e":null}""", """{"a":1}""", """{"e":null,"a":1}"""),
      ("[1,2]", """{"a":"b","c":null}""", """{"a":"b"}"""),
      ("{}", """{"a":{"bb":{"ccc":null}}}""", """{"a":{"bb":{}}}""")
    ).foreach((target, patch, result) => assertEquals(parse(target).merge(parse(patch)).render, result))
  }
