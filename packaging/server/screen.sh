#!/bin/sh
# Started by cage. Nothing of an earlier visitor is kept: Chromium gets a folder that is new at each start.
set -e

address=${TAN_SCREEN_URL:-http://127.0.0.1:8080/kiosk/}
profile=/var/lib/take-a-number-screen/profile

# A page that cannot be loaded is not loaded again by Chromium itself; ours asks by itself once it is there.
until /usr/lib/take-a-number/node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$address"; do
  sleep 1
done

rm -rf "$profile"
exec /usr/bin/chromium --ozone-platform=wayland --kiosk --user-data-dir="$profile" --no-first-run --disable-pinch \
  --overscroll-history-navigation=0 --disable-features=Translate --noerrdialogs --disable-session-crashed-bubble \
  --autoplay-policy=no-user-gesture-required $TAN_SCREEN_FLAGS "$address"
