package co.blocke.scalajack
package derive

import scala.collection.mutable

/** Generated methods: one for each class type and direction, local to the codec's `encodeValue` or `decodeValue`, so that the compiler lifts
  * them to private methods of the codec class and calls between them are direct. Tables that some need are vals before the codec.
  */
private[scalajack] trait Methods extends AnalyseSum:
  import q.reflect.*

  private class Made(val tpe: TypeRepr, val sym: Symbol)

  private val byKey = mutable.Map.empty[String, List[Made]]
  private val bodies = mutable.ListBuffer.empty[DefDef]
  private val tables = mutable.ListBuffer.empty[ValDef]
  private val tableByKey = mutable.Map.empty[String, List[Made]]
  private var count = 0

  /** Where the local methods live: the method of the codec that is being filled. */
  var home: Symbol = Symbol.spliceOwner

  /** Where the tables live: outside of the codec class. */
  val outside: Symbol = Symbol.spliceOwner

  private def fresh(prefix: String, t: TypeRepr): String =
    count += 1
    val name = shortName(t).takeWhile(c => c.isLetterOrDigit || c == '_')
    s"$prefix${if name.isEmpty then "Value" else name.capitalize}$count"

  /** The method for this type and purpose: made when first asked for. */
  def method(purpose: String, t: TypeRepr, params: List[(String, TypeRepr)], result: TypeRepr, name: String = "")(
      body: List[Term] => Term
  ): Symbol =
    byKey.getOrElse(purpose, Nil).find(m => sameType(m.tpe, t)) match
      case Some(m) => m.sym
      case None =>
        val info = MethodType(params.map(_._1))(_ => params.map(_._2), _ => result)
        val sym = Symbol.newMethod(home, fresh(if name.isEmpty then purpose else name, t), info)
        byKey(purpose) = Made(t, sym) :: byKey.getOrElse(purpose, Nil)
        val before = owner
        owner = sym
        val definition = DefDef(
          sym,
          {
            case List(args) => Some(body(args.map { case a: Term => a }).changeOwner(sym))
            case _          => None
          }
        )
        owner = before
        bodies += definition
        sym

  /** All methods made since the last call. */
  def takeMethods(): List[DefDef] =
    val all = bodies.toList
    bodies.clear()
    byKey.clear()
    all

  /** A table that is made once with the codec: evaluated outside of it. */
  def table(purpose: String, t: TypeRepr, resultType: TypeRepr)(make: => Term): Term =
    tableByKey.getOrElse(purpose, Nil).find(m => sameType(m.tpe, t)) match
      case Some(m) => Ref(m.sym)
      case None =>
        val sym = Symbol.newVal(outside, fresh(purpose, t), resultType, Flags.EmptyFlags, Symbol.noSymbol)
        tableByKey(purpose) = Made(t, sym) :: tableByKey.getOrElse(purpose, Nil)
        val before = owner
        owner = sym
        val rhs = make.changeOwner(sym)
        owner = before
        tables += ValDef(sym, Some(rhs))
        Ref(sym)

  def allTables: List[ValDef] = tables.toList

  def invoke(m: Symbol, args: Term*): Term = Apply(Ref(m), args.toList)

  // ---- types of the two ends

  val sourceType: TypeRepr = TypeRepr.of[json.reading.JsonSource]
  val outputType: TypeRepr = TypeRepr.of[json.writing.JsonOutput]

  // ---- facts that both directions need

  /** Members of a type with the step that leads to them, for walks over the whole model. */
  private def members(m: Model): List[(String, TypeRepr)] = m match
    case _: (ScalarModel | EnumModel | LiteralModel | NullModel | AnyModel | CustomModel) => Nil
    case o: OptionModel                                                                   => List("" -> o.elem)
    case e: EitherModel                                                                   => List("" -> e.left, "" -> e.right)
    case x: TryModel                                                                      => List("" -> x.elem)
    case u: UnionModel                                                                    => u.sides.map("" -> _)
    case w: WrapModel                                                                     => List("" -> w.under)
    case a: ArrayModel                                                                    => List("[]" -> a.elem)
    case s: SeqModel                                                                      => List("[]" -> s.elem)
    case s: JavaSeqModel                                                                  => List("[]" -> s.elem)
    case x: MapModel                                                                      => List("value" -> x.value)
    case x: JavaMapModel                                                                  => List("value" -> x.value)
    case x: TupleModel   => x.elems.zipWithIndex.map((e, i) => s"_${i + 1}" -> e)
    case p: ProductModel => p.fields.filterNot(_.ignored).map(f => f.name -> f.tpe) ++ p.extra.map(a => a.name -> a.tpe)
    case b: BeanModel    => b.properties.map(a => a.name -> a.tpe)
    case s: SumModel     => s.leaves.filter(_.value.isEmpty).map(l => l.name -> l.tpe)

  /** Whether a value of the model opens a bracket of its own. */
  private def isContainer(m: Model): Boolean = m match
    case _: (ArrayModel | SeqModel | JavaSeqModel | MapModel | JavaMapModel | TupleModel | ProductModel | BeanModel) => true
    case _: SumModel => cfg.hintStyle == TypeHintStyle.WRAPPED
    case _           => false

  /** How deep values of the root can be; None when a type can hold itself or something unknown. The walk meets every type of the model once, so
    * types that have no codec are reported here, with the way to them.
    */
  lazy val greatestDepth: Option[Int] =
    val done = mutable.ListBuffer.empty[(TypeRepr, Option[Int])]
    def depth(t: TypeRepr, path: List[TypeRepr]): Option[Int] =
      val m = modelOf(t)
      if path.exists(sameType(_, m.tpe)) then None
      else
        done.find(d => sameType(d._1, m.tpe)).map(_._2).getOrElse {
          val below = members(m).map((step, u) => if step.isEmpty then depth(u, m.tpe :: path) else within(step)(depth(u, m.tpe :: path)))
          val deepest = m match
            case _: (AnyModel | CustomModel)  => None
            case _ if below.exists(_.isEmpty) => None
            case _                            => Some(below.flatten.maxOption.getOrElse(0) + (if isContainer(m) then 1 else 0))
          done += m.tpe -> deepest
          deepest
        }
    depth(root, Nil)

  /** Kinds of first characters that a type's values have. Under rejectNulls null is left to the types that mean something by it. */
  def starts(t: TypeRepr): Int = modelOf(t) match
    case m @ (_: (OptionModel | EitherModel | TryModel | UnionModel | NullModel | AnyModel | CustomModel | WrapModel)) => allStarts(m)
    case m => if cfg.noNulls then allStarts(m) & ~Starts.Null else allStarts(m)

  private def allStarts(m: Model): Int = m match
    case ScalarModel(_, s) =>
      val quoted = cfg.longsAsStrings && Methods.stringifiable(s) || cfg.nonFinite == NonFinitePolicy.AS_STRING && Methods.floating(s)
      s.starts | (if quoted then Starts.Text else 0) | (if cfg.nonFinite == NonFinitePolicy.AS_NULL && Methods.floating(s) then Starts.Null
                                                        else 0)
    case o: OptionModel                                          => starts(o.elem) | Starts.Null
    case e: EitherModel                                          => starts(e.left) | starts(e.right)
    case m: TryModel                                             => starts(m.elem) | Starts.Null
    case u: UnionModel                                           => u.sides.map(starts).reduce(_ | _)
    case _: (ArrayModel | SeqModel | JavaSeqModel | TupleModel)  => Starts.Array | Starts.Null
    case _: (MapModel | JavaMapModel | ProductModel | BeanModel) => Starts.Object | Starts.Null
    case s: SumModel =>
      Starts.Object | Starts.Null | (if s.leaves.exists(_.value.nonEmpty) then Starts.Text else 0)
    case e: EnumModel =>
      e.kind match
        case EnumKind.Objects => Starts.Text | Starts.Null
        case _                => Starts.Text | Starts.Number | Starts.Null
    case w: WrapModel    => starts(w.under)
    case l: LiteralModel => starts(l.base) & ~Starts.Null
    case _: NullModel    => Starts.Null
    case _: AnyModel     => Starts.All
    case _: CustomModel  => Starts.All

  /** Whether a value of the type may count as None, so that fields and elements holding it can be left out. */
  def mayBeAbsent(t: TypeRepr): Boolean =
    if cfg.noneAsNull then false
    else
      modelOf(t) match
        case _: OptionModel => true
        case e: EitherModel => mayBeAbsent(e.right) || cfg.eitherPolicy == EitherLeftPolicy.AS_VALUE && mayBeAbsent(e.left)
        case m: TryModel    => mayBeAbsent(m.elem)
        case u: UnionModel  => u.sides.exists(mayBeAbsent)
        case w: WrapModel   => mayBeAbsent(w.under)
        case _: AnyModel    => true
        case _              => false

  /** What an absent field is, if it has no default: None in its wrappings. The source is asked for by newtypes only, whose own check may refuse. */
  def absentValue(t: TypeRepr, in: Term): Option[Term] = modelOf(t) match
    case o: OptionModel =>
      if o.java then Some(cast('{ java.util.Optional.empty[Any]() }.asTerm, t)) else Some('{ None }.asTerm)
    case e: EitherModel =>
      absentValue(e.right, in)
        .map(v =>
          ((e.left.asType, e.right.asType): @unchecked) match
            case ('[l], '[r]) => '{ Right[l, r](${ v.asExprOf[r] }) }.asTerm
        )
        .orElse(absentValue(e.left, in).map(v =>
          ((e.left.asType, e.right.asType): @unchecked) match
            case ('[l], '[r]) => '{ Left[l, r](${ v.asExprOf[l] }) }.asTerm
        ))
    case m: TryModel =>
      m.elem.asType match
        case '[e] => absentValue(m.elem, in).map(v => '{ scala.util.Success[e](${ v.asExprOf[e] }) }.asTerm)
    case u: UnionModel => u.sides.flatMap(absentValue(_, in)).headOption
    case w: WrapModel  => absentValue(w.under, in).map(v => cast(w.wrap(cast(v, w.under), in), t))
    case _: AnyModel   => Some(Literal(NullConstant()))
    case _             => None

  /** Whether a field of this type may be absent without a default. */
  def hasAbsent(t: TypeRepr): Boolean = absentValue(t, Literal(NullConstant())).nonEmpty

  def prettyType(t: TypeRepr): String = t.typeSymbol.fullName.replace("$.", ".").replace("$", ".").stripSuffix(".")

private[scalajack] object Methods:
  def stringifiable(s: Scalar): Boolean = s match
    case Scalar.Long | Scalar.JLong | Scalar.BigInt | Scalar.BigDecimal | Scalar.JBigInteger | Scalar.JBigDecimal => true
    case _                                                                                                        => false

  def floating(s: Scalar): Boolean = s match
    case Scalar.Double | Scalar.Float | Scalar.JDouble | Scalar.JFloat => true
    case _                                                             => false

  /** The primitive in a box. */
  def unboxed(s: Scalar): Option[Scalar] = s match
    case Scalar.JBoolean => Some(Scalar.Boolean)
    case Scalar.JByte    => Some(Scalar.Byte)
    case Scalar.JShort   => Some(Scalar.Short)
    case Scalar.JInteger => Some(Scalar.Int)
    case Scalar.JLong    => Some(Scalar.Long)
    case Scalar.JFloat   => Some(Scalar.Float)
    case Scalar.JDouble  => Some(Scalar.Double)
    case _               => None

  /** Numbers and Booleans: as keys they need quotes put around them. */
  def bare(s: Scalar): Boolean = (s.starts & (Starts.Number | Starts.Bool)) != 0
