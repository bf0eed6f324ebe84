package co.blocke.scalajack
package json
package reading

/** Refuses objects whose names were chosen to collide in a hash map: the maps of Scala search colliding keys one by one, so that 20,000 of them
  * would take seconds. One guard per map that is being read; it costs a counter until there are 512 keys.
  */
final class KeyGuard:
  private var n = 0
  private var buckets: Array[Int] | Null = null

  /** Called with each key before it goes into the map. */
  def check(in: JsonSource, key: Any): Unit =
    n += 1
    if n > KeyGuard.Free then count(in, key)

  private def count(in: JsonSource, key: Any): Unit =
    if buckets == null then buckets = new Array[Int](256)
    val i = (key.hashCode * 0x9e3779b9) >>> 24
    buckets.nn(i) += 1
    // chance gives each bucket one key of 256
    if buckets.nn(i) > KeyGuard.Free + (n >> 4) then in.refuse("Too many names with colliding hashes in one object", in.nameAt)

object KeyGuard:
  private inline val Free = 512
