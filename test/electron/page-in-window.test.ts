import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { USUAL_RHYTHM } from '../../main/devices/contract/wedge.ts';
import { BEAT_CHANNEL, PULSE_CHANNEL } from '../../main/kiosk/shells/electron/channels.ts';
import {
  LOAD_RETRY_MS,
  MAX_RELOADS,
  RELOAD_WINDOW_MS,
  UNRESPONSIVE_MS,
} from '../../main/kiosk/shells/electron/page-recovery.ts';
import { MAX_MISSED, PULSE_MS } from '../../main/kiosk/shells/electron/page-watchdog.ts';
import { swipe } from '../helpers/keyboard-reader.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { builtProgram } from './built.ts';
import { type Kiosk, type KioskOptions, noWords, startKiosk } from './kiosk.ts';
import { idle, service, state } from './kiosk-states.ts';
import { preventable } from './stand-in/preventable.ts';

let browser: Browser;
const built = builtProgram();
let kiosk: Kiosk;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

/** Opens a kiosk for each test of this block, which reloads, crashes or ends it. */
function withItsOwnKiosk(): void {
  beforeEach(() => openKiosk());
  afterEach(() => kiosk.close());
}

/** Number of log lines and calls at the start of the test. */
let began = { lines: 0, calls: 0 };

/** Opens one kiosk for all tests of this block, which is idle before each test. */
function withOneKiosk(): void {
  beforeAll(() => openKiosk());
  beforeEach(async ({ task }) => {
    // Chromium sometimes loses a page: a second attempt starts with a new kiosk.
    if ((task.result?.retryCount ?? 0) > 0) {
      await kiosk.close();
      await openKiosk();
    }
    // Once this is drawn, nothing of the previous test remains.
    kiosk.show({ ...idle, siteName: 'Between two tests' });
    await sees('Between two tests');
    kiosk.show(idle);
    await sees('Town Hall');
    began = { lines: kiosk.log.lines.length, calls: kiosk.calls.length };
  });
  afterAll(() => kiosk.close());
}

async function openKiosk(options: KioskOptions = {}): Promise<void> {
  kiosk = await startKiosk(browser, built, options);
  if (options.start === undefined) await sees('Residence');
}

const linesNow = () => kiosk.log.lines.slice(began.lines);
const callsNow = () => kiosk.calls.slice(began.calls);

const page = () => kiosk.window.webContents.page;
const sees = (text: string): Promise<void> =>
  vi.waitFor(async () => expect(await page().locator('body').textContent()).toContain(text), {
    timeout: 30_000,
    interval: 50,
  });
const waitUntil = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 20 });

/** Runs a script in the page. */
const inPage = <T>(script: string): Promise<T> => page().evaluate(script) as Promise<T>;

describe('the kiosk page in its window', () => {
  withOneKiosk();

  it('shows the states that the host sends', async () => {
    kiosk.show(state({ name: 'choose', choices: [service('s9', 'Marriage')], group: null, card: false, late: false }));
    await sees('Marriage');
    expect(await page().locator('body').textContent()).not.toContain('Residence');
    expect(kiosk.window.webContents.faults).toEqual([]);
  });

  it('sends touches to the host', async () => {
    await page()
      .getByRole('button', { name: /Payments/ })
      .click();
    await waitUntil(() => expect(callsNow()).toContainEqual({ name: 'touchService', input: { serviceId: 's2' } }));
  });

  it('sends card values of a keyboard reader to the host', async () => {
    kiosk.show({ ...idle, wedge: USUAL_RHYTHM, siteName: 'Town Hall with a reader' });
    await sees('Town Hall with a reader');
    await swipe(page(), '0004A1B2');
    await waitUntil(() => expect(callsNow()).toContainEqual({ name: 'cardText', input: { text: '0004A1B2' } }));
  });

  it('exposes exactly two frozen functions to the page, and nothing of Node or Electron', async () => {
    expect(
      await inPage('Object.entries(window.takeANumber).map(([name, value]) => [name, typeof value]).sort()'),
    ).toEqual([
      ['call', 'function'],
      ['subscribe', 'function'],
    ]);
    expect(await inPage('Object.isFrozen(window.takeANumber)')).toBe(true);
    expect(
      await inPage(
        '["require", "process", "module", "Buffer", "global", "ipcRenderer"].filter((name) => name in window)',
      ),
    ).toEqual([]);
  });

  it('receives an error for an invalid call', async () => {
    const call = (args: string) => inPage(`window.takeANumber.call(${args})`);
    expect(await call('"openDoor", {}')).toMatchObject({ ok: false, error: { code: 'unknown-call' } });
    expect(await call('"touchService", { serviceId: 7 }')).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    });
    expect(await call('"back"')).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(await call('{ toString: 1 }, {}')).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(await call('"back", { run() {} }')).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(await call('"back", {}')).toEqual({ ok: true });
    expect(callsNow().filter(({ name }) => name !== 'fits' && name !== 'stillHere')).toEqual([
      { name: 'back', input: {} },
    ]);
  });

  it('responds to heartbeats of the window, and is not reloaded', async () => {
    for (let asked = 0; asked < 3 * MAX_MISSED; asked++) {
      const answered = vi.spyOn(kiosk.desk.ipcMain, 'dispatch');
      const sent = vi.spyOn(kiosk.window.webContents, 'send');
      await waitUntil(() => {
        // One heartbeat; on a slow machine the window may not know its page yet, and sends none.
        if (!sent.mock.calls.some(([channel]) => channel === PULSE_CHANNEL)) kiosk.clock.advance(PULSE_MS);
        expect(answered.mock.calls.map(([, channel]) => channel)).toContain(BEAT_CHANNEL);
      });
      answered.mockRestore();
      sent.mockRestore();
    }
    expect(kiosk.log.events()).not.toContain('page.watchdog-timeout');
    expect(kiosk.window.webContents.loads).toBe(1);
  });

  it('receives no states after it has unsubscribed', async () => {
    await inPage(`(() => {
      window.heard = [];
      window.stop = window.takeANumber.subscribe((state) => window.heard.push(state?.siteName));
    })()`);
    expect(await inPage('window.heard')).toEqual(['Town Hall']);
    kiosk.show({ ...idle, siteName: 'Clinic' });
    await vi.waitFor(async () => expect(await inPage('window.heard')).toEqual(['Town Hall', 'Clinic']), {
      timeout: 30_000,
    });
    await inPage('window.stop()');
    kiosk.show({ ...idle, siteName: 'Library' });
    await sees('Library');
    expect(await inPage('window.heard')).toEqual(['Town Hall', 'Clinic']);
  });

  it('is shown as a kiosk: fullscreen, sandboxed, without menu and developer tools', async () => {
    const { options } = kiosk.window;
    expect(options).toMatchObject({ kiosk: true, fullscreen: true });
    expect(options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      spellcheck: false,
    });
    for (const risky of ['allowRunningInsecureContent', 'enableBlinkFeatures', 'experimentalFeatures']) {
      expect(options.webPreferences).not.toHaveProperty(risky);
    }
    await waitUntil(() => expect(kiosk.window.visible).toBe(true));
    expect(kiosk.window.hasMenu).toBe(false);
    expect(kiosk.desk.menus).toEqual([null]);
    expect(kiosk.desk.blockers()).toEqual(['prevent-display-sleep']);
    expect(kiosk.desk.protocol.privileged).toEqual(['app']);
  });
});

describe('the kiosk page when it is reloaded, unused or replaced', () => {
  withItsOwnKiosk();

  it('is reloaded and captured by remote actions', async () => {
    await waitUntil(() => expect(kiosk.pages.length).toBeGreaterThan(1));
    const before = kiosk.pages.length;
    await inPage('void (window.before = true)');
    kiosk.pages.at(-1)?.reload();
    await waitUntil(() => expect(kiosk.pages.length).toBe(before + 1));
    await sees('Residence');
    expect(await inPage('window.before === undefined')).toBe(true);
    const picture = await kiosk.pages.at(-1)?.capture?.(10_000_000);
    expect(picture).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(picture as Uint8Array).toString('latin1', 1, 4)).toBe('PNG');
    expect(await kiosk.pages.at(-1)?.capture?.(100)).toBe('too-large');
  });

  it('turns black a minute after the last touch while closed, and ignores the touch that wakes it', async () => {
    const closed = state(
      { name: 'closed', opensAt: null, hours: null, choices: [] },
      { dark: true, siteName: 'Closed Hall' },
    );
    const black = page().locator('.dark-screen');
    await page().clock.install();
    kiosk.show(closed);
    await sees('Closed Hall');
    await page().clock.runFor(59_000);
    expect(await black.count()).toBe(0);
    await page().clock.runFor(2_000);
    await black.waitFor();
    await black.click();
    await black.waitFor({ state: 'detached' });
    expect(kiosk.calls.filter(({ name }) => name !== 'fits' && name !== 'stillHere')).toEqual([]);
    await page().clock.runFor(61_000);
    await black.waitFor();
    // A card wakes the page, too.
    kiosk.show({ ...closed, dark: false });
    await black.waitFor({ state: 'detached' });
  });

  it('has its messages ignored if the window shows a foreign page', async () => {
    const { webContents } = kiosk.window;
    const frame = webContents.mainFrame;
    Object.defineProperty(frame, 'origin', { value: 'https://elsewhere.example' });
    expect(await inPage('window.takeANumber.call("back", {})')).toMatchObject({ error: { code: 'not-allowed' } });
    expect(kiosk.calls.filter(({ name }) => name === 'back')).toEqual([]);
  });
});

describe('the security boundary of the window', () => {
  withOneKiosk();

  it('ignores messages of another window, even with the kiosk page', async () => {
    const other = new kiosk.desk.electron.BrowserWindow({
      webPreferences: kiosk.window.options.webPreferences,
    } as never);
    await other.loadURL('app://kiosk/kiosk/index.html');
    const stranger = kiosk.desk.windows.at(-1)!.webContents.page;
    const answer = await stranger.evaluate('window.takeANumber.call("back", {})');
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-allowed' } });
    expect(callsNow().filter(({ name }) => name === 'back')).toEqual([]);
    expect(linesNow().join('\n')).toContain('"ipc.rejected"');
    other.destroy();
  });

  it.each([
    ['a frame within the page', { url: 'app://kiosk/', origin: 'app://kiosk' }],
    ['a destroyed frame', null],
  ])('ignores messages of %s', async (_, senderFrame) => {
    const answer = await kiosk.desk.ipcMain.dispatch({ sender: kiosk.window.webContents, senderFrame }, 'kiosk:call', [
      { name: 'back', input: {} },
    ]);
    expect(answer).toMatchObject({ value: { ok: false, error: { code: 'not-allowed' } } });
  });

  it.each([
    ['another site', 'location.href = "https://elsewhere.example/"'],
    ['another page of the program', 'location.href = "../counter/index.html"'],
    ['itself', 'location.reload()'],
  ])('blocks navigation to %s', async (_, script) => {
    await inPage(`void (${script})`);
    await waitUntil(() =>
      expect(linesNow()).toContain(JSON.stringify({ event: 'page.navigation-blocked', what: 'navigation' })),
    );
    await sees('Residence');
    expect(await inPage('window.takeANumber.call("back", {})')).toEqual({ ok: true });
  });

  it('blocks second windows', async () => {
    const { length } = kiosk.desk.windows;
    await inPage('void window.open("../kiosk/index.html")');
    await waitUntil(() =>
      expect(linesNow()).toContain(JSON.stringify({ event: 'page.navigation-blocked', what: 'window' })),
    );
    expect(kiosk.window.webContents.openedWindows).toEqual([]);
    expect(kiosk.desk.windows).toHaveLength(length);
  });

  it('blocks all outgoing requests of the page', async () => {
    const { session } = kiosk.window.webContents;
    expect(await inPage('fetch("https://elsewhere.example/").then(() => "out", () => "refused")')).toBe('refused');
    expect(await inPage('fetch("http://127.0.0.1:1/").then(() => "out", () => "refused")')).toBe('refused');
    expect(await session.allows('https://elsewhere.example/a.png', 'image')).toBe(false);
    expect(await session.allows('file:///etc/passwd', 'mainFrame')).toBe(false);
    expect(await session.allows('devtools://devtools/', 'mainFrame')).toBe(false);
    expect(await session.allows('app://kiosk/kiosk/index.html', 'mainFrame')).toBe(true);
  });

  it('runs no inline scripts', async () => {
    await inPage(`(() => {
      const script = document.createElement('script');
      script.textContent = 'window.inline = true';
      document.head.append(script);
    })()`);
    expect(await inPage('window.inline === true')).toBe(false);
  });

  it('grants no permissions and no downloads', async () => {
    const { session } = kiosk.window.webContents;
    for (const permission of ['geolocation', 'media', 'notifications', 'serial', 'usb', 'clipboard-read']) {
      expect(await session.grants(permission, { mediaType: 'video' })).toEqual([false, false, false]);
    }
    // The page may list audio outputs, but not record.
    expect(await session.grants('media', { mediaType: 'audio' })).toEqual([false, true, false]);
    const download = preventable();
    session.emit('will-download', download, {});
    expect(download.defaultPrevented).toBe(true);
    expect(session.spellChecker).toBe(false);
  });

  it('passes keys that type or move the focus, and blocks shortcuts', async () => {
    const { webContents } = kiosk.window;
    for (const key of ['a', '7', 'Tab', 'Enter', 'ArrowDown']) expect(await webContents.pressKey(key)).toBe(true);
    expect(await webContents.pressKey('@', { control: true, alt: true })).toBe(true);
    for (const key of ['r', 'w', 'p', '+', '-', '0', 'Tab']) {
      expect(await webContents.pressKey(key, { control: true })).toBe(false);
    }
    expect(await webContents.pressKey('F4', { alt: true })).toBe(false);
    expect(await webContents.pressKey('ArrowLeft', { alt: true })).toBe(false);
    expect(await webContents.pressKey('a', { meta: true })).toBe(false);
    for (const key of ['F5', 'F11', 'F12', 'Meta', 'BrowserBack', 'PrintScreen']) {
      expect(await webContents.pressKey(key)).toBe(false);
    }
  });
});

describe('a page that crashes or hangs', () => {
  withItsOwnKiosk();

  async function die(times: number): Promise<void> {
    await kiosk.window.webContents.crash();
    await waitUntil(() => expect(kiosk.log.events().filter((event) => event === 'page.crashed')).toHaveLength(times));
    kiosk.clock.advance(1);
  }

  it('is reloaded three times with the current state; the fourth time, the program restarts', async () => {
    for (let times = 1; times <= MAX_RELOADS; times++) {
      await die(times);
      await waitUntil(() => expect(kiosk.window.webContents.isCrashed()).toBe(false));
      kiosk.show({ ...idle, siteName: `Town Hall ${times}` });
      await sees(`Town Hall ${times}`);
      expect(kiosk.desk.app.relaunches).toEqual([]);
    }
    await die(MAX_RELOADS + 1);
    expect(kiosk.desk.app.relaunches).toHaveLength(1);
    expect(kiosk.desk.app.exitCode).toBe(0);
    expect(kiosk.window.webContents.loads).toBe(1 + MAX_RELOADS);
  });

  it('is reloaded again after a while without crashes', () => {
    const gone = () =>
      kiosk.window.webContents.emit('render-process-gone', preventable(), { reason: 'oom', exitCode: 9 });
    for (let times = 0; times < 2 * MAX_RELOADS; times++) {
      gone();
      kiosk.clock.advance(RELOAD_WINDOW_MS / MAX_RELOADS);
    }
    expect(kiosk.desk.app.relaunches).toEqual([]);
  });

  it('is not reloaded within the crash event', () => {
    const { webContents } = kiosk.window;
    webContents.emit('render-process-gone', preventable(), { reason: 'crashed', exitCode: 5 });
    expect(webContents.loads).toBe(1);
    kiosk.clock.advance(1);
    expect(webContents.loads).toBe(2);
  });

  it('is ended and reloaded if it hangs, unless it recovers in time', async () => {
    kiosk.window.emit('unresponsive');
    kiosk.clock.advance(UNRESPONSIVE_MS - 1);
    kiosk.window.emit('responsive');
    kiosk.clock.advance(UNRESPONSIVE_MS);
    expect(kiosk.log.events()).not.toContain('page.hang-detected');
    kiosk.window.emit('unresponsive');
    kiosk.clock.advance(UNRESPONSIVE_MS);
    await waitUntil(() => expect(kiosk.log.events()).toContain('page.crashed'));
    kiosk.clock.advance(1);
    await waitUntil(() => expect(kiosk.window.webContents.isCrashed()).toBe(false));
    await sees('Residence');
  });

  it('is loaded again if it could not be loaded', () => {
    const { webContents } = kiosk.window;
    const fails = (code: number, mainFrame: boolean) =>
      webContents.emit('did-fail-load', preventable(), code, 'ERR', 'app://kiosk/', mainFrame, 0, 0);
    fails(-3, true);
    fails(-6, false);
    kiosk.clock.advance(LOAD_RETRY_MS);
    expect(webContents.loads).toBe(1);
    fails(-6, true);
    kiosk.clock.advance(LOAD_RETRY_MS);
    expect(webContents.loads).toBe(2);
  });

  it('is drawn in software after the graphics process has crashed twice', () => {
    const dies = () => kiosk.desk.app.emit('child-process-gone', preventable(), { type: 'GPU', reason: 'crashed' });
    dies();
    expect(kiosk.desk.app.relaunches).toEqual([]);
    dies();
    expect(kiosk.desk.app.relaunches[0]?.args).toContain('--disable-gpu');
  });
});

describe('the end of the program', () => {
  afterEach(() => kiosk.close());

  it('follows a quit request, after the program behind the window has closed', async () => {
    await openKiosk();
    kiosk.desk.app.quit();
    await waitUntil(() => expect(kiosk.desk.app.exitCode).toBe(0));
    expect(kiosk.ended()).toBe(true);
    expect(kiosk.log.lines).toContain(JSON.stringify({ event: 'app.stopped', clean: true }));
  });

  it('does not wait indefinitely for the program behind the window', async () => {
    await openKiosk({
      start: async () => ({
        address: '',
        displayUrl: null,
        host: () => ({ call: async () => ({ ok: true }), subscribe: () => () => {} }),
        recorded: noWords,
        alive: async () => {},
        close: () => new Promise(() => {}),
      }),
    });
    kiosk.desk.app.quit();
    expect(kiosk.desk.app.exitCode).toBeNull();
    kiosk.clock.advance(5_000);
    await waitUntil(() => expect(kiosk.desk.app.exitCode).toBe(1));
  });

  it('follows the closing of the window if the program runs from its sources', async () => {
    await openKiosk({ packaged: false });
    expect(kiosk.window.options.webPreferences).toMatchObject({ devTools: true });
    kiosk.window.close();
    await waitUntil(() => expect(kiosk.desk.app.exitCode).toBe(0));
  });
});

describe('an installed kiosk', () => {
  withOneKiosk();

  it('does not end when its window is closed', () => {
    kiosk.window.close();
    expect(kiosk.window.destroyed).toBe(false);
    expect(kiosk.desk.app.exitCode).toBeNull();
  });

  it('brings its window to the front if the program is started a second time', () => {
    kiosk.desk.app.emit('second-instance', preventable());
    expect(kiosk.window.focused).toBe(1);
  });
});
