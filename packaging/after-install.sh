#!/bin/sh
# dpkg runs this script after unpacking. Each path begins with DPKG_ROOT, so that the script also works on the image of a
# system that is not running (dpkg(1), --force-script-chrootless). electron-builder fills in the names.
set -e

program='/opt/${sanitizedProductName}/${executable}'
profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

ln -sfn "$program" "$DPKG_ROOT/usr/bin/${executable}"

# Chromium's sandbox helper, for systems where ordinary users cannot create user namespaces. Elsewhere Chromium does not use
# it. A test as root would not show what the user of the kiosk can do.
chmod 4755 "$DPKG_ROOT/opt/${sanitizedProductName}/chrome-sandbox"

# AppArmor versions that forbid user namespaces to programs without a profile (Ubuntu 23.10 and later) have this interface.
# Older versions do not forbid them and cannot read the profile.
if [ -e "$DPKG_ROOT/etc/apparmor.d/abi/4.0" ]; then
  cp "$DPKG_ROOT/opt/${sanitizedProductName}/resources/apparmor-profile" "$profile"
  chmod 644 "$profile"
  if [ -z "$DPKG_ROOT" ] && [ -e /sys/kernel/security/apparmor/profiles ]; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
      echo 'take-a-number: the AppArmor profile could not be loaded; the kiosk may not start before the next boot' >&2
  fi
fi

# The user of take-a-number-kiosk.service and its permissions, on a running system or in a chroot.
if [ -z "$DPKG_ROOT" ] && command -v systemd-sysusers >/dev/null; then
  systemd-sysusers take-a-number-kiosk.conf
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    udevadm control --reload || true
    udevadm trigger --action=change --subsystem-match=usb --subsystem-match=usbmisc --subsystem-match=tty \
      --subsystem-match=input || true
    # If the service is enabled, the previous version has run until now.
    systemctl try-restart take-a-number-kiosk.service
  fi
fi
