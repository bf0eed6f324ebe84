package co.blocke.scalajack
package json
package writing

import java.io.OutputStream
import java.nio.{BufferOverflowException, ByteBuffer}

/** The exits: a codec writes into an output, the output becomes a String, bytes, or goes to a stream or buffer.
  *
  * A thread keeps one output and its buffer; encoding inside of encoding, and virtual threads, get others.
  */
object Encoding:
  private final class Slot:
    var output = new JsonOutput
    var busy = false

  private val slots: ThreadLocal[Slot] = ThreadLocal.withInitial(() => new Slot)

  private inline def withOutput[R](settings: JsonSettings)(inline f: JsonOutput => R): R =
    val slot = if Bytes.onVirtualThread() then new Slot else slots.get
    val nested = slot.busy
    val out = if nested then new JsonOutput else slot.output
    slot.busy = true
    try
      out.clear()
      out.use(settings)
      f(out)
    finally
      if !nested then
        slot.busy = false
        if out.buf.length > JsonOutput.MaxKept then slot.output = new JsonOutput

  def toText[A](codec: JsonCodec[A], a: A): String =
    withOutput(codec.settings) { out =>
      codec.encodeValue(a, out)
      out.result
    }

  /** Into an output of the caller, which is cleared first. */
  def toText[A](codec: JsonCodec[A], a: A, out: JsonOutput): String =
    out.clear()
    out.use(codec.settings)
    codec.encodeValue(a, out)
    out.result

  def toBytes[A](codec: JsonCodec[A], a: A): Array[Byte] =
    withOutput(codec.settings) { out =>
      codec.encodeValue(a, out)
      out.toBytes
    }

  /** Neither flushed nor closed. */
  def write[A](codec: JsonCodec[A], a: A, os: OutputStream): Unit =
    withOutput(codec.settings) { out =>
      codec.encodeValue(a, out)
      os.write(out.buf, 0, out.at)
    }

  /** From the buffer's position on; too small a buffer keeps its position. */
  def write[A](codec: JsonCodec[A], a: A, bb: ByteBuffer): Unit =
    withOutput(codec.settings) { out =>
      codec.encodeValue(a, out)
      if bb.remaining < out.at then throw BufferOverflowException()
      bb.put(out.buf, 0, out.at)
      ()
    }

  def pretty[A](codec: JsonCodec[A], a: A, indent: Int): String = Pretty.format(toBytes(codec, a), indent)
