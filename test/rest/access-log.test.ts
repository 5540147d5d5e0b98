/** What the log tells of keys, roles and passwords that were not good, and of those that were. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRefusalLog } from '../../main/server/record-responses.ts';
import { type LockedTown, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

let town: LockedTown;
beforeEach(async () => {
  town = await openLockedTown();
});
afterEach(() => town.close());

const ADMIN = '/restapi/v2/admin/users';
const AT_HOME = '127.0.0.1';

/** The entries of an event, once there are so many: they come when the answer is on its way. */
async function told(event: string, count = 1): Promise<readonly unknown[]> {
  const entries = (): readonly unknown[] =>
    town.logged.filter((entry) => entry.event === event).map(({ data }) => data);
  await expect.poll(() => entries().length).toBe(count);
  return entries();
}

describe('a login', () => {
  it('is logged with its user and address', async () => {
    await town.keyOf('ana');
    expect(await told('auth.login-succeeded')).toEqual([{ user: 'ana', address: AT_HOME }]);
  });

  it('that failed is logged with the requested user', async () => {
    await town.post('login', { user_id: 'ana.silva', password: 'wrong' });
    expect(await told('auth.login-failed')).toEqual([
      { errno: 106, operation: 'login', caller: 'ana', address: AT_HOME },
    ]);
  });

  it('with an unknown name is logged without the name, which may be a password', async () => {
    await town.post('login', { user_id: passwordOf('ana'), password: 'ana' });
    expect(await told('auth.login-failed')).toEqual([{ errno: 106, operation: 'login', caller: '', address: AT_HOME }]);
    expect(JSON.stringify(town.logged)).not.toContain(passwordOf('ana'));
  });
});

describe('a refused request', () => {
  it('is logged with the operation, and with the user if known', async () => {
    const nobody = await town.keyOf('nobody');
    const kiosk = await town.deviceKey('kiosk-1');
    await town.ask('GET', ADMIN, '');
    await town.ask('GET', ADMIN, `${nobody.slice(0, -4)}AAAA`);
    await town.ask('GET', ADMIN, nobody);
    await town.ask('GET', ADMIN, kiosk);
    expect(await told('auth.denied', 4)).toEqual(
      [
        [101, ''],
        [102, ''],
        [104, 'nobody'],
        [104, 'kiosk-1'],
      ].map(([errno, caller]) => ({ errno, operation: expect.stringMatching(/users/), caller, address: AT_HOME })),
    );
    expect(JSON.stringify(town.logged)).not.toMatch(/eyJ|tan_/);
  });

  it('is logged if it requests another location', async () => {
    const eva = await town.keyOf('eva');
    await town.ask('POST', '/restapi/v2/queuemanagement/createticket', eva, { service_id: 'passports' });
    expect(await told('auth.denied')).toMatchObject([{ errno: 105, caller: 'eva' }]);
  });

  it('is logged if it requests figures or events', async () => {
    await town.ask('GET', '/metrics', await town.keyOf('nobody'));
    await town.ask('GET', '/restapi/v2/events?location=hall', '');
    expect(await told('auth.denied', 2)).toMatchObject([
      { operation: 'metrics', caller: 'nobody' },
      { operation: 'events', errno: 101 },
    ]);
  });

  it('for another reason is not told', async () => {
    await town.ask('POST', '/restapi/v2/queuemanagement/createticket', await town.keyOf('ana'), { service_id: 'none' });
    await town.ask('GET', ADMIN, '');
    expect(await told('auth.denied')).toMatchObject([{ errno: 101 }]);
  });
});

it('logs sixty refusals a minute, and then their count', () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const logged: { event: string; data: unknown }[] = [];
  const note = (event: string, data?: unknown): number => logged.push({ event, data });
  const refusals = createRefusalLog({ clock, log: { info: note, warn: note, error: note } });
  const refused = { errno: 101, operation: 'x', caller: '', address: '203.0.113.9' } as const;
  for (let time = 0; time < 1_000; time += 1) refusals.note(refused);
  expect(logged).toHaveLength(60);
  clock.advance(60_000);
  refusals.note(refused);
  expect(logged.slice(60)).toEqual([
    { event: 'auth.denials-suppressed', data: { count: 940 } },
    { event: 'auth.denied', data: refused },
  ]);
});
