/** Edge cases of the protocol that the interface leaves open. */
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const QUEUE = '/restapi/v2/queuemanagement';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
async function ask(path: string, options: RequestInit = {}): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(`${town.address}${path}`, options);
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

describe('an invalid parameter', () => {
  it.each([
    ['is missing', `${QUEUE}/callticket`, { desk_id: 'desk-1', user_id: 'ana' }, 'ticket_id', /missing/],
    [
      'is too long',
      `${QUEUE}/createticket`,
      { service_id: 'passports', client_name: 'x'.repeat(4001) },
      'client_name',
      /at most 4000 characters/,
    ],
    [
      'is no date',
      `${QUEUE}/createticket`,
      { service_id: 'passports', scheduled_to: '2026-02-30 10:00:00' },
      'scheduled_to',
      /existing date/,
    ],
    [
      'is no number',
      `${QUEUE}/initialstate`,
      { location_id: 'hall', quantity_by_desk: 'ten' },
      'quantity_by_desk',
      /whole number\.$/,
    ],
    [
      'is out of range',
      `${QUEUE}/initialstate`,
      { location_id: 'hall', quantity_by_desk: '1001' },
      'quantity_by_desk',
      /from 0 to 1000/,
    ],
    [
      'is neither true nor false',
      `${QUEUE}/createticket`,
      { service_id: 'passports', priority: 'maybe' },
      'priority',
      /true or false/,
    ],
    [
      'is none of the choices',
      `${QUEUE}/transfercall`,
      { answer_id: 'a', dst_type: 'house', dst_id: 'x', desk_id: 'desk-1' },
      'dst_type',
      /service, desk, user/,
    ],
    [
      'is no list',
      `${QUEUE}/callnextticket`,
      { desk_id: 'desk-1', user_id: 'ana', services: '{"a":1}' },
      'services',
      /JSON list/,
    ],
    [
      'has too many entries',
      `${QUEUE}/callnextticket`,
      { desk_id: 'desk-1', user_id: 'ana', services: JSON.stringify(Array(501).fill('x')) },
      'services',
      /at most 500/,
    ],
  ])('and %s is reported', async (_what, path, fields, parameter, error) => {
    const { status, body } = await ask(path, form(fields));
    expect([status, body]).toMatchObject([400, { errno: 5, parameter }]);
    expect(body.error).toMatch(error);
  });
});

describe('a secret', () => {
  it.each([
    [`${QUEUE}/login?user_id=ana&password=town-password`, 'password'],
    [`${QUEUE}/login?user_id=ana&new_password=another-password`, 'new_password'],
    ['/restapi/v2/users/password?new_password=another-password', 'new_password'],
    ['/restapi/v2/tickets/lookup?secret=s3cret', 'secret'],
    ['/restapi/v2/tickets/leave?secret=s3cret', 'secret'],
    ['/restapi/v2/appointments/lookup?code=1234', 'code'],
    ['/restapi/v2/devices/lookup?code=0042', 'code'],
  ])('in an address is refused: %s', async (path, parameter) => {
    const { status, body } = await ask(path, { method: 'POST' });
    expect([status, body]).toMatchObject([400, { errno: 5, parameter }]);
    expect(body.error).toMatch(/body/);
  });

  it('is never a query parameter in the OpenAPI document', async () => {
    const { body } = await ask('/restapi/openapi.json');
    for (const path of [
      `${QUEUE}/login`,
      '/restapi/v2/tickets/lookup',
      '/restapi/v2/appointments/lookup',
      '/restapi/v2/devices/lookup',
    ]) {
      const names = body.paths[path].post.parameters.map(({ name }: { name?: string }) => name);
      for (const secret of ['password', 'new_password', 'secret', 'code']) expect(names).not.toContain(secret);
    }
  });
});

describe('a repeated request', () => {
  const draw = (key: string) =>
    ask(`${QUEUE}/createticket`, {
      method: 'POST',
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      body: '{"service_id":"passports"}',
    });

  it('gets a header that marks the replay, and counts once', async () => {
    const first = await draw('once');
    const second = await draw('once');
    expect(second.body).toEqual(first.body);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });

  it('is executed after a failure, if possible', async () => {
    const next = () =>
      ask(`${QUEUE}/callnextticket`, {
        ...form({ desk_id: 'desk-1', user_id: 'ana', services: '["weddings"]' }),
        headers: { 'idempotency-key': 'patience' },
      });
    expect((await next()).body.errno).toBe(8);
    const { ticket } = await town.createTicket('Weddings');
    expect((await next()).body.answer.ticket.id).toBe(ticket.id);
  });
});

it('GET reads the address only', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(town.address);
    const socket = createConnection(Number(port), hostname);
    let text = '';
    socket
      .on('data', (data) => (text += data))
      .on('end', () => resolve(text))
      .on('error', reject);
    const body = 'filter[locations][]=clinic';
    socket.end(
      `GET /restapi/locations HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  expect(answer).toContain('200 OK');
  expect(answer).toContain('"id":"hall"');
});

describe('formats', () => {
  it('are case-insensitive', async () => {
    const response = await fetch(`${town.address}/restapi/locations?format=XML`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  });

  it('name the only possible value', async () => {
    const { body } = await ask('/restapi/v2/forms?format=xml');
    expect(body).toEqual({
      success: false,
      errno: 4,
      code: 'json_only',
      error: 'This operation responds in JSON only.',
    });
  });
});

it('describe a service equally in every list', async () => {
  const [{ body: counts }, { body: found }] = await Promise.all([
    ask(`${QUEUE}/waitingticketscount/hall`),
    ask('/restapi/services?filter[locations][]=hall'),
  ]);
  const described = (list: { id: string; description: string }[]) =>
    Object.fromEntries(list.map(({ id, description }) => [id, description]));
  const listed = described(found.services);
  for (const [id, description] of Object.entries(described(counts.services))) expect(listed[id]).toBe(description);
  expect(listed.passports).toBe('Passports');
});

describe('failures with status 200', () => {
  let old: Town;
  beforeAll(async () => {
    const site = townSite();
    old = await openTown({ site: { ...site, settings: { ...(site.settings as object), failure_status: 'ok' } } });
  });
  afterAll(() => old.close());

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(old.address);
      const socket = createConnection(Number(port), hostname);
      let answer = '';
      socket
        .on('data', (data) => (answer += data))
        .on('close', () => resolve(answer))
        .on('error', reject);
      socket.write(text.replace('HOST', `${hostname}:${port}`));
    });

  it.each([
    [
      'a header that is too large',
      `GET /restapi/locations HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
      130,
    ],
    ['an unknown method', 'FROB /restapi/locations HTTP/1.1\r\nHost: HOST\r\n\r\n', 2],
  ])('are those of %s too', async (_what, request, errno) => {
    const answer = await raw(request);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`"errno":${errno}`);
  });
});

describe('requirements of a site', () => {
  const put = (path: string, body: object) =>
    ask(`/restapi/v2/admin/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('are existing roles', async () => {
    const { status, body } = await put('users/rui', { username: 'rui.costa', roles: ['admin_site', 'report_view'] });
    expect([status, body.errno]).toEqual([400, 5]);
    expect(body.faults[0]).toMatch(/roles\[1\]: there is no role "report_view"; available roles: .*reports_view/);
  });

  it('are valid configs of questions', async () => {
    const { question_answer_types: types } = (await ask('/restapi/v2/qats')).body;
    const qat_id = types.find(({ type }: { type: number }) => type === 1).id;
    const { body } = await ask('/restapi/v2/forms', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Form',
        selected: false,
        questions: { before: [{ question: 'Why?', qat_id, config: 'xx' }], during: [], end: [] },
      }),
    });
    expect(body).toMatchObject({ errno: 5, parameter: 'questions[before][0][config]' });
  });
});

describe('with keys', () => {
  let locked: LockedTown;
  beforeAll(async () => {
    const site = lockedSite();
    const roles = ['acl_qmpad_access', 'qm_qmpad_issues_services', 'qm_qmpad_select_services'];
    locked = await openLockedTown({
      site: {
        ...site,
        users: [
          ...(site.users as object[]),
          {
            id: 'robot',
            username: 'robot',
            roles: [...roles, 'qm_act_for_users'],
            locations: ['hall'],
            password: 'robot-password',
          },
          { id: 'clerk', username: 'clerk', roles, locations: ['hall'], password: 'clerk-password' },
        ],
      },
    });
  });
  afterAll(() => locked.close());

  it('a service account acts for others, at its own locations', async () => {
    const call = async (who: string, user_id: string, desk_id = 'desk-1') => {
      const key = await locked.keyOf(who);
      return (await locked.post('callnextticket', { desk_id, user_id }, { authorization: `Bearer ${key}` })).body.errno;
    };
    expect(await call('robot', 'ana')).toBe(8);
    expect(await call('clerk', 'ana')).toBe(104);
    expect(await call('robot', 'eva', 'desk-9')).toBe(105);
    expect(await call('robot', 'eva')).toBe(105);
  });

  it('every device gets its identity, and only a counter pad its allowed users', async () => {
    const session = async (device: string) =>
      (await locked.ask('GET', '/restapi/v2/session', await locked.deviceKey(device))).body;
    const kiosk = await session('kiosk-1');
    expect([kiosk.device.id, kiosk.users]).toEqual(['kiosk-1', []]);
    expect((await session('pad-1')).users.length).toBeGreaterThan(0);
  });
});
