/** The whole program over the demo site, always open, for the fuzzer: tells its memory and its faults to the parent. */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { startProgram } from '../../main/app/app.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { lockSite, WITH_KEYS } from './keys.ts';
import { watchThreads } from './thread-memory.ts';

export type FromServer =
  | { readonly type: 'ready'; readonly address: string }
  | { readonly type: 'heap'; readonly bytes: number }
  /** How many connections it has. */
  | { readonly type: 'connections'; readonly count: number }
  | { readonly type: 'fault'; readonly detail: string }
  /** A turn of the event loop that took longer than any before it. */
  | { readonly type: 'turn'; readonly cpuMs: number; readonly requests: readonly string[] }
  /** Memory that is in use, not garbage, and more than ever before. */
  | { readonly type: 'growth'; readonly bytes: number; readonly requests: readonly string[] }
  /** Memory in use of all threads but this one, not garbage, and more than ever before. */
  | { readonly type: 'threads'; readonly bytes: number; readonly requests: readonly string[] }
  /** How much slower this machine is just now than a quiet one of the developers. */
  | { readonly type: 'factor'; readonly factor: number }
  /** What was longest and largest before is forgotten. */
  | { readonly type: 'fresh' };

const tell = (message: FromServer): void => void process.send?.(message);
const [, , dataDir = '', ...given] = process.argv;
const asksForKeys = given.includes(WITH_KEYS);
const flags = given.filter((flag) => flag !== WITH_KEYS);

for (const event of ['unhandledRejection', 'uncaughtException', 'warning'] as const) {
  process.on(event, (reason: unknown) => {
    if (reason instanceof Error && reason.name === 'ExperimentalWarning') return;
    tell({ type: 'fault', detail: `${event}: ${reason instanceof Error ? reason.stack : String(reason)}` });
  });
}

const site = JSON.parse(readFileSync('assets/demo/site.json', 'utf8'));
for (const item of [...site.locations, ...site.services]) delete item.schedule;
for (const location of site.locations) location.ticket_tolerance = -1;
if (asksForKeys) lockSite(site);
const siteFile = join(dataDir, 'site.json');
writeFileSync(siteFile, JSON.stringify(site));

const read = readSettings(['--port', '0', '--data', dataDir, '--site', siteFile, ...flags], {});
if (!read.ok || read.value.kind !== 'run') throw new Error('settings');
const log = {
  info: () => {},
  warn: () => {},
  error: (event: string, data?: unknown) => tell({ type: 'fault', detail: `${event}: ${JSON.stringify(data)}` }),
};
/** The last requests that were read, for whoever looks for what was costly. */
const requests: string[] = [];
const MAX_REPORTED = 40;
subscribe('http.server.request.start', (message) => {
  const { method = '', url = '' } = (message as { readonly request: IncomingMessage }).request;
  requests.push(`${method} ${url.slice(0, 200)}`);
  if (requests.length > MAX_REPORTED) requests.shift();
});

const threads = watchThreads((bytes) => tell({ type: 'threads', bytes, requests }));
const program = await startProgram(read.value.settings, log);

/** Shorter turns are not worth a word. */
const LONG_TURN_MS = 10;

/** Our own collection of garbage, before memory is measured, counts as no request's turn. */
let collected = false;

/** CPU time of eight references below on a quiet machine of the developers. */
const REFERENCE_MS = 14;
const CALIBRATE_MS = 2_000;
let factor = 1;

/** Work like that of a server: JSON, strings and objects. */
function reference(): number {
  const rows = Array.from({ length: 4_000 }, (_, id) => ({ id, name: `row ${id}`, values: [id, id + 1, id + 2] }));
  const text = JSON.stringify(rows);
  return (JSON.parse(text) as typeof rows).filter(({ name }) => name.endsWith('7')).length;
}

/** The machine may become slower under way: others work on it too. The least of some runs counts: garbage is collected in others. */
function calibrate(): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.threadCpuUsage();
    for (let times = 0; times < 8; times += 1) reference();
    const { user, system } = process.threadCpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  factor = Math.max(factor, leastMs / REFERENCE_MS);
  collected = true;
}
// The first ones are slower: their code is not compiled yet.
for (let times = 0; times < 40; times += 1) reference();
setInterval(calibrate, CALIBRATE_MS).unref();

/** Garbage may lie about for long; what counts is what cannot be collected. */
const LOOK_AT_HEAP_BYTES = 32 * 1024 * 1024;
const inUse = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
function collect(): number {
  globalThis.gc?.();
  collected = true;
  return inUse();
}
let least = 0;
let largest = 0;
let looked = 0;

/** More than some that was not there at the last look may be garbage, and then it is collected and forgotten. */
function watchHeap(): void {
  if (inUse() - looked < LOOK_AT_HEAP_BYTES) return;
  looked = collect();
  if (looked - least <= largest) return;
  largest = looked - least;
  tell({ type: 'growth', bytes: largest, requests });
}

let longest = 0;

/** Forgets what was before: what comes is measured by itself. */
function begin(): void {
  least = collect();
  looked = least;
  largest = 0;
  longest = LONG_TURN_MS;
  requests.length = 0;
}

/**
 * Watches the turns of the event loop by the CPU time of this thread: a busy machine makes them longer by the clock, and
 * what counts is how much work somebody can make us do in one go. Looks after every turn and after every rest, so that
 * nothing goes by unseen, and lets the thread rest in between.
 */
function watchTurns(): void {
  begin();
  let since = process.threadCpuUsage();
  const look = (): void => {
    watchHeap();
    const { user, system } = process.threadCpuUsage(since);
    since = process.threadCpuUsage();
    const cpuMs = (user + system) / 1000;
    if (cpuMs > longest && !collected) {
      longest = cpuMs;
      tell({ type: 'turn', cpuMs, requests });
    }
    collected = false;
  };
  const turn = (): void => {
    look();
    setImmediate(() => {
      look();
      setTimeout(turn, 1);
    });
  };
  turn();
}

process.on('message', (message) => {
  if (message === 'heap') {
    for (let times = 0; times < 3; times += 1) globalThis.gc?.();
    collected = true;
    tell({ type: 'heap', bytes: process.memoryUsage().heapUsed });
  }
  if (message === 'fresh') {
    tell({ type: 'factor', factor });
    void threads.begin().then(() => {
      begin();
      tell({ type: 'fresh' });
    });
  }
  if (message === 'connections') {
    tell({
      type: 'connections',
      count: process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length,
    });
  }
  if (message === 'stop') void program.close().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
watchTurns();
tell({ type: 'ready', address: program.address });
