/** The page that describes the interface, in a real Chromium: whole, easy to find one's way in, and alone in the world. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDocsPage } from '../../main/kiosk/shells/web/docs-page.ts';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import { createServer } from '../../main/server/server.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { serverParts } from '../helpers/server-parts.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { itInProofs } from '../helpers/whole.ts';

let town: Town;
let server: FastifyInstance;
let address: string;
let browser: Browser;
beforeAll(async () => {
  town = await openTown();
  const { store, site, clock } = town;
  const deps = { store, site, clock: clock as Clock, log: silentLog };
  server = await createServer({ ...deps, ...serverParts(deps) });
  await registerDocsPage(server, fileURLToPath(new URL('../../assets/docs', import.meta.url)));
  await server.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await town.close();
});

interface OpenDocs {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly asked: readonly string[];
}

async function openDocs(hash = '', options: { dark?: boolean; width?: number } = {}): Promise<OpenDocs> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${address}/docs${hash}`);
  await page.locator('main section').first().waitFor();
  return { page, complaints, asked };
}

describe('the page of the interface', () => {
  it('shows every operation in its area, and loads nothing from other origins', async () => {
    const { page, complaints, asked } = await openDocs();
    for (const { name } of OPERATIONS) expect(await page.locator(`details[id="${name}"]`).count(), name).toBe(1);
    expect(await page.locator('main h2').allTextContents()).toContain('Tickets and calls');
    expect(await page.locator('nav li').count()).toBe(await page.locator('main section').count());
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('tells of an operation what it takes, gives and refuses', async () => {
    const { page } = await openDocs('#transfercall');
    const operation = page.locator('details#transfercall');
    await operation.locator('.body').waitFor();
    expect(await operation.locator('tbody tr').count()).toBe(10);
    expect(await operation.textContent()).toMatch(/dst_type\s*query or body, needed\s*"service" \| "desk" \| "user"/);
    expect(await operation.textContent()).toContain('qm_qmpad_transfer_tickets');
    expect(await operation.textContent()).toContain('116: The call has already ended.');
    const curl = (await operation.locator('pre').last().textContent()) ?? '';
    expect(curl).toMatch(/^curl -X POST 'http.*\/transfercall' -H "Authorization: Bearer \$KEY"/);
    expect(JSON.parse(/-d '(.*)'$/.exec(curl)?.[1] ?? '')).toMatchObject({
      dst_type: 'service',
      dst_id: 'local-taxes',
    });
    await page.context().close();
  });

  it('shows the recorded answer of an operation, as the description has it', async () => {
    const { page } = await openDocs('#createticket');
    const text = await page.locator('details#createticket pre[aria-label="Example response"]').textContent();
    const api = await (await fetch(`${address}/restapi/openapi.json`)).json();
    const { example } =
      api.paths['/restapi/v2/queuemanagement/createticket'].post.responses['200'].content['application/json'];
    expect(JSON.parse(text ?? '')).toEqual(example);
    expect(example.ticket.dst_service.id).toBe('passports');
    await page.context().close();
  });

  it('writes each name of a parameter on one line', async () => {
    const { page } = await openDocs('#createticket', { width: 360 });
    const names = page.locator('details#createticket tbody th code');
    await names.first().waitFor();
    const lines = await names.evaluateAll((all) => all.map((one) => one.getClientRects().length));
    expect(lines.length).toBeGreaterThan(10);
    expect(new Set(lines)).toEqual(new Set([1]));
    await page.context().close();
  });

  it('opens every operation without a fault', async () => {
    const { page, complaints } = await openDocs();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    await page.waitForFunction(
      () => document.querySelectorAll('details').length === document.querySelectorAll('details > .body').length,
    );
    expect(complaints).toEqual([]);
    expect(await page.locator('main').textContent()).not.toMatch(/undefined|\[object/);
    await page.context().close();
  });

  it('finds operations by words', async () => {
    const { page } = await openDocs();
    await page.getByLabel('Search operations').fill('paused');
    await page.getByRole('status').filter({ hasText: '6 operations' }).waitFor();
    expect(await page.locator('details:visible').count()).toBe(6);
    expect(await page.locator('details:visible').first().textContent()).toContain('callpausedticket');
    await page.context().close();
  });

  it.each([
    ['light', {}],
    ['dark', { dark: true }],
    ['narrow', { width: 360 }],
  ])('can be used by everybody: %s', async (_name, options) => {
    const { page } = await openDocs('#createticket', options);
    await page.locator('details#createticket .body').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.context().close();
  });

  itInProofs('is within reach at 400 %, by keyboard, in the reader’s own colours and by voice', async () => {
    const { page } = await openDocs('', { width: ENLARGED.width });
    const reach = new Reach(page);
    await page.getByLabel('Search operations').fill('transfercall');
    await page.locator('details#transfercall summary').click();
    await page.locator('details#transfercall .body').waitFor();
    await reach.look('an operation that was found');
    // Codes are what it is about.
    const { 'an operation that was found, who knows no codes': _codes, ...found } = reach.found;
    expect(found).toEqual({});
    await page.context().close();
  });

  it.each(['/docs', '/docs/', '/docs/docs.js', '/docs/curl-line.js', '/docs/docs.css'])(
    'is kept to itself: %s',
    async (path) => {
      const response = await fetch(address + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});
