/** The whole program over the demo site, always open, for the fuzzer: tells its memory and its faults to the parent. */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { startProgram } from '../../main/program.ts';
import { readSettings } from '../../main/settings/settings.ts';

export type FromServer =
  | { readonly type: 'ready'; readonly address: string }
  | { readonly type: 'heap'; readonly bytes: number }
  /** How many connections it has. */
  | { readonly type: 'connections'; readonly count: number }
  | { readonly type: 'fault'; readonly detail: string }
  /** A turn of the event loop that took longer than any before it. */
  | { readonly type: 'turn'; readonly cpuMs: number; readonly requests: readonly string[] };

const tell = (message: FromServer): void => void process.send?.(message);
const [, , dataDir = '', ...flags] = process.argv;

for (const event of ['unhandledRejection', 'uncaughtException', 'warning'] as const) {
  process.on(event, (reason: unknown) => {
    if (reason instanceof Error && reason.name === 'ExperimentalWarning') return;
    tell({ type: 'fault', detail: `${event}: ${reason instanceof Error ? reason.stack : String(reason)}` });
  });
}

const site = JSON.parse(readFileSync('assets/demo/site.json', 'utf8'));
for (const item of [...site.locations, ...site.services]) delete item.schedule;
for (const location of site.locations) location.ticket_tolerance = -1;
const siteFile = join(dataDir, 'site.json');
writeFileSync(siteFile, JSON.stringify(site));

const read = readSettings(['--port', '0', '--data', dataDir, '--site', siteFile, ...flags], {});
if (!read.ok || read.value.kind !== 'run') throw new Error('settings');
const log = {
  info: () => {},
  warn: () => {},
  error: (event: string, data?: unknown) => tell({ type: 'fault', detail: `${event}: ${JSON.stringify(data)}` }),
};
const program = await startProgram(read.value.settings, log);

/** Shorter turns are not worth a word. */
const LONG_TURN_MS = 10;

/** Our own collection of garbage, before memory is measured, is nobody's turn. */
let collected = false;

/** The last requests that were read, for whoever looks for what was costly. */
const requests: string[] = [];
const MOST_TOLD = 40;
subscribe('http.server.request.start', (message) => {
  const { method = '', url = '' } = (message as { readonly request: IncomingMessage }).request;
  requests.push(`${method} ${url.slice(0, 200)}`);
  if (requests.length > MOST_TOLD) requests.shift();
});

/**
 * Watches the turns of the event loop by the CPU time of this thread: a busy machine makes them longer by the clock, and
 * what counts is how much work somebody can make us do in one go. Looks after every turn and after every rest, so that
 * nothing goes by unseen, and lets the thread rest in between.
 */
function watchTurns(): void {
  let longest = LONG_TURN_MS;
  let since = process.threadCpuUsage();
  const look = (): void => {
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
