/** A kiosk in a browser on the machine itself, where keys are asked for: opened once with a token, then on its own. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('stays in when it is loaded anew and when the program is started again, and its address tells nobody how', async () => {
  const machine = await openMachine({ printer: 'none', authentication: 'on' });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));

  const address = machine.program.kioskUrl();
  await page.goto(address);
  await page.waitForSelector('[data-screen="choose"]');
  await expect.poll(() => page.url()).toBe(`${machine.program.address}/kiosk/`);
  const token = new URL(address).hash.slice('#token='.length);
  expect(asked.filter((url) => url.replace(/#.*/, '').includes(token))).toEqual([]);

  await page.reload();
  await page.waitForSelector('[data-screen="choose"]');
  // Not from the page itself: it loads itself anew when the program is there again, and would cross the wish to see it.
  await page.goto(`${machine.program.address}/healthz`);
  await machine.restart();
  await page.goto(`${machine.program.address}/kiosk/`);
  await page.waitForSelector('[data-screen="choose"]');

  // The address that was used lets nobody else in.
  const stranger = await (await browser.newContext()).newPage();
  onTestFinished(() => stranger.context().close());
  const closed = new Promise((resolve) => stranger.on('websocket', (socket) => socket.on('close', resolve)));
  await stranger.goto(address.replace(/:\d+\//, `:${new URL(machine.program.address).port}/`));
  await closed;
  expect(await stranger.locator('[data-screen="choose"]').count()).toBe(0);
});
