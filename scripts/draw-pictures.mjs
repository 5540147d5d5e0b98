// Takes the pictures of README and docs anew: a busy town hall, its kiosk and a ticket, displays, the editor of a ticket.
// Run after `npm run build`: node_modules/.bin/node scripts/draw-pictures.mjs [name of a picture, for it alone ...]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { createVirtualPrinter } from '../main/virtual-printer/virtual-printer.ts';
import { ROOT } from './lib/prepare.mjs';

const PICTURES = join(ROOT, 'docs', 'pictures');
const QUEUES = {
  'identity-cards': 6,
  passports: 3,
  'civil-registry': 9,
  residence: 2,
  'local-taxes': 4,
  payments: 1,
  'water-waste': 2,
  information: 12,
};

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});

async function townHall(use) {
  const data = mkdtempSync(join(tmpdir(), 'take-a-number-pictures-'));
  const printer = createVirtualPrinter();
  const port = await printer.listenTcp();
  const flags = ['--port', '0', '--data', data, '--printer', `tcp://127.0.0.1:${port}`];
  const program = spawn(process.execPath, [join(ROOT, 'dist/main/serve.js'), ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise((resolve) => {
    program.stdout.on('data', (text) => resolve(/ready (\S+)/.exec(String(text))?.[1]));
  });
  const post = (operation, body) =>
    fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const [service, people] of Object.entries(QUEUES)) {
    for (let person = 0; person < people; person += 1) {
      await post('createticket', { service_id: service, device_id: 'kiosk-1' });
    }
  }
  for (const desk of [1, 2, 3]) await post('callnextticket', { desk_id: `desk-${desk}`, user_id: `counter${desk}` });
  try {
    await use(address, printer);
  } finally {
    program.kill();
    await printer.close();
    rmSync(data, { recursive: true, force: true });
  }
}

const named = process.argv.slice(2);
const isWanted = (name) => named.length === 0 || named.includes(name);

async function picture(name, [width, height], steps = async () => {}) {
  if (!isWanted(name)) return;
  await townHall(async (address, printer) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${address}/kiosk/`);
    await page.waitForSelector('.choice');
    await page.evaluate(() => document.fonts.ready);
    await steps(page, printer);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  });
}

async function takeTicket(page, language) {
  await page.getByRole('button', { name: language, exact: true }).click();
  await page.getByRole('button', { name: language, exact: true, pressed: true }).waitFor();
  await page.locator('.choice[data-kind=group] .choice-main').first().click();
  await page.locator('.choice[data-kind=service] .choice-main').nth(1).click();
  await page.waitForSelector('[data-screen=take-ticket]');
}

await picture('kiosk', [1920, 1080]);
await picture('kiosk-portrait-arabic', [1080, 1920], async (page) => {
  await page.getByRole('button', { name: 'العربية', exact: true }).click();
  await page.locator('.choice[data-kind=group] .choice-main').first().click();
  await page.waitForSelector('.choice[data-kind=service]');
});
for (const [name, language] of [
  ['ticket', 'English'],
  ['ticket-arabic', 'العربية'],
  ['ticket-chinese', '中文'],
]) {
  // The screen and the paper are pictures of one moment.
  await picture(`take-${name}`, [1080, 1920], async (page, printer) => {
    await takeTicket(page, language);
    writeFileSync(join(PICTURES, `${name}.png`), (await printer.nextTicket()).toPng());
  });
}

// A technician at a kiosk without paper.
await picture('operator-panel', [800, 1280], async (page, printer) => {
  const { origin } = new URL(page.url());
  const device = `${origin}/restapi/v2/admin/devices/kiosk-1`;
  const { item } = await (await fetch(device)).json();
  await fetch(device, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...item, panel_pin: '482915' }),
  });
  printer.outOfPaper();
  await page.getByText('No paper at the moment').waitFor();
  await page.mouse.move(400, 20);
  await page.mouse.down();
  await page.waitForSelector('[data-screen="panel-pin"]');
  await page.mouse.up();
  await page.keyboard.type('482915');
  await page.keyboard.press('Enter');
  await page.locator('[data-trouble="no-paper"]').waitFor();
});

/** A display of the demo site, changed as the picture wants it, a moment after a call. */
async function displayPicture(name, [width, height], { languages, lang, ...display }) {
  if (!isWanted(name)) return;
  await townHall(async (address) => {
    const ask = async (path, method, body) => {
      const headers = { 'content-type': 'application/json' };
      const options = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
      return (await fetch(`${address}/restapi/v2/${path}`, options)).json();
    };
    const { item } = await ask('admin/devices/display-1', 'GET');
    const changed = { ...item, languages: languages ?? item.languages, display: { ...item.display, ...display } };
    await ask('admin/devices/display-1', 'PUT', changed);
    const page = await browser.newPage({ viewport: { width, height } });
    // Sound needs no touch in a picture.
    await page.addInitScript(() => Object.defineProperty(AudioContext.prototype, 'state', { value: 'running' }));
    await page.clock.setFixedTime('2026-11-24T10:42:00Z');
    await page.goto(`${address}/display/?device=display-1`);
    await page.waitForSelector('.calls');
    for (const desk of [1, 2]) {
      await ask('queuemanagement/callnextticket', 'POST', { desk_id: `desk-${desk}`, user_id: `counter${desk}` });
    }
    await page.waitForFunction(() => document.querySelectorAll('.line').length >= 4);
    let last;
    for (let person = 0; person < 42; person += 1) {
      last = await ask('queuemanagement/createticket', 'POST', { service_id: 'schools', lang });
    }
    await ask('queuemanagement/callticket', 'POST', {
      desk_id: 'desk-5',
      user_id: 'counter4',
      ticket_id: last.ticket.id,
    });
    await page.locator('.focus[data-now="true"] .focus-number', { hasText: 'J042' }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  });
}

await displayPicture('display', [1920, 1080], { lang: 'zh' });
await displayPicture('display-portrait-arabic', [1080, 1920], { languages: ['ar', 'en'], lang: 'fr' });
await displayPicture('display-contrast', [1920, 1080], { lang: 'de', look: 'contrast', media: [] });

/** The ticket of the town hall while it is being arranged, beside the paper. */
async function layoutPicture(name, [width, height]) {
  if (!isWanted(name)) return;
  await townHall(async (address) => {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${address}/admin/#/locations/town-hall`);
    const press = (label) => page.getByRole('button', { name: label, exact: true }).click();
    await page.getByRole('radio', { name: 'Long, with custom parts' }).check();
    await page.locator('.ticket-row').first().waitFor();
    for (let step = 0; step < 4; step += 1) await press('Move Number up');
    await press('Remove Line 1');
    for (const part of ['Service', 'People before', 'Estimated wait']) await press(`Start of the line: ${part}`);
    await page.getByLabel('Size: Logo').selectOption({ label: 'Large' });
    await page.getByLabel('Size: QR code').selectOption({ label: 'Small' });
    await press('+ Custom text');
    await page.keyboard.type('Please take a seat. We call you here.');
    for (let step = 0; step < 3; step += 1) await press('Move Custom text up');
    await page.getByAltText(/A\d+.*Please take a seat\. We call you here\..*screen/).waitFor();
    await page.evaluate(() => {
      document.activeElement.blur();
      document.querySelector('.ticket-row').closest('section').scrollIntoView();
      window.scrollBy(0, -80);
    });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  });
}

await layoutPicture('admin-ticket-layout', [1440, 1000]);
await browser.close();
