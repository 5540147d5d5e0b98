/** Complete kiosk: page, preload, ipc, host, server, store, recorded speech and a serial card reader. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { openPty, type Pty } from '../../main/lib/ports/pty.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { giveVoices, Listener, playedOn, recordSound } from '../helpers/ears.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';
import { MUTE, priorityOption } from '../helpers/machine.ts';
import { toneOf } from '../helpers/tone.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';
import { builtProgram } from './built.ts';
import { type Kiosk, startKiosk } from './kiosk.ts';

let browser: Browser;
const built = builtProgram();
let data: string;
let reader: Pty;
let kiosk: Kiosk;
const log = recordingLog();

/** One service that is always open, one kiosk, and the device of the card reader. */
const SITE = {
  settings: { languages: ['en', 'ar'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town Hall' }],
  services: [{ id: 'passports', name: 'Passports', tag: 'P', location: 'hall' }],
  devices: [
    { id: 'kiosk', name: 'Kiosk', type: 1, location: 'hall', speech: 'loudspeaker' },
    { id: 'door', name: 'Card reader', type: 7, location: 'hall' },
  ],
};

beforeAll(async () => {
  browser = await launchChromium();
  data = mkdtempSync(join(tmpdir(), 'kiosk-'));
  reader = openPty();
  const device = `serial://${reader.path}?device=door&pattern=~(?<id>[0-9A-F]{8})`;
  const site = join(data, 'site.json');
  writeFileSync(site, JSON.stringify(SITE));
  const command = readSettings(
    ['--site', site, '--port', '0', '--data', data, '--printer', 'none:', '--reader', device],
    {},
  );
  if (!command.ok || command.value.kind !== 'run') throw new Error('the settings are wrong');
  const { settings } = command.value;
  kiosk = await startKiosk(browser, built, {
    start: async () => {
      const program = await startProgram(settings, log, null, undefined, null, () => MUTE);
      const { address, recorded, alive, close } = program;
      return { address, displayUrl: null, host: () => program.host(), recorded, alive, close };
    },
  });
  await vi.waitFor(() => expect(kiosk.window.visible).toBe(true), { timeout: 30_000 });
  // For pages that are loaded from now on.
  const context = kiosk.window.webContents.page.context();
  await giveVoices(context, ['en-GB']);
  await recordSound(context);
});

afterAll(async () => {
  await kiosk?.close();
  reader?.close();
  await browser?.close();
  rmSync(data, { recursive: true, force: true });
});

describe('the complete kiosk in its window', () => {
  const page = () => kiosk.window.webContents.page;
  const inEnglish = async (): Promise<void> => {
    await page().locator('.to-languages').click();
    await page().getByRole('button', { name: 'English', exact: true }).click();
    await page().locator('html[lang="en"]').waitFor();
  };

  it('starts speech with a key, and plays the site’s recordings in a language without a voice', async () => {
    const { webContents } = kiosk.window;
    const arabic = Object.fromEntries(entries(readTexts('ar', 'kiosk')));
    const folder = join(data, 'voice', 'ar');
    mkdirSync(folder, { recursive: true });
    // Its duration identifies this recording.
    writeFileSync(join(folder, `${(arabic.question ?? '').replaceAll(/[؟?.]/gu, '')}.wav`), toneOf(310));
    await page().waitForSelector('[data-screen="choose"]');
    await page().evaluate(() => Object.assign(window, { isOld: true }));
    webContents.reload();
    await page().waitForFunction(
      () => !('isOld' in window) && document.querySelector('[data-screen="choose"]') !== null,
    );

    await inEnglish();
    const visitor = new Listener(page());
    expect(await webContents.pressKey('F9')).toBe(true);
    await visitor.hears(/Speech is on/u, /How can we help/u);
    await visitor.chooses(/^Languages/u);
    await visitor.chooses(/^Arabic/u);
    await expect
      .poll(async () => (await playedOn(page())).map(({ seconds }) => Math.round(seconds * 1000)), { timeout: 30_000 })
      .toEqual([310]);
    expect(await webContents.pressKey('F9')).toBe(true);
    await inEnglish();
    expect(webContents.faults).toEqual([]);
  });

  it('issues a ticket for a card and a touch, and does not expose the card', async () => {
    const logged = (text: string): Promise<void> =>
      vi.waitFor(() => expect(log.lines.join('\n')).toContain(text), { timeout: 30_000 });
    await page()
      .getByRole('button', { name: /Passports/ })
      .first()
      .waitFor();
    await logged('reader.ready');
    await reader.write(Buffer.from('~0004A1B2\r'));
    await logged('"phase":"choose"');
    await page()
      .getByRole('button', { name: /Passports/ })
      .first()
      .click();
    await priorityOption(page(), 'No').click();
    await logged('"number":"P001"');
    await page().getByText('P001').first().waitFor();
    expect(log.lines.join('\n')).not.toContain('0004A1B2');
    expect(kiosk.window.webContents.faults).toEqual([]);

    kiosk.desk.app.quit();
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0), { timeout: 30_000 });
  });
});
