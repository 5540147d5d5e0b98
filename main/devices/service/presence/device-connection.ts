/**
 * Connections, status and last contact of one device.
 *
 * It covers open connections, heartbeats of a remote kiosk, and the last request. A device without a connection counts
 * as disconnected after a timeout.
 */

import type { Clock } from '../../../lib/context.ts';
import { smallest } from '../../../lib/lists.ts';
import { type DeviceStatus, HEARTBEAT_SECONDS, UNKNOWN_STATUS } from '../../contract/device-status.ts';
import { LONG_AGO, latest, NEVER, type OwnNow, sameStatus } from './local-device-state.ts';

/** Source of a device's status: an open page, or a kiosk of this process. */
export interface DeviceLine {
  /** Omitted fields stay unchanged. */
  report(status: Partial<DeviceStatus>): void;
  /** Whether a visible page shows it: otherwise the device is not connected. */
  shows(isShown: boolean): void;
  /** False: its page possibly hangs, so that it counts as disconnected until the next heartbeat. */
  runs(isRunning: boolean): void;
  close(): void;
}

export interface OwnDevice {
  readonly now: OwnNow;
  /** @param isShown whether it counts as connected at once */
  connect(isShown: boolean): DeviceLine;
  /** The device made a request. */
  seen(): void;
  /** Status report of a remote kiosk. @param isNews false: listeners already know it */
  says(status: DeviceStatus, isNews: boolean): void;
}

/** Kiosks poll at least every ten seconds. */
const SEEN_FOR_MS = 30_000;
/** Long enough for one lost heartbeat that is repeated after its deadline. */
const SAID_FOR_MS = HEARTBEAT_SECONDS * 1_000 + 15_000;

interface Said {
  readonly status: DeviceStatus;
  readonly at: number;
}

interface Source {
  isShown: boolean;
  isRunning: boolean;
  said: Said | null;
}

/** @param changed called with the changed state */
export function createOwnDevice(clock: Clock, changed: (now: OwnNow) => void): OwnDevice {
  const lines = new Set<Source>();
  /** Last request other than a status report. */
  let seenAt = LONG_AGO;
  let saysAt = LONG_AGO;
  let said: Said | null = null;
  /** Last contact of any kind. */
  let heardAt: number | null = null;
  /** Whether a timer waits for the timeout of a device without a connection. */
  let isWatched = false;
  let now = NEVER;

  const seenUntil = (): number => seenAt + SEEN_FOR_MS;
  const saidUntil = (): number => saysAt + SAID_FOR_MS;
  const isSeen = (): boolean => clock.now() < seenUntil();

  /** A visible page takes precedence over an invisible program, then the latest report. */
  function look(): Omit<OwnNow, 'changedAt'> {
    if (clock.now() >= saidUntil()) said = null;
    const running = [...lines].filter(({ isRunning }) => isRunning);
    const shown = running.filter(({ isShown }) => isShown);
    const isAway = said === null ? isSeen() : said.status.screen !== '';
    const last = latest([...shown.map((line) => line.said), said]) ?? latest(running.map((line) => line.said));
    const isInTouch = running.length > 0 || said !== null || isSeen();
    return {
      connected: shown.length > 0 || isAway,
      status: last?.status ?? UNKNOWN_STATUS,
      saidAt: last?.at ?? null,
      isInTouch,
      silentSince: isInTouch ? null : heardAt,
    };
  }

  function change(): void {
    const before = now;
    const next = look();
    const isSame =
      next.connected === before.connected &&
      next.isInTouch === before.isInTouch &&
      next.saidAt === before.saidAt &&
      sameStatus(next.status, before.status);
    if (isSame) return;
    const changedAt = next.connected === before.connected ? before.changedAt : (next.silentSince ?? clock.now());
    now = { ...next, changedAt };
    changed(now);
  }

  function watch(): void {
    const ahead = [seenUntil(), saidUntil()].filter((at) => at > clock.now());
    if (isWatched || ahead.length === 0) return;
    isWatched = true;
    clock.after(Math.max(1, smallest(ahead) - clock.now()), () => {
      isWatched = false;
      change();
      watch();
    });
  }

  /** Requests of a page do not count after its last connection has closed. */
  function leave(): void {
    if (![...lines].some(({ isShown, isRunning }) => isShown && isRunning)) seenAt = LONG_AGO;
  }

  return {
    get now() {
      return now;
    },
    connect(isShown) {
      const line: Source = { isShown, isRunning: true, said: null };
      lines.add(line);
      heardAt = clock.now();
      change();
      return {
        report(status) {
          const before = line.said?.status ?? UNKNOWN_STATUS;
          const next = { ...before, ...status };
          if (!lines.has(line) || (line.said !== null && sameStatus(next, before))) return;
          line.said = { status: next, at: clock.now() };
          change();
        },
        shows(on) {
          if (line.isShown === on) return;
          line.isShown = on;
          if (!on) leave();
          change();
        },
        runs(on) {
          if (line.isRunning === on || !lines.has(line)) return;
          line.isRunning = on;
          heardAt = clock.now();
          if (!on && line.isShown) leave();
          change();
        },
        close() {
          if (!lines.delete(line)) return;
          if (line.isRunning) heardAt = clock.now();
          if (line.isShown) leave();
          change();
        },
      };
    },
    seen() {
      seenAt = clock.now();
      heardAt = seenAt;
      change();
      watch();
    },
    says(status, isNews) {
      saysAt = clock.now();
      heardAt = saysAt;
      if (said === null || isNews) said = { status, at: clock.now() };
      change();
      watch();
    },
  };
}
