#!/usr/bin/env bash
# The .NET part: missing setup build test lint fmt gen bench testee env (what each verb does: CONTRIBUTING.md).
# Toolchain: an installed SDK 10, else the archive of STELE_TOOLCHAINS (default ../shared/toolchains) unpacked once under STELE_TOOLS.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
: "${STELE_TOOLCHAINS:=$ROOT/../shared/toolchains}"
SDK=$STELE_TOOLS/dotnet-sdk
ARCHIVE=$STELE_TOOLCHAINS/dotnet-$DOTNET_SDK-linux-x64.tar.xz
# no daemons, no telemetry, no banner
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1 DOTNET_GENERATE_ASPNET_CERTIFICATE=false
export MSBUILDDISABLENODEREUSE=1 DOTNET_CLI_USE_MSBUILD_SERVER=0 UseSharedCompilation=false

installed_sdk() { have dotnet && dotnet --list-sdks 2>/dev/null | grep -q '^10\.'; }
# the unpacked one first: it comes with a package feed that needs no network
if [ -x "$SDK/dotnet/dotnet" ]; then
  export DOTNET_ROOT=$SDK/dotnet PATH=$SDK/dotnet:$PATH DOTNET_MULTILEVEL_LOOKUP=0
  [ -d "$SDK/nuget" ] && export RestoreConfigFile=$SDK/NuGet.config
fi

missing() {
  [ -x "$SDK/dotnet/dotnet" ] || installed_sdk || echo ".NET SDK 10"
  [ -n "${DOTNET_SYSTEM_GLOBALIZATION_INVARIANT:-}" ] || [ -n "$(find /usr/lib /usr/lib64 -maxdepth 2 -name 'libicuuc.so*' -print -quit 2>/dev/null)" ] || echo "libicu"
  [ ! -d "$SDK/nuget" ] || [ -f "$SDK/NuGet.config" ] || echo "a package source list beside the unpacked SDK"
}
setup() {
  if [ ! -x "$SDK/dotnet/dotnet" ] && ! installed_sdk; then
    if [ -f "$ARCHIVE" ]; then
      say "  unpacking .NET SDK $DOTNET_SDK into $SDK"
      mkdir -p "$SDK.part.$$" && tar -xJf "$ARCHIVE" -C "$SDK.part.$$" || { rm -rf "$SDK.part.$$"; return 1; }
      mkdir -p "$SDK" && for d in dotnet nuget; do [ -e "$SDK/$d" ] || mv "$SDK.part.$$/$d" "$SDK/$d"; done
      rm -rf "$SDK.part.$$"
    else
      say "  no .NET SDK 10 and no archive $ARCHIVE"
      say "  install .NET SDK 10 with your system's packages (apt-get install dotnet-sdk-10.0, brew install dotnet-sdk) or from Microsoft's download page"
      return 1
    fi
  fi
  if [ -d "$SDK/nuget" ]; then
    printf '<configuration>\n  <packageSources>\n    <clear/>\n    <add key="offline" value="%s"/>\n  </packageSources>\n</configuration>\n' "$SDK/nuget" >"$SDK/NuGet.config"
  fi
  if missing | grep -q libicu; then apt_install libicu72 || return 1; fi
  [ -z "$(missing)" ]
}

quiet_build() { dotnet build "$@" -c Release -v q -nologo -clp:NoSummary -p:UseSharedCompilation=false; }
build() { quiet_build dotnet/tests/Testee/Testee.csproj; }

# every test project is an xunit v3 program; it prints a closing line that is added up. Both runtimes, except where a project has one.
run_tests() {
  local total=0 failed=0 skipped=0 project fw dll log t f s args=() code
  [ -n "${1:-}" ] && args=(-method "*$1*")
  log=$(mktemp)
  for project in dotnet/tests/*/*.csproj; do
    grep -q 'xunit.v3"' "$project" || continue
    quiet_build "$project" >"$log" 2>&1 || { cat "$log"; echo "$(basename "$project"): does not build"; failed=$((failed + 1)); continue; }
    for fw in net10.0 net9.0; do
      dll=$(dirname "$project")/bin/Release/$fw/$(basename "$project" .csproj).dll
      [ -f "$dll" ] || continue
      grep -q "$fw" "$project" || continue
      dotnet exec "$dll" -noLogo -noColor "${args[@]}" >"$log" 2>&1; code=$?
      grep -E '^ +(\S.* )?\[(FAIL|SKIP)\]|^ {6}' "$log" | head -200
      read -r t f s < <(sed -nE 's/.*Total: ([0-9]+),.*Failed: ([0-9]+), Skipped: ([0-9]+).*/\1 \2 \3/p' "$log" | tail -1)
      if [ -z "${t:-}" ]; then
        if [ "$code" -ne 0 ] && [ -z "${1:-}" ]; then tail -20 "$log"; echo "$(basename "$dll") ($fw): ended with code $code"; failed=$((failed + 1)); fi
        continue
      fi
      echo "$(basename "$dll" .dll) ($fw): $t tests, $f failed, $s skipped"
      total=$((total + t - f - s)); failed=$((failed + f)); skipped=$((skipped + s))
      [ "$code" -eq 0 ] || [ "$f" -gt 0 ] || failed=$((failed + 1))
      t=
    done
  done
  rm -f "$log"
  printf '%d passed, %d failed, %d skipped\n' "$total" "$failed" "$skipped"
  [ "$failed" = 0 ]
}

cd "$ROOT" || exit 2
case ${1:-} in
  missing) missing ;;
  setup) setup ;;
  build) build ;;
  test) run_tests "${2:-}" ;;
  lint) dotnet format dotnet/TONL.NET.slnx --verify-no-changes --severity warn && quiet_build dotnet/TONL.NET.slnx ;;
  fmt) dotnet format dotnet/TONL.NET.slnx ;;
  gen) if [ "${2:-}" = --check ]; then run_tests Baseline; else STELE_GEN=1 run_tests Baseline; fi ;;
  testee) exec dotnet exec dotnet/tests/Testee/bin/Release/net10.0/tonl-testee.dll ;;
  bench) shift; exec dotnet run -c Release -f net10.0 --project dotnet/benchmarks/Benchmarks.csproj -- "${@:-quick}" ;;
  env) shift; exec "$@" ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
