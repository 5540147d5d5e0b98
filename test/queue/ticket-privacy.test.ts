/** Personal data in every response and event with a ticket, for every kind of client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formTownSite } from '../forms/form-town.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { COUNTER_ROLES, type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';

/** Data entered by the visitor and by staff. Each value is unique. */
const SAID = { name: 'Joana Vidal', free: 'Chair 77', note: 'Note of desk 1', answer: '2026/QZ', colleague: '"rui"' };
/** Form answer hidden from all staff. */
const HIDDEN_ANSWER = '73319';
type What = keyof typeof SAID;

const STAFF = ['ana', 'pad-1', 'concierge-1'] as const;
const OTHERS = ['nobody', 'office', 'reports', 'eva', 'kiosk-1', 'screen-1', 'reader-1', 'eticket-1'] as const;
const DEVICES: readonly string[] = ['pad-1', 'concierge-1', 'kiosk-1', 'screen-1', 'reader-1', 'eticket-1'];

let town: LockedTown;
let keys: ReadonlyMap<string, string>;
/** Ids of existing records, by parameter name. */
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

/** Visitor who gave all data, was called, and was transferred to Rui with a note. */
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

/** Response body as text, of any format. */
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

/** Unifies the forms of the colleague: id in JSON and XML, name in details. */
function namingColleagues(text: string): string {
  return ['<id>rui</id>', 'Rui Costa'].reduce((all, name) => all.replaceAll(name, SAID.colleague), text);
}

const ALL: readonly What[] = ['name', 'free', 'note', 'answer', 'colleague'];
const TICKET: readonly What[] = ['name', 'free', 'note', 'colleague'];

/** Personal data of each endpoint for staff, and the staff with access to it. */
const ROADS: readonly [string, string, string, readonly What[], readonly string[]][] = [
  ['the list of waiting tickets', 'POST', `${QUEUE}/waitingticketslist`, TICKET, STAFF],
  ['the list of paused tickets', 'POST', `${QUEUE}/pausedticketslist`, TICKET, STAFF],
  ['the list of cancelled tickets', 'POST', `${QUEUE}/cancellededticketslist`, TICKET, STAFF],
  ['the details of a ticket', 'GET', '/restapi/ticket/details/:id', ALL, ['ana', 'pad-1']],
  ['the details by parameter', 'GET', '/restapi/ticket/details', ALL, ['ana', 'pad-1']],
  ['the form answers', 'GET', '/restapi/v2/tickets/:ticket_id/answers', ['answer'], ['ana', 'pad-1']],
  ['the counter', 'GET', '/restapi/v2/counters/:desk_id', TICKET, ['ana', 'pad-1']],
];

describe.each(ROADS)('%s', (_what, method, path, shown, staff) => {
  it.each([...staff])('shows personal data to staff (%s)', async (caller) => {
    for (const more of [{}, { format: 'xml' }]) {
      const text = await read(method, path, caller, { ...ids, ...more });
      if (/"errno":4/.test(text)) continue; // No XML there.
      const found = told(namingColleagues(text));
      expect([more, found]).toEqual([more, shown]);
    }
  });

  it.each([...OTHERS])('shows no personal data to other clients (%s)', async (caller) => {
    for (const more of [{}, { format: 'xml' }]) {
      const text = await read(method, path, caller, { ...ids, ...more });
      expect(told(namingColleagues(text))).toEqual([]);
    }
  });
});

describe('every read operation', () => {
  /** Lists requested by POST. */
  const LISTS = ['waitingticketslist', 'pausedticketslist', 'cancellededticketslist', 'initialstate'];
  const roads = OPERATIONS.filter(({ method, name }) => method === 'GET' || LISTS.includes(name));

  it('is tested here', () => {
    expect(roads.length).toBeGreaterThan(30);
  });

  it.each([...OTHERS])('returns no personal data to %s', async (caller) => {
    for (const { name, method, path, csv } of roads) {
      const tables =
        csv === undefined ? [{}] : [{}, ...['calls', 'tickets', 'users'].map((table) => ({ table, format: 'csv' }))];
      for (const more of tables) {
        const text = await read(String(method), path, caller, { ...ids, ...more });
        // The back office may see users, and a table of calls names the caller.
        const found = told(text).filter((what) => what !== 'colleague');
        expect([name, more, found]).toEqual([name, more, []]);
      }
    }
  });
});

describe('events', () => {
  const heard = async (caller: string, view?: string): Promise<Listener> =>
    listen(town.address, 'hall', { key: keys.get(caller) ?? '', ...(view === undefined ? {} : { view }) });

  it.each([...STAFF, ...OTHERS.filter((name) => name !== 'eva')])(
    'show %s the same personal data as lists',
    async (caller) => {
      const listener = await heard(caller);
      try {
        await visitor();
        await listener.until(({ type }) => type === 'ticket.transferred');
        const found = told(JSON.stringify(listener.heard));
        expect(found).toEqual(STAFF.some((name) => name === caller) ? TICKET : []);
      } finally {
        await listener.close();
      }
    },
  );

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
  it('receives the visitor’s name and text in the ticket that it created', async () => {
    const key = keys.get('kiosk-1') ?? '';
    const drawn = { service_id: 'passports', device_id: 'kiosk-1', client_name: SAID.name, custom_field: SAID.free };
    const { body } = await town.ask('POST', `${QUEUE}/createticket`, key, drawn);
    expect(told(JSON.stringify(body))).toEqual(['name', 'free']);
  });
});

/** Sites with a device per card: readers use the card’s value as its id (`rule=raw`) or code (`rule=table`). */
describe.each([
  ['of the type of cards', '04A23B7A9912', { type: 7 }],
  ['with a code and no type', '04A23B7A9913', { code: '04FF' }],
])('the device of a card %s', (_kind, CARD, named) => {
  let ofCard: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const card = { id: CARD, name: 'Card of a member', location: 'hall', ...named };
    await town.site.load({ ...site(), devices: [...(site() as { devices: object[] }).devices, card] });
    const { ticket } = await done('createticket', { service_id: 'passports', device_id: CARD, client_name: SAID.name });
    ofCard = { ...ids, id: ticket.id, ticket_id: ticket.id };
  });

  const roads = ROADS.filter(([what]) => ['the list of waiting tickets', 'the details of a ticket'].includes(what));

  it.each(roads)('is shown only to staff by %s', async (_what, method, path, _shown, staff) => {
    for (const caller of staff) expect(await read(method, path, caller, ofCard)).toContain(CARD);
    for (const caller of OTHERS) expect(await read(method, path, caller, ofCard)).not.toContain(CARD);
  });

  it('does not hide the devices of other tickets', async () => {
    expect(await read('POST', `${QUEUE}/waitingticketslist`, 'nobody', ids)).toContain('kiosk-1');
  });

  it('is not in the table of tickets', async () => {
    const table = await read('GET', '/restapi/v2/reports/period', 'reports', {
      ...ids,
      table: 'tickets',
      format: 'csv',
    });
    expect(table).toContain('kiosk-1');
    expect(table).not.toContain(CARD);
  });
});

describe('names on displays', () => {
  it('are readable by every client if the site shows them, without other personal data', async () => {
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, names_on_displays: true } });
    try {
      expect(told(await read('POST', `${QUEUE}/waitingticketslist`, 'nobody', ids))).toEqual(['name']);
    } finally {
      await town.site.load({ settings });
    }
  });
});

describe('form answers during a visit', () => {
  const save = (user: string, ticketId: string) =>
    town.ask('PUT', `/restapi/v2/tickets/${ticketId}/answers`, keyOfUser(user), {
      form_answers: { papers: ['Photo'] },
    });

  it('cannot be changed from another desk than that of the call', async () => {
    const { ticket } = await done('createticket', { service_id: 'passports' });
    const { answer } = await done('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: ticket.id });
    expect(await save('bound', ticket.id)).toMatchObject({ status: 403, body: { errno: 105, parameter: 'ticket_id' } });
    expect((await save('ana', ticket.id)).body).toMatchObject({ success: true });
    await done('endcall', { answer_id: answer.id });
    // Neither after the call, nor while the visitor waits for another desk.
    const next = await done('createticket', { service_id: 'passports', desk_id: 'desk-1' });
    for (const id of [ticket.id, next.ticket.id]) {
      const { body } = await save('bound', id);
      expect(body.errno).toBe(105);
    }
    // Desk 2 serves taxes, not passports.
    const taxes = await done('createticket', { service_id: 'taxes' });
    expect((await save('bound', taxes.ticket.id)).body.errno).not.toBe(105);
  });
});

describe('forms', () => {
  it.each(['ana', 'nobody', 'reports'])('cannot be changed by %s, who may read them', async (user) => {
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
