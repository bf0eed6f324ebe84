package co.blocke.scalajack
package derive

import scala.collection.mutable
import scala.quoted.*

/** Models to JSON Schema 2020-12: the text is put together by the compiler; only default values are written when it runs, by the writing code
  * of their own types. Classes and sealed types stand in `$defs`, so recursion is no special case; the root refers to its own definition.
  */
private[scalajack] trait SchemaGen extends WriteColl:
  import q.reflect.*

  /** Text, or a default value to be written. */
  private enum Piece:
    case Text(s: String)
    case Value(t: TypeRepr, x: Term)
  import Piece.*

  private type Pieces = List[Piece]

  /** Keywords of a schema in their order. */
  private type Keywords = List[(String, Pieces)]
  private def t(s: String): Pieces = List(Text(s))
  private def quote(s: String): String =
    s.flatMap {
      case '"'          => "\\\""
      case '\\'         => "\\\\"
      case c if c < ' ' => "\\u%04x".format(c.toInt)
      case c            => c.toString
    }.mkString("\"", "", "\"")

  private val defs = mutable.LinkedHashMap.empty[String, Pieces]
  private val names = mutable.ListBuffer.empty[(TypeRepr, String)]

  private def obj(members: Keywords): Pieces =
    t("{") ++ members.zipWithIndex.flatMap { case ((k, v), i) => t((if i > 0 then "," else "") + quote(k) + ":") ++ v } ++ t("}")

  private def arr(items: List[Pieces]): Pieces =
    t("[") ++ items.zipWithIndex.flatMap((v, i) => t(if i > 0 then "," else "") ++ v) ++ t("]")

  private def typed(name: String, more: (String, Pieces)*): Keywords = ("type" -> t(quote(name))) :: more.toList

  private def any(of: List[TypeRepr]): Keywords = List("anyOf" -> arr(of.map(nested)))

  /** A schema inside of another. */
  private def nested(u: TypeRepr): Pieces = obj(schema(u))

  /** The whole schema as an expression of type String. */
  def schemaText(out: Term): List[Statement] =
    val body = schema(root) // first, for it fills the definitions
    val all = obj(
      ("$schema" -> t(quote("https://json-schema.org/draft/2020-12/schema"))) ::
        (if body.isEmpty then List("title" -> t(quote(shortName(root)))) else body) :::
        (if defs.isEmpty then Nil else List("$defs" -> obj(defs.toList)))
    )
    merge(all).map {
      case Text(s)     => '{ ${ dst(out) }.putRaw(${ Expr(s) }) }.asTerm
      case Value(u, x) => write(u, x, out)
    }

  private def merge(p: Pieces): Pieces = p.foldRight(List.empty[Piece]) {
    case (Text(a), Text(b) :: rest) => Text(a + b) :: rest
    case (x, rest)                  => x :: rest
  }

  private def schema(u: TypeRepr): Keywords = modelOf(u) match
    case s: ScalarModel  => scalar(s.scalar)
    case o: OptionModel  => if cfg.noneAsNull then List("anyOf" -> arr(List(nested(o.elem), obj(typed("null"))))) else schema(o.elem)
    case e: EitherModel  => any(List(e.right, e.left))
    case m: TryModel     => schema(m.elem)
    case m: UnionModel   => any(m.sides)
    case a: ArrayModel   => array(a.elem, isSet = false)
    case s: SeqModel     => array(s.elem, s.isSet)
    case s: JavaSeqModel => array(s.elem, s.isSet)
    case m: MapModel     => typed("object", "additionalProperties" -> nested(m.value))
    case m: JavaMapModel => typed("object", "additionalProperties" -> nested(m.value))
    case m: TupleModel =>
      typed(
        "array",
        "prefixItems" -> arr(m.elems.map(nested)),
        "items" -> t("false"),
        "minItems" -> t(m.elems.length.toString),
        "maxItems" -> t(m.elems.length.toString)
      )
    case p: ProductModel => reference(p.tpe)(product(p, None))
    case b: BeanModel    => reference(b.tpe)(typed("object", "properties" -> obj(b.properties.map(a => a.json -> nested(a.tpe)))))
    case s: SumModel     => reference(s.tpe)(sum(s))
    case e: EnumModel    => enumeration(e)
    case w: WrapModel    => schema(w.under)
    case l: LiteralModel =>
      List("const" -> t(l.value match
        case StringConstant(s) => quote(s)
        case other             => String.valueOf(other.value)))
    case _: NullModel => typed("null")
    case _            => Nil

  private def array(elem: TypeRepr, isSet: Boolean): Keywords =
    typed("array", ("items" -> nested(elem)) :: (if isSet then List("uniqueItems" -> t("true")) else Nil)*)

  private def scalar(s: Scalar): Keywords =
    def format(name: String) = typed("string", "format" -> t(quote(name)))
    if cfg.longsAsStrings && Methods.stringifiable(s) then typed("string")
    else
      s match
        case Scalar.Boolean | Scalar.JBoolean   => typed("boolean")
        case Scalar.Byte | Scalar.JByte         => typed("integer", "minimum" -> t("-128"), "maximum" -> t("127"))
        case Scalar.Short | Scalar.JShort       => typed("integer", "minimum" -> t("-32768"), "maximum" -> t("32767"))
        case Scalar.Int | Scalar.JInteger       => typed("integer", "format" -> t("\"int32\""))
        case Scalar.Long | Scalar.JLong         => typed("integer", "format" -> t("\"int64\""))
        case Scalar.BigInt | Scalar.JBigInteger => typed("integer")
        case Scalar.Float | Scalar.JFloat | Scalar.Double | Scalar.JDouble | Scalar.BigDecimal | Scalar.JBigDecimal | Scalar.JNumber =>
          typed("number")
        case Scalar.Char | Scalar.JCharacter        => typed("string", "minLength" -> t("1"), "maxLength" -> t("1"))
        case Scalar.UUID                            => format("uuid")
        case Scalar.URL | Scalar.URI                => format("uri")
        case Scalar.Duration | Scalar.Period        => format("duration")
        case Scalar.LocalDate                       => format("date")
        case Scalar.Instant | Scalar.OffsetDateTime => format("date-time")
        case Scalar.OffsetTime                      => format("time")
        case _                                      => typed("string")

  /** A `$ref` to the definition of a class, made when first met. */
  private def reference(u: TypeRepr)(make: => Keywords): Keywords =
    val name = names.find(n => sameType(n._1, u)).map(_._2).getOrElse {
      val base = simpleName(u.typeSymbol)
      val taken = names.count((_, n) => n == base || n.startsWith(base + "_"))
      val fresh = if taken == 0 then base else s"${base}_${taken + 1}"
      names += u -> fresh
      defs(fresh) = Nil // keeps its place before what it holds
      defs(fresh) = obj(make)
      fresh
    }
    List("$ref" -> t(quote("#/$defs/" + name)))

  private def note(all: List[Term], key: String): Option[String] =
    all.find(_.tpe.typeSymbol.fullName == "co.blocke.scalajack.json.schema." + key).flatMap(annotationTexts(_).headOption)

  /** Keywords of a type or parameter: numbers, booleans and JSON as they are, the rest as text. */
  private def keywords(all: List[Term], keys: List[(String, Boolean)]): Keywords =
    for
      (key, raw) <- keys
      text <- note(all, key)
    yield key -> t(if raw then text else quote(text))

  private val ofParameters = List(
    "description" -> false,
    "format" -> false,
    "pattern" -> false,
    "minimum" -> true,
    "maximum" -> true,
    "exclusiveMinimum" -> true,
    "exclusiveMaximum" -> true,
    "multipleOf" -> true,
    "minLength" -> true,
    "maxLength" -> true,
    "minItems" -> true,
    "maxItems" -> true,
    "uniqueItems" -> true,
    "items" -> true
  )

  private def ofType(u: TypeRepr): Keywords =
    val notes = u.typeSymbol.annotations
    note(notes, "id").map(s => "$id" -> t(quote(s))).toList ++ keywords(notes, List("title" -> false, "additionalProperties" -> true))

  private def product(p: ProductModel, hint: Option[String]): Keywords =
    val active = p.fields.filterNot(_.ignored)
    val required = hint.map(_ => cfg.hintLabel).toList ++
      active.filter(f => f.default.isEmpty && !hasAbsent(f.tpe) && !cfg.skipEmpty).map(_.json)
    val hinted = hint.map(h => cfg.hintLabel -> obj(List("const" -> t(quote(h))))).toList
    val properties = hinted ++ active.map(f => f.json -> within(f.name)(property(f))) ++ p.extra.map(a => a.json -> nested(a.tpe))
    val own = ofType(p.tpe)
    val closed =
      if cfg.rejectUnknown && !own.exists(_._1 == "additionalProperties") then List("additionalProperties" -> t("false")) else Nil
    typed(
      "object",
      (own ++ List("properties" -> obj(properties)) ++
        (if required.isEmpty then Nil else List("required" -> arr(required.map(r => t(quote(r)))))) ++ closed)*
    )

  /** A keyword of an annotation replaces that of the type. */
  private def property(f: Field): Pieces =
    val own = if f.stringified then typed("string") else schema(f.tpe)
    val notes = keywords(f.annotations, ofParameters) ++ f.default.map(d => "default" -> List(Value(f.tpe, d))).toList
    val replaced = notes.map(_._1).toSet
    obj(own.filterNot(k => replaced(k._1)) ++ notes)

  private def sum(m: SumModel): Keywords =
    val leaves = m.leaves.map { l =>
      (l.value, l.product) match
        case (Some(_), _) => List("const" -> t(quote(l.name)))
        case (_, Some(p)) if cfg.hintStyle == TypeHintStyle.WRAPPED =>
          typed(
            "object",
            "properties" -> obj(List(l.hint -> nested(p.tpe))),
            "required" -> t(s"[${quote(l.hint)}]"),
            "additionalProperties" -> t("false")
          )
        case (_, Some(p)) => if l.needsHint then product(p, Some(l.hint)) else schema(p.tpe)
        case _            => Nil
    }
    ofType(m.tpe) ++ List("oneOf" -> arr(leaves.map(obj)))

  private def enumeration(e: EnumModel): Keywords =
    val values = e.kind match
      case EnumKind.Java(cls) => cls.companionModule.declaredFields.filter(_.flags.is(Flags.Enum)).map(_.name)
      case _                  => e.values.map(_._1)
    if values.isEmpty then typed("string") else List("enum" -> arr(values.map(v => t(quote(v)))))
