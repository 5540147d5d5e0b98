/**
 * npm run fuzz [-- --seed N --count N --from N --callers open|keys --servers N]: 200,000 requests by chance, and what came of
 * them: half to a server that asks for no keys, half by callers of many kinds to one that does, after the attacks that once
 * succeeded. With `--servers` over PostgreSQL: one server, or several behind one address, of which one is killed after every
 * 2,000 requests.
 */
import { parseArgs } from 'node:util';
import { openCluster } from '../helpers/postgres-cluster.ts';
import { costOf, overBounds } from './bounds.ts';
import { type FuzzOptions, fuzz } from './fuzz.ts';

const SHOWN = 20;
/** Memory may move by this much: what is measured is what keeps growing. */
const HEAP_SLACK_BYTES = 8 * 1024 * 1024;
const KILL_EVERY = 2_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    from: { type: 'string' },
    servers: { type: 'string' },
    callers: { type: 'string' },
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
const callers = values.callers ?? (servers > 0 ? 'open' : 'all');
if (!['open', 'keys', 'all'].includes(callers)) {
  process.stderr.write('--callers takes open or keys\n');
  process.exit(2);
}
const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
const most = <Key>(counts: ReadonlyMap<Key, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name}: ${times}`)
    .join(', ');

/** Whether all was well. */
async function run(options: Pick<FuzzOptions, 'count' | 'asksForKeys' | 'database' | 'servers'>): Promise<boolean> {
  const started = performance.now();
  const mode = options.asksForKeys === true ? 'keys' : 'open';
  const report = await fuzz({
    seed,
    from,
    ...options,
    killEvery: KILL_EVERY,
    onProgress: (done) => {
      if (done % 10_000 === 0) console.log(`${done} requests`);
    },
  });
  for (const { number, bytes, fault } of report.failures.slice(0, SHOWN)) {
    console.log(`✗ request ${number} (--callers ${mode} --seed ${seed} --from ${number} --count 1): ${fault}`);
    console.log(`  ${JSON.stringify(bytes.toString('latin1', 0, 1500))}`);
  }
  for (const fault of [...new Set(report.serverFaults)].slice(0, SHOWN)) console.log(`✗ in the server: ${fault}`);
  for (const broken of report.brokenInvariants) console.log(`✗ in the queue: ${broken}`);
  for (const attack of report.attacks) console.log(`${attack.name}: ${costOf(attack)}`);
  const over = [
    ...report.attacks.flatMap((attack) => overBounds(attack.name, attack)),
    ...overBounds('a request', report.measured),
  ];
  for (const each of over) console.log(`✗ ${each}`);
  const { longestTurnAfter, growthAfter, threadsAfter } = report.measured;
  const after = { 'longest turn': longestTurnAfter, memory: growthAfter, 'memory of threads': threadsAfter };
  for (const [what, requests] of Object.entries(after)) {
    console.log(`${what} of requests by chance after: ${requests.slice(-3).join(', ')}`);
  }
  console.log(`answers: ${most(report.outcomes)}`);
  console.log(`succeeded: ${most(report.successes)}`);
  const grew = !(report.heapEnd - report.heapMiddle <= HEAP_SLACK_BYTES);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${options.count} requests (${mode}) with seed ${seed} in ${seconds} s${report.kills > 0 ? `, ${report.kills} kills of ${servers} servers` : ''}: ${report.failures.length} ill-formed answers, ` +
      `${report.serverFaults.length} faults in the server, ${report.brokenInvariants.length} broken invariants, ${costOf(report.measured)}, ` +
      `${report.leftConnections} connections left, ` +
      `heap ${mib(report.heapMiddle)} in the middle, ${mib(report.heapEnd)} at the end${grew ? ': it grows' : ''}`,
  );
  const faults = report.failures.length + report.serverFaults.length + report.brokenInvariants.length;
  return faults + report.leftConnections + over.length === 0 && !grew;
}

const cluster = servers > 0 ? await openCluster() : null;
/** A database for one run; nothing over SQLite. */
async function over(name: string): Promise<Pick<FuzzOptions, 'database' | 'servers'>> {
  if (cluster === null) return {};
  await cluster.sql('postgres', `CREATE DATABASE ${name}`);
  return { database: cluster.url(name), servers };
}

const part = callers === 'all' ? Math.ceil(count / 2) : count;
const isWell: boolean[] = [];
if (callers !== 'keys') isWell.push(await run({ count: part, ...(await over('queue')) }));
if (callers !== 'open') isWell.push(await run({ count: part, asksForKeys: true, ...(await over('queue_keys')) }));
await cluster?.close();
process.exitCode = isWell.every(Boolean) ? 0 : 1;
