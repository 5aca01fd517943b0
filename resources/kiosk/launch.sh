#!/bin/sh
# launch.sh FOLDER PROGRAM VERSION [ARGUMENT…]: starts Foyer: PROGRAM, which is the installed package's VERSION, or a later
# version that lies in FOLDER. FOLDER/state says which. A version on trial that ends, or does not write within 45 s that
# it works, is blocked, and the version before starts.
set -u
folder="$1" package="$2" version="$3"
shift 3
: "${FOYER_TRIAL_SECONDS:=45}"
export FOYER_VERSIONS_DIR="$folder"

read_state() {
  base='' current='' trial='' tries=0 ready='' checked='' blocked=''
  while IFS='=' read -r key value; do
    case "$value" in *[!0-9A-Za-z.\ :+-]*) continue ;; esac
    case "$key" in
      base) base="$value" ;;
      current) current="$value" ;;
      trial) trial="$value" ;;
      tries) tries="$value" ;;
      ready) ready="$value" ;;
      checked) checked="$value" ;;
      blocked) blocked="$value" ;;
    esac
  done 2>/dev/null <"$folder/state"
  # Another package was installed since: it counts.
  [ "$base" = "$version" ] || current='' trial=''
}
# Whole and on the disk, or not at all.
write_state() {
  printf '%s\n' "base=$base" "current=$current" "trial=$trial" "tries=$tries" "ready=$ready" "checked=$checked" \
    "blocked=$blocked" >"$folder/state.launch" && sync "$folder/state.launch" &&
    mv -f "$folder/state.launch" "$folder/state" && sync "$folder"
}
start_current() {
  [ -n "$current" ] && [ -x "$folder/$current/foyer" ] && exec "$folder/$current/foyer" "$@"
  exec "$package" "$@"
}
# Blocks the version on trial for good.
give_up() {
  echo "foyer: version $trial does not work here; the one before starts." >&2
  blocked="${blocked:+$blocked }$trial" trial='' tries=0
  write_state
}

umask 077
read_state
[ -n "$trial" ] || start_current "$@"
# Two starts of it came to no end, as by power cuts.
[ "$tries" -lt 2 ] && [ -x "$folder/$trial/foyer" ] || { give_up; start_current "$@"; }
tries=$((tries + 1)) on="$trial" stopped=''
write_state || start_current "$@"
"$folder/$on/foyer" "$@" &
program=$!
(
  seconds=0
  while [ "$seconds" -lt "$FOYER_TRIAL_SECONDS" ]; do
    sleep 1
    seconds=$((seconds + 1))
    read_state
    [ "$trial" = "$on" ] || exit 0
  done
  kill -TERM "$program"
  sleep 2
  kill -KILL "$program"
) >/dev/null 2>&1 &
watch=$!
trap 'stopped=yes; kill -TERM "$program"' TERM INT HUP
wait "$program"
status=$?
# A signal ends `wait` before the program ends.
while kill -0 "$program" 2>/dev/null; do
  wait "$program"
  status=$?
done
kill "$watch" 2>/dev/null
read_state
[ "$trial" = "$on" ] && [ -z "$stopped" ] || exit "$status"
give_up
start_current "$@"
