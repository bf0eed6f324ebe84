package co.blocke.scalajack
package derive

/** Classes: constructor fields with their labels, aliases and defaults, properties beside the constructor, Java beans. */
private[scalajack] trait AnalyseClass extends Analyse:
  import q.reflect.*

  // ---- annotations

  private val ignoreNames = Set("co.blocke.scala_reflection.Ignore", "co.blocke.scalajack.Ignore")

  private def annotation(all: List[Term], name: String): Option[Term] = all.find(_.tpe.typeSymbol.fullName == name)

  private def isIgnored(all: List[Term]): Boolean = all.exists(a => ignoreNames(a.tpe.typeSymbol.fullName))

  /** The constant strings an annotation was given. */
  def annotationTexts(a: Term): List[String] =
    def text(x: Term): List[String] = x match
      case Literal(StringConstant(s)) => List(s)
      case NamedArg(_, y)             => text(y)
      case Typed(y, _)                => text(y)
      case Repeated(ys, _)            => ys.flatMap(text)
      case Inlined(_, _, y)           => text(y)
      case other =>
        other.tpe.widenTermRefByName match
          case ConstantType(StringConstant(s)) => List(s)
          case _ =>
            other.tpe match
              case ConstantType(StringConstant(s)) => List(s)
              case _                               => notAnnotationText(a.tpe.typeSymbol.name)
    a match
      case Apply(_, args) => args.flatMap(text)
      case _              => Nil

  private def jsonName(name: String, all: List[Term]): String =
    annotation(all, "co.blocke.scalajack.jsLabel").flatMap(a => annotationTexts(a).headOption).getOrElse(cfg.fieldNames(name))

  // ---- constructor fields

  def productModel(t: TypeRepr): ProductModel =
    val cls = t.typeSymbol
    val ctor = cls.primaryConstructor
    if ctor.isNoSymbol then unknownClass(t)
    if !isReachable(ctor) then privateConstructor(t)
    val params = ctor.paramSymss.filterNot(_.exists(_.isType)) match
      case Nil       => Nil
      case List(one) => one
      case _         => severalLists(t)
    val isCase = cls.flags.is(Flags.Case)
    val fields = params.zipWithIndex.map((p, i) => field(t, cls, ctor, p, i, isCase))
    val active = fields.filterNot(_.ignored)
    val extra =
      if cfg.nonConstructorFields && !isCase then accessors(t, cls, fields.map(_.name).toSet) else Nil
    val names = active.flatMap(f => f.names.map(n => n -> f.name)) ++ extra.map(a => a.json -> a.name)
    names.groupBy(_._1).foreach { (json, fs) => if fs.length > 1 then sameName(t, json, fs(0)._2, fs(1)._2) }
    if !isCase && fields.isEmpty && extra.isEmpty && !cls.flags.is(Flags.Case) && cls.fullName.startsWith("java.") then unknownClass(t)
    ProductModel(t, fields, extra, args => build(t, ctor, args), isCase)

  private def field(t: TypeRepr, cls: Symbol, ctor: Symbol, p: Symbol, i: Int, isCase: Boolean): Field =
    val getter = cls.fieldMember(p.name)
    val readable = !getter.isNoSymbol && !getter.flags.is(Flags.Private) && !getter.flags.is(Flags.PrivateLocal) &&
      !getter.flags.is(Flags.Protected) && getter.privateWithin.isEmpty
    val notes = p.annotations ++ (if getter.isNoSymbol then Nil else getter.annotations)
    val ignored = isIgnored(notes)
    val isPrivate = !readable && !getter.isNoSymbol && !getter.flags.is(Flags.PrivateLocal)
    if !readable && !ignored && !isCase then if isPrivate then privateValue(t, p.name) else notVal(t, p.name)
    val tpe = paramType(t, ctor, i)
    val default = defaultOf(t, cls, i)
    if ignored && default.isEmpty then ignoredWithoutDefault(t, p.name)
    val aliases = notes.filter(_.tpe.typeSymbol.fullName == "co.blocke.scalajack.jsAlias").flatMap(annotationTexts).distinct
    val stringified = annotation(notes, "co.blocke.scalajack.jsStringified").nonEmpty
    val json = jsonName(p.name, notes)
    // private fields of a case class are elements of the product
    def get(x: Term): Term =
      if readable then Select(x, getter)
      else cast('{ ${ cast(x, TypeRepr.of[Product]).asExprOf[Product] }.productElement(${ scala.quoted.Expr(i) }) }.asTerm, tpe)
    Field(i, p.name, json, aliases.filterNot(_ == json), tpe, get, default, stringified, ignored, notes)

  /** Type of the i-th parameter with the type arguments put in. */
  private def paramType(t: TypeRepr, ctor: Symbol, i: Int): TypeRepr =
    t.memberType(ctor) match
      case PolyType(_, _, m: MethodType) =>
        t.memberType(ctor).asInstanceOf[PolyType].appliedTo(t.typeArgs.map(unbound)) match
          case m: MethodType => plainParam(m.paramTypes(i))
          case _             => plainParam(m.paramTypes(i))
      case m: MethodType => plainParam(m.paramTypes(i))
      case _             => unknownClass(t)

  private def plainParam(t: TypeRepr): TypeRepr = t match
    case ByNameType(u)       => u
    case AnnotatedType(u, _) => plainParam(u)
    case r if isRepeated(r)  => TypeRepr.of[Seq].appliedTo(r.typeArgs)
    case other               => other

  private def isRepeated(t: TypeRepr): Boolean = t.typeSymbol == defn.RepeatedParamClass

  /** The constructor called with one argument for each field; `names: String*` takes the whole sequence. */
  private def build(t: TypeRepr, ctor: Symbol, args: List[Term]): Term =
    val repeated = t.memberType(ctor) match
      case p: PolyType   => p.resType
      case m: MethodType => m
    val last = repeated match
      case m: MethodType => m.paramTypes.lastOption.exists(isRepeated)
      case _             => false
    if !last then construct(t, args)
    else
      val elem = argsOf(args.last.tpe.widen, "scala.collection.immutable.Seq").head
      construct(t, args.init :+ Typed(args.last, Inferred(defn.RepeatedParamClass.typeRef.appliedTo(elem))))

  /** The default of the i-th parameter as an expression, evaluated anew at each use. */
  private def defaultOf(t: TypeRepr, cls: Symbol, i: Int): Option[Term] =
    val companion = cls.companionModule
    if companion.isNoSymbol then None
    else
      val name = "$lessinit$greater$default$" + (i + 1)
      companion.moduleClass.methodMember(name).headOption.map { m =>
        val fun = Select(Ref.term(termNear(t, companion)), m)
        if m.paramSymss.exists(_.exists(_.isType)) then TypeApply(fun, t.typeArgs.map(a => Inferred(a))) else fun
      }

  // ---- fields beside the constructor

  private def isPublic(s: Symbol): Boolean =
    !s.flags.is(Flags.Private) && !s.flags.is(Flags.PrivateLocal) && !s.flags.is(Flags.Protected) && s.privateWithin.isEmpty

  /** Public vars and pairs `x`, `x_=`, declared and inherited. */
  private def accessors(t: TypeRepr, cls: Symbol, taken: Set[String]): List[Accessor] =
    val methods = cls.methodMembers.filter(m => isPublic(m) && !m.owner.fullName.startsWith("java.lang.Object"))
    val setters = methods.filter(m => m.name.endsWith("_=")).map(m => m.name.stripSuffix("_=") -> m).toMap
    val vars = cls.fieldMembers.filter(f => isPublic(f) && f.flags.is(Flags.Mutable) && !taken(f.name) && !isIgnored(f.annotations))
    val fromVars = vars.map { f =>
      val tpe = t.memberType(f).widenByName
      Accessor(f.name, jsonName(f.name, f.annotations), tpe, x => Select(x, f), (x, v) => Assign(Select(x, f), v))
    }
    val seen = taken ++ vars.map(_.name) ++ cls.fieldMembers.filter(f => isIgnored(f.annotations)).map(_.name)
    val getters = methods.filter(g => g.isDefDef && g.paramSymss.forall(_.isEmpty) && !seen(g.name) && setters.contains(g.name))
    val pairs = getters.flatMap { g =>
      val s = setters(g.name)
      if isIgnored(g.annotations ++ s.annotations) then None
      else
        val tpe = resultType(t.memberType(g))
        Some(
          Accessor(
            g.name,
            jsonName(g.name, g.annotations ++ s.annotations),
            tpe,
            x => if g.paramSymss.isEmpty then Select(x, g) else Apply(Select(x, g), Nil),
            (x, v) => Apply(Select(x, s), List(v))
          )
        )
    }
    (fromVars ++ pairs).distinctBy(_.name).sortBy(a => position(cls, a.name))

  private def position(cls: Symbol, name: String): Int =
    val all = (cls.fieldMembers ++ cls.methodMembers).filter(_.name == name)
    val own = all.flatMap(_.pos.map(_.start)).minOption.getOrElse(Int.MaxValue)
    own

  private def resultType(t: TypeRepr): TypeRepr = t match
    case m: MethodType => m.resType
    case ByNameType(u) => u
    case other         => other

  // ---- Java beans

  def beanModel(t: TypeRepr): Model =
    val cls = t.typeSymbol
    if cls.fullName.startsWith("java.") || cls.fullName.startsWith("javax.") then classOfJdk(t)
    val zero =
      cls.declarations.exists(s => s.isClassConstructor && isPublic(s) && s.paramSymss.filterNot(_.exists(_.isType)).flatten.isEmpty)
    if !zero then noZeroConstructor(t)
    val methods = cls.methodMembers.filter(m =>
      isPublic(m) && !m.flags.is(Flags.JavaStatic) && m.owner.fullName != "java.lang.Object" && m.owner.fullName != "scala.Any"
    )
    def property(name: String): String =
      if name.length > 1 && name.charAt(1).isUpper && name.charAt(0).isUpper then name else s"${name.charAt(0).toLower}${name.drop(1)}"
    def noArgs(m: Symbol): Boolean = m.paramSymss.flatten.isEmpty
    val getters = methods.filter(noArgs).flatMap { m =>
      if m.name.startsWith("get") && m.name.length > 3 then Some(property(m.name.drop(3)) -> m)
      else if m.name.startsWith("is") && m.name.length > 2 && resultType(t.memberType(m)).typeSymbol.name == "Boolean" then
        Some(property(m.name.drop(2)) -> m)
      else None
    }
    val setters = methods.filter(m => m.name.startsWith("set") && m.name.length > 3 && m.paramSymss.flatten.length == 1)
    val properties = getters.distinctBy(_._1).flatMap { (name, g) =>
      val tpe = resultType(t.memberType(g))
      setters
        .filter(s => property(s.name.drop(3)) == name)
        .find(s =>
          t.memberType(s) match
            case MethodType(_, List(p), _) => p =:= tpe
            case _                         => false
        )
        .filterNot(s => isIgnored(g.annotations ++ s.annotations))
        .map { s =>
          Accessor(
            name,
            jsonName(name, g.annotations ++ s.annotations),
            tpe,
            x => Apply(Select(x, g), Nil),
            (x, v) => Apply(Select(x, s), List(v))
          )
        }
    }
    if properties.isEmpty then noProperties(t)
    BeanModel(t, properties.sortBy(_.name))
