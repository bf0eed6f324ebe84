package co.blocke.scalajack
package derive

import scala.collection.Factory
import scala.quoted.*

/** Reading of collections, arrays and maps: one loop for each type, without closures; elements go straight into a builder of the right kind. */
private[scalajack] trait ReadColl extends ReadSum:
  import q.reflect.*

  def readCollection(m: Model, in: Term): Term = m match
    case m: SeqModel     => inMethod("seq", m.tpe, in)(readSeq(m, _))
    case m: ArrayModel   => inMethod("array", m.tpe, in)(readArray(m, _))
    case m: JavaSeqModel => inMethod("javaSeq", m.tpe, in)(readJavaSeq(m, _))
    case m: MapModel     => inMethod("map", m.tpe, in)(readMap(m, _))
    case m: JavaMapModel => inMethod("javaMap", m.tpe, in)(readJavaMap(m, _))
    case other           => unknownClass(other.tpe)

  /** `while more do { step; more = in.next() }`, with the size checked if it is limited. */
  private def loop(in: Term, more: Symbol, next: String, step: Term): List[Statement] =
    if cfg.maxSize == Int.MaxValue then List(While(Ref(more), doAll(List(step, set(more, call(in, next))))))
    else
      val (n, nDef) = variable("size", int(0), TypeRepr.of[Int])
      val count = List(
        set(n, '{ ${ Ref(n).asExprOf[Int] } + 1 }.asTerm),
        '{ ${ src(in) }.checkSize(${ Ref(n).asExprOf[Int] }) }.asTerm
      )
      List(nDef, While(Ref(more), doAll(count ++ List(step, set(more, call(in, next))))))

  /** `[`, the elements, the result; null for null. */
  private def elements(t: TypeRepr, in: Term, builder: Term, builderType: TypeRepr, empty: Option[Term])(
      add: Term => Term
  )(result: Term => Term): Term =
    val full = (more: Term) =>
      let("builder", builder, builderType) { b =>
        val (go, goDef) = variable("more", more, TypeRepr.of[Boolean])
        seq(goDef :: loop(in, go, "nextElement", add(b)), result(b))
      }
    val value = empty match
      case Some(e) => If(call(in, "firstElement"), full(bool(true)), e)
      case None    => full(call(in, "firstElement"))
    If(call(in, "arrayStart"), value, nullOf(t))

  private def elem(t: TypeRepr, in: Term): Term = within("[]")(read(t, in))

  /** An element read and added. What a picky collection throws (sorted and concurrent ones at null, bit sets at -1) is an error at the element. */
  private def added(t: TypeRepr, in: Term, picky: Boolean)(add: Term => Term): Term =
    if !picky then add(elem(t, in))
    else
      let("at", call(in, "mark"), TypeRepr.of[Long]) { at =>
        let("x", elem(t, in), t) { x =>
          val guarded = '{
            try ${ add(x).asExprOf[Unit] }
            catch
              case e: (NullPointerException | IllegalArgumentException) =>
                support.Fail.element(${ src(in) }, ${ at.asExprOf[Long] }, e)
          }
          placed(guarded.asTerm)
        }
      }

  private def readSeq(m: SeqModel, in: Term): Term =
    m.elem.asType match
      case '[e] =>
        if m.isList then readList(m, in)
        else
          val factory = m.factory.get
          val sorted = isA(m.tpe, "scala.collection.SortedSet")
          if m.isSet && !sorted && !isPrimitive(m.elem) then
            elements(m.tpe, in, '{ new support.SetCollector(${ src(in) }.lists) }.asTerm, TypeRepr.of[support.SetCollector], None)(b =>
              '{ ${ b.asExprOf[support.SetCollector] }.add(${ elem(m.elem, in).asExprOf[e] }) }.asTerm
            )(b =>
              cast(
                '{ ${ b.asExprOf[support.SetCollector] }.to[e, Any](${ src(in) }, ${ factory.asExprOf[Factory[e, Any]] }) }.asTerm,
                m.tpe
              )
            )
          else
            m.tpe.asType match
              case '[c] =>
                elements(
                  m.tpe,
                  in,
                  '{ ${ factory.asExprOf[Factory[e, c]] }.newBuilder }.asTerm,
                  TypeRepr.of[scala.collection.mutable.Builder[e, c]],
                  None
                ) { b =>
                  // a heap compares at the end only, so its elements are looked at one by one
                  val heap = isA(m.tpe, "scala.collection.mutable.PriorityQueue")
                  val picky = (sorted || heap) && (!isPrimitive(m.elem) || isA(m.tpe, "scala.collection.BitSet"))
                  added(m.elem, in, picky) { x =>
                    val add = '{ ${ b.asExprOf[scala.collection.mutable.Builder[e, c]] }.addOne(${ x.asExprOf[e] }); () }.asTerm
                    if heap && picky then seq(List('{ java.util.Objects.requireNonNull(${ x.asExprOf[e] }) }.asTerm), add) else add
                  }
                }(b => '{ ${ b.asExprOf[scala.collection.mutable.Builder[e, c]] }.result() }.asTerm)

  /** Elements go to the stack of the source, the list is built from its end. */
  private def readList(m: SeqModel, in: Term): Term =
    m.elem.asType match
      case '[e] =>
        val lists = '{ ${ src(in) }.lists }
        val full = let("base", '{ $lists.top }.asTerm, TypeRepr.of[Int]) { base =>
          val (n, nDef) = variable("n", int(0), TypeRepr.of[Int])
          val (go, goDef) = variable("more", bool(true), TypeRepr.of[Boolean])
          val b = base.asExprOf[Int]
          val count = Ref(n).asExprOf[Int]
          val step = let("e", elem(m.elem, in), m.elem) { e =>
            doAll(List('{ $lists.put($b + $count, ${ e.asExprOf[e] }) }.asTerm, set(n, '{ $count + 1 }.asTerm)))
          }
          seq(nDef :: goDef :: loop(in, go, "nextElement", step), cast('{ $lists.take[e]($b, $count) }.asTerm, m.tpe))
        }
        If(call(in, "arrayStart"), If(call(in, "firstElement"), full, cast('{ Nil }.asTerm, m.tpe)), nullOf(m.tpe))

  // ---- arrays

  /** The type that decides about the class of the array: opaque types are what they hide. */
  private def stored(t: TypeRepr): TypeRepr = modelOf(t) match
    case w: WrapModel if w.tpe.typeSymbol.flags.is(Flags.Opaque) => stored(w.under)
    case m                                                       => m.tpe

  private def readArray(m: ArrayModel, in: Term): Term =
    import scala.collection.mutable.ArrayBuilder
    stored(m.elem).asType match
      case '[e] =>
        val (builder, builderType) = TypeRepr.of[e] match
          case t if t =:= TypeRepr.of[Int]     => ('{ new ArrayBuilder.ofInt }.asTerm, TypeRepr.of[ArrayBuilder.ofInt])
          case t if t =:= TypeRepr.of[Long]    => ('{ new ArrayBuilder.ofLong }.asTerm, TypeRepr.of[ArrayBuilder.ofLong])
          case t if t =:= TypeRepr.of[Double]  => ('{ new ArrayBuilder.ofDouble }.asTerm, TypeRepr.of[ArrayBuilder.ofDouble])
          case t if t =:= TypeRepr.of[Float]   => ('{ new ArrayBuilder.ofFloat }.asTerm, TypeRepr.of[ArrayBuilder.ofFloat])
          case t if t =:= TypeRepr.of[Short]   => ('{ new ArrayBuilder.ofShort }.asTerm, TypeRepr.of[ArrayBuilder.ofShort])
          case t if t =:= TypeRepr.of[Byte]    => ('{ new ArrayBuilder.ofByte }.asTerm, TypeRepr.of[ArrayBuilder.ofByte])
          case t if t =:= TypeRepr.of[Char]    => ('{ new ArrayBuilder.ofChar }.asTerm, TypeRepr.of[ArrayBuilder.ofChar])
          case t if t =:= TypeRepr.of[Boolean] => ('{ new ArrayBuilder.ofBoolean }.asTerm, TypeRepr.of[ArrayBuilder.ofBoolean])
          case _ =>
            val tag = search(TypeRepr.of[scala.reflect.ClassTag[e]]) match
              case Some(t) => t.asExprOf[scala.reflect.ClassTag[e]]
              case None    => '{ scala.reflect.ClassTag.AnyRef.asInstanceOf[scala.reflect.ClassTag[e]] }
            ('{ ArrayBuilder.make[e](using $tag) }.asTerm, TypeRepr.of[ArrayBuilder[e]])
        val isPrim = isPrimitive(TypeRepr.of[e])
        elements(m.tpe, in, builder, builderType, None) { b =>
          val x = cast(elem(m.elem, in), TypeRepr.of[e])
          if isPrim then
            val add = builderType.typeSymbol.methodMember("addOne").find { s =>
              s.owner == builderType.typeSymbol && !s.flags.is(Flags.Synthetic)
            }
            add match
              case Some(a) => Apply(Select(b, a), List(x))
              case None    => '{ ${ b.asExprOf[ArrayBuilder[e]] }.addOne(${ x.asExprOf[e] }) }.asTerm
          else '{ ${ b.asExprOf[ArrayBuilder[e]] }.addOne(${ x.asExprOf[e] }) }.asTerm
        }(b => cast('{ ${ b.asExprOf[ArrayBuilder[e]] }.result() }.asTerm, m.tpe))

  // ---- Java collections

  private def isHashed(m: JavaSeqModel): Boolean = m.isSet

  /** A new empty one of the class. */
  private def newEmpty(cls: Symbol, args: List[TypeRepr], ordering: Option[Term]): Term =
    val ctors = cls.declarations.filter(s => s.isClassConstructor && !s.flags.is(Flags.Private))
    def params(s: Symbol) = s.paramSymss.filterNot(_.exists(_.isType)).flatten
    val (ctor, ctorArgs) = ordering match
      case Some(o) =>
        (
          ctors.find(s =>
            params(s).length == 1 && s.tree.match
              case d: DefDef => d.termParamss.flatMap(_.params).exists(_.tpt.tpe.typeSymbol.fullName == "java.util.Comparator")
              case null      => false
          ).get,
          List(o)
        )
      case None => (ctors.find(params(_).isEmpty).get, Nil)
    val typed = cls.typeMembers.count(m => m.isTypeParam && m.owner == cls)
    val t = if typed == 0 then cls.typeRef else cls.typeRef.appliedTo(args.take(typed))
    val fun = Select(New(Inferred(t)), ctor)
    Apply(if typed == 0 then fun else TypeApply(fun, args.take(typed).map(a => Inferred(a))), ctorArgs)

  /** Sorted ones of elements that cannot compare themselves need an Ordering. */
  private def comparator(cls: Symbol, elem: TypeRepr): Option[Term] =
    val sorted = cls.fullName == "java.util.TreeSet" || cls.fullName == "java.util.TreeMap" ||
      cls.fullName.startsWith("java.util.concurrent.ConcurrentSkipList") || cls.fullName.endsWith("PriorityQueue") ||
      cls.fullName == "java.util.concurrent.PriorityBlockingQueue"
    if !sorted || isA(elem, "java.lang.Comparable") || isPrimitive(stored(elem)) || isA(stored(elem), "java.lang.Comparable") then None
    else
      search(TypeRepr.of[Ordering].appliedTo(elem)).orElse {
        if elem.typeSymbol.flags.is(Flags.Abstract) || elem =:= TypeRepr.of[Any] then None else noOrdering(elem)
      }

  private def readJavaSeq(m: JavaSeqModel, in: Term): Term =
    type C = java.util.Collection[Any]
    def collect(builder: Term, picky: Boolean = false)(result: Term => Term): Term =
      elements(m.tpe, in, builder, TypeRepr.of[C], None)(b =>
        added(m.elem, in, picky && !isPrimitive(m.elem))(x =>
          '{ ${ b.asExprOf[C] }.add(${ cast(x, TypeRepr.of[Any]).asExprOf[Any] }); () }.asTerm
        )
      )(result)
    m.make match
      case JavaMake.OfEnum(values) =>
        collect(enumSet(values), picky = true)(b => cast(b, m.tpe))
      case JavaMake.Empty(cls) =>
        val fresh = newEmpty(cls, List(m.elem), comparator(cls, m.elem))
        collect(cast(fresh, TypeRepr.of[C]), !ReadColl.takesNull(cls.fullName))(b => cast(b, m.tpe))
      case JavaMake.FromList(ctor) =>
        collect('{ new java.util.ArrayList[Any]().asInstanceOf[C] }.asTerm) { b =>
          val fun = Select(New(Inferred(m.tpe)), ctor)
          val typed = if m.tpe.typeArgs.isEmpty then fun else TypeApply(fun, m.tpe.typeArgs.map(a => Inferred(unbound(a))))
          Apply(typed, List(cast(b, TypeRepr.of[java.util.Collection].appliedTo(m.elem))))
        }
      case JavaMake.Blocking =>
        collect('{ new support.NonNulls().asInstanceOf[C] }.asTerm, picky = true) { b =>
          cast('{ support.JavaMakers.arrayBlockingQueue(${ b.asExprOf[C] }) }.asTerm, m.tpe)
        }

  protected def emptyJava(t: TypeRepr): Term = modelOf(t) match
    case m: ArrayModel =>
      stored(m.elem).asType match
        case '[e] =>
          val tag = search(TypeRepr.of[scala.reflect.ClassTag[e]]) match
            case Some(x) => x.asExprOf[scala.reflect.ClassTag[e]]
            case None    => '{ scala.reflect.ClassTag.AnyRef.asInstanceOf[scala.reflect.ClassTag[e]] }
          cast('{ $tag.newArray(0) }.asTerm, t)
    case m: JavaSeqModel =>
      m.make match
        case JavaMake.Empty(cls) => cast(newEmpty(cls, List(m.elem), comparator(cls, m.elem)), t)
        case JavaMake.FromList(ctor) =>
          val fun = Select(New(Inferred(t)), ctor)
          val typed = if t.typeArgs.isEmpty then fun else TypeApply(fun, t.typeArgs.map(a => Inferred(unbound(a))))
          Apply(typed, List(cast('{ new java.util.ArrayList[Any]() }.asTerm, TypeRepr.of[java.util.Collection].appliedTo(m.elem))))
        case JavaMake.Blocking       => cast('{ support.JavaMakers.arrayBlockingQueue(new java.util.ArrayList[Any]()) }.asTerm, t)
        case JavaMake.OfEnum(values) => cast(enumSet(values), t)
    case m: JavaMapModel => emptyMap(m)
    case _               => unknownClass(t)

  private def enumSet(values: TypeRepr): Term =
    '{ support.JavaMakers.enumSet(${ Literal(ClassOfConstant(values)).asExprOf[Class[?]] }) }.asTerm

  private def emptyMap(m: JavaMapModel): Term = m.make match
    case JavaMake.Empty(cls) => cast(newEmpty(cls, List(m.key, m.value), comparator(cls, m.key)), m.tpe)
    case JavaMake.OfEnum(values) =>
      cast('{ support.JavaMakers.enumMap(${ Literal(ClassOfConstant(values)).asExprOf[Class[?]] }) }.asTerm, m.tpe)
    case _ => unknownClass(m.tpe)

  // ---- maps

  /** A key and the colon behind it. */
  def readKey(t: TypeRepr, in: Term): Term =
    keyCodec(t) match
      case Some(k) => Apply(Select.unique(k, "decodeKey"), List('{ support.Keys.text(${ src(in) }) }.asTerm))
      case None =>
        modelOf(t) match
          case ScalarModel(_, Scalar.String)            => '{ support.Keys.text(${ src(in) }) }.asTerm
          case m: ScalarModel if Methods.bare(m.scalar) => let("key", readInQuotes(m, in), m.tpe)(k => seq(List(call(in, "colon")), k))
          case m: (ScalarModel | EnumModel) =>
            seq(
              List('{ support.Keys.quote(${ src(in) }) }.asTerm),
              let("key", read(t, in), t)(k => seq(List(call(in, "colon")), k))
            )
          case w: WrapModel    => let("under", readKey(w.under, in), w.under)(x => w.wrap(x, in))
          case l: LiteralModel => readLiteralKey(t, List(l), in)
          case u: UnionModel
              if u.sides.forall(s => modelOf(s).isInstanceOf[LiteralModel]) && u.sides.map(_.widen).forall(_ =:= TypeRepr.of[String]) =>
            readLiteralKey(t, u.sides.map(modelOf).collect { case l: LiteralModel => l }, in)
          case _ => keyType(t)

  private def readLiteralKey(t: TypeRepr, literals: List[LiteralModel], in: Term): Term =
    val base = literals.head.base
    let("mark", call(in, "mark"), TypeRepr.of[Long]) { mark =>
      let("key", readKey(base, in), base) { key =>
        val k = cast(key, TypeRepr.of[Any]).asExprOf[Any]
        val wrong =
          '{ support.Fail.literalKey(${ src(in) }, ${ mark.asExprOf[Long] }, ${ Expr(literals.map(_.value.value).mkString(", ")) }) }
        literals.foldRight(wrong.asTerm)((l, other) => If('{ $k == ${ Literal(l.value).asExprOf[Any] } }.asTerm, cast(key, t), other))
      }
    }

  /** `{`, the entries, the result; null for null. Some maps hold no null as a value. */
  private def entries(t: TypeRepr, key: TypeRepr, value: TypeRepr, in: Term, nulls: Boolean = true)(result: Term => Term): Term =
    val collector = TypeRepr.of[support.MapCollector]
    val body = let("entries", '{ new support.MapCollector(${ src(in) }.lists) }.asTerm, collector) { b =>
      val (go, goDef) = variable("more", call(in, "firstField"), TypeRepr.of[Boolean])
      val step = let("key", within("key")(readKey(key, in)), key) { k =>
        let("value", within("value")(if nulls then read(value, in) else readNonNull(value, in)), value) { v =>
          '{
            ${ b.asExprOf[support.MapCollector] }.add(
              ${ cast(k, TypeRepr.of[Any]).asExprOf[Any] },
              ${ cast(v, TypeRepr.of[Any]).asExprOf[Any] }
            )
          }.asTerm
        }
      }
      seq(goDef :: loop(in, go, "nextField", step), result(b))
    }
    If(call(in, "objectStart"), body, nullOf(t))

  private def readNonNull(t: TypeRepr, in: Term): Term =
    if isPrimitive(t) then read(t, in)
    else
      let("at", call(in, "mark"), TypeRepr.of[Long]) { at =>
        let("v", read(t, in), t) { v =>
          val refused = '{ support.Fail.element(${ src(in) }, ${ at.asExprOf[Long] }, new NullPointerException) }.asTerm
          seq(List(when(isNull(v))(seq(List(refused), unit))), v)
        }
      }

  private def readMap(m: MapModel, in: Term): Term =
    ((m.key.asType, m.value.asType): @unchecked) match
      case ('[k], '[v]) =>
        entries(m.tpe, m.key, m.value, in) { b =>
          val made = m.factory match
            case None => '{ ${ b.asExprOf[support.MapCollector] }.toMap[k, v](${ src(in) }) }.asTerm
            case Some(f) =>
              '{ ${ b.asExprOf[support.MapCollector] }.to[k, v, Any](${ src(in) }, ${ f.asExprOf[Factory[(k, v), Any]] }) }.asTerm
          cast(made, m.tpe)
        }

  private def readJavaMap(m: JavaMapModel, in: Term): Term =
    val nulls = !isA(m.tpe, "java.util.concurrent.ConcurrentMap") && !isA(m.tpe, "java.util.Dictionary")
    entries(m.tpe, m.key, m.value, in, nulls) { b =>
      let("map", emptyMap(m), m.tpe) { target =>
        val into = '{
          ${ b.asExprOf[support.MapCollector] }.into(
            ${ src(in) },
            ${ cast(target, TypeRepr.of[java.util.Map[Any, Any]]).asExprOf[java.util.Map[Any, Any]] }
          )
        }.asTerm
        seq(List(into), target)
      }
    }

private[scalajack] object ReadColl:
  /** Java collections that hold null. */
  val takesNull: Set[String] = Set(
    "java.util.ArrayList",
    "java.util.LinkedList",
    "java.util.Vector",
    "java.util.Stack",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
    "java.util.concurrent.CopyOnWriteArrayList",
    "java.util.concurrent.CopyOnWriteArraySet"
  )
