/**
 * npm run fuzz [-- --seed N --count N --from N --servers N]: 200,000 requests by chance, and what came of them. With `--servers`
 * over PostgreSQL: one server, or several behind one address, of which one is killed after every 2,000 requests.
 */
import { parseArgs } from 'node:util';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { fuzz } from './fuzz.ts';

const SHOWN = 20;
/** Memory may move by this much: what is measured is what keeps growing. */
const HEAP_SLACK_BYTES = 8 * 1024 * 1024;
/** Nobody waits longer than this for a request of somebody else. */
const LONGEST_TURN_MS = 50;
const KILL_EVERY = 2_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    from: { type: 'string' },
    servers: { type: 'string' },
  },
});
const seed = Number(values.seed ?? 1);
const count = Number(values.count ?? 200_000);
const from = Number(values.from ?? 0);
/** None: SQLite. */
const servers = Number(values.servers ?? 0);
if (![seed, count, from, servers].every(Number.isSafeInteger)) {
  process.stderr.write('--seed, --count, --from and --servers take whole numbers\n');
  process.exit(2);
}
const cluster = servers > 0 ? await openCluster() : null;
await cluster?.sql('postgres', 'CREATE DATABASE queue');
const started = performance.now();
const report = await fuzz({
  seed,
  count,
  from,
  ...(cluster === null ? {} : { database: cluster.url('queue'), servers, killEvery: KILL_EVERY }),
  onProgress: (done) => {
    if (done % 10_000 === 0) console.log(`${done} requests`);
  },
});
await cluster?.close();
for (const { number, bytes, fault } of report.failures.slice(0, SHOWN)) {
  console.log(`✗ request ${number} (--seed ${seed} --from ${number} --count 1): ${fault}`);
  console.log(`  ${JSON.stringify(bytes.toString('latin1', 0, 1500))}`);
}
for (const fault of [...new Set(report.serverFaults)].slice(0, SHOWN)) console.log(`✗ in the server: ${fault}`);
for (const broken of report.brokenInvariants) console.log(`✗ in the queue: ${broken}`);
const outcomes = [...report.outcomes].sort(([, a], [, b]) => b - a).map(([outcome, times]) => `${outcome}: ${times}`);
console.log(`answers: ${outcomes.join(', ')}`);
const successes = [...report.successes].sort(([, a], [, b]) => b - a).map(([name, times]) => `${name}: ${times}`);
console.log(`succeeded: ${successes.join(', ')}`);
const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const grew = !(report.heapEnd - report.heapMiddle <= HEAP_SLACK_BYTES);
const holdsUp = report.longestTurnMs > LONGEST_TURN_MS;
if (holdsUp) console.log(`the longest turn came after:\n  ${report.longestTurnAfter.join('\n  ')}`);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${count} requests with seed ${seed} in ${seconds} s${report.kills > 0 ? `, ${report.kills} kills of ${servers} servers` : ''}: ${report.failures.length} ill-formed answers, ` +
    `${report.serverFaults.length} faults in the server, ${report.brokenInvariants.length} broken invariants, ` +
    `longest turn of the event loop ${report.longestTurnMs.toFixed(0)} ms of CPU${holdsUp ? ': it holds up others' : ''}, ` +
    `${report.leftConnections} connections left, ` +
    `heap ${mib(report.heapMiddle)} in the middle, ${mib(report.heapEnd)} at the end${grew ? ': it grows' : ''}`,
);
const failed =
  report.failures.length + report.serverFaults.length + report.brokenInvariants.length + report.leftConnections > 0 ||
  grew ||
  holdsUp;
process.exitCode = failed ? 1 : 0;
