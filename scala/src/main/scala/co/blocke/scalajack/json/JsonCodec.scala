package co.blocke.scalajack
package json

import reading.JsonSource
import writing.JsonOutput

/** Both directions for one type. Codecs are immutable and may be used by any number of threads.
  *
  * A given of this type is used for every value of type A in a model. Hand-written codecs use the public methods of JsonOutput and JsonSource
  * named in the documentation; commas are the business of JsonOutput.
  */
trait JsonCodec[A]:
  def encodeValue(in: A, out: JsonOutput): Unit
  def decodeValue(in: JsonSource): A

  /** Limits and text options that hold for a whole document: those of the outermost codec count. Generated codecs override this when their
    * SJConfig differs from the default; it must be a constant.
    */
  def settings: JsonSettings = JsonSettings.default

object JsonCodec:
  /** `case class P(..) derives JsonCodec`, with the default settings. */
  inline def derived[A]: JsonCodec[A] = ${ derive.Derive.codec[A] }

/** Value as name of an object's member and back: a given makes any K a map key. */
trait JsonKeyCodec[K]:
  def encodeKey(k: K): String
  def decodeKey(s: String): K

/** The part of SJConfig that the readers and writers look at while running (all other choices are made at compile time).
  *
  * @param maxDepth          containers, reading and writing
  * @param maxNumberDigits   significand digits of BigInt, BigDecimal, Number, Any
  * @param maxCollectionSize elements of one array, set or map
  * @param escapeNonAscii    everything above 0x7E as \uXXXX
  * @param nonFinite         0 refused, 1 as null, 2 as string
  * @param verbatim          strings written without escaping (suppressEscapedStrings)
  * @param rejectNulls       null is refused where only values are wanted, also in place of the list of fromJsonList
  */
final case class JsonSettings(
    maxDepth: Int = 512,
    maxNumberDigits: Int = 1000,
    maxCollectionSize: Int = Int.MaxValue,
    escapeNonAscii: Boolean = false,
    nonFinite: Int = 0,
    verbatim: Boolean = false,
    rejectNulls: Boolean = false
)

object JsonSettings:
  val default: JsonSettings = JsonSettings()

  inline val NonFiniteThrow = 0
  inline val NonFiniteNull = 1
  inline val NonFiniteString = 2

  /** Largest absolute exponent of numbers beyond Double. */
  inline val MaxExponent = 6178
