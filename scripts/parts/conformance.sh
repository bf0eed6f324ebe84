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
  # all vectors, then random documents under random options: TONL must be the same bytes, JSON the same value from everyone
  local log code=0 p f s
  log=$(mktemp)
  rust/target/release/stele conformance --testee "$names" | tee "$log" || code=1
  case $names in *,*) rust/target/release/stele conformance --testee "$names" --generate 500 --seed 1 | tee -a "$log" || code=1 ;; esac
  read -r p f s < <(awk '/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { p += $1; f += $3; s += $5 } END { print p + 0, f + 0, s + 0 }' "$log")
  rm -f "$log"
  [ $code = 0 ] || [ "$f" != 0 ] || f=1
  printf '%d passed, %d failed, %d skipped\n' "$p" "$f" "$s"
  [ "$f" = 0 ]
}

case ${1:-} in
  missing) "$(part_script rust)" missing ;;
  setup) "$(part_script rust)" setup ;;
  build|lint|fmt|gen) true ;;
  test) run_all ;;
  *) sed -n '2s/^# //p' "$0"; exit 2 ;;
esac
