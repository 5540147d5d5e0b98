/**
 * What the queue can be asked to do, as turns that leave it as long as it was: each is some requests, one after the other, of
 * one of four desks that work at the same time.
 */
import type { Client } from './client.ts';

/** @param desk 1 to 4: its desk, and its clerk. */
export type Turn = (client: Client, desk: number, pastId: () => string) => Promise<void>;

const QUEUE = '/restapi/v2/queuemanagement';
/** Where the crowd waits; and where nobody does, so that a list is as long with a crowd as without. */
const CROWDED = 'local-taxes';
const QUIET = 'building-permits';

interface Drawn {
  readonly ticket: { readonly id: string };
}
interface Called {
  readonly answer: { readonly id: string };
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
  'createticket, withdraw': async ({ post }) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    await post(`${QUEUE}/createticket`, { service_id: CROWDED, device_id: 'kiosk-1' }, key);
    await post('/restapi/v2/tickets/withdraw', { service_id: CROWDED }, key);
  },
  initialstate: async ({ post }) => {
    await post(`${QUEUE}/initialstate`, { location_id: 'town-hall', device_id: 'kiosk-1' });
  },
  waitingticketscount: read(`${QUEUE}/waitingticketscount`),
  'waitingticketslist (of nobody)': ask('waitingticketslist', () => ({ service_id: QUIET })),
  pausedticketslist: ask('pausedticketslist', (desk) => ({ desk_id: `desk-${desk}` })),
  cancellededticketslist: ask('cancellededticketslist', (desk) => ({ desk_id: `desk-${desk}` })),
  lastTickets: read('/restapi/ticket/lastTickets?location=town-hall&number=10'),
  'ticket/details, of 20,000 past ones by chance': async ({ get }, _desk, pastId) =>
    get(`/restapi/ticket/details/${pastId()}`),
  'the answers of past tickets': async ({ get }, _desk, pastId) => get(`/restapi/v2/tickets/${pastId()}/answers`),
  'a counter': async ({ get }, desk) => get(`/restapi/v2/counters/desk-${desk}`),
  'a display': read('/restapi/v2/displays/display-1'),
};
