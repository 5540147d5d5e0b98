/** Values that cannot be silently wrong, in the back office as people set them: pictures, closed days, country and zone, letters. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { SiteFile } from '../../main/site/contract/site.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, openMachine } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const TOWN = {
  settings: { languages: ['en', 'ar'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'Etc/UTC', schedule: 'Mo-Fr 09:00-17:00' }],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A' },
    { id: 'lost', name: 'Lost property', location: 'hall' },
  ],
  devices: [{ id: 'wall', name: 'Wall', type: 9, location: 'hall' }],
};
const PHONE = { width: 360, height: 740 };
const CAMERA = { width: 3000, height: 2000 };
const ROUGH = { width: 1200, height: 800 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openTownHall(): Promise<Machine> {
  const site = await siteFile(TOWN);
  return openMachine({ site, printer: 'none' });
}

/** With nothing in it, and larger than what is read. */
async function hugeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-picture-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'huge.png');
  await writeFile(file, '');
  await truncate(file, 30_000_001);
  return file;
}

const siteOf = async (machine: Machine): Promise<SiteFile> =>
  (await machine.get<{ readonly site: SiteFile }>('/restapi/v2/admin/site')).site;

/** `plain` is of one colour and as large as a camera makes it, `rough` as hard to press together as a picture can be. */
async function pictureOf(page: Page, look: 'plain' | 'rough'): Promise<Buffer> {
  const made = await page.evaluate(
    ([{ width, height }, isRough]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const pen = canvas.getContext('2d');
      if (pen === null) throw new Error('Nothing to draw with.');
      pen.fillStyle = '#0b5f70';
      pen.fillRect(0, 0, width, height);
      const rough = pen.createImageData(width, isRough ? height : 1);
      let seed = 7;
      for (let at = 0; at < rough.data.length; at += 4) {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        rough.data.set([seed >> 16, seed >> 8, seed >> 4, 255], at);
      }
      if (isRough) pen.putImageData(rough, 0, 0);
      return canvas.toDataURL('image/jpeg', 0.9);
    },
    [look === 'rough' ? ROUGH : CAMERA, look === 'rough'] as const,
  );
  return Buffer.from(made.slice(made.indexOf(',') + 1), 'base64');
}

/** As the browser draws it. */
const sizeOf = (page: Page, address: string): Promise<{ readonly width: number; readonly height: number }> =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, address);

/** A page follows within moments; a busy machine takes longer. */
const SOON = { timeout: 30_000 };
const MAX_LETTERS = 200_000;

it('pictures of a camera become as small as paper and screens need them, and what is none is said beside the field', async () => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address: '#/locations/hall' });
  const { page } = admin;
  await admin.heading('Town hall');
  const photo = (buffer: Buffer) => ({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer });
  const logo = admin.field('Logo');
  await logo.setInputFiles(photo(Buffer.from('no picture at all')));
  await admin.sees('The browser cannot read this picture. Use PNG, JPEG or WebP.');
  // More than any camera makes is not even looked into.
  await logo.setInputFiles(await hugeFile());
  await admin.sees('This picture is too large: at most 150 kB.');
  expect(await page.locator('.logo-picture').count()).toBe(0);

  const [plain, rough] = [await pictureOf(page, 'plain'), await pictureOf(page, 'rough')];
  await logo.setInputFiles(photo(plain));
  await page.locator('.logo-picture').waitFor();
  expect(await page.getByText('This picture is too large').count()).toBe(0);
  await admin.press('Save');
  const logoOf = async () => (await siteOf(machine)).locations[0]?.logo ?? '';
  await expect.poll(logoOf, SOON).not.toBe('');
  const stored = await logoOf();
  expect(stored).toMatch(/^data:image\/png;base64,/);
  expect(stored.length).toBeLessThanOrEqual(MAX_LETTERS);
  // 960 × 480 dots at most, and not stretched.
  expect(await sizeOf(page, stored)).toEqual({ width: 720, height: 480 });

  // What has too many letters at that size is made smaller still.
  await logo.setInputFiles(photo(rough));
  await expect.poll(() => page.locator('.logo-picture').getAttribute('src'), SOON).not.toBe(stored);
  await admin.press('Save');
  await expect.poll(logoOf, SOON).not.toBe(stored);
  const smaller = await logoOf();
  expect(smaller.length).toBeLessThanOrEqual(MAX_LETTERS);
  const { width, height } = await sizeOf(page, smaller);
  expect(width).toBeLessThan(720);
  expect(width / height).toBeCloseTo(1.5, 1);

  await admin.turnTo('#/devices/wall');
  const pictures = page.getByLabel('Add pictures from this computer');
  await pictures.setInputFiles([photo(Buffer.from('no picture')), photo(plain)]);
  await admin.sees('hall.jpg: The browser cannot read this picture.');
  await page.getByRole('img', { name: 'Picture 1' }).waitFor();
  await admin.press('Save');
  const mediaOf = async () => (await siteOf(machine)).devices[0]?.display?.media ?? [];
  await expect.poll(mediaOf, SOON).toHaveLength(1);
  const [shown = ''] = await mediaOf();
  expect(shown).toMatch(/^data:image\/webp;base64,/);
  expect(shown.length).toBeLessThanOrEqual(MAX_LETTERS);
  expect(await sizeOf(page, shown)).toEqual({ width: 1280, height: 853 });

  // What it shows, for whoever does not see it, and what a file beside it shows.
  await page.getByRole('textbox', { name: 'Pictures beside the calls' }).fill('bridge.png');
  const words = (of: string) => page.getByLabel(`Text alternative ${of}`, { exact: true });
  await words('Picture 1').fill('The town hall');
  await words('bridge.png').fill('The bridge');
  await page.locator('.picture-words summary').first().click();
  await page.getByLabel('العربية Picture 1').fill('دار البلدية');
  expect(await admin.barriers()).toEqual([]);
  await admin.press('Save');
  const wordsOf = async () => (await siteOf(machine)).devices[0]?.display?.media_texts ?? [];
  await expect.poll(wordsOf, SOON).toEqual([
    { text: 'The town hall', translations: { ar: { text: 'دار البلدية' } } },
    { text: 'The bridge', translations: {} },
  ]);
  expect(await mediaOf()).toEqual([shown, 'bridge.png']);
  expect(admin.faults).toEqual([]);
});

it('country, zone and closed days are chosen, typed and read from a calendar on a telephone', async () => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address: '#/locations/hall', viewport: PHONE });
  const { page } = admin;
  await admin.heading('Town hall');
  const hours = async () => (await siteOf(machine)).locations[0]?.schedule;
  const next = new Date().getUTCFullYear() + 1;

  // By their names, never by two letters that could be those of another one.
  await admin.select('Country', 'Germany');
  // Those of the country come first.
  const zones = await admin.field('Time zone').locator('option').allTextContents();
  expect(zones.indexOf('Europe/Berlin')).toBeLessThan(zones.indexOf('America/Sao Paulo'));
  await admin.select('Time zone', 'Europe/Berlin');

  const add = page.getByRole('button', { name: 'Add Closed days', exact: true });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await admin.fill('From', `${next}-03-02`);
  await admin.fill('To', `${next}-03-03`);
  await admin.fill('Name (optional)', 'Works outing');
  await add.press('Enter');
  await admin.sees('1 day added. Please save.');

  const calendar = [
    'BEGIN:VCALENDAR',
    ...[`${next}0504`, `${next}0601`, `${next - 20}0601`].flatMap((day, place) => [
      'BEGIN:VEVENT',
      `UID:${place}`,
      `DTSTART;VALUE=DATE:${day}`,
      `SUMMARY:Market day ${place}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');
  const file = page.getByLabel('Import days from a calendar file (ICS)');
  const ics = (text: string) => ({ name: 'days.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) });
  await file.setInputFiles(ics('Nothing of a calendar'));
  await admin.sees('This file has no future all-day events.');
  await file.setInputFiles(ics(calendar));
  // What is over is left out.
  await admin.sees('2 days added. Please save.');
  const days = page.locator('.row', { hasText: /Works outing|Market day/ });
  expect(await days.count()).toBe(3);
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await admin.press('Save');
  await expect
    .poll(hours, SOON)
    .toBe(
      `Mo-Fr 09:00-17:00; ${next} Mar 02-${next} Mar 03 off "Works outing"; ${next} May 04 off "Market day 0"; ${next} Jun 01 off "Market day 1"`,
    );
  expect((await siteOf(machine)).locations).toMatchObject([{ country: 'DE', timezone: 'Europe/Berlin' }]);

  await days.filter({ hasText: 'Market day 0' }).getByRole('button').press('Enter');
  await expect.poll(() => days.count(), SOON).toBe(2);
  await admin.press(`Public holidays ${next}`);
  await page.locator('.row', { hasText: 'Tag der Deutschen Einheit' }).waitFor();
  await admin.press('Save');
  await expect.poll(hours, SOON).toContain(`${next} Oct 03 off "Tag der Deutschen Einheit"`);
  expect(await hours()).not.toContain('Market day 0');
  expect(admin.faults).toEqual([]);
});

it('two services of a place never come to print the same number without a word', async () => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address: '#/services/new?location=hall' });
  const { page } = admin;
  await admin.fill('Name', 'Found property');
  // The next free one is proposed; another one without a letter is refused, beside the field.
  const letter = admin.field('Letter before the number');
  await expect.poll(() => letter.inputValue(), SOON).toBe('B');
  await letter.fill('');
  await admin.sees('Another service here has no letter either: both issue the same ticket numbers.');
  await admin.press('Add');
  await page.locator('.fault-list, .field-fault').first().waitFor();
  expect((await siteOf(machine)).services).toHaveLength(2);
  await admin.press('Use B');
  await admin.press('Add');
  await admin.heading('Found property');
  await admin.open('Services');
  expect(await page.getByText('issue the same ticket numbers').count()).toBe(0);

  // A file may be the copy of a house that has lived with it: it is said before it is loaded, and above the list.
  await admin.open('Export and import');
  await page.getByLabel('Site file').setInputFiles({
    name: 'old.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ services: [{ id: 'old', name: 'Old papers', location: 'hall' }] })),
  });
  await page.getByLabel('Mode').selectOption('merge');
  const told = page.getByText(/(Lost property|Old papers), (Lost property|Old papers) issue the same ticket numbers/);
  await told.waitFor();
  await admin.press('Import old.json');
  await admin.sees('The site has been imported.');
  await admin.open('Services');
  await told.waitFor();
  expect(await admin.barriers()).toEqual([]);
  expect(admin.faults).toEqual([]);
});
