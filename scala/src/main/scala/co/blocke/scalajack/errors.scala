package co.blocke.scalajack

import json.reading.{JsonSource, Location}

/** Everything the library throws at run time (and the classes of compile-time failures).
  *
  * All are RuntimeExceptions without stack trace: a bad document is data, not a fault of the program, and making a trace would cost more than
  * reading the document. A JsonParseError is thrown deep inside with a message and the position in the bytes only; the entry point completes it
  * once (`complete`) with line, column, path and clip, and keeps nothing of the input but the clip.
  */
class ParseError(val msg: String) extends RuntimeException(msg, null, true, false):
  /** The message as a person wants to see it. */
  def show: String = msg

/** Refused input. `pos` counts UTF-16 units for String input and bytes for everything else, from 0; `line` and `column` from 1; `path` is the
  * JSON pointer of the value that was being read.
  */
class JsonParseError(msg: String, at: Int) extends ParseError(msg):
  def this(msg: String, context: JsonSource) = this(msg, context.pos)

  private var location: Location | Null = null

  def pos: Int = if location == null then at else location.nn.pos
  def line: Int = if location == null then 1 else location.nn.line
  def column: Int = if location == null then at + 1 else location.nn.column
  def path: String = if location == null then "" else location.nn.path

  override def getMessage: String = s"$msg at position $pos"

  /** Message, clip of the text around the position, and an arrow under it. */
  override def show: String =
    val (clip, dashes) = if location == null then ("", 0) else (location.nn.clip, location.nn.arrow)
    s"$msg at position [$pos]\n$clip\n${"-" * dashes}^"

  private var reason: Throwable | Null = null

  /** The exception of the JDK that refused the text of a value, where `decode` turned one into this. */
  override def getCause: Throwable = reason.asInstanceOf[Throwable]

  private[scalajack] def causedBy(e: Throwable): this.type =
    if reason == null then reason = e
    this

  private[scalajack] def completed: Boolean = location != null

  /** Position in the bytes of the source, before completion. */
  private[scalajack] def rawPos: Int = at

  private[scalajack] def complete(where: Location): this.type =
    if location == null then location = where
    this

/** A Try that could not be read. Its message tells the position of the inner error, which is known when the error leaves the library. */
private[scalajack] final class TriedParseError(val inner: JsonParseError, at: Int) extends JsonParseError(TriedParseError.text(inner), at)

private[scalajack] object TriedParseError:
  def text(inner: Throwable): String = s"Unsuccessful attempt to read Try type with failure: ${inner.getMessage}"

/** Values that cannot be written: depth, cycles, non-finite numbers. */
class JsonWriteError(val msg: String) extends RuntimeException(msg, null, true, false)

class EitherLeftError(msg: String) extends JsonWriteError(msg)
class IllegalKeyType(msg: String) extends JsonWriteError(msg)
class NullKeyValue(msg: String) extends JsonWriteError(msg)
class IllegalCharacterError(msg: String) extends JsonWriteError(msg)

/** A type that has no JSON form: found by the macro, or at run time behind `Any`. */
class UnsupportedType(msg: String) extends JsonWriteError(msg)
class TypeError(val msg: String) extends RuntimeException(msg, null, true, false)
class ConfigError(val msg: String) extends RuntimeException(msg, null, true, false)
