package co.blocke.scalajack

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

case class ShotFlat(name: String, age: Int, ok: Boolean, score: Double)
case class ShotOptions(a: Option[Int], b: Option[String], c: Int = 5)
case class ShotColls(l: List[Int], m: Map[String, Long], a: Array[Double], s: Set[String])
case class ShotRecursive(v: Int, next: Option[ShotRecursive])

/** The code that is generated for a dozen kinds of models, kept as readable text: a difference is reviewed as behaviour. STELE_GEN=1 rewrites
  * the files and deletes those of models that are gone. Printing differs between compilers, so only the published target is compared.
  */
class SnapshotSpec extends munit.FunSuite:
  private val folder = Path.of("src/test/generated")

  private val shots: List[(String, String)] = List(
    "flat" -> derive.Generated.code[ShotFlat],
    "options" -> derive.Generated.code[ShotOptions],
    "collections" -> derive.Generated.code[ShotColls],
    "recursive" -> derive.Generated.code[ShotRecursive],
    "sealed" -> derive.Generated.code[Fruit],
    "hinted" -> derive.Generated.code[Hinted],
    "wrapped" -> derive.Generated.code[Fruit](SJConfig.withTypeHintStyle(TypeHintStyle.WRAPPED)),
    "mixed" -> derive.Generated.code[Shape],
    "enum" -> derive.Generated.code[Color],
    "either" -> derive.Generated.code[Either[String, Int]],
    "union" -> derive.Generated.code[Int | List[Int] | String],
    "tuple" -> derive.Generated.code[(Int, String, Option[Int])],
    "bean" -> derive.Generated.code[Bean],
    "value-class" -> derive.Generated.code[HasValue],
    "settings" -> derive.Generated.code[Omits](SJConfig.omitDefaults.rejectUnknownFields.withFieldNames(NameMapper.SCREAMING_SNAKE_CASE))
  )

  private val isLts = BuildFacts.scalaVersion.startsWith("3.3.")

  test("9.15 generated code [W]: equals the snapshots") {
    assume(isLts, "the text is compared for the LTS compiler only")
    if sys.env.contains("STELE_GEN") then
      Files.createDirectories(folder)
      Files.list(folder).iterator.asScala.toList.foreach(Files.delete)
      shots.foreach((name, code) => Files.write(folder.resolve(s"$name.txt"), (code + "\n").getBytes(UTF_8)))
    else
      shots.foreach { (name, code) =>
        assertNoDiff(code, String(Files.readAllBytes(folder.resolve(s"$name.txt")), UTF_8), name)
      }
      assertEquals(Files.list(folder).iterator.asScala.map(_.getFileName.toString).toSet, shots.map(_._1 + ".txt").toSet)
  }
