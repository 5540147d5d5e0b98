/** A site that takes the place of another queue server, with the settings that docs/reference/replacing.md lists. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import type { Posted } from '../helpers/town.ts';

const QUEUE = '/restapi/v2/queuemanagement';
const COUNTER = ['acl_qmpad_access', 'qm_qmpad_issues_services', 'qm_qmpad_select_services'];
const KIOSK = [...COUNTER, 'acl_services_access'];

/** Ids as another maker may have had them. */
const OLD = {
  settings: { default_lang: 'en', languages: ['en'] },
  locations: [{ id: 'L.00~7', name: 'Town Hall', timezone: 'Europe/Lisbon' }],
  services: [{ id: '4711', name: 'Passports', tag: 'A', location: 'L.00~7', first_ticket_number: 41 }],
  desks: [{ id: '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}', name: 'Desk 1', tag: '1', location: 'L.00~7' }],
  users: [
    { id: '1', username: 'kiosk', roles: KIOSK },
    { id: '2', username: 'robot', roles: [...COUNTER, 'qm_act_for_users'] },
    { id: '3', username: 'clerk', roles: COUNTER },
    { id: '4', username: 'forms', roles: ['admin_site'] },
    { id: '5', username: 'board', roles: [] },
    ...KIOSK.map((role) => ({ id: `no-${role}`, username: role, roles: KIOSK.filter((other) => other !== role) })),
  ],
  devices: [{ id: 'KIOSK:1', name: 'Entrance', type: 1, location: 'L.00~7' }],
  question_answer_types: [{ id: '17', name: 'Text', type: 1 }],
  forms: [{ id: 'F-1', name: 'Before', questions: { before: [{ id: 'Q-1', question: 'Why?', qat_id: '17' }] } }],
};
const DESK = '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}';
const SETTINGS = {
  ...OLD.settings,
  api_authentication: true,
  trusted_networks: ['127.0.0.0/8'],
  allowed_hosts: ['queue.example.org'],
  failure_status: 'ok',
  cors_origins: ['https://app.example.org'],
};

let town: LockedTown;
/** The same site with none of the settings. */
let plain: LockedTown;
beforeAll(async () => {
  town = await openLockedTown({ site: { ...OLD, settings: SETTINGS } });
  plain = await openLockedTown({ site: { ...OLD, settings: { ...OLD.settings, api_authentication: true } } });
});
afterAll(async () => {
  await town.close();
  await plain.close();
});

/** A key by the user's id alone, as the clients of the other server ask for it. */
async function keyOf(user_id: string): Promise<string> {
  return (await town.post('login', { user_id })).body.authtoken;
}

async function ask(user: string, method: string, path: string, parameters: object = {}): Promise<Posted['body']> {
  return (await town.ask(method, path, await keyOf(user), parameters)).body;
}

/** The status and errno of a request that names that host. */
function byHost(address: string, host: string): Promise<readonly [number | undefined, number | undefined]> {
  return new Promise((resolve, reject) => {
    request(`${address}/restapi/v2/queuemanagement/login`, { method: 'POST', headers: { host } }, (response) => {
      let text = '';
      response
        .on('data', (piece) => (text += piece))
        .on('end', () => resolve([response.statusCode, JSON.parse(text).errno]));
    })
      .on('error', reject)
      .end();
  });
}

describe('each setting', () => {
  it('trusted_networks lets clients log in with a user_id alone', async () => {
    expect((await town.post('login', { user_id: '3' })).body).toMatchObject({ success: true, user_id: '3' });
    expect((await plain.post('login', { user_id: '3' })).body).toMatchObject({ success: false, errno: 106 });
  });

  it('allowed_hosts and failure_status: another host name works, and failures are HTTP 200', async () => {
    expect(await byHost(town.address, 'queue.example.org')).toEqual([200, 5]);
    expect(await byHost(town.address, 'other.example.org')).toEqual([200, 108]);
    expect(await byHost(plain.address, 'queue.example.org')).toEqual([421, 108]);
  });

  it('cors_origins lets pages of that origin read answers', async () => {
    const allowed = async ({ address }: LockedTown) =>
      (
        await fetch(`${address}${QUEUE}/login`, { method: 'POST', headers: { origin: 'https://app.example.org' } })
      ).headers.get('access-control-allow-origin');
    expect(await allowed(town)).toBe('https://app.example.org');
    expect(await allowed(plain)).toBe(null);
  });
});

describe('each role', () => {
  const draw = { service_id: '4711' };

  it('a kiosk client lists services and draws tickets with its four roles', async () => {
    expect((await ask('1', 'GET', '/restapi/services')).services).toMatchObject([{ id: '4711' }]);
    expect((await ask('1', 'POST', `${QUEUE}/createticket`, { ...draw, device_id: 'KIOSK:1' })).success).toBe(true);
  });

  it.each(KIOSK)('a kiosk client without %s is refused one of them, by the name of the role', async (role) => {
    const answers = [
      await ask(`no-${role}`, 'GET', '/restapi/services'),
      await ask(`no-${role}`, 'POST', `${QUEUE}/createticket`, draw),
    ];
    const refused = answers.filter(({ errno }) => errno === 104);
    expect(refused).toHaveLength(1);
    expect(refused[0].error).toContain(role);
  });

  it('qm_act_for_users lets a technical account name other users', async () => {
    const next = (user: string) => ask(user, 'POST', `${QUEUE}/callnextticket`, { desk_id: DESK, user_id: '1' });
    await ask('1', 'POST', `${QUEUE}/createticket`, draw);
    expect(await next('3')).toMatchObject({ errno: 104, parameter: 'user_id' });
    expect(await next('2')).toMatchObject({ success: true, answer: { ticket: { dst_user: { id: '1' } } } });
  });

  it('admin_site lets a user change forms', async () => {
    const form = { name: 'After', questions: { before: [], during: [], end: [] } };
    expect(await ask('4', 'POST', '/restapi/v2/forms', form)).toMatchObject({ success: true });
    expect(await ask('3', 'POST', '/restapi/v2/forms', form)).toMatchObject({ errno: 104 });
  });

  it('acl_qmpad_access shows client_name in lists', async () => {
    await ask('1', 'POST', `${QUEUE}/createticket`, { ...draw, client_name: 'Rita' });
    const names = async (user: string) => {
      const { tickets } = await ask(user, 'POST', `${QUEUE}/waitingticketslist`, draw);
      return tickets.map(({ client_name }: { client_name: string }) => client_name).filter(Boolean);
    };
    expect([await names('3'), await names('5')]).toEqual([['Rita'], []]);
  });
});

describe('an import', () => {
  it('keeps every id, and they work as parameters', async () => {
    const { site } = await ask('4', 'GET', '/restapi/v2/admin/site');
    for (const collection of ['locations', 'services', 'desks', 'users', 'devices', 'question_answer_types', 'forms']) {
      const given = OLD[collection as 'users'].map(({ id }) => id);
      const kept = site[collection].map(({ id }: { id: string }) => id);
      expect(kept, collection).toEqual(expect.arrayContaining(given));
    }
    const detail = await ask('4', 'GET', '/restapi/v2/forms/F-1');
    expect(detail.role.questions.before['0'].id).toBe('Q-1');
    const place = encodeURIComponent('L.00~7');
    expect((await ask('3', 'GET', `${QUEUE}/waitingticketscount/${place}`)).services).toMatchObject([{ id: '4711' }]);
  });

  it('begins numbers at first_ticket_number', async () => {
    const fresh = await openLockedTown({ site: { ...OLD, settings: { ...SETTINGS, api_authentication: false } } });
    try {
      expect((await fresh.post('createticket', { service_id: '4711' })).body.ticket.number).toBe('41');
    } finally {
      await fresh.close();
    }
  });
});
