# Shared by every script: where things are, how a step is shown, how counts are written.
# Source it; it changes nothing on the machine.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../versions
. "$ROOT/versions"
: "${STELE_TOOLS:=${XDG_CACHE_HOME:-$HOME/.cache}/stele}"   # toolchains that are unpacked, not installed
: "${STELE_DATA:=$ROOT/../shared/data}"                      # other people's documents
export ROOT STELE_TOOLS STELE_DATA
PARTS_ALL="rust elixir scala dotnet"

say()  { printf '%s\n' "$*" >&2; }
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" = 0 ]; }

# seconds with one digit, from a time in nanoseconds
since() { awk -v a="$1" -v b="$(date +%s%N)" 'BEGIN { printf "%.1f s", (b - a) / 1e9 }'; }

# step TITLE CMD...: run quietly, print title and time; on failure print the end of what it said
step() {
  local title=$1 log t0; shift
  log=$(mktemp); t0=$(date +%s%N)
  [ -t 2 ] && printf '  %s ...' "$title" >&2
  if "$@" >"$log" 2>&1 </dev/null; then
    [ -t 2 ] && printf '\r\033[K' >&2
    printf '  %s: %s\n' "$title" "$(since "$t0")" >&2; rm -f "$log"
  else
    local code=$?
    [ -t 2 ] && printf '\r\033[K' >&2
    printf '  %s: FAILED after %s\n' "$title" "$(since "$t0")" >&2
    tail -n 40 "$log" >&2; rm -f "$log"; return "$code"
  fi
}

# version_at_least HAVE WANT
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -1)" = "$2" ]; }

# apt_install PACKAGE...: as root after saying so, else the command that would help
apt_install() {
  if ! is_root; then say "needs root: sudo apt-get install -y $*"; return 1; fi
  say "  installing with apt: $*"
  [ -n "$(find /var/lib/apt/lists -name '*_Packages*' -print -quit 2>/dev/null)" ] || apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

part_script() { printf '%s/scripts/parts/%s.sh' "$ROOT" "$1"; }

# a part exists when its folder holds code; it is ready when nothing is missing
part_exists() {
  case $1 in
    rust) [ -f "$ROOT/rust/Cargo.toml" ] ;;
    elixir) [ -f "$ROOT/elixir/mix.exs" ] ;;
    scala) [ -f "$ROOT/scala/build.sbt" ] ;;
    dotnet) [ -d "$ROOT/dotnet/src" ] ;;
    conformance) [ -f "$ROOT/spec/testees.toml" ] ;;
    *) return 1 ;;
  esac && [ -x "$(part_script "$1")" ]
}
part_missing() { "$(part_script "$1")" missing; }
part_ready() { part_exists "$1" && [ -z "$(part_missing "$1" 2>/dev/null)" ]; }
