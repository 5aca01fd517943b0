#!/bin/sh
# Runs Chromium in its own sandbox as the unprivileged user of the browsers. Chromium refuses root unless its sandbox is
# switched off, so a caller who is root drops the privileges here, and hands the profile folder to that user.
set -eu
user="${FOYER_CHROMIUM_USER:-foyer-kiosk}"
browser="${FOYER_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"
home="$(getent passwd "$user" | cut -d: -f6)"
as_user=''
if [ "$(id -u)" = 0 ]; then as_user="setpriv --reuid $user --regid $user --init-groups --"; fi
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) [ -z "$as_user" ] || chown -R "$user" "${argument#--user-data-dir=}" ;;
    --no-sandbox) echo "refused: Chromium is never run with --no-sandbox" >&2; exit 64 ;;
  esac
done
cd "$home"
# shellcheck disable=SC2086
exec env HOME="$home" XDG_CONFIG_HOME="$home/.config" XDG_CACHE_HOME="$home/.cache" $as_user "$browser" "$@"
