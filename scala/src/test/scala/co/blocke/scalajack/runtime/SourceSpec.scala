package co.blocke.scalajack.runtime

import Support.*
import co.blocke.scalajack.JsonParseError
import co.blocke.scalajack.json.JsonSettings
import co.blocke.scalajack.json.reading.{Decoding, FieldWords, JsonSource}

import java.nio.charset.StandardCharsets.UTF_8

/** Reading through every carrier: simple values, names, arrays, raw fragments, and the methods for hand-written codecs. */
class SourceSpec extends munit.FunSuite:
  private val boolean = reader(_.expectBoolean())

  /** A text table: input, then value or `message @ position`. */
  private def table[A](c: co.blocke.scalajack.json.JsonCodec[A])(rows: (String, Any)*): Unit =
    rows.foreach {
      case (js, message: String) if message.contains(" @ ") => assertEquals(refusal(c, js), message, js)
      case (js, value)                                      => assertEquals(read(c, js): Any, value, js)
    }

  private val End = "Unexpected end of buffer"

  test("2 Boolean [T]: texts and errors") {
    table(boolean)(
      "true" -> true,
      " false " -> false,
      "null" -> "Expected 'true' or 'false' @ 0",
      "tru" -> s"$End @ 3",
      "trux" -> "Expected 'true' or 'false' @ 0",
      "falsy" -> "Expected 'true' or 'false' @ 0",
      "" -> s"$End @ 0",
      " 1" -> "Expected 'true' or 'false' @ 1",
      "truefalse" -> "Unexpected text after the value: 'f' @ 4"
    )
    table(reader(_.expectJavaBoolean()))(
      "true" -> true,
      "null" -> null,
      "nul" -> s"$End @ 3",
      "1" -> "Expected 'true', 'false', or null here @ 0"
    )
  }

  test("2 Int Short Byte [T]: range and errors") {
    val whole = "Non-numeric character found when integer value expected"
    val fraction = "Decimal digit 'e' or '.' found when integer value expected"
    table(int)(
      "0" -> 0,
      " -0 " -> 0,
      "2147483647" -> Int.MaxValue,
      "-2147483648" -> Int.MinValue,
      "123456789" -> 123456789,
      "1234567890" -> 1234567890,
      "2147483648" -> "Integer value overflow @ 0",
      " -2147483649" -> "Integer value overflow @ 1",
      "99999999999999999999999" -> "Integer value overflow @ 0",
      "2.3" -> s"$fraction @ 1",
      "1e2" -> s"$fraction @ 1",
      "0.5" -> s"$fraction @ 1",
      "1234567890.5" -> s"$fraction @ 10",
      "123456789E1" -> s"$fraction @ 9",
      "null" -> s"$whole @ 0",
      " true" -> s"$whole @ 1",
      "\"1\"" -> s"$whole @ 0",
      "-x" -> s"$whole @ 0",
      "-" -> s"$End @ 1",
      "01" -> "Unexpected text after the value: '1' @ 1",
      "+1" -> s"$whole @ 0"
    )
    table(reader(_.expectShort()))("-32768" -> (-32768).toShort, "32768" -> "Integer value overflow @ 0")
    table(reader(_.expectByte()))("127" -> 127.toByte, " 300" -> "Integer value overflow @ 1", "-129" -> "Integer value overflow @ 0")
  }

  test("2 Long [T]: range and errors") {
    table(long)(
      "0" -> 0L,
      "9223372036854775807" -> Long.MaxValue,
      "-9223372036854775808" -> Long.MinValue,
      "123456789012345678" -> 123456789012345678L,
      "12345678901234567" -> 12345678901234567L,
      "9223372036854775808" -> "Integer value overflow @ 0",
      "-9223372036854775809" -> "Integer value overflow @ 0",
      "18446744073709551617" -> "Integer value overflow @ 0",
      "1.5" -> "Unexpected text after the value: '.' @ 1",
      " x" -> "Unexpected character in Int/Long value: x @ 1",
      "null" -> "Unexpected character in Int/Long value: n @ 0",
      "-" -> s"$End @ 1",
      "-a" -> "Unexpected character in Int/Long value: a @ 1"
    )
    val rnd = java.util.SplittableRandom(1)
    (1 to rounds(20000, 5000000)).foreach { _ =>
      val x = rnd.nextLong() >> rnd.nextInt(64)
      assertEquals(read0(long, write0(long, x)), x)
      assertEquals(write0(long, x), x.toString)
      val i = x.toInt
      assertEquals(read0(int, write0(int, i)), i)
    }
  }

  test("2 Char [T]: one unit, errors at the value") {
    val c = reader(_.expectChar())
    table(c)(
      "\"a\"" -> 'a',
      "\"\\n\"" -> '\n',
      "\"é\"" -> 'é',
      "\"\\ud800\"" -> '\ud800',
      "null" -> "Char value cannot be null @ 0",
      " \"\"" -> "Char value expected but empty string found in json @ 1",
      "5" -> "Expected a String value but got '5' @ 0"
    )
    error(c, "\"ab\"")
    error(c, "\"\ud83d\ude00\"")
    table(reader(_.expectCharacter()))(
      "null" -> null,
      "\"\"" -> "Character value expected but empty string found in json @ 0",
      "\"x\"" -> 'x'
    )
  }

  test("2 boxed numbers [T]: null, fractions throw the JDK's exception") {
    table(reader(_.expectJavaInteger()))(
      "null" -> null,
      "15" -> 15,
      "true" -> "Expected a numerical value or null here @ 0",
      "-" -> s"$End @ 1"
    )
    table(reader(_.expectJavaByte()))("300" -> "Integer value overflow @ 0")
    table(reader(_.expectJavaDouble()))("null" -> null, "1.5" -> 1.5, "\"a\"" -> "Expected a numerical value or null here @ 0")
    List(reader(_.expectJavaInteger()), reader(_.expectJavaLong()), reader(_.expectJavaShort())).foreach { c =>
      assertEquals(intercept[NumberFormatException](read0(c, " 0.3")).getMessage, "For input string: \"0.3\"")
    }
  }

  test("2 Number [T]: the first type that fits") {
    val n = reader(_.expectNumber())
    List(
      "5" -> "Byte",
      "300" -> "Short",
      "70000" -> "Integer",
      "5000000000" -> "Long",
      "3.4E-38" -> "Float",
      "1.7E-308" -> "Double",
      "0.1" -> "Float",
      "3.141592653589793" -> "Double",
      "1.23456789012345678901234567890" -> "BigDecimal",
      "123456789012345678901234567890" -> "BigDecimal",
      "100000000000000000000000" -> "Float"
    )
      .foreach((t, name) => assertEquals(read(n, t).getClass.getSimpleName, name, t))
    assertEquals(read(n, "null"), null)
    assertEquals(refusal(n, " \"x\""), "Expected a numerical value or null here @ 1")
  }

  test("2 big numbers [T]: exact, bounded") {
    val big = reader(_.expectBigDecimal())
    val text = "0.1499999999999999944488848768742172978818416595458984375"
    assertEquals(read(big, text), BigDecimal(text))
    assertEquals(read(big, "1E+3").toString, "1E+3")
    List(
      "0",
      "-0",
      "0.00",
      "-12.50",
      "123456789012345678",
      "1234567890.12345678",
      "0.000000000000000001",
      "1234567890123456789",
      "12345678901234567.89",
      "5e0"
    ).foreach { t =>
      assertEquals(read(big, t).bigDecimal, new java.math.BigDecimal(t), t)
      assertEquals(
        read(reader(in => in.expectArray(() => in.expectBigDecimal()).toList), s"[$t, $t]").map(_.bigDecimal),
        List.fill(2)(new java.math.BigDecimal(t))
      )
    }
    List("01", "1.", "-", ".5", "1.e5", "--1", "00.5").foreach(t => error(big, t))
    table(reader(_.expectBigInt()))(
      "null" -> null,
      "123456789012345678901234567890" -> BigInt("123456789012345678901234567890"),
      "\"5\"" -> "Expected a numerical value or null here @ 0"
    )
    assertEquals(read(big, "1234"), BigDecimal(1234))
    error(big, "1e999999999")
    error(big, "1e-6179")
    read(big, "1e6178")
    error(big, "9" * 1001)
    read(big, "9" * 1000)
    read(big, "0." + "0" * 2000 + "9" * 1000)
    error(reader(_.expectBigInteger()), "9" * 1001)
    assertEquals(read(limited(JsonSettings(maxNumberDigits = 5))(big), "12345"), BigDecimal(12345))
    error(limited(JsonSettings(maxNumberDigits = 5))(big), "123456")
  }

  test("2.1 strings [W]: escapes, controls, wrong hex, unterminated") {
    table(string)(
      "\"\"" -> "",
      "null" -> null,
      "\"a\\\"\\\\\\/\\b\\f\\n\\r\\tb\"" -> "a\"\\/\b\f\n\r\tb",
      "\"\\u0041\\u00e9\\uD83D\\uDE00\"" -> "A\u00e9\ud83d\ude00",
      "\"\\ud800\"" -> "\ud800",
      "\"\\udc00x\"" -> "\udc00x",
      "\"abcdefgh12345678\"" -> "abcdefgh12345678",
      "\"\u007f/\"" -> "\u007f/",
      " 12" -> "Expected a String value but got '1' @ 1",
      "nulx" -> "Expected 'null' here @ 0"
    )
    List("\"\\q\"" -> 1, "\"ab\\u12g4\"" -> 7, "\"\\u+123\"" -> 3, "\"a\nb\"" -> 2, "\"\u0000\"" -> 1, "\"123456789\t\"" -> 10).foreach(
      (js, at) => assertEquals(error(string, js).pos, at, js)
    )
    List("\"", "\"abc", "\"abc\\", "\"abc\\u12", "\"abcdefgh", "nu", "").foreach { js =>
      assertEquals(refusal(string, js), s"$End @ ${js.length}", js)
    }
  }

  test("2.1 strings [W]: all of Unicode") {
    val all = (0 to 0x10ffff).iterator.filterNot(c => c >= 0xd800 && c <= 0xdfff).map(Character.toString(_))
    all.grouped(5000).foreach { part =>
      val s = part.mkString
      assertEquals(read0(string, write0(string, s)), s)
      assertEquals(Decoding.fromBytes(string, write0(string, s).getBytes(UTF_8)), s)
      val escaped = "\"" + s.map(c => f"\\u${c.toInt}%04X").mkString + "\""
      assertEquals(read0(string, escaped), s)
    }
  }

  test("2.1 strings [W]: every length and every place of a special character") {
    for
      n <- 0 to 40
      special <- List("", "\"", "\\", "\n", "é", "東", "\ud83d\ude00", "\u0001")
      at <- 0 to n
    do
      val s = "x" * at + special + "y" * (n - at)
      assertEquals(read0(string, write0(string, s)), s)
  }

  test("2.1 malformed UTF-8 in bytes [W]: refused at the sequence") {
    def bytes(xs: Int*): Array[Byte] = (34 +: xs :+ 34).map(_.toByte).toArray
    List(
      bytes(0xc0, 0xaf),
      bytes(0xc1, 0xbf),
      bytes(0xe0, 0x80, 0x80),
      bytes(0xed, 0xa0, 0x80),
      bytes(0xf4, 0x90, 0x80, 0x80),
      bytes(0xf5, 0x80, 0x80, 0x80),
      bytes(0x80),
      bytes(0xff),
      bytes(0xc3),
      bytes(0xe2, 0x82),
      bytes(0xf0, 0x80, 0x80, 0x80)
    )
      .foreach { b =>
        assertEquals(intercept[JsonParseError](Decoding.fromBytes(string, b)).pos, 1)
        assertEquals(intercept[JsonParseError](Decoding.fromBytes(reader(_.skipValue()), b)).pos, 1)
        intercept[JsonParseError](Decoding.fromBytes(reader(_.readObject(_ => ())), "{".getBytes ++ b ++ ":1}".getBytes))
      }
    intercept[JsonParseError](Decoding.fromBytes(string, "\ufeff\"a\"".getBytes(UTF_8)))
    error(string, "\ufeff\"a\"")
  }

  // ---- containers

  private case class P(name: String, age: Int, postalCode: String, veryLongFieldNameIndeed: Int)

  /** As generated code reads a class. */
  private val person = reader { in =>
    if !in.objectStart() then null
    else
      var name: String = null
      var age = 0
      var code: String = null
      var long = 0
      var more = in.firstField()
      def words(s: String) = FieldWords.words(FieldWords.raw(s))
      val List(n) = words("name"): @unchecked
      val List(a) = words("age"): @unchecked
      val List(c1, c2) = words("postalCode"): @unchecked
      if more && in.isField(7, n) then
        name = in.expectString()
        more = in.nextField()
      if more && in.isField(6, a) then
        age = in.expectInt()
        more = in.nextField()
      if more && in.isField(13, c1, c2) then
        code = in.expectString()
        more = in.nextField()
      if more && in.isField(FieldWords.raw("veryLongFieldNameIndeed")) then
        long = in.expectInt()
        more = in.nextField()
      while more do
        val hash = in.fieldName()
        if hash == FieldWords.hash("name") && in.nameIs("name") then name = in.expectString()
        else if hash == FieldWords.hash("age") && in.nameIs("age") then age = in.expectInt()
        else if hash == FieldWords.hash("postalCode") && in.nameIs("postalCode") then code = in.expectString()
        else if in.nameIs("veryLongFieldNameIndeed") then long = in.expectInt()
        else if in.nameIs("dup") then in.duplicateField()
        else if in.nameIs("\u00e9\"x") then age = in.expectInt()
        else in.skipValue()
        more = in.nextField()
      if name == null then in.missingFields("name")
      P(name, age, code, long)
  }

  test("4.1 fields [T]: expected order, any order, blanks, escaped names, unknown ones") {
    val p = P("Al", 3, "40", 7)
    List(
      """{"name":"Al","age":3,"postalCode":"40","veryLongFieldNameIndeed":7}""",
      """ { "name" : "Al" , "age" : 3 , "postalCode" : "40" , "veryLongFieldNameIndeed" : 7 } """,
      """{"veryLongFieldNameIndeed":7,"postalCode":"40","age":3,"name":"Al"}""",
      """{"n\u0061me":"Al","x":[{"a":"]}"}],"\u0061\u0067e":3,"postalCode":"40","veryLongFieldNameIndeed":7}""",
      """{"name":"Al","ag":1,"agee":2,"age":3,"postalCode":"40","veryLongFieldNameIndeed":7,"na":null,"":{}}""",
      """{"\u00e9\"x":3,"name":"Al","postalCode":"40","veryLongFieldNameIndeed":7}"""
    ).foreach(js => assertEquals(read(person, js), p, js))
    assertEquals(read(person, " null "), null)
  }

  test("6.2 objects [O]: texts and places") {
    table(person)(
      "[]" -> "Expected object start '{' or null @ 0",
      "{5}" -> "Expected object field name or '}' but found '5' @ 1",
      "{\"name\" 5}" -> "Expected ':' field separator but found 5 @ 8",
      "{\"name\":\"a\" x}" -> "Expected ',' or '}' but found 'x' @ 12",
      "{\"age\":5x}" -> "Expected ',' or '}' but found 'x' @ 8",
      "{\"name\":\"a\",}" -> "Expected object field name or '}' but found '}' @ 12",
      "{,\"age\":1}" -> "Expected object field name or '}' but found ',' @ 1",
      "{\"age\":5}" -> "Missing required field(s) name @ 8",
      "{\"name\":\"a\",\"dup\":1}" -> "Duplicate field dup @ 12",
      "{\"name\":\"a\"" -> s"$End @ 11",
      "{" -> s"$End @ 1",
      "{\"na" -> s"$End @ 4",
      "{\"name\"" -> s"$End @ 7",
      "{\"name\":" -> s"$End @ 8"
    )
  }

  test("3.1 arrays [T]: texts and places") {
    val ints = reader(in => Option(in.expectArray(() => in.expectInt())).map(_.toList).orNull)
    table(ints)(
      "[]" -> Nil,
      " [ 1 , 2 ] " -> List(1, 2),
      "null" -> null,
      "{}" -> "Expected array start '[' or null but got '{' @ 0",
      "[1 2]" -> "Expected ',' or ']' got '2' @ 3",
      "[1," -> s"$End @ 3",
      "[" -> s"$End @ 1",
      "[1" -> s"$End @ 2",
      "[1,]" -> "Non-numeric character found when integer value expected @ 3",
      "[1]]" -> "Unexpected text after the value: ']' @ 3"
    )
  }

  test("3.3 Any [T]: maps, lists and the smallest numbers") {
    assertEquals(
      read(any, """{"a":[1,5.0,5000000000,1.5,"x",true,null,{}],"b":12345678901234567890123}"""),
      Map("a" -> List(1, 5, 5000000000L, 1.5, "x", true, null, Map()), "b" -> BigInt("12345678901234567890123"))
    )
    assertEquals(read(any, "1.00000000000000000000000000001"), BigDecimal("1.00000000000000000000000000001"))
    assertEquals(read(any, "1e5"), 100000)
    assertEquals(read(any, "1e300"), 1e300)
    assert(read(any, "1e2000").isInstanceOf[BigDecimal])
    error(any, "1e999999999")
    error(any, "x")
  }

  test("4.5 raw [T]: the exact text of any value, checked") {
    val raw = reader(_.readRawJson())
    List("{}", "[1, 2 ]", "\"a\\n é\"", "-1.5e+3", "true", "null", """{"a":[{"b":"]}\"" }]}""").foreach(t =>
      assertEquals(read(raw, s" $t "), t)
    )
    List("[1,]", "{\"a\":}", "01", "[1}", "{]", "tru", "\"\u0001\"", "", "[", "{\"a\"", "\"\\x\"").foreach(t => error(raw, t))
  }

  test("1.4 hand-written codecs [O]: the convenient methods") {
    val in = JsonSource(""" {"a":1,"b":"x","c":[1,{"d":2}]} """)
    assertEquals(in.findAllFieldNames(), List("a", "b", "c"))
    assertEquals(in.findObjectField("b"), Some("x"))
    assertEquals(in.findObjectField("c"), Some("""[1,{"d":2}]"""))
    assertEquals(in.findObjectField("z"), None)
    val seen = scala.collection.mutable.Map.empty[String, Any]
    assert(in.readObject { case "a" => seen("a") = in.expectInt(); case "b" => seen("b") = in.expectString(); case _ => () })
    assertEquals(seen.toMap, Map[String, Any]("a" -> 1, "b" -> "x"))
    val tokens = JsonSource(" [x")
    assertEquals(tokens.readToken(), '[')
    tokens.backspace()
    tokens.expectToken('[')
    assertEquals(tokens.pos, 2)
    tokens.revertToPos(1)
    assertEquals(intercept[JsonParseError](tokens.expectToken('{')).msg, "Expected '{' here")
    assertEquals(intercept[JsonParseError](tokens.fail("no")).pos, 1)
    assert(JsonSource("null").expectNull())
    assertEquals(JsonSource("null").expectNumberOrNull(), null)
    assertEquals(JsonSource("12.5e3 ").expectNumberOrNull(), "12.5e3")
    assertEquals(JsonSource("\"15\"").expectStringWithFn(_.toInt), 15)
    assertEquals(JsonSource("null").readObject(_ => ()), false)
  }
