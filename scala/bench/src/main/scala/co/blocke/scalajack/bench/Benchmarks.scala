package co.blocke.scalajack.bench

import org.openjdk.jmh.annotations.*

import java.util.concurrent.TimeUnit
import scala.compiletime.uninitialized

/** The measurements: reading and writing of one document by one library. */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.Throughput))
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgs = Array("-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"))
class Benchmarks:
  @Param(Array("jsoniter", "scalajack"))
  var library: String = uninitialized

  @Param(Array("record"))
  var document: String = uninitialized

  private var way: Way[Any] = uninitialized
  private var doc: Document[Any] = uninitialized

  @Setup
  def setup(): Unit =
    way = Library.way(library, document)
    doc = Library.document(library, document)

  @Benchmark def readString: Any = way.read(doc.text)
  @Benchmark def readBytes: Any = way.read(doc.bytes)
  @Benchmark def writeString: String = way.write(doc.value)
  @Benchmark def writeBytes: Array[Byte] = way.writeBytes(doc.value)
