package co.blocke.scalajack

import scala.annotation.StaticAnnotation

/** The JSON name of a field, both ways; wins over a name mapper. */
case class jsLabel(name: String) extends StaticAnnotation

/** Further names accepted when a field is read. */
class jsAlias(names: String*) extends StaticAnnotation

/** A number written as string and read from both. */
class jsStringified extends StaticAnnotation
