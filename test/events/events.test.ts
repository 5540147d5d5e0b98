import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventMessage, EventMessageSchema, type TicketMessage } from '../../main/events/contract/events.ts';
import { EVENTS_CLOSE } from '../../main/events/contract/events-line.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { type Listener, type ListenOptions, listen, refusedListening } from '../helpers/listener.ts';
import { played } from '../helpers/played-events.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
let listeners: Listener[];
beforeEach(async () => {
  listeners = [];
  town = await openTown();
});
afterEach(async () => {
  await Promise.all(listeners.map((listener) => listener.close()));
  await town.close();
});

async function at(location: string, options: ListenOptions = {}): Promise<Listener> {
  const listener = await listen(town.address, location, options);
  listeners.push(listener);
  return listener;
}

const typesOf = (heard: readonly EventMessage[]): string[] => heard.map(({ type }) => type);
const isTicket = (message: EventMessage): message is TicketMessage => message.type.startsWith('ticket.');
const ticketsOf = (heard: readonly EventMessage[]): TicketMessage[] => heard.filter(isTicket);
const counted = (service: string, waiting: number) => (message: EventMessage) =>
  message.type === 'service.changed' &&
  message.services.some(({ service_id, waiting: count }) => service_id === service && count === waiting);
/** No message is missing or duplicated. */
function expectNoGap(heard: readonly EventMessage[]): void {
  const first = heard[0]?.seq ?? 0;
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_message, index) => first + index));
}
describe('the first message', () => {
  it('is the whole state', async () => {
    await town.createTicket('Passports', { client_name: 'Joana' });
    await town.createTicket('Passports', { priority: true });
    await town.createTicket('Taxes');
    const early = await town.callNext('Desk 2');
    await town.conclude('endcall', early.id);
    const call = await town.callNext('Desk 1', ['Passports']);
    const { state, seq, at: when } = (await at('hall')).heard[0] as Extract<EventMessage, { type: 'state' }>;
    expect(seq).toBeGreaterThan(0);
    expect(when).toBe('2026-11-20T12:00:00.000Z');
    expect(state.services.map(({ service_id, open, waiting }) => [service_id, open, waiting])).toEqual([
      ['archive', false, 0],
      ['passports', true, 1],
      ['taxes', true, 0],
      ['weddings', true, 0],
    ]);
    expect(state.services[1]).toMatchObject({ tag: 'A', colour: '#0b5f70', last_issued_number: 2 });
    expect(state.calls).toMatchObject([
      { answer_id: call.id, label: 'A002', desk_id: 'desk-1', desk_name: 'Desk 1', desk_tag: '1', state: 2, flags: 1 },
    ]);
    expect(state.last_calls.map(({ label }) => label)).toEqual(['A002', 'B001']);
    expect(state.last_calls[1]).toMatchObject({ state: 5, ended_at: '2026-11-20T12:00:00.000Z' });
    expect(state.devices.map(({ device_id, connected }) => [device_id, connected])).toContainEqual(['kiosk-1', false]);
  });

  it('contains the opening time of a closed service', async () => {
    town.clock.set('2026-11-20T20:00:00Z');
    const taxes = (await at('hall')).state().services.find(({ service_id }) => service_id === 'taxes');
    expect(taxes).toMatchObject({ open: false, opens_at: '2026-11-23T09:00:00.000Z' });
  });

  it('has each of the last calls once, and at most twenty', async () => {
    for (let i = 0; i < 22; i += 1) await town.createTicket('Passports');
    for (let i = 0; i < 22; i += 1) {
      town.clock.advance(1000);
      await town.callNext('Desk 1');
    }
    const first = await at('hall');
    expect(first.state().last_calls.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => 22 - i));
    const last = first.state().last_calls[0];
    await town.conclude('pausecall', last?.answer_id ?? '');
    await town.post('callpausedticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: last?.ticket_id });
    expect((await at('hall')).state().last_calls.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, i) => 22 - i),
    );
  });
});

describe('a change', () => {
  it('is sent with the state of the ticket right after it', async () => {
    const listener = await at('hall');
    const { ticket } = await town.createTicket('Passports', { client_name: 'Joana', custom_field: 'Chair' });
    const first = await town.callNext('Desk 1');
    await town.conclude('recall', first.id);
    await town.conclude('pausecall', first.id);
    const { body } = await town.post('callpausedticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id });
    await town.post('transfercall', {
      answer_id: body.answer.id,
      dst_type: 'service',
      dst_id: 'taxes',
      desk_id: 'desk-1',
      priority: false,
      note: 'Form 7',
    });
    const third = await town.callNext('Desk 2');
    await town.conclude('cancelcall', third.id);
    await listener.until(({ type }) => type === 'ticket.cancelled');
    const told = ticketsOf(listener.heard);
    expect(
      told.map(({ type, ticket: { state, desk_id, dst_service_id } }) => [type, state, desk_id, dst_service_id]),
    ).toEqual([
      ['ticket.created', 1, '', 'passports'],
      ['ticket.called', 2, 'desk-1', 'passports'],
      ['ticket.recalled', 2, 'desk-1', 'passports'],
      ['ticket.paused', 3, 'desk-1', 'passports'],
      ['ticket.called', 2, 'desk-1', 'passports'],
      ['ticket.transferred', 1, 'desk-1', 'taxes'],
      ['ticket.called', 2, 'desk-2', 'taxes'],
      ['ticket.cancelled', 4, 'desk-2', 'taxes'],
    ]);
    expect(told[1]?.ticket).toMatchObject({
      client_name: 'Joana',
      custom_field: 'Chair',
      user_id: 'ana',
      label: 'A001',
    });
    expect(told[5]?.ticket.note).toBe('Form 7');
    expect(told[7]?.ticket.ended_at).toBe('2026-11-20T12:00:00.000Z');
    expectNoGap(listener.heard);
  });

  it('has the schema of the contract', async () => {
    const ajv = new Ajv({ strict: false });
    const fits = ajv.compile(EventMessageSchema);
    const listener = await at('hall');
    await town.createTicket('Passports');
    const call = await town.callNext('Desk 1');
    await town.conclude('endcall', call.id);
    await listener.until(({ type }) => type === 'ticket.ended');
    for (const message of listener.heard) expect([fits(message), fits.errors]).toEqual([true, null]);
  });

  it('contains queue length and wait time', async () => {
    const listener = await at('hall');
    await town.createTicket('Passports');
    await town.createTicket('Passports', { priority: true });
    await listener.until(counted('passports', 2));
    town.clock.advance(90_000);
    await town.callNext('Desk 1');
    const waited = (message: EventMessage): boolean =>
      message.type === 'service.changed' && message.services.some(({ avg_waiting_time }) => avg_waiting_time === 90);
    expect(await listener.until(waited)).toMatchObject({
      services: [{ service_id: 'passports', waiting: 1, waiting_priority: 0, last_issued_number: 2 }],
    });
  });

  it('opens and closes services by their hours', async () => {
    const listener = await at('hall');
    town.clock.set('2026-11-20T16:00:05Z');
    const told = await listener.until(({ type }) => type === 'service.changed');
    expect(told).toMatchObject({
      services: [{ service_id: 'taxes', open: false, opens_at: '2026-11-23T09:00:00.000Z' }],
    });
  });

  it('begins a new day', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    const listener = await at('hall');
    town.clock.set('2026-11-21T00:00:01Z');
    await town.createTicket('Weddings');
    await listener.until(({ type }) => type === 'ticket.created');
    await listener.until(counted('passports', 0));
    expect(typesOf(listener.heard)).toContain('queue.reset');
    const { state } = played(listener.heard);
    expect(state.last_calls).toEqual([]);
    expect(state.calls).toHaveLength(1);
    const fresh = (await at('hall')).state();
    expect({ ...state, services: [] }).toEqual({ ...fresh, services: [] });
  });

  it('is not sent to other locations', async () => {
    const hall = await at('hall');
    const clinic = await at('clinic');
    await town.createTicket('Passports');
    await town.createTicket('Blood tests');
    await hall.until(({ type }) => type === 'ticket.created');
    await clinic.until(({ type }) => type === 'ticket.created');
    expect(ticketsOf(hall.heard).map(({ ticket }) => ticket.label)).toEqual(['A001']);
    expect(ticketsOf(clinic.heard).map(({ ticket }) => ticket.label)).toEqual(['S01']);
    expectNoGap(hall.heard);
    expectNoGap(clinic.heard);
  });

  it('is not read from the store without subscribers', async () => {
    const asked: string[] = [];
    await town.close();
    town = await openTown({
      wrapStore: (store): Store => ({
        ...store,
        query: (query, input) => {
          asked.push(query);
          return store.query(query, input);
        },
      }),
    });
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual([]);
    await at('hall');
    expect(new Set(asked)).toEqual(
      new Set(['openAnswers', 'lastTickets', 'lastCalls', 'serviceQueues', 'dayRules', 'desksAway']),
    );
  });
});

describe('under load', () => {
  it('sends visitors the same as staff, in smaller messages', async () => {
    const staff = await at('hall');
    const visitor = await at('hall', { view: 'public' });
    for (let i = 0; i < 10; i += 1) await town.createTicket('Passports');
    await town.callNext('Desk 1');
    const isSettled = ({ heard }: Listener): boolean => {
      const { calls, services } = played(heard).state;
      return calls.length === 1 && services.some((each) => each.service_id === 'passports' && each.waiting === 9);
    };
    await Promise.all([staff, visitor].map((listener) => listener.until(() => isSettled(listener))));
    expectNoGap(visitor.heard);
    const seen = played(visitor.heard).state;
    expect(seen.services).toEqual(played(staff.heard).state.services);
    expect(seen.calls.map(({ label }) => label)).toEqual(['A001']);
    expect(typesOf(visitor.heard)).toEqual(typesOf(staff.heard).slice(0, visitor.heard.length));
  });

  it('sends no gaps or duplicates to a client that subscribes at any time', async () => {
    const early = await at('hall');
    const work = async (desk: string, user: string): Promise<void> => {
      for (let i = 0; i < 40; i += 1) {
        await town.createTicket(i % 2 === 0 ? 'Passports' : 'Taxes');
        const { body } = await town.post('callnextticket', { desk_id: desk, user_id: user, services: [] });
        if (body.success && i % 3 === 0) await town.post('endcall', { answer_id: body.answer.id });
      }
    };
    const join = async (): Promise<void> => {
      for (let i = 0; i < 25; i += 1) await at('hall', i % 2 === 0 ? {} : { since: early.heard.at(-1)?.seq ?? 0 });
    };
    await Promise.all([work('desk-1', 'ana'), work('desk-2', 'rui'), join()]);
    await town.createTicket('Weddings', { custom_field: 'last' });
    const isLast = (message: EventMessage): boolean => isTicket(message) && message.ticket.custom_field === 'last';
    await Promise.all(listeners.map((listener) => listener.until(isLast)));
    const counts = await Promise.all(listeners.map((listener) => listener.until(counted('weddings', 1))));
    expect(new Set(counts.map(({ seq }) => seq)).size).toBe(1);
    for (const { heard } of listeners) expectNoGap(heard);
    const { state } = played(early.heard);
    for (const { heard } of listeners.filter((one) => one.heard[0]?.type === 'state')) {
      expect(played(heard).state).toEqual(state);
    }
    const fresh = await at('hall');
    expect(fresh.state()).toEqual(state);
  });
});

describe('a client that reconnects', () => {
  it('receives the missed events', async () => {
    const gone = await at('hall');
    await town.createTicket('Passports');
    await gone.until(counted('passports', 1));
    await gone.close();
    const since = gone.heard.at(-1)?.seq ?? 0;
    await town.createTicket('Passports');
    await town.createTicket('Taxes');
    const back = await at('hall', { since });
    await back.until(counted('taxes', 1));
    expect(typesOf(back.heard)).not.toContain('state');
    expectNoGap([...gone.heard, ...back.heard]);
    expect(ticketsOf(back.heard).map(({ ticket }) => ticket.label)).toEqual(['A002', 'B001']);
  });

  it('receives no event again if it missed none', async () => {
    const gone = await at('hall');
    await gone.close();
    const back = await at('hall', { since: gone.heard[0]?.seq ?? 0 });
    await town.createTicket('Passports');
    await back.until(({ type }) => type === 'ticket.created');
    expect(typesOf(back.heard)[0]).toBe('ticket.created');
  });

  it('gets the whole state after too many events, or after a restart of the server', async () => {
    const gone = await at('hall');
    const { seq } = gone.heard[0] as EventMessage;
    for (let i = 0; i < 600; i += 1) await town.createTicket('Passports');
    await gone.until(counted('passports', 600));
    for (const since of [0, seq - 1, seq, Number.MAX_SAFE_INTEGER]) {
      expect(typesOf((await at('hall', { since })).heard)[0]).toBe('state');
    }
  });

  it('receives increasing numbers after a time without subscribers and after a restart', async () => {
    const first = await at('hall');
    const { seq } = first.heard[0] as EventMessage;
    await first.close();
    town.clock.advance(200_000);
    await town.createTicket('Passports');
    const second = await at('hall', { since: seq });
    // A server with stored numbers also sends the missed events.
    const state = await second.until(({ type }) => type === 'state');
    expect(state).toMatchObject({ state: { services: [{}, { waiting: 1 }, {}, {}] } });
    expect(state.seq).toBeGreaterThan(seq);
    await second.close();
    await town.close();
    town = await openTown({ at: '2026-11-20T12:05:00Z' });
    const third = await at('hall', { since: state.seq });
    expect(third.heard[0]?.type).toBe('state');
    expect(third.heard[0]?.seq).toBeGreaterThan(state.seq);
  });
});

describe('a changed site', () => {
  it('is sent with the new state', async () => {
    const listener = await at('hall');
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    await listener.until(({ type }) => type === 'ticket.called');
    await town.site.load({
      desks: [{ id: 'desk-1', name: 'Window 1', location: 'hall' }],
      services: [{ id: 'maps', name: 'Maps', tag: 'M', location: 'hall' }],
    });
    await listener.until(({ type }) => type === 'site.changed');
    await listener.until(({ type, seq }) => type === 'state' && seq > (listener.heard[0]?.seq ?? 0));
    expect(listener.state().calls[0]).toMatchObject({ desk_name: 'Window 1' });
    expect(listener.state().services.map(({ name }) => name)).toContain('Maps');
    await town.createTicket('Maps');
    await listener.until(counted('maps', 1));
    played(listener.heard);
  });

  it('is not sent to unaffected locations', async () => {
    const clinic = await at('clinic');
    await town.site.load({ desks: [{ id: 'desk-1', name: 'Window 1', location: 'hall' }] });
    await town.createTicket('Blood tests');
    await clinic.until(({ type }) => type === 'ticket.created');
    expect(typesOf(clinic.heard).slice(0, 2)).toEqual(['state', 'ticket.created']);
  });

  it('ends the connections to a removed location', async () => {
    const clinic = await at('clinic');
    const { locations, services, desks, users, devices, ...rest } = townSite();
    const inHall = (list: unknown) => (list as { location?: string }[]).filter(({ location }) => location !== 'clinic');
    const site = {
      ...rest,
      locations: (locations as { id: string }[]).filter(({ id }) => id !== 'clinic'),
      services: inHall(services),
      desks: inHall(desks),
      users: (users as { id: string }[]).filter(({ id }) => id !== 'eva'),
      devices: inHall(devices),
    };
    expect(await town.site.replace(site)).toMatchObject({ ok: true });
    expect(await clinic.ended).toBe(EVENTS_CLOSE.locationGone);
  });
});

/** Of a busy machine. */
const SOON = { timeout: 20_000, interval: 5 };

describe('devices', () => {
  const known = (listener: Listener, device: string) =>
    played(listener.heard).state.devices.find(({ device_id }) => device_id === device);

  it('are reported when they connect, send a report, and disconnect', async () => {
    const office = await at('hall');
    const kiosk = await at('hall', { device: 'kiosk-1' });
    await office.until(({ type }) => type === 'device.changed');
    expect(known(office, 'kiosk-1')).toMatchObject({ connected: true, changed_at: '2026-11-20T12:00:00.000Z' });
    kiosk.socket.send(JSON.stringify({ type: 'device.status', status: { printer: 'low', screen: 'idle' } }));
    const isLow = (message: EventMessage): boolean =>
      message.type === 'device.changed' && message.devices.some(({ status }) => status.printer === 'low');
    // They are reported once a second at most.
    const turning = setInterval(() => town.clock.advance(500), 5);
    await office.until(isLow);
    expect(known(office, 'kiosk-1')?.status).toMatchObject({ printer: 'low', readers: '', screen: 'idle' });
    await kiosk.close();
    await office.until(
      (message) => message.type === 'device.changed' && message.devices.some(({ connected }) => !connected),
    );
    clearInterval(turning);
    expect(known(office, 'kiosk-1')).toMatchObject({ connected: false, status: { printer: 'low' } });
    expect(known(office, 'kiosk-1')?.silent_since).not.toBe('');
  });

  it('are in the metrics with their printer states', async () => {
    const figures = async (): Promise<string> => (await fetch(`${town.address}/metrics`)).text();
    const kiosk = await at('hall', { device: 'kiosk-1' });
    for (const printer of ['ok', 'silent', 'cannot-confirm', 'unproved'] as const) {
      kiosk.socket.send(JSON.stringify({ type: 'device.status', status: { printer } }));
      await vi.waitFor(
        async () =>
          expect((await figures()).match(/tan_printer_state\{.*\} 1/g)).toEqual([
            `tan_printer_state{device="kiosk-1",state="${printer}"} 1`,
          ]),
        SOON,
      );
    }
    // Peers are notified a moment later.
    for (const line of [
      'tan_device_connected{device="kiosk-1"} 1',
      'tan_printer_state{device="kiosk-1",state="silent"} 0',
    ])
      await vi.waitFor(async () => expect(await figures()).toContain(line), SOON);
    expect(await figures()).toContain('tan_device_connected{device="kiosk-9"} 0');
    // Only kiosks have kiosk metrics; disabled devices have none.
    expect((await figures()).match(/^tan_\w+\{device="pad-1".*$/gm)).toEqual([
      'tan_counter_connected{device="pad-1"} 0',
    ]);
    expect(await figures()).not.toContain('device="kiosk-off"');
    await kiosk.close();
    await vi.waitFor(async () => expect(await figures()).not.toContain('tan_printer_state{'), SOON);
  });

  it('are not reported to devices, which still receive the same numbers', async () => {
    const kiosk = await at('hall', { device: 'kiosk-1' });
    expect(kiosk.state().devices).toEqual([]);
    await at('hall', { device: 'pad-1' });
    const told = await kiosk.until(({ type }) => type === 'device.changed');
    expect(told).toMatchObject({ devices: [] });
    await town.createTicket('Passports');
    await kiosk.until(({ type }) => type === 'ticket.created');
    expectNoGap(kiosk.heard);
  });

  it.each([
    ['an invalid report', '{"type":"device.status","status":{"printer":"green"}}'],
    ['an invalid message', 'hello'],
  ])('are disconnected for %s', async (_what, message) => {
    const kiosk = await at('hall', { device: 'kiosk-1' });
    kiosk.socket.send(message);
    expect(await kiosk.ended).toBe(EVENTS_CLOSE.badMessage);
  });
});

describe('a refused connection', () => {
  it.each([
    ['no location', '', {}, 400, { errno: 5, parameter: 'location' }],
    ['an unknown location', 'nowhere', {}, 404, { errno: 6, parameter: 'location' }],
    ['a since that is no number', 'hall', { headers: {}, view: 'secret' }, 400, { errno: 5, parameter: 'view' }],
    ['an unknown device', 'hall', { device: 'nothing' }, 404, { errno: 6, parameter: 'device' }],
    ['a device of another location', 'hall', { device: 'kiosk-9' }, 404, { errno: 6, parameter: 'device' }],
    ['a device that is switched off', 'hall', { device: 'kiosk-off' }, 409, { errno: 119, parameter: 'device' }],
    ['a page of another origin', 'hall', { headers: { origin: 'https://evil.example' } }, 403, { errno: 108 }],
  ])('%s', async (_what, location, options, status, failure) => {
    const refused = await refusedListening(town.address, location, options);
    expect(refused).toMatchObject({ status, body: { success: false, ...failure } });
  });

  it('accepts a foreign key where none is required', async () => {
    await at('hall', { key: 'rubbish' });
  });

  it('accepts pages of the server’s origin and of configured origins', async () => {
    await at('hall', { headers: { origin: town.address } });
    await town.site.load({ settings: { cors_origins: ['https://desk.example'] } });
    await at('hall', { headers: { origin: 'https://desk.example' } });
  });

  it('reports the reason to a request without a handshake', async () => {
    const ask = async (query: string) => (await fetch(`${town.address}/restapi/v2/events?${query}`)).json();
    expect(await ask('location=nowhere')).toMatchObject({ errno: 6, parameter: 'location' });
    expect(await ask('location=hall')).toMatchObject({ errno: 5, parameter: 'upgrade' });
  });

  it('reports an unavailable store', async () => {
    const { StoreUnreachable } = await import('../../main/database/store-errors.ts');
    let away = false;
    await town.close();
    town = await openTown({
      wrapStore: (store): Store => ({
        ...store,
        query: (query, input) => (away ? Promise.reject(new StoreUnreachable('gone')) : store.query(query, input)),
      }),
    });
    away = true;
    const refused = await refusedListening(town.address, 'hall');
    expect(refused).toMatchObject({ status: 503, body: { errno: 131 } });
    away = false;
    await at('hall');
  });
});

describe('the end of the server', () => {
  it('is sent to every client', async () => {
    const listener = await at('hall');
    const closing = town.server.close();
    expect(await listener.ended).toBe(EVENTS_CLOSE.goingAway);
    await closing;
  });
});
