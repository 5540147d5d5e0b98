/** One site with a program, its kiosks and their printers, that is killed again and again. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dice, dice } from '../../demo/dice.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { LAST_LINE, SITE_NAME } from '../printing-matrix/play.ts';
import type { FromPrinters, StandIn, Tray } from './printers.ts';
import { type Visitors, visitorsAt } from './visitors.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/main/serve.js');
const PRINTER_COMMANDS = join(ROOT, 'dist/main/printer.js');
const PRINTERS = join(import.meta.dirname, 'printers.ts');
const BAUD = 38_400;
/** Of the stand-ins: a ticket with its logo takes a second. */
const SERIAL_BYTES_PER_SECOND = BAUD / 10;
const TCP_BYTES_PER_SECOND = 3000;
/** What a printer that says nothing has not printed yet waits in cables without an end: there, people wait for their paper. */
const BLIND_TAKE_MS = 2500;
const WAIT_MS = 120_000;
/** Far longer than the longest ticket. */
const LAST_PAPERS_MS = 20_000;
const TAGS = 'ABCDEFGH';

/** A row of `npm run printer -- journal`. */
export interface JournalRow {
  readonly number: string;
  readonly ticket: string;
  readonly state: string;
  readonly why: string;
}

/** Everything that is known of one kiosk when all is over. */
export interface KioskStory {
  readonly name: string;
  readonly kind: StandIn['kind'];
  readonly touches: number;
  readonly shown: Visitors['shown'];
  /** Tickets in the queue, by number and id. */
  readonly queue: readonly { readonly number: string; readonly id: string }[];
  /** Those that the kiosk took back, because nobody held them. */
  readonly givenBack: readonly { readonly number: string; readonly id: string }[];
  readonly journal: readonly JournalRow[];
  readonly tray: Tray;
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

async function until(what: string, done: () => boolean | Promise<boolean>, ms = WAIT_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** No business day begins within hours, whenever this is played. */
const zoneFarFromMidnight = (): string => (new Date().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6');

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

/** The program, from its start until it is killed or told to stop. */
function startProgram(dataDir: string, site: string, printer: string) {
  const flags = ['--data', dataDir, '--site', site, '--port', '0', '--printer', printer, '--device', 'kiosk-0'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAN_')));
  const child = spawn(process.execPath, [PROGRAM, ...flags], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { said, ended } = hearChild(child);
  return { child, ended, address: () => /^ready (http:\/\/\S+)\n/m.exec(said())?.[1] ?? null };
}

type Running = ReturnType<typeof startProgram>;

/** When the program dies: while it starts, soon after, or in one of the tickets that follow. */
function lifeMs(throws: Dice, longestMs: number): { readonly from: 'spawn' | 'ready'; readonly ms: number } {
  if (throws.chance(0.15)) return { from: 'spawn', ms: throws.below(2000) };
  return { from: 'ready', ms: throws.below(throws.chance(0.5) ? 1500 : longestMs) };
}

/** By kiosk. */
async function journalsIn(dataDir: string): Promise<ReadonlyMap<string, readonly JournalRow[]>> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn(process.execPath, [PRINTER_COMMANDS, 'journal', '--data', dataDir], { stdio: [...stdio] });
  const { out, err, code } = await hearChild(child).ended;
  if (code !== 0) throw new Error(`the journal command: ${err}`);
  const rows = out.split('\n').filter(Boolean);
  return Map.groupBy(
    rows.map((line) => {
      const [, device = '', number = '', ticket = '', state = '', why = ''] = line.split('\t');
      return { device, number, ticket, state, why };
    }),
    ({ device }) => device,
  );
}

/** By service, all tickets that the file of a program that has ended knows. */
function ticketsIn(dataDir: string, kiosks: readonly Kiosk[]): readonly KioskStory['queue'][] {
  const file = new DatabaseSync(join(dataDir, 'take-a-number.db'), { readOnly: true });
  try {
    const ticketsOf = file.prepare('SELECT id, number FROM ticket WHERE service_id = ?');
    return kiosks.map(({ service, tag }) =>
      ticketsOf
        .all(service)
        .map(({ id, number }) => ({ id: String(id), number: `${tag}${String(number).padStart(3, '0')}` })),
    );
  } finally {
    file.close();
  }
}

async function hear(printers: ChildProcess): Promise<FromPrinters> {
  const [message] = (await once(printers, 'message')) as [FromPrinters];
  return message;
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
  const printers = fork(PRINTERS, [JSON.stringify(standIns)], { execArgv: [] });
  let program: Running | null = null;
  try {
    const told = await hear(printers);
    const addresses = 'addresses' in told ? told.addresses : [];
    const kiosks: readonly Kiosk[] = standIns.map((printer, index) => ({
      ...{ id: `kiosk-${index}`, service: `service-${index}`, tag: TAGS.charAt(index), printer, killedAt: {} },
      address: `${addresses[index]}${printer.line === 'serial' ? `?baudRate=${BAUD}` : ''}`,
      visitors: visitorsAt({
        ...{ deviceId: `kiosk-${index}`, serviceId: `service-${index}`, throws: dice(seed, number * 100 + index) },
        takeMs: printer.kind === 'none' ? BLIND_TAKE_MS : 0,
      }),
    }));
    const site = join(folder, 'site.json');
    await writeFile(site, await siteFile(kiosks));
    const start = (): Running => startProgram(dataDir, site, kiosks[0]?.address ?? '');
    const trays = async (): Promise<readonly Tray[]> => {
      printers.send('trays');
      const answer = await hear(printers);
      return 'trays' in answer ? answer.trays : [];
    };

    for (let kill = 0; kill < kills; kill++) {
      const life = lifeMs(throws, longestMs);
      const running = start();
      program = running;
      const end = (code: unknown): Promise<never> => Promise.reject(new Error(`it ended by itself: ${String(code)}`));
      if (life.from === 'spawn') await pause(life.ms);
      else {
        await until('a program that is ready', () => running.address() !== null || running.child.exitCode !== null);
        const address = running.address() ?? (await end((await running.ended).err));
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
    await until('a program that is ready', () => last.address() !== null || last.child.exitCode !== null);
    const address = last.address() ?? '';
    for (const { visitors } of kiosks) visitors.stopWhenServed();
    const before = kiosks.map(({ visitors }) => visitors.shown.length);
    await Promise.all(kiosks.map(({ visitors }) => visitors.come(address)));
    const lastOf = ({ visitors }: Kiosk, index: number): string | undefined =>
      visitors.shown.slice(before[index]).find(({ screen }) => screen === 'take-ticket')?.number;
    await until('a last ticket of each kiosk', () => kiosks.map(lastOf).every((number) => number !== undefined));
    await until('kiosks that are idle', () => kiosks.every(({ visitors }) => visitors.screen() === 'idle'));
    // What does not come out is a fault that the judge names.
    const areOut = async (): Promise<boolean> => {
      const now = await trays();
      return kiosks.every((kiosk, index) => {
        const number = lastOf(kiosk, index);
        return now[index]?.papers.some(({ lines }) => lines.some((line) => line.trim() === number)) === true;
      });
    };
    await until('the last papers', areOut, LAST_PAPERS_MS).catch(() => {});
    const queues = await Promise.all(
      kiosks.map(async ({ service, tag }) => {
        const answer = await fetch(`${address}/restapi/v2/queuemanagement/waitingticketslist`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ service_id: service }),
        });
        const { tickets } = (await answer.json()) as {
          tickets: readonly { readonly id: string; readonly number: string }[];
        };
        return tickets.map(({ id, number: bare }) => ({ id, number: `${tag}${bare.padStart(3, '0')}` }));
      }),
    );
    last.child.kill('SIGTERM');
    await last.ended;
    const journals = await journalsIn(dataDir);
    const fallen = await trays();
    const tickets = ticketsIn(dataDir, kiosks);
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
    printers.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}
