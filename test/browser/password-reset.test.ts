/** The pages of the password reset by mail: request, link, new password. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite } from '../helpers/locked-town.ts';
import { openMailServer, type PlayedMailServer } from '../helpers/mail-server.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Town } from '../helpers/town.ts';

const FRESH = 'lantern orbit walnut';

let browser: Browser;
let server: PlayedMailServer;
let town: Town;
let counter: Counter;

function site(): Record<string, unknown> {
  const given = lockedSite();
  return {
    ...given,
    settings: {
      ...(given.settings as object),
      public_url: 'https://queue.pontalva.example',
      mail_server: '127.0.0.1',
      mail_port: server.port,
      mail_from: 'queue@pontalva.example',
    },
    users: (given.users as { id: string }[]).map((user) => ({ ...user, email: `${user.id}@pontalva.example` })),
  };
}

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = await openMailServer();
  const mail = { random: () => 1, transport: { authorities: server.authority } };
  town = await openCounterTown({ site: site(), hasher: quickHasher(), mail });
  counter = await Counter.at(town, browser);
});
afterEach(async () => {
  await endOfDay(town, counter);
  await server.close();
});

const button = (name: string) => counter.page.getByRole('button', { name });

/** Requests a link at the page, and returns its token. */
async function mailedToken(): Promise<string> {
  await button('Forgot password?').click();
  await counter.page.getByRole('textbox', { name: 'User name or e-mail address' }).fill('ana@pontalva.example');
  await counter.page.keyboard.press('Enter');
  await counter.page.getByText('a link is on its way').waitFor();
  town.clock.advance(1_000);
  await vi.waitUntil(() => server.taken.length > 0, { timeout: 30_000 });
  const source = (server.taken[0]?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /#reset=([\w-]{43})/.exec(source)?.[1] ?? '';
}

it('leads from a forgotten password by mail to a new one, and signs in with it', async () => {
  const token = await mailedToken();
  expect(await counter.barriers()).toEqual([]);
  await counter.page.goto('about:blank');
  await counter.page.goto(`${town.address}/counter#reset=${token}`);
  await counter.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  // The token is in no address, history or storage.
  expect(counter.page.url()).toBe(`${town.address}/counter/`);
  expect(await counter.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    token,
  );
  expect(await counter.barriers()).toEqual([]);
  const [fresh, again] = await counter.page.locator('input[autocomplete="new-password"]').all();
  await fresh?.fill(FRESH);
  await again?.fill('something else');
  await button('Save password').click();
  await counter.page.getByText('The new passwords do not match.').waitFor();
  await again?.fill(FRESH);
  await button('Save password').click();
  await counter.page.getByText('Your password has been changed.').first().waitFor();
  await counter.signsIn('ana.silva', FRESH);
  await counter.page.locator('.choices-desks').first().waitFor();
});

it('explains a link that was used, also one opened in the same tab, and offers another one', async () => {
  await button('Forgot password?').waitFor();
  await counter.page.evaluate(() => {
    window.location.hash = 'reset=used';
  });
  const fields = counter.page.locator('input[autocomplete="new-password"]');
  await fields.first().fill(FRESH);
  await fields.last().fill(FRESH);
  await button('Save password').click();
  await counter.page.getByText('This link has expired or was already used.').waitFor();
  await button('Back to sign-in').click();
  await button('Forgot password?').waitFor();
});

it('is not offered without a mail server', async () => {
  const given = site();
  const loaded = await town.site.load({ ...given, settings: { ...(given.settings as object), mail_server: '' } });
  expect(loaded.ok).toBe(true);
  const answered = counter.page.waitForResponse(/password-reset/);
  await counter.page.reload();
  await answered;
  await button('Sign in').waitFor();
  expect(await button('Forgot password?').count()).toBe(0);
});
