/** A short run of the fuzzer over three servers behind one address, of which one is killed; `npm run fuzz -- --servers 3` is the long one. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { brokenInvariants } from '../fuzz/invariants.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

const COUNT = IS_WHOLE ? 800 : 400;

it(`answers ${COUNT} requests by chance well while a server dies, and the queue agrees with itself`, async () => {
  const { url } = await newDatabase();
  const report = await fuzz({ seed: 2027, count: COUNT, database: url, servers: 3, killEvery: IS_WHOLE ? 300 : 150 });
  expect(report.failures.map(({ number, fault, bytes }) => `${number}: ${fault}: ${bytes.toString('latin1')}`)).toEqual(
    [],
  );
  expect(report).toMatchObject({ serverFaults: [], brokenInvariants: [] });
  expect(report.kills).toBeGreaterThan(0);
  expect(report.outcomes.get('200')).toBeGreaterThan(COUNT / 40);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('UPDATE service_queue SET waiting = waiting + 1');
  await client.end();
  const broken = await brokenInvariants({ engine: 'postgres', url });
  expect(broken.join('\n')).toContain('a count that is not the number of waiting tickets');
}, 600_000);
