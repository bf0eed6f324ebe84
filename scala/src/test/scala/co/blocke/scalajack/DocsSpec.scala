package docs

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

// The examples of docs/scalajack.md: every block of Scala in that page stands here, word for word, and is compiled and run.

object Tour:
  import co.blocke.scalajack.*
  import co.blocke.scalajack.ScalaJackSyntax.*

  case class Pet(name: String, species: String, age: Option[Int])
  given ScalaJack[Pet] = ScalaJack.sjCodecOf[Pet]

  val text = Pet("Biscuit", "Dog", Some(6)).toJson // {"name":"Biscuit","species":"Dog","age":6}
  val pet = """{"species":"Dog","name":"Biscuit"}""".fromJson[Pet]
  val pets = """[{"name":"Biscuit","species":"Dog"}]""".fromJsonList[Pet]

object Easy:
  import co.blocke.scalajack.auto.given
  import co.blocke.scalajack.ScalaJackSyntax.*

  case class Stop(name: String, minutes: Int)
  val text = List(Stop("Norwich", 12)).toJson // [{"name":"Norwich","minutes":12}]
  val stop = """{"name":"Norwich","minutes":12}""".fromJson[Stop]

object Carriers:
  import co.blocke.scalajack.*

  case class Item(id: Long, tags: List[String])
  val items = ScalaJack.sjCodecOf[Item]

  val bytes: Array[Byte] = items.toBytes(Item(1, List("new")))
  val item: Item = items.fromBytes(bytes)
  val pretty: String = items.toJsonPretty(item)

  val out = new java.io.ByteArrayOutputStream
  items.writeLines(List(item, item), out) // NDJSON, one element in memory at a time
  val again: List[Item] = items.readLines(new java.io.ByteArrayInputStream(out.toByteArray)).toList

object Errors:
  import co.blocke.scalajack.*

  case class Person(name: String, age: Int)
  case class Team(people: List[Person])
  val teams = ScalaJack.sjCodecOf[Team]

  val wrong = teams.decode("""{"people":[{"name":"Mina","age":"29"}]}""")
  val where = wrong.left.map(e => (e.path, e.line, e.column, e.msg))
  val all = teams.decodeAll("""{"people":[{"name":1,"age":"29"},{}]}""") // three errors

object Config:
  import co.blocke.scalajack.*

  case class Order(orderId: Int, placedAt: java.time.Instant, note: Option[String])
  val orders = ScalaJack.sjCodecOf[Order](SJConfig.withFieldNames(NameMapper.SNAKE_CASE).withNoneAsNull)
  val text = orders.toJson(Order(7, java.time.Instant.EPOCH, None))
  // {"order_id":7,"placed_at":"1970-01-01T00:00:00Z","note":null}

object Sums:
  import co.blocke.scalajack.*

  sealed trait Shipping
  case class Parcel(grams: Int, carrier: String) extends Shipping
  case class Pickup(store: String) extends Shipping
  case object Download extends Shipping

  val plain = ScalaJack.sjCodecOf[List[Shipping]]
  val text = plain.toJson(List(Parcel(300, "DHL"), Download)) // [{"grams":300,"carrier":"DHL"},"Download"]
  val hinted = ScalaJack.sjCodecOf[Shipping](SJConfig.preferTypeHints.withTypeHintLabel("kind"))
  val pickup = hinted.toJson(Pickup("Leeds")) // {"kind":"Pickup","store":"Leeds"}
  val wrapped = ScalaJack.sjCodecOf[Shipping](SJConfig.withTypeHintStyle(TypeHintStyle.WRAPPED))

object Fields:
  import co.blocke.scalajack.*

  case class Account(
      @jsLabel("user-name") name: String,
      @jsAlias("mail", "e-mail") email: String,
      @jsStringified balance: Long,
      plan: String = "free",
      @Ignore cached: Int = 0
  )
  val accounts = ScalaJack.sjCodecOf[Account]
  val account = accounts.fromJson("""{"user-name":"mina","mail":"m@x.org","balance":"12"}""")

object Custom:
  import co.blocke.scalajack.*
  import co.blocke.scalajack.json.{JsonCodec, JsonKeyCodec}
  import co.blocke.scalajack.json.reading.JsonSource
  import co.blocke.scalajack.json.writing.JsonOutput

  final class Phone(val digits: String)
  given JsonCodec[Phone] = new JsonCodec[Phone]:
    def encodeValue(in: Phone, out: JsonOutput): Unit = out.value("+" + in.digits)
    def decodeValue(in: JsonSource): Phone =
      val s = in.expectString()
      if s == null || !s.startsWith("+") then throw JsonParseError("a phone number begins with +", in)
      Phone(s.drop(1))

  case class Contact(name: String, phones: List[Phone])
  val contacts = ScalaJack.sjCodecOf[Contact]

  case class Cell(x: Int, y: Int)
  given JsonKeyCodec[Cell] = new JsonKeyCodec[Cell]:
    def encodeKey(c: Cell): String = s"${c.x}:${c.y}"
    def decodeKey(s: String): Cell =
      val Array(x, y) = s.split(':').map(_.toInt): @unchecked
      Cell(x, y)
  val grid = ScalaJack.sjCodecOf[Map[Cell, String]]

  case class Node(value: Int, children: List[Node]) derives JsonCodec

object Schema:
  import co.blocke.scalajack.*
  import co.blocke.scalajack.json.schema.{description, minimum}

  case class Product(@description("as printed") title: String, @minimum("0") price: BigDecimal)
  val schema: String = ScalaJack.schemaOf[Product]

// that of the README
object Readme:
  import co.blocke.scalajack.*

  enum Status { case Open, Paid }
  case class Item(name: String, price: BigDecimal)
  case class Order(id: Int, items: List[Item], status: Status, note: Option[String])

  given ScalaJack[Order] = ScalaJack.sjCodecOf[Order]
  import ScalaJackSyntax.*
  val text = Order(1, List(Item("tea", 2.5)), Status.Open, None).toJson
  // => {"id":1,"items":[{"name":"tea","price":2.5}],"status":"Open"}
  val order = text.fromJson[Order]

class DocsSpec extends munit.FunSuite:
  test("10 docs [W]: every Scala block of docs/scalajack.md and the README is compiled here") {
    def text(path: String) = String(Files.readAllBytes(Path.of(path)), UTF_8)
    val page = text("../docs/scalajack.md") + text("../README.md")
    def bare(s: String) = s.linesIterator.map(_.trim.replaceAll("// *", "// ")).filter(_.nonEmpty).mkString("\n")
    val here = bare(String(Files.readAllBytes(Path.of("src/test/scala/co/blocke/scalajack/DocsSpec.scala")), UTF_8))
    val blocks = "(?s)```scala\n(.*?)```".r.findAllMatchIn(page).map(_.group(1)).toList
    assert(blocks.length >= 10)
    blocks.foreach(b => assert(here.contains(bare(b)), s"not compiled:\n$b"))
  }
  test("10 docs [W]: the results are those that the page tells") {
    assertEquals(Readme.text, """{"id":1,"items":[{"name":"tea","price":2.5}],"status":"Open"}""")
    assertEquals(Readme.order, Readme.Order(1, List(Readme.Item("tea", 2.5)), Readme.Status.Open, None))
    assertEquals(Tour.text, """{"name":"Biscuit","species":"Dog","age":6}""")
    assertEquals(Tour.pet, Tour.Pet("Biscuit", "Dog", None))
    assertEquals(Tour.pets, List(Tour.pet))
    assertEquals(Easy.text, """[{"name":"Norwich","minutes":12}]""")
    assertEquals(Easy.stop, Easy.Stop("Norwich", 12))
    assertEquals(Carriers.again, List(Carriers.item, Carriers.item))
    assertEquals(Errors.where.left.toOption.map(_._1), Some("/people/0/age"))
    assertEquals(Errors.all.left.map(_.length), Left(3))
    assertEquals(Config.text, """{"order_id":7,"placed_at":"1970-01-01T00:00:00Z","note":null}""")
    assertEquals(Sums.text, """[{"grams":300,"carrier":"DHL"},"Download"]""")
    assertEquals(Sums.pickup, """{"kind":"Pickup","store":"Leeds"}""")
    assertEquals(Fields.account, Fields.Account("mina", "m@x.org", 12))
    assertEquals(Custom.contacts.fromJson("""{"name":"a","phones":["+1"]}""").phones.head.digits, "1")
    assertEquals(Custom.grid.toJson(Map(Custom.Cell(1, 2) -> "x")), """{"1:2":"x"}""")
    assert(Schema.schema.contains("\"minimum\":0"))
  }
