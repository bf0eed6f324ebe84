package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonWriteError
import co.blocke.scalajack.json.{JsonCodec, JsonSettings}
import co.blocke.scalajack.json.writing.{Encoding, JsonOutput, OutputWords}

import java.nio.{BufferOverflowException, ByteBuffer}

/** Writing through every exit: strings, commas, limits, reuse of outputs, pretty text. */
class OutputSpec extends munit.FunSuite:
  test("2.1 strings [T]: escapes") {
    assertEquals(write(string, "a\"\\\b\f\n\r\t/\u007f\u0000\u001fz"), "\"a\\\"\\\\\\b\\f\\n\\r\\t/\u007f\\u0000\\u001fz\"")
    assertEquals(write(string, "é東\ud83d\ude00"), "\"é東\ud83d\ude00\"")
    assertEquals(write(string, null), "null")
    assertEquals(write(string, ""), "\"\"")
  }

  test("2.1 Latin-1 texts [W]: every place of a pair, results asked for twice") {
    val out = JsonOutput()
    for
      n <- 0 to 40
      at <- 0 to n
    do
      val s = "x" * at + "\u0080é\u00ff" + "y" * (n - at)
      assertEquals(write(string, s), "\"" + s + "\"")
      assertEquals(Encoding.toText(string, s, out), "\"" + s + "\"")
      assertEquals(out.result, "\"" + s + "\"")
    assertEquals(Encoding.toText(string, "é\u0100", out), "\"é\u0100\"")
    assertEquals(Encoding.toText(string, "é", out), "\"é\"")
  }

  test("2.1 lone surrogates [W]: written as escapes") {
    assertEquals(write(string, "a\ud800"), "\"a\\ud800\"")
    assertEquals(write(string, "\udc00\ud800x"), "\"\\udc00\\ud800x\"")
  }

  test("1.3 escapeNonAscii [W]: lower-case hex, pairs") {
    val c = limited(JsonSettings(escapeNonAscii = true))(string)
    assertEquals(write(c, "aé東\ud83d\ude00\u007f~"), "\"a\\u00e9\\u6771\\ud83d\\ude00\\u007f~\"")
  }

  test("1.3 suppressEscapedStrings [T]: verbatim") {
    val c = limited(JsonSettings(verbatim = true))(string)
    assertEquals(Encoding.toText(c, "a\"b\né"), "\"a\"b\né\"")
  }

  test("1.4 commas [T]: the business of the output") {
    val c = writer[Unit] { (out, _) =>
      out.startObject()
      out.label("a")
      out.value(1)
      out.label("b\"")
      out.startArray()
      out.value("x")
      out.value(true)
      out.burpNull()
      out.startObject()
      out.endObject()
      out.rawJsonValue("[1,2]")
      out.endArray()
      out.label("c")
      out.valueStringified(5L)
      out.mark()
      out.label("gone")
      out.value(2.5)
      out.revert()
      out.label("d")
      out.value('x')
      out.endObject()
    }
    assertEquals(write(c, ()), """{"a":1,"b\"":["x",true,null,{},[1,2]],"c":"5","d":"x"}""")
  }

  test("1.4 values [O]: every type") {
    val c = writer[Unit] { (out, _) =>
      out.startArray()
      out.value(1.toByte)
      out.value(2.toShort)
      out.value(1.5f)
      out.value(java.lang.Integer.valueOf(7): java.lang.Number)
      out.value(null: java.lang.Number)
      out.value(java.lang.Boolean.TRUE)
      out.value(java.lang.Character.valueOf('"'))
      out.value(BigInt(5))
      out.value(BigDecimal("1E+3"))
      out.value(new java.math.BigDecimal("1.50"): java.lang.Number)
      out.value(java.time.Year.of(5))
      out.valueEscaped("\"")
      out.valueStringified(true)
      out.valueStringified(1.5)
      out.valueStringified(BigDecimal("1.50"))
      out.endArray()
    }
    assertEquals(write(c, ()), """[1,2,1.5,7,null,true,"\"",5,1E+3,1.50,"5","\"","true","1.5","1.50"]""")
  }

  test("1.2 outputs [T]: one given by the caller is cleared and reused") {
    val out = JsonOutput()
    assertEquals(Encoding.toText(string, "one é", out), "\"one é\"")
    assertEquals(Encoding.toText(string, "two", out), "\"two\"")
    assertEquals(out.result, "\"two\"")
  }

  test("1.2 re-entrance [W]: encoding and decoding inside of each other") {
    val inner: JsonCodec[Int] = codec(in => read0(int, write0(int, in.expectInt())))((out, x) => out.rawJsonValue(write0(int, x)))
    val outer = codec(in => in.expectArray(() => inner.decodeValue(in)).toList) { (out, xs: List[Int]) =>
      out.startArray()
      xs.foreach(inner.encodeValue(_, out))
      out.endArray()
    }
    val xs = List.range(0, 500)
    assertEquals(read(outer, write(outer, xs)), xs)
  }

  test("1.2 threads [T]: 16 at once share a codec") {
    val errors = java.util.concurrent.ConcurrentLinkedQueue[Throwable]()
    val threads = (1 to 16).map { t =>
      Thread { () =>
        try
          (1 to 2000).foreach { i =>
            val s = s"thread $t, text $i ${"é" * (i % 7)}"
            if read0(string, write0(string, s)) != s then throw new AssertionError(s)
          }
        catch case e: Throwable => errors.add(e): Unit
      }
    }
    threads.foreach(_.start())
    threads.foreach(_.join())
    assert(errors.isEmpty, errors.toString)
  }

  test("1.2 virtual threads [W]: as any other (JDK 21 and newer)") {
    assume(Runtime.version.feature >= 21, "this JDK has no virtual threads")
    val executor = classOf[java.util.concurrent.Executors].getMethod(
      "newVirtualThreadPerTaskExecutor"
    ).invoke(null).asInstanceOf[java.util.concurrent.ExecutorService]
    val results = (1 to 2000).map(i => executor.submit(() => read0(string, write0(string, s"text $i"))))
    results.zipWithIndex.foreach((f, i) => assertEquals(f.get(), s"text ${i + 1}"))
    executor.shutdown()
  }

  test("8.1 ByteBuffer [W]: too small a one keeps its position") {
    val bb = ByteBuffer.allocate(4)
    bb.put(1.toByte)
    intercept[BufferOverflowException](Encoding.write(string, "abcdef", bb))
    assertEquals(bb.position(), 1)
  }

  test("8.1 pretty text [W]") {
    val any = co.blocke.scalajack.json.ast.JsonValue
    val v = any.parse("""{"a":[],"b":{},"c":[1,{"d":"x:{,\"y"}],"é":null}""")
    assertEquals(
      v.pretty(),
      "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"x:{,\\\"y\"\n    }\n  ],\n  \"é\": null\n}"
    )
    assertEquals(any.parse("[1]").pretty(0), "[\n1\n]")
    assertEquals(any.parse(v.pretty(7)), v)
    assertEquals(any.parse("[]").pretty(), "[]")
  }

  test("8.2 depth [W]: 512 pass, the 513th is refused") {
    def nest(n: Int) = writer[Unit] { (out, _) =>
      (1 to n).foreach(_ => out.startArray())
      (1 to n).foreach(_ => out.endArray())
    }
    assertEquals(write(nest(512), ()).length, 1024)
    assertEquals(intercept[JsonWriteError](Encoding.toText(nest(513), ())).getMessage, "Nesting depth exceeds maximum of 512")
    assertEquals(write(string, "fine again"), "\"fine again\"")
  }

  test("4.1 constants as words [W]: what generated code writes") {
    val piece = "{\"name\":\"x\",\"other\":"
    val words = OutputWords.words(piece)
    val c = writer[Unit] { (out, _) =>
      out.reserve(24)
      out.putWords(piece.length, words(0), words(1), words(2))
      out.putInt(5)
      out.putByte('}')
    }
    assertEquals(write(c, ()), piece + "5}")
  }
