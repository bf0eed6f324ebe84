package co.blocke.scalajack

import java.util as ju
import java.util.concurrent as juc
import scala.collection.{immutable as im, mutable}
import scala.util.{Success, Try}

/** Kinds of types inside of one another. */
object Combination:
  sealed trait Response[+A]
  case class Accepted[A](value: A, meta: Map[String, A]) extends Response[A]
  case class Refusal(code: Int) extends Response[Nothing]
  case object Pending extends Response[Nothing]
  enum Chain[+T]:
    case Link(head: T, tail: Chain[T])
    case End
  case class Everywhere(
      v: Int,
      m: Map[String, Everywhere],
      s: Set[Everywhere],
      t: (Int, Option[Everywhere]),
      e: Either[String, Everywhere],
      u: Int | Everywhere
  )
  case class Tried(t: Try[Option[Tried]])
  case class Ping(b: Option[Pong])
  case class Pong(a: List[Ping])

  object Hidden:
    opaque type Id = Long
    opaque type Name <: String = String
    opaque type Tag[A] = A
    def id(n: Long): Id = n
    def name(s: String): Name = s
    def tag[A](a: A): Tag[A] = a
  case class HiddenKeys(m: Map[Hidden.Id, Hidden.Name], t: Map[Hidden.Tag[Int], Hidden.Tag[String]], o: Option[Hidden.Id])

  case class Items(l: List[Int]) extends AnyVal
  case class Table(m: Map[String, Option[Int]]) extends AnyVal
  case class Maybe(o: Option[Int]) extends AnyVal
  case class Boxed[A](a: A) extends AnyVal
  case class Key(k: String) extends AnyVal
  case class Values(l: Items, m: Table, o: Maybe, g: Boxed[List[Int]], k: Map[Key, Items], a: List[Maybe], e: Either[Key, Items])
  sealed trait MaybeLeaf
  case class MaybeA(o: Maybe, x: Int) extends MaybeLeaf
  case class MaybeB(x: Int, y: Int) extends MaybeLeaf
  case class Emptied(l: Items, k: Key)

  case class Rest(a: Int, xs: String*)
  case class Literals(a: "x" | "y", b: 1 | 2, c: true, d: 'c', e: 5L, f: 1.5)
  case class Sides(a: Int | String | Boolean, b: Int | Long, c: List[Int] | Map[String, Int], d: OneInt | Two[Int, Int])
  enum Level(val n: Int):
    case Low extends Level(1)
    case High(x: Int, override val n: Int) extends Level(n)
  case class Kinds[F[_]](a: F[Int], b: F[String])
  case class Fresh[A](a: A, l: List[A] = Nil, m: Map[String, A] = Map.empty[String, A])
  type Other[X] = X match
    case Int    => String
    case String => Int
  case class Matched[X](a: Other[X], b: Option[Other[X]])

  case class Inside private (a: Int, b: Int = 5) derives ScalaJack
  object Inside:
    def of(n: Int): Inside = Inside(n)
  class Wrapper private (val s: String) extends AnyVal
  object Wrapper:
    def of(s: String): Wrapper = new Wrapper(s)
    given ScalaJack[Wrapper] = ScalaJack.sjCodecOf[Wrapper]
  case class PackageOnly private[Combination] (a: Int)
  val packageOnly: ScalaJack[PackageOnly] = ScalaJack.sjCodecOf[PackageOnly]
  def packageOnly(n: Int): PackageOnly = PackageOnly(n)

  case class Snake(userId: Int)
  object Snake:
    given ScalaJack[Snake] = ScalaJack.sjCodecOf[Snake](SJConfig.withFieldNames(NameMapper.SNAKE_CASE))

  enum JavaLike extends java.lang.Enum[JavaLike]:
    case A, B, C
  case class EnumColls(m: ju.EnumMap[juc.TimeUnit, Int], s: ju.EnumSet[JavaLike])

class CombinationSpec extends ContractSuite:
  import Combination.*
  import auto.given

  test("4.2 parameterised hierarchies [T]: type arguments of leaves") {
    both[Response[Option[Int]]](Accepted(Some(1), Map("a" -> Some(2))), """{"value":1,"meta":{"a":2}}""")
    both[List[Response[Response[Int]]]](
      List(Accepted(Accepted(1, Map()), Map()), Refusal(4), Pending),
      """[{"value":{"value":1,"meta":{}},"meta":{}},{"code":4},"Pending"]"""
    )
    both[Chain[(Int, String)]](Chain.Link((1, "a"), Chain.End), """{"head":[1,"a"],"tail":"End"}""")
    both[List[Level]](List(Level.Low, Level.High(3, 4)), """["Low",{"x":3,"n":4}]""")
  }
  test("4.1 recursion [T]: through maps, sets, tuples, Either, unions, Try, each other") {
    def leaf(n: Int) = Everywhere(n, Map(), Set(), (n, None), Left("l"), 5)
    both(
      Everywhere(1, Map("k" -> leaf(2)), Set(leaf(3)), (4, Some(leaf(5))), Right(leaf(6)), leaf(7)),
      List(2, 3, 5, 6, 7).map(n => s"""{"v":$n,"m":{},"s":[],"t":[$n,null],"e":"l","u":5}""") match
        case List(a, b, c, d, e) => s"""{"v":1,"m":{"k":$a},"s":[$b],"t":[4,$c],"e":$d,"u":$e}"""
        case _                   => ""
    )
    both(Tried(Success(Some(Tried(Success(None))))), """{"t":{}}""")
    both(Ping(Some(Pong(List(Ping(None))))), """{"b":{"a":[{}]}}""")
  }
  test("3.2 keys [T]: opaque types, from outside of their scope") {
    import Hidden.*
    both(HiddenKeys(Map(id(5) -> name("a")), Map(tag(1) -> tag("x")), Some(id(2))), """{"m":{"5":"a"},"t":{"1":"x"},"o":2}""")
  }
  test("4.1 value classes [T]: around collections and options, which may be absent") {
    both(
      Values(Items(List(1)), Table(Map("a" -> Some(1))), Maybe(None), Boxed(List(2)), Map(Key("k") -> Items(Nil)), Nil, Left(Key("q"))),
      """{"l":[1],"m":{"a":1},"g":[2],"k":{"k":[]},"a":[],"e":"q"}"""
    )
    both(Maybe(None), "null")
    writes(List(Maybe(None), Maybe(Some(1))), "[1]")
    // a field that may be absent is no part of the fingerprint
    both[MaybeLeaf](MaybeA(Maybe(None), 1), """{"x":1}""")
    both[MaybeLeaf](MaybeA(Maybe(Some(2)), 1), """{"o":2,"x":1}""")
    both[MaybeLeaf](MaybeB(1, 2), """{"x":1,"y":2}""")
    locally {
      given ScalaJack[Emptied] = ScalaJack.sjCodecOf[Emptied](SJConfig.omitEmpty)
      both(Emptied(Items(Nil), Key("")), "{}")
      both(Emptied(Items(List(1)), Key("k")), """{"l":[1],"k":"k"}""")
    }
  }
  test("4.1 classes [T]: repeated parameters, literals, kinds, defaults, match types") {
    both(Rest(1, "a", "b"), """{"a":1,"xs":["a","b"]}""")
    both(Literals("y", 2, true, 'c', 5L, 1.5), """{"a":"y","b":2,"c":true,"d":"c","e":5,"f":1.5}""")
    refuses[Literals]("""{"a":"z"}""", "Failed to read either side of Union type", 5)
    refuses[Literals]("""{"c":false}""", "Expected the literal true here", 5)
    both(Kinds[[X] =>> Map[String, X]](Map("a" -> 1), Map()), """{"a":{"a":1},"b":{}}""")
    both(Kinds[Option](Some(1), None), """{"a":1}""")
    reads("""{"a":1}""", Fresh(1))
    both(Matched[Int]("x", Some("y")), """{"a":"x","b":"y"}""")
    both(Matched[String](1, None), """{"a":1}""")
  }
  test("3.4 unions [T]: primitives, collections, classes") {
    both(Sides("a", 1L << 40, Map("k" -> 1), OneInt(1)), """{"a":"a","b":1099511627776,"c":{"k":1},"d":{"i":1}}""")
    both(Sides(true, 1, List(1), Two(1, Nil, Map())), """{"a":true,"b":1,"c":[1],"d":{"a":1,"b":[],"c":{}}}""")
  }
  test("4.1 private constructors [W]: a codec made where they may be called") {
    both(Inside.of(1), """{"a":1,"b":5}""")
    both(Wrapper.of("x"), "\"x\"")
    both(Combination.packageOnly(1), """{"a":1}""")(using Combination.packageOnly)
  }
  test("1.2 auto [W]: a nearer given wins, that of the companion too") {
    both(Snake(1), """{"user_id":1}""")
    locally {
      given ScalaJack[Snake] = ScalaJack.sjCodecOf[Snake](SJConfig.withFieldNames(NameMapper.PASCAL_CASE))
      both(Snake(1), """{"UserId":1}""")
    }
  }
  test("3.1 EnumSet, 3.2 EnumMap [W]") {
    val m = new ju.EnumMap[juc.TimeUnit, Int](classOf[juc.TimeUnit])
    m.put(juc.TimeUnit.DAYS, 3)
    both(EnumColls(m, ju.EnumSet.of(JavaLike.C, JavaLike.A)), """{"m":{"DAYS":3},"s":["A","C"]}""")
    reads("{}", EnumColls(new ju.EnumMap(classOf[juc.TimeUnit]), ju.EnumSet.noneOf(classOf[JavaLike])))(using
      ScalaJack.sjCodecOf[EnumColls](SJConfig.omitEmpty)
    )
  }
  test("6.3 never NullPointerException [W]: collections that hold no null") {
    def no[T](sj: ScalaJack[T])(using munit.Location): Unit =
      refuses[T]("""["a", null]""", "null is not allowed here", 6)(using sj)
    no(ScalaJack.sjCodecOf[ju.TreeSet[String]])
    no(ScalaJack.sjCodecOf[ju.PriorityQueue[String]])
    no(ScalaJack.sjCodecOf[ju.ArrayDeque[String]])
    no(ScalaJack.sjCodecOf[juc.BlockingQueue[String]])
    no(ScalaJack.sjCodecOf[juc.ArrayBlockingQueue[String]])
    no(ScalaJack.sjCodecOf[juc.ConcurrentSkipListSet[String]])
    no(ScalaJack.sjCodecOf[im.TreeSet[String]])
    no(ScalaJack.sjCodecOf[mutable.SortedSet[String]])
    no(ScalaJack.sjCodecOf[mutable.PriorityQueue[String]])
    def noValue[T](sj: ScalaJack[T])(using munit.Location): Unit =
      refuses[T]("""{"a": null}""", "null is not allowed here", 6)(using sj)
    noValue(ScalaJack.sjCodecOf[juc.ConcurrentMap[String, String]])
    noValue(ScalaJack.sjCodecOf[juc.ConcurrentNavigableMap[String, String]])
    noValue(ScalaJack.sjCodecOf[ju.Hashtable[String, String]])
    refuses[ju.EnumSet[JavaLike]]("""["A",null]""", "null is not allowed here", 5)
    refuses[im.BitSet]("[1, -3]", "The collection refuses this element: requirement failed", 4)
    reads("""["a",null]""", mutable.LinkedHashSet("a", null))
  }
