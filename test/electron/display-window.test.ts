/** Display on the second screen: real server and page, in a second window of the kiosk. */
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LOAD_RETRY_MS } from '../../main/kiosk/shells/electron/page-recovery.ts';
import { MAX_MISSED, PULSE_MS } from '../../main/kiosk/shells/electron/page-watchdog.ts';
import { type Hall, type HallOptions, openHall } from '../helpers/display-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { builtProgram } from './built.ts';
import { type Kiosk, noWords, startKiosk } from './kiosk.ts';
import type { BrowserWindowStandIn } from './stand-in/window.ts';

const SECOND = { id: 2, bounds: { x: 1080, y: 0, width: 1920, height: 1080 } };

let browser: Browser;
const built = builtProgram();

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

const waitUntil = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 30_000, interval: 50 });

async function start(options: HallOptions = {}): Promise<{ readonly hall: Hall; readonly kiosk: Kiosk }> {
  const hall = await openHall({ secondScreen: 'display-1', ...options });
  const { address, displayUrl } = hall.program;
  const kiosk = await startKiosk(browser, built, {
    start: async () => ({
      address,
      displayUrl,
      host: () => ({ call: async () => ({ ok: true }), subscribe: () => () => {} }),
      recorded: noWords,
      alive: async () => {},
      close: async () => {},
    }),
  });
  onTestFinished(() => kiosk.close());
  return { hall, kiosk };
}

/** The open window of the display. */
function displayOf(kiosk: Kiosk): BrowserWindowStandIn | undefined {
  return kiosk.desk.windows.find((window) => window !== kiosk.window && !window.destroyed);
}

async function shown(kiosk: Kiosk): Promise<BrowserWindowStandIn> {
  await waitUntil(() => expect(displayOf(kiosk)?.visible).toBe(true));
  const window = displayOf(kiosk);
  if (window === undefined) throw new Error('The display has gone');
  return window;
}

describe('the display on the second screen', () => {
  it('shows calls, even if the site requires authentication', async () => {
    const { hall, kiosk } = await start({ display: { call_seconds: 3 } });
    kiosk.desk.screen.plugIn(SECOND);
    const { webContents } = await shown(kiosk);
    await webContents.page.waitForSelector('[data-screen="idle"]');
    await hall.call('Passports', 'Desk 4');
    await webContents.page.locator('.focus-number', { hasText: 'A042' }).waitFor();
    expect(webContents.faults).toEqual([]);
  });

  it('has its own key that is not logged, connects only to its server, and loads only pictures that the page allows', async () => {
    const { hall, kiosk } = await start({ settings: { api_authentication: true } });
    kiosk.desk.screen.plugIn(SECOND);
    const { webContents } = await shown(kiosk);
    await webContents.page.waitForSelector('[data-screen="idle"]');
    const key = new URL(hall.program.displayUrl ?? '').hash.replace('#key=', '');
    expect(key.length).toBeGreaterThan(40);
    expect(hall.log.lines.join('\n')).not.toContain(key);
    expect(kiosk.log.lines.join('\n')).not.toContain(key);

    const session = kiosk.desk.session('display');
    expect(await session.allows(`${hall.program.address}/media/a.png`, 'image')).toBe(true);
    expect(await session.allows('https://pictures.example.org/a.png', 'image')).toBe(true);
    expect(await session.allows('https://pictures.example.org/a.js', 'script')).toBe(false);
    expect(await session.allows('http://192.0.2.7/', 'image')).toBe(false);
    expect(await session.allows('file:///etc/passwd', 'image')).toBe(false);
    expect(await session.grants('media')).toEqual([false, false, false]);
    expect(await kiosk.desk.session('kiosk').allows(`${hall.program.address}/`, 'image')).toBe(false);
  });

  it('is one window on the first of several screens, and never takes the keyboard focus', async () => {
    const { kiosk } = await start();
    kiosk.desk.screen.plugIn(SECOND);
    kiosk.desk.screen.plugIn({ id: 3, bounds: { ...SECOND.bounds, x: 3_000 } });
    const { options, focused, covers } = await shown(kiosk);
    expect(covers?.id).toBe(SECOND.id);
    expect(options).toMatchObject({ ...SECOND.bounds, focusable: false, frame: false });
    expect(options.webPreferences).toMatchObject({
      autoplayPolicy: 'no-user-gesture-required',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    });
    expect(options.webPreferences.preload).toBeUndefined();
    expect(focused).toBe(0);
    expect(kiosk.desk.windows).toHaveLength(2);
  });

  it('opens and closes with its screen without affecting the kiosk, and ends with the kiosk', async () => {
    const { kiosk } = await start();
    expect(displayOf(kiosk)).toBeUndefined();
    kiosk.desk.screen.plugIn(SECOND);
    await shown(kiosk);
    kiosk.desk.screen.unplug(SECOND.id);
    expect(displayOf(kiosk)).toBeUndefined();
    expect(kiosk.window.destroyed).toBe(false);
    expect(kiosk.ended()).toBe(false);
    kiosk.desk.screen.plugIn({ ...SECOND, id: 3 });
    const window = await shown(kiosk);
    // Users cannot close it.
    window.close();
    expect(window.destroyed).toBe(false);
    kiosk.desk.app.quit();
    await waitUntil(() => expect(kiosk.desk.app.exitCode).toBe(0));
    expect(window.destroyed).toBe(true);
  });

  it('is reloaded when its page hangs or crashes, but not while it responds', async () => {
    const { kiosk } = await start();
    kiosk.desk.screen.plugIn(SECOND);
    const { webContents } = await shown(kiosk);
    await webContents.page.waitForSelector('[data-screen="idle"]');
    const ends = vi.spyOn(webContents, 'forcefullyCrashRenderer');
    const asked = vi.spyOn(webContents, 'executeJavaScript');
    const ask = async (answers: 'answers' | 'hangs'): Promise<void> => {
      for (let times = 0; times <= MAX_MISSED; times += 1) {
        kiosk.clock.advance(PULSE_MS);
        await new Promise((resolve) => setImmediate(resolve));
        if (answers === 'answers') await asked.mock.results.at(-1)?.value;
      }
    };
    await ask('answers');
    expect([asked.mock.calls.length, ends.mock.calls.length]).toEqual([MAX_MISSED + 1, 0]);
    asked.mockClear();
    asked.mockImplementation(() => new Promise(() => {}));
    await ask('hangs');
    expect(ends).toHaveBeenCalledOnce();
    asked.mockRestore();
    const comesBack = async (): Promise<void> => {
      await waitUntil(() => expect(webContents.isCrashed()).toBe(true));
      const loaded = once(webContents, 'did-finish-load', { signal: AbortSignal.timeout(30_000) });
      kiosk.clock.advance(LOAD_RETRY_MS);
      await loaded;
      expect(webContents.isCrashed()).toBe(false);
      await webContents.page.waitForSelector('[data-screen="idle"]');
    };
    await comesBack();
    await webContents.crash();
    await comesBack();
    expect(ends).toHaveBeenCalledOnce();
  });
});

describe('--second-screen', () => {
  it('must name a display of the site', async () => {
    await expect(openHall({ secondScreen: 'kiosk-1' })).rejects.toThrow(
      '--second-screen kiosk-1: the site has no such display; it has display-1, display-2',
    );
  });
});
