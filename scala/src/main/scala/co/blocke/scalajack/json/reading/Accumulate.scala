package co.blocke.scalajack
package json
package reading

import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable.ListBuffer

/** All errors of a document instead of the first: reads, and where a value is refused, puts something harmless in its place and reads again,
  * until the document passes or nothing helps. So codecs know nothing of it and plain reading pays nothing. What is broken as JSON ends it.
  *
  * Costs a few readings per error; after `FewErrors` it stops when it has read more than `MaxRead` bytes in all.
  */
object Accumulate:
  private inline val FewErrors = 200
  private inline val MaxRead = 1L << 28

  /** Tried in this order in place of a refused value. */
  private val harmless: List[Array[Byte]] =
    List("null", "0", "false", "\"\"", "[]", "{}", "\"a\"", "\"0\"").map(_.getBytes(UTF_8))

  def decode[A](codec: JsonCodec[A], js: String): Either[List[JsonParseError], A] =
    val original = JsonSource(js)
    val run = new Run(codec, original, java.util.Arrays.copyOf(original.buf, original.end))
    run.all()

  /** What one reading found wrong: where in the text as it is now. */
  private final case class Refusal(error: Exception, at: Int):
    def message: String = error match
      case e: JsonParseError => e.msg
      case e                 => String.valueOf(e.getMessage)

  /** `size` bytes put at `from` of the present text in place of `was` bytes. */
  private final case class Patch(from: Int, was: Int, size: Int)

  private final class Run[A](codec: JsonCodec[A], original: JsonSource, first: Array[Byte]):
    private var text = first
    private var patches: List[Patch] = Nil // the latest first
    private var bytesRead = 0L
    private val errors = ListBuffer.empty[JsonParseError]

    def all(): Either[List[JsonParseError], A] =
      var result = attempt(text)
      var go = true
      while go && result.isLeft do
        val refusal = result.left.toOption.get
        errors += report(refusal)
        go = (errors.length < FewErrors || bytesRead < MaxRead) && {
          Spans.around(text, refusal.at) match
            case Right(spans) =>
              val next = replacement(refusal, spans)
              next.foreach(r => result = r)
              next.nonEmpty
            case Left(broken) =>
              // the codec stopped before it
              if broken.rawPos > refusal.at then errors += report(Refusal(broken, broken.rawPos))
              false
        }
      result match
        case Right(x) if errors.isEmpty => Right(x)
        case _                          => Left(errors.toList)

    private def attempt(bytes: Array[Byte]): Either[Refusal, A] =
      val in = new JsonSource
      bytesRead += bytes.length
      in.reset(bytes, 0, bytes.length, original.text, codec.settings)
      try
        val x = codec.decodeValue(in)
        in.expectEnd()
        Right(x)
      catch
        case e: JsonParseError => Left(Refusal(e, if e.completed then in.pos else e.rawPos))
        case e: Exception      => Left(Refusal(e, if in.foreignAt >= 0 then in.foreignAt else in.pos))

    /** The error as it stands in the original text. */
    private def report(r: Refusal): JsonParseError =
      val at = originalPos(r.at)
      val message = r.error match
        case t: TriedParseError => TriedParseError.text(moved(t.inner))
        case _                  => r.message
      val e = JsonParseError(message, at).complete(Location.of(original, at, Location.Start(0)))
      r.error match
        case _: JsonParseError => e
        case cause             => e.causedBy(cause)

    /** The inner error of a Try with its place in the original text. */
    private def moved(e: JsonParseError): JsonParseError =
      val at = originalPos(e.rawPos)
      val message = e match
        case t: TriedParseError => TriedParseError.text(moved(t.inner))
        case _                  => e.msg
      JsonParseError(message, at).complete(Location.of(original, at, Location.Start(0)))

    private def originalPos(p: Int): Int =
      patches.foldLeft(p) { (pos, patch) =>
        if pos < patch.from then pos
        else if pos < patch.from + patch.size then patch.from
        else pos - patch.size + patch.was
      }

    /** The first change around the refused place that makes reading get past it. */
    private def replacement(r: Refusal, spans: List[Span]): Option[Either[Refusal, A]] =
      spans.iterator.flatMap { span =>
        val choices = if span.isMember then List(SourceBase.empty) else harmless
        choices.iterator.flatMap(c => replaced(span, c, r))
      }.nextOption()

    private def replaced(span: Span, by: Array[Byte], r: Refusal): Option[Either[Refusal, A]] =
      val next = text.take(span.from) ++ by ++ text.drop(span.to)
      val result = attempt(next)
      val past = result match
        case Right(_) => true
        case Left(again) =>
          again.at >= span.from + by.length && (again.message != r.message || again.at - by.length != r.at - (span.to - span.from))
      if !past then None
      else
        text = next
        patches = Patch(span.from, span.to - span.from, by.length) :: patches
        Some(result)

  /** A value, or a member that can be left out with its comma. */
  private final case class Span(from: Int, to: Int, isMember: Boolean)

  private object Spans:
    /** What contains the position, innermost first; the error when the text is broken as JSON. */
    def around(text: Array[Byte], at: Int): Either[JsonParseError, List[Span]] =
      val in = JsonSource(text)
      var found: List[Span] = Nil

      def value(): Unit =
        in.peek()
        val from = in.at
        in.peek() match
          case '{' =>
            in.objectStart()
            var more = in.firstField()
            var comma = -1
            while more do
              member(comma)
              in.peek()
              comma = in.at
              more = in.nextField()
          case '[' =>
            in.arrayStart()
            var more = in.firstElement()
            while more do
              value()
              more = in.nextElement()
          case _ => in.skipValue()
        if from <= at && at < in.at then found = found :+ Span(from, in.at, isMember = false)

      def member(comma: Int): Unit =
        in.peek()
        val from = in.at
        in.skipName()
        val colon = in.at
        value()
        if from <= at && at < colon then
          in.peek()
          val followed = in.at < in.end && text(in.at) == ','
          // the comma before it goes too, or else the one behind
          val span =
            if comma >= 0 then Span(comma, in.at, isMember = true) else Span(from, if followed then in.at + 1 else in.at, isMember = true)
          found = found :+ span

      try
        value()
        in.expectEnd()
        Right(found)
      catch case e: JsonParseError => Left(e)
