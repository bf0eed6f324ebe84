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

  test("9.2 equals, hashCode, toString [W]: as of case classes, and without recursion") {
    val js = """{"a":[1,"x",{"b":null,"c":[]}],"a":true,"d":{}}"""
    assertEquals(parse(js), parse(js))
    assertEquals(parse(js).hashCode, parse(js).hashCode)
    assertEquals(
      parse(js).toString,
      "JsObj(Vector((a,JsArr(Vector(JsNum(1), JsStr(x), JsObj(Vector((b,JsNull), (c,JsArr(Vector()))))))), (a,JsBool(true)), (d,JsObj(Vector()))))"
    )
    List(
      "[]",
      "[1]",
      "[1,2]",
      "[[1],2]",
      "[2,1]",
      "{}",
      """{"a":1}""",
      """{"b":1}""",
      """{"a":1,"b":1}""",
      "1",
      "null"
    ).combinations(2).foreach {
      case List(a, b) => assert(parse(a) != parse(b) && parse(b) != parse(a), s"$a $b")
      case _          => ()
    }
    def deep = (1 to 100_000).foldLeft(JsNum(1): JsonValue)((v, i) => if i % 2 == 0 then JsArr(v) else JsObj("k" -> v))
    onSmallStack {
      assert(deep == deep)
      assertEquals(deep.hashCode, deep.hashCode)
      assert(deep.toString.length > 1_000_000)
      val nested = parse("[" * 512 + "]" * 512)
      assertEquals(nested, parse(nested.render))
      val patch = parse("""{"a":""" * 512 + "1" + "}" * 512)
      assertEquals(patch.merge(patch), patch)
    }
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

  /** On a thread with a stack of 512 KB. */
  private def onSmallStack(body: => Unit): Unit =
    var failed: Throwable | Null = null
    val worker = new Thread(null, () => body, "small", 512 * 1024)
    worker.setUncaughtExceptionHandler((_, e) => failed = e)
    worker.start()
    worker.join()
    if failed != null then throw failed.nn
