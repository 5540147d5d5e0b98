/** A server that leads all jobs and sends mail to that authority. A test kills it. */
import { flushCompileCache } from 'node:module';
import { silentLog, systemClock } from '../../main/lib/context.ts';
import { startMail } from '../../main/mail/service/mail.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';

const [url = '', authorities = ''] = process.argv.slice(2);
const store = await openPostgresStore({ url, log: silentLog, connections: 2, connectMs: 60_000 });
const site = await openSiteHolder(store);
startMail({
  store,
  site,
  clock: systemClock,
  log: silentLog,
  transport: { authorities, morePorts: [site.current().settings.mail_port] },
});
// For the next one: a process that is killed writes no compiled code.
flushCompileCache();
setInterval(() => undefined, 60_000);
