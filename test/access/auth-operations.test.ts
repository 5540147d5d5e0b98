/** Access to every operation with every kind of key. */
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../main/rest/operation.ts';
import { ROLES } from '../../main/site/contract/roles.ts';
import { DEVICE_TYPE } from '../../main/site/contract/site.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

const PAD = 'acl_qmpad_access';
const SELECT = 'qm_qmpad_select_services';
const ISSUE = 'qm_qmpad_issues_services';

/** The interface's own tables; what is not here needs a key and no role. */
const ROLES_OF: Readonly<Record<string, readonly string[]>> = {
  appointment_lookup: ['acl_qmpad_access'],
  appointment_find: ['acl_qmpad_access'],
  callticket: [PAD, SELECT, ISSUE],
  callnextticket: [PAD, ISSUE],
  recall: [PAD],
  endcall: [PAD],
  pausecall: [PAD, 'qm_qmpad_user_pause_ticket'],
  callpausedticket: [PAD],
  cancelcall: [PAD],
  callcancelledticket: [PAD],
  transfercall: [PAD, 'qm_qmpad_transfer_tickets'],
  createticket: [PAD, SELECT, ISSUE],
  services: ['acl_services_access'],
  serverservices: ['acl_services_access'],
  users: ['essentials_staff_access_staff'],
  services_metadata: [PAD],
  ticket_details: [PAD],
  ticket_details_parameter: [PAD],
  // Ours.
  withdraw_ticket: [PAD, SELECT, ISSUE],
  counters: [PAD],
  counter: [PAD],
  counter_tickets: [PAD],
  counter_figures: [PAD],
  no_show_and_next: [PAD, ISSUE],
  put_back_call: [PAD, 'qm_qmpad_user_pause_ticket'],
  undo: [PAD],
  continuevisit: [PAD],
  requeueticket: [PAD],
  removeticket: [PAD],
  changeticket: [PAD],
  limit_alarms: [PAD],
  acknowledge_limit_alarm: [PAD],
  setdesk: [PAD],
  takeover: [PAD],
  answerstaffcall: [PAD],
  setoutcomes: [PAD],
  ticket_outcomes: [PAD],
  find_tickets: [PAD],
  served_tickets: [PAD],
  ticket_answers: [PAD],
  save_ticket_answers: [PAD],
  report_today: ['reports_view'],
  report_period: ['reports_view'],
  report_tables: ['reports_view'],
  report_file: ['reports_view'],
  report_forecast: ['reports_view'],
  report_views: ['reports_view'],
  put_report_view: ['reports_view'],
  drop_report_view: ['reports_view'],
  report_locations: ['reports_view'],
  report_comparison: ['reports_view'],
  revoke_user: ['admin_site'],
  mail_password_reset: ['admin_site'],
  create_device_key: ['admin_site'],
  pair_device: ['admin_site'],
  revoke_device_key: ['admin_site'],
  create_form: ['admin_site'],
  update_form: ['admin_site'],
  delete_form: ['admin_site'],
  delete_question: ['admin_site'],
};

const SECRET = randomBytes(32);
const DAY_MS = 86_400_000;

function addressOf({ path, method }: Operation): { readonly method: string; readonly path: string } {
  return { method: [method].flat()[0] ?? '', path: path.replace(/:\w+/g, 'x') };
}

/** A JWT as anybody can write one. */
function forge(header: object, claims: object, sign: (text: string) => string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${sign(text)}`;
}

const hmac =
  (hash: string, secret: Buffer) =>
  (text: string): string =>
    createHmac(hash, secret).update(text).digest('base64url');

interface Claims {
  readonly sub: string;
  readonly gen: number;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

/** Keys that are none, made of claims that would be good and of a good key. */
const FORGERIES: Readonly<Record<string, (claims: Claims, good: string) => string>> = {
  garbage: () => 'garbage',
  'three dots': () => 'a.b.c',
  'no algorithm': (claims) => forge({ alg: 'none', typ: 'JWT' }, claims, () => ''),
  'no signature': (_claims, good) => `${good.split('.').slice(0, 2).join('.')}.`,
  'a touched signature': (_claims, good) => {
    const [head, body, signature = ''] = good.split('.');
    return `${head}.${body}.${[...signature].reverse().join('')}`;
  },
  'claims of another': (claims, good) => {
    const [head, , signature] = good.split('.');
    return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  },
  'another secret': (claims) => forge({ alg: 'HS256', typ: 'JWT' }, claims, hmac('sha256', randomBytes(32))),
  'another algorithm': (claims) => forge({ alg: 'HS512', typ: 'JWT' }, claims, hmac('sha512', SECRET)),
  'no owner': ({ exp }) => forge({ alg: 'HS256', typ: 'JWT' }, { exp }, hmac('sha256', SECRET)),
  'no end': () => forge({ alg: 'HS256', typ: 'JWT' }, { sub: 'chief', gen: 1 }, hmac('sha256', SECRET)),
  'another generation': (claims) => forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, gen: 0 }, hmac('sha256', SECRET)),
  'a stranger': (claims) =>
    forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: 'x', gen: 0 }, hmac('sha256', SECRET)),
  'a username': (claims) =>
    forge({ alg: 'HS256', typ: 'JWT' }, { ...claims, sub: 'the.chief' }, hmac('sha256', SECRET)),
  'no device': () => `tan_${randomBytes(32).toString('base64url')}`,
};

/** One door lets all of them in or none: each operation is tried with two of them, and in the slow tests with all. */
const TURNS = Object.keys(FORGERIES).length / 2;
function forgeriesFor(operation: number): readonly (readonly [what: string, make: (typeof FORGERIES)[string]])[] {
  return Object.entries(FORGERIES).filter((_each, at) => IS_WHOLE || at % TURNS === operation % TURNS);
}

/** Roles that stand for another one at some operations. */
const INSTEAD: ReadonlySet<string> = new Set(OPERATIONS.flatMap(({ orRoles = [] }) => orRoles));

/** Everybody who has all roles but one, and everybody who has just those of one operation. */
function site(): object {
  const given = lockedSite();
  const users = given.users as object[];
  const sets = new Set(OPERATIONS.map(({ roles = [] }) => roles.join('+')));
  return {
    ...given,
    users: [
      ...users,
      ...ROLES.map((role) => ({
        id: `no-${role}`,
        username: `no-${role}`,
        roles: ROLES.filter((each) => each !== role && !INSTEAD.has(each)),
      })),
      ...[...sets].map((set) => ({
        id: `only-${set}`,
        username: `only-${set}`,
        roles: set.split('+').filter(Boolean),
      })),
    ],
  };
}

let town: LockedTown;
/** Of a device of each kind. */
const deviceKeys = new Map<number, string>();
beforeAll(async () => {
  // Some of the requests below reach the settings; this holds whatever they say.
  town = await openLockedTown({ site: site(), secret: SECRET, authentication: 'on' });
  const types = Object.values(DEVICE_TYPE);
  await town.site.load({ devices: types.map((type) => ({ id: `kind-${type}`, name: 'One', type, location: 'hall' })) });
  for (const type of types) deviceKeys.set(type, await town.auth.newDeviceKey(`kind-${type}`));
});
afterAll(() => town.close());

function keyOf(id: string): string {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  return town.auth.keyFor(user, town.clock.now());
}

async function errnoOf(op: Operation, key: string): Promise<number | undefined> {
  const { method, path } = addressOf(op);
  return (await town.ask(method, path, key)).body.errno;
}

const LOCKED = OPERATIONS.filter(({ withoutKey }) => withoutKey !== true);

it('tries every kind of forgery at many operations', () => {
  const tried = LOCKED.flatMap((_op, at) => forgeriesFor(at).map(([what]) => what));
  for (const what of Object.keys(FORGERIES))
    expect([what, tried.filter((each) => each === what).length > 10]).toEqual([what, true]);
});

it('requires a key except for operations that return one', () => {
  const open = OPERATIONS.filter(({ withoutKey }) => withoutKey === true);
  expect(open.map(({ name }) => name)).toEqual([
    'login',
    'password_reset',
    'request_password_reset',
    'complete_password_reset',
    'begin_pairing',
    'collect_pairing',
    'phone_ticket',
    'leave_queue',
  ]);
});

it('requires the roles of the standard interface', () => {
  for (const { name, path, roles = [] } of LOCKED) {
    const listed = ROLES_OF[name] ?? (path.startsWith('/restapi/v2/admin/') ? ['admin_site'] : []);
    expect([name, ...roles]).toEqual([name, ...listed]);
  }
});

it('allows auditors to read, but not to write', () => {
  const looks = OPERATIONS.filter(({ orRoles }) => orRoles?.includes('audit_view'));
  const others = looks.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(others).toEqual(['preview_opening_hours', 'preview_ticket', 'preview_form', 'admin_search_site']);
});

it('allows administrators of a location to change its items', () => {
  const writes = OPERATIONS.filter(({ orRoles, method }) => method !== 'GET' && orRoles?.includes('admin_branch'));
  const made = ['service_groups', 'services', 'desks', 'users', 'devices', 'appointments'];
  expect(writes.map(({ name }) => name).toSorted()).toEqual(
    [
      'admin_bulk_edit',
      'admin_change_item',
      'admin_import_csv',
      'admin_reset_to_parent',
      'admin_order',
      'admin_replace_locations',
      ...made.flatMap((name) => [`admin_create_${name}`, `admin_replace_${name}`, `admin_delete_${name}`]),
      'admin_search_appointments',
      'admin_search_site',
      'admin_undo',
      'ask_device',
      'create_device_key',
      'mail_password_reset',
      'pair_device',
      'preview_form',
      'preview_opening_hours',
      'preview_ticket',
      'revoke_device_key',
      'revoke_user',
    ].toSorted(),
  );
});

it('refuses device reports from users', () => {
  const devicesOnly = LOCKED.filter((op) => op.devicesOnly === true);
  expect(devicesOnly.map(({ name }) => name)).toEqual([
    'lease_numbers',
    'sync_offline_tickets',
    'call_staff',
    'kiosk_status',
    'claim_device_action',
    'report_device_action',
    'report_local_action',
  ]);
});

it('accepts only JSON in the back office', () => {
  const isOfBackOffice = (path: string): boolean => path.startsWith('/restapi/v2/admin/');
  expect(OPERATIONS.filter(({ path, jsonBody = false }) => isOfBackOffice(path) !== jsonBody)).toEqual([]);
});

it('refuses devices in the back office', () => {
  const open = OPERATIONS.filter(({ roles, devices }) => roles?.includes('admin_site') && devices !== undefined);
  expect(open).toEqual([]);
});

describe.each(LOCKED.map((op, at) => [op.name, op, at] as const))('%s', (_name, op, at) => {
  it('requires a key', async () => {
    const { method, path } = addressOf(op);
    const answer = await town.ask(method, path, '');
    expect(answer.body).toMatchObject({ success: false, errno: 101 });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('refuses foreign keys', async () => {
    const seconds = Math.floor(town.clock.now() / 1000);
    const claims = { sub: 'chief', gen: 1, iat: seconds, exp: seconds + 3600, jti: randomBytes(8).toString('hex') };
    // The forger's tools are good: with our secret, its work is taken for ours.
    const perfect = forge({ alg: 'HS256', typ: 'JWT' }, claims, hmac('sha256', SECRET));
    expect([101, 102, 103]).not.toContain(await errnoOf(op, perfect));
    const { method, path } = addressOf(op);
    for (const [what, make] of forgeriesFor(at)) {
      const { status, body: answer } = await town.ask(method, path, make(claims, keyOf('chief')));
      expect([what, answer.errno, status]).toEqual([what, 102, 401]);
    }
  });

  it('refuses a key after seven days', async () => {
    const old = town.auth.keyFor(town.site.current().user('chief') as never, town.clock.now() - 7 * DAY_MS);
    expect(await errnoOf(op, old)).toBe(103);
  });

  it('names the missing role', async () => {
    const { method, path } = addressOf(op);
    for (const role of op.roles ?? []) {
      const { status, body } = await town.ask(method, path, keyOf(`no-${role}`));
      expect([body.errno, status]).toEqual([104, 403]);
      expect(body.error).toContain(role);
    }
  });

  it('accepts only users with its roles', async () => {
    const errno = await errnoOf(op, keyOf(`only-${(op.roles ?? []).join('+')}`));
    if (op.devicesOnly) expect(errno).toBe(104);
    else expect([101, 102, 103, 104]).not.toContain(errno);
  });

  it('accepts only device types with this permission', async () => {
    for (const [type, key] of deviceKeys) {
      const errno = await errnoOf(op, key);
      if (op.devices?.includes(type) === true) expect([101, 102, 103, 104]).not.toContain(errno);
      else expect([type, errno]).toEqual([type, 104]);
    }
  });
});

it('only operations of the back office and of reports run one at a time', () => {
  const long = OPERATIONS.filter(({ takesLong }) => takesLong === true).map(({ path }) => path);
  expect(long).toEqual(
    OPERATIONS.map(({ path }) => path).filter((path) => /^\/restapi\/v2\/(admin|reports)\b/.test(path)),
  );
});

describe('a key', () => {
  it('is valid until the end of its seven days', async () => {
    const start = town.clock.now();
    const key = await town.keyOf('chief');
    const errno = async () => (await town.ask('GET', '/restapi/services', key)).body.errno;
    town.clock.advance(7 * DAY_MS - 1);
    expect(await errno()).toBeUndefined();
    town.clock.advance(1);
    expect(await errno()).toBe(103);
    town.clock.advance(start - town.clock.now());
  });

  it.each(['Basic eDp5', 'Bearer', 'Bearer ', 'Bearer a b', 'tan_x'])('is not `%s`', async (authorization) => {
    const response = await fetch(`${town.address}/restapi/locations`, { headers: { authorization } });
    expect(await response.json()).toMatchObject({ errno: 102 });
  });

  it('is refused in the requested format, and with status 200 if the site sets this for old clients', async () => {
    const xml = await fetch(`${town.address}/restapi/locations?format=xml`);
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(await xml.text()).toContain('<errno>101</errno>');
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, failure_status: 'ok' } });
    expect((await fetch(`${town.address}/restapi/locations`)).status).toBe(200);
    await town.site.load({ settings });
  });

  it('is not required for probes, but for metrics, unless the network is trusted', async () => {
    const status = async (path: string, key = ''): Promise<number> =>
      (await fetch(town.address + path, key === '' ? {} : { headers: { authorization: `Bearer ${key}` } })).status;
    expect([await status('/healthz'), await status('/readyz'), await status('/metrics')]).toEqual([200, 200, 401]);
    expect(await status('/metrics', keyOf('nobody'))).toBe(403);
    expect(await status('/metrics', keyOf('chief'))).toBe(200);
    const figures = async (user: string): Promise<string> =>
      (await fetch(`${town.address}/metrics`, { headers: { authorization: `Bearer ${keyOf(user)}` } })).text();
    const type = DEVICE_TYPE.kiosk;
    await town.site.load({
      devices: [
        { id: 'kiosk-hall', name: 'Hall', type, location: 'hall' },
        { id: 'kiosk-coded', name: 'Hall 2', type, location: 'hall', code: '0700' },
        { id: 'card-of-nora', name: 'Nora', type, location: 'hall', code: '0701' },
      ],
    });
    await town.ask('GET', '/restapi/v2/kiosks/kiosk-coded', await town.deviceKey('kiosk-coded'));
    const all = await figures('chief');
    const whole = ['service="passports"', 'service="blood"', 'tan_requests_total', '"kiosk-hall"', '"kiosk-9"'];
    for (const each of whole) expect(all).toContain(each);
    // A card that its house calls a kiosk is none; a kiosk with a code is one.
    await vi.waitFor(
      async () => expect(await figures('chief')).toContain('tan_device_connected{device="kiosk-coded"}'),
      { timeout: 30_000 },
    );
    expect(all).not.toContain('card-of-nora');
    // Who sees a part of the house is told of that part alone.
    await town.site.load({
      users: [{ ...(town.site.current().user('eva') as object), roles: ['reports_view'], locations: ['clinic'] }],
    });
    const part = await figures('eva');
    expect(part).toContain('tan_waiting_tickets{service="blood"} 0');
    expect(part).toMatch(/tan_device_connected\{device="kiosk-9"\} \d/);
    for (const other of ['passports', 'tan_requests_total', 'process_', 'kiosk-hall'])
      expect(part).not.toContain(other);
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, trusted_networks: ['127.0.0.0/8'] } });
    expect(await status('/metrics')).toBe(200);
    await town.site.load({ settings });
  });
});
