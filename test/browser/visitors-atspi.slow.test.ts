/**
 * Phone page, display, pairing page and API documentation in the accessibility tree of a desktop:
 * `npm run test:slow -- atspi`.
 */
import { expect, it } from 'vitest';
import { openDesktop } from '../helpers/assisted-desktop.ts';
import { DesktopEar } from '../helpers/desktop-ear.ts';
import { Display, openHall } from '../helpers/display-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { leadToItsEnd, openPhoneHall, Phone } from '../helpers/phone-page.ts';

const LANGUAGES = ['en', 'ar'] as const;

it.each(LANGUAGES)('AT-SPI exposes the phone page through a whole visit: %s', async (lang) => {
  const desktop = await openDesktop();
  const hall = await openPhoneHall();
  for (let before = 0; before < 3; before += 1) await hall.give();
  const mine = await hall.give('passports', lang);
  const phone = await Phone.at(hall, desktop.browser, mine.path);
  const ear = new DesktopEar(desktop, phone.page);
  await phone.looks('waiting');
  await ear.hear('waiting');
  await phone.page.locator('button:has(+ dialog)').click();
  await phone.page.locator('dialog[open]').waitFor();
  await ear.hear('leaving, asked once more');
  await phone.page.keyboard.press('Escape');
  await leadToItsEnd(hall, mine, async (look) => {
    await phone.looks(look);
    await ear.hear(look);
  });
  expect(ear.found).toEqual({});
});

it('AT-SPI exposes the phone page of an unknown ticket', async () => {
  const desktop = await openDesktop();
  const hall = await openPhoneHall();
  const phone = await Phone.at(hall, desktop.browser, `/ticket/${'x'.repeat(43)}`);
  const ear = new DesktopEar(desktop, phone.page);
  await phone.looks('unknown');
  await ear.hear('unknown');
  expect(ear.found).toEqual({});
});

it.each(LANGUAGES)('AT-SPI exposes a display and its calls: %s', async (lang) => {
  const desktop = await openDesktop();
  const hall = await openHall({
    display: { call_seconds: 3, ticker: 'Please have your papers ready.' },
    settings: { default_lang: lang, languages: [lang] },
  });
  const display = await Display.at(hall, desktop.browser);
  const ear = new DesktopEar(desktop, display.page);
  await display.sees('idle');
  await ear.hear('nobody is called');
  await hall.call('Passports', 'Desk 4');
  await display.announces('A042');
  await display.isQuiet();
  await hall.call('Taxes', 'Desk 1');
  await display.announces('B001');
  await display.isQuiet();
  await ear.hear('two are called');
  await display.page.goto(`${hall.program.address}/display/`);
  await display.sees('choosing');
  await ear.hear('which display it is');
  await display.page.goto(`${hall.program.address}/display/?device=nobody`);
  await display.sees('refused');
  await ear.hear('refused');
  expect(ear.found).toEqual({});
});

it.each(LANGUAGES)('AT-SPI exposes the code of the pairing page: %s', async (locale) => {
  const desktop = await openDesktop();
  const machine = await openMachine({ printer: 'none' });
  const context = await desktop.browser.newContext({ locale });
  const page = await context.newPage();
  const ear = new DesktopEar(desktop, page);
  await page.goto(`${machine.program.address}/pair`);
  await page.locator('.pair-qr path[d]').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  await ear.hear('its code');
  expect(ear.found).toEqual({});
});

it('AT-SPI exposes the API documentation and its search results', async () => {
  const desktop = await openDesktop();
  const machine = await openMachine({ printer: 'none' });
  const page = await (await desktop.browser.newContext()).newPage();
  const ear = new DesktopEar(desktop, page);
  await page.goto(`${machine.program.address}/docs#transfercall`);
  await page.locator('details#transfercall .body').waitFor();
  await ear.hear('an operation');
  await page.locator('input[type="search"]').fill('paused');
  await page.locator('[role="status"]').filter({ hasText: /[0-9]/ }).waitFor();
  await ear.hear('what is found');
  expect(ear.found).toEqual({});
});
