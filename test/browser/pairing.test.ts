/** A new kiosk and a desk's computer get their place, seen by both who stand there: the pages as people use them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { faultsOf } from '../helpers/page-faults.ts';

const PHONE = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('a kiosk shows its code, an administrator with a phone and keys alone takes it in, and it goes on; a desk is known by a link', async () => {
  const machine = await openMachine({ printer: 'none' });
  const data = await mkdtemp(join(tmpdir(), 'take-a-number-pairing-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const flags = ['--server', machine.program.address, '--data', data, '--port', '0', '--printer', 'none:'];
  const read = readSettings([...flags, '--lang', 'ar'], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
  const elsewhere = await startProgram(read.value.settings, silentLog, () => {});
  onTestFinished(() => elsewhere.close());

  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
  onTestFinished(() => context.close());
  const kiosk = await context.newPage();
  const faults = faultsOf(kiosk);
  await kiosk.goto(`${elsewhere.address}/kiosk/`);
  const shown = kiosk.locator('[data-screen="pairing"] .pair-code');
  await shown.waitFor();
  await kiosk.locator('.pair-qr path[d]').waitFor();
  await settled(kiosk);
  expect(await kiosk.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await kiosk.locator('h1').innerText()).toBe('هذا الجهاز جديد هنا');
  expect(await kiosk.locator('.message-small').innerText()).toContain('لوحة الإدارة');
  expect(await barriersOf(kiosk)).toEqual([]);
  // All of it on a small window too: a code that is cut off is none.
  await kiosk.setViewportSize({ width: 480, height: 640 });
  await settled(kiosk);
  const edges = async (part: string) => {
    const { x, y, width, height } = (await kiosk.locator(part).boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const [band, foot] = [await edges('.band'), await edges('.foot')];
  let above = band.bottom;
  for (const part of ['.pair-code', '.pair-qr', '.message-small']) {
    const { left, right, top, bottom } = await edges(part);
    expect([part, left >= 0, right <= 480, top >= above, bottom <= foot.top]).toEqual([part, true, true, true, true]);
    above = bottom;
  }
  await kiosk.setViewportSize({ width: 1080, height: 1920 });
  await settled(kiosk);
  const code = (await shown.innerText()).replace(/[^A-Z0-9]/g, '');

  // Where the QR code leads.
  const admin = await Administrator.at(machine, browser, {
    viewport: PHONE,
    locale: 'ar',
    address: `#/pair?code=${code}`,
  });
  const { page } = admin;
  const which = page.locator('select').last();
  await which.waitFor();
  const reach = async (what: typeof which): Promise<void> => {
    for (let steps = 0; steps < 40; steps += 1) {
      if (await what.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('No key leads there.');
  };
  await reach(which);
  // A display first: this program can be none.
  const choose = async (id: string): Promise<void> => {
    for (let steps = 0; steps < 40 && (await which.inputValue()) !== id; steps += 1)
      await page.keyboard.press('ArrowDown');
    expect(await which.inputValue()).toBe(id);
  };
  await page.keyboard.press('Home');
  await choose('display-1');
  const box = page.locator('.pair-box');
  await reach(box.locator('input'));
  expect(await box.locator('input').inputValue()).toBe(code);
  await page.keyboard.press('Enter');
  await box.locator('.field-fault').waitFor();
  expect(await box.locator('.field-fault').innerText()).toContain('جهاز أرقام');
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.keyboard.press('Shift+Tab');
  while (!(await which.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Home');
  await choose('kiosk-2');
  await reach(box.locator('input'));
  await page.keyboard.press('Enter');
  await box.getByText('First floor').waitFor();
  await kiosk.locator('[data-screen="choose"]').waitFor();
  expect(faults).toEqual([]);

  await admin.turnTo('#/desks/desk-2');
  const link = await page.locator('.panel .secret-value').innerText();
  await page.locator('.desk-qr path[d]').waitFor();
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(admin.faults).toEqual([]);
  await page.goto(link);
  const clerk = page.locator('.choice').first();
  await clerk.click();
  await page.waitForFunction(() => document.title.startsWith('Desk 2'));
  expect(new URL(page.url()).search).toBe('');
});
