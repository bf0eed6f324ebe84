package co.blocke.scalajack

case class HasNamed(p: (name: String, age: Int), o: Option[(x: Int, y: Option[Int])])

class NamedTupleSpec extends ContractSuite:
  test("3.3 named tuples [W]: an object of their fields") {
    given ScalaJack[(name: String, age: Int)] = ScalaJack.sjCodecOf[(name: String, age: Int)]
    both((name = "a", age = 3), """{"name":"a","age":3}""")
    reads("""{"age":3,"name":"a"}""", (name = "a", age = 3))
    given ScalaJack[HasNamed] = ScalaJack.sjCodecOf[HasNamed]
    both(HasNamed((name = "a", age = 3), Some((x = 1, y = None))), """{"p":{"name":"a","age":3},"o":{"x":1}}""")
    refuses[HasNamed]("""{"p":{"age":1}}""", "Missing required field(s) name", 13)
  }
