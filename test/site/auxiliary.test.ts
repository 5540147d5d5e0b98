/** Last calls, users, services by metadata, and a ticket in every detail. */
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TicketDetailsSchema } from '../../main/queue/contract/rest/ticket-details.ts';
import { LastCallSchema } from '../../main/rest/contract/shapes.ts';
import { UserViewSchema } from '../../main/site/contract/rest/auxiliary.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
let paper: string;
let plain: string;
beforeAll(async () => {
  const site = townSite();
  const [ana, rui, ...others] = site.users as object[];
  town = await openTown({
    site: {
      ...site,
      users: [
        { ...ana, email: 'ana@pontalva.example', phone: '12345', schedule: 'Mo-Fr' },
        { ...rui, locations: ['hall'], desks: ['desk-2'] },
        ...others,
      ],
    },
  });
  paper = (await town.createTicket('Passports', { device_id: 'kiosk-1', priority: true })).ticket.id;
  plain = (await town.createTicket('Taxes', { client_name: 'Marta', custom_field: 'x' })).ticket.id;
  town.clock.advance(60_000);
  await town.callNext('Desk 1', ['Passports']);
  town.clock.advance(60_000);
  await town.callNext('Desk 2');
});
afterAll(() => town.close());

async function get(path: string, headers: Record<string, string> = {}): Promise<Posted> {
  const response = await fetch(town.address + path, { headers });
  return { status: response.status, body: await response.json() };
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

describe('the last tickets', () => {
  it('are objects keyed by service, newest call first', async () => {
    const { body } = await get('/restapi/ticket/lastTickets?location=hall');
    expect(body.lastTickets.map((entry: object) => Object.keys(entry))).toEqual([['taxes'], ['passports']]);
    expect(Object.keys(body.lastTickets[0].taxes)).toEqual(Object.keys(LastCallSchema.properties));
    expect(body.lastTickets[1].passports).toEqual({
      ticket_id: paper,
      ticketService: 'Passports',
      ticketServiceTag: 'A',
      ticketNumber: 1,
      ticketDeskTag: '1',
      ticketDeskName: 'Desk 1',
      callDate: '2026-11-20 12:01:00',
    });
  });

  it('are as many as asked for', async () => {
    expect((await get('/restapi/ticket/lastTickets?location=hall&number=1')).body.lastTickets).toHaveLength(1);
    expect((await get('/restapi/ticket/lastTickets?location=hall&number=0')).body.lastTickets).toEqual([]);
    expect((await get('/restapi/ticket/lastTickets?location=clinic')).body.lastTickets).toEqual([]);
  });

  it.each([
    ['', 5, 'location'],
    ['?location=', 5, 'location'],
    ['?location=hall&number=ten', 5, 'number'],
    ['?location=hall&number=-1', 5, 'number'],
    ['?location=nowhere', 6, 'location'],
  ])('are refused for %j', async (query, errno, parameter) => {
    expect((await get(`/restapi/ticket/lastTickets${query}`)).body).toMatchObject({ success: false, errno, parameter });
  });
});

describe('users', () => {
  it('have exactly the fields of the interface, and only those who work are listed', async () => {
    const { users } = (await get('/restapi/users')).body;
    expect(ids(users)).toEqual(['ana', 'eva', 'rui']);
    expect(Object.keys(users[0])).toEqual(Object.keys(UserViewSchema.properties));
    expect(users[0]).toEqual({
      id: 'ana',
      username: 'ana.silva',
      name: 'Ana Silva',
      phone: '12345',
      email: 'ana@pontalva.example',
      schedule: 'Mo-Fr',
    });
  });

  it.each([
    ['filter[users][]=rui&filter[users][]=left', ['rui']],
    ['filter[desks][]=desk-1', ['ana']],
    ['filter[desks]=desk-2', ['ana', 'rui']],
    ['filter[locations][]=clinic', ['ana', 'eva']],
    ['filter[locations][]=hall', ['ana', 'rui']],
    ['filter[services][]=identity', ['ana']],
    ['filter[services][]=unknown', []],
    ['filter[text]=SILVA', ['ana']],
    ['filter[text]=12345', ['ana']],
    ['filter[text]=rui.costa', ['rui']],
  ])('pass the filter %s', async (query, found) => {
    expect(ids((await get(`/restapi/users?${query}`)).body.users)).toEqual(found);
  });
});

describe('services by metadata', () => {
  it.each([
    ['floor=1', ['passports']],
    ['floor=2', []],
    ['floor=1&wing=east', []],
    ['floor=1&floor=2', []],
    ['toString=1', []],
    ['constructor=x', []],
    ['__proto__=x', []],
    ['%5F%5Fproto__=x', []],
    ['__proto__', ['archive', 'blood', 'passports', 'taxes', 'weddings']],
    ['__proto__[]=x', []],
    ['floor=1&__proto__=x', []],
    ['floor=', ['archive', 'blood', 'passports', 'taxes', 'weddings']],
    ['floor=1&format=json', ['passports']],
  ])('that have %s', async (query, found) => {
    expect(ids((await get(`/restapi/services/metadata?${query}`)).body.services).sort()).toEqual(found);
  });

  it('speak the language of the reader', async () => {
    const { body } = await get('/restapi/services/metadata?floor=1', { 'accept-language': 'pt' });
    expect(body.services[0].name).toBe('Passaportes');
  });

  it('refuse an object that a client wrote as text', async () => {
    const { status, body } = await get('/restapi/services/metadata?pairs=[object%20Object]');
    expect([status, body]).toMatchObject([400, { errno: 5, parameter: 'pairs' }]);
    expect(body.error).toMatch(/separate parameter/);
  });

  it('find keys with brackets, and one that is a word of the interface', async () => {
    const found = async (pair: string) =>
      (await get(`/restapi/services/metadata?${pair}`)).body.services.map(({ id }: { id: string }) => id);
    const services = [
      { id: 'taxes', name: 'Taxes', location: 'hall', metadata: { 'a[b]': 'x', format: 'pdf', 'c[]': 'y' } },
    ];
    const before = town.site.current().file;
    expect((await town.site.load({ services })).ok).toBe(true);
    try {
      expect(await found('a[b]=x')).toEqual(['taxes']);
      expect(await found('a[b]=y')).toEqual([]);
      expect(await found('metadata[format]=pdf')).toEqual(['taxes']);
      expect(await found('metadata[a[b]]=x')).toEqual(['taxes']);
      expect(await found('metadata[a[b]]=y')).toEqual([]);
      expect(await found('__proto__[a]=1')).toEqual([]);
    } finally {
      await town.site.replace(before);
    }
  });
});

describe('the details of a ticket', () => {
  it('have the types of their own shape', async () => {
    const { ticket } = (await get(`/restapi/ticket/details/${paper}`)).body;
    expect(Object.keys(ticket)).toEqual(Object.keys(TicketDetailsSchema.properties).filter((key) => key !== 'label'));
    expect(ticket).toEqual({
      id: paper,
      number: 1,
      date: '2026-11-20 12:00:00',
      cancelled: false,
      transferred: false,
      state: 2,
      note: '',
      lang: 'en',
      custom_field: '',
      client_name: '',
      flags: 1,
      app_displayname: '',
      app_id: '',
      scheduled_to: '',
      ticket_service: { id: 'passports', name: 'Passports', tag: 'A' },
      dst_service: { id: 'passports', name: 'Passports', tag: 'A' },
      dst_desk: 'Desk 1',
      dst_user: 'Ana Silva',
      device: { id: 'kiosk-1', name: 'Entrance', type: 1 },
      location: 'hall',
      dst_location: { id: 'hall', name: 'Town Hall' },
      extra_info: [],
      tickets_to_print: 1,
    });
  });

  it('are empty, not absent, where nothing is known', async () => {
    const { ticket } = (await get(`/restapi/ticket/details/${plain}`)).body;
    expect(ticket).toMatchObject({
      client_name: 'Marta',
      custom_field: 'x',
      device: { id: '', name: '', type: 0 },
      tickets_to_print: 0,
    });
  });

  it('may have their id among the parameters', async () => {
    const byPath = await get(`/restapi/ticket/details/${paper}`);
    expect(await get(`/restapi/ticket/details?id=${paper}`)).toEqual(byPath);
  });

  it.each([
    ['/restapi/ticket/details/unknown', 6, 404],
    ['/restapi/ticket/details', 1, 400],
    ['/restapi/ticket/details/', 1, 400],
    ['/restapi/ticket', 1, 400],
  ])('are refused at %s', async (path, errno, status) => {
    expect(await get(path)).toMatchObject({ status, body: { success: false, errno } });
  });
});

describe('as XML', () => {
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'item' });
  const xml = async (path: string) => parser.parse(await (await fetch(`${town.address}${path}`)).text()).response;

  it('says the same', async () => {
    const last = await xml('/restapi/ticket/lastTickets?location=hall&format=xml');
    expect(last.lastTickets.item.map((entry: object) => Object.keys(entry))).toEqual([['taxes'], ['passports']]);
    expect((await xml(`/restapi/ticket/details/${paper}?format=xml`)).ticket).toMatchObject({
      number: '1',
      cancelled: 'false',
      extra_info: '',
    });
    expect((await xml('/restapi/users?format=xml&filter[users]=ana')).users.item).toHaveLength(1);
    expect((await xml('/restapi/services/metadata?format=xml&floor=1')).services.item[0].metadata).toEqual({
      floor: '1',
    });
  });

  it('fails in XML too', async () => {
    expect(await xml('/restapi/ticket/details/none?format=xml')).toMatchObject({ success: 'false', errno: '6' });
  });
});
