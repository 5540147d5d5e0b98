/**
 * A program that is killed at a chosen change of its files, started again, killed at a chosen change of that start, and started again.
 *
 * The kill comes from within, before, in the middle of or behind a system call (`kill-at-write.c`), so no moment is missed: every write,
 * sync, rename, truncation and removal in the data folder is counted, those of SQLite too.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dice } from '../../demo/dice.ts';
import { openServerLine, type ServerLine } from '../helpers/server-line.ts';
import { faultsOf } from '../printing-kills/judge.ts';
import {
  journalsIn,
  type Running,
  ready,
  startPrinters,
  startProgram,
  startProgramWith,
  ticketsIn,
  until,
  waitingAt,
  zoneFarFromMidnight,
} from '../printing-kills/programs.ts';
import type { KioskStory } from '../printing-kills/site-of-kiosks.ts';
import { visitorsAt } from '../printing-kills/visitors.ts';
import { LAST_LINE, SITE_NAME } from '../printing-matrix/play.ts';

/** `whole`: server and kiosk are one program. `first start`: the same, in an empty folder. `kiosk`: its server is another program. */
export type Scene = 'whole' | 'first start' | 'kiosk';

export interface Kill {
  /** At which change, from 1; 0: at none. */
  readonly at: number;
  readonly how: 'before' | 'half' | 'after';
}

export interface Outcome {
  readonly faults: readonly string[];
  /** Changes of files in each life, up to its end. */
  readonly changes: readonly number[];
  /** Kills that came before the life was over. */
  readonly kills: number;
  readonly papers: number;
}

const NO_KILL: Kill = { at: 0, how: 'after' };
const BYTES_PER_SECOND = 60_000;
const OWN_NUMBERS_FROM = 9_000;
/** Somebody takes the paper before the next comes. */
const TAKE_MS = 200;
const ANSWER_MS = 5_000;
const SITE = JSON.stringify({
  settings: { default_lang: 'en', languages: ['en'] },
  locations: [{ id: 'hall', name: SITE_NAME, timezone: zoneFarFromMidnight(), languages: ['en'] }],
  services: [
    { id: 'service-0', name: 'Service A', tag: 'A', location: 'hall', footer_text: LAST_LINE, offline_numbers: 100 },
    { id: 'service-1', name: 'Service B', tag: 'B', location: 'hall' },
  ],
  devices: [{ id: 'kiosk-0', name: 'Kiosk', type: 1, location: 'hall', services: ['service-0'] }],
});

/** Null where there is no compiler, or the system preloads nothing. */
export function killerIn(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, 'kill-at-write.so');
  try {
    const source = join(import.meta.dirname, 'kill-at-write.c');
    execFileSync('cc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'ignore' });
    return library;
  } catch {
    return null;
  }
}

/** Tickets of a client of the interface, who repeats a request whose answer never came. */
function clientOf(serviceId: string) {
  let key = '';
  const numbers: string[] = [];
  return {
    numbers,
    /** @returns whether the server answered. */
    async ask(address: string): Promise<boolean> {
      key ||= crypto.randomUUID();
      const answer = await fetch(`${address}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ service_id: serviceId }),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
        .then((response) => response.json() as Promise<{ ticket?: { number: string } }>)
        .catch(() => null);
      if (answer?.ticket === undefined) return false;
      numbers.push(answer.ticket.number);
      key = '';
      return true;
    },
  };
}

const isDead = ({ child }: Running): boolean => child.exitCode !== null || child.signalCode !== null;

/** Nothing is left to be taken back or handed over. */
async function isSettled(folder: string): Promise<boolean> {
  const linesOf = async (name: string) =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
  const open = new Set<unknown>();
  for (const { state, key } of await linesOf('intents.jsonl')) {
    if (state === 'asked') open.add(key);
    else open.delete(key);
  }
  for (const { state, id, ids } of await linesOf('offline.jsonl')) {
    if (state === 'given') open.add(id);
    else if (state === 'gone') for (const gone of ids as readonly unknown[]) open.delete(gone);
  }
  return open.size === 0;
}

/** Lives of one program, each until its kill or its end; a last one without a kill, in which all is looked at. */
export async function playLives(
  killer: string,
  scene: Scene,
  kills: readonly Kill[],
  template?: string,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-points-'));
  const dataDir = join(folder, 'data');
  const [site, count] = [join(folder, 'site.json'), join(folder, 'count')];
  const printers = await startPrinters([{ kind: 'status', line: 'tcp', bytesPerSecond: BYTES_PER_SECOND }]);
  const visitors = visitorsAt({ deviceId: 'kiosk-0', serviceId: 'service-0', throws: dice(7, 7), takeMs: TAKE_MS });
  const client = clientOf('service-1');
  const running: Running[] = [];
  let line: ServerLine | null = null;
  const changes: number[] = [];
  let killed = 0;
  try {
    await writeFile(site, SITE);
    if (template !== undefined) await cp(template, dataDir, { recursive: true });
    const serverDir = scene === 'kiosk' ? join(folder, 'server') : dataDir;
    let serverAddress = '';
    if (scene === 'kiosk') {
      const server = startProgram('--data', serverDir, '--site', site);
      running.push(server);
      serverAddress = await ready(server);
      line = await openServerLine(serverAddress);
    }
    const place = line === null ? ['--site', site] : ['--server', line.address];
    const flags = [...place, '--data', dataDir, '--device', 'kiosk-0', '--printer', printers.addresses[0] ?? ''];
    const own = join(dataDir, 'print-journal', 'kiosk-0');

    async function live(kill: Kill, isLast: boolean): Promise<string> {
      await rm(count, { force: true });
      const env = {
        LD_PRELOAD: killer,
        CRASH_DIR: dataDir,
        CRASH_AT: String(kill.at),
        CRASH_HOW: kill.how,
        CRASH_COUNT: count,
      };
      const program = startProgramWith(env, ...flags);
      running.push(program);
      const { child } = program;
      /** False: the program is dead. */
      const sees = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<boolean> => {
        await until(`${what} (${scene}, ${kill.how} ${kill.at})`, async () => isDead(program) || (await isSo()));
        return !isDead(program);
      };
      const shownSince = (from: number, isOwn: boolean): boolean =>
        visitors.shown
          .slice(from)
          .some(
            ({ screen, number }) => screen === 'take-ticket' && Number(number.slice(1)) > OWN_NUMBERS_FROM === isOwn,
          );
      let address = '';
      const script = async (): Promise<void> => {
        line?.set('open');
        if (!(await sees('a program that is ready', () => program.address() !== null))) return;
        address = program.address() ?? '';
        await visitors.come(address);
        const start = visitors.shown.length;
        if (line !== null) {
          const hasNumbers = async (): Promise<boolean> =>
            (await readFile(join(own, 'offline.jsonl'), 'utf8').catch(() => '')).includes('"first":');
          if (!(await sees('numbers that were lent', hasNumbers))) return;
          if (!(await sees('a ticket of the server', () => shownSince(start, false)))) return;
          const cut = visitors.shown.length;
          line.set('refused');
          if (!(await sees('a ticket of its own', () => shownSince(cut, true)))) return;
          line.set('open');
          if (!(await sees('nothing to hand over', () => isSettled(own)))) return;
        } else if (!(await client.ask(address))) await sees('its end', () => false);
        if (isLast) visitors.stopWhenServed();
        const last = visitors.shown.length;
        if (!(await sees('one more ticket', () => shownSince(last, false)))) return;
        if (isLast) {
          await sees('an idle kiosk', () => visitors.screen() === 'idle');
          await sees('everything settled', () => isSettled(own));
        } else child.kill('SIGTERM');
      };
      await script();
      if (!isLast) {
        const { code, err } = await program.ended;
        if (child.signalCode === 'SIGKILL') killed += 1;
        else if (code !== 0)
          throw new Error(`${scene}: it ended with code ${code}: ${err.split('\n').slice(-3).join(' ')}`);
        await until('a page that has gone', () => visitors.screen() === null);
      }
      changes.push(existsSync(count) ? Number(readFileSync(count).readBigInt64LE()) : 0);
      return address;
    }

    for (const kill of kills) await live(kill, false);
    const address = await live(NO_KILL, true);
    const queue = await waitingAt(serverAddress || address, 'service-0', 'A');
    const others = (await waitingAt(serverAddress || address, 'service-1', 'B')).map(({ number }) => number);
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    const [tray] = await printers.trays();
    const all = ticketsIn(serverDir, 'service-0', 'A');
    const story: KioskStory = {
      ...{ name: `${scene}, ${kills.map(({ at, how }) => `${how} ${at}`).join(', ')}`, kind: 'status', killedAt: {} },
      ...{ isApart: line !== null, restarts: kills.length, touches: visitors.touches(), shown: visitors.shown, queue },
      givenBack: all.filter(({ id }) => queue.every((waiting) => waiting.id !== id)),
      journal: (await journalsIn(dataDir)).get('kiosk-0') ?? [],
      tray: tray ?? { papers: [], blankSlips: 0, oddities: [] },
    };
    const answered = client.numbers.map((number) => `B${number.padStart(3, '0')}`);
    const isEachOnce = answered.every((number) => others.filter((each) => each === number).length === 1);
    const damaged = (await readdir(own)).filter((name) => name === 'damaged-records.json');
    return {
      faults: [
        ...faultsOf(story),
        ...(isEachOnce && new Set(others).size === others.length ? [] : [`${story.name}: ${answered} in ${others}`]),
        ...damaged.map(
          () => `${story.name}: a kill is told as damage: ${readFileSync(join(own, 'damaged-records.json'))}`,
        ),
      ],
      ...{ changes, kills: killed, papers: story.tray.papers.length },
    };
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await line?.close();
    printers.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with the database of a program that was started and ended, and no kiosk's files yet. */
export async function usedFolder(into: string): Promise<string> {
  const dataDir = join(into, 'used');
  const site = join(into, 'site.json');
  await writeFile(site, SITE);
  const program = startProgram('--data', dataDir, '--site', site, '--printer', 'none:');
  await ready(program);
  program.child.kill('SIGTERM');
  await program.ended;
  await rm(join(dataDir, 'print-journal'), { recursive: true, force: true });
  return dataDir;
}
