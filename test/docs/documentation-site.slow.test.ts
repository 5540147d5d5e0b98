/** Documentation site: built by `npm run docs`, read and searched in Chromium as the server sends it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerHelpPages } from '../../main/kiosk/shells/web/help-pages.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openTown, type Town } from '../helpers/town.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

const npmRunDocs = (...options: readonly string[]) =>
  promisify(execFile)('npm', ['run', 'docs', '--', ...options], { cwd: ROOT, encoding: 'utf8' });

let town: Town;
let browser: Browser;
beforeAll(async () => {
  await npmRunDocs();
  town = await openTown({ prepare: (server) => registerHelpPages(server, join(ROOT, 'dist/help')) });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await town?.close();
});

interface Reader {
  readonly page: Page;
  /** Errors of the page, and what its policy refused. */
  readonly faults: readonly string[];
  readonly requests: readonly string[];
}

async function reader(path: string, { width = 1280, at = town } = {}): Promise<Reader> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${at.address}${path}`, { waitUntil: 'networkidle' });
  return { page, faults, requests };
}

describe('the documentation site', () => {
  it('leads from the start to a page and to a heading of another one', async () => {
    const { page, faults, requests } = await reader('/help/');
    expect(await page.title()).toBe('Documentation | Take a Number');
    await page.locator('main').getByRole('link', { name: 'printers', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Printers' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/help/admin/printers.html');
    await page.goto(`${town.address}/help/compliance/accessibility-conformance-report.html`);
    await page.locator('main').getByRole('link', { name: 'how', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Orca' }).waitFor();
    expect(page.url()).toContain('/help/compliance/accessibility-conformance.html#orca');
    expect(requests.filter((url) => !url.startsWith(`${town.address}/help/`))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows the version, the menu by audience and the pictures', async () => {
    const { page, faults } = await reader('/help/admin/back-office.html');
    expect(await page.locator('.version').first().textContent()).toBe(`Version ${version}`);
    expect(await page.locator('.VPSidebar').textContent()).toMatch(/Tutorials.*Staff.*Administration.*Reference/s);
    const widths = await page
      .locator('main img')
      .evaluateAll((pictures) =>
        pictures.map((picture) => (picture instanceof HTMLImageElement ? picture.naturalWidth : 0)),
      );
    expect(widths.length).toBeGreaterThan(1);
    expect(widths.filter((each) => each === 0)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('finds pages by its search', async () => {
    const { page, faults, requests } = await reader('/help/');
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill('print journal');
    const result = page.locator('.VPLocalSearchBox .result').first();
    await result.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/help\/.+\.html/);
    // The address changes before the page does.
    const text = async (): Promise<string> => ((await page.locator('main').textContent()) ?? '').toLowerCase();
    await vi.waitFor(async () => expect(await text()).toContain('print journal'), { timeout: 30_000 });
    expect(requests.filter((url) => !url.startsWith(`${town.address}/help/`))).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('has no cut text at 320 px, and no barrier that axe finds in the text', async () => {
    const { page } = await reader('/help/admin/install.html', { width: 320 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    expect(await barriersOf(page, { runOnly: ['wcag2a', 'wcag2aa'] })).toEqual([]);
    await page.context().close();
  });
});

describe('a published site', () => {
  it('keeps former versions beside the new one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docs-'));
    try {
      mkdirSync(join(folder, '0.0.1'));
      writeFileSync(join(folder, '0.0.1/index.html'), 'former');
      await npmRunDocs('--versions', folder, '--base', '/help/');
      expect(JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'))).toEqual([version, '0.0.1']);
      expect(readFileSync(join(folder, '0.0.1/index.html'), 'utf8')).toBe('former');
      expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain(`url=${version}/`);
      expect(readFileSync(join(folder, version, 'index.html'), 'utf8')).toContain(`href="/help/${version}/assets/`);
      expect(existsSync(join(folder, version, 'admin/install.html'))).toBe(true);
      const published = await openTown({ prepare: (server) => registerHelpPages(server, folder) });
      try {
        const { page, faults } = await reader(`/help/${version}/admin/install.html`, { at: published });
        const menu = page.locator('.version select').first();
        expect(await menu.locator('option').allTextContents()).toEqual([version, '0.0.1']);
        expect(faults).toEqual([]);
        await menu.selectOption('0.0.1');
        await page.waitForURL('**/help/0.0.1/');
        await page.context().close();
      } finally {
        await published.close();
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
