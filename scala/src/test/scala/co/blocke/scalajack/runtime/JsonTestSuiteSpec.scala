package co.blocke.scalajack.runtime

import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.ast.JsonValue
import co.blocke.scalajack.json.reading.Decoding

import java.io.ByteArrayInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** JSONTestSuite (N. Seriot), read as a JSON value from bytes, a stream, and (where the file is UTF-8) a String: y_ accepted, n_ refused with a
  * JsonParseError, i_ either way.
  */
class JsonTestSuiteSpec extends munit.FunSuite:
  private val dir = Path.of(sys.env.getOrElse("STELE_DATA", "../../shared/data"), "JSONTestSuite")
  private lazy val files = Files.list(dir).iterator.asScala.toList.filter(_.toString.endsWith(".json")).sortBy(_.toString)

  private def accepts(file: Path): Boolean =
    val bytes = Files.readAllBytes(file)
    val text = String(bytes, UTF_8)
    val ways = List(() => JsonValue.parse(bytes), () => Decoding.fromStream(JsonValue.codec, ByteArrayInputStream(bytes))) ++
      (if java.util.Arrays.equals(text.getBytes(UTF_8), bytes) then List(() => JsonValue.parse(text)) else Nil)
    val results = ways.map { way =>
      try
        val v = way()
        assertEquals(JsonValue.parse(v.render), v)
        true
      catch case _: JsonParseError => false
    }
    assertEquals(results.distinct.size, 1, s"carriers differ on $file")
    results.head

  private def check(prefix: String, count: Int, verdict: Option[Boolean]): Unit =
    assume(Files.isDirectory(dir), "STELE_DATA is not there")
    val mine = files.filter(_.getFileName.toString.startsWith(prefix))
    assertEquals(mine.size, count)
    val wrong = mine.filter { f =>
      val a = accepts(f)
      verdict.exists(_ != a)
    }
    assertEquals(wrong.map(_.getFileName.toString), Nil)

  test("2 RFC 8259 [W]: JSONTestSuite, 95 texts accepted")(check("y_", 95, Some(true)))
  test("2 RFC 8259 [W]: JSONTestSuite, 188 texts refused")(check("n_", 188, Some(false)))
  test("2 RFC 8259 [W]: JSONTestSuite, implementation-defined texts never break it")(check("i_", 35, None))
