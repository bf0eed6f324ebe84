package co.blocke.scalajack
package json
package writing

/** Float and Double as JSON numbers, and what to do with those that are none. */
abstract class Doubles extends OutputBase:
  final def putDouble(x: Double): Unit =
    if x - x != 0.0 then nonFinite(x)
    else
      reserve(DoubleText.Room)
      at = DoubleText.put(buf, at, x)

  final def putFloat(x: Float): Unit =
    if x - x != 0.0f then nonFinite(x.toDouble)
    else
      reserve(DoubleText.Room)
      at = DoubleText.put(buf, at, x)

  private def nonFinite(x: Double): Unit =
    limits.nonFinite match
      case JsonSettings.NonFiniteNull   => putNull()
      case JsonSettings.NonFiniteString => putString(x.toString)
      case _                            => throw JsonWriteError(s"$x has no JSON form")
