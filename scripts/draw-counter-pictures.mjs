// Takes the pictures of the counter anew, of the demo town hall on a busy morning. Run after `npm run build`:
// node_modules/.bin/node scripts/draw-counter-pictures.mjs [folder]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerPages } from '../main/kiosk/shells/web/pages.ts';
import { Counter } from '../test/helpers/counter-page.ts';
import { launchWholeChromium } from '../test/helpers/kiosk-page.ts';
import { openTown } from '../test/helpers/town.ts';
import { ROOT } from './lib/prepare.mjs';

const FOLDER = process.argv[2] ?? join(ROOT, 'docs', 'pictures');
const MINUTE_MS = 60_000;
const REASON = '01900000-0000-7000-8000-000000000201';
const FILE = '01900000-0000-7000-8000-000000000203';
const NAMES = { counter1: 'Marta Alves', counter2: 'Tiago Reis', counter3: 'Inês Duarte', counter4: 'Paulo Matos' };

const site = JSON.parse(await readFile(join(ROOT, 'assets/demo/site.json'), 'utf8'));
for (const user of site.users) user.name = NAMES[user.id] ?? user.name;

/** Desk 4 at half past ten: one visitor is here, the others wait. */
async function morning() {
  const town = await openTown({
    site,
    at: '2026-11-19T10:02:00Z',
    prepare: (server) => registerPages(server, { pagesDir: join(ROOT, 'dist/renderer'), pages: [{ name: 'counter' }] }),
  });
  const come = async (service, minutes, more = {}) => {
    const { body } = await town.post('createticket', { service_id: service, device_id: 'kiosk-1', ...more });
    if (body.success !== true) throw new Error(JSON.stringify(body));
    town.clock.advance(minutes * MINUTE_MS);
  };
  const permit = (answers) => ({ form_answers: answers });
  await come('building-permits', 2, {
    client_name: 'Rosa Lima',
    ...permit({ [REASON]: 'Application in progress', [FILE]: '2026/00412' }),
  });
  await come('social-support', 4);
  await come('building-permits', 3, permit({ [REASON]: 'New application' }));
  await come('social-support', 5, { lang: 'ar' });
  await come('building-permits', 2, { lang: 'fr', ...permit({ [REASON]: 'New application' }) });
  await come('social-support', 4, { priority: true, client_name: 'Duarte Nunes' });
  await come('building-permits', 1, permit({ [REASON]: 'General question' }));
  await come('social-support', 1);
  await town.post('callnextticket', { desk_id: 'desk-4', user_id: 'counter4', services: ['building-permits'] });
  town.clock.advance(3 * MINUTE_MS + 12_000);
  return town;
}

const browser = await launchWholeChromium();
for (const [name, options, setUp] of [
  ['counter', { viewport: { width: 1280, height: 800 } }],
  ['counter-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
  ['counter-narrow', { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 }],
  ['counter-arabic', { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, locale: 'ar' }],
  ['counter-transfer', { viewport: { width: 1280, height: 800 } }, (counter) => counter.press('t')],
]) {
  const town = await morning();
  const counter = await Counter.at(town, browser, options);
  await counter.isUser('Paulo Matos');
  await counter.page.locator('.choices-desks .choice').first().waitFor();
  await counter.page.locator('.choices-desks .choice', { hasText: '4' }).click();
  await counter.isReady();
  await counter.page.locator('.questions').waitFor();
  // The page has the server's time once it has heard a sign of life.
  town.clock.advance(5_000);
  await counter.page.locator('.clock', { hasText: /^3:/ }).waitFor();
  await setUp?.(counter);
  await counter.page.evaluate(() => document.fonts.ready);
  await counter.page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
  await counter.page.context().close();
  await town.close();
}
await browser.close();
