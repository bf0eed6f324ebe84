package co.blocke.scalajack
package derive
package support

import json.reading.JsonSource
import scala.collection.Factory

/** Keys and values of a map while it is read, then the map. Up to four entries stay in fields, and become the small map of the standard library
  * without a builder. Larger ones are collected first so that keys made to collide are noticed before a hash table is filled with them (a
  * thousand equal hash codes do not happen by chance, and Scala's maps degrade to lists on them).
  */
final class MapCollector:
  private var keys: Array[AnyRef] = new Array[AnyRef](8)
  private var values: Array[AnyRef] = new Array[AnyRef](8)
  private var n = 0

  def add(k: Any, v: Any): Unit =
    if n == keys.length then
      keys = java.util.Arrays.copyOf(keys, n * 2)
      values = java.util.Arrays.copyOf(values, n * 2)
    keys(n) = k.asInstanceOf[AnyRef]
    values(n) = v.asInstanceOf[AnyRef]
    n += 1

  def size: Int = n

  def toMap[K, V](in: JsonSource): Map[K, V] =
    Collisions.check(in, keys, n)
    if n <= 4 then
      var m: Map[K, V] = Map.empty
      var i = 0
      while i < n do
        m = m.updated(keys(i).asInstanceOf[K], values(i).asInstanceOf[V])
        i += 1
      m
    else build(Map.mapFactory)

  def to[K, V, M](in: JsonSource, f: Factory[(K, V), M]): M =
    Collisions.check(in, keys, n)
    build(f)

  private def build[K, V, M](f: Factory[(K, V), M]): M =
    val b = f.newBuilder
    var i = 0
    while i < n do
      b.addOne((keys(i).asInstanceOf[K], values(i).asInstanceOf[V]))
      i += 1
    b.result()

  def into[K, V](in: JsonSource, m: java.util.Map[K, V]): Unit =
    Collisions.check(in, keys, n)
    var i = 0
    while i < n do
      m.put(keys(i).asInstanceOf[K], values(i).asInstanceOf[V])
      i += 1

/** Elements of a hashed set while it is read, for the same reason. */
final class SetCollector:
  private var items: Array[AnyRef] = new Array[AnyRef](8)
  private var n = 0

  def add(x: Any): Unit =
    if n == items.length then items = java.util.Arrays.copyOf(items, n * 2)
    items(n) = x.asInstanceOf[AnyRef]
    n += 1

  def size: Int = n

  def to[E, C](in: JsonSource, f: Factory[E, C]): C =
    Collisions.check(in, items, n)
    val b = f.newBuilder
    var i = 0
    while i < n do
      b.addOne(items(i).asInstanceOf[E])
      i += 1
    b.result()

object Collisions:
  private inline val Few = 256

  /** Refuses more than `Few` distinct-looking keys with one hash code. */
  def check(in: JsonSource, items: Array[AnyRef], n: Int): Unit =
    if n > Few then
      val hashes = new Array[Int](n)
      var i = 0
      while i < n do
        hashes(i) = if items(i) == null then 0 else items(i).hashCode
        i += 1
      java.util.Arrays.sort(hashes)
      var run = 1
      i = 1
      while i < n do
        if hashes(i) == hashes(i - 1) then
          run += 1
          if run > Few && distinct(items, n, hashes(i)) then in.fail("Too many keys with the same hash code")
        else run = 1
        i += 1

  /** Equal hash codes of equal keys are harmless. */
  private def distinct(items: Array[AnyRef], n: Int, hash: Int): Boolean =
    val seen = new java.util.TreeSet[String]
    var i = 0
    while i < n && seen.size <= Few do
      if items(i) != null && items(i).hashCode == hash then seen.add(items(i).toString)
      i += 1
    seen.size > Few
