# shellcheck shell=bash
# How .ci/run and .ci/nightly run their steps and show them.

written=$(mktemp -d)
lanes=()
trap 'for lane in "${lanes[@]}"; do kill -- "-$lane" 2>/dev/null || true; done; rm -rf "$written"' EXIT

# step NAME COMMAND…: runs it and shows a line. If it fails, shows what it wrote and the command that runs it again.
step() {
  local name=$1 code=0 began=$SECONDS log
  shift
  log=$(mktemp "$written/XXXXXX.log")
  "$@" >"$log" 2>&1 </dev/null &
  wait $! || code=$? # not `"$@" ||`, in which bash ignores `set -e`
  if [ "$code" = 0 ]; then
    printf '%4s s  ok      %s\n' "$((SECONDS - began))" "$name"
  else
    printf '%s\n%4s s  FAILED  %s (exit code %s)\n        Run it again: %s\n' \
      "$(cat "$log")" "$((SECONDS - began))" "$name" "$code" "$*"
  fi
  return "$code"
}

# begin LANE…: starts these functions at the same time, beside what follows.
begin() {
  local lane
  set -m # a process group for each, so that all of it can be ended
  for lane in "$@"; do
    (set +m; "$lane") &
    lanes+=($!)
  done
  set +m
}

# side_by_side LANE…: runs these functions at the same time, and waits for them and whatever was begun before. If one fails, the others
# are ended.
side_by_side() {
  local lane
  begin "$@"
  for lane in "$@"; do wait -n || exit 1; done # the first that fails, not the first of the list
  for lane in "${lanes[@]}"; do wait "$lane" || exit 1; done
  lanes=()
}

# One closing line over all suites, for machines that count.
count_tests() {
  cat "$written"/*.log | sed 's/\x1b\[[0-9;]*m//g' | awk '
    /^ *Tests / { for (i = 2; i <= NF; i++) { if ($i == "passed") p += $(i-1); if ($i == "failed") f += $(i-1); if ($i == "skipped") s += $(i-1) } }
    END { printf "\n%d passed, %d failed, %d skipped\n", p, f, s }'
}
