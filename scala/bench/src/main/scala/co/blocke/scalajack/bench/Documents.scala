package co.blocke.scalajack.bench

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.*
import java.util.{Random, UUID}

/** The values that are written and the texts that are read: fixed seeds, so that every run has the same. */
object Documents:
  /** The indented text: of `STELE_DATA` where that is, else our own of the same shape. */
  lazy val recordText: String =
    val theirs = sys.env.get("STELE_DATA").map(d => Path.of(d, "scala", "record.json")).filter(Files.isRegularFile(_))
    theirs match
      case Some(path) => Files.readString(path)
      case None       => String(getClass.getResourceAsStream("/record.json").readAllBytes(), UTF_8)

  lazy val products: List[Product] =
    val rnd = Random(42)
    List.tabulate(1000)(product(rnd, _))

  private val words =
    Vector("Copper", "Lantern", "Bamboo", "Käsemesser", "Walnut", "Thermos", "Compass", "Blanket", "Crème", "Anvil", "Kettle", "Harbour")

  private def product(rnd: Random, i: Int): Product =
    def word = words(rnd.nextInt(words.length))
    def cents(max: Int) = BigDecimal(BigInt(rnd.nextInt(max)), 2)
    val title = s"$word $word ${rnd.nextInt(1000)}"
    Product(
      id = UUID(rnd.nextLong() & ~0xf000L | 0x4000L, rnd.nextLong() & Long.MaxValue | Long.MinValue),
      title = if i % 10 == 0 then s"\"$title\"\n" else title,
      price = cents(1000000),
      rating = if i % 4 == 0 then rnd.nextDouble() * 5 else rnd.nextInt(500) / 100.0,
      discount = if i % 3 == 0 then Some(rnd.nextInt(50) / 100.0) else None,
      note = if i % 2 == 0 then Some(s"Ships with $word, see page ${rnd.nextInt(100)}") else None,
      stock = Map("north" -> rnd.nextInt(500), "south" -> rnd.nextInt(500), "overseas" -> rnd.nextInt(50)),
      status = Status.fromOrdinal(rnd.nextInt(4)),
      shipping = i % 3 match
        case 0 => Parcel(rnd.nextInt(20000), "Postal Union")
        case 1 => Pickup(s"Store ${rnd.nextInt(99)}", LocalDate.of(2024, 1, 1).plusDays(rnd.nextInt(700)))
        case _ => Download(s"https://cdn.example.com/files/${rnd.nextInt(100000)}", rnd.nextInt().toLong & 0xffffffffL)
      ,
      createdAt = Instant.ofEpochSecond(1500000000L + rnd.nextInt(200000000), rnd.nextInt(1000) * 1000000L),
      releaseDate = LocalDate.of(2010, 1, 1).plusDays(rnd.nextInt(6000)),
      tags = List("new", "garden", "gift").take(rnd.nextInt(4))
    )

  lazy val dates: Dates =
    val rnd = Random(1)
    Dates(List.fill(20) {
      val dt = LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(rnd.nextInt(150000000)).plusNanos(rnd.nextInt(1000) * 1000000L)
      Moment(
        dt.toInstant(ZoneOffset.UTC),
        dt.toLocalDate,
        dt.toLocalTime,
        dt,
        dt.atOffset(ZoneOffset.ofHours(rnd.nextInt(5))),
        dt.atZone(ZoneId.of("Europe/Paris")),
        Duration.ofSeconds(rnd.nextInt(100000), rnd.nextInt(1000) * 1000000L)
      )
    })

  lazy val uuids: Uuids =
    val rnd = Random(2)
    Uuids(List.fill(100)(UUID(rnd.nextLong(), rnd.nextLong())))

  lazy val doubles: Doubles =
    val rnd = Random(3)
    Doubles(List.tabulate(200)(i => if i % 2 == 0 then rnd.nextDouble() * 360 - 180 else math.exp(rnd.nextDouble() * 200 - 100)))

  lazy val maps: Maps =
    val rnd = Random(4)
    Maps(Map.from((1 to 50).map(i => s"warehouse-$i" -> rnd.nextInt(10000))), Map.from((1 to 50).map(i => i * 7919 -> s"item $i")))

  lazy val shapes: Shapes =
    val rnd = Random(5)
    def side = rnd.nextInt(10000) / 100.0
    Shapes(List.tabulate(60)(i =>
      i % 3 match
        case 0 => Circle(side, s"circle $i")
        case 1 => Square(side, s"square $i")
        case _ => Polygon(List.fill(4)(side), s"polygon $i")
    ))

  lazy val nested: Nested = (1 to 200).foldLeft(Nested(0, None))((child, i) => Nested(i, Some(child)))
