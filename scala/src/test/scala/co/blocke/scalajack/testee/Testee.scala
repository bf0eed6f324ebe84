package co.blocke.scalajack.testee

import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.ast.*

import java.io.{BufferedInputStream, ByteArrayOutputStream, InputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64

/** The Scala testee of the conformance runner (spec/protocol.md): one request a line on standard input, one answer a line on standard output.
  *
  * Step in the flow: bytes -> JsonValue -> bytes. It knows `json_to_json`; other operations are skipped. Nothing stops it but the end of input.
  */
object Testee:
  private val MaxRepeat = 1000000

  def main(args: Array[String]): Unit =
    val out = PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false)
    val in = BufferedInputStream(System.in, 1 << 16)
    var line = readLine(in)
    while line != null do
      if !line.forall(b => b == ' ' || b == '\r') then
        out.write(answer(line).render.getBytes(UTF_8))
        out.write('\n')
        out.flush()
      line = readLine(in)

  /** The bytes up to the line feed; null at the end of input. */
  private def readLine(in: InputStream): Array[Byte] =
    val line = ByteArrayOutputStream()
    var b = in.read()
    if b < 0 then null
    else
      while b >= 0 && b != '\n' do
        line.write(b)
        b = in.read()
      line.toByteArray

  def answer(line: Array[Byte]): JsonValue =
    try
      JsonValue.parse(line) match
        case request: JsObj =>
          val outcome =
            try perform(request)
            catch case e: Exception => failure("E_PANIC", s"${e.getClass.getName}: ${e.getMessage}")
          JsObj(("id" -> request.get("id").getOrElse(JsNull)) +: outcome)
        case _ => JsObj(("id" -> JsNull) +: failure("E_REQUEST", "the request is no object"))
    catch case e: JsonParseError => JsObj(("id" -> JsNull) +: failure("E_REQUEST", s"the request is not JSON: ${e.getMessage}"))

  private type Members = Vector[(String, JsonValue)]

  private def failure(code: String, message: String, line: Int = 0, column: Int = 0): Members =
    Vector("error" -> JsObj("code" -> JsStr(code), "line" -> JsNum(line), "column" -> JsNum(column), "message" -> JsStr(message)))

  private def perform(request: JsObj): Members =
    val input = request.get("input") match
      case Some(JsStr(s)) => Some(Left(s))
      case _ =>
        request.get("input_base64").collect { case JsStr(s) => Right(Base64.getDecoder.decode(s)) }
    (request.get("op"), input) match
      case (Some(JsStr("json_to_json")), Some(text)) => repeated(request, text)
      case (Some(JsStr(op)), Some(_))                => Vector("skipped" -> JsStr(s"$op is not implemented"))
      case (Some(JsStr(_)), None)                    => failure("E_REQUEST", "the request has no `input`")
      case _                                         => failure("E_REQUEST", "the request has no `op`")

  private def repeated(request: JsObj, input: Either[String, Array[Byte]]): Members =
    request.get("repeat") match
      case Some(n: JsNum) =>
        val times = new Array[Long](math.max(1, math.min(n.toDouble, MaxRepeat)).toInt)
        var last = failure("E_REQUEST", "repeated 0 times")
        times.indices.foreach { i =>
          val start = System.nanoTime()
          last = jsonToJson(input)
          times(i) = System.nanoTime() - start
        }
        java.util.Arrays.sort(times)
        if last.head._1 == "output" then last ++ Vector("ns" -> JsNum(times(times.length / 2)), "ns_min" -> JsNum(times(0))) else last
      case _ => jsonToJson(input)

  private def jsonToJson(input: Either[String, Array[Byte]]): Members =
    try Vector("output" -> JsStr(input.fold(JsonValue.parse(_), JsonValue.parse(_)).render))
    catch
      case e: JsonParseError =>
        val before = input.fold(_.take(e.pos), b => String(b, 0, math.min(e.pos, b.length), UTF_8))
        val column = before.codePointCount(before.lastIndexOf('\n') + 1, before.length) + 1
        failure("E_JSON", e.msg, e.line, column)
