/** Appointments over a real server: check-in, once and in its time, and what it means for the turn. */
import { describe, expect, it } from 'vitest';
import { NO_APPOINTMENT } from '../helpers/no-appointment.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

const MINUTE_MS = 60_000;

/** The town at noon, with visits booked at the town hall: a passport at 12:20, taxes at 12:20, tomorrow's passport. */
function bookedSite(hall: Record<string, unknown> = {}): Record<string, unknown> {
  const site = townSite();
  const [first, ...others] = site.locations as Record<string, unknown>[];
  return {
    ...site,
    locations: [{ ...first, ...hall }, ...others],
    appointments: [
      {
        id: 'visit-1',
        service: 'passports',
        location: 'hall',
        scheduled_to: '2026-11-20 12:20:00',
        client_name: 'Marta Reis',
        lang: 'pt_PT',
        code: 'QR-1',
      },
      { id: 'visit-2', service: 'taxes', scheduled_to: '2026-11-20 12:20:00', code: 'CARD-7', user: 'rui' },
      { id: 'visit-3', service: 'passports', scheduled_to: '2026-11-21 12:20:00', code: 'CARD-7' },
      { id: 'off', service: 'passports', scheduled_to: '2026-11-20 12:20:00', code: 'QR-OFF', state: 0 },
    ],
  };
}

let town: Town;
const towns = townsOf(
  async () => {
    town = await openTown({ site: bookedSite() });
  },
  () => town.close(),
);

const at = (time: string): void => town.clock.set(`2026-11-20T${time}Z`);
const checkIn = (appointment: string, more: object = {}, headers: Record<string, string> = {}) =>
  town.post('createticket', { service_id: 'passports', appointment, ...more }, headers);

async function reopen(hall: Record<string, unknown>): Promise<void> {
  await town.close();
  town = await openTown({ site: bookedSite(hall) });
}

async function lookup(code: string, more: object = {}) {
  const response = await fetch(`${town.address}/restapi/v2/appointments/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...more }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('check-in for an appointment', () => {
  towns.ofItsOwn();

  it('gives a ticket with what is known of the visit', async () => {
    const { body } = await checkIn('visit-1', { device_id: 'kiosk-1' });
    expect(body).toMatchObject({
      success: true,
      ticket: {
        number: '1',
        flags: '2',
        scheduled_to: '2026-11-20 12:20:00',
        client_name: 'Marta Reis',
        lang: 'pt_PT',
        app_id: 'visit-1',
        app_displayname: '12:20',
      },
      ticket_strings: { extra_text: 'Traga uma fotografia.' },
    });
  });

  it('takes the code for the id', async () => {
    expect((await checkIn('QR-1')).body.ticket.app_id).toBe('visit-1');
  });

  it('lets the caller know better', async () => {
    const { body } = await checkIn('visit-1', { client_name: 'M. Reis', lang: 'en' });
    expect(body.ticket).toMatchObject({ client_name: 'M. Reis', lang: 'en' });
  });

  it('sends the visitor to whom the visit is', async () => {
    const { body } = await checkIn('visit-2', { service_id: 'taxes' });
    expect(body.ticket.dst_user).toEqual({ id: 'rui', display_name: 'Rui Costa', username: 'rui.costa' });
  });

  it.each([
    ['11:49:59', 118],
    ['11:50:00', 0],
    ['12:35:00', 0],
    ['12:35:01', 118],
  ])('at %s is %i', async (time, errno) => {
    at(time);
    const { body, status } = await checkIn('visit-1');
    expect([body.success, body.errno ?? 0, status]).toEqual([errno === 0, errno, errno === 0 ? 200 : 409]);
  });

  it('can be done once, and the same request comes back the same', async () => {
    const first = await checkIn('visit-1', {}, { 'idempotency-key': 'k' });
    expect((await checkIn('QR-1')).body).toMatchObject({ success: false, errno: 115 });
    at('15:00:00');
    expect((await checkIn('visit-1', {}, { 'idempotency-key': 'k' })).body).toEqual(first.body);
    expect(await town.waiting('Passports')).toHaveLength(1);
  });

  it('of two at once, one gets the ticket', async () => {
    const both = await Promise.all([checkIn('visit-1'), checkIn('QR-1')]);
    expect(both.map(({ body }) => body.errno ?? 0).sort()).toEqual([0, 115]);
  });

  it('can be done again when the visit has been moved', async () => {
    await checkIn('visit-1');
    const moved = { appointments: [{ id: 'visit-1', service: 'passports', scheduled_to: '2026-11-20 12:25:00' }] };
    expect((await town.site.load(moved)).ok).toBe(true);
    expect((await checkIn('visit-1')).body.ticket.scheduled_to).toBe('2026-11-20 12:25:00');
  });

  it('means the visit of that service when a code stands with several', async () => {
    expect((await checkIn('CARD-7')).body.errno).toBe(118);
    expect((await checkIn('CARD-7', { service_id: 'taxes' })).body.ticket.app_id).toBe('visit-2');
  });
});

describe('check-in for an appointment', () => {
  towns.shared();

  it.each([
    ['of another service', 'visit-2', 7],
    ['that was called off', 'off', 6],
    ['that nobody booked', 'nothing', 6],
  ])('%s is refused', async (_what, appointment, errno) => {
    expect((await checkIn(appointment)).body.errno).toBe(errno);
  });
});

describe('whoever comes too late', () => {
  towns.ofItsOwn();

  it('has an ordinary ticket when the caller asks for it', async () => {
    at('12:40:00');
    expect((await checkIn('visit-1')).body.errno).toBe(118);
    const { body } = await checkIn('visit-1', { late_as_walk_in: 1 });
    expect(body.ticket).toMatchObject({ flags: '0', scheduled_to: '', client_name: 'Marta Reis' });
    expect((await checkIn('visit-1', { late_as_walk_in: 1 })).body.errno).toBe(115);
  });

  it('has none where the location does not want it, nor who comes too early', async () => {
    await reopen({ late_as_walk_in: false, t_checkin_before: 10 });
    expect((await checkIn('visit-1', { late_as_walk_in: 1 })).body.errno).toBe(118);
    at('12:40:00');
    expect((await checkIn('visit-1', { late_as_walk_in: 1 })).body.errno).toBe(118);
    expect((await lookup('QR-1')).body).toMatchObject({ appointment: { checkin: 'late', walk_in: false } });
  });
});

describe('a time that another system has booked', () => {
  towns.ofItsOwn();

  it('has no check-in window', async () => {
    const ticket = await town.createTicket('Passports', { scheduled_to: '2026-11-20 18:00:00' });
    expect(ticket.ticket).toMatchObject({ flags: '2', scheduled_to: '2026-11-20 18:00:00', app_id: '' });
  });
});

describe('what a code says', () => {
  towns.ofItsOwn();

  it('is when and what for, and nothing of the visitor', async () => {
    expect((await lookup('QR-1')).body).toEqual({
      success: true,
      appointment: {
        id: 'visit-1',
        service: { id: 'passports', name: 'Passports', tag: 'A' },
        scheduled_to: '2026-11-20 12:20:00',
        checkin: 'open',
        opens_at: '2026-11-20 11:50:00',
        walk_in: false,
      },
    });
  });

  it('changes with the time', async () => {
    const state = async (): Promise<unknown> => {
      const { appointment } = (await lookup('QR-1')).body as { appointment: { checkin: string } };
      return appointment.checkin;
    };
    expect(await state()).toBe('open');
    at('12:40:00');
    expect(await state()).toBe('late');
    at('12:30:00');
    await town.createTicket('Passports', { appointment: 'QR-1' });
    expect(await state()).toBe('done');
  });

  it('is of the visit that can be checked in, else of the next one', async () => {
    expect((await lookup('CARD-7')).body).toMatchObject({ appointment: { id: 'visit-2', checkin: 'open' } });
    at('13:00:00');
    expect((await lookup('CARD-7')).body).toMatchObject({ appointment: { id: 'visit-3', checkin: 'early' } });
  });

  it('lists the visits of today whose check-in is open, where there are several', async () => {
    const visit = { service: 'passports', code: 'CARD-7' };
    await town.site.load({
      appointments: [
        { ...visit, id: 'earlier', scheduled_to: '2026-11-20 12:15:00', client_name: 'Marta Reis' },
        { ...visit, id: 'elsewhere', service: 'blood', scheduled_to: '2026-11-20 12:20:00' },
      ],
    });
    const { body } = await lookup('card 7', { typed: true, location_id: 'hall' });
    expect(body).toMatchObject({ appointment: { id: 'earlier' } });
    expect(body.choices).toEqual([
      { id: 'earlier', service: { id: 'passports', name: 'Passports', tag: 'A' }, scheduled_to: '2026-11-20 12:15:00' },
      { id: 'visit-2', service: { id: 'taxes', name: 'Taxes', tag: 'B' }, scheduled_to: '2026-11-20 12:20:00' },
    ]);
    await town.createTicket('Passports', { appointment: 'earlier' });
    const left = (await lookup('CARD-7', { location_id: 'hall' })).body;
    expect(left).toMatchObject({ appointment: { id: 'visit-2', checkin: 'open' } });
    expect(left).not.toHaveProperty('choices');
  });

  it('that is typed like those of two people is nobody’s, unless it is the same to the letter', async () => {
    const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00' };
    const more = [
      { ...visit, id: 'other', code: 'QR1' },
      { ...visit, id: 'elsewhere', service: 'blood', code: 'CARD_7' },
    ];
    await town.site.load({ appointments: more });
    expect(await lookup('qr1', { typed: true })).toMatchObject({ status: 404, body: { errno: 6 } });
    expect((await lookup('QR1', { typed: true })).body).toMatchObject({ appointment: { id: 'other' } });
    // At one location only one code is alike.
    const here = { typed: true, location_id: 'hall' };
    expect((await lookup('card 7', here)).body).toMatchObject({ appointment: { id: 'visit-2' } });
  });
});

describe('a code', () => {
  towns.shared();

  it.each([
    ['an id', 'visit-1', {}],
    ['a visit that was called off', 'QR-OFF', {}],
    ['nothing known', '4711', {}],
    ['a visit elsewhere', 'QR-1', { location_id: 'clinic' }],
  ])('is nothing for %s', async (_what, code, more) => {
    expect(await lookup(code, more)).toMatchObject({ status: 404, body: { errno: 6 } });
  });

  it.each(['qr-1', ' QR 1 ', 'q.r.1', 'QR١'])('is found as people type it: %s', async (code) => {
    expect((await lookup(code)).status).toBe(404);
    expect((await lookup(code, { typed: true })).body).toMatchObject({ appointment: { id: 'visit-1' } });
  });

  it('that somebody typed means the visit that can be checked in, too', async () => {
    expect((await lookup('card7', { typed: true })).body).toMatchObject({ appointment: { id: 'visit-2' } });
  });

  it.each(['visit1', 'qr-off', '---', '4711'])('is nothing for %s, typed', async (code) => {
    expect(await lookup(code, { typed: true })).toMatchObject({ status: 404, body: { errno: 6 } });
  });

  it('reaches the typed client', async () => {
    const found = await town.client.findAppointment('QR-1', 'hall');
    expect(found).toMatchObject({ ok: true, value: { appointment: { id: 'visit-1', checkin: 'open' } } });
  });
});

describe('a kiosk', () => {
  towns.ofItsOwn();

  const takesCodes = async (device = 'kiosk-1'): Promise<unknown> => {
    const kiosk = await town.client.kiosk(device);
    return kiosk.ok && kiosk.value.check_in;
  };

  it('takes codes while appointments with codes are booked at its location, until the last is over', async () => {
    expect(await takesCodes()).toBe(true);
    expect(await takesCodes('kiosk-9')).toBe(false);
    town.clock.set('2026-11-22T00:14:59Z');
    expect(await takesCodes()).toBe(true);
    town.clock.set('2026-11-22T00:15:00Z');
    expect(await takesCodes()).toBe(false);
  });

  it('takes none where appointments have no codes, or were called off', async () => {
    const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00' };
    await town.close();
    const visits = [
      { ...visit, id: 'no-code' },
      { ...visit, id: 'off', code: 'QR-OFF', state: 0 },
    ];
    town = await openTown({ site: { ...bookedSite(), appointments: visits } });
    expect(await takesCodes()).toBe(false);
  });
});

describe('the turn of an appointment', () => {
  towns.ofItsOwn();

  it('comes no sooner than the attendance window, though a clerk can call it by hand', async () => {
    await reopen({ t_attendance_before: 10 });
    const early = (await checkIn('visit-1')).body.ticket;
    expect((await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: [] })).body.errno).toBe(8);
    at('12:05:00');
    const walkIn = await town.createTicket('Passports');
    expect((await town.waiting('Passports')).map(({ id }) => id)).toEqual([walkIn.ticket.id, early.id]);
    expect((await town.callNext('Desk 1')).ticket.id).toBe(walkIn.ticket.id);
    at('12:09:59');
    expect((await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: [] })).body.errno).toBe(8);
    at('12:10:00');
    expect((await town.callNext('Desk 1')).ticket.id).toBe(early.id);
  });

  it('by hand comes when the clerk wants', async () => {
    await reopen({ t_attendance_before: 10 });
    const early = (await checkIn('visit-1')).body.ticket;
    expect((await town.call('Desk 1', early.id)).ticket.id).toBe(early.id);
  });

  it('counts from the booked time, and after the window from check-in, like any other', async () => {
    await reopen({ t_attendance_after: 5 });
    const booked = (await checkIn('visit-1')).body.ticket;
    town.clock.advance(5 * MINUTE_MS);
    const walkIn = await town.createTicket('Passports');
    const order = async () => (await town.waiting('Passports')).map(({ id }) => id);
    expect(await order()).toEqual([walkIn.ticket.id, booked.id]);
    at('12:24:59');
    expect(await order()).toEqual([walkIn.ticket.id, booked.id]);
    at('12:25:00');
    expect(await order()).toEqual([booked.id, walkIn.ticket.id]);
    expect((await town.callNext('Desk 1')).ticket.id).toBe(booked.id);
  });

  it('is that of any other ticket once it has been transferred', async () => {
    await reopen({ t_attendance_before: 10, t_attendance_after: 5 });
    const early = (await checkIn('visit-1')).body.ticket;
    const { id } = await town.call('Desk 1', early.id);
    const sent = { answer_id: id, dst_type: 'service', dst_id: 'taxes', desk_id: 'desk-1', priority: false };
    expect((await town.post('transfercall', sent)).body.success).toBe(true);
    expect((await town.callNext('Desk 2')).ticket.id).toBe(early.id);
  });

  it('ends with the day', async () => {
    await reopen({ t_attendance_before: 10, reset_time: '12:05' });
    await checkIn('visit-1');
    at('12:15:00');
    expect(await town.waiting('Passports')).toEqual([]);
    const next = await town.createTicket('Passports');
    expect(next.ticket.number).toBe('1');
    expect((await town.callNext('Desk 1')).ticket.id).toBe(next.ticket.id);
  });
});

describe('check-in across a change of the clocks', () => {
  towns.ofItsOwn();

  it('opens by minutes that really pass', async () => {
    await town.close();
    const site = bookedSite();
    const visits = [{ id: 'night', service: 'passports', scheduled_to: '2026-10-25 01:30:00' }];
    // The clocks of Lisbon show 01:30 twice that night; the first is meant.
    town = await openTown({ site: { ...site, appointments: visits }, at: '2026-10-24T23:59:59Z' });
    expect((await checkIn('night')).body.errno).toBe(118);
    town.clock.set('2026-10-25T00:45:01Z');
    expect((await checkIn('night')).body.errno).toBe(118);
    town.clock.set('2026-10-25T00:45:00Z');
    expect((await checkIn('night')).body.ticket.scheduled_to).toBe('2026-10-25 01:30:00');
  });
});

describe('a site file with appointments', () => {
  towns.shared();

  it.each([
    [{ service: 'none' }, 'appointments[0].service: there is no service "none"'],
    [{ location: 'clinic' }, 'appointments[0].location: service "passports" is at another location'],
    [{ desk: 'desk-9' }, 'appointments[0].desk: desk "desk-9" is at another location'],
    [
      { scheduled_to: '2026-02-30 10:00:00' },
      'appointments[0].scheduled_to: this time does not exist in Europe/Lisbon',
    ],
    [
      { scheduled_to: '2026-03-29 01:30:00' },
      'appointments[0].scheduled_to: this time does not exist in Europe/Lisbon',
    ],
    [{ scheduled_to: 'tomorrow' }, 'appointments[0].scheduled_to: has an invalid format'],
  ])('is refused with %j', async (change, fault) => {
    const visit = { id: 'v', service: 'passports', scheduled_to: '2026-11-20 12:20:00', ...change };
    const loaded = await town.site.load({ appointments: [visit] });
    expect(loaded).toMatchObject({ ok: false, error: { kind: 'invalid', faults: [expect.stringContaining(fault)] } });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function admin(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return response.json();
}

describe('in the back office', () => {
  towns.ofItsOwn();

  const idsOf = (answer: { appointments: readonly { id: string }[] }): string[] =>
    answer.appointments.map(({ id }) => id);
  const read = async (id: string) => (await admin('GET', `appointments/${id}`)).item;

  it('one is made, read, changed and deleted, as any other thing, and the site is left alone', async () => {
    const before = town.site.current();
    const visit = { service: 'taxes', scheduled_to: '2026-11-20 14:00:00', client_name: 'Rui Dias' };
    const { id } = await admin('POST', 'appointments', visit);
    const { item, revision } = await admin('GET', `appointments/${id}`);
    expect(item).toEqual({ ...NO_APPOINTMENT, ...visit, id, code: expect.stringMatching(/^\w{8}$/) });
    expect(await admin('POST', 'appointments', { ...visit, id })).toMatchObject({ errno: 5, parameter: 'id' });
    const moved = { ...visit, scheduled_to: '2026-11-20 15:00:00' };
    expect(await admin('PUT', `appointments/${id}?revision=${revision}`, moved)).toEqual({ success: true, id });
    expect(await admin('PUT', `appointments/${id}?revision=${revision}`, visit)).toMatchObject({
      errno: 7,
      parameter: 'revision',
    });
    expect(await admin('DELETE', `appointments/${id}?revision=${revision}`)).toMatchObject({ errno: 7 });
    expect(await admin('PUT', 'appointments/nobody', visit)).toMatchObject({ errno: 6 });
    expect((await read(id)).scheduled_to).toBe('2026-11-20 15:00:00');
    expect(await admin('DELETE', `appointments/${id}`)).toEqual({ success: true });
    expect(await admin('GET', `appointments/${id}`)).toMatchObject({ errno: 6 });
    expect(town.site.current()).toBe(before);
  });

  it('they are listed by location and time, and by days, page by page', async () => {
    await admin('POST', 'appointments', { id: 'blood', service: 'blood', scheduled_to: '2026-11-20 08:00:00' });
    expect(idsOf(await admin('GET', 'appointments'))).toEqual(['blood', 'off', 'visit-1', 'visit-2', 'visit-3']);
    expect(idsOf(await admin('GET', 'appointments?location=hall&to_day=2026-11-20&state=1'))).toEqual([
      'visit-1',
      'visit-2',
    ]);
    expect(idsOf(await admin('GET', 'appointments?from_day=2026-11-21'))).toEqual(['visit-3']);
    const pages: string[][] = [];
    let after = '';
    do {
      const page = await admin('GET', `appointments?limit=2&after=${encodeURIComponent(after)}`);
      pages.push(idsOf(page));
      after = page.next;
    } while (after !== '');
    expect(pages).toEqual([['blood', 'off'], ['visit-1', 'visit-2'], ['visit-3']]);
    expect(await admin('GET', 'appointments?location=nowhere')).toMatchObject({ errno: 6 });
    expect(await admin('GET', 'appointments?after=%5B%22nowhere%22%5D')).toMatchObject({ errno: 5 });
    expect(await admin('GET', 'appointments?from_day=tomorrow')).toMatchObject({ errno: 5, parameter: 'from_day' });
    expect(await admin('GET', 'appointments?state=2')).toMatchObject({ errno: 5, parameter: 'state' });
  });

  it('the list of a day tells where everybody is, as soon as it is so', async () => {
    const ofDay = async (): Promise<string[]> => {
      const wish = { from_day: '2026-11-20', to_day: '2026-11-20', location: 'hall', visits: true };
      const { visits } = await admin('POST', 'appointments/search', wish);
      const line = ({ id, state, number, open }: Record<string, string>) => `${id} ${state} ${open ? 'open' : number}`;
      return visits.map(line).sort();
    };
    at('11:49:59');
    expect(await ofDay()).toEqual(['off off ', 'visit-1 expected ', 'visit-2 expected ']);
    at('12:00:00');
    expect(await ofDay()).toEqual(['off off ', 'visit-1 expected open', 'visit-2 expected open']);
    await checkIn('visit-1');
    at('12:21:00');
    expect(await ofDay()).toEqual(['off off ', 'visit-1 here A001', 'visit-2 late open']);
    const call = await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: ['passports'] });
    at('12:36:00');
    expect(await ofDay()).toEqual(['off off ', 'visit-1 called A001', 'visit-2 missed ']);
    await town.post('endcall', { answer_id: call.body.answer.id });
    expect((await ofDay())[1]).toBe('visit-1 served A001');
    // Whoever comes too late is here all the same, and nothing is said where nobody asks.
    await checkIn('visit-2', { service_id: 'taxes', late_as_walk_in: true });
    expect((await ofDay())[2]).toBe('visit-2 here B001');
    expect(await admin('GET', 'appointments')).not.toHaveProperty('visits');
    // Days whose tickets go know no longer who came.
    const { settings } = await admin('GET', 'settings');
    expect(await admin('PUT', 'settings', { ...settings, keep_tickets: 7 })).toMatchObject({ success: true });
    expect(await ofDay()).toHaveLength(3);
    town.clock.advance(8 * 1_440 * MINUTE_MS);
    expect(await ofDay()).toEqual([]);
  });

  it('they are found by name, code and service, and what is looked for stands in no address', async () => {
    const find = async (text: string): Promise<string[]> => idsOf(await admin('POST', 'appointments/search', { text }));
    expect(await find('MARTA  r')).toEqual(['visit-1']);
    expect(await find('card-7')).toEqual(['visit-2', 'visit-3']);
    expect(await find('taxes')).toEqual(['visit-2']);
    expect(await find('passaportes')).toEqual(['off', 'visit-1', 'visit-3']);
    expect(await admin('POST', 'appointments/search?text=Marta', {})).toMatchObject({ errno: 5, parameter: 'text' });
  });

  it('the times of a day tell how many are booked, and not who called off', async () => {
    const { item } = await admin('GET', 'services/passports');
    const slots = { slot_time: 20, capacity: 2, app_schedule: 'Mo-Fr 12:00-13:00' };
    expect(await admin('PUT', 'services/passports', { ...item, ...slots })).toMatchObject({ success: true });
    const times = (day: string) => admin('GET', `appointment-times?service=passports&day=${day}`);
    expect(await times('2026-11-20')).toEqual({
      success: true,
      capacity: 2,
      times: [
        { scheduled_to: '2026-11-20 12:00:00', booked: 0 },
        { scheduled_to: '2026-11-20 12:20:00', booked: 1 },
        { scheduled_to: '2026-11-20 12:40:00', booked: 0 },
      ],
    });
    expect(await times('2026-11-21')).toMatchObject({ times: [] });
    expect(await admin('GET', 'appointment-times?service=none&day=2026-11-20')).toMatchObject({ errno: 6 });
  });

  it('the places of a time hold, and the last one is one person’s', async () => {
    const { item } = await admin('GET', 'services/passports');
    const slots = { slot_time: 20, capacity: 2, app_schedule: 'Mo-Fr 12:00-13:00' };
    expect(await admin('PUT', 'services/passports', { ...item, ...slots })).toMatchObject({ success: true });
    const at = (time: string, more: object = {}) => ({
      service: 'passports',
      scheduled_to: `2026-11-23 ${time}:00`,
      ...more,
    });
    const book = (time: string, more: object = {}) => admin('POST', 'appointments', at(time, more));
    // However many ask at the same moment.
    const asked = await Promise.all(Array.from({ length: 8 }, (_, place) => book('12:00', { id: `rush-${place}` })));
    const taken = asked.flatMap(({ id = '' }) => String(id) || []);
    expect(taken).toHaveLength(2);
    const full = { errno: 7, parameter: 'scheduled_to' };
    for (const { success, ...answer } of asked) if (success === false) expect(answer).toMatchObject(full);
    expect(await book('12:19')).toMatchObject({ ...full, error: expect.stringContaining('All 2 places from 12:00') });
    expect(await book('12:00', { anyway: 'yes' })).toMatchObject({ errno: 5, parameter: 'anyway' });
    expect(await book('12:00', { id: 'third', anyway: true })).toMatchObject({ success: true });

    // Whoever is booked is written to, moves within their time, and is called off; others need a place.
    expect(await admin('PUT', 'appointments/third', at('12:10', { client_name: 'Rosa' }))).toMatchObject({
      success: true,
    });
    expect(await book('12:20', { id: 'later' })).toMatchObject({ success: true });
    expect(await admin('PUT', 'appointments/later', at('12:00'))).toMatchObject(full);
    for (const id of [taken[0], 'third']) await admin('PUT', `appointments/${id}`, at('12:00', { state: 0 }));
    expect(await admin('PUT', 'appointments/third', at('12:00', { state: 1 }))).toMatchObject({ success: true });
    expect(await admin('PUT', `appointments/${taken[0]}`, at('12:00', { state: 1 }))).toMatchObject(full);
    // No slot, no bound.
    for (let person = 0; person < 3; person += 1) expect(await book('18:00')).toMatchObject({ success: true });
  });

  it('nothing goes that one of them names', async () => {
    const taken = (ids: string): object => ({ errno: 7, error: `Still needed by ${ids}.` });
    expect(await admin('DELETE', 'services/taxes')).toMatchObject({
      ...taken('desks(desk-2), appointments(visit-2)'),
      faults: ['desks(desk-2).services[0]: refers to it', 'appointments(visit-2).service: refers to it'],
    });
    expect(await admin('DELETE', 'users/rui')).toMatchObject(taken('appointments(visit-2)'));
    expect(idsOf(await admin('GET', 'appointment-references?user=rui'))).toEqual(['visit-2']);
    expect(idsOf(await admin('GET', 'appointment-references?service=passports')).sort()).toEqual([
      'off',
      'visit-1',
      'visit-3',
    ]);
    await admin('DELETE', 'appointments/visit-2');
    expect(await admin('DELETE', 'users/rui')).toEqual({ success: true });
  });

  it('no change of the site leaves one without its place or its hour', async () => {
    const { item } = await admin('GET', 'locations/hall');
    await admin('PUT', 'appointments/visit-2', { service: 'taxes', scheduled_to: '2026-03-29 02:30:00' });
    // The clocks of Madrid go from two to three that night.
    expect(await admin('PUT', 'locations/hall', { ...item, timezone: 'Europe/Madrid' })).toMatchObject({
      errno: 5,
      faults: ['appointments(visit-2).scheduled_to: this time does not exist in Europe/Madrid'],
    });
    const passports = (await admin('GET', 'services/passports')).item;
    const moved = await admin('PUT', 'services/passports', { ...passports, location: 'clinic', service_group: '' });
    expect(moved).toMatchObject({
      errno: 5,
      faults: ['appointments(visit-1).location: service "passports" is at another location'],
    });
  });

  it('they go with their service to another location', async () => {
    await admin('PUT', 'appointments/visit-1', {
      service: 'passports',
      scheduled_to: '2026-11-20 12:20:00',
      code: 'QR-1',
    });
    const passports = (await admin('GET', 'services/passports')).item;
    const moved = await admin('PUT', 'services/passports', { ...passports, location: 'clinic', service_group: '' });
    expect(moved).toMatchObject({ success: true });
    expect(idsOf(await admin('GET', 'appointments?location=clinic'))).toEqual(['off', 'visit-1', 'visit-3']);
    expect((await lookup('QR-1', { location_id: 'clinic' })).body).toMatchObject({ appointment: { id: 'visit-1' } });
    expect((await lookup('QR-1', { location_id: 'hall' })).status).toBe(404);
  });

  it('they come with the exported site, unless nobody wants them, and back with it', async () => {
    const { site } = await admin('GET', 'site');
    expect(idsOf(site)).toEqual(['off', 'visit-1', 'visit-2', 'visit-3']);
    expect(idsOf((await admin('GET', 'site?appointments=false')).site)).toEqual([]);
    await admin('DELETE', 'appointments/visit-1');
    await admin('POST', 'appointments', { id: 'new', service: 'taxes', scheduled_to: '2026-11-20 12:00:00' });
    await admin('PUT', 'site', { appointments: [{ ...site.appointments[1], client_name: 'M. Reis' }] });
    expect(idsOf(await admin('GET', 'appointments'))).toEqual(['new', 'off', 'visit-1', 'visit-2', 'visit-3']);
    expect(await read('visit-1')).toMatchObject({ client_name: 'M. Reis', code: 'QR-1' });
    // Exactly as it was, and nothing else.
    expect(await admin('PUT', 'site?mode=replace', site)).toEqual({ success: true });
    expect((await admin('GET', 'site')).site).toEqual(site);
    expect(await admin('GET', 'appointments/new')).toMatchObject({ errno: 6 });
    const { appointments: _none, ...others } = site;
    expect(await admin('PUT', 'site?mode=replace', others)).toEqual({ success: true });
    expect(idsOf(await admin('GET', 'appointments'))).toEqual([]);
  });

  it('a change of something else leaves them as they are', async () => {
    const desk = (await admin('GET', 'desks/desk-1')).item;
    await admin('PUT', 'desks/desk-1', { ...desk, name: 'First' });
    expect(idsOf(await admin('GET', 'appointments'))).toHaveLength(4);
  });

  it('more of them come with a file than a site has of anything else', async () => {
    const many = Array.from({ length: 10_050 }, (_, place) => ({
      id: `many-${place}`,
      service: 'taxes',
      scheduled_to: '2026-12-01 10:00:00',
    }));
    expect(await town.site.load({ appointments: many })).toMatchObject({ ok: true });
    expect((await read('many-10049')).service).toBe('taxes');
  });
});

describe('in the back office', () => {
  towns.shared();

  it.each([
    [{ service: 'none' }, 'service: there is no service "none"'],
    [{ service: '' }, 'service: is missing; it must be a service id'],
    [{ location: 'clinic' }, 'location: service "passports" is at another location'],
    [{ desk: 'desk-9' }, 'desk: desk "desk-9" is at another location'],
    [{ user: 'nobody' }, 'user: there is no user "nobody"'],
    // A name is none: it may change.
    [{ user: 'ana.silva' }, 'user: there is no user "ana.silva"'],
    [{ scheduled_to: '2026-03-29 01:30:00' }, 'scheduled_to: this time does not exist in Europe/Lisbon'],
    [{ client_name: 'A\u0000' }, 'client_name: must be valid Unicode without the character U+0000'],
    [{ colour: 'red' }, 'colour: is not a field of the site file'],
  ])('one with %j is refused', async (change, fault) => {
    const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', ...change };
    expect(await admin('POST', 'appointments', visit)).toMatchObject({ errno: 5, faults: [fault] });
  });
});
