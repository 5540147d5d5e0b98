/**
 * Operation of the counter, the back office and the kiosk through AT-SPI only: press, choose, set numbers, move the
 * focus, receive change events and locate elements. `npm run test:slow -- atspi` names missing Debian packages.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { type AssistedDesktop, openDesktop } from '../helpers/assisted-desktop.ts';
import { AssistedHand, type Box, type TextRun, type ThingFacts } from '../helpers/assisted-hand.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { type Machine, openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';
import { HOUSE, SCREENS } from './office-states.ts';

interface Office {
  readonly desktop: AssistedDesktop;
  readonly machine: Machine;
  readonly hand: AssistedHand;
  readonly admin: Administrator;
  readonly page: Page;
}

async function openOffice(locale = 'en'): Promise<Office> {
  const desktop = await openDesktop();
  const machine = await openMachine({ site: await siteFile(HOUSE), printer: 'none' });
  for (let tickets = 0; tickets < 3; tickets += 1) await machine.post('createticket', { service_id: 'permits' });
  const hand = await AssistedHand.at(desktop);
  const admin = await Administrator.at(machine, desktop.browser, { locale });
  return { desktop, machine, hand, admin, page: admin.page };
}

const is =
  (...states: readonly string[]) =>
  (facts: ThingFacts): boolean =>
    states.every((state) => facts.states.includes(state));

describe('AT-SPI can press buttons', () => {
  it('as a clerk who selects a user and a desk, calls a ticket, hears its number, and ends the call', async () => {
    const desktop = await openDesktop();
    const town = await openCounterTown({});
    onTestFinished(() => town.close());
    await town.createTicket('Passports');
    const hand = await AssistedHand.at(desktop);
    const counter = await Counter.at(town, desktop.browser, { locale: 'en' });
    const presses = (name: RegExp): Promise<void> => hand.press({ role: 'push button', name });
    await presses(/.*Ana Silva.*/);
    await presses(/Desk 1.*/);
    await counter.isReady();
    await presses(/Call next.*/);
    // In a live region.
    await hand.hears(
      ({ type, data }) => type.startsWith('object:text-changed:insert') && data === 'A001 has been called to Desk 1.',
    );
    await counter.serves('A001');
    await presses(/End( E)?/);
    await counter.serves(null);
    expect(counter.faults).toEqual([]);
  });

  it('as a visitor who takes a ticket', async () => {
    const desktop = await openDesktop();
    const machine = await openMachine();
    const hand = await AssistedHand.at(desktop);
    const visitor = await Visitor.at(machine, desktop.browser);
    const english = { role: 'toggle button', name: 'English' };
    await hand.press(english);
    await hand.until(english, is('pressed'));
    await hand.press({ role: 'push button', name: /Documents and identity.*/ });
    await hand.press({ role: 'push button', name: /Passports.*/ });
    const ticket = await machine.printer.nextTicket();
    expect([ticket.bigText, ticket.faults]).toEqual(['B001', []]);
    await hand.press({ role: 'push button', name: 'Done' });
    await visitor.sees('choose');
    expect(visitor.faults).toEqual([]);
  });
});

/** Name of each table in the DOM, and text, column headers and row headers of each cell. */
function drawnTables(page: Page) {
  return page.evaluate(() => {
    const words = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return [...document.querySelectorAll('table')].map((table) => {
      const rows = [...table.rows].map((row) => [...row.cells]);
      return {
        name: table.closest('[aria-label]')?.getAttribute('aria-label') ?? '',
        cells: rows.map((row, at) =>
          row.map((cell, column) => {
            const above = rows.slice(0, at).flatMap((each) => each[column] ?? []);
            const isHead = cell.matches('th[scope]');
            return {
              text: words(cell),
              isHead,
              heads: isHead ? [] : above.filter((each) => each.matches('th[scope="col"]')).map(words),
              rowHeads: isHead
                ? []
                : row
                    .slice(0, column)
                    .filter((each) => each.matches('th[scope="row"]'))
                    .map(words),
            };
          }),
        ),
      };
    });
  });
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The same data of a table in AT-SPI. */
async function toldTable(hand: AssistedHand, name: string): Promise<readonly (readonly object[])[]> {
  const { cells } = await hand.table({ role: 'table', name });
  return cells.map((row, at) =>
    row.map(({ text, role, at: place, heads, row_heads }, column) => ({
      text: plain(text),
      isHead: role === 'column header' || role === 'row header',
      heads: heads.map(plain),
      rowHeads: row_heads.map(plain),
      ...(place[0] === at && place[1] === column ? {} : { place }),
    })),
  );
}

it('AT-SPI exposes rows, columns and headers of tables on every screen of the back office', async () => {
  const { hand, admin, page } = await openOffice();
  const seen: string[] = [];
  for (const [screen] of SCREENS) {
    await admin.turnTo(screen);
    const names = (await drawnTables(page)).map(({ name }) => name);
    for (const [at, name] of names.entries()) {
      seen.push(name);
      await becomes(
        () => toldTable(hand, name),
        async () => (await drawnTables(page))[at]?.cells,
      );
    }
  }
  // Tables of the day, of lists and of the log, and the heat map.
  expect(seen).toEqual(expect.arrayContaining(['Desks', 'Locations', 'Tickets by weekday and hour']));
});

describe('AT-SPI exposes and sets values', () => {
  it('with minimum and maximum, of every number field of the back office', async () => {
    const { hand, admin, page } = await openOffice();
    const names = new Set<string>();
    for (const [screen] of SCREENS) {
      await admin.turnTo(screen);
      const drawn = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLInputElement>('input[type="number"]')]
            .filter((input) => input.checkVisibility())
            .map(({ labels, value, min, max }) => ({
              name: (labels?.[0]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
              // The value of an empty field is 0.
              // In single precision, as in AT-SPI.
              value: {
                now: Number(value),
                least: Math.fround(Number.parseInt(min, 10)),
                most: Math.fround(Number.parseInt(max, 10)),
              },
            })),
        );
      await becomes(async () => {
        const told = await hand.all('spin button');
        // Without the number fields that the browser adds to dates and times.
        const own = told.filter(({ states }) => states.includes('single-line'));
        return own.map(({ name, value: { now = 0, least = 0, most = 0 } = {} as never }) => ({
          name,
          value: { now, least, most },
        }));
      }, drawn);
      for (const { name } of await drawn()) names.add(name);
    }
    expect([...names]).toEqual(expect.arrayContaining(['Volume (%)', 'Reading distance (metres)']));
  });

  it('which the page saves', async () => {
    const { machine, hand, admin, page } = await openOffice();
    await admin.turnTo('#/devices/display-1');
    const loudness = { role: 'spin button', name: 'Volume (%)' };
    expect(await hand.value(loudness, 35)).toBe(true);
    await hand.until(loudness, ({ value }) => value?.now === 35);
    await hand.hears(({ type, name }) => type === 'object:property-change:accessible-value' && name === loudness.name);
    expect(await page.getByLabel(loudness.name, { exact: true }).inputValue()).toBe('35');
    await hand.press({ role: 'push button', name: 'Save' });
    await hand.hears(({ type, data }) => type.startsWith('object:text-changed:insert') && data === 'No changes');
    const { devices } = await machine.get<{ devices: readonly { id: string; display: { volume: number } }[] }>(
      '/restapi/v2/admin/devices',
    );
    expect(devices.find(({ id }) => id === 'display-1')?.display.volume).toBe(35);
  });
});

describe('AT-SPI actions', () => {
  it('check, select, expand and follow elements, and send events', async () => {
    const { hand, admin, page } = await openOffice();
    await admin.turnTo('#/devices/display-1');
    const chime = { role: 'check box', name: 'Chime' };
    expect((await hand.facts(chime)).states).toContain('checked');
    await hand.press(chime);
    await hand.hears(
      ({ type, detail, name }) => type === 'object:state-changed:checked' && detail === 0 && name === chime.name,
    );
    expect(await page.getByLabel(chime.name, { exact: true }).isChecked()).toBe(false);
    await hand.press(chime);
    await hand.until(chime, is('checked'));
    expect(await page.getByLabel(chime.name, { exact: true }).isChecked()).toBe(true);

    await hand.press({ role: 'menu item', name: 'Dark' });
    await hand.hears(
      ({ type, detail, name }) => type === 'object:state-changed:selected' && detail === 1 && name === 'Dark',
    );
    expect(await page.getByLabel('Appearance', { exact: true }).inputValue()).toBe('dark');

    const more = { role: 'toggle button', name: 'More' };
    await hand.press(more);
    await hand.hears(
      ({ type, detail, name }) => type === 'object:state-changed:expanded' && detail === 1 && name === more.name,
    );
    expect(await page.locator('details[open] > summary', { hasText: 'More' }).count()).toBe(1);

    await hand.press({ role: 'link', name: 'Services' });
    await admin.heading('Services');
    expect(admin.faults).toEqual([]);
  });
});

describe('focus, caret and selection', () => {
  it('are exposed to AT-SPI, and can be moved through it', async () => {
    const { hand, admin, page } = await openOffice();
    await admin.turnTo('#/services/permits');
    const name = { role: 'entry', name: 'Name' };
    const field = admin.field('Name');
    const isAt = (role: string, what: string) =>
      hand.hears(
        (told) =>
          told.type === 'object:state-changed:focused' && told.detail === 1 && told.role === role && told.name === what,
      );
    // The browser accepts text only through caret, selection and keys.
    expect((await hand.facts(name)).interfaces).toContain('Text');
    expect((await hand.facts(name)).interfaces).not.toContain('EditableText');
    expect(await hand.focus(name)).toBe(true);
    await isAt('entry', 'Name');
    await hand.until(name, is('focused'));
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

    // Keyboard focus sends events.
    await page.keyboard.press('Tab');
    const next = await page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '');
    await isAt('entry', plain(next));
    await page.keyboard.press('Shift+Tab');
    await isAt('entry', 'Name');
    await page.keyboard.press('Home');
    await hand.until(name, ({ caret }) => caret === 0);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await hand.until(name, ({ marked }) => isDeepStrictEqual(marked, [[0, 2]]));

    const place = () =>
      field.evaluate((element) => {
        const { selectionStart, selectionEnd } = element as HTMLInputElement;
        return [selectionStart, selectionEnd];
      });
    expect(await hand.caret(name, 4)).toBe(true);
    await hand.hears(({ type, detail }) => type === 'object:text-caret-moved' && detail === 4);
    await becomes(place, async () => [4, 4]);
    expect(await hand.mark(name, 1, 5)).toBe(true);
    await hand.hears(({ type }) => type === 'object:text-selection-changed');
    await becomes(place, async () => [1, 5]);

    // Typed text replaces the selection.
    await hand.type('aper');
    await hand.hears(
      ({ type, data }) => type.startsWith('object:text-changed:insert') && 'aper'.startsWith(String(data)),
    );
    await becomes(
      () => field.inputValue(),
      async () => 'Paperts',
    );
    await hand.until(name, ({ text }) => text === 'Paperts');

    // A fault is exposed on its field.
    await admin.fill('Name', '');
    await hand.press({ role: 'push button', name: 'Save' });
    await hand.hears(({ type, detail }) => type === 'object:state-changed:invalid-entry' && detail === 1);
    await hand.until(name, is('invalid-entry'));
    expect(admin.faults).toEqual([]);
  });
});

describe('positions in AT-SPI', () => {
  it.each(['en', 'ar'])('match controls, which a click there activates: %s', async (locale) => {
    const { hand, admin, page } = await openOffice(locale);
    await admin.turnTo('#/services/permits');
    const { box: paper } = await hand.facts({ role: 'document web', name: /.*/ });
    const drawn = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'button, a[href], select, textarea, input[type="checkbox"], input[type="number"]',
          ),
        ]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => element.getBoundingClientRect().toJSON() as Box),
      );
    const told = async (): Promise<readonly Box[]> => {
      const all = await hand.all(
        'push button',
        'toggle button',
        'page tab',
        'link',
        'combo box',
        'entry',
        'check box',
        'spin button',
      );
      return all.map(({ box }) => ({ ...box, x: box.x - paper.x, y: box.y - paper.y }));
    };
    // AT-SPI has whole pixels.
    const elsewhere = async (): Promise<readonly Box[]> => {
      const boxes = await told();
      return (await drawn()).filter(
        (own) => !boxes.some((box) => SIDES.every((side) => Math.abs(box[side] - own[side]) <= 2)),
      );
    };
    expect((await drawn()).length).toBeGreaterThan(30);
    await becomes(elsewhere, async () => []);

    const services = page.locator('a[href="#/services"]').first();
    const name = plain((await services.textContent()) ?? '');
    const { box } = await hand.facts({ role: 'link', name });
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    expect(await hand.at(...middle)).toContainEqual({ role: 'link', name });
    await hand.click(...middle);
    await admin.heading(name);
    expect(admin.faults).toEqual([]);
  });

  it.each(['en', 'ar'])('match headings, with their text style: %s', async (locale) => {
    const { hand, admin, page } = await openOffice(locale);
    await admin.turnTo('#/services/permits');
    const { box: paper } = await hand.facts({ role: 'document web', name: /.*/ });
    const drawn = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('h1, h2')]
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const { color, fontSize, direction, fontFamily } = getComputedStyle(element);
            const range = document.createRange();
            range.selectNodeContents(element);
            const { x, y, width } = range.getBoundingClientRect();
            return {
              text: element.textContent ?? '',
              lang: element.closest('[lang]')?.getAttribute('lang') ?? '',
              family: fontFamily.split(',')[0]?.replaceAll('"', ''),
              colour: color.replaceAll(/[^\d,]/g, ''),
              points: Number.parseFloat(fontSize) * 0.75,
              isRtl: direction === 'rtl',
              place: [x, y, width] as readonly number[],
            };
          }),
      );
    let wanted = await drawn();
    expect(wanted.length).toBeGreaterThan(5);
    const told = async () =>
      (await hand.allRuns('heading'))
        .filter(({ name }) => wanted.some(({ text }) => text === name))
        .map(({ runs: [{ text, looks, box } = NO_WORDS] }) => ({
          text,
          lang: looks.language,
          family: looks['family-name'],
          colour: looks['fg-color'],
          points: Number.parseFloat(looks.size ?? ''),
          isRtl: looks.direction === 'rl',
          place: [box.x - paper.x, box.y - paper.y, box.width],
        }));
    // AT-SPI has whole pixels.
    const near = (place: readonly number[], own: readonly number[]) =>
      place.map((each, at) => (Math.abs(each - (own[at] ?? 0)) <= 2 ? own[at] : each));
    await becomes(
      async () => {
        // Content that loads later moves the rest down.
        wanted = await drawn();
        return (await told()).map((each, at) => ({ ...each, place: near(each.place, wanted[at]?.place ?? []) }));
      },
      async () => wanted,
    );
  });
});

const SIDES = ['x', 'y', 'width', 'height'] as const;
const NO_WORDS: TextRun = { text: '', looks: {}, box: { x: 0, y: 0, width: 0, height: 0 } };

/** Waits until the tree matches the page. */
async function becomes(told: () => Promise<unknown>, drawn: () => Promise<unknown>): Promise<void> {
  let both: readonly [unknown, unknown] = [null, null];
  const isSo = async (): Promise<boolean> => {
    both = [await told(), await drawn()];
    return isDeepStrictEqual(...both);
  };
  await vi.waitUntil(isSo, { timeout: 20_000, interval: 200 }).catch(() => undefined);
  expect(both[0]).toEqual(both[1]);
}
