package co.blocke.scalajack

import json.JsonCodec
import json.reading.{Decoding, JsonSource}
import json.writing.JsonOutput

/** The text of one JSON value, kept as it is: `import Raw.*`, then fields, lists and maps of `JsonRaw`. */
object Raw:
  opaque type JsonRaw = String

  /** The text is taken as it is; see `validated`. */
  def apply(json: String): JsonRaw = json

  def unwrap(raw: JsonRaw): String = raw

  /** The text of exactly one JSON value, surrounding blanks dropped; JsonParseError if it is not that. */
  def validated(json: String): JsonRaw = Decoding.fromString(codec, json)

  private val codec: JsonCodec[JsonRaw] = new JsonCodec[JsonRaw]:
    def encodeValue(in: JsonRaw, out: JsonOutput): Unit = if in == null then out.burpNull() else out.rawJsonValue(in)
    def decodeValue(in: JsonSource): JsonRaw = in.readRawJson()

  given rawCodec: JsonCodec[JsonRaw] = codec
