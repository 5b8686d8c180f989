# shellcheck shell=bash
# Functions with which .ci/run and .ci/nightly run and print their steps.

written=$(mktemp -d)
lanes=()
trap 'for lane in "${lanes[@]}"; do kill -- "-$lane" 2>/dev/null || true; done; rm -rf "$written"' EXIT

# step NAME COMMAND…: runs the command and prints a line. If it fails, also prints its output and how to run it again.
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

# begin LANE…: starts these functions in the background, all at the same time.
begin() {
  local lane
  set -m # gives each a process group, so that all its processes can be killed
  for lane in "$@"; do
    (set +m; "$lane") &
    lanes+=($!)
  done
  set +m
}

# side_by_side LANE…: runs these functions at the same time, and waits for them and all that `begin` started before. If
# one fails, the others are killed.
side_by_side() {
  local lane
  begin "$@"
  for lane in "$@"; do wait -n || exit 1; done # returns at the first failure, whichever function fails
  for lane in "${lanes[@]}"; do wait "$lane" || exit 1; done
  lanes=()
}

# Prints the totals of all suites in one line, for other programs.
count_tests() {
  cat "$written"/*.log | sed 's/\x1b\[[0-9;]*m//g' | awk '
    /^ *Tests / { for (i = 2; i <= NF; i++) { if ($i == "passed") p += $(i-1); if ($i == "failed") f += $(i-1); if ($i == "skipped") s += $(i-1) } }
    END { printf "\n%d passed, %d failed, %d skipped\n", p, f, s }'
}
