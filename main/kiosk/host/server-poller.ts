/**
 * Polling of configuration and waits from the server.
 *
 * What it offers, and how long the queues are. Changes come from the client's feed; a slow beat beside it notices
 * opening hours, a changed site and a server that went away, of which not every server tells by itself.
 */

import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { Clock } from '../../lib/context.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { ClientFault, QueueClient } from '../client/queue-client.ts';
import type { OutOfServiceReason } from '../contract/kiosk.ts';
import type { Catalog, CurrentService } from '../machine/catalog.ts';
import { readKiosk, readQueues } from './parse-kiosk-config.ts';
import type { DeviceEquipment } from './peripherals.ts';

const BEAT_MS = 10_000;
/** Of a server that tells what changes: only how long people wait drifts. */
const TOLD_BEAT_MS = 60_000;
const RETRY_MS = 2_000;
/** A change is read a moment later, so that it never stands in the way of the ticket that made it. */
const SETTLE_MS = 40;
/** A rush of changes is read at this pace: nobody reads figures that change more often. */
const PACE_MS = 300;

export interface ServerNews {
  /** `answer`: as it came. */
  catalog(catalog: Catalog, equipment: DeviceEquipment, answer: KioskAnswer): void;
  queues(now: Readonly<Record<string, CurrentService>>): void;
  /** `isOutage`: it did not answer, or cannot work; else it has said no. */
  away(reason: OutOfServiceReason, isOutage: boolean): void;
}

/** Whether the server is in trouble, rather than of another mind. */
export function isOutage(fault: ClientFault): boolean {
  return fault.kind === 'unreachable' || fault.errno === ERRNO.storeUnreachable || fault.errno === ERRNO.unknown;
}

function reasonOf(fault: ClientFault): OutOfServiceReason {
  if (fault.kind === 'unreachable') return 'server-away';
  if (fault.errno === ERRNO.deviceUnavailable) return 'device-off';
  return fault.errno === ERRNO.notFound ? 'device-unknown' : 'server-away';
}

export interface ServerWatch {
  /** Settles after the first attempt, whatever came of it. */
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
  /** Something changed while we were reading. */
  let stale = false;

  function follow(location: string): void {
    if (location === locationId) return;
    stopFeed?.();
    locationId = location;
    stopFeed = client.watch(location, () => {
      // Never longer than the pace, also when the clock was set back.
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

  /** One reading at a time; the next is always planned, so that no fault can stop the beat. */
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
