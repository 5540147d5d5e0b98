/** A server over the PostgreSQL database of an address, which has a site already. Says where it is; meant to be killed. */
import { randomBytes } from 'node:crypto';
import { silentLog, systemClock } from '../../main/context.ts';
import { createAuth } from '../../main/server/auth/auth.ts';
import { createServer } from '../../main/server/server.ts';
import { openSiteHolder } from '../../main/server/site/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';

const url = process.argv[process.argv.indexOf('--database') + 1] ?? '';
const store = await openPostgresStore({ url, log: silentLog, connections: 4, connectMs: 60_000 });
const site = await openSiteHolder(store);
const auth = createAuth({ site, secret: randomBytes(32), wanted: 'off', beyondLoopback: false, clock: systemClock });
const server = await createServer({ store, site, auth, clock: systemClock, log: silentLog, ownDevices: [] });
process.stdout.write(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
