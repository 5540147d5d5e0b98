/**
 * Polling of configuration and wait times from the server.
 *
 * The client's change feed triggers reads. Slow polling also detects opening hours, a changed site and an outage, which
 * not every server reports.
 */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { Clock } from '../../lib/context.ts';
import { ERRNO } from '../../lib/result.ts';
import type { ClientFault, QueueClient } from '../client/queue-client.ts';
import type { OutOfServiceReason } from '../contract/kiosk.ts';
import type { Catalog, CurrentService } from '../machine/catalog.ts';
import { readKiosk, readQueues } from './parse-kiosk-config.ts';
import type { DeviceEquipment } from './peripherals.ts';

const BEAT_MS = 10_000;
/** Interval for a server that pushes changes: only wait times drift. */
const TOLD_BEAT_MS = 60_000;
const RETRY_MS = 2_000;
/** Delay after a change, so that the read never delays the ticket that caused it. */
const SETTLE_MS = 40;
/** Minimum interval between reads: faster changes would not be readable. */
const PACE_MS = 300;

export interface ServerNews {
  /** `answer`: unchanged response. */
  catalog(catalog: Catalog, equipment: DeviceEquipment, answer: KioskAnswer): void;
  queues(now: Readonly<Record<string, CurrentService>>): void;
  /** `isOutage`: no response, or a failed server; otherwise the server refused. */
  away(reason: OutOfServiceReason, isOutage: boolean): void;
}

/** Whether the server has failed, rather than refused. */
export function isOutage(fault: ClientFault): boolean {
  return fault.kind === 'unreachable' || fault.errno === ERRNO.storeUnreachable || fault.errno === ERRNO.unknown;
}

function reasonOf(fault: ClientFault): OutOfServiceReason {
  if (fault.kind === 'unreachable') return 'server-away';
  if (fault.errno === ERRNO.deviceUnavailable) return 'device-off';
  return fault.errno === ERRNO.notFound ? 'device-unknown' : 'server-away';
}

export interface ServerWatch {
  /** Resolves after the first attempt, even a failed one. */
  readonly started: Promise<void>;
  close(): void;
}

export function watchServer(
  client: QueueClient,
  options: { readonly deviceId: string; readonly lang: string | null; readonly clock: Clock },
  news: ServerNews,
): ServerWatch {
  const { clock } = options;
  let closed = false;
  let locationId: string | null = null;
  let stopFeed: (() => void) | null = null;
  let cancelNext: (() => void) | null = null;
  let cancelSettle: (() => void) | null = null;
  let reading: Promise<void> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  /** Something changed during the read. */
  let stale = false;

  function follow(location: string): void {
    if (location === locationId) return;
    stopFeed?.();
    locationId = location;
    stopFeed = client.watch(location, () => {
      // Limited, in case the clock was set back.
      const pause = Math.min(Math.max(SETTLE_MS, readAt + PACE_MS - clock.now()), PACE_MS);
      cancelSettle ??= clock.after(pause, () => {
        cancelSettle = null;
        void read();
      });
    });
  }

  async function readAll(): Promise<boolean> {
    const kiosk = await client.kiosk(options.deviceId);
    if (!kiosk.ok) {
      if (!closed) news.away(reasonOf(kiosk.error), isOutage(kiosk.error));
      return false;
    }
    const reading = readKiosk(kiosk.value, options.lang);
    const counts = await client.waitingTicketsCount(reading.catalog.locationId);
    if (closed) return false;
    if (!counts.ok) {
      news.away(reasonOf(counts.error), isOutage(counts.error));
      return false;
    }
    follow(reading.catalog.locationId);
    news.catalog(reading.catalog, reading.equipment, kiosk.value);
    news.queues(readQueues(counts.value.services, reading));
    return true;
  }

  /** One read at a time. The next is always scheduled, so that no fault stops the polling. */
  function read(): Promise<void> {
    if (closed) return Promise.resolve();
    if (reading !== null) {
      stale = true;
      return reading;
    }
    cancelNext?.();
    reading = readAll()
      .catch(() => false)
      .then((fine) => {
        reading = null;
        readAt = clock.now();
        if (closed) return;
        const beatMs = client.isTold?.() === true ? TOLD_BEAT_MS : BEAT_MS;
        const nextMs = stale ? PACE_MS : fine ? beatMs : RETRY_MS;
        stale = false;
        cancelNext = clock.after(nextMs, () => void read());
      });
    return reading;
  }

  return {
    started: read(),
    close() {
      closed = true;
      stopFeed?.();
      cancelNext?.();
      cancelSettle?.();
    },
  };
}
