/** A server with which a kiosk is in touch. Meant to be killed. */

import { flushCompileCache } from 'node:module';
import { createDevicePresence } from '../../main/devices/service/presence/device-presence.ts';
import { silentLog, systemClock } from '../../main/lib/context.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';

const [url = ''] = process.argv.slice(2);
const store = await openPostgresStore({ url, log: silentLog });
createDevicePresence(systemClock, store.peers.bulletin).connect('kiosk-1');
// For the next one: a process that is killed writes no compiled code.
flushCompileCache();
setInterval(() => undefined, 60_000);
