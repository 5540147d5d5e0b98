/** The whole program over the demo site, always open, for the fuzzer: tells its memory and its faults to the parent. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram } from '../../main/program.ts';
import { readSettings } from '../../main/settings/settings.ts';

export type FromServer =
  | { readonly type: 'ready'; readonly address: string }
  | { readonly type: 'heap'; readonly bytes: number }
  | { readonly type: 'fault'; readonly detail: string };

const tell = (message: FromServer): void => void process.send?.(message);
const dataDir = process.argv[2] ?? '';

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

const read = readSettings(['--port', '0', '--data', dataDir, '--site', siteFile], {});
if (!read.ok || read.value.kind !== 'run') throw new Error('settings');
const log = {
  info: () => {},
  warn: () => {},
  error: (event: string, data?: unknown) => tell({ type: 'fault', detail: `${event}: ${JSON.stringify(data)}` }),
};
const program = await startProgram(read.value.settings, log);
process.on('message', (message) => {
  if (message === 'heap') {
    for (let times = 0; times < 3; times += 1) globalThis.gc?.();
    tell({ type: 'heap', bytes: process.memoryUsage().heapUsed });
  }
  if (message === 'stop') void program.close().then(() => process.exit(0));
});
process.on('disconnect', () => process.exit(1));
tell({ type: 'ready', address: program.address });
