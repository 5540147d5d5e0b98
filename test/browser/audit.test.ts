/** The change log in the back office: filtered, verified and exported, in three languages, on a wide and a narrow screen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyExport } from '../../main/app/verify-audit.ts';
import { DATABASE_FILE } from '../../main/store/transfer/database-target.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Said {
  readonly nav: { readonly desks: string; readonly audit: string };
  readonly report: { readonly from: string };
  readonly audit: Readonly<
    Record<'what' | 'who' | 'verify' | 'integrity' | 'altered' | 'exportCsv' | 'exportLines' | 'unchanged', string>
  > & { readonly fault: { readonly changed: string; readonly removed: string } };
}

/** What the back office says in a language. */
function saidIn(language: string): Said {
  const files = ['admin', 'editor', 'office', 'report'].map((name) => join('assets/locales', language, `${name}.json`));
  const texts = files.map((file): Partial<Said> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return {};
    }
  });
  return Object.assign({}, ...texts);
}

async function downloaded(page: Page, name: string): Promise<{ readonly file: string; readonly text: string }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await downloading;
  return { file: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

const [WIDE, NARROW] = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const SCREENS = [
  ['en', WIDE],
  ['de', NARROW],
  ['ar', NARROW],
  ...(IS_WHOLE
    ? ([
        ['ar', WIDE],
        ['en', NARROW],
        ['de', WIDE],
      ] as const)
    : []),
] as const;

it.each(SCREENS)(
  'shows, filters, verifies and exports changes in %s on a screen of %o',
  async (locale, viewport) => {
    const machine = await openMachine({ printer: 'none' });
    const save = async (path: string, body: object, key = ''): Promise<void> => {
      const response = await fetch(`${machine.program.address}/restapi/v2/admin/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
      });
      expect(await response.json()).toMatchObject({ success: true });
    };
    await save('desks', { id: 'desk-77', name: 'Desk of Zander', location: 'town-hall', services: ['passports'] });
    await save('services', { id: 'bikes', name: 'Bicycle permits', tag: 'Z', location: 'town-hall' });
    const words = saidIn(locale);
    const admin = await Administrator.at(machine, browser, { viewport, locale, address: '#/audit' });
    const { page } = admin;
    const entries = page.locator('.audit tbody tr');
    await entries.getByText('Desk of Zander').first().waitFor();
    const isWell = async (): Promise<void> => {
      expect(await admin.barriers()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    };
    await isWell();

    await page.getByLabel(words.audit.what, { exact: true }).selectOption({ label: words.nav.desks });
    await entries.getByText('Bicycle permits').first().waitFor({ state: 'detached' });
    const kinds = await entries.locator('td .soft:not(.audit-fields *)').allInnerTexts();
    expect([...new Set(kinds)]).toEqual([words.nav.desks]);
    const { file, text } = await downloaded(page, words.audit.exportCsv);
    expect(file).toBe('audit.csv');
    expect(text).toContain('desk-77');
    expect(text).not.toContain('bikes');
    await page.getByLabel(words.audit.what, { exact: true }).selectOption({ index: 0 });
    await entries.getByText('Bicycle permits').first().waitFor();
    const exported = await downloaded(page, words.audit.exportLines);
    expect(exported.file).toBe('audit.jsonl');
    const lines = exported.text.split('\n').filter((line) => line !== '');
    expect(await verifyExport(lines)).toMatchObject({ faults: [], isWhole: true });

    const panel = page.getByRole('region', { name: words.audit.integrity });
    const verify = () => panel.getByRole('button', { name: words.audit.verify, exact: true }).click();
    await verify();
    await panel
      .locator('.notice')
      .getByText(words.audit.unchanged.split('{{')[0] ?? '')
      .waitFor();
    await isWell();
    const database = new DatabaseSync(join(machine.dataDir, DATABASE_FILE), { timeout: 10_000 });
    const entry = database.prepare("SELECT id FROM audit WHERE item_id = 'desk-77'").get()?.id;
    database.exec("UPDATE audit SET item_name = 'Forged desk' WHERE item_id = 'desk-77'");
    database.exec("DELETE FROM audit WHERE item_id = 'bikes'");
    database.close();
    await verify();
    const found = panel.locator('.notice');
    await found.getByText(words.audit.fault.changed.split('{{')[0] ?? '').waitFor();
    expect(await found.innerText()).toContain(words.audit.altered.replace('{{entries}}', '2'));
    // The part is named in the language of the page.
    expect(await found.innerText()).toContain(`${entry}`);
    expect(await found.innerText()).toContain(words.nav.audit);
    expect(await found.innerText()).not.toMatch(/\bchanges\b/);
    const widths = await page
      .locator('.filters.even .field')
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().width)));
    // Two by two: above the panel and in it, where there is less room.
    expect([widths[0], widths[2]]).toEqual([widths[1], widths[3]]);
    await isWell();
    expect(admin.faults).toEqual([]);
  },
  120_000,
);
