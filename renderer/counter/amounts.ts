/** Times, waits and counts as text. */
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { durationWords } from '../../main/lib/duration-words.ts';
import type { CounterAnswer, CounterService } from '../../main/queue/contract/rest/counters.ts';
import { waitWords } from '../shared/wait-text.ts';

const MINUTE_MS = 60_000;

/** Default for a long wait, if the site does not set one. */
const LONG_WAIT_MS = 30 * MINUTE_MS;

/** `3:07`, `1:02:45`: running time. */
export function runningTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = seconds < 3600 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? part : String(part).padStart(2, '0'))).join(':');
}

/** A wait in whole minutes, such as `20 min` or `1 h 34`. */
export function waitTime(ms: number, t: TFunction, lang: string): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS);
  return minutes < 1 ? t('duration.none') : durationWords(minutes * 60, lang);
}

/** Number of visitors that this desk can call next, without those for others and those who are not due. */
export function callableCount({ counts }: Pick<CounterAnswer, 'counts'>): number {
  return counts.own + counts.next;
}

/** Expected wait at the target service of a transfer: `3 waiting · about 10–20 min`. */
export function expectation({ open, waiting, next_wait }: CounterService, t: TFunction): string {
  if (!open) return t('transfer.closed');
  return [t('transfer.waiting', { count: waiting }), waitWords(next_wait, t)]
    .filter((words) => words !== '')
    .join(' · ');
}

/** Bits of a ticket's flags, as in the contract; pages import types only. */
export const FLAG = { priority: 1, appointment: 2, walkIn: 32 } as const;

/** Threshold that a wait has passed; empty: none. */
export type Lateness = '' | 'near' | 'late' | 'veryLate';

/**
 * How long a visitor waits against the service's expected wait, or half an hour without one: `near` from two thirds of
 * it, `veryLate` from twice as long. An appointment is late when its booked time has passed.
 */
export function lateness(ticket: EventTicket, service: CounterService | undefined, now: number): Lateness {
  const waited = now - Date.parse(ticket.waiting_since);
  const expected = (service?.expected_wait ?? 0) * 1000 || LONG_WAIT_MS;
  if ((ticket.flags & FLAG.appointment) !== 0 && ticket.scheduled_at !== '' && !ticket.transferred) {
    const past = now - Date.parse(ticket.scheduled_at);
    return past < MINUTE_MS ? '' : past > expected ? 'veryLate' : 'late';
  }
  if (waited > 2 * expected) return 'veryLate';
  if (waited > expected) return 'late';
  return waited >= (2 / 3) * expected ? 'near' : '';
}
