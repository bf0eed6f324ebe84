package co.blocke.scalajack

import neotype.*

object NonEmpty extends Newtype[String]:
  override inline def validate(s: String): Boolean | String = if s.isEmpty then "empty" else true
type NonEmpty = NonEmpty.Type
object Positive extends Subtype[Int]:
  override inline def validate(n: Int): Boolean = n > 0
type Positive = Positive.Type
case class HasNeo(a: NonEmpty, b: Positive, c: List[Positive], m: Map[NonEmpty, Int])

object MaybeInt extends Newtype[Option[Int]]
case class OmitsNeo(a: NonEmpty, m: MaybeInt.Type)

class NeotypeSpec extends ContractSuite:
  test("4.1 neotypes [T]: the base value, validated when read") {
    given ScalaJack[HasNeo] = ScalaJack.sjCodecOf[HasNeo]
    both(HasNeo(NonEmpty("x"), Positive(3), List(Positive(1)), Map(NonEmpty("k") -> 1)), """{"a":"x","b":3,"c":[1],"m":{"k":1}}""")
    refuses[HasNeo]("""{"a":""}""", "NeoType validation for NonEmpty failed", 6)
    refuses[HasNeo]("""{"a":"x","b":-12}""", "NeoType validation for Positive failed", 15)
  }
  test("1.3 omitEmpty [W]: the empty value of a neotype is validated too") {
    given ScalaJack[OmitsNeo] = ScalaJack.sjCodecOf[OmitsNeo](SJConfig.omitEmpty)
    both(OmitsNeo(NonEmpty("x"), MaybeInt(None)), """{"a":"x"}""")
    both(OmitsNeo(NonEmpty("x"), MaybeInt(Some(1))), """{"a":"x","m":1}""")
    refuses[OmitsNeo]("{}", "NeoType validation for NonEmpty failed", 1)
  }
