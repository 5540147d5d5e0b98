/**
 * What the queue can be asked to do, as turns that leave it as long as it was: each is some requests, one after the other, of
 * one of four desks that work at the same time.
 */
import type { Client } from './client.ts';

/** @param desk 1 to 4: its desk, and its clerk. */
export type Turn = (client: Client, desk: number, pastId: () => string) => Promise<void>;

const QUEUE = '/restapi/v2/queuemanagement';
const ADMIN = '/restapi/v2/admin';
/** Where the crowd waits, */
const CROWDED = 'local-taxes';
/** and where nobody does, of what each desk serves: so that a list is as long with a crowd as without. */
const QUIET_AT: Readonly<Record<number, string>> = {
  1: 'schools',
  2: 'residence',
  3: 'water-waste',
  4: 'building-permits',
};
export const quietAt = (desk: number): string => QUIET_AT[desk] ?? '';

interface Drawn {
  readonly ticket: { readonly id: string };
}
interface Called {
  readonly answer: { readonly id: string };
}
interface Undone {
  /** Not there in a build that takes nothing back. */
  readonly undo?: readonly { readonly step_id: string }[];
}

/** Of the crowded service, once `prepareSite` has been there. */
const OUTCOME = 'done';
/** Sits down at a desk in the place of its clerk; there once `prepareSite` has been there. */
const relief = (desk: number): string => `relief${desk}`;

/** Gives a site what some turns need. A build that has not got it does not know the turn either. */
export async function prepareSite(client: Client): Promise<void> {
  const change = async (item: string, more: object): Promise<void> => {
    const { item: before } = await client.read<{ readonly item: object }>(`${ADMIN}/${item}`);
    await client.put(`${ADMIN}/${item}`, { ...before, ...more });
  };
  const changes = [
    change(`services/${CROWDED}`, { outcomes: [{ code: OUTCOME, name: 'Done' }] }),
    change('devices/kiosk-1', { staff_call: true }),
    ...[1, 2, 3, 4].map((desk) =>
      client.post(`${ADMIN}/users`, { id: relief(desk), username: relief(desk), name: relief(desk) }),
    ),
  ];
  await Promise.allSettled(changes);
}

const seat = (desk: number) => ({ desk_id: `desk-${desk}`, user_id: `counter${desk}` });

async function draw({ post }: Client, service = CROWDED): Promise<string> {
  const { ticket } = await post<Drawn>(`${QUEUE}/createticket`, { service_id: service, device_id: 'kiosk-1' });
  return ticket.id;
}

async function call(client: Client, operation: string, desk: number, ticketId: string): Promise<string> {
  const { answer } = await client.post<Called>(`${QUEUE}/${operation}`, { ...seat(desk), ticket_id: ticketId });
  return answer.id;
}

const conclude = ({ post }: Client, operation: string, answerId: string) =>
  post(`${QUEUE}/${operation}`, { answer_id: answerId });

const remove = ({ post }: Client, desk: number, ticketId: string) =>
  post(`${QUEUE}/removeticket`, { ...seat(desk), ticket_id: ticketId, reason: 'went away' });

const read =
  (path: string): Turn =>
  async ({ get }) =>
    get(path);

const ask =
  (operation: string, body: (desk: number) => object): Turn =>
  async ({ post }, desk) => {
    await post(`${QUEUE}/${operation}`, body(desk));
  };

export const TURNS: Readonly<Record<string, Turn>> = {
  'createticket, callnextticket, endcall': async (client, desk) => {
    await draw(client);
    const body = { ...seat(desk), services: [CROWDED] };
    const { answer } = await client.post<Called>(`${QUEUE}/callnextticket`, body);
    await conclude(client, 'endcall', answer.id);
  },
  'createticket, callticket, pausecall, callpausedticket, endcall': async (client, desk) => {
    const id = await draw(client);
    await conclude(client, 'pausecall', await call(client, 'callticket', desk, id));
    await conclude(client, 'endcall', await call(client, 'callpausedticket', desk, id));
  },
  'createticket, callticket, cancelcall, callcancelledticket, endcall': async (client, desk) => {
    const id = await draw(client);
    await conclude(client, 'cancelcall', await call(client, 'callticket', desk, id));
    await conclude(client, 'endcall', await call(client, 'callcancelledticket', desk, id));
  },
  'createticket, callticket, transfercall, callticket, endcall': async (client, desk) => {
    const id = await draw(client);
    const answer_id = await call(client, 'callticket', desk, id);
    await client.post(`${QUEUE}/transfercall`, {
      answer_id,
      dst_type: 'service',
      dst_id: 'payments',
      desk_id: `desk-${desk}`,
    });
    await conclude(client, 'endcall', await call(client, 'callticket', desk, id));
  },
  'createticket, callticket, recall, endcall': async (client, desk) => {
    const answerId = await call(client, 'callticket', desk, await draw(client));
    await conclude(client, 'recall', answerId);
    await conclude(client, 'endcall', answerId);
  },
  'createticket, callticket, takeover, endcall': async (client, desk) => {
    const answerId = await call(client, 'callticket', desk, await draw(client));
    await client.post(`${QUEUE}/takeover`, { ...seat(desk), user_id: relief(desk) });
    await conclude(client, 'endcall', answerId);
  },
  'createticket, callticket, setoutcomes, endcall': async (client, desk) => {
    const answer_id = await call(client, 'callticket', desk, await draw(client));
    await client.post(`${QUEUE}/setoutcomes`, { answer_id, outcomes: [{ code: OUTCOME }] });
    await conclude(client, 'endcall', answer_id);
  },
  'createticket, callticket, endcall, continuevisit, endcall': async (client, desk) => {
    const id = await draw(client);
    await conclude(client, 'endcall', await call(client, 'callticket', desk, id));
    await conclude(client, 'endcall', await call(client, 'continuevisit', desk, id));
  },
  'createticket, callticket, endcall, requeueticket, removeticket': async (client, desk) => {
    const id = await draw(client);
    await conclude(client, 'endcall', await call(client, 'callticket', desk, id));
    await client.post(`${QUEUE}/requeueticket`, { ...seat(desk), ticket_id: id });
    await remove(client, desk, id);
  },
  'createticket, changeticket, removeticket': async (client, desk) => {
    const id = await draw(client);
    const change = { service_id: 'payments', priority: 'yes', reason: 'asked for it' };
    await client.post(`${QUEUE}/changeticket`, { ...seat(desk), ticket_id: id, ...change });
    await remove(client, desk, id);
  },
  'createticket, callticket, a counter (of nobody), undo, removeticket': async (client, desk) => {
    const id = await draw(client);
    await call(client, 'callticket', desk, id);
    const { undo = [] } = await client.read<Undone>(`/restapi/v2/counters/desk-${desk}?services=${quietAt(desk)}`);
    await client.post(`${QUEUE}/undo`, { desk_id: `desk-${desk}`, step_id: undo[0]?.step_id ?? '' });
    await remove(client, desk, id);
  },
  'setdesk to a break, setdesk': async ({ post }, desk) => {
    for (const state of ['break', 'open']) await post(`${QUEUE}/setdesk`, { ...seat(desk), state });
  },
  'callstaff, answerstaffcall': async ({ post }, desk) => {
    await post('/restapi/v2/kiosks/kiosk-1/staff-call', {});
    await post(`${QUEUE}/answerstaffcall`, { ...seat(desk), device_id: 'kiosk-1' });
  },
  'createticket, withdraw': async ({ post }) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    await post(`${QUEUE}/createticket`, { service_id: CROWDED, device_id: 'kiosk-1' }, key);
    await post('/restapi/v2/tickets/withdraw', { service_id: CROWDED }, key);
  },
  initialstate: async ({ post }) => {
    await post(`${QUEUE}/initialstate`, { location_id: 'town-hall', device_id: 'kiosk-1' });
  },
  waitingticketscount: read(`${QUEUE}/waitingticketscount`),
  'waitingticketslist (of nobody)': ask('waitingticketslist', (desk) => ({ service_id: quietAt(desk) })),
  pausedticketslist: ask('pausedticketslist', (desk) => ({ desk_id: `desk-${desk}` })),
  cancellededticketslist: ask('cancellededticketslist', (desk) => ({ desk_id: `desk-${desk}` })),
  lastTickets: read('/restapi/ticket/lastTickets?location=town-hall&number=10'),
  'ticket/details, of 20,000 past ones by chance': async ({ get }, _desk, pastId) =>
    get(`/restapi/ticket/details/${pastId()}`),
  'the answers of past tickets': async ({ get }, _desk, pastId) => get(`/restapi/v2/tickets/${pastId()}/answers`),
  'a counter': async ({ get }, desk) => get(`/restapi/v2/counters/desk-${desk}`),
  'tickets served at a desk': async ({ get }, desk) => get(`/restapi/v2/counters/desk-${desk}/served`),
  'a display': read('/restapi/v2/displays/display-1'),
};
