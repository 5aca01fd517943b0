#!/bin/sh
# Runs Chromium in its own sandbox when the caller is root: Chromium refuses root unless its sandbox is
# switched off, so the privileges are dropped instead. The profile folder is handed to the kiosk user.
set -eu
user="${FOYER_CHROMIUM_USER:-foyer-kiosk}"
browser="${FOYER_CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}"
home="$(getent passwd "$user" | cut -d: -f6)"
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) chown -R "$user" "${argument#--user-data-dir=}" ;;
    --no-sandbox) echo "refused: Chromium is never run with --no-sandbox" >&2; exit 64 ;;
  esac
done
cd "$home"
exec env HOME="$home" XDG_CONFIG_HOME="$home/.config" XDG_CACHE_HOME="$home/.cache" \
  setpriv --reuid "$user" --regid "$user" --init-groups -- "$browser" "$@"
