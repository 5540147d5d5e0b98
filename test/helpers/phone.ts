/** Client of the ticket events, as a phone uses them, for tests of the server. */
import { WebSocket } from 'ws';
import {
  PHONE_LINE_PATH,
  PHONE_PROTOCOL,
  PHONE_SECRET_PREFIX,
} from '../../main/visitor-phone/contract/phone-protocol.ts';
import type { PhoneMessage, PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { refusalOf } from './refused-socket.ts';
import type { Posted, Town } from './town.ts';

/** Public address of the test site; nothing listens there. */
export const PUBLIC_URL = 'https://queue.pontalva.example';

export interface TakenTicket {
  readonly id: string;
  readonly label: string;
  /** Address in the printed QR code. */
  readonly page: string;
  readonly secret: string;
  /** Waiting time on the paper, in seconds. */
  readonly told: number;
}

/** Issues a ticket like a kiosk, and reads the address of its page. */
export async function takeTicket(town: Town, service: string, more: object = {}): Promise<TakenTicket> {
  const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: service, ...more }),
  });
  const { ticket, ticket_strings } = (await response.json()) as {
    ticket: { id: string; number: string; ticket_service: { tag: string } };
    ticket_strings: { waiting_time: string };
  };
  const page = response.headers.get('ticket-page') ?? '';
  return {
    id: ticket.id,
    label: `${ticket.ticket_service.tag}${ticket.number.padStart(3, '0')}`,
    page,
    secret: page.split('/').at(-1) ?? '',
    told: Number(ticket_strings.waiting_time),
  };
}

export async function askTickets(town: Town, what: 'lookup' | 'leave', secret: string): Promise<Posted> {
  const response = await fetch(`${town.address}/restapi/v2/tickets/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  return { status: response.status, body: await response.json() };
}

export interface FollowedPhone {
  readonly socket: WebSocket;
  /** All messages in order. */
  readonly heard: PhoneMessage[];
  /** State that its page would show now. */
  now(): PhoneTicket;
  /** Waits for a matching state; advances the test clock meanwhile. */
  shows(isSo: (ticket: PhoneTicket) => boolean): Promise<PhoneTicket>;
  /** Close code of the connection. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

const DEADLINE_MS = 30_000;
const STEP_MS = 20;

function open(town: Town, secret: string, headers: Record<string, string> = {}): WebSocket {
  const url = `${town.address.replace('http', 'ws')}${PHONE_LINE_PATH}`;
  return new WebSocket(url, [PHONE_PROTOCOL, `${PHONE_SECRET_PREFIX}${secret}`], { headers });
}

export async function followTicket(town: Town, secret: string): Promise<FollowedPhone> {
  const socket = open(town, secret);
  const heard: PhoneMessage[] = [];
  let shown: PhoneTicket | null = null;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as PhoneMessage;
    heard.push(message);
    if (message.type === 'ticket') shown = message.ticket;
    if (message.type === 'place' && shown !== null) {
      shown = { ...shown, before: message.before, wait_seconds: message.wait_seconds };
    }
  });
  const ended = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  const phone: FollowedPhone = {
    socket,
    heard,
    ended,
    now() {
      if (shown === null) throw new Error('The phone has heard nothing yet');
      return shown;
    },
    async shows(isSo) {
      for (let waitedMs = 0; waitedMs < DEADLINE_MS; waitedMs += STEP_MS) {
        if (shown !== null && isSo(shown)) return shown;
        town.clock.advance(STEP_MS);
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      }
      throw new Error(`Never came; the phone shows ${JSON.stringify(shown)}`);
    },
    async close() {
      socket.close();
      await ended;
    },
  };
  await phone.shows(() => true);
  return phone;
}

/** The server's answer to a refused phone: HTTP status and errno. */
export async function refusedPhone(
  town: Town,
  secret: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly errno: number; readonly retryAfter: string }> {
  const { status, body, headers: answered } = await refusalOf(open(town, secret, headers));
  return { status, errno: Number(body.errno), retryAfter: answered['retry-after'] ?? '' };
}
