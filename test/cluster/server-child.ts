/** A server over the PostgreSQL database of an address, which has a site already. Says where it is; meant to be killed. */
import { flushCompileCache } from 'node:module';
import { silentLog, systemClock } from '../../main/lib/context.ts';
import { createServer } from '../../main/server/server.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { serverParts } from '../helpers/server-parts.ts';

const url = process.argv[process.argv.indexOf('--database') + 1] ?? '';
const store = await openPostgresStore({ url, log: silentLog, connections: 4, connectMs: 60_000 });
const site = await openSiteHolder(store);
const deps = { store, site, clock: systemClock, log: silentLog };
const server = await createServer({ ...deps, ...serverParts(deps, { wanted: 'off' }), ownDevices: [] });
process.stdout.write(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
// For the next one: a process that is killed writes no compiled code.
flushCompileCache();
