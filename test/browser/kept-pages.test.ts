/** A page that somebody had before is as a new one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { faultsOf } from '../helpers/page-faults.ts';

let browser: Browser;
let server: Server;
let address: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Served</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** Nobody else in this process has pages in that language. */
const OPTIONS: BrowserContextOptions = { locale: 'is-IS', viewport: { width: 700, height: 500 } };

async function take(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ ...OPTIONS, ...options });
  return context.newPage();
}

/** What a page finds at the server. */
function found(page: Page): Promise<object> {
  return page.evaluate(async () => ({
    title: document.title,
    cookie: document.cookie,
    local: window.localStorage.length,
    session: window.sessionStorage.length,
    databases: (await window.indexedDB.databases()).length,
    script: 'left' in window,
    notes: (await navigator.permissions.query({ name: 'geolocation' })).state,
    online: navigator.onLine,
    size: `${window.innerWidth} × ${window.innerHeight}`,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    print: matchMedia('print').matches,
  }));
}

const NEW = {
  title: 'Served',
  cookie: '',
  local: 0,
  session: 0,
  databases: 0,
  script: false,
  notes: 'prompt',
  online: true,
  size: '700 × 500',
  dark: false,
  still: false,
  print: false,
};

it('nothing of who had it before is left in a page that is taken again', async () => {
  const page = await take();
  await page.goto(address);
  expect(await found(page)).toEqual(NEW);

  const faults = faultsOf(page);
  await page.context().addInitScript(() => Object.assign(window, { left: true }));
  await page.addInitScript(() => Object.assign(window, { left: true }));
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Routed</title>' }));
  await page.context().grantPermissions(['geolocation']);
  await page.setViewportSize({ width: 300, height: 300 });
  await page.reload();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.context().addCookies([{ name: 'who', value: 'before', url: address }]);
  await page.evaluate(async () => {
    window.localStorage.setItem('who', 'before');
    window.sessionStorage.setItem('who', 'before');
    const open = window.indexedDB.open('before');
    await new Promise((done) => {
      open.onsuccess = done;
    });
    open.result.close();
  });
  expect(await found(page)).toEqual({
    title: 'Routed',
    cookie: 'who=before',
    local: 1,
    session: 1,
    databases: 1,
    script: true,
    notes: 'granted',
    online: true,
    size: '300 × 300',
    dark: true,
    still: true,
    print: true,
  });
  await page.context().setOffline(true);
  await page.context().close();

  const again = await take();
  expect(again).toBe(page);
  await again.goto(address);
  expect(await found(again)).toEqual(NEW);
  await again.evaluate(() => console.error('heard by nobody'));
  expect(faults).toEqual([]);
  await again.context().close();
});

it('two who are there at once have a page each, and one with other options has another', async () => {
  const [one, two, third] = [await take(), await take(), await take({ locale: 'fo-FO' })];
  expect(new Set([one, two, third]).size).toBe(3);
  expect(await third.evaluate(() => navigator.language)).toBe('fo-FO');
  for (const page of [one, two, third]) await page.context().close();
});

it('a page that does not answer whoever takes it is given up, and they get a new one', async () => {
  const page = await take();
  await page.context().close();
  page.emulateMedia = () => new Promise(() => undefined);
  // Only for as long as it takes to begin: the deadline is over at once.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const taken = take();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  const next = await taken;
  expect(next).not.toBe(page);
  await expect.poll(() => page.isClosed()).toBe(true);
  await next.goto(address);
  expect(await found(next)).toEqual(NEW);
  await next.context().close();
});

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['whose time was held', (page) => page.clock.install()],
  ['with a second window', (page) => page.context().newPage()],
  ['with a frame', (page) => page.evaluate(() => document.body.append(document.createElement('iframe')))],
  ['that was at two servers', (page) => page.goto(address.replace('127.0.0.1', 'localhost'))],
  ['that has another line to it', (page) => page.context().newCDPSession(page)],
])('a page %s is not taken again', async (_which, happens) => {
  const page = await take();
  await page.goto(address);
  await happens(page);
  await page.context().close();
  expect(page.isClosed()).toBe(true);
  const next = await take();
  expect(next).not.toBe(page);
  await next.context().close();
});
