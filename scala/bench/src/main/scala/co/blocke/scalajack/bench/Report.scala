package co.blocke.scalajack.bench

import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.results.format.ResultFormatType
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.{OptionsBuilder, TimeValue}

import scala.jdk.CollectionConverters.*

/** Runs the measurements and prints the two tables, reading and writing: operations a second, error, ratio to jsoniter of the same run, and for
  * Record the figures that the original's page published (another machine: for the proportions only).
  *
  * Arguments: documents, by default `record`; `quick` for short runs; `all` for every document.
  */
object Report:
  /** Thousand operations a second on the page of the original: reading, writing. */
  private val published: Map[String, (String, String)] = Map(
    "jsoniter" -> ("988", "2843"),
    "hand-written" -> ("-", "2733"),
    "scalajack" -> ("642", "1729"),
    "zio-json" -> ("587", "795"),
    "scalajack-easy" -> ("427", "-"),
    "circe" -> ("267", "1958"),
    "play-json" -> ("208", "439")
  )

  def main(args: Array[String]): Unit =
    val quick = args.contains("quick")
    val documents = if args.contains("all") then Library.documents else args.filterNot(_ == "quick").toList match
      case Nil   => List("record")
      case named => named
    check(documents)
    documents.foreach(d => print(tables(d, measure(d, quick))))

  /** Nothing is measured before all libraries have given the same value. */
  private def check(documents: List[String]): Unit =
    documents.foreach { d =>
      Equality.differences(d) match
        case Nil  => System.err.println(s"$d: all libraries agree")
        case some => sys.error(s"$d: ${some.mkString("; ")}")
    }

  private def measure(document: String, quick: Boolean): List[RunResult] =
    val libraries = Library.all.filter(Library.has(_, document))
    val options = OptionsBuilder()
      .include("bench.Benchmarks")
      .param("document", document)
      .param("library", libraries*)
      .forks(if quick then 1 else 2)
      .warmupIterations(if quick then 3 else 5)
      .measurementIterations(if quick then 3 else 5)
      .warmupTime(TimeValue.seconds(1))
      .measurementTime(TimeValue.seconds(1))
      .resultFormat(ResultFormatType.JSON)
      .result(s"raw-$document.json")
      .build()
    Runner(options).run().asScala.toList

  private final case class Cell(score: Double, error: Double)

  private def tables(document: String, results: List[RunResult]): String =
    val cells = results.map { r =>
      val name = r.getParams.getBenchmark.split('.').last
      (r.getParams.getParam("library"), name) -> Cell(r.getPrimaryResult.getScore, r.getPrimaryResult.getScoreError)
    }.toMap
    val libraries = Library.all.filter(l => cells.keysIterator.exists(_._1 == l))
    def table(title: String, text: String, bytes: String, figure: ((String, String)) => String): String =
      val name = s"$title ($document)"
      val head = f"$name%-22s ${"String ops/s"}%14s ${"error"}%9s ${"ratio"}%6s ${"bytes ops/s"}%14s ${"error"}%9s ${"ratio"}%6s ${"published k/s"}%14s%n"
      val rows = libraries.map { l =>
        def part(op: String): String =
          val c = cells(l, op)
          f"${c.score}%14.0f ${c.error}%9.0f ${c.score / cells("jsoniter", op).score}%6.2f"
        f"  $l%-20s ${part(text)} ${part(bytes)} ${if document == "record" then published.get(l).fold("-")(figure) else "-"}%14s%n"
      }
      head + rows.mkString + "\n"
    table("Reading", "readString", "readBytes", _._1) + table("Writing", "writeString", "writeBytes", _._2)
