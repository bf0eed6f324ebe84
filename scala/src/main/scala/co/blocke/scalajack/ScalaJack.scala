package co.blocke.scalajack

import json.JsonCodec
import json.reading.{Accumulate, Decoding, JsonSource, Streaming as ReadStreaming}
import json.writing.{Encoding, JsonOutput, Streaming as WriteStreaming}
import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer

/** JSON of one type, both ways, over every carrier.
  *
  * {{{
  *   case class Pet(name: String, age: Int)
  *   given ScalaJack[Pet] = ScalaJack.sjCodecOf[Pet]
  *
  *   summon[ScalaJack[Pet]].toJson(Pet("Biscuit", 6))              // {"name":"Biscuit","age":6}
  *   summon[ScalaJack[Pet]].fromJson("""{"age":6,"name":"Biscuit"}""")
  * }}}
  *
  * Immutable and shared by any number of threads. Reading refuses what is not RFC 8259 JSON with a JsonParseError that says where; texts that a
  * parser of the JDK refuses (dates, UUIDs, ...) throw its own exception. Positions are UTF-16 units for String input and bytes otherwise, from 0.
  */
case class ScalaJack[T](jsonCodec: JsonCodec[T], listCodec: JsonCodec[List[T]]):

  // ---- String

  /** Into an output of the caller, which is cleared first and belongs to one thread; without one a pooled buffer is used. */
  def toJson(a: T, out: JsonOutput = ScalaJack.pooled): String =
    if out eq ScalaJack.pooled then Encoding.toText(jsonCodec, a) else Encoding.toText(jsonCodec, a, out)

  def fromJson(js: String): T = Decoding.fromString(jsonCodec, js)

  def toJsonList(xs: List[T], out: JsonOutput = ScalaJack.pooled): String =
    if out eq ScalaJack.pooled then Encoding.toText(listCodec, xs) else Encoding.toText(listCodec, xs, out)

  def fromJsonList(js: String): List[T] = Decoding.fromString(listCodec, js)

  /** With line feeds and `indent` blanks a level; empty objects and arrays stay closed. */
  def toJsonPretty(a: T, indent: Int = 2): String = Encoding.pretty(jsonCodec, a, indent)

  // ---- UTF-8

  def toBytes(a: T): Array[Byte] = Encoding.toBytes(jsonCodec, a)

  /** The stream is neither flushed nor closed. */
  def write(a: T, os: OutputStream): Unit = Encoding.write(jsonCodec, a, os)

  /** From the position on; BufferOverflowException leaves the position. */
  def write(a: T, bb: ByteBuffer): Unit = Encoding.write(jsonCodec, a, bb)

  def fromBytes(b: Array[Byte]): T = Decoding.fromBytes(jsonCodec, b)

  /** `to` is exclusive. */
  def fromBytes(b: Array[Byte], from: Int, to: Int): T = Decoding.fromBytes(jsonCodec, b, from, to)

  /** The whole rest of the stream is one value; the stream is not closed. */
  def read(is: InputStream): T = Decoding.fromStream(jsonCodec, is)

  /** The rest of the buffer is one value; the position is then at the limit. */
  def read(bb: ByteBuffer): T = Decoding.fromBuffer(jsonCodec, bb)

  // ---- errors as values

  /** Never throws for any input. */
  def decode(js: String): Either[JsonParseError, T] = Decoding.decode(Decoding.fromString(jsonCodec, js))

  def decode(b: Array[Byte]): Either[JsonParseError, T] = Decoding.decode(Decoding.fromBytes(jsonCodec, b))

  /** All errors of types, missing and unknown fields, not just the first; a syntax error ends the list. */
  def decodeAll(js: String): Either[List[JsonParseError], T] = Accumulate.decode(jsonCodec, js)

  // ---- streams of values, one element in memory at a time

  /** The elements of a root array. */
  def readArray(is: InputStream): Iterator[T] = ReadStreaming.array(jsonCodec, is)

  /** One value a line; blank lines are skipped. */
  def readLines(is: InputStream): Iterator[T] = ReadStreaming.lines(jsonCodec, is)

  def writeArray(xs: IterableOnce[T], os: OutputStream): Unit = WriteStreaming.array(jsonCodec, xs, os)

  def writeLines(xs: IterableOnce[T], os: OutputStream): Unit = WriteStreaming.lines(jsonCodec, xs, os)

object ScalaJack:
  /** Stands for "no output given" in toJson; never written to. */
  private[scalajack] val pooled: JsonOutput = JsonOutput()

  /** A codec with the default settings, made by the compiler. */
  inline def sjCodecOf[T]: ScalaJack[T] = ${ derive.Derive.scalaJackDefault[T] }

  /** A codec with these settings: a chain of SJConfig methods. */
  inline def sjCodecOf[T](inline cfg: SJConfig): ScalaJack[T] = ${ derive.Derive.scalaJack[T]('cfg) }

  /** `derives ScalaJack` */
  inline def derived[T]: ScalaJack[T] = ${ derive.Derive.scalaJackDefault[T] }

  /** JSON Schema 2020-12 of what a codec with the default settings writes and reads. */
  inline def schemaOf[T]: String = ${ derive.Derive.schemaDefault[T] }

  /** The same with settings. */
  inline def schemaOf[T](inline cfg: SJConfig): String = ${ derive.Derive.schema[T]('cfg) }

  /** For a codec written by hand. */
  def of[T](codec: JsonCodec[T]): ScalaJack[T] = ScalaJack(codec, ListCodec(codec))

  /** The one codec of the place in the program whose closure this is. Called by generated code only. */
  def shared[T](make: () => ScalaJack[T]): ScalaJack[T] =
    val site = sites.get(make.getClass)
    val known = site.codec
    if known != null then known.asInstanceOf[ScalaJack[T]]
    else
      site.synchronized {
        if site.codec == null then site.codec = make()
        site.codec.asInstanceOf[ScalaJack[T]]
      }

  private final class Site:
    @volatile var codec: ScalaJack[?] | Null = null

  private val sites: ClassValue[Site] = new ClassValue[Site]:
    def computeValue(cls: Class[?]): Site = new Site

/** Lists of what a codec reads and writes. */
private[scalajack] final class ListCodec[T](item: JsonCodec[T]) extends JsonCodec[List[T]]:
  override def settings: json.JsonSettings = item.settings

  def encodeValue(xs: List[T], out: JsonOutput): Unit =
    if xs == null then out.burpNull()
    else
      out.startArray()
      var rest = xs
      while rest ne Nil do
        item.encodeValue(rest.head, out)
        rest = rest.tail
      out.endArray()

  def decodeValue(in: JsonSource): List[T] =
    if settings.rejectNulls then derive.support.Fail.noNull(in)
    if !in.arrayStart() then null.asInstanceOf[List[T]]
    else
      val base = in.lists.top
      var more = in.firstElement()
      var n = 0
      while more do
        in.checkSize(n + 1)
        in.lists.put(base + n, item.decodeValue(in))
        n += 1
        more = in.nextElement()
      in.lists.take(base, n)
