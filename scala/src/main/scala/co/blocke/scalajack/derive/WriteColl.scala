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

  /** The method that writes one entry and the comma behind it; `closeEntries` turns the last comma into the bracket. */
  private def entryMethod(t: TypeRepr, key: TypeRepr, value: TypeRepr): Symbol =
    val before = room
    val params = List("k" -> key, "v" -> value, "out" -> outputType)
    val m = method("write-entry", t, params, TypeRepr.of[Unit], "writeEntryOf") { args =>
      val List(k, v, out) = args: @unchecked
      roomUnknown()
      val name = within("key")(writeKey(key, k, out))
      roomUnknown()
      val colon = put(":", out)
      val written = within("value")(write(value, v, out))
      val entry = doAll(name :: colon ++ (written :: put(",", out)) :+ unit)
      if mayBeAbsent(value) then when(not(absent(value, v)))(entry) else entry
    }
    room = before
    m

  /** `{`, what `entries` does with the method of an entry, `}`. */
  private def braced(t: TypeRepr, key: TypeRepr, value: TypeRepr, x: Term, out: Term)(entries: Symbol => List[Statement]): Term =
    roomUnknown()
    val before = enter(out) ++ put("{", out)
    val inside = entries(entryMethod(t, key, value))
    roomUnknown()
    ifNull(x, out)(doAll(before ++ inside ++ List('{ ${ dst(out) }.closeEntries() }.asTerm) ++ leave(out) :+ unit))

  private val hashMap = Symbol.requiredClass("scala.collection.immutable.HashMap")

  /** Hash maps walk over their own nodes: their iterator would be an object with two arrays, which nothing can optimise away. */
  private def writeMap(m: MapModel, x: Term, out: Term): Term =
    ((m.key.asType, m.value.asType): @unchecked) match
      case ('[k], '[v]) =>
        braced(m.tpe, m.key, m.value, x, out) { entry =>
          def overHash(h: Term): Term =
            val map = h.asExprOf[scala.collection.immutable.HashMap[k, v]]
            '{ $map.foreachEntry((key: k, value: v) => ${ invoke(entry, 'key.asTerm, 'value.asTerm, out).asExprOf[Unit] }) }.asTerm
          def overIterator: Term =
            val all = '{ ${ cast(x, TypeRepr.of[scala.collection.Map[k, v]]).asExprOf[scala.collection.Map[k, v]] }.iterator }.asTerm
            let("it", all, TypeRepr.of[Iterator[(k, v)]]) { it =>
              val i = it.asExprOf[Iterator[(k, v)]]
              val step = let("pair", '{ $i.next() }.asTerm, TypeRepr.of[(k, v)]) { pair =>
                val p = pair.asExprOf[(k, v)]
                invoke(entry, '{ $p._1 }.asTerm, '{ $p._2 }.asTerm, out)
              }
              While('{ $i.hasNext }.asTerm, step)
            }
          if !hashMap.typeRef.baseClasses.contains(m.tpe.typeSymbol) then List(overIterator)
          else
            val hash = TypeRepr.of[scala.collection.immutable.HashMap[k, v]]
            List(If(
              isInstance(x, hashMap.typeRef.appliedTo(List(TypeBounds.empty, TypeBounds.empty))),
              overHash(cast(x, hash)),
              overIterator
            ))
        }

  private def writeJavaMap(m: JavaMapModel, x: Term, out: Term): Term =
    ((m.key.asType, m.value.asType): @unchecked) match
      case ('[k], '[v]) =>
        type E = java.util.Map.Entry[k, v]
        braced(m.tpe, m.key, m.value, x, out) { entry =>
          val all = '{ ${ cast(x, TypeRepr.of[java.util.Map[k, v]]).asExprOf[java.util.Map[k, v]] }.entrySet.iterator }.asTerm
          val loop = let("it", all, TypeRepr.of[java.util.Iterator[E]]) { it =>
            val i = it.asExprOf[java.util.Iterator[E]]
            val step = let("pair", '{ $i.next() }.asTerm, TypeRepr.of[E]) { pair =>
              val p = pair.asExprOf[E]
              invoke(entry, '{ $p.getKey }.asTerm, '{ $p.getValue }.asTerm, out)
            }
            While('{ $i.hasNext }.asTerm, step)
          }
          List(loop)
        }
