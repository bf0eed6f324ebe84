package co.blocke.scalajack
package json
package writing

import java.io.OutputStream

/** Many values to one stream, one at a time: as a root array, or as lines of NDJSON. The stream is neither flushed nor closed. */
object Streaming:
  private inline val Chunk = 8192

  def array[A](codec: JsonCodec[A], xs: IterableOnce[A], os: OutputStream): Unit =
    val out = fresh(codec)
    out.putByte('[')
    var first = true
    xs.iterator.foreach { x =>
      if !first then out.putByte(',')
      first = false
      one(codec, x, out, os)
    }
    out.putByte(']')
    drain(out, os)

  def lines[A](codec: JsonCodec[A], xs: IterableOnce[A], os: OutputStream): Unit =
    val out = fresh(codec)
    xs.iterator.foreach { x =>
      one(codec, x, out, os)
      out.putByte('\n')
    }
    drain(out, os)

  private def fresh[A](codec: JsonCodec[A]): JsonOutput =
    val out = JsonOutput()
    out.use(codec.settings)
    out

  private def one[A](codec: JsonCodec[A], x: A, out: JsonOutput, os: OutputStream): Unit =
    if out.at > Chunk then drain(out, os)
    out.beforeForeign()
    codec.encodeValue(x, out)
    out.reserve(8)

  private def drain(out: JsonOutput, os: OutputStream): Unit =
    os.write(out.buf, 0, out.at)
    out.clear()
