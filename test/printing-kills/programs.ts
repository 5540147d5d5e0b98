/** What the sites that are killed have in common: programs, printers in a process of their own, and what is left of them on disk. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hearChild } from '../helpers/hear-child.ts';
import type { FromPrinters, StandIn, Tray } from './printers.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/main/serve.js');
const PRINTER_COMMANDS = join(ROOT, 'dist/main/printer.js');
const PRINTERS = join(import.meta.dirname, 'printers.ts');
const WAIT_MS = 120_000;

/** A row of `npm run printer -- journal`. */
export interface JournalRow {
  readonly number: string;
  readonly ticket: string;
  readonly state: string;
  readonly why: string;
}

export async function until(what: string, done: () => boolean | Promise<boolean>, ms = WAIT_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`waited in vain: ${what}`);
    await pause(20);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** No business day begins within hours, whenever this is played. */
export const zoneFarFromMidnight = (): string => (new Date().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6');

/** The program, from its start until it is killed or told to stop. */
export const startProgram = (...flags: readonly string[]): Running => startProgramWith({}, ...flags);

/** @param more of the environment */
export function startProgramWith(more: Readonly<Record<string, string>>, ...flags: readonly string[]) {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TAN_')));
  const env = { ...own, ...more };
  const argv = [PROGRAM, '--port', '0', ...flags];
  const child = spawn(process.execPath, argv, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const { said, ended } = hearChild(child);
  return { child, ended, address: () => /^ready (http:\/\/\S+)\n/m.exec(said())?.[1] ?? null };
}

export type Running = ReturnType<typeof startProgramWith>;

/** Where a program listens; one that ends by itself before it does has failed. */
export async function ready({ child, ended, address }: Running): Promise<string> {
  await until('a program that is ready', () => address() !== null || child.exitCode !== null);
  const found = address();
  if (found === null) throw new Error(`it ended by itself: ${(await ended).err}`);
  return found;
}

export interface QueuedTicket {
  readonly number: string;
  readonly id: string;
}

/** By kiosk. */
export async function journalsIn(dataDir: string): Promise<ReadonlyMap<string, readonly JournalRow[]>> {
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

/** All tickets of a service that the file of a program that has ended knows. */
export function ticketsIn(dataDir: string, service: string, tag: string): readonly QueuedTicket[] {
  const file = new DatabaseSync(join(dataDir, 'take-a-number.db'), { readOnly: true });
  try {
    const tickets = file.prepare('SELECT id, number FROM ticket WHERE service_id = ?').all(service);
    return tickets.map(({ id, number }) => ({ id: String(id), number: `${tag}${String(number).padStart(3, '0')}` }));
  } finally {
    file.close();
  }
}

/** Those who wait, as that server has them. */
export async function waitingAt(address: string, service: string, tag: string): Promise<readonly QueuedTicket[]> {
  const answer = await fetch(`${address}/restapi/v2/queuemanagement/waitingticketslist`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: service }),
  });
  const { tickets } = (await answer.json()) as {
    tickets: readonly { readonly id: string; readonly number: string }[];
  };
  return tickets.map(({ id, number }) => ({ id, number: `${tag}${number.padStart(3, '0')}` }));
}

export interface StandingPrinters {
  readonly addresses: readonly string[];
  /** What fell out of each so far. */
  trays(): Promise<readonly Tray[]>;
  close(): void;
}

export async function startPrinters(all: readonly StandIn[]): Promise<StandingPrinters> {
  const child = fork(PRINTERS, [JSON.stringify(all)], { execArgv: [] });
  const told = await hear(child);
  return {
    addresses: 'addresses' in told ? told.addresses : [],
    async trays() {
      child.send('trays');
      const answer = await hear(child);
      return 'trays' in answer ? answer.trays : [];
    },
    close: () => void child.kill('SIGKILL'),
  };
}

async function hear(printers: ChildProcess): Promise<FromPrinters> {
  const [message] = (await once(printers, 'message')) as [FromPrinters];
  return message;
}
