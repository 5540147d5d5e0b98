/**
 * Two server outages during a morning with three kiosks, printers, a counter and a display. Each program is a process,
 * and each page runs in Chromium. Visitors take tickets all the time: `npm run test:slow -- server-pulled`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Running, startProgram } from '../../bench/program.ts';
import { LOCATION } from '../../demo/simulation/plan.ts';
import { zoneOfMorning } from '../../demo/simulation/site.ts';
import { FLAG } from '../../main/queue/contract/records.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';
import { Visitor } from '../helpers/machine.ts';
import { shows } from '../helpers/morning/agreement.ts';
import { type Clerk, openClerk } from '../helpers/morning/clerk.ts';
import { type Display, openDisplay } from '../helpers/morning/display.ts';
import { type Rest, restOf } from '../helpers/morning/rest.ts';
import { labelOf } from '../helpers/morning/shapes.ts';
import { DEADLINE_MS, STANDING_STILL } from '../helpers/morning/town-hall.ts';
import { tcpPrinter, type VirtualPrinter } from '../helpers/virtual-printer.ts';

const KIOSKS = ['kiosk-1', 'kiosk-2', 'kiosk-3'];
const OUTAGES = 2;
/** Visitors who arrive before each outage, and after the last. */
const BEFORE = 6;
/** Visitors who arrive during an outage; one more touches a service while the server is killed. */
const WITHOUT = 9;
/** Offline numbers of kiosks begin after it. */
const OWN = 9_000;
const SERVICES = { Passports: ['passports', 'A'], Taxes: ['taxes', 'B'] } as const;
type Service = keyof typeof SERVICES;
const DESK = { id: 'desk-2', name: 'Desk 2', tag: '2' } as const;
/** Screens of a kiosk from the touch to the ticket without faults. */
const IN_ORDER = ['choose', 'issuing', 'printing', 'take-ticket'];

const english = (file: string, key: string): string => new Map(entries(readTexts('en', file))).get(key) ?? '';
/** `People before you: {{count}}` on paper. */
const PEOPLE_BEFORE = english('paper', 'people').replace('{{count}}', '');

function site(): object {
  return {
    settings: { default_lang: 'en', languages: ['en'], api_authentication: false },
    locations: [{ id: LOCATION, name: 'Town Hall', timezone: zoneOfMorning(new Date()), languages: ['en'] }],
    services: Object.entries(SERVICES).map(([name, [id, tag]]) => ({ id, name, tag, location: LOCATION })),
    desks: [{ ...DESK, location: LOCATION }],
    users: [{ id: 'ana', username: 'ana', name: 'Ana' }],
    devices: [
      ...KIOSKS.map((id) => ({ id, name: id, type: 1, location: LOCATION })),
      // Silent: the test checks only what it shows.
      { id: 'display-1', name: 'Waiting room', type: 9, location: LOCATION, display: QUIET },
    ],
  };
}
const QUIET = { call_seconds: 3, chime: false, voice: false, last_calls: 12 };

interface Kiosk {
  readonly id: string;
  readonly visitor: Visitor;
  readonly printer: VirtualPrinter;
}

interface Person {
  readonly label: string;
  readonly service: Service;
}

const isOwn = (label: string): boolean => Number(label.slice(1)) > OWN;
const labels = (people: readonly Person[]): readonly string[] => people.map(({ label }) => label);

/** Records the screens that the page shows; a reload clears the record. */
async function remember(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const note = (): void => {
      const screen = document.querySelector('[data-screen]')?.getAttribute('data-screen');
      if (screen) seen.add(screen);
    };
    note();
    const watched = { subtree: true, childList: true, attributeFilter: ['data-screen'] };
    new MutationObserver(note).observe(document.body, watched);
    (window as unknown as { seen: Set<string> }).seen = seen;
  });
}

/** Null: the page was reloaded. */
const remembered = (page: Page): Promise<string[] | null> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { readonly seen?: Set<string> };
    return seen === undefined ? null : [...seen];
  });

class Hall {
  readonly #kiosks: readonly Kiosk[];
  readonly #clerk: Clerk;
  readonly #display: Display;
  readonly #rest: Rest;
  readonly #start: () => Promise<Running>;
  #server: Running;
  /** Visitors in the order of arrival. */
  readonly came: Person[] = [];
  readonly called: string[] = [];

  constructor(
    parts: { readonly kiosks: readonly Kiosk[]; readonly clerk: Clerk; readonly display: Display },
    server: Running,
    start: () => Promise<Running>,
  ) {
    this.#kiosks = parts.kiosks;
    this.#clerk = parts.clerk;
    this.#display = parts.display;
    this.#server = server;
    this.#rest = restOf(server.address);
    this.#start = start;
    onTestFinished(() => this.#server.stop());
  }

  /** A visitor touches a service and takes the ticket. */
  async comes(): Promise<Person> {
    const kiosk = this.#kiosks[this.came.length % this.#kiosks.length];
    const service: Service = this.came.length % 4 === 2 ? 'Taxes' : 'Passports';
    if (kiosk === undefined) throw new Error('There is no kiosk.');
    const { visitor, printer } = kiosk;
    const printed = printer.nextTicket(DEADLINE_MS);
    printed.catch(() => {});
    await visitor.sees('choose');
    await visitor.touch(service);
    const label =
      (await visitor.page.locator('[data-screen="take-ticket"] .ticket-number').textContent())?.trim() ?? '';
    const paper = await printed;
    // The kiosk may close the screen before the touch on "Done".
    const done = visitor.page.locator('[data-screen="take-ticket"] .bar .nav-primary');
    await done.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
    await visitor.sees('choose');
    expect(paper.faults).toEqual([]);
    expect(paper.bigText).toBe(label);
    expect(label.charAt(0)).toBe(SERVICES[service][1]);
    // Only the server knows the number of waiting visitors.
    expect(paper.text.includes(PEOPLE_BEFORE), label).toBe(!isOwn(label));
    const person = { label, service };
    this.came.push(person);
    return person;
  }

  /** Calls the next ticket by key, which the display must show. False if the queue is empty. */
  async calls(): Promise<boolean> {
    const label = await this.#clerk.callsNext();
    if (label === null) return false;
    this.called.push(label);
    const shown = async (): Promise<readonly object[]> => {
      const { large, list } = await this.#display.view();
      return large === null ? list : [large, ...list];
    };
    await shows(`${label} on the display`, shown).toContainEqual({ label, desk: DESK.name });
    return true;
  }

  /** Kills the server while a visitor touches a service; the number comes from the server or the kiosk. */
  async pullOut(): Promise<void> {
    await Promise.all([this.#server.kill(), this.comes()]);
  }

  /** Each page shows its offline notice and its previous content. */
  async isWithoutServer(): Promise<void> {
    const serving = this.called.at(-1) ?? '';
    for (const { id, visitor } of this.#kiosks)
      await shows(`notices of ${id}`, () => visitor.page.locator('.notice').allInnerTexts()).toEqual([
        english('kiosk', 'alone'),
      ]);
    const stale = this.#clerk.page.locator('.stale[data-stale="true"] p');
    await shows('the line of the counter', () => stale.allInnerTexts()).toEqual([
      english('staff', 'shared.stale.text'),
    ]);
    expect((await this.#clerk.view()).serving).toBe(serving);
    await this.#display.page.locator('.page[data-stale="true"]').getByText(english('display', 'stale')).waitFor();
    const { large, list } = await this.#display.view();
    expect([large?.label, ...list.map(({ label }) => label)]).toContain(serving);
  }

  /** A clerk’s key shows that the server does not respond. */
  async pressesInVain(): Promise<void> {
    const { page } = this.#clerk;
    await page.keyboard.press('n');
    const told = page.locator('.notices .notice-fault', { hasText: english('counter', 'told.unknown') });
    await told.waitFor();
    // The notice stays until it is closed.
    await told.getByRole('button').click();
    await told.waitFor({ state: 'detached' });
    expect((await this.#clerk.view()).serving).toBe(this.called.at(-1));
  }

  /** Restarts the server with its data and address while a visitor takes a ticket. */
  async putBack(): Promise<void> {
    const [server] = await Promise.all([this.#start(), this.comes()]);
    this.#server = server;
  }

  async isWithServer(): Promise<void> {
    await shows('whether the counter lives', this.#clerk.isLive).toBe(true);
    await shows('whether the display lives', this.#display.isLive).toBe(true);
    for (const { id, visitor } of this.#kiosks)
      await shows(`notices of ${id}`, () => visitor.page.locator('.notice').count()).toBe(0);
  }

  /** The queues have each ticket that was not called, once and in order, and no others. */
  async isSettled(): Promise<void> {
    const waiting = this.came.filter(({ label }) => !this.called.includes(label));
    for (const [name, [id, tag]] of Object.entries(SERVICES)) {
      const queue = async (): Promise<readonly string[]> =>
        ((await this.#rest.lists([id]))[id] ?? []).map(({ number }) => labelOf(tag, number));
      await shows(`the queue for ${name}`, queue).toEqual(labels(waiting.filter(({ service }) => service === name)));
      for (const { number, flags } of (await this.#rest.lists([id]))[id] ?? [])
        expect([number, flags]).toEqual([number, Number(number) > OWN ? String(FLAG.offline) : '0']);
    }
    await shows('the list of the counter', async () => (await this.#clerk.view()).waiting).toEqual(labels(waiting));
  }

  /** Paper, pages and reports agree on all tickets. */
  async isOver(): Promise<void> {
    expect(this.called).toEqual(labels(this.came));
    expect(new Set(this.called).size).toBe(this.called.length);
    const calls = await this.#rest.calls();
    for (const label of this.called) expect([label, calls.get(label)]).toEqual([label, ['served']]);
    expect(calls.size).toBe(this.called.length);
    const paper = this.#kiosks.flatMap(({ printer }) => printer.slips.map(({ bigText }) => bigText));
    expect(paper.toSorted()).toEqual(labels(this.came).toSorted());
    for (const { id, visitor } of this.#kiosks) {
      const seen = (await remembered(visitor.page)) ?? ['loaded anew'];
      expect([id, seen.filter((screen) => !IN_ORDER.includes(screen))]).toEqual([id, []]);
      expect([id, visitor.faults]).toEqual([id, []]);
    }
    for (const { page, faults } of [this.#clerk, this.#display]) {
      expect(await remembered(page)).not.toBeNull();
      expect(faults).toEqual([]);
    }
  }
}

async function openHall(): Promise<Hall> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-pulled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const siteFile = join(folder, 'site.json');
  await writeFile(siteFile, JSON.stringify(site()));
  const data = join(folder, 'server');
  const server = await startProgram(data, '--printer', 'none:', '--site', siteFile);
  const { address } = server;
  const again = (): Promise<Running> => startProgram(data, '--printer', 'none:', '--port', new URL(address).port);

  async function openKiosk(id: string): Promise<Kiosk> {
    const { printer, url } = await tcpPrinter();
    const own = join(folder, id);
    const program = await startProgram(own, '--server', address, '--device', id, '--printer', url);
    onTestFinished(() => program.stop());
    const visitor = await Visitor.at({ program }, browser, { width: 1080, height: 1920 }, id, {
      ...STANDING_STILL,
      hasTouch: true,
    });
    visitor.page.setDefaultTimeout(DEADLINE_MS);
    const lent = async (): Promise<string> =>
      readFile(join(own, 'print-journal', id, 'offline.jsonl'), 'utf8').catch(() => '');
    for (const [service] of Object.values(SERVICES))
      await shows(`numbers that ${id} was lent`, lent).toContain(`"service":"${service}"`);
    return { id, visitor, printer };
  }
  const opened: Kiosk[] = [];
  for (const id of KIOSKS) opened.push(await openKiosk(id));
  const seat = { name: 'Ana', desk: DESK.id, deskName: DESK.name };
  const display = await openDisplay({ address }, browser);
  const clerk = await openClerk({ address, site: { desks: [], services: [] } }, browser, seat);
  for (const { page } of [...opened.map(({ visitor }) => visitor), display, clerk]) await remember(page);
  return new Hall({ kiosks: opened, clerk, display }, server, again);
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('all visitors receive a ticket and are called once, in order; pages show a notice and reconnect automatically', async () => {
  const hall = await openHall();
  for (let outage = 0; outage < OUTAGES; outage += 1) {
    for (let visitor = 0; visitor < BEFORE; visitor += 1) await hall.comes();
    await hall.calls();
    await hall.pullOut();
    for (let visitor = 0; visitor < WITHOUT; visitor += 1) expect(isOwn((await hall.comes()).label)).toBe(true);
    await hall.isWithoutServer();
    await hall.pressesInVain();
    await hall.putBack();
    await hall.isWithServer();
    await hall.isSettled();
  }
  for (let visitor = 0; visitor < BEFORE; visitor += 1) expect(isOwn((await hall.comes()).label)).toBe(false);
  while (await hall.calls());
  await hall.isOver();
});
