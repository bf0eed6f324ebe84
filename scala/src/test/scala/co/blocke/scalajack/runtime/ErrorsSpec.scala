package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.*
import co.blocke.scalajack.json.ast.JsonValue
import co.blocke.scalajack.json.reading.Decoding

import java.nio.charset.StandardCharsets.UTF_8

/** Errors: picture, position, line, column, path, on every carrier. */
class ErrorsSpec extends munit.FunSuite:
  private def err(js: String): JsonParseError = error(JsonValue.codec, js)

  test("6.1 show [T]: short text, whole") {
    val e = err("[1,x]")
    assertEquals(e.getMessage, e.msg + " at position 3")
    assertEquals(e.show, e.msg + " at position [3]\n[1,x]\n---^")
  }

  test("6.1 show [T]: newlines and tabs as ~") {
    assertEquals(err("[1,\n\tx]").show.linesIterator.drop(1).toList, List("[1,~~x]", "-----^"))
  }

  test("6.1 show [T]: the four cases of the clip") {
    def text(before: Int, after: Int) = "[" + " " * (before - 1) + "x" + "y" * after
    def clip(before: Int, after: Int) = err(text(before, after)).show.linesIterator.drop(1).toList
    assertEquals(clip(50, 28), List(text(50, 28), "-" * 50 + "^"))
    assertEquals(clip(50, 29), List(text(50, 29).take(77) + "...", "-" * 50 + "^"))
    assertEquals(clip(3, 200), List(text(3, 200).take(77) + "...", "---^"))
    assertEquals(clip(51, 5), List("..." + text(51, 5).substring(2), "-" * 52 + "^"))
    assertEquals(
      clip(100, 28),
      List("..." + text(100, 28).substring(51, 127) + (if 100 + 30 >= 129 then text(100, 28).substring(127) else "..."), "-" * 52 + "^")
    )
    assertEquals(clip(100, 29), List("..." + text(100, 29).substring(51), "-" * 52 + "^"))
    assertEquals(clip(100, 30), List("..." + text(100, 30).substring(51, 127) + "...", "-" * 52 + "^"))
  }

  test("6.1 positions [W]: UTF-16 units for String, bytes for bytes") {
    val js = "[\"é東\ud83d\ude00\",\n x]"
    val s = intercept[JsonParseError](JsonValue.parse(js))
    assertEquals((s.pos, s.line, s.column), (10, 2, 2))
    val b = intercept[JsonParseError](JsonValue.parse(js.getBytes(UTF_8)))
    assertEquals((b.pos, b.line, b.column), (15, 2, 2))
    assertEquals(s.show, "Expected a JSON value but found 'x' at position [10]\n[\"é東\ud83d\ude00\",~ x]\n----------^")
  }

  test("6.1 path [W]: JSON pointer of the value") {
    assertEquals(err("""{"person":{"pets":[{"age":1},{"a":[]},{"age":x}]}}""").path, "/person/pets/2/age")
    assertEquals(err("x").path, "")
    assertEquals(err("[1,[2,x]]").path, "/1/1")
    assertEquals(err("""{"a/b":{"c~d":{"e\"\u0066":x}}}""").path, "/a~1b/c~0d/e\"f")
    assertEquals(err("""{"a":1x}""").path, "/a")
    assertEquals(err("""{"a":1,x}""").path, "")
    assertEquals(err("""{"a":{"b":"x,:[{"}],"c":x}""").path, "/a")
  }

  test("6.1 path [W]: at the end of an array it is the array's") {
    val sj = co.blocke.scalajack.ScalaJack.sjCodecOf[Map[String, List[(Int, Int)]]]
    def path(js: String) = sj.decode(js).left.map(_.path)
    assertEquals(path("""{"a":[[1,2],[3]]}"""), Left("/a/1"))
    assertEquals(path("""{"a":[[1,2],[3,]]}"""), Left("/a/1/1"))
    assertEquals(path("""{"a":[[1,2],[]]}"""), Left("/a/1"))
    assertEquals(path("""{"a":}"""), Left("/a"))
  }
  test("6.1 end of input [W]: position is the length") {
    val full = """{"a":[1,true,null,"x\u00e9é",-1.5e3],"b":{}}"""
    (0 until full.length).foreach { n =>
      val e = err(full.take(n))
      assertEquals((e.msg, e.pos), ("Unexpected end of buffer", n), full.take(n))
    }
  }

  test("6.1 errors [W]: small and serializable, no stack trace, also for large input") {
    val e = err("[" + "1," * 500000 + "x]")
    val bytes = java.io.ByteArrayOutputStream()
    java.io.ObjectOutputStream(bytes).writeObject(e)
    assert(bytes.size < 4000, bytes.size)
    assertEquals(e.getStackTrace.length, 0)
    assertEquals(e.path, "/500000")
  }

  test("8.1 decode [W]: never throws") {
    assertEquals(Decoding.decode(Decoding.fromString(int, "5")), Right(5))
    assertEquals(Decoding.decode(Decoding.fromString(int, "[")).left.map(_.pos), Left(0))
    val strange = reader[Int](_ => throw IllegalStateException("odd"))
    assertEquals(
      Decoding.decode(Decoding.fromString(strange, " ")).left.map(e => (e.msg, e.getCause.getClass.getSimpleName)),
      Left(("odd", "IllegalStateException"))
    )
  }

  test("1.4 custom codecs [T]: throw JsonParseError(text, in)") {
    val c = reader[Int](in => { in.peek(); throw JsonParseError("no", in) })
    assertEquals(refusal(c, "  5"), "no @ 2")
  }

  test("1.1 throwables [W]: RuntimeExceptions without stack trace") {
    List(
      ParseError("m"),
      JsonWriteError("m"),
      EitherLeftError("m"),
      IllegalKeyType("m"),
      NullKeyValue("m"),
      IllegalCharacterError("m"),
      UnsupportedType("m"),
      TypeError("m"),
      ConfigError("m")
    ).foreach { e =>
      assertEquals(e.getStackTrace.length, 0)
      assertEquals(e.getMessage, "m")
    }
    assertEquals(ParseError("m").show, "m")
  }
