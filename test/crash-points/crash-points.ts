/**
 * Crash test: kills a program at a chosen file change, restarts it, kills that start at a chosen change, and restarts.
 *
 * The kill comes from within, before, during or after a system call (`kill-at-write.c`), so that no moment is missed: it
 * counts every write, sync, rename, truncation and removal in the data folder, also of SQLite, and with PostgreSQL every
 * message to it. In each run, visitors take tickets at the kiosk, a client takes them by REST, and a clerk calls those.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dice } from '../../demo/random.ts';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';
import { openServerLine, type ServerLine } from '../helpers/server-line.ts';
import { faultsOf } from '../printing-kills/judge.ts';
import type { Tray } from '../printing-kills/printers.ts';
import {
  type JournalRow,
  type QueuedTicket,
  type Running,
  ready,
  type StandingPrinters,
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

/**
 * `whole`: server and kiosk are one program. `first start`: the same, in an empty folder. `kiosk`: a kiosk client.
 * `postgres`: as `whole`, with PostgreSQL; `postgres, first start`: with a database without a schema.
 */
export type Scene = 'whole' | 'first start' | 'kiosk' | 'postgres' | 'postgres, first start';

export interface Kill {
  /** Number of the change, from 1; 0: none. */
  readonly at: number;
  readonly how: 'before' | 'half' | 'after';
}

/** A change of a file, or a message to the database. */
export interface Change {
  /** A write to a file. A message can be truncated too, but a database ignores an incomplete one. */
  readonly isHalved: boolean;
  /** The call and the file without its numbers, or the start of a message. */
  readonly what: string;
}

export interface Outcome {
  readonly faults: readonly string[];
  /** Of each run, up to its end. */
  readonly changes: readonly (readonly Change[])[];
  /** Kills before the end of the run. */
  readonly kills: number;
  readonly papers: number;
}

const NO_KILL: Kill = { at: 0, how: 'after' };
const BYTES_PER_SECOND = 60_000;
/** Folder for the files of failed cases. */
const KEEP = process.env.PROVE_KEEP;
/** Of the file of `kill-at-write.c`: the count, then one record for each change. */
const COUNT_BYTES = 8;
const RECORD_BYTES = 128;
/** Variable parts of file names. */
const RANDOM = /(?<=\.)[\da-f]{8,}|[\da-f]{8}-[\da-f-]{27}|\d+/g;
/** Prefix length of a database message: more would distinguish statements. */
const MESSAGE_LETTERS = 16;
const OWN_NUMBERS_FROM = 9_000;
/** A visitor takes the paper before the next one comes. */
const TAKE_MS = 50;
const ANSWER_MS = 5_000;
const STORE_UNREACHABLE = 131;
/** Kiosk clients of one server; each case of the scene `kiosk` uses the next. */
const MAX_KIOSKS = 450;

/** With the kiosks 0 to `kiosks` - 1, each with a separate service, and a service for REST tickets. */
function siteOf(kiosks: number): string {
  const each = Array.from({ length: kiosks }, (_, number) => number);
  return JSON.stringify({
    settings: { default_lang: 'en', languages: ['en'] },
    locations: [{ id: 'hall', name: SITE_NAME, timezone: zoneFarFromMidnight(), languages: ['en'] }],
    services: [
      ...each.map((number) => ({
        ...{ id: `service-${number}`, name: 'Service A', tag: 'A', location: 'hall' },
        ...{ footer_text: LAST_LINE, offline_numbers: 100 },
      })),
      { id: 'service-b', name: 'Service B', tag: 'B', location: 'hall' },
    ],
    desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' }],
    users: [{ id: 'clerk-1', username: 'clerk-1', name: 'Clerk' }],
    devices: each.map((number) => {
      return { id: `kiosk-${number}`, name: 'Kiosk', type: 1, location: 'hall', services: [`service-${number}`] };
    }),
  });
}

/** Null without a compiler, or without preloading. */
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

/** A REST client that retries a request with the same key until it gets a response. */
function clientOf<Answer>(operation: string, parameters: object) {
  let key = '';
  return {
    /** Null: no response. */
    async ask(address: string): Promise<Answer | null> {
      key ||= crypto.randomUUID();
      const answer = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
        .then((response) => response.json() as Promise<Answer & { readonly errno?: number }>)
        .catch(() => null);
      if (answer === null || answer.errno === STORE_UNREACHABLE) return null;
      key = '';
      return answer;
    },
  };
}

/** A client that takes tickets of service B, and the clerk who calls them. */
function counterOf() {
  const drawing = clientOf<{ readonly ticket: { readonly number: string } }>('createticket', {
    service_id: 'service-b',
  });
  const wish = { desk_id: 'desk-1', user_id: 'clerk-1', services: ['service-b'] };
  const calling = clientOf<{ readonly answer?: { readonly ticket: { readonly number: string } } }>(
    'callnextticket',
    wish,
  );
  const drawn: string[] = [];
  const called: string[] = [];
  return {
    /** Takes two tickets and calls one. @returns whether all requests got a response */
    async work(address: string): Promise<boolean> {
      for (let tickets = 0; tickets < 2; tickets += 1) {
        const answer = await drawing.ask(address);
        if (answer === null) return false;
        drawn.push(labelOf(answer.ticket.number));
      }
      const call = await calling.ask(address);
      if (call?.answer !== undefined) called.push(labelOf(call.answer.ticket.number));
      return call !== null;
    },
    /** Each ticket was issued once, and waits or was called once. */
    faults(waiting: readonly string[]): readonly string[] {
      const all = [...waiting, ...called];
      const twice = (what: string, numbers: readonly string[]): readonly string[] =>
        numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} ${what} twice`);
      return [
        ...twice('was given', drawn),
        ...twice('was called', called),
        ...twice('waits or was called', all),
        ...drawn
          .filter((number) => !all.includes(number))
          .map((number) => `${number} was given, and is neither waiting nor called`),
        ...all.filter((number) => !drawn.includes(number)).map((number) => `${number} is in the queue of no visitor`),
      ];
    },
  };
}

const labelOf = (number: string): string => `B${number.padStart(3, '0')}`;

const isDead = ({ child }: Running): boolean => child.exitCode !== null || child.signalCode !== null;

/** No ticket remains to be withdrawn or synced. */
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

/** Shared fixtures, created once, because a start takes most of a run. */
export interface Ground {
  /** Folder of a program that was started and ended; the same over PostgreSQL. */
  readonly used: string;
  readonly usedOverPostgres: string;
  readonly cluster: Cluster;
  /** A new database, with the schema and the site or without. */
  newDatabase(isUsed: boolean): Promise<string>;
  /** The server of the scene `kiosk`, and the number of a kiosk that was never used. */
  kiosk(): Promise<{ readonly address: string; readonly folder: string; readonly number: number }>;
  printer(): Promise<Printer>;
  close(): Promise<void>;
}

/** A printer of one story at a time. */
interface Printer {
  readonly address: string;
  /** Printed papers of this case. */
  tray(): Promise<Tray>;
  /** Releases it, idle, to the next case. */
  release(): void;
}

const TEMPLATE = 'used';

/** Runs of one program, each until its kill or end; the last one without a kill, with all checks. */
export async function playLives(
  killer: string,
  scene: Scene,
  kills: readonly Kill[],
  ground: Ground,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-points-'));
  const dataDir = join(folder, 'data');
  const [site, count] = [join(folder, 'site.json'), join(folder, 'count')];
  const apart = scene === 'kiosk' ? await ground.kiosk() : null;
  const [deviceId, serviceId] = [`kiosk-${apart?.number ?? 0}`, `service-${apart?.number ?? 0}`];
  const printer = await ground.printer();
  const visitors = visitorsAt({ deviceId, serviceId, throws: dice(7, 7), takeMs: TAKE_MS });
  const counter = counterOf();
  const running: Running[] = [];
  let line: ServerLine | null = null;
  const changes: (readonly Change[])[] = [];
  let killed = 0;
  let database: string | null = null;
  try {
    await writeFile(site, siteOf(1));
    if (scene === 'whole') await cp(ground.used, dataDir, { recursive: true });
    if (scene === 'postgres') await cp(ground.usedOverPostgres, dataDir, { recursive: true });
    if (scene.startsWith('postgres')) database = await ground.newDatabase(scene === 'postgres');
    if (apart !== null) line = await openServerLine(apart.address);
    const place = [
      ...(line === null ? ['--site', site] : ['--server', line.address]),
      ...(database === null ? [] : ['--database', ground.cluster.url(database)]),
    ];
    const flags = [...place, '--data', dataDir, '--device', deviceId, '--printer', printer.address];
    const own = join(dataDir, 'print-journal', deviceId);

    async function live(kill: Kill, isLast: boolean): Promise<string> {
      await rm(count, { force: true });
      const env = {
        LD_PRELOAD: killer,
        CRASH_DIR: dataDir,
        CRASH_AT: String(kill.at),
        CRASH_HOW: kill.how,
        CRASH_COUNT: count,
        CRASH_SOCKET: database === null ? '' : ground.cluster.folder,
      };
      const program = startProgramWith(env, ...flags);
      running.push(program);
      const { child } = program;
      /** False: the program has ended. */
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
          if (!(await sees('an offline ticket', () => shownSince(cut, true)))) return;
          line.set('open');
          if (!(await sees('nothing to hand over', () => isSettled(own)))) return;
        } else if (!(await sees('answers', () => counter.work(address)))) return;
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
      changes.push(await changesIn(count));
      return address;
    }

    for (const kill of kills) await live(kill, false);
    const address = await live(NO_KILL, true);
    const queue = await waitingAt(apart?.address ?? address, serviceId, 'A');
    const waiting = apart === null ? (await waitingAt(address, 'service-b', 'B')).map(({ number }) => number) : [];
    for (const { child } of running) child.kill('SIGTERM');
    await Promise.all(running.map(({ ended }) => ended));
    const tray = await printer.tray();
    const all =
      database === null
        ? ticketsIn(apart?.folder ?? dataDir, serviceId, 'A')
        : await ticketsOf(ground.cluster.url(database), serviceId, 'A');
    const story: KioskStory = {
      ...{ name: `${scene}, ${kills.map(({ at, how }) => `${how} ${at}`).join(', ')}`, kind: 'status', killedAt: {} },
      ...{ isApart: line !== null, restarts: kills.length, touches: visitors.touches(), shown: visitors.shown, queue },
      givenBack: all.filter(({ id }) => queue.every((waiting) => waiting.id !== id)),
      ...{ journal: await journalIn(own), tray },
    };
    printer.release();
    const damaged = (await readdir(own)).filter((name) => name === 'damaged-records.json');
    const faults = [
      ...faultsOf(story),
      ...(apart === null ? counter.faults(waiting) : []).map((fault) => `${story.name}: ${fault}`),
      ...damaged.map(
        () => `${story.name}: a kill is reported as damage: ${readFileSync(join(own, 'damaged-records.json'))}`,
      ),
    ];
    if (faults.length > 0 && KEEP !== undefined) {
      const kept = join(KEEP, story.name);
      await cp(folder, kept, { recursive: true });
      const said = await Promise.all(running.map(async ({ ended }) => (await ended).err));
      await writeFile(join(kept, 'lives.json'), JSON.stringify({ faults, story, changes, said }, null, 1));
    }
    // Threads and timers interleave: a later run can have another change at the same number.
    const met = changes.map((life) => life.at(-1)?.what ?? 'nothing').join(', ');
    return {
      faults: faults.map((fault) => `${fault} (met: ${met})`),
      ...{ changes, kills: killed, papers: story.tray.papers.length },
    };
  } finally {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    if (database !== null) await ground.cluster.sql('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
    await line?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Changes counted by `kill-at-write.c`. */
async function changesIn(count: string): Promise<readonly Change[]> {
  const bytes = await readFile(count).catch(() => Buffer.alloc(COUNT_BYTES));
  return Array.from({ length: Number(bytes.readBigInt64LE()) }, (_, index) => {
    const at = COUNT_BYTES + index * RECORD_BYTES;
    const record = bytes.toString('latin1', at, bytes.indexOf(0, at));
    const [call = '', ...rest] = record.slice(1).split(' ');
    const name = rest.join(' ');
    const isFile = name.startsWith('/');
    const what = isFile ? name.replaceAll(RANDOM, '#') : name.slice(0, MESSAGE_LETTERS).trim();
    return {
      isHalved: isFile && record.startsWith('w'),
      what: isFile ? `${call.replace('64', '')} ${what}` : `message ${what}`,
    };
  });
}

/** As the command `npm run printer -- journal` shows it. */
async function journalIn(own: string): Promise<readonly JournalRow[]> {
  return latestOfEach(await readEntries(own)).map(({ number = '', ticket = '', state, by, why }) => {
    return { number, ticket, state, why: by ?? why ?? '' };
  });
}

/** All tickets of a service that a database knows. */
async function ticketsOf(url: string, service: string, tag: string): Promise<readonly QueuedTicket[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; number: number }>(
      'SELECT id, number FROM ticket WHERE service_id = $1',
      [service],
    );
    return rows.map(({ id, number }) => ({ id, number: `${tag}${String(number).padStart(3, '0')}` }));
  } finally {
    await client.end();
  }
}

/** Starts and ends a program on each engine, without a kiosk's files. */
export async function groundIn(folder: string): Promise<Ground> {
  const site = join(folder, 'site.json');
  await writeFile(site, siteOf(1));
  const cluster = await openCluster();
  const printers: StandingPrinters[] = [];
  const free: Printer[] = [];
  let databases = 0;
  let kiosks = 0;
  let server: Promise<Running> | null = null;
  const serverFolder = join(folder, 'server');

  async function startServer(): Promise<Running> {
    const many = join(folder, 'kiosks.json');
    await writeFile(many, siteOf(MAX_KIOSKS));
    return startProgram('--data', serverFolder, '--site', many, '--printer', 'none:');
  }

  async function newPrinter(): Promise<Printer> {
    const started = await startPrinters([{ kind: 'status', line: 'tcp', bytesPerSecond: BYTES_PER_SECOND }]);
    printers.push(started);
    const all = async (): Promise<Tray> => (await started.trays())[0] ?? { papers: [], blankSlips: 0, oddities: [] };
    const take = (before: Tray): Printer => ({
      address: started.addresses[0] ?? '',
      async tray() {
        const { papers, blankSlips, oddities } = await all();
        return {
          papers: papers.slice(before.papers.length),
          blankSlips: blankSlips - before.blankSlips,
          oddities: oddities.slice(before.oddities.length),
        };
      },
      release: () => void all().then((now) => free.push(take(now))),
    });
    return take(await all());
  }

  const ground = {
    cluster,
    async newDatabase(isUsed: boolean) {
      databases += 1;
      const name = `lives_${databases}`;
      await cluster.sql('postgres', `CREATE DATABASE ${name}${isUsed ? ` TEMPLATE ${TEMPLATE}` : ''}`);
      return name;
    },
    async kiosk() {
      server ??= startServer();
      const number = kiosks;
      kiosks += 1;
      if (kiosks > MAX_KIOSKS) throw new Error(`one server has ${MAX_KIOSKS} kiosks here`);
      return { address: await ready(await server), folder: serverFolder, number };
    },
    printer: async () => free.pop() ?? newPrinter(),
    async close() {
      for (const each of printers) each.close();
      const started = await server;
      started?.child.kill('SIGKILL');
      await started?.ended;
      await cluster.close();
    },
  };
  const start = async (name: string, ...flags: readonly string[]): Promise<string> => {
    const dataDir = join(folder, name);
    const program = startProgram('--data', dataDir, '--site', site, '--printer', 'none:', ...flags);
    try {
      await ready(program);
    } finally {
      program.child.kill('SIGTERM');
    }
    await program.ended;
    await rm(join(dataDir, 'print-journal'), { recursive: true, force: true });
    return dataDir;
  };
  try {
    await cluster.sql('postgres', `CREATE DATABASE ${TEMPLATE}`);
    const used = await start('used');
    const usedOverPostgres = await start('used-postgres', '--database', cluster.url(TEMPLATE));
    return { ...ground, used, usedOverPostgres };
  } catch (error) {
    await ground.close();
    throw error;
  }
}
