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

  private def obj(members: List[(String, Pieces)]): Pieces =
    t("{") ++ members.zipWithIndex.flatMap { case ((k, v), i) => t((if i > 0 then "," else "") + quote(k) + ":") ++ v } ++ t("}")

  private def arr(items: List[Pieces]): Pieces =
    t("[") ++ items.zipWithIndex.flatMap((v, i) => t(if i > 0 then "," else "") ++ v) ++ t("]")

  private def typed(name: String, more: (String, Pieces)*): Pieces = obj(("type" -> t(quote(name))) :: more.toList)

  /** The whole schema as an expression of type String. */
  def schemaText(out: Term): List[Statement] =
    val body = schema(root)
    val all = t("""{"$schema":"https://json-schema.org/draft/2020-12/schema",""") ++ inner(body) ++
      (if defs.isEmpty then Nil else t(",\"$defs\":") ++ obj(defs.toList)) ++ t("}")
    merge(all).map {
      case Text(s)     => '{ ${ dst(out) }.putRaw(${ Expr(s) }) }.asTerm
      case Value(u, x) => write(u, x, out)
    }

  /** The members of an object without its braces. */
  private def inner(p: Pieces): Pieces = merge(p) match
    case List(Text(s)) if s == "{}" => t("\"title\":" + quote(shortName(root)))
    case List(Text(s))              => t(s.substring(1, s.length - 1))
    case Text(a) :: rest =>
      rest.last match
        case Text(b) => Text(a.substring(1)) :: rest.init ::: List(Text(b.dropRight(1)))
        case _       => Text(a.substring(1)) :: rest
    case other => other

  private def merge(p: Pieces): Pieces = p.foldRight(List.empty[Piece]) {
    case (Text(a), Text(b) :: rest) => Text(a + b) :: rest
    case (x, rest)                  => x :: rest
  }

  private def nullable(p: Pieces): Pieces = obj(List("anyOf" -> arr(List(p, typed("null")))))

  private def schema(u: TypeRepr): Pieces = modelOf(u) match
    case s: ScalarModel  => scalar(s.scalar)
    case o: OptionModel  => if cfg.noneAsNull then nullable(schema(o.elem)) else schema(o.elem)
    case e: EitherModel  => obj(List("anyOf" -> arr(List(schema(e.right), schema(e.left)))))
    case m: TryModel     => schema(m.elem)
    case m: UnionModel   => obj(List("anyOf" -> arr(m.sides.map(schema))))
    case a: ArrayModel   => typed("array", "items" -> schema(a.elem))
    case s: SeqModel     => typed("array", ("items" -> schema(s.elem)) :: (if s.isSet then List("uniqueItems" -> t("true")) else Nil)*)
    case s: JavaSeqModel => typed("array", ("items" -> schema(s.elem)) :: (if s.isSet then List("uniqueItems" -> t("true")) else Nil)*)
    case m: MapModel     => typed("object", "additionalProperties" -> schema(m.value))
    case m: JavaMapModel => typed("object", "additionalProperties" -> schema(m.value))
    case m: TupleModel =>
      typed(
        "array",
        "prefixItems" -> arr(m.elems.map(schema)),
        "items" -> t("false"),
        "minItems" -> t(m.elems.length.toString),
        "maxItems" -> t(m.elems.length.toString)
      )
    case p: ProductModel => reference(p.tpe)(product(p, None))
    case b: BeanModel    => reference(b.tpe)(typed("object", "properties" -> obj(b.properties.map(a => a.json -> schema(a.tpe)))))
    case s: SumModel     => reference(s.tpe)(sum(s))
    case e: EnumModel    => enumeration(e)
    case w: WrapModel    => schema(w.under)
    case l: LiteralModel =>
      obj(List("const" -> t(l.value match
        case StringConstant(s) => quote(s)
        case other             => String.valueOf(other.value))))
    case _: NullModel => typed("null")
    case _            => t("{}")

  private def scalar(s: Scalar): Pieces =
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
  private def reference(u: TypeRepr)(make: => Pieces): Pieces =
    val name = names.find(n => sameType(n._1, u)).map(_._2).getOrElse {
      val base = simpleName(u.typeSymbol)
      val taken = names.count((_, n) => n == base || n.startsWith(base + "_"))
      val fresh = if taken == 0 then base else s"${base}_${taken + 1}"
      names += u -> fresh
      defs(fresh) = Nil // keeps its place before what it holds
      defs(fresh) = make
      fresh
    }
    obj(List("$ref" -> t(quote("#/$defs/" + name))))

  private def note(all: List[Term], key: String): Option[String] =
    all.find(_.tpe.typeSymbol.fullName == "co.blocke.scalajack.json.schema." + key).flatMap(annotationTexts(_).headOption)

  /** Keywords of a type or parameter: numbers, booleans and JSON as they are, the rest as text. */
  private def keywords(all: List[Term], keys: List[(String, Boolean)]): List[(String, Pieces)] =
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

  private def ofType(u: TypeRepr): List[(String, Pieces)] =
    val notes = u.typeSymbol.annotations
    note(notes, "id").map(s => "$id" -> t(quote(s))).toList ++ keywords(notes, List("title" -> false, "additionalProperties" -> true))

  private def product(p: ProductModel, hint: Option[String]): Pieces =
    val active = p.fields.filterNot(_.ignored)
    val required = hint.map(_ => cfg.hintLabel).toList ++
      active.filter(f => f.default.isEmpty && absentValue(f.tpe).isEmpty && !cfg.skipEmpty).map(_.json)
    val hinted = hint.map(h => cfg.hintLabel -> obj(List("const" -> t(quote(h))))).toList
    val properties = hinted ++ active.map(f => f.json -> within(f.name)(property(f))) ++ p.extra.map(a => a.json -> schema(a.tpe))
    val own = ofType(p.tpe)
    val closed =
      if cfg.rejectUnknown && !own.exists(_._1 == "additionalProperties") then List("additionalProperties" -> t("false")) else Nil
    typed(
      "object",
      (own ++ List("properties" -> obj(properties)) ++
        (if required.isEmpty then Nil else List("required" -> arr(required.map(r => t(quote(r)))))) ++ closed)*
    )

  private def property(f: Field): Pieces =
    val base = if f.stringified then typed("string") else schema(f.tpe)
    val notes = keywords(f.annotations, ofParameters) ++ f.default.map(d => "default" -> List(Value(f.tpe, d))).toList
    if notes.isEmpty then base
    else
      val own = inner(base)
      val replaced = notes.map(_._1).toSet
      // a keyword of the annotation replaces that of the type
      merge(own) match
        case List(Text(s)) if replaced("format") && s.contains(",\"format\":") =>
          obj(notes) match
            case n => t("{" + s.substring(0, s.indexOf(",\"format\":")) + ",") ++ inner(n) ++ t("}")
        case _ => t("{") ++ own ++ t(",") ++ inner(obj(notes)) ++ t("}")

  private def sum(m: SumModel): Pieces =
    val leaves = m.leaves.map { l =>
      (l.value, l.product) match
        case (Some(_), _) => obj(List("const" -> t(quote(l.name))))
        case (_, Some(p)) if cfg.hintStyle == TypeHintStyle.WRAPPED =>
          typed(
            "object",
            "properties" -> obj(List(l.hint -> schema(p.tpe))),
            "required" -> t(s"[${quote(l.hint)}]"),
            "additionalProperties" -> t("false")
          )
        case (_, Some(p)) => if l.needsHint then product(p, Some(l.hint)) else schema(p.tpe)
        case _            => t("{}")
    }
    obj(ofType(m.tpe) ++ List("oneOf" -> arr(leaves)))

  private def enumeration(e: EnumModel): Pieces =
    val values = e.kind match
      case EnumKind.Java(cls) => cls.companionModule.declaredFields.filter(_.flags.is(Flags.Enum)).map(_.name)
      case _                  => e.values.map(_._1)
    if values.isEmpty then typed("string") else obj(List("enum" -> arr(values.map(v => t(quote(v))))))
