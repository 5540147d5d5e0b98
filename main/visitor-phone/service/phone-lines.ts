/**
 * Lines to the phones of visitors: each hears of its own ticket, as it changes and as those before it are called. A
 * ticket costs something only while somebody follows it; places are looked up once a queue, not once a phone, and only
 * so often.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { PhoneHandoff } from '../../devices/service/connections/phone-handoff.ts';
import type { Log } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import { PHONE_CLOSE } from '../contract/phone-protocol.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { createPhoneKeepalive } from './keepalive.ts';
import { createPhoneEntry, type PhoneEntry, type PhoneEntryDeps } from './phone-entry.ts';
import { createPhoneRounds } from './refresh-queue.ts';

const NO_MATTER_OF_PHONES: ReadonlySet<QueueEvent['type']> = new Set([
  'site.changed',
  'device.alarm',
  'limit.alarm',
  'staff.call',
]);

export interface PhoneLines {
  /** Takes over a connection that has just been opened. */
  join(followed: FollowedTicket, webSocket: WebSocket, socket: Socket): void;
  /** When the open call of a ticket was called once more, as far as it is known. */
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
