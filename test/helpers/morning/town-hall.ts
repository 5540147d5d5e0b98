/**
 * The town hall of the demo site on a morning: the built program as a process of its own, which can be killed and
 * started again at the same address, and a virtual printer for each of its two kiosks. Ends with the test.
 *
 * `TEST_ENGINE=postgres` keeps its queue in PostgreSQL; with `TEST_SERVERS=several` three such programs serve it behind one
 * address, each kiosk is a program of its own that asks there, and one of the three is killed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Running, startProgram } from '../../../bench/program.ts';
import type { KioskId } from '../../../demo/simulation/plan.ts';
import { type MorningSite, morningSite } from '../../../demo/simulation/site.ts';
import { openFrontDoor } from '../front-door.ts';
import { createVirtualPrinter, type VirtualPrinter } from '../virtual-printer.ts';
import { type Rest, restOf } from './rest.ts';

/** A page has so long to show what is so: generous, for slow and busy machines. */
export const DEADLINE_MS = 60_000;
/** Whoever is at its pages wants no motion: to draw each moment of it on six pages takes a sixth of a morning's work. */
export const STANDING_STILL = { reducedMotion: 'reduce' } as const;
const SEVERAL = 3;

export interface TownHall {
  readonly address: string;
  /** Where the page of each kiosk is. */
  readonly kiosks: Readonly<Record<KioskId, string>>;
  readonly site: MorningSite;
  readonly rest: Rest;
  readonly printers: Readonly<Record<KioskId, VirtualPrinter>>;
  /** Whether somebody else answers while a program is dead. */
  readonly isServedByOthers: boolean;
  /** A program dies without a word. */
  kill(): Promise<void>;
  /** It starts again over what it left. */
  start(): Promise<void>;
}

type Serving = Pick<TownHall, 'address' | 'kiosks' | 'isServedByOthers' | 'kill' | 'start'>;

interface Place {
  readonly folder: string;
  readonly siteFile: string;
  /** Address of a PostgreSQL database. */
  readonly database: string | null;
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
    devices: {
      'kiosk-1': { printer: entrance.url },
      'kiosk-2': { printer: floor.url },
      'display-1': { screen_inches: 85 },
    },
    // Silent, and on a screen with room for many calls that are read from afar: here they come faster than in any town
    // hall.
    display: { call_seconds: 3, chime: false, voice: false, media: [], last_calls: 12 },
  });
  const siteFile = join(folder, 'site.json');
  // Its printers are played on this machine, which a site has to allow.
  const settings = { ...site.settings, printer_networks: ['127.0.0.0/8'] };
  await writeFile(siteFile, JSON.stringify({ ...site, settings }));
  const place = { folder, siteFile, database: await databaseOfRun() };
  const serving = await (process.env.TEST_SERVERS === 'several'
    ? byThree(place, { 'kiosk-1': entrance.url, 'kiosk-2': floor.url })
    : byOne(place));
  return {
    ...serving,
    site,
    rest: restOf(serving.address),
    printers: { 'kiosk-1': entrance.printer, 'kiosk-2': floor.printer },
  };
}

async function databaseOfRun(): Promise<string | null> {
  if (process.env.TEST_ENGINE !== 'postgres') return null;
  const { newDatabase } = await import('../postgres-database.ts');
  return (await newDatabase()).url;
}

/** One program, which is the kiosks as well. */
async function byOne({ folder, siteFile, database }: Place): Promise<Serving> {
  const data = join(folder, 'data');
  const kept = database === null ? [] : ['--database', database];
  let running: Running = await startProgram(data, ...kept, '--site', siteFile);
  onTestFinished(() => running.stop());
  const { address } = running;
  return {
    address,
    kiosks: { 'kiosk-1': address, 'kiosk-2': address },
    isServedByOthers: false,
    kill: () => running.kill(),
    async start() {
      running = await startProgram(data, ...kept, '--port', new URL(address).port);
    },
  };
}

/** Three programs over one database, and one for each kiosk. */
async function byThree(
  { folder, siteFile, database }: Place,
  printers: Readonly<Record<KioskId, string>>,
): Promise<Serving> {
  if (database === null) throw new Error('Several servers share a PostgreSQL: TEST_ENGINE=postgres');
  const start = (number: number, ...flags: readonly string[]): Promise<Running> =>
    startProgram(join(folder, `${number}`), '--database', database, '--printer', 'none:', ...flags);
  // The first of them brings the site.
  const servers = [await start(0, '--site', siteFile)];
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  for (let number = 1; number < SEVERAL; number += 1) servers.push(await start(number));
  const dead = new Set<number>();
  let turn = 0;
  const door = await openFrontDoor(() => servers.flatMap(({ address }, number) => (dead.has(number) ? [] : address)));
  onTestFinished(() => door.close());

  async function kiosk(id: KioskId): Promise<string> {
    const asks = ['--server', door.address, '--device', id, '--printer', printers[id]];
    const program = await startProgram(join(folder, id), ...asks);
    onTestFinished(() => program.stop());
    return program.address;
  }
  return {
    address: door.address,
    kiosks: { 'kiosk-1': await kiosk('kiosk-1'), 'kiosk-2': await kiosk('kiosk-2') },
    isServedByOthers: true,
    async kill() {
      dead.add(turn);
      await servers[turn]?.kill();
    },
    async start() {
      servers[turn] = await start(turn);
      dead.delete(turn);
      turn = (turn + 1) % SEVERAL;
    },
  };
}
