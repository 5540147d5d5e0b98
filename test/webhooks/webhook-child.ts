/**
 * Process that creates tickets with webhooks until it is killed. It prints the id of each confirmed ticket. Its
 * database is a file or a PostgreSQL address.
 */
import { flushCompileCache } from 'node:module';
import { silentLog, systemClock } from '../../main/lib/context.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { startWebhooks } from '../../main/webhooks/service/webhooks.ts';
import { newTicket } from '../store/new-ticket.ts';

const [file = ''] = process.argv.slice(2);
const store = file.startsWith('postgres:')
  ? await openPostgresStore({ url: file, log: silentLog })
  : await openSqliteStore({ file, log: silentLog });
const site = await openSiteHolder(store);
await startWebhooks({ store, site, clock: systemClock, log: silentLog });
// For the next process: a killed process does not write its compile cache.
flushCompileCache();
const input = newTicket();

const write = (line: string): Promise<void> =>
  new Promise((resolve) => void process.stdout.write(line, () => resolve()));

async function createForEver(): Promise<never> {
  for (;;) {
    const created = await store.run('createTicket', input, { now: systemClock.now() });
    if (created.ok) await write(`${created.value.ticket.id}\n`);
  }
}

await Promise.all(Array.from({ length: 4 }, createForEver));
