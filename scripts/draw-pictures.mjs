// Draws the pictures of README and docs: a busy town hall, its kiosk and a ticket, displays, the back office, phones.
// Run after `npm run build`: node_modules/.bin/node scripts/draw-pictures.mjs [name of a picture, for it alone ...]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { registerPages, SERVER_PAGES } from '../main/kiosk/shells/web/pages.ts';
import { createVirtualPrinter } from '../main/virtual-printer/virtual-printer.ts';
import { openTown } from '../test/helpers/town.ts';
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
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    // A display announces one call after the other: the sound of each must end.
    '--autoplay-policy=no-user-gesture-required',
    '--mute-audio',
  ],
});

async function townHall(use, more = []) {
  const data = mkdtempSync(join(tmpdir(), 'take-a-number-pictures-'));
  const printer = createVirtualPrinter();
  const port = await printer.listenTcp();
  const flags = ['--port', '0', '--data', data, '--printer', `tcp://127.0.0.1:${port}`, ...more];
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

async function chooseLanguage(page, language) {
  await page.locator('.to-languages').click();
  await page.getByRole('button', { name: language, exact: true }).click();
  await page.waitForSelector('[data-screen=choose]');
}

async function takeTicket(page, language) {
  await chooseLanguage(page, language);
  await page.locator('.choice[data-kind=group] .choice-main').first().click();
  await page.locator('.choice[data-kind=service] .choice-main').nth(1).click();
  const answer = page.locator('[data-screen=priority] .option').last();
  await answer.or(page.locator('[data-screen=take-ticket]')).first().waitFor();
  if (await answer.isVisible()) await answer.click();
  await page.waitForSelector('[data-screen=take-ticket]');
}

await picture('kiosk', [1920, 1080]);
await picture('kiosk-portrait-arabic', [1080, 1920], async (page) => {
  await chooseLanguage(page, 'العربية');
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

/** Three calls with their sound. */
const CALLS_MS = 120_000;

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
    await page.clock.setFixedTime('2026-11-24T10:42:00Z');
    await page.goto(`${address}/display/?device=display-1`);
    await page.waitForSelector('.calls');
    for (const desk of [1, 2]) {
      await ask('queuemanagement/callnextticket', 'POST', { desk_id: `desk-${desk}`, user_id: `counter${desk}` });
    }
    let last;
    for (let person = 0; person < 42; person += 1) {
      last = await ask('queuemanagement/createticket', 'POST', { service_id: 'schools', lang });
    }
    await ask('queuemanagement/callticket', 'POST', {
      desk_id: 'desk-5',
      user_id: 'counter4',
      ticket_id: last.ticket.id,
    });
    // Behind the two calls before it. How many of them are listed depends on the size that can be read.
    await page.locator('.focus[data-now="true"] .focus-number', { hasText: 'J042' }).waitFor({ timeout: CALLS_MS });
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
/** A screen of the back office, at the same town hall. */
async function officePicture(name, [width, height], address, { steps, ...options }) {
  if (!isWanted(name)) return;
  await townHall(async (origin) => {
    const page = await browser.newPage({ viewport: { width, height }, locale: 'en-GB', ...options });
    await page.goto(`${origin}/admin/#/${address}`);
    await page.locator('.screen h1').waitFor();
    await steps(page, origin);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await page.close();
  });
}

await officePicture('admin-service', [1280, 800], 'services/identity-cards', {
  steps: (page) => page.getByAltText(/Identity cards/).waitFor(),
});
await officePicture('admin-hours', [1280, 1200], 'locations/clinic', {
  async steps(page) {
    await page.locator('.week-ahead').waitFor();
    await page.getByAltText(/Almendra/).waitFor();
    await page
      .getByText('Monday', { exact: true })
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ block: 'start' });
        window.scrollBy(0, -110);
      });
  },
});
await officePicture('admin-form-dark', [1280, 800], 'forms/01900000-0000-7000-8000-000000000001', {
  colorScheme: 'dark',
  steps: (page) => page.getByRole('button', { name: 'Application in progress' }).first().waitFor(),
});
const MINUTE_MS = 60_000;
/** Visitors of each hour from eight on. */
const RUSH = [3, 8, 12, 11, 8, 5, 7, 8, 5];
const DESKS = { 'desk-1': 6, 'desk-2': 7, 'desk-3': 9 };

/** Visitors of one day, and three clerks who call them. */
async function playDay(town, date, day, minutes = RUSH.length * 60) {
  const services = Object.keys(QUEUES);
  const calls = new Map();
  let person = day;
  for (let minute = 0; minute < minutes; minute += 1) {
    town.clock.set(new Date(Date.parse(`${date}T08:00:00Z`) + minute * MINUTE_MS).toISOString());
    const rate = RUSH[Math.floor(minute / 60)];
    if ((minute * (rate + (day % 3))) % 60 < rate + (day % 3)) {
      await town.post('createticket', { service_id: services[person % services.length] });
      person += 1;
    }
    for (const [desk, length] of Object.entries(DESKS)) {
      if ((minute + length) % (length + (person % 3)) !== 0) continue;
      const open = calls.get(desk);
      // One visitor in fifteen does not come.
      if (open !== undefined) await town.post(person % 15 === 0 ? 'cancelcall' : 'endcall', { answer_id: open });
      const { body } = await town.post('callnextticket', { desk_id: desk, user_id: `counter${desk.at(-1)}` });
      calls.set(desk, body.answer?.id);
    }
  }
  return calls.values();
}

/** A screen of the back office on a clock that is turned, after the visitors of these days. */
async function figuresPicture(name, [width, height], address, { days, until, locale, seen }) {
  if (!isWanted(name)) return;
  const site = JSON.parse(readFileSync(join(ROOT, 'assets/demo/site.json'), 'utf8'));
  const prepare = (server) => registerPages(server, { pagesDir: join(ROOT, 'dist/renderer'), pages: SERVER_PAGES });
  const town = await openTown({ site, at: `${days[0]}T07:00:00Z`, prepare });
  for (const [at, date] of days.entries()) {
    const open = await playDay(town, date, at + 1, date === days.at(-1) ? until : undefined);
    if (date === days.at(-1)) break;
    for (const id of open) if (id !== undefined) await town.post('endcall', { answer_id: id });
  }
  const page = await browser.newPage({ viewport: { width, height }, locale });
  await page.clock.setFixedTime(new Date(town.clock.now()));
  await page.goto(`${town.address}/admin/#/${address}`);
  await seen(page);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  await page.close();
  await town.close();
}

const WEEKDAYS = Array.from({ length: 19 }, (_, at) => `2026-11-${String(at + 2).padStart(2, '0')}`).filter(
  (date) => ![0, 6].includes(new Date(date).getUTCDay()),
);

await figuresPicture('admin-reports', [1280, 1100], 'reports?from=2026-11-02&to=2026-11-20', {
  days: WEEKDAYS,
  locale: 'en-GB',
  seen: (page) => page.getByText('By weekday', { exact: true }).first().waitFor(),
});
await figuresPicture('admin-today-arabic', [1280, 800], 'today', {
  days: ['2026-11-25'],
  until: 165,
  locale: 'ar',
  async seen(page) {
    await page.locator('html[lang="ar"]').waitFor();
    await page.locator('table tbody tr').nth(5).waitFor();
  },
});

const PHONE = { width: 360, height: 740 };

/** A visitor's phone, as a PNG. */
async function phone(address, locale) {
  const page = await browser.newPage({
    viewport: PHONE,
    deviceScaleFactor: 1.25,
    hasTouch: true,
    isMobile: true,
    locale,
  });
  await page.goto(address);
  await page.locator('.ticket-number').waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  const png = await page.screenshot();
  await page.close();
  return png;
}

/** The demo site with an address for phones, and without keys. */
function phoneSite() {
  const file = join(mkdtempSync(join(tmpdir(), 'take-a-number-site-')), 'site.json');
  const site = JSON.parse(readFileSync(join(ROOT, 'assets/demo/site.json'), 'utf8'));
  site.settings = { ...site.settings, public_url: 'http://queue.example.org', api_authentication: false };
  writeFileSync(file, JSON.stringify(site));
  return file;
}

/** Three phones beside each other: one that waits, and two that are called. */
async function phonePicture(name) {
  if (!isWanted(name)) return;
  await townHall(
    async (origin) => {
      const ask = (operation, body) =>
        fetch(`${origin}/restapi/v2/queuemanagement/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const take = async (lang) => {
        const response = await ask('createticket', { service_id: 'passports', lang });
        const { ticket } = await response.json();
        return { id: ticket.id, address: origin + new URL(response.headers.get('ticket-page')).pathname };
      };
      const call = ({ id }, desk, user) => ask('callticket', { desk_id: desk, user_id: user, ticket_id: id });
      const tickets = [await take('en'), await take('ar')];
      const phones = [await phone(tickets[0].address, 'en-GB')];
      for (const [at, desk] of ['desk-1', 'desk-2'].entries()) {
        await call(tickets[at], desk, `counter${at + 1}`);
        phones.push(await phone(tickets[at].address, at === 0 ? 'en-GB' : 'ar'));
      }
      const page = await browser.newPage({ viewport: { width: 1465, height: 985 } });
      const pictures = phones.map((png) => `<img src="data:image/png;base64,${png.toString('base64')}">`);
      await page.setContent(
        `<style>body{margin:0;display:flex;gap:30px;padding:30px;background:#d9d4cc}img{border-radius:28px;box-shadow:0 0 20px #0004}</style>${pictures.join('')}`,
      );
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(PICTURES, `${name}.png`) });
      await page.close();
    },
    ['--site', phoneSite()],
  );
}

await phonePicture('phone-ticket');
await browser.close();
