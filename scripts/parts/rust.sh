#!/usr/bin/env bash
# The Rust part: missing setup build test lint fmt gen bench (what each verb does: CONTRIBUTING.md).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$ROOT/rust" || exit 2
PATH=$HOME/.cargo/bin:$PATH

missing() {
  have cargo || { echo "cargo (Rust $RUST_MIN or newer)"; return; }
  version_at_least "$(cargo --version | cut -d' ' -f2)" "$RUST_MIN" || echo "Rust $RUST_MIN or newer"
  have cc || echo "a C linker (cc)"
}
setup() {
  if ! have cc; then apt_install gcc libc6-dev || return 1; fi
  if ! have cargo; then
    say "  installing Rust with rustup into the home directory"
    have curl || { say "needs curl, or install Rust $RUST_MIN by hand"; return 1; }
    curl --proto '=https' -sSf https://sh.rustup.rs | sh -s -- -y -q --profile default || return 1
  fi
  [ -z "$(missing)" ] || { say "  run: rustup update stable"; return 1; }
}

# cargo's own closing lines, added up; tests that found no data wrote a line each to STELE_SKIPPED
run_tests() {
  local log code p f s
  log=$(mktemp); STELE_SKIPPED=$(mktemp); export STELE_SKIPPED
  if [ -n "${1:-}" ]; then set -- -- "$1"; else set --; fi
  cargo test --workspace --no-fail-fast "$@" 2>&1 | tee "$log" | grep -vE '^(test .* ok|running [0-9]+ tests?|)$|^ +(Compiling|Running|Doc-tests|Finished)'
  code=${PIPESTATUS[0]}
  read -r p f s < <(awk '/^test result:/ { p += $4; f += $6; s += $8 } END { print p + 0, f + 0, s + 0 }' "$log")
  local absent; absent=$(wc -l <"$STELE_SKIPPED"); sed 's/^/skipped: /' "$STELE_SKIPPED"
  [ "$code" = 0 ] || [ "$f" != 0 ] || f=1
  rm -f "$log" "$STELE_SKIPPED"
  printf '%d passed, %d failed, %d skipped\n' $((p - absent)) "$f" $((s + absent))
  [ "$f" = 0 ]
}

case ${1:-} in
  missing) missing ;;
  setup) setup ;;
  build) [ -n "${STELE_SHOW_BUILD:-}" ] && exec cargo build --release -p stele
         cargo build --release -q -p stele ;;
  test) run_tests "${2:-}" ;;
  lint) cargo fmt --all --check && cargo clippy --workspace --all-targets -q -- -D warnings ;;
  fmt) cargo fmt --all ;;
  gen) true ;;
  bench) shift; exec cargo run --release -q -p stele-bench -- "$@" ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
