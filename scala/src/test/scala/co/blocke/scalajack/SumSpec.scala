package co.blocke.scalajack

sealed trait Cmd
case object Start extends Cmd
case object Stop extends Cmd

sealed trait Fruit
case class Apple(name: String, lbs: Int) extends Fruit
case class Plum(name: String, lbs: Int, foo: Int) extends Fruit
case class Pear(name: String, numBits: Int) extends Fruit
case class Fig(name: String, lbs: Option[Int], isBig: Boolean) extends Fruit

sealed trait Hinted
@TypeHint(hintValue = "dd") case class Dog(blather: Int, name: Option[String], l0: Int) extends Hinted
case class Cat(id: Int, nombre: Int) extends Hinted
case class Bee(name: Int, age: Int, l0: Int) extends Hinted
@TypeHint(hintValue = "ww") case class Wasp(name: Int, age: Int, l0: Int) extends Hinted

sealed trait Mixed
case object NoThing extends Mixed
case class Some1(a: Int) extends Mixed
case class Nest(m: Mixed, l: List[Mixed]) extends Mixed

enum Shape:
  case Point
  case Circle(r: Double)
  case Rect(w: Double, h: Double)

sealed trait Deep
sealed trait Deeper extends Deep
case class D1(a: Int) extends Deeper
case class D2(b: Int) extends Deep
sealed abstract class AThing[T]
case class AOne[T](t: T) extends AThing[T]
case class ATwo[A](other: List[A]) extends AThing[A]
sealed trait City
case class CityRoute(n: Int) extends City
case class CityHop(m: Int) extends City
class CityImpl(n: Int) extends CityRoute(n)
case class Zoo(f: Fruit, c: Cmd)
sealed trait Expr0[T]
case class IntLit(v: Int) extends Expr0[Int]
case class StrLit(s: String) extends Expr0[String]
case class Pair0[T](l: Expr0[T], r: Expr0[T]) extends Expr0[T]

class SumSpec extends ContractSuite:
  test("4.2 objects [T]: a string of the simple name") {
    given ScalaJack[Cmd] = ScalaJack.sjCodecOf[Cmd]
    both(Start: Cmd, "\"Start\"")
    both(null: Cmd, "null")
    reads("""{"_hint":"Stop"}""", Stop: Cmd)
    refuses[Cmd]("\"Other\"", "'Other' is no object of co.blocke.scalajack.Cmd", 0)
    both(Map((Start: Cmd) -> 1), """{"Start":1}""")(using ScalaJack.sjCodecOf[Map[Cmd, Int]])
  }
  test("4.2 fingerprints [T]: no hints where names tell the leaf") {
    given ScalaJack[Fruit] = ScalaJack.sjCodecOf[Fruit]
    both(Apple("a", 1): Fruit, """{"name":"a","lbs":1}""".replace("name\":\"a\",\"lbs", "name\":\"a\",\"lbs"))
    both(Plum("a", 1, 2): Fruit, """{"name":"a","lbs":1,"foo":2}""")
    both(Pear("a", 1): Fruit, """{"name":"a","numBits":1}""")
    both(Fig("a", None, true): Fruit, """{"name":"a","isBig":true}""")
    both(Fig("a", Some(1), true): Fruit, """{"name":"a","lbs":1,"isBig":true}""")
    reads("""{"zzz":[1],"isBig":true,"name":"a"}""", Fig("a", None, true): Fruit)
    reads("""{"name":"a","lbs":1,"_hint":"Apple"}""", Apple("a", 1): Fruit)
  }
  test("4.2 ambiguous [T]") {
    given ScalaJack[Hinted] = ScalaJack.sjCodecOf[Hinted]
    refuses[Hinted](
      """{"age":1,"name":2,"l0":3}""",
      "Class in trait co.blocke.scalajack.Hinted with parsed fields [age,name,l0] needed a type hint but none was found (ambiguous)",
      0
    )
    refuses[Hinted]("""{"_hint":"Nobody"}""", "Unknown type hint Nobody", 9)
    both(Bee(1, 2, 3): Hinted, """{"_hint":"Bee","name":1,"age":2,"l0":3}""")
    both(Dog(1, None, 3): Hinted, """{"blather":1,"l0":3}""")
    both(Cat(1, 2): Hinted, """{"id":1,"nombre":2}""")
    reads("""{"name":1,"_hint":"Wasp","age":2,"l0":3}""", Wasp(1, 2, 3): Hinted)
    reads("""{"id":1,"name":1,"age":2,"l0":3,"_hint":"Wasp"}""", Wasp(1, 2, 3): Hinted)
    both(Bee(1, 2, 3), """{"name":1,"age":2,"l0":3}""")(using ScalaJack.sjCodecOf[Bee])
  }
  test("4.2 hint policies [T]") {
    both(Wasp(1, 2, 3): Hinted, """{"_hint":"ww","name":1,"age":2,"l0":3}""")(using
      ScalaJack.sjCodecOf[Hinted](SJConfig.withTypeHintPolicy(TypeHintPolicy.USE_ANNOTATION))
    )
    both(Bee(1, 2, 3): Hinted, """{"ref":"Bee","name":1,"age":2,"l0":3}""")(using
      ScalaJack.sjCodecOf[Hinted](SJConfig.withTypeHintLabel("ref"))
    )
    both(Cat(1, 2): Hinted, """{"_hint":"Cat","id":1,"nombre":2}""")(using ScalaJack.sjCodecOf[Hinted](SJConfig.preferTypeHints))
    both(Cat(1, 2): Hinted, """{"_hint":"cat","id":1,"nombre":2}""")(using
      ScalaJack.sjCodecOf[Hinted](SJConfig.preferTypeHints.withTypeHintNames(NameMapper.SNAKE_CASE))
    )
    val sj = ScalaJack.sjCodecOf[Hinted](SJConfig.withTypeHintPolicy(TypeHintPolicy.SCRAMBLE_CLASSNAME))
    val texts = List.fill(20)(sj.toJson(Bee(1, 2, 3)))
    assert(texts.distinct.length > 1)
    texts.foreach(t => assertEquals(sj.fromJson(t), Bee(1, 2, 3): Hinted))
    assert(texts.head.matches("""\{"_hint":"\d{5}-\d{3}-\d{2}[AB]",.*"""), texts.head)
  }
  test("4.2 WRAPPED [W]") {
    given ScalaJack[Hinted] = ScalaJack.sjCodecOf[Hinted](SJConfig.withTypeHintStyle(TypeHintStyle.WRAPPED))
    both(Cat(1, 2): Hinted, """{"Cat":{"id":1,"nombre":2}}""")
    refuses[Hinted]("""{"Cow":{}}""", "Unknown type hint Cow", 1)
    intercept[JsonParseError](summon[ScalaJack[Hinted]].fromJson("""{"Cat":{"id":1,"nombre":2},"x":1}"""))
  }
  test("4.2 mixed [W]: objects as strings, classes as objects") {
    given ScalaJack[Mixed] = ScalaJack.sjCodecOf[Mixed]
    both(NoThing: Mixed, "\"NoThing\"")
    both(
      Nest(NoThing, List(Some1(1), NoThing, Nest(Some1(2), Nil))): Mixed,
      """{"m":"NoThing","l":[{"a":1},"NoThing",{"m":{"a":2},"l":[]}]}"""
    )
    reads("""{"_hint":"NoThing"}""", NoThing: Mixed)
    refuses[Mixed](
      """{"zzz":1}""",
      "Class in trait co.blocke.scalajack.Mixed with parsed fields [zzz] needed a type hint but none was found (ambiguous)",
      0
    )
    refuses[Mixed]("\"Nope\"", "'Nope' is no object of co.blocke.scalajack.Mixed", 0)
    given ScalaJack[Shape] = ScalaJack.sjCodecOf[Shape]
    both(Shape.Point: Shape, "\"Point\"")
    both(Shape.Circle(1.5): Shape, """{"r":1.5}""")
    both(List(Shape.Rect(1, 2), Shape.Point), """[{"w":1.0,"h":2.0},"Point"]""")(using ScalaJack.sjCodecOf[List[Shape]])
  }
  test("4.2 nested traits, parameters, subclasses [T]") {
    both(D1(1): Deep, """{"a":1}""")(using ScalaJack.sjCodecOf[Deep])
    both(List(D1(1), D2(2)): List[Deep], """[{"_hint":"D1","a":1},{"_hint":"D2","b":2}]""")(using
      ScalaJack.sjCodecOf[List[Deep]](SJConfig.preferTypeHints)
    )
    both(ATwo(List(1L)): AThing[Long], """{"other":[1]}""")(using ScalaJack.sjCodecOf[AThing[Long]])
    writes(new CityImpl(4): City, """{"n":4}""")(using ScalaJack.sjCodecOf[City])
    both(Pair0(IntLit(1), IntLit(2)): Expr0[Int], """{"l":{"v":1},"r":{"v":2}}""")(using ScalaJack.sjCodecOf[Expr0[Int]])
    both(Zoo(Pear("a", 1), Stop), """{"f":{"name":"a","numBits":1},"c":"Stop"}""")(using ScalaJack.sjCodecOf[Zoo])
    both(Zoo(null, null), """{"f":null,"c":null}""")(using ScalaJack.sjCodecOf[Zoo])
  }
