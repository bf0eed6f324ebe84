#!/usr/bin/env bash
# The conformance part: builds the testees that are ready and runs `stele conformance` over all vectors and between all implementations.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
cd "$ROOT" || exit 2

run_all() {
  local part names=rust
  "$(part_script rust)" build || { echo "0 passed, 1 failed, 0 skipped"; return 1; }
  for part in elixir scala dotnet; do
    part_ready "$part" || continue
    if "$(part_script "$part")" build >/dev/null 2>&1; then names=$names,$part
    else say "testee $part does not build"; echo "0 passed, 1 failed, 0 skipped"; return 1; fi
  done
  rust/target/release/stele conformance --testee "$names"
}

case ${1:-} in
  missing) "$(part_script rust)" missing ;;
  setup) "$(part_script rust)" setup ;;
  build|lint|fmt|gen) true ;;
  test) run_all ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
