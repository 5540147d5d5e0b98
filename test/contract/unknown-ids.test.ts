/** Whichever id is not known: the failure says of which parameter it is, over every operation that the server has. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '../../main/rest/operation.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
let known: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  town = await openTown({ webhooks: true });
  const { ticket } = await town.createTicket('Passports');
  await town.createTicket('Passports');
  const open = await town.callNext('Desk 1', ['Passports']);
  known = {
    id: ticket.id,
    ticket_id: ticket.id,
    answer_id: open.id,
    service_id: 'passports',
    service: 'passports',
    desk_id: 'desk-1',
    user_id: 'ana',
    device_id: 'kiosk-1',
    location_id: 'hall',
    location: 'hall',
    dst_type: 'service',
    dst_id: 'taxes',
    reason: 'why',
    text: 'A001',
    state: 'open',
    year: '2026',
    from: '2026-11-20',
    to: '2026-11-20',
    outcomes: [],
    answers: {},
    questions: { before: [], during: [], end: [] },
    name: 'Name',
  };
});
afterAll(() => town.close());

const UNKNOWN = '01a1f8d3-0000-708d-a962-000000000000';
const IS_ID = /(^|_)(id|ids|location|service|desk|user|code|secret|appointment|step|alarm|template|view)$/;

function idsOf({ parameters, path }: Operation): readonly string[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return [...new Set([...inPath, ...Object.keys(parameters.properties).filter((name) => IS_ID.test(name))])];
}

const asked = OPERATIONS.flatMap((op) => idsOf(op).map((name) => [op.name, name, op] as const));

async function ask(op: Operation, unknown: string) {
  const given: Record<string, unknown> = { ...known, [unknown]: UNKNOWN };
  const method = [op.method].flat()[0] ?? 'GET';
  const path = op.path.replace(/:(\w+)/g, (_all, name: string) => String(given[name] ?? UNKNOWN));
  const declared = Object.keys(op.parameters.properties).filter((name) => name in given && !path.includes(`:${name}`));
  const parameters = Object.fromEntries(declared.map((name) => [name, given[name]]));
  const query = method === 'GET' ? `?${new URLSearchParams(parameters as Record<string, string>)}` : '';
  const response = await fetch(`${town.address}${path}${query}`, {
    method,
    headers: { 'idempotency-key': `${op.name} ${unknown}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(parameters) }),
  });
  return (await response.json()) as { errno?: number; parameter?: string };
}

const told = new Set<string>();

it.each(asked)('%s with an unknown %s names it, if nothing is known of it', async (name, unknown, op) => {
  const { errno, parameter } = await ask(op, unknown);
  if (errno !== 6) return;
  expect(idsOf(op)).toContain(parameter);
  told.add(`${name} ${parameter}`);
});

it('was so often the answer that the operations of the interface are among those that gave it', () => {
  const expected = [
    ...['callticket', 'callpausedticket', 'callcancelledticket'].flatMap((name) => [
      `${name} ticket_id`,
      `${name} desk_id`,
    ]),
    ...['recall', 'endcall', 'pausecall', 'cancelcall', 'transfercall'].map((name) => `${name} answer_id`),
    'transfercall dst_id',
    'createticket service_id',
    'waitingticketslist service_id',
    'pausedticketslist desk_id',
    'lasttickets location',
    'initialstate location_id',
    'ticket_details id',
    'continuevisit ticket_id',
    'requeueticket ticket_id',
    'removeticket ticket_id',
    'changeticket ticket_id',
    'appointment_lookup code',
    'device_lookup code',
  ];
  expect([...told]).toEqual(expect.arrayContaining(expected));
});
