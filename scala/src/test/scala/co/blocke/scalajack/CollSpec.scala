package co.blocke.scalajack

import scala.collection.{immutable, mutable}
import java.util as ju
import java.util.concurrent as juc

case class Seqs(
    a: List[Int],
    b: Seq[String],
    c: Vector[Boolean],
    d: IndexedSeq[Double],
    e: Iterable[Int],
    f: Set[Int],
    g: immutable.HashSet[String],
    h: mutable.Seq[Int],
    i: mutable.Set[Int],
    j: mutable.HashSet[String],
    k: immutable.TreeSet[String],
    l: immutable.BitSet,
    m: immutable.ArraySeq[Int],
    n: mutable.ListBuffer[Long],
    o: mutable.ArrayBuffer[String],
    p: immutable.Queue[Int],
    q: LazyList[Int],
    r: mutable.ArrayDeque[Int],
    s: immutable.SortedSet[Int]
)
case class Arrays(
    a: Array[Int],
    b: Array[String],
    c: Array[Array[Double]],
    d: Array[Option[Int]],
    e: Array[Either[Boolean, Int]],
    f: Array[Int | String],
    g: IArray[Int],
    h: Array[Boolean],
    i: Array[Long],
    j: Array[Char],
    k: Array[OneInt],
    l: IArray[String]
)
case class JavaColls(
    a: ju.List[Int],
    b: ju.ArrayList[String],
    c: ju.Set[String],
    d: ju.Queue[Int],
    e: ju.Deque[Int],
    f: juc.BlockingQueue[Int],
    g: juc.TransferQueue[Int],
    h: ju.TreeSet[String],
    i: ju.SortedSet[Int],
    j: ju.NavigableSet[Int],
    k: juc.ArrayBlockingQueue[Int],
    l: ju.Stack[Int],
    m: ju.Vector[Int],
    n: ju.LinkedList[Int],
    o: ju.Collection[Int],
    p: java.lang.Iterable[Int],
    q: ju.LinkedHashSet[Int],
    r: ju.PriorityQueue[Int],
    s: juc.CopyOnWriteArrayList[Int],
    t: ju.ArrayDeque[Int]
)
case class Holder[T](x: T)

class CollSpec extends ContractSuite:
  test("3.1 Scala collections [T]: read into the declared type") {
    given sj: ScalaJack[Seqs] = ScalaJack.sjCodecOf[Seqs]
    val v = Seqs(
      List(1, 2),
      Seq("a"),
      Vector(true, false),
      IndexedSeq(1.5),
      Iterable(7),
      Set(1),
      immutable.HashSet("x"),
      mutable.Seq(1, 2),
      mutable.Set(3),
      mutable.HashSet("y"),
      immutable.TreeSet("b", "a"),
      immutable.BitSet(1, 5),
      immutable.ArraySeq(1, 2),
      mutable.ListBuffer(1L),
      mutable.ArrayBuffer("z"),
      immutable.Queue(1, 2),
      LazyList(1),
      mutable.ArrayDeque(4),
      immutable.SortedSet(2, 1)
    )
    both(
      v,
      """{"a":[1,2],"b":["a"],"c":[true,false],"d":[1.5],"e":[7],"f":[1],"g":["x"],"h":[1,2],"i":[3],"j":["y"],"k":["a","b"],"l":[1,5],"m":[1,2],"n":[1],"o":["z"],"p":[1,2],"q":[1],"r":[4],"s":[1,2]}"""
    )
    assert(sj.fromJson(written(v)).h.isInstanceOf[mutable.ListBuffer[?]])
    val nulls = written(v).replaceAll("\\[[^]]*\\]", "null")
    val n = sj.fromJson(nulls)
    assert(n.productIterator.forall(_ == null))
    assertEquals(written(n), nulls)
    reads(
      written(v).replaceAll("\\[[^]]*\\]", "[]"),
      Seqs(
        Nil,
        Nil,
        Vector(),
        IndexedSeq(),
        Nil,
        Set(),
        immutable.HashSet(),
        mutable.Seq(),
        mutable.Set(),
        mutable.HashSet(),
        immutable.TreeSet(),
        immutable.BitSet(),
        immutable.ArraySeq(),
        mutable.ListBuffer(),
        mutable.ArrayBuffer(),
        immutable.Queue(),
        LazyList(),
        mutable.ArrayDeque(),
        immutable.SortedSet()
      )
    )
  }
  test("3.1 arrays [T]: of any element") {
    given ScalaJack[Arrays] = ScalaJack.sjCodecOf[Arrays]
    both(
      Arrays(
        Array(1, 2),
        Array("a", null),
        Array(Array(1.0), Array[Double]()),
        Array[Option[Int]](Some(1)),
        Array[Either[Boolean, Int]](Right(1), Left(true)),
        Array[Int | String](1, "x"),
        IArray(1),
        Array(true),
        Array(5L),
        Array('c'),
        Array(OneInt(1)),
        IArray("q")
      ),
      """{"a":[1,2],"b":["a",null],"c":[[1.0],[]],"d":[1],"e":[1,true],"f":[1,"x"],"g":[1],"h":[true],"i":[5],"j":["c"],"k":[{"i":1}],"l":["q"]}"""
    )
  }
  test("3.1 Java collections [T]") {
    given sj: ScalaJack[JavaColls] = ScalaJack.sjCodecOf[JavaColls]
    def l[C <: ju.Collection[Int]](c: C): C = { c.add(1); c.add(2); c }
    val blocking = new juc.ArrayBlockingQueue[Int](2, true)
    val v = JavaColls(
      l(new ju.ArrayList),
      new ju.ArrayList(ju.List.of("a")),
      new ju.HashSet(ju.List.of("b")),
      l(new ju.LinkedList),
      l(new ju.LinkedList),
      l(new juc.LinkedBlockingQueue),
      l(new juc.LinkedTransferQueue),
      new ju.TreeSet(ju.List.of("z", "a")),
      l(new ju.TreeSet),
      l(new ju.TreeSet),
      l(blocking),
      l(new ju.Stack),
      l(new ju.Vector),
      l(new ju.LinkedList),
      l(new ju.ArrayList),
      l(new ju.ArrayList),
      l(new ju.LinkedHashSet),
      l(new ju.PriorityQueue),
      l(new juc.CopyOnWriteArrayList),
      l(new ju.ArrayDeque)
    )
    both(
      v,
      """{"a":[1,2],"b":["a"],"c":["b"],"d":[1,2],"e":[1,2],"f":[1,2],"g":[1,2],"h":["a","z"],"i":[1,2],"j":[1,2],"k":[1,2],"l":[1,2],"m":[1,2],"n":[1,2],"o":[1,2],"p":[1,2],"q":[1,2],"r":[1,2],"s":[1,2],"t":[1,2]}"""
    )
    val back = sj.fromJson(written(v))
    assertEquals(back.a.getClass.getSimpleName, "ArrayList")
    assertEquals(back.g.getClass.getSimpleName, "LinkedTransferQueue")
    assertEquals(sj.fromJson(written(v).replace("\"k\":[1,2]", "\"k\":[]")).k.remainingCapacity, 1)
    val nulls = written(v).replaceAll("\\[[^]]*\\]", "null")
    assertEquals(written(sj.fromJson(nulls)), nulls)
  }
  test("3.2 maps [T]: types and keys") {
    both(immutable.TreeMap("b" -> 2, "a" -> 1), """{"a":1,"b":2}""")(using ScalaJack.sjCodecOf[immutable.TreeMap[String, Int]])
    reads("""{"a":1,"b":2,"c":3,"d":4,"e":5}""", Map("a" -> 1, "b" -> 2, "c" -> 3, "d" -> 4, "e" -> 5))(using
      ScalaJack.sjCodecOf[Map[String, Int]]
    )
    both(Map(1 -> "a"), """{"1":"a"}""")(using ScalaJack.sjCodecOf[Map[Int, String]])
    both(Map(5.0 -> true), """{"5.0":true}""")(using ScalaJack.sjCodecOf[Map[Double, Boolean]])
    both(Map(true -> 1), """{"true":1}""")(using ScalaJack.sjCodecOf[Map[Boolean, Int]])
    both(Map(BigDecimal("1.23") -> 1), """{"1.23":1}""")(using ScalaJack.sjCodecOf[Map[BigDecimal, Int]])
    both(Map('x' -> 1), """{"x":1}""")(using ScalaJack.sjCodecOf[Map[Char, Int]])
    both(Map(java.time.LocalDate.of(2020, 1, 2) -> 1), """{"2020-01-02":1}""")(using ScalaJack.sjCodecOf[Map[java.time.LocalDate, Int]])
    both(
      Map(java.util.UUID.fromString("54cab778-7b9e-4b07-9d37-87b97a011e55") -> 1),
      """{"54cab778-7b9e-4b07-9d37-87b97a011e55":1}"""
    )(using ScalaJack.sjCodecOf[Map[java.util.UUID, Int]])
    both(immutable.ListMap("b" -> 1, "a" -> 2), """{"b":1,"a":2}""")(using ScalaJack.sjCodecOf[immutable.ListMap[String, Int]])
    both(immutable.SeqMap("b" -> 1, "a" -> 2), """{"b":1,"a":2}""")(using ScalaJack.sjCodecOf[immutable.SeqMap[String, Int]])
    both(mutable.LinkedHashMap("b" -> 1, "a" -> 2), """{"b":1,"a":2}""")(using ScalaJack.sjCodecOf[mutable.LinkedHashMap[String, Int]])
    both(mutable.Map("b" -> 1), """{"b":1}""")(using ScalaJack.sjCodecOf[mutable.Map[String, Int]])
    both(immutable.HashMap(1L -> List(1)), """{"1":[1]}""")(using ScalaJack.sjCodecOf[immutable.HashMap[Long, List[Int]]])
    both(Map.empty[String, Int], "{}")(using ScalaJack.sjCodecOf[Map[String, Int]])
    reads("""{"a":1,"a":2}""", Map("a" -> 2))(using ScalaJack.sjCodecOf[Map[String, Int]])
  }
  test("3.2 Java maps [T]") {
    both(
      new ju.HashMap[String, Int](ju.Map.of("a", 1)),
      """{"a":1}"""
    )(using ScalaJack.sjCodecOf[ju.Map[String, Int]].asInstanceOf[ScalaJack[ju.HashMap[String, Int]]])
    both(
      new ju.TreeMap[Int, String](ju.Map.of(2, "b", 1, "a")),
      """{"1":"a","2":"b"}"""
    )(using ScalaJack.sjCodecOf[ju.TreeMap[Int, String]])
    val lhm = new ju.LinkedHashMap[String, Boolean]
    lhm.put("z", true)
    lhm.put("a", false)
    both(lhm, """{"z":true,"a":false}""")(using ScalaJack.sjCodecOf[ju.LinkedHashMap[String, Boolean]])
    assert(ScalaJack.sjCodecOf[juc.ConcurrentMap[String, Int]].fromJson("{}").isInstanceOf[juc.ConcurrentHashMap[?, ?]])
    assert(ScalaJack.sjCodecOf[juc.ConcurrentNavigableMap[String, Int]].fromJson("{}").isInstanceOf[juc.ConcurrentSkipListMap[?, ?]])
    assert(ScalaJack.sjCodecOf[ju.SortedMap[String, Int]].fromJson("{}").isInstanceOf[ju.TreeMap[?, ?]])
  }
  test("3.2 null keys [T]: refused when written and read") {
    given ScalaJack[Map[String, Int]] = ScalaJack.sjCodecOf[Map[String, Int]]
    intercept[NullKeyValue](summon[ScalaJack[Map[String, Int]]].toJson(Map((null: String) -> 1)))
    refuses[Map[String, Int]]("{null:1}", "Expected object field name or '}' but found 'n'", 1)
    refuses[Map[String, Int]]("""{,"a":1}""", "Expected object field name or '}' but found ','", 1)
  }
  test("3.2 boxed keys [W]: no null in quotes, what does not parse is a JsonParseError") {
    def bad[K](text: String)(using sj: ScalaJack[Map[K, Int]]): Unit =
      readings[Map[K, Int]](s"""{"$text":1}""").foreach(r => intercept[JsonParseError](r()))
    locally { given ScalaJack[Map[Integer, Int]] = ScalaJack.sjCodecOf[Map[Integer, Int]]; bad[Integer]("null"); bad[Integer]("0.3") }
    locally { given ScalaJack[Map[java.lang.Long, Int]] = ScalaJack.sjCodecOf[Map[java.lang.Long, Int]]; bad[java.lang.Long]("0.3") }
    locally {
      given ScalaJack[Map[java.lang.Boolean, Int]] = ScalaJack.sjCodecOf[Map[java.lang.Boolean, Int]]; bad[java.lang.Boolean]("null")
    }
    locally { given ScalaJack[Map[Number, Int]] = ScalaJack.sjCodecOf[Map[Number, Int]]; bad[Number]("null"); bad[Number]("n\\u0075ll") }
    locally { given ScalaJack[Map[BigInt, Int]] = ScalaJack.sjCodecOf[Map[BigInt, Int]]; bad[BigInt]("null") }
    both(Map(Integer.valueOf(5) -> 1), """{"5":1}""")(using ScalaJack.sjCodecOf[Map[Integer, Int]])
    both(Map(java.lang.Double.valueOf(5) -> 1), """{"5.0":1}""")(using ScalaJack.sjCodecOf[Map[java.lang.Double, Int]])
  }
  test("3.2 literal keys [W]: only those") {
    given ScalaJack[Map["a" | "b", Int]] = ScalaJack.sjCodecOf[Map["a" | "b", Int]]
    both(Map["a" | "b", Int]("a" -> 1, "b" -> 2), """{"a":1,"b":2}""")
    refuses[Map["a" | "b", Int]]("""{"a":1,"c":2}""", "Expected one of the names a, b here", 7)
    refuses[Map[5, Int]]("""{"6":1}""", "Expected one of the names 5 here", 1)(using ScalaJack.sjCodecOf[Map[5, Int]])
  }
  test("3.2 maps of every size [T]: absent values leave no comma") {
    given ScalaJack[Map[Int, Option[Int]]] = ScalaJack.sjCodecOf[Map[Int, Option[Int]]]
    for n <- List(0, 1, 3, 4, 5, 40) do
      val full = scala.collection.immutable.SeqMap.from((1 to n).map(i => i -> Option(i)))
      writes[Map[Int, Option[Int]]](full, (1 to n).map(i => s""""$i":$i""").mkString("{", ",", "}"))
      val hashed = Map.from(full).map((k, v) => k -> v.filter(_ % 2 == 1))
      reads[Map[Int, Option[Int]]](written(hashed), hashed.filter(_._2.nonEmpty))
    writes[Map[Int, Option[Int]]](Map.from((1 to 9).map(_ -> None)), "{}")
  }
  test("3.3 tuples [T]: arrays of fixed length") {
    both((1, "a", true), """[1,"a",true]""")(using ScalaJack.sjCodecOf[(Int, String, Boolean)])
    both(Tuple1(15), "[15]")(using ScalaJack.sjCodecOf[Tuple1[Int]])
    both((1, None: Option[Int]), "[1,null]")(using ScalaJack.sjCodecOf[(Int, Option[Int])])
    both(Holder[(Int, Int)](null), """{"x":null}""")(using ScalaJack.sjCodecOf[Holder[(Int, Int)]])
    given ScalaJack[(Int, Int)] = ScalaJack.sjCodecOf[(Int, Int)]
    refuses[(Int, Int)]("[1,2,3]", "Expected ']' here", 4)
  }
  test("3.3 tuples [W]: any arity and the *: form") {
    type Big = (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, String)
    val big: Big = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, "x")
    both(big, """[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,"x"]""")(using ScalaJack.sjCodecOf[Big])
    both(1 *: "a" *: EmptyTuple, """[1,"a"]""")(using ScalaJack.sjCodecOf[Int *: String *: EmptyTuple])
    both(EmptyTuple, "[]")(using ScalaJack.sjCodecOf[EmptyTuple])
  }
  test("3.3 Any [T]: written by run-time class, read as the smallest type") {
    val sj = ScalaJack.sjCodecOf[Any]
    given ScalaJack[Any] = sj
    writes[Any](
      List(1, "a", true, null, Map("x" -> 2.5), (1, "b"), Some(3), Right(4), OneInt(9), Array(1)),
      """[1,"a",true,null,{"x":2.5},[1,"b"],3,4,{"i":9},[1]]"""
    )
    reads[Any]("""{"a":[1,5.0,2.5,12345678901,"x",null,true]}""", Map("a" -> List(1, 5, 2.5, 12345678901L, "x", null, true)))
    intercept[UnsupportedType](sj.toJson(new Object))
  }
