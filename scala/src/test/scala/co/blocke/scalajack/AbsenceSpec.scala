package co.blocke.scalajack

import java.util.Optional
import scala.util.{Failure, Success, Try}

case class Opts(
    a: Option[Int],
    b: Optional[String],
    c: List[Option[Int]],
    d: Map[String, Option[Int]],
    e: (Option[Int], Int),
    f: Option[Option[Int]]
)
case class Eithers(a: Either[String, Int], b: Option[Either[Int, Boolean]], c: List[Either[String, Int]], d: (Either[Int, String], Int))
case class EitherOpts(a: Either[Option[Int], Int], b: Either[String, Option[Int]], c: Try[Option[Int]], d: Int | Option[String])
case class Tries(a: Try[Int], b: List[Try[String]], c: (Try[Int], Int))
case class Unions(a: Int | Option[Int], b: Option[Int] | String, c: Int | List[Int] | OneInt, d: Boolean | (Int, Int))
case class GenU[T](x: T | Option[T])
case class Anys(a: Any, b: Any)

case class BothOrders[T](a: Option[T] | T, b: T | Option[T], c: List[T | Option[T]], d: List[Option[T] | T], e: Map[String, T | Option[T]])

case class Defaulted(
    a: Option[Int] = Some(3),
    b: Option[Int] = None,
    c: Optional[String] = Optional.of("c"),
    @jsStringified d: Option[Int] = Some(4),
    e: Option[Option[Int]] = Some(Some(5))
)

class AbsenceSpec extends ContractSuite:
  test("3.5 None [T]: dropped from fields, lists, maps; null in tuples") {
    given ScalaJack[Opts] = ScalaJack.sjCodecOf[Opts]
    writes(
      Opts(None, Optional.empty, List(Some(1), None), Map("x" -> None, "y" -> Some(2)), (None, 1), Some(None)),
      """{"c":[1],"d":{"y":2},"e":[null,1]}"""
    )
    both(
      Opts(Some(1), Optional.of("x"), List(Some(1)), Map("y" -> Some(2)), (Some(3), 1), Some(Some(4))),
      """{"a":1,"b":"x","c":[1],"d":{"y":2},"e":[3,1],"f":4}"""
    )
    reads(
      """{"a":null,"c":[null],"d":{"k":null},"e":[null,1]}""",
      Opts(None, Optional.empty, List(None), Map("k" -> None), (None, 1), None)
    )
  }
  test("3.5 withNoneAsNull [T]") {
    given ScalaJack[Opts] = ScalaJack.sjCodecOf[Opts](SJConfig.withNoneAsNull)
    both(
      Opts(None, Optional.empty, List(Some(1), None), Map("x" -> None), (None, 1), None),
      """{"a":null,"b":null,"c":[1,null],"d":{"x":null},"e":[null,1],"f":null}"""
    )
  }
  test("3.4 Either [T]: right first, then left") {
    given ScalaJack[Eithers] = ScalaJack.sjCodecOf[Eithers]
    both(Eithers(Right(5), Some(Left(3)), List(Left("x"), Right(1)), (Right("y"), 2)), """{"a":5,"b":3,"c":["x",1],"d":["y",2]}""")
    both(Eithers(null, None, null, null), """{"a":null,"c":null,"d":null}""")
    refuses[Eithers]("""{"a":true}""", "Failed to read either side of Either type", 5)
    given ScalaJack[Either[Option[Int], Int]] = ScalaJack.sjCodecOf[Either[Option[Int], Int]]
    reads("-3", Right(-3): Either[Option[Int], Int])
  }
  test("3.5 Left [T]: policies") {
    val v = Eithers(Left("no"), Some(Left(3)), List(Left("x")), (Left(4), 2))
    writes(v, """{"a":null,"b":null,"c":[null],"d":[null,2]}""")(using
      ScalaJack.sjCodecOf[Eithers](SJConfig.withEitherLeftHandling(EitherLeftPolicy.AS_NULL))
    )
    writes(v, """{"a":"Left Error: no","b":"Left Error: 3","c":["Left Error: x"],"d":["Left Error: 4",2]}""")(using
      ScalaJack.sjCodecOf[Eithers](SJConfig.withEitherLeftHandling(EitherLeftPolicy.ERR_MSG_STRING))
    )
    val thrower = ScalaJack.sjCodecOf[Eithers](SJConfig.withEitherLeftHandling(EitherLeftPolicy.THROW_EXCEPTION))
    assertEquals(intercept[EitherLeftError](thrower.toJson(v)).getMessage, "Left Error: no")
    val asNull = ScalaJack.sjCodecOf[Eithers](SJConfig.withEitherLeftHandling(EitherLeftPolicy.AS_NULL))
    assertEquals(asNull.fromJson("""{"a":1,"b":null,"c":[],"d":null}""").b, null)
  }
  test("3.5 Try [T]: policies, reading") {
    val boom = new RuntimeException("boom")
    val v = Tries(Failure(boom), List(Failure(boom), Success("x")), (Failure(boom), 1))
    given ScalaJack[Tries] = ScalaJack.sjCodecOf[Tries]
    writes(v, """{"a":null,"b":[null,"x"],"c":[null,1]}""")
    both(Tries(Success(1), List(Success("x")), (Success(2), 1)), """{"a":1,"b":["x"],"c":[2,1]}""")
    reads("""{"a":null,"b":[null],"c":[null,1]}""", Tries(null, List(null), (null, 1)))
    writes(v, """{"a":"Try Failure with msg: boom","b":["Try Failure with msg: boom","x"],"c":["Try Failure with msg: boom",1]}""")(using
      ScalaJack.sjCodecOf[Tries](SJConfig.withTryFailureHandling(TryPolicy.ERR_MSG_STRING))
    )
    assert(
      intercept[RuntimeException](ScalaJack.sjCodecOf[Tries](SJConfig.withTryFailureHandling(TryPolicy.THROW_EXCEPTION)).toJson(v)) eq boom
    )
    val e = intercept[JsonParseError](summon[ScalaJack[Tries]].fromJson("""{"a":"x"}"""))
    assert(
      e.msg.startsWith("Unsuccessful attempt to read Try type with failure: Non-numeric character found when integer value expected"),
      e.msg
    )
    assertEquals(e.pos, 5)
  }
  test("3.4 unions [T]: the order of each declaration counts, also for types that the compiler takes as equal") {
    given ScalaJack[BothOrders[Int]] = ScalaJack.sjCodecOf[BothOrders[Int]]
    reads(
      """{"a":100,"b":99,"c":[1],"d":[2],"e":{"k":3}}""",
      BothOrders[Int](Some(100), 99, List(1), List(Some(2)), Map("k" -> 3))
    )
  }
  test("3.4 unions [T]: left first, written by run-time class") {
    given ScalaJack[Unions] = ScalaJack.sjCodecOf[Unions]
    both(Unions(99, Some(100), List(1, 2), true), """{"a":99,"b":100,"c":[1,2],"d":true}""")
    both(Unions(Some(99).filter(_ => false).getOrElse(1), "x", OneInt(1), (1, 2)), """{"a":1,"b":"x","c":{"i":1},"d":[1,2]}""")
    both(Unions(1, None, 5, true), """{"a":1,"c":5,"d":true}""")
    refuses[Unions]("""{"a":"x"}""", "Failed to read either side of Union type", 5)
    given ScalaJack[Option[Int] | Int] = ScalaJack.sjCodecOf[Option[Int] | Int]
    assertEquals(summon[ScalaJack[Option[Int] | Int]].fromJson("100"), Some(100))
    both(GenU[Int](Some(4)).x, "4")(using ScalaJack.sjCodecOf[Option[Int] | Int])
    reads("""{"x":5}""", GenU[Int](5))(using ScalaJack.sjCodecOf[GenU[Int]])
  }
  test("3.5 absent fields [T]: None in its wrappings") {
    given ScalaJack[EitherOpts] = ScalaJack.sjCodecOf[EitherOpts]
    reads("{}", EitherOpts(Left(None), Right(None), Success(None), None))
    writes(EitherOpts(Left(None), Right(None), Success(None), None), "{}")
    reads("{}", Anys(null, null))(using ScalaJack.sjCodecOf[Anys])
    both(Anys(List(1), null), """{"a":[1],"b":null}""")(using ScalaJack.sjCodecOf[Anys])
    writes(Anys(None, Some(1)), """{"b":1}""")(using ScalaJack.sjCodecOf[Anys])
  }
  test("3.5 None [W]: written as null where an absent field would be read as another default") {
    given ScalaJack[Defaulted] = ScalaJack.sjCodecOf[Defaulted]
    both(Defaulted(None, None, Optional.empty, None, None), """{"a":null,"c":null,"d":null,"e":null}""")
    both(Defaulted(), """{"a":3,"c":"c","d":"4","e":5}""")
    reads("{}", Defaulted())
    locally {
      given ScalaJack[Defaulted] = ScalaJack.sjCodecOf[Defaulted](SJConfig.omitDefaults)
      both(Defaulted(None), """{"a":null}""")
      both(Defaulted(), "{}")
    }
  }
  test("3.5 missing fields [W]: all of them, in order") {
    given ScalaJack[SimpleSpecPerson] = ScalaJack.sjCodecOf[SimpleSpecPerson]
    refuses[SimpleSpecPerson]("""{"b":1}""", "Missing required field(s) a, c", 6)
  }
case class SimpleSpecPerson(a: Int, b: Int, c: String, d: Option[Int])
