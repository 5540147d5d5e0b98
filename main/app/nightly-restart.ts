/**
 * Nightly restart while no visitor uses a kiosk.
 *
 * It clears what accumulates over a long run time. The program ends cleanly, and its supervisor starts it again. Remote
 * kiosks work offline meanwhile.
 */

import type { DeviceStatus } from '../devices/contract/device-status.ts';
import type { ClockAndLog } from '../lib/context.ts';
import { formatWallTime } from '../lib/zone.ts';

/** Screens that a kiosk shows without a visitor. */
const NOBODY: ReadonlySet<string> = new Set(['', 'starting', 'idle', 'closed', 'out-of-service', 'shut']);
const LOOK_MS = 60_000;
/** A visitor can have left only to fetch a document. */
export const QUIET_MS = 300_000;
/** After this window the location opens, so the restart waits for the next night. */
export const WINDOW_HOURS = 2;
/** A program started within this night's window does not restart again. */
const LIVED_MS = 6 * 3_600_000;
const DAY_MINUTES = 24 * 60;

interface WatchedKiosk {
  onReport(listener: (status: Pick<DeviceStatus, 'screen'>) => void): () => void;
}

export interface NightlyRestartOptions extends ClockAndLog {
  /** Local time of the location, such as `03:30`. */
  readonly at: string;
  /** Time zone of the location, as known at present. */
  zone(): string;
  /** All kiosks of this program. */
  kiosks(): readonly WatchedKiosk[];
  restart(): void;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Returns the stop function. */
export function startNightlyRestart({ at, zone, kiosks, restart, clock, log }: NightlyRestartOptions): () => void {
  const startedAt = clock.now();
  let busyAt = startedAt;
  const heard = new Map<WatchedKiosk, () => void>();
  const screens = new Map<WatchedKiosk, string>();

  function hear(): void {
    for (const kiosk of kiosks()) {
      if (heard.has(kiosk)) continue;
      const stop = kiosk.onReport(({ screen }) => {
        // The previous screen counts as well.
        if (!NOBODY.has(screen) || !NOBODY.has(screens.get(kiosk) ?? '')) busyAt = clock.now();
        screens.set(kiosk, screen);
      });
      heard.set(kiosk, stop);
    }
  }

  function isTime(now: number): boolean {
    // `yyyy-mm-dd hh:mm:ss`
    const since = minutesOf(formatWallTime(now, zone()).slice(11)) - minutesOf(at);
    return (since + DAY_MINUTES) % DAY_MINUTES < WINDOW_HOURS * 60;
  }

  function isQuiet(now: number): boolean {
    return [...screens.values()].every((screen) => NOBODY.has(screen)) && now - busyAt >= QUIET_MS;
  }

  let cancel = clock.after(LOOK_MS, look);
  function look(): void {
    hear();
    const now = clock.now();
    if (now - startedAt >= LIVED_MS && isTime(now) && isQuiet(now)) {
      log.info('app.nightly-restart', { at });
      restart();
      return;
    }
    cancel = clock.after(LOOK_MS, look);
  }
  hear();

  return () => {
    cancel();
    for (const stop of heard.values()) stop();
  };
}
