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
  /usr/bin/cage -d $TAN_CAGE_FLAGS -- /bin/sh -c '
    echo "$WAYLAND_DISPLAY $DISPLAY" >&3
    exec 3>&-
    while kill -0 "$0" 2>/dev/null; do sleep 0.5; done' $$ 3>"$told" || true
  kill $$ 2>/dev/null || true
} &

# Nothing comes where cage could not begin: its own words stand in the journal.
read -r WAYLAND_DISPLAY DISPLAY <"$told" || exit 1
rm -f "$told"
export WAYLAND_DISPLAY DISPLAY
# What is to be done once there is a screen. Without it the kiosk is shown all the same.
if [ -n "$TAN_CAGE_RUN" ]; then $TAN_CAGE_RUN || echo "take-a-number-kiosk: TAN_CAGE_RUN failed" >&2; fi
exec /usr/bin/take-a-number --data=/var/lib/take-a-number-kiosk "$@"
