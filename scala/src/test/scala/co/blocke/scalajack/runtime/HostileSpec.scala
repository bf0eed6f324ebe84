package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.{JsonCodec, JsonSettings}
import co.blocke.scalajack.json.ast.JsonValue

import java.util.SplittableRandom

/** Input made to break readers: depth, length, truncation, damage, colliding names. */
class HostileSpec extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(120, "s")
  private val value = JsonValue.codec
  private val skip = reader(_.skipValue())
  private val raw = reader(_.readRawJson())
  private val readers: List[JsonCodec[?]] = List(value, skip, raw, any)

  private def nested(open: String, close: String, n: Int) = open * n + "1" + close * n

  /** Runs on a stack of 512 KB. */
  private def onSmallStack(body: => Unit): Unit =
    var failed: Throwable = null
    val run = new Runnable:
      def run(): Unit =
        try body
        catch case e: Throwable => failed = e
    val t = new Thread(null, run, "small", 512 * 1024)
    t.start()
    t.join()
    if failed != null then throw failed

  test("8.2 depth [W]: 512 pass, the 513th is refused at its bracket, on a 512 KB stack") {
    onSmallStack {
      readers.foreach { c =>
        List(("[", "]", 1), ("{\"a\":", "}", 5)).foreach { (open, close, width) =>
          read0(c, nested(open, close, 512))
          val e = error(c, nested(open, close, 513))
          assertEquals((e.msg, e.pos), ("Nesting depth exceeds maximum of 512", 512 * width))
          assertEquals(error(c, open * 200000).msg, "Nesting depth exceeds maximum of 512")
        }
      }
      val deep = JsonValue.parse(nested("[", "]", 512))
      assertEquals(deep.render, nested("[", "]", 512))
      intercept[co.blocke.scalajack.JsonWriteError](co.blocke.scalajack.json.ast.JsArr(deep).render)
    }
  }

  test("1.3 withMaxDepth [W]") {
    val c = limited(JsonSettings(maxDepth = 3))(value)
    read(c, "[[[1]]]")
    assertEquals(error(c, "[[[[1]]]]").pos, 3)
  }

  test("Rules 4 [W]: giant texts, refused or read in linear time") {
    val n = 2000000
    List(
      "1" * n,
      "0." + "1" * n,
      "1e" + "9" * n,
      "-" * n,
      "\"" + "\\u0041" * (n / 6) + "\"",
      "[" + "0," * (n / 2) + "0]",
      "\"" + "é" * n + "\"",
      " " * n
    ).foreach { js =>
      List(double, long, int, value, any, skip, raw, string).foreach { c =>
        try read0(c, js)
        catch case _: JsonParseError => ()
      }
    }
  }

  test("6.1 truncation [W]: every prefix is refused at its end") {
    val full = """{"a":[1,-2.5e10,true,false,null,"x\u00e9\n é\ud83d\ude00",{}],"b":{"c":[[],{"d":0}]}}"""
    for n <- 0 until full.length do
      readers.foreach { c =>
        val e = error(c, full.take(n))
        assertEquals(e.msg, "Unexpected end of buffer")
      }
  }

  test("Rules 4 [W]: damaged documents give a value or a JsonParseError, the same for all readers") {
    val rnd = SplittableRandom(3)
    val full = """{"a":[1,-2.5e10,true,false,null,"x\u00e9\n é",{}],"b":{"c":[[],{"d":0}]},"e":"\\","f":12345678901234567890.5}"""
    val letters = "{}[]\",:\\0123456789.eE+-tfnu \n\u0001é"
    (1 to rounds(20000, 2000000)).foreach { _ =>
      var js = full
      (0 to rnd.nextInt(3)).foreach { _ =>
        val at = rnd.nextInt(js.length)
        js = rnd.nextInt(3) match
          case 0 => js.patch(at, letters.charAt(rnd.nextInt(letters.length)).toString, 1)
          case 1 => js.patch(at, "", 1 + rnd.nextInt(3))
          case _ => js.patch(at, js.slice(rnd.nextInt(js.length), rnd.nextInt(js.length) + 5), 0)
      }
      val verdicts = List(value, skip, raw).map { c =>
        try
          read0(c, js)
          "ok"
        catch case e: JsonParseError => s"${e.pos}"
      }
      assertEquals(verdicts.map(_ == "ok").distinct.size, 1, s"$js $verdicts")
    }
  }

  test("8.2 hash collisions [W]: 20,000 colliding names within 2 s") {
    def family(n: Int): Vector[String] = if n == 0 then Vector("") else family(n - 1).flatMap(s => List(s + "Aa", s + "BB"))
    val names = family(15).take(20000)
    val js = names.map(n => s"\"$n\":1").mkString("{", ",", "}")
    readers.foreach { c =>
      val start = System.nanoTime()
      try read0(c, js)
      catch case e: JsonParseError => assertEquals(e.msg, "Too many names with colliding hashes in one object")
      assert(System.nanoTime() - start < 2000000000L, "too slow")
    }
  }
