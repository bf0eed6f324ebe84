package co.blocke.scalajack.testee

import java.nio.charset.StandardCharsets.UTF_8

/** The testee answers everything, and only what it should. */
class TesteeSpec extends munit.FunSuite:
  private def ask(line: String): String = Testee.answer(line.getBytes(UTF_8)).render

  test("8 testee [W]: output, errors in code points, skipped, bad requests") {
    assertEquals(
      ask("""{"id":1,"op":"json_to_json","input":" { \"a\" : [1.50, \"\\ud800é\"] } "}"""),
      """{"id":1,"output":"{\"a\":[1.50,\"\\ud800é\"]}"}"""
    )
    assertEquals(ask("""{"id":[2],"op":"json_to_json","input_base64":"WzFd"}"""), """{"id":[2],"output":"[1]"}""")
    assertEquals(
      ask("{\"id\":null,\"op\":\"json_to_json\",\"input\":\"[\\n\\\"\\ud83d\\ude00\\\",x]\"}"),
      """{"id":null,"error":{"code":"E_JSON","line":2,"column":5,"message":"Expected a JSON value but found 'x'"}}"""
    )
    assertEquals(ask("""{"id":3,"op":"json_to_tonl","input":"1"}"""), """{"id":3,"skipped":"json_to_tonl is not implemented"}""")
    List("{}", "[]", "x", "{\"op\":\"json_to_json\"}", "{\"op\":\"json_to_json\",\"input_base64\":\"?\"}").foreach(r =>
      assert(ask(r).contains("error"), r)
    )
    val timed = ask("""{"id":4,"op":"json_to_json","input":"1","repeat":3}""")
    assert(timed.startsWith("""{"id":4,"output":"1","ns":"""), timed)
  }
