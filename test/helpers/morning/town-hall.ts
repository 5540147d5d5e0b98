/**
 * The demo site's town hall on a simulated morning: the built program as a child process that can be killed and
 * restarted at the same address, with a virtual printer for each of its two kiosks. Ends with the test.
 *
 * `TEST_ENGINE=postgres` stores its queue in PostgreSQL; with `TEST_SERVERS=several` three programs serve it behind one
 * address, each kiosk is its own program connected there, and one of the three is killed.
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

/** Maximum lag of a page: generous for slow and busy machines. */
export const DEADLINE_MS = 60_000;
/** Animations on six pages would take a sixth of the processor time. */
export const STANDING_STILL = { reducedMotion: 'reduce' } as const;
const SEVERAL = 3;

export interface TownHall {
  readonly address: string;
  /** Address of each kiosk page. */
  readonly kiosks: Readonly<Record<KioskId, string>>;
  readonly site: MorningSite;
  readonly rest: Rest;
  readonly printers: Readonly<Record<KioskId, VirtualPrinter>>;
  /** Whether other servers answer while a program is down. */
  readonly isServedByOthers: boolean;
  /** Kills a program without a shutdown. */
  kill(): Promise<void>;
  /** Restarts it with its data. */
  start(): Promise<void>;
}

type Serving = Pick<TownHall, 'address' | 'kiosks' | 'isServedByOthers' | 'kill' | 'start'>;

interface Place {
  readonly folder: string;
  readonly siteFile: string;
  /** URL of a PostgreSQL database. */
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
    // Silent, with a large screen and room for many calls: here they come faster than in any town hall.
    display: { call_seconds: 3, chime: false, voice: false, media: [], last_calls: 12 },
  });
  const siteFile = join(folder, 'site.json');
  // The virtual printers run on this machine, which the site has to allow.
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

/** One program that serves the kiosks too. */
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

/** Three programs with one database, and one program per kiosk. */
async function byThree(
  { folder, siteFile, database }: Place,
  printers: Readonly<Record<KioskId, string>>,
): Promise<Serving> {
  if (database === null) throw new Error('Several servers share a PostgreSQL: TEST_ENGINE=postgres');
  const start = (number: number, ...flags: readonly string[]): Promise<Running> =>
    startProgram(join(folder, `${number}`), '--database', database, '--printer', 'none:', ...flags);
  // The first one loads the site.
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
