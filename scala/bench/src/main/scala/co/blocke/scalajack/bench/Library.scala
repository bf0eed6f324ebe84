package co.blocke.scalajack.bench

/** One library and one document type: the four things that are measured. */
trait Way[A]:
  def read(js: String): A
  def read(b: Array[Byte]): A
  def write(a: A): String
  def writeBytes(a: A): Array[Byte]

/** A document: the value, and the texts that all libraries read. */
final case class Document[A](name: String, value: A, text: String):
  val bytes: Array[Byte] = text.getBytes(java.nio.charset.StandardCharsets.UTF_8)

/** Libraries by name; only what is asked for is loaded, so that each measurement has one library in its JVM. */
object Library:
  val all: List[String] =
    List(
      "jsoniter",
      "scalajack",
      "scalajack-easy",
      "zio-json",
      "borer",
      "jackson",
      "upickle",
      "circe",
      "play-json",
      "fastjson2",
      "hand-written"
    )

  val documents: List[String] = List("record", "products", "dates", "uuids", "doubles", "maps", "adt", "nested")

  /** Record is measured with all; the others of ours have one rival, and the products our easy mode too. */
  def has(library: String, document: String): Boolean = document match
    case "record"   => true
    case "products" => library == "jsoniter" || library.startsWith("scalajack")
    case _          => library == "jsoniter" || library == "scalajack"

  private def recordWay(library: String): Way[?] = library match
    case "jsoniter"       => Jsoniter.record
    case "scalajack"      => Ours.record
    case "scalajack-easy" => OursEasy.record
    case "zio-json"       => ZioJson.record
    case "borer"          => Borer.record
    case "jackson"        => Jackson.record
    case "upickle"        => Upickle.record
    case "circe"          => Circe.record
    case "play-json"      => PlayJson.record
    case "fastjson2"      => Fastjson.record
    case "hand-written"   => HandWritten.record

  private def both[A](library: String, jsoniter: => Way[A], ours: => Way[A]): Way[A] =
    library match
      case "jsoniter"  => jsoniter
      case "scalajack" => ours

  def way(library: String, document: String): Way[Any] =
    val found = document match
      case "record"   => recordWay(library)
      case "products" => if library == "scalajack-easy" then OursEasy.products else both(library, Jsoniter.products, Ours.products)
      case "dates"    => both(library, Jsoniter.dates, Ours.dates)
      case "uuids"    => both(library, Jsoniter.uuids, Ours.uuids)
      case "doubles"  => both(library, Jsoniter.doubles, Ours.doubles)
      case "maps"     => both(library, Jsoniter.maps, Ours.maps)
      case "adt"      => both(library, Jsoniter.shapes, Ours.shapes)
      case "nested"   => both(library, Jsoniter.nested, Ours.nested)
    found.asInstanceOf[Way[Any]]

  /** Record is read in its indented form; the others in the compact one that jsoniter writes. Java beans are a library's own value. */
  def document(library: String, name: String): Document[Any] =
    if name == "record" then
      val w = way(library, name)
      Document(name, w.read(Documents.recordText), Documents.recordText)
    else
      val value: Any = name match
        case "products" => Documents.products
        case "dates"    => Documents.dates
        case "uuids"    => Documents.uuids
        case "doubles"  => Documents.doubles
        case "maps"     => Documents.maps
        case "adt"      => Documents.shapes
        case "nested"   => Documents.nested
      Document(name, value, way(library, name).write(value))
