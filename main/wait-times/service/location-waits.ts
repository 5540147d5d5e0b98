/**
 * Queues and desks of one location, for its forecast.
 *
 * Read once, then updated by events. Counts are read again after an event, when requested.
 */
import type { Clock } from '../../lib/context.ts';
import { zoneOffset } from '../../lib/zone.ts';
import { FLAG, type QueueEvent, type ServiceQueue } from '../../queue/contract/records.ts';
import type { CalledTicket } from '../../queue/operations/call-records.ts';
import { businessDay, dayBegan, dayKey } from '../../queue/rules/business-day.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { HourAt } from '../rules/desks-at-work.ts';
import type { Past } from '../rules/historical-rate.ts';
import { createPace } from '../rules/service-rate.ts';
import { forecast, type WaitForecast } from '../rules/wait-forecast.ts';

export interface LocationWaits {
  /** Resolves when the state is up to date. Rejects while the store is unavailable. */
  fresh(): Promise<void>;
  /** Whether the state is up to date, so that `fresh` would resolve at once. */
  isFresh(): boolean;
  /** Forecast from the current state; empty before the first read. */
  forecast(): WaitForecast;
  /** Uses counts that were read for another purpose. */
  adopt(queues: readonly ServiceQueue[]): void;
  happened(event: QueueEvent): void;
  /** Discards the state. */
  forget(): void;
}

interface LocationWaitsDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  /** Past weeks; null if unknown. */
  readonly past: () => Past | null;
}

const HOUR_MS = 3_600_000;
/** Calls of today read at the start; more would not change the result. */
const READ_CALLS = 200;
/** Maximum age of counts after ticket events: a visitor with a new ticket gets their own service's count. */
const COUNTS_GOOD_MS = 2_000;
/** Maximum age of the forecast, because current visits progress. */
const GOOD_MS = 5_000;

const MAX_READINGS = 3;
const ENDS: ReadonlySet<QueueEvent['type']> = new Set([
  'ticket.paused',
  'ticket.cancelled',
  'ticket.transferred',
  'ticket.ended',
]);

const NOTHING_KNOWN: WaitForecast = { wait: () => null, before: () => 0 };

interface OpenDesk {
  readonly id: string;
  /** Service ids. */
  readonly serves: ReadonlySet<string>;
}

function openDesks(site: Site, locationId: string): readonly OpenDesk[] {
  // The site shares equal lists, so that 500 desks need few sets.
  const sets = new Map<readonly Service[], ReadonlySet<string>>();
  return site
    .desksOf(locationId)
    .filter(({ state }) => state === 1)
    .map(({ id }) => {
      const services = site.servicesServedBy(id);
      const serves = sets.get(services) ?? new Set(services.map((service) => service.id));
      sets.set(services, serves);
      return { id, serves };
    });
}

export function createLocationWaits({ locationId, store, site, clock, past }: LocationWaitsDeps): LocationWaits {
  const pace = createPace();
  const counts = new Map<string, ServiceQueue>();
  /** Desks without a clerk, which make no calls. */
  let away: ReadonlySet<string> = new Set();
  let isRead = false;
  let reading: Promise<void> | null = null;
  /** Counts may be outdated: certainly after a call, and after a ticket issued by another server. */
  let isDirty = false;
  let isOlder = false;
  let countedAt = 0;
  let open: { readonly site: Site; readonly desks: readonly OpenDesk[] } | null = null;
  let said: {
    readonly at: number;
    readonly site: Site;
    readonly past: Past | null;
    readonly forecast: WaitForecast;
  } | null = null;

  function note({ ticket, answer }: CalledTicket): void {
    const { deskId, serviceId, calledAt, endedAt } = answer;
    const waitingSince = ticket.waitingSince <= calledAt ? ticket.waitingSince : null;
    pace.called({ deskId, serviceId, at: calledAt, waitingSince, ahead: (ticket.flags & FLAG.priority) !== 0 });
    if (endedAt !== null) pace.ended(deskId, endedAt);
  }

  async function readCounts(): Promise<void> {
    isDirty = false;
    isOlder = false;
    const services = site()
      .servicesOf(locationId)
      .map(({ id }) => id);
    try {
      const queues = await store.query('serviceQueues', { services });
      counts.clear();
      for (const queue of queues) counts.set(queue.serviceId, queue);
      countedAt = clock.now();
      said = null;
    } catch (error) {
      isDirty = true;
      throw error;
    }
  }

  async function readCalls(): Promise<void> {
    const location = site().location(locationId);
    if (location === undefined) return;
    const since = dayBegan(clock.now(), location.timezone, location.reset_time);
    pace.beginDay();
    const day = dayKey(clock.now(), location.timezone, location.reset_time);
    const [last, open, left] = await Promise.all([
      store.query('lastCalls', { locationId, since, limit: READ_CALLS }),
      store.query('openAnswers', { locationId }),
      store.query('desksAway', { locationId, day }),
    ]);
    away = new Set(Object.keys(left));
    const all = new Map([...last, ...open].map((call) => [call.answer.id, call]));
    for (const call of [...all.values()].sort((a, b) => a.answer.calledAt - b.answer.calledAt)) note(call);
    isRead = true;
  }

  async function read(): Promise<void> {
    try {
      if (!isRead) await Promise.all([readCalls(), readCounts()]);
      else await readCounts();
    } finally {
      reading = null;
    }
  }

  function hourAt(instant: number): HourAt {
    const location = site().location(locationId);
    const zone = location?.timezone ?? 'UTC';
    const wall = instant + zoneOffset(instant, zone);
    const intoHour = ((wall % HOUR_MS) + HOUR_MS) % HOUR_MS;
    const day = businessDay(instant, zone, location?.reset_time ?? '00:00');
    return { weekday: weekdayOf(day), hour: new Date(wall).getUTCHours(), until: instant + HOUR_MS - intoHour };
  }

  function make(now: number, here: Site): WaitForecast {
    const lines = here.servicesOf(locationId).map(({ id }) => {
      const { waiting = 0, waitingPriority = 0 } = counts.get(id) ?? {};
      return { serviceId: id, waiting, waitingPriority };
    });
    if (open?.site !== here) open = { site: here, desks: openDesks(here, locationId) };
    const desks = open.desks.filter(({ id }) => !away.has(id));
    const priorityFirst = here.location(locationId)?.call_order !== 'fifo';
    return forecast({ now, lines, desks, pace, past: past(), hourAt, priorityFirst });
  }

  function isKnown(): boolean {
    const isOld = isDirty || (isOlder && clock.now() - countedAt >= COUNTS_GOOD_MS);
    return isRead && !isOld;
  }

  return {
    isFresh: () => reading === null && isKnown(),
    async fresh() {
      // At a busy location, events arrive during every read.
      for (let tries = 0; tries < MAX_READINGS; tries += 1) {
        // A running read may have started before the last event.
        if (reading !== null) await reading;
        if (isKnown()) return;
        reading ??= read();
        await reading;
      }
    },
    forecast() {
      if (!isRead) return NOTHING_KNOWN;
      const now = clock.now();
      const here = site();
      const before = past();
      const isGood =
        said !== null && said.site === here && said.past === before && now >= said.at && now - said.at < GOOD_MS;
      if (said === null || !isGood) said = { at: now, site: here, past: before, forecast: make(now, here) };
      return said.forecast;
    },
    adopt(queues) {
      for (const queue of queues) counts.set(queue.serviceId, queue);
      said = null;
    },
    happened({ type, at, ticket, answer, deskId, away: left }) {
      if (type === 'queue.reset') {
        pace.beginDay();
        away = new Set();
      } else if (type === 'desk.changed') {
        const others = [...away].filter((id) => id !== deskId);
        // Events of other servers lack details; then read again.
        if (left === undefined) isRead = false;
        else away = new Set(left === null ? others : [...others, deskId]);
      } else if (type === 'ticket.called' && ticket !== undefined && answer !== undefined) note({ ticket, answer });
      else if (answer !== undefined && ENDS.has(type)) pace.ended(answer.deskId, answer.endedAt ?? at);
      if (type === 'ticket.created') isOlder = true;
      else isDirty = true;
      // Events of other servers lack the ticket.
      if (type.startsWith('ticket.') && ticket === undefined) isRead = false;
      said = null;
    },
    forget() {
      isRead = false;
      said = null;
    },
  };
}
