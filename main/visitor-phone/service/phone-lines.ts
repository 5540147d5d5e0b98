/**
 * Connections to visitors' phones.
 *
 * Each phone receives changes of its ticket and of its place. A ticket costs something only while it is followed.
 * Places are read once per queue, not per phone, and throttled.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { PhoneHandoff } from '../../devices/service/connections/phone-handoff.ts';
import { iso } from '../../events/service/event-shapes.ts';
import type { Clock, Log } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import { PHONE_ALIVE_MS, PHONE_CLOSE } from '../contract/phone-protocol.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { createPhoneEntry, type PhoneEntry, type PhoneEntryDeps, phoneFrame } from './phone-entry.ts';
import { isShown } from './phone-ticket.ts';
import { createPhoneRounds, nextTurn, type PhoneRounds, SLICE } from './refresh-queue.ts';

/** Heartbeats between refreshes: appointments join the queue at their time, without an event. */
const LOOK_EVERY_BEATS = 3;

const NO_MATTER_OF_PHONES: ReadonlySet<QueueEvent['type']> = new Set([
  'site.changed',
  'device.alarm',
  'limit.alarm',
  'staff.call',
]);

export interface PhoneLines {
  /** Adds a connection that was just opened. */
  join(followed: FollowedTicket, webSocket: WebSocket, socket: Socket): void;
  /** Time of the last recall of a ticket's open call, if known. */
  recalledAt(ticketId: string): number | null;
  close(): void;
}

export interface PhoneLinesDeps extends PhoneEntryDeps {
  readonly log: Log;
  readonly takenAlong: PhoneHandoff;
}

export function createPhoneLines(deps: PhoneLinesDeps): PhoneLines {
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
      if (closed) return webSocket.close(PHONE_CLOSE.goingAway, 'the server ends');
      entryFor(followed).join(webSocket, socket);
      takenAlong.opened(followed.ticket.id);
      beat.start();
    },
    close() {
      closed = true;
      beat.close();
      rounds.close();
      for (const stop of stops) stop();
      for (const entry of [...entries.values()]) entry.end(PHONE_CLOSE.goingAway, 'the server ends');
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
