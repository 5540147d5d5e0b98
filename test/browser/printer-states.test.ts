/**
 * How the printers of a house are, as everybody reads it at the same time: the visitor on the kiosk's page, staff in the
 * back office, programs over the events channel and in `/metrics`. Real program, real pages, three printers on real lines.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { EventDevice } from '../../main/events/contract/events.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';
import { CLONE, MUTE, serialPrinter } from '../helpers/virtual-printer.ts';
import { chosenOf } from '../helpers/whole.ts';

/** A busy machine takes long. */
const SOON = { timeout: 60_000 };
/** More than it will ever say. */
const ALL_REPLIES = 1_000_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function siteWith(printers: readonly string[]): Promise<string> {
  const names = ['Entrance', 'First floor', 'Yard'];
  const site = {
    settings: { languages: ['en'], default_lang: 'en' },
    locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
    services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
    devices: names.map((name, index) => ({
      ...{ id: `kiosk-${index + 1}`, name, type: 1, location: 'hall', printer: printers[index] ?? '' },
    })),
  };
  return siteFile(site);
}

/** What the events channel said last of each device. */
function listen(machine: Machine): (deviceId: string) => DeviceStatus | undefined {
  const last = new Map<string, DeviceStatus>();
  const socket = new WebSocket(`${machine.program.address.replace('http', 'ws')}/restapi/v2/events?location=hall`);
  onTestFinished(() => socket.close());
  socket.addEventListener('message', (event) => {
    const { state, devices } = JSON.parse(String(event.data)) as {
      readonly state?: { readonly devices: readonly EventDevice[] };
      readonly devices?: readonly EventDevice[];
    };
    for (const { device_id, status } of devices ?? state?.devices ?? []) last.set(device_id, status);
  });
  return (deviceId) => last.get(deviceId);
}

it('is the same everywhere: on the kiosk, in the back office, in events and figures', async () => {
  const clone = await serialPrinter({ model: CLONE });
  const mute = await serialPrinter({ model: MUTE });
  const machine = await openMachine({ site: await siteWith(['', clone.url, mute.url]) });
  const told = listen(machine);
  const admin = await Administrator.at(machine, browser);
  await admin.open('Devices');
  const [entrance, floor, yard] = await Promise.all(
    ['kiosk-1', 'kiosk-2', 'kiosk-3'].map((device) => Visitor.at(machine, browser, undefined, device)),
  );

  /** Staff read it in all three places; `badge` is its text in the back office, before and after an alarm is raised. */
  async function staffRead(kiosk: string, device: string, printer: string, badge: string): Promise<void> {
    await expect.poll(() => told(device)?.printer, SOON).toBe(printer);
    await admin.page.getByRole('row', { name: new RegExp(`${kiosk}.*${badge}`) }).waitFor(SOON);
    const figures = await (await fetch(`${machine.program.address}/metrics`)).text();
    const states = [...figures.matchAll(new RegExp(`tan_printer_state{device="${device}",state="(.*)"} 1`, 'g'))];
    expect(states.map(([, state]) => state)).toEqual([printer]);
  }

  const { printer } = machine;
  async function faultsAtTheEntrance(): Promise<void> {
    const faults = [
      ['no-paper', 'Out of paper', () => printer.outOfPaper(), () => printer.loadPaper()],
      ['cover-open', 'Cover open', () => printer.openCover(), () => printer.closeCover()],
      ['fault', 'Printer fault', () => printer.goOffline(), () => printer.goOnline()],
      ['absent', 'Printer not found', () => printer.powerOff(), () => printer.powerOn()],
    ] as const;
    const hint = entrance!.page.getByText('No paper at the moment: your number appears on this screen.');
    await staffRead('Entrance', 'kiosk-1', 'ok', 'Connected');
    // In every run no paper and a fault: that it is not there follows below, and an open cover is told as no paper is.
    for (const [state, badge, happen, mend] of chosenOf<(typeof faults)[number]>(
      faults,
      ([kind]) => kind === 'no-paper' || kind === 'fault',
    )) {
      happen();
      await staffRead('Entrance', 'kiosk-1', state, badge);
      await hint.waitFor(SOON);
      await mend();
      await staffRead('Entrance', 'kiosk-1', 'ok', 'Connected');
      await hint.waitFor({ ...SOON, state: 'detached' });
    }
    // A roll that is nearly at its end when the printer comes: staff are told, and no visitor.
    printer.powerOff();
    await staffRead('Entrance', 'kiosk-1', 'absent', 'Printer not found');
    await hint.waitFor(SOON);
    printer.paperLow();
    await printer.powerOn();
    await staffRead('Entrance', 'kiosk-1', 'low', 'Paper running low');
    await hint.waitFor({ ...SOON, state: 'detached' });
  }

  async function silenceOnTheFirstFloor(): Promise<void> {
    await staffRead('First floor', 'kiosk-2', 'ok', 'Connected');
    clone.printer.loseReplies(ALL_REPLIES);
    await staffRead('First floor', 'kiosk-2', 'silent', 'Printer not responding');
    await floor!.page.getByText('The printer is not responding: your number appears on this screen.').waitFor(SOON);
    await floor!.touch('Permits');
    await floor!.page.locator('.band-text', { hasText: 'The printer has not confirmed' }).waitFor(SOON);
    await expect.poll(() => told('kiosk-2')?.last_print, SOON).toBe('doubtful');
    await floor!.page.locator('.bar .nav-primary').click();
    await floor!.sees('choose');

    // It answers again, and what it did not confirm is still worth a look.
    clone.printer.loseReplies(0);
    await staffRead('First floor', 'kiosk-2', 'ok', 'Not confirmed');
    await floor!.touch('Permits');
    await floor!.sees('take-ticket');
    // An alarm that came back stays for two minutes.
    await staffRead('First floor', 'kiosk-2', 'ok', 'Connected|Printer not responding');
    await expect.poll(() => told('kiosk-2')?.last_print, SOON).toBe('printed');
  }

  async function nothingConfirmsInTheYard(): Promise<void> {
    await staffRead('Yard', 'kiosk-3', 'unproved', 'Test page not confirmed');
    // Paper comes out, and the screen promises none: it shows the number.
    await yard!.touch('Permits');
    await yard!.page.locator('.band-text', { hasText: 'The printer has not confirmed' }).waitFor(SOON);
    await expect.poll(() => told('kiosk-3')?.last_print, SOON).toBe('sent');
    await expect.poll(() => mute.printer.tickets.length, SOON).toBe(1);
    await yard!.page.locator('.bar .nav-primary').click();
    await yard!.sees('choose');
  }

  /** The administrator has a test page printed, and says that it came out. */
  async function confirmTheYard(): Promise<void> {
    await admin.look('#/devices/kiosk-3');
    await admin.page.getByRole('button', { name: 'Print a test page' }).click();
    await expect.poll(() => mute.printer.tickets.length, SOON).toBe(2);
    const confirm = 'Confirm that the test page came out';
    await admin.page.getByRole('button', { name: confirm }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: confirm }).click();
    await expect.poll(() => told('kiosk-3')?.printer, SOON).toBe('cannot-confirm');
    await yard!.touch('Permits');
    await yard!.sees('take-ticket');
  }

  await Promise.all([faultsAtTheEntrance(), silenceOnTheFirstFloor(), nothingConfirmsInTheYard()]);

  await confirmTheYard();

  // What each printer has proved, and what it says it is.
  const facts = async (device: string): Promise<string> => {
    await admin.look(`#/devices/${device}`);
    return (await admin.page.locator('.facts').innerText()).replaceAll('\n', ' ');
  };
  expect(await facts('kiosk-1')).toMatch(
    /Printer model .*Dots per line 576 .*A response with the number of each ticket/,
  );
  expect(await facts('kiosk-2')).toMatch(/A response after each ticket Last ticket Printed/);
  expect(await facts('kiosk-3')).toMatch(/Confirms prints by Nothing Last ticket Sent, not confirmed/);
  expect(admin.faults).toEqual([]);
});
