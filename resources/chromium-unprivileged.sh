#!/bin/sh
# Runs Chromium in its own sandbox as the unprivileged user of the browsers. Chromium refuses root unless its sandbox is
# switched off, so a caller who is root drops the privileges here, and hands the profile folder to that user.
set -eu
user="${FOYER_CHROMIUM_USER:-foyer-kiosk}"
browser="${FOYER_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"
as_user=''
if [ "$(id -u)" = 0 ]; then as_user="setpriv --reuid $user --regid $user --init-groups --"; fi
profile=
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*)
      profile="${argument#--user-data-dir=}"
      [ -z "$as_user" ] || chown -R "$user" "$profile"
      ;;
    --no-sandbox) echo "refused: Chromium is never run with --no-sandbox" >&2; exit 64 ;;
  esac
done
# What a browser leaves in its home goes where the profile goes; the caller's own home is not for this user.
case "${HOME:-}" in
  "${profile:-/nowhere}"/*) ;;
  *)
    if [ -n "$profile" ]; then HOME="$profile/home"; else HOME="$(getent passwd "$user" | cut -d: -f6)"; fi
    XDG_CONFIG_HOME="$HOME/.config"
    XDG_CACHE_HOME="$HOME/.cache"
    XDG_RUNTIME_DIR="$HOME/.run"
    export HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR
    for folder in "$HOME" "$XDG_RUNTIME_DIR"; do
      if [ -n "$as_user" ]; then install -d -m 700 -o "$user" "$folder"; else install -d -m 700 "$folder"; fi
    done
    ;;
esac
# What a crashed process held is not written down by the system either.
ulimit -c 0
# The kernel refuses more to a process of a foreign page, even while Foyer has no time to look.
[ -z "${FOYER_PROCESS_KILOBYTES:-}" ] || ulimit -d "$FOYER_PROCESS_KILOBYTES"
cd "$HOME"
# shellcheck disable=SC2086
exec $as_user "$browser" "$@"
