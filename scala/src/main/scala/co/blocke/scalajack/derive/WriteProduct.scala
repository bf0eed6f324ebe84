package co.blocke.scalajack
package derive

import scala.collection.mutable.ListBuffer
import scala.quoted.*

/** Writing of classes and sealed hierarchies. Names, commas and brackets between two values are one constant; fields that may be absent (None,
  * omitted defaults and empties) are tested before their label. While no field is certain to have been written, a variable holds what stands
  * before the next one: `{` or `,`.
  */
private[scalajack] trait WriteProduct extends WriteGen:
  import q.reflect.*

  private case class Out(json: String, tpe: TypeRepr, get: Term => Term, default: Option[Term], stringified: Boolean, name: String)

  private def outs(m: ProductModel): List[Out] =
    m.fields.filterNot(_.ignored).map(f => Out(f.json, f.tpe, f.get, f.default, f.stringified, f.name)) ++
      m.extra.map(a => Out(a.json, a.tpe, a.get, None, false, a.name))

  /** `hint`: the text after `{` that names the leaf, `"_hint":"Dog"`. */
  def writeProduct(m: ProductModel, x: Term, out: Term, hint: Option[String]): Term =
    inMethodW("product" + hint.map(":" + _).getOrElse(""), m.tpe, x, out) { (v, o) =>
      ifNull(v, o)(fields(outs(m), v, o, hint, m.tpe))
    }

  def writeBean(m: BeanModel, x: Term, out: Term): Term =
    inMethodW("bean", m.tpe, x, out) { (v, o) =>
      ifNull(v, o)(fields(m.properties.map(a => Out(a.json, a.tpe, a.get, None, false, a.name)), v, o, None, m.tpe))
    }

  private def fields(all: List[Out], x: Term, out: Term, hint: Option[String], t: TypeRepr): Term =
    val stats = ListBuffer.empty[Statement]
    stats ++= enter(out)
    val groups = all.grouped(WriteProduct.Chunk).toList
    var pending = "{" + hint.getOrElse("")
    var certain = hint.nonEmpty // something stands before the next field
    var sep: Option[Symbol] = None
    def flush(): Unit =
      stats ++= put(pending, out)
      pending = ""
    def one(f: Out): Unit =
      val test = omitted(f)
      if test.isEmpty then
        val before = if certain then "," else ""
        sep match
          case Some(s) if !certain =>
            stats ++= putSep(s, out)
            stats ++= putName("", f.json, ":", out)
          case _ =>
            constant(f.json) match
              case Some(text) =>
                pending += before + text + ":"
                flush()
              case None =>
                flush()
                stats ++= putName(before, f.json, ":", out)
        certain = true
        stats += within(f.name)(writeField(f, f.get(x), out))
      else
        if certain then
          flush()
          stats += guarded(f, test.get, x, out) { () => putName(",", f.json, ":", out) }
        else
          val s = sep.getOrElse {
            pending = ""
            val (sym, d) = variable("sep", int('{'), TypeRepr.of[Int])
            stats += d
            sep = Some(sym)
            sym
          }
          stats += guarded(f, test.get, x, out) { () =>
            putSep(s, out) ++ putName("", f.json, ":", out) ++ List(set(s, int(',')))
          }
    if groups.length <= 1 then all.foreach(one)
    else writeInParts(groups, stats, out, x, t, hint)
    if groups.length <= 1 then
      sep match
        case Some(s) if !certain =>
          stats += when('{ ${ Ref(s).asExprOf[Int] } == '{' }.asTerm) {
            roomUnknown()
            doAll(put("{", out) :+ unit)
          }
          roomUnknown()
          stats ++= put("}", out)
        case _ =>
          pending += "}"
          flush()
    stats ++= leave(out)
    doAll(stats.toList :+ unit)

  private def putSep(s: Symbol, out: Term): List[Statement] =
    roomUnknown()
    room = 64
    List('{ ${ dst(out) }.reserve(8) }.asTerm, '{ ${ dst(out) }.putByte(${ Ref(s).asExprOf[Int] }) }.asTerm)

  /** Many fields: parts of `Chunk` in methods of their own that take and give what stands before the next field. */
  private def writeInParts(
      groups: List[List[Out]],
      stats: ListBuffer[Statement],
      out: Term,
      x: Term,
      t: TypeRepr,
      hint: Option[String]
  ): Unit =
    val (sep, d) = variable("sep", int(if hint.isEmpty then '{' else ','), TypeRepr.of[Int])
    if hint.nonEmpty then stats ++= put("{" + hint.get, out)
    stats += d
    groups.zipWithIndex.foreach { (group, n) =>
      val part = method(
        s"write-part-$n-${hint.getOrElse("")}",
        t,
        List("x" -> t, "out" -> outputType, "before" -> TypeRepr.of[Int]),
        TypeRepr.of[Int],
        "writePart"
      ) { args =>
        val inner = ListBuffer.empty[Statement]
        val (s, sd) = variable("sep", args(2), TypeRepr.of[Int])
        inner += sd
        group.foreach { f =>
          def label() = putSep(s, args(1)) ++ putName("", f.json, ":", args(1)) ++ List(set(s, int(',')))
          omitted(f) match
            case Some(test) => inner += guarded(f, test, args(0), args(1))(label)
            case None =>
              inner ++= label()
              inner += within(f.name)(writeField(f, f.get(args(0)), args(1)))
        }
        seq(inner.toList, Ref(s))
      }
      stats += set(sep, invoke(part, x, out, Ref(sep)))
    }
    stats += when('{ ${ Ref(sep).asExprOf[Int] } == '{' }.asTerm) {
      roomUnknown()
      doAll(put("{", out) :+ unit)
    }
    roomUnknown()
    stats ++= put("}", out)

  /** The field behind its test: `if !absent then label, value`. */
  private def guarded(f: Out, absent: Term => Term, x: Term, out: Term)(label: () => List[Statement]): Term =
    val before = room
    val result = let("v", f.get(x), f.tpe) { v =>
      val test = absent(v)
      room = math.min(before, room)
      val stats = label()
      val value = within(f.name)(writeField(f, v, out))
      when(not(test))(doAll(stats :+ value :+ unit))
    }
    roomUnknown()
    result

  private def writeField(f: Out, v: Term, out: Term): Term =
    if f.stringified then
      modelOf(f.tpe) match
        case s: ScalarModel if (s.scalar.starts & Starts.Number) != 0 => quotedOrNull(s, v, out)
        case o: OptionModel if !o.java =>
          modelOf(o.elem) match
            case s: ScalarModel if (s.scalar.starts & Starts.Number) != 0 =>
              o.elem.asType match
                case '[e] =>
                  once(v, f.tpe) { u =>
                    val opt = u.asExprOf[Option[e]]
                    If(
                      '{ ($opt eq null) || ($opt eq None) }.asTerm,
                      '{ ${ dst(out) }.putNull() }.asTerm,
                      writeScalar(s, '{ $opt.get }.asTerm, out, quoted = true)
                    )
                  }
            case _ => notStringified(root, f.name)
        case _ => notStringified(root, f.name)
    else write(f.tpe, v, out)

  private def quotedOrNull(s: ScalarModel, v: Term, out: Term): Term = writeScalar(s, v, out, quoted = true)

  // ---- what is left out

  /** The test that leaves a field out, if any can. */
  private def omitted(f: Out): Option[Term => Term] =
    val tests = List(
      if mayBeAbsent(f.tpe) then Some((v: Term) => leftOut(f, v)) else None,
      f.default.filter(_ => cfg.skipDefaults).map(d =>
        (v: Term) => '{ support.Same(${ cast(v, TypeRepr.of[Any]).asExprOf[Any] }, ${ cast(d, TypeRepr.of[Any]).asExprOf[Any] }) }.asTerm
      ),
      if cfg.skipEmpty then emptyTest(f.tpe) else None
    ).flatten
    if tests.isEmpty then None else Some(v => tests.map(_(v)).reduce(or))

  /** None is left out, but an absent field is read as its default: where that is another value, None has to be written as null. */
  private def leftOut(f: Out, v: Term): Term = f.default match
    case Some(d) if nullIsNone(f.tpe) => and(absent(f.tpe, v), absent(f.tpe, cast(d, f.tpe)))
    case _                            => absent(f.tpe, v)

  private def nullIsNone(t: TypeRepr): Boolean = modelOf(t) match
    case o: OptionModel => o.java || cfg.eitherPolicy != EitherLeftPolicy.AS_NULL || !modelOf(o.elem).isInstanceOf[EitherModel]
    case w: WrapModel   => nullIsNone(w.under)
    case _              => false

  /** Whether a value counts as None. */
  def absent(t: TypeRepr, v: Term): Term = modelOf(t) match
    case o: OptionModel if !o.java && !mayBeAbsent(o.elem) =>
      '{ ${ cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } eq None }.asTerm
    case w: WrapModel => absent(w.under, w.unwrap(v))
    case _ =>
      val leftIsValue = Expr(cfg.eitherPolicy == EitherLeftPolicy.AS_VALUE)
      '{ support.Absent(${ cast(v, TypeRepr.of[Any]).asExprOf[Any] }, $leftIsValue) }.asTerm

  private def emptyTest(t: TypeRepr): Option[Term => Term] = modelOf(t) match
    case ScalarModel(_, Scalar.String) => Some(v => '{ (${ v.asExprOf[String] } ne null) && ${ v.asExprOf[String] }.isEmpty }.asTerm)
    case _: (SeqModel | MapModel) =>
      Some { v =>
        val c = cast(v, TypeRepr.of[scala.collection.Iterable[Any]]).asExprOf[scala.collection.Iterable[Any]]
        '{ ($c ne null) && $c.isEmpty }.asTerm
      }
    case _: ArrayModel =>
      Some { v =>
        val a = cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef]
        '{ ($a ne null) && java.lang.reflect.Array.getLength($a) == 0 }.asTerm
      }
    case _: JavaSeqModel =>
      Some { v =>
        val c = cast(v, TypeRepr.of[java.lang.Iterable[Any]]).asExprOf[java.lang.Iterable[Any]]
        '{ ($c ne null) && ! $c.iterator.hasNext }.asTerm
      }
    case _: JavaMapModel =>
      Some { v =>
        val c = cast(v, TypeRepr.of[java.util.Map[Any, Any]]).asExprOf[java.util.Map[Any, Any]]
        '{ ($c ne null) && $c.isEmpty }.asTerm
      }
    case w: WrapModel => emptyTest(w.under).map(f => v => f(w.unwrap(v)))
    case _            => None

  // ---- sealed hierarchies

  def writeSum(m: SumModel, x: Term, out: Term): Term =
    inMethodW("sum", m.tpe, x, out) { (v, o) =>
      // a leaf that extends another leaf is tested before it
      val ordered = m.leaves.sortWith((a, b) => below(a.tpe, b.tpe) && !below(b.tpe, a.tpe))
      val chain = ordered.init.foldRight(leaf(m, ordered.last, v, o)) { (l, other) =>
        roomUnknown()
        val test = l.value match
          case Some(obj) =>
            '{ ${ cast(v, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } eq ${ cast(obj, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } }.asTerm
          case None => isInstance(v, wild(l.tpe))
        If(test, leaf(m, l, v, o), other)
      }
      roomUnknown()
      ifNull(v, o)(chain)
    }

  private def wild(t: TypeRepr): TypeRepr = t match
    case AppliedType(con, args) => AppliedType(con, args.map(_ => TypeBounds.empty))
    case other                  => other

  private def below(a: TypeRepr, b: TypeRepr): Boolean = a.typeSymbol != b.typeSymbol && a.baseClasses.contains(b.typeSymbol)

  private def leaf(m: SumModel, l: Leaf, x: Term, out: Term): Term =
    roomUnknown()
    val wrapped = cfg.hintStyle == TypeHintStyle.WRAPPED
    val scrambled = cfg.hintPolicy == TypeHintPolicy.SCRAMBLE_CLASSNAME
    l.value match
      case Some(_) => doAll(putName("", l.name, "", out) :+ unit)
      case None =>
        val v = cast(x, l.tpe)
        l.product match
          case Some(p) if !wrapped =>
            if !l.needsHint then writeProduct(p, v, out, None)
            else if scrambled then scrambledHint(p, l, v, out)
            else
              constant(cfg.hintLabel).zip(constant(l.hint)) match
                case Some((a, b)) => writeProduct(p, v, out, Some(s"$a:$b"))
                case None         => dynamicHint(p, l, v, out)
          case _ =>
            val value = if wrapped then l.product.map(p => () => writeProduct(p, v, out, None)).getOrElse(() => write(l.tpe, v, out))
            else () => write(l.tpe, v, out)
            if wrapped then
              val open = enter(out) ++ (if scrambled then
                                          put("{", out) ++ List('{
                                            ${ dst(out) }.putString(support.Scramble(${ Expr(l.hint) }))
                                          }.asTerm) ++ { roomUnknown(); put(":", out) }
                                        else putName("{", l.hint, ":", out))
              val body = value()
              roomUnknown()
              doAll(open ++ List(body) ++ put("}", out) ++ leave(out) :+ unit)
            else '{ support.WithHint.write(${ foreign(l, v) }, ${ dst(out) }, ${ Expr(cfg.hintLabel) }, ${ hintText(l) }) }.asTerm

  private def hintText(l: Leaf): Expr[String] =
    if cfg.hintPolicy == TypeHintPolicy.SCRAMBLE_CLASSNAME then '{ support.Scramble(${ Expr(l.hint) }) } else Expr(l.hint)

  /** The custom codec of a leaf as a function of the output. */
  private def foreign(l: Leaf, v: Term): Expr[json.writing.JsonOutput => Unit] =
    '{ (o: json.writing.JsonOutput) => ${ write(l.tpe, v, '{ o }.asTerm).asExprOf[Unit] } }

  private def scrambledHint(p: ProductModel, l: Leaf, v: Term, out: Term): Term = dynamicHint(p, l, v, out)

  /** A hint that is not a constant text: written first, then the object with its bracket put over. */
  private def dynamicHint(p: ProductModel, l: Leaf, v: Term, out: Term): Term =
    '{
      support.WithHint.write(
        (o: json.writing.JsonOutput) => ${ writeProduct(p, v, '{ o }.asTerm, None).asExprOf[Unit] },
        ${ dst(out) },
        ${ Expr(cfg.hintLabel) },
        ${ hintText(l) }
      )
    }.asTerm

private[scalajack] object WriteProduct:
  /** Fields of one method: about 40 bytecodes each. */
  inline val Chunk = 100
