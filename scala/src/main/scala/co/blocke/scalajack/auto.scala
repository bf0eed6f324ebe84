package co.blocke.scalajack

/** Easy mode: `import co.blocke.scalajack.auto.given` and the extensions of ScalaJackSyntax work for every type, nothing prepared. A given of
  * your own that is nearer wins, also that of the companion (`derives ScalaJack`). The codec is made once for each place in the program.
  */
object auto:
  inline given autoCodec[T]: ScalaJack[T] = ${ derive.Derive.auto[T] }
