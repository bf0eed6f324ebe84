package co.blocke.scalajack.bench

import co.blocke.scalajack.*

/** ScalaJack in fast mode: the codec is kept. */
object Ours:
  private final class Fast[A](sj: ScalaJack[A]) extends Way[A]:
    def read(js: String): A = sj.fromJson(js)
    def read(b: Array[Byte]): A = sj.fromBytes(b)
    def write(a: A): String = sj.toJson(a)
    def writeBytes(a: A): Array[Byte] = sj.toBytes(a)

  def record: Way[Record] = Fast(ScalaJack.sjCodecOf[Record])
  def products: Way[List[Product]] = Fast(ScalaJack.sjCodecOf[List[Product]](SJConfig.preferTypeHints))
  def dates: Way[Dates] = Fast(ScalaJack.sjCodecOf[Dates])
  def uuids: Way[Uuids] = Fast(ScalaJack.sjCodecOf[Uuids])
  def doubles: Way[Doubles] = Fast(ScalaJack.sjCodecOf[Doubles])
  def maps: Way[Maps] = Fast(ScalaJack.sjCodecOf[Maps])
  def shapes: Way[Shapes] = Fast(ScalaJack.sjCodecOf[Shapes](SJConfig.preferTypeHints))
  def nested: Way[Nested] = Fast(ScalaJack.sjCodecOf[Nested])

/** ScalaJack in easy mode: the codec is made at the call. */
object OursEasy:
  def record: Way[Record] = new Way[Record]:
    def read(js: String): Record = ScalaJack.sjCodecOf[Record].fromJson(js)
    def read(b: Array[Byte]): Record = ScalaJack.sjCodecOf[Record].fromBytes(b)
    def write(a: Record): String = ScalaJack.sjCodecOf[Record].toJson(a)
    def writeBytes(a: Record): Array[Byte] = ScalaJack.sjCodecOf[Record].toBytes(a)

  def products: Way[List[Product]] = new Way[List[Product]]:
    def read(js: String): List[Product] = ScalaJack.sjCodecOf[List[Product]](SJConfig.preferTypeHints).fromJson(js)
    def read(b: Array[Byte]): List[Product] = ScalaJack.sjCodecOf[List[Product]](SJConfig.preferTypeHints).fromBytes(b)
    def write(a: List[Product]): String = ScalaJack.sjCodecOf[List[Product]](SJConfig.preferTypeHints).toJson(a)
    def writeBytes(a: List[Product]): Array[Byte] = ScalaJack.sjCodecOf[List[Product]](SJConfig.preferTypeHints).toBytes(a)
