/**
 * One `pgbench` that asks now and then, and another beside it that asks all the time: transactions that count up one of some rows
 * and insert another, the least that a queue with numbers needs. What the first feels of the second is the machine's and
 * PostgreSQL's.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, postgresPrograms } from '../test/helpers/postgres-cluster.ts';

interface QuietTransactions {
  /** How long each took, in milliseconds, and what the others did meanwhile. @param perSecond of the others; 0: nobody */
  among(perSecond: number): Promise<{ readonly took: readonly number[]; readonly others: number }>;
  remove(): Promise<void>;
}

interface QuietOptions {
  /** Rows that are counted up: the quiet one has the first, the others have all that come after it, some of them more than others. */
  readonly rows: number;
  /** Transactions that are measured each time. */
  readonly count: number;
  readonly everyMs: number;
}

/** As many as our program has at most. */
const CONNECTIONS = 12;
const MAX_SECONDS = 60;

const script = (row: string): string =>
  `${row}\nBEGIN;\nUPDATE counter SET n = n + 1 WHERE id = :row;\nINSERT INTO entry (note) VALUES ('as long as some ticket');\nCOMMIT;\n`;

/** In the database `plain`, which has to be there. */
export async function openQuietTransactions(
  cluster: Cluster,
  { rows, count, everyMs }: QuietOptions,
): Promise<QuietTransactions> {
  const folder = mkdtempSync(join(tmpdir(), 'quiet-transactions-'));
  await cluster.sql(
    'plain',
    `CREATE TABLE counter (id int PRIMARY KEY, n int) WITH (fillfactor = 50);
     INSERT INTO counter SELECT id, 0 FROM generate_series(1, ${rows}) id;
     CREATE TABLE entry (id bigserial PRIMARY KEY, note text)`,
  );
  const [quiet, others] = ['quiet.sql', 'others.sql'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(quiet, script('\\set row 1'));
  writeFileSync(others, script(`\\set row 1 + random_zipfian(1, ${rows - 1}, 1.001)`));

  function pgbench(file: string, ...flags: string[]): ChildProcess {
    const url = new URL(cluster.url('plain'));
    const client = ['-h', url.searchParams.get('host') ?? '', '-U', url.username, '-n', '-M', 'prepared', '-f', file];
    const program = join(postgresPrograms() ?? '', 'pgbench');
    return spawn(program, [...client, ...flags, 'plain'], { cwd: folder, stdio: 'ignore' });
  }

  /** Each line of its log: client, number, microseconds since it was due, script, seconds, microseconds, how late it began. */
  function readLog(): number[] {
    const files = readdirSync(folder).filter((name) => name.startsWith('took.'));
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    for (const name of files) rmSync(join(folder, name));
    return lines.map((line) => {
      const [, , took, , , , late] = line.split(' ').map(Number);
      return ((took ?? 0) - (late ?? 0)) / 1000;
    });
  }

  const counted = async (): Promise<number> => Number(await cluster.sql('plain', 'SELECT sum(n) FROM counter'));

  return {
    async among(perSecond) {
      const paced = (rate: number): string[] => ['-R', `${Math.round(rate)}`];
      const load = ['-c', `${CONNECTIONS}`, '-T', `${MAX_SECONDS}`, ...paced(perSecond)];
      const busy = perSecond === 0 ? null : pgbench(others, ...load);
      const from = performance.now();
      const before = await counted();
      const asking = pgbench(
        quiet,
        '-c',
        '1',
        '-t',
        `${count}`,
        '-l',
        '--log-prefix',
        'took',
        ...paced(1000 / everyMs),
      );
      const [code] = (await once(asking, 'exit')) as [number | null];
      const done = (await counted()) - before - count;
      const seconds = (performance.now() - from) / 1000;
      busy?.kill();
      if (busy !== null && busy.exitCode === null) await once(busy, 'exit');
      if (code !== 0) throw new Error(`pgbench ended with ${code} and did not do its transactions`);
      return { took: readLog(), others: done / seconds };
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
