package co.blocke.scalajack
package derive

import scala.collection.mutable.ListBuffer
import scala.quoted.*

/** Writing of collections, arrays and maps: typed loops. Elements that count as None are left out. */
private[scalajack] trait WriteColl extends WriteProduct:
  import q.reflect.*

  def writeCollection(m: Model, x: Term, out: Term): Term = m match
    case m: SeqModel     => inMethodW("seq", m.tpe, x, out)(writeSeq(m, _, _))
    case m: ArrayModel   => inMethodW("array", m.tpe, x, out)(writeArray(m, _, _))
    case m: JavaSeqModel => inMethodW("javaSeq", m.tpe, x, out)(writeJavaSeq(m, _, _))
    case m: MapModel     => inMethodW("map", m.tpe, x, out)(writeMap(m, _, _))
    case m: JavaMapModel => inMethodW("javaMap", m.tpe, x, out)(writeJavaMap(m, _, _))
    case other           => unknownClass(other.tpe)

  private def bracketed(x: Term, out: Term, open: String, close: String)(body: => List[Statement]): Term =
    roomUnknown()
    val before = enter(out) ++ put(open, out)
    roomUnknown()
    val inside = body
    roomUnknown()
    ifNull(x, out)(doAll(before ++ inside ++ put(close, out) ++ leave(out) :+ unit))

  /** The elements with commas between them: `next` gives one, `has` says whether there is one. */
  private def elements(elem: TypeRepr, has: => Term, next: => Term, after: => List[Statement], out: Term): List[Statement] =
    val (first, firstDef) = variable("first", bool(true), TypeRepr.of[Boolean])
    def comma: Term =
      roomUnknown()
      If(Ref(first), set(first, bool(false)), doAll(put(",", out) :+ unit))
    val step = let("e", next, elem) { e =>
      val c = comma
      roomUnknown()
      val w = within("[]")(write(elem, e, out))
      if mayBeAbsent(elem) then when(not(absent(elem, e)))(doAll(List(c, w))) else doAll(List(c, w))
    }
    List(firstDef, While(has, doAll(step :: after)))

  private def writeSeq(m: SeqModel, x: Term, out: Term): Term =
    m.elem.asType match
      case '[e] =>
        if m.isList && m.tpe.typeSymbol.fullName.startsWith("scala.collection.immutable.List") || m.tpe.typeSymbol.name == "::" then
          bracketed(x, out, "[", "]") {
            val (rest, restDef) = variable("rest", cast(x, TypeRepr.of[List[e]]), TypeRepr.of[List[e]])
            val r = Ref(rest).asExprOf[List[e]]
            restDef :: elements(m.elem, '{ $r ne Nil }.asTerm, '{ $r.head }.asTerm, List(set(rest, '{ $r.tail }.asTerm)), out)
          }
        else
          bracketed(x, out, "[", "]") {
            val it = Symbol.newVal(owner, "it", TypeRepr.of[Iterator[e]], Flags.EmptyFlags, Symbol.noSymbol)
            val itDef = ValDef(
              it,
              Some('{
                ${ cast(x, TypeRepr.of[scala.collection.Iterable[e]]).asExprOf[scala.collection.Iterable[e]] }.iterator
              }.asTerm.changeOwner(it))
            )
            val i = Ref(it).asExprOf[Iterator[e]]
            itDef :: elements(m.elem, '{ $i.hasNext }.asTerm, '{ $i.next() }.asTerm, Nil, out)
          }

  private def storedOf(t: TypeRepr): TypeRepr = modelOf(t) match
    case w: WrapModel if w.tpe.typeSymbol.flags.is(Flags.Opaque) => storedOf(w.under)
    case m                                                       => m.tpe

  private def writeArray(m: ArrayModel, x: Term, out: Term): Term =
    storedOf(m.elem).asType match
      case '[e] =>
        bracketed(x, out, "[", "]") {
          val a = Symbol.newVal(owner, "array", TypeRepr.of[Array[e]], Flags.EmptyFlags, Symbol.noSymbol)
          val aDef = ValDef(a, Some(cast(x, TypeRepr.of[Array[e]]).changeOwner(a)))
          val (i, iDef) = variable("i", int(0), TypeRepr.of[Int])
          val arr = Ref(a).asExprOf[Array[e]]
          val idx = Ref(i).asExprOf[Int]
          val get = cast('{ $arr($idx) }.asTerm, m.elem)
          aDef :: iDef :: elements(m.elem, '{ $idx < $arr.length }.asTerm, get, List(set(i, '{ $idx + 1 }.asTerm)), out)
        }

  private def writeJavaSeq(m: JavaSeqModel, x: Term, out: Term): Term =
    m.elem.asType match
      case '[e] =>
        bracketed(x, out, "[", "]") {
          val it = Symbol.newVal(owner, "it", TypeRepr.of[java.util.Iterator[e]], Flags.EmptyFlags, Symbol.noSymbol)
          val itDef = ValDef(
            it,
            Some('{ ${ cast(x, TypeRepr.of[java.lang.Iterable[e]]).asExprOf[java.lang.Iterable[e]] }.iterator }.asTerm.changeOwner(it))
          )
          val i = Ref(it).asExprOf[java.util.Iterator[e]]
          itDef :: elements(m.elem, '{ $i.hasNext }.asTerm, '{ $i.next() }.asTerm, Nil, out)
        }

  // ---- maps

  /** A key without the colon; null keys are refused. */
  def writeKey(t: TypeRepr, k: Term, out: Term): Term =
    def notNull(x: Term, body: Term): Term =
      if isPrimitive(storedOf(t)) then body else If(isNull(x), '{ support.Fail.nullKey() }.asTerm, body)
    keyCodec(t) match
      case Some(c) => notNull(k, writeText(Apply(Select.unique(c, "encodeKey"), List(k)).asExprOf[String], out))
      case None =>
        modelOf(t) match
          case s: ScalarModel if cfg.nonFinite == NonFinitePolicy.AS_NULL && (s.scalar.starts & Starts.Number) != 0 =>
            val check = '{ support.NonFinite.checkKey(${ cast(k, TypeRepr.of[Any]).asExprOf[Any] }) }.asTerm
            notNull(k, seq(List(check), writeQuoted(s.scalar, k, out)))
          case s: ScalarModel  => notNull(k, writeQuoted(s.scalar, k, out))
          case e: EnumModel    => notNull(k, writeEnum(e, k, out, asKey = true))
          case w: WrapModel    => once(k, w.tpe)(v => writeKey(w.under, w.unwrap(v), out))
          case l: LiteralModel => writeKey(l.base, k, out)
          case u: UnionModel
              if u.sides.forall(s => modelOf(s).isInstanceOf[LiteralModel]) && u.sides.map(_.widen).forall(_ =:= TypeRepr.of[String]) =>
            notNull(k, writeText(cast(k, TypeRepr.of[String]).asExprOf[String], out))
          case _ => keyType(t)

  private def entry(key: TypeRepr, value: TypeRepr, k: Term, v: Term, first: Symbol, out: Term): Term =
    val kk = let("k", k, key) { kRef =>
      roomUnknown()
      val comma = If(Ref(first), set(first, bool(false)), doAll(put(",", out) :+ unit))
      val name = within("key")(once(kRef, key)(writeKey(key, _, out)))
      roomUnknown()
      val colon = put(":", out)
      val vName = v
      val w = within("value")(write(value, vName, out))
      doAll(comma :: name :: colon ++ List(w))
    }
    kk

  private def entries(
      m: (TypeRepr, TypeRepr),
      has: => Term,
      k: => Term,
      v: => Term,
      before: => List[Statement],
      out: Term
  ): List[Statement] =
    val (first, firstDef) = variable("first", bool(true), TypeRepr.of[Boolean])
    val step = let("v", v, m._2) { value =>
      val e = entry(m._1, m._2, k, value, first, out)
      if mayBeAbsent(m._2) then when(not(absent(m._2, value)))(e) else e
    }
    List(firstDef, While(has, doAll(before :+ step)))

  private def writeMap(m: MapModel, x: Term, out: Term): Term =
    ((m.key.asType, m.value.asType): @unchecked) match
      case ('[k], '[v]) =>
        bracketed(x, out, "{", "}") {
          val it = Symbol.newVal(owner, "it", TypeRepr.of[Iterator[(k, v)]], Flags.EmptyFlags, Symbol.noSymbol)
          val itDef = ValDef(
            it,
            Some('{
              ${ cast(x, TypeRepr.of[scala.collection.Map[k, v]]).asExprOf[scala.collection.Map[k, v]] }.iterator
            }.asTerm.changeOwner(it))
          )
          val i = Ref(it).asExprOf[Iterator[(k, v)]]
          val (pair, pairDef) = variable("pair", Literal(NullConstant()), TypeRepr.of[(k, v)])
          val p = Ref(pair).asExprOf[(k, v)]
          itDef :: pairDef :: entries(
            (m.key, m.value),
            '{ $i.hasNext }.asTerm,
            '{ $p._1 }.asTerm,
            '{ $p._2 }.asTerm,
            List(set(pair, '{ $i.next() }.asTerm)),
            out
          )
        }

  private def writeJavaMap(m: JavaMapModel, x: Term, out: Term): Term =
    ((m.key.asType, m.value.asType): @unchecked) match
      case ('[k], '[v]) =>
        type E = java.util.Map.Entry[k, v]
        bracketed(x, out, "{", "}") {
          val it = Symbol.newVal(owner, "it", TypeRepr.of[java.util.Iterator[E]], Flags.EmptyFlags, Symbol.noSymbol)
          val entrySet = '{ ${ cast(x, TypeRepr.of[java.util.Map[k, v]]).asExprOf[java.util.Map[k, v]] }.entrySet.iterator }
          val itDef = ValDef(it, Some(entrySet.asTerm.changeOwner(it)))
          val i = Ref(it).asExprOf[java.util.Iterator[E]]
          val (pair, pairDef) = variable("pair", Literal(NullConstant()), TypeRepr.of[E])
          val p = Ref(pair).asExprOf[E]
          itDef :: pairDef :: entries(
            (m.key, m.value),
            '{ $i.hasNext }.asTerm,
            '{ $p.getKey }.asTerm,
            '{ $p.getValue }.asTerm,
            List(set(pair, '{ $i.next() }.asTerm)),
            out
          )
        }
