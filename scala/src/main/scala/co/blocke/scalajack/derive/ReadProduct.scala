package co.blocke.scalajack
package derive

import scala.collection.mutable.ListBuffer
import scala.quoted.Expr

/** Reading of classes. The loop tries the fields in declared order, each by comparing the bytes of its name with constants; a name that is not
  * the expected one is looked up by hash and the loop runs again with that field chosen. So the usual document takes one straight run, every
  * order is right, and each field's code stands once.
  *
  * {{{
  * var seen = 0L; var sel = -1; var more = in.firstField()
  * while more do
  *   if (sel == 0 || sel < 0 && in.isField(...)) { if ((seen & 1) != 0) in.duplicateField(); name = in.expectString(); ... }
  *   if (more && (sel == 1 || sel < 0 && in.isField(...))) ...
  *   if (more && sel < 0) { sel = fieldOf(in); if (sel < 0) { in.skipValue(); more = in.nextField() } }
  * }}}
  */
private[scalajack] trait ReadProduct extends ReadGen:
  import q.reflect.*

  /** One thing that may stand in the object. */
  protected case class Slot(index: Int, name: String, json: String, names: List[String], tpe: TypeRepr, read: Term => Term)

  protected def slotsOf(fields: List[Field], extra: List[Accessor]): List[Slot] =
    val own = fields.filterNot(_.ignored).zipWithIndex.map { (f, i) =>
      Slot(i, f.name, f.json, f.names, f.tpe, in => within(f.name)(readField(f, in)))
    }
    own ++ extra.zipWithIndex.map { (a, i) =>
      Slot(own.length + i, a.name, a.json, List(a.json), a.tpe, in => within(a.name)(read(a.tpe, in)))
    }

  private def readField(f: Field, in: Term): Term =
    val m = modelOf(f.tpe)
    if f.stringified then
      def scalar(t: TypeRepr): Option[ScalarModel] = modelOf(t) match
        case s: ScalarModel if (s.scalar.starts & Starts.Number) != 0 => Some(s)
        case _                                                        => None
      m match
        case s: ScalarModel if scalar(f.tpe).nonEmpty => readScalar(s, in, f.tpe, quotedToo = true)
        case o: OptionModel if !o.java && scalar(o.elem).nonEmpty =>
          o.elem.asType match
            case '[e] =>
              If(
                '{ ${ src(in) }.expectNull() }.asTerm,
                cast('{ None }.asTerm, f.tpe),
                cast('{ new Some[e](${ readScalar(scalar(o.elem).get, in, o.elem, quotedToo = true).asExprOf[e] }) }.asTerm, f.tpe)
              )
        case _ => within(f.name)(notStringified(root, f.name))
    else
      m match
        case o: OptionModel
            if !o.java && !cfg.noneAsNull && cfg.eitherPolicy == EitherLeftPolicy.AS_NULL && modelOf(o.elem).isInstanceOf[EitherModel] =>
          If('{ ${ src(in) }.expectNull() }.asTerm, nullOf(f.tpe), read(f.tpe, in))
        case _ => read(f.tpe, in)

  def readProduct(m: ProductModel, in: Term): Term =
    inMethod("product", m.tpe, in) { i =>
      If(call(i, "objectStart"), productBody(m, i, call(i, "firstField"), None), nullOf(m.tpe))
    }

  /** How the fields of a leaf are read: where the object opened, the table of the sum, the index of the leaf. */
  protected case class InSum(open: Term, table: Term, leaf: Int)

  /** After `{`: the fields, then the object. */
  protected def productBody(m: ProductModel, in: Term, more: Term, sum: Option[InSum]): Term =
    val slots = slotsOf(m.fields, m.extra)
    if slots.length > ReadProduct.Large then largeBody(m, slots, in, more, sum)
    else
      val stats = ListBuffer.empty[Statement]
      val vars = slots.map { s =>
        val start = absentStart(m, s, in).getOrElse(zero(s.tpe))
        val (sym, d) = variable(s"f${s.index}", start, s.tpe)
        stats += d
        sym
      }
      stats ++= fieldLoop(m.tpe, slots, vars, in, more, sum) { (seen, stop) => ListBuffer(checkRequired(m, slots, in, seen, sum)*) }._1
      val seen = lastSeen
      seq(stats.toList, finish(m, slots, in, seen, vars.map(Ref(_))))

  private var lastSeen: List[Symbol] = Nil

  /** Option fields begin as None: nothing is to be done when they are absent. */
  private def absentStart(m: ProductModel, s: Slot, in: Term): Option[Term] =
    m.fields.filterNot(_.ignored).lift(s.index) match
      case Some(f) if f.default.isEmpty =>
        modelOf(f.tpe) match
          case o: OptionModel => absentValue(f.tpe, in).map(cast(_, f.tpe))
          case _              => None
      case _ => None

  /** What stands for a field that was absent, when it is neither required nor already in its variable. */
  private def fallback(f: Field, in: Term): Option[Term] =
    f.default.orElse(absentValue(f.tpe, in)).orElse(if cfg.skipEmpty then emptyOf(f.tpe, in) else None)

  private def emptyOf(t: TypeRepr, in: Term): Option[Term] = modelOf(t) match
    case ScalarModel(_, Scalar.String)                 => Some(str(""))
    case s: SeqModel                                   => Some(emptyBy(s.factory, t, '{ Nil }.asTerm))
    case s: MapModel                                   => Some(emptyBy(s.factory, t, '{ Map.empty[Any, Any] }.asTerm))
    case _: (ArrayModel | JavaSeqModel | JavaMapModel) => Some(emptyJava(t))
    case w: WrapModel                                  => emptyOf(w.under, in).map(v => cast(w.wrap(cast(v, w.under), in), t))
    case _                                             => None

  private def emptyBy(factory: Option[Term], t: TypeRepr, other: Term): Term = factory match
    case Some(f) =>
      val any = cast(f, TypeRepr.of[scala.collection.Factory[Any, Any]]).asExprOf[scala.collection.Factory[Any, Any]]
      cast('{ $any.newBuilder.result() }.asTerm, t)
    case None => cast(other, t)

  protected def emptyJava(t: TypeRepr): Term

  private def isRequired(m: ProductModel, s: Slot): Boolean =
    m.fields.filterNot(_.ignored).lift(s.index).exists(f => fallback(f, Literal(NullConstant())).isEmpty)

  private def words(slots: List[Slot]): Int = (slots.length + 63) / 64

  private def requiredMask(m: ProductModel, slots: List[Slot], word: Int): Long =
    slots.filter(s => s.index / 64 == word && isRequired(m, s)).foldLeft(0L)((w, s) => w | 1L << (s.index % 64))

  private def bit(i: Int): Expr[Long] = Expr(1L << (i % 64))

  private def isSeen(seen: List[Symbol], i: Int): Term = '{ (${ Ref(seen(i / 64)).asExprOf[Long] } & ${ bit(i) }) != 0L }.asTerm

  /** The loop over the fields as in the head comment. */
  private def fieldLoop(t: TypeRepr, slots: List[Slot], vars: List[Symbol], in: Term, more: Term, sum: Option[InSum])(
      after: (List[Symbol], Symbol) => ListBuffer[Statement]
  ): (List[Statement], List[Symbol]) =
    val stats = ListBuffer.empty[Statement]
    val seen = (0 until words(slots).max(1)).toList.map { w =>
      val (sym, d) = variable(s"seen$w", long(0), TypeRepr.of[Long])
      stats += d
      sym
    }
    val (sel, selDef) = variable("sel", int(-1), TypeRepr.of[Int])
    val (go, goDef) = variable("more", more, TypeRepr.of[Boolean])
    stats += selDef
    stats += goDef
    val body = ListBuffer.empty[Statement]
    slots.zip(vars).foreach { (s, v) =>
      val chosen = '{ ${ Ref(sel).asExprOf[Int] } == ${ Expr(s.index) } }.asTerm
      val here = expects(in, s.json) match
        case Some(test) => or(and('{ ${ Ref(sel).asExprOf[Int] } < 0 }.asTerm, test), chosen)
        case None       => chosen
      val cond = if s.index == 0 then here else and(Ref(go), here)
      body += when(cond)(doAll(takeField(s, v, seen, sel, go, in)))
    }
    body += when(and(Ref(go), '{ ${ Ref(sel).asExprOf[Int] } < 0 }.asTerm))(doAll(unexpected(t, slots, sel, go, in, sum)))
    stats += While(Ref(go), doAll(body.toList))
    stats ++= after(seen, sel)
    lastSeen = seen
    (stats.toList, seen)

  private def takeField(s: Slot, v: Symbol, seen: List[Symbol], sel: Symbol, go: Symbol, in: Term): List[Statement] =
    val word = seen(s.index / 64)
    val next = List(set(sel, int(-1)), set(go, call(in, "nextField")))
    val mark = set(word, '{ ${ Ref(word).asExprOf[Long] } | ${ bit(s.index) } }.asTerm)
    cfg.duplicates match
      case DuplicateKeyPolicy.REJECT =>
        when(isSeen(seen, s.index))(call(in, "duplicateField")) :: set(v, s.read(in)) :: mark :: next
      case DuplicateKeyPolicy.LAST_WINS => set(v, s.read(in)) :: mark :: next
      case DuplicateKeyPolicy.FIRST_WINS =>
        If(isSeen(seen, s.index), call(in, "skipValue"), doAll(List(set(v, s.read(in)), mark))) :: next

  /** A name that no comparison took: another order, an alias, an unknown name, or the hint. */
  private def unexpected(t: TypeRepr, slots: List[Slot], sel: Symbol, go: Symbol, in: Term, sum: Option[InSum]): List[Statement] =
    val index = nameIndex(t, if sum.isEmpty then "own" else "leaf", slots.flatMap(s => s.names.map(_ -> s.index)))
    val skip = if cfg.rejectUnknown then call(in, "unknownField") else call(in, "skipValue")
    val unknown = sum match
      case None => skip
      case Some(s) =>
        If(
          '{ ${ s.table.asExprOf[support.LeafTable] }.isHint(${ src(in) }) }.asTerm,
          If(
            '{ ${ s.open.asExprOf[Int] } >= 0 }.asTerm,
            '{ ${ s.table.asExprOf[support.LeafTable] }.checkHint(${ src(in) }, ${ Expr(s.leaf) }) }.asTerm,
            call(in, "skipValue")
          ),
          skip
        )
    List(
      set(sel, invoke(index, in)),
      when('{ ${ Ref(sel).asExprOf[Int] } < 0 }.asTerm)(doAll(List(unknown, set(go, call(in, "nextField")))))
    )

  /** Throws when a required field was absent. */
  private def checkRequired(m: ProductModel, slots: List[Slot], in: Term, seen: List[Symbol], sum: Option[InSum]): List[Statement] =
    val masks = (0 until words(slots)).toList.map(w => w -> requiredMask(m, slots, w)).filter(_._2 != 0)
    if masks.isEmpty then Nil
    else
      val lacking = masks
        .map((w, mask) => '{ (${ Ref(seen(w)).asExprOf[Long] } & ${ Expr(mask) }) != ${ Expr(mask) } }.asTerm)
        .reduce(or)
      val names = Expr(slots.map(_.json).mkString("\n"))
      val missing =
        if words(slots) == 1 then
          '{ support.Fail.missing(${ src(in) }, $names, ${ Expr(masks.head._2) }, ${ Ref(seen.head).asExprOf[Long] }) }.asTerm
        else
          val required = Expr((0 until words(slots)).map(w => requiredMask(m, slots, w)).toArray)
          val all = Expr.ofSeq(seen.map(s => Ref(s).asExprOf[Long]))
          '{ support.Fail.missing(${ src(in) }, $names, $required, Array(${ Varargs2(all) }*)) }.asTerm
      val report = sum match
        case None => missing
        case Some(s) =>
          If(
            '{ ${ s.open.asExprOf[Int] } >= 0 }.asTerm,
            '{ ${ s.table.asExprOf[support.LeafTable] }.incomplete(${ src(in) }, ${ s.open.asExprOf[Int] }) }.asTerm,
            missing
          )
      List(when(lacking)(report))

  private def Varargs2(all: Expr[Seq[Long]]): Expr[Seq[Long]] = all

  /** Absent fields get their values, the object is made, properties are set. */
  private def finish(m: ProductModel, slots: List[Slot], in: Term, seen: List[Symbol], values: List[Term]): Term =
    val stats = ListBuffer.empty[Statement]
    val active = m.fields.filterNot(_.ignored)
    val bySlot = slots.zip(values).toMap
    active.zip(slots).foreach { (f, s) =>
      val inPlace = absentStart(m, s, in).nonEmpty
      if !inPlace then
        fallback(f, in).foreach { d =>
          stats += when(not(isSeen(seen, s.index)))(Assign(bySlot(s), cast(d, f.tpe)))
        }
    }
    val args = m.fields.map { f =>
      if f.ignored then f.default.get else bySlot(slots(active.indexWhere(_.index == f.index)))
    }
    val made = m.build(args)
    if m.extra.isEmpty then seq(stats.toList, made)
    else
      seq(
        stats.toList,
        let("made", made, m.tpe) { o =>
          val sets = m.extra.zip(slots.drop(active.length)).map((a, s) => when(isSeen(seen, s.index))(a.set(o, bySlot(s))))
          seq(sets, o)
        }
      )

  def readBean(m: BeanModel, in: Term): Term =
    inMethod("bean", m.tpe, in) { i =>
      val ctor = m.tpe.typeSymbol.declarations
        .find(s => s.isClassConstructor && s.paramSymss.filterNot(_.exists(_.isType)).flatten.isEmpty)
        .get
      val fun = Select(New(Inferred(m.tpe)), ctor)
      val make = Apply(if m.tpe.typeArgs.isEmpty then fun else TypeApply(fun, m.tpe.typeArgs.map(a => Inferred(a))), Nil)
      val asProduct = ProductModel(m.tpe, Nil, m.properties, _ => make, isCase = false)
      If(call(i, "objectStart"), productBody(asProduct, i, call(i, "firstField"), None), nullOf(m.tpe))
    }

  // ---- many fields

  /** More fields than one method holds: values go through an array, the readers of the fields are cut into methods of `Chunk` each. */
  private def largeBody(m: ProductModel, slots: List[Slot], in: Term, more: Term, sum: Option[InSum]): Term =
    val arrayType = TypeRepr.of[Array[Any]]
    val chunks = slots.grouped(ReadProduct.Chunk).toList
    val readers = chunks.zipWithIndex.map { (chunk, n) =>
      method(
        s"read-chunk-$n",
        m.tpe,
        List("in" -> sourceType, "sel" -> TypeRepr.of[Int], "all" -> arrayType),
        TypeRepr.of[Unit],
        "readPart"
      ) { args =>
        val cases = chunk.map { s =>
          val value = s.read(args(0))
          CaseDef(
            Literal(IntConstant(s.index)),
            None,
            '{ ${ args(2).asExprOf[Array[Any]] }(${ Expr(s.index) }) = ${ cast(value, TypeRepr.of[Any]).asExprOf[Any] } }.asTerm
          )
        }
        Match(args(1), cases :+ CaseDef(Wildcard(), None, unit))
      }
    }
    val tests = chunks.zipWithIndex.map { (chunk, n) =>
      method(s"test-chunk-$n", m.tpe, List("in" -> sourceType, "sel" -> TypeRepr.of[Int]), TypeRepr.of[Boolean], "isPart") { args =>
        val cases = chunk.flatMap(s => expects(args(0), s.json).map(t => CaseDef(Literal(IntConstant(s.index)), None, t)))
        Match(args(1), cases :+ CaseDef(Wildcard(), None, bool(false)))
      }
    }
    def choose(i: Term, methods: List[Symbol], args: List[Term]): Term =
      methods.zipWithIndex.init.foldRight(invoke(methods.last, args*)) { case ((mth, n), other) =>
        If('{ ${ i.asExprOf[Int] } < ${ Expr((n + 1) * ReadProduct.Chunk) } }.asTerm, invoke(mth, args*), other)
      }
    val n = words(slots)
    let("all", '{ new Array[Any](${ Expr(slots.length) }) }.asTerm, arrayType) { all =>
      val stats = ListBuffer.empty[Statement]
      val (seenArr, seenDef) = variable("seen", '{ new Array[Long](${ Expr(n) }) }.asTerm, TypeRepr.of[Array[Long]])
      val (expected, expectedDef) = variable("expected", int(0), TypeRepr.of[Int])
      val (sel, selDef) = variable("sel", int(-1), TypeRepr.of[Int])
      val (go, goDef) = variable("more", more, TypeRepr.of[Boolean])
      stats ++= List(seenDef, expectedDef, selDef, goDef)
      val selE = Ref(sel).asExprOf[Int]
      val seenE = Ref(seenArr).asExprOf[Array[Long]]
      val find = If(
        and('{ ${ Ref(expected).asExprOf[Int] } < ${ Expr(slots.length) } }.asTerm, choose(Ref(expected), tests, List(in, Ref(expected)))),
        set(sel, Ref(expected)),
        doAll(unexpected(m.tpe, slots, sel, go, in, sum))
      )
      val readIt = choose(Ref(sel), readers, List(in, Ref(sel), all))
      val already = '{ ($seenE($selE >> 6) & (1L << $selE)) != 0L }.asTerm
      val take = cfg.duplicates match
        case DuplicateKeyPolicy.REJECT     => List(when(already)(call(in, "duplicateField")), readIt)
        case DuplicateKeyPolicy.LAST_WINS  => List(readIt)
        case DuplicateKeyPolicy.FIRST_WINS => List(If(already, call(in, "skipValue"), readIt))
      val taken = take ++ List(
        '{ $seenE($selE >> 6) |= (1L << $selE) }.asTerm,
        set(expected, '{ $selE + 1 }.asTerm),
        set(go, call(in, "nextField"))
      )
      stats += While(Ref(go), doAll(List(find, when('{ $selE >= 0 }.asTerm)(doAll(taken)), set(sel, int(-1)))))
      val required = Expr((0 until n).map(w => requiredMask(m, slots, w)).toArray)
      val names = Expr(slots.map(_.json).mkString("\n"))
      val lacking = (0 until n).map(w => w -> requiredMask(m, slots, w)).filter(_._2 != 0).map { (w, mask) =>
        '{ ($seenE(${ Expr(w) }) & ${ Expr(mask) }) != ${ Expr(mask) } }.asTerm
      }
      if lacking.nonEmpty then
        stats += when(lacking.reduce(or))('{ support.Fail.missing(${ src(in) }, $names, $required, $seenE) }.asTerm)
      val active = m.fields.filterNot(_.ignored)
      def at(i: Int): Term = '{ ${ all.asExprOf[Array[Any]] }(${ Expr(i) }) }.asTerm
      active.zip(slots).foreach { (f, s) =>
        fallback(f, in).foreach { d =>
          val absent = '{ ($seenE(${ Expr(s.index >> 6) }) & ${ bit(s.index) }) == 0L }.asTerm
          stats += when(absent)('{
            ${ all.asExprOf[Array[Any]] }(${ Expr(s.index) }) = ${ cast(d, TypeRepr.of[Any]).asExprOf[Any] }
          }.asTerm)
        }
      }
      val args = m.fields.map(f => if f.ignored then f.default.get else cast(at(active.indexWhere(_.index == f.index)), f.tpe))
      val made = m.build(args)
      val result =
        if m.extra.isEmpty then made
        else
          let("made", made, m.tpe) { o =>
            val sets = m.extra.zip(slots.drop(active.length)).map { (a, s) =>
              when('{ ($seenE(${ Expr(s.index >> 6) }) & ${ bit(s.index) }) != 0L }.asTerm)(a.set(o, cast(at(s.index), a.tpe)))
            }
            seq(sets, o)
          }
      seq(stats.toList, result)
    }

private[scalajack] object ReadProduct:
  /** More fields than this are read through an array: about 60 bytecodes a field, 8,000 is the most that the JIT compiles. */
  inline val Large = 64
  inline val Chunk = 48
