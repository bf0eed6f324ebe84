package co.blocke.scalajack
package json
package reading

/** Skips a value with the grammar checked, without recursion: one bit per open bracket says object or array. */
private[reading] object Skipping:
  def skip(in: JsonSource): Unit =
    val b = in.peek()
    if b == '{' || b == '[' then container(in) else scalar(in, b)

  private def scalar(in: JsonSource, b: Int): Unit = b match
    case '"'       => in.skipString(in.at + 1)
    case 't' | 'f' => in.expectBoolean()
    case 'n'       => in.expectNull()
    case _ =>
      val e = in.numberEnd(in.at)
      if e > 0 then in.at = e
      else if -e - 1 >= in.end then in.refuse(SourceBase.EndMessage, in.end)
      else in.notAValue()

  private def container(in: JsonSource): Unit =
    val outer = in.depth
    val kinds = new java.util.BitSet // set: object, by depth
    open(in, kinds)
    var inValue = isOpenNext(in, kinds) // a value is due, else a comma or bracket
    while in.depth > outer do
      if inValue then
        val b = in.peek()
        if b == '{' || b == '[' then
          open(in, kinds)
          inValue = isOpenNext(in, kinds)
        else
          scalar(in, b)
          inValue = false
      else if kinds.get(in.depth) then
        inValue = in.nextField()
        if inValue then in.skipName()
      else inValue = in.nextElement()

  private def open(in: JsonSource, kinds: java.util.BitSet): Unit =
    val isObject = in.peek() == '{'
    in.at += 1
    in.enter()
    kinds.set(in.depth, isObject)

  /** After an opening bracket: true when a value follows (its name taken), false when the container closed at once. */
  private def isOpenNext(in: JsonSource, kinds: java.util.BitSet): Boolean =
    if kinds.get(in.depth) then in.firstField() && { in.skipName(); true } else in.firstElement()
