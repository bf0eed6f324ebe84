package co.blocke.scalajack.bench

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*

/** jsoniter-scala, the measure of all: configured to the same text and the same strictness about collections. */
object Jsoniter:
  private final class Codec[A](using codec: JsonValueCodec[A]) extends Way[A]:
    def read(js: String): A = readFromString[A](js)
    def read(b: Array[Byte]): A = readFromArray[A](b)
    def write(a: A): String = writeToString(a)
    def writeBytes(a: A): Array[Byte] = writeToArray(a)

  private inline def config: CodecMakerConfig =
    CodecMakerConfig.withTransientEmpty(
      false
    ).withRequireCollectionFields(true).withDiscriminatorFieldName(Some("_hint")).withAllowRecursiveTypes(true)

  def record: Way[Record] = Codec(using JsonCodecMaker.make[Record](config))
  def products: Way[List[Product]] =
    given JsonValueCodec[Status] = JsonCodecMaker.make[Status](CodecMakerConfig.withDiscriminatorFieldName(None))
    Codec(using JsonCodecMaker.make[List[Product]](config))
  def dates: Way[Dates] = Codec(using JsonCodecMaker.make[Dates](config))
  def uuids: Way[Uuids] = Codec(using JsonCodecMaker.make[Uuids](config))
  def doubles: Way[Doubles] = Codec(using JsonCodecMaker.make[Doubles](config))
  def maps: Way[Maps] = Codec(using JsonCodecMaker.make[Maps](config))
  def shapes: Way[Shapes] = Codec(using JsonCodecMaker.make[Shapes](config))
  def nested: Way[Nested] = Codec(using JsonCodecMaker.make[Nested](config))
