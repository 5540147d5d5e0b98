/** Creates tickets without end, 32 at a time, and writes the id of each that was confirmed. Meant to be killed. */
import { writeSync } from 'node:fs';
import { silentLog } from '../../main/context.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';

const [file = ''] = process.argv.slice(2);
const store = await openSqliteStore({ file, log: silentLog });
const input = {
  locationId: 'hall',
  day: '2026-11-20',
  serviceId: 'hall-a',
  deskId: '',
  userId: '',
  deviceId: '',
  flags: 0,
  note: '',
  lang: 'en',
  customField: '',
  clientName: '',
  scheduledAt: null,
  firstNumber: 1,
  maxNumber: 0,
  maxWaiting: 0,
  priorityFirst: true,
} as const;

async function createForEver(): Promise<never> {
  for (;;) {
    const created = await store.run('createTicket', input, { now: 1_795_000_000_000 });
    if (created.ok) writeSync(1, `${created.value.ticket.id}\n`);
  }
}

await Promise.all(Array.from({ length: 32 }, createForEver));
