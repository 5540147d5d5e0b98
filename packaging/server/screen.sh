#!/bin/sh
# Starts Chromium in cage with an empty profile, so that no data of earlier visitors remains. Only the storage of the page is
# kept, which contains the key of a paired screen.
set -e

home=/usr/lib/take-a-number
address=${TAN_SCREEN_URL:-http://127.0.0.1:8080/kiosk/}
profile=/var/lib/take-a-number-screen/profile

# TAN_CAGE_RUN: optional commands after the screen is ready, such as a rotation.
if [ -n "$TAN_CAGE_RUN" ]; then $TAN_CAGE_RUN || echo "take-a-number-screen: TAN_CAGE_RUN failed" >&2; fi

# Chromium does not retry a page that failed to load, so wait for the server first. After a quarter of an hour without a server,
# systemd restarts this service.
wait='const until = Date.now() + 900_000;
  const ask = () => fetch(process.argv[1], { signal: AbortSignal.timeout(10_000) }).then(({ ok }) => ok, () => false).then((is) =>
    is ? process.exit(0) : Date.now() > until ? process.exit(1) : setTimeout(ask, 1_000));
  ask();'
"$home/node" -e "$wait" "$address"

# In this order, a power cut leaves the storage in one of the two places.
if [ -d "$profile/Default/Local Storage" ]; then
  rm -rf "$profile.storage"
  mv "$profile/Default/Local Storage" "$profile.storage"
fi
rm -rf "$profile"
if [ -d "$profile.storage" ]; then
  mkdir -p "$profile/Default"
  mv "$profile.storage" "$profile/Default/Local Storage"
fi
exec "$home/node" "$home/watch-screen.mjs" /usr/bin/chromium --ozone-platform=wayland --kiosk --user-data-dir="$profile" \
  --no-first-run --disable-pinch --overscroll-history-navigation=0 --disable-features=Translate --noerrdialogs \
  --disable-session-crashed-bubble --autoplay-policy=no-user-gesture-required $TAN_SCREEN_FLAGS "$address"
