#!/usr/bin/env bash
# The Elixir part: RustyJson in elixir/ and its NIF in rust/nif.
#
# Verbs: missing, setup, build, test [filter], lint, fmt, gen [--check], testee, bench [args].
# An Elixir of at least 1.15 that is already installed is used as it is; otherwise `setup`
# takes Elixir and the needed OTP applications from Debian trixie, pinned so that nothing
# else of that suite is ever installed. Hex is never asked for anything.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export PATH="$HOME/.cargo/bin:$PATH"
export STELE_DATA="${STELE_DATA:-$root/../shared/data}"
export LC_ALL=C.UTF-8 ELIXIR_ERL_OPTIONS="+fnu"
# mix must neither look for Hex nor ask to install it
export HEX_OFFLINE=1 MIX_QUIET="${MIX_QUIET:-}"

otp_packages=(elixir erlang-dev erlang-crypto erlang-ssl erlang-public-key erlang-asn1
  erlang-syntax-tools erlang-tools erlang-runtime-tools erlang-eunit erlang-inets
  erlang-xmerl erlang-parsetools)

elixir_ready() {
  command -v elixir >/dev/null && command -v mix >/dev/null || return 1
  # reading the version file is fast; starting the BEAM takes half a second
  local home version
  home="$(dirname "$(readlink -f "$(command -v elixir)")")/.."
  version="$(sed -n 's/.*{vsn, *"\([0-9.]*\).*/\1/p' "$home/lib/elixir/ebin/elixir.app" 2>/dev/null | head -1)"
  [ -n "$version" ] || version="$(elixir --short-version 2>/dev/null || echo 0)"
  [ "$(printf '%s\n1.15\n' "$version" | sort -V | head -1)" = 1.15 ]
}

missing() {
  local found=0
  elixir_ready || { echo "Elixir 1.15 or newer"; found=1; }
  command -v cargo >/dev/null || { echo "cargo (Rust 1.88 or newer)"; found=1; }
  return $found
}

# A trixie suite beside the configured one: the same source with the suite changed, so a
# mirror or a proxy set up for this machine stays in use.
add_trixie() {
  local dir="${APT_DIR:-/etc/apt}" source
  if ls "$dir"/sources.list.d/stele-trixie.* >/dev/null 2>&1; then return 0; fi
  source="$(grep -lsE '^URIs:.*/debian/?$' "$dir"/sources.list.d/*.sources | head -1 || true)"
  if [ -n "$source" ]; then
    # the first stanza of the deb822 file that names the main archive
    awk 'BEGIN { RS = ""; ORS = "\n\n" } /URIs:[^\n]*\/debian\/?(\n|$)/ { print; exit }' "$source" |
      grep -v '^#' | sed -E 's/^Suites:.*/Suites: trixie/; s/^Components:.*/Components: main/' \
      >"$dir/sources.list.d/stele-trixie.sources"
  else
    grep -hE '^deb .*/debian/? ' "$dir/sources.list" "$dir"/sources.list.d/*.list 2>/dev/null | head -1 |
      sed -E 's#^(deb (\[[^]]*\] )?[^ ]+) [^ ]+ .*#\1 trixie main#' \
      >"$dir/sources.list.d/stele-trixie.list"
  fi
  cat >"$dir/preferences.d/stele-trixie" <<'PIN'
Package: *
Pin: release n=bookworm*
Pin-Priority: 990

Package: *
Pin: release n=trixie
Pin-Priority: 50
PIN
}

setup() {
  if ! command -v cargo >/dev/null; then
    echo "cargo is missing: scripts/parts/rust.sh setup installs it" >&2
    exit 1
  fi
  if ! elixir_ready; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
      echo "needs Elixir 1.15 or newer; as root on Debian: apt-get install ${otp_packages[*]}" >&2
      exit 1
    fi
    echo "installing with apt from Debian trixie: ${otp_packages[*]} erlang-jiffy"
    grep -qs trixie /etc/os-release || add_trixie
    apt-get update -qq
    local target=(-t trixie)
    grep -qs trixie /etc/os-release && target=()
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${target[@]}" \
      "${otp_packages[@]}" >/dev/null
    # the peer of the benchmark; nothing else needs it
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${target[@]}" \
      erlang-jiffy >/dev/null || echo "erlang-jiffy is not available: the benchmark goes without it"
  fi
  elixir_ready || { echo "Elixir 1.15 or newer is still missing" >&2; exit 1; }
}

build() {
  (cd "$root/elixir" && MIX_ENV=prod mix compile --warnings-as-errors)
}

run_tests() {
  local filter="${1:-}" log status=0
  log="$(mktemp)"
  (cd "$root/rust" && cargo test -q -p rustyjson_nif --lib --tests ${filter:+"$filter"}) 2>&1 |
    tee "$log.rust" || status=1
  (cd "$root/elixir" && STELE_FILTER="$filter" MIX_ENV=test mix test) 2>&1 | tee "$log" || status=1
  local passed failed skipped line
  passed="$(sed -n 's/.*test result:.* \([0-9]*\) passed.*/\1/p' "$log.rust" | awk '{ n += $1 } END { print n + 0 }')"
  failed="$(sed -n 's/.*test result:.* \([0-9]*\) failed.*/\1/p' "$log.rust" | awk '{ n += $1 } END { print n + 0 }')"
  skipped=0
  # ExUnit: "20 doctests, 310 tests, 0 failures, 2 excluded, 1 skipped"; what a filter or the
  # missing STELE_LONG leaves out is not counted. From Elixir 1.20 on "Result: 29/30 passed (...), 1 skipped".
  if line="$(grep -oE '^Result: .*' "$log")"; then
    passed=$((passed + $(sed -nE 's/^Result: ([0-9]+).*/\1/p' <<<"$line")))
    failed=$((failed + $(sed -nE 's/^Failed: ([0-9]+) .*/\1/p' "$log" | awk '{ n += $1 } END { print n + 0 }')))
    skipped="$(sed -nE 's/.* ([0-9]+) skipped.*/\1/p' <<<"$line")"
    closing "$log" "$status" "$passed" "$failed" "${skipped:-0}"
    return
  fi
  line="$(grep -E '^([0-9]+ (doctests?|propert(y|ies)), )*[0-9]+ tests?, [0-9]+ failures?' "$log" | tail -1 || true)"
  if [ -z "$line" ]; then
    failed=$((failed + 1))
  else
    count() { { grep -oE "[0-9]+ $1" <<<"$line" || true; } | awk '{ n += $1 } END { print n + 0 }'; }
    local all bad left out
    all=$(( $(count doctest) + $(count test) ))
    bad="$(count failure)"; left="$(count skipped)"; out="$(count excluded)"
    passed=$((passed + all - bad - left - out)); failed=$((failed + bad)); skipped="$left"
  fi
  closing "$log" "$status" "$passed" "$failed" "$skipped"
}

closing() {
  local log="$1" status="$2" passed="$3" failed="$4" skipped="$5"
  rm -f "$log" "$log.rust"
  [ "$status" != 0 ] && [ "$failed" = 0 ] && failed=1
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ]
}

lint() {
  (cd "$root/elixir" && mix format --check-formatted &&
    MIX_ENV=test mix compile --warnings-as-errors --force)
  (cd "$root/rust" && cargo fmt -p rustyjson_nif --check &&
    cargo clippy -q -p rustyjson_nif --all-targets -- -D warnings)
}

fmt() {
  (cd "$root/elixir" && mix format)
  (cd "$root/rust" && cargo fmt -p rustyjson_nif)
}

gen() {
  (cd "$root/elixir" && MIX_ENV=prod mix run --no-start scripts/api.exs "$@")
}

# quiet by contract: the protocol owns standard output
testee() {
  cd "$root/elixir"
  local ebin=_build/prod/lib/rustyjson/ebin
  [ -d "$ebin" ] || MIX_ENV=prod mix compile >/dev/null 2>&1
  exec elixir --erl "-noinput" -pa "$ebin" testee.exs
}

# without Mix, so that protocols are open: the bench derives structs of its own
bench() {
  cd "$root/elixir"
  MIX_ENV=prod mix compile >/dev/null
  exec elixir -pa _build/prod/lib/rustyjson/ebin bench/run.exs "$@"
}

verb="${1:-}"
shift || true
case "$verb" in
  missing) missing ;;
  setup) setup ;;
  build) build ;;
  test) run_tests "$@" ;;
  lint) lint ;;
  fmt) fmt ;;
  gen) gen "$@" ;;
  testee) testee ;;
  bench) bench "$@" ;;
  *) echo "usage: elixir.sh missing|setup|build|test [filter]|lint|fmt|gen [--check]|testee|bench" >&2; exit 2 ;;
esac
