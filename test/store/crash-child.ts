/** Creates tickets without end, 32 at a time, and writes the id of each that was confirmed. Meant to be killed. */
import { writeSync } from 'node:fs';
import { silentLog } from '../../main/lib/context.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { newTicket } from './new-ticket.ts';

const [file = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file, log: silentLog });
const input = newTicket({ serviceId: 'hall-a' });

/** Whoever listens may be slow: then the pipe is full, and a write at once is refused. */
function tell(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

async function createForEver(): Promise<never> {
  for (;;) {
    const created = await store.run('createTicket', input, { now: 1_795_000_000_000 });
    if (created.ok) tell(`${created.value.ticket.id}\n`);
  }
}

await Promise.all(Array.from({ length: 32 }, createForEver));
