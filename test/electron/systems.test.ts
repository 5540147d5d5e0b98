/** Traits of Electron on each system, one by one; `journey.test.ts` combines them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DesktopProgram } from '../../main/kiosk/shells/electron/desktop.ts';
import { UNRESPONSIVE_MS } from '../../main/kiosk/shells/electron/page-recovery.ts';
import { placementOf } from '../../main/kiosk/shells/electron/run-window.ts';
import { SHOW_ANYWAY_MS } from '../../main/kiosk/shells/electron/show-window.ts';
import { startAfter } from '../../main/kiosk/shells/electron/system-process.ts';
import { RESTART_EXIT_CODE } from '../../main/lib/restart-exit-code.ts';
import { type Kiosk, type KioskOptions, noWords, type Started, start, startKiosk } from './kiosk.ts';
import { passesGuard } from './stand-in/arguments.ts';
import { MANNERS, type MannerName } from './stand-in/manner.ts';
import { preventable } from './stand-in/preventable.ts';

/** No page is loaded; the tests simulate it. */
const NO_BROWSER = { newContext: () => new Promise(() => {}) } as unknown as Browser;
const PAGES = { pagesDir: join(import.meta.dirname, 'fixtures/pages'), preload: import.meta.filename };
const SYSTEMS = Object.keys(MANNERS) as MannerName[];
const SECOND = { id: 2, bounds: { x: 1080, y: 0, width: 1920, height: 1080 } };

const open = (options: KioskOptions = {}): Promise<Kiosk> => startKiosk(NO_BROWSER, PAGES, options);

const WITH_DISPLAY: DesktopProgram = {
  address: 'http://127.0.0.1:1',
  displayUrl: 'http://127.0.0.1:1/display/#key=1',
  host: () => ({ call: async () => ({ ok: true }), subscribe: () => () => {} }),
  recorded: noWords,
  alive: async () => {},
  close: async () => {},
};

const openWithDisplay = (options: KioskOptions = {}): Promise<Started> =>
  start(NO_BROWSER, PAGES, { secondScreen: true, ...options, start: async () => WITH_DISPLAY });

describe('a window created hidden', () => {
  it.each([
    ['the page is drawn', (kiosk: Kiosk) => kiosk.window.emit('ready-to-show')],
    ['the page is loaded', (kiosk: Kiosk) => kiosk.window.webContents.emit('did-finish-load')],
    [
      'the page cannot be loaded',
      (kiosk: Kiosk) =>
        kiosk.window.webContents.emit('did-fail-load', preventable(), -6, 'ERR', 'app://kiosk/', true, 0, 0),
    ],
    ['the page sends no event for a while', (kiosk: Kiosk) => kiosk.clock.advance(SHOW_ANYWAY_MS)],
  ])('is shown as soon as %s', async (_, happens) => {
    const kiosk = await open({ manner: 'Wayland' });
    expect(kiosk.window.visible).toBe(false);
    happens(kiosk);
    expect(kiosk.window.visible).toBe(true);
  });

  it('is shown only once', async () => {
    const kiosk = await open();
    const show = vi.spyOn(kiosk.window, 'show');
    kiosk.window.emit('ready-to-show');
    kiosk.window.webContents.emit('did-finish-load');
    kiosk.clock.advance(SHOW_ANYWAY_MS);
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('is shown on the second screen as well', async () => {
    const { desk, clock } = await openWithDisplay();
    desk.screen.plugIn(SECOND);
    expect(desk.windows[1]?.visible).toBe(false);
    clock.advance(SHOW_ANYWAY_MS);
    expect(desk.windows[1]?.visible).toBe(true);
  });
});

describe.each(SYSTEMS)('an installed kiosk on %s', (manner) => {
  it('cannot be closed by its user, and ends after a quit request', async () => {
    const kiosk = await open({ manner });
    kiosk.window.close();
    expect(kiosk.window.destroyed).toBe(false);
    kiosk.desk.app.quit();
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0), { timeout: 30_000 });
    expect(kiosk.ended()).toBe(true);
  });

  it('ends with its parent process', async () => {
    const kiosk = await open({ manner });
    kiosk.system.emit('disconnect');
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0), { timeout: 30_000 });
    expect(kiosk.ended()).toBe(true);
  });

  it('prevents users from leaving it', async () => {
    const { desk, window } = await open({ manner });
    expect(window.options).toMatchObject({ kiosk: true, fullscreen: true });
    expect(desk.menus).toEqual([null]);
  });
});

describe.each(SYSTEMS)('a kiosk from the sources on %s', (manner) => {
  it('lets developers leave it', async () => {
    const { desk, window } = await open({ manner, packaged: false });
    expect(desk.hasWayOut()).toBe(true);
    // On macOS, the keys that end a program belong to its menu, which Electron creates by default.
    expect(desk.menus).toEqual(manner === 'macOS' ? [] : [null]);
    // On macOS, kiosk mode hides other programs and disables forced ends.
    expect(window.options).toMatchObject({ fullscreen: true, kiosk: manner !== 'macOS' });
  });
});

describe('a signal', () => {
  it.each(['Linux X11', 'Wayland', 'macOS'] as const)('closes the program cleanly on %s', async (manner) => {
    const kiosk = await open({ manner });
    kiosk.desk.app.signal();
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0), { timeout: 30_000 });
    expect(kiosk.ended()).toBe(true);
  });
});

describe('Windows, which refuses arguments after an address on the command line', () => {
  it.each([
    [['--printer', 'tcp://h:9100'], true],
    [['--printer', 'tcp://h:9100', '--lang', 'pt'], false],
    [['--printer=tcp://h:9100', '--lang', 'pt'], true],
    [['C:\\Take a Number', '--lang', 'pt'], true],
    [['--reader', 'wedge:', '--lang', 'pt'], false],
    [['--', 'tcp://h:9100', 'pt'], true],
  ])('is simulated: %j', (argv, passes) => {
    expect(passesGuard(argv)).toBe(passes);
  });

  it('lets the kiosk restart with another switch', async () => {
    const argv = ['C:\\kiosk.exe', '--printer', 'tcp://h:9100'];
    const { desk } = await open({ manner: 'Windows', argv });
    for (let times = 0; times < 2; times++) {
      desk.app.emit('child-process-gone', preventable(), { type: 'GPU', reason: 'crashed' });
    }
    expect(desk.app.relaunches).toEqual([{ execPath: null, args: ['--disable-gpu', ...argv.slice(1)] }]);
    expect(desk.app.startsAnew).toBe(true);
  });
});

describe('a second screen under Wayland, where programs cannot place windows', () => {
  it.each([
    [{ platform: 'linux', ozone: 'x11', display: ':0' }, 'possible'],
    [{ platform: 'win32', ozone: '', display: undefined }, 'possible'],
    [{ platform: 'darwin', ozone: '', display: undefined }, 'possible'],
    [{ platform: 'linux', ozone: 'wayland', display: ':0' }, 'possible-under-x11'],
    [{ platform: 'linux', ozone: 'wayland', display: undefined }, 'impossible'],
    [{ platform: 'linux', ozone: 'wayland', display: '' }, 'impossible'],
  ] as const)('with %j is %s', (facts, placement) => {
    expect(placementOf(facts)).toBe(placement);
  });

  it('restarts the program under X11 before its start', async () => {
    const begins = vi.fn(async () => WITH_DISPLAY);
    const argv = ['/opt/kiosk', '--second-screen', 'display-1'];
    const env = { DISPLAY: ':0' };
    const { desk } = await start(NO_BROWSER, PAGES, {
      manner: 'Wayland',
      secondScreen: true,
      argv,
      env,
      start: begins,
    });
    expect(desk.app.relaunches).toEqual([{ execPath: null, args: ['--ozone-platform=x11', ...argv.slice(1)] }]);
    expect(desk.app.exitCode).toBe(0);
    expect(begins).not.toHaveBeenCalled();
    expect(desk.windows).toEqual([]);
  });

  it.each([
    ['without an X server', {}, /^--second-screen: Wayland .* install XWayland, or open the display in a browser/],
    [
      'under a service manager, which has its own command line',
      { DISPLAY: ':0', SYSTEMD_EXEC_PID: '4711' },
      /^--second-screen: under Wayland, start the program with --ozone-platform=x11$/,
    ],
  ])('is refused with a message %s', async (_, env, reason) => {
    const { desk, system } = await openWithDisplay({ manner: 'Wayland', env });
    expect(system.said).toEqual([expect.stringMatching(reason)]);
    expect(desk.app.exitCode).toBe(2);
    expect(desk.app.relaunches).toEqual([]);
    expect(desk.windows).toEqual([]);
  });
});

describe.each(['Linux X11', 'Windows', 'macOS'] as const)('the display on the second screen on %s', (manner) => {
  it('fills its screen, follows it, and leaves the keyboard focus to the kiosk', async () => {
    const { desk, clock } = await openWithDisplay({ manner });
    clock.advance(SHOW_ANYWAY_MS);
    desk.screen.plugIn(SECOND);
    clock.advance(SHOW_ANYWAY_MS);
    const [kiosk, display] = desk.windows;
    expect(display?.covers?.id).toBe(SECOND.id);
    for (const bounds of [
      { x: 1080, y: 0, width: 1080, height: 1920 },
      { x: -1080, y: 200, width: 1080, height: 1920 },
    ]) {
      desk.screen.change(SECOND.id, bounds);
      expect(display?.covers).toEqual({ id: SECOND.id, bounds });
    }
    expect(kiosk?.covers?.id).toBe(1);
    // Also when it is touched.
    display?.focus();
    expect(desk.focused()).toBe(kiosk);
    expect(desk.windows).toHaveLength(2);
  });

  it('ends with the kiosk', async () => {
    const { desk } = await openWithDisplay({ manner });
    desk.screen.plugIn(SECOND);
    desk.app.quit();
    await vi.waitFor(() => expect(desk.app.exitCode).toBe(0), { timeout: 30_000 });
  });

  it('is not moved if its screen changes without a change of position and size', async () => {
    const { desk, log } = await openWithDisplay({ manner });
    desk.screen.plugIn(SECOND);
    desk.screen.change(SECOND.id, SECOND.bounds);
    expect(log.events()).not.toContain('display.moved');
  });
});

describe('a restart', () => {
  const APP_IMAGE = '/home/clerk/take-a-number.AppImage';

  /** Makes the page hang and end until the program restarts. */
  function giveUp({ window, clock }: Kiosk): void {
    for (let times = 0; times < 4; times++) {
      window.emit('unresponsive');
      vi.spyOn(window.webContents, 'forcefullyCrashRenderer').mockImplementation(() => {
        window.webContents.emit('render-process-gone', preventable(), { reason: 'killed', exitCode: 9 });
      });
      clock.advance(UNRESPONSIVE_MS);
    }
  }

  it('of an AppImage does not use its mount', async () => {
    const argv = ['/tmp/.mount_take/take-a-number', '--lang', 'pt'];
    const kiosk = await open({ argv, mounted: true, env: { APPIMAGE: APP_IMAGE } });
    giveUp(kiosk);
    expect(kiosk.system.startedAfter).toEqual([[APP_IMAGE, '--lang', 'pt']]);
    expect(kiosk.desk.app.relaunches).toEqual([]);
    expect(kiosk.desk.app.exitCode).toBe(0);
  });

  it('from the sources does not start an AppImage that is its parent', async () => {
    const kiosk = await open({ packaged: false, argv: ['electron', '/src'], env: { APPIMAGE: APP_IMAGE } });
    giveUp(kiosk);
    expect(kiosk.system.startedAfter).toEqual([]);
    expect(kiosk.desk.app.relaunches).toEqual([{ execPath: null, args: ['/src'] }]);
  });

  it.each([{}, { APPIMAGE: APP_IMAGE }])('is left to the service manager, if there is one: %j', async (env) => {
    const kiosk = await open({ env: { ...env, SYSTEMD_EXEC_PID: '4711' } });
    giveUp(kiosk);
    expect(kiosk.desk.app.exitCode).toBe(RESTART_EXIT_CODE);
    expect(kiosk.desk.app.relaunches).toEqual([]);
    expect(kiosk.system.startedAfter).toEqual([]);
  });

  it('is left to `npm start`, which watches over it', async () => {
    const kiosk = await open({ packaged: false, argv: ['electron', '/src'], isWatched: true });
    giveUp(kiosk);
    expect(kiosk.desk.app.exitCode).toBe(RESTART_EXIT_CODE);
    expect(kiosk.desk.app.relaunches).toEqual([]);
  });

  it('requested by staff follows a normal end', async () => {
    const kiosk = await open({ packaged: false, argv: ['electron', '/src', '--lang', 'pt'] });
    kiosk.restart();
    await vi.waitFor(() => expect(kiosk.desk.app.exitCode).toBe(0));
    expect(kiosk.ended()).toBe(true);
    expect(kiosk.desk.app.relaunches).toEqual([{ execPath: null, args: ['/src', '--lang', 'pt'] }]);
    const watched = await open({ env: { SYSTEMD_EXEC_PID: '4711' } });
    watched.restart();
    await vi.waitFor(() => expect(watched.desk.app.exitCode).toBe(RESTART_EXIT_CODE));
    expect(watched.ended()).toBe(true);
    expect(watched.desk.app.relaunches).toEqual([]);
  });

  it('is not left to the service manager of another process', async () => {
    const kiosk = await open({ env: { SYSTEMD_EXEC_PID: '1' } });
    giveUp(kiosk);
    expect(kiosk.desk.app.relaunches).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a command to start after a process', () => {
  it('waits for the end of the process, and does not inherit the AppImage mount', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-after-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const before: ChildProcess = spawn('sleep', ['600'], { stdio: 'ignore' });
    onTestFinished(() => void before.kill('SIGKILL'));
    const pid = before.pid ?? 0;
    const file = join(folder, 'started');
    const script = `kill -0 ${pid} 2>/dev/null && echo early > "$0.part" || echo "$1 [$LD_LIBRARY_PATH] $KEPT $PWD" > "$0.part"; mv "$0.part" "$0"`;
    startAfter(pid, ['/bin/sh', '-c', script, file, 'a b'], {
      ...process.env,
      LD_LIBRARY_PATH: '/tmp/.mount_gone/lib',
      KEPT: 'kept',
    });
    expect(existsSync(file)).toBe(false);
    before.kill('SIGKILL');
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe('a b [] kept /\n'), { timeout: 30_000 });
  });
});
