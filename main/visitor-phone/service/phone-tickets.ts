/** Access to tickets for visitors' phones, by secret only. */

import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { GuessLimits } from '../../access/service/guess-limits.ts';
import type { PhoneHandoff } from '../../devices/service/connections/phone-handoff.ts';
import { iso } from '../../events/service/event-shapes.ts';
import type { Clock, ClockAndLog, Log } from '../../lib/context.ts';
import { publicAddress } from '../../lib/public-url.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import { PHONE_ALIVE_MS, PHONE_CLOSE } from '../contract/phone-protocol.ts';
import type { PhoneTicket } from '../contract/rest/phone-tickets.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { createPhoneEntry, type PhoneEntry, type PhoneEntryDeps, phoneFrame } from './phone-entry.ts';
import { isShown, phoneTicket } from './phone-ticket.ts';
import { createPlaces } from './queue-positions.ts';
import { createPhoneRounds, nextTurn, type PhoneRounds, SLICE } from './refresh-queue.ts';
import type { TicketSecrets } from './ticket-secrets.ts';

/**
 * Connections to visitors' phones. Each phone receives changes of its ticket and of its place. A ticket costs
 * something only while it is followed. Places are read once per queue, not per phone, and throttled.
 */

/** Heartbeats between refreshes: appointments join the queue at their time, without an event. */
const LOOK_EVERY_BEATS = 3;

const NO_MATTER_OF_PHONES: ReadonlySet<QueueEvent['type']> = new Set([
  'site.changed',
  'device.alarm',
  'limit.alarm',
  'staff.call',
]);

interface PhoneLines {
  /** Adds a connection that was just opened. */
  join(followed: FollowedTicket, webSocket: WebSocket, socket: Socket): void;
  /** Time of the last recall of a ticket's open call, if known. */
  recalledAt(ticketId: string): number | null;
  close(): void;
}

interface PhoneLinesDeps extends PhoneEntryDeps {
  readonly log: Log;
  readonly takenAlong: PhoneHandoff;
}

function createPhoneLines(deps: PhoneLinesDeps): PhoneLines {
  const { store, site, clock, log, places, takenAlong } = deps;
  const entries = new Map<string, PhoneEntry>();
  const rounds = createPhoneRounds({ entries, store, clock, log, places });
  const beat = createPhoneKeepalive({ entries, rounds, clock });
  let closed = false;

  const stops = [
    store.onEvents((events) => {
      for (const event of events) if (entries.size > 0) take(event);
    }),
    site.onChange(() => {
      for (const { facts } of entries.values()) rounds.touch(facts.ticket);
    }),
    takenAlong.onShown((ticketId) => {
      if (entries.has(ticketId)) takenAlong.opened(ticketId);
    }),
  ];

  function take({ type, at, ticketId, serviceId, locationId }: QueueEvent): void {
    if (NO_MATTER_OF_PHONES.has(type)) return;
    if (type === 'queue.reset') {
      for (const { facts } of entries.values()) if (facts.ticket.locationId === locationId) rounds.touch(facts.ticket);
      return;
    }
    const entry = entries.get(ticketId);
    if (entry !== undefined) {
      entry.recalled(type === 'ticket.recalled' ? at : null);
      rounds.touch(entry.facts.ticket);
    }
    if (type !== 'ticket.recalled' && type !== 'ticket.paused') rounds.lookAt(serviceId);
    rounds.plan();
  }

  function entryFor(followed: FollowedTicket): PhoneEntry {
    const { id } = followed.ticket;
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry: PhoneEntry = createPhoneEntry(followed, deps, {
      onMissed: () => rounds.touch(entry.facts.ticket),
      onLastPhoneGone() {
        if (entries.get(id) !== entry) return;
        entries.delete(id);
        entry.leave();
      },
    });
    entries.set(id, entry);
    return entry;
  }

  return {
    recalledAt: (ticketId) => entries.get(ticketId)?.recalledAt ?? null,
    join(followed, webSocket, socket) {
      if (closed) return webSocket.close(PHONE_CLOSE.goingAway, 'server is stopping');
      entryFor(followed).join(webSocket, socket);
      takenAlong.opened(followed.ticket.id);
      beat.start();
    },
    close() {
      closed = true;
      beat.close();
      rounds.close();
      for (const stop of stops) stop();
      for (const entry of [...entries.values()]) entry.end(PHONE_CLOSE.goingAway, 'server is stopping');
    },
  };
}

interface PhoneKeepalive {
  /** Starts while there are phones. */
  start(): void;
  close(): void;
}

interface PhoneBeatDeps {
  readonly entries: ReadonlyMap<string, PhoneEntry>;
  readonly rounds: PhoneRounds;
  readonly clock: Clock;
}

/** Sends heartbeats to all phones while there are any, and triggers time-based refreshes. */
function createPhoneKeepalive({ entries, rounds, clock }: PhoneBeatDeps): PhoneKeepalive {
  let beats = 0;
  let cancelNext: (() => void) | null = null;
  let closed = false;

  function start(): void {
    if (entries.size > 0 && !closed) cancelNext ??= clock.after(PHONE_ALIVE_MS, () => void beat());
  }

  async function beat(): Promise<void> {
    cancelNext = null;
    beats += 1;
    const sign = phoneFrame({ type: 'alive', at: iso(clock.now()) });
    let done = 0;
    for (const entry of [...entries.values()]) {
      entry.beat(sign);
      const { facts } = entry;
      if (!isShown(facts, clock.now())) rounds.readTicket(facts.ticket.id);
      if (beats % LOOK_EVERY_BEATS === 0) rounds.lookAt(facts.ticket.dstServiceId);
      done += 1;
      if (done % SLICE === 0) await nextTurn();
    }
    rounds.plan();
    start();
  }

  return {
    start,
    close() {
      closed = true;
      cancelNext?.();
    },
  };
}

export interface PhoneTickets {
  /** Ticket of a secret: 107 after too many wrong ones from that address, else 6 if there is none. */
  find(secret: string, address: string): Promise<Result<FollowedTicket, Refusal>>;
  /** The ticket in the phone's shape. */
  show(followed: FollowedTicket): Promise<PhoneTicket>;
  /** URL of the ticket's page; null without a public URL of the site. */
  pageOf(ticketId: string): string | null;
  readonly lines: PhoneLines;
  close(): void;
}

export interface PhoneTicketsDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly secrets: TicketSecrets;
  readonly guesses: GuessLimits;
  readonly waits: Waits;
  readonly takenAlong: PhoneHandoff;
}

export function createPhoneTickets(deps: PhoneTicketsDeps): PhoneTickets {
  const { store, site, clock, secrets, waits, guesses } = deps;
  const places = createPlaces({ store, clock, waits, site: () => site.current() });
  const lines = createPhoneLines({ ...deps, places });

  /** A valid secret is never counted or blocked: all visitors at a location can share one address. */
  function refuseWrong(address: string): Result<never, Refusal> {
    const guess = guesses.begin('ticket', { caller: { kind: 'anyone' }, address, now: clock.now() });
    if (!guess.ok) return guess;
    guess.value.end(false);
    return fail({ errno: ERRNO.notFound, parameter: 'secret' });
  }

  return {
    async find(secret, address) {
      const ticketId = secrets.read(secret);
      if (ticketId === null) return refuseWrong(address);
      const [followed] = await store.query('followedTickets', { ticketIds: [ticketId] });
      const isThere =
        followed !== undefined &&
        isShown(followed, clock.now()) &&
        site.current().location(followed.ticket.locationId) !== undefined;
      return isThere ? ok(followed) : fail({ errno: ERRNO.notFound, parameter: 'secret' });
    },
    async show(followed) {
      const place = await places.of(followed.ticket);
      return phoneTicket(site.current(), followed, place, lines.recalledAt(followed.ticket.id));
    },
    pageOf(ticketId) {
      const { public_url: publicUrl } = site.current().settings;
      if (publicUrl === '') return null;
      const secret = secrets.of(ticketId);
      return secret === null ? null : publicAddress(publicUrl, `ticket/${secret}`);
    },
    lines,
    close() {
      lines.close();
      places.close();
    },
  };
}
