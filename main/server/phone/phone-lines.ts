/**
 * Lines to the phones of visitors: each hears of its own ticket, as it changes and as those before it are called. A
 * ticket costs something only while somebody follows it; places are looked up once a queue, not once a phone, and only
 * so often.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock, Log } from '../../context.ts';
import { PHONE_ALIVE_MS, PHONE_CLOSE } from '../../contract/phone-line.ts';
import { type QueueEvent, TICKET_STATE } from '../../contract/queue.ts';
import type { PhoneMessage } from '../../contract/rest/phone-tickets.ts';
import type { FollowedTicket } from '../../queue/queue.ts';
import type { Store } from '../../store/store.ts';
import { textFrame } from '../events/frame.ts';
import { iso } from '../events/shapes.ts';
import { type HeldLocation, hearLocation } from '../hear-locations.ts';
import type { SiteHolder } from '../site/site-holder.ts';
import { type PhoneSocket, phoneSocket } from './phone-socket.ts';
import { isShown, phoneTicket } from './phone-ticket.ts';
import type { Place, Places } from './places.ts';

export interface PhoneLines {
  /** Takes over a connection that has just been opened. */
  join(followed: FollowedTicket, webSocket: WebSocket, socket: Socket): void;
  /** When the open call of a ticket was called once more, as far as it is known. */
  recalledAt(ticketId: string): number | null;
  close(): void;
}

export interface PhoneLinesDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly places: Places;
}

/** A ticket that somebody follows. */
interface Entry {
  facts: FollowedTicket;
  place: Place | null;
  recalledAt: number | null;
  /** What its phones were told last, without the time. */
  told: { readonly ticket: string; readonly place: string };
  readonly phones: Set<PhoneSocket>;
  readonly held: HeldLocation;
}

/** Places change with every call and every ticket: phones are told at most so often. */
const PLACES_EVERY_MS = 500;
/** A millisecond or two of work. */
const SLICE = 100;
/** A family, and a page that was loaded anew some times. */
const MAX_PHONES = 8;
const RETRY_MS = 1_000;
/** Appointments come into the queue with the time, without anything happening. */
const LOOK_EVERY_BEATS = 3;
const UNTOLD = { ticket: '', place: '' };

export function createPhoneLines(deps: PhoneLinesDeps): PhoneLines {
  const { store, site, clock, log, places } = deps;
  const entries = new Map<string, Entry>();
  /** Tickets to be read again: something happened to them. */
  const dirty = new Set<string>();
  /** Services whose queues have changed. */
  let moved = new Set<string>();
  let planned = false;
  let working = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | null = null;
  let cancelBeat: (() => void) | null = null;
  let beats = 0;
  let closed = false;

  const stops = [
    store.onEvents((events) => {
      for (const event of events) if (entries.size > 0) take(event);
    }),
    site.onChange(() => {
      for (const { facts } of entries.values()) touch(facts);
    }),
  ];

  function take({ type, at, ticketId, serviceId, locationId }: QueueEvent): void {
    if (type === 'site.changed') return;
    if (type === 'queue.reset') {
      for (const { facts } of entries.values()) if (facts.ticket.locationId === locationId) touch(facts);
      return;
    }
    const entry = entries.get(ticketId);
    if (entry !== undefined) {
      entry.recalledAt = type === 'ticket.recalled' ? at : null;
      touch(entry.facts);
    }
    if (type !== 'ticket.recalled' && type !== 'ticket.paused') moved.add(serviceId);
    plan();
  }

  function touch({ ticket }: FollowedTicket): void {
    dirty.add(ticket.id);
    moved.add(ticket.dstServiceId);
    plan();
  }

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    if (!working) setImmediate(() => void work());
  }

  async function work(): Promise<void> {
    planned = false;
    working = true;
    try {
      while (dirty.size > 0) await readDirty();
      await lookAround();
      working = false;
      // Meanwhile more has happened.
      if (planned) setImmediate(() => void work());
    } catch (error) {
      log.warn('phones.read-failed', { detail: error instanceof Error ? error.message : String(error) });
      working = false;
      planned = false;
      clock.after(RETRY_MS, plan);
    }
  }

  /** Tickets to which something happened: their phones hear of it at once. */
  async function readDirty(): Promise<void> {
    const ids = [...dirty].slice(0, SLICE);
    for (const id of ids) dirty.delete(id);
    try {
      const fresh = await store.query('followedTickets', { ticketIds: ids });
      const found = new Map(fresh.map((facts) => [facts.ticket.id, facts]));
      for (const id of ids) {
        const entry = entries.get(id);
        if (entry !== undefined) await renew(entry, found.get(id));
      }
    } catch (error) {
      for (const id of ids) dirty.add(id);
      throw error;
    }
  }

  async function renew(entry: Entry, facts: FollowedTicket | undefined): Promise<void> {
    if (facts === undefined || !isShown(facts, clock.now())) {
      for (const phone of [...entry.phones]) phone.close(PHONE_CLOSE.ticketGone, 'gone');
      return;
    }
    entry.facts = facts;
    entry.place = await places.of(facts.ticket);
    tell(entry);
  }

  /** Everybody whose queue has moved, but not with every single call. */
  async function lookAround(): Promise<void> {
    if (moved.size === 0) return;
    const wait = lookedAt + PLACES_EVERY_MS - clock.now();
    if (wait > 0 && wait <= PLACES_EVERY_MS) {
      cancelLook ??= clock.after(wait, () => {
        cancelLook = null;
        plan();
      });
      return;
    }
    lookedAt = clock.now();
    const queues = moved;
    moved = new Set();
    const followed = new Set([...entries.values()].map(({ facts }) => facts.ticket.dstServiceId));
    const looked = [...queues].filter((id) => followed.has(id));
    const looks = new Map(await Promise.all(looked.map(async (id) => [id, await places.look(id)] as const)));
    let done = 0;
    for (const entry of [...entries.values()]) {
      const { ticket } = entry.facts;
      const placeIn = looks.get(ticket.dstServiceId);
      if (placeIn === undefined) continue;
      // Its tolerance runs out with the calls of others.
      if (ticket.state === TICKET_STATE.cancelled) dirty.add(ticket.id);
      if (ticket.state !== TICKET_STATE.waiting || dirty.has(ticket.id)) continue;
      entry.place = placeIn(ticket);
      tell(entry);
      done += 1;
      if (done % SLICE === 0) await nextTurn();
    }
    if (dirty.size > 0) plan();
  }

  function tell(entry: Entry): void {
    const before = entry.told;
    entry.told = describe(entry);
    if (entry.told.ticket !== before.ticket) send(entry, ticketFrame(entry));
    else if (entry.told.place !== before.place) send(entry, placeFrame(entry));
  }

  function describe({ facts, place, recalledAt }: Entry): Entry['told'] {
    return {
      ticket: JSON.stringify(phoneTicket(site.current(), facts, null, recalledAt)),
      place: `${place?.before} ${place?.waitSeconds}`,
    };
  }

  function ticketFrame({ facts, place, recalledAt }: Entry): Buffer {
    return frameOf({
      type: 'ticket',
      at: iso(clock.now()),
      ticket: phoneTicket(site.current(), facts, place, recalledAt),
    });
  }

  function placeFrame({ place }: Entry): Buffer {
    const { before = -1, waitSeconds: wait_seconds = 0 } = place ?? {};
    return frameOf({ type: 'place', at: iso(clock.now()), before, wait_seconds });
  }

  function send({ phones }: Entry, frame: Buffer): void {
    for (const phone of [...phones]) phone.write(frame);
  }

  async function beat(): Promise<void> {
    cancelBeat = null;
    beats += 1;
    const sign = frameOf({ type: 'alive', at: iso(clock.now()) });
    let done = 0;
    for (const entry of [...entries.values()]) {
      for (const phone of [...entry.phones]) phone.beat(sign);
      if (!isShown(entry.facts, clock.now())) dirty.add(entry.facts.ticket.id);
      if (beats % LOOK_EVERY_BEATS === 0) moved.add(entry.facts.ticket.dstServiceId);
      done += 1;
      if (done % SLICE === 0) await nextTurn();
    }
    if (dirty.size > 0 || moved.size > 0) plan();
    beatLater();
  }

  function beatLater(): void {
    if (entries.size > 0 && !closed) cancelBeat ??= clock.after(PHONE_ALIVE_MS, () => void beat());
  }

  function entryFor(facts: FollowedTicket): Entry {
    const known = entries.get(facts.ticket.id);
    if (known !== undefined) return known;
    const held = hearLocation(store, facts.ticket.locationId, () => touch(entry.facts));
    const entry: Entry = { facts, place: null, recalledAt: null, told: UNTOLD, phones: new Set(), held };
    entries.set(facts.ticket.id, entry);
    return entry;
  }

  /** What was read before the line was opened may be old by now; from here on every change is heard. */
  async function greet(entry: Entry, phone: PhoneSocket): Promise<void> {
    if (entry.told === UNTOLD) {
      await entry.held.heard;
      const [facts] = await store.query('followedTickets', { ticketIds: [entry.facts.ticket.id] });
      if (facts !== undefined && entry.told === UNTOLD) {
        entry.facts = facts;
        entry.place = await places.of(facts.ticket);
        entry.told = describe(entry);
      }
    }
    phone.write(ticketFrame(entry));
  }

  return {
    recalledAt: (ticketId) => entries.get(ticketId)?.recalledAt ?? null,
    join(followed, webSocket, socket) {
      if (closed) return webSocket.close(PHONE_CLOSE.goingAway, 'the server ends');
      const entry = entryFor(followed);
      const phone = phoneSocket(webSocket, socket, (line) => {
        entry.phones.delete(line);
        if (entry.phones.size > 0 || entries.get(followed.ticket.id) !== entry) return;
        entries.delete(followed.ticket.id);
        entry.held.stop();
      });
      entry.phones.add(phone);
      const [oldest] = entry.phones;
      if (oldest !== undefined && entry.phones.size > MAX_PHONES) oldest.close(PHONE_CLOSE.tooMany, 'too many');
      beatLater();
      greet(entry, phone).catch(() => phone.close(PHONE_CLOSE.goingAway, 'the store is away'));
    },
    close() {
      closed = true;
      cancelBeat?.();
      cancelLook?.();
      for (const stop of stops) stop();
      for (const { phones } of [...entries.values()]) {
        for (const phone of [...phones]) phone.close(PHONE_CLOSE.goingAway, 'the server ends');
      }
    },
  };
}

function frameOf(message: PhoneMessage): Buffer {
  return textFrame(JSON.stringify(message));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
