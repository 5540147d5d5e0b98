/** Faults of an unattended window, and recovery from them. The tests simulate the page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BEAT_CHANNEL, PULSE_CHANNEL } from '../../main/kiosk/shells/electron/channels.ts';
import { GPU_WINDOW_MS, LOAD_RETRY_MS, MAX_RELOADS } from '../../main/kiosk/shells/electron/page-recovery.ts';
import { MAX_MISSED, PULSE_MS } from '../../main/kiosk/shells/electron/page-watchdog.ts';
import { LIVED_MS } from '../../main/kiosk/shells/electron/run-window.ts';
import { RESTART_EXIT_CODE } from '../../main/lib/restart-exit-code.ts';
import { type Kiosk, type KioskOptions, startKiosk } from './kiosk.ts';
import { idle } from './kiosk-states.ts';
import { preventable } from './stand-in/preventable.ts';

const NO_BROWSER = { newContext: () => new Promise(() => {}) } as unknown as Browser;
const PAGES = { pagesDir: join(import.meta.dirname, 'fixtures/pages'), preload: import.meta.filename };
const UNDER_SYSTEMD = { SYSTEMD_EXEC_PID: '4711' };

const open = (options: KioskOptions = {}): Promise<Kiosk> => startKiosk(NO_BROWSER, PAGES, options);

describe('a fault in the main process', () => {
  it('ends the program also after an unhandled rejection, of which Electron only warns', async () => {
    const { system, desk, log } = await open();
    system.failUnheard(new Error('nobody heard this'));
    expect(system.warned).toEqual([]);
    expect(desk.app.exitCode).toBe(1);
    expect(log.lines.at(-1)).toContain('nobody heard this');
  });

  it('can be any value', async () => {
    const { system, desk, log } = await open();
    system.failUnheard('a text');
    expect(desk.app.exitCode).toBe(1);
    expect(log.lines.at(-1)).toContain('a text');
  });

  it('restarts an installed kiosk without a supervisor', async () => {
    const { system, desk, clock } = await open();
    clock.advance(LIVED_MS);
    system.failUnheard(new Error('a fault'));
    expect(desk.app.relaunches).toHaveLength(1);
  });

  it.each([
    ['a service manager', { env: UNDER_SYSTEMD }],
    ['`npm start`', { packaged: false, isWatched: true, argv: ['electron', '/src'] }],
    ['a developer', { packaged: false, argv: ['electron', '/src'] }],
  ])('leaves the restart to its supervisor: %s', async (_, options) => {
    const { system, desk, clock } = await open(options);
    clock.advance(LIVED_MS);
    system.failUnheard(new Error('a fault'));
    expect(desk.app.relaunches).toEqual([]);
    expect(desk.app.exitCode).toBe(1);
  });

  it('does not restart the program right after its start', async () => {
    const { system, desk, clock } = await open();
    clock.advance(LIVED_MS - 1);
    system.failUnheard(new Error('a fault'));
    expect(desk.app.relaunches).toEqual([]);
    expect(desk.app.exitCode).toBe(1);
  });
});

describe('a crash of the graphics process', () => {
  const dies = ({ desk }: Kiosk): unknown =>
    desk.app.emit('child-process-gone', preventable(), { type: 'GPU', reason: 'crashed' });

  it('makes a service draw in software at the next start if it happens twice, and in hardware at the start after', async () => {
    const userData = mkdtempSync(join(tmpdir(), 'user-data-'));
    onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
    const first = await open({ env: UNDER_SYSTEMD, userData });
    expect(first.desk.app.drawsByHardware).toBe(true);
    dies(first);
    expect(first.desk.app.exitCode).toBeNull();
    dies(first);
    expect(first.desk.app.exitCode).toBe(RESTART_EXIT_CODE);
    const second = await open({ env: UNDER_SYSTEMD, userData });
    expect(second.desk.app.drawsByHardware).toBe(false);
    const third = await open({ env: UNDER_SYSTEMD, userData });
    expect(third.desk.app.drawsByHardware).toBe(true);
  });

  it('does not restart a service that could not store this for the next start', async () => {
    const kiosk = await open({ env: UNDER_SYSTEMD, userData: '/dev/null/none' });
    for (let times = 0; times < 5; times++) dies(kiosk);
    expect(kiosk.desk.app.exitCode).toBeNull();
    expect(kiosk.log.events()).toContain('gpu.flag-write-failed');
  });

  it('has no effect if it happens rarely', async () => {
    const kiosk = await open();
    for (let times = 0; times < 5; times++) {
      dies(kiosk);
      kiosk.clock.advance(GPU_WINDOW_MS);
    }
    expect(kiosk.desk.app.relaunches).toEqual([]);
  });
});

describe('an unused page', () => {
  /** Number of forced ends of a page with this response to `times` heartbeats. */
  async function endedAfter(times: number, answer: boolean | null, isLoaded = true): Promise<number> {
    const { desk, window, clock } = await open();
    const { webContents } = window;
    vi.spyOn(webContents, 'send').mockImplementation((channel) => {
      if (channel !== PULSE_CHANNEL || answer === null) return;
      void desk.ipcMain.dispatch({ sender: webContents, senderFrame: null }, BEAT_CHANNEL, [answer]);
    });
    let ended = 0;
    vi.spyOn(webContents, 'forcefullyCrashRenderer').mockImplementation(() => {
      ended++;
      webContents.emit('render-process-gone', preventable(), { reason: 'killed', exitCode: 9 });
    });
    if (isLoaded) webContents.emit('did-finish-load');
    for (let asked = 0; asked < times; asked++) {
      clock.advance(PULSE_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return ended;
  }

  it('is ended and reloaded if it hangs', async () => {
    expect(await endedAfter(MAX_MISSED, null)).toBe(0);
    expect(await endedAfter(MAX_MISSED + 1, null)).toBe(1);
  });

  it('is ended if its scripts did not run', async () => {
    expect(await endedAfter(MAX_MISSED + 1, false)).toBe(1);
  });

  it('is not ended while it responds or is still loading', async () => {
    expect(await endedAfter(5 * MAX_MISSED, true)).toBe(0);
    expect(await endedAfter(5 * MAX_MISSED, null, false)).toBe(0);
  });
});

describe('a page without its bridge to the host', () => {
  it('is reloaded, and finally restarts the program', async () => {
    const { desk, window, clock } = await open();
    const loads = vi.spyOn(window, 'loadURL').mockResolvedValue();
    for (let times = 0; times <= MAX_RELOADS; times++) {
      window.webContents.emit('preload-error', preventable(), '/preload.cjs', new Error('unreadable'));
      clock.advance(LOAD_RETRY_MS);
      clock.advance(1);
    }
    expect(loads).toHaveBeenCalledTimes(MAX_RELOADS);
    expect(desk.app.relaunches).toHaveLength(1);
  });
});

describe('a service manager', () => {
  it('is notified that the kiosk is ready, alive and stopping', async () => {
    const kiosk = await open({ env: UNDER_SYSTEMD });
    expect(kiosk.service.heard).toEqual(['ready']);
    await kiosk.service.alive();
    kiosk.desk.app.quit();
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0), { timeout: 30_000 });
    expect(kiosk.service.heard).toEqual(['ready', 'stopping']);
  });
});

describe('the screen', () => {
  it('stays on while the kiosk is open, and may sleep while its page is dark', async () => {
    const kiosk = await open();
    expect(kiosk.desk.blockers()).toEqual(['prevent-display-sleep']);
    const closed = {
      ...idle,
      screen: { name: 'closed', opensAt: null, hours: null, choices: [] },
      dark: true,
    } as const;
    kiosk.show(closed);
    kiosk.show({ ...closed, siteName: 'Town Hall' });
    expect(kiosk.desk.blockers()).toEqual([]);
    kiosk.show(idle);
    expect(kiosk.desk.blockers()).toEqual(['prevent-display-sleep']);
  });
});
