/**
 * Two days at the town hall as every release has played them: a database of each is kept, and the next programs must find
 * everything in it. What is played here may grow; a database that was kept never changes.
 */

import { PASSPORT_FORM } from '../forms/form-town.ts';
import { question } from '../forms/rules/form-site.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import type { Posted, Town } from '../helpers/town.ts';

/** When the day before was played, and when the clock stood still for the last time. */
export const YESTERDAY = '2026-11-19T10:00:00Z';
export const TODAY = '2026-11-20T10:00:00Z';

/** The secret that signs users' keys is not in the database, so this one need not be remembered. */
export const WEBHOOK_SECRET = 'a secret of more than twenty-four';

/** One request, and what was answered when the database was kept. */
export interface Remembered {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters?: object;
  readonly answer: unknown;
}

/** What a program must know, and do next, that opens the database. */
export interface Kept {
  readonly version: string;
  /** The newest migration of the program that made it. */
  readonly schema: number;
  /** When the clock stood still. */
  readonly at: string;
  readonly remembered: readonly Remembered[];
  /** The number that each of these services gives next. */
  readonly nextNumbers: Readonly<Record<string, number>>;
  /** Ticket that desk 1 calls next. */
  readonly nextTicket: string;
  /** A key with which a ticket was made before, and that ticket; null where keys have another form since, in a version never released. */
  readonly idempotency: { readonly key: string; readonly parameters: object; readonly ticket: string } | null;
  readonly deviceKey: string;
  /** What the webhook has still to be told, in this order. */
  readonly untold: readonly string[];
}

/** The site of those days: everything that a site can hold. */
export function playedSite(receiverUrl: string): Record<string, unknown> {
  const site = lockedSite();
  return {
    ...site,
    settings: { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'] },
    services: (site.services as Record<string, unknown>[]).map((service) =>
      service.id === 'passports' ? { ...service, forms: ['passport-form'] } : service,
    ),
    forms: [
      PASSPORT_FORM,
      { id: 'opinion', name: 'Opinion', questions: { end: [question('stars', 'rating', { on: ['qm_pad'] })] } },
    ],
    appointments: [
      {
        id: 'visit-1',
        service: 'passports',
        scheduled_to: '2026-11-20 10:20:00',
        client_name: 'Marta Reis',
        code: 'QR-1',
      },
      { id: 'visit-2', service: 'taxes', scheduled_to: '2026-11-20 15:00:00', code: 'QR-2' },
    ],
    webhooks: [{ id: 'ears', name: 'Ears', url: receiverUrl, secret: WEBHOOK_SECRET }],
  };
}

export type Ask = (
  method: string,
  path: string,
  parameters?: object,
  headers?: Record<string, string>,
) => Promise<Posted>;

/** Asks as the administrator of that town. */
export async function asChief(town: Town): Promise<Ask> {
  const { body } = await town.post('login', { user_id: 'chief', password: passwordOf('chief') });
  if (body.success !== true) throw new Error(`The chief may not log in: ${JSON.stringify(body)}`);
  return asking(town, body.authtoken);
}

/** Asks with that key. */
export function asking(town: Town, key: string): Ask {
  return async (method, path, parameters, headers = {}) => {
    const body = parameters === undefined ? {} : { body: JSON.stringify(parameters) };
    const type: Record<string, string> = parameters === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${town.address}/restapi/${path}`, {
      method,
      ...body,
      headers: { authorization: `Bearer ${key}`, ...type, ...headers },
    });
    return { status: response.status, body: await response.json() };
  };
}

const QUEUE = 'v2/queuemanagement';

/** What is remembered of a database: its site, its queue, its history. */
const QUESTIONS: readonly Omit<Remembered, 'answer'>[] = [
  { method: 'GET', path: 'v2/admin/site' },
  ...['passports', 'taxes', 'weddings'].map((service_id) => ({
    method: 'POST' as const,
    path: `${QUEUE}/waitingticketslist`,
    parameters: { service_id },
  })),
  { method: 'POST', path: `${QUEUE}/pausedticketslist`, parameters: { desk_id: 'desk-1' } },
  { method: 'POST', path: `${QUEUE}/cancellededticketslist`, parameters: { desk_id: 'desk-1' } },
  { method: 'GET', path: `${QUEUE}/waitingticketscount` },
  { method: 'GET', path: 'v2/counters/desk-1' },
  { method: 'GET', path: 'ticket/lastTickets?location=hall&number=20' },
  { method: 'GET', path: 'v2/reports/today?location=hall' },
  { method: 'GET', path: 'v2/reports/period?location=hall&from=2026-11-19&to=2026-11-20' },
  { method: 'GET', path: 'v2/admin/audit?limit=4' },
  { method: 'GET', path: 'v2/forms' },
  { method: 'GET', path: 'users' },
];

/** Plays both days on a fresh town; its clock must stand at `YESTERDAY`. */
export async function playDays(town: Town): Promise<Pick<Kept, 'remembered' | 'idempotency' | 'deviceKey'>> {
  const ask = await asChief(town);
  async function post(
    operation: string,
    parameters: object,
    headers?: Record<string, string>,
  ): Promise<Posted['body']> {
    const { body } = await ask('POST', `${QUEUE}/${operation}`, parameters, headers);
    if (body.success !== true) throw new Error(`${operation} was refused: ${JSON.stringify(body)}`);
    return body;
  }
  const create = async (service_id: string, more: object = {}): Promise<string> =>
    (await post('createticket', { service_id, ...more })).ticket.id;
  const call = async (ticket_id: string): Promise<string> =>
    (await post('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id })).answer.id;
  const minutes = (count: number): void => town.clock.advance(count * 60_000);

  // The day before: served, and left waiting when the house closed.
  for (const service of ['passports', 'passports', 'taxes']) {
    const ticket = await create(service);
    minutes(4);
    const answer = await call(ticket);
    minutes(6);
    await post('endcall', { answer_id: answer });
  }
  await create('passports');

  town.clock.set(TODAY);
  const parameters = {
    service_id: 'passports',
    device_id: 'kiosk-1',
    lang: 'pt_PT',
    client_name: 'Rui Dias',
    form_answers: { reason: ['Lost'], 'police-number': ['2026/AB'] },
  };
  const key = 'one touch at the kiosk';
  const touched = (await post('createticket', parameters, { 'idempotency-key': key })).ticket.id;
  const checkedIn = await create('passports', { appointment: 'visit-1' });
  const [served, paused, cancelled, sentOn] = [
    await create('passports'),
    await create('taxes', { client_name: 'Inês Melo', custom_field: 'file 12' }),
    await create('weddings'),
    await create('passports', { lang: 'ar' }),
  ];
  minutes(5);
  await post('endcall', { answer_id: await call(served) });
  minutes(3);
  await post('pausecall', { answer_id: await call(paused) });
  minutes(2);
  await post('cancelcall', { answer_id: await call(cancelled) });
  const sending = { dst_type: 'service', dst_id: 'taxes', note: 'has paid', priority: true, desk_id: 'desk-1' };
  await post('transfercall', { answer_id: await call(sentOn), ...sending });
  const waiting = await create('passports', { priority: true });
  await create('taxes');
  await call(touched);
  minutes(6);
  // An administrator has changed something since, so that there is a log of it.
  const { body: service } = await ask('GET', 'v2/admin/services/taxes');
  await ask('PUT', 'v2/admin/services/taxes', { ...service.item, name: 'Taxes and fees' });
  const { body: device } = await ask('POST', 'v2/admin/devices/kiosk-1/key', {});

  const details = [touched, checkedIn, served, paused, cancelled, sentOn, waiting];
  const answers = [touched, sentOn].map((id) => ({ method: 'GET' as const, path: `v2/tickets/${id}/answers` }));
  const questions = [
    ...QUESTIONS,
    ...details.map((id) => ({ method: 'GET' as const, path: `ticket/details/${id}` })),
    ...answers,
  ];
  return {
    remembered: await remember(ask, questions),
    idempotency: { key, parameters, ticket: touched },
    deviceKey: device.key,
  };
}

/** What a program does next with the queue as those days left it: it changes the queue. */
export async function goOn(town: Town): Promise<Pick<Kept, 'nextNumbers' | 'nextTicket'>> {
  const ask = await asChief(town);
  const { body: called } = await ask('POST', `${QUEUE}/callnextticket`, { desk_id: 'desk-1', user_id: 'ana' });
  const nextNumbers: Record<string, number> = {};
  for (const service_id of ['passports', 'taxes', 'weddings']) {
    const { body } = await ask('POST', `${QUEUE}/createticket`, { service_id });
    nextNumbers[service_id] = body.ticket.number;
  }
  return { nextNumbers, nextTicket: called.answer.ticket.id };
}

async function remember(ask: Ask, questions: readonly Omit<Remembered, 'answer'>[]): Promise<readonly Remembered[]> {
  const remembered: Remembered[] = [];
  for (const one of questions) {
    const { status, body } = await ask(one.method, one.path, one.parameters);
    if (status !== 200) throw new Error(`${one.path} was refused: ${JSON.stringify(body)}`);
    remembered.push({ ...one, answer: body });
  }
  return remembered;
}
