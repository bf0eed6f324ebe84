package co.blocke.scalajack.bench

import org.openjdk.jmh.profile.GCProfiler
import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{OptionsBuilder, TimeValue, VerboseMode}

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Runs the measurements and prints two tables for each document, reading and writing: operations a second, error, ratio to jsoniter of the same
  * run, bytes of garbage an operation, and for Record the figures that the original's page published (another machine: for the proportions only).
  *
  * Arguments: documents, by default `record`, or `all`; `quick` for short runs; `only=LIBRARY,...` for fewer libraries (jsoniter is always there).
  * What was measured is written to `raw-DOCUMENT.csv`; a line for each cell tells how far it is.
  */
object Report:
  /** Thousand operations a second on the page of the original: reading, writing. */
  private val published: Map[String, (String, String)] = Map(
    "jsoniter" -> ("988", "2,843"),
    "hand-written" -> ("-", "2,733"),
    "scalajack" -> ("642", "1,729"),
    "zio-json" -> ("587", "795"),
    "scalajack-easy" -> ("427", "-"),
    "circe" -> ("267", "1,958"),
    "play-json" -> ("208", "439")
  )

  def main(args: Array[String]): Unit =
    val quick = args.contains("quick")
    val only = args.collectFirst { case s"only=$names" => "jsoniter" :: names.split(',').toList }.getOrElse(Library.all)
    val documents = if args.contains("all") then Library.documents
    else
      args.filter(Library.documents.contains).toList match
        case Nil   => List("record")
        case named => named
    check(documents)
    documents.foreach { d =>
      val cells = measure(d, Library.all.filter(l => only.contains(l) && Library.has(l, d)), quick)
      Files.writeString(Path.of(s"raw-$d.csv"), csv(cells))
      print(tables(d, cells))
    }

  /** Nothing is measured before all libraries have given the same value. */
  private def check(documents: List[String]): Unit =
    documents.foreach { d =>
      Equality.differences(d) match
        case Nil  => System.err.println(s"$d: all libraries agree")
        case some => sys.error(s"$d: ${some.mkString("; ")}")
    }

  private final case class Cell(document: String, library: String, operation: String, score: Double, error: Double, garbage: Double)

  /** One run of JMH for each cell, and a line of progress for each on the error stream. */
  private def measure(document: String, libraries: List[String], quick: Boolean): List[Cell] =
    val cells = for operation <- operations; library <- libraries yield (operation, library)
    val start = System.nanoTime
    cells.zipWithIndex.flatMap { case ((operation, library), i) =>
      val found = Runner(options(document, library, operation, quick)).run().asScala.toList.map(cell)
      val seconds = (System.nanoTime - start) / 1000000000L
      found.foreach { c =>
        System.err.println(
          f"$document ${i + 1}%2d of ${cells.length}, ${seconds / 60}:${seconds % 60}%02d: $library $operation ${c.score}%,.0f ± ${c.error}%,.0f"
        )
      }
      found
    }

  /** JMH uses what newer JDKs warn of at each start. */
  private val silent = if Runtime.version.feature >= 23 then List("--sun-misc-unsafe-memory-access=allow") else Nil

  private val operations = List("readString", "readBytes", "writeString", "writeBytes")

  private def options(document: String, library: String, operation: String, quick: Boolean) =
    OptionsBuilder()
      .include(s"bench.Benchmarks.$operation$$")
      .param("document", document)
      .param("library", library)
      .addProfiler(classOf[GCProfiler])
      .verbosity(VerboseMode.SILENT)
      .jvmArgsAppend(silent*)
      .forks(if quick then 1 else 3)
      .warmupIterations(if quick then 4 else 5)
      .measurementIterations(5)
      .warmupTime(TimeValue.milliseconds(if quick then 500 else 1000))
      .measurementTime(TimeValue.milliseconds(if quick then 500 else 1000))
      .build()

  private def cell(r: RunResult): Cell =
    val params = r.getParams
    val garbage = r.getSecondaryResults.asScala.collectFirst { case (name, g) if name.endsWith("gc.alloc.rate.norm") => g.getScore }
    val result = r.getPrimaryResult
    Cell(
      params.getParam("document"),
      params.getParam("library"),
      params.getBenchmark.split('.').last,
      result.getScore,
      result.getScoreError,
      garbage.getOrElse(Double.NaN)
    )

  private def csv(cells: List[Cell]): String =
    val lines = cells.map(c => f"${c.document},${c.library},${c.operation},${c.score}%.1f,${c.error}%.1f,${c.garbage}%.0f")
    ("document,library,operation,ops_per_second,error,bytes_per_operation" :: lines).mkString("", "\n", "\n")

  private def tables(document: String, cells: List[Cell]): String =
    val found = cells.map(c => (c.library, c.operation) -> c).toMap
    val libraries = Library.all.filter(l => cells.exists(_.library == l))
    def part(library: String, op: String): String =
      val c = found(library, op)
      f"${c.score}%,.0f | ${c.error}%,.0f | ${c.score / found("jsoniter", op).score}%.2f | ${c.garbage}%,.0f"
    def table(title: String, text: String, bytes: String, figure: ((String, String)) => String): String =
      val record = document == "record"
      val head = List(s"$title $document", "String ops/s", "error", "ratio", "B/op", "bytes ops/s", "error", "ratio", "B/op") ++
        (if record then List("published, k/s") else Nil)
      val rows = libraries.map { l =>
        val beside = if record then s" ${published.get(l).fold("-")(figure)} |" else ""
        s"| $l | ${part(l, text)} | ${part(l, bytes)} |$beside\n"
      }
      head.mkString(
        "| ",
        " | ",
        " |\n"
      ) + head.indices.map(i => if i == 0 then "---" else "---:").mkString("|", "|", "|\n") + rows.mkString + "\n"
    table("Reading", "readString", "readBytes", _._1) + table("Writing", "writeString", "writeBytes", _._2)
