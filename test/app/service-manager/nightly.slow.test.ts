/**
 * `--restart-at` under a real systemd, with the kiosk in a browser, through a night that libfaketime shortens.
 *
 * The server restarts at its hour, keeps queue and print journal, and the page reconnects automatically. Needs root;
 * `debian-with-server.ts` lists the other requirements.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVirtualPrinter, type VirtualPrinter } from '../../../main/virtual-printer/virtual-printer.ts';
import { PATIENCE } from '../../helpers/debian-machine.ts';
import { launchChromium } from '../../helpers/kiosk-page.ts';
import { priorityOption } from '../../helpers/machine.ts';
import { journalsIn, waitingAt } from '../../printing-kills/programs.ts';
import { type DebianWithServer, debianWithServer, UNIT } from './debian-with-server.ts';

const SITE = {
  settings: { default_lang: 'en', languages: ['en'] },
  // Its business day includes the night, so that tickets of the evening wait after the restart.
  locations: [{ id: 'hall', name: 'Hall', timezone: 'Etc/GMT-6', reset_time: '05:00', languages: ['en'] }],
  services: [
    { id: 'papers', name: 'Papers', tag: 'A', location: 'hall' },
    { id: 'taxes', name: 'Taxes', tag: 'B', location: 'hall' },
  ],
  devices: [{ id: 'kiosk', name: 'Kiosk', type: 1, location: 'hall' }],
};
/** Epoch milliseconds: eight in the evening there, and ten seconds before the restart. */
const EVENING = Date.UTC(2026, 10, 20, 14, 0, 0);
const SOON = Date.UTC(2026, 10, 20, 21, 29, 50);
const HOUR = '03:30';
/** This machine may be slow. */
const MINUTES = 300_000;
/** It checks the clock once a real minute. */
const LOOKS_AGAIN = { timeout: 180_000, interval: 500 };

let debian: DebianWithServer;
let printer: VirtualPrinter;
let browser: Browser;

/** Current time of the server. */
function setClock(time: number): void {
  const file = join(debian.machine.root, 'etc/ahead');
  const seconds = Math.round((time - Date.now()) / 1000);
  // Atomically: the server can read it at any moment.
  writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
  renameSync(`${file}.new`, file);
}

/** Epoch milliseconds, from the responses of the server. */
const itsClock = async (): Promise<number> =>
  Date.parse((await fetch(`${debian.address}/readyz`)).headers.get('date') ?? '');

beforeAll(async () => {
  const library = '/usr/$LIB/faketime/libfaketime.so.1';
  const words = ['FAKETIME_TIMESTAMP_FILE=/etc/ahead', 'FAKETIME_CACHE_DURATION=1', 'FAKETIME_DONT_FAKE_MONOTONIC=1'];
  debian = await debianWithServer([`Environment=LD_PRELOAD=${library} ${words.join(' ')}`], ['libfaketime']);
  printer = createVirtualPrinter();
  const port = await printer.listenTcp();
  writeFileSync(join(debian.machine.root, 'etc/take-a-number/site.json'), JSON.stringify(SITE));
  const kiosk = ['TAN_SITE=/etc/take-a-number/site.json', `TAN_PRINTER=tcp://127.0.0.1:${port}`];
  debian.settings([...kiosk, `TAN_RESTART_AT=${HOUR}`]);
  setClock(EVENING);
  debian.boot();
  browser = await launchChromium();
});

afterAll(async () => {
  await debian?.close();
  await printer?.close();
});

const sees = (page: Page, screen: string): Promise<unknown> => page.waitForSelector(`[data-screen="${screen}"]`);

/** Number of a ticket printed at the kiosk. */
async function takes(page: Page, service: string): Promise<string> {
  const paper = printer.nextTicket();
  await page.locator('.choice', { hasText: service }).locator('.choice-main').click();
  await priorityOption(page, 'No').click();
  await sees(page, 'take-ticket');
  await page.locator('.bar .nav-primary').click();
  await sees(page, 'choose');
  return (await paper).bigText.trim();
}

it('restarts at its hour, keeps queue and journal, and the page reconnects automatically', { retry: 0 }, async () => {
  await expect.poll(debian.isReady, PATIENCE).toBe(true);
  expect(Math.abs((await itsClock()) - EVENING)).toBeLessThan(MINUTES);
  const page = await browser.newPage({ viewport: { width: 1080, height: 1920 } });
  await page.goto(`${debian.address}/kiosk/`);
  await sees(page, 'choose');
  expect([await takes(page, 'Papers'), await takes(page, 'Taxes')]).toEqual(['A001', 'B001']);
  await page.evaluate(() => Object.assign(window, { ofTheEvening: true }));

  const before = debian.pid();
  setClock(SOON);
  await expect.poll(itsClock, PATIENCE).toBeGreaterThan(SOON - MINUTES);
  await expect.poll(() => debian.pid() !== before, LOOKS_AGAIN).toBe(true);
  await debian.isAnew(before);
  expect(debian.inside('journalctl', '--unit', UNIT, '--output', 'cat')).toContain('app.nightly-restart');
  // Stopped in order and restarted by systemd, once.
  expect(debian.property('NRestarts')).toBe('1');

  await page.waitForFunction(
    () => !('ofTheEvening' in window) && document.querySelector('[data-screen="choose"]') !== null,
    undefined,
    { timeout: PATIENCE.timeout },
  );
  expect(await takes(page, 'Papers')).toBe('A002');
  expect(await waitingAt(debian.address, 'papers', 'A')).toMatchObject([{ number: 'A001' }, { number: 'A002' }]);
  expect(await waitingAt(debian.address, 'taxes', 'B')).toMatchObject([{ number: 'B001' }]);
  await page.context().close();

  debian.inside('systemctl', 'stop', UNIT);
  const journal = await journalsIn(join(debian.machine.root, 'var/lib/private/take-a-number'));
  expect(journal.get('kiosk')?.map(({ number, state }) => `${number} ${state}`)).toEqual([
    'A001 printed',
    'B001 printed',
    'A002 printed',
  ]);
});
