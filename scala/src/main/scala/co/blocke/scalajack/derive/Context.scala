package co.blocke.scalajack
package derive

import scala.quoted.*

/** What every part of the derivation shares: the compiler, the settings, the place of expansion, and the small words of tree building.
  *
  * The parts are traits of one cake (`Derivation`) because trees and types of the compiler belong to one `Quotes`.
  */
private[scalajack] trait Context:
  implicit val q: Quotes
  import q.reflect.*

  /** Settings, already evaluated. */
  val cfg: ConfigValues

  /** The type whose codec is being made, for messages. */
  def root: TypeRepr

  /** Owner of everything that is built now: changes while the body of a method is generated. */
  var owner: Symbol = Symbol.spliceOwner

  /** Types on the way from the root to what is analysed now, as the user sees it: `Order.items`. */
  var trail: List[String] = Nil

  def within[A](step: String)(body: => A): A =
    val before = trail
    trail = step :: trail
    try body
    finally trail = before

  // ---- types

  def isA(t: TypeRepr, fullName: String): Boolean =
    t.baseClasses.exists(_.fullName == fullName)

  /** Type arguments of `t` seen as `fullName`. */
  def argsOf(t: TypeRepr, fullName: String): List[TypeRepr] =
    t.baseClasses.find(_.fullName == fullName) match
      case Some(cls) =>
        t.baseType(cls) match
          case AppliedType(_, args) => args.map(unbound)
          case _                    => Nil
      case None => Nil

  /** A wildcard argument stands for its upper bound. */
  def unbound(t: TypeRepr): TypeRepr = t match
    case TypeBounds(_, hi) => hi
    case other             => other

  /** How a definition near `t` (its leaf, companion, value) is reached: by the path of `t`, when it is a member of an instance; else by itself. */
  def termNear(t: TypeRepr, sym: Symbol): TermRef = pathTo(sym.owner, t).map(_.select(sym)) match
    case Some(r: TermRef) => r
    case _                => sym.termRef

  def typeNear(t: TypeRepr, sym: Symbol): TypeRepr = pathTo(sym.owner, t).map(_.select(sym)).getOrElse(sym.typeRef)

  private def pathTo(owner: Symbol, t: TypeRepr): Option[TypeRepr] =
    def search(p: TypeRepr): Option[TypeRepr] = p match
      case _ if isStatic(owner)                         => None
      case r: TermRef if r.baseClasses.contains(owner)  => Some(r)
      case i: ThisType if i.baseClasses.contains(owner) => Some(i)
      case TermRef(qualifier, _)                        => search(qualifier)
      case _                                            => None
    def prefix(t: TypeRepr): Option[TypeRepr] = t match
      case AppliedType(con, _)   => prefix(con)
      case TypeRef(qualifier, _) => Some(qualifier)
      case TermRef(qualifier, _) => Some(qualifier)
      case _                     => None
    if !owner.isClassDef then None
    else
      prefix(t).flatMap(search).orElse {
        if owner.flags.is(Flags.Module) && !isStatic(owner) then pathTo(owner.owner, t).map(_.select(owner.companionModule)) else None
      }

  /** Packages and objects in them. */
  def isStatic(s: Symbol): Boolean =
    s.isNoSymbol || s.flags.is(Flags.Package) || s.flags.is(Flags.Module) && isStatic(s.owner)

  /** Whether two types have one codec. Unions equal to the compiler in any order of their sides are read in the order written. */
  def sameType(a: TypeRepr, b: TypeRepr): Boolean = a =:= b && sameOrder(a, b)

  private def sameOrder(a: TypeRepr, b: TypeRepr): Boolean = (a.dealias, b.dealias) match
    case (x: OrType, y: OrType) =>
      val (xs, ys) = (sidesOf(x), sidesOf(y))
      xs.length == ys.length && xs.zip(ys).forall((s, t) => sameType(s, t))
    case (AppliedType(_, xs), AppliedType(_, ys)) => xs.length == ys.length && xs.zip(ys).forall((s, t) => sameOrder(s, t))
    case _                                        => true

  /** The sides of a union in the order written, unions inside of it flattened. */
  def sidesOf(t: TypeRepr): List[TypeRepr] = t.dealias match
    case OrType(a, b) => sidesOf(a) ++ sidesOf(b)
    case _            => List(t)

  /** Name of a type as messages and generated methods show it. */
  def shortName(t: TypeRepr): String =
    try t.dealias.show(using Printer.TypeReprShortCode)
    catch case _: Exception => t.typeSymbol.name

  def simpleName(s: Symbol): String = s.name.stripSuffix("$")

  // ---- trees

  def int(n: Int): Term = Literal(IntConstant(n))
  def long(n: Long): Term = Literal(LongConstant(n))
  def bool(b: Boolean): Term = Literal(BooleanConstant(b))
  def str(s: String): Term = Literal(StringConstant(s))
  def unit: Term = Literal(UnitConstant())

  def cast(x: Term, t: TypeRepr): Term =
    TypeApply(Select.unique(x, "asInstanceOf"), List(Inferred(t)))

  def isInstance(x: Term, t: TypeRepr): Term =
    TypeApply(Select.unique(x, "isInstanceOf"), List(Inferred(t)))

  /** `x.name(args)` for a method without overloads. */
  def call(x: Term, name: String, args: Term*): Term =
    val m = x.tpe.typeSymbol.methodMember(name)
    m match
      case List(one) =>
        if one.paramSymss.isEmpty then Select(x, one) else Apply(Select(x, one), args.toList)
      case _ => Select.overloaded(x, name, Nil, args.toList)

  /** A quote with definitions of its own (a function, the name of an exception), moved to where the code is built. */
  def placed(t: Term): Term = t.changeOwner(owner)

  /** A val for `rhs`, then the body. */
  def let(name: String, rhs: Term, t: TypeRepr)(body: Term => Term): Term =
    val sym = Symbol.newVal(owner, name, t, Flags.EmptyFlags, Symbol.noSymbol)
    val rest = body(Ref(sym))
    Block(List(ValDef(sym, Some(rhs.changeOwner(sym)))), rest)

  /** A variable: its symbol and definition. */
  def variable(name: String, rhs: Term, t: TypeRepr): (Symbol, Statement) =
    val sym = Symbol.newVal(owner, name, t, Flags.Mutable, Symbol.noSymbol)
    (sym, ValDef(sym, Some(rhs.changeOwner(sym))))

  def set(v: Symbol, rhs: Term): Term = Assign(Ref(v), rhs)

  def seq(stats: List[Statement], last: Term): Term =
    if stats.isEmpty then last else Block(stats, last)

  def doAll(stats: List[Statement]): Term = stats match
    case Nil           => unit
    case List(t: Term) => t
    case _ =>
      stats.last match
        case t: Term => Block(stats.init, t)
        case _       => Block(stats, unit)

  def when(cond: Term)(thenDo: Term): Term = If(cond, thenDo, unit)

  def not(c: Term): Term = Select.unique(c, "unary_!")
  def and(a: Term, b: Term): Term = call2(a, "&&", b)
  def or(a: Term, b: Term): Term = call2(a, "||", b)
  private def call2(a: Term, op: String, b: Term): Term = Apply(Select(a, TypeRepr.of[Boolean].typeSymbol.methodMember(op).head), List(b))

  def isNull(x: Term): Term =
    '{ ${ cast(x, TypeRepr.of[AnyRef]).asExprOf[AnyRef] } eq null }.asTerm

  def nullOf(t: TypeRepr): Term = cast(Literal(NullConstant()), t)

  /** What a variable of this type holds before it is set. */
  def zero(t: TypeRepr): Term =
    val w = t.dealias.widen
    val constant = t.dealias match
      case ConstantType(c) => Some(Literal(c))
      case _               => None
    if constant.nonEmpty then constant.get
    else if w =:= TypeRepr.of[Int] then int(0)
    else if w =:= TypeRepr.of[Long] then long(0)
    else if w =:= TypeRepr.of[Boolean] then bool(false)
    else if w =:= TypeRepr.of[Double] then Literal(DoubleConstant(0))
    else if w =:= TypeRepr.of[Float] then Literal(FloatConstant(0))
    else if w =:= TypeRepr.of[Byte] then Literal(ByteConstant(0))
    else if w =:= TypeRepr.of[Short] then Literal(ShortConstant(0))
    else if w =:= TypeRepr.of[Char] then Literal(CharConstant(0))
    else nullOf(t)

  def isPrimitive(t: TypeRepr): Boolean = t <:< TypeRepr.of[AnyVal] && defn(t.widen.dealias.typeSymbol)

  private def defn(s: Symbol): Boolean = Context.primitives(s.fullName)

private[scalajack] object Context:
  val primitives: Set[String] =
    Set("Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Char", "Unit").map("scala." + _)
