addSbtPlugin("org.scalameta" % "sbt-scalafmt" % "2.5.6")
addSbtPlugin("pl.project13.scala" % "sbt-jmh" % "0.4.8")
