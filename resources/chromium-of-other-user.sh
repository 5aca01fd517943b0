#!/bin/sh
# Stands where Chromium would, for Foyer that runs as another user than its browsers: hands the arguments, the
# environment and the pipes 3 and 4 on to the browser that `browser-user.sh` starts, and ends with it.
set -eu
for argument in "$@"; do
  case "$argument" in --user-data-dir=*) own="${argument#--user-data-dir=}.own" ;; esac
done
cat <"$own/out" >&4 3<&- &
back=$!
cat <"$own/errors" >&2 3<&- 4>&- &
errors=$!
# Foyer may be gone before a browser came to the other ends: what waits for one there ends with Foyer. Opened both ways,
# this end waits for nobody.
{
  exec 4>&-
  cat <&3 1<>"$own/in" &
  trap 'kill "$!"' TERM
  wait "$!" || true
  [ -e "$own/met" ] || kill "$back" "$errors" $$ 2>/dev/null || true
} &
towards=$!
{ env --null; printf '%s\0' "$(dirname "$0")/chromium-unprivileged.sh" "$@"; } >"$own/words"
: >"$own/met"
exec 3<&- 4>&-
wait "$back" || true
kill "$towards" 2>/dev/null || true
