#!/usr/bin/env bash
# The Scala part: missing setup build test lint fmt gen bench testee (what each verb does: CONTRIBUTING.md).
# sbt is started from its launcher, fetched with Maven; the published target is Scala LTS on JDK 17, the newest Scala runs on JDK 25 where that is there.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$ROOT/scala" || exit 2

LAUNCHER=$STELE_TOOLS/sbt/sbt-launch-$SBT_LAUNCH.jar
CACERTS=/etc/ssl/certs/java/cacerts

# jdk MAJOR: home of that version, or nothing
jdk() {
  local home
  for home in /usr/lib/jvm/*-"$1"-* /usr/lib/jvm/*-"$1" "$STELE_TOOLS"/jdk-"$1"*; do
    [ -x "$home/bin/javac" ] && { echo "$home"; return; }
  done
}
JDK_OLD=$(jdk "$JDK_MIN")
JDK_NEW=$(jdk 25)

missing() {
  [ -n "$JDK_OLD" ] || echo "JDK $JDK_MIN"
  [ -f "$LAUNCHER" ] || have mvn || echo "Maven (fetches the sbt launcher)"
  [ -f "$LAUNCHER" ] || echo "sbt launcher $SBT_LAUNCH"
}
setup() {
  [ -n "$JDK_OLD" ] || apt_install "openjdk-$JDK_MIN-jdk-headless" || return 1
  if [ ! -f "$LAUNCHER" ]; then
    have mvn || apt_install maven || return 1
    mkdir -p "$STELE_TOOLS/sbt"
    mvn -q dependency:copy "-Dartifact=org.scala-sbt:sbt-launch:$SBT_LAUNCH" "-DoutputDirectory=$STELE_TOOLS/sbt" </dev/null || return 1
  fi
  JDK_OLD=$(jdk "$JDK_MIN")
  [ -z "$(missing)" ]
}

# run_sbt HOME SCALA COMMAND...
run_sbt() {
  local home=$1 version=$2 trust=()
  shift 2
  mkdir -p "$STELE_TOOLS/sbt"
  printf '[repositories]\nlocal\nmaven-central\n' >"$STELE_TOOLS/sbt/repositories"
  [ -f "$CACERTS" ] && trust=("-Djavax.net.ssl.trustStore=$CACERTS")
  STELE_SCALA=$version JAVA_HOME=$home "$home/bin/java" -Xmx3g -Xss8m "${trust[@]}" \
    -Dsbt.override.build.repos=true "-Dsbt.repository.config=$STELE_TOOLS/sbt/repositories" \
    -Dsbt.supershell=false -Dsbt.color=false -Dsbt.log.noformat=true -Dsbt.server.autostart=false \
    -jar "$LAUNCHER" "$@" </dev/null
}

# Compiles library and tests and leaves the class path of the testee in target/.
build() {
  local log
  log=$(mktemp)
  run_sbt "$JDK_OLD" "$SCALA_LTS" "Test / compile" "export Test / fullClasspath" >"$log" 2>&1 || { tail -n 40 "$log" >&2; rm -f "$log"; return 1; }
  grep -E '^/.*test-classes.*\.jar' "$log" | tail -1 >target/testee.classpath
  rm -f "$log"
  [ -s target/testee.classpath ]
}

# The closing lines of sbt, added up.
run_tests() {
  local log code=0 what=test
  log=$(mktemp)
  [ -n "${1:-}" ] && what="testOnly *$1*"
  say "Scala $SCALA_LTS on JDK $JDK_MIN"
  run_sbt "$JDK_OLD" "$SCALA_LTS" "$what" 2>&1 | tee -a "$log" | grep -E '==> X|error|Failed' || true
  [ "${PIPESTATUS[0]}" = 0 ] || code=1
  if [ -n "$JDK_NEW" ]; then
    say "Scala $SCALA_NEXT on JDK 25"
    run_sbt "$JDK_NEW" "$SCALA_NEXT" "$what" 2>&1 | tee -a "$log" | grep -E '==> X|error|Failed' || true
    [ "${PIPESTATUS[0]}" = 0 ] || code=1
  else
    say "no JDK 25: Scala $SCALA_NEXT is not tested"
  fi
  read -r p f s < <(sed -n 's/.*\(Passed\|Failed\): Total \([0-9]*\), Failed \([0-9]*\), Errors \([0-9]*\), Passed \([0-9]*\)\(, Skipped \([0-9]*\)\)\{0,1\}.*/\3 \4 \5 \7/p' "$log" \
    | awk '{ f += $1 + $2; p += $3; s += $4 } END { print p + 0, f + 0, s + 0 }')
  grep -E '==> s' "$log" | sed 's/^.*==> s/skipped:/' | sort -u
  [ "$p" -gt 0 ] || f=$((f + 1))
  [ "$code" = 0 ] || [ "$f" != 0 ] || f=1
  rm -f "$log"
  printf '%d passed, %d failed, %d skipped\n' "$p" "$f" "$s"
  [ "$f" = 0 ]
}

case ${1:-} in
  missing) missing ;;
  setup) setup ;;
  build) build ;;
  test) run_tests "${2:-}" ;;
  lint) run_sbt "$JDK_OLD" "$SCALA_LTS" scalafmtCheckAll bench/scalafmtCheckAll scalafmtSbtCheck "Test / compile" ;;
  fmt) run_sbt "$JDK_OLD" "$SCALA_LTS" scalafmtAll bench/scalafmtAll scalafmtSbt ;;
  gen) if [ "${2:-}" = --check ]; then run_sbt "$JDK_OLD" "$SCALA_LTS" "testOnly *SnapshotSpec *ApiSpec"
       else STELE_GEN=1 run_sbt "$JDK_OLD" "$SCALA_LTS" "testOnly *SnapshotSpec *ApiSpec"; fi ;;
  bench) shift; exec "$ROOT/scala/bench/run.sh" "$@" ;;
  testee) [ -f target/testee.classpath ] || build >&2 || exit 1
          exec "$JDK_OLD/bin/java" -Xss4m -cp "$(cat target/testee.classpath)" co.blocke.scalajack.testee.Testee ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
