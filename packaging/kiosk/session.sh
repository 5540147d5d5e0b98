#!/bin/sh
# What take-a-number-kiosk.service starts, in a session of its own, and what becomes the program. cage, which gives it the screen, runs
# beside it, not before it: systemd hears signs of life from the very process that it has started alone, because whatever else
# belongs to a session of logind is no part of the service any more.
set -e

told=$XDG_RUNTIME_DIR/take-a-number-cage
rm -f "$told"
mkfifo -m 600 "$told"

# It says where it draws, and is there for as long as the program; should it go first, the program goes too, and systemd
# starts both again.
{
  /usr/bin/cage -d -- /bin/sh -c '
    echo "$WAYLAND_DISPLAY $DISPLAY" >&3
    exec 3>&-
    while kill -0 "$0" 2>/dev/null; do sleep 0.5; done' $$ 3>"$told" || true
  kill $$ 2>/dev/null || true
} &

# Nothing comes where cage could not begin: its own words stand in the journal.
read -r WAYLAND_DISPLAY DISPLAY <"$told" || exit 1
rm -f "$told"
export WAYLAND_DISPLAY DISPLAY
exec /usr/bin/take-a-number --data=/var/lib/take-a-number-kiosk "$@"
