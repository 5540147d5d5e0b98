/**
 * Followed ticket: state, last message, connections.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { iso } from '../../events/service/event-shapes.ts';
import type { Clock } from '../../lib/context.ts';
import { subscribeLocation } from '../../queue/service/subscribe-location.ts';
import { PING_FRAME, textFrame } from '../../rest/frame.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { PHONE_CLOSE } from '../contract/phone-protocol.ts';
import type { PhoneMessage } from '../contract/rest/phone-tickets.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { phoneTicket } from './phone-ticket.ts';
import type { Places, QueuePosition } from './queue-positions.ts';

const MAX_UNREAD_BYTES = 64 * 1024;

/** Maximum unanswered heartbeats. */
const MAX_UNANSWERED = 3;

/** Timeout of the closing handshake. */
const CLOSE_DEADLINE_MS = 1_000;

export interface PhoneEntry {
  /** Ticket as last read. */
  readonly facts: FollowedTicket;
  /** Time of the last recall of its open call, if known. */
  readonly recalledAt: number | null;
  /** Sets or (null) clears the recall. */
  recalled(at: number | null): void;
  /** Updates the ticket after a read, and sends changes to its phones. */
  renew(facts: FollowedTicket): Promise<void>;
  /** Updates its place, and sends a change to its phones. */
  placed(place: QueuePosition | null): void;
  /** Adds a phone's connection, and sends it the ticket. */
  join(webSocket: WebSocket, socket: Socket): void;
  /** Sends a heartbeat to all its phones. */
  beat(sign: Buffer): void;
  /** Closes the connections of all its phones. */
  end(code: number, reason: string): void;
  /** Releases the ticket after its last phone has left. */
  leave(): void;
}

export interface PhoneEntryDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly places: Places;
}

interface PhoneEntryListener {
  /** Changes of the ticket may have been missed. */
  readonly onMissed: () => void;
  readonly onLastPhoneGone: () => void;
}

/** Maximum phones per ticket: a family, and some reloads of the page. */
const MAX_PHONES = 8;

const UNTOLD = { ticket: '', place: '' };

/** A message to phones as encoded frame. */
export function phoneFrame(message: PhoneMessage): Buffer {
  return textFrame(JSON.stringify(message));
}

export function createPhoneEntry(
  first: FollowedTicket,
  { store, site, clock, places }: PhoneEntryDeps,
  { onMissed, onLastPhoneGone }: PhoneEntryListener,
): PhoneEntry {
  let facts = first;
  let place: QueuePosition | null = null;
  let recalledAt: number | null = null;
  /** Last message, without its time. */
  let told = UNTOLD;
  const phones = new Set<PhoneSocket>();
  const held = subscribeLocation(store, first.ticket.locationId, onMissed);

  async function read(fresh: FollowedTicket): Promise<void> {
    facts = fresh;
    place = await places.of(fresh.ticket);
  }

  function tell(): void {
    const before = told;
    told = describe();
    if (told.ticket !== before.ticket) send(ticketFrame());
    else if (told.place !== before.place) send(placeFrame());
  }

  function describe(): typeof UNTOLD {
    return {
      ticket: JSON.stringify(phoneTicket(site.current(), facts, null, recalledAt)),
      place: `${place?.before} ${place?.waitSeconds}`,
    };
  }

  function ticketFrame(): Buffer {
    const ticket = phoneTicket(site.current(), facts, place, recalledAt);
    return phoneFrame({ type: 'ticket', at: iso(clock.now()), ticket });
  }

  function placeFrame(): Buffer {
    const { before = -1, waitSeconds: wait_seconds = 0 } = place ?? {};
    return phoneFrame({ type: 'place', at: iso(clock.now()), before, wait_seconds });
  }

  function send(frame: Buffer): void {
    for (const phone of [...phones]) phone.write(frame);
  }

  /** The ticket may have changed before the connection was opened; from here on every change is received. */
  async function greet(phone: PhoneSocket): Promise<void> {
    if (told === UNTOLD) {
      await held.heard;
      const [fresh] = await store.query('followedTickets', { ticketIds: [first.ticket.id] });
      if (fresh !== undefined && told === UNTOLD) {
        await read(fresh);
        told = describe();
      }
    }
    phone.write(ticketFrame());
  }

  return {
    get facts() {
      return facts;
    },
    get recalledAt() {
      return recalledAt;
    },
    recalled(at) {
      recalledAt = at;
    },
    async renew(fresh) {
      await read(fresh);
      tell();
    },
    placed(now) {
      place = now;
      tell();
    },
    join(webSocket, socket) {
      const phone = phoneSocket(webSocket, socket, (line) => {
        phones.delete(line);
        if (phones.size === 0) onLastPhoneGone();
      });
      phones.add(phone);
      const [oldest] = phones;
      if (oldest !== undefined && phones.size > MAX_PHONES) oldest.close(PHONE_CLOSE.tooMany, 'too many connections');
      greet(phone).catch(() => phone.close(PHONE_CLOSE.goingAway, 'database unavailable'));
    },
    beat(sign) {
      for (const phone of [...phones]) phone.beat(sign);
    },
    end(code, reason) {
      for (const phone of [...phones]) phone.close(code, reason);
    },
    leave: () => held.stop(),
  };
}

interface PhoneSocket {
  write(frame: Buffer): void;
  /** Sends a ping. */
  beat(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/**
 * Connection to a phone: sends frames, expects no messages, and closes slow or dead connections.
 * @param onGone called once, whichever side closed it
 */
function phoneSocket(
  webSocket: WebSocket,
  socket: Pick<Socket, 'write' | 'writable' | 'writableLength'>,
  onGone: (line: PhoneSocket) => void,
): PhoneSocket {
  let unanswered = 0;
  let gone = false;

  function leave(): void {
    if (gone) return;
    gone = true;
    onGone(line);
  }

  function cutOff(): void {
    leave();
    webSocket.terminate();
  }

  const line: PhoneSocket = {
    write(frame) {
      if (!socket.writable) return;
      if (socket.writableLength > MAX_UNREAD_BYTES) cutOff();
      else socket.write(frame);
    },
    beat(frame) {
      if (unanswered >= MAX_UNANSWERED) return cutOff();
      unanswered += 1;
      line.write(Buffer.concat([frame, PING_FRAME]));
    },
    close(code, reason) {
      leave();
      webSocket.close(code, reason);
      setTimeout(() => webSocket.terminate(), CLOSE_DEADLINE_MS).unref();
    },
  };
  webSocket.on('pong', () => {
    unanswered = 0;
  });
  webSocket.on('message', () => line.close(PHONE_CLOSE.badMessage, 'messages are not accepted'));
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', leave);
  return line;
}
