package co.blocke.scalajack
package derive
package support

import json.reading.{JsonSource, ListStack}
import scala.collection.Factory

/** Keys and values of a map while it is read, in turn on the stack of the source, then the map. Up to four entries become the small map of the
  * standard library without a builder. Larger ones are collected first so that keys made to collide are noticed before a hash table is filled
  * with them (a thousand equal hash codes do not happen by chance, and Scala's maps degrade to lists on them).
  */
final class MapCollector(items: ListStack):
  private val base = items.top
  private var n = 0

  def add(k: Any, v: Any): Unit =
    val i = base + (n << 1)
    items.put(i, k)
    items.put(i + 1, v)
    n += 1

  def size: Int = n

  private def key(i: Int): Any = items(base + (i << 1))
  private def value(i: Int): Any = items(base + (i << 1) + 1)

  def toMap[K, V](in: JsonSource): Map[K, V] = if n <= 4 then small[K, V] else to(in, Map.mapFactory)

  /** Of equal keys the last value counts, in the place of the first: then the entries are added one by one. */
  private def small[K, V]: Map[K, V] =
    var m: Map[Any, Any] = Map.empty
    if n == 1 then m = Map.Map1(key(0), value(0))
    else if n == 2 && key(0) != key(1) then m = Map.Map2(key(0), value(0), key(1), value(1))
    else if n == 3 && key(0) != key(1) && key(0) != key(2) && key(1) != key(2) then
      m = Map.Map3(key(0), value(0), key(1), value(1), key(2), value(2))
    else
      var i = 0
      while i < n do
        m = m.updated(key(i), value(i))
        i += 1
    items.drop(base, n << 1)
    m.asInstanceOf[Map[K, V]]

  def to[K, V, M](in: JsonSource, f: Factory[(K, V), M]): M =
    Collisions.check(in, items, base, n, 2)
    val b = f.newBuilder
    var i = 0
    while i < n do
      b.addOne((key(i).asInstanceOf[K], value(i).asInstanceOf[V]))
      i += 1
    items.drop(base, n << 1)
    b.result()

  def into[K, V](in: JsonSource, m: java.util.Map[K, V]): Unit =
    Collisions.check(in, items, base, n, 2)
    var i = 0
    while i < n do
      m.put(key(i).asInstanceOf[K], value(i).asInstanceOf[V])
      i += 1
    items.drop(base, n << 1)

/** Elements of a hashed set while it is read, for the same reason. */
final class SetCollector(items: ListStack):
  private val base = items.top
  private var n = 0

  def add(x: Any): Unit =
    items.put(base + n, x)
    n += 1

  def size: Int = n

  def to[E, C](in: JsonSource, f: Factory[E, C]): C =
    Collisions.check(in, items, base, n, 1)
    val b = f.newBuilder
    var i = 0
    while i < n do
      b.addOne(items(base + i).asInstanceOf[E])
      i += 1
    items.drop(base, n)
    b.result()

object Collisions:
  private inline val Few = 256

  /** Refuses more than `Few` distinct-looking keys with one hash code: n of them, one every `step` places from `base` on. */
  def check(in: JsonSource, items: ListStack, base: Int, n: Int, step: Int): Unit =
    if n > Few then
      val keys = Array.tabulate(n)(i => items(base + i * step))
      val hashes = keys.map(k => if k == null then 0 else k.hashCode)
      java.util.Arrays.sort(hashes)
      var run = 1
      var i = 1
      while i < n do
        if hashes(i) == hashes(i - 1) then
          run += 1
          if run > Few && distinct(keys, hashes(i)) then in.refuse("Too many keys with the same hash code", in.pos - 1)
        else run = 1
        i += 1

  /** Equal hash codes of equal keys are harmless. */
  private def distinct(keys: Array[AnyRef], hash: Int): Boolean =
    val seen = new java.util.TreeSet[String]
    var i = 0
    while i < keys.length && seen.size <= Few do
      if keys(i) != null && keys(i).hashCode == hash then seen.add(keys(i).toString)
      i += 1
    seen.size > Few
