/**
 * The town hall of the demo site on a morning: the built program as a process of its own, which can be killed and
 * started again at the same address, and a virtual printer for each of its two kiosks. Ends with the test.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Running, startProgram } from '../../../bench/program.ts';
import type { KioskId } from '../../../demo/morning/plan.ts';
import { type MorningSite, morningSite } from '../../../demo/morning/site.ts';
import { createVirtualPrinter, type VirtualPrinter } from '../virtual-printer.ts';
import { type Rest, restOf } from './rest.ts';

/** A page has so long to show what is so: generous, for slow and busy machines. */
export const DEADLINE_MS = 60_000;

export interface TownHall {
  readonly address: string;
  readonly site: MorningSite;
  readonly rest: Rest;
  readonly printers: Readonly<Record<KioskId, VirtualPrinter>>;
  /** The program dies without a word. */
  kill(): Promise<void>;
  /** It starts again over what it left. */
  start(): Promise<void>;
}

async function printer(): Promise<{ readonly printer: VirtualPrinter; readonly url: string }> {
  const made = createVirtualPrinter();
  onTestFinished(() => made.close());
  return { printer: made, url: `tcp://127.0.0.1:${await made.listenTcp()}` };
}

export async function openTownHall(): Promise<TownHall> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-morning-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [entrance, floor] = await Promise.all([printer(), printer()]);
  const site = await morningSite(new Date(), {
    devices: { 'kiosk-1': { printer: entrance.url }, 'kiosk-2': { printer: floor.url } },
    // Silent, and with room for many calls: here they come faster than in any town hall.
    display: { call_seconds: 3, chime: false, voice: false, media: [], last_calls: 12 },
  });
  const siteFile = join(folder, 'site.json');
  // Its printers are played on this machine, which a site has to allow.
  const settings = { ...site.settings, printer_networks: ['127.0.0.0/8'] };
  await writeFile(siteFile, JSON.stringify({ ...site, settings }));
  const data = join(folder, 'data');

  let running: Running = await startProgram(data, '--site', siteFile);
  onTestFinished(() => running.stop());
  const { address } = running;

  return {
    address,
    site,
    rest: restOf(address),
    printers: { 'kiosk-1': entrance.printer, 'kiosk-2': floor.printer },
    kill: () => running.kill(),
    async start() {
      running = await startProgram(data, '--port', new URL(address).port);
    },
  };
}
