package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.json.ast.*
import co.blocke.scalajack.json.reading.{Decoding, Streaming}

import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll

import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8

/** Laws over random documents; a failure prints its seed. */
class PropertySpec extends munit.ScalaCheckSuite:
  private val char: Gen[Char] = Gen.frequency(
    8 -> Gen.choose(' ', '~'),
    1 -> Gen.oneOf('"', '\\', '\n', '\t', '\u0000', '\u001f', '\u007f'),
    1 -> Gen.choose('\u0080', '\ud7ff'),
    1 -> Gen.oneOf('\ud800', '\udc00', '\ufffe', '\uffff')
  )
  private val text: Gen[String] = Gen.listOf(char).map(_.mkString)
  private val number: Gen[String] = Gen.oneOf(
    Arbitrary.arbitrary[Long].map(_.toString),
    Arbitrary.arbitrary[Double].map(_.toString),
    Gen.choose(-99, 99).flatMap(e => Gen.numStr.map(d => s"1.${d}0E$e"))
  )

  private def value(depth: Int): Gen[JsonValue] =
    val leaf = Gen.oneOf(Gen.const(JsNull), Gen.oneOf(true, false).map(JsBool(_)), number.map(JsNum(_)), text.map(JsStr(_)))
    if depth == 0 then leaf
    else
      Gen.frequency(
        2 -> leaf,
        1 -> Gen.choose(0, 5).flatMap(Gen.listOfN(_, value(depth - 1))).map(xs => JsArr(xs.toVector)),
        1 -> Gen.choose(0, 5).flatMap(Gen.listOfN(_, Gen.zip(text, value(depth - 1)))).map(xs => JsObj(xs.toVector))
      )

  private given Arbitrary[JsonValue] = Arbitrary(value(4))

  property("Rules 1 [W]: what is written reads back, on every carrier, compact and pretty") {
    forAll { (v: JsonValue) =>
      assertEquals(read(JsonValue.codec, write(JsonValue.codec, v)), v)
      assertEquals(JsonValue.parse(v.pretty(3)), v)
      assertEquals(JsonValue.parse(v.render).render, v.render)
    }
  }

  property("Rules 1 [W]: escaping everything beyond ASCII changes no value") {
    val escaped = limited(co.blocke.scalajack.json.JsonSettings(escapeNonAscii = true))(JsonValue.codec)
    forAll { (v: JsonValue) =>
      val js = write0(escaped, v)
      assert(js.forall(_ <= '~'))
      assertEquals(JsonValue.parse(js), v)
    }
  }

  property("9.1 readArray [W]: a stream in single bytes gives what the whole gives") {
    forAll { (v: List[JsonValue]) =>
      val bytes = JsArr(v.toVector).pretty().getBytes(UTF_8)
      assertEquals(Streaming.array(JsonValue.codec, Drip(bytes)).toList, v)
      val lines = v.map(_.render).mkString("\n").getBytes(UTF_8)
      assertEquals(Streaming.lines(JsonValue.codec, ByteArrayInputStream(lines)).toList, v)
    }
  }

  property("6.1 path [W]: the pointer of an error leads to the place") {
    forAll { (v: JsonValue, name: String) =>
      val doc = JsArr(v, JsObj(name -> JsArr(v, JsStr("MARK"))))
      val js = doc.render.replace("\"MARK\"", "MARK")
      Decoding.decode(JsonValue.parse(js)) match
        case Left(e)  => assertEquals(doc.at(e.path), Some(JsStr("MARK")))
        case Right(x) => fail(s"$x")
    }
  }
