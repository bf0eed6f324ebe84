package co.blocke.scalajack

import co.blocke.scala_reflection.Ignore as OldIgnore

abstract class Base(val id: Int)
case class Derived(override val id: Int, @jsLabel("b o") name: String) extends Base(id)
class Plain(val a: Int, var b: String):
  override def equals(o: Any): Boolean = o match
    case p: Plain => p.a == a && p.b == b
    case _        => false
  override def hashCode: Int = a
case class Tree(v: Int, left: Option[Tree] = None, kids: List[Tree] = Nil)
case class Empl[T](id: T, data: Option[Empl[T]], boss: Empl[T])
case class Wrapped(v: String) extends AnyVal
class WrappedPlain(val v: Int) extends AnyVal
case class HasValue(w: Wrapped, p: WrappedPlain, m: Map[Wrapped, Int])
case class Defaults(
    a: Int,
    b: Int = 5,
    c: List[Int] = List(1),
    d: Option[Int] = Some(2),
    @OldIgnore e: String = "hidden",
    @Ignore f: Int = 8
)
case class Labels(
    @jsLabel("a\"b") x: Int,
    @jsLabel("ünï") y: Int,
    @jsAlias("old", "older") z: Int,
    @jsStringified s: Long,
    @jsStringified t: Option[Int]
)
case class Two[A, B](a: A, b: List[B], c: Map[String, A])
object Opaques:
  opaque type Phone = String
  opaque type Count = Int
  opaque type MaybeInt = Option[Int]
  opaque type Box[T] = List[T]
  def phone(s: String): Phone = s
  def count(n: Int): Count = n
  def maybe(o: Option[Int]): MaybeInt = o
  def box[T](l: List[T]): Box[T] = l
type Alias = List[Option[Int]]
case class HasOpaque(
    p: Opaques.Phone,
    c: Opaques.Count,
    m: Opaques.MaybeInt,
    b: Opaques.Box[Int],
    k: Map[Opaques.Phone, Opaques.Count],
    a: Alias
)
class Extra(val one: Int):
  var two: String = "two"
  @OldIgnore var three: Int = 3
  private var hidden = 4
  def four: Int = hidden
  def four_=(n: Int): Unit = hidden = n
  def five: Int = 5
class ExtraChild(override val one: Int) extends Extra(one):
  var six: Boolean = false
case class Empty()
case class Lit(a: "x", b: 5)
case class NullUnion(a: String | Null, b: Int)

case class Hides(id: Int, private val secret: String, protected val half: Long = 3)
case class HidesAny[T](private val t: T, private val o: Option[T])

class ClassSpec extends ContractSuite:
  test("4.1 fields [T]: declared order, inherited once, labels") {
    given ScalaJack[Derived] = ScalaJack.sjCodecOf[Derived]
    both(Derived(1, "x"), """{"id":1,"b o":"x"}""")
    both(null: Derived, "null")
  }
  test("4.1 non-case class [T]: all parameters val or var") {
    given ScalaJack[Plain] = ScalaJack.sjCodecOf[Plain]
    both(new Plain(1, "x"), """{"a":1,"b":"x"}""")
  }
  test("4.1 case classes [T]: private fields are fields too") {
    both(Hides(1, "x"), """{"id":1,"secret":"x","half":3}""")(using ScalaJack.sjCodecOf[Hides])
    reads("""{"secret":"x","id":1,"half":4}""", Hides(1, "x", 4))(using ScalaJack.sjCodecOf[Hides])
    both(HidesAny(2, Some(3)), """{"t":2,"o":3}""")(using ScalaJack.sjCodecOf[HidesAny[Int]])
  }
  test("4.1 recursion [T]: Option, List, parameters") {
    given ScalaJack[Tree] = ScalaJack.sjCodecOf[Tree]
    both(Tree(1, Some(Tree(2)), List(Tree(3))), """{"v":1,"left":{"v":2,"kids":[]},"kids":[{"v":3,"kids":[]}]}""")
    given ScalaJack[Empl[Int]] = ScalaJack.sjCodecOf[Empl[Int]]
    both(Empl(1, Some(Empl(2, None, null)), Empl(3, None, null)), """{"id":1,"data":{"id":2,"boss":null},"boss":{"id":3,"boss":null}}""")
  }
  test("4.1 value classes [T]: the wrapped value, also as key") {
    given ScalaJack[HasValue] = ScalaJack.sjCodecOf[HasValue]
    both(HasValue(Wrapped("a"), new WrappedPlain(3), Map(Wrapped("k") -> 1)), """{"w":"a","p":3,"m":{"k":1}}""")
  }
  test("3.5 absent fields [W]: defaults are applied; @Ignore") {
    given ScalaJack[Defaults] = ScalaJack.sjCodecOf[Defaults]
    both(Defaults(1), """{"a":1,"b":5,"c":[1],"d":2}""")
    reads("""{"a":1}""", Defaults(1))
    reads("""{"e":"seen","a":1,"f":0}""", Defaults(1))
    refuses[Defaults]("""{"b":1}""", "Missing required field(s) a", 6)
  }
  test("4.1 labels, aliases, stringified [W]") {
    given ScalaJack[Labels] = ScalaJack.sjCodecOf[Labels]
    both(Labels(1, 2, 3, 4, Some(5)), "{\"a\\\"b\":1,\"ünï\":2,\"z\":3,\"s\":\"4\",\"t\":\"5\"}")
    reads("""{"old":3,"s":4,"ünï":2,"a\u0022b":1,"t":5}""", Labels(1, 2, 3, 4, Some(5)))
    refuses[Labels]("""{"old":3,"older":3}""", "Duplicate field older", 9)
  }
  test("4.1 type parameters [T]: substituted") {
    given ScalaJack[Two[Int, Option[String]]] = ScalaJack.sjCodecOf[Two[Int, Option[String]]]
    both(Two[Int, Option[String]](1, List(Some("x")), Map("k" -> 2)), """{"a":1,"b":["x"],"c":{"k":2}}""")
  }
  test("4.1 opaque types [T]: followed from outside of their scope") {
    import Opaques.*
    given ScalaJack[HasOpaque] = ScalaJack.sjCodecOf[HasOpaque]
    both(
      HasOpaque(phone("5"), count(2), maybe(Some(1)), box(List(1)), Map(phone("k") -> count(1)), List(Some(1))),
      """{"p":"5","c":2,"m":1,"b":[1],"k":{"k":1},"a":[1]}"""
    )
    reads("""{"p":"5","c":2,"b":[1],"k":{},"a":[]}""", HasOpaque(phone("5"), count(2), maybe(None), box(List(1)), Map(), Nil))
  }
  test("4.4 writeNonConstructorFields [T]") {
    val sj = ScalaJack.sjCodecOf[ExtraChild](SJConfig.writeNonConstructorFields)
    val x = new ExtraChild(1)
    x.two = "2"
    x.four = 44
    x.six = true
    val js = sj.toJson(x)
    assert(List("\"one\":1", "\"two\":\"2\"", "\"four\":44", "\"six\":true").forall(js.contains), js)
    assert(!js.contains("three") && !js.contains("five"), js)
    val y = sj.fromJson("""{"six":true,"four":7,"one":5}""")
    assertEquals((y.one, y.two, y.four, y.six), (5, "two", 7, true))
    assertEquals(ScalaJack.sjCodecOf[Plain].toJson(new Plain(1, "z")), """{"a":1,"b":"z"}""")
  }
  test("4.4 Java beans [T]: properties in alphabetical order") {
    val sj = ScalaJack.sjCodecOf[Bean]
    val b = new Bean
    b.setTags(java.util.List.of("x"))
    b.setActive(true)
    assertEquals(sj.toJson(b), """{"active":true,"age":1,"name":"none","next":null,"tags":["x"]}""")
    val c = sj.fromJson("""{"name":"n","secret":"no","next":{"age":7}}""")
    assertEquals((c.getName, c.getAge, c.getSecret, c.getNext.getAge, c.isActive), ("n", 1, "s", 7, false))
  }
  test("4.1 empty class, literal types") {
    both(Empty(), "{}")(using ScalaJack.sjCodecOf[Empty])
    given ScalaJack[Lit] = ScalaJack.sjCodecOf[Lit]
    both(Lit("x", 5), """{"a":"x","b":5}""")
    refuses[Lit]("""{"a":"y","b":5}""", "Expected the literal x here", 5)
  }
  test("9.8 T | Null [W]: reads null") {
    given ScalaJack[NullUnion] = ScalaJack.sjCodecOf[NullUnion]
    both(NullUnion(null, 1), """{"a":null,"b":1}""")
    both(NullUnion("x", 1), """{"a":"x","b":1}""")
  }
  test("4.1 duplicates [W]: refused by default, by settings first or last") {
    given ScalaJack[OneInt] = ScalaJack.sjCodecOf[OneInt]
    refuses[OneInt]("""{"i":1,"i":2}""", "Duplicate field i", 7)
    reads("""{"i":1,"i":2}""", OneInt(1))(using ScalaJack.sjCodecOf[OneInt](SJConfig.withDuplicateKeys(DuplicateKeyPolicy.FIRST_WINS)))
    reads("""{"i":1,"i":2}""", OneInt(2))(using ScalaJack.sjCodecOf[OneInt](SJConfig.withDuplicateKeys(DuplicateKeyPolicy.LAST_WINS)))
  }
  test("4.1 unknown fields [O]: skipped, but must be well formed") {
    given ScalaJack[OneInt] = ScalaJack.sjCodecOf[OneInt]
    reads("""{"x":{"y":["\"",1,{}]},"i":1,"z":null}""", OneInt(1))
    intercept[JsonParseError](summon[ScalaJack[OneInt]].fromJson("""{"x":{"y":[1},"i":1}"""))
  }
  test("1.2 easy mode [W]: one codec for each place in the program") {
    import auto.given
    import ScalaJackSyntax.*
    def codec = ScalaJack.sjCodecOf[Tree]
    assert(codec eq codec)
    assertEquals(Tree(1).toJson, """{"v":1,"kids":[]}""")
    assertEquals("""{"v":1}""".fromJson[Tree], Tree(1))
    assertEquals(List(Tree(1)).toJson, """[{"v":1,"kids":[]}]""")
    assertEquals("""[{"v":1}]""".fromJsonList[Tree], List(Tree(1)))
    assertEquals("""{"v":1}""".getBytes.fromJson[Tree], Tree(1))
    assert("""{"v":}""".decodeJson[Tree].isLeft)
    assertEquals(String(Tree(1).toJsonBytes), """{"v":1,"kids":[]}""")
  }
  test("1.2 inner classes [W]: a codec that needs its instance is not shared") {
    class Outer(n: Int):
      case class Inner(a: Int):
        def sum: Int = a + n
      def codec: ScalaJack[Inner] = ScalaJack.sjCodecOf[Inner]
    val (a, b) = (new Outer(1), new Outer(2))
    assertEquals(a.codec.fromJson("""{"a":5}""").sum, 6)
    assertEquals(b.codec.fromJson("""{"a":5}""").sum, 7)
    case class Local(x: Int)
    both(Local(1), """{"x":1}""")(using ScalaJack.sjCodecOf[Local])
  }
