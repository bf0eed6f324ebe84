#!/usr/bin/env bash
# The tables of the benchmark: ./run bench scala [quick] [only=LIBRARY,...] [all | DOCUMENT...]; documents: record products dates uuids doubles maps adt nested.
# Temurin 25 and the newest Scala where they are there. Raw results: scala/bench/raw-DOCUMENT.csv.
set -u
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$ROOT/scripts/lib.sh"
case " $* " in *" -h "*|*" --help "*) sed -n '2,3s/^# //p' "$0"; exit 0 ;; esac
cd "$ROOT/scala" || exit 2
home=
for home in /usr/lib/jvm/temurin-25* /usr/lib/jvm/*-25-* "$STELE_TOOLS"/jdk-25* /usr/lib/jvm/*-"$JDK_MIN"-*; do
  [ -x "$home/bin/javac" ] && break
done
printf '[repositories]\nlocal\nmaven-central\n' >"$STELE_TOOLS/sbt/repositories"
trust=()
[ -f /etc/ssl/certs/java/cacerts ] && trust=("-Djavax.net.ssl.trustStore=/etc/ssl/certs/java/cacerts")
STELE_SCALA=$SCALA_NEXT JAVA_HOME=$home exec "$home/bin/java" -Xmx3g -Xss8m "${trust[@]}" \
  -Dsbt.override.build.repos=true "-Dsbt.repository.config=$STELE_TOOLS/sbt/repositories" \
  -Dsbt.supershell=false -Dsbt.color=false -Dsbt.server.autostart=false \
  -jar "$STELE_TOOLS/sbt/sbt-launch-$SBT_LAUNCH.jar" "bench/Jmh/runMain co.blocke.scalajack.bench.Report $*" </dev/null
