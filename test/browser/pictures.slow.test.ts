/**
 * Pictures of the design pages and of the key screens, compared with those in `test/pictures/`. After a wanted change:
 * `UPDATE_PICTURES=1 npm run test:slow -- pictures`, and look at what changed. Needs the built pages.
 */
import { readdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { differenceFrom, IS_RENEWED, MAX_DIFFERENCE } from '../helpers/compare-picture.ts';
import { openCounterTown } from '../helpers/counter-page.ts';
import { type DesignPages, openDesignPages } from '../helpers/design-pages.ts';
import { launchChromium, openKiosk, settled, startScriptedHost, still } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

/** Friday noon, as in the test town. */
const NOW = '2026-11-20T12:00:00Z';
/** Half the size keeps the pictures small; layout, colours and words are still compared. */
const SAME: BrowserContextOptions = {
  deviceScaleFactor: 0.5,
  reducedMotion: 'reduce',
  locale: 'en-GB',
  timezoneId: 'UTC',
};

type Size = readonly [width: number, height: number];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Opens a page whose clock stands still at `NOW`. */
async function openPage(address: string, [width, height]: Size, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...SAME, viewport: { width, height }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.goto(address);
  return page;
}

async function isAsKept(name: string, page: Page, fullPage = false): Promise<void> {
  await settled(page);
  await still(page);
  const png = await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' });
  expect(await differenceFrom(name, png), `${name}: .cache/pictures/ has what changed`).toBeLessThanOrEqual(
    MAX_DIFFERENCE,
  );
}

const DESK: Size = [1280, 800];
const PORTRAIT: Size = [1080, 1920];
const PHONE: Size = [390, 844];

const DESIGN: readonly (readonly [page: string, look: Readonly<Record<string, string>>, size: Size])[] = [
  ['tokens', {}, DESK],
  ['tokens', { theme: 'dark', colour: '#d62828' }, DESK],
  ['staff', {}, DESK],
  ['staff', { theme: 'dark', script: 'Arab' }, DESK],
  ['staff', { theme: 'contrast', script: 'Jpan' }, DESK],
  ['staff', { script: 'Thai', density: 'compact' }, DESK],
  ['staff', { script: 'Hebr', colour: '#ffcc00' }, [360, 800]],
  ['office', {}, DESK],
  ['office', { theme: 'dark', script: 'Arab' }, DESK],
  ['office', { theme: 'contrast', script: 'Hans' }, DESK],
  ['office', { screen: 'palette', script: 'Kore' }, DESK],
  ['counter', {}, DESK],
  ['counter', { script: 'Cyrl' }, DESK],
  ['counter', { theme: 'dark', script: 'Arab', screen: 'break' }, DESK],
  ['kiosk', { script: 'Deva' }, PORTRAIT],
  ['kiosk', { script: 'Hebr', theme: 'contrast' }, PORTRAIT],
  ['kiosk', { script: 'Jpan', screen: 'take-ticket', colour: '#d62828' }, PORTRAIT],
  ['phone', { screen: 'waiting' }, PHONE],
  ['phone', { screen: 'called', script: 'Arab', theme: 'dark' }, PHONE],
  ['phone', { screen: 'cancelled', theme: 'contrast' }, PHONE],
];

const nameOf = (page: string, look: Readonly<Record<string, string>>): string =>
  ['design', page, ...Object.values(look).map((value) => value.replace('#', ''))].join('-').toLowerCase();

describe('the design page', () => {
  let design: DesignPages;
  beforeAll(async () => {
    design = await openDesignPages();
  });
  afterAll(() => design.close());

  it.each(DESIGN)('shows %s with %o as kept, and without barriers', async (name, look, size) => {
    const page = await openPage(`${design.address}${name}.html?${new URLSearchParams(look)}`, size);
    await page.locator('#page > *').first().waitFor();
    await isAsKept(nameOf(name, look), page, name !== 'kiosk');
    expect(await barriersOf(page)).toEqual([]);
  });
});

const KIOSK: readonly (readonly [screen: string, lang: Lang, size: Size])[] = [
  ['idle', 'en', PORTRAIT],
  ['choose six', 'de', [1280, 800]],
  ['groups', 'ar', PORTRAIT],
  ['thirty services', 'en', [1920, 1080]],
  ['priority', 'en', [800, 1280]],
  ['check in', 'fr', PORTRAIT],
  ['take-ticket', 'en', PORTRAIT],
  ['take-ticket', 'ar', [1280, 800]],
  ['problem with ticket', 'zh', PORTRAIT],
  ['closed', 'es', PORTRAIT],
  ['out-of-service', 'en', PORTRAIT],
  ['shut', 'de', PORTRAIT],
];

describe('the kiosk', () => {
  it.each(KIOSK)('shows %s in %s at %o as kept', async (screen, lang, [width, height]) => {
    const host = await startScriptedHost(everyScreen(lang)[screen] ?? null);
    onTestFinished(() => host.close());
    const { page, context } = await openKiosk(browser, host, { ...SAME, viewport: { width, height } }, async (made) =>
      made.clock.setFixedTime(NOW),
    );
    onTestFinished(() => context.close());
    await isAsKept(`kiosk-${screen.replaceAll(' ', '-')}-${lang}-${width}x${height}`, page);
  });
});

/** A morning at the town hall: visitors wait, and two are being served. */
async function openMorning(): Promise<Town> {
  const site = townSite();
  const display = { chime: false, voice: false, call_seconds: 60 };
  const town = await openCounterTown({
    at: NOW,
    site: {
      ...site,
      devices: [
        ...(site.devices as object[]),
        { id: 'display-1', name: 'Waiting room', type: 9, location: 'hall', display },
      ],
    },
  });
  town.clock.set('2026-11-20T10:30:00Z');
  for (const service of ['Passports', 'Taxes', 'Taxes', 'Passports']) {
    await town.createTicket(service);
    town.clock.advance(4 * 60_000);
  }
  for (const desk of ['Desk 1', 'Desk 2']) {
    const call = await town.callNext(desk);
    town.clock.advance(6 * 60_000);
    await town.post('endcall', { answer_id: call?.id });
  }
  for (let visitor = 0; visitor < 12; visitor += 1) {
    await town.createTicket(visitor % 3 === 0 ? 'Taxes' : 'Passports', { priority: visitor === 5 });
    town.clock.advance(2 * 60_000);
  }
  await town.callNext('Desk 2');
  town.clock.set(NOW);
  return town;
}

/** Screens in English on a desk's screen, unless stated otherwise. */
const OFFICE: readonly {
  readonly name: string;
  readonly address: string;
  readonly locale?: string;
  readonly size?: Size;
}[] = [
  { name: 'today', address: '#/today' },
  { name: 'today-arabic', address: '#/today', locale: 'ar' },
  { name: 'branches', address: '#/branches' },
  { name: 'alarms', address: '#/alarms' },
  { name: 'reports', address: '#/reports?from=2026-11-20&to=2026-11-20' },
  { name: 'services', address: '#/services' },
  { name: 'service', address: '#/services/passports' },
  { name: 'location-german', address: '#/locations/hall', locale: 'de-DE' },
  { name: 'device', address: '#/devices/kiosk-1' },
  { name: 'settings-narrow', address: '#/settings', size: [360, 800] },
  { name: 'import', address: '#/transfer' },
];

describe('the pages of the server', () => {
  let town: Town;
  beforeAll(async () => {
    town = await openMorning();
  });
  afterAll(() => town.close());

  it.each(OFFICE)('show the screen $name of the back office as kept', async (screen) => {
    const { name, address, locale = 'en-GB', size = DESK } = screen;
    const page = await openPage(`${town.address}/admin/${address}`, size, { locale });
    await page.locator('.screen:not([data-screen="loading"])').waitFor();
    await page.locator(`html[lang="${locale.slice(0, 2)}"]`).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await isAsKept(`office-${name}`, page);
  });

  it.each([
    ['counter', 'en-GB', DESK, 'light'],
    ['counter-narrow', 'en-GB', [360, 800], 'dark'],
    ['counter-arabic', 'ar', DESK, 'light'],
  ] as const)('show the %s as kept', async (name, locale, size, colorScheme) => {
    const page = await openPage(`${town.address}/counter/`, size, { locale, colorScheme });
    await page.locator('.choice', { hasText: 'Ana Silva' }).first().click();
    await page.locator('.choices-desks .choice', { hasText: '1' }).click();
    await page.locator('.rows .row').first().waitFor();
    await page.waitForLoadState('networkidle');
    await isAsKept(name, page);
  });

  it('show the counter with the transfer dialog as kept', async () => {
    const page = await openPage(`${town.address}/counter/`, DESK);
    await page.locator('.choice', { hasText: 'Rui Costa' }).first().click();
    await page.locator('.choices-desks .choice', { hasText: '2' }).click();
    await page.locator('.now-call').waitFor();
    await page.keyboard.press('t');
    await page.locator('dialog').waitFor();
    await isAsKept('counter-transfer', page);
  });

  it.each([
    ['display', [1920, 1080]],
    ['display-portrait', PORTRAIT],
  ] as const)('show the %s as kept', async (name, size) => {
    const page = await openPage(`${town.address}/display/?device=display-1`, size);
    await page.locator('[data-screen="calls"]').waitFor();
    await isAsKept(name, page);
  });

  it('show the sign-in of the counter as kept', async () => {
    const page = await openPage(`${town.address}/counter/`, DESK);
    await page.locator('.choice').first().waitFor();
    await isAsKept('counter-sign-in', page);
  });
});

it.skipIf(IS_RENEWED)('keeps no picture that no test compares', () => {
  const kept = readdirSync(new URL('../pictures', import.meta.url)).map((file) => file.replace('.png', ''));
  const compared = [
    ...DESIGN.map(([page, look]) => nameOf(page, look)),
    ...KIOSK.map(
      ([screen, lang, [width, height]]) => `kiosk-${screen.replaceAll(' ', '-')}-${lang}-${width}x${height}`,
    ),
    ...OFFICE.map(({ name }) => `office-${name}`),
    ...[
      'counter',
      'counter-narrow',
      'counter-arabic',
      'counter-transfer',
      'display',
      'display-portrait',
      'counter-sign-in',
    ],
  ];
  expect(kept.toSorted()).toEqual(compared.toSorted());
});
