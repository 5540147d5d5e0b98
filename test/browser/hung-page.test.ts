/** Pages whose own process hangs while their browser runs on, and answers pings for them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Display, openHall } from '../helpers/display-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { listen } from '../helpers/listener.ts';
import { Visitor } from '../helpers/machine.ts';

const PATIENCE = { timeout: 60_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Processes of all pages of the browser. */
async function pageProcesses(): Promise<readonly number[]> {
  const line = await browser.newBrowserCDPSession();
  const { processInfo } = await line.send('SystemInfo.getProcessInfo');
  await line.detach();
  return processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []));
}

it('a kiosk and a display that hang are not connected for staff, and are again by themselves when they go on', async () => {
  const hall = await openHall();
  const office = await listen(hall.program.address, 'hall');
  onTestFinished(() => office.close());
  const connected = (): readonly string[] => {
    const devices = new Map(
      office.heard
        .flatMap((message) =>
          message.type === 'state' ? message.state.devices : message.type === 'device.changed' ? message.devices : [],
        )
        .map((device) => [device.device_id, device.connected]),
    );
    return ['kiosk-1', 'display-1'].filter((id) => devices.get(id) === true);
  };
  const display = await Display.at(hall, browser);
  await display.sees('idle');
  const visitor = await Visitor.at(hall, browser, undefined, 'kiosk-1');
  await expect.poll(connected, PATIENCE).toEqual(['kiosk-1', 'display-1']);

  const pages = await pageProcesses();
  expect(pages.length).toBeGreaterThan(1);
  const signal = (name: NodeJS.Signals): void => pages.forEach((page) => void process.kill(page, name));
  onTestFinished(() => signal('SIGCONT'));
  signal('SIGSTOP');
  await expect.poll(connected, PATIENCE).toEqual([]);
  await hall.call('Passports', 'Desk 1');

  signal('SIGCONT');
  await expect.poll(connected, PATIENCE).toEqual(['kiosk-1', 'display-1']);
  await display.shows('A042', 'Desk 1');
  await visitor.touch('Passports');
  await visitor.sees('problem');
  expect(await visitor.text()).toContain('A043');
});
