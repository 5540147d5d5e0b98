/** Metrics of several servers of one database: those of queues come from one. */
import { expect, it, onTestFinished } from 'vitest';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown } from '../helpers/town.ts';

it('gives the metrics of queues at one server, those of connections at each', async () => {
  const { url: database } = await newDatabase();
  const first = await openTown({ database, authentication: 'off' });
  onTestFinished(() => first.close());
  const second = await openTown({ database, site: null, authentication: 'off' });
  onTestFinished(() => second.close());
  await first.createTicket('Passports');
  const read = async ({ address }: { readonly address: string }): Promise<string> =>
    (await fetch(`${address}/metrics`)).text();
  await expect.poll(() => read(first)).toContain('tan_leader 1');
  const [one, other] = [await read(first), await read(second)];
  expect(one).toContain('tan_waiting_tickets{service="passports"} 1');
  expect(one).toContain('tan_waiting_tickets{service="blood"} 0');
  expect(other).toContain('tan_leader 0');
  expect(other).not.toMatch(/tan_waiting_tickets|tan_device_connected/);
  for (const text of [one, other]) {
    expect(text).toContain('tan_database_up 1');
    expect(text).toMatch(/tan_database_connections\{state="idle"\} [1-9]/);
    expect(text).toMatch(/tan_database_connections_max [1-9]/);
  }
});
