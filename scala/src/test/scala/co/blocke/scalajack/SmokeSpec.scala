package co.blocke.scalajack

case class SAddress(street: String, city: String, state: String, postal_code: String)
case class SPerson(name: String, age: Int, address: SAddress, email: String, phone_numbers: List[String], is_employed: Boolean)
case class SFriend(name: String, age: Int, email: String)
case class SPet(name: String, species: String, age: Int)
case class SRecord(person: SPerson, hobbies: List[String], friends: List[SFriend], pets: List[SPet])
case class SOpts(a: Option[Int], b: Option[String] = Some("x"), c: Int = 3, d: Map[String, Int] = Map.empty)

class SmokeSpec extends munit.FunSuite:
  test("record") {
    val r = SRecord(SPerson("a", 3, SAddress("s", "c", "st", "p"), "e", List("1", "2"), true), List("h"), Nil, List(SPet("n", "s", 2)))
    val sj = ScalaJack.sjCodecOf[SRecord]
    val js = sj.toJson(r)
    assertEquals(
      js,
      """{"person":{"name":"a","age":3,"address":{"street":"s","city":"c","state":"st","postal_code":"p"},"email":"e","phone_numbers":["1","2"],"is_employed":true},"hobbies":["h"],"friends":[],"pets":[{"name":"n","species":"s","age":2}]}"""
    )
    assertEquals(sj.fromJson(js), r)
    def again = ScalaJack.sjCodecOf[SRecord]
    assert(again eq again)
  }
  test("options") {
    val sj = ScalaJack.sjCodecOf[SOpts]
    assertEquals(sj.toJson(SOpts(None)), """{"b":"x","c":3,"d":{}}""")
    assertEquals(sj.fromJson("{}"), SOpts(None))
    assertEquals(sj.fromJson("""{"d":{"a":1},"a":5}"""), SOpts(Some(5), Some("x"), 3, Map("a" -> 1)))
  }
