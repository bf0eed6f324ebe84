// ScalaJack: the root project is the library, without run-time dependencies.
// `bench` (JMH) is apart and not aggregated: `sbt test` never resolves it; its settings are in bench/build.sbt.

val lts = "3.3.7"
val newest = "3.8.4"

ThisBuild / organization := "co.blocke"
ThisBuild / version := "0.1.0"
ThisBuild / scalaVersion := sys.env.getOrElse("STELE_SCALA", lts)
ThisBuild / versionScheme := Some("semver-spec")

lazy val scalajack = project
  .in(file("."))
  .settings(
    name := "scalajack",
    crossScalaVersions := Seq(lts, newest),
    javacOptions ++= Seq("--release", "17"),
    scalacOptions ++= Seq("-encoding", "utf8", "-deprecation", "-feature", "-unchecked", "-Werror"),
    scalacOptions ++= Seq("-release:17"),
    // named tuples and other things that only newer compilers know are tested in a folder of their own
    Test / unmanagedSourceDirectories ++= {
      if (CrossVersion.partialVersion(scalaVersion.value).exists(_._2 >= 8))
        Seq((Test / sourceDirectory).value / "scala-3.8")
      else Nil
    },
    libraryDependencies ++= Seq(
      "org.scalameta" %% "munit" % "1.3.0" % Test,
      "org.scalameta" %% "munit-scalacheck" % "1.3.0" % Test,
      "io.github.kitlangton" %% "neotype" % "0.3.36" % Test
    ),
    Test / fork := true,
    Test / javaOptions ++= Seq("-Xmx1g", s"-Dstele.scala=${scalaVersion.value}"),
    Test / testOptions += Tests.Argument(TestFrameworks.MUnit, "+l"),
    Test / baseDirectory := (ThisBuild / baseDirectory).value
  )

lazy val bench = project
  .in(file("bench"))
  .dependsOn(scalajack)
  .enablePlugins(JmhPlugin)
  .settings(publish / skip := true)
