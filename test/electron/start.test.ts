import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { isFirstInstance, prepareDesktop } from '../../main/electron/desktop.ts';
import { programFlags } from '../../main/electron/flags.ts';
import { startKiosk } from './kiosk.ts';
import { standInElectron } from './stand-in/electron.ts';

const NO_BROWSER = {} as Browser;

describe('the command line of the window', () => {
  it('is ours without what is meant for Electron and Chromium', () => {
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
  it('is given up by a second program', () => {
    const says = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { app, electron } = standInElectron(NO_BROWSER);
    expect(isFirstInstance(electron.app)).toBe(true);
    app.firstInstance = false;
    expect(isFirstInstance(electron.app)).toBe(false);
    expect(app.exitCode).toBe(0);
    expect(says).toHaveBeenCalledWith(expect.stringContaining('runs already'));
    says.mockRestore();
  });

  it('switches off the gestures of a browser', () => {
    const { app, electron } = standInElectron(NO_BROWSER);
    prepareDesktop(electron);
    expect(app.switches).toEqual(['disable-pinch', 'overscroll-history-navigation=0']);
  });

  it('fails with a clear line when the pages were not built', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    const start = startKiosk(NO_BROWSER, { pagesDir: empty, preload: join(empty, 'preload.cjs') });
    await expect(start).rejects.toThrow(/kiosk.index\.html is missing: the program was not built/);
    rmSync(empty, { recursive: true });
  });

  it('fails as the program behind it fails', async () => {
    const start = startKiosk(
      NO_BROWSER,
      { pagesDir: join(import.meta.dirname, 'fixtures/pages'), preload: import.meta.filename },
      { start: () => Promise.reject(new Error('The data folder cannot be used')) },
    );
    await expect(start).rejects.toThrow('The data folder cannot be used');
  });
});
