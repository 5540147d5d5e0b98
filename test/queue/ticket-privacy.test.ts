/** What is told of a visitor, on every road on which a ticket leaves the server, to every kind of caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formTownSite } from '../forms/form-town.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { COUNTER_ROLES, type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';

/** What the visitor said, and what staff wrote. Each is found nowhere else. */
const SAID = { name: 'Joana Vidal', free: 'Chair 77', note: 'Note of desk 1', answer: '2026/QZ', colleague: '"rui"' };
/** Nobody of the staff may see this answer. */
const HIDDEN_ANSWER = '73319';
type What = keyof typeof SAID;

const STAFF = ['ana', 'pad-1', 'concierge-1'] as const;
const OTHERS = ['nobody', 'office', 'reports', 'eva', 'kiosk-1', 'screen-1', 'reader-1', 'eticket-1'] as const;
const DEVICES: readonly string[] = ['pad-1', 'concierge-1', 'kiosk-1', 'screen-1', 'reader-1', 'eticket-1'];

let town: LockedTown;
let keys: ReadonlyMap<string, string>;
/** Ids of what there is, by the names of parameters. */
let ids: Readonly<Record<string, string>>;

function site(settings: object = {}): object {
  const given = lockedSite();
  const device = (id: string, type: number) => ({ id, name: id, type, location: 'hall' });
  return {
    ...formTownSite(),
    locations: (given.locations as object[]).map((location) => ({ ...location, ticket_tolerance: -1 })),
    settings: { ...(given.settings as object), ...settings },
    users: [
      ...(given.users as object[]),
      { id: 'office', username: 'office', roles: ['admin_site'] },
      { id: 'reports', username: 'reports', roles: ['reports_view', 'acl_services_access'] },
      { id: 'bound', username: 'bound', roles: COUNTER_ROLES, locations: ['hall'], desks: ['desk-2'] },
    ],
    devices: [
      ...(given.devices as object[]),
      ...[device('screen-1', 9), device('concierge-1', 4), device('eticket-1', 8)],
    ],
  };
}

const QUEUE = '/restapi/v2/queuemanagement';

function keyOfUser(id: string): string {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  return town.auth.keyFor(user, town.clock.now());
}

async function done(
  operation: string,
  parameters: object,
): Promise<{ answer: { id: string }; ticket: { id: string } }> {
  const { body } = await town.ask('POST', `${QUEUE}/${operation}`, keyOfUser('chief'), parameters);
  if (body.success !== true) throw new Error(`${operation}: ${JSON.stringify(body)}`);
  return body;
}

/** Somebody who said everything, was called, and was sent on with a note; waits for Rui now. */
async function visitor(): Promise<string> {
  const { ticket } = await done('createticket', {
    service_id: 'passports',
    device_id: 'kiosk-1',
    client_name: SAID.name,
    custom_field: SAID.free,
    form_answers: { reason: 'Lost', 'police-number': SAID.answer, income: HIDDEN_ANSWER },
  });
  const call = await done('callticket', { desk_id: 'desk-1', user_id: 'chief', ticket_id: ticket.id });
  const moved = { answer_id: call.answer.id, dst_type: 'user', dst_id: 'rui', desk_id: 'desk-1' };
  await done('transfercall', { ...moved, note: SAID.note, priority: false });
  return ticket.id;
}

beforeAll(async () => {
  town = await openLockedTown({ site: site() });
  const names = [...STAFF, ...OTHERS];
  keys = new Map(
    await Promise.all(
      names.map(
        async (name): Promise<[string, string]> => [
          name,
          DEVICES.includes(name) ? await town.deviceKey(name) : keyOfUser(name),
        ],
      ),
    ),
  );
  for (const end of ['pausecall', 'cancelcall'] as const) {
    const ticketId = await visitor();
    const call = await done('callticket', { desk_id: 'desk-1', user_id: 'rui', ticket_id: ticketId });
    await done(end, { answer_id: call.answer.id });
  }
  const served = await visitor();
  await done('callticket', { desk_id: 'desk-1', user_id: 'rui', ticket_id: served });
  const waiting = await visitor();
  ids = {
    id: waiting,
    ticket_id: waiting,
    service_id: 'passports',
    desk_id: 'desk-1',
    device_id: 'kiosk-1',
    location: 'hall',
    location_id: 'hall',
    last_tickets_by_service: 'true',
    last_tickets_by_desk: 'true',
    all_services: 'true',
    all_desks: 'true',
    from: '2026-11-20',
    to: '2026-11-20',
  };
});
afterAll(() => town.close());

/** The whole answer as it came, whatever it is. */
async function read(method: string, path: string, caller: string, parameters: Record<string, string>): Promise<string> {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => parameters[name] ?? 'x');
  const query = new URLSearchParams(parameters);
  const isGet = method === 'GET';
  const response = await fetch(`${town.address}${filled}${isGet ? `?${query}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${keys.get(caller) ?? ''}` },
    ...(isGet ? {} : { body: query }),
  });
  return response.text();
}

function told(text: string): readonly What[] {
  expect(text).not.toContain(HIDDEN_ANSWER);
  return (Object.keys(SAID) as What[]).filter((what) => text.includes(SAID[what]));
}

/** Of the user there is the id, in XML as well, or in details the name. */
function namingColleagues(text: string): string {
  return ['<id>rui</id>', 'Rui Costa'].reduce((all, name) => all.replaceAll(name, SAID.colleague), text);
}

const ALL: readonly What[] = ['name', 'free', 'note', 'answer', 'colleague'];
const TICKET: readonly What[] = ['name', 'free', 'note', 'colleague'];

/** What staff is told on each road, and who of the staff may go it. */
const ROADS: readonly [string, string, string, readonly What[], readonly string[]][] = [
  ['waiting tickets', 'POST', `${QUEUE}/waitingticketslist`, TICKET, STAFF],
  ['paused tickets', 'POST', `${QUEUE}/pausedticketslist`, TICKET, STAFF],
  ['cancelled tickets', 'POST', `${QUEUE}/cancellededticketslist`, TICKET, STAFF],
  ['details', 'GET', '/restapi/ticket/details/:id', ALL, ['ana', 'pad-1']],
  ['details by parameter', 'GET', '/restapi/ticket/details', ALL, ['ana', 'pad-1']],
  ['answers', 'GET', '/restapi/v2/tickets/:ticket_id/answers', ['answer'], ['ana', 'pad-1']],
  ['counter', 'GET', '/restapi/v2/counters/:desk_id', TICKET, ['ana', 'pad-1']],
];

describe.each(ROADS)('%s', (_what, method, path, shown, staff) => {
  it.each([...staff])('tell staff (%s) of the visitor', async (caller) => {
    for (const more of [{}, { format: 'xml' }]) {
      const text = await read(method, path, caller, { ...ids, ...more });
      if (/"errno":4/.test(text)) continue; // No XML there.
      const found = told(namingColleagues(text));
      expect([more, found]).toEqual([more, shown]);
    }
  });

  it.each([...OTHERS])('expose them to no other client (%s)', async (caller) => {
    for (const more of [{}, { format: 'xml' }]) {
      const text = await read(method, path, caller, { ...ids, ...more });
      expect(told(namingColleagues(text))).toEqual([]);
    }
  });
});

describe('every read operation', () => {
  /** Lists that are asked for by POST. */
  const LISTS = ['waitingticketslist', 'pausedticketslist', 'cancellededticketslist', 'initialstate'];
  const roads = OPERATIONS.filter(({ method, name }) => method === 'GET' || LISTS.includes(name));

  it('is tested here', () => {
    expect(roads.length).toBeGreaterThan(30);
  });

  it.each([...OTHERS])('tells %s nothing of the visitor', async (caller) => {
    for (const { name, method, path, csv } of roads) {
      const tables =
        csv === undefined ? [{}] : [{}, ...['calls', 'tickets', 'users'].map((table) => ({ table, format: 'csv' }))];
      for (const more of tables) {
        const text = await read(String(method), path, caller, { ...ids, ...more });
        // Who works here is the office's business, and a table of calls names who called.
        const found = told(text).filter((what) => what !== 'colleague');
        expect([name, more, found]).toEqual([name, more, []]);
      }
    }
  });
});

describe('events', () => {
  const heard = async (caller: string, view?: string): Promise<Listener> =>
    listen(town.address, 'hall', { key: keys.get(caller) ?? '', ...(view === undefined ? {} : { view }) });

  it.each([...STAFF, ...OTHERS.filter((name) => name !== 'eva')])('tell %s what lists tell', async (caller) => {
    const listener = await heard(caller);
    try {
      await visitor();
      await listener.until(({ type }) => type === 'ticket.transferred');
      const found = told(JSON.stringify(listener.heard));
      expect(found).toEqual(STAFF.some((name) => name === caller) ? TICKET : []);
    } finally {
      await listener.close();
    }
  });

  it('contain nothing private for staff that request the public view', async () => {
    const listener = await heard('ana', 'public');
    try {
      await visitor();
      await listener.until(({ type }) => type === 'ticket.transferred');
      expect(told(JSON.stringify(listener.heard))).toEqual([]);
    } finally {
      await listener.close();
    }
  });
});

describe('a kiosk', () => {
  it('gets the ticket that it drew as its visitor may have it', async () => {
    const key = keys.get('kiosk-1') ?? '';
    const drawn = { service_id: 'passports', device_id: 'kiosk-1', client_name: SAID.name, custom_field: SAID.free };
    const { body } = await town.ask('POST', `${QUEUE}/createticket`, key, drawn);
    expect(told(JSON.stringify(body))).toEqual(['name', 'free']);
  });
});

/** Houses whose readers take a card's value for the id of a device (`rule=raw`), or find it by its code (`rule=table`): each card is one. */
describe.each([
  ['of the kind of cards', '04A23B7A9912', { type: 7 }],
  ['that has a code and no kind', '04A23B7A9913', { code: '04FF' }],
])('a card %s', (_kind, CARD, named) => {
  let ofCard: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const card = { id: CARD, name: 'Card of a member', location: 'hall', ...named };
    await town.site.load({ ...site(), devices: [...(site() as { devices: object[] }).devices, card] });
    const { ticket } = await done('createticket', { service_id: 'passports', device_id: CARD, client_name: SAID.name });
    ofCard = { ...ids, id: ticket.id, ticket_id: ticket.id };
  });

  const roads = ROADS.filter(([what]) => ['waiting tickets', 'details'].includes(what));

  it.each(roads)('is told to staff, and to nobody else, by %s', async (_what, method, path, _shown, staff) => {
    for (const caller of staff) expect(await read(method, path, caller, ofCard)).toContain(CARD);
    for (const caller of OTHERS) expect(await read(method, path, caller, ofCard)).not.toContain(CARD);
  });

  it('hides nothing of where others took theirs', async () => {
    expect(await read('POST', `${QUEUE}/waitingticketslist`, 'nobody', ids)).toContain('kiosk-1');
  });

  it('is in no table of tickets', async () => {
    const table = await read('GET', '/restapi/v2/reports/period', 'reports', {
      ...ids,
      table: 'tickets',
      format: 'csv',
    });
    expect(table).toContain('kiosk-1');
    expect(table).not.toContain(CARD);
  });
});

describe('where the site shows names on displays', () => {
  it('everybody may read them, and nothing else', async () => {
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, names_on_displays: true } });
    try {
      expect(told(await read('POST', `${QUEUE}/waitingticketslist`, 'nobody', ids))).toEqual(['name']);
    } finally {
      await town.site.load({ settings });
    }
  });
});

describe('the answers of a visit', () => {
  const save = (user: string, ticketId: string) =>
    town.ask('PUT', `/restapi/v2/tickets/${ticketId}/answers`, keyOfUser(user), {
      form_answers: { papers: ['Photo'] },
    });

  it('are not changed from another desk than that of the call', async () => {
    const { ticket } = await done('createticket', { service_id: 'passports' });
    const { answer } = await done('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id });
    expect(await save('bound', ticket.id)).toMatchObject({ status: 403, body: { errno: 105, parameter: 'ticket_id' } });
    expect((await save('ana', ticket.id)).body).toMatchObject({ success: true });
    await done('endcall', { answer_id: answer.id });
    // Nor when nobody serves any more, or the visitor waits for others.
    const next = await done('createticket', { service_id: 'passports', desk_id: 'desk-1' });
    for (const id of [ticket.id, next.ticket.id]) {
      const { body } = await save('bound', id);
      expect(body.errno).toBe(105);
    }
    // A passport is not made at desk 2, but taxes are.
    const taxes = await done('createticket', { service_id: 'taxes' });
    expect((await save('bound', taxes.ticket.id)).body.errno).not.toBe(105);
  });
});

describe('forms', () => {
  it.each(['ana', 'nobody', 'reports'])('are not changed by %s, who may read them', async (user) => {
    const key = keyOfUser(user);
    expect((await town.ask('GET', '/restapi/v2/forms', key)).body.success).toBe(true);
    const form = { name: 'Mine', selected: true, questions: { before: [], during: [], end: [] } };
    const asked = await Promise.all([
      town.ask('POST', '/restapi/v2/forms', key, form),
      town.ask('PUT', '/restapi/v2/forms/passport-form', key, form),
      town.ask('PATCH', '/restapi/v2/forms/passport-form', key, form),
      town.ask('DELETE', '/restapi/v2/forms/passport-form/questions/income', key),
      town.ask('DELETE', '/restapi/v2/forms/passport-form', key),
    ]);
    for (const { status, body } of asked) expect([status, body.errno]).toEqual([403, 104]);
    expect((await town.ask('POST', '/restapi/v2/forms', keyOfUser('chief'), form)).body.success).toBe(true);
  });
});
