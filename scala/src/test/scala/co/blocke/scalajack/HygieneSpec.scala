package co.blocke.scalajack

/** Programs whose own names are those of the standard library and of generated code: nothing of theirs may be picked up. */
package hostile:
  object scala { object Predef }
  object java { object lang; object util }
  object co { object blocke }
  class String
  class Int
  object List
  object None
  object Some
  object Map
  object Right
  object Array
  object EmptyTuple
  type Unit = hostile.String
  given _root_.scala.Conversion[_root_.scala.Int, _root_.java.lang.String] = _.toString

  case class Names(
      in: _root_.scala.Int,
      out: _root_.java.lang.String,
      x: _root_.scala.Option[_root_.scala.Int],
      more: _root_.scala.collection.immutable.List[_root_.scala.Int],
      seen0: _root_.scala.Long,
      sel: _root_.scala.Int,
      f0: _root_.scala.Int = 3,
      m: _root_.scala.collection.immutable.Map[_root_.scala.Int, _root_.java.lang.String],
      e: _root_.scala.util.Either[_root_.scala.Int, _root_.java.lang.String],
      t: (_root_.scala.Int, _root_.scala.Option[_root_.scala.Int]),
      tried: _root_.scala.util.Try[_root_.scala.Int],
      u: _root_.scala.Int | _root_.scala.Boolean,
      a: _root_.scala.Any
  )
  sealed trait Sum
  case class SumA(in: _root_.scala.Int) extends Sum
  case class SumB(in: _root_.scala.Int) extends Sum
  case object SumC extends Sum
  val names = ScalaJack.sjCodecOf[Names]
  val sums = ScalaJack.sjCodecOf[_root_.scala.collection.immutable.List[Sum]]

case class `Weird name`(
    `a b`: Int,
    `type`: Int,
    $dollar: Int,
    a_+ : Int,
    été: Int,
    `"q"`: Int,
    `\\`: Int,
    名: Int,
    `a.b`: Int,
    `x/y`: Int,
    `1`: Int
)
enum `E-x`:
  case `a b`, `type`, `x+y`, é
sealed trait `T t`
case class `L 1`(a: Int) extends `T t`
case class `L+2`(a: Int) extends `T t`
case object `O o` extends `T t`

/** Definitions inside of a class: what is made of them belongs to one instance. */
class Outer(val k: Int):
  case class Inner(a: Int, b: Int = k)
  sealed trait InnerSum
  case class InnerLeaf(a: Int) extends InnerSum
  case object InnerObject extends InnerSum
  enum InnerEnum { case P, Q }
  enum InnerMixed { case P; case R(x: Int) }
  object InnerOld extends Enumeration { val Z = Value }
  case class InnerRec(r: Option[InnerRec])
  val inner = ScalaJack.sjCodecOf[Inner]
  val sum = ScalaJack.sjCodecOf[InnerSum]
  val others = ScalaJack.sjCodecOf[(InnerEnum, InnerMixed, InnerOld.Value, InnerRec)]
trait Cake:
  sealed trait Slice
  case class Thin(a: Int = 4) extends Slice
  case class Thick(b: Int) extends Slice
  val thin = ScalaJack.sjCodecOf[Thin]
object BakedCake extends Cake
object Secretive:
  private case class Hidden(a: Int, b: Int = 2)
  private enum HiddenEnum { case A, B }
  private val codec = ScalaJack.sjCodecOf[List[HiddenEnum]]
  private val hidden = ScalaJack.sjCodecOf[Hidden]
  def texts: (String, String) = (codec.toJson(codec.fromJson("""["B"]""")), hidden.toJson(hidden.fromJson("""{"a":1}""")))
case class Repeated(a: Int, rest: String*)
case class Bounded[T <: Seq[Int], U >: Null](t: T, u: U)
case class OverF[F[_], T](x: F[T], y: List[F[T]])

class HygieneSpec extends ContractSuite:
  test("rule (5) names of the program [W]: those of the library and of generated code do no harm") {
    val js =
      """{"in":1,"out":"o","x":2,"more":[1],"seen0":1,"sel":2,"f0":3,"m":{"1":"a"},"e":"r","t":[1,null],"tried":1,"u":true,"a":{"k":1}}"""
    assertEquals(hostile.names.toJson(hostile.names.fromJson(js)), js)
    both(List(hostile.SumA(1), hostile.SumC, hostile.SumB(2)), """[{"_hint":"SumA","in":1},"SumC",{"_hint":"SumB","in":2}]""")(using
      hostile.sums
    )
  }
  test("4.1 names of every kind [W]: backticks, operators, Unicode") {
    both(
      `Weird name`(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
      "{\"a b\":1,\"type\":2,\"$dollar\":3,\"a_+\":4,\"été\":5,\"\\\"q\\\"\":6,\"\\\\\":7,\"名\":8,\"a.b\":9,\"x/y\":10,\"1\":11}"
    )(using ScalaJack.sjCodecOf[`Weird name`])
    both(`E-x`.values.toList, """["a b","type","x+y","é"]""")(using ScalaJack.sjCodecOf[List[`E-x`]])
    both(List(`L 1`(1), `L+2`(2), `O o`), """[{"_hint":"L 1","a":1},{"_hint":"L+2","a":2},"O o"]""")(using
      ScalaJack.sjCodecOf[List[`T t`]]
    )
  }
  test("4.1 classes inside of classes [W]: defaults, leaves and enum values of that instance") {
    val seven = new Outer(7)
    val eight = new Outer(8)
    assertEquals(seven.inner.fromJson("""{"a":1}""").b, 7)
    assertEquals(eight.inner.fromJson("""{"a":1}""").b, 8)
    assertEquals(seven.sum.fromJson("\"InnerObject\""), seven.InnerObject)
    assertEquals(seven.sum.toJson(seven.InnerLeaf(1)), """{"a":1}""")
    val js = """["Q",{"x":1},"Z",{"r":{}}]"""
    assertEquals(seven.others.toJson(seven.others.fromJson(js)), js)
    // made outside of the class
    val inner = ScalaJack.sjCodecOf[seven.Inner]
    both(seven.Inner(2, 3), """{"a":2,"b":3}""")(using inner)
    assertEquals(inner.fromJson("""{"a":1}""").b, 7)
    both(List(eight.InnerLeaf(1), eight.InnerObject), """[{"a":1},"InnerObject"]""")(using ScalaJack.sjCodecOf[List[eight.InnerSum]])
    both((eight.InnerEnum.P, eight.InnerMixed.P, eight.InnerOld.Z), """["P","P","Z"]""")(using
      ScalaJack.sjCodecOf[(eight.InnerEnum, eight.InnerMixed, eight.InnerOld.Value)]
    )
    assertEquals(BakedCake.thin.fromJson("{}"), BakedCake.Thin(4))
    both(List(BakedCake.Thin(1), BakedCake.Thick(2)), """[{"a":1},{"b":2}]""")(using ScalaJack.sjCodecOf[List[BakedCake.Slice]])
  }
  test("4.1 local and private classes [W]") {
    case class Local(a: Int, b: Option[Local] = None)
    both(Local(1, Some(Local(2))), """{"a":1,"b":{"a":2}}""")(using ScalaJack.sjCodecOf[Local])
    assertEquals(Secretive.texts, ("""["B"]""", """{"a":1,"b":2}"""))
  }
  test("4.1 repeated, bounded and higher-kinded parameters [W]") {
    both(Repeated(1, "a", "b"), """{"a":1,"rest":["a","b"]}""")(using ScalaJack.sjCodecOf[Repeated])
    both(Repeated(1), """{"a":1,"rest":[]}""")(using ScalaJack.sjCodecOf[Repeated])
    both(Bounded[List[Int], String](List(1), "x"), """{"t":[1],"u":"x"}""")(using ScalaJack.sjCodecOf[Bounded[List[Int], String]])
    both(OverF[Option, Int](Some(1), List(Some(2))), """{"x":1,"y":[2]}""")(using ScalaJack.sjCodecOf[OverF[Option, Int]])
  }
