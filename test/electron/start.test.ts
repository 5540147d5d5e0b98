import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { prepareDesktop } from '../../main/kiosk/shells/electron/desktop.ts';
import { programFlags } from '../../main/kiosk/shells/electron/flags.ts';
import { endWithReason } from '../../main/kiosk/shells/electron/startup-error.ts';
import { start } from './kiosk.ts';
import { standInElectron } from './stand-in/electron.ts';
import { MANNERS } from './stand-in/manner.ts';
import { ProcessStandIn } from './stand-in/process.ts';

const NO_BROWSER = {} as Browser;
/** Existing pages, for starts that fail before a page is shown. */
const PAGES = { pagesDir: join(import.meta.dirname, 'fixtures/pages'), preload: import.meta.filename };

describe('the command line of the window', () => {
  it('excludes options of Electron and Chromium', () => {
    expect(programFlags(['/opt/kiosk', '--no-sandbox', '--port', '0', '--disable-gpu'], true)).toEqual(['--port', '0']);
    expect(programFlags(['electron', '/src', '--site', 'site.json'], false)).toEqual(['--site', 'site.json']);
    expect(
      programFlags(['electron', '--inspect=0', '--remote-debugging-port=0', '/src', '--lang', 'pt'], false),
    ).toEqual(['--lang', 'pt']);
    expect(programFlags(['/opt/kiosk'], true)).toEqual([]);
    expect(programFlags(['/opt/kiosk', '--unknown'], true)).toEqual(['--unknown']);
  });
});

describe('the start of the window', () => {
  it('is cancelled if the program already runs, and the user is notified', async () => {
    const second = await start(NO_BROWSER, PAGES, { runsAlready: true, start: () => Promise.reject(new Error('no')) });
    expect(second.system.said).toEqual(['Take a Number is already running; its window has been brought to the front.']);
    expect(second.told).toEqual(['runs already']);
    expect(second.desk.app.exitCode).toBe(0);
    expect(second.desk.windows).toEqual([]);
  });

  it('is logged if its sandbox is disabled', async () => {
    const fails = () => Promise.reject(new Error('no'));
    const without = await start(NO_BROWSER, PAGES, { argv: ['/opt/kiosk', '--no-sandbox'], start: fails });
    expect(without.log.events()).toContain('app.sandbox-disabled');
    expect((await start(NO_BROWSER, PAGES, { start: fails })).log.events()).not.toContain('app.sandbox-disabled');
  });

  it('disables gestures of browsers', () => {
    const { app, electron } = standInElectron(NO_BROWSER);
    prepareDesktop(electron, 'linux');
    expect(app.switches).toEqual(['disable-pinch', 'overscroll-history-navigation=0']);
  });

  it('fails with a clear message if the pages are not built', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    const { system, desk } = await start(
      NO_BROWSER,
      { pagesDir: empty, preload: join(empty, 'preload.cjs') },
      { start: () => Promise.reject(new Error('not reached')) },
    );
    expect(system.said).toEqual([
      expect.stringMatching(/kiosk.index\.html is missing: the program is not built completely$/),
    ]);
    expect(desk.app.exitCode).toBe(1);
    rmSync(empty, { recursive: true });
  });
});

const REASON = 'Port 8080 is in use; choose another with --port';
const fails = () => Promise.reject(new Error(REASON));

describe('a start that fails', () => {
  it.each(['Linux X11', 'Wayland', 'Windows', 'macOS'] as const)(
    'is shown in a message box if the output is not read: %s',
    async (manner) => {
      const { system, desk } = await start(NO_BROWSER, PAGES, { manner, isRead: false, start: fails });
      expect(system.said).toEqual([REASON]);
      expect(desk.boxes).toEqual([`Take a Number: ${REASON}`]);
      expect(desk.app.exitCode).toBe(1);
    },
  );

  it('shows no message box if a user or a service manager reads the output', async () => {
    for (const facts of [{ isRead: true }, { isRead: false, env: { SYSTEMD_EXEC_PID: '1' } }]) {
      const { system, desk } = await start(NO_BROWSER, PAGES, { ...facts, start: fails });
      expect(system.said).toEqual([REASON]);
      expect(desk.boxes).toEqual([]);
      expect(desk.app.exitCode).toBe(1);
    }
  });

  it('is shown in a message box if the command line is wrong', async () => {
    const desk = standInElectron(NO_BROWSER);
    const system = new ProcessStandIn(MANNERS['Linux X11'], { isRead: false });
    await endWithReason(desk.electron, system, { reason: 'Unknown option; see --help', exitCode: 2 });
    expect(desk.boxes).toEqual(['Take a Number: Unknown option; see --help']);
    expect(desk.app.exitCode).toBe(2);
  });
});
