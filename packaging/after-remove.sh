#!/bin/sh
# dpkg runs this script after removing the files. During an upgrade it changes nothing.
set -e

case "$1" in
  remove | purge | disappear) ;;
  *) exit 0 ;;
esac

profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

# The service ends with its files, and no link to it remains.
rm -f "$DPKG_ROOT/etc/systemd/system/graphical.target.wants/take-a-number-kiosk.service" \
  "$DPKG_ROOT/etc/systemd/system/multi-user.target.wants/take-a-number-kiosk.service"
rmdir "$DPKG_ROOT/etc/systemd/system/graphical.target.wants" 2>/dev/null || true
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
  systemctl stop take-a-number-kiosk.service 2>/dev/null || true
  systemctl daemon-reload
fi
# Settings, print journal and leased numbers are deleted only by `purge`.
if [ "$1" = purge ]; then
  rm -rf "$DPKG_ROOT/var/lib/take-a-number-kiosk" "$DPKG_ROOT/etc/take-a-number/kiosk.env"
  if [ -z "$DPKG_ROOT" ] && getent passwd take-a-number-kiosk >/dev/null; then
    # The runtime folder of logind remains for some seconds after the session.
    systemctl stop "user-$(id -u take-a-number-kiosk).slice" 2>/dev/null || true
    userdel take-a-number-kiosk
  fi
fi

rm -f "$DPKG_ROOT/usr/bin/${executable}"
if [ -e "$profile" ]; then
  if [ -z "$DPKG_ROOT" ] && [ -e /sys/kernel/security/apparmor/profiles ]; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
