package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.ast.JsonValue
import co.blocke.scalajack.json.reading.Streaming as In
import co.blocke.scalajack.json.writing.Streaming as Out

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Arrays and NDJSON over streams, cut into chunks anywhere. */
class StreamSpec extends munit.FunSuite:
  private val value = JsonValue.codec
  private def streams(text: String): List[InputStream] =
    val b = text.getBytes(UTF_8)
    List(ByteArrayInputStream(b), Drip(b))

  test("9.1 readArray [W]: every kind of element, any chunks") {
    val elements = List("1", "\"a]\\\"é,[\"", "{\"x\":[1,{\"y\":\"}\"}]}", "[]", "null", "-1.5e3", "true")
    List("[" + elements.mkString(",") + "]", " [ " + elements.mkString(" ,\n ") + " ] \n").foreach { text =>
      streams(text).foreach(s => assertEquals(In.array(value, s).map(_.render).toList, elements))
    }
    streams("[]").foreach(s => assertEquals(In.array(value, s).toList, Nil))
  }

  test("9.1 readArray [W]: errors carry the offset in the stream") {
    def fails(text: String): (String, Int, String) =
      streams(text)
        .map { s =>
          val e = intercept[JsonParseError](In.array(int, s).foreach(_ => ()))
          (e.msg, e.pos, e.path)
        }
        .distinct
        .match
          case List(one) => one
          case several   => fail(s"$several")
    val number = "Non-numeric character found when integer value expected"
    assertEquals(fails("[1,22,x]"), (number, 6, "/2"))
    assertEquals(fails("[1,22,]"), (number, 6, "/2"))
    assertEquals(fails("[1 2]"), ("Expected ',' or ']' got '2'", 3, ""))
    assertEquals(fails("{}"), ("Expected '[' here", 0, ""))
    assertEquals(fails("[1,2"), ("Unexpected end of buffer", 4, ""))
    assertEquals(fails("[1,"), ("Unexpected end of buffer", 3, ""))
    assertEquals(fails(""), ("Unexpected end of buffer", 0, ""))
    assertEquals(fails("[1] x"), ("Unexpected text after the value", 4, ""))
    assertEquals(fails("[" + "1," * 20000 + "x]"), (number, 40001, "/20000"))
    val e = intercept[JsonParseError](In.array(value, ByteArrayInputStream("[1,\n{\"a\":\n[x]}]".getBytes)).foreach(_ => ()))
    assertEquals((e.pos, e.line, e.column, e.path), (11, 3, 2, "/1/a/0"))
  }

  test("9.1 readLines [W]: blank lines skipped, errors carry the line, the next line can be read") {
    val text = "1\n\n  \r\n22\r\n 3 \nx\n5"
    streams(text).foreach { s =>
      val it = In.lines(int, s)
      assertEquals(List(it.next(), it.next(), it.next()), List(1, 22, 3))
      val e = intercept[JsonParseError](it.next())
      assertEquals((e.line, e.pos, e.column), (6, 15, 1))
      assertEquals(it.next(), 5)
      assert(!it.hasNext)
    }
    assertEquals(In.lines(int, ByteArrayInputStream("".getBytes)).toList, Nil)
  }

  test("9.1 writeArray writeLines [W]: and back") {
    val xs = List.tabulate(5000)(i => s"element $i é")
    val array = ByteArrayOutputStream()
    Out.array(string, xs, array)
    assertEquals(In.array(string, ByteArrayInputStream(array.toByteArray)).toList, xs)
    assertEquals(read0(reader(in => in.expectArray(() => in.expectString()).toList), array.toString(UTF_8)), xs)
    val lines = ByteArrayOutputStream()
    Out.lines(string, xs, lines)
    assertEquals(lines.toString(UTF_8), xs.map(s => s"\"$s\"\n").mkString)
    assertEquals(In.lines(string, ByteArrayInputStream(lines.toByteArray)).toList, xs)
    val none = ByteArrayOutputStream()
    Out.array(string, Nil, none)
    assertEquals(none.toString, "[]")
  }

  /** A stream that is longer than the heap would hold as objects, made while it is read. */
  private final class Endless(head: String, piece: String, times: Int, tail: String) extends InputStream:
    private var round = -1
    private var bytes = head.getBytes
    private var at = 0
    override def read(): Int =
      val one = new Array[Byte](1)
      if read(one, 0, 1) < 0 then -1 else one(0)
    override def read(b: Array[Byte], off: Int, len: Int): Int =
      if at == bytes.length then
        if round > times then return -1
        round += 1
        bytes = (if round < times then piece else if round == times then tail else "") .getBytes
        at = 0
        if bytes.isEmpty then return -1
      val n = math.min(len, bytes.length - at)
      System.arraycopy(bytes, at, b, off, n)
      at += n
      n

  test("9.1 memory [W]: one element, however long the stream") {
    val piece = (1 to 200).map(i => s"{\"id\":$i,\"text\":\"${"x" * 100}\"},").mkString
    val n = In.array(value, Endless("[", piece, rounds(200, 20000), "1]")).size
    assertEquals(n, rounds(200, 20000) * 200 + 1)
  }
