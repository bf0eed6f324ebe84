package co.blocke.scalajack

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** The facade that every contract test goes through: each case runs over all four inputs and all four outputs, and over the tolerant reader. */
abstract class ContractSuite extends munit.FunSuite:

  /** A stream that gives one byte at a time. */
  private def drip(b: Array[Byte]): InputStream = new ByteArrayInputStream(b):
    override def read(to: Array[Byte], off: Int, len: Int): Int = super.read(to, off, math.min(1, len))

  /** Writes `a` on every carrier: the text must be the same everywhere. */
  def written[T](a: T)(using sj: ScalaJack[T], loc: munit.Location): String =
    val js = sj.toJson(a)
    val utf8 = js.getBytes(UTF_8)
    assert(sj.toBytes(a).sameElements(utf8), s"bytes differ from $js")
    val os = new ByteArrayOutputStream
    sj.write(a, os)
    assert(os.toByteArray.sameElements(utf8), s"stream differs from $js")
    val bb = ByteBuffer.allocate(utf8.length + 3)
    bb.position(1)
    sj.write(a, bb)
    assertEquals(bb.position(), utf8.length + 1)
    assert(bb.array.slice(1, utf8.length + 1).sameElements(utf8), s"buffer differs from $js")
    assertEquals(sj.toJson(a, json.writing.JsonOutput()), js)
    js

  /** Reads `js` on every carrier. */
  def readings[T](js: String)(using sj: ScalaJack[T]): List[() => T] =
    val utf8 = js.getBytes(UTF_8)
    val padded = Array.fill[Byte](3)('x') ++ utf8 ++ Array.fill[Byte](2)('y')
    val direct = ByteBuffer.allocateDirect(utf8.length)
    List(
      () => sj.fromJson(js),
      () => sj.fromBytes(utf8),
      () => sj.fromBytes(padded, 3, 3 + utf8.length),
      () => sj.read(drip(utf8)),
      () => sj.read(ByteBuffer.wrap(padded, 3, utf8.length)),
      () => { direct.clear(); direct.put(utf8); direct.flip(); sj.read(direct) }
    )

  /** The value of `js`, the same from every carrier. */
  def reads[T](js: String, expected: T)(using sj: ScalaJack[T], loc: munit.Location): Unit =
    readings[T](js).foreach(r => assert(same(r(), expected), s"$js is not read as ${show(expected)} but ${show(r())}"))
    assert(sj.decode(js).exists(same(_, expected)), s"decode of $js")

  /** Written as `js` and read back to an equal value. */
  def both[T](a: T, js: String)(using sj: ScalaJack[T], loc: munit.Location): Unit =
    assertEquals(written(a), js)
    reads(js, a)

  /** Written as `js` only. */
  def writes[T](a: T, js: String)(using sj: ScalaJack[T], loc: munit.Location): Unit = assertEquals(written(a), js)

  /** The message and position of the error, the same from every carrier (ASCII texts). */
  def refuses[T](js: String, msg: String, pos: Int)(using sj: ScalaJack[T], loc: munit.Location): JsonParseError =
    readings[T](js).foreach { r =>
      val e = intercept[JsonParseError](r())
      assertEquals(e.msg, msg)
    }
    val e = intercept[JsonParseError](sj.fromJson(js))
    assertEquals(e.pos, pos, e.show)
    assertEquals(e.getMessage, s"$msg at position $pos")
    e

  /** A foreign exception with this message; decode gives a JsonParseError with that cause. */
  def refusesAs[E <: Throwable: scala.reflect.ClassTag, T](js: String, msg: String)(using sj: ScalaJack[T], loc: munit.Location): Unit =
    readings[T](js).foreach(r => assertEquals(intercept[E](r()).getMessage, msg))
    assert(sj.decode(js).isLeft)

  private def show(x: Any): String = x match
    case a: Array[?] => a.toSeq.toString
    case other       => String.valueOf(other)

  /** Arrays by their elements, also inside of products and collections. */
  def same(a: Any, b: Any): Boolean = (a, b) match
    case (x: Array[?], y: Array[?]) => x.length == y.length && x.zip(y).forall((p, q) => same(p, q))
    case (Some(x), Some(y))         => same(x, y)
    case (x: Seq[?], y: Seq[?])     => x.length == y.length && x.zip(y).forall((p, q) => same(p, q))
    case (x: java.util.concurrent.BlockingQueue[?], y: java.util.concurrent.BlockingQueue[?]) => same(x.toArray, y.toArray)
    case (x: java.util.Queue[?], y: java.util.Queue[?])                                       => same(x.toArray, y.toArray)
    case (x: Product, y: Product) if x.productArity > 0 && x.getClass == y.getClass =>
      x.productIterator.zip(y.productIterator).forall((p, q) => same(p, q))
    case _ => a == b
