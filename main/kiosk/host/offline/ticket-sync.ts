/**
 * Sync of offline tickets to the server.
 *
 * The visitor of an offline ticket enters the queue when the server accepts it. So a refused ticket is kept, reported
 * to staff and sent again, until the server accepts it or it expires.
 */

import { HAND_OVER_DAYS, MAX_HANDED_OVER } from '../../../devices/contract/rest/offline.ts';
import type { ClockAndLog } from '../../../lib/context.ts';
import { ERRNO } from '../../../lib/result.ts';
import { uuidTime } from '../../../lib/uuid.ts';
import type { QueueClient } from '../../client/queue-client.ts';
import type { LeaseFile } from './lease-journal.ts';
import type { KeptTicket, RefusedTicket } from './lease-records.ts';

export interface HandOver {
  /** Sends tickets, oldest first; those that the server does not accept are retried later. */
  run(): Promise<void>;
  /** `toHandOver`: all tickets held by visitors; `refused`: those refused in the last sync. */
  figures(): { readonly toHandOver: number; readonly refused: number };
}

export interface HandOverOptions extends ClockAndLog {
  readonly client: Pick<QueueClient, 'handOverTickets'>;
  readonly deviceId: string;
  readonly file: LeaseFile;
  /** The server's time: epoch milliseconds. */
  readonly serverNow: () => number;
  readonly isClosed: () => boolean;
  readonly onChange: () => void;
}

/** Short enough for a service that is restored soon, and cheap for one that is not. */
const REFUSED_AGAIN_MS = 60_000;
const KEPT_MS = HAND_OVER_DAYS * 86_400_000;
/** Errors of a whole request that a single ticket can cause. */
const OF_ONE: readonly number[] = [ERRNO.invalidParameters, ERRNO.tooLarge];

export function createHandOver(options: HandOverOptions): HandOver {
  const { client, deviceId, file, clock, log, serverNow, isClosed, onChange } = options;
  let refusedTriedAt = Number.NEGATIVE_INFINITY;

  const held = (): readonly KeptTicket[] => [...file.facts().tickets.values()].filter(({ isHeld }) => isHeld);

  /** Tickets to send: those never refused come first, so that refused ones delay none. */
  function due(tried: ReadonlySet<string>, withRefused: boolean): readonly KeptTicket[] {
    const left = held().filter(({ id }) => !tried.has(id));
    const fresh = left.filter(({ refused }) => refused === null);
    return fresh.length > 0 || !withRefused ? fresh : left;
  }

  /** Numbers issued after this call have later lines, so they are included in a later run. */
  async function run(): Promise<void> {
    const now = clock.now();
    const withRefused = now - refusedTriedAt >= REFUSED_AGAIN_MS || now < refusedTriedAt;
    if (withRefused) refusedTriedAt = now;
    const tried = new Set<string>();
    for (;;) {
      const left = due(tried, withRefused);
      const [first] = left;
      if (first === undefined || isClosed()) return;
      const batch = left.filter(({ holder }) => holder === first.holder).slice(0, MAX_HANDED_OVER);
      for (const { id } of batch) tried.add(id);
      if (!(await send(batch))) return;
    }
  }

  /** False: stop this run. */
  async function send(batch: readonly KeptTicket[]): Promise<boolean> {
    const [first] = batch;
    if (first === undefined || isClosed()) return false;
    const answer = await client.handOverTickets(deviceId, { holder: first.holder, tickets: batch.map(asSent) });
    if (answer.ok) return settle(batch, answer.value.tickets);
    if (answer.error.kind !== 'refused') return false;
    const { errno } = answer.error;
    if (!OF_ONE.includes(errno)) {
      log.warn('offline.sync-failed', { device: deviceId, errno });
      return false;
    }
    if (batch.length === 1) return refuse([{ id: first.id, errno }]);
    const half = Math.ceil(batch.length / 2);
    return (await send(batch.slice(0, half))) && (await send(batch.slice(half)));
  }

  /** Removes only tickets reported as accepted; one without a result is sent again. */
  async function settle(
    batch: readonly KeptTicket[],
    answers: readonly { readonly id: string; readonly taken: boolean; readonly errno: number }[],
  ): Promise<boolean> {
    const said = new Map(answers.map((each) => [each.id, each]));
    const told = batch.flatMap(({ id }) => said.get(id) ?? []);
    const taken = told.filter((each) => each.taken).map(({ id }) => id);
    const refused = told.filter((each) => !each.taken && each.errno !== 0);
    if (taken.length > 0) {
      if (!(await file.write(() => ({ state: 'gone', ids: taken })))) return false;
      log.info('offline.tickets-synced', { device: deviceId, count: taken.length });
    }
    const isKept = await refuse(refused);
    onChange();
    return isKept && taken.length + refused.length > 0;
  }

  async function refuse(tickets: readonly { readonly id: string; readonly errno: number }[]): Promise<boolean> {
    const now = serverNow();
    const over: string[] = [];
    const anew: RefusedTicket[] = [];
    for (const { id, errno } of tickets) {
      const before = file.facts().tickets.get(id)?.refused ?? null;
      const since = before?.since ?? now;
      // The ticket's time can be wrong because of a wrong clock, so the first refusal counts too.
      if (now - uuidTime(id) >= KEPT_MS || now - since >= KEPT_MS) {
        log.error('offline.ticket-abandoned', { device: deviceId, ticket: id, errno });
        over.push(id);
      } else if (before?.errno !== errno) {
        log.error('offline.ticket-rejected', { device: deviceId, ticket: id, errno });
        anew.push({ id, errno, since });
      }
    }
    if (anew.length > 0 && !(await file.write(() => ({ state: 'refused', tickets: anew })))) return false;
    if (over.length > 0 && !(await file.write(() => ({ state: 'gone', ids: over })))) return false;
    return true;
  }

  return {
    run,
    figures() {
      const all = held();
      return { toHandOver: all.length, refused: all.filter(({ refused }) => refused !== null).length };
    },
  };
}

const asSent = ({ id, service, number, lang, priority }: KeptTicket) => ({
  id,
  service_id: service,
  number,
  lang,
  priority,
});
