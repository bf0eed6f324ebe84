package co.blocke.scalajack

case class HasNamed(p: (name: String, age: Int), o: Option[(x: Int, y: Option[Int])])

case class NamedDeep[T](t: (a: T, b: List[(c: T, d: (e: Int, f: Option[T]))]))
type NamedWide = (
    a: Int,
    b: Int,
    c: Int,
    d: Int,
    e: Int,
    f: Int,
    g: Int,
    h: Int,
    i: Int,
    j: Int,
    k: Int,
    l: Int,
    m: Int,
    n: Int,
    o: Int,
    p: Int,
    q: Int,
    r: Int,
    s: Int,
    t: Int,
    u: Int,
    v: Int,
    w: Int,
    x: Option[String]
)

class NamedTupleSpec extends ContractSuite:
  test("3.3 named tuples [W]: an object of their fields") {
    given ScalaJack[(name: String, age: Int)] = ScalaJack.sjCodecOf[(name: String, age: Int)]
    both((name = "a", age = 3), """{"name":"a","age":3}""")
    reads("""{"age":3,"name":"a"}""", (name = "a", age = 3))
    given ScalaJack[HasNamed] = ScalaJack.sjCodecOf[HasNamed]
    both(HasNamed((name = "a", age = 3), Some((x = 1, y = None))), """{"p":{"name":"a","age":3},"o":{"x":1}}""")
    refuses[HasNamed]("""{"p":{"age":1}}""", "Missing required field(s) name", 13)
  }
  test("3.3 named tuples [W]: in one another, parameterised, as values of maps, more than 22 fields") {
    given ScalaJack[NamedDeep[Int]] = ScalaJack.sjCodecOf[NamedDeep[Int]]
    both(NamedDeep((a = 1, b = List((c = 2, d = (e = 3, f = None))))), """{"t":{"a":1,"b":[{"c":2,"d":{"e":3}}]}}""")
    both(Map("k" -> (x = 1, y = "z")), """{"k":{"x":1,"y":"z"}}""")(using ScalaJack.sjCodecOf[Map[String, (x: Int, y: String)]])
    val wide: NamedWide = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, Some("y"))
    both(wide, ('a' to 'w').zipWithIndex.map((c, i) => s"\"$c\":${i + 1}").mkString("{", ",", ",\"x\":\"y\"}"))(using
      ScalaJack.sjCodecOf[NamedWide]
    )
  }
