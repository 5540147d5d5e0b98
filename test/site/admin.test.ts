/** REST API of the back office: the site as a document, and its collections. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { SETUP_COLLECTIONS } from '../../main/site/contract/site.ts';
import { manyBranches } from '../helpers/many-branches.ts';
import { pngHead } from '../helpers/png-head.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

let town: Town;
const towns = townsOf(
  async () => {
    town = await openTown();
  },
  () => town.close(),
);

const admin = (method: string, path: string, body?: unknown): Promise<Posted> => adminOf(town, method, path, body);

async function adminOf({ address }: Town, method: string, path: string, body?: unknown): Promise<Posted> {
  const response = await fetch(`${address}/restapi/v2/admin/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const site = () => town.site.current();

/** Town whose program was started with `--device kiosk-1`. */
async function openOwnKiosk() {
  const document = townSite();
  const devices = ['kiosk-1', 'kiosk-2'].map((id) => ({ id, name: id, location: 'hall' }));
  const own = await openTown({ site: { ...document, devices }, ownDevices: ['kiosk-1'] });
  onTestFinished(() => own.close());
  return { document, admin: (...asked: [string, string, unknown?]) => adminOf(own, ...asked) };
}

it('the site search finds at most eight services and users by part of their name, without case and accents', async () => {
  const large = await openTown({ site: manyBranches(11) });
  onTestFinished(() => large.close());
  const found = async (text: string) => {
    const { body } = await adminOf(large, 'POST', 'site/search', { text });
    return { services: body.services, users: body.users };
  };
  const { users } = await found('ÇLERK 11.2');
  expect(users).toEqual([expect.objectContaining({ name: 'Clerk 11.2', username: 'clerk.11.2' })]);
  expect(Object.keys(users[0])).toEqual(['id', 'name', 'username']);
  expect((await found('clerk')).users).toHaveLength(8);
  expect(await found('no such name')).toEqual({ services: [], users: [] });
});

it('the site search refuses a search text in the URL', async () => {
  const own = await openTown();
  onTestFinished(() => own.close());
  const { status, body } = await adminOf(own, 'POST', 'site/search?text=silva', {});
  expect([status, body.errno]).toEqual([400, 5]);
});

describe('the part of one location', () => {
  const BRANCHES = manyBranches(11);
  const read = async (query: string): Promise<Posted['body']> => {
    const large = await openTown({ site: BRANCHES });
    onTestFinished(() => large.close());
    return (await adminOf(large, 'GET', `site?appointments=false${query}`)).body;
  };
  const [first, second] = BRANCHES.locations.map(({ id }) => id);

  it('has its items and the settings, and lists all locations without their defaults', async () => {
    const { site: some, part } = await read(`&part=true&location=${second}`);
    expect(some.locations.map(({ id }: { id: string }) => id)).toEqual([second]);
    expect(['services', 'desks', 'users', 'devices'].map((each) => some[each].length)).toEqual([5, 4, 3, 2]);
    expect(some.settings.languages).toEqual(['en', 'de']);
    expect(part.location).toBe(second);
    expect(part.locations).toHaveLength(11);
    expect(part.locations[0]).toEqual({
      id: first,
      name: 'Branch 1, City 0',
      city: 'City 0',
      region: 'Region 0',
      timezone: 'Europe/Berlin',
      schedule: 'Mo-Fr 09:00-17:00; Sa 09:00-12:00',
    });
  });

  it('is that of the first location if there is none with the id, and lists none if not asked', async () => {
    const { part } = await read('&part=true&location=gone&listed=false');
    expect(part).toEqual({ location: first, locations: [] });
  });

  it('is not sent unless asked, nor for a small site', async () => {
    expect((await read('')).part).toBeUndefined();
    const small = await openTown();
    onTestFinished(() => small.close());
    const { body } = await adminOf(small, 'GET', 'site?part=true&location=clinic');
    expect([body.part, body.site.locations.length]).toEqual([undefined, 2]);
  });
});

describe('the site as a document', () => {
  towns.ofItsOwn();

  it('is returned as it was loaded, without passwords', async () => {
    await admin('PUT', 'users/ana', { username: 'ana.silva', name: 'Ana Silva', password: 'a good secret' });
    const before = site().file;
    const exported = await admin('GET', 'site');
    expect(exported.body.site).toEqual({ ...JSON.parse(JSON.stringify(before)), appointments: [] });
    expect(JSON.stringify(exported.body)).not.toMatch(/a good secret|password/);
    expect(await admin('PUT', 'site?mode=replace', exported.body)).toEqual({ status: 200, body: { success: true } });
    expect(site().file).toEqual(before);
    expect((await admin('PUT', 'site', exported.body.site)).body).toEqual({ success: true });
    expect(site().file).toEqual(before);
  });

  it('adds and changes, and deletes nothing unless requested', async () => {
    const change = { desks: [{ id: 'desk-4', name: 'Desk 4', location: 'hall' }] };
    expect((await admin('PUT', 'site', change)).body).toEqual({ success: true });
    expect(site().desks).toHaveLength(5);
    const { settings } = site();
    const whole = townSite();
    delete whole.settings;
    expect((await admin('PUT', 'site?mode=replace', whole)).body).toEqual({ success: true });
    expect(site().desk('desk-4')).toBeUndefined();
    expect(site().settings).toEqual(settings);
  });

  it('can be larger than other requests', async () => {
    const logo = `data:image/png;base64,${'A'.repeat(150_000)}`;
    const locations = [1, 2, 3].map((n) => ({ id: `place-${n}`, name: `Place ${n}`, logo }));
    expect((await admin('PUT', 'site', { locations })).body).toEqual({ success: true });
  });

  it('is refused with a logo that would exhaust the memory of the renderer', async () => {
    const logo = (width: number, height: number) => ({
      locations: [
        { id: 'hall', name: 'Hall', logo: `data:image/png;base64,${pngHead(width, height).toString('base64')}` },
      ],
    });
    for (const size of [
      [30_000, 8],
      [8, 4097],
    ] satisfies [number, number][]) {
      const { status, body } = await admin('PUT', 'site', logo(...size));
      expect([status, body.faults]).toEqual([
        400,
        ['locations[0].logo: is wider or higher than 4096 pixels; make it smaller'],
      ]);
    }
    expect((await admin('PUT', 'site', logo(4096, 4096))).body).toEqual({ success: true });
  });

  it('cannot lose a service with waiting tickets', async () => {
    await town.createTicket('Weddings');
    const whole = townSite();
    whole.services = (whole.services as { id: string }[]).filter(({ id }) => id !== 'weddings');
    const { body } = await admin('PUT', 'site?mode=replace', whole);
    expect(body).toMatchObject({ errno: 7, faults: ['services(weddings): 1 ticket waits'] });
    expect(site().service('weddings')).toBeDefined();
  });
});

describe('the site as a document', () => {
  towns.shared();

  it('is refused completely, with each error by its path', async () => {
    const before = site().file;
    const { status, body } = await admin('PUT', 'site', {
      services: [
        { id: 'new', name: 'New', location: 'hall' },
        { name: 'Bad', location: 'nowhere', tag: 5 },
      ],
      desks: [{ name: 'Desk', location: 'hall', colour: 'red' }],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, errno: 5, parameter: 'services[1].tag' });
    expect(body.faults).toEqual([
      'services[1].tag: must be string',
      'desks[0].colour: is not a field of the site file',
    ]);
    expect(site().file).toEqual(before);
    const late = await admin('PUT', 'site', { services: [{ name: 'Bad', location: 'nowhere' }] });
    expect(late.body.faults).toEqual(['services[0].location: there is no location "nowhere"']);
  });

  it.each([
    ['?mode=delete', {}, 'mode'],
    ['', { unknown: [] }, 'unknown'],
    ['', { locations: {} }, 'locations'],
    ['?mode=replace', { locations: {}, services: 7, users: 'x' }, 'locations'],
    ['?mode=replace', { desks: [null, 7, []], users: [null] }, 'desks[0]'],
    ['', { users: [null] }, 'users[0]'],
  ])('is refused: %s %j', async (query, body, parameter) => {
    expect((await admin('PUT', `site${query}`, body)).body).toMatchObject({ success: false, errno: 5, parameter });
  });

  it('is JSON only', async () => {
    expect((await admin('GET', 'site?format=xml')).body).toMatchObject({ errno: 4 });
  });
});

describe('a collection', () => {
  towns.ofItsOwn();

  it('accepts a new item, generates its id, and fills in defaults', async () => {
    const { body } = await admin('POST', 'desks', { name: 'Desk 4', location: 'hall' });
    expect(body).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/) });
    expect((await admin('GET', `desks/${body.id}`)).body).toEqual({
      success: true,
      item: {
        id: body.id,
        name: 'Desk 4',
        tag: '',
        location: 'hall',
        services: [],
        state: 1,
        translations: {},
        follows: '',
      },
      revision: expect.stringMatching(/^[\w-]{22}$/),
    });
  });

  it('keeps a given id, and refuses duplicates', async () => {
    expect((await admin('POST', 'desks', { id: 'd', name: 'D', location: 'hall' })).body.id).toBe('d');
    expect((await admin('POST', 'desks', { id: 'd', name: 'E', location: 'hall' })).body).toMatchObject({
      errno: 5,
      parameter: 'id',
    });
  });

  it('replaces an item at its position; omitted fields get their default', async () => {
    const order = site().file.desks.map(({ id }) => id);
    const { body } = await admin('PUT', 'desks/desk-2', { name: 'Window 2', location: 'hall' });
    expect(body).toEqual({ success: true, id: 'desk-2' });
    expect(site().desk('desk-2')).toMatchObject({ name: 'Window 2', tag: '', services: [] });
    expect(site().file.desks.map(({ id }) => id)).toEqual(order);
    expect((await admin('PUT', 'desks/none', { name: 'X', location: 'hall' })).body).toMatchObject({ errno: 6 });
    expect((await admin('PUT', 'desks/desk-2', { id: 'desk-1', name: 'X' })).body).toMatchObject({ errno: 5 });
  });

  it('does not replace an item that has changed since it was read, even by a simultaneous request', async () => {
    const { revision } = (await admin('GET', 'desks/desk-2')).body;
    const answers = await Promise.all(
      ['Window A', 'Window B'].map((name) =>
        admin('PUT', `desks/desk-2?revision=${revision}`, { name, location: 'hall' }),
      ),
    );
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true]);
    expect(answers.find(({ body }) => !body.success)?.body).toMatchObject({ errno: 7, parameter: 'revision' });
    const kept = answers.findIndex(({ body }) => body.success);
    expect(site().desk('desk-2')?.name).toBe(['Window A', 'Window B'][kept]);

    const settings = (await admin('GET', 'settings')).body;
    const changed = { ...settings.settings, names_on_displays: true };
    expect((await admin('PUT', `settings?revision=${settings.revision}`, changed)).body).toEqual({ success: true });
    const late = await admin('PUT', `settings?revision=${settings.revision}`, settings.settings);
    expect(late.body).toMatchObject({ errno: 7, parameter: 'revision' });
    expect(site().settings.names_on_displays).toBe(true);
  });

  it('does not delete an item that has changed since it was read', async () => {
    const { revision } = (await admin('GET', 'services/archive')).body;
    await admin('PUT', 'services/archive', { name: 'Archive and library', location: 'hall' });
    const late = await admin('DELETE', `services/archive?revision=${revision}`);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ errno: 7, parameter: 'revision' });
    expect(site().service('archive')?.name).toBe('Archive and library');
    const fresh = (await admin('GET', 'services/archive')).body;
    expect((await admin('DELETE', `services/archive?revision=${fresh.revision}`)).body).toEqual({ success: true });
    expect((await admin('DELETE', `services/archive?revision=${fresh.revision}`)).body).toMatchObject({ errno: 6 });
  });

  it('keeps a password that the request omits', async () => {
    await admin('PUT', 'users/ana', { username: 'ana.silva', password: 'a good secret' });
    const secret = (await town.store.readCredentials()).find(({ id }) => id === 'ana')?.secret;
    await admin('PUT', 'users/ana', { username: 'ana.silva', name: 'Ana' });
    expect(secret).toBeTruthy();
    expect((await town.store.readCredentials()).find(({ id }) => id === 'ana')?.secret).toBe(secret);
  });

  it('allows a letter for one service per location, and keeps duplicates of older sites', async () => {
    const [first] = site().services;
    const fresh = { name: 'Lost property', location: first?.location, tag: first?.tag.toLowerCase() };
    const refused = await admin('POST', 'services', fresh);
    expect(refused).toMatchObject({ status: 400, body: { errno: 5, parameter: 'tag' } });
    expect(refused.body.faults[0]).toContain(`the service ${first?.id} of the same location has the letter`);
    expect((await admin('POST', 'services', { ...fresh, tag: 'Q' })).body.success).toBe(true);
    // Site files of older versions may have it; other changes of them stay possible.
    await admin('PUT', 'site', { services: [{ id: 'twin', name: 'Twin', location: first?.location, tag: 'Q' }] });
    const twin = { name: 'Twins', location: first?.location, tag: 'Q' };
    expect((await admin('PUT', 'services/twin', twin)).body.success).toBe(true);
    expect(site().service('twin')?.name).toBe('Twins');
    // Without a letter two of a place would both print 001.
    const bare = { name: 'Lost property', location: first?.location };
    expect((await admin('POST', 'services', { ...bare, id: 'bare' })).body.success).toBe(true);
    const second = (await admin('POST', 'services', { ...bare, name: 'Found property' })).body;
    expect(second).toMatchObject({ errno: 5, parameter: 'tag' });
    expect(second.faults[0]).toContain('the service bare of the same location has no letter either');
  });

  it('creates locations with data retention, and changes no existing ones', async () => {
    const keptAt = (id: string) => site().locations.find((each) => each.id === id)?.t_delete;
    await admin('POST', 'locations', { id: 'annex', name: 'Annex' });
    expect(keptAt('annex')).toBe(30);
    await admin('PUT', 'locations/annex', { name: 'Annex', t_delete: 0 });
    await admin('PUT', 'locations/annex', { name: 'The annex' });
    await admin('PUT', 'site', { locations: [{ id: 'annex', name: 'Our annex' }] });
    expect([site().locations.find(({ id }) => id === 'annex')?.name, keptAt('annex')]).toEqual(['Our annex', 0]);
  });

  it('generates a readable code for an appointment without one', async () => {
    const [service] = site().services;
    const booked = { service: service?.id, location: service?.location, scheduled_to: '2030-01-07 10:00:00' };
    const made = await admin('POST', 'appointments', booked);
    const read = await admin('GET', `appointments/${made.body.id}`);
    expect(read.body.item.code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
    const own = await admin('POST', 'appointments', { ...booked, code: 'K-1' });
    expect((await admin('GET', `appointments/${own.body.id}`)).body.item.code).toBe('K-1');
  });

  it('deletes, unless something refers to it', async () => {
    expect((await admin('DELETE', 'services/archive')).body).toEqual({ success: true });
    expect((await admin('DELETE', 'services/archive')).body).toMatchObject({ errno: 6 });
    const { status, body } = await admin('DELETE', 'services/taxes');
    expect(status).toBe(409);
    expect(body).toMatchObject({ errno: 7, error: 'Still needed by desks(desk-2).' });
    expect(body.faults).toEqual(['desks(desk-2).services[0]: refers to it']);
    expect((await admin('DELETE', 'service_groups/papers')).body).toMatchObject({
      errno: 7,
      faults: ['services(passports).service_group: refers to it', 'services(taxes).service_group: refers to it'],
    });
  });

  it('does not delete a service of a card rule', async () => {
    const { settings } = (await admin('GET', 'settings')).body;
    const rule = { pattern: '7[0-9]+', services: ['weddings'] };
    expect((await admin('PUT', 'settings', { ...settings, card_rules: [rule] })).body).toEqual({ success: true });
    expect((await admin('DELETE', 'services/weddings')).body).toMatchObject({
      errno: 7,
      error: 'Still needed by settings.',
      faults: ['settings.card_rules[0].services[0]: refers to it'],
    });
    const unknown = { ...settings, card_rules: [{ ...rule, services: ['nothing'] }] };
    expect((await admin('PUT', 'settings', unknown)).body).toMatchObject({
      errno: 5,
      faults: ['card_rules[0].services[0]: there is no service "nothing"'],
    });
  });

  it('does not delete an item in use', async () => {
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    expect((await admin('DELETE', 'desks/desk-1')).body).toMatchObject({
      errno: 7,
      faults: ['desks(desk-1): a visitor is being served'],
    });
    expect((await admin('DELETE', 'users/ana')).body).toMatchObject({ errno: 7 });
    expect((await admin('DELETE', 'services/passports')).body).toMatchObject({ errno: 7 });
  });

  it('keeps the device that the program runs as, which it needs to start', async () => {
    const { document, ...own } = await openOwnKiosk();
    for (const [method, path, body] of [
      ['DELETE', 'devices/kiosk-1', undefined],
      ['PUT', 'site?mode=replace', { ...document, devices: [] }],
    ] as const) {
      expect((await own.admin(method, path, body)).body).toMatchObject({
        errno: 7,
        faults: ['devices(kiosk-1): this program uses it, see --device and --second-screen'],
      });
    }
    expect((await own.admin('DELETE', 'devices/kiosk-2')).body).toEqual({ success: true });
  });

  it('keeps its last administrator', async () => {
    await admin('PUT', 'users/ana', { username: 'ana.silva', roles: ['admin_site'] });
    for (const [method, body] of [['DELETE'], ['PUT', { username: 'ana.silva' }]] as const) {
      expect((await admin(method, 'users/ana', body)).body).toMatchObject({ errno: 7 });
    }
    const users = [{ id: 'ana', username: 'ana.silva', state: 0, roles: ['admin_site'] }];
    expect((await admin('PUT', 'site', { users })).body).toMatchObject({ errno: 7 });
    expect((await admin('PUT', 'site?mode=replace', { ...townSite(), users })).body).toMatchObject({ errno: 7 });
    await admin('PUT', 'users/rui', { username: 'rui.costa', roles: ['admin_site'] });
    expect((await admin('DELETE', 'users/ana')).body).toEqual({ success: true });
  });

  it('applies both of two simultaneous changes', async () => {
    await Promise.all([1, 2, 3, 4, 5].map((n) => admin('POST', 'desks', { name: `New ${n}`, location: 'hall' })));
    expect(site().desks.filter(({ name }) => name.startsWith('New'))).toHaveLength(5);
  });
});

describe('a collection', () => {
  towns.shared();

  it.each(SETUP_COLLECTIONS.map((name) => [name]))('%s can be listed', async (name) => {
    const { body } = await admin('GET', name);
    expect(body).toEqual({ success: true, [name]: JSON.parse(JSON.stringify(site().file[name])) });
  });

  it('reports faults with their paths in the item', async () => {
    const { body } = await admin('POST', 'services', { location: 'hall', tag: 'ABCDEFGHIJ', colour: '' });
    expect(body.faults.map((fault: string) => fault.split(': ')[0]).sort()).toEqual(['colour', 'name', 'tag']);
    const far = await admin('PUT', 'services/taxes', { name: 'Taxes', location: 'clinic' });
    expect(far.body.faults).toEqual(['desks(desk-2).services[0]: service "taxes" is at another location']);
    expect(site().service('taxes')?.location).toBe('hall');
  });

  it('must exist', async () => {
    expect((await admin('GET', 'tickets')).body).toMatchObject({ errno: 3 });
    expect((await admin('GET', '')).body).toMatchObject({ errno: 1 });
    expect((await admin('PATCH', 'desks/desk-1', {})).body).toMatchObject({ errno: 2 });
  });
});

describe('the settings', () => {
  towns.ofItsOwn();

  it('can be read and written', async () => {
    expect((await admin('GET', 'settings')).body.settings).toEqual(site().settings);
    expect((await admin('PUT', 'settings', { default_lang: 'pt_PT', languages: ['pt_PT'] })).body.success).toBe(true);
    expect(site().settings).toMatchObject({ default_lang: 'pt_PT', call_policy: 'end_current' });
    expect((await admin('PUT', 'settings', { call_policy: 'never' })).body.faults).toEqual([
      'call_policy: must be one of ["end_current","refuse"]',
    ]);
  });
});
