/** From the editor of a location to the paper that comes out of a kiosk: what stands on a ticket, and where. */

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, type MachineOptions, openMachine, Visitor } from '../helpers/machine.ts';
import { dotsOf, readBarcode } from '../helpers/read-barcode.ts';
import { siteFile } from '../helpers/site-file.ts';
import { chosenOf } from '../helpers/whole.ts';

const HALL = { id: 'hall', name: 'Town hall', timezone: 'UTC' };
const TOWN = {
  settings: { languages: ['en', 'pt_PT', 'ar'], default_lang: 'en' },
  locations: [HALL],
  services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A', translations: { ar: { name: 'تصاريح' } } }],
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' }],
};
const OWN_LAYOUT = [
  { part: 'number', size: 3 },
  { part: 'rule' },
  { part: 'text', text: 'Please take a seat.', align: 'start', translations: { ar: { text: 'تفضل بالجلوس.' } } },
  { part: 'text', text: 'We call you.', size: 2 },
  { part: 'gap', size: 3 },
  { part: 'qr' },
];
const OWN_TOWN = { ...TOWN, locations: [{ ...HALL, ticket_layout: OWN_LAYOUT }] };

/** A page follows within moments; a busy machine takes longer. */
const SOON = { timeout: 30_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openTown(site: object = TOWN, options: MachineOptions = { printer: 'none' }): Promise<Machine> {
  const file = await siteFile(site);
  return openMachine({ ...options, site: file });
}

/** With the long ticket chosen. */
async function atTheHall(machine: Machine, options: Parameters<typeof Administrator.at>[2] = {}) {
  const admin = await Administrator.at(machine, browser, { address: '#/locations/hall', ...options });
  await admin.page.locator('.checks input[type=radio]').nth(1).check();
  await admin.page.locator('.ticket-row').first().waitFor();
  const picture: Locator = admin.page.locator('.paper-picture');
  const parts = async (): Promise<readonly string[]> => admin.page.locator('.ticket-part-name').allTextContents();
  return { admin, picture, parts };
}

interface StoredLayout {
  readonly locations: readonly { readonly ticket_layout: readonly object[] }[];
}

async function stored(machine: Machine): Promise<readonly object[]> {
  const { locations } = await machine.get<StoredLayout>('/restapi/v2/admin/locations');
  return locations[0]?.ticket_layout ?? [];
}

const LONG = [
  ...['Logo', 'Name of the location', 'Line 1', 'Service', 'Number', 'Priority', 'People before', 'Estimated wait'],
  ...['Line 2', 'Date and time', 'Text of the service', 'QR code', 'Last line of the service'],
];

describe('the ticket of a location', () => {
  it('is arranged in front of its picture, saved, and comes so out of a running kiosk', async () => {
    const machine = await openTown(TOWN, { printer: 'tcp' });
    await machine.until(({ printer }) => printer === 'ok');
    const visitor = await Visitor.at(machine, browser);
    const { admin, picture, parts } = await atTheHall(machine);
    expect(await parts()).toEqual(LONG);
    await admin.page.getByAltText(/Permits.*A001/).waitFor();
    const before = await picture.getAttribute('src');

    for (let step = 0; step < 4; step += 1) await admin.press('Move Number up');
    await admin.press('Remove QR code');
    await admin.select('Size: Number', 'Small');
    await admin.press('Start of the line: Service');
    await admin.press('+ Custom text');
    await admin.page.keyboard.type('Please take a seat.');
    await admin.page.getByAltText(/^Ticket: A001.*Permits.*Please take a seat\./).waitFor();
    expect(await picture.getAttribute('src')).not.toBe(before);
    expect(await stored(machine)).toEqual([]);

    // By its new name one sees that the kiosk has what was saved.
    await admin.fill('Name', 'Town hall of Pontalva');
    await admin.save();
    await machine.until(({ siteName }) => siteName === 'Town hall of Pontalva');
    await visitor.touch('Permits');
    await visitor.sees('take-ticket');
    const ticket = await machine.printer.nextTicket();
    expect(ticket.faults).toEqual([]);
    expect(ticket.qr).toBe(null);
    const lines = ticket.lines.map(({ text }) => text.trim());
    expect(lines.slice(0, 3)).toEqual(['A001', 'Town hall of Pontalva', 'Permits']);
    expect(lines.at(-1)).toBe('Please take a seat.');
    expect(ticket.lines.map(({ align }) => align).slice(0, 3)).toEqual(['center', 'center', 'left']);
    expect(ticket.lines[0]?.size).toEqual({ width: 3, height: 3 });
    expect(admin.faults).toEqual([]);
    expect(visitor.faults).toEqual([]);
  });

  it('speaks the language of the visitor, and reads from the right in Arabic', async () => {
    const machine = await openTown(OWN_TOWN, { printer: 'tcp' });
    await machine.until(({ printer }) => printer === 'ok');
    const visitor = await Visitor.at(machine, browser);
    await visitor.touch('Permits');
    await visitor.sees('take-ticket');
    const english = await machine.printer.nextTicket();
    expect(english.lines.map(({ text }) => text.trim()).slice(0, 3)).toEqual([
      'A001',
      'Please take a seat.',
      'We call you.',
    ]);
    expect(english.lines[1]?.align).toBe('left');
    await visitor.isDone();

    await visitor.speaks('العربية');
    await visitor.touch('تصاريح');
    await visitor.sees('take-ticket');
    const arabic = await machine.printer.nextTicket();
    expect(arabic.faults).toEqual([]);
    expect(arabic.bigText).toBe('A002');
    expect(arabic.text).not.toContain('Please take a seat.');
    // Of a picture only the ink is sent.
    const rightmost = Math.max(...arabic.images.map(({ x, bits }) => x + bits.width));
    expect(rightmost).toBeGreaterThan(arabic.widthDots - 16);
  });

  it('has the number as a bar code where that is wanted, to be read from the picture and from paper', async () => {
    const machine = await openTown(TOWN, { printer: 'tcp' });
    await machine.until(({ printer }) => printer === 'ok');
    const visitor = await Visitor.at(machine, browser);
    const { admin, picture, parts } = await atTheHall(machine);
    await picture.waitFor();
    const before = await picture.getAttribute('src');
    await admin.press('+ Bar code of the number');
    expect((await parts()).at(-1)).toBe('Bar code of the number');
    await expect.poll(() => picture.getAttribute('src'), SOON).not.toBe(before);
    // The picture may change more than once.
    const shownCode = async () => readBarcode(await dotsOf((await picture.getAttribute('src')) ?? ''));
    await expect.poll(shownCode, SOON).toBe('A001');
    await admin.fill('Name', 'Town hall of Pontalva');
    await admin.save();
    await machine.until(({ siteName }) => siteName === 'Town hall of Pontalva');
    await visitor.touch('Permits');
    await visitor.sees('take-ticket');
    const ticket = await machine.printer.nextTicket();
    expect(ticket.faults).toEqual([]);
    expect(ticket.barcodes.map(({ content }) => content)).toEqual(['A001']);
    expect(readBarcode(ticket.bitmap())).toBe('A001');
  });

  it('is the short one until one chooses the long one, and short again with one press', async () => {
    const machine = await openTown(TOWN, { printer: 'tcp' });
    await machine.until(({ printer }) => printer === 'ok');
    const admin = await Administrator.at(machine, browser, { address: '#/locations/hall' });
    const [short, long] = ['Short', 'Long, with custom parts'].map((name) => admin.page.getByRole('radio', { name }));
    await expect.poll(() => short!.isChecked(), SOON).toBe(true);
    expect(await admin.page.locator('.ticket-row').count()).toBe(0);
    const centimetres = async (): Promise<number> =>
      Number(/\d+/.exec((await admin.page.getByText(/^About \d+ cm of paper$/).textContent()) ?? '')?.[0]);
    await admin.page.locator('.paper-picture').waitFor();
    expect(await centimetres()).toBeLessThanOrEqual(9);

    await long!.check();
    expect(await admin.page.locator('.ticket-part-name').allTextContents()).toEqual(LONG);
    await expect.poll(centimetres, SOON).toBeGreaterThanOrEqual(10);
    await admin.fill('Name', 'Town hall of Pontalva');
    await admin.save();
    expect(await stored(machine)).toHaveLength(LONG.length);
    await machine.until(({ siteName }) => siteName === 'Town hall of Pontalva');
    const visitor = await Visitor.at(machine, browser);
    await visitor.touch('Permits');
    await visitor.sees('take-ticket');
    const printed = await machine.printer.nextTicket();
    expect(printed.lines[0]?.text.trim()).toBe('Town hall of Pontalva');

    await short!.check();
    await expect.poll(centimetres, SOON).toBeLessThanOrEqual(9);
    await admin.fill('Name', 'Town hall');
    await admin.save();
    expect(await stored(machine)).toEqual([]);
    await machine.until(({ siteName }) => siteName === 'Town hall');
    await visitor.isDone();
    await visitor.touch('Permits');
    await visitor.sees('take-ticket');
    const shorter = await machine.printer.nextTicket();
    expect(shorter.lines[0]?.text).toMatch(/Town hall · .*20\d\d/);
    expect(shorter.heightMm).toBeLessThan(printed.heightMm - 20);
    expect([...admin.faults, ...visitor.faults]).toEqual([]);
  });

  it('has a text in every language, and is refused beside the row where one is missing', async () => {
    const machine = await openTown();
    const { admin } = await atTheHall(machine);
    await admin.press('+ Custom text');
    await admin.press('Save');
    const row = admin.page.locator('.ticket-row').last();
    await row.getByText('Please fill this in.').waitFor();
    await admin.fill('Custom text (English)', 'Second floor\nRoom 4');
    await row.getByText('In other languages').click();
    await row.getByLabel(/Portugu[^,]*$/).fill('Segundo andar');
    await admin.press('Bold: Custom text');
    await admin.save();
    expect((await stored(machine)).at(-1)).toEqual({
      part: 'text',
      size: 0,
      align: 'center',
      bold: true,
      text: 'Second floor\nRoom 4',
      translations: { pt_PT: { text: 'Segundo andar' } },
    });
  });

  it('is arranged with the keyboard alone, and told', async () => {
    const machine = await openTown();
    const { admin, parts } = await atTheHall(machine);
    const { page } = admin;
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await page.getByRole('button', { name: 'Move Priority up', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await parts()).slice(3, 6), SOON).toEqual(['Priority', 'Service', 'Number']);
    await expect.poll(focused, SOON).toBe('Move Priority up');
    await page.getByRole('status').getByText('Priority is now 4 of 13.').waitFor({ state: 'attached' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await parts()).slice(3, 6), SOON).toEqual(['Service', 'Priority', 'Number']);
    await page.keyboard.press('Tab');
    await expect.poll(focused, SOON).toBe('Remove Priority');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await parts()).slice(3, 5), SOON).toEqual(['Service', 'Number']);
    await expect.poll(focused, SOON).toBe('Move Number up');
    expect(await page.getByRole('button', { name: 'Remove Number' }).count()).toBe(0);
    await page.getByRole('button', { name: '+ Priority' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused, SOON).toBe('Size: Priority');
  });

  it('is found from a service, whose texts stand on it', async () => {
    const machine = await openTown(OWN_TOWN);
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.page.getByRole('link', { name: 'Order and sizes: the ticket layout of Town hall' }).click();
    await admin.heading('Town hall');
    await admin.page.locator('.ticket-row').first().waitFor();
  });
});

describe('a ticket with too much to say', () => {
  const letter = 'Please bring the old passport. '.repeat(120);
  const [permits] = TOWN.services;

  it('is shown as it would be printed, and said to be shortened', async () => {
    const machine = await openTown({
      ...TOWN,
      services: [{ ...permits, extra_text: letter, footer_text: letter }],
    });
    const { admin, picture } = await atTheHall(machine);
    await picture.waitFor();
    await admin.page.getByText('Not all of it fits: a ticket is at most 60 cm long.').waitFor();
    await admin.press('Remove Text of the service');
    await admin.press('Remove Last line of the service');
    await admin.page.getByText('Not all of it fits').waitFor({ state: 'detached' });
  });

  it('is refused beside the text that is too much', async () => {
    const machine = await openTown();
    const { admin } = await atTheHall(machine);
    for (let text = 0; text < 3; text += 1) {
      await admin.press('+ Custom text');
      await admin.page.keyboard.insertText('x'.repeat(900));
    }
    await admin.press('Save');
    const row = admin.page.locator('.ticket-row').last();
    await row.getByText('can have 2000 characters in total; now they have 2700').waitFor();
    expect(await stored(machine)).toEqual([]);
  });
});

const LOOKS = [
  ['light', 'en', [1280]],
  ['dark', 'en', [1280]],
  ['light', 'ar', [1280]],
  ['light', 'de', [1280, 360]],
  ['dark', 'ar', [360]],
] as const;

describe('the editor of the ticket', () => {
  it.each(chosenOf<(typeof LOOKS)[number]>(LOOKS, ([, , widths]) => widths.at(-1) === 360))(
    'is without barriers and as wide as its page (%s, %s, %j px)',
    async (colorScheme, lang, widths) => {
      const machine = await openTown(OWN_TOWN);
      const options = { colorScheme, viewport: { width: widths[0], height: 800 }, locale: lang };
      const { admin, picture } = await atTheHall(machine, options);
      const direction = lang === 'ar' ? 'rtl' : 'ltr';
      await admin.page.locator(`html[lang="${lang}"][dir="${direction}"]`).waitFor();
      await picture.waitFor();
      // In every run on a telephone: `admin.test.ts` sees a location on a computer.
      for (const width of chosenOf<number>(widths, (each) => each === 360)) {
        await admin.page.setViewportSize({ width, height: 800 });
        expect(await admin.barriers()).toEqual([]);
        const wide = await admin.page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('.ticket-rows *')]
            .filter((element) => element.closest('.spoken') === null)
            .filter((element) => {
              const { left, right } = element.getBoundingClientRect();
              return left < -1 || right > document.documentElement.clientWidth + 1;
            })
            .map((element) => `${element.tagName} ${element.className}`),
        );
        expect({ width, wide }).toEqual({ width, wide: [] });
      }
    },
  );
});
