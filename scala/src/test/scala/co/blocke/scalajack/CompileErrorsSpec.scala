package co.blocke.scalajack

import scala.compiletime.testing.typeCheckErrors

trait NotSealed
class HasParam(val a: Int, b: String)
class HasHidden(val a: Int, private val b: Int)
case class HasCounter(n: Int, hits: List[java.util.concurrent.atomic.AtomicLong])
case class HasFunction(f: Int => Int)
case class Same(@jsLabel("x") a: Int, x: Int)
case class IgnoredNoDefault(@Ignore a: Int)
case class BadStringified(@jsStringified a: String)
case class BadKey(m: Map[OneInt, Int])
case class Deeply(a: List[Option[HasFunction]])
case class PrivateCtor private (a: Int)
case class TwoLists(a: Int)(b: Int)
sealed trait Twins
object TwinA:
  case class Twin(a: Int) extends Twins
object TwinB:
  case class Twin(b: Int) extends Twins
sealed trait HintField
case class HF1(_hint: Int) extends HintField
case class HF2(b: Int) extends HintField
sealed trait CustomLeaves
case class CL1(a: Int) extends CustomLeaves
case class CL2(a: Int) extends CustomLeaves
object CL2:
  given json.JsonCodec[CL2] = new json.JsonCodec[CL2]:
    def encodeValue(in: CL2, out: json.writing.JsonOutput): Unit = { out.startObject(); out.label("zz"); out.value(in.a); out.endObject() }
    def decodeValue(in: json.reading.JsonSource): CL2 =
      var a = 0
      in.readObject(k => if k == "zz" then a = in.expectInt())
      CL2(a)
trait Both1
trait Both2
object Elsewhere:
  case class PrivateHere private[Elsewhere] (a: Int)
case class HasPoly(f: [A] => A => A)

/** One program for each compile error, with its whole text. */
class CompileErrorsSpec extends ContractSuite:
  private def only(errors: List[scala.compiletime.testing.Error], text: String)(using munit.Location): Unit =
    assertEquals(errors.map(_.message), List(s"ScalaJack: $text"))

  test("4.2 non-sealed traits [D]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[NotSealed]"),
      "no codec for NotSealed: traits and abstract classes must be sealed, or have a given JsonCodec (in NotSealed)"
    )
  }
  test("4.1 constructor parameters that are no vals [D]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[HasParam]"),
      "no codec for HasParam: constructor parameter b is not a val, so it cannot be written (in HasParam)"
    )
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[HasHidden]"),
      "no codec for HasHidden: constructor parameter b is private (in HasHidden)"
    )
  }
  test("4.1 functions [W]: compile error with the way to the field") {
    only(typeCheckErrors("ScalaJack.sjCodecOf[Deeply]"), "no codec for Function1[Int, Int]: functions have no JSON form (in Deeply.a.[].f)")
  }
  test("4.1 polymorphic functions [W]: compile error") {
    val errors = typeCheckErrors("ScalaJack.sjCodecOf[HasPoly]").map(_.message)
    assert(errors.length == 1 && errors.head.endsWith("functions have no JSON form (in HasPoly.f)"), errors)
  }
  test("4.2 anonymous leaves [W]: compile error, also of classes that came compiled") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[scala.concurrent.duration.Duration]"),
      "no codec for Infinite: its leaves are local to a method (in Duration)"
    )
  }
  test("4.1 two fields with one name [W]: compile error") {
    only(typeCheckErrors("ScalaJack.sjCodecOf[Same]"), "fields a and x of Same have the same JSON name \"x\" (in Same)")
  }
  test("4.1 @Ignore without default [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[IgnoredNoDefault]"),
      "@Ignore on a of IgnoredNoDefault needs a default value (in IgnoredNoDefault)"
    )
  }
  test("4.1 @jsStringified on other types [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[BadStringified]"),
      "@jsStringified on a of BadStringified is for numbers only (in BadStringified.a)"
    )
  }
  test("3.2 keys that are no keys [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[BadKey]"),
      "OneInt cannot be a map key: use a simple type, an enum, or a given JsonKeyCodec (in BadKey.m.key)"
    )
  }
  test("4.1 open type parameters [W]: compile error") {
    only(
      typeCheckErrors("def f[T] = ScalaJack.sjCodecOf[List[T]]"),
      "no codec for T: it is a type parameter still open where the codec is made (in List[T].[])"
    )
    only(typeCheckErrors("trait X { type A; def f = ScalaJack.sjCodecOf[A] }"), "no codec for A: it is an abstract type (in A)")
  }
  test("3.4 intersections [O]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[Both1 & Both2]"),
      "no codec for Both1 & Both2: intersection types are not supported (in Both1 & Both2)"
    )
  }
  test("3.4 union sides that cannot be told apart [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[List[Int] | List[String]]"),
      "the union sides List[Int] and List[String] cannot be told apart when written (in List[Int] | List[String])"
    )
  }
  test("4.2 two leaves with one name [W]: compile error") {
    only(typeCheckErrors("ScalaJack.sjCodecOf[Twins]"), "two leaves of Twins have the same hint \"Twin\" (in Twins)")
  }
  test("4.2 a field named as the hint [W]: compile error") {
    only(typeCheckErrors("ScalaJack.sjCodecOf[HintField]"), "a field of HF1 has the name of the type hint \"_hint\" (in HintField)")
  }
  test("1.5 custom codecs of leaves [D]: compile error unless hints are forced") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[CustomLeaves]"),
      "the leaf CL2 has a custom codec: use preferTypeHints or TypeHintStyle.WRAPPED, because its fields are not known (in CustomLeaves)"
    )
    both(CL2(3): CustomLeaves, """{"_hint":"CL2","zz":3}""")(using ScalaJack.sjCodecOf[CustomLeaves](SJConfig.preferTypeHints))
    both(CL1(3): CustomLeaves, """{"_hint":"CL1","a":3}""")(using ScalaJack.sjCodecOf[CustomLeaves](SJConfig.preferTypeHints))
    both(CL2(3): CustomLeaves, """{"CL2":{"zz":3}}""")(using
      ScalaJack.sjCodecOf[CustomLeaves](SJConfig.withTypeHintStyle(TypeHintStyle.WRAPPED))
    )
  }
  test("4.1 private constructors, several lists [W]: compile error") {
    only(typeCheckErrors("ScalaJack.sjCodecOf[PrivateCtor]"), "no codec for PrivateCtor: its constructor is private (in PrivateCtor)")
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[Elsewhere.PrivateHere]"),
      "no codec for PrivateHere: its constructor is private (in PrivateHere)"
    )
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[TwoLists]"),
      "no codec for TwoLists: its constructor has more than one parameter list (in TwoLists)"
    )
  }
  test("4.4 Java classes without a zero-argument constructor [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[NoZero]"),
      "no codec for NoZero: a Java class needs a public constructor without parameters (in NoZero)"
    )
  }
  test("4.4 classes of the JDK [W]: no beans, compile error with the way to the field") {
    val why = "this class of the JDK has no JSON form; a given JsonCodec can make one"
    only(typeCheckErrors("ScalaJack.sjCodecOf[HasCounter]"), s"no codec for AtomicLong: $why (in HasCounter.hits.[])")
    only(typeCheckErrors("ScalaJack.sjCodecOf[java.util.Date]"), s"no codec for Date: $why (in Date)")
  }
  test("3.1 iterators and unknown classes [W]: compile error") {
    only(
      typeCheckErrors("ScalaJack.sjCodecOf[Iterator[Int]]"),
      "no codec for Iterator[Int]: an Iterator can be used only once (in Iterator[Int])"
    )
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[Unit]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[Nothing]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[Thread]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[java.util.Comparator[Int]]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[Class[Int]]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[Int => Int]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[{ def x: Int }]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[StringBuilder]").length, 1)
    assertEquals(typeCheckErrors("ScalaJack.sjCodecOf[java.util.SortedSet[OneInt]]").length, 1)
  }
  test("1.3 a configuration that is no constant chain [W]: compile error") {
    val errors = typeCheckErrors("val c = SJConfig.withNoneAsNull; ScalaJack.sjCodecOf[OneInt](c)")
    assertEquals(errors.length, 1)
    assert(
      errors.head.message.startsWith("ScalaJack: the configuration must be a chain of SJConfig methods with constants"),
      errors.head.message
    )
    assertEquals(typeCheckErrors("def n = 3; ScalaJack.sjCodecOf[OneInt](SJConfig.withMaxDepth(n))").length, 1)
    assertEquals(typeCheckErrors("def n = 3; ScalaJack.sjCodecOf[OneInt](if n > 1 then SJConfig else SJConfig.withNoneAsNull)").length, 1)
  }
