package co.blocke.scalajack.bench

import java.time.*
import java.util.UUID

/** The models of the measurements: `Record` and `Product` (data/scala/README.md describes them), and one small document for each kind of value
  * that has a fast path of its own.
  */
case class Record(person: Person, hobbies: List[String], friends: List[Friend], pets: List[Pet])
case class Person(name: String, age: Int, address: Address, email: String, phone_numbers: List[String], is_employed: Boolean)
case class Address(street: String, city: String, state: String, postal_code: String)
case class Friend(name: String, age: Int, email: String)
case class Pet(name: String, species: String, age: Int)

enum Status:
  case Active, Discontinued, Backorder, Draft

sealed trait Shipping
case class Parcel(weightGrams: Int, carrier: String) extends Shipping
case class Pickup(store: String, notBefore: LocalDate) extends Shipping
case class Download(url: String, sizeBytes: Long) extends Shipping

case class Product(
    id: UUID,
    title: String,
    price: BigDecimal,
    rating: Double,
    discount: Option[Double],
    note: Option[String],
    stock: Map[String, Int],
    status: Status,
    shipping: Shipping,
    createdAt: Instant,
    releaseDate: LocalDate,
    tags: List[String]
)

case class Moment(
    instant: Instant,
    date: LocalDate,
    time: LocalTime,
    dateTime: LocalDateTime,
    offset: OffsetDateTime,
    zoned: ZonedDateTime,
    duration: Duration
)
case class Dates(moments: List[Moment])
case class Uuids(ids: List[UUID])
case class Doubles(values: List[Double])
case class Maps(stock: Map[String, Int], byId: Map[Int, String])

sealed trait Shape
case class Circle(radius: Double, label: String) extends Shape
case class Square(side: Double, label: String) extends Shape
case class Polygon(sides: List[Double], label: String) extends Shape
case class Shapes(shapes: List[Shape])

case class Nested(value: Int, child: Option[Nested])
