/**
 * Built program in a real Electron. Needs the installed runtime and a screen; otherwise it warns that this was not
 * tested, because no other test covers it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priorityOption } from '../helpers/machine.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function runtime(): string | null {
  const folder = join(ROOT, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const path = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(path) ? path : null;
}

function missing(): string | null {
  if (runtime() === null) return 'the Electron runtime is missing (install it with npx install-electron --no)';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display';
  if (!existsSync(join(ROOT, 'dist/main/main.js'))) return 'the program is not built (npm run build)';
  return null;
}

const skipped = missing();
if (skipped !== null) {
  console.warn(`\n*** SKIPPED: the kiosk in a real Electron window was NOT tested here: ${skipped}. ***\n`);
}

describe.skipIf(skipped !== null)('the kiosk in a real Electron window', () => {
  let data: string;
  let app: ElectronApplication;
  let page: Page;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'kiosk-'));
    app = await _electron.launch({
      executablePath: runtime() ?? '',
      args: ['--no-sandbox', ROOT, '--port', '0', '--data', data, '--printer', 'none:'],
    });
    page = await app.firstWindow();
    await page.waitForSelector('button');
  });

  afterAll(async () => {
    await app?.close();
    rmSync(data, { recursive: true, force: true });
  });

  it('shows the demo site from app://kiosk, with the state from the host', async () => {
    expect(page.url()).toBe('app://kiosk/kiosk/index.html');
    expect(await page.getByRole('button').count()).toBeGreaterThan(3);
  });

  it('is a sandboxed kiosk, and exposes two functions to its page', async () => {
    expect(await page.evaluate('Object.keys(window.takeANumber).sort()')).toEqual(['call', 'subscribe']);
    expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined');
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isKiosk())),
    ).toEqual([true]);
  });

  it('issues a ticket after a touch', async () => {
    const group = page.locator('.choice[data-kind="group"]:not([hidden]) > button').first();
    if ((await group.count()) > 0) await group.click();
    await page.locator('.choice[data-kind="service"]:not([hidden], .choice-off) > button').first().click();
    await priorityOption(page, 'No').click();
    expect(await page.locator('.ticket-number').textContent()).toMatch(/^[A-Z][0-9]{3}$/);
  });

  it('blocks navigation', async () => {
    await page.evaluate('void (location.href = "https://elsewhere.example/")');
    await page.evaluate('void window.open("https://elsewhere.example/")');
    expect(await page.evaluate('window.takeANumber.call("done", {})')).toEqual({ ok: true });
    expect(page.url()).toBe('app://kiosk/kiosk/index.html');
    expect(app.windows()).toHaveLength(1);
  });

  it('reloads its page after a crash', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    const back = await app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<string>((resolve) => {
          BrowserWindow.getAllWindows()[0]?.webContents.once('did-finish-load', () =>
            resolve(BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? ''),
          );
        }),
    );
    expect(back).toBe('app://kiosk/kiosk/index.html');
  });
});
