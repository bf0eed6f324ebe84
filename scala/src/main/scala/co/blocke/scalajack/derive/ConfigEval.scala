package co.blocke.scalajack
package derive

/** The configuration at compile time: the tree of the `inline` argument is a chain of calls on SJConfig; each is run here, by the very method
  * the program names, on the constants it gives.
  */
private[scalajack] object ConfigEval:
  import scala.quoted.*

  def apply(cfg: Expr[SJConfig])(using q: Quotes): ConfigValues =
    import q.reflect.*

    def notConstant(t: Term): Nothing =
      report.errorAndAbort(
        "ScalaJack: the configuration must be a chain of SJConfig methods with constants, written at the call or as inline def: " +
          t.show.take(100),
        t.pos
      )

    def strip(t: Term): Term = t match
      case Inlined(_, Nil, u) => strip(u)
      case Inlined(_, _, u)   => strip(u)
      case Typed(u, _)        => strip(u)
      case Block(Nil, u)      => strip(u)
      case NamedArg(_, u)     => strip(u)
      case Apply(u, Nil)      => strip(u)
      case other              => other

    def text(t: Term): String = strip(t) match
      case Literal(StringConstant(s)) => s
      case other =>
        other.tpe.widenTermRefByName.dealias match
          case ConstantType(StringConstant(s)) => s
          case _                               => notConstant(t)

    def number(t: Term): Int = strip(t) match
      case Literal(IntConstant(n)) => n
      case Select(u, "unary_-")    => -number(u)
      case other =>
        other.tpe.widenTermRefByName.dealias match
          case ConstantType(IntConstant(n)) => n
          case _ =>
            if other.symbol.fullName == "scala.Int.MaxValue" then Int.MaxValue else notConstant(t)

    def texts(t: Term): List[String] = strip(t) match
      case Apply(f, args) =>
        args.flatMap(a =>
          strip(a) match
            case Repeated(items, _) => items.map(text)
            case other              => texts(other)
        )
      case i if i.symbol.fullName.endsWith(".Nil") => Nil
      case TypeApply(Select(_, "empty"), _)        => Nil
      case _                                       => notConstant(t)

    /** The case of one of our enums by its name. */
    def choice[A](t: Term, values: Array[A]): A =
      val name = strip(t).symbol.name
      values.find(_.toString == name).getOrElse(notConstant(t))

    def isOurs(i: Ident): Boolean = i.symbol.owner.fullName == "co.blocke.scalajack.SJConfig"

    def eval(t: Term): SJConfig = strip(t) match
      case x if x.symbol.fullName == "co.blocke.scalajack.SJConfig" => SJConfig
      case Select(on, name)                                         => plain(eval(on), name, t)
      case Apply(Select(on, name), List(arg))                       => withArg(eval(on), name, arg, t)
      // after `import SJConfig.*`
      case i: Ident if isOurs(i)                   => plain(SJConfig, i.name, t)
      case Apply(i: Ident, List(arg)) if isOurs(i) => withArg(SJConfig, i.name, arg, t)
      case _                                       => notConstant(t)

    def plain(c: SJConfig, name: String, t: Term): SJConfig = name match
      case "withNoneAsNull"            => c.withNoneAsNull
      case "preferTypeHints"           => c.preferTypeHints
      case "writeNonConstructorFields" => c.writeNonConstructorFields
      case "suppressEscapedStrings"    => c.suppressEscapedStrings
      case "rejectUnknownFields"       => c.rejectUnknownFields
      case "omitDefaults"              => c.omitDefaults
      case "omitEmpty"                 => c.omitEmpty
      case "rejectNulls"               => c.rejectNulls
      case "escapeNonAscii"            => c.escapeNonAscii
      case "stringifyLongs"            => c.stringifyLongs
      case _                           => notConstant(t)

    def withArg(c: SJConfig, name: String, arg: Term, t: Term): SJConfig = name match
      case "withTryFailureHandling" => c.withTryFailureHandling(choice(arg, TryPolicy.values))
      case "withEitherLeftHandling" => c.withEitherLeftHandling(choice(arg, EitherLeftPolicy.values))
      case "withTypeHintLabel"      => c.withTypeHintLabel(text(arg))
      case "withTypeHintPolicy"     => c.withTypeHintPolicy(choice(arg, TypeHintPolicy.values))
      case "withEnumsAsIds"         => c.withEnumsAsIds(texts(arg))
      case "withFieldNames"         => c.withFieldNames(choice(arg, NameMapper.values))
      case "withTypeHintNames"      => c.withTypeHintNames(choice(arg, NameMapper.values))
      case "withTypeHintStyle"      => c.withTypeHintStyle(choice(arg, TypeHintStyle.values))
      case "withDuplicateKeys"      => c.withDuplicateKeys(choice(arg, DuplicateKeyPolicy.values))
      case "withNonFinite"          => c.withNonFinite(choice(arg, NonFinitePolicy.values))
      case "withMaxDepth"           => c.withMaxDepth(number(arg))
      case "withMaxNumberDigits"    => c.withMaxNumberDigits(number(arg))
      case "withMaxCollectionSize"  => c.withMaxCollectionSize(number(arg))
      case _                        => notConstant(t)

    eval(cfg.asTerm).v
