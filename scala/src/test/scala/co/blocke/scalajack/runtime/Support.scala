package co.blocke.scalajack.runtime

import co.blocke.scalajack.{JsonParseError, ParseError}
import co.blocke.scalajack.json.{JsonCodec, JsonSettings}
import co.blocke.scalajack.json.reading.{Decoding, JsonSource}
import co.blocke.scalajack.json.writing.{Encoding, JsonOutput}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** What the tests of the runtime share: codecs from two functions, and every carrier at once. */
object Support:
  def codec[A](read: JsonSource => A)(write: (JsonOutput, A) => Unit): JsonCodec[A] = new JsonCodec[A]:
    def encodeValue(in: A, out: JsonOutput): Unit = write(out, in)
    def decodeValue(in: JsonSource): A = read(in)

  def reader[A](read: JsonSource => A): JsonCodec[A] = codec(read)((_, _) => ())
  def writer[A](write: (JsonOutput, A) => Unit): JsonCodec[A] = codec[A](_ => sys.error("not read"))(write)

  def limited[A](limits: JsonSettings)(c: JsonCodec[A]): JsonCodec[A] = new JsonCodec[A]:
    def encodeValue(in: A, out: JsonOutput): Unit = c.encodeValue(in, out)
    def decodeValue(in: JsonSource): A = c.decodeValue(in)
    override def settings: JsonSettings = limits

  val double: JsonCodec[Double] = codec(_.expectDouble())(_.value(_))
  val float: JsonCodec[Float] = codec(_.expectFloat())(_.value(_))
  val int: JsonCodec[Int] = codec(_.expectInt())(_.value(_))
  val long: JsonCodec[Long] = codec(_.expectLong())(_.value(_))
  val string: JsonCodec[String] = codec(_.expectString())(_.value(_))
  val any: JsonCodec[Any] = reader(_.expectAny())

  /** Gives one byte a call. */
  final class Drip(bytes: Array[Byte]) extends InputStream:
    private val in = ByteArrayInputStream(bytes)
    override def read(): Int = in.read()
    override def read(b: Array[Byte], off: Int, len: Int): Int = in.read(b, off, math.min(len, 1))

  /** The text read from every carrier: all agree, by value or by error (positions differ between String and bytes beyond ASCII). */
  def read[A](c: JsonCodec[A], js: String): A =
    val bytes = js.getBytes(UTF_8)
    val framed = Array.fill[Byte](3)('x') ++ bytes ++ Array.fill[Byte](5)('"')
    val direct = ByteBuffer.allocateDirect(bytes.length)
    direct.put(bytes).flip()
    val results: List[Either[(String, Int), A]] = List(
      outcome(Decoding.fromString(c, js)),
      outcome(Decoding.fromBytes(c, bytes)),
      outcome(Decoding.fromBytes(c, framed, 3, 3 + bytes.length)),
      outcome(Decoding.fromStream(c, Drip(bytes))),
      outcome(Decoding.fromBuffer(c, ByteBuffer.wrap(framed, 3, bytes.length))),
      outcome(Decoding.fromBuffer(c, direct))
    )
    val ascii = js.forall(_ < 0x80)
    val seen = if ascii then results else results.map(_.left.map((m, _) => (m, 0)))
    seen.tail.foreach(r => assert(same(r, seen.head), s"carriers differ on $js: $r ${seen.head}"))
    Decoding.fromString(c, js)

  private def same(a: Any, b: Any): Boolean = a == b || a.toString == b.toString

  private def outcome[A](f: => A): Either[(String, Int), A] =
    try Right(f)
    catch
      case e: JsonParseError => Left((e.msg, e.pos))
      case e: Exception      => Left((e.toString, 0))

  /** The error of a text, the same on every carrier. */
  def error[A](c: JsonCodec[A], js: String): JsonParseError =
    try
      val x = read(c, js)
      throw new AssertionError(s"no error: $js read as $x")
    catch case e: JsonParseError => e

  /** `message @ position`. */
  def refusal[A](c: JsonCodec[A], js: String): String =
    val e = error(c, js)
    s"${e.msg} @ ${e.pos}"

  /** One carrier only, for long runs. */
  def read0[A](c: JsonCodec[A], js: String): A = Decoding.fromString(c, js)
  def write0[A](c: JsonCodec[A], a: A): String = Encoding.toText(c, a)

  /** The text of a value, the same through every exit. */
  def write[A](c: JsonCodec[A], a: A): String =
    val text = Encoding.toText(c, a)
    val bytes = Encoding.toBytes(c, a)
    assert(java.util.Arrays.equals(bytes, text.getBytes(UTF_8)), text)
    val stream = ByteArrayOutputStream()
    Encoding.write(c, a, stream)
    assert(java.util.Arrays.equals(bytes, stream.toByteArray))
    val bb = ByteBuffer.allocate(bytes.length + 2)
    bb.put('x'.toByte)
    Encoding.write(c, a, bb)
    assert(bb.position() == bytes.length + 1)
    text

  val long_run: Boolean = sys.env.get("STELE_LONG").contains("1")
  def rounds(normal: Int, long: Int): Int = if long_run then long else normal
