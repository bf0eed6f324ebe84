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
    have curl || apt_install curl ca-certificates || { say "needs curl, or install Rust $RUST_MIN by hand"; return 1; }
    local installer; installer=$(mktemp)
    # not through a pipe, in which a failed download would be an empty script that succeeds
    curl --proto '=https' -sSfo "$installer" https://sh.rustup.rs && sh "$installer" -y -q --profile default
    local code=$?
    rm -f "$installer"
    [ "$code" = 0 ] || { say "  Rust could not be installed; install $RUST_MIN or newer by hand"; return 1; }
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

# the pictures of README: what documents cost in tokens is counted anew, speed comes from speed.csv
figures() { # [--check]
  local folder=$ROOT/docs/figures tokens code=0
  cargo build --release -q -p stele || return 1
  tokens=$(cd "$ROOT" && for document in documents/*.json; do rust/target/release/stele stats --json -q "$document" || exit 1; done) || return 1
  if [ "${1:-}" != --check ]; then
    printf '%s\n' "$tokens" >"$folder/tokens.ndjson"
  elif [ "$tokens" != "$(cat "$folder/tokens.ndjson")" ]; then
    say "docs/figures/tokens.ndjson is not what \`stele stats\` counts now: run ./run gen"; code=1
  fi
  cargo run -q -p stele-bench --bin figures -- "$folder" "$@" && return $code
}

case ${1:-} in
  missing) missing ;;
  setup) setup ;;
  build) [ -n "${STELE_SHOW_BUILD:-}" ] && exec cargo build --release -p stele
         cargo build --release -q -p stele ;;
  test) run_tests "${2:-}" ;;
  lint) cargo fmt --all --check && cargo clippy --workspace --all-targets -q -- -D warnings ;;
  fmt) cargo fmt --all ;;
  gen) shift; figures "$@" ;;
  bench) shift; cd "$OLDPWD" || exit 2 # files are named from where the user stands
    exec cargo run --manifest-path "$ROOT/rust/Cargo.toml" --release -q -p stele-bench --bin stele-bench -- "$@" ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
