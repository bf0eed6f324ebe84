package co.blocke.scalajack

import java.lang.reflect.{Method, Modifier}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The compiler of the tests, told by the build. */
object BuildFacts:
  val scalaVersion: String = sys.props.getOrElse("stele.scala", "3.3.")

/** The public surface as `docs/api/scalajack.txt` lists it: a change there needs a fragment in `changes/`. STELE_GEN=1 rewrites the file. What
  * only generated code calls (`derive`) is no promise and is left out.
  */
class ApiSpec extends munit.FunSuite:
  private val file = Path.of("../docs/api/scalajack.txt")

  private def classes: List[Class[?]] =
    val root = Path.of(classOf[SJConfig].getProtectionDomain.getCodeSource.getLocation.toURI)
    Files.walk(root).iterator.asScala
      .map(p => root.relativize(p).toString)
      .filter(n => n.endsWith(".class") && !n.contains("/derive/") && !n.contains("$anon") && !n.contains("$package"))
      .map(_.stripSuffix(".class").replace('/', '.'))
      .toList
      .sorted
      .map(Class.forName(_, false, getClass.getClassLoader))
      .filter(c => Modifier.isPublic(c.getModifiers) && !c.isAnonymousClass)

  private def line(m: Method): String =
    val static = if Modifier.isStatic(m.getModifiers) then "static " else ""
    s"  $static${m.getName}${m.getParameterTypes.map(_.getTypeName).mkString("(", ", ", ")")}: ${m.getReturnType.getTypeName}"

  private def listing: String =
    classes.map { c =>
      val methods = c.getDeclaredMethods.toList
        .filter(m => Modifier.isPublic(m.getModifiers) && !m.isSynthetic && !m.isBridge)
        .filterNot(m => m.getName.contains("$") || m.getName.startsWith("_"))
        .map(line)
        .distinct
        .sorted
      (s"${c.getName}" :: methods).mkString("\n")
    }.mkString("", "\n", "\n")

  test("1.1 public surface [W]: as listed in docs/api/scalajack.txt") {
    assume(BuildFacts.scalaVersion.startsWith("3.3."), "the listing is that of the LTS compiler")
    if sys.env.contains("STELE_GEN") then
      Files.createDirectories(file.getParent)
      Files.write(file, listing.getBytes(UTF_8))
    else assertNoDiff(listing, String(Files.readAllBytes(file), UTF_8))
  }
