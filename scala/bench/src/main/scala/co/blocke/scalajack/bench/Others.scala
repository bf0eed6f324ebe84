package co.blocke.scalajack.bench

import java.nio.charset.StandardCharsets.UTF_8

/** zio-json. */
object ZioJson:
  import zio.json.*

  def record: Way[Record] = new Way[Record]:
    private given JsonCodec[Address] = DeriveJsonCodec.gen
    private given JsonCodec[Person] = DeriveJsonCodec.gen
    private given JsonCodec[Friend] = DeriveJsonCodec.gen
    private given JsonCodec[Pet] = DeriveJsonCodec.gen
    private val codec: JsonCodec[Record] = DeriveJsonCodec.gen
    private def right(e: Either[String, Record]): Record = e.fold(m => sys.error(m), identity)
    def read(js: String): Record = right(codec.decodeJson(js))
    def read(b: Array[Byte]): Record = right(codec.decodeJson(String(b, UTF_8)))
    def write(a: Record): String = codec.encodeJson(a, None).toString
    def writeBytes(a: Record): Array[Byte] = write(a).getBytes(UTF_8)

/** borer. */
object Borer:
  import io.bullet.borer.{Codec, Json}
  import io.bullet.borer.derivation.MapBasedCodecs.*

  def record: Way[Record] = new Way[Record]:
    private given Codec[Address] = deriveCodec
    private given Codec[Person] = deriveCodec
    private given Codec[Friend] = deriveCodec
    private given Codec[Pet] = deriveCodec
    private given Codec[Record] = deriveCodec
    def read(js: String): Record = Json.decode(js.getBytes(UTF_8)).to[Record].value
    def read(b: Array[Byte]): Record = Json.decode(b).to[Record].value
    def write(a: Record): String = Json.encode(a).toUtf8String
    def writeBytes(a: Record): Array[Byte] = Json.encode(a).toByteArray

/** uPickle. */
object Upickle:
  import upickle.default.*

  def record: Way[Record] = new Way[Record]:
    private given ReadWriter[Address] = macroRW
    private given ReadWriter[Person] = macroRW
    private given ReadWriter[Friend] = macroRW
    private given ReadWriter[Pet] = macroRW
    private given codec: ReadWriter[Record] = macroRW
    def read(js: String): Record = upickle.default.read[Record](js)
    def read(b: Array[Byte]): Record = upickle.default.read[Record](b)
    def write(a: Record): String = upickle.default.write(a)
    def writeBytes(a: Record): Array[Byte] = writeToByteArray(a)

/** circe. */
object Circe:
  import io.circe.{Decoder, Encoder, Printer}
  import io.circe.syntax.*

  def record: Way[Record] = new Way[Record]:
    private given Encoder.AsObject[Address] = Encoder.AsObject.derived
    private given Encoder.AsObject[Person] = Encoder.AsObject.derived
    private given Encoder.AsObject[Friend] = Encoder.AsObject.derived
    private given Encoder.AsObject[Pet] = Encoder.AsObject.derived
    private given Encoder.AsObject[Record] = Encoder.AsObject.derived
    private given Decoder[Address] = Decoder.derived
    private given Decoder[Person] = Decoder.derived
    private given Decoder[Friend] = Decoder.derived
    private given Decoder[Pet] = Decoder.derived
    private given Decoder[Record] = Decoder.derived
    def read(js: String): Record = io.circe.parser.decode[Record](js).fold(throw _, identity)
    def read(b: Array[Byte]): Record = io.circe.jawn.decodeByteArray[Record](b).fold(throw _, identity)
    def write(a: Record): String = a.asJson.noSpaces
    def writeBytes(a: Record): Array[Byte] = a.asJson.noSpaces.getBytes(UTF_8)

/** play-json. */
object PlayJson:
  import play.api.libs.json.*

  def record: Way[Record] = new Way[Record]:
    private given OFormat[Address] = Json.format
    private given OFormat[Person] = Json.format
    private given OFormat[Friend] = Json.format
    private given OFormat[Pet] = Json.format
    private given OFormat[Record] = Json.format
    def read(js: String): Record = Json.parse(js).as[Record]
    def read(b: Array[Byte]): Record = Json.parse(b).as[Record]
    def write(a: Record): String = Json.stringify(Json.toJson(a))
    def writeBytes(a: Record): Array[Byte] = Json.toBytes(Json.toJson(a))

/** Jackson with its Scala module. */
object Jackson:
  import com.fasterxml.jackson.databind.json.JsonMapper
  import com.fasterxml.jackson.module.scala.DefaultScalaModule

  def record: Way[Record] = new Way[Record]:
    private val mapper = JsonMapper.builder().addModule(DefaultScalaModule).build()
    private val reader = mapper.readerFor(classOf[Record])
    private val writer = mapper.writerFor(classOf[Record])
    def read(js: String): Record = reader.readValue[Record](js)
    def read(b: Array[Byte]): Record = reader.readValue[Record](b)
    def write(a: Record): String = writer.writeValueAsString(a)
    def writeBytes(a: Record): Array[Byte] = writer.writeValueAsBytes(a)

/** fastjson2, a Java library: classes of its own, compared after conversion. */
object Fastjson:
  import com.alibaba.fastjson2.JSON

  def record: Way[FastRecord] = new Way[FastRecord]:
    def read(js: String): FastRecord = JSON.parseObject(js, classOf[FastRecord])
    def read(b: Array[Byte]): FastRecord = JSON.parseObject(b, classOf[FastRecord])
    def write(a: FastRecord): String = JSON.toJSONString(a)
    def writeBytes(a: FastRecord): Array[Byte] = JSON.toJSONBytes(a)

/** What one would write for this class alone: appends without escaping; reading is jsoniter's. */
object HandWritten:
  def record: Way[Record] = new Way[Record]:
    private lazy val reader = Jsoniter.record
    def read(js: String): Record = reader.read(js)
    def read(b: Array[Byte]): Record = reader.read(b)
    def writeBytes(a: Record): Array[Byte] = write(a).getBytes(UTF_8)
    def write(a: Record): String =
      val sb = new java.lang.StringBuilder(512)
      val p = a.person
      sb.append("{\"person\":{\"name\":\"").append(p.name).append("\",\"age\":").append(p.age)
      sb.append(",\"address\":{\"street\":\"").append(p.address.street).append("\",\"city\":\"").append(p.address.city)
      sb.append("\",\"state\":\"").append(p.address.state).append("\",\"postal_code\":\"").append(p.address.postal_code)
      sb.append("\"},\"email\":\"").append(p.email).append("\",\"phone_numbers\":")
      strings(sb, p.phone_numbers)
      sb.append(",\"is_employed\":").append(p.is_employed).append("},\"hobbies\":")
      strings(sb, a.hobbies)
      sb.append(",\"friends\":[")
      var friends = a.friends
      while friends ne Nil do
        val f = friends.head
        sb.append("{\"name\":\"").append(f.name).append("\",\"age\":").append(f.age).append(",\"email\":\"").append(f.email).append("\"}")
        friends = friends.tail
        if friends ne Nil then sb.append(',')
      sb.append("],\"pets\":[")
      var pets = a.pets
      while pets ne Nil do
        val t = pets.head
        sb.append(
          "{\"name\":\""
        ).append(t.name).append("\",\"species\":\"").append(t.species).append("\",\"age\":").append(t.age).append('}')
        pets = pets.tail
        if pets ne Nil then sb.append(',')
      sb.append("]}").toString

    private def strings(sb: java.lang.StringBuilder, xs: List[String]): Unit =
      sb.append('[')
      var rest = xs
      while rest ne Nil do
        sb.append('"').append(rest.head).append('"')
        rest = rest.tail
        if rest ne Nil then sb.append(',')
      sb.append(']'): Unit
