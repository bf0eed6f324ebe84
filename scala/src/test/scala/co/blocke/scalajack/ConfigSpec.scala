package co.blocke.scalajack

case class Names(userID2: Int, HTTPServer: Int, plain: Int, @jsLabel("kept") someThing: Int)
case class Omits(a: Int = 3, l: List[Int] = Nil, s: String = "", m: Map[String, Int] = Map(), arr: Vector[Int] = Vector())
case class Empties(l: List[Int], s: String, m: Map[String, Int], a: Array[Int], j: java.util.List[Int], o: Option[Int])
case class Longs(a: Long, b: BigInt, c: BigDecimal, d: Int, e: Option[Long], f: java.lang.Long)
case class Floats(d: Double, f: Float)
case class Node(next: Option[Node], l: List[Node] = Nil)
case class Chain(next: Option[Chain])
object ConfigSpec:
  inline def shared = SJConfig.withNoneAsNull.withTypeHintLabel("kind")
  inline val label = "ref"

case class NullTuple(t: (Int, String))
case class NullUnion2(u: List[Int] | Int, v: String | Null)
case class OmitArray(a: Array[Int] = Array(1), b: List[String] = List("x"))
case class Empties2(
    a: Set[Int],
    b: Array[String],
    c: scala.collection.mutable.Map[String, Int],
    d: IArray[Int],
    e: scala.collection.immutable.TreeMap[String, Int],
    f: scala.collection.immutable.BitSet,
    g: java.util.ArrayDeque[Int]
)

class ConfigSpec extends ContractSuite:
  test("1.3 rejectNulls [W]: tuples and unions too, but for `| Null`") {
    given ScalaJack[NullTuple] = ScalaJack.sjCodecOf[NullTuple](SJConfig.rejectNulls)
    refuses[NullTuple]("""{"t":null}""", "null is not allowed here", 5)
    refuses[NullTuple]("""{"t":[1,null]}""", "null is not allowed here", 8)
    given unions: ScalaJack[NullUnion2] = ScalaJack.sjCodecOf[NullUnion2](SJConfig.rejectNulls)
    refuses[NullUnion2]("""{"u":null}""", "Failed to read either side of Union type", 5)
    reads("""{"u":[1],"v":null}""", NullUnion2(List(1), null))
  }
  test("1.3 rejectNulls [W]: in place of a list") {
    val sj = ScalaJack.sjCodecOf[OneInt](SJConfig.rejectNulls)
    assertEquals(intercept[JsonParseError](sj.fromJsonList("null")).msg, "null is not allowed here")
    assertEquals(ScalaJack.sjCodecOf[OneInt].fromJsonList("null"), null)
  }
  test("1.3 withMaxCollectionSize [W]: also of Any and of trees") {
    val any = ScalaJack.sjCodecOf[Any](SJConfig.withMaxCollectionSize(2))
    val tree = ScalaJack.sjCodecOf[json.ast.JsonValue](SJConfig.withMaxCollectionSize(2))
    for js <- List("[1,2,3]", """{"a":[1,2],"b":2,"c":3}""", "[[],[1,2,3]]") do
      assertEquals(intercept[JsonParseError](any.fromJson(js)).msg, "Collection size exceeds maximum of 2")
      assertEquals(intercept[JsonParseError](tree.fromJson(js)).msg, "Collection size exceeds maximum of 2")
    assertEquals(any.fromJson("[[1,2],2]"), List(List(1, 2), 2))
  }
  test("1.3 omitDefaults [W]: arrays by their elements") {
    given ScalaJack[OmitArray] = ScalaJack.sjCodecOf[OmitArray](SJConfig.omitDefaults)
    writes(OmitArray(), "{}")
    writes(OmitArray(Array(2)), """{"a":[2]}""")
  }
  test("1.3 omitEmpty [W]: collections with a factory") {
    val sj = ScalaJack.sjCodecOf[Empties2](SJConfig.omitEmpty)
    val empty = sj.fromJson("{}")
    assert(
      empty.a.isEmpty && empty.b.isEmpty && empty.c.isEmpty && empty.d.isEmpty && empty.e.isEmpty && empty.f.isEmpty && empty.g.isEmpty
    )
    assertEquals(sj.toJson(empty), "{}")
  }
  test("1.3 withNonFinite [W]: as map keys") {
    val strings = ScalaJack.sjCodecOf[Map[java.lang.Double, Float]](SJConfig.withNonFinite(NonFinitePolicy.AS_STRING))
    val js = """{"-Infinity":"NaN","1.5":1.0}"""
    assertEquals(strings.toJson(strings.fromJson(js)), js)
    val nulls = ScalaJack.sjCodecOf[Map[Double, Double]](SJConfig.withNonFinite(NonFinitePolicy.AS_NULL))
    assertEquals(nulls.toJson(Map(1.0 -> Double.NaN)), """{"1.0":null}""")
    assertEquals(intercept[JsonWriteError](nulls.toJson(Map(Double.NaN -> 1.0))).getMessage, "NaN cannot be a map key")
    intercept[JsonWriteError](ScalaJack.sjCodecOf[Map[Float, Int]].toJson(Map(Float.PositiveInfinity -> 1)))
  }
  test("1.3 order free, inline def, inline val [W]: after an import of SJConfig") {
    import SJConfig.*
    both(Node(None), """{"next":null,"l":[]}""")(using ScalaJack.sjCodecOf[Node](withNoneAsNull))
    both(Node(None), """{"next":null,"l":[]}""")(using ScalaJack.sjCodecOf[Node](withMaxDepth(3).withNoneAsNull))
  }
  test("1.3 withFieldNames [W]: every mapper, labels win") {
    val v = Names(1, 2, 3, 4)
    both(v, """{"userID2":1,"HTTPServer":2,"plain":3,"kept":4}""")(using ScalaJack.sjCodecOf[Names])
    both(v, """{"user_id2":1,"http_server":2,"plain":3,"kept":4}""")(using
      ScalaJack.sjCodecOf[Names](SJConfig.withFieldNames(NameMapper.SNAKE_CASE))
    )
    both(v, """{"user-id2":1,"http-server":2,"plain":3,"kept":4}""")(using
      ScalaJack.sjCodecOf[Names](SJConfig.withFieldNames(NameMapper.KEBAB_CASE))
    )
    both(v, """{"USER_ID2":1,"HTTP_SERVER":2,"PLAIN":3,"kept":4}""")(using
      ScalaJack.sjCodecOf[Names](SJConfig.withFieldNames(NameMapper.SCREAMING_SNAKE_CASE))
    )
    assertEquals(NameMapper.PASCAL_CASE("userId"), "UserId")
    assertEquals(NameMapper.CAMEL_CASE("userId"), "userId")
    assertEquals(NameMapper.CAMEL_CASE("user_id"), "userId")
  }
  test("1.3 rejectUnknownFields [W]") {
    given ScalaJack[OneInt] = ScalaJack.sjCodecOf[OneInt](SJConfig.rejectUnknownFields)
    refuses[OneInt]("""{"i":1,"x":2}""", "Unknown field x", 7)
  }
  test("1.3 omitDefaults [W]") {
    given ScalaJack[Omits] = ScalaJack.sjCodecOf[Omits](SJConfig.omitDefaults)
    both(Omits(), "{}")
    both(Omits(4, List(1)), """{"a":4,"l":[1]}""")
  }
  test("1.3 omitEmpty [W]: empties are not written, absent ones read as empty") {
    given ScalaJack[Empties] = ScalaJack.sjCodecOf[Empties](SJConfig.omitEmpty)
    val e = Empties(Nil, "", Map(), Array(), new java.util.ArrayList, None)
    writes(e, "{}")
    val back = summon[ScalaJack[Empties]].fromJson("{}")
    assert(back.l == Nil && back.s == "" && back.m.isEmpty && back.a.isEmpty && back.j.isEmpty && back.o.isEmpty)
    writes(
      Empties(List(1), "x", Map("a" -> 1), Array(1), java.util.List.of(1), Some(1)),
      """{"l":[1],"s":"x","m":{"a":1},"a":[1],"j":[1],"o":1}"""
    )
  }
  test("1.3 rejectNulls [W]") {
    given ScalaJack[OneString] = ScalaJack.sjCodecOf[OneString](SJConfig.rejectNulls)
    refuses[OneString]("""{"s":null}""", "null is not allowed here", 5)
    refuses[OneString]("null", "null is not allowed here", 0)
    reads("""{"next":null}""", Node(None))(using ScalaJack.sjCodecOf[Node](SJConfig.rejectNulls))
  }
  test("1.3 withNonFinite [W]") {
    intercept[JsonWriteError](ScalaJack.sjCodecOf[Floats].toJson(Floats(Double.NaN, 1)))
    writes(Floats(Double.NaN, Float.PositiveInfinity), """{"d":null,"f":null}""")(using
      ScalaJack.sjCodecOf[Floats](SJConfig.withNonFinite(NonFinitePolicy.AS_NULL))
    )
    val s = ScalaJack.sjCodecOf[Floats](SJConfig.withNonFinite(NonFinitePolicy.AS_STRING))
    assertEquals(s.toJson(Floats(Double.NegativeInfinity, Float.NaN)), """{"d":"-Infinity","f":"NaN"}""")
    assert(s.fromJson("""{"d":"-Infinity","f":"NaN"}""").f.isNaN)
  }
  test("1.3 escapeNonAscii [W]") {
    both(OneString("é😀\u007f"), """{"s":"\u00e9\ud83d\ude00\u007f"}""")(using ScalaJack.sjCodecOf[OneString](SJConfig.escapeNonAscii))
  }
  test("1.3 suppressEscapedStrings [T]: verbatim between quotes") {
    writes(OneString("a\\u0041é"), "{\"s\":\"a\\u0041é\"}")(using ScalaJack.sjCodecOf[OneString](SJConfig.suppressEscapedStrings))
  }
  test("1.3 withMaxDepth [W]: containers, reading and writing") {
    given ScalaJack[Node] = ScalaJack.sjCodecOf[Node](SJConfig.withMaxDepth(3))
    reads("""{"next":{"next":{}}}""", Node(Some(Node(Some(Node(None))))))
    refuses[Node]("""{"next":{"next":{"next":{}}}}""", "Nesting depth exceeds maximum of 3", 24)
    intercept[JsonWriteError](summon[ScalaJack[Node]].toJson(Node(Some(Node(Some(Node(Some(Node(None)))))))))
    intercept[JsonWriteError](ScalaJack.sjCodecOf[List[List[Int]]](SJConfig.withMaxDepth(1)).toJson(List(Nil)))
  }
  test("8.2 depth [W]: 512 pass, the 513th is refused, both ways") {
    val sj = ScalaJack.sjCodecOf[Chain]
    def nested(n: Int) = (1 until n).foldLeft(Chain(None))((in, _) => Chain(Some(in)))
    val js = sj.toJson(nested(512))
    assertEquals(sj.fromJson(js), nested(512))
    assertEquals(intercept[JsonWriteError](sj.toJson(nested(513))).getMessage, "Nesting depth exceeds maximum of 512")
    assertEquals(intercept[JsonParseError](sj.fromJson(s"""{"next":$js}""")).msg, "Nesting depth exceeds maximum of 512")
    val worker =
      new Thread(null, () => { assertEquals(sj.fromJson(js), nested(512)); assertEquals(sj.toJson(nested(512)), js) }, "small", 512 * 1024)
    var failed: Throwable | Null = null
    worker.setUncaughtExceptionHandler((_, e) => failed = e)
    worker.start()
    worker.join()
    assertEquals(failed, null)
  }
  test("1.3 withMaxNumberDigits, 1.3 withMaxCollectionSize [W]") {
    given ScalaJack[Bigs] = ScalaJack.sjCodecOf[Bigs](SJConfig.withMaxNumberDigits(5))
    intercept[JsonParseError](summon[ScalaJack[Bigs]].fromJson("""{"a":123456}"""))
    given ScalaJack[List[Int]] = ScalaJack.sjCodecOf[List[Int]](SJConfig.withMaxCollectionSize(2))
    reads("[1,2]", List(1, 2))
    intercept[JsonParseError](summon[ScalaJack[List[Int]]].fromJson("[1,2,3]"))
    val m = ScalaJack.sjCodecOf[Map[String, Set[Int]]](SJConfig.withMaxCollectionSize(1))
    intercept[JsonParseError](m.fromJson("""{"a":[],"b":[]}"""))
    intercept[JsonParseError](m.fromJson("""{"a":[1,2]}"""))
    intercept[JsonParseError](ScalaJack.sjCodecOf[Array[Int]](SJConfig.withMaxCollectionSize(1)).fromJson("[1,2]"))
    intercept[JsonParseError](ScalaJack.sjCodecOf[OneInt](SJConfig.withMaxCollectionSize(1)).fromJsonList("""[{"i":1},{"i":2}]"""))
  }
  test("1.3 stringifyLongs [W]: as strings, read from both") {
    given ScalaJack[Longs] = ScalaJack.sjCodecOf[Longs](SJConfig.stringifyLongs)
    both(Longs(1, 2, 3.5, 4, Some(5), 6L), """{"a":"1","b":"2","c":"3.5","d":4,"e":"5","f":"6"}""")
    reads("""{"a":1,"b":2,"c":3.5,"d":4,"e":5,"f":null}""", Longs(1, 2, 3.5, 4, Some(5), null))
  }
  test("1.3 order free, inline def, inline val [W]") {
    both(Node(None), """{"next":null,"l":[]}""")(using ScalaJack.sjCodecOf[Node](ConfigSpec.shared))
    both(Cat(1, 2): Hinted, """{"kind":"Cat","id":1,"nombre":2}""")(using ScalaJack.sjCodecOf[Hinted](ConfigSpec.shared.preferTypeHints))
    both(Cat(1, 2): Hinted, """{"ref":"Cat","id":1,"nombre":2}""")(using
      ScalaJack.sjCodecOf[Hinted](SJConfig.preferTypeHints.withTypeHintLabel(ConfigSpec.label))
    )
  }
