package co.blocke.scalajack
package json
package reading

/** Elements of the lists, sets and maps that are being read, in one array that the source keeps, so that no buffer is made for each: lists are
  * built from their ends, maps have keys and values in turn. A list remembers its base and its own count; what failed attempts leave above is
  * simply overwritten.
  *
  * {{{
  * val base = in.lists.top; var n = 0
  * while more do { in.lists.put(base + n, element); n += 1; ... }
  * in.lists.take(base, n)
  * }}}
  */
final class ListStack:
  private var items: Array[AnyRef] = new Array[AnyRef](64)
  private var next = 0

  /** Where a list that begins now puts its first element. */
  def top: Int = next

  def put(i: Int, x: Any): Unit =
    if i >= items.length then grow(i)
    items(i) = x.asInstanceOf[AnyRef]
    next = i + 1

  private def grow(i: Int): Unit = items = java.util.Arrays.copyOf(items, math.max(i + 1, items.length * 2))

  /** The list of the n elements from `base` on; their places are free again. */
  def take[A](base: Int, n: Int): List[A] =
    val items = this.items
    var list: List[A] = Nil
    var i = base + n - 1
    while i >= base do
      list = new ::(items(i).asInstanceOf[A], list)
      items(i) = null
      i -= 1
    next = base
    if base == 0 && items.length > ListStack.MaxKept then this.items = new Array[AnyRef](64)
    list

  def apply(i: Int): AnyRef = items(i)

  /** Forgets the n elements from `base` on. */
  def drop(base: Int, n: Int): Unit =
    java.util.Arrays.fill(items, base, base + n, null)
    next = base
    if base == 0 && items.length > ListStack.MaxKept then items = new Array[AnyRef](64)

  /** Before a new document: whatever a failed one left is forgotten. */
  def clear(): Unit =
    if next != 0 then
      next = 0
      items = new Array[AnyRef](64)

object ListStack:
  private inline val MaxKept = 1 << 14
