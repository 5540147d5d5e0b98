#!/bin/sh
# Run by dpkg once the files are gone; also before the next version is unpacked, and then everything stays.
set -e

case "$1" in
  remove | purge | disappear) ;;
  *) exit 0 ;;
esac

profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

rm -f "$DPKG_ROOT/usr/bin/${executable}"
if [ -e "$profile" ]; then
  if [ -z "$DPKG_ROOT" ] && [ -e /sys/kernel/security/apparmor/profiles ]; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
