package co.blocke.scalajack
package json
package writing

/** Float and Double: the shortest text that reads back, laid out as by JDK 19 and newer. */
abstract class Doubles extends OutputBase:
  final def putDouble(x: Double): Unit =
    if x - x != 0.0 then nonFinite(x) else putAscii(java.lang.Double.toString(x))

  final def putFloat(x: Float): Unit =
    if x - x != 0.0f then nonFinite(x.toDouble) else putAscii(java.lang.Float.toString(x))

  private def nonFinite(x: Double): Unit =
    limits.nonFinite match
      case JsonSettings.NonFiniteNull   => putNull()
      case JsonSettings.NonFiniteString => putString(x.toString)
      case _                            => throw JsonWriteError(s"$x has no JSON form")
