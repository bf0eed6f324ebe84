package co.blocke.scalajack
package json

import java.math.BigInteger

/** The first 128 bits of the powers of ten, for both directions of Double: reading multiplies a decimal significand by them (Eisel-Lemire),
  * printing a binary one (Schubfach).
  *
  * Made once, when the first number needs it, with exact integers: 667 short divisions.
  */
private[json] object PowersOfTen:
  inline val Min = -342
  inline val Max = 324

  /** floor(10^n / 2^r) of exactly 128 bits, r whatever it takes; high halves, then low halves, from Min on. */
  private val (floorHigh, floorLow): (Array[Long], Array[Long]) =
    val high = new Array[Long](Max - Min + 1)
    val low = new Array[Long](Max - Min + 1)
    val five = BigInteger.valueOf(5)
    var power = BigInteger.ONE // 5^i
    var i = 0
    while i <= -Min do
      if i <= Max then set(high, low, i, aligned(power))
      if i > 0 then set(high, low, -i, BigInteger.ONE.shiftLeft(power.bitLength + 127).divide(power))
      power = power.multiply(five)
      i += 1
    (high, low)

  private def aligned(x: BigInteger): BigInteger =
    val surplus = x.bitLength - 128
    if surplus >= 0 then x.shiftRight(surplus) else x.shiftLeft(-surplus)

  private def set(high: Array[Long], low: Array[Long], n: Int, x: BigInteger): Unit =
    high(n - Min) = x.shiftRight(64).longValue
    low(n - Min) = x.longValue

  /** For reading: as Lemire's proof wants it, the floor, but for the inverses of powers up to 27 one more. */
  val readHigh: Array[Long] = floorHigh
  val readLow: Array[Long] = Array.tabulate(floorLow.length)(i => if i + Min >= -27 && i + Min < 0 then floorLow(i) + 1 else floorLow(i))

  /** For printing: 126 bits rounded up, as two halves of 63. */
  val printHigh: Array[Long] = floorHigh.map(_ >>> 1)
  val printLow: Array[Long] = Array.tabulate(floorLow.length) { i =>
    (((floorHigh(i) & 1L) << 62) | (floorLow(i) >>> 2)) + 1
  }

  /** 10^0 to 10^22, all exact. */
  val doubles: Array[Double] = Array.tabulate(23)(i => BigInteger.TEN.pow(i).doubleValue)

  /** 10^0 to 10^18. */
  val longs: Array[Long] = Array.iterate(1L, 19)(_ * 10)
