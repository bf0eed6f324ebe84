package co.blocke.scalajack
package json
package ast

import scala.util.hashing.MurmurHash3

/** Equality, hash and text of trees without recursion: a tree made by hand may be deeper than any stack. */
private[ast] object Trees:
  def same(a: Any, b: Any): Boolean =
    var pending: List[(Any, Any)] = (a, b) :: Nil
    var equal = true
    while equal && pending.nonEmpty do
      val (x, y) = pending.head
      pending = pending.tail
      (x, y) match
        case (p: AnyRef, q: AnyRef) if p eq q => ()
        case (JsArr(p), JsArr(q)) =>
          equal = p.length == q.length
          if equal then pending = p.iterator.zip(q.iterator).foldLeft(pending)((more, pair) => pair :: more)
        case (JsObj(p), JsObj(q)) =>
          equal = p.length == q.length && p.iterator.zip(q.iterator).forall((f, g) => f._1 == g._1)
          if equal then pending = p.iterator.zip(q.iterator).foldLeft(pending)((more, fs) => (fs._1._2, fs._2._2) :: more)
        case (_: (JsArr | JsObj), _) | (_, _: (JsArr | JsObj)) => equal = false
        case _                                                 => equal = x == y
    equal

  /** Of the values in document order, with the sizes of the containers between them. */
  def hash(root: JsonValue): Int =
    var pending: List[JsonValue] = root :: Nil
    var h = 0
    var n = 0
    def mix(k: Int): Unit =
      h = MurmurHash3.mix(h, k)
      n += 1
    while pending.nonEmpty do
      val v = pending.head
      pending = pending.tail
      v match
        case JsArr(items) =>
          mix(items.length)
          pending = items.foldRight(pending)(_ :: _)
        case JsObj(fields) =>
          mix(~fields.length)
          fields.foreach(f => mix(f._1.hashCode))
          pending = fields.foldRight(pending)((f, more) => f._2 :: more)
        case leaf => mix(leaf.hashCode)
    MurmurHash3.finalizeHash(h, n)

  /** As a case class shows itself: `JsArr(Vector(JsNum(1)))`. */
  def show(root: JsonValue): String =
    val out = StringBuilder()
    var pending: List[JsonValue | String] = root :: Nil
    while pending.nonEmpty do
      val next = pending.head
      pending = pending.tail
      next match
        case s: String => out.append(s)
        case JsArr(items) =>
          out.append("JsArr(Vector(")
          pending = items.zipWithIndex.foldRight("))" :: pending) { case ((v, i), more) => if i == 0 then v :: more else ", " :: v :: more }
        case JsObj(fields) =>
          out.append("JsObj(Vector(")
          pending = fields.zipWithIndex.foldRight("))" :: pending) { case (((name, v), i), more) =>
            s"${if i == 0 then "" else ", "}($name," :: v :: ")" :: more
          }
        case leaf: JsonValue => out.append(leaf)
    out.result()
