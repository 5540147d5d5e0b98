/** One site with a program, its kiosks and their printers, that is killed again and again. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dice, dice } from '../../demo/random.ts';
import { LAST_LINE, SITE_NAME } from '../printing-matrix/play.ts';
import type { StandIn, Tray } from './printers.ts';
import {
  type JournalRow,
  journalsIn,
  pause,
  type QueuedTicket,
  ROOT,
  type Running,
  ready,
  startPrinters,
  startProgram,
  ticketsIn,
  until,
  waitingAt,
  zoneFarFromMidnight,
} from './programs.ts';
import { type Visitors, visitorsAt } from './visitors.ts';

const BAUD = 38_400;
/** Of the stand-ins: a ticket with its logo takes a second. */
const SERIAL_BYTES_PER_SECOND = BAUD / 10;
const TCP_BYTES_PER_SECOND = 3000;
/** What a printer that says nothing has not printed yet waits in cables without an end: there, people wait for their paper. */
const BLIND_TAKE_MS = 2500;
/** Far longer than the longest ticket. */
const LAST_PAPERS_MS = 20_000;
const TAGS = 'ABCDEFGH';

/** Everything that is known of one kiosk when all is over. */
export interface KioskStory {
  readonly name: string;
  readonly kind: StandIn['kind'];
  readonly touches: number;
  readonly shown: Visitors['shown'];
  /** Tickets in the queue, by number and id. */
  readonly queue: readonly QueuedTicket[];
  /** Those that the kiosk took back, because nobody held them. */
  readonly givenBack: readonly QueuedTicket[];
  readonly journal: readonly JournalRow[];
  readonly tray: Tray;
  /** Its server is another program, and it gives numbers of its own while that is away. */
  readonly isApart?: boolean;
  /** Starts of the program after a kill. */
  readonly restarts: number;
  /** How often the screen was what, when the program was killed. */
  readonly killedAt: Readonly<Record<string, number>>;
}

interface Kiosk {
  readonly id: string;
  readonly service: string;
  readonly tag: string;
  readonly printer: StandIn;
  readonly address: string;
  readonly visitors: Visitors;
  readonly killedAt: Record<string, number>;
}

export interface SiteOptions {
  readonly name: string;
  readonly seed: number;
  readonly number: number;
  readonly kills: number;
  /** The first is on the network, the others on serial lines. */
  readonly kinds: readonly StandIn['kind'][];
  /** Of a program that is ready. */
  readonly longestMs: number;
}

async function siteFile(kiosks: readonly Omit<Kiosk, 'visitors' | 'killedAt'>[]): Promise<string> {
  const logo = `data:image/png;base64,${await readFile(join(ROOT, 'assets/demo/clinic.png'), 'base64')}`;
  return JSON.stringify({
    settings: { default_lang: 'en', languages: ['en'] },
    locations: [{ id: 'hall', name: SITE_NAME, timezone: zoneFarFromMidnight(), languages: ['en'], logo }],
    services: kiosks.map(({ service, tag }) => ({
      ...{ id: service, name: `Service ${tag}`, tag, location: 'hall' },
      footer_text: LAST_LINE,
    })),
    devices: kiosks.map(({ id, service, address }, index) => ({
      ...{ id, name: id, type: 1, location: 'hall', services: [service] },
      // The first is the program's own kiosk: its address stands on the command line.
      ...(index === 0 ? {} : { printer: address }),
    })),
  });
}

/** When the program dies: while it starts, soon after, or in one of the tickets that follow. */
function lifeMs(throws: Dice, longestMs: number): { readonly from: 'spawn' | 'ready'; readonly ms: number } {
  if (throws.chance(0.15)) return { from: 'spawn', ms: throws.below(2000) };
  return { from: 'ready', ms: throws.below(throws.chance(0.5) ? 1500 : longestMs) };
}

export async function playSite({
  name,
  seed,
  number,
  kills,
  kinds,
  longestMs,
}: SiteOptions): Promise<readonly KioskStory[]> {
  const throws = dice(seed, number);
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-kills-'));
  const dataDir = join(folder, 'data');
  const standIns = kinds.map((kind, index): StandIn => {
    const line = index === 0 ? 'tcp' : 'serial';
    return { kind, line, bytesPerSecond: line === 'tcp' ? TCP_BYTES_PER_SECOND : SERIAL_BYTES_PER_SECOND };
  });
  const printers = await startPrinters(standIns);
  let program: Running | null = null;
  try {
    const kiosks: readonly Kiosk[] = standIns.map((printer, index) => ({
      ...{ id: `kiosk-${index}`, service: `service-${index}`, tag: TAGS.charAt(index), printer, killedAt: {} },
      address: `${printers.addresses[index]}${printer.line === 'serial' ? `?baudRate=${BAUD}` : ''}`,
      visitors: visitorsAt({
        ...{ deviceId: `kiosk-${index}`, serviceId: `service-${index}`, throws: dice(seed, number * 100 + index) },
        takeMs: printer.kind === 'none' ? BLIND_TAKE_MS : 0,
        keepsNumber: printer.kind === 'none',
      }),
    }));
    const site = join(folder, 'site.json');
    await writeFile(site, await siteFile(kiosks));
    const own = ['--printer', kiosks[0]?.address ?? '', '--device', 'kiosk-0'];
    const start = (): Running => startProgram('--data', dataDir, '--site', site, ...own);

    for (let kill = 0; kill < kills; kill++) {
      const life = lifeMs(throws, longestMs);
      const running = start();
      program = running;
      const end = (code: unknown): Promise<never> => Promise.reject(new Error(`it ended by itself: ${String(code)}`));
      if (life.from === 'spawn') await pause(life.ms);
      else {
        const address = await ready(running);
        await Promise.all(kiosks.map(({ visitors }) => visitors.come(address)));
        await pause(life.ms);
      }
      if (running.child.exitCode !== null) await end((await running.ended).err);
      for (const { visitors, killedAt } of kiosks) {
        const screen = visitors.screen() ?? 'no page';
        killedAt[screen] = (killedAt[screen] ?? 0) + 1;
      }
      running.child.kill('SIGKILL');
      await running.ended;
      await until('pages that have gone', () => kiosks.every(({ visitors }) => visitors.screen() === null));
    }

    // The last start: each kiosk gives one more ticket, and nothing is left in any printer behind it.
    const last = start();
    program = last;
    const address = await ready(last);
    for (const { visitors } of kiosks) visitors.stopWhenServed();
    const before = kiosks.map(({ visitors }) => visitors.shown.length);
    await Promise.all(kiosks.map(({ visitors }) => visitors.come(address)));
    const lastOf = ({ visitors }: Kiosk, index: number): string | undefined => visitors.servedSince(before[index] ?? 0);
    await until('a last ticket of each kiosk', () => kiosks.map(lastOf).every((number) => number !== undefined));
    await until('kiosks that are idle', () => kiosks.every(({ visitors }) => visitors.screen() === 'idle'));
    // What does not come out is a fault that the judge names.
    const areOut = async (): Promise<boolean> => {
      const now = await printers.trays();
      return kiosks.every((kiosk, index) => {
        const number = lastOf(kiosk, index);
        return now[index]?.papers.some(({ lines }) => lines.some((line) => line.trim() === number)) === true;
      });
    };
    await until('the last papers', areOut, LAST_PAPERS_MS).catch(() => {});
    const queues = await Promise.all(kiosks.map(({ service, tag }) => waitingAt(address, service, tag)));
    last.child.kill('SIGTERM');
    await last.ended;
    const journals = await journalsIn(dataDir);
    const fallen = await printers.trays();
    const tickets = kiosks.map(({ service, tag }) => ticketsIn(dataDir, service, tag));
    return kiosks.map(({ id, printer, visitors, killedAt }, index) => ({
      ...{ name: `${name}, ${id}, ${printer.line}, ${printer.kind}`, kind: printer.kind, restarts: kills, killedAt },
      ...{ touches: visitors.touches(), shown: visitors.shown },
      queue: queues[index] ?? [],
      givenBack: (tickets[index] ?? []).filter(({ id }) => queues[index]?.every((waiting) => waiting.id !== id)),
      journal: journals.get(id) ?? [],
      tray: fallen[index] ?? { papers: [], blankSlips: 0, oddities: [] },
    }));
  } finally {
    program?.child.kill('SIGKILL');
    printers.close();
    await rm(folder, { recursive: true, force: true });
  }
}
