/**
 * createticket over HTTP at 32 connections with a durable PostgreSQL on this machine, against what `pgbench` can do there
 * with 32 clients that count up one row and insert another in each transaction: the least that a queue with numbers needs.
 * By turns in one run.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, postgresPrograms } from '../test/helpers/postgres-cluster.ts';
import { percentile, report } from './figures.ts';
import { makeDataDir, startProgram } from './program.ts';
import { rush } from './rush.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
const TURNS = 4;
const TARGET = 2;

const TABLES = `CREATE TABLE counter (id int PRIMARY KEY, n int); INSERT INTO counter VALUES (1, 0);
CREATE TABLE entry (id bigserial PRIMARY KEY, note text)`;
const TRANSACTION = `BEGIN;
UPDATE counter SET n = n + 1 WHERE id = 1;
INSERT INTO entry (note) VALUES ('as long as some ticket');
COMMIT;
`;

/** Transactions a second. */
function pgbench(url: string, script: string): number {
  const host = new URL(url).searchParams.get('host') ?? '';
  const client = ['-h', host, '-U', new URL(url).username, '-c', `${CONNECTIONS}`, '-j', '2'];
  const work = ['-n', '-M', 'prepared', '-T', `${SECONDS}`, '-f', script, 'plain'];
  const said = execFileSync(join(postgresPrograms() ?? '', 'pgbench'), [...client, ...work], { encoding: 'utf8' });
  return Number(/tps = ([\d.]+)/.exec(said)?.[1]);
}

export async function postgresRate(): Promise<boolean> {
  const data = await makeDataDir();
  const cluster = await openCluster({ durable: true });
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (const name of ['queue', 'plain']) await cluster.sql('postgres', `CREATE DATABASE ${name}`);
    await cluster.sql('plain', TABLES);
    const script = join(data.path, 'transaction.sql');
    writeFileSync(script, TRANSACTION);
    const program = await startProgram(data.path, '--database', cluster.url('queue'));
    try {
      for (let turn = 0; turn <= TURNS; turn += 1) {
        const rate = await rush({
          url: `${program.address}/restapi/v2/queuemanagement/createticket`,
          body: { service_id: 'local-taxes', device_id: 'kiosk-1', lang: 'en' },
          connections: CONNECTIONS,
          seconds: SECONDS,
        });
        const plain = pgbench(cluster.url('plain'), script);
        // The first turn warms both up.
        if (turn === 0) continue;
        ours.push(rate);
        theirs.push(plain);
      }
    } finally {
      await program.stop();
    }
  } finally {
    await cluster.close();
    await data.remove();
  }
  const ratio = percentile(ours, 50) / percentile(theirs, 50);
  const perSecond = (values: readonly number[]): string => `${Math.round(percentile(values, 50))}/s`;
  report(
    `createticket over PostgreSQL at ${CONNECTIONS} connections`,
    { durable: perSecond(ours), pgbench: perSecond(theirs), ratio: ratio.toFixed(1) },
    `${TARGET} ×`,
    ratio >= TARGET,
  );
  return ratio >= TARGET;
}
