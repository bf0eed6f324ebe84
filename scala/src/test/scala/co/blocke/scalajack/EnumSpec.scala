package co.blocke.scalajack

enum Color:
  case Red, Green
  case Blue
  override def toString: String = "a colour"
object Size extends Enumeration:
  val Small, Large = Value
  val Huge = Value(10, "Huge!")
case class HasEnums(c: Color, s: Size.Value, p: Planet)
case class EnumKeys(c: Map[Color, Int], s: Map[Size.Value, Int], p: Map[Planet, Int])

class EnumSpec extends ContractSuite:
  test("4.3 enums [T]: names of the three kinds") {
    given ScalaJack[HasEnums] = ScalaJack.sjCodecOf[HasEnums]
    both(HasEnums(Color.Blue, Size.Huge, Planet.MARS), """{"c":"Blue","s":"Huge!","p":"MARS"}""")
    both(HasEnums(null, null, null), """{"c":null,"s":null,"p":null}""")
    reads("""{"c":2,"s":10,"p":1}""", HasEnums(Color.Blue, Size.Huge, Planet.MARS))
  }
  test("4.3 ids [T]: all or those named") {
    both(HasEnums(Color.Blue, Size.Huge, Planet.MARS), """{"c":2,"s":10,"p":1}""")(using
      ScalaJack.sjCodecOf[HasEnums](SJConfig.withEnumsAsIds(Nil))
    )
    both(HasEnums(Color.Blue, Size.Huge, Planet.MARS), """{"c":2,"s":"Huge!","p":"MARS"}""")(using
      ScalaJack.sjCodecOf[HasEnums](SJConfig.withEnumsAsIds(List("co.blocke.scalajack.Color")))
    )
    both(HasEnums(Color.Blue, Size.Huge, Planet.MARS), """{"c":"Blue","s":10,"p":1}""")(using
      ScalaJack.sjCodecOf[HasEnums](SJConfig.withEnumsAsIds(List("co.blocke.scalajack.Size", "co.blocke.scalajack.Planet")))
    )
  }
  test("4.3 keys [T]: names, or ids as text") {
    val v = EnumKeys(Map(Color.Red -> 1), Map(Size.Huge -> 2), Map(Planet.EARTH -> 3))
    both(v, """{"c":{"Red":1},"s":{"Huge!":2},"p":{"EARTH":3}}""")(using ScalaJack.sjCodecOf[EnumKeys])
    both(v, """{"c":{"0":1},"s":{"10":2},"p":{"0":3}}""")(using ScalaJack.sjCodecOf[EnumKeys](SJConfig.withEnumsAsIds(Nil)))
  }
  test("4.3 unknown names [T]: the compiler's own exceptions") {
    given ScalaJack[HasEnums] = ScalaJack.sjCodecOf[HasEnums]
    refusesAs[IllegalArgumentException, HasEnums]("""{"c":"Bogus"}""", "enum co.blocke.scalajack.Color has no case with name: Bogus")
    refusesAs[NoSuchElementException, HasEnums]("""{"c":9}""", "enum co.blocke.scalajack.Color has no case with ordinal: 9")
    refusesAs[NoSuchElementException, HasEnums]("""{"s":"X"}""", "Size has no value 'X'")
    refusesAs[IllegalArgumentException, HasEnums]("""{"p":"X"}""", "No enum constant co.blocke.scalajack.Planet.X")
    refuses[HasEnums]("""{"c":true}""", "Expected valid enumeration value or null here", 5)
  }
