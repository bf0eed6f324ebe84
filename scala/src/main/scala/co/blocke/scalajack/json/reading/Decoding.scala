package co.blocke.scalajack
package json
package reading

import java.io.InputStream
import java.nio.ByteBuffer

/** The entrances: every carrier becomes a range of bytes, a codec reads one value of it, nothing but blanks may follow, errors are completed.
  *
  * A thread keeps one source (and its buffer for String input); a codec that decodes inside of decoding, and virtual threads, get others.
  */
object Decoding:
  /** String input of this many characters or more is turned into bytes in a buffer that is not kept. */
  private inline val MaxKept = 1 << 20

  private final class Slot:
    val source = new JsonSource
    val text = new TextEncoder
    var bytes = new Array[Byte](1024)
    var busy = false

  private val slots: ThreadLocal[Slot] = ThreadLocal.withInitial(() => new Slot)

  private def acquire(): Slot =
    if Bytes.onVirtualThread() then new Slot
    else
      val slot = slots.get
      if slot.busy then new Slot
      else
        slot.busy = true
        slot

  private def release(slot: Slot): Unit =
    slot.source.reset(SourceBase.empty, 0, 0, null, JsonSettings.default)
    slot.busy = false

  def fromString[A](codec: JsonCodec[A], js: String): A =
    val slot = acquire()
    try
      val n = fill(slot, js)
      slot.source.reset(slot.bytes, 0, n, js, codec.settings)
      whole(codec, slot.source, 0)
    finally
      if slot.bytes.length > MaxKept then slot.bytes = new Array[Byte](1024)
      release(slot)

  def fromBytes[A](codec: JsonCodec[A], b: Array[Byte]): A = fromBytes(codec, b, 0, b.length)

  def fromBytes[A](codec: JsonCodec[A], b: Array[Byte], from: Int, to: Int): A =
    java.util.Objects.checkFromToIndex(from, to, b.length)
    val slot = acquire()
    try
      slot.source.reset(b, from, to, null, codec.settings)
      whole(codec, slot.source, from)
    finally release(slot)

  def fromStream[A](codec: JsonCodec[A], is: InputStream): A = fromBytes(codec, is.readAllBytes())

  /** The rest of the buffer; its position is then at the limit. */
  def fromBuffer[A](codec: JsonCodec[A], bb: ByteBuffer): A =
    if bb.hasArray then
      val from = bb.arrayOffset + bb.position()
      val to = from + bb.remaining
      bb.position(bb.limit)
      fromBytes(codec, bb.array, from, to)
    else
      val b = new Array[Byte](bb.remaining)
      bb.get(b)
      fromBytes(codec, b)

  /** Never throws for any input. */
  def decode[A](read: => A): Either[JsonParseError, A] =
    try Right(read)
    catch
      case e: JsonParseError => Left(e)
      case e: Exception      => Left(wrapped(e))

  /** The exception of the JDK as a parse error with that cause. */
  private def wrapped(e: Exception): JsonParseError =
    e.getSuppressed.collectFirst { case p: JsonParseError => p } match
      case Some(p) => p.causedBy(e)
      case None    => JsonParseError(String.valueOf(e.getMessage), 0).causedBy(e)

  private[reading] def whole[A](codec: JsonCodec[A], in: JsonSource, from: Int): A =
    try
      val x = codec.decodeValue(in)
      in.expectEnd()
      x
    catch case e: Exception => throw completed(e, in, Location.Start(from))

  /** Gives an error its place in the text; foreign exceptions carry it as a suppressed one. */
  private[reading] def completed(e: Exception, in: JsonSource, start: Location.Start): Exception =
    e match
      case t: TriedParseError if !t.completed =>
        val inner = completed(t.inner, in, start)
        JsonParseError(TriedParseError.text(inner), t.rawPos).complete(Location.of(in, t.rawPos, start))
      case p: JsonParseError =>
        if !p.completed then p.complete(Location.of(in, p.rawPos, start))
        p
      case _: JsonWriteError => e
      case _ =>
        if !e.getSuppressed.exists(_.isInstanceOf[JsonParseError]) then
          val at = if in.foreignAt >= 0 then in.foreignAt else in.at
          e.addSuppressed(JsonParseError(String.valueOf(e.getMessage), at).complete(Location.of(in, at, start)))
        e

  /** The UTF-8 of a string in the slot's buffer; its length. */
  private def fill(slot: Slot, js: String): Int =
    val n = js.length
    if slot.bytes.length < n then slot.bytes = new Array[Byte](n + (n >> 3) + 64)
    if n <= Short && isAscii(js) then
      Bytes.lowBytes(js, 0, n, slot.bytes, 0)
      n
    else
      val ascii = if n > Short then slot.text.encode(js, slot.bytes) else -1
      if ascii >= 0 then ascii
      else
        if slot.bytes.length < n.toLong * 3 then slot.bytes = new Array[Byte](Math.multiplyExact(n, 3))
        Utf8.encode(js, 0, slot.bytes, 0)

  /** Strings up to this length are looked at character by character. */
  private inline val Short = 64

  private[json] def isAscii(s: String): Boolean =
    var all = 0
    var i = 0
    val n = s.length
    while i < n do
      all |= s.charAt(i)
      i += 1
    all < 0x80

  private[reading] def over(js: String): JsonSource =
    val slot = new Slot
    val n = fill(slot, js)
    slot.source.reset(slot.bytes, 0, n, js, JsonSettings.default)
    slot.source

  private[reading] def over(b: Array[Byte]): JsonSource =
    val source = new JsonSource
    source.reset(b, 0, b.length, null, JsonSettings.default)
    source
