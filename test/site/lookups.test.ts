/** Locations, services, server services, the initial state, and what a kiosk is told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DeskStateSchema,
  LocationViewSchema,
  ServerServiceViewSchema,
  ServiceStateSchema,
  ServiceViewSchema,
} from '../../main/site/contract/rest/auxiliary.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
  await town.createTicket('Passports');
  await town.createTicket('Passports');
  await town.createTicket('Taxes');
  town.clock.advance(60_000);
  await town.callNext('Desk 1', ['Passports']);
  await town.callNext('Desk 2');
});
afterAll(() => town.close());

async function get(path: string, headers: Record<string, string> = {}): Promise<Posted['body']> {
  return (await fetch(town.address + path, { headers })).json();
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);
const keys = (schema: { properties: object }): string[] => Object.keys(schema.properties);

describe('locations', () => {
  it('have exactly the fields of the interface', async () => {
    const { locations } = await get('/restapi/locations');
    expect(Object.keys(locations[0]).sort()).toEqual(keys(LocationViewSchema).sort());
    expect(Object.keys(locations[0])).toHaveLength(25);
    expect(ids(locations)).toEqual(['clinic', 'hall']);
  });

  it.each([
    ['filter[code]=hall', ['hall']],
    ['filter[locations][]=clinic', ['clinic']],
    ['filter[services][]=identity', ['hall']],
    ['filter[city][]=Pontalva&filter[city][]=Elsewhere', ['hall']],
    ['filter[country]=ES', ['clinic']],
    ['filter[region][]=nowhere', []],
    ['filter[text]=PONTALVA.example', ['hall']],
    ['filter[text]=municipal', ['hall']],
    ['filter[country]=ES&filter[text]=hall', []],
    ['filter[text]=', ['clinic', 'hall']],
    ['unknown=1', ['clinic', 'hall']],
  ])('pass the filter %s', async (query, found) => {
    expect(ids((await get(`/restapi/locations?${query}`)).locations)).toEqual(found);
  });

  it.each([
    ['', 'Town Hall'],
    ['pt-PT,en;q=0.5', 'Câmara Municipal'],
    ['xx, en', 'Town Hall'],
    ['xx', 'Câmara Municipal'],
  ])('are named for readers of %j', async (languages, name) => {
    const { locations } = await get(
      '/restapi/locations?filter[locations]=hall',
      languages === '' ? {} : { 'accept-language': languages },
    );
    // Node's fetch sends `*` when nothing is said.
    expect(locations[0].name).toBe(name);
  });
});

describe('services', () => {
  it('have exactly the fields of the interface', async () => {
    const { services } = await get('/restapi/services?filter[ids]=passports');
    expect(Object.keys(services[0]).sort()).toEqual(keys(ServiceViewSchema).sort());
    expect(services[0]).toMatchObject({
      service_group: { id: 'papers', name: 'Papers', description: 'All papers' },
      server_service: 'identity',
      currentTicketNumber: 2,
      rgbColour: '0b5f70',
      metadata: { floor: '1' },
      qm_enabled: true,
    });
  });

  it('without a group have an empty one', async () => {
    const { services } = await get('/restapi/services?filter[ids]=blood');
    expect(services[0]).toMatchObject({ service_group: { id: '', name: '', description: '' }, metadata: {} });
  });

  it.each([
    ['filter[locations]=clinic', ['blood']],
    ['filter[services]=identity', ['passports']],
    ['filter[text]=passaportes', ['passports']],
    ['filter[ids][]=taxes&filter[ids][]=nothing', ['taxes']],
  ])('pass the filter %s', async (query, found) => {
    expect(ids((await get(`/restapi/services?${query}`)).services)).toEqual(found);
  });

  it('of the server have their own fields', async () => {
    const { services } = await get('/restapi/serverservices?filter[locations]=hall');
    expect(ids(services)).toEqual(['identity']);
    expect(Object.keys(services[0]).sort()).toEqual(keys(ServerServiceViewSchema).sort());
    expect((await get('/restapi/serverservices?filter[locations]=clinic')).services).toEqual([]);
  });
});

describe('the initial state', () => {
  it('holds services and desks in use', async () => {
    const { body } = await town.post('initialstate', { location_id: 'hall' });
    expect(Object.keys(body)).toEqual(['success', 'player_info']);
    expect(Object.keys(body.player_info)).toEqual(['database']);
    const { services, desks } = body.player_info.database;
    expect(ids(services)).toEqual(['passports', 'taxes', 'weddings']);
    expect(desks).toEqual([
      { id: 'desk-1', description: 'Desk 1', tag: '1' },
      { id: 'desk-2', description: 'Desk 2', tag: '2' },
    ]);
    expect(Object.keys(services[0])).toEqual(keys(ServiceStateSchema));
    expect(Object.keys(desks[0])).toEqual(keys(DeskStateSchema));
    expect(services[0]).toEqual({
      id: 'passports',
      description: 'Passports',
      tag: 'A',
      desk_id: 'desk-1',
      state: 'open',
      answer_date: '2026-11-20 12:01:00',
      arrival_date: '2026-11-20 12:00:00',
      last_call_number: 1,
      dst_service_id: 'passports',
      last_print_ticket: 2,
      use_app_tag: false,
      app_tag: '',
      max_ticket_number: 0,
      ticket_flags: 0,
    });
  });

  it('adds what is asked for', async () => {
    const { body } = await town.post('initialstate', {
      location_id: 'hall',
      last_tickets_by_service: true,
      last_tickets_by_desk: 'true',
      all_services: 1,
      all_desks: '1',
    });
    expect(ids(body.player_info.byService)).toEqual(['archive', 'passports', 'taxes', 'weddings']);
    expect(ids(body.player_info.byDesk)).toEqual(['desk-1', 'desk-2', 'desk-3']);
    const entry = {
      ticketService: 'Passports',
      ticketServiceTag: 'A',
      ticketNumber: 1,
      ticketDeskTag: '1',
      ticketDeskName: 'Desk 1',
    };
    expect(body.lastTickets.byservice).toMatchObject([entry, { ticketService: 'Taxes' }]);
    expect(body.lastTickets.bydesk).toMatchObject([
      entry,
      { ticketDeskName: 'Desk 2', callDate: '2026-11-20 12:01:00' },
    ]);
  });

  it('limits the calls to the requested number', async () => {
    const { body } = await town.post('initialstate', {
      location_id: 'hall',
      last_tickets_by_desk: true,
      quantity_by_desk: 0,
    });
    expect(body.lastTickets).toEqual({ bydesk: [] });
  });

  it('of an unknown location is not found', async () => {
    expect((await town.post('initialstate', { location_id: 'x' })).body.errno).toBe(6);
  });
});

describe('a kiosk', () => {
  it('learns all at once, with the time at which a closed service opens', async () => {
    const evening = await openTown({ at: '2026-11-20T18:00:00Z' });
    try {
      const answer = await evening.client.kiosk('kiosk-1');
      expect(answer.ok && answer.value.services.find(({ id }) => id === 'taxes')).toMatchObject({
        open: false,
        opens_at: '2026-11-23T09:00:00.000Z',
      });
      expect(answer.ok && answer.value).toMatchObject({
        device: { id: 'kiosk-1', printer: 'tcp://printer:9100', readers: ['wedge:'] },
        location: {
          id: 'hall',
          number_width: 3,
          ticket_layout: [],
          timezone: 'Europe/Lisbon',
          translations: { pt_PT: { name: 'Câmara Municipal' } },
        },
        languages: ['pt_PT', 'en'],
        default_lang: 'en',
        groups: [{ id: 'papers' }],
      });
    } finally {
      await evening.close();
    }
  });

  it('may have its own languages', async () => {
    const answer = await town.client.kiosk('kiosk-9');
    expect(answer.ok && answer.value.languages).toEqual(['ar']);
  });

  it.each([
    ['nobody', 6],
    ['kiosk-off', 119],
  ])('called %s is refused', async (id, errno) => {
    expect(await town.client.kiosk(id)).toMatchObject({ ok: false, error: { kind: 'refused', errno } });
  });

  it('finds the device of a card by what it says', async () => {
    expect(await town.client.findDeviceByCode('0042')).toEqual({
      ok: true,
      value: { success: true, device: { id: 'reader-1', name: 'Reader', type: 7 } },
    });
    expect(await town.client.findDeviceByCode('0043')).toMatchObject({ ok: false, error: { errno: 6 } });
  });
});

describe('the watch over the server', () => {
  it('reports liveness, readiness and metrics', async () => {
    expect(await get('/healthz')).toEqual({ status: 'ok' });
    expect(await get('/readyz')).toEqual({ status: 'ok' });
    const text = await (await fetch(`${town.address}/metrics`)).text();
    expect(text).toContain('tan_tickets_created_total 3\n');
    expect(text).toContain('tan_requests_total{operation="createticket",status="200"} 3\n');
    expect(text).toContain('tan_waiting_tickets{service="passports"} 1\n');
    expect(text).toContain('tan_store_seconds_count{operation="createTicket"} 3\n');
    expect(text).toContain('tan_store_seconds_bucket{le="+Inf",operation="createTicket"} 3\n');
    expect(text).toContain('tan_request_seconds_count{operation="createticket"} 3\n');
    // A request takes time.
    expect(Number(/tan_request_seconds_sum\{operation="createticket"\} (\S+)/.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).toMatch(/tan_build_info\{version="[^"]+",node="v\d/);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(text).toMatch(new RegExp(`^${name} `, 'm'));
    }
  });
});

describe('pages of other origins', () => {
  it('can read responses only if the site allows it', async () => {
    const origin = 'https://desk.example';
    await town.site.load({
      settings: { default_lang: 'en', languages: ['en', 'pt_PT', 'ar'], cors_origins: [origin] },
    });
    const allowed = await fetch(`${town.address}/restapi/locations`, { headers: { origin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    const refused = await fetch(`${town.address}/restapi/locations`, { headers: { origin: 'https://else.example' } });
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect(refused.headers.get('vary')).toBe('Origin');
    const preflight = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
      method: 'OPTIONS',
      headers: { origin },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST');
  });
});
