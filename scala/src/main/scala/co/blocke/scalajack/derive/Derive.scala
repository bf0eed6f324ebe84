package co.blocke.scalajack
package derive

import json.{JsonCodec, JsonSettings}
import json.reading.JsonSource
import json.writing.JsonOutput
import scala.quoted.*

/** Entry of the derivation, called by the inline methods of ScalaJack: type and settings in, the code of a codec out.
  *
  * {{{
  * val table1 = ...                                     // what the codec needs besides its code, seldom anything
  * new DerivedCodec[T](settings) {
  *   def encodeValue(x, out) = { def writeT(x, out) = ...; out.beginValue(); writeT(x, out); out.endValue() }
  *   def decodeValue(in)     = { def readT(in) = ...; readT(in) }
  * }
  * }}}
  */
object Derive:
  def scalaJack[T: Type](cfg: Expr[SJConfig])(using Quotes): Expr[ScalaJack[T]] = shared[T](ConfigEval(cfg))

  def scalaJackDefault[T: Type](using Quotes): Expr[ScalaJack[T]] = shared[T](ConfigValues())

  /** Easy mode by import: an imported given hides that of the companion (`derives ScalaJack`, settings of its own), which is the nearer one. */
  def auto[T: Type](using Quotes): Expr[ScalaJack[T]] = ofCompanion[T].getOrElse(scalaJackDefault[T])

  private def ofCompanion[T: Type](using q: Quotes): Option[Expr[ScalaJack[T]]] =
    import q.reflect.*
    val owners = Iterator.iterate(Symbol.spliceOwner)(_.owner).takeWhile(s => !s.isNoSymbol).toSet
    def isStatic(s: Symbol): Boolean = s.flags.is(Flags.Package) || s.flags.is(Flags.Module) && isStatic(s.owner)
    val companion = TypeRepr.of[T].dealias.typeSymbol.companionModule
    if companion.isNoSymbol || !isStatic(companion) || owners(companion.moduleClass) then None
    else
      def isPublic(s: Symbol) = !s.flags.is(Flags.Private) && !s.flags.is(Flags.Protected) && s.privateWithin.isEmpty
      companion.moduleClass.declarations
        .find(s => s.flags.is(Flags.Given) && isPublic(s) && companion.termRef.memberType(s).widenByName <:< TypeRepr.of[ScalaJack[T]])
        .map(s => Ref(s).asExprOf[ScalaJack[T]])

  def codec[T: Type](using Quotes): Expr[JsonCodec[T]] = Derivation[T](ConfigValues())._1

  def schema[T: Type](cfg: Expr[SJConfig])(using Quotes): Expr[String] = Derivation.schema[T](ConfigEval(cfg))

  def schemaDefault[T: Type](using Quotes): Expr[String] = Derivation.schema[T](ConfigValues())

  /** One codec for each place in the program where it is made: the closure captures nothing, so the JVM makes one object of it, and that
    * object's class is the key. A codec that holds a local given or an outer instance is made anew each time.
    */
  private def shared[T: Type](cfg: ConfigValues)(using Quotes): Expr[ScalaJack[T]] =
    val (code, closed) = Derivation[T](cfg)
    if closed then '{ ScalaJack.shared[T](() => ScalaJack.of[T]($code)) } else '{ ScalaJack.of[T]($code) }

private[scalajack] object Derivation:
  /** The codec, and whether it depends on nothing but static definitions. */
  def apply[T: Type](cfg: ConfigValues)(using quotes: Quotes): (Expr[JsonCodec[T]], Boolean) =
    guarded[T, (Expr[JsonCodec[T]], Boolean)] {
      val main = new Derivation(cfg, quotes.reflect.TypeRepr.of[T])(using quotes)
      main.neighbour match
        case None => main.codec[T]
        case Some(codec) =>
          val derived =
            scala.util.Try(new Derivation(cfg, quotes.reflect.TypeRepr.of[T], main.headOf(codec))(using quotes).codec[T]).toOption
          main.beside[T](codec, derived)
    }

  def schema[T: Type](cfg: ConfigValues)(using quotes: Quotes): Expr[String] =
    guarded[T, Expr[String]](new Derivation(cfg, quotes.reflect.TypeRepr.of[T])(using quotes).schema)

  /** Whatever goes wrong in here is a compile error that names the type, never a crash of the macro. */
  private def guarded[T: Type, A](body: => A)(using quotes: Quotes): A =
    try body
    catch
      case e: scala.quoted.runtime.StopMacroExpansion => throw e
      case e: Refused                                 => quotes.reflect.report.errorAndAbort(e.getMessage)
      case e: (Exception | StackOverflowError | MatchError | AssertionError) =>
        quotes.reflect.report.errorAndAbort(
          s"ScalaJack: no codec for ${Type.show[T]}: ${e.getClass.getSimpleName} ${e.getMessage}".take(400)
        )

private[scalajack] final class Derivation(val cfg: ConfigValues, rootType: Any, leftOut: Any = null)(implicit val q: Quotes)
    extends SchemaGen, ReadColl:
  import q.reflect.*

  lazy val root: TypeRepr = rootType.asInstanceOf[TypeRepr]

  protected def isLeftOut(s: Symbol): Boolean = s == leftOut

  def codec[T: Type]: (Expr[JsonCodec[T]], Boolean) =
    val _ = greatestDepth // first of all: types without a codec are reported with the way to them
    val made = '{
      new support.DerivedCodec[T](${ settings }) {
        def encodeValue(x: T, out: JsonOutput): Unit = ${ encodeBody[T]('x, 'out) }
        def decodeValue(in: JsonSource): T = ${ decodeBody[T]('in) }
      }
    }
    val all = allTables
    val whole = if all.isEmpty then made else Block(all, made.asTerm).asExprOf[JsonCodec[T]]
    (whole, isClosed(whole.asTerm))

  /** The codec by a given that may be made of that codec: then the derived one is meant. */
  def beside[T: Type](neighbour: Any, derived: Option[(Expr[JsonCodec[T]], Boolean)]): (Expr[JsonCodec[T]], Boolean) =
    val (custom, customClosed) = codec[T]
    derived match
      case None => (custom, customClosed)
      case Some((code, closed)) =>
        val other = neighbour.asInstanceOf[Term].asExprOf[JsonCodec[T]]
        ('{ new support.BesideGiven[T](() => $other, $custom, $code) }, closed && customClosed)

  def schema: Expr[String] =
    val _ = greatestDepth
    '{
      val out = JsonOutput()
      ${ schemaBody('out) }
      out.result
    }

  private def schemaBody(out: Expr[JsonOutput])(using inner: Quotes): Expr[Unit] =
    home = here
    owner = home
    roomUnknown()
    val stats = schemaText(out.asTerm.asInstanceOf[Term])
    Block(allTables ++ takeMethods() ++ stats, unit).asExprOf[Unit]

  private def here(using inner: Quotes): Symbol = inner.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]

  private def encodeBody[T: Type](x: Expr[T], out: Expr[JsonOutput])(using inner: Quotes): Expr[Unit] =
    home = here
    owner = home
    roomUnknown()
    val o = out.asTerm.asInstanceOf[Term]
    val body = write(root, x.asTerm.asInstanceOf[Term], o)
    val stats = List('{ $out.beginValue() }.asTerm, body, '{ $out.endValue() }.asTerm)
    Block(takeMethods() ++ stats.init, stats.last).asExprOf[Unit]

  private def decodeBody[T: Type](in: Expr[JsonSource])(using inner: Quotes): Expr[T] =
    home = here
    owner = home
    val body = cast(read(root, in.asTerm.asInstanceOf[Term]), TypeRepr.of[T])
    Block(takeMethods(), body).asExprOf[T]

  /** The part of the settings that the runtime looks at. */
  private def settings: Expr[JsonSettings] =
    val d = ConfigValues()
    val plain = cfg.maxDepth == d.maxDepth && cfg.maxDigits == d.maxDigits && cfg.maxSize == d.maxSize && !cfg.asciiOnly &&
      cfg.nonFinite == d.nonFinite && !cfg.suppressEscapes && !cfg.noNulls
    if plain then '{ JsonSettings.default }
    else
      '{
        JsonSettings(
          maxDepth = ${ Expr(cfg.maxDepth) },
          maxNumberDigits = ${ Expr(cfg.maxDigits) },
          maxCollectionSize = ${ Expr(cfg.maxSize) },
          escapeNonAscii = ${ Expr(cfg.asciiOnly) },
          nonFinite = ${ Expr(cfg.nonFinite.ordinal) },
          verbatim = ${ Expr(cfg.suppressEscapes) },
          rejectNulls = ${ Expr(cfg.noNulls) }
        )
      }

  /** Whether the code refers to nothing that differs from one evaluation to the next: no enclosing instance, no local value. */
  private def isClosed(code: Term): Boolean =
    var closed = true
    val own = scala.collection.mutable.Set.empty[Symbol]
    def isStatic(s: Symbol): Boolean =
      s.isNoSymbol || s.flags.is(Flags.Package) || {
        val o = s.owner
        if o.isClassDef then o.flags.is(Flags.Module) && isStatic(o) || o.flags.is(Flags.Package) || o.flags.is(Flags.JavaDefined)
        else false
      }
    val collect = new TreeTraverser:
      override def traverseTree(tree: Tree)(o: Symbol): Unit =
        tree match
          case d: Definition => own += d.symbol
          case _             => ()
        super.traverseTree(tree)(o)
    collect.traverseTree(code)(Symbol.spliceOwner)
    val check = new TreeTraverser:
      override def traverseTree(tree: Tree)(o: Symbol): Unit =
        tree match
          case t: This =>
            if !own(t.symbol) && !isStatic(
                t.symbol
              ) && !t.symbol.flags.is(Flags.Package) && !(t.symbol.flags.is(Flags.Module) && isStatic(t.symbol))
            then closed = false
          case i: Ident if i.symbol.isTerm =>
            if !own(i.symbol) && !isStatic(i.symbol) && !i.symbol.owner.isClassDef && !own(i.symbol.owner) then closed = false
          case n: New => if !isStatic(n.tpt.tpe.typeSymbol) && !own(n.tpt.tpe.typeSymbol) then closed = false
          case _      => ()
        super.traverseTree(tree)(o)
    check.traverseTree(code)(Symbol.spliceOwner)
    closed

/** The generated code as text: to see what a codec does, and for the snapshots of the tests. */
object Generated:
  inline def code[T]: String = ${ text[T] }

  inline def code[T](inline cfg: SJConfig): String = ${ textWith[T]('cfg) }

  private def text[T: Type](using Quotes): Expr[String] = show(Derivation[T](ConfigValues())._1)

  private def textWith[T: Type](cfg: Expr[SJConfig])(using Quotes): Expr[String] = show(Derivation[T](ConfigEval(cfg))._1)

  private def show[T](code: Expr[JsonCodec[T]])(using q: Quotes): Expr[String] =
    import q.reflect.*
    Expr(code.asTerm.show(using Printer.TreeShortCode))
