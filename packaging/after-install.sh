#!/bin/sh
# Run by dpkg once the files are there. Every path begins with DPKG_ROOT, so that it also works on an image of a system
# that does not run (dpkg(1), --force-script-chrootless). electron-builder fills in the names.
set -e

program='/opt/${sanitizedProductName}/${executable}'
profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

ln -sfn "$program" "$DPKG_ROOT/usr/bin/${executable}"

# Chromium's own helper, for systems that let no ordinary user make a user namespace. Where they may, Chromium makes
# its sandbox without it. What root may do at this moment says nothing about the user who starts the kiosk later.
chmod 4755 "$DPKG_ROOT/opt/${sanitizedProductName}/chrome-sandbox"

# Where AppArmor forbids user namespaces to whoever has no profile (Ubuntu 23.10 and later), it knows this interface.
# An older AppArmor forbids nothing of the kind, and does not understand the profile.
if [ -e "$DPKG_ROOT/etc/apparmor.d/abi/4.0" ]; then
  cp "$DPKG_ROOT/opt/${sanitizedProductName}/resources/apparmor-profile" "$profile"
  chmod 644 "$profile"
  if [ -z "$DPKG_ROOT" ] && [ -e /sys/kernel/security/apparmor/profiles ]; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
      echo 'take-a-number: the AppArmor profile could not be loaded; the kiosk may not start before the next boot' >&2
  fi
fi

# The user of take-a-number-kiosk.service and its rights, on a system that runs or is being made in a chroot.
if [ -z "$DPKG_ROOT" ] && command -v systemd-sysusers >/dev/null; then
  systemd-sysusers take-a-number-kiosk.conf
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    udevadm control --reload || true
    udevadm trigger --action=change --subsystem-match=usb --subsystem-match=usbmisc --subsystem-match=tty \
      --subsystem-match=input || true
    # Where it is switched on, the kiosk of before has gone on until now.
    systemctl try-restart take-a-number-kiosk.service
  fi
fi
