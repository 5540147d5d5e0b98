/** Server process for the fuzzer, with the demo site, always open; reports memory and errors to its parent. */
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
  /** Count of its connections. */
  | { readonly type: 'connections'; readonly count: number }
  | { readonly type: 'fault'; readonly detail: string }
  /** A new longest event-loop turn. */
  | { readonly type: 'turn'; readonly cpuMs: number; readonly requests: readonly string[] }
  /** A new maximum of used memory, without garbage. */
  | { readonly type: 'growth'; readonly bytes: number; readonly requests: readonly string[] }
  /** A new maximum of used memory of the other threads, without garbage. */
  | { readonly type: 'threads'; readonly bytes: number; readonly requests: readonly string[] }
  /** Current slowdown compared with an idle developer machine. */
  | { readonly type: 'factor'; readonly factor: number }
  /** Resets the maxima. */
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
/** The latest requests, to find expensive ones. */
const requests: string[] = [];
const MAX_REPORTED = 40;
subscribe('http.server.request.start', (message) => {
  const { method = '', url = '' } = (message as { readonly request: IncomingMessage }).request;
  requests.push(`${method} ${url.slice(0, 200)}`);
  if (requests.length > MAX_REPORTED) requests.shift();
});

const threads = watchThreads((bytes) => tell({ type: 'threads', bytes, requests }));
const program = await startProgram(read.value.settings, log);

/** Shorter turns are not reported. */
const LONG_TURN_MS = 10;

/** Garbage collection before a measurement does not count as a turn of a request. */
let collected = false;

/** CPU time of eight reference runs (below) on an idle developer machine. */
const REFERENCE_MS = 14;
const CALIBRATE_MS = 2_000;
let factor = 1;

/** Reference work like that of a server: JSON, strings and objects. */
function reference(): number {
  const rows = Array.from({ length: 4_000 }, (_, id) => ({ id, name: `row ${id}`, values: [id, id + 1, id + 2] }));
  const text = JSON.stringify(rows);
  return (JSON.parse(text) as typeof rows).filter(({ name }) => name.endsWith('7')).length;
}

/** Other programs can slow the machine down meanwhile. The minimum of some runs counts, because others include garbage collections. */
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

/** Garbage can stay for long; only reachable memory counts. */
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

/** Growth beyond this since the last check can be garbage, and triggers a collection. */
function watchHeap(): void {
  if (inUse() - looked < LOOK_AT_HEAP_BYTES) return;
  looked = collect();
  if (looked - least <= largest) return;
  largest = looked - least;
  tell({ type: 'growth', bytes: largest, requests });
}

let longest = 0;

/** Resets the measurement. */
function begin(): void {
  least = collect();
  looked = least;
  largest = 0;
  longest = LONG_TURN_MS;
  requests.length = 0;
}

/**
 * Measures the event-loop turns by the CPU time of this thread.
 *
 * The wall-clock time of a turn grows on a busy machine; the work that a client can cause in one turn counts. Checks
 * after every turn and every idle phase, so that no turn is missed, and lets the thread idle in between.
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
