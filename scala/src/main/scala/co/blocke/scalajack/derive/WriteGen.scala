package co.blocke.scalajack
package derive

import json.writing.{JsonOutput, OutputWords}
import scala.collection.mutable.ListBuffer
import scala.quoted.*

/** Models to writing code. `write(t, x, out)` is a statement that writes the value exactly, without a comma; null is `null`. Constant pieces are
  * words of 8 bytes (`put`); `room` counts how many bytes are surely free behind the last method that reserved some, so that a reserve is
  * generated only where it is needed. Classes are in WriteProduct, collections in WriteColl.
  */
private[scalajack] trait WriteGen extends Methods:
  import q.reflect.*

  protected def writeProduct(m: ProductModel, x: Term, out: Term, hint: Option[String]): Term
  protected def writeBean(m: BeanModel, x: Term, out: Term): Term
  protected def writeSum(m: SumModel, x: Term, out: Term): Term
  protected def writeCollection(m: Model, x: Term, out: Term): Term

  def dst(out: Term): Expr[JsonOutput] = out.asExprOf[JsonOutput]

  // ---- constants

  /** Bytes free behind the last reserve, known at this point of the code. */
  var room: Int = 0

  /** Room that every put method of a value leaves. */
  private def afterValue(): Unit = room = 64

  /** After code that the counting does not follow. */
  def roomUnknown(): Unit = room = 0

  /** A constant ASCII text. */
  def put(text: String, out: Term): List[Statement] =
    if text.isEmpty then Nil
    else
      val o = dst(out)
      val n = text.length
      if n > 32 then
        room = 64
        List('{ $o.putAscii(${ Expr(text) }) }.asTerm)
      else
        val words = OutputWords.words(text)
        val need = words.length * 8
        val reserve =
          if room >= need then Nil
          else
            room = need + 64
            List('{ $o.reserve(${ Expr(need) }) }.asTerm)
        room -= n
        val len = Expr(n)
        val p = words match
          case _ if n == 1      => '{ $o.putByte(${ Expr(text.charAt(0).toInt) }) }
          case List(a)          => '{ $o.putWord($len, ${ Expr(a) }) }
          case List(a, b)       => '{ $o.putWords($len, ${ Expr(a) }, ${ Expr(b) }) }
          case List(a, b, c)    => '{ $o.putWords($len, ${ Expr(a) }, ${ Expr(b) }, ${ Expr(c) }) }
          case List(a, b, c, d) => '{ $o.putWords($len, ${ Expr(a) }, ${ Expr(b) }, ${ Expr(c) }, ${ Expr(d) }) }
          case _                => '{ $o.putAscii(${ Expr(text) }) }
        reserve :+ p.asTerm

  /** The JSON text of a string constant; None when it is not ASCII and has to go through putString. */
  def constant(s: String): Option[String] =
    if s.exists(_ >= 0x7f) then None
    else
      Some(s.flatMap {
        case '"'  => "\\\""
        case '\\' => "\\\\"
        case '\b' => "\\b"
        case '\f' => "\\f"
        case '\n' => "\\n"
        case '\r' => "\\r"
        case '\t' => "\\t"
        case c    => if c < ' ' then "\\u%04x".format(c.toInt) else c.toString
      }.mkString("\"", "", "\""))

  /** Constant pieces around strings that may be beyond ASCII: `before`, the string, `after`. */
  def putName(before: String, name: String, after: String, out: Term): List[Statement] =
    constant(name) match
      case Some(text) => put(before + text + after, out)
      case None =>
        val first = put(before, out)
        val string = '{ ${ dst(out) }.putString(${ Expr(name) }) }.asTerm
        afterValue()
        first ++ (string :: put(after, out))

  // ---- values

  /** A statement that writes x; x is evaluated once. */
  def write(t: TypeRepr, x: Term, out: Term, inTuple: Boolean = false): Term =
    val stat = modelOf(t) match
      case m: ScalarModel  => writeScalar(m, x, out)
      case m: OptionModel  => once(x, m.tpe)(writeOption(m, _, out, inTuple))
      case m: EitherModel  => inMethodW("either" + inTuple, m.tpe, x, out)(writeEither(m, _, _, inTuple))
      case m: TryModel     => inMethodW("try" + inTuple, m.tpe, x, out)(writeTry(m, _, _, inTuple))
      case m: UnionModel   => inMethodW("union" + inTuple, m.tpe, x, out)(writeUnion(m, _, _, inTuple))
      case m: TupleModel   => inMethodW("tuple", m.tpe, x, out)(writeTuple(m, _, _))
      case m: ProductModel => writeProduct(m, x, out, None)
      case m: BeanModel    => writeBean(m, x, out)
      case m: SumModel     => writeSum(m, x, out)
      case m: EnumModel    => once(x, m.tpe)(writeEnum(m, _, out, asKey = false))
      case m: WrapModel    => once(x, m.tpe)(v => writeWrapped(m, v, out, inTuple))
      case m: LiteralModel => write(m.base, x, out)
      case _: NullModel    => '{ ${ dst(out) }.putNull() }.asTerm
      case m: AnyModel =>
        '{ ${ anyWriter.asExprOf[support.AnyWriter] }.write(${ cast(x, TypeRepr.of[Any]).asExprOf[Any] }, ${ dst(out) }) }.asTerm
      case m: CustomModel                                                      => writeCustom(m, x, out)
      case m: (ArrayModel | SeqModel | JavaSeqModel | MapModel | JavaMapModel) => writeCollection(m, x, out)
    modelOf(t) match
      case _: ScalarModel => afterValue()
      case _              => roomUnknown()
    stat

  private def writeCustom(m: CustomModel, x: Term, out: Term): Term =
    doAll(List('{ ${ dst(out) }.beforeForeign() }.asTerm, call(m.codec, "encodeValue", x, out)))

  private def writeWrapped(m: WrapModel, x: Term, out: Term, inTuple: Boolean): Term =
    val inner = write(m.under, m.unwrap(x), out, inTuple)
    if m.tpe <:< TypeRepr.of[AnyRef] || m.tpe.typeSymbol.flags.is(Flags.Opaque) then inner
    else inner

  def anyWriter: Term =
    table("any", TypeRepr.of[Any], TypeRepr.of[support.AnyWriter]) {
      '{
        new support.AnyWriter(
          ${ Expr(cfg.noneAsNull) },
          ${ Expr(cfg.tryPolicy.ordinal) },
          ${ Expr(cfg.eitherPolicy.ordinal) },
          ${ Expr(cfg.suppressEscapes) }
        )
      }.asTerm
    }

  /** The writing of a type as a method of value and output. */
  def inMethodW(purpose: String, t: TypeRepr, x: Term, out: Term)(body: (Term, Term) => Term): Term =
    val before = room
    val m = method("write-" + purpose, t, List("x" -> t, "out" -> outputType), TypeRepr.of[Unit], "write") { args =>
      roomUnknown()
      body(args(0), args(1))
    }
    room = before
    invoke(m, if x.tpe <:< t then x else cast(x, t), out)

  /** A name for x unless it has one. */
  def once(x: Term, t: TypeRepr)(f: Term => Term): Term = x match
    case i: Ident if !i.symbol.flags.is(Flags.Mutable) && !i.symbol.flags.is(Flags.Method) => f(i)
    case _                                                                                 => let("x", x, t)(f)

  def ifNull(x: Term, out: Term)(body: Term): Term =
    If(isNull(x), '{ ${ dst(out) }.putNull() }.asTerm, body)

  // ---- simple values

  def writeScalar(m: ScalarModel, x: Term, out: Term, quoted: Boolean = false): Term =
    val s = m.scalar
    if quoted || cfg.longsAsStrings && Methods.stringifiable(s) then writeQuoted(s, x, out)
    else call2(out, Writers.plain(s, cfg.suppressEscapes), widened(s, x))

  private def widened(s: Scalar, x: Term): Term = s match
    case Scalar.Byte | Scalar.Short => Select.unique(x, "toInt")
    case _                          => x

  private def call2(out: Term, name: String, x: Term): Term =
    val m = outputType.typeSymbol.methodMember(name)
    m match
      case List(one) => Apply(Select(out, one), List(x))
      case _         => Select.overloaded(out, name, Nil, List(x))

  /** The same in quotes, as keys and stringified numbers are written. */
  def writeQuoted(s: Scalar, x: Term, out: Term): Term = call2(out, Writers.quoted(s, cfg.suppressEscapes), widened(s, x))

  def writeText(x: Expr[String], out: Term): Term =
    if cfg.suppressEscapes then '{ ${ dst(out) }.putStringVerbatim($x) }.asTerm else '{ ${ dst(out) }.putString($x) }.asTerm

  // ---- Option, Either, Try

  private def writeOption(m: OptionModel, x: Term, out: Term, inTuple: Boolean): Term =
    m.elem.asType match
      case '[e] =>
        if m.java then
          val o = x.asExprOf[java.util.Optional[e]]
          If(
            '{ ($o eq null) || ! $o.isPresent }.asTerm,
            '{ ${ dst(out) }.putNull() }.asTerm,
            write(m.elem, '{ $o.get }.asTerm, out, inTuple)
          )
        else
          val o = x.asExprOf[Option[e]]
          If('{ ($o eq null) || ($o eq None) }.asTerm, '{ ${ dst(out) }.putNull() }.asTerm, write(m.elem, '{ $o.get }.asTerm, out, inTuple))

  private def writeEither(m: EitherModel, x: Term, out: Term, inTuple: Boolean): Term =
    ((m.left.asType, m.right.asType): @unchecked) match
      case ('[l], '[r]) =>
        val e = x.asExprOf[Either[l, r]]
        val leftValue = '{ $e.asInstanceOf[Left[l, r]].value }
        val left = cfg.eitherPolicy match
          case EitherLeftPolicy.AS_VALUE        => write(m.left, leftValue.asTerm, out, inTuple)
          case EitherLeftPolicy.AS_NULL         => '{ ${ dst(out) }.putNull() }.asTerm
          case EitherLeftPolicy.ERR_MSG_STRING  => writeText('{ "Left Error: " + $leftValue }, out)
          case EitherLeftPolicy.THROW_EXCEPTION => '{ support.Fail.left($leftValue) }.asTerm
        roomUnknown()
        val right = write(m.right, '{ $e.asInstanceOf[Right[l, r]].value }.asTerm, out, inTuple)
        roomUnknown()
        ifNull(x, out)(If('{ $e.isRight }.asTerm, right, left))

  private def writeTry(m: TryModel, x: Term, out: Term, inTuple: Boolean): Term =
    m.elem.asType match
      case '[e] =>
        val t = x.asExprOf[scala.util.Try[e]]
        val failure = cfg.tryPolicy match
          case TryPolicy.AS_NULL => '{ ${ dst(out) }.putNull() }.asTerm
          case TryPolicy.ERR_MSG_STRING =>
            writeText('{ "Try Failure with msg: " + $t.asInstanceOf[scala.util.Failure[e]].exception.getMessage }, out)
          case TryPolicy.THROW_EXCEPTION => '{ throw $t.asInstanceOf[scala.util.Failure[e]].exception }.asTerm
        roomUnknown()
        val success = write(m.elem, '{ $t.asInstanceOf[scala.util.Success[e]].value }.asTerm, out, inTuple)
        roomUnknown()
        ifNull(x, out)(If('{ $t.isSuccess }.asTerm, success, failure))

  // ---- unions

  /** The class that a side's values have at run time. */
  protected def testType(t: TypeRepr): TypeRepr = modelOf(t) match
    case w: WrapModel if w.tpe.typeSymbol.flags.is(Flags.Opaque) || w.tpe.typeSymbol.name == "Type" && !w.tpe.typeSymbol.isClassDef =>
      testType(w.under)
    case l: LiteralModel => l.tpe
    case m               => m.tpe

  private def erased(t: TypeRepr): TypeRepr = t match
    case AppliedType(con, args) if con.typeSymbol.fullName == "scala.Array" => t
    case AppliedType(con, args) =>
      val params = con.typeSymbol.typeMembers.filter(_.isTypeParam)
      AppliedType(con, args.map(_ => TypeBounds.empty))
    case other => other

  private def isConstant(t: TypeRepr): Boolean = t match
    case _: ConstantType => true
    case _               => false

  private def clash(a: TypeRepr, b: TypeRepr): Boolean =
    val (x, y) = (testType(a), testType(b))
    def coll(t: TypeRepr) = isA(t, "scala.collection.Iterable") || isA(t, "java.lang.Iterable") || isA(t, "java.util.Map")
    if isConstant(x) && isConstant(y) then false
    else
      val sameClass = x.typeSymbol == y.typeSymbol && !(x.typeSymbol.fullName == "scala.Array" && !(x =:= y))
      sameClass || coll(x) && coll(
        y
      ) && (x.typeSymbol.typeRef.baseClasses.contains(y.typeSymbol) || y.typeSymbol.typeRef.baseClasses.contains(x.typeSymbol)) ||
      x =:= TypeRepr.of[Any] || y =:= TypeRepr.of[Any]

  private def writeUnion(m: UnionModel, x: Term, out: Term, inTuple: Boolean): Term =
    val sides = m.sides.filterNot(s => modelOf(s).isInstanceOf[NullModel])
    for
      (a, i) <- sides.zipWithIndex
      b <- sides.drop(i + 1)
    do if clash(a, b) then sameSides(a, b)
    // the narrower class first
    val ordered = sides.sortWith((a, b) => narrower(testType(a), testType(b)) && !narrower(testType(b), testType(a)))
    val any = cast(x, TypeRepr.of[Any])
    val chain = ordered.init.foldRight(write(ordered.last, cast(x, ordered.last), out, inTuple)) { (s, other) =>
      roomUnknown()
      val test = testType(s) match
        case c: ConstantType => '{ ${ any.asExprOf[Any] } == ${ Literal(c.constant).asExprOf[Any] } }.asTerm
        case t               => isInstance(any, erased(t))
      If(test, write(s, cast(x, s), out, inTuple), other)
    }
    roomUnknown()
    ifNull(x, out)(chain)

  private def narrower(a: TypeRepr, b: TypeRepr): Boolean =
    isConstant(a) || a.baseClasses.contains(b.typeSymbol) && a.typeSymbol != b.typeSymbol

  // ---- tuples

  private def writeTuple(m: TupleModel, x: Term, out: Term): Term =
    val stats = ListBuffer.empty[Statement]
    stats ++= enter(out)
    stats ++= put("[", out)
    m.elems.zipWithIndex.foreach { (e, i) =>
      if i > 0 then stats ++= put(",", out)
      stats += write(e, tupleGet(cast(x, normalTuple(m.elems)), m.elems, i), out, inTuple = true)
    }
    stats ++= put("]", out)
    stats ++= leave(out)
    ifNull(x, out)(doAll(stats.toList :+ unit))

  // ---- depth: counted only where values can be deeper than the types

  private lazy val counts: Boolean = greatestDepth.forall(_ > cfg.maxDepth)

  def enter(out: Term): List[Statement] = if counts then List('{ ${ dst(out) }.enter() }.asTerm) else Nil
  def leave(out: Term): List[Statement] = if counts then List('{ ${ dst(out) }.leave() }.asTerm) else Nil

  // ---- enums

  private def asIds(m: EnumModel): Boolean = cfg.enumsAsIds match
    case None      => false
    case Some(Nil) => true
    case Some(names) =>
      val full = m.kind match
        case EnumKind.Enumeration(e) => e.symbol.fullName
        case _                       => m.tpe.typeSymbol.fullName
      val pretty = full.replace("$.", ".").replace("$", ".").stripSuffix(".")
      names.exists(n => n == full || n == pretty || n == prettyType(m.tpe) || n == full.stripSuffix("$"))

  def writeEnum(m: EnumModel, x: Term, out: Term, asKey: Boolean): Term =
    def id(n: Term): Term =
      if asKey then '{ ${ dst(out) }.putQuotedInt(${ n.asExprOf[Int] }) }.asTerm else '{ ${ dst(out) }.putInt(${ n.asExprOf[Int] }) }.asTerm
    val body = m.kind match
      case EnumKind.Objects => writeObjects(m, x, out)
      case EnumKind.Scala3(_) =>
        val ordinal = '{ ${ cast(x, TypeRepr.of[scala.reflect.Enum]).asExprOf[scala.reflect.Enum] }.ordinal }.asTerm
        if asIds(m) then id(ordinal)
        else
          // names as constants; toString may be overridden
          val m2 = method("write-enumName", m.tpe, List("x" -> m.tpe, "out" -> outputType), TypeRepr.of[Unit], "write") { args =>
            val cases = m.values.zipWithIndex.map { case ((name, _), n) =>
              roomUnknown()
              CaseDef(if n == m.values.length - 1 then Wildcard() else Literal(IntConstant(n)), None, doAll(putName("", name, "", args(1))))
            }
            roomUnknown()
            val ord = '{ ${ cast(args(0), TypeRepr.of[scala.reflect.Enum]).asExprOf[scala.reflect.Enum] }.ordinal }.asTerm
            if cases.length == 1 then cases.head.rhs else Match(ord, cases)
          }
          invoke(m2, x, out)
      case EnumKind.Enumeration(_) =>
        val e = cast(x, TypeRepr.of[Enumeration#Value]).asExprOf[Enumeration#Value]
        if asIds(m) then id('{ $e.id }.asTerm) else '{ ${ dst(out) }.putString($e.toString) }.asTerm
      case EnumKind.Java(_) =>
        val e = cast(x, TypeRepr.of[java.lang.Enum[?]]).asExprOf[java.lang.Enum[?]]
        if asIds(m) then id('{ $e.ordinal }.asTerm) else '{ ${ dst(out) }.putString($e.name) }.asTerm
    ifNull(x, out)(body)

  private def writeObjects(m: EnumModel, x: Term, out: Term): Term =
    val m2 = method("write-objectName", m.tpe, List("x" -> m.tpe, "out" -> outputType), TypeRepr.of[Unit], "write") { args =>
      def name(n: String): Term =
        roomUnknown()
        doAll(putName("", n, "", args(1)))
      m.values.init.foldRight(name(m.values.last._1)) { case ((n, v), other) =>
        val same =
          '{ ${ cast(args(0), TypeRepr.of[AnyRef]).asExprOf[AnyRef] } eq ${ cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } }.asTerm
        If(same, name(n), other)
      }
    }
    invoke(m2, x, out)

/** Names of the put methods of JsonOutput. */
private[scalajack] object Writers:
  import Scalar.*

  def plain(s: Scalar, verbatim: scala.Boolean): java.lang.String = s match
    case Boolean                                                                => "putBoolean"
    case Byte | Short | Int                                                     => "putInt"
    case Long                                                                   => "putLong"
    case Float                                                                  => "putFloat"
    case Double                                                                 => "putDouble"
    case Char                                                                   => "putChar"
    case JBoolean | JCharacter                                                  => "putBoxed"
    case JByte | JShort | JInteger | JLong | JFloat | JDouble | JNumber         => "putNumber"
    case String                                                                 => if verbatim then "putStringVerbatim" else "putString"
    case BigInt                                                                 => "putBigInt"
    case BigDecimal                                                             => "putBigDecimal"
    case JBigInteger                                                            => "putBigInteger"
    case JBigDecimal                                                            => "putJavaBigDecimal"
    case UUID                                                                   => "putUUID"
    case Duration                                                               => "putDuration"
    case Instant                                                                => "putInstant"
    case LocalDate                                                              => "putLocalDate"
    case LocalDateTime                                                          => "putLocalDateTime"
    case LocalTime                                                              => "putLocalTime"
    case OffsetDateTime                                                         => "putOffsetDateTime"
    case OffsetTime                                                             => "putOffsetTime"
    case ZonedDateTime                                                          => "putZonedDateTime"
    case URL | URI | Period | MonthDay | Year | YearMonth | ZoneId | ZoneOffset => "putText"

  def quoted(s: Scalar, verbatim: scala.Boolean): java.lang.String = s match
    case Boolean                                                        => "putQuotedBoolean"
    case Byte | Short | Int                                             => "putQuotedInt"
    case Long                                                           => "putQuotedLong"
    case Float                                                          => "putQuotedFloat"
    case Double                                                         => "putQuotedDouble"
    case JByte | JShort | JInteger | JLong | JFloat | JDouble | JNumber => "putQuotedNumber"
    case JBoolean | BigInt | BigDecimal | JBigInteger | JBigDecimal     => "putText"
    case other                                                          => plain(other, verbatim)
