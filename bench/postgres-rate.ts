/**
 * Rates over HTTP with a durable PostgreSQL on this machine, against what `pgbench` does there with 32 clients: transactions
 * that count up one row and insert another, the least that a queue with numbers needs; and inserts of single rows. By turns
 * in one run.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster, postgresPrograms } from '../test/helpers/postgres-cluster.ts';
import { percentile, report } from './figures.ts';
import {
  beginQueue,
  CONNECTIONS,
  perSecond,
  RATE_DESKS,
  type Rates,
  rateAlone,
  rateMixed,
  reportByTurns,
  SECONDS,
  TURNS,
} from './interleaved.ts';
import { makeDataDir, startProgram } from './program.ts';
import { rush } from './rush.ts';
import { everywhere, townsSite } from './towns.ts';

const TOWNS = 20;
const SERVICES = 5;
const CONNECTIONS_OF_TOWNS = 100;
const COUNTER_TARGET = 2;
const INSERT_TARGET = 0.5;

const TABLES = `CREATE TABLE counter (id int PRIMARY KEY, n int); INSERT INTO counter VALUES (1, 0);
CREATE TABLE entry (id bigserial PRIMARY KEY, note text)`;
const INSERT = "INSERT INTO entry (note) VALUES ('as long as some ticket');\n";
const TRANSACTION = `BEGIN;\nUPDATE counter SET n = n + 1 WHERE id = 1;\n${INSERT}COMMIT;\n`;

/** Transactions a second. */
function pgbench(url: string, script: string): number {
  const host = new URL(url).searchParams.get('host') ?? '';
  const client = ['-h', host, '-U', new URL(url).username, '-c', `${CONNECTIONS}`, '-j', '2'];
  const work = ['-n', '-M', 'prepared', '-T', `${SECONDS}`, '-f', script, 'plain'];
  const said = execFileSync(join(postgresPrograms() ?? '', 'pgbench'), [...client, ...work], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Number(/tps = ([\d.]+)/.exec(said)?.[1]);
}

interface PostgresRates extends Rates {
  readonly towns: number[];
  readonly counters: number[];
  readonly inserts: number[];
}

async function measure(): Promise<PostgresRates> {
  const data = await makeDataDir();
  const cluster = await openCluster({ durable: true });
  const rates: PostgresRates = { alone: [], mixed: [], towns: [], counters: [], inserts: [] };
  try {
    for (const name of ['queue', 'plain']) await cluster.sql('postgres', `CREATE DATABASE ${name}`);
    await cluster.sql('plain', TABLES);
    const [counter, insert] = ['counter', 'insert'].map((name) => join(data.path, `${name}.sql`)) as [string, string];
    writeFileSync(counter, TRANSACTION);
    writeFileSync(insert, INSERT);
    const site = townsSite(data.path, TOWNS, SERVICES, RATE_DESKS);
    const program = await startProgram(data.path, '--site', site, '--database', cluster.url('queue'));
    const requests = everywhere(TOWNS, SERVICES);
    const connections = CONNECTIONS_OF_TOWNS;
    try {
      await beginQueue(program);
      for (let turn = 0; turn <= TURNS; turn += 1) {
        const measured = {
          alone: await rateAlone(program),
          counters: pgbench(cluster.url('plain'), counter),
          mixed: await rateMixed(program),
          towns: await rush({ address: program.address, requests, connections, seconds: SECONDS }),
          inserts: pgbench(cluster.url('plain'), insert),
        };
        // The first turn warms all of them up.
        if (turn === 0) continue;
        for (const name of Object.keys(measured) as (keyof typeof measured)[]) rates[name].push(measured[name]);
      }
    } finally {
      await program.stop();
    }
  } finally {
    await cluster.close();
    await data.remove();
  }
  return rates;
}

export async function postgresRate(): Promise<boolean> {
  const rates = await measure();
  const { alone, counters, towns, inserts } = rates;
  const overCounter = percentile(alone, 50) / percentile(counters, 50);
  report(
    `createticket over PostgreSQL at ${CONNECTIONS} connections`,
    { durable: perSecond(alone), 'pgbench, counter and insert': perSecond(counters), ratio: overCounter.toFixed(1) },
    `${COUNTER_TARGET} ×`,
    overCounter >= COUNTER_TARGET,
  );
  const ofInserts = percentile(towns, 50) / percentile(inserts, 50);
  report(
    `createticket of ${TOWNS * SERVICES} services in ${TOWNS} locations over PostgreSQL at ${CONNECTIONS_OF_TOWNS} connections`,
    {
      durable: perSecond(towns),
      'pgbench, single rows': perSecond(inserts),
      ratio: `${Math.round(ofInserts * 100)} %`,
    },
    `${INSERT_TARGET * 100} %`,
    ofInserts >= INSERT_TARGET,
  );
  const isMixMet = reportByTurns('PostgreSQL', rates);
  return overCounter >= COUNTER_TARGET && ofInserts >= INSERT_TARGET && isMixMet;
}
