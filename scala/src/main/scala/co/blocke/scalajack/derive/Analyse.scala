package co.blocke.scalajack
package derive

import json.{JsonCodec, JsonKeyCodec}
import scala.collection.Factory
import scala.quoted.*

/** Types of the compiler to models: which family a type belongs to. Classes and sealed hierarchies are in AnalyseClass, enums and the
  * leaves of hierarchies in AnalyseSum. A given JsonCodec wins over everything.
  */
private[scalajack] trait Analyse extends TypeModel with Report:
  import q.reflect.*

  private val known = scala.collection.mutable.LinkedHashMap.empty[String, List[Model]]

  /** The model of a type, analysed once. */
  def modelOf(t0: TypeRepr): Model =
    val t = plain(t0)
    val key = t.typeSymbol.fullName
    known.getOrElse(key, Nil).find(m => sameType(m.tpe, t)) match
      case Some(m) => m
      case None =>
        val m = analyse(t)
        known(key) = m :: known.getOrElse(key, Nil)
        m

  /** Aliases and match types followed, annotations of types dropped. */
  def plain(t: TypeRepr): TypeRepr = t.dealias match
    case m: MatchType                                                                                   => reduced(t, m)
    case a: AppliedType if !a.tycon.typeSymbol.isClassDef && !a.tycon.typeSymbol.flags.is(Flags.Opaque) => reduced(t, a)
    case AnnotatedType(under, _)                                                                        => plain(under)
    case ByNameType(under)                                                                              => plain(under)
    case b: TypeBounds                                                                                  => plain(b.hi)
    // wildcards stand for their bounds, so that instances can be made
    case AppliedType(con, args) if args.exists(isBounds) => AppliedType(con, args.map(unbound))
    case other                                           => other

  private def reduced(t: TypeRepr, same: TypeRepr): TypeRepr =
    val r = t.simplified
    if r == t || r == same then same else plain(r)

  private def isBounds(t: TypeRepr): Boolean = t match
    case _: TypeBounds => true
    case _             => false

  protected def productModel(t: TypeRepr): ProductModel
  protected def beanModel(t: TypeRepr): Model
  protected def sealedModel(t: TypeRepr): Model
  protected def enumOf(t: TypeRepr): Option[EnumModel]

  private def analyse(t: TypeRepr): Model =
    customCodec(t) match
      case Some(codec) => CustomModel(t, codec)
      case None        => builtIn(t)

  private def builtIn(t: TypeRepr): Model =
    t match
      case OrType(_, _)    => UnionModel(t, flatten(t))
      case AndType(_, _)   => intersection(t)
      case ConstantType(c) => LiteralModel(t, t.widen, c)
      case _ =>
        val sym = t.typeSymbol
        Scalar.byName.get(sym.fullName) match
          case Some(s) => ScalarModel(t, s)
          case None    => special(t, sym)

  private def flatten(t: TypeRepr): List[TypeRepr] = t match
    case OrType(a, b) => flatten(plain(a)) ++ flatten(plain(b))
    case other        => List(other)

  private def special(t: TypeRepr, sym: Symbol): Model =
    val name = sym.fullName
    if t =:= TypeRepr.of[Any] || t =:= TypeRepr.of[AnyRef] then AnyModel(t)
    else if t =:= TypeRepr.of[Null] then NullModel(t)
    else if name == "scala.Nothing" then abstractType(t)
    else if isNamedTuple(t) then namedTuple(t)
    else if sym.flags.is(Flags.Opaque) then opaque(t)
    else if isNewtype(t) then newtype(t)
    else if sym.isTypeParam || isParamRef(t) then parameterCodec(t)
    else if t.isFunctionType || isA(t, "scala.PolyFunction") then functionType(t)
    else if Analyse.partial(name) then noCodec(t, "it is one side of a type; use the type itself")
    else if name == "scala.Option" then
      OptionModel(t, argsOf(t, "scala.Option").head, java = false)
    else if name == "java.util.Optional" then OptionModel(t, argsOf(t, name).head, java = true)
    else if isA(t, "scala.util.Either") then
      val args = argsOf(t, "scala.util.Either")
      EitherModel(t, args(0), args(1))
    else if isA(t, "scala.util.Try") then TryModel(t, argsOf(t, "scala.util.Try").head)
    else if name == "scala.Array" then ArrayModel(t, argsOf(t, name).head, immutable = false)
    else if t <:< TypeRepr.of[Tuple] then tuple(t)
    else if isA(t, "scala.collection.Map") then mapModel(t)
    else if isA(t, "scala.collection.Iterable") then seqModel(t)
    else if isA(t, "scala.collection.Iterator") then iterator(t)
    else if isA(t, "java.util.Map") then javaMap(t)
    else if isA(t, "java.lang.Iterable") && name.startsWith("java.") || isA(t, "java.util.Collection") then javaSeq(t)
    else classModel(t, sym)

  /** A parameter still open has a codec only if a ScalaJack of it is at hand: `case class Box[T](t: T) derives ScalaJack`. */
  private def parameterCodec(t: TypeRepr): Model =
    search(TypeRepr.of[ScalaJack].appliedTo(t)) match
      case Some(sj) if headOf(sj).fullName != Analyse.AutoCodec => CustomModel(t, Select.unique(sj, "jsonCodec"))
      case _                                                    => openTypeParameter(t)

  private def isParamRef(t: TypeRepr): Boolean = t match
    case _: ParamRef => true
    case _           => false

  private def classModel(t: TypeRepr, sym: Symbol): Model =
    enumOf(t) match
      case Some(m) => m
      case None =>
        if sym.isAbstractType || !sym.isClassDef then abstractType(t)
        else if sym.flags.is(Flags.Sealed) && (sym.flags.is(Flags.Trait) || sym.flags.is(Flags.Abstract)) then sealedModel(t)
        else if sym.flags.is(Flags.Trait) || sym.flags.is(Flags.Abstract) then notSealed(t)
        else if sym.flags.is(Flags.Module) || t.isSingleton then sealedModel(t)
        else if t <:< TypeRepr.of[AnyVal] then valueClass(t, sym)
        else if sym.flags.is(Flags.JavaDefined) then beanModel(t)
        else productModel(t)

  // ---- custom codecs

  private def customCodec(t: TypeRepr): Option[Term] =
    if t =:= TypeRepr.of[Any] || t.typeSymbol.fullName == "scala.Nothing" then None
    else
      Implicits.search(TypeRepr.of[JsonCodec].appliedTo(t)) match
        case s: ImplicitSearchSuccess =>
          if isBeingMade(s.tree) || isLeftOut(headOf(s.tree)) then None else Some(s.tree)
        case f: AmbiguousImplicits => ambiguousCodec(t, f.explanation.takeWhile(_ != '\n'))
        case _                     => None

  /** A given whose right side is being expanded right now would call itself, also by way of others: `given [T](using s: ScalaJack[T]): JsonCodec[T]`. */
  private def isBeingMade(codec: Term): Boolean =
    val owners = Iterator.iterate(Symbol.spliceOwner)(_.owner).takeWhile(s => !s.isNoSymbol).toList
    def isOwner(sym: Symbol) = owners.exists(s => s == sym || (s.isClassDef && s.companionModule == sym))
    val parts = new TreeAccumulator[Boolean]:
      def foldTree(found: Boolean, tree: Tree)(o: Symbol): Boolean = found || (tree match
        case r: Ref => isOwner(r.symbol) && !isPath(r.symbol) || r.symbol.fullName == Analyse.AutoCodec || foldOverTree(false, tree)(o)
        case _      => foldOverTree(false, tree)(o))
    isOwner(headOf(codec)) || parts.foldTree(false, codec)(Symbol.spliceOwner)

  /** Objects and packages on the way to a given. */
  private def isPath(s: Symbol): Boolean = s.flags.is(Flags.Package) || s.flags.is(Flags.Module) && !s.flags.is(Flags.Given)

  /** The given of the root type, if it is a value of this file that may have been taken out of the very codec that is being made:
    * `given JsonCodec[X] = sj.jsonCodec` beside `given sj: ScalaJack[X] = sjCodecOf[X]`. Its right side cannot be seen here.
    */
  def neighbour: Option[Term] = modelOf(root) match
    case CustomModel(_, codec) =>
      val sym = headOf(codec)
      val here = sym.pos.exists(_.sourceFile == Position.ofMacroExpansion.sourceFile)
      if here && codec.symbol == sym && !sym.flags.is(Flags.Method) && !sym.flags.is(Flags.Module) then Some(codec) else None
    case _ => None

  /** A given that is not to be used. */
  protected def isLeftOut(given_ : Symbol): Boolean

  /** The definition that a given comes from. */
  def headOf(x: Term): Symbol = x match
    case Apply(f, _)      => headOf(f)
    case TypeApply(f, _)  => headOf(f)
    case Inlined(_, _, x) => headOf(x)
    case other            => other.symbol

  def keyCodec(t: TypeRepr): Option[Term] =
    Implicits.search(TypeRepr.of[JsonKeyCodec].appliedTo(t)) match
      case s: ImplicitSearchSuccess => Some(s.tree)
      case _                        => None

  def search(t: TypeRepr): Option[Term] = Implicits.search(t) match
    case s: ImplicitSearchSuccess => Some(s.tree)
    case _                        => None

  // ---- wrappers

  private def opaque(t: TypeRepr): Model =
    val under = t match
      case AppliedType(con: TypeRef, args) =>
        con.translucentSuperType match
          case l: TypeLambda => l.appliedTo(args)
          case other         => other
      case r: TypeRef => r.translucentSuperType
      case _          => abstractType(t)
    val base = newtypeBase(t)
    if base.nonEmpty then newtype(t)
    else if t.typeSymbol.fullName.endsWith("IArray") && t.typeSymbol.fullName.startsWith("scala.") then
      ArrayModel(t, t.typeArgs.head, immutable = true)
    else WrapModel(t, under, x => cast(x, under), (x, _) => cast(x, t))

  /** neotype's `object Name extends Newtype[A]`, known by name: no dependency is needed. */
  private def newtypeBase(t: TypeRepr): Option[(TermRef, TypeRepr)] = t match
    case TypeRef(pre: TermRef, "Type") =>
      List("neotype.Newtype", "neotype.Subtype", "neotype.TypeWrapper").find(isA(pre, _)).flatMap { wrapper =>
        argsOf(pre, wrapper).headOption.map(a => (pre, a))
      }
    case _ => None

  private def isNewtype(t: TypeRepr): Boolean = newtypeBase(t).nonEmpty

  private def newtype(t: TypeRepr): Model =
    val (pre, base) = newtypeBase(t).get
    val name = simpleName(pre.termSymbol)
    def wrap(x: Term, in: Term): Term =
      val made = Apply(Select.unique(Ref.term(pre), "make"), List(x))
      '{
        ${ cast(made, TypeRepr.of[Either[String, Any]]).asExprOf[Either[String, Any]] } match
          case Right(v) => v
          case Left(_)  => support.Fail.newtype(${ in.asExprOf[json.reading.JsonSource] }, ${ Expr(name) })
      }.asTerm
    WrapModel(t, base, x => cast(x, base), (x, in) => cast(placed(wrap(x, in)), t))

  private def valueClass(t: TypeRepr, sym: Symbol): Model =
    val ctor = sym.primaryConstructor
    if !isReachable(ctor) then privateConstructor(t)
    val param = ctor.paramSymss.filterNot(_.exists(_.isType)).flatten.head
    val field = sym.fieldMember(param.name)
    if field.isNoSymbol || field.flags.is(Flags.Private) || field.flags.is(Flags.PrivateLocal) then privateValue(t, param.name)
    val under = t.memberType(field).widenByName
    WrapModel(t, under, x => Select(x, field), (x, _) => construct(t, List(x)))

  /** Public, or the codec is made where the constructor may be called: in the companion (`derives` is there too) or the package it is private to. */
  def isReachable(ctor: Symbol): Boolean =
    val owners = Iterator.iterate(Symbol.spliceOwner)(_.owner).takeWhile(s => !s.isNoSymbol).toSet
    def inside(cls: Symbol) = owners(cls) || owners(cls.companionModule.moduleClass)
    val within = ctor.privateWithin.map(_.typeSymbol)
    if ctor.flags.is(Flags.Private) || ctor.flags.is(Flags.PrivateLocal) then inside(ctor.owner)
    else if within.nonEmpty then within.exists(inside)
    else !ctor.flags.is(Flags.Protected)

  def construct(t: TypeRepr, args: List[Term]): Term =
    val fun = Select(New(Inferred(t)), t.typeSymbol.primaryConstructor)
    val typed = if t.typeArgs.isEmpty then fun else TypeApply(fun, t.typeArgs.map(a => Inferred(a)))
    Apply(typed, args)

  // ---- tuples

  private def tupleElems(t: TypeRepr): List[TypeRepr] = t.dealias match
    case AppliedType(con, List(head, tail)) if con.typeSymbol.fullName == "scala.*:" => head :: tupleElems(tail)
    case AppliedType(con, args) if con.typeSymbol.fullName.startsWith("scala.Tuple") => args
    case other if other.typeSymbol.fullName.startsWith("scala.Tuple$package.EmptyTuple") || other =:= TypeRepr.of[EmptyTuple] => Nil
    case other => abstractType(other)

  private def tuple(t: TypeRepr): Model = TupleModel(t, tupleElems(t).map(unbound))

  private def isNamedTuple(t: TypeRepr): Boolean = t match
    case AppliedType(con, List(_, _)) => con.typeSymbol.fullName.startsWith("scala.NamedTuple") && con.typeSymbol.name == "NamedTuple"
    case _                            => false

  /** `(name: String, age: Int)`: the names and values are the two arguments; at run time it is the tuple of the values. */
  private def namedTuple(t: TypeRepr): Model =
    val AppliedType(_, List(names, values)) = t: @unchecked
    val elems = tupleElems(values).map(unbound)
    val labels = tupleElems(names).map {
      case ConstantType(StringConstant(s)) => s
      case other                           => abstractType(other)
    }
    val tupleType = normalTuple(elems)
    val fields = labels.zip(elems).zipWithIndex.map { case ((label, e), i) =>
      Field(i, label, cfg.fieldNames(label), Nil, e, x => tupleGet(cast(x, tupleType), elems, i), None, false, false, Nil)
    }
    ProductModel(t, fields, Nil, args => cast(tupleMake(elems, args), t), isCase = true)

  def normalTuple(elems: List[TypeRepr]): TypeRepr =
    if elems.isEmpty then TypeRepr.of[EmptyTuple]
    else if elems.length <= 22 then defn(elems.length).typeRef.appliedTo(elems)
    else TypeRepr.of[Product]

  private def defn(n: Int): Symbol = Symbol.requiredClass(s"scala.Tuple$n")

  def tupleGet(x: Term, elems: List[TypeRepr], i: Int): Term =
    if elems.length <= 22 then Select.unique(x, s"_${i + 1}")
    else cast('{ ${ cast(x, TypeRepr.of[Product]).asExprOf[Product] }.productElement(${ Expr(i) }) }.asTerm, elems(i))

  def tupleMake(elems: List[TypeRepr], args: List[Term]): Term =
    if elems.isEmpty then '{ EmptyTuple }.asTerm
    else if elems.length <= 22 then
      val cls = defn(elems.length)
      Apply(TypeApply(Select(New(TypeIdent(cls)), cls.primaryConstructor), elems.map(e => Inferred(e))), args)
    else
      val items = args.map(a => cast(a, TypeRepr.of[Any]).asExprOf[Any])
      '{ Tuple.fromArray(Array[Any](${ Varargs(items) }*).asInstanceOf[Array[Object]]) }.asTerm

  // ---- collections

  private def seqModel(t: TypeRepr): Model =
    val elem = argsOf(t, "scala.collection.Iterable").head
    val isSet = isA(t, "scala.collection.Set")
    t.typeSymbol.fullName match
      case "scala.collection.immutable.List" | "scala.collection.immutable.Seq" | "scala.collection.Seq" | "scala.collection.Iterable" |
          "scala.collection.immutable.Iterable" | "scala.collection.immutable.LinearSeq" | "scala.collection.LinearSeq" |
          "scala.collection.immutable.AbstractSeq" =>
        SeqModel(t, elem, isList = true, isSet = false, None)
      case "scala.collection.mutable.Seq" =>
        elem.asType match
          case '[e] =>
            SeqModel(t, elem, isList = false, isSet = false, Some('{ scala.collection.mutable.ListBuffer.iterableFactory[e] }.asTerm))
      case _ =>
        val f = search(TypeRepr.of[Factory].appliedTo(List(elem, t))).getOrElse(noFactory(t))
        SeqModel(t, elem, isList = false, isSet, Some(f))

  private def mapModel(t: TypeRepr): Model =
    val List(k, v) = argsOf(t, "scala.collection.Map"): @unchecked
    val name = t.typeSymbol.fullName
    if name == "scala.collection.immutable.Map" || name == "scala.collection.Map" then MapModel(t, k, v, isMap = true, None)
    else
      val pair = TypeRepr.of[Tuple2].appliedTo(List(k, v))
      val f = search(TypeRepr.of[Factory].appliedTo(List(pair, t))).orElse(companionFactory(t, k, v)).getOrElse(noFactory(t))
      MapModel(t, k, v, isMap = false, Some(f))

  /** Companions of maps that do not offer themselves as a given. */
  private def companionFactory(t: TypeRepr, k: TypeRepr, v: TypeRepr): Option[Term] =
    val companion = t.typeSymbol.companionModule
    if companion.isNoSymbol || !isA(companion.termRef, "scala.collection.MapFactory") then None
    else
      ((k.asType, v.asType): @unchecked) match
        case ('[a], '[b]) =>
          val maps = cast(Ref(companion), TypeRepr.of[scala.collection.MapFactory[Map]]).asExprOf[scala.collection.MapFactory[Map]]
          Some('{ scala.collection.MapFactory.toFactory[a, b, Map]($maps) }.asTerm)

  private def zeroConstructor(cls: Symbol): Option[Symbol] =
    cls.declarations.find { s =>
      s.isClassConstructor && !s.flags.is(Flags.Private) && !s.flags.is(Flags.Protected) && s.paramSymss.filterNot(
        _.exists(_.isType)
      ).flatten.isEmpty
    }

  private def javaMake(t: TypeRepr, interfaces: Map[String, String], from: String): JavaMake =
    val cls = t.typeSymbol
    if cls.fullName == "java.util.concurrent.ArrayBlockingQueue" then JavaMake.Blocking
    else if cls.fullName == "java.util.EnumSet" || cls.fullName == "java.util.EnumMap" then
      val values = plain(unbound(t.typeArgs.head))
      if isA(values, "java.lang.Enum") && values.typeSymbol.fullName != "java.lang.Enum" then JavaMake.OfEnum(values) else unknownClass(t)
    else
      interfaces.get(cls.fullName) match
        case Some(impl) => JavaMake.Empty(Symbol.requiredClass(impl))
        case None =>
          if cls.flags.is(Flags.Abstract) || cls.flags.is(Flags.Trait) then unknownClass(t)
          else if zeroConstructor(cls).nonEmpty then JavaMake.Empty(cls)
          else
            val fromOther = cls.declarations.find { s =>
              s.isClassConstructor && (s.paramSymss.filterNot(_.exists(_.isType)).flatten match
                case List(p) => s.tree match
                    case d: DefDef => d.termParamss.flatMap(_.params).map(_.tpt.tpe.typeSymbol.fullName) == List(from)
                    case null      => false
                case _ => false)
            }
            fromOther.map(JavaMake.FromList(_)).getOrElse(unknownClass(t))

  private def javaSeq(t: TypeRepr): Model =
    val elem = argsOf(t, "java.lang.Iterable").headOption.getOrElse(TypeRepr.of[Any])
    JavaSeqModel(t, elem, isA(t, "java.util.Set"), javaMake(t, Analyse.javaCollections, "java.util.Collection"))

  private def javaMap(t: TypeRepr): Model =
    val (k, v) = argsOf(t, "java.util.Map") match
      case List(k, v) => (k, v)
      case _          => (TypeRepr.of[Any], TypeRepr.of[Any])
    JavaMapModel(t, k, v, javaMake(t, Analyse.javaMaps, "java.util.Map"))

private[scalajack] object Analyse:
  val AutoCodec = "co.blocke.scalajack.auto.autoCodec"

  /** Classes of which reading could give another. */
  val partial: Set[String] = Set(
    "scala.Some",
    "scala.None",
    "scala.None$",
    "scala.util.Left",
    "scala.util.Right",
    "scala.util.Success",
    "scala.util.Failure",
    "scala.collection.immutable.::",
    "scala.collection.immutable.Nil",
    "scala.collection.immutable.Nil$"
  )

  /** What is made for an interface. */
  val javaCollections: Map[String, String] = Map(
    "java.lang.Iterable" -> "java.util.ArrayList",
    "java.util.Collection" -> "java.util.ArrayList",
    "java.util.List" -> "java.util.ArrayList",
    "java.util.AbstractList" -> "java.util.ArrayList",
    "java.util.AbstractCollection" -> "java.util.ArrayList",
    "java.util.SequencedCollection" -> "java.util.ArrayList",
    "java.util.AbstractSequentialList" -> "java.util.LinkedList",
    "java.util.Set" -> "java.util.HashSet",
    "java.util.AbstractSet" -> "java.util.HashSet",
    "java.util.SequencedSet" -> "java.util.LinkedHashSet",
    "java.util.SortedSet" -> "java.util.TreeSet",
    "java.util.NavigableSet" -> "java.util.TreeSet",
    "java.util.Queue" -> "java.util.LinkedList",
    "java.util.AbstractQueue" -> "java.util.concurrent.LinkedBlockingQueue",
    "java.util.Deque" -> "java.util.LinkedList",
    "java.util.concurrent.BlockingQueue" -> "java.util.concurrent.LinkedBlockingQueue",
    "java.util.concurrent.BlockingDeque" -> "java.util.concurrent.LinkedBlockingDeque",
    "java.util.concurrent.TransferQueue" -> "java.util.concurrent.LinkedTransferQueue"
  )

  val javaMaps: Map[String, String] = Map(
    "java.util.Map" -> "java.util.HashMap",
    "java.util.AbstractMap" -> "java.util.HashMap",
    "java.util.SequencedMap" -> "java.util.LinkedHashMap",
    "java.util.SortedMap" -> "java.util.TreeMap",
    "java.util.NavigableMap" -> "java.util.TreeMap",
    "java.util.concurrent.ConcurrentMap" -> "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentNavigableMap" -> "java.util.concurrent.ConcurrentSkipListMap"
  )
