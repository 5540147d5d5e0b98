#!/bin/sh
# Started by cage, which systemd has started. To the program it is as if systemd itself had: it gives its signs of life, and when
# it is to start anew it ends, and cage and the program come again together.
export SYSTEMD_EXEC_PID=$$ WATCHDOG_PID=$$
exec /usr/bin/take-a-number --data=/var/lib/take-a-number-kiosk "$@"
