/** Who may work at a counter: passwords, roles, desks. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { programVersion } from '../../main/app/version.ts';
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { EventMessage } from '../../main/events/contract/events.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { listen } from '../helpers/listener.ts';
import { COUNTER_ROLES, lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Town } from '../helpers/town.ts';

const FLOOR = ['acl_qmpad_access', 'qm_qmpad_issues_services'];

function site(): Record<string, unknown> {
  const given = lockedSite();
  const users = given.users as { id: string }[];
  return {
    ...given,
    users: [
      ...users.map((user) => (user.id === 'rui' ? { ...user, desks: ['desk-2'] } : user)),
      { id: 'floor', username: 'floor', name: 'Floor', roles: FLOOR, password: passwordOf('floor') },
    ],
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let town: Town;
let counter: Counter;
beforeEach(async () => {
  town = await openCounterTown({ site: site(), hasher: quickHasher() });
  counter = await Counter.at(town, browser);
});
afterEach(() => endOfDay(town, counter));

describe('signing in', () => {
  it('lets in who knows the password, and works with the key from then on', async () => {
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.sitsAt('Desk 1');
    await counter.act(/^Add visitor/).click();
    await counter.dialog().locator('.choice', { hasText: 'Passports' }).click();
    await counter.dialog().getByRole('button', { name: 'Serve now' }).click();
    await counter.serves('A001');
    // This tab only: the key is in no cookie, in no address and not kept for tomorrow.
    expect(counter.page.url()).toBe(`${town.address}/counter/`);
    expect(await counter.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('eyJ');
    await counter.page.reload();
    await counter.serves('A001');
  });

  it('hides the password, and takes it from a password manager', async () => {
    const field = counter.page.locator('input[autocomplete="current-password"]');
    await field.waitFor();
    expect(await field.getAttribute('type')).toBe('password');
    const takesPaste = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(takesPaste).toBe(true);
  });

  it('refuses a wrong password in a calm sentence', async () => {
    await counter.signsIn('ana.silva', 'not this one');
    await counter.page.getByText('Incorrect user name or password.').waitFor();
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.page.locator('.choices-desks').first().waitFor();
  });

  it('asks for a password of one’s own after a one-time password', async () => {
    const { credentials, hasher } = town.site;
    await credentials.write([{ kind: 'user', id: 'ana', secret: await hasher.hash('once only 1'), mustChange: true }]);
    await counter.signsIn('ana.silva', 'once only 1');
    await counter.page.getByText('This was a one-time password.').waitFor();
    expect(await counter.barriers()).toEqual([]);
    const [fresh, again] = await counter.page.locator('input[autocomplete="new-password"]').all();
    await fresh?.fill('a new one 1');
    await again?.fill('another one');
    await counter.page.locator('button[type="submit"]').click();
    await counter.page.getByText('The new passwords do not match.').waitFor();
    await again?.fill('a new one 1');
    await counter.page.locator('button[type="submit"]').click();
    await counter.page.locator('.choices-desks').first().waitFor();
    const { body } = await town.post('login', { user_id: 'ana', password: 'a new one 1' });
    expect(body.success).toBe(true);
  });

  it('is asked for again when the key has ended, and comes back to the same desk', async () => {
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.sitsAt('Desk 1');
    await town.auth.revokeUser('ana');
    await counter.page.getByText('Please sign in again. Your input has been kept.').waitFor();
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.isReady();
    expect(await counter.page.locator('.bar-desk').textContent()).toBe('Desk 1');
  });

  it('ends by signing out', async () => {
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.sitsAt('Desk 1');
    await counter.page.locator('.bar-user').click();
    const kept = await counter.page.evaluate(() => Object.values(sessionStorage).join(' '));
    const key = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(kept)?.[0] ?? '';
    const withKey = async (): Promise<number> =>
      (await fetch(`${town.address}/restapi/locations`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await withKey()).toBe(200);
    await counter.dialog().getByRole('button', { name: 'Sign out' }).click();
    await counter.page.locator('input[autocomplete="username"]').waitFor();
    await expect.poll(withKey, { timeout: 30_000 }).toBe(401);
    expect(await counter.page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await counter.page.reload();
    await counter.page.locator('input[autocomplete="username"]').waitFor();
  });
});

describe('a counter pad', () => {
  it('has a key of its own, and only asks who is sitting there', async () => {
    const answer = await fetch(`${town.address}/restapi/v2/admin/devices/pad-1/key`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await keyOf('chief')}` },
    });
    const { key } = (await answer.json()) as { key: string };
    await counter.page.goto(`${town.address}/counter/#key=${key}`);
    await counter.page.reload();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await counter.act(/^Add visitor/).click();
    await counter.dialog().locator('.choice', { hasText: 'Passports' }).click();
    await counter.dialog().getByRole('button', { name: 'Serve now' }).click();
    await counter.serves('A001');
    // Staff read of it which program it runs, and how large its page is.
    const office = await listen(town.address, 'hall', { key: await keyOf('chief') });
    onTestFinished(() => office.socket.terminate());
    const told = await office.until((message) => padIn(message) !== undefined);
    expect(padIn(told)).toEqual({ version: programVersion(), screen_size: '1280×800', screen: 'counter' });
  });
});

/** What the counter pad says of itself, once it does. */
function padIn(message: EventMessage): Partial<DeviceStatus> | undefined {
  const devices =
    message.type === 'state' ? message.state.devices : message.type === 'device.changed' ? message.devices : [];
  const pad = devices.find(({ device_id, status }) => device_id === 'pad-1' && status.version !== '');
  if (pad === undefined) return undefined;
  const { version: said, screen_size, screen } = pad.status;
  return { version: said, screen_size, screen };
}

describe('one’s own password', () => {
  const opensPassword = async (): Promise<void> => {
    await counter.page.locator('.bar-user').click();
    await counter.dialog().getByRole('button', { name: 'Change password' }).click();
    await counter.dialog().getByLabel('Current password').waitFor();
  };
  const types = async (present: string, fresh: string, again = fresh): Promise<void> => {
    await counter.dialog().getByLabel('Current password').fill(present);
    await counter.dialog().getByLabel('New password', { exact: true }).fill(fresh);
    await counter.dialog().getByLabel('Repeat new password').fill(again);
    await counter.press('Enter');
  };

  it('is changed at the counter, which works on while every other key of the user ends', async () => {
    const elsewhere = await keyOf('ana');
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.sitsAt('Desk 1');
    await opensPassword();
    expect(await counter.barriers()).toEqual([]);
    await types('not this one', 'a better one');
    await counter.dialog().getByText('The current password is incorrect.').waitFor();
    await types(passwordOf('ana'), 'short');
    await counter.dialog().getByRole('alert').getByText('At least 8 characters.').waitFor();
    await types(passwordOf('ana'), 'a better one', 'another one');
    await counter.dialog().getByText('The new passwords do not match.').waitFor();
    await types(passwordOf('ana'), passwordOf('ana'));
    await counter.dialog().getByText('The new password must differ from the current one.').waitFor();
    await types(passwordOf('ana'), 'a better one');
    await counter.isTold('Your password has been changed.');
    expect(await counter.dialog().count()).toBe(0);

    // The line to the events is that of the new key: what happens elsewhere is seen here.
    const asked = { method: 'POST', headers: { 'content-type': 'application/json', authorization: '' } };
    const comes = async (key: string): Promise<number> => {
      const headers = { ...asked.headers, authorization: `Bearer ${key}` };
      const body = JSON.stringify({ service_id: 'passports' });
      const path = '/restapi/v2/queuemanagement/createticket';
      return (await fetch(`${town.address}${path}`, { ...asked, headers, body })).status;
    };
    expect(await comes(elsewhere)).toBe(401);
    expect(await comes(await keyOf('chief'))).toBe(200);
    await counter.lists(['A001']);
    await counter.callNext();
    await counter.serves('A001');
    await counter.page.reload();
    await counter.serves('A001');
    expect((await town.post('login', { user_id: 'ana', password: passwordOf('ana') })).body.errno).toBe(106);
    expect((await town.post('login', { user_id: 'ana', password: 'a better one' })).body.success).toBe(true);
  });

  it('is left alone by a key that ends while the new one is on its way', async () => {
    await counter.signsIn('ana.silva', passwordOf('ana'));
    await counter.sitsAt('Desk 1');
    // The server has ended the key, and the page hears so before it has the new one.
    await counter.page.route('**/restapi/v2/users/password', async (route) => {
      const answer = await route.fetch();
      await counter.page.locator('.stale[data-stale="true"]').waitFor({ state: 'attached' });
      await route.fulfill({ response: answer });
    });
    await opensPassword();
    await types(passwordOf('ana'), 'a better one');
    await counter.isTold('Your password has been changed.');
    await counter.isReady();
  });

  it('is nothing to whoever only said who they are', async () => {
    const { settings } = town.site.current();
    await town.site.load({ settings: { ...settings, api_authentication: false } });
    await counter.page.reload();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await counter.page.locator('.bar-user').click();
    await counter.dialog().getByText('Working as Ana Silva').waitFor();
    expect(await counter.dialog().getByRole('button', { name: 'Change password' }).count()).toBe(0);
  });
});

describe('what a user may do', () => {
  it('is all there is to see: no pausing, sending on or new numbers without the roles', async () => {
    await counter.signsIn('floor', passwordOf('floor'));
    await counter.sitsAt('Desk 1');
    const answer = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await keyOf('chief')}` },
      body: JSON.stringify({ service_id: 'passports' }),
    });
    expect(answer.ok).toBe(true);
    await counter.lists(['A001']);
    await counter.callNext();
    await counter.serves('A001');
    const names = await counter.page.locator('.acts button').allTextContents();
    const shown = ['End and next', 'End', 'Recall', 'No-show', 'No-show and next'];
    expect(names.map((name) => name.replace(/.$/, ''))).toEqual(shown);
    await counter.press('p');
    await counter.press('k');
    await counter.press('t');
    await counter.press('w');
    expect(await counter.dialog().count()).toBe(0);
    expect(await counter.serving()).toBe('A001');
  });

  it('ends at the own desks', async () => {
    await counter.signsIn('rui.costa', passwordOf('rui'));
    await counter.page.locator('.choices-desks').first().waitFor();
    expect(await counter.page.locator('.choices-desks .choice strong').allTextContents()).toEqual(['Desk 2']);
  });

  it('is nothing here without the role of a counter', async () => {
    await counter.signsIn('nobody', passwordOf('nobody'));
    await counter.page.getByText('You do not have permission to work at a desk.').waitFor();
    expect(COUNTER_ROLES).toContain('acl_qmpad_access');
  });
});

async function keyOf(user: string): Promise<string> {
  const { body } = await town.post('login', { user_id: user, password: passwordOf(user) });
  return body.authtoken;
}
