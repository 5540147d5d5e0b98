/** The schema that `--check` compares a PostgreSQL database with is the one that the migrations make. */
import { expect, it, onTestFinished } from 'vitest';
import { catalogOf } from '../../main/store/moving/integrity/postgres-schema.ts';
import { migrate } from '../../main/store/postgres/migrate.ts';
import { openPool } from '../../main/store/postgres/pool.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

const FILE = '../../main/store/moving/integrity/postgres-schema.json';

it('is written down: after a new migration run `npm test -- test/store/postgres-schema.test.ts -u`', async () => {
  const { url } = await newDatabase('new');
  const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 60_000 });
  onTestFinished(() => pool.close());
  const catalog = await pool.work(async (line) => {
    await migrate(line);
    return catalogOf((sql) => line.ask({ name: '', text: sql }, []));
  });
  await expect(`${JSON.stringify(catalog, null, 2)}\n`).toMatchFileSnapshot(FILE);
});
