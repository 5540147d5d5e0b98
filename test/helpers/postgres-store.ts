import { silentLog } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { newDatabase } from './postgres-database.ts';

/** A store with its own empty database and generous timeouts. The caller closes it. */
export async function newPostgresStore(): Promise<{ readonly store: Store; readonly url: string }> {
  const { url } = await newDatabase();
  const store = await openPostgresStore({
    url,
    log: silentLog,
    connections: 2,
    connectMs: 60_000,
    deadlineMs: 120_000,
  });
  return { store, url };
}
