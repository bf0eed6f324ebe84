package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.json.reading.Accumulate

/** decodeAll: every refused field and element of a document. */
class AccumulateSpec extends munit.FunSuite:
  private final case class Item(n: Int, s: String, d: java.time.LocalDate)

  private val item = reader { in =>
    var n, seen = 0
    var s: String = null
    var d: java.time.LocalDate = null
    if in.objectStart() then
      var more = in.firstField()
      while more do
        in.fieldName()
        if in.nameIs("n") then { n = in.expectInt(); seen |= 1 }
        else if in.nameIs("s") then { s = in.expectString(); seen |= 2 }
        else if in.nameIs("d") then d = in.expectLocalDate()
        else in.unknownField()
        more = in.nextField()
      if seen != 3 then in.missingFields(List("n", "s").zipWithIndex.filter((_, i) => (seen & 1 << i) == 0).map(_._1).mkString(", "))
      Item(n, s, d)
    else null
  }
  private val items = reader(in => in.expectArray(() => item.decodeValue(in)).toList)

  private def all(js: String): List[(String, String, Int)] =
    Accumulate.decode(items, js).fold(_.map(e => (e.path, e.msg, e.pos)), xs => List((xs.toString, "", -1)))

  test("9.3 decodeAll [W]: no error is the value") {
    assertEquals(Accumulate.decode(items, """[{"n":1,"s":"x"}]"""), Right(List(Item(1, "x", null))))
  }

  test("9.3 decodeAll [W]: type errors of fields and elements, dates, missing and unknown fields, with the places of the text") {
    val js = """[{"n":"é","s":"x"},{"n":1,"s":5,"d":"bogus"},7,{"n":2},{"n":1.5,"s":"y","z":[1,{}]},{"z":1,"n":1,"s":""}]"""
    assertEquals(
      all(js),
      List(
        ("/0/n", "Non-numeric character found when integer value expected", js.indexOf("\"é\"")),
        ("/1/s", "Expected a String value but got '5'", js.indexOf("5,")),
        ("/1/d", "Text 'bogus' could not be parsed at index 0", js.indexOf("\"bogus")),
        ("/2", "Expected object start '{' or null", js.indexOf("7")),
        ("/3", "Missing required field(s) s", js.indexOf("2}") + 1),
        ("/4/n", "Decimal digit 'e' or '.' found when integer value expected", js.indexOf(".5")),
        ("/4", "Unknown field z", js.indexOf("\"z\":[")),
        ("/5", "Unknown field z", js.indexOf("\"z\":1"))
      )
    )
  }

  test("9.3 decodeAll [W]: a syntax error stops") {
    val js = """[{"n":true,"s":"x"},{"n":1,"s":x},{"n":true}]"""
    assertEquals(all(js).map(_._3), List(js.indexOf("true"), js.indexOf("x}")))
    assertEquals(all("[7,{\"n\":x}]").map(_._3), List(1, 8))
    assertEquals(all("[x,7]").map(_._3), List(1))
    assertEquals(all("").map(_._2), List("Unexpected end of buffer"))
  }

  test("9.3 decodeAll [W]: every one of many errors") {
    assertEquals(all("[" + "7," * 1000 + "7]").length, 1001)
  }
