package co.blocke.scalajack

/** With a `ScalaJack[T]` given (or `auto.given`): `value.toJson`, `"..".fromJson[T]` and their kin. */
object ScalaJackSyntax:

  extension [T](a: T)(using sj: ScalaJack[T])
    /** The JSON text. */
    def toJson: String = sj.toJson(a)

    /** The JSON text as UTF-8. */
    def toJsonBytes: Array[Byte] = sj.toBytes(a)

  extension [T](xs: List[T])(using sj: ScalaJack[T])
    /** The JSON text of an array of them. */
    @scala.annotation.targetName("listToJson")
    def toJson: String = sj.toJsonList(xs)

  extension (js: String)
    /** The value of the text, or a JsonParseError. */
    def fromJson[T](using sj: ScalaJack[T]): T = sj.fromJson(js)

    /** The elements of an array. */
    def fromJsonList[T](using sj: ScalaJack[T]): List[T] = sj.fromJsonList(js)

    /** The value or what is wrong; never throws. */
    def decodeJson[T](using sj: ScalaJack[T]): Either[JsonParseError, T] = sj.decode(js)

  extension (bytes: Array[Byte])
    /** The value of the UTF-8 text, or a JsonParseError. */
    @scala.annotation.targetName("bytesFromJson")
    def fromJson[T](using sj: ScalaJack[T]): T = sj.fromBytes(bytes)
