package co.blocke.scalajack
package derive

import json.reading.FieldWords

/** Models to reading code. `read(t, in)` is an expression that takes one value of type t from the source; anything larger than a call gets a
  * method of its own. Products are in ReadProduct, sealed hierarchies and enums in ReadSum, collections in ReadColl.
  */
private[scalajack] trait ReadGen extends Methods:
  import q.reflect.*

  protected def readProduct(m: ProductModel, in: Term): Term
  protected def readBean(m: BeanModel, in: Term): Term
  protected def readSum(m: SumModel, in: Term): Term
  protected def readEnum(m: EnumModel, in: Term): Term
  protected def readCollection(m: Model, in: Term): Term

  /** One value of type t. */
  def read(t: TypeRepr, in: Term): Term = modelOf(t) match
    case m: ScalarModel                                                      => readScalar(m, in, m.tpe)
    case m: OptionModel                                                      => readOption(m, in)
    case m: EitherModel                                                      => inMethod("either", m.tpe, in)(readEither(m, _))
    case m: TryModel                                                         => inMethod("try", m.tpe, in)(readTry(m, _))
    case m: UnionModel                                                       => inMethod("union", m.tpe, in)(readUnion(m, _))
    case m: TupleModel                                                       => refNull(inMethod("tuple", m.tpe, in)(readTuple(m, _)), in)
    case m: ProductModel                                                     => refNull(readProduct(m, in), in)
    case m: BeanModel                                                        => refNull(readBean(m, in), in)
    case m: SumModel                                                         => refNull(readSum(m, in), in)
    case m: EnumModel                                                        => refNull(readEnum(m, in), in)
    case m: WrapModel                                                        => readWrapped(m, in)
    case m: LiteralModel                                                     => inMethod("literal", m.tpe, in)(readLiteral(m, _))
    case m: NullModel                                                        => seq(List(call(in, "expectNull")), Literal(NullConstant()))
    case m: AnyModel                                                         => cast(call(in, "expectAny"), m.tpe)
    case m: CustomModel                                                      => call(m.codec, "decodeValue", in)
    case m: (ArrayModel | SeqModel | JavaSeqModel | MapModel | JavaMapModel) => refNull(readCollection(m, in), in)

  /** Under rejectNulls a null is refused before the value is read. */
  private def refNull(value: Term, in: Term): Term =
    if cfg.noNulls then seq(List('{ support.Fail.noNull(${ src(in) }) }.asTerm), value) else value

  def src(in: Term): scala.quoted.Expr[json.reading.JsonSource] = in.asExprOf[json.reading.JsonSource]

  /** The reading of a type as a method. */
  def inMethod(purpose: String, t: TypeRepr, in: Term)(body: Term => Term): Term =
    val m = method("read-" + purpose, t, List("in" -> sourceType), t, "read")(args => body(args.head))
    invoke(m, in)

  // ---- simple values

  def readScalar(m: ScalarModel, in: Term, t: TypeRepr, quotedToo: Boolean = false): Term =
    val s = m.scalar
    val plainRead = call(in, s.read)
    if quotedToo || cfg.longsAsStrings && Methods.stringifiable(s) then
      inMethod("stringified", m.tpe, in) { i =>
        If('{ ${ src(i) }.peek() == '"' }.asTerm, readInQuotes(m, i), call(i, s.read))
      }
    else if cfg.nonFinite == NonFinitePolicy.AS_STRING && Methods.floating(s) then readNonFinite(s, in)
    else if !s.isPrimitive then refNull(plainRead, in)
    else plainRead

  private def readNonFinite(s: Scalar, in: Term): Term = s match
    case Scalar.Double  => '{ support.NonFinite.double(${ src(in) }) }.asTerm
    case Scalar.Float   => '{ support.NonFinite.float(${ src(in) }) }.asTerm
    case Scalar.JDouble => '{ support.NonFinite.boxedDouble(${ src(in) }) }.asTerm
    case _              => '{ support.NonFinite.boxedFloat(${ src(in) }) }.asTerm

  /** A number or Boolean between quotes, which are taken too: keys and stringified values. */
  def readInQuotes(m: ScalarModel, in: Term): Term =
    // boxed ones as what is in the box: a null has no quotes
    def value(from: Term): Term = Methods.unboxed(m.scalar).fold(call(from, m.scalar.read))(s => cast(call(from, s.read), m.tpe))
    m.tpe.asType match
      case '[a] =>
        val escaped = '{
          support.Keys.escaped[a](${ src(in) }, (plain: json.reading.JsonSource) => ${ value('plain.asTerm).asExprOf[a] })
        }
        val bare = seq(
          List('{ support.Keys.open(${ src(in) }) }.asTerm),
          let("x", value(in), m.tpe)(x => seq(List('{ support.Keys.shut(${ src(in) }) }.asTerm), x))
        )
        val number = If('{ support.Keys.isEscaped(${ src(in) }) }.asTerm, cast(placed(escaped.asTerm), m.tpe), bare)
        if cfg.nonFinite == NonFinitePolicy.AS_STRING && Methods.floating(m.scalar) then
          If('{ support.NonFinite.isSpecial(${ src(in) }) }.asTerm, readNonFinite(m.scalar, in), number)
        else number

  private def readWrapped(m: WrapModel, in: Term): Term =
    let("under", read(m.under, in), m.under) { x =>
      // a null of the base stays a null where the wrapper is erased to it
      if isPrimitive(m.under) || m.tpe.typeSymbol.flags.is(Flags.Opaque) && !m.tpe.typeSymbol.fullName.startsWith("neotype") then
        m.wrap(x, in)
      else m.wrap(x, in)
    }

  private def readLiteral(m: LiteralModel, in: Term): Term =
    let("mark", call(in, "mark"), TypeRepr.of[Long]) { mark =>
      let("x", read(m.base, in), m.base) { x =>
        val same = '{ ${ cast(x, TypeRepr.of[Any]).asExprOf[Any] } == ${ Literal(m.value).asExprOf[Any] } }.asTerm
        If(
          same,
          cast(x, m.tpe),
          '{ support.Fail.literal(${ src(in) }, ${ mark.asExprOf[Long] }, ${ scala.quoted.Expr(String.valueOf(m.value.value)) }) }.asTerm
        )
      }
    }

  // ---- options

  private def readOption(m: OptionModel, in: Term): Term =
    val none = cast(absentValue(m.tpe, in).get, m.tpe)
    // an element that has a None of its own answers null itself: nested options collapse
    m.elem.asType match
      case '[e] =>
        val value = read(m.elem, in)
        val some =
          if m.java then
            if isPrimitive(m.elem) then '{ java.util.Optional.of[e](${ value.asExprOf[e] }) }.asTerm
            else '{ java.util.Optional.ofNullable[e](${ value.asExprOf[e] }) }.asTerm
          else '{ new Some[e](${ value.asExprOf[e] }) }.asTerm
        If('{ ${ src(in) }.expectNull() }.asTerm, none, cast(some, m.tpe))

  // ---- Either, Try, unions

  private def kindOf(in: Term): Term = '{ support.Kind.of(${ src(in) }.peek()) }.asTerm

  private def inKinds(k: Term, bits: Int): Term = '{ (${ k.asExprOf[Int] } & ${ scala.quoted.Expr(bits) }) != 0 }.asTerm

  private def readEither(m: EitherModel, in: Term): Term =
    ((m.left.asType, m.right.asType): @unchecked) match
      case ('[l], '[r]) =>
        def right = cast('{ new Right[l, r](${ read(m.right, in).asExprOf[r] }) }.asTerm, m.tpe)
        def left = cast('{ new Left[l, r](${ read(m.left, in).asExprOf[l] }) }.asTerm, m.tpe)
        val onNull = if cfg.noneAsNull then absentValue(m.tpe, in).map(cast(_, m.tpe)).getOrElse(nullOf(m.tpe)) else nullOf(m.tpe)
        val (rs, ls) = (starts(m.right) & ~Starts.Null, starts(m.left) & ~Starts.Null)
        let("mark", call(in, "mark"), TypeRepr.of[Long]) { mark =>
          let("kind", kindOf(in), TypeRepr.of[Int]) { k =>
            val failed = cast('{ support.Fail.side(${ src(in) }, ${ mark.asExprOf[Long] }, "Either") }.asTerm, m.tpe)
            def orFailed(t: Term) = attempt(t, m.tpe)(failed)
            val both = rs & ls
            val rest = If(inKinds(k, ls & ~both), left, failed)
            val onlyRight = if (rs & ~both) == 0 then rest else If(inKinds(k, rs & ~both), right, rest)
            val all =
              if both == 0 then onlyRight
              else
                If(
                  inKinds(k, both),
                  attempt(right, m.tpe)(seq(List(call(in, "revert", mark)), orFailed(left))),
                  onlyRight
                )
            If(
              seq(Nil, '{ ${ k.asExprOf[Int] } == ${ scala.quoted.Expr(Starts.Null: Int) } && ${ src(in) }.expectNull() }.asTerm),
              onNull,
              all
            )
          }
        }

  /** `try body catch case _: Exception => other` */
  private def attempt(body: Term, t: TypeRepr)(other: Term): Term =
    t.asType match
      case '[a] =>
        '{
          try ${ body.asExprOf[a] }
          catch case _: Exception => ${ other.asExprOf[a] }
        }.asTerm

  private def readTry(m: TryModel, in: Term): Term =
    m.elem.asType match
      case '[e] =>
        val value = cast('{ new scala.util.Success[e](${ read(m.elem, in).asExprOf[e] }) }.asTerm, m.tpe)
        val onNull = if cfg.noneAsNull then absentValue(m.tpe, in).map(cast(_, m.tpe)).getOrElse(nullOf(m.tpe)) else nullOf(m.tpe)
        let("mark", call(in, "mark"), TypeRepr.of[Long]) { mark =>
          val guarded = m.tpe.asType match
            case '[a] =>
              '{
                try ${ value.asExprOf[a] }
                catch case e: Exception => support.Fail.tried(${ src(in) }, ${ mark.asExprOf[Long] }, e)
              }.asTerm
          If('{ ${ src(in) }.peek() == 'n' && ${ src(in) }.expectNull() }.asTerm, onNull, placed(guarded))
        }

  /** The sides from the i-th on, first character already known: one method for each suffix, so that nothing is generated twice. */
  private def readUnion(m: UnionModel, in: Term): Term =
    val failed = (i: Term, mark: Term) => cast('{ support.Fail.side(${ src(i) }, ${ mark.asExprOf[Long] }, "Union") }.asTerm, m.tpe)
    def sides(left: List[TypeRepr], n: Int, i: Term, k: Term, mark: Term): Term = left match
      case Nil => failed(i, mark)
      case side :: rest =>
        val bits = starts(side) & ~Starts.Null
        val restBits = rest.map(starts).foldLeft(0)(_ | _)
        val value = cast(read(side, i), m.tpe)
        def other(i: Term, k: Term, mark: Term): Term =
          if rest.isEmpty then failed(i, mark)
          else
            val next = method(
              s"read-union-$n",
              m.tpe,
              List("in" -> sourceType, "kind" -> TypeRepr.of[Int], "mark" -> TypeRepr.of[Long]),
              m.tpe,
              "read"
            ) { args => sides(rest, n + 1, args(0), args(1), args(2)) }
            invoke(next, i, k, mark)
        val tried =
          if rest.nonEmpty && (bits & restBits) == 0 then value
          else attempt(value, m.tpe)(seq(List(call(i, "revert", mark)), other(i, k, mark)))
        If(inKinds(k, bits), tried, other(i, k, mark))
    val onNull = m.sides.map(modelOf).collectFirst { case n: NullModel => Literal(NullConstant()) }.map(cast(_, m.tpe))
      .orElse(m.sides.find(s => isOptional(s)).flatMap(absentValue(_, in)).map(cast(_, m.tpe)))
      .getOrElse(cast(Literal(NullConstant()), m.tpe))
    let("mark", call(in, "mark"), TypeRepr.of[Long]) { mark =>
      let("kind", kindOf(in), TypeRepr.of[Int]) { k =>
        val all = sides(m.sides.filterNot(s => modelOf(s).isInstanceOf[NullModel]), 1, in, k, mark)
        val takesNull = m.sides.exists(s => (starts(s) & Starts.Null) != 0)
        if takesNull then
          If('{ ${ k.asExprOf[Int] } == ${ scala.quoted.Expr(Starts.Null: Int) } && ${ src(in) }.expectNull() }.asTerm, onNull, all)
        else all
      }
    }

  // ---- tuples

  private def readTuple(m: TupleModel, in: Term): Term =
    val value =
      if m.elems.isEmpty then seq(List(call(in, "tupleEnd")), cast('{ EmptyTuple }.asTerm, m.tpe))
      else
        val stats = scala.collection.mutable.ListBuffer.empty[Statement]
        val vars = m.elems.zipWithIndex.map { (e, i) =>
          if i > 0 then stats += call(in, "tupleComma")
          val sym = Symbol.newVal(owner, s"_${i + 1}", e, Flags.EmptyFlags, Symbol.noSymbol)
          stats += ValDef(sym, Some(read(e, in).changeOwner(sym)))
          Ref(sym)
        }
        stats += call(in, "tupleEnd")
        seq(stats.toList, cast(tupleMake(m.elems, vars), m.tpe))
    If(call(in, "arrayStart"), value, nullOf(m.tpe))

  // ---- names

  /** The test for the expected field, when its name can be compared as words. */
  def expects(in: Term, json: String): Option[Term] =
    if !FieldWords.isPlain(json) then None
    else
      val raw = FieldWords.raw(json)
      val i = src(in)
      import scala.quoted.Expr
      val n = Expr(raw.length)
      Some(FieldWords.words(raw) match
        case List(a)       => '{ $i.isField($n, ${ Expr(a) }) }.asTerm
        case List(a, b)    => '{ $i.isField($n, ${ Expr(a) }, ${ Expr(b) }) }.asTerm
        case List(a, b, c) => '{ $i.isField($n, ${ Expr(a) }, ${ Expr(b) }, ${ Expr(c) }) }.asTerm
        case _             => '{ $i.isField(${ Expr(raw) }) }.asTerm)

  /** A method that takes a name and the colon and gives the index of the field, or -1. */
  def nameIndex(t: TypeRepr, purpose: String, names: List[(String, Int)]): Symbol =
    import scala.quoted.Expr
    method("names-" + purpose, t, List("in" -> sourceType), TypeRepr.of[Int], "fieldOf") { args =>
      val in = args.head
      byHash('{ ${ src(in) }.fieldName() }.asTerm, in, names)
    }

  /** Index of the name that was just read, by its hash; -1 for none of them. */
  def byHash(hash: Term, in: Term, names: List[(String, Int)]): Term =
    import scala.quoted.Expr
    val groups = names.groupBy(n => FieldWords.hash(n._1)).toList.sortBy(_._1)
    val cases = groups.map { (h, ns) =>
      val rhs = ns.foldRight(int(-1))((n, other) => If('{ ${ src(in) }.nameIs(${ Expr(n._1) }) }.asTerm, int(n._2), other))
      CaseDef(Literal(IntConstant(h)), None, rhs)
    }
    Match(hash, cases :+ CaseDef(Wildcard(), None, int(-1)))
