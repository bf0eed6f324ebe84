package co.blocke.scalajack
package derive

import json.reading.FieldWords
import scala.quoted.Expr

/** Reading of sealed hierarchies and enums. A hint that comes first, or a first name that only one leaf has, decides at once; everything else
  * is looked up by `support.LeafTable`.
  */
private[scalajack] trait ReadSum extends ReadProduct:
  import q.reflect.*

  private def tableType = TypeRepr.of[support.LeafTable]

  /** The table of a sum: hints, and the names of each leaf with their marks. */
  protected def leafTable(m: SumModel): Term =
    table("leaves", m.tpe, tableType) {
      val optional = m.leaves.flatMap(_.product).flatMap(_.fields).filter(f => !f.ignored && isOptional(f.tpe)).map(_.json).toSet
      val hints = Expr(m.leaves.map(_.hint).toArray)
      val fields = m.leaves.map { l =>
        val names = l.product.toList.flatMap(_.fields).filterNot(_.ignored).flatMap { f =>
          val mark = if optional(f.json) then "?" else if f.default.nonEmpty || hasAbsent(f.tpe) then "=" else "!"
          (mark + f.json) :: f.aliases.map("+" + _)
        }
        Expr(if l.value.nonEmpty then Array(support.LeafTable.HintOnly) else names.toArray)
      }
      val scrambled = Expr(cfg.hintPolicy == TypeHintPolicy.SCRAMBLE_CLASSNAME)
      '{
        new support.LeafTable(
          ${ Expr(prettyType(m.tpe)) },
          ${ Expr(cfg.hintLabel) },
          $scrambled,
          $hints,
          ${ Expr.ofList(fields) }.toArray
        )
      }.asTerm
    }

  def readSum(m: SumModel, in: Term): Term =
    inMethod("sum", m.tpe, in) { i =>
      if cfg.hintStyle == TypeHintStyle.WRAPPED then readWrapped(m, i) else readFlat(m, i)
    }

  /** Objects of the hierarchy come as strings. */
  private def orString(m: SumModel, in: Term, body: Term): Term =
    val objects = m.leaves.zipWithIndex.filter(_._1.value.nonEmpty)
    if objects.isEmpty then body
    else
      If(
        '{ ${ src(in) }.peek() == '"' }.asTerm,
        let("at", call(in, "pos"), TypeRepr.of[Int]) { at =>
          val named = objects.map((l, n) => l.name -> n) ++ objects.filter((l, _) => l.hint != l.name).map((l, n) => l.hint -> n)
          val index = byHash('{ ${ src(in) }.textHash() }.asTerm, in, named)
          val cases = objects.map((l, n) => CaseDef(Literal(IntConstant(n)), None, cast(l.value.get, m.tpe)))
          Match(index, cases :+ CaseDef(Wildcard(), None, unknownObject(m, in, at)))
        },
        body
      )

  private def unknownObject(m: SumModel, in: Term, at: Term): Term =
    cast('{ support.Fail.unknownObject(${ src(in) }, ${ Expr(prettyType(m.tpe)) }, ${ at.asExprOf[Int] }) }.asTerm, m.tpe)

  /** The reading of the leaf with this index, its fields beginning now. */
  private def leafMethod(m: SumModel, l: Leaf, n: Int): Symbol =
    method(
      s"read-leaf-$n",
      m.tpe,
      List("in" -> sourceType, "more" -> TypeRepr.of[Boolean], "open" -> TypeRepr.of[Int]),
      l.tpe.widen,
      "readLeaf"
    ) { args =>
      val in = args(0)
      (l.product, l.value) match
        case (Some(p), _) => within(l.name)(productBody(p, in, args(1), Some(InSum(args(2), leafTable(m), n))))
        case (None, Some(v)) =>
          val (go, goDef) = variable("go", args(1), TypeRepr.of[Boolean])
          val step = List('{ ${ src(in) }.fieldName(); ${ src(in) }.skipValue() }.asTerm, set(go, call(in, "nextField")))
          seq(List(goDef, While(Ref(go), doAll(step))), v)
        case _ => customLeaf(l.tpe)
    }

  /** The leaf with this index. One with a codec of its own reads the whole object again; that codec skips the hint. */
  private def byIndex(m: SumModel, index: Term, in: Term, more: => Term, open: Term, bracket: Term): Term =
    val cases = m.leaves.zipWithIndex.map { (l, n) =>
      val value =
        if l.product.isEmpty && l.value.isEmpty then
          seq(List('{ ${ src(in) }.leave(); ${ src(in) }.revertToPos(${ bracket.asExprOf[Int] }) }.asTerm), within(l.name)(read(l.tpe, in)))
        else invoke(leafMethod(m, l, n), in, more, open)
      CaseDef(if n == m.leaves.length - 1 then Wildcard() else Literal(IntConstant(n)), None, cast(value, m.tpe))
    }
    if cases.length == 1 then cases.head.rhs else Match(index, cases)

  private def readFlat(m: SumModel, in: Term): Term =
    val tableRef = leafTable(m)
    val t = tableRef.asExprOf[support.LeafTable]
    val hints = m.leaves.zipWithIndex.map((l, n) => l.hint -> n)
    // hint first: its text is compared without making a String
    val scrambled = cfg.hintPolicy == TypeHintPolicy.SCRAMBLE_CLASSNAME
    val byHint = method("hint", m.tpe, List("in" -> sourceType, "open" -> TypeRepr.of[Int]), m.tpe, "readHinted") { args =>
      val i = args(0)
      val index =
        if scrambled then '{ $t.hintHere(${ src(i) }) }.asTerm
        else
          seq(
            List('{ ${ src(i) }.peek() }.asTerm),
            let("at", call(i, "pos"), TypeRepr.of[Int]) { at =>
              let("n", byHash('{ ${ src(i) }.textHash() }.asTerm, i, hints), TypeRepr.of[Int]) { n =>
                If(
                  '{ ${ n.asExprOf[Int] } >= 0 }.asTerm,
                  n,
                  '{ ${ src(i) }.revertToPos(${ at.asExprOf[Int] }); $t.hintHere(${ src(i) }) }.asTerm
                )
              }
            }
          )
      let("leaf", index, TypeRepr.of[Int])(n => byIndex(m, n, i, call(i, "nextField"), int(-1), args(1)))
    }
    // no hint first: the choice of the names, corrected when a hint follows
    val guessed = method(
      "guess",
      m.tpe,
      List("in" -> sourceType, "leaf" -> TypeRepr.of[Int], "more" -> TypeRepr.of[Boolean], "open" -> TypeRepr.of[Int]),
      m.tpe,
      "readGuessed"
    ) { args =>
      val i = args(0)
      let("mark", call(i, "mark"), TypeRepr.of[Long]) { mark =>
        placed(m.tpe.asType match
          case '[a] =>
            '{
              try ${ byIndex(m, args(1), i, args(2), args(3), args(3)).asExprOf[a] }
              catch
                case e: support.LaterHint =>
                  ${ src(i) }.revert(${ mark.asExprOf[Long] })
                  ${ byIndex(m, '{ e.leaf }.asTerm, i, args(2), int(-1), args(3)).asExprOf[a] }
            }.asTerm)
      }
    }
    val body = If(
      call(in, "objectStart"),
      let("open", '{ ${ src(in) }.pos - 1 }.asTerm, TypeRepr.of[Int]) { open =>
        let("more", call(in, "firstField"), TypeRepr.of[Boolean]) { more =>
          let("at", call(in, "pos"), TypeRepr.of[Int]) { at =>
            val chosen = '{ $t.choose(${ src(in) }, ${ more.asExprOf[Boolean] }, ${ open.asExprOf[Int] }) }.asTerm
            val slow = invoke(guessed, in, chosen, more, open)
            val quick = distinguishing(m).foldRight(slow) { case ((name, n), other) =>
              expects(in, name) match
                case Some(test) =>
                  If(and(more, test), seq(List(call(in, "revertToPos", at)), invoke(guessed, in, int(n), more, open)), other)
                case None => other
            }
            expects(in, cfg.hintLabel) match
              case Some(test) => If(and(more, test), invoke(byHint, in, open), quick)
              case None       => quick
          }
        }
      },
      nullOf(m.tpe)
    )
    orString(m, in, body)

  /** The first declared names that only one leaf has: at most 8 are tried. */
  private def distinguishing(m: SumModel): List[(String, Int)] =
    def names(l: Leaf): List[String] = l.product.toList.flatMap(_.fields).filterNot(_.ignored).flatMap(_.names)
    m.leaves.zipWithIndex.flatMap { (l, n) =>
      names(l).headOption.filter(first => m.leaves.zipWithIndex.forall((o, k) => k == n || !names(o).contains(first))).map(_ -> n)
    }.take(8)

  private def readWrapped(m: SumModel, in: Term): Term =
    val t = leafTable(m).asExprOf[support.LeafTable]
    val index = '{ $t.wrapper(${ src(in) }) }.asTerm
    val cases = m.leaves.zipWithIndex.map { (l, n) =>
      val value = l.value match
        case Some(v) => seq(List(call(in, "skipValue")), v)
        case None => l.product match
            case Some(p) => within(l.name)(readProduct(p, in))
            case None    => read(l.tpe, in)
      CaseDef(if n == m.leaves.length - 1 then Wildcard() else Literal(IntConstant(n)), None, cast(value, m.tpe))
    }
    val chosen = let("leaf", index, TypeRepr.of[Int])(n => if cases.length == 1 then cases.head.rhs else Match(n, cases))
    val body = If(
      call(in, "objectStart"),
      let("value", chosen, m.tpe)(v => seq(List('{ $t.wrapperEnd(${ src(in) }) }.asTerm), v)),
      nullOf(m.tpe)
    )
    orString(m, in, body)

  // ---- enums

  def readEnum(m: EnumModel, in: Term): Term = m.kind match
    case EnumKind.Enumeration(e) =>
      cast('{ support.Enumerations.read(${ src(in) }, ${ e.asExprOf[Enumeration] }) }.asTerm, m.tpe)
    case EnumKind.Java(cls) =>
      inMethod("enum", m.tpe, in) { i =>
        javaEnum(
          m.tpe,
          c => TypeApply(Select.unique('{ support.JavaEnums }.asTerm, "read"), List(Inferred(m.tpe))).appliedToArgs(List(i, c))
        )
      }
    case EnumKind.Scala3(companion) => inMethod("enum", m.tpe, in)(i => readNamed(m, i, Some(companion)))
    case EnumKind.Objects           => inMethod("enum", m.tpe, in)(i => readNamed(m, i, None))

  private def javaEnum(t: TypeRepr, f: Term => Term): Term =
    t.asType match
      case '[e] => f(Literal(ClassOfConstant(t)))

  private def readNamed(m: EnumModel, in: Term, companion: Option[Term]): Term =
    val names = m.values.map(_._1)
    def known(other: Term): Term =
      let("at", call(in, "pos"), TypeRepr.of[Int]) { at =>
        val cases = m.values.zipWithIndex.map { case ((_, v), n) => CaseDef(Literal(IntConstant(n)), None, cast(v, m.tpe)) }
        val again = seq(List(call(in, "revertToPos", at)), other)
        Match(byHash('{ ${ src(in) }.textHash() }.asTerm, in, names.zipWithIndex), cases :+ CaseDef(Wildcard(), None, again))
      }
    companion match
      case Some(c) =>
        val byId = (n: Term) => cast(Apply(Select.unique(c, "fromOrdinal"), List(n)), m.tpe)
        // the compiler's own methods throw for what is no case: the exception belongs to the place of the text
        def judged(read: Term, t: TypeRepr)(judge: Term => Term): Term =
          let("at", call(in, "pos"), TypeRepr.of[Int]) { at =>
            let("text", read, t) { s =>
              seq(
                List('{ support.Fail.foreign(${ src(in) }, ${ at.asExprOf[Int] }) }.asTerm),
                let("value", judge(s), m.tpe)(v => seq(List('{ support.Fail.foreign(${ src(in) }, -1) }.asTerm), v))
              )
            }
          }
        val text = judged('{ ${ src(in) }.expectString() }.asTerm, TypeRepr.of[String]) { s =>
          val digits = '{ support.Ids.is(${ s.asExprOf[String] }) }.asTerm
          If(digits, byId('{ ${ s.asExprOf[String] }.toInt }.asTerm), cast(Apply(Select.unique(c, "valueOf"), List(s)), m.tpe))
        }
        If(
          '{ ${ src(in) }.peek() == '"' }.asTerm,
          known(text),
          If(
            call(in, "expectNull"),
            nullOf(m.tpe),
            If(
              '{ support.Kind.of(${ src(in) }.peek()) == 2 }.asTerm,
              judged(call(in, "expectInt"), TypeRepr.of[Int])(byId),
              cast('{ support.Fail.enumeration(${ src(in) }) }.asTerm, m.tpe)
            )
          )
        )
      case None =>
        let("start", seq(List(call(in, "peek")), call(in, "pos")), TypeRepr.of[Int]) { start =>
          val fail =
            cast('{ support.Fail.unknownObject(${ src(in) }, ${ Expr(prettyType(m.tpe)) }, ${ start.asExprOf[Int] }) }.asTerm, m.tpe)
          If(
            call(in, "expectNull"),
            nullOf(m.tpe),
            If('{ ${ src(in) }.peek() == '{' }.asTerm, objectAsHint(m, in), known(fail))
          )
        }

  /** `{"_hint":"Name"}` is accepted for objects. */
  private def objectAsHint(m: EnumModel, in: Term): Term =
    val names = Expr(m.values.map(_._1).mkString("\n"))
    val index = '{ support.Fail.hintOnly(${ src(in) }, ${ Expr(cfg.hintLabel) }, $names, ${ Expr(prettyType(m.tpe)) }) }.asTerm
    val cases = m.values.zipWithIndex.map { case ((_, v), n) =>
      CaseDef(if n == m.values.length - 1 then Wildcard() else Literal(IntConstant(n)), None, cast(v, m.tpe))
    }
    if cases.length == 1 then seq(List(index), cases.head.rhs) else Match(index, cases)
