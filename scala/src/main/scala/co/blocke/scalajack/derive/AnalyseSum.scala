package co.blocke.scalajack
package derive

/** Enums of the three kinds and sealed hierarchies: their leaves with type arguments, hints and fingerprints (contract 4.2, 4.3). */
private[scalajack] trait AnalyseSum extends AnalyseClass:
  import q.reflect.*

  // ---- enums

  def enumOf(t: TypeRepr): Option[EnumModel] =
    val sym = t.typeSymbol
    if isA(t, "scala.Enumeration.Value") || sym.fullName == "scala.Enumeration.Value" then Some(enumeration(t))
    else if isA(t, "java.lang.Enum") && sym.flags.is(Flags.JavaDefined) then Some(EnumModel(t, Nil, EnumKind.Java(sym)))
    else if sym.flags.is(Flags.Enum) && sym.flags.is(Flags.Sealed) && sym.children.nonEmpty && sym.children.forall(_.isTerm) then
      Some(
        EnumModel(
          t,
          sym.children.map(c => simpleName(c) -> Ref.term(termNear(t, c))),
          EnumKind.Scala3(Ref.term(termNear(t, sym.companionModule)))
        )
      )
    else None

  private def enumeration(t: TypeRepr): EnumModel = t match
    case TypeRef(pre: TermRef, _) => EnumModel(t, Nil, EnumKind.Enumeration(Ref.term(pre)))
    case TypeRef(pre: ThisType, _) =>
      EnumModel(t, Nil, EnumKind.Enumeration(Ref(pre.tref.typeSymbol.companionModule)))
    case _ => unknownClass(t)

  // ---- sealed hierarchies

  /** All leaves of the tree in the order of definition: the type (type arguments found from those of the parent), and the object if it is one. */
  private def leavesOf(t: TypeRepr): List[(TypeRepr, String, Option[Term])] =
    val sym = t.typeSymbol
    sym.children.flatMap { child =>
      // anonymous classes among the leaves are listed as a child of that name, or as the class itself
      if child.name == "<local child>" || child == sym then localLeaf(t)
      if child.isTerm then
        val value = termNear(t, child)
        List((value, simpleName(child), Some(Ref.term(value))))
      else if child.flags.is(Flags.Module) then
        val module = termNear(t, child.companionModule)
        List((module, simpleName(child), Some(Ref.term(module))))
      else
        childType(t, child) match
          case None => Nil // no value of it can have this type
          case Some(c) =>
            val inner = child.flags.is(Flags.Sealed) && (child.flags.is(Flags.Trait) || child.flags.is(Flags.Abstract))
            val concreteParent = child.flags.is(Flags.Sealed) && !child.flags.is(Flags.Trait) && !child.flags.is(Flags.Abstract) &&
              child.children.nonEmpty && !child.flags.is(Flags.Case)
            if inner then leavesOf(c)
            else if concreteParent then (c, simpleName(child), None) :: leavesOf(c)
            else if child.flags.is(Flags.Trait) || child.flags.is(Flags.Abstract) then within(simpleName(child))(notSealed(c))
            else List((c, simpleName(child), None))
    }.distinctBy(l => l._2 -> l._1.typeSymbol.fullName -> l._1.termSymbol.fullName)

  /** The child with the type arguments that make it a subtype of `t`. */
  private def childType(t: TypeRepr, child: Symbol): Option[TypeRepr] =
    val params = child.typeMembers.filter(m => m.isTypeParam && m.owner == child)
    if params.isEmpty then
      val c = typeNear(t, child)
      val fits = t.typeArgs.isEmpty || possible(c.baseType(t.typeSymbol), t)
      if fits then Some(c) else None
    else
      val open = typeNear(t, child).appliedTo(params.map(_.typeRef))
      val found = scala.collection.mutable.Map.empty[Symbol, TypeRepr]
      open.baseType(t.typeSymbol) match
        case AppliedType(_, args) => args.zip(t.typeArgs).foreach((a, b) => bind(a, unbound(b), params, found))
        case _                    => ()
      val actual = params.map { p =>
        found.getOrElse(
          p,
          p.tree match
            case TypeDef(_, b: TypeBoundsTree) => b.hi.tpe
            case _                             => TypeRepr.of[Any]
        )
      }
      Some(typeNear(t, child).appliedTo(actual))

  private def bind(formal: TypeRepr, actual: TypeRepr, params: List[Symbol], found: scala.collection.mutable.Map[Symbol, TypeRepr]): Unit =
    (formal.dealias, actual.dealias) match
      case (f, a) if params.contains(f.typeSymbol) && f.typeArgs.isEmpty => found.getOrElseUpdate(f.typeSymbol, a)
      case (AppliedType(_, fs), AppliedType(_, as)) if fs.length == as.length =>
        fs.zip(as).foreach((f, a) => bind(f, unbound(a), params, found))
      case _ => ()

  /** Whether a leaf without parameters can have the type arguments asked for. */
  private def possible(base: TypeRepr, t: TypeRepr): Boolean = base <:< t || t.typeArgs.exists(_.typeSymbol.isTypeParam)

  def sealedModel(t: TypeRepr): Model =
    val sym = t.typeSymbol
    val leaves =
      if sym.flags.is(Flags.Module) || t.isSingleton then
        val module = if t.isSingleton then t.termSymbol else sym.companionModule
        if module.isNoSymbol || module.flags.is(Flags.Package) then unknownClass(t)
        val value = if t.isSingleton then t.asInstanceOf[TermRef] else termNear(t, module)
        List((value, simpleName(module), Some(Ref.term(value))))
      else leavesOf(t)
    if leaves.isEmpty then noLeaves(t)
    if leaves.forall(_._3.nonEmpty) then
      val names = leaves.map(_._2)
      names.diff(names.distinct).headOption.foreach(sameHint(t, _))
      EnumModel(t, leaves.map(l => l._2 -> l._3.get), EnumKind.Objects)
    else sum(t, leaves)

  private def hintOf(tpe: TypeRepr, name: String): String =
    val annotated =
      if cfg.hintPolicy == TypeHintPolicy.USE_ANNOTATION then
        val sym = if tpe.typeSymbol.flags.is(Flags.Enum) && tpe.isSingleton then tpe.termSymbol else tpe.typeSymbol
        sym.annotations.find(_.tpe.typeSymbol.fullName == "co.blocke.scalajack.TypeHint").flatMap(annotationTexts(_).headOption)
      else None
    annotated.getOrElse(cfg.hintNames(name))

  private def sum(t: TypeRepr, found: List[(TypeRepr, String, Option[Term])]): Model =
    val products = found.map { (tpe, name, value) =>
      if value.nonEmpty then None
      else
        within(name)(modelOf(tpe)) match
          case p: ProductModel                                                             => Some(p)
          case _: CustomModel if cfg.preferHints || cfg.hintStyle == TypeHintStyle.WRAPPED => None
          case _: CustomModel                                                              => customLeaf(tpe)
          case w: WrapModel                                                                =>
            // a value class among the leaves keeps its fields: its bare value could not carry a hint
            Some(productModel(w.tpe))
          case _ => unknownClass(tpe)
    }
    val optional = products.flatten.flatMap(_.fields).filter(f => isOptional(f.tpe)).map(_.json).toSet
    def fingerprint(p: ProductModel) = p.fields.filterNot(_.ignored).map(_.json).filterNot(optional).sorted
    val prints = products.flatten.map(fingerprint)
    val leaves = found.zip(products).map { case ((tpe, name, value), p) =>
      val forced = cfg.preferHints || cfg.hintStyle == TypeHintStyle.WRAPPED
      val needs = forced || p.forall(m => prints.count(_ == fingerprint(m)) > 1)
      Leaf(tpe, name, hintOf(tpe, name), value, needs && value.isEmpty, p)
    }
    val hints = leaves.map(_.hint)
    hints.diff(hints.distinct).headOption.foreach(sameHint(t, _))
    if cfg.hintPolicy == TypeHintPolicy.SCRAMBLE_CLASSNAME then
      val digits = hints.map(h => support.Scramble.digits(h))
      hints.zip(digits).find((_, d) => digits.count(_ == d) > 1).foreach((h, _) => sameHint(t, h))
    leaves.foreach(_.product.foreach { p =>
      if p.fields.exists(f => !f.ignored && f.names.contains(cfg.hintLabel)) && cfg.hintStyle == TypeHintStyle.FLAT then
        hintIsField(p.tpe, cfg.hintLabel)
    })
    SumModel(t, leaves)

  /** Option or Optional, also behind aliases and wrappers. */
  def isOptional(t: TypeRepr): Boolean =
    // by the symbol, without a model: this is asked while models of recursive hierarchies are being made
    val p = plain(t)
    val name = p.typeSymbol.fullName
    name == "scala.Option" || name == "scala.Some" || name == "java.util.Optional" ||
    (p.typeSymbol.flags.is(Flags.Opaque) || p <:< TypeRepr.of[AnyVal] && !isPrimitive(p)) && (modelOf(p) match
      case w: WrapModel => isOptional(w.under)
      case _            => false)
