# shellcheck shell=bash disable=SC2154
# Numbered steps with timings, for ./quickstart and ./run-tests; sourced, not run.
# SPDX-License-Identifier: Apache-2.0
#
# The sourcing script sets step_count, and log_folder before the first `logged`.
step_number=0
step_start=$SECONDS
logged_pid=

step() { # what
  step_number=$((step_number + 1))
  step_start=$SECONDS
  echo "[$step_number/$step_count] $*"
}

step_done() {
  echo "      done in $((SECONDS - step_start)) s"
}

stop_logged() {
  if [[ -n $logged_pid ]]; then
    kill "$logged_pid" 2>/dev/null || true
    wait "$logged_pid" 2>/dev/null || true
  fi
}
trap stop_logged EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# logged NAME COMMAND...: runs it with its output in log_folder/NAME.log, shows how far it is, and ends the script with
# the last lines of the log if it fails.
logged() {
  local name=$1 shown='' last status=0 seconds=0
  shift
  mkdir -p "$log_folder"
  local log=$log_folder/$name.log
  echo "\$ $*" >"$log"
  "$@" >>"$log" 2>&1 </dev/null &
  logged_pid=$!
  while kill -0 "$logged_pid" 2>/dev/null; do
    sleep 0.2
    seconds=$((seconds + 1))
    ((seconds % 100 == 0)) || continue
    last=$(sed 1d "$log" | tail -n 1 | tr '\r' '\n' | tail -n 1 | cut -c 1-100)
    if [[ -n $last && $last != "$shown" ]]; then
      echo "      ... $last"
      shown=$last
    elif ((seconds % 300 == 0)); then
      echo "      ... $name has run for $((seconds / 5)) s"
    fi
  done
  wait "$logged_pid" || status=$?
  logged_pid=
  if ((status != 0)); then
    tail -n 40 "$log" | sed 's/^/      | /' >&2
    echo "${0##*/}: error: $name failed with exit status $status" >&2
    echo "  fix: see the lines above; the whole log is $log" >&2
    exit 1
  fi
}
