package co.blocke.scalajack
package derive
package support

import json.reading.JsonSource
import scala.collection.mutable.ListBuffer

/** Which leaf of a sealed type an object is (contract 4.2): by the hint anywhere in it, else by the names of its fields. The cheap cases (hint
  * first, a first name that only one leaf has) are decided by generated code; here is the look-ahead.
  *
  * @param traitName full name for the message
  * @param label     name of the hint field
  * @param hints     one for each leaf
  * @param fields    for each leaf the JSON names, each with a mark: `!` required, `?` Option in any leaf, `=` has a default or an absent value,
  *                  `+` an alias of the name before it; `HintOnly` for an object, which no names tell
  */
final class LeafTable(traitName: String, label: String, scrambled: Boolean, hints: Array[String], fields: Array[Array[String]]):
  private val isClass: Array[Boolean] = fields.map(!_.contains(LeafTable.HintOnly))
  private val marked: Array[Array[String]] = fields.map(_.filter(_ != LeafTable.HintOnly))

  private val byHint: Map[String, Int] =
    hints.zipWithIndex.map((h, i) => (if scrambled then Scramble.digits(h) else h) -> i).toMap

  /** JSON name (or alias) to the leaves that have it, each with the position of the field. */
  private val owners: Map[String, Array[(Int, Int)]] =
    val all =
      for
        (names, leaf) <- marked.toSeq.zipWithIndex
        at = names.scanLeft(-1)((i, n) => if n.charAt(0) == '+' then i else i + 1).tail
        (n, i) <- names.zip(at)
      yield n.substring(1) -> (leaf, i)
    all.groupMap(_._1)(_._2).view.mapValues(_.toArray).toMap

  private val main: Array[Array[String]] = marked.map(_.filter(_.charAt(0) != '+'))
  private val optional: Set[String] = main.flatten.filter(_.charAt(0) == '?').map(_.substring(1)).toSet
  private val fingerprints: Array[Set[String]] = main.map(_.map(_.substring(1)).filterNot(optional).toSet)
  private val required: Array[Set[String]] = main.map(_.filter(_.charAt(0) == '!').map(_.substring(1)).toSet)

  /** The leaf of a hint that is read now. */
  def hintHere(in: JsonSource): Int =
    in.peek()
    val at = in.pos
    val s = in.expectString()
    byHint.getOrElse(if scrambled && s != null then Scramble.undo(s) else s, in.refuse(s"Unknown type hint $s", at))

  /** WRAPPED style: after `{` the only name, which tells the leaf. */
  def wrapper(in: JsonSource): Int =
    if !in.firstField() then in.refuse(s"Expected the type hint of $traitName", in.pos - 1)
    in.peek()
    val at = in.pos
    in.fieldName()
    val s = in.nameText()
    byHint.getOrElse(if scrambled then Scramble.undo(s) else s, in.refuse(s"Unknown type hint $s", at))

  def wrapperEnd(in: JsonSource): Unit =
    if in.nextField() then in.refuse("Expected '}' here: a wrapped value has one field", in.pos)

  /** Whether the name just read is the hint's. */
  def isHint(in: JsonSource): Boolean = in.nameIs(label)

  /** In a leaf chosen without a hint: a hint that comes later decides again. */
  def checkHint(in: JsonSource, leaf: Int): Unit =
    val found = hintHere(in)
    if found != leaf then throw LaterHint(found)

  /** After `{` and the blanks behind it (`more`: a name follows). The position stays. */
  def choose(in: JsonSource, more: Boolean, open: Int): Int =
    val mark = in.mark()
    val names = ListBuffer.empty[String]
    val alive = isClass.clone
    var count = alive.count(identity)
    var found = -1
    var go = more
    while go && found < 0 do
      in.fieldName()
      val name = in.nameText()
      if name == label then found = hintHere(in)
      else
        names += name
        owners.get(name).foreach { who =>
          var leaf = 0
          while leaf < alive.length do
            if alive(leaf) && !who.exists(_._1 == leaf) then
              alive(leaf) = false
              count -= 1
            leaf += 1
        }
        if count == 1 then found = alive.indexOf(true)
        else
          in.skipValue()
          go = in.nextField()
    in.revert(mark)
    if found >= 0 then found else decide(in, names.toList, open)

  /** By fingerprint, else the one leaf with all its required fields and the most names in common. */
  private def decide(in: JsonSource, names: List[String], open: Int): Int =
    val present = names.filter(owners.contains).toSet // unknown names, of which there may be many, take no part
    val print = present -- optional
    val exact = fingerprints.indices.filter(i => isClass(i) && fingerprints(i) == print && required(i).subsetOf(present))
    if exact.length == 1 then exact.head
    else
      val full = required.indices.filter(i => isClass(i) && (main(i).length > 0 || names.isEmpty)).filter(i =>
        required(i).forall(has(present, i, _))
      )
      if full.isEmpty then ambiguous(in, names, open)
      else
        def common(i: Int) = present.count(n => owners.get(n).exists(_.exists(_._1 == i)))
        val best = full.map(common).max
        full.filter(common(_) == best) match
          case Seq(one) => one
          case _        => ambiguous(in, names, open)

  /** A required field under its name or an alias. */
  private def has(present: Set[String], leaf: Int, name: String): Boolean =
    present(name) || {
      val i = owners(name).collectFirst { case (l, i) if l == leaf => i }.get
      present.exists(n => owners.get(n).exists(_.contains((leaf, i))))
    }

  private def ambiguous(in: JsonSource, names: List[String], open: Int): Nothing = Fail.ambiguous(in, traitName, names, open)

  /** A leaf chosen without a hint lacks required fields: no leaf fits. */
  def incomplete(in: JsonSource, open: Int): Nothing =
    in.revertToPos(open)
    Fail.ambiguous(in, traitName, in.findAllFieldNames().filter(_ != label), open)

object LeafTable:
  /** In place of the fields of a leaf that is an object. */
  inline val HintOnly = "*"

/** A hint found in an object whose first names belong to another leaf. */
final class LaterHint(val leaf: Int) extends RuntimeException(null, null, false, false)
