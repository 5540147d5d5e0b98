#!/bin/sh
# Starts cage and becomes the kiosk program; run by take-a-number-kiosk.service in its own session. systemd accepts
# watchdog signals only from the process that it started, because logind moves the session's other processes out of the service.
# So cage is a child of this script, and not its parent.
set -e

told=$XDG_RUNTIME_DIR/take-a-number-cage
rm -f "$told"
mkfifo -m 600 "$told"

# cage reports its display and runs as long as the program. If cage ends first, the program ends too, and systemd restarts both.
{
  /usr/bin/cage -d $TAN_CAGE_FLAGS -- /bin/sh -c '
    echo "$WAYLAND_DISPLAY $DISPLAY" >&3
    exec 3>&-
    while kill -0 "$0" 2>/dev/null; do sleep 0.5; done' $$ 3>"$told" || true
  kill $$ 2>/dev/null || true
} &

# No line arrives if cage could not start; its error is in the journal.
read -r WAYLAND_DISPLAY DISPLAY <"$told" || exit 1
rm -f "$told"
export WAYLAND_DISPLAY DISPLAY
# Optional commands after the screen is ready, such as a rotation.
if [ -n "$TAN_CAGE_RUN" ]; then $TAN_CAGE_RUN || echo "take-a-number-kiosk: TAN_CAGE_RUN failed" >&2; fi
exec /usr/bin/take-a-number --data=/var/lib/take-a-number-kiosk "$@"
