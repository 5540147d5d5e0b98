/** Creates tickets without end, 32 at a time, and writes the id of each that was confirmed. Meant to be killed. */
import { writeSync } from 'node:fs';
import { silentLog } from '../../main/context.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { newTicket } from './new-ticket.ts';

const [file = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file, log: silentLog });
const input = newTicket({ serviceId: 'hall-a' });

async function createForEver(): Promise<never> {
  for (;;) {
    const created = await store.run('createTicket', input, { now: 1_795_000_000_000 });
    if (created.ok) writeSync(1, `${created.value.ticket.id}\n`);
  }
}

await Promise.all(Array.from({ length: 32 }, createForEver));
