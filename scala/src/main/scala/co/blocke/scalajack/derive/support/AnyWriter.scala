package co.blocke.scalajack
package derive
package support

import json.writing.JsonOutput

/** Writing of what only the run time knows: values behind `Any` (contract 3.3), by the settings of the codec. */
final class AnyWriter(noneAsNull: Boolean, tryPolicy: Int, eitherPolicy: Int, verbatim: Boolean):
  private val leftIsValue = eitherPolicy == EitherLeftPolicy.AS_VALUE.ordinal

  private def text(s: String, out: JsonOutput): Unit = if verbatim then out.putStringVerbatim(s) else out.putString(s)

  def write(x: Any, out: JsonOutput): Unit = x match
    case null                                                            => out.putNull()
    case s: String                                                       => text(s, out)
    case b: java.lang.Boolean                                            => out.putBoolean(b)
    case c: java.lang.Character                                          => out.putChar(c)
    case n: (BigInt | BigDecimal)                                        => number(n, out)
    case n: java.lang.Number                                             => out.putNumber(n)
    case None                                                            => out.putNull()
    case Some(y)                                                         => write(y, out)
    case e: Either[?, ?]                                                 => either(e, out)
    case t: scala.util.Try[?]                                            => attempt(t, out)
    case o: java.util.Optional[?]                                        => if o.isPresent then write(o.get, out) else out.putNull()
    case m: scala.collection.Map[?, ?]                                   => entries(m.iterator, out)
    case s: scala.collection.Iterable[?]                                 => elements(s.iterator, out)
    case m: java.util.Map[?, ?]                                          => javaEntries(m, out)
    case s: java.lang.Iterable[?] if !s.isInstanceOf[java.nio.file.Path] => javaElements(s, out)
    case e: java.lang.Enum[?]                                            => text(e.name, out)
    case e: Enumeration#Value                                            => text(e.toString, out)
    case a: Array[?]                                                     => elements(a.iterator, out)
    case p: Product                                                      => product(p, out)
    case other                                                           => simple(other, out)

  private def number(n: Any, out: JsonOutput): Unit = n match
    case b: BigInt     => out.putBigInt(b)
    case b: BigDecimal => out.putBigDecimal(b)
    case _             => ()

  private def simple(x: Any, out: JsonOutput): Unit =
    import java.time.*
    x match
      case d: Duration                                                                      => out.putDuration(d)
      case d: Instant                                                                       => out.putInstant(d)
      case d: LocalDate                                                                     => out.putLocalDate(d)
      case d: LocalDateTime                                                                 => out.putLocalDateTime(d)
      case d: LocalTime                                                                     => out.putLocalTime(d)
      case d: OffsetDateTime                                                                => out.putOffsetDateTime(d)
      case d: OffsetTime                                                                    => out.putOffsetTime(d)
      case d: ZonedDateTime                                                                 => out.putZonedDateTime(d)
      case u: java.util.UUID                                                                => out.putUUID(u)
      case _: (Period | MonthDay | Year | YearMonth | ZoneId | java.net.URL | java.net.URI) => out.putText(x)
      case _ => throw UnsupportedType(s"No JSON form for ${x.getClass.getName}")

  private def either(e: Either[?, ?], out: JsonOutput): Unit = e match
    case Right(v) => write(v, out)
    case Left(v) =>
      EitherLeftPolicy.fromOrdinal(eitherPolicy) match
        case EitherLeftPolicy.AS_VALUE        => write(v, out)
        case EitherLeftPolicy.AS_NULL         => out.putNull()
        case EitherLeftPolicy.ERR_MSG_STRING  => text(s"Left Error: $v", out)
        case EitherLeftPolicy.THROW_EXCEPTION => Fail.left(v)

  private def attempt(t: scala.util.Try[?], out: JsonOutput): Unit = t match
    case scala.util.Success(v) => write(v, out)
    case scala.util.Failure(e) =>
      TryPolicy.fromOrdinal(tryPolicy) match
        case TryPolicy.AS_NULL         => out.putNull()
        case TryPolicy.ERR_MSG_STRING  => text(s"Try Failure with msg: ${e.getMessage}", out)
        case TryPolicy.THROW_EXCEPTION => throw e

  private def dropped(x: Any): Boolean = !noneAsNull && Absent(x, leftIsValue)

  private def elements(it: Iterator[?], out: JsonOutput): Unit =
    out.enter()
    open(out, '[')
    var first = true
    while it.hasNext do
      val x = it.next()
      if !dropped(x) then
        if !first then open(out, ',')
        first = false
        write(x, out)
    close(out, ']')

  private def javaElements(s: java.lang.Iterable[?], out: JsonOutput): Unit =
    import scala.jdk.CollectionConverters.*
    elements(s.iterator.asScala, out)

  private def javaEntries(m: java.util.Map[?, ?], out: JsonOutput): Unit =
    import scala.jdk.CollectionConverters.*
    entries(m.entrySet.iterator.asScala.map(e => (e.getKey, e.getValue)), out)

  private def entries(it: Iterator[(Any, Any)], out: JsonOutput): Unit =
    out.enter()
    open(out, '{')
    var first = true
    while it.hasNext do
      val (k, v) = it.next()
      if !dropped(v) then
        if !first then open(out, ',')
        first = false
        key(k, out)
        open(out, ':')
        write(v, out)
    close(out, '}')

  private def key(k: Any, out: JsonOutput): Unit = k match
    case null                 => Fail.nullKey()
    case e: java.lang.Enum[?] => text(e.name, out)
    case _: (String | java.lang.Number | java.lang.Boolean | java.lang.Character | BigInt | BigDecimal | Enumeration#Value | java.util.UUID) =>
      text(k.toString, out)
    case t: java.time.temporal.TemporalAccessor                                                      => simple(t, out)
    case _: (java.time.Duration | java.time.Period | java.time.ZoneId | java.net.URL | java.net.URI) => out.putText(k)
    case p: Product if p.productArity == 0                                                           => text(p.productPrefix, out)
    case _ => throw IllegalKeyType(s"${k.getClass.getName} cannot be a map key")

  private def product(p: Product, out: JsonOutput): Unit =
    if p.getClass.getName.startsWith("scala.Tuple") then
      out.enter()
      open(out, '[')
      var i = 0
      while i < p.productArity do
        if i > 0 then open(out, ',')
        write(p.productElement(i), out)
        i += 1
      close(out, ']')
    else if p.productArity == 0 && (p.isInstanceOf[scala.reflect.Enum] || p.getClass.getName.endsWith("$")) then text(p.productPrefix, out)
    else entries(p.productElementNames.zip(p.productIterator), out)

  private def open(out: JsonOutput, c: Int): Unit =
    out.reserve(1)
    out.putByte(c)

  private def close(out: JsonOutput, c: Int): Unit =
    open(out, c)
    out.leave()

/** Hints that are not constants, and those of leaves with a codec of their own: the object is written behind the hint, its opening bracket
  * becomes the comma between the two.
  */
object WithHint:
  def write(body: JsonOutput => Unit, out: JsonOutput, label: String, hint: String): Unit =
    out.reserve(1)
    out.putByte('{')
    out.putString(label)
    out.putByte(':')
    out.putString(hint)
    out.reserve(8)
    val p = out.at
    body(out)
    if out.buf(p) != '{' then throw JsonWriteError("A leaf of a sealed type must be written as an object")
    if out.buf(p + 1) == '}' then
      out.buf(p) = '}'
      out.at = p + 1
    else out.buf(p) = ','
