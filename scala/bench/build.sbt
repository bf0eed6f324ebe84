// Dependencies of the benchmarks; the project itself is defined in the build above.

libraryDependencies ++= Seq(
  "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-core" % "2.38.17",
  "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-macros" % "2.38.17",
  "io.circe" %% "circe-parser" % "0.14.15",
  "org.playframework" %% "play-json" % "3.0.6",
  "dev.zio" %% "zio-json" % "0.7.45",
  "com.lihaoyi" %% "upickle" % "4.4.3",
  "io.bullet" %% "borer-derivation" % "1.16.2",
  "com.fasterxml.jackson.module" %% "jackson-module-scala" % "2.20.1",
  "com.alibaba.fastjson2" % "fastjson2" % "2.0.64",
  "org.scalameta" %% "munit" % "1.3.0" % Test
)

// the code of other libraries' macros is not ours to warn about
scalacOptions -= "-Werror"

fork := true
// the tables as they are, without sbt's marks before each line
outputStrategy := Some(StdoutOutput)
// JMH uses what newer JDKs warn of at each start
javaOptions ++= (if (java.lang.Runtime.version.feature >= 23) Seq("--sun-misc-unsafe-memory-access=allow") else Nil)
