/**
 * Erases what is due: answers whose days are over, names and notes of tickets older than their location's `t_delete` days,
 * and names and codes of appointments that were booked for a day longer ago than that. At the start, so that a long power-off changes nothing, and every hour; by one of several servers.
 */
import type { Clock, Log } from '../context.ts';
import { formatWallTime } from '../core/zone.ts';
import type { Store } from '../store/store.ts';
import type { SiteHolder } from './site/site-holder.ts';

const EVERY_MS = 3_600_000;
const RETRY_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rows of one transaction: the queue goes on between two of them. */
const ROWS = 100;

export interface AnonymiseClock {
  /** Settles when the first run is over, or could not be done for now. */
  readonly started: Promise<void>;
  /** Settles when nothing of it touches the store any more. */
  close(): Promise<void>;
}

export function startAnonymiseClock(deps: {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
}): AnonymiseClock {
  const { store, site, clock, log } = deps;
  let cancel = (): void => {};
  let closed = false;

  async function eraseDue(): Promise<void> {
    const total = { answers: 0, tickets: 0, appointments: 0 };
    for (let more = true; more && !closed && store.peers.isMine('erasing'); ) {
      const now = clock.now();
      const due = site
        .current()
        .locations.filter(({ t_delete }) => t_delete > 0)
        .map(({ id, timezone, t_delete }) => ({ locationId: id, timezone, before: now - t_delete * DAY_MS }));
      const tickets = due.map(({ locationId, before }) => ({ locationId, issuedBefore: before }));
      const appointments = due.map(({ locationId, timezone, before }) => ({
        locationId,
        bookedBefore: formatWallTime(before, timezone).slice(0, 10),
      }));
      const done = await store.run('anonymise', { limit: ROWS, tickets, appointments }, { now });
      if (!done.ok) throw new Error(`errno ${done.error.errno}`);
      total.answers += done.value.answers;
      total.tickets += done.value.tickets;
      total.appointments += done.value.appointments;
      more = done.value.more;
    }
    if (total.answers + total.tickets + total.appointments > 0) log.info('personal-data.erased', total);
  }

  async function work(): Promise<void> {
    let wait = EVERY_MS;
    try {
      await eraseDue();
    } catch (error) {
      wait = RETRY_MS;
      log.warn('personal-data.failed', { detail: error instanceof Error ? error.message : String(error) });
    }
    if (closed) return;
    cancel = clock.after(wait, () => {
      working = work();
    });
  }

  /** Another server may have ended in the middle of it. */
  const stop = store.peers.onDuty('erasing', (isMine) => {
    if (!isMine) return;
    cancel();
    working = working.then(work);
  });
  const started = work();
  let working = started;
  return {
    started,
    close() {
      closed = true;
      stop();
      cancel();
      return working;
    },
  };
}
