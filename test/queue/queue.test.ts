/** Queue rules through the REST API: tickets, calls, transfers and counts. */
import { describe, expect, it } from 'vitest';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

let town: Town;
const towns = townsOf(
  async () => {
    town = await openTown();
  },
  () => town.close(),
);

const desk1 = { desk_id: 'desk-1', user_id: 'ana' };

describe('a new ticket', () => {
  towns.ofItsOwn();

  it('has every field of the REST API, with times in the time zone of its location', async () => {
    town.clock.set('2027-07-01T12:30:00Z');
    const { ticket, ticket_strings } = await town.createTicket('Passports', { lang: 'pt' });
    expect(ticket).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      number: '1',
      date: '2027-07-01 13:30:00',
      cancelled: 'false',
      transferred: 'false',
      state: '1',
      note: '',
      lang: 'pt_PT',
      custom_field: '',
      client_name: '',
      flags: '0',
      app_displayname: '',
      app_id: '',
      scheduled_to: '',
      ticket_service: { id: 'passports', name: 'Passports', tag: 'A' },
      dst_service: { id: 'passports', name: 'Passports', tag: 'A' },
      dst_desk: { id: '', name: '', tag: '' },
      dst_user: { id: '', display_name: '', username: '' },
      device: { id: '', type: '', name: '' },
      number_of_waiting_tickets: '1',
      avg_waiting_time: '00:05:00',
    });
    expect(Object.values(ticket_strings)).toEqual(['', '', '', '', '', '']);
  });

  it('has the texts to print if a device requests it', async () => {
    await town.createTicket('Passports');
    const { ticket, ticket_strings } = await town.createTicket('Passports', {
      device_id: 'kiosk-1',
      lang: 'pt',
      priority: true,
    });
    expect(ticket.device).toEqual({ id: 'kiosk-1', type: '1', name: 'Entrance' });
    expect(ticket_strings).toEqual({
      people_waiting: 'Pessoas à sua frente: 0',
      waiting_time: '300',
      date_text: '20 de novembro de 2026 às 12:00',
      prioritary_ticket: 'Prioritário',
      extra_text: 'Traga uma fotografia.',
      footer_text: 'Thank you.',
    });
  });

  it('keeps the time of an appointment, in the time zone of its location', async () => {
    const { ticket } = await town.createTicket('Blood tests', { scheduled_to: '2026-11-20 15:30:00' });
    expect(ticket).toMatchObject({ scheduled_to: '2026-11-20 15:30:00', flags: '2' });
  });

  it('can be assigned to a desk or a user, and is then called only there', async () => {
    const { ticket } = await town.createTicket('Taxes', { desk_id: 'desk-2', user_id: 'rui.costa' });
    expect(ticket).toMatchObject({
      dst_desk: { id: 'desk-2', name: 'Desk 2', tag: '2' },
      dst_user: { id: 'rui', display_name: 'Rui Costa', username: 'rui.costa' },
    });
    const { body } = await town.post('callnextticket', desk1);
    expect(body.errno).toBe(8);
  });

  it('is refused outside opening hours, also after a change to summer time', async () => {
    town.clock.set('2027-03-29T07:59:00Z');
    expect((await town.post('createticket', { service_id: 'taxes' })).body.errno).toBe(111);
    town.clock.set('2027-03-29T08:00:00Z');
    expect((await town.post('createticket', { service_id: 'taxes' })).status).toBe(200);
  });

  it('is refused when the queue is full, and issued again after a call', async () => {
    await town.createTicket('Weddings');
    await town.createTicket('Weddings');
    expect((await town.post('createticket', { service_id: 'weddings' })).body.errno).toBe(112);
    await town.callNext('Desk 1');
    expect((await town.post('createticket', { service_id: 'weddings' })).status).toBe(200);
  });

  it('is created once per idempotency key', async () => {
    const key = { 'idempotency-key': 'touch-1' };
    const first = await town.post('createticket', { service_id: 'passports', lang: 'en' }, key);
    const again = await town.post('createticket', { lang: 'en', service_id: 'passports', priority: false }, key);
    expect(again.body).toEqual(first.body);
    expect(await town.waiting('Passports')).toHaveLength(1);
    const other = await town.post('createticket', { service_id: 'taxes' }, key);
    expect([other.body.errno, other.status]).toEqual([120, 409]);
  });
});

describe('createticket', () => {
  towns.shared();

  it.each<[string, object, number, number]>([
    ['an unknown service', { service_id: 'x' }, 6, 404],
    ['a disabled service', { service_id: 'archive' }, 111, 409],
    ['an unknown device', { service_id: 'passports', device_id: 'x' }, 119, 409],
    ['a disabled device', { service_id: 'passports', device_id: 'kiosk-off' }, 119, 409],
    ['a device of another location', { service_id: 'passports', device_id: 'kiosk-9' }, 119, 409],
    ['priority at a service without priority', { service_id: 'weddings', priority: true }, 7, 409],
    ['an unknown desk', { service_id: 'passports', desk_id: 'x' }, 6, 404],
    ['a desk that does not serve the service', { service_id: 'passports', desk_id: 'desk-2' }, 113, 409],
    ['a closed desk', { service_id: 'passports', desk_id: 'desk-3' }, 113, 409],
    ['an unknown user', { service_id: 'passports', user_id: 'x' }, 6, 404],
    ['a user of another location', { service_id: 'passports', user_id: 'eva' }, 7, 409],
    ['an unknown appointment', { service_id: 'passports', appointment: 'x' }, 6, 404],
  ])('fails for %s', async (_what, parameters, errno, status) => {
    const answer = await town.post('createticket', parameters);
    expect([answer.body.errno, answer.status]).toEqual([errno, status]);
  });
});

describe('a repeated request after a lost response', () => {
  towns.ofItsOwn();

  it('returns the original response, even after the service has closed', async () => {
    town.clock.set('2026-11-20T15:59:59Z');
    const key = { 'idempotency-key': 'last touch' };
    const first = await town.post('createticket', { service_id: 'taxes' }, key);
    town.clock.advance(2_000);
    expect(await town.post('createticket', { service_id: 'taxes' }, key)).toEqual(first);
    expect((await town.post('createticket', { service_id: 'taxes' })).body.errno).toBe(111);
    expect((await town.post('createticket', { service_id: 'taxes', lang: 'pt' }, key)).body.errno).toBe(120);
  });
});

describe('calls', () => {
  towns.ofItsOwn();

  it('return the call and its ticket', async () => {
    const { ticket } = await town.createTicket('Passports');
    town.clock.advance(90_000);
    const answer = await town.call('Desk 1', ticket.id);
    expect(answer).toMatchObject({
      call_date: '2026-11-20 12:01:30',
      end_date: '',
      state: '2',
      ticket: { id: ticket.id, state: '2', date: '2026-11-20 12:00:00' },
    });
    expect(answer.ticket).not.toHaveProperty('number_of_waiting_tickets');
    expect(
      (await town.post('callticket', { desk_id: 'desk-2', user_id: 'rui', ticket_id: ticket.id })).body.errno,
    ).toBe(113);
  });

  it('are refused without changes if the desk has another open call than the caller expects', async () => {
    for (let ticket = 0; ticket < 3; ticket += 1) await town.createTicket('Passports');
    const { id } = await town.callNext('Desk 1');
    for (const current_answer of ['none', 'an-older-call']) {
      const { status, body } = await town.post('callnextticket', { ...desk1, current_answer });
      expect({ status, body }).toMatchObject({ status: 409, body: { errno: 115, parameter: 'current_answer' } });
    }
    const next = await town.post('callnextticket', { ...desk1, current_answer: id });
    expect(next.body).toMatchObject({ success: true, answer: { ticket: { number: '2' } } });
    await town.conclude('endcall', next.body.answer.id);
    const stale = await town.post('callnextticket', { ...desk1, current_answer: next.body.answer.id });
    expect(stale.body).toMatchObject({ errno: 115 });
    expect((await town.post('callnextticket', { ...desk1, current_answer: 'none' })).body).toMatchObject({
      answer: { ticket: { number: '3' } },
    });
  });

  it.each([
    ['callticket', null],
    ['callpausedticket', 'pausecall'],
    ['callcancelledticket', 'cancelcall'],
  ])('by %s are refused at a desk of another location than the ticket’s', async (operation, before) => {
    const { ticket } = await town.createTicket('Passports');
    if (before !== null) await town.conclude(before, (await town.call('Desk 1', ticket.id)).id);
    const { status, body } = await town.post(operation, { desk_id: 'desk-9', user_id: 'eva', ticket_id: ticket.id });
    expect([status, body]).toEqual([
      409,
      { success: false, errno: 113, code: 'desk_unavailable', error: expect.any(String), parameter: 'desk_id' },
    ]);
  });

  it('can be ended only once', async () => {
    await town.createTicket('Passports');
    const { id } = await town.callNext('Desk 1');
    await town.conclude('endcall', id);
    expect((await town.post('endcall', { answer_id: id })).body.errno).toBe(116);
  });

  it('add tickets to the lists of paused and cancelled tickets of desks that serve them', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    await town.conclude('pausecall', (await town.callNext('Desk 1')).id);
    await town.conclude('cancelcall', (await town.callNext('Desk 1')).id);
    const listed = async (operation: string, desk_id: string) =>
      (await town.post(operation, { desk_id })).body.tickets.map(({ number, cancelled }: Record<string, string>) => [
        number,
        cancelled,
      ]);
    expect(await listed('pausedticketslist', 'desk-1')).toEqual([['1', 'false']]);
    expect(await listed('cancellededticketslist', 'desk-1')).toEqual([['2', 'true']]);
    expect(await listed('pausedticketslist', 'desk-2')).toEqual([]);
  });
});

describe('calls with unusable parameters', () => {
  towns.shared();

  it.each<[string, string, object, number]>([
    ['an unknown desk', 'callnextticket', { desk_id: 'x', user_id: 'ana' }, 6],
    ['an unknown user', 'callnextticket', { desk_id: 'desk-1', user_id: 'x' }, 6],
    ['a disabled user', 'callnextticket', { desk_id: 'desk-1', user_id: 'left' }, 7],
    ['a closed desk', 'callnextticket', { desk_id: 'desk-3', user_id: 'ana' }, 113],
    ['an unknown service', 'callnextticket', { ...desk1, services: ['x'] }, 6],
    [
      'a service that the desk does not serve',
      'callnextticket',
      { desk_id: 'desk-2', user_id: 'rui', services: ['passports'] },
      113,
    ],
    ['an empty queue', 'callnextticket', desk1, 8],
    ['an unknown ticket', 'callticket', { ...desk1, ticket_id: 'x' }, 6],
    ['an unknown answer', 'endcall', { answer_id: 'x' }, 6],
    ['an unknown answer', 'recall', { answer_id: 'x' }, 6],
  ])('are refused for %s in %s', async (_what, operation, parameters, errno) => {
    expect((await town.post(operation, parameters)).body.errno).toBe(errno);
  });
});

/** Transfers a ticket that was just called. */
async function transfer(parameters: object): Promise<number | undefined> {
  const { ticket } = await town.createTicket('Passports');
  const { id } = await town.call('Desk 1', ticket.id);
  const { body } = await town.post('transfercall', {
    answer_id: id,
    desk_id: 'desk-1',
    priority: false,
    ...parameters,
  });
  return body.errno;
}

describe('a transfer', () => {
  towns.ofItsOwn();

  it('starts a new wait at its destination, and keeps its ticket number', async () => {
    await transfer({ dst_type: 'service', dst_id: 'taxes', note: 'form 12', priority: 'true' });
    expect(await town.waiting('Taxes')).toMatchObject([
      {
        number: '1',
        transferred: 'true',
        note: 'form 12',
        flags: '1',
        ticket_service: { id: 'passports' },
        dst_service: { id: 'taxes' },
      },
    ]);
  });
});

describe('transfers one after another', () => {
  towns.shared();

  it.each<[object, number | undefined]>([
    [{ dst_type: 'service', dst_id: 'taxes' }, undefined],
    [{ dst_type: 'desk', dst_id: 'desk-1' }, undefined],
    [{ dst_type: 'user', dst_id: 'rui.costa' }, undefined],
    [{ dst_type: 'service', dst_id: 'x' }, 6],
    [{ dst_type: 'service', dst_id: 'blood' }, 7],
    [{ dst_type: 'service', dst_id: 'archive' }, 111],
    [{ dst_type: 'desk', dst_id: 'x' }, 6],
    [{ dst_type: 'desk', dst_id: 'desk-9' }, 113],
    [{ dst_type: 'desk', dst_id: 'desk-2' }, 113],
    [{ dst_type: 'desk', dst_id: 'desk-3' }, 113],
    [{ dst_type: 'user', dst_id: 'x' }, 6],
    [{ dst_type: 'user', dst_id: 'eva' }, 7],
    [{ dst_type: 'room', dst_id: 'x' }, 5],
    [{ dst_type: 'service', dst_id: 'taxes', desk_id: 'desk-9' }, 113],
    [{ dst_type: 'service', dst_id: 'taxes', desk_id: 'desk-2' }, undefined],
    [{ dst_type: 'service', dst_id: 'taxes', answer_id: 'x' }, 6],
  ])('with %j return errno %s', async (parameters, errno) => {
    expect(await transfer(parameters)).toBe(errno);
  });
});

describe('waitingticketscount', () => {
  towns.ofItsOwn();

  it('returns per service the waiting tickets, whether it is open, and the mean wait', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    town.clock.advance(60_000);
    await town.callNext('Desk 1');
    const answer = await town.client.waitingTicketsCount('hall');
    expect(answer).toEqual({
      ok: true,
      value: {
        success: true,
        services: [
          {
            id: 'archive',
            tag: 'D',
            description: 'Archive',
            number_of_waiting_tickets: '0',
            open: false,
            avg_waiting_time: '0',
          },
          {
            id: 'passports',
            tag: 'A',
            description: 'Passports',
            number_of_waiting_tickets: '1',
            open: true,
            avg_waiting_time: '60',
          },
          {
            id: 'taxes',
            tag: 'B',
            description: 'Taxes',
            number_of_waiting_tickets: '0',
            open: true,
            avg_waiting_time: '0',
          },
          {
            id: 'weddings',
            tag: 'C',
            description: 'Weddings',
            number_of_waiting_tickets: '0',
            open: true,
            avg_waiting_time: '0',
          },
        ],
      },
    });
  });

  it('returns the services of all locations if none is given', async () => {
    const answer = await town.client.waitingTicketsCount('');
    expect(answer.ok && answer.value.services.map(({ id }) => id)).toEqual([
      'archive',
      'blood',
      'passports',
      'taxes',
      'weddings',
    ]);
  });
});

describe('a server error', () => {
  towns.ofItsOwn();

  async function withFault(error: Error): Promise<void> {
    await town.close();
    town = await openTown({ wrapStore: (store): Store => ({ ...store, run: () => Promise.reject(error) }) });
  }

  it('has status 503 and a retry delay if the store is unavailable', async () => {
    await withFault(new StoreUnreachable('gone'));
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket?service_id=passports`, {
      method: 'POST',
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ success: false, errno: 131 });
  });

  it('is logged under the request id of the response, which contains no details', async () => {
    await withFault(new Error('inner secret'));
    const { status, body } = await town.post('createticket', { service_id: 'passports' });
    expect([status, body.errno]).toEqual([500, 9]);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(town.logged).toContainEqual({
      event: 'http.unexpected-error',
      data: expect.objectContaining({ request: body.request_id }),
    });
  });

  it('has status 200 if the site sets this for old clients', async () => {
    await town.site.load({ settings: { ...(townSite().settings as object), failure_status: 'ok' } });
    const answer = await town.post('createticket', {});
    expect([answer.status, answer.body.errno]).toEqual([200, 5]);
  });
});
