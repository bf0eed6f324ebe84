package co.blocke.scalajack

import json.schema.{description, format, maximum, minLength, minimum, title, uniqueItems}

@title("A person") case class SchemaPerson(
    @description("full name") @minLength("1") name: String,
    @maximum("150") age: Int = 30,
    id: java.util.UUID,
    friends: List[SchemaPerson],
    nick: Option[String],
    tags: Set[String] = Set("a"),
    where: (Double, Double),
    extra: Map[String, Fruit],
    c: Color
)

case class SchemaClash(@uniqueItems("false") s: Set[Int], @maximum("9") @minimum("-1") b: Byte, @format("x") u: java.util.UUID)

class SchemaSpec extends ContractSuite:
  test("9.9 schemaOf [W]: definitions, required, defaults, annotations, formats") {
    val s = ScalaJack.schemaOf[SchemaPerson]
    val v = json.ast.JsonValue.parse(s)
    def at(p: String) = v.at(p).map(_.render)
    assertEquals(at("/$ref"), Some("\"#/$defs/SchemaPerson\""))
    assertEquals(at("/$defs/SchemaPerson/title"), Some("\"A person\""))
    assertEquals(at("/$defs/SchemaPerson/required"), Some("""["name","id","friends","where","extra","c"]"""))
    assertEquals(at("/$defs/SchemaPerson/properties/name"), Some("""{"type":"string","description":"full name","minLength":1}"""))
    assertEquals(at("/$defs/SchemaPerson/properties/age"), Some("""{"type":"integer","format":"int32","maximum":150,"default":30}"""))
    assertEquals(at("/$defs/SchemaPerson/properties/id"), Some("""{"type":"string","format":"uuid"}"""))
    assertEquals(at("/$defs/SchemaPerson/properties/friends"), Some("""{"type":"array","items":{"$ref":"#/$defs/SchemaPerson"}}"""))
    assertEquals(
      at("/$defs/SchemaPerson/properties/tags"),
      Some("""{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":["a"]}""")
    )
    assertEquals(at("/$defs/SchemaPerson/properties/c"), Some("""{"enum":["Red","Green","Blue"]}"""))
    assertEquals(at("/$defs/Fruit/oneOf/0"), Some("""{"$ref":"#/$defs/Apple"}"""))
    assertEquals(
      json.ast.JsonValue.parse(
        ScalaJack.schemaOf[Hinted](SJConfig.preferTypeHints)
      ).at("/$defs/Hinted/oneOf/1/properties/_hint").map(_.render),
      Some("""{"const":"Cat"}""")
    )
    assertEquals(
      ScalaJack.schemaOf[Int],
      """{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer","format":"int32"}"""
    )
  }
  test("9.9 schemaOf [W]: a keyword of an annotation replaces that of the type") {
    val v = json.ast.JsonValue.parse(ScalaJack.schemaOf[SchemaClash])
    assertEquals(
      v.at("/$defs/SchemaClash/properties").map(_.render),
      Some(
        """{"s":{"type":"array","items":{"type":"integer","format":"int32"},"uniqueItems":false},""" +
          """"b":{"type":"integer","minimum":-1,"maximum":9},"u":{"type":"string","format":"x"}}"""
      )
    )
  }
