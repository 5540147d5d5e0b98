/**
 * Kiosks and the server that they are at, each a program of its own: killed alone and together, while the lines between them fall in
 * every way, printers print and visitors touch services without a pause.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dice } from '../../demo/random.ts';
import { type LineState, openServerLine, type ServerLine } from '../helpers/server-line.ts';
import { LAST_LINE, SITE_NAME } from '../printing-matrix/play.ts';
import type { StandIn } from './printers.ts';
import {
  journalsIn,
  pause,
  type Running,
  ready,
  startPrinters,
  startProgram,
  ticketsIn,
  until,
  waitingAt,
  zoneFarFromMidnight,
} from './programs.ts';
import type { KioskStory } from './site-of-kiosks.ts';
import { type Visitors, visitorsAt } from './visitors.ts';

export interface ApartOptions {
  readonly name: string;
  readonly seed: number;
  readonly number: number;
  readonly kills: number;
  /** Of the printers, one a kiosk. */
  readonly kinds: readonly StandIn['kind'][];
  /** From one kill to the next. */
  readonly longestMs: number;
}

const TAGS = 'ABCD';
/** A ticket without a logo takes a quarter of a second. */
const BYTES_PER_SECOND = 6000;
/** Somebody takes the paper before the next comes. */
const TAKE_MS = 100;
/** Far longer than the longest ticket. */
const LAST_PAPERS_MS = 20_000;
/** One number for each visitor of the longest test. */
const NUMBERS = 200;
const TORN: readonly LineState[] = ['refused', 'lost-answer', 'cut-in-answer', 'stopped', 'busy', 'empty-answer'];

interface Kiosk {
  readonly id: string;
  readonly service: string;
  readonly tag: string;
  readonly printer: StandIn;
  readonly dataDir: string;
  readonly line: ServerLine;
  readonly visitors: Visitors;
  readonly flags: readonly string[];
  readonly killedAt: Record<string, number>;
  program: Running;
  kills: number;
}

function siteText(kinds: ApartOptions['kinds']): string {
  const all = kinds.map((_, index) => ({ service: `service-${index}`, id: `kiosk-${index}`, tag: TAGS.charAt(index) }));
  return JSON.stringify({
    settings: { default_lang: 'en', languages: ['en'] },
    locations: [{ id: 'hall', name: SITE_NAME, timezone: zoneFarFromMidnight(), languages: ['en'] }],
    services: all.map(({ service, tag }) => ({
      ...{
        id: service,
        name: `Service ${tag}`,
        tag,
        location: 'hall',
        footer_text: LAST_LINE,
        offline_numbers: NUMBERS,
      },
    })),
    devices: all.map(({ id, service }) => ({ id, name: id, type: 1, location: 'hall', services: [service] })),
  });
}

const lines = async (path: string): Promise<readonly Record<string, unknown>[]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>];
    } catch {
      // A kill tears the last line.
      return [];
    }
  });

const folderOf = ({ dataDir, id }: Pick<Kiosk, 'dataDir' | 'id'>): string => join(dataDir, 'print-journal', id);

const hasNumbers = async (kiosk: Kiosk): Promise<boolean> =>
  (await lines(join(folderOf(kiosk), 'offline.jsonl'))).some(
    ({ state, leases }) => state === 'leased' && Array.isArray(leases) && leases.length > 0,
  );

/** Nothing is left to be taken back or handed over. */
async function isSettled(kiosk: Kiosk): Promise<boolean> {
  const open = new Set<unknown>();
  for (const { state, key } of await lines(join(folderOf(kiosk), 'intents.jsonl'))) {
    if (state === 'asked') open.add(key);
    else open.delete(key);
  }
  for (const { state, id, ids } of await lines(join(folderOf(kiosk), 'offline.jsonl'))) {
    if (state === 'given') open.add(id);
    else if (state === 'gone') for (const gone of ids as readonly unknown[]) open.delete(gone);
  }
  return open.size === 0;
}

async function kill(program: Running): Promise<void> {
  if (program.child.exitCode !== null) throw new Error(`it ended by itself: ${(await program.ended).err}`);
  program.child.kill('SIGKILL');
  await program.ended;
}

export async function playApart({
  name,
  seed,
  number,
  kills,
  kinds,
  longestMs,
}: ApartOptions): Promise<readonly KioskStory[]> {
  const throws = dice(seed, number);
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-apart-'));
  const standIns = kinds.map((kind): StandIn => ({ kind, line: 'tcp', bytesPerSecond: BYTES_PER_SECOND }));
  const printers = await startPrinters(standIns);
  const kiosks: Kiosk[] = [];
  const site = join(folder, 'site.json');
  const serverDir = join(folder, 'server');
  const startServer = (): Running => startProgram('--data', serverDir, '--site', site);
  let server: Running | null = null;
  try {
    await writeFile(site, siteText(kinds));
    server = startServer();
    const address = await ready(server);
    for (const [index, printer] of standIns.entries()) {
      const [id, service, dataDir] = [`kiosk-${index}`, `service-${index}`, join(folder, `kiosk-${index}`)];
      const line = await openServerLine(address);
      const at = ['--server', line.address, '--device', id, '--data', dataDir];
      const flags = [...at, '--printer', printers.addresses[index] ?? ''];
      const chance = dice(seed, number * 100 + index);
      const visitors = visitorsAt({ deviceId: id, serviceId: service, throws: chance, takeMs: TAKE_MS });
      const program = startProgram(...flags);
      const facts = { id, service, tag: TAGS.charAt(index), printer, dataDir, line, visitors, flags, killedAt: {} };
      kiosks.push({ ...facts, program, kills: 0 });
    }
    const come = async (kiosk: Kiosk): Promise<void> => kiosk.visitors.come(await ready(kiosk.program));
    await Promise.all(kiosks.map(come));
    await until('numbers that were lent', async () => (await Promise.all(kiosks.map(hasNumbers))).every(Boolean));

    const startAgain = (kiosk: Kiosk): void => {
      kiosk.kills += 1;
      kiosk.program = startProgram(...kiosk.flags);
    };
    for (let done = 0; done < kills; ) {
      for (const { line } of kiosks) line.set(throws.chance(0.4) ? 'open' : throws.pick(TORN));
      await pause(throws.below(longestMs));
      const withServer = throws.chance(0.5);
      const victims = kiosks.filter(() => throws.chance(withServer ? 0.4 : 0.7));
      for (const { visitors, killedAt } of victims) {
        const screen = visitors.screen() ?? 'no page';
        killedAt[screen] = (killedAt[screen] ?? 0) + 1;
      }
      await Promise.all([...(withServer ? [kill(server)] : []), ...victims.map(({ program }) => kill(program))]);
      done += victims.length + (withServer ? 1 : 0);
      for (const kiosk of victims) startAgain(kiosk);
      // Some die once more while they start.
      for (const kiosk of victims.filter(() => throws.chance(0.15))) {
        await pause(throws.below(1000));
        await kill(kiosk.program);
        startAgain(kiosk);
        done += 1;
      }
      if (withServer) {
        server = startServer();
        const anew = await ready(server);
        for (const { line } of kiosks) line.leadTo(anew);
      }
      await Promise.all(victims.map(come));
    }

    for (const { line, visitors } of kiosks) {
      line.set('open');
      visitors.stopWhenServed();
    }
    const before = kiosks.map(({ visitors }) => visitors.shown.length);
    const lastOf = ({ visitors }: Kiosk, index: number): string | undefined => visitors.servedSince(before[index] ?? 0);
    await until('a last ticket of each kiosk', () => kiosks.map(lastOf).every((given) => given !== undefined));
    await until('kiosks that are idle', () => kiosks.every(({ visitors }) => visitors.screen() === 'idle'));
    await until('everything settled', async () => (await Promise.all(kiosks.map(isSettled))).every(Boolean));

    // What does not come out is a fault that the judge names.
    const areOut = async (): Promise<boolean> => {
      const now = await printers.trays();
      return kiosks.every((kiosk, index) => {
        const given = lastOf(kiosk, index);
        return now[index]?.papers.some(({ lines: text }) => text.some((line) => line.trim() === given)) === true;
      });
    };
    await until('the last papers', areOut, LAST_PAPERS_MS).catch(() => {});

    const there = await ready(server);
    const queues = await Promise.all(kiosks.map(({ service, tag }) => waitingAt(there, service, tag)));
    const running = [server, ...kiosks.map(({ program }) => program)];
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    const trays = await printers.trays();
    return await Promise.all(
      kiosks.map(async ({ id, service, tag, printer, dataDir, visitors, killedAt, kills: restarts }, index) => {
        const queue = queues[index] ?? [];
        const left = ticketsIn(serverDir, service, tag).filter(({ id }) => queue.every((each) => each.id !== id));
        return {
          ...{ name: `${name}, ${id}, ${printer.kind}`, kind: printer.kind, isApart: true, restarts, killedAt },
          ...{ touches: visitors.touches(), shown: visitors.shown, queue, givenBack: left },
          journal: (await journalsIn(dataDir)).get(id) ?? [],
          tray: trays[index] ?? { papers: [], blankSlips: 0, oddities: [] },
        };
      }),
    );
  } finally {
    server?.child.kill('SIGKILL');
    for (const { program, line } of kiosks) {
      program.child.kill('SIGKILL');
      await line.close();
    }
    printers.close();
    await rm(folder, { recursive: true, force: true });
  }
}
