#!/bin/sh
# The part of Foyer that runs as the browsers' own user, so that Foyer itself, which is another user, can have browsers
# started and ended there. Foyer speaks to it line by line, and it answers each line with one: `done`, `no`, `failed`.
#   start PROFILE     starts a browser as soon as `chromium-of-other-user.sh` opens the pipes in PROFILE.own
#   kill PID...       ends processes at once
#   end FOLDER        ends the browsers whose profiles lie in FOLDER
#   remove PROFILE    deletes what lies in PROFILE
#   held MOST PROFILE kilobytes that the files of PROFILE take; `many` where there are more than MOST files
#   reads FILE        whether this user may read a file
# When Foyer is gone, however it went, its browsers end and what they wrote is deleted.
# shellcheck disable=SC2086
set -u
umask 007
# What ends Foyer must not end this first: it is needed until the last profile is deleted.
trap '' INT TERM HUP
# Each as PID:PROFILE.
started=''

browsers_of() {
  grep -lsF -e "--user-data-dir=$1" /proc/[0-9]*/cmdline
  grep -lsF -e "TMPDIR=$1" /proc/[0-9]*/environ
}

# Again and again: what was told to end may take a moment, on a busy machine some seconds. Of what is found, only this
# user's own can be told.
end() {
  for _ in $(seq 100); do
    left=''
    for pid in $(browsers_of "$1" | cut -d/ -f3 | sort -u); do
      if kill -s KILL "$pid" 2>/dev/null; then left=yes; fi
    done
    [ -n "$left" ] || return 0
    sleep 0.05
  done
  return 1
}

remove() {
  # One that nobody came to still waits for its pipes.
  for each in $started; do
    if [ "${each#*:}" = "$1" ]; then kill -s KILL "${each%%:*}" 2>/dev/null; fi
  done
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    find "$1" -mindepth 1 -delete 2>/dev/null
    # What cannot be listed is not known to be empty.
    if left="$(ls -A "$1" 2>/dev/null)"; then [ -n "$left" ] || return 0
    elif [ ! -e "$1" ]; then return 0; fi
    sleep 0.05
  done
  return 1
}

start() {
  (
    trap - INT TERM HUP
    exec 3<"$1.own/in" 4>"$1.own/out" 1>"$1.own/errors" 2>&1 </dev/null
    exec xargs --null --no-run-if-empty --exit --max-args=4096 --arg-file="$1.own/words" env -i
  ) &
  started="$started $!:$1"
}

held() {
  kilobytes='many'
  [ "$(find "$2" 2>/dev/null | head -n "$(($1 + 1))" | wc -l)" -gt "$1" ] ||
    kilobytes="$(du -sk "$2" 2>/dev/null | cut -f1)"
  echo "${kilobytes:-0}"
}

answer() {
  if "$@"; then echo 'done'; else echo 'failed'; fi
}

# As a whole, so that the shell has read all of it before it waits: an update may change this file meanwhile.
main() {
  while read -r what about; do
    case "$what" in
      start | end | remove) answer "$what" "$about" ;;
      # Their numbers are words of their own.
      kill) kill -s KILL $about 2>/dev/null; echo 'done' ;;
      held) held $about ;;
      reads) if [ -r "$about" ]; then echo 'done'; else echo 'no'; fi ;;
      *) echo 'failed' ;;
    esac
  done
  for each in $started; do
    end "${each#*:}"
    remove "${each#*:}"
  done
}

main
exit
